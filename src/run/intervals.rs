//! The price of holding output back: latency against checkpoint interval, by running the scenario at each interval.

use super::{Latency, Run};
use crate::sim::id::Time;
use crate::sim::plan::Plan;
use crate::sim::scenario::{Drive, Scenario};

/// The intervals that are tried, in milliseconds.
pub const INTERVALS_MS: [u32; 6] = [1_000, 2_000, 3_000, 5_000, 8_000, 12_000];

/// What one interval gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtInterval {
    /// The interval.
    pub interval: Time,
    /// The middle latency of each lane, from entering the log to being readable; `None` if nothing became readable.
    pub medians: Vec<Option<Time>>,
    /// Records that were read again, in the first lane.
    pub replayed: u32,
}

/// Runs a scenario at each of [`INTERVALS_MS`], with its faults. Nothing for a story, which has no clock.
#[must_use]
pub fn by_interval(scenario: &Scenario) -> Vec<AtInterval> {
    if matches!(scenario.drive, Drive::Story(_)) {
        return Vec::new();
    }
    let mut scenario = scenario.clone();
    scenario.checkpointing.at.clear();
    let at = |ms: &u32| {
        scenario.checkpointing.interval = Some(Time(*ms));
        let runs: Vec<Run> = (0..scenario.sinks.len()).map(|lane| Run::new(Plan::new(&scenario, lane))).collect();
        AtInterval {
            interval: Time(*ms),
            medians: runs.iter().map(|run| Latency::of(run).summary().map(|(_, median, _)| median)).collect(),
            replayed: runs.first().map_or(0, replayed),
        }
    };
    INTERVALS_MS.iter().map(at).collect()
}

fn replayed(run: &Run) -> u32 {
    use crate::sim::fact::Fact;
    run.facts.iter().filter(|noted| matches!(noted.fact, Fact::RecordRead { again: true, .. })).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::PRESETS;

    #[test]
    fn held_back_output_waits_longer_the_longer_the_interval() {
        let table = by_interval(&PRESETS[0].scenario());
        let of = |lane: usize| -> Vec<Time> { table.iter().filter_map(|row| row.medians[lane]).collect() };
        let (append, transactions) = (of(0), of(3));
        assert_eq!(transactions.len(), INTERVALS_MS.len());
        assert!(transactions.first() < transactions.last(), "{transactions:?}");
        assert!(append.iter().max() < transactions.iter().min(), "{append:?} {transactions:?}");
    }
}
