//! The experiments that were run on real Flink, from `tests/data/conformance`.

use super::scenario;
use exactly_once_lab::sim::scenario::Scenario;
use serde_json::Value;

/// One experiment.
pub struct Case {
    /// As `grid1/k3_m6_complete/W1/append`.
    pub id: String,
    /// What was run.
    pub scenario: Scenario,
    /// The story as it stands in the file.
    pub story: String,
    /// What came out.
    pub expect: Value,
}

impl Case {
    /// The first part of the id.
    pub fn group(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// Has the id this part?
    pub fn is_of(&self, part: &str) -> bool {
        self.id.split('/').any(|p| p == part)
    }
}

/// All experiments with one source.
pub fn one_source() -> Vec<Case> {
    read("flink.jsonl")
}

/// The experiments on alignment, with two sources.
pub fn two_sources() -> Vec<Case> {
    read("alignment.jsonl")
}

fn read(file: &str) -> Vec<Case> {
    let path = format!("{}/tests/data/conformance/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(case).collect()
}

fn case(line: &str) -> Case {
    let mut case: Value = serde_json::from_str(line).expect("a line of JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    Case {
        id: text(&case["id"]),
        scenario: scenario(&case["scenario"]),
        story: text(&case["scenario"]["story"]),
        expect: case["expect"].take(),
    }
}
