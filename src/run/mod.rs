//! A whole run of one lane, computed to its end at once; watching it only moves along it.

pub mod intervals;
mod latency;
mod oracle;
pub mod outcome;
pub mod readers;
pub mod table;
pub mod view;

pub use latency::Latency;
pub use oracle::{judge, visible, went_back, writes_table, Judgement, Verdict, WentBack};
pub use outcome::Outcome;

use crate::sim::cx::Notes;
use crate::sim::fact::{Fact, RecordId};
use crate::sim::id::{Attempt, Time};
use crate::sim::plan::Plan;
use crate::sim::scenario::Scenario;
use crate::sim::world::World;

/// Copies of the world that are kept along a run, so that any step is near one of them.
const MAX_KEYFRAMES: usize = 64;

/// A fact with its place in the run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Noted {
    /// When.
    pub at: Time,
    /// In which attempt (the one that had just died or is about to start, between two).
    pub attempt: Attempt,
    /// In which step, from 0.
    pub step: u32,
    /// What.
    pub fact: Fact,
}

/// A run of one lane.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was run.
    pub plan: Plan,
    /// When each step happened.
    pub times: Vec<Time>,
    /// Everything that happened, in order.
    pub facts: Vec<Noted>,
    /// The world at the end.
    pub end: World,
    /// The attempt that read each record first, by source and offset.
    first_read: Vec<Vec<Attempt>>,
    /// The world before step `every * i`.
    keyframes: Vec<World>,
    every: usize,
}

impl Run {
    /// Runs a plan to its end. Limits on steps and attempts make sure that there is one.
    #[must_use]
    pub fn new(plan: Plan) -> Run {
        let mut world = World::new(&plan);
        let mut run = Run {
            times: Vec::new(),
            facts: Vec::new(),
            first_read: vec![Vec::new(); plan.logs.len()],
            keyframes: vec![world.clone()],
            every: 16,
            end: world.clone(),
            plan,
        };
        let mut notes = Notes::new();
        loop {
            let attempt = world.attempt;
            if !world.step(&run.plan, &mut notes) {
                break;
            }
            let (at, step) = (world.now, run.times.len() as u32);
            for fact in notes.drain(..) {
                run.remember(attempt, &fact);
                run.facts.push(Noted { at, attempt, step, fact });
            }
            run.times.push(at);
            if run.times.len() % run.every == 0 {
                run.keep(&world);
            }
        }
        run.end = world;
        run
    }

    /// Runs every lane of a scenario.
    #[must_use]
    pub fn lanes(scenario: &Scenario) -> Vec<Run> {
        (0..scenario.sinks.len()).map(|lane| Run::new(Plan::new(scenario, lane))).collect()
    }

    /// Books who read a record first. Offsets are first read in order; a socket source misses some.
    fn remember(&mut self, attempt: Attempt, fact: &Fact) {
        let (source, end) = match fact {
            Fact::RecordRead { record, .. } => (record.source, record.offset.index() + 1),
            Fact::RecordsMissed { source, to, .. } => (*source, to.index()),
            _ => return,
        };
        let first = &mut self.first_read[source.index()];
        let end = end.max(first.len());
        first.resize(end, attempt);
    }

    /// The attempt that came to a record first; `None` if none ever did.
    #[must_use]
    pub fn first_read(&self, record: RecordId) -> Option<Attempt> {
        self.first_read[record.source.index()].get(record.offset.index()).copied()
    }

    /// Keeps a copy; when there are too many, lets go of every other one.
    fn keep(&mut self, world: &World) {
        if self.keyframes.len() == MAX_KEYFRAMES {
            let mut index = 0;
            self.keyframes.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.every *= 2;
            if self.times.len() % self.every != 0 {
                return;
            }
        }
        self.keyframes.push(world.clone());
    }

    /// The number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Did nothing happen at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// The world after so many steps; the end if there are fewer.
    #[must_use]
    pub fn world_after(&self, steps: usize) -> World {
        if steps >= self.times.len() {
            return self.end.clone();
        }
        let near = steps / self.every;
        let mut world = self.keyframes[near].clone();
        let mut notes = Notes::new();
        for _ in near * self.every..steps {
            world.step(&self.plan, &mut notes);
            notes.clear();
        }
        world
    }

    /// How many steps have happened up to and including a moment.
    #[must_use]
    pub fn steps_until(&self, time: Time) -> usize {
        self.times.partition_point(|at| *at <= time)
    }

    /// The facts of the first so many steps.
    #[must_use]
    pub fn facts_until(&self, steps: usize) -> &[Noted] {
        let end = self.facts.partition_point(|noted| (noted.step as usize) < steps);
        &self.facts[..end]
    }

    /// When the last step happened.
    #[must_use]
    pub fn duration(&self) -> Time {
        self.times.last().copied().unwrap_or_default()
    }
}
