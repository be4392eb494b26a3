//! The command line: what goes in, what comes out, and with which exit status.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const GOOD: &str =
    r#"{"format": 1, "records": [{"t": 1, "key": "a", "value": 10}], "sinks": [{"kind": "append"}, {"kind": "file"}]}"#;
const BAD: &str = r#"{"format": 1, "records": [{"t": -1, "key": "a", "value": 10}], "sinks": [{"kind": "append"}]}"#;

fn lab(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the lab starts");
    let mut stdin = child.stdin.take().expect("standard input");
    // One that does not read its input may be gone already.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the lab ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn file(name: &str, content: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a file for the test");
    path
}

#[track_caller]
fn is_refused(output: &Output, parts: &[&str]) {
    let message = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{message}");
    for part in parts {
        assert!(message.contains(part), "{part:?} is not in {message:?}");
    }
}

#[test]
fn run_prints_the_outcome_of_every_lane_as_json() {
    let path = file("good.json", GOOD);
    let output = lab(&["run", path.to_str().expect("a path")], "");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    let outcome: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let verdicts: Vec<&Value> =
        outcome["lanes"].as_array().expect("lanes").iter().map(|lane| &lane["verdict"]).collect();
    assert_eq!(verdicts, ["exactly_once", "exactly_once"]);
}

#[test]
fn run_reads_standard_input_for_a_dash() {
    let output = lab(&["run", "-"], GOOD);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("\"verdict\": \"exactly_once\""));
}

#[test]
fn a_bad_scenario_is_refused_with_field_value_and_what_is_allowed() {
    let path = file("bad.json", BAD);
    let output = lab(&["run", path.to_str().expect("a path")], "");
    is_refused(&output, &["bad.json", "records[0].t", "-1", "0 to 86400"]);
    is_refused(&lab(&["run", "-"], "{"), &["JSON"]);
    let unknown = GOOD.replace("\"append\"", "\"kafka\"");
    is_refused(&lab(&["run", "-"], &unknown), &["sinks[0].kind", "kafka", "two_phase_commit"]);
}

#[test]
fn a_file_that_is_not_there_is_refused_by_name() {
    is_refused(&lab(&["run", "no/such/file.json"], ""), &["no/such/file.json"]);
}

#[test]
fn lines_answers_each_line_in_order_and_goes_on_after_bad_ones() {
    let good = GOOD.replace('\n', "");
    let input = format!("{good}\n{BAD}\nnot json\n\n{good}\n");
    let output = lab(&["run", "--lines"], &input);
    assert_eq!(output.status.code(), Some(0));
    let answers: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let errors: Vec<&str> = answers.iter().map(|answer| answer["error"]["code"].as_str().unwrap_or("none")).collect();
    assert_eq!(errors, ["none", "out_of_range", "bad_json", "bad_json", "none"]);
    assert_eq!(answers[1]["error"]["field"], "records[0].t");
    assert_eq!(answers[0], answers[4]);
}

#[test]
fn lines_needs_no_newline_at_the_end_and_no_input_at_all() {
    assert_eq!(text(&lab(&["run", "--lines"], GOOD).stdout).lines().count(), 1);
    let output = lab(&["run", "--lines"], "");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
}

#[test]
fn table_prints_what_happened_a_line_each_of_all_lanes_or_of_one() {
    let output = lab(&["run", "-", "--table"], GOOD);
    let all = text(&output.stdout);
    for part in ["lane 1: append", "lane 2: file", "record_appended record=0", "file_finished file=F0"] {
        assert!(all.contains(part), "{part:?} is not in {all}");
    }
    let second = text(&lab(&["run", "-", "--table", "--lane", "2"], GOOD).stdout);
    assert!(second.starts_with("lane 2: file") && !second.contains("lane 1"));
    is_refused(&lab(&["run", "-", "--table", "--lane", "3"], GOOD), &["--lane", "1 to 2"]);
}

#[test]
fn schema_prints_the_json_schema_that_accepts_the_good_scenario_and_refuses_the_bad_one() {
    let output = lab(&["schema"], "");
    assert_eq!(output.status.code(), Some(0));
    let schema: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let is_valid = |text: &str| validator.is_valid(&serde_json::from_str(text).expect("JSON"));
    assert!(is_valid(GOOD) && !is_valid(BAD));
}

#[test]
fn arguments_that_do_not_go_together_are_refused() {
    for args in [&["run"][..], &["run", "--lines", "--table"], &["run", "x.json", "--lines"], &["walk"], &[]] {
        let output = lab(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty());
    }
}
