//! What decides how a world goes on. Worlds in which all of this is the same go on alike, step by step, whatever lies
//! behind them.

use super::World;
use crate::sim::agenda::Entry;
use crate::sim::plan::Plan;
use std::hash::{Hash, Hasher};

impl World {
    /// Feeds a hasher with everything that the world's next steps depend on.
    ///
    /// Left out is what only an observer looks at: the clock, as the next event sets it; the number of steps, which
    /// counts only against its limit; where entries of the agenda began and how they are numbered, as only their order
    /// decides; and what lies outside and is never read again (see `Outside::hash_future`).
    pub fn hash_future(&self, plan: &Plan, hasher: &mut impl Hasher) {
        // By name and without a rest, so that the compiler asks about each new field.
        let World {
            now: _,
            agenda,
            outside,
            store,
            job,
            life,
            attempt,
            triggers,
            steps: _,
            read,
            driver,
            held,
            away,
            restarts,
            jitter,
        } = self;
        for Entry { due, class, sequence: _, since: _, scope, event } in agenda.entries() {
            (due, class, scope, event).hash(hasher);
        }
        outside.hash_future(plan, hasher);
        (store, job, life, attempt, triggers).hash(hasher);
        (read, driver, held, away, restarts, jitter).hash(hasher);
    }
}
