//! What a reader of the transactional store has got: pure functions of the store, for any moment of a run.
//!
//! The store is taken for one partition of Kafka. A record stands in its log where it was written. A reader of committed
//! data gets the log in order, skips what was aborted, and stands still at the first record of a transaction that is not
//! decided yet (the last stable offset), whoever began it; a transaction without records holds nobody up. A reader of
//! uncommitted data gets everything at once. Source: Kafka's `isolation.level` and transaction coordinator.

use super::outcome::{record_name, RecordName};
use crate::sim::external::transactional::{TransactionState, Transactions};
use crate::sim::external::Outside;
use crate::sim::fact::RecordId;
use crate::sim::id::{Time, TransactionId};
use crate::sim::plan::Plan;
use crate::sim::scenario::{Readers, SinkSpec};
use serde::Serialize;

/// What a reader has got, and what holds it up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The records that it has got, in the order in which it got them.
    pub sees: Vec<RecordId>,
    /// Where it stands still, if there is more in the log.
    pub blocked: Option<Blocked>,
    /// Committed records that it cannot get yet, in the order of the log.
    pub hidden: Vec<RecordId>,
    /// Records among those it has got whose transaction is not committed, and perhaps never will be.
    pub dirty: Vec<RecordId>,
}

/// Why a reader of committed data stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blocked {
    /// The transaction whose end it waits for.
    pub by: TransactionId,
    /// Since when: from then on that transaction's first record was the next one to read.
    pub since: Time,
}

/// Who reads this sink's store; `None` if it is not one with transactions.
#[must_use]
pub fn readers(sink: SinkSpec) -> Option<Readers> {
    match sink {
        SinkSpec::TwoPhaseCommit { readers, .. } | SinkSpec::Committer { readers, .. } => Some(readers),
        _ => None,
    }
}

/// What a reader of this kind has got by now.
#[must_use]
pub fn read(store: &Transactions, readers: Readers) -> Reading {
    let mut reading = Reading::default();
    let mut free_since = Time::ZERO;
    for written in &store.written {
        let transaction = &store.all[written.transaction.index()];
        let is_committed = transaction.state == TransactionState::Committed;
        if readers == Readers::ReadUncommitted {
            reading.sees.push(written.record);
            if !is_committed {
                reading.dirty.push(written.record);
            }
        } else if reading.blocked.is_some() {
            if is_committed {
                reading.hidden.push(written.record);
            }
        } else if let Some(ended) = transaction.ended {
            free_since = free_since.max(ended);
            if is_committed {
                reading.sees.push(written.record);
            }
        } else {
            let since = free_since.max(written.at);
            reading.blocked = Some(Blocked { by: written.transaction, since });
        }
    }
    reading
}

/// When a reader of this kind got each record that it has got by now, in the order of the log.
#[must_use]
pub fn got(store: &Transactions, readers: Readers) -> Vec<(RecordId, Time)> {
    let mut got = Vec::new();
    // A reader of committed data passes a place in the log when everything up to it is decided.
    let mut passes = Time::ZERO;
    for written in &store.written {
        let transaction = &store.all[written.transaction.index()];
        let is_committed = transaction.state == TransactionState::Committed;
        passes = passes.max(written.at);
        if readers == Readers::ReadCommitted {
            let Some(ended) = transaction.ended else { break };
            passes = passes.max(ended);
        }
        if is_committed || readers == Readers::ReadUncommitted {
            got.push((written.record, passes));
        }
    }
    got
}

/// The same as the outcome writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReaderOutcome {
    /// The records, in the order in which it got them.
    pub sees: Vec<RecordName>,
    /// The undecided transaction at which it stands still.
    pub blocked_by: Option<String>,
    /// Since when, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Time>,
    /// Committed records that it cannot get yet.
    pub hidden: Vec<RecordName>,
    /// Records that it has got though they are not committed.
    pub dirty: Vec<RecordName>,
}

impl ReaderOutcome {
    /// What this sink's readers have got by now; `None` if its store has no transactions.
    #[must_use]
    pub fn of(plan: &Plan, outside: &Outside) -> Option<ReaderOutcome> {
        let Reading { sees, blocked, hidden, dirty } = read(&outside.transactions, readers(plan.sink)?);
        let names = |list: Vec<RecordId>| list.into_iter().map(|record| record_name(plan, record)).collect();
        Some(ReaderOutcome {
            sees: names(sees),
            blocked_by: blocked.map(|blocked| blocked.by.to_string()),
            since: blocked.map(|blocked| blocked.since),
            hidden: names(hidden),
            dirty: names(dirty),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::id::{Offset, SourceId};
    use crate::sim::scenario::Recommit;

    const T0: TransactionId = TransactionId(0);
    const T1: TransactionId = TransactionId(1);

    fn record(offset: u32) -> RecordId {
        RecordId { source: SourceId(0), offset: Offset(offset) }
    }

    fn records(offsets: &[u32]) -> Vec<RecordId> {
        offsets.iter().map(|offset| record(*offset)).collect()
    }

    /// Two transactions whose records stand mixed in the log: T0, T1, T0.
    fn mixed() -> Transactions {
        let mut store = Transactions::default();
        let note = &mut |_| {};
        store.begin(Time(0), note);
        store.begin(Time(1), note);
        store.write(T0, record(0), Time(2), note);
        store.write(T1, record(1), Time(3), note);
        store.write(T0, record(2), Time(4), note);
        store
    }

    fn commit(store: &mut Transactions, id: TransactionId, now: u32) {
        store.commit(id, Recommit::Idempotent, Time(now), &mut |_| {});
    }

    #[test]
    fn a_reader_of_committed_data_stands_still_at_the_first_open_transaction() {
        let mut store = mixed();
        commit(&mut store, T1, 5);
        let reading = read(&store, Readers::ReadCommitted);
        assert_eq!(reading.blocked, Some(Blocked { by: T0, since: Time(2) }));
        assert_eq!((reading.sees, reading.hidden), (vec![], records(&[1])));
        commit(&mut store, T0, 6);
        let reading = read(&store, Readers::ReadCommitted);
        assert_eq!(reading, Reading { sees: records(&[0, 1, 2]), ..Reading::default() });
    }

    #[test]
    fn it_goes_on_to_the_next_open_one_when_the_first_is_decided() {
        let mut store = mixed();
        commit(&mut store, T0, 5);
        let reading = read(&store, Readers::ReadCommitted);
        assert_eq!(reading.blocked, Some(Blocked { by: T1, since: Time(5) }));
        assert_eq!((reading.sees, reading.hidden), (records(&[0]), records(&[2])));
        store.abort(T1, Time(7), &mut |_| {});
        assert_eq!(read(&store, Readers::ReadCommitted).sees, records(&[0, 2]));
    }

    #[test]
    fn what_is_aborted_or_timed_out_is_skipped() {
        for expire in [false, true] {
            let mut store = mixed();
            commit(&mut store, T1, 5);
            if expire {
                store.expire_one(T0, Time(6), &mut |_| {});
            } else {
                store.abort(T0, Time(6), &mut |_| {});
            }
            let reading = read(&store, Readers::ReadCommitted);
            assert_eq!(reading, Reading { sees: records(&[1]), ..Reading::default() });
        }
    }

    #[test]
    fn an_open_transaction_without_records_holds_nobody_up() {
        let mut store = mixed();
        store.begin(Time(5), &mut |_| {});
        commit(&mut store, T0, 6);
        commit(&mut store, T1, 7);
        assert_eq!(read(&store, Readers::ReadCommitted).blocked, None);
    }

    #[test]
    fn a_reader_of_uncommitted_data_gets_everything_as_it_is_written() {
        let mut store = mixed();
        let all = records(&[0, 1, 2]);
        let reading = read(&store, Readers::ReadUncommitted);
        assert_eq!((&reading.sees, &reading.dirty, reading.blocked), (&all, &all, None));
        commit(&mut store, T1, 5);
        store.abort(T0, Time(6), &mut |_| {});
        let reading = read(&store, Readers::ReadUncommitted);
        assert_eq!((reading.sees, reading.dirty), (all, records(&[0, 2])));
    }

    #[test]
    fn it_gets_a_record_when_everything_before_it_is_decided() {
        let mut store = mixed();
        commit(&mut store, T1, 5);
        assert_eq!(got(&store, Readers::ReadCommitted), []);
        commit(&mut store, T0, 9);
        let at = |times: [u32; 3]| times.iter().zip(0..).map(|(at, n)| (record(n), Time(*at))).collect::<Vec<_>>();
        assert_eq!(got(&store, Readers::ReadCommitted), at([9, 9, 9]));
        assert_eq!(got(&store, Readers::ReadUncommitted), at([2, 3, 4]));
        store.commit(T1, Recommit::Reapply, Time(12), &mut |_| {});
        assert_eq!(got(&store, Readers::ReadCommitted)[3], (record(1), Time(12)));
    }

    #[test]
    fn a_commit_that_is_applied_again_stands_at_the_end_of_the_log() {
        let mut store = mixed();
        commit(&mut store, T0, 5);
        commit(&mut store, T1, 6);
        store.commit(T0, Recommit::Reapply, Time(7), &mut |_| {});
        assert_eq!(read(&store, Readers::ReadCommitted).sees, records(&[0, 1, 2, 0, 2]));
    }
}
