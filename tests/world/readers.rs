//! What readers of the transactional store get, at any moment (rows P11, P20).

use crate::support::{completed, first, has, ms, outcome, records, run, times, verdict};
use exactly_once_lab::run::readers::{read, Reading};
use exactly_once_lab::run::{Latency, Run, Verdict};
use exactly_once_lab::sim::fact::{Fact, RecordId};
use exactly_once_lab::sim::id::{Offset, SourceId, Time};
use exactly_once_lab::sim::scenario::Readers;
use serde_json::{json, Value};

fn reading_at(run: &Run, at: Time, readers: Readers) -> Reading {
    read(&run.world_after(run.steps_until(at)).outside.transactions, readers)
}

fn offsets(records: &[RecordId]) -> Vec<u32> {
    records.iter().map(|record| record.offset.0).collect()
}

/// Row P20: crash in the middle of an interval; what it had written is aborted and written again.
fn crashed(readers: &str) -> Run {
    run(json!({"sinks": [{"kind": "two_phase_commit", "readers": readers}], "checkpointing": {"at": [2]},
               "faults": [{"crash": true, "at": 4.8}]}))
}

#[test]
fn a_reader_of_uncommitted_data_sees_what_is_aborted_and_sees_it_again() {
    let reader = outcome(&crashed("read_uncommitted"))["reader"].clone();
    assert_eq!(reader["sees"], json!([0, 1, 2, 3, 2, 3, 4, 5, 6, 7]));
    assert_eq!((&reader["dirty"], &reader["hidden"]), (&json!([2, 3]), &json!([])));
    assert_eq!(reader["blocked_by"], Value::Null);
}

#[test]
fn the_log_itself_is_right() {
    for readers in ["read_committed", "read_uncommitted"] {
        let run = crashed(readers);
        assert_eq!(
            (verdict(&run), outcome(&run)["visible"].clone()),
            (Verdict::ExactlyOnce, json!([0, 1, 2, 3, 4, 5, 6, 7]))
        );
    }
    let reader = outcome(&crashed("read_committed"))["reader"].clone();
    assert_eq!(reader["sees"], json!([0, 1, 2, 3, 4, 5, 6, 7]));
    assert_eq!((&reader["dirty"], &reader["hidden"], &reader["blocked_by"]), (&json!([]), &json!([]), &Value::Null));
}

#[test]
fn only_stores_with_transactions_have_such_readers() {
    let reader = |sink: Value| outcome(&run(json!({"sinks": [sink]})))["reader"].clone();
    assert!(reader(json!({"kind": "committer"})).is_object());
    assert!(reader(json!({"kind": "append"})).is_null() && reader(json!({"kind": "file"})).is_null());
}

#[test]
fn what_a_reader_has_got_only_grows() {
    for kind in ["read_committed", "read_uncommitted"] {
        let run = crashed(kind);
        for readers in [Readers::ReadCommitted, Readers::ReadUncommitted] {
            let mut before: Vec<RecordId> = Vec::new();
            for steps in 0..=run.len() {
                let reading = read(&run.world_after(steps).outside.transactions, readers);
                assert!(reading.sees.starts_with(&before), "after {steps} steps");
                before = reading.sees;
            }
        }
    }
}

#[test]
fn what_is_committed_behind_an_orphan_is_there_and_nobody_can_read_it() {
    // Checkpoint 2 is declined: T2, begun at its barrier, is in no state that anyone restores. It has offset 4 in it.
    let run = run(json!({"sinks": [{"kind": "two_phase_commit"}],
                         "checkpointing": {"at": [2, 4], "tolerable_failures": 1},
                         "faults": [{"abort_checkpoint": 2}, {"crash": true, "at": 5.8}]}));
    let outcome = outcome(&run);
    assert_eq!(outcome["visible"], json!([0, 1, 2, 3, 4, 5, 6, 7]));
    assert_eq!((&outcome["transactions"]["T1"], &outcome["transactions"]["T2"]), (&json!("aborted"), &json!("open")));
    let reader = &outcome["reader"];
    assert_eq!((&reader["sees"], &reader["blocked_by"]), (&json!([0, 1]), &json!("T2")));
    assert_eq!((&reader["hidden"], &reader["dirty"]), (&json!([2, 3, 4, 5, 6, 7]), &json!([])));
}

#[test]
fn that_committed_records_are_hidden_is_told_at_the_commit() {
    let run = |readers: &str| {
        run(json!({"sinks": [{"kind": "two_phase_commit", "readers": readers}],
                   "checkpointing": {"at": [2, 4], "tolerable_failures": 1},
                   "faults": [{"abort_checkpoint": 2}, {"crash": true, "at": 5.8}]}))
    };
    let blocked = |run: &Run| -> Vec<(u32, u32)> {
        let told = run.facts.iter().filter_map(|noted| match noted.fact {
            Fact::ReadersBlocked { transaction, records } => Some((transaction.0, records)),
            _ => None,
        });
        told.collect()
    };
    let careful = run("read_committed");
    let hidden = outcome(&careful)["reader"]["hidden"].as_array().expect("a list").len() as u32;
    assert_eq!(blocked(&careful), [(2, hidden)]);
    assert_eq!(blocked(&run("read_uncommitted")), []);
}

#[test]
fn latency_counts_until_the_reader_has_got_it_and_not_to_the_commit() {
    let with = |readers: &str| {
        run(json!({"sinks": [{"kind": "two_phase_commit", "readers": readers, "transaction_timeout": 20}],
                   "checkpointing": {"at": [2, 4], "tolerable_failures": 1},
                   "faults": [{"abort_checkpoint": 2}, {"crash": true, "at": 5.8}]}))
    };
    let longest = |run: &Run| Latency::of(run).summary().expect("something is readable").2;
    let (committed, uncommitted) = (with("read_committed"), with("read_uncommitted"));
    // The orphan began at the barrier of checkpoint 2, soon after 4, and is timed out 20 seconds later; offset 2 of t = 3
    // was committed long before.
    let commit = times(&committed, |fact| matches!(fact, Fact::TransactionCommitted { .. }))[1];
    let freed = first(&committed, |fact| matches!(fact, Fact::TransactionExpired { .. }));
    assert!(commit < ms(15_000) && freed > ms(24_000));
    assert_eq!(longest(&committed), freed.since(ms(3_000)));
    // The longest wait is that of a record which came while the job was down.
    assert!(longest(&uncommitted) < ms(4_000), "{}", longest(&uncommitted));
}

#[test]
fn it_stands_still_since_the_first_record_of_the_open_transaction_was_written() {
    let run = run(json!({"sinks": [{"kind": "two_phase_commit"}], "checkpointing": {"at": [5]},
                         "faults": [{"crash": true, "at": 2.8}]}));
    let written = first(&run, |fact| matches!(fact, Fact::RecordWritten { .. }));
    let record = RecordId { source: SourceId(0), offset: Offset(0) };
    for at in [written, ms(5_000), run.duration()] {
        let reading = reading_at(&run, at, Readers::ReadCommitted);
        let blocked = reading.blocked.expect("an orphan");
        assert_eq!((blocked.by.0, blocked.since, reading.sees), (0, written, vec![]));
    }
    assert_eq!(reading_at(&run, written, Readers::ReadUncommitted).sees, [record]);
    let before = Time(written.0 - 1);
    assert_eq!(reading_at(&run, before, Readers::ReadCommitted), Reading::default());
}

/// Rows P11, P22: two sink subtasks, one of which commits. Key a belongs to subtask 1, key b to subtask 0.
fn two_subtasks() -> Run {
    run(json!({"sinks": [{"kind": "two_phase_commit"}], "parallelism": {"sink": 2}, "checkpointing": {"at": [4]},
               "records": records(&["a", "b"], 8),
               "faults": [{"crash": true, "when": {"point": "2pc.commit.before", "skip": 1}}]}))
}

#[test]
fn when_one_subtask_commits_and_another_dies_readers_see_half_until_recovery() {
    let run = two_subtasks();
    let crash = first(&run, |fact| matches!(fact, Fact::Crashed { .. }));
    let commits = times(&run, |fact| matches!(fact, Fact::TransactionCommitted { .. }));
    let restored = first(&run, |fact| matches!(fact, Fact::Restoring { checkpoint: Some(_) }));
    assert!(commits[0] < restored && commits[1] > restored && crash > first(&run, completed(1)));
    // The records of the other subtask stand between: a reader waits for them where its log is one partition.
    let half = run.world_after(run.steps_until(Time(restored.0 - 1))).outside.transactions;
    let readable = offsets(&half.committed);
    assert!(readable == [0, 2] || readable == [1, 3], "{readable:?}");
    assert!(read(&half, Readers::ReadCommitted).blocked.is_some());
    // Recovery commits the rest, and the first once more.
    assert!(has(&run, |fact| matches!(fact, Fact::CommittedBefore { .. })));
    assert_eq!(verdict(&run), Verdict::ExactlyOnce);
}

#[test]
fn records_of_two_open_transactions_stand_mixed_in_the_log() {
    let run = two_subtasks();
    let log: Vec<u32> = run.end.outside.transactions.written.iter().map(|written| written.transaction.0).collect();
    assert!(log[..4] == [1, 0, 1, 0] || log[..4] == [0, 1, 0, 1], "{log:?}");
}
