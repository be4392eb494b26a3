//! How long a record takes from entering its log to being readable outside.

use super::Run;
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
    /// Measures a run. For a key-value table a record is readable once a value that counts it is put.
    #[must_use]
    pub fn of(run: &Run) -> Latency {
        let mut latency = Latency::default();
        for noted in &run.facts {
            let mut readable = |record: RecordId| {
                let due = run.plan.record(record.source, record.offset).due;
                if !latency.records.contains_key(&record) {
                    latency.records.insert(record, noted.at.since(due));
                }
            };
            match &noted.fact {
                Fact::RecordAppended { record, .. } => readable(*record),
                Fact::ValuePut { after, .. } => readable(after.record),
                Fact::TransactionCommitted { transaction, .. } => {
                    let records = &run.end.outside.transactions.all[transaction.index()].records;
                    records.iter().copied().for_each(readable);
                }
                Fact::FileFinished { file } => {
                    run.end.outside.files.all[file.index()].records.iter().copied().for_each(readable);
                }
                _ => {}
            }
        }
        latency
    }

    /// The least, the middle and the largest; `None` if nothing became readable.
    #[must_use]
    pub fn summary(&self) -> Option<(Time, Time, Time)> {
        let mut times: Vec<Time> = self.records.values().copied().collect();
        sort_by(&mut times, |a, b| a < b);
        Some((*times.first()?, times[times.len() / 2], *times.last()?))
    }
}
