//! What the job in `docs/flink` printed on a real Flink, held against the engine.

use super::read;
use exactly_once_lab::run::Outcome;
use exactly_once_lab::sim::scenario::Scenario;
use serde_json::{json, Value};

/// The outcomes that Flink's run ended with, one a sink.
fn printed() -> Vec<Value> {
    let expected = read("docs/flink/expected.txt");
    let outcomes = expected.lines().filter_map(|line| line.strip_prefix("outcome "));
    outcomes.map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// What a lane came to, as the job prints it.
fn as_printed(lane: &Value) -> Value {
    let list = |of: &Value| of.as_array().cloned().unwrap_or_default();
    let completed = [list(&lane["checkpoints"]["completed"]), list(&lane["checkpoints"]["final"])].concat();
    let offsets: Vec<&Value> = lane["attempts"].as_array().into_iter().flatten().map(|a| &a["offset"]).collect();
    let mut out = json!({ "sink": lane["sink"], "completed": completed, "offsets": offsets });
    if let Some(table) = lane.get("table") {
        let back = list(&lane["went_back"]);
        let back: Vec<Value> =
            back.iter().map(|b| json!({ "key": b["key"], "from": b["from"], "to": b["to"] })).collect();
        out["table"] = table.clone();
        out["went_back"] = back.into();
    } else {
        out["visible"] = lane["visible"].clone();
    }
    if let Some(transactions) = lane.get("transactions") {
        out["transactions"] = transactions.clone();
    }
    out
}

#[test]
fn the_lab_says_what_flink_printed() {
    let scenario = Scenario::from_json(&read("www/scenarios/running-example.json")).expect("the running example");
    let outcome = serde_json::to_value(Outcome::of(&scenario)).expect("an outcome");
    let lanes: Vec<Value> = outcome["lanes"].as_array().into_iter().flatten().map(as_printed).collect();
    assert_eq!(lanes.len(), 4);
    assert_eq!(printed(), lanes);
}

#[test]
fn the_job_reads_the_records_of_the_running_example() {
    let expected = read("docs/flink/expected.txt");
    let java = read("docs/flink/src/lab/RunningExample.java");
    let scenario: Value = serde_json::from_str(&read("www/scenarios/running-example.json")).expect("JSON");
    let records = scenario["records"].as_array().expect("records");
    for (offset, record) in records.iter().enumerate() {
        let (key, value) = (record["key"].as_str().expect("a key"), &record["value"]);
        let line = format!("record {offset} ({key} {value}) processed");
        assert!(expected.contains(&line), "{line}");
        let line = format!("new Record({}, \"{key}\", {value})", record["t"]);
        assert!(java.contains(&line), "{line}");
    }
    assert_eq!(java.matches("new Record(").count(), records.len());
}

#[test]
fn what_is_shown_of_the_output_is_in_the_output() {
    let expected = read("docs/flink/expected.txt");
    for file in ["docs/flink/README.md", "docs/flink/README.zh.md"] {
        let text = read(file);
        let shown: Vec<&str> = text.lines().filter(|line| line.starts_with("t=") || line.starts_with("== ")).collect();
        assert!(shown.len() > 30, "{file}");
        for line in shown {
            assert!(expected.contains(line), "{file}: {line}");
        }
    }
}
