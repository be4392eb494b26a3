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
    /// The middle latency of each lane, from entering the log until the sink's reader has got it; `None` if it never got
    /// anything.
    pub medians: Vec<Option<Time>>,
    /// By lane: records that were read and that its reader never got.
    pub never: Vec<u32>,
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
        let latencies: Vec<Latency> = runs.iter().map(Latency::of).collect();
        AtInterval {
            interval: Time(*ms),
            medians: latencies.iter().map(|latency| latency.summary().map(|(_, median, _)| median)).collect(),
            never: runs.iter().zip(&latencies).map(|(run, latency)| never(run, latency)).collect(),
            replayed: runs.first().map_or(0, replayed),
        }
    };
    INTERVALS_MS.iter().map(at).collect()
}

fn never(run: &Run, latency: &Latency) -> u32 {
    let read: u32 = run.end.read.iter().map(|offset| offset.0).sum();
    read.saturating_sub(latency.records.len() as u32)
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
        assert!(transactions.first() < transactions.last(), "{transactions:?}");
        // At 12 the crash of 10 comes before any checkpoint: the first transaction is an orphan for ever, and a reader of
        // committed data stands still in front of everything else.
        assert_eq!((transactions.len(), table[5].medians[3], table[5].never[3]), (INTERVALS_MS.len() - 1, None, 6));
        assert_eq!(table[0].never, [0, 0, 0, 0]);
        assert!(append.iter().max() < transactions.iter().min(), "{append:?} {transactions:?}");
    }
}
