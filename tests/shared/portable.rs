//! Runs that have to be the same, fact by fact, on a 64-bit host and in 32-bit WebAssembly. They are recorded in
//! `tests/golden/portable.json`; the host's test records them, both check them.

use exactly_once_lab::run::{table, Run};
use exactly_once_lab::sim::plan::Plan;
use exactly_once_lab::sim::scenario::Scenario;
use serde_json::{json, Value};

/// Runs every lane of a scenario: its facts, a line each.
pub fn record(scenario: &Value) -> Value {
    let parsed = Scenario::from_value(scenario).unwrap_or_else(|error| panic!("{error} in {scenario}"));
    let lanes = (0..parsed.sinks.len()).map(|lane| {
        let text = table::print(&Run::new(Plan::new(&parsed, lane)));
        text.lines().map(Value::from).collect::<Value>()
    });
    json!({"scenario": scenario, "lanes": lanes.collect::<Value>()})
}

/// Runs what is recorded again; answers how many lines agree.
///
/// # Panics
/// At the first line that differs.
pub fn check(recorded: &str) -> usize {
    let recorded: Vec<Value> = serde_json::from_str(recorded).expect("a list of recorded runs");
    let mut lines = 0;
    for before in &recorded {
        let now = record(&before["scenario"]);
        for (lane, (before, now)) in list(&before["lanes"]).iter().zip(list(&now["lanes"])).enumerate() {
            for (before, now) in list(before).iter().zip(list(now)) {
                assert_eq!(before, now, "lane {lane}");
                lines += 1;
            }
        }
        assert_eq!(before, &now);
    }
    lines
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
