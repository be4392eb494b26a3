//! Table D: two-phase commit.

use crate::support::told::Told;
use exactly_once_lab::sim::fact::{Fact, Refusal};
use exactly_once_lab::sim::id::{Time, TransactionId};
use serde_json::{json, Value};

fn two_phase() -> Value {
    json!({"kind": "two_phase_commit"})
}

/// Three records are pre-committed, their checkpoint is complete, and something is armed before the sink hears of it.
fn armed(sink: Value, arm: &str) -> Told {
    Told::with(
        sink,
        json!({"restart": {"attempts": 3}, "story": format!("emit 3; barrier; complete; arm {arm}; notify; finish")}),
    )
}

fn committed(told: &Told, number: u32) -> usize {
    let is_it =
        |fact: &Fact| matches!(fact, Fact::TransactionCommitted { transaction: TransactionId(n), .. } if *n == number);
    told.first(&format!("commit of T{number}"), is_it)
}

#[test]
fn p0_a_transaction_that_has_only_begun_lingers_empty() {
    let fields = json!({"faults": [{"crash": true, "when": {"fact": "transaction_began"}}]});
    let told = Told::with(two_phase(), fields);
    told.is_exactly_once();
    assert_eq!((told.transaction(0), told.transaction(1)), ("open", "committed"));
}

#[test]
fn p1_what_was_written_behind_the_last_checkpoint_is_aborted_at_restore() {
    let told = Told::story(two_phase(), "emit 3; checkpoint; emit 5; crash; finish");
    told.is_exactly_once();
    assert_eq!((told.transaction(1), told.transaction(2)), ("aborted", "committed"));
}

#[test]
fn p2_prepared_but_not_acknowledged_is_aborted_at_restore_and_the_next_one_lingers() {
    let sinks_snapshot = json!({"fact": "snapshot_taken", "checkpoint": 2, "skip": 2});
    let fields = json!({"checkpointing": {"at": [3, 8]}, "faults": [{"crash": true, "when": sinks_snapshot}]});
    let told = Told::with(two_phase(), fields);
    told.is_exactly_once();
    let states = [1, 2, 3].map(|n| told.transaction(n));
    assert_eq!(states, ["aborted", "open", "committed"]);
}

#[test]
fn p3_acknowledged_but_not_complete_is_as_p2_and_a_lingering_transaction_may_hold_records() {
    let told = Told::story(two_phase(), "emit 3; checkpoint; emit 5; barrier; emit 7; crash; finish");
    told.is_exactly_once();
    let states = [1, 2, 3].map(|n| told.transaction(n));
    assert_eq!(states, ["aborted", "open", "committed"]);
    assert_eq!(told.run.end.outside.transactions.all[2].records.len(), 2);
}

#[test]
fn p4_complete_but_not_notified_is_committed_at_restore() {
    let told = Told::story(two_phase(), "emit 3; barrier; complete; crash; finish");
    told.is_exactly_once();
    let (restoring, commit) = (told.line("restoring checkpoint=1"), committed(&told, 0));
    assert!(restoring < commit && commit < told.line("job_running checkpoint=1 offsets=3"));
}

#[test]
fn p5_notified_but_not_committed_is_committed_at_restore() {
    let told = armed(two_phase(), "2pc.commit.before error");
    told.is_exactly_once();
    assert!(told.line("restoring checkpoint=1") < committed(&told, 0));
}

#[test]
fn p6_committed_but_not_known_depends_on_what_the_store_does_with_a_second_commit() {
    let with = |commit: &str| armed(json!({"kind": "two_phase_commit", "commit": commit}), "2pc.commit.after error");
    with("idempotent").is_exactly_once();
    assert_eq!(with("reapply").duplicates(), [0, 1, 2]);
    let stuck = with("strict");
    assert_eq!((stuck.job(), stuck.attempts(), stuck.missing()), ("failed", 1, vec![]));
}

#[test]
fn p7_the_same_commit_again_at_every_restore_does_nothing() {
    let told = Told::story(two_phase(), "emit 3; checkpoint; crash; crash; finish");
    told.is_exactly_once();
    let again = told.run.facts.iter().filter(|n| matches!(n.fact, Fact::CommittedBefore { .. })).count();
    assert_eq!(again, 2);
}

#[test]
fn p8_a_lost_notification_only_delays_to_the_next_checkpoint() {
    let fields = json!({"checkpointing": {"at": [3, 8]}, "faults": [{"lose_notification": 1}]});
    let told = Told::with(two_phase(), fields);
    told.is_exactly_once();
    assert!(committed(&told, 0) > told.line("notification_received task=sink checkpoint=2"));
    assert_eq!(told.attempts(), 1);
}

#[test]
fn p9_a_declined_checkpoint_aborts_no_transaction_and_the_next_one_commits_both() {
    let told = Told::story(two_phase(), "emit 3; barrier; abort; emit 5; checkpoint; cancel");
    assert_eq!(
        (told.visible(), told.transaction(0), told.transaction(1)),
        ((0..5).collect(), "committed", "committed")
    );
}

#[test]
fn p9_by_the_clock_a_declined_checkpoint_fails_the_job_unless_it_is_tolerated() {
    for (tolerable, attempts) in [(0, 2), (1, 1)] {
        let checkpointing = json!({"at": [3, 8], "tolerable_failures": tolerable});
        let told =
            Told::with(two_phase(), json!({"checkpointing": checkpointing, "faults": [{"abort_checkpoint": 1}]}));
        told.is_exactly_once();
        assert_eq!(told.attempts(), attempts);
    }
}

#[test]
fn p10_a_notification_that_comes_after_a_later_one_does_nothing() {
    let mut overtaken = 0;
    for seed in 0..60 {
        let fields = json!({
            "checkpointing": {"interval": 1, "max_concurrent": 4},
            "faults": [{"jitter": {"seed": seed, "up_to": 3}}],
        });
        let told = Told::with(two_phase(), fields);
        told.is_exactly_once();
        let heard: Vec<u32> = told
            .run
            .facts
            .iter()
            .filter_map(|noted| match noted.fact {
                Fact::NotificationReceived { checkpoint, .. } => Some(checkpoint.0),
                _ => None,
            })
            .collect();
        overtaken += u32::from(!heard.is_sorted());
    }
    assert!(overtaken > 0);
}

#[test]
fn p11_a_crash_between_the_commits_of_two_subtasks_shows_half_an_epoch_for_a_while() {
    let fields = json!({
        "parallelism": {"sink": 2},
        "checkpointing": {"at": [3]},
        "faults": [{"crash": true, "when": {"fact": "transaction_committed"}, "in_flight": "lost"}],
    });
    let told = Told::with(two_phase(), fields);
    told.is_exactly_once();
    let crash = told.first("crash", |fact| matches!(fact, Fact::Crashed { .. }));
    let world = told.run.world_after(told.run.facts[crash].step as usize + 1);
    let seen = world.outside.transactions.committed.len();
    assert!((1..3).contains(&seen), "{seen} of 3 records");
}

#[test]
fn p12_a_commit_that_throws_lets_the_others_be_committed_and_is_repeated_at_restore() {
    let story = "emit 3; barrier; abort; emit 5; barrier; complete; arm 2pc.commit.before exception; notify; finish";
    let told = Told::story(two_phase(), story);
    told.is_exactly_once();
    let crash = told.first("crash", |fact| matches!(fact, Fact::Crashed { .. }));
    assert!(committed(&told, 1) < crash && crash < committed(&told, 0));
}

#[test]
fn p12_a_commit_that_fails_with_a_known_reason_loses_its_records_and_the_job_goes_on() {
    let told = armed(json!({"kind": "committer"}), "committer.known_failure signal");
    assert_eq!((told.missing(), told.attempts(), told.job()), (vec![0, 1, 2], 1, "finished"));
}

#[test]
fn p13_a_crash_while_recovery_commits_is_repeated_without_harm() {
    for point in ["2pc.recover.before", "2pc.recover.after"] {
        let story = format!("emit 3; barrier; complete; arm {point} error 0 2; crash; finish");
        let told = Told::story(two_phase(), &story);
        told.is_exactly_once();
        assert_eq!(told.outcome["attempts"][1]["attempt"], 3);
    }
}

/// Down for longer than the store keeps a prepared transaction.
fn down_too_long(mut sink: Value, timeout: Option<u32>) -> Told {
    if let Some(timeout) = timeout {
        sink["transaction_timeout"] = json!(timeout);
    }
    let fields = json!({
        "checkpointing": {"at": [3]},
        "restart": {"delay": 20, "attempts": 3},
        "faults": [{"crash": true, "when": {"fact": "checkpoint_completed", "checkpoint": 1}}],
    });
    Told::with(sink, fields)
}

#[test]
fn p14_down_for_longer_than_the_stores_timeout_loses_the_prepared_records_or_the_job() {
    let ignoring = json!({"kind": "two_phase_commit", "ignore_failures_after_timeout": true});
    let told = down_too_long(ignoring, Some(15));
    assert_eq!((told.missing(), told.job()), (vec![0, 1, 2], "finished"));
    for sink in [two_phase(), json!({"kind": "committer"})] {
        let told = down_too_long(sink, Some(15));
        assert_eq!((told.job(), told.attempts(), told.transaction(0)), ("failed", 1, "expired"));
    }
}

#[test]
fn p14_a_store_that_keeps_prepared_transactions_for_ever_only_delays() {
    down_too_long(two_phase(), None).is_exactly_once();
}

#[test]
fn p16_a_cancelled_job_aborts_the_current_transaction_only() {
    let told = Told::story(two_phase(), "emit 3; barrier; complete; emit 5; cancel");
    assert_eq!((told.transaction(0), told.transaction(1)), ("prepared", "aborted"));
}

#[test]
fn p17_the_final_checkpoint_commits_the_tail_of_a_bounded_input() {
    let told = Told::story(two_phase(), "emit 3; checkpoint; end");
    assert_eq!(told.visible(), [0, 1, 2]);
    Told::story(two_phase(), "emit 3; checkpoint; end; complete_final; notify").is_exactly_once();
}

#[test]
fn p19_a_failure_after_the_savepoint_completed_resumes_from_the_savepoint() {
    let told = Told::story(
        two_phase(),
        "emit 3; checkpoint; emit 5; arm 2pc.commit.before error; stop_with_savepoint; finish",
    );
    assert_eq!((told.duplicates(), told.missing()), (vec![], vec![]));
    assert_eq!(told.outcome["attempts"][1]["offset"], 5);
}

#[test]
fn p20_a_reader_of_uncommitted_data_sees_the_aborted_records_and_their_replay() {
    let told = Told::story(
        json!({"kind": "two_phase_commit", "readers": "read_uncommitted"}),
        "emit 3; checkpoint; emit 5; crash; finish",
    );
    told.is_exactly_once();
    let written: Vec<u32> = told
        .run
        .facts
        .iter()
        .filter_map(|noted| match noted.fact {
            Fact::RecordWritten { record, .. } => Some(record.offset.0),
            _ => None,
        })
        .collect();
    assert_eq!(written, [0, 1, 2, 3, 4, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn p21_a_commit_of_a_dead_attempt_that_comes_late_is_refused_by_a_fence_and_applied_without_one() {
    let calm = Told::with(two_phase(), json!({"checkpointing": {"at": [3]}}));
    let heard = calm.run.facts[calm.line("notification_received task=sink checkpoint=1")].at;
    let crash = json!({"crash": true, "at": heard.plus(Time(50)), "in_flight": {"late": 5}});
    for (fencing, duplicates) in [(true, vec![]), (false, vec![0, 1, 2])] {
        let sink = json!({"kind": "two_phase_commit", "commit": "reapply", "fencing": fencing});
        let told = Told::with(sink, json!({"checkpointing": {"at": [3]}, "faults": [crash]}));
        assert_eq!((told.duplicates(), told.missing()), (duplicates, vec![]));
        let is_fenced = |fact: &Fact| matches!(fact, Fact::RequestRefused { why: Refusal::Fenced });
        assert_eq!(told.run.facts.iter().any(|noted| is_fenced(&noted.fact)), fencing);
    }
}

#[test]
fn p23_a_commit_on_its_way_at_the_crash_does_no_harm_whether_it_arrives_or_not() {
    let calm = Told::with(two_phase(), json!({"checkpointing": {"at": [3]}}));
    let heard = calm.run.facts[calm.line("notification_received task=sink checkpoint=1")].at;
    for in_flight in ["delivered", "lost"] {
        // The request takes 100 ms.
        let fault = json!({"crash": true, "at": heard.plus(Time(50)), "in_flight": in_flight});
        let told = Told::with(two_phase(), json!({"checkpointing": {"at": [3]}, "faults": [fault]}));
        told.is_exactly_once();
        assert_eq!(committed(&told, 0) < told.line("restoring checkpoint=1"), in_flight == "delivered");
    }
}
