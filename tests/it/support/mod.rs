//! What several of the tests need.

pub mod compare;
pub mod flink;
pub mod told;

use exactly_once_lab::run::outcome::LaneOutcome;
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::plan::Plan;
use exactly_once_lab::sim::scenario::Scenario;
use serde_json::Value;

/// The scenario that a JSON value describes.
pub fn scenario(value: &Value) -> Scenario {
    Scenario::from_value(value).unwrap_or_else(|error| panic!("{error} in {value}"))
}

/// Runs the first lane.
pub fn run(scenario: &Scenario) -> Run {
    Run::new(Plan::new(scenario, 0))
}

/// What came out of a run, as JSON.
pub fn outcome(run: &Run) -> Value {
    serde_json::to_value(LaneOutcome::of(run)).expect("an outcome can be written")
}
