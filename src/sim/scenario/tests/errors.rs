//! What a stranger is told: one sentence for each mistake, with field, value and what is allowed.

mod faults;

use super::{document, schema};
use crate::sim::scenario::limits::{
    MAX_JSON_BYTES, MAX_NAME_BYTES, MAX_RECORDS, MAX_STORY_STEPS, MAX_TITLE_BYTES, MAX_TRIGGERS,
};
use crate::sim::scenario::{ErrorCode, Scenario, ScenarioError};
use expect_test::{expect, Expect};
use serde_json::json;
use std::collections::BTreeSet;

/// The error that `changes` make of the smallest scenario. The schema has to refuse the document too.
fn error(changes: &str) -> ScenarioError {
    let document = document(changes);
    schema::agree(&document);
    match Scenario::from_value(&document) {
        Err(error) => error,
        Ok(_) => panic!("no error: {changes}"),
    }
}

/// Code and sentence of the error that `changes` make of the smallest scenario.
fn check(changes: &str, sentence: Expect) {
    let error = error(changes);
    sentence.assert_eq(&format!("{}: {error}", error.code.as_str()));
}

fn check_text(text: &str, sentence: Expect) {
    let error = Scenario::from_json(text).expect_err(text);
    sentence.assert_eq(&format!("{}: {error}", error.code.as_str()));
}

#[test]
fn text_that_is_not_json() {
    check_text("", expect![[r#"bad_json: scenario: "" is not JSON; allowed: JSON text (look at line 1, column 0)"#]]);
    check_text(
        "{\"format\": 1,\n \"sinks\": [}",
        expect![[r#"bad_json: scenario: " "sinks": [}" is not JSON; allowed: JSON text (look at line 2, column 12)"#]],
    );
    check_text(
        "{\"format\": 1} and more",
        expect![[
            r#"bad_json: scenario: "{"format": 1} and more" is not JSON; allowed: JSON text (look at line 1, column 15)"#
        ]],
    );
    check_text("{\"format\": 1e999}", expect!["out_of_range: format: 1e999 is not allowed here; allowed: 1"]);
    check_text(
        "\"ein Bär, zwei Bären, drei Bären",
        expect![[
            r#"bad_json: scenario: " Bären, drei Bären" is not JSON; allowed: JSON text (look at line 1, column 35)"#
        ]],
    );
    check_text(
        &"[".repeat(1000),
        expect![[
            r#"bad_json: scenario: "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[" is not JSON; allowed: JSON text (look at line 1, column 128)"#
        ]],
    );
    check_text(
        &" ".repeat(MAX_JSON_BYTES + 1),
        expect!["too_long: scenario: 1000001 is too long; allowed: at most 1000000 bytes"],
    );
}

#[test]
fn a_byte_order_mark_is_no_mistake() {
    assert!(Scenario::from_json(&format!("\u{feff}{}", document("{}"))).is_ok());
}

#[test]
fn the_scenario_itself() {
    check_text("[]", expect!["wrong_type: scenario: [] is of the wrong type; allowed: an object"]);
    check_text("{}", expect!["missing_field: format: missing; allowed: 1"]);
    check(r#"{"format": null}"#, expect!["missing_field: format: missing; allowed: 1"]);
    check(r#"{"format": 2, "novelty": {}}"#, expect!["out_of_range: format: 2 is not allowed here; allowed: 1"]);
    check(r#"{"format": "1"}"#, expect![[r#"wrong_type: format: "1" is of the wrong type; allowed: 1"#]]);
    check(r#"{"sink": []}"#, expect!["unknown_field: sink: no such field here; allowed: format, title, records, sources, source, operator, parallelism, checkpointing, restart, timing, sinks, failure, mutant, faults, story"]);
    check(r#"{"title": ["a"]}"#, expect!["wrong_type: title: […] is of the wrong type; allowed: text"]);
    check(
        &json!({"title": "é".repeat(MAX_TITLE_BYTES / 2 + 1)}).to_string(),
        expect![[
            r#"too_long: title: "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé…" is too long; allowed: at most 200 bytes"#
        ]],
    );
    check(
        r#"{"failure": "explode"}"#,
        expect![[r#"unknown_value: failure: "explode" is not allowed here; allowed: kill, fail"#]],
    );
}

#[test]
fn records() {
    check(
        r#"{"records": null}"#,
        expect!["missing_field: scenario: a field is missing; allowed: exactly one of records, sources"],
    );
    check(r#"{"records": {}}"#, expect!["wrong_type: records: {} is of the wrong type; allowed: a list"]);
    check(r#"{"records": [[]]}"#, expect!["wrong_type: records[0]: [] is of the wrong type; allowed: an object"]);
    check(
        r#"{"records": [{"t": 1, "key": "a"}]}"#,
        expect!["missing_field: records[0].value: missing; allowed: a whole number from -1000000000 to 1000000000"],
    );
    check(
        r#"{"records": [{"t": 1, "key": "a", "value": 1, "colour": "red"}]}"#,
        expect!["unknown_field: records[0].colour: no such field here; allowed: t, key, value"],
    );
    check(r#"{"records": [{"t": -1, "key": "a", "value": 1}]}"#, expect!["out_of_range: records[0].t: -1 is not allowed here; allowed: 0 to 86400 seconds with at most three decimals"]);
    check(r#"{"records": [{"t": 86400.001, "key": "a", "value": 1}]}"#, expect!["out_of_range: records[0].t: 86400.001 is not allowed here; allowed: 0 to 86400 seconds with at most three decimals"]);
    check(r#"{"records": [{"t": 0.0005, "key": "a", "value": 1}]}"#, expect!["out_of_range: records[0].t: 0.0005 is not allowed here; allowed: 0 to 86400 seconds with at most three decimals"]);
    check(
        r#"{"records": [{"t": "1", "key": "a", "value": 1}]}"#,
        expect![[
            r#"wrong_type: records[0].t: "1" is of the wrong type; allowed: 0 to 86400 seconds with at most three decimals"#
        ]],
    );
    check(
        r#"{"records": [{"t": 2, "key": "a", "value": 1}, {"t": 1.5, "key": "a", "value": 1}]}"#,
        expect!["not_rising: records[1].t: 1.5 comes too early; allowed: 2 s or later"],
    );
}

#[test]
fn keys_and_values() {
    check(
        r#"{"records": [{"t": 1, "key": 1, "value": 1}]}"#,
        expect!["wrong_type: records[0].key: 1 is of the wrong type; allowed: text"],
    );
    check(
        r#"{"records": [{"t": 1, "key": "", "value": 1}]}"#,
        expect![[
            r#"bad_name: records[0].key: "" is not allowed here; allowed: at least one character, no control characters, no @ and no #"#
        ]],
    );
    check(
        r#"{"records": [{"t": 1, "key": "a@1", "value": 1}]}"#,
        expect![[
            r#"bad_name: records[0].key: "a@1" is not allowed here; allowed: at least one character, no control characters, no @ and no #"#
        ]],
    );
    check(
        r#"{"records": [{"t": 1, "key": "a#1", "value": 1}]}"#,
        expect![[
            r#"bad_name: records[0].key: "a#1" is not allowed here; allowed: at least one character, no control characters, no @ and no #"#
        ]],
    );
    check(
        r#"{"records": [{"t": 1, "key": "a\tb\u202e", "value": 1}]}"#,
        expect![[
            r#"bad_name: records[0].key: "a\u{9}b\u{202e}" is not allowed here; allowed: at least one character, no control characters, no @ and no #"#
        ]],
    );
    check(r#"{"records": [{"t": 1, "key": "a", "value": 1.5}]}"#, expect!["out_of_range: records[0].value: 1.5 is not allowed here; allowed: a whole number from -1000000000 to 1000000000"]);
    check(r#"{"records": [{"t": 1, "key": "a", "value": 1e300}]}"#, expect!["out_of_range: records[0].value: 1e+300 is not allowed here; allowed: a whole number from -1000000000 to 1000000000"]);
    check(r#"{"records": [{"t": 1, "key": "a", "value": -1000000001}]}"#, expect!["out_of_range: records[0].value: -1000000001 is not allowed here; allowed: a whole number from -1000000000 to 1000000000"]);
    check(r#"{"records": [{"t": 1, "key": "a", "value": null}]}"#, expect!["wrong_type: records[0].value: null is of the wrong type; allowed: a whole number from -1000000000 to 1000000000"]);
    let long = "x".repeat(MAX_NAME_BYTES + 1);
    check(
        &json!({"records": [{"t": 1, "key": long, "value": 1}]}).to_string(),
        expect![[
            r#"too_long: records[0].key: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" is too long; allowed: at most 40 bytes"#
        ]],
    );
    let many = vec![json!({"t": 1, "key": "a", "value": 1}); MAX_RECORDS + 1];
    check(
        &json!({ "records": many }).to_string(),
        expect!["too_many: records: 2001 are too many; allowed: at most 2000 records over all sources"],
    );
}

#[test]
fn sources() {
    let check_sources = |sources: serde_json::Value, sentence| {
        check(&json!({"records": null, "sources": sources}).to_string(), sentence);
    };
    check(
        r#"{"sources": []}"#,
        expect!["not_together: sources: [] does not go with the rest; allowed: only without records"],
    );
    check_sources(json!([]), expect!["too_few: sources: 0 are too few; allowed: at least 1 source"]);
    check_sources(json!([{"records": []}]), expect!["missing_field: sources[0].name: missing; allowed: text"]);
    check_sources(
        json!([{"name": "A B", "records": []}]),
        expect![[
            r#"bad_name: sources[0].name: "A B" is not allowed here; allowed: at least one character, no control characters, no white space and no ;"#
        ]],
    );
    check_sources(
        json!([{"name": "A;", "records": []}]),
        expect![[
            r#"bad_name: sources[0].name: "A;" is not allowed here; allowed: at least one character, no control characters, no white space and no ;"#
        ]],
    );
    check_sources(
        json!([{"name": "A", "records": []}, {"name": "A", "records": []}]),
        expect![[r#"duplicate_name: sources[1].name: "A" is there twice; allowed: a name that no other source has"#]],
    );
    check_sources(
        json!(vec![json!({"name": "A", "records": []}); 5]),
        expect!["too_many: sources: 5 are too many; allowed: at most 4 sources"],
    );
    let half = vec![json!({"t": 1, "key": "a", "value": 1}); MAX_RECORDS / 2 + 1];
    check_sources(
        json!([{"name": "A", "records": half}, {"name": "B", "records": half}]),
        expect!["too_many: sources[1].records: 2002 are too many; allowed: at most 2000 records over all sources"],
    );
}

#[test]
fn source_operator_and_parallelism() {
    check(r#"{"source": "log"}"#, expect![[r#"wrong_type: source: "log" is of the wrong type; allowed: an object"#]]);
    check(r#"{"source": {}}"#, expect!["missing_field: source.kind: missing; allowed: log, socket"]);
    check(
        r#"{"source": {"kind": "queue"}}"#,
        expect![[r#"unknown_value: source.kind: "queue" is not allowed here; allowed: log, socket"#]],
    );
    check(
        r#"{"operator": {"kind": 1}}"#,
        expect!["wrong_type: operator.kind: 1 is of the wrong type; allowed: count, pass"],
    );
    check(
        r#"{"operator": {"kind": "count", "window": 5}}"#,
        expect!["unknown_field: operator.window: no such field here; allowed: kind"],
    );
    check(
        r#"{"parallelism": {"operator": 5}}"#,
        expect!["out_of_range: parallelism.operator: 5 is not allowed here; allowed: a whole number from 1 to 4"],
    );
    check(
        r#"{"parallelism": {"sink": 0}}"#,
        expect!["out_of_range: parallelism.sink: 0 is not allowed here; allowed: a whole number from 1 to 4"],
    );
    check(r#"{"parallelism": 2}"#, expect!["wrong_type: parallelism: 2 is of the wrong type; allowed: an object"]);
}

#[test]
fn checkpointing() {
    let check_checkpointing =
        |checkpointing: &str, sentence| check(&format!("{{\"checkpointing\": {checkpointing}}}"), sentence);
    check_checkpointing(r#"{"interval": 0}"#, expect!["out_of_range: checkpointing.interval: 0 is not allowed here; allowed: 0.001 to 86400 seconds with at most three decimals"]);
    check_checkpointing(
        r#"{"at": 3}"#,
        expect!["wrong_type: checkpointing.at: 3 is of the wrong type; allowed: a list"],
    );
    check_checkpointing(
        r#"{"at": [3, 3]}"#,
        expect!["not_rising: checkpointing.at[1]: 3 comes too early; allowed: later than 3 s"],
    );
    check_checkpointing(
        r#"{"at": [3, 2.5]}"#,
        expect!["not_rising: checkpointing.at[1]: 2.5 comes too early; allowed: later than 3 s"],
    );
    check_checkpointing(
        &json!({"at": vec![1; MAX_TRIGGERS + 1]}).to_string(),
        expect!["too_many: checkpointing.at: 201 are too many; allowed: at most 200 moments"],
    );
    check_checkpointing(
        r#"{"mode": "at_most_once"}"#,
        expect![[
            r#"unknown_value: checkpointing.mode: "at_most_once" is not allowed here; allowed: exactly_once, at_least_once"#
        ]],
    );
    check_checkpointing(
        r#"{"unaligned": "yes"}"#,
        expect![[r#"wrong_type: checkpointing.unaligned: "yes" is of the wrong type; allowed: true or false"#]],
    );
    check_checkpointing(r#"{"unaligned": true, "mode": "at_least_once"}"#, expect!["not_together: checkpointing.unaligned: true does not go with the rest; allowed: only with checkpointing.mode exactly_once"]);
    check_checkpointing(r#"{"unaligned": true, "max_concurrent": 2}"#, expect!["not_together: checkpointing.unaligned: true does not go with the rest; allowed: only with checkpointing.max_concurrent 1"]);
    check_checkpointing(r#"{"min_pause": 1, "max_concurrent": 2}"#, expect!["not_together: checkpointing.min_pause: 1 does not go with the rest; allowed: only with checkpointing.max_concurrent 1"]);
    check_checkpointing(
        r#"{"max_concurrent": 9}"#,
        expect![
            "out_of_range: checkpointing.max_concurrent: 9 is not allowed here; allowed: a whole number from 1 to 8"
        ],
    );
    check_checkpointing(r#"{"timeout": 0}"#, expect!["out_of_range: checkpointing.timeout: 0 is not allowed here; allowed: 0.001 to 86400 seconds with at most three decimals"]);
    check_checkpointing(r#"{"tolerable_failures": 10001}"#, expect!["out_of_range: checkpointing.tolerable_failures: 10001 is not allowed here; allowed: a whole number from 0 to 10000"]);
}

#[test]
fn restart_and_timing() {
    check(r#"{"restart": {"delay": 1e6}}"#, expect!["out_of_range: restart.delay: 1000000.0 is not allowed here; allowed: 0 to 86400 seconds with at most three decimals"]);
    check(
        r#"{"restart": {"attempts": -1}}"#,
        expect!["out_of_range: restart.attempts: -1 is not allowed here; allowed: a whole number from 0 to 10000"],
    );
    check(
        r#"{"timing": "brsk"}"#,
        expect![[
            r#"unknown_value: timing: "brsk" is not allowed here; allowed: brisk, slow_sink, slow_store, slow_restart, tight_checkpoints"#
        ]],
    );
    check(r#"{"timing": 5}"#, expect!["wrong_type: timing: 5 is of the wrong type; allowed: text or an object"]);
    check(r#"{"timing": {"hop": 3600.5}}"#, expect!["out_of_range: timing.hop: 3600.5 is not allowed here; allowed: 0 to 3600 seconds with at most three decimals"]);
    check(r#"{"timing": {"jump": 1}}"#, expect!["unknown_field: timing.jump: no such field here; allowed: hop, process, request, snapshot, metadata, notify, deploy"]);
}

#[test]
fn sinks() {
    let check_sink = |sink: &str, sentence| check(&format!("{{\"sinks\": [{sink}]}}"), sentence);
    check(r#"{"sinks": null}"#, expect!["missing_field: sinks: missing; allowed: a list"]);
    check(
        &json!({"sinks": vec![json!({"kind": "append"}); 7]}).to_string(),
        expect!["too_many: sinks: 7 are too many; allowed: at most 6 sinks"],
    );
    check_sink("", expect!["too_few: sinks: 0 are too few; allowed: at least 1 sink"]);
    check_sink(r#""append""#, expect![[r#"wrong_type: sinks[0]: "append" is of the wrong type; allowed: an object"#]]);
    check_sink("{}", expect!["missing_field: sinks[0].kind: missing; allowed: append, upsert, increment, write_ahead_log, two_phase_commit, committer, file"]);
    check_sink(
        r#"{"kind": "kafka"}"#,
        expect![[
            r#"unknown_value: sinks[0].kind: "kafka" is not allowed here; allowed: append, upsert, increment, write_ahead_log, two_phase_commit, committer, file"#
        ]],
    );
    check_sink(
        r#"{"kind": "upsert", "flush": "never"}"#,
        expect!["unknown_field: sinks[0].flush: no such field here; allowed: kind, key"],
    );
    check_sink(
        r#"{"kind": "increment", "key": "record"}"#,
        expect!["unknown_field: sinks[0].key: no such field here; allowed: kind"],
    );
    check_sink(
        r#"{"kind": "append", "buffer": "4"}"#,
        expect![[r#"wrong_type: sinks[0].buffer: "4" is of the wrong type; allowed: a whole number from 0 to 10000"#]],
    );
    check_sink(
        r#"{"kind": "append", "flush": "always"}"#,
        expect![[r#"unknown_value: sinks[0].flush: "always" is not allowed here; allowed: at_barrier, never"#]],
    );
    check_sink(
        r#"{"kind": "write_ahead_log", "target": "file"}"#,
        expect![[r#"unknown_value: sinks[0].target: "file" is not allowed here; allowed: append, upsert"#]],
    );
    check_sink(r#"{"kind": "two_phase_commit", "transaction_timeout": 0}"#, expect!["out_of_range: sinks[0].transaction_timeout: 0 is not allowed here; allowed: 0.001 to 86400 seconds with at most three decimals"]);
    check_sink(r#"{"kind": "committer", "ignore_failures_after_timeout": true}"#, expect!["unknown_field: sinks[0].ignore_failures_after_timeout: no such field here; allowed: kind, commit, transaction_timeout, fencing, readers"]);
    check_sink(
        r#"{"kind": "file", "roll": "daily"}"#,
        expect![[r#"unknown_value: sinks[0].roll: "daily" is not allowed here; allowed: on_checkpoint, default"#]],
    );
}

#[test]
fn a_story_is_one_text() {
    check(r#"{"story": ["finish"]}"#, expect!["wrong_type: story: […] is of the wrong type; allowed: text"]);
    check(
        r#"{"story": "emit 1; emit x; finish"}"#,
        expect![[
            r#"bad_story_step: story[1]: "emit x" is not a step; allowed: in place of x: a whole number from 0 to 4294967295"#
        ]],
    );
    check(
        &json!({"story": "wait 1;".repeat(MAX_STORY_STEPS + 1)}).to_string(),
        expect!["too_many: story: 501 are too many; allowed: at most 500 steps"],
    );
}

#[test]
fn errors_for_programs() {
    let error = serde_json::to_string_pretty(&error(r#"{"restart": {"delay": -1}}"#)).expect("JSON");
    expect![[r#"
        {
          "code": "out_of_range",
          "field": "restart.delay",
          "value": "-1",
          "message": "restart.delay: -1 is not allowed here; allowed: 0 to 86400 seconds with at most three decimals"
        }"#]]
    .assert_eq(&error);
}

#[test]
fn an_error_repeats_only_a_little_of_what_it_got() {
    let long = "long ".repeat(1000);
    for changes in [json!({ "failure": long }), json!({"story": long}), json!({ long.clone(): 1 })] {
        let error = error(&changes.to_string());
        assert!(error.field.len() + error.value.len() < 200, "{error}");
    }
}

#[test]
fn codes_have_names_of_their_own() {
    let names: BTreeSet<&str> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(names.len(), ErrorCode::ALL.len());
}
