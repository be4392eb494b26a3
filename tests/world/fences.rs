//! Zombies: requests of a dead attempt that arrive when a new one has restored (rows P21, P23, B8).

use crate::support::{first, has, lanes, ms, outcome, run, times, verdict};
use exactly_once_lab::run::{Run, Verdict};
use exactly_once_lab::sim::fact::{Fact, Refusal};
use exactly_once_lab::sim::id::Time;
use serde_json::{json, Value};

/// The record of t = 4 is on its way to the outside when the job dies at 4.55; it arrives at 9.6.
fn zombie_write(sink: Value) -> Run {
    run(json!({"sinks": [sink], "checkpointing": {"at": [2]}, "records": crate::support::records(&["a"], 8),
               "faults": [{"crash": true, "at": 4.55, "in_flight": {"late": 5}}]}))
}

/// The commit of checkpoint 1 is on its way when the job dies, and arrives long after recovery has committed.
fn zombie_commit(sink: Value) -> Run {
    let timing = json!({"request": 0.4});
    let probe = json!({"sinks": [sink], "checkpointing": {"at": [2]}, "timing": timing});
    let notified = first(&run(probe.clone()), |fact| matches!(fact, Fact::NotificationReceived { .. }));
    let mut with_crash = probe;
    let at = notified.plus(Time(100)).seconds();
    with_crash["faults"] = json!([{"crash": true, "at": at, "in_flight": {"late": 6}}]);
    run(with_crash)
}

fn late(fact: &Fact) -> bool {
    matches!(fact, Fact::LateRequest { .. })
}

fn fenced(fact: &Fact) -> bool {
    matches!(fact, Fact::RequestRefused { why: Refusal::Fenced })
}

#[test]
fn what_is_held_up_outlives_its_attempt() {
    let run = zombie_write(json!({"kind": "append"}));
    assert_eq!(times(&run, |fact| matches!(fact, Fact::RequestsHeldUp { requests: 1 })), [ms(4_550)]);
    assert_eq!(times(&run, late), [ms(9_600)]);
}

#[test]
fn a_log_and_a_number_take_a_zombie() {
    // Offset 3 was replayed before the zombie came: there it is twice.
    let log = zombie_write(json!({"kind": "append"}));
    assert_eq!(verdict(&log), Verdict::Duplicates);
    let visible = outcome(&log)["visible"].clone();
    assert_eq!(visible.as_array().expect("a list").iter().filter(|offset| **offset == 3).count(), 2);
    assert_eq!(verdict(&zombie_write(json!({"kind": "increment"}))), Verdict::Duplicates);
}

#[test]
fn a_table_may_end_with_a_stale_value() {
    // The job has finished when the zombie puts an old count over the newest one.
    let run = run(json!({"sinks": [{"kind": "upsert"}], "checkpointing": {"at": [2]},
                         "records": crate::support::records(&["a"], 8),
                         "faults": [{"crash": true, "at": 4.55, "in_flight": {"late": 30}}]}));
    assert_eq!(verdict(&run), Verdict::Differs);
    assert_eq!(outcome(&run)["table"]["a"]["count"], 4);
    // In the middle of the run the next value repairs it.
    let run = crate::support::run(json!({"sinks": [{"kind": "upsert"}], "checkpointing": {"at": [2]},
        "records": crate::support::records(&["a"], 12),
        "faults": [{"crash": true, "at": 4.55, "in_flight": {"late": 5}}]}));
    assert_eq!(verdict(&run), Verdict::ExactlyOnce);
    assert!(has(&run, |fact| matches!(fact, Fact::ValuePut { went_back: true, .. })));
}

#[test]
fn a_transactional_store_turns_a_zombie_writer_away() {
    for kind in ["two_phase_commit", "committer"] {
        let run = zombie_write(json!({"kind": kind}));
        assert_eq!((times(&run, late).len(), times(&run, fenced).len()), (1, 1), "{kind}");
        assert_eq!(verdict(&run), Verdict::ExactlyOnce);
        // Without fencing it writes into a transaction that recovery has aborted, or that nobody will commit.
        let run = zombie_write(json!({"kind": kind, "fencing": false}));
        assert!(has(&run, late) && !has(&run, fenced));
        assert_eq!(verdict(&run), Verdict::ExactlyOnce);
    }
}

#[test]
fn a_late_commit_is_checked_when_it_is_applied() {
    for kind in ["two_phase_commit", "committer"] {
        let verdict_of = |commit: &str, fencing: bool| {
            let run = zombie_commit(json!({"kind": kind, "commit": commit, "fencing": fencing}));
            assert_eq!(times(&run, late).len(), 1, "{kind}");
            assert_eq!(has(&run, fenced), fencing, "{kind}");
            (verdict(&run), outcome(&run)["job"].clone())
        };
        for fencing in [true, false] {
            assert_eq!(verdict_of("idempotent", fencing), (Verdict::ExactlyOnce, "finished".into()));
            assert_eq!(verdict_of("strict", fencing), (Verdict::ExactlyOnce, "finished".into()));
        }
        assert_eq!(verdict_of("reapply", true), (Verdict::ExactlyOnce, "finished".into()));
        assert_eq!(verdict_of("reapply", false), (Verdict::Duplicates, "finished".into()));
    }
}

#[test]
fn a_file_belongs_to_the_attempt_that_has_its_lease() {
    for roll in ["on_checkpoint", "default"] {
        let run = zombie_write(json!({"kind": "file", "roll": roll}));
        assert_eq!(times(&run, fenced).len(), 1);
        assert_eq!(verdict(&run), Verdict::ExactlyOnce);
    }
}

#[test]
fn a_request_that_arrives_before_the_new_attempt_writes_is_no_zombie() {
    let scenario = json!({"sinks": [{"kind": "append"}, {"kind": "two_phase_commit"}], "checkpointing": {"at": [2]},
                          "faults": [{"crash": true, "at": 4.55, "in_flight": {"late": 1}}]});
    for run in lanes(scenario) {
        assert!(has(&run, |fact| matches!(fact, Fact::RequestsHeldUp { .. })));
        assert!(!has(&run, late) && !has(&run, fenced));
    }
}

#[test]
fn metadata_that_is_held_up_is_turned_away_by_the_checkpoint_store() {
    let run = run(json!({"sinks": [{"kind": "two_phase_commit"}], "checkpointing": {"at": [2]},
                         "faults": [{"crash": true, "when": {"fact": "all_acknowledged"}, "in_flight": {"late": 5}}]}));
    assert!(has(&run, |fact| matches!(fact, Fact::LateCompletionRefused { .. })));
    assert_eq!(outcome(&run)["attempts"][1]["checkpoint"], Value::Null);
    assert_eq!(verdict(&run), Verdict::ExactlyOnce);
}

#[test]
fn with_two_sink_subtasks_each_is_fenced_by_its_own_successor() {
    // The request of subtask 1 is held up; it is fenced though subtask 0 alone could not say so.
    let run = run(json!({"sinks": [{"kind": "two_phase_commit"}], "checkpointing": {"at": [2]},
                         "parallelism": {"sink": 2},
                         "faults": [{"crash": true, "at": 4.55, "in_flight": {"late": 5}}]}));
    assert_eq!((times(&run, late).len(), times(&run, fenced).len()), (1, 1));
    assert_eq!(verdict(&run), Verdict::ExactlyOnce);
}
