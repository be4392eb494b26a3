//! A walk along one run, with a fork at every crash point.

use super::explorer::Crash;
use super::harm::{Judge, VARIANTS};
use crate::sim::agenda::Scope;
use crate::sim::cx::Notes;
use crate::sim::external::Request;
use crate::sim::fact::Fact;
use crate::sim::id::Time;
use crate::sim::plan::Plan;
use crate::sim::scenario::{How, InFlight};
use crate::sim::world::World;

/// A world on its way to its end.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// Where it is.
    pub world: World,
    /// The crash that it began with; `None` for the run without a crash.
    pub crash: Option<Crash>,
    /// Has a reader seen a value fall?
    pub went_back: bool,
    /// The spans of time in which there was a job to crash, since this walk began.
    pub alive: Vec<(Time, Time)>,
    alive_since: Option<Time>,
    /// What would survive a crash, as it was at the last crash point.
    survivors: Survivors,
    /// Has something happened since then that survives a crash, besides what `survivors` tells?
    has_changed: bool,
    /// Is this crash point the first with what would survive here?
    is_new: bool,
    /// Is it worth while to crash once more along this walk?
    pub forks: bool,
    /// The variants still to be tried at this crash point, one bit each.
    variants: u8,
}

/// Tells apart what would survive a crash at two moments of one run: with the same requests on their way nothing outside
/// has changed, and the same would be asked by the clean-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Survivors {
    requests: u32,
    /// The place in the agenda of the one that was sent last; nothing if there is none.
    newest: u32,
    /// Numbers of what the clean-up gives up, one higher, added up over the sinks. They only rise.
    given_up: u32,
}

impl Survivors {
    fn of(world: &World) -> Survivors {
        let mut survivors = Survivors::default();
        for entry in world.agenda.entries().iter().filter(|entry| entry.scope == Scope::InFlight) {
            survivors.requests += 1;
            survivors.newest = survivors.newest.max(entry.sequence);
        }
        for task in world.job.iter().flat_map(|job| &job.sinks) {
            survivors.given_up += match task.closing_request() {
                Some(Request::Abort(transaction)) => transaction.0 + 1,
                Some(_) => 1,
                None => 0,
            };
        }
        survivors
    }
}

impl Walk {
    /// The run without a crash.
    pub fn from_start(plan: &Plan) -> Walk {
        Walk::new(World::new(plan), None, false, true)
    }

    fn new(world: World, crash: Option<Crash>, went_back: bool, forks: bool) -> Walk {
        let survivors = Survivors::default();
        Walk {
            world,
            crash,
            went_back,
            alive: Vec::new(),
            alive_since: None,
            survivors,
            has_changed: true,
            is_new: true,
            forks,
            variants: 0,
        }
    }

    /// Takes the next variant to be tried at this crash point.
    pub fn next_variant(&mut self) -> Option<usize> {
        if self.variants == 0 {
            return None;
        }
        let variant = self.variants.trailing_zeros();
        self.variants &= self.variants - 1;
        Some(variant as usize)
    }

    /// The walk that begins with a crash here.
    pub fn fork(&self, plan: &Plan, crash: Crash, notes: &mut Notes) -> Option<Walk> {
        let world = self.world.crashed(plan, crash.at, crash.how, crash.in_flight, notes)?;
        Some(Walk::new(world, Some(crash), self.went_back, self.is_new))
    }

    /// Goes one step on; false at the end.
    pub fn step(&mut self, plan: &Plan, judge: &Judge, notes: &mut Notes) -> bool {
        let more = self.world.step(plan, notes);
        self.went_back |= judge.saw_value_fall(notes);
        match (self.alive_since, self.world.job.is_some()) {
            (None, true) => self.alive_since = Some(self.world.now),
            (Some(since), false) => {
                self.alive.push((since, self.world.now));
                self.alive_since = None;
            }
            _ => {}
        }
        more
    }

    /// Is there a crash point after this step, and which variants can differ there? With nothing on its way nothing gets
    /// lost, and where clean-up asks nothing of the outside, throwing is like being killed.
    pub fn look_for_crash_point(&mut self, at_every_step: bool, notes: &Notes) {
        self.has_changed |= notes.iter().any(survives);
        let is_between = self.world.agenda.peek().is_some_and(|next| next.due > self.world.now);
        if self.world.job.is_none() || !is_between {
            return;
        }
        let survivors = Survivors::of(&self.world);
        self.is_new = self.has_changed || survivors != self.survivors;
        if !at_every_step && !self.is_new {
            return;
        }
        (self.survivors, self.has_changed) = (survivors, false);
        for (index, (how, in_flight)) in VARIANTS.into_iter().enumerate() {
            let differs = (how == How::Kill || survivors.given_up > 0)
                && (in_flight == InFlight::Delivered || survivors.requests > 0);
            self.variants |= u8::from(differs) << index;
        }
    }
}

/// Is a fact about something that survives a crash, though no request has brought it about?
fn survives(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::CheckpointTriggered { .. }
            | Fact::CheckpointAborted { .. }
            | Fact::TransactionExpired { .. }
            | Fact::RecordsMissed { .. }
            | Fact::JobRunning { .. }
    )
}
