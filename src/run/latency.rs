//! How long a record takes from entering its log to being readable outside, by the sink's own reader.

use super::{readers, Run};
use crate::sim::fact::{Fact, RecordId};
use crate::sim::id::Time;
use crate::sorted::{sort_by, SortedMap};

/// The latency of each record that became readable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Latency {
    /// By record.
    pub records: SortedMap<RecordId, Time>,
}

impl Latency {
    /// Measures a run. For a key-value table a record is readable once a value that counts it is put; for a store with
    /// transactions, once the sink's reader has got it: one of committed data may have to wait for an earlier transaction
    /// long after the commit, one of uncommitted data does not wait for the commit at all.
    #[must_use]
    pub fn of(run: &Run) -> Latency {
        let mut latency = Latency::default();
        if let Some(kind) = readers::readers(run.plan.sink) {
            for (record, at) in readers::got(&run.end.outside.transactions, kind) {
                latency.readable(run, record, at);
            }
            return latency;
        }
        for noted in &run.facts {
            let mut readable = |record: RecordId| latency.readable(run, record, noted.at);
            match &noted.fact {
                Fact::RecordAppended { record, .. } => readable(*record),
                Fact::ValuePut { after, .. } => readable(after.record),
                Fact::FileFinished { file } => {
                    run.end.outside.files.all[file.index()].records.iter().copied().for_each(readable);
                }
                _ => {}
            }
        }
        latency
    }

    /// Books the first time at which a record is readable.
    fn readable(&mut self, run: &Run, record: RecordId, at: Time) {
        if !self.records.contains_key(&record) {
            let due = run.plan.record(record.source, record.offset).due;
            self.records.insert(record, at.since(due));
        }
    }

    /// The least, the middle and the largest; `None` if nothing became readable.
    #[must_use]
    pub fn summary(&self) -> Option<(Time, Time, Time)> {
        let mut times: Vec<Time> = self.records.values().copied().collect();
        sort_by(&mut times, |a, b| a < b);
        Some((*times.first()?, times[times.len() / 2], *times.last()?))
    }
}
