//! Scenarios in a few words, and what is looked at in their runs.

use exactly_once_lab::run::outcome::LaneOutcome;
use exactly_once_lab::run::{Run, Verdict};
use exactly_once_lab::sim::fact::Fact;
use exactly_once_lab::sim::id::{CheckpointId, Time};
use exactly_once_lab::sim::scenario::Scenario;
use serde_json::{json, Value};

/// One record every second from 1 on, the keys taken in turn; the value is ten times the second.
pub fn records(keys: &[&str], count: u32) -> Value {
    (0..count).map(|i| json!({"t": i + 1, "key": keys[i as usize % keys.len()], "value": 10 * (i + 1)})).collect()
}

/// The scenario of these fields; `records` are eight of two keys unless they are given.
pub fn scenario(fields: Value) -> Scenario {
    let mut all = json!({"format": 1});
    if fields.get("records").is_none() && fields.get("sources").is_none() {
        all["records"] = records(&["a", "b"], 8);
    }
    for (name, value) in fields.as_object().expect("fields") {
        all[name] = value.clone();
    }
    Scenario::from_value(&all).unwrap_or_else(|error| panic!("{all}: {error}"))
}

/// The runs of all lanes.
pub fn lanes(fields: Value) -> Vec<Run> {
    Run::lanes(&scenario(fields))
}

/// The run of the only lane.
pub fn run(fields: Value) -> Run {
    lanes(fields).remove(0)
}

/// When facts of this kind happened.
pub fn times(run: &Run, is_it: impl Fn(&Fact) -> bool) -> Vec<Time> {
    run.facts.iter().filter(|noted| is_it(&noted.fact)).map(|noted| noted.at).collect()
}

/// When the first fact of this kind happened.
pub fn first(run: &Run, is_it: impl Fn(&Fact) -> bool) -> Time {
    *times(run, is_it).first().expect("such a fact")
}

pub fn has(run: &Run, is_it: impl Fn(&Fact) -> bool) -> bool {
    !times(run, is_it).is_empty()
}

/// Attempts that the run came to.
pub fn attempts(run: &Run) -> u32 {
    run.end.attempt.0 + 1
}

pub fn verdict(run: &Run) -> Verdict {
    run.judge().verdict
}

/// The outcome of a lane as JSON.
pub fn outcome(run: &Run) -> Value {
    serde_json::to_value(LaneOutcome::of(run)).expect("JSON")
}

pub fn completed(id: u32) -> impl Fn(&Fact) -> bool {
    move |fact| matches!(fact, Fact::CheckpointCompleted { checkpoint: CheckpointId(n), .. } if *n == id)
}

/// A moment in milliseconds.
pub fn ms(time: u32) -> Time {
    Time(time)
}
