//! Replies that are lost: the request was carried out, its sender cannot know (misconception: "a lost reply is harmless").

use crate::support::{attempts, first, has, outcome, run, times, verdict};
use exactly_once_lab::run::{Run, Verdict};
use exactly_once_lab::sim::external::REPLY_TIMEOUT;
use exactly_once_lab::sim::fact::{Cause, Fact, Refusal};
use serde_json::{json, Value};

/// One checkpoint at 3; the nth reply to such a request is lost. Three restarts at most.
fn lost(sink: Value, request: &str, nth: u32) -> Run {
    run(json!({"sinks": [sink], "checkpointing": {"at": [3]}, "restart": {"attempts": 3},
               "faults": [{"lose_reply": request, "nth": nth}]}))
}

fn is_lost(fact: &Fact) -> bool {
    matches!(fact, Fact::ReplyLost { .. })
}

fn failed(fact: &Fact) -> bool {
    matches!(fact, Fact::Crashed { cause: Cause::NoReply, .. })
}

fn committed_before(fact: &Fact) -> bool {
    matches!(fact, Fact::CommittedBefore { .. })
}

#[test]
fn the_sink_waits_for_the_time_out_and_then_its_task_fails() {
    let run = lost(json!({"kind": "append"}), "append", 2);
    assert_eq!(times(&run, is_lost).len(), 1);
    assert_eq!(first(&run, failed), first(&run, is_lost).plus(REPLY_TIMEOUT));
    // The checkpoint at 3 could not pass the waiting sink.
    assert_eq!(outcome(&run)["attempts"][1]["offset"], 0);
    assert_eq!(verdict(&run), Verdict::Duplicates);
}

#[test]
fn a_second_put_changes_nothing_and_a_second_addition_counts_twice() {
    assert_eq!(verdict(&lost(json!({"kind": "upsert"}), "put", 2)), Verdict::ExactlyOnce);
    assert_eq!(verdict(&lost(json!({"kind": "increment"}), "add", 2)), Verdict::Duplicates);
}

#[test]
fn a_commit_without_a_reply_is_committed_again_by_recovery() {
    let run = lost(json!({"kind": "two_phase_commit"}), "commit", 1);
    assert!(has(&run, failed) && has(&run, committed_before));
    assert_eq!((verdict(&run), attempts(&run)), (Verdict::ExactlyOnce, 2));
}

#[test]
fn where_the_store_applies_it_again_everything_is_there_twice() {
    let run = lost(json!({"kind": "two_phase_commit", "commit": "reapply"}), "commit", 1);
    assert_eq!((verdict(&run), attempts(&run)), (Verdict::Duplicates, 2));
    assert_eq!(outcome(&run)["duplicates"], json!([0, 1, 2]));
}

#[test]
fn where_the_store_refuses_it_the_job_cannot_restore() {
    let run = lost(json!({"kind": "two_phase_commit", "commit": "strict"}), "commit", 1);
    assert_eq!(outcome(&run)["job"], "failed");
    let refused = |fact: &Fact| matches!(fact, Fact::RequestRefused { why: Refusal::AlreadyCommitted(_) });
    assert_eq!(times(&run, refused).len(), 3);
    assert_eq!(verdict(&run), Verdict::Loss);
}

#[test]
fn the_committer_tries_again_without_failing() {
    let run = lost(json!({"kind": "committer"}), "commit", 1);
    assert!(has(&run, |fact| matches!(fact, Fact::CommitRetried { .. })) && has(&run, committed_before));
    assert_eq!((verdict(&run), attempts(&run)), (Verdict::ExactlyOnce, 1));
    let run = lost(json!({"kind": "committer", "commit": "reapply"}), "commit", 1);
    assert_eq!((verdict(&run), attempts(&run)), (Verdict::Duplicates, 1));
}

#[test]
fn the_committer_tries_again_at_recovery_too() {
    let run = run(json!({"sinks": [{"kind": "committer"}], "checkpointing": {"at": [3]},
                         "faults": [{"crash": true, "when": {"fact": "checkpoint_completed", "checkpoint": 1}},
                                    {"lose_reply": "commit"}]}));
    assert_eq!((verdict(&run), attempts(&run)), (Verdict::ExactlyOnce, 2));
}

#[test]
fn the_committer_gives_in_after_ten_retries() {
    let faults: Vec<Value> = (1..=11).map(|nth| json!({"lose_reply": "commit", "nth": nth})).collect();
    let run = run(json!({"sinks": [{"kind": "committer"}], "checkpointing": {"at": [3]}, "faults": faults}));
    assert_eq!(times(&run, |fact| matches!(fact, Fact::CommitRetried { .. })).len(), 10);
    assert_eq!((verdict(&run), attempts(&run)), (Verdict::ExactlyOnce, 2));
}

#[test]
fn the_write_ahead_sink_swallows_it_and_asks_the_commit_table_next_time() {
    let run = lost(json!({"kind": "write_ahead_log"}), "mark", 1);
    assert!(has(&run, |fact| matches!(fact, Fact::BatchDropped { .. })));
    assert_eq!((verdict(&run), attempts(&run)), (Verdict::ExactlyOnce, 1));
    // In the middle of a batch: the next notification sends it again from its beginning.
    let run = lost(json!({"kind": "write_ahead_log"}), "append", 2);
    assert_eq!(outcome(&run)["duplicates"], json!([0, 1]));
    assert_eq!(attempts(&run), 1);
}

#[test]
fn before_the_commit_nothing_is_public_and_recovery_repairs_all() {
    for kind in ["two_phase_commit", "committer", "file"] {
        for request in ["begin", "write", "prepare", "commit", "abort"] {
            for nth in 1..=4 {
                let run = lost(json!({"kind": kind}), request, nth);
                assert_eq!(verdict(&run), Verdict::ExactlyOnce, "{kind} {request} {nth}");
            }
        }
    }
}

#[test]
fn a_begin_without_a_reply_leaves_an_orphan_that_nobody_knows() {
    let run = lost(json!({"kind": "two_phase_commit"}), "begin", 1);
    assert_eq!(outcome(&run)["transactions"]["T0"], "open");
}

#[test]
fn replies_are_counted_over_all_attempts_and_a_lane_without_such_requests_is_not_touched() {
    let run = lost(json!({"kind": "append"}), "append", 10_000);
    assert!(!has(&run, is_lost));
    let run = lost(json!({"kind": "append"}), "commit", 1);
    assert!(!has(&run, is_lost) && attempts(&run) == 1);
    let faults = json!([{"lose_reply": "append", "nth": 2}, {"lose_reply": "append", "nth": 4}]);
    let run = crate::support::run(json!({"sinks": [{"kind": "append"}], "faults": faults}));
    assert_eq!((times(&run, is_lost).len(), attempts(&run)), (2, 3));
}
