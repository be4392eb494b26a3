//! All that happens in a run, as text: what host and browser have to agree on.

use exactly_once_lab::run::{outcome::LaneOutcome, table, view, Run};
use exactly_once_lab::sim::scenario::Scenario;
use std::fmt::Write;

/// Every lane: its table, its outcome, and how everything stands in the middle of the run.
pub fn trace(scenario: &Scenario) -> String {
    let mut text = String::new();
    for (index, run) in Run::lanes(scenario).iter().enumerate() {
        let outcome = serde_json::to_string_pretty(&LaneOutcome::of(run)).expect("JSON");
        let state = serde_json::to_string(&view::state(run, run.len() / 2)).expect("JSON");
        writeln!(text, "lane {}\n\n{}\n{outcome}\n\n{state}\n", index + 1, table::print(run)).expect("a String");
    }
    text
}
