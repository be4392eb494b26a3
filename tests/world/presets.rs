//! The scenarios of the page that are about the world around the job come to their telling end.

use crate::support::{attempts, first, has, outcome, times, verdict};
use exactly_once_lab::app::presets::Preset;
use exactly_once_lab::run::Verdict::{self, Differs, Duplicates, ExactlyOnce, Loss};
use exactly_once_lab::run::{Latency, Run};
use exactly_once_lab::sim::fact::{AbortReason, Fact, Nothing, Refusal, TaskId};
use exactly_once_lab::sim::id::{CheckpointId, Time};
use serde_json::json;

fn lanes(id: &str) -> Vec<Run> {
    Run::lanes(&Preset::find(id).expect("a preset").scenario())
}

/// The lanes of a preset, whose verdicts have to be these.
fn ends_with(id: &str, verdicts: &[Verdict]) -> Vec<Run> {
    let lanes = lanes(id);
    let found: Vec<Verdict> = lanes.iter().map(verdict).collect();
    assert_eq!(found, verdicts, "{id}");
    lanes
}

fn overtaken(fact: &Fact) -> bool {
    matches!(fact, Fact::RecordsOvertaken { .. })
}

#[test]
fn timeout_below_downtime() {
    let lanes = ends_with("timeout-below-downtime", &[ExactlyOnce, Loss, Loss]);
    assert_eq!(outcome(&lanes[1])["job"], "failed");
    assert_eq!(
        (outcome(&lanes[2])["job"].clone(), outcome(&lanes[2])["missing"].clone()),
        ("finished".into(), json!([0, 1]))
    );
}

#[test]
fn blocked_reader() {
    let lanes = ends_with("blocked-reader", &[ExactlyOnce; 3]);
    let reader = |lane: usize| outcome(&lanes[lane])["reader"].clone();
    assert_eq!((&reader(0)["blocked_by"], &reader(0)["hidden"]), (&json!("T2"), &json!([2, 3, 4, 5])));
    assert_eq!((&reader(1)["blocked_by"], &reader(1)["sees"]), (&json!(null), &json!([0, 1, 2, 3, 4, 5])));
    assert_eq!(reader(2)["dirty"], json!([2, 3]));
}

#[test]
fn late_notification() {
    for run in ends_with("late-notification", &[ExactlyOnce; 4]) {
        let heard = run.facts.iter().filter_map(|noted| match noted.fact {
            Fact::NotificationReceived { checkpoint, .. } => Some(checkpoint.0),
            _ => None,
        });
        assert_eq!(heard.collect::<Vec<_>>(), [2, 1, 3]);
    }
}

#[test]
fn lost_reply() {
    let lanes = ends_with("lost-reply", &[ExactlyOnce, Duplicates, Loss, ExactlyOnce]);
    assert_eq!(lanes.iter().map(attempts).collect::<Vec<_>>(), [2, 2, 4, 1]);
}

#[test]
fn zombie() {
    let lanes = ends_with("zombie", &[Differs, ExactlyOnce, Duplicates, ExactlyOnce]);
    let fenced = |fact: &Fact| matches!(fact, Fact::RequestRefused { why: Refusal::Fenced });
    assert_eq!(lanes.iter().map(|run| has(run, fenced)).collect::<Vec<_>>(), [false, true, false, false]);
}

#[test]
fn alignment_and_at_least_once() {
    let aligned = ends_with("alignment", &[ExactlyOnce, ExactlyOnce]);
    let counted = ends_with("at-least-once", &[Differs, Differs]);
    let waits = |fact: &Fact| matches!(fact, Fact::AlignmentBegan { task: TaskId::Operator(_), .. });
    assert!(has(&aligned[0], waits) && has(&counted[0], waits));
    assert_eq!(outcome(&aligned[0])["final_counts"], json!({"a": 6, "b": 5}));
    assert_eq!(outcome(&counted[0])["final_counts"], json!({"a": 7, "b": 5}));
    // The gate stays closed long enough to be seen, and records come through the other one meanwhile.
    let closed = first(&aligned[0], waits);
    let open = first(&aligned[0], |fact| matches!(fact, Fact::SnapshotTaken { task: TaskId::Operator(_), .. }));
    assert!(open.since(closed) > Time(1_000));
    let between = times(&aligned[0], |fact| matches!(fact, Fact::RecordProcessed { .. }));
    assert_eq!(between.iter().filter(|at| closed <= **at && **at <= open).count(), 3);
}

#[test]
fn unaligned() {
    let lanes = ends_with("unaligned", &[Duplicates, ExactlyOnce, ExactlyOnce]);
    assert!(lanes.iter().all(|run| has(run, overtaken)));
}

#[test]
fn slow_sink() {
    for run in ends_with("slow-sink", &[ExactlyOnce, ExactlyOnce]) {
        let last = *times(&run, |fact| matches!(fact, Fact::RecordRead { .. })).last().expect("a record");
        let due = run.plan.logs[0].last().expect("a record").due;
        assert!(last.since(due) > Time(2_000), "{last}");
        let taken = |fact: &Fact| matches!(fact, Fact::CheckpointCompleted { checkpoint: CheckpointId(1), .. });
        assert!(first(&run, taken) > Time(14_000));
    }
}

#[test]
fn surge() {
    let lanes = ends_with("surge", &[Duplicates, ExactlyOnce, ExactlyOnce, ExactlyOnce]);
    // A record waits for those before it long after it has come.
    let (_, _, longest) = Latency::of(&lanes[0]).summary().expect("records");
    assert!(longest > Time(3_000), "{longest}");
}

#[test]
fn two_subtasks() {
    let lanes = ends_with("two-subtasks", &[ExactlyOnce, ExactlyOnce]);
    let committed = |fact: &Fact| matches!(fact, Fact::TransactionCommitted { .. });
    let crash = first(&lanes[0], |fact| matches!(fact, Fact::Crashed { .. }));
    let restored = first(&lanes[0], |fact| matches!(fact, Fact::Restoring { checkpoint: Some(_) }));
    let commits = times(&lanes[0], committed);
    assert!(commits[0] >= crash && commits[0] < restored && commits[1] > restored);
}

#[test]
fn files() {
    let lanes = ends_with("files", &[ExactlyOnce, ExactlyOnce, Duplicates]);
    assert!(outcome(&lanes[0])["files"].as_array().expect("files").len() > 1);
    assert!(has(&lanes[1], |fact| matches!(fact, Fact::FileTruncated { .. })));
}

#[test]
fn writer_committer() {
    ends_with("writer-committer", &[ExactlyOnce, Duplicates, ExactlyOnce]);
}

#[test]
fn client_buffer() {
    ends_with("client-buffer", &[ExactlyOnce, ExactlyOnce, Loss]);
}

#[test]
fn write_ahead_target() {
    ends_with("write-ahead-target", &[Duplicates, ExactlyOnce]);
}

#[test]
fn lost_notification() {
    for run in ends_with("lost-notification", &[ExactlyOnce; 4]) {
        assert!(has(&run, |fact| matches!(fact, Fact::NotificationLost { checkpoint: CheckpointId(1) })));
    }
}

#[test]
fn hot_key() {
    for run in ends_with("hot-key", &[Duplicates, ExactlyOnce]) {
        let waits = first(&run, |fact| matches!(fact, Fact::AlignmentBegan { task: TaskId::Sink(_), .. }));
        let goes_on = first(&run, |fact| matches!(fact, Fact::SnapshotTaken { task: TaskId::Sink(_), .. }));
        assert!(goes_on.since(waits) > Time(2_000));
    }
}

#[test]
fn several_checkpoints() {
    for run in ends_with("several-checkpoints", &[Duplicates, ExactlyOnce, ExactlyOnce]) {
        let pending = |at: &_| run.world_after(run.steps_until(*at)).job.map_or(0, |job| job.coordinator.pending.len());
        assert_eq!(run.times.iter().map(pending).max(), Some(3));
    }
}

#[test]
fn pause_between() {
    for run in ends_with("pause-between", &[Duplicates, ExactlyOnce]) {
        assert!(has(&run, |fact| matches!(fact, Fact::TriggerSkipped { why: Nothing::MinPause })));
    }
}

#[test]
fn checkpoint_timeout() {
    for run in ends_with("checkpoint-timeout", &[ExactlyOnce, ExactlyOnce]) {
        let timed_out = |fact: &Fact| matches!(fact, Fact::CheckpointAborted { why: AbortReason::TimedOut, .. });
        assert_eq!((times(&run, timed_out).len(), attempts(&run)), (1, 2));
    }
}

#[test]
fn store_away() {
    for run in ends_with("store-away", &[Duplicates, ExactlyOnce, ExactlyOnce]) {
        let away = |fact: &Fact| matches!(fact, Fact::CheckpointAborted { why: AbortReason::StoreAway, .. });
        assert!(has(&run, away) && attempts(&run) > 2);
    }
}

#[test]
fn external_away() {
    let lanes = ends_with("external-away", &[ExactlyOnce; 4]);
    // The write-ahead sink swallows the exception; the others restart until the system is back.
    let of: Vec<u32> = lanes.iter().map(attempts).collect();
    assert!(of[2] == 1 && of[0] > 2 && of[1] > 2 && of[3] > 1, "{of:?}");
}

#[test]
fn without_state() {
    for run in ends_with("without-state", &[Duplicates, ExactlyOnce, ExactlyOnce]) {
        assert_eq!(outcome(&run)["attempts"][1]["state"], json!({}));
    }
}
