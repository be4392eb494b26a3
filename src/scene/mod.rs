//! What to draw at a moment: a function of run and playhead, and of nothing else.
//!
//! [`pace`] stretches time where much happens; [`moving`] places what is on its way; the other modules say what stands
//! where. Nothing in here knows of a browser, and nothing is stored between two moments.

pub mod chart;
pub mod checkpoints;
pub mod inputs;
pub mod job;
pub mod log;
pub mod moments;
pub mod moving;
pub mod names;
pub mod outside;
pub mod pace;
pub mod sink;
pub mod standing;
pub mod told;

use crate::run::Run;
use crate::sim::fact::RecordId;
use crate::sim::id::{KeyId, Time};
use crate::sim::plan::Plan;
use crate::sim::world::World;
use std::rc::Rc;

/// A record as people know it: by key and timestamp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Which.
    pub record: RecordId,
    /// Its key, for the colour.
    pub key: KeyId,
    /// Its key, for the letter.
    pub letter: String,
    /// Its timestamp.
    pub t: Time,
    /// Whether it is on its way or stands there for another time.
    pub again: bool,
}

impl Token {
    /// The token of a record.
    #[must_use]
    pub fn new(plan: &Plan, record: RecordId, again: bool) -> Token {
        let planned = plan.record(record.source, record.offset);
        let name = &plan.keys[planned.key.index()];
        Token { record, key: planned.key, letter: name.chars().take(2).collect(), t: planned.t, again }
    }
}

/// One lane at one moment.
pub struct Moment<'a> {
    /// The run.
    pub run: &'a Run,
    /// How many steps have happened.
    pub steps: usize,
    /// The world after them.
    pub world: Rc<World>,
    /// The moment, at or after the last of them.
    pub at: Time,
}

impl<'a> Moment<'a> {
    /// A run at a moment: everything up to and including it has happened.
    #[must_use]
    pub fn new(run: &'a Run, at: Time) -> Moment<'a> {
        let steps = run.steps_until(at);
        Moment { run, steps, world: Rc::new(run.world_after(steps)), at }
    }

    /// Does the attempt that is up handle this record for another time, after an earlier attempt has read it?
    #[must_use]
    pub fn is_replay(&self, record: RecordId) -> bool {
        let job = self.world.job.as_ref();
        job.is_some_and(|job| self.run.first_read(record).is_some_and(|first| first < job.attempt))
    }
}
