//! Notifications that come late, and are overtaken (row P10).

use crate::support::{attempts, completed, first, has, lanes, run, times, verdict};
use exactly_once_lab::run::{Run, Verdict};
use exactly_once_lab::sim::fact::Fact;
use exactly_once_lab::sim::id::CheckpointId;
use serde_json::{json, Value};

/// A sink of every kind that has something to do about a notification, and one that has not.
fn sinks() -> Value {
    json!([
        {"kind": "append"}, {"kind": "upsert"}, {"kind": "write_ahead_log"},
        {"kind": "write_ahead_log", "target": "upsert"}, {"kind": "two_phase_commit"}, {"kind": "committer"}
    ])
}

fn heard(id: u32) -> impl Fn(&Fact) -> bool {
    move |fact| matches!(fact, Fact::NotificationReceived { checkpoint: CheckpointId(n), .. } if *n == id)
}

/// Facts of the outside and of batches from a moment on.
fn published_at(run: &Run, id: u32) -> usize {
    let at = first(run, heard(id));
    let step = run.facts.iter().find(|noted| noted.at == at && heard(id)(&noted.fact)).expect("it").step;
    let effect = |fact: &Fact| {
        matches!(
            fact,
            Fact::TransactionCommitted { .. }
                | Fact::CommittedBefore { .. }
                | Fact::CommittedAgain { .. }
                | Fact::BatchSending { .. }
                | Fact::BatchMarked { .. }
                | Fact::FileFinished { .. }
        )
    };
    // Until something else is handled.
    let later = run.facts.iter().filter(|noted| noted.step > step);
    later
        .take_while(|noted| !matches!(noted.fact, Fact::NotificationReceived { .. } | Fact::RecordRead { .. }))
        .filter(|noted| effect(&noted.fact))
        .count()
}

#[test]
fn a_late_notice_for_an_older_checkpoint_finds_nothing_and_does_no_harm() {
    let late = json!({"sinks": sinks(), "checkpointing": {"at": [2, 4]},
                      "faults": [{"delay_notification": 1, "by": 3}]});
    for run in lanes(late.clone()).into_iter().chain(lanes({
        let mut file = late;
        file["sinks"] = json!([{"kind": "file"}, {"kind": "file", "roll": "default"}, {"kind": "increment"}]);
        file
    })) {
        assert!(first(&run, heard(2)) < first(&run, heard(1)), "{:?}", run.plan.sink);
        assert_eq!(published_at(&run, 1), 0, "{:?}", run.plan.sink);
        assert_eq!((verdict(&run), attempts(&run)), (Verdict::ExactlyOnce, 1), "{:?}", run.plan.sink);
        assert_eq!(times(&run, |fact| matches!(fact, Fact::NotificationDelayed { .. })).len(), 1);
        assert!(has(&run, |fact| matches!(fact, Fact::JobFinished)));
    }
}

#[test]
fn the_overtaking_notice_publishes_what_the_late_one_would_have() {
    let run = run(json!({"sinks": [{"kind": "two_phase_commit"}], "checkpointing": {"at": [2, 4]},
                         "faults": [{"delay_notification": 1, "by": 3}]}));
    let commits = times(&run, |fact| matches!(fact, Fact::TransactionCommitted { .. }));
    assert!(commits[0] > first(&run, heard(2)) && commits[1] < first(&run, heard(1)));
}

#[test]
fn a_crash_takes_the_late_notice_with_it_and_recovery_commits() {
    let run = run(json!({"sinks": [{"kind": "two_phase_commit"}], "checkpointing": {"at": [2]},
                         "faults": [{"delay_notification": 1, "by": 5}, {"crash": true, "at": 4.5}]}));
    assert!(!has(&run, heard(1)));
    let commit = first(&run, |fact| matches!(fact, Fact::TransactionCommitted { .. }));
    assert!(commit > first(&run, |fact| matches!(fact, Fact::Crashed { .. })));
    assert_eq!(verdict(&run), Verdict::ExactlyOnce);
}

#[test]
fn the_end_of_the_job_waits_for_its_own_notice_and_not_for_older_ones() {
    let end = |faults: Value| {
        let run = run(json!({"sinks": [{"kind": "two_phase_commit"}], "checkpointing": {"at": [8]}, "faults": faults}));
        assert_eq!(verdict(&run), Verdict::ExactlyOnce);
        (first(&run, |fact| matches!(fact, Fact::JobFinished)), first(&run, completed(2)))
    };
    let (plain, _) = end(json!([]));
    let (older, _) = end(json!([{"delay_notification": 1, "by": 100}]));
    let (own, _) = end(json!([{"delay_notification": 2, "by": 100}]));
    assert!(older <= plain);
    assert_eq!(own, plain.plus(exactly_once_lab::sim::id::Time(100_000)));
}
