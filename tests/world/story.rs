//! The story's words for the network and the world around: notifications late or lost, requests held up, replies lost,
//! outages. Each comes out as the fault by time does.

use crate::support::{attempts, has, outcome, run, verdict};
use exactly_once_lab::run::{Run, Verdict};
use exactly_once_lab::sim::fact::{AbortReason, Fact, Refusal};
use serde_json::{json, Value};

fn story(sink: Value, story: &str) -> Run {
    run(json!({"sinks": [sink], "story": story, "restart": {"attempts": 3}}))
}

fn two_phase() -> Value {
    json!({"kind": "two_phase_commit"})
}

fn skipped(run: &Run) -> Value {
    outcome(run)["skipped"].clone()
}

/// The checkpoints of which the sink heard, in order.
fn heard(run: &Run) -> Vec<u32> {
    let heard = run.facts.iter().filter_map(|noted| match noted.fact {
        Fact::NotificationReceived { checkpoint, .. } => Some(checkpoint.0),
        _ => None,
    });
    heard.collect()
}

#[test]
fn a_notification_that_comes_after_a_later_one_finds_nothing() {
    let run = story(two_phase(), "emit 2; barrier; complete; emit 4; barrier; complete; notify 2; notify 1; finish");
    assert_eq!((heard(&run), verdict(&run)), (vec![2, 1, 3], Verdict::ExactlyOnce));
    assert_eq!(skipped(&run), Value::Null);
}

#[test]
fn a_lost_notification_is_made_up_for_by_the_next_one() {
    let run = story(two_phase(), "emit 2; barrier; complete; lose_notification; emit 4; checkpoint; cancel");
    assert_eq!(heard(&run), [2]);
    assert_eq!(outcome(&run)["visible"], json!([0, 1, 2, 3]));
    let run =
        story(two_phase(), "emit 2; barrier; complete; emit 4; barrier; complete; lose_notification 2; notify; cancel");
    assert_eq!((heard(&run), outcome(&run)["visible"].clone()), (vec![1], json!([0, 1])));
}

#[test]
fn what_nobody_waits_to_hear_is_nothing_to_lose_or_to_notify_of() {
    let run = story(two_phase(), "lose_notification; emit 2; barrier; complete; notify 7; finish");
    assert_eq!(
        skipped(&run),
        json!([
            {"step": 0, "why": "nothing_to_notify"}, {"step": 4, "why": "nothing_to_notify"},
        ])
    );
}

#[test]
fn a_commit_that_is_held_up_comes_from_a_dead_attempt_and_is_fenced_off_or_applied_again() {
    let told = "emit 3; barrier; complete; hold commit; notify; crash; release; finish";
    let fenced = |fact: &Fact| matches!(fact, Fact::RequestRefused { why: Refusal::Fenced });
    for (fencing, expected) in [(true, Verdict::ExactlyOnce), (false, Verdict::Duplicates)] {
        let run = story(json!({"kind": "two_phase_commit", "commit": "reapply", "fencing": fencing}), told);
        assert_eq!((verdict(&run), has(&run, fenced)), (expected, fencing));
        assert!(has(&run, |fact| matches!(fact, Fact::LateRequest { .. })));
    }
    let run = story(json!({"kind": "two_phase_commit", "fencing": false}), told);
    assert_eq!(verdict(&run), Verdict::ExactlyOnce);
}

#[test]
fn a_request_that_is_held_up_and_released_in_time_only_took_long() {
    let run = story(json!({"kind": "append"}), "hold append 2; emit 4; release; release; finish");
    assert_eq!((verdict(&run), attempts(&run)), (Verdict::ExactlyOnce, 1));
    assert_eq!(skipped(&run), json!([{"step": 3, "why": "nothing_held"}]));
    assert!(!has(&run, |fact| matches!(fact, Fact::LateRequest { .. })));
}

#[test]
fn a_request_that_is_never_released_never_arrives() {
    let run = story(json!({"kind": "append"}), "hold append; emit 4; crash; finish");
    assert_eq!(verdict(&run), Verdict::ExactlyOnce);
    let run = story(json!({"kind": "append"}), "hold append 3; emit 4");
    assert_eq!((outcome(&run)["visible"].clone(), outcome(&run)["job"].clone()), (json!([0, 1]), json!("running")));
}

#[test]
fn a_reply_that_is_lost_makes_the_sink_commit_again() {
    let run = story(two_phase(), "emit 3; lose_reply commit; checkpoint; finish");
    assert_eq!((verdict(&run), attempts(&run)), (Verdict::ExactlyOnce, 2));
    let run = story(
        json!({"kind": "two_phase_commit", "commit": "reapply"}),
        "emit 3; lose_reply commit; checkpoint; finish",
    );
    assert_eq!(outcome(&run)["duplicates"], json!([0, 1, 2]));
}

#[test]
fn while_the_external_system_is_away_everything_is_refused() {
    let away = |fact: &Fact| matches!(fact, Fact::RequestRefused { why: Refusal::Away });
    let run = story(json!({"kind": "append"}), "emit 2; checkpoint; away external; emit 3; back external; finish");
    assert_eq!((verdict(&run), attempts(&run)), (Verdict::ExactlyOnce, 2));
    assert!(has(&run, away));
    let run = story(json!({"kind": "append"}), "away external; emit 1; emit 1; emit 1; emit 1; finish");
    assert_eq!((outcome(&run)["job"].clone(), attempts(&run)), (json!("failed"), 4));
}

#[test]
fn while_the_checkpoint_store_is_away_none_completes_and_none_is_restored() {
    let run = story(two_phase(), "emit 2; checkpoint; away checkpoint_store; emit 4; checkpoint; cancel");
    assert_eq!(outcome(&run)["checkpoints"], json!({"completed": [1], "final": [], "aborted": [2]}));
    let run = story(two_phase(), "emit 2; checkpoint; away checkpoint_store; crash; finish");
    assert_eq!(outcome(&run)["job"], json!("failed"));
    let run = story(two_phase(), "emit 2; checkpoint; away checkpoint_store; crash; back checkpoint_store; finish");
    assert_eq!(outcome(&run)["job"], json!("failed"), "it has been tried as often as it may before the next step");
}

#[test]
fn a_final_checkpoint_that_cannot_be_stored_waits_for_the_store_and_nothing_goes_round_in_circles() {
    let refused = |fact: &Fact| matches!(fact, Fact::CheckpointAborted { why: AbortReason::StoreAway, .. });
    let kinds = [json!({"kind": "append"}), json!({"kind": "write_ahead_log"}), two_phase(), json!({"kind": "file"})];
    for sink in kinds {
        for away in ["away checkpoint_store", "emit 2; checkpoint; away checkpoint_store; emit 3; checkpoint"] {
            for end in ["finish", "end; complete_final", "finish; checkpoint; barrier; notify"] {
                let told = format!("{away}; {end}");
                // For good: the job is still there at the end, and nothing that waits for that checkpoint has come out.
                let run = story(sink.clone(), &told);
                assert!(run.len() < 1_000, "{sink}, {told}: {} steps", run.len());
                assert_eq!(outcome(&run)["job"], json!("running"), "{sink}, {told}");
                assert!(outcome(&run).get("stopped_by").is_none_or(serde_json::Value::is_null), "{sink}, {told}");
                assert!(has(&run, refused), "{sink}, {told}");
                // Brought back, it is tried again, and the job finishes as if nothing had been.
                let told = format!("{told}; back checkpoint_store; finish");
                let run = story(sink.clone(), &told);
                assert_eq!((outcome(&run)["job"].clone(), verdict(&run)), (json!("finished"), Verdict::ExactlyOnce));
            }
        }
    }
}
