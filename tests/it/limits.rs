//! What ends a run that would not end by itself, and what the largest scenarios take.

use crate::support::told::Told;
use exactly_once_lab::run::Outcome;
use exactly_once_lab::sim::fact::{Fact, Limit};
use exactly_once_lab::sim::scenario::{limits, Scenario};
use exactly_once_lab::sim::world::{MAX_ATTEMPTS, MAX_STEPS};
use serde_json::{json, Value};
use std::time::{Duration, Instant};

fn log(count: usize, at: impl Fn(usize) -> usize) -> Value {
    (0..count).map(|i| json!({"t": at(i), "key": (["a", "b", "c", "d"][i % 4]), "value": 1})).collect()
}

#[test]
fn a_run_of_too_many_steps_is_stopped_and_says_so() {
    let fields = json!({"records": log(2, |i| i * 86_400), "checkpointing": {"interval": 1}});
    let told = Told::with(json!({"kind": "append"}), fields);
    assert_eq!((told.job(), &told.outcome["stopped_by"]), ("running", &json!("step_limit")));
    assert_eq!(told.run.len(), MAX_STEPS as usize + 1);
    assert!(matches!(told.run.facts.last().map(|n| &n.fact), Some(Fact::LimitReached { limit: Limit::Steps })));
}

#[test]
fn a_restart_loop_is_stopped_after_the_last_attempt_and_says_so() {
    let fields = json!({"faults": [{"outage": "external", "from": 0, "to": 86_400}]});
    let told = Told::with(json!({"kind": "two_phase_commit"}), fields);
    assert_eq!((told.job(), &told.outcome["stopped_by"]), ("running", &json!("attempt_limit")));
    let begun = told.run.facts.iter().filter(|n| matches!(n.fact, Fact::Restoring { .. })).count();
    assert_eq!(begun, MAX_ATTEMPTS as usize);
    assert!(matches!(told.run.facts.last().map(|n| &n.fact), Some(Fact::LimitReached { limit: Limit::Attempts })));
}

#[test]
fn restarts_that_are_counted_end_the_job_as_failed_before_that() {
    let fields = json!({"restart": {"attempts": 3}, "faults": [{"outage": "external", "from": 0, "to": 86_400}]});
    let told = Told::with(json!({"kind": "two_phase_commit"}), fields);
    assert_eq!((told.job(), told.attempts()), ("failed", 0));
    assert_eq!(told.run.facts.iter().filter(|n| matches!(n.fact, Fact::Crashed { .. })).count(), 4);
}

#[test]
fn a_job_may_be_restarted_as_often_as_the_limit_allows() {
    let crashes: Vec<Value> =
        (0..limits::MAX_FAULTS).map(|i| json!({"crash": true, "at": 1.0 + i as f64 * 0.75})).collect();
    let told = Told::with(json!({"kind": "two_phase_commit"}), json!({"restart": {"delay": 0}, "faults": crashes}));
    told.is_exactly_once();
    assert_eq!(told.run.end.attempt.0, limits::MAX_FAULTS as u32);
}

#[test]
fn a_checkpoint_every_millisecond_skips_what_does_not_fit_and_finishes() {
    for kind in ["append", "upsert", "write_ahead_log", "two_phase_commit", "committer", "file"] {
        let told = Told::with(json!({"kind": kind}), json!({"checkpointing": {"interval": 0.001}}));
        told.is_exactly_once();
        assert!(told.has("trigger_skipped"));
    }
}

#[test]
fn two_thousand_records_at_once_or_one_after_another_finish() {
    for at in [|_| 0, |i| i / 2] {
        for kind in ["append", "increment", "write_ahead_log", "two_phase_commit", "file"] {
            let fields = json!({"records": log(limits::MAX_RECORDS, at), "checkpointing": {"interval": 10}});
            Told::with(json!({"kind": kind}), fields).is_exactly_once();
        }
    }
}

#[test]
fn a_story_of_as_many_steps_as_are_allowed_is_told() {
    let steps: Vec<String> = (0..limits::MAX_STORY_STEPS - 1)
        .map(|i| ["checkpoint", "crash", "emit 4", "fail"][i % 4].to_string())
        .collect();
    let story = steps.join("; ") + "; finish";
    let told = Told::story(json!({"kind": "two_phase_commit"}), &story);
    // Two of four steps are failures: the limit of attempts comes first.
    assert_eq!(&told.outcome["stopped_by"], &json!("attempt_limit"));
    let steps = vec!["checkpoint"; limits::MAX_STORY_STEPS - 1].join("; ") + "; finish";
    let told = Told::story(json!({"kind": "two_phase_commit"}), &steps);
    told.is_exactly_once();
    assert_eq!(told.run.end.store.completed.len(), limits::MAX_STORY_STEPS - 1);
}

#[test]
fn at_the_end_of_the_clock_time_stands_still_and_the_run_still_ends() {
    let fields = json!({
        "records": log(3, |_| 86_400),
        "restart": {"delay": 86_400},
        "timing": {"hop": 3_600, "process": 3_600, "request": 3_600, "deploy": 3_600},
        "faults": (0..60).map(|_| json!({"crash": true, "when": {"fact": "job_running"}})).collect::<Value>(),
    });
    let told = Told::with(json!({"kind": "two_phase_commit"}), fields);
    assert!(told.run.times.is_sorted());
    assert_eq!(told.run.end.now.0, u32::MAX);
    assert!(told.run.end.is_over());
}

#[test]
fn the_largest_scenario_is_done_in_a_few_seconds() {
    let sources: Vec<Value> =
        ["A", "B", "C", "D"].iter().map(|name| json!({"name": name, "records": log(500, |i| i * 170)})).collect();
    let sinks: Vec<Value> = ["append", "upsert", "write_ahead_log", "two_phase_commit", "committer", "file"]
        .iter()
        .map(|kind| json!({"kind": kind}))
        .collect();
    let document = json!({
        "format": 1,
        "sources": sources,
        "parallelism": {"operator": 4, "sink": 4},
        "checkpointing": {"interval": 0.001, "max_concurrent": 8},
        "sinks": sinks,
        "faults": [{"jitter": {"seed": 1, "up_to": 0.5}}],
    });
    let scenario = Scenario::from_value(&document).expect("a valid scenario");
    let begin = Instant::now();
    let outcome = Outcome::of(&scenario);
    let taken = begin.elapsed();
    println!("six lanes of {MAX_STEPS} steps: {taken:?}");
    assert!(outcome.lanes.iter().all(|lane| lane.stopped_by == Some("step_limit")));
    // Far more than it takes, for slow machines and builds that are not optimised.
    assert!(taken < Duration::from_secs(60), "{taken:?}");
}
