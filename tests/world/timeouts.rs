//! Checkpoints that take too long, and transactions that the store gives up (rows P9, P14).

use crate::support::{attempts, completed, first, has, lanes, outcome, run, times, verdict};
use exactly_once_lab::run::Verdict;
use exactly_once_lab::sim::fact::{AbortReason, Cause, Fact};
use exactly_once_lab::sim::id::CheckpointId;
use serde_json::{json, Value};

fn timed_out(fact: &Fact) -> bool {
    matches!(fact, Fact::CheckpointAborted { why: AbortReason::TimedOut, .. })
}

fn expired(fact: &Fact) -> bool {
    matches!(fact, Fact::TransactionExpired { .. })
}

/// A record on its way to a slow outside holds checkpoint 1 up: its last snapshot is taken at 5.5 and would be acknowledged
/// at 5.7, when the checkpoint has timed out. Checkpoint 2 finds the sink free.
fn slow_once(sink: Value, tolerable: u32) -> Value {
    json!({"sinks": [sink], "timing": {"request": 0.5},
           "records": [{"t": 1, "key": "a", "value": 1}, {"t": 2, "key": "a", "value": 2},
                       {"t": 14, "key": "a", "value": 3}],
           "checkpointing": {"at": [2.5, 9], "timeout": 3.1, "tolerable_failures": tolerable}})
}

#[test]
fn a_checkpoint_that_takes_too_long_is_aborted_and_its_transaction_goes_with_the_next() {
    let run = run(slow_once(json!({"kind": "two_phase_commit"}), 1));
    assert_eq!(times(&run, timed_out), [crate::support::ms(5_600)]);
    assert_eq!(attempts(&run), 1);
    // Nothing is aborted at the store: what was prepared for checkpoint 1 is committed with checkpoint 2.
    let aborted = |fact: &Fact| matches!(fact, Fact::TransactionAborted { .. });
    assert!(!has(&run, aborted));
    assert!(first(&run, |fact| matches!(fact, Fact::TransactionCommitted { .. })) > first(&run, completed(2)));
    assert_eq!(verdict(&run), Verdict::ExactlyOnce);
    assert_eq!(outcome(&run)["checkpoints"]["aborted"], json!([1]));
}

#[test]
fn a_late_acknowledgement_is_discarded() {
    let run = run(slow_once(json!({"kind": "two_phase_commit"}), 1));
    let taken = |fact: &Fact| matches!(fact, Fact::SnapshotTaken { checkpoint: CheckpointId(1), .. });
    let acknowledged = |fact: &Fact| matches!(fact, Fact::SnapshotAcknowledged { checkpoint: CheckpointId(1), .. });
    assert_eq!((times(&run, taken).len(), times(&run, acknowledged).len()), (3, 2));
    assert!(!has(&run, completed(1)));
}

#[test]
fn if_no_failure_is_tolerated_the_job_fails_over_and_recovery_begins_anew() {
    for kind in ["two_phase_commit", "committer"] {
        let run = run(slow_once(json!({"kind": kind}), 0));
        assert!(has(&run, |fact| matches!(fact, Fact::Crashed { cause: Cause::CheckpointFailures, .. })), "{kind}");
        // What was prepared is in no completed checkpoint: it stays, an orphan, and its records are written again.
        assert_eq!(outcome(&run)["transactions"]["T0"], "prepared");
        assert!(verdict(&run) == Verdict::ExactlyOnce && attempts(&run) > 1, "{kind}");
    }
}

#[test]
fn a_success_in_between_forgives_earlier_failures() {
    let aborts = |tolerable: u32| {
        let run = run(json!({"sinks": [{"kind": "append"}],
                             "checkpointing": {"at": [1, 2, 3, 4, 5], "tolerable_failures": tolerable},
                             "faults": [{"abort_checkpoint": 1}, {"abort_checkpoint": 3}, {"abort_checkpoint": 5}]}));
        attempts(&run)
    };
    assert_eq!((aborts(0) > 1, aborts(1)), (true, 1));
}

/// Row P14: prepared for checkpoint 1, complete but not notified; the job is down for longer than the store waits.
fn down_for_long(sink: Value) -> Value {
    json!({"sinks": [sink], "checkpointing": {"at": [2]}, "restart": {"delay": 6, "attempts": 3},
           "faults": [{"crash": true, "when": {"fact": "checkpoint_completed", "checkpoint": 1}}]})
}

#[test]
fn a_transaction_timeout_below_the_downtime_keeps_the_job_from_restoring() {
    for kind in ["two_phase_commit", "committer"] {
        let run = run(down_for_long(json!({"kind": kind, "transaction_timeout": 5})));
        assert_eq!(outcome(&run)["job"], "failed", "{kind}");
        assert_eq!(outcome(&run)["transactions"]["T0"], "expired");
        assert_eq!(verdict(&run), Verdict::Loss);
    }
}

#[test]
fn failures_after_the_timeout_may_be_ignored_and_that_is_loss() {
    let sink = json!({"kind": "two_phase_commit", "transaction_timeout": 5, "ignore_failures_after_timeout": true});
    let run = run(down_for_long(sink));
    assert!(has(&run, |fact| matches!(fact, Fact::CommitGivenUp { .. })));
    assert_eq!((outcome(&run)["job"].clone(), attempts(&run)), ("finished".into(), 2));
    assert_eq!(outcome(&run)["missing"], json!([0, 1]));
}

#[test]
fn a_timeout_above_the_downtime_only_delays() {
    let run = run(down_for_long(json!({"kind": "two_phase_commit", "transaction_timeout": 60})));
    assert_eq!((verdict(&run), attempts(&run)), (Verdict::ExactlyOnce, 2));
    // Time-outs of transactions that are decided already do nothing.
    assert!(!has(&run, expired));
}

#[test]
fn a_timeout_below_the_checkpoint_interval_hits_transactions_that_are_still_written_to() {
    let scenario = json!({"sinks": [{"kind": "two_phase_commit", "transaction_timeout": 2},
                                    {"kind": "committer", "transaction_timeout": 2}],
                          "checkpointing": {"interval": 5}, "restart": {"attempts": 3}});
    for run in lanes(scenario) {
        // The task fails as soon as it writes to it; nothing is lost, and nothing gets done either.
        assert!(first(&run, expired) < first(&run, |fact| matches!(fact, Fact::Crashed { .. })));
        assert!(has(&run, |fact| matches!(fact, Fact::Crashed { cause: Cause::Refused(_), .. })));
        assert_eq!((outcome(&run)["job"].clone(), outcome(&run)["visible"].clone()), ("failed".into(), json!([])));
    }
}

#[test]
fn an_orphan_holds_readers_up_until_the_store_times_it_out() {
    let orphan = |timeout: Value| {
        let mut sink = json!({"kind": "two_phase_commit"});
        if !timeout.is_null() {
            sink["transaction_timeout"] = timeout;
        }
        // Killed before any checkpoint: T0 is in no state, nobody aborts it.
        run(json!({"sinks": [sink], "checkpointing": {"at": [5]}, "faults": [{"crash": true, "at": 2.8}]}))
    };
    let never = outcome(&orphan(Value::Null));
    assert_eq!((&never["reader"]["blocked_by"], &never["reader"]["sees"]), (&json!("T0"), &json!([])));
    assert_eq!(never["reader"]["hidden"], json!([0, 1, 2, 3, 4, 5, 6, 7]));
    let timed = orphan(json!(7));
    assert!(has(&timed, expired));
    assert_eq!(outcome(&timed)["reader"]["blocked_by"], Value::Null);
    assert_eq!(outcome(&timed)["reader"]["sees"], json!([0, 1, 2, 3, 4, 5, 6, 7]));
}
