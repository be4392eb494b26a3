//! Whole runs as tables to read: each sink, each moment of a crash. After a change that is meant, write them anew with
//! `UPDATE_EXPECT=1 cargo test --test it golden`, and read the difference.

#[path = "../shared/portable.rs"]
mod portable;

use crate::support::{outcome, run, scenario};
use exactly_once_lab::run::table;
use expect_test::{expect_file, ExpectFile};
use serde_json::{json, Value};

/// Four records, a checkpoint after the first two.
fn document(sink: &Value, faults: &Value) -> Value {
    json!({
        "format": 1,
        "records": [
            {"t": 1, "key": "a", "value": 10},
            {"t": 2, "key": "b", "value": 20},
            {"t": 4, "key": "a", "value": 30},
            {"t": 6, "key": "b", "value": 40},
        ],
        "checkpointing": {"at": [2]},
        "sinks": [sink],
        "faults": faults,
    })
}

/// The crash in the middle of what the sink does to publish: a flush, a put, a batch, a commit that it does not know of.
fn mid_publishing(sink: &Value) -> Value {
    match sink["kind"].as_str().unwrap_or_default() {
        "append" => json!({"fact": "record_appended"}),
        "upsert" | "increment" => json!({"fact": "value_put", "skip": 1}),
        "write_ahead_log" => json!({"point": "wal.send.mid", "skip": 1}),
        "two_phase_commit" => json!({"point": "2pc.commit.after"}),
        "committer" => json!({"point": "committer.commit.after"}),
        _ => json!({"fact": "file_finished"}),
    }
}

/// The moments with their crashes.
fn moments(sink: &Value) -> [(&'static str, Vec<Value>); 6] {
    let completed = json!({"fact": "checkpoint_completed", "checkpoint": 1});
    [
        ("no-crash", vec![]),
        ("before-the-checkpoint", vec![json!({"crash": true, "at": 1.9})]),
        ("completed-not-notified", vec![json!({"crash": true, "when": completed})]),
        ("mid-publishing", vec![json!({"crash": true, "when": mid_publishing(sink)})]),
        ("after-the-notification", vec![json!({"crash": true, "at": 5.5})]),
        (
            "in-the-replay",
            vec![
                json!({"crash": true, "at": 5.5}),
                json!({"crash": true, "when": {"point": "sink.after@2", "skip": 1}}),
            ],
        ),
    ]
}

fn check_sink(name: &str, sink: &Value) {
    // Only these two do something about a failure that a kill leaves undone.
    let cleans_up = matches!(sink["kind"].as_str(), Some("two_phase_commit" | "committer"));
    for (moment, crashes) in moments(sink) {
        for how in ["kill", "fail"] {
            if how == "fail" && (!cleans_up || crashes.is_empty()) {
                continue;
            }
            let mut faults = crashes.clone();
            faults.iter_mut().filter(|_| how == "fail").for_each(|crash| crash["how"] = json!(how));
            let file = if how == "fail" { format!("{name}.{moment}.fail.txt") } else { format!("{name}.{moment}.txt") };
            golden(&file).assert_eq(&trace(&document(sink, &json!(faults))));
        }
    }
}

fn trace(document: &Value) -> String {
    let scenario = scenario(document);
    let run = run(&scenario);
    let verdict = &outcome(&run)["verdict"];
    format!("{}\n{verdict}\n\n{}", scenario.to_json(), table::print(&run))
}

fn golden(file: &str) -> ExpectFile {
    expect_file![format!("{}/tests/golden/{file}", env!("CARGO_MANIFEST_DIR"))]
}

#[test]
fn append_with_a_client_buffer() {
    check_sink("append", &json!({"kind": "append", "buffer": 4}));
}

#[test]
fn upsert() {
    check_sink("upsert", &json!({"kind": "upsert"}));
}

#[test]
fn increment() {
    check_sink("increment", &json!({"kind": "increment"}));
}

#[test]
fn write_ahead_log() {
    check_sink("write-ahead-log", &json!({"kind": "write_ahead_log"}));
}

#[test]
fn two_phase_commit() {
    check_sink("two-phase-commit", &json!({"kind": "two_phase_commit"}));
}

#[test]
fn committer() {
    check_sink("committer", &json!({"kind": "committer"}));
}

#[test]
fn file() {
    check_sink("file", &json!({"kind": "file"}));
}

/// What the scenarios of the page have nothing of: parallel tasks, barriers that are not aligned, jitter, a story.
fn portable_scenarios() -> Vec<Value> {
    let log = |step: u32| -> Value {
        (1..5).map(|i| json!({"t": i * step, "key": (["a", "b"][i as usize % 2]), "value": -i64::from(i)})).collect()
    };
    let wide = |checkpointing: Value, sink: &str| {
        json!({
            "format": 1,
            "sources": [{"name": "A", "records": log(1)}, {"name": "B", "records": log(2)}],
            "parallelism": {"operator": 2, "sink": 2},
            "checkpointing": checkpointing,
            "sinks": [{"kind": sink}],
            "faults": [{"crash": true, "at": 4.2}, {"jitter": {"seed": 4_000_000_000_u32, "up_to": 0.7}}],
        })
    };
    let mut story = document(&json!({"kind": "write_ahead_log"}), &json!([]));
    story["story"] = json!("emit 2; barrier; complete; arm wal.send.mid error 1; notify; emit 3; checkpoint; finish");
    vec![
        wide(json!({"interval": 1, "unaligned": true}), "two_phase_commit"),
        wide(json!({"interval": 1, "mode": "at_least_once", "max_concurrent": 3}), "file"),
        story,
    ]
}

#[test]
fn the_runs_recorded_for_webassembly_are_those_of_the_host() {
    let recorded: Vec<Value> = portable_scenarios().iter().map(portable::record).collect();
    let text = serde_json::to_string_pretty(&recorded).expect("JSON") + "\n";
    golden("portable.json").assert_eq(&text);
    assert!(portable::check(&text) > 200);
}
