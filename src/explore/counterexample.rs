//! A run that came to harm, as a scenario that can be opened, and made as small as can be.

use super::explorer::Crash;
use super::harm::{Harm, Judge};
use crate::run::writes_table;
use crate::sim::cx::Notes;
use crate::sim::plan::Plan;
use crate::sim::scenario::{Drive, Fault, Scenario, Timing, When};
use crate::sim::world::World;
use std::rc::Rc;

/// How often a smaller scenario is tried while a counterexample is made smaller.
const MAX_TRIES: u32 = 400;

/// A run that came to harm.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Counterexample {
    /// What it came to.
    pub harm: Harm,
    /// In which timing.
    pub timing: Timing,
    /// Its crashes, in order.
    pub crashes: Vec<Crash>,
}

impl Counterexample {
    /// The explored scenario with these crashes, and all its lanes. Running it from the start comes to the same harm.
    #[must_use]
    pub fn scenario(&self, explored: &Scenario) -> Scenario {
        let mut scenario = Scenario { timing: self.timing, ..explored.clone() };
        if let Drive::Time(faults) = &mut scenario.drive {
            faults.extend(self.crashes.iter().map(|crash| Fault::Crash {
                when: When::At(crash.at),
                how: crash.how,
                in_flight: crash.in_flight,
            }));
        }
        scenario
    }

    /// The same with this lane only and without the records that are not needed for the harm.
    #[must_use]
    pub fn smallest(&self, explored: &Scenario, lane: usize) -> Scenario {
        let mut smallest = self.scenario(explored);
        smallest.title = None;
        smallest.sinks = vec![smallest.sinks[lane]];
        let mut tries = 0;
        for source in 0..smallest.sources.len() {
            let mut length = smallest.sources[source].records.len().div_ceil(2);
            while length > 0 && tries < MAX_TRIES {
                let mut end = smallest.sources[source].records.len();
                while end > 0 && tries < MAX_TRIES {
                    let begin = end.saturating_sub(length);
                    let mut smaller = smallest.clone();
                    smaller.sources[source].records.drain(begin..end);
                    tries += 1;
                    if harm_of(&smaller, 0) == self.harm {
                        smallest = smaller;
                    }
                    end = begin;
                }
                length = if length == 1 { 0 } else { length.div_ceil(2) };
            }
        }
        smallest
    }
}

/// Runs one lane of a scenario from its start, and judges it.
#[must_use]
pub fn harm_of(scenario: &Scenario, lane: usize) -> Harm {
    let plan = Plan::new(scenario, lane);
    let run_to_end = |plan: &Plan, judge: Option<&Judge>| {
        let (mut world, mut notes, mut went_back) = (World::new(plan), Notes::new(), false);
        while world.step(plan, &mut notes) {
            went_back |= judge.is_some_and(|judge| judge.saw_value_fall(&notes));
            notes.clear();
        }
        (world, went_back)
    };
    let right = writes_table(plan.sink).then(|| Rc::new(run_to_end(&plan.without_faults(), None).0.outside.table.rows));
    let mut judge = Judge::new(&plan, right);
    let (world, went_back) = run_to_end(&plan, Some(&judge));
    judge.harm(&plan, &world, went_back)
}
