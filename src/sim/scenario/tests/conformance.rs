//! Every scenario that was run on real Flink is read, and comes back as it was.

use crate::sim::scenario::{Drive, Scenario};
use serde_json::Value;

fn check(file: &str, count: usize) {
    let path = format!("{}/tests/data/conformance/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        let scenario =
            Scenario::from_value(&case["scenario"]).unwrap_or_else(|error| panic!("{}: {error}", case["id"]));
        let Drive::Story(steps) = &scenario.drive else {
            panic!("{}: no story", case["id"]);
        };
        assert!(!steps.is_empty(), "{}", case["id"]);
        assert_eq!(Scenario::from_json(&scenario.to_json()), Ok(scenario), "{}", case["id"]);
    }
    assert_eq!(text.lines().count(), count);
}

#[test]
fn the_cases_with_one_source_are_read() {
    check("flink.jsonl", 644);
}

#[test]
fn the_cases_on_alignment_are_read() {
    check("alignment.jsonl", 6);
}
