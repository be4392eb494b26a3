//! `lab explore`.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

const GOOD: &str = r#"{"format": 1, "records": [{"t": 1, "key": "a", "value": 10}], "checkpointing": {"at": [2]},
    "sinks": [{"kind": "append"}, {"kind": "file"}], "faults": [{"crash": true, "at": 3}]}"#;

fn explore(name: &str, content: &str, args: &[&str]) -> Output {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a file for the test");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.arg("explore").arg(&path).args(args).output().expect("the lab runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn the_table_has_a_line_a_sink_and_counterexamples_that_run() {
    let output = explore("table.json", GOOD, &[]);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    expect_test::expect![[r#"
        sink                  runs      steps    harmless  dirty read   went back     blocked  duplicates        loss        both     differs       stuck
        append                  14        255           7           0           0           0           7           0           0           0           0
        file                    23        519          23           0           0           0           0           0           0           0           0

        append: duplicates, kill at 1.501 with requests delivered (brisk timing)
        {"format":1,"records":[{"t":1,"key":"a","value":10}],"checkpointing":{"at":[2]},"sinks":[{"kind":"append"}],"faults":[{"crash":true,"at":1.501}]}
    "#]].assert_eq(&text(&output.stdout));
}

#[test]
fn json_says_the_same() {
    let output = explore("json.json", GOOD, &["--json", "--crashes", "2", "--profiles", "all"]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let lane = &json["lanes"][0];
    assert_eq!((json["crashes"].as_u64(), lane["sink"].as_str()), (Some(2), Some("append")));
    let counts = lane["counts"].as_object().expect("counts").values().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!(Some(counts), lane["runs"].as_u64());
    assert_eq!(lane["counterexamples"][0]["harm"], "duplicates");
    assert_eq!(lane["counterexamples"][0]["scenario"]["format"], 1);
    assert_eq!((lane["exactly_once"].as_bool(), json["lanes"][1]["exactly_once"].as_bool()), (Some(false), Some(true)));
}

#[test]
fn csv_and_svg_can_be_taken_along() {
    let csv = text(&explore("csv.json", GOOD, &["--csv"]).stdout);
    expect_test::expect![[r#"
        sink,runs,steps,none,dirty_read,went_back,blocked,duplicates,loss,duplicates_and_loss,differs,stuck,exactly_once
        append,14,255,7,0,0,0,7,0,0,0,0,false
        file,23,519,23,0,0,0,0,0,0,0,0,true
    "#]]
    .assert_eq(&csv.replace("\r\n", "\n"));
    let svg = text(&explore("svg.json", GOOD, &["--svg"]).stdout);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(svg.matches('<').count(), svg.matches('>').count());
    for words in ["append", "file", "harmless", "duplicates"] {
        assert!(svg.contains(&format!(">{words}</text>")), "{words}");
    }
    assert!(!svg.contains("stuck</text>"), "only what occurs is in the legend");
    let both = explore("both.json", GOOD, &["--csv", "--svg"]);
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn what_is_expected_decides_the_exit_status() {
    let status = |name, content: &str| explore(name, content, &["--expect", "exactly_once"]).status.code();
    assert_eq!(status("breaks.json", GOOD), Some(1));
    assert_eq!(status("holds.json", &GOOD.replace(r#"{"kind": "append"}, "#, "")), Some(0));
    // Going back in time is no breach: in the end it is right.
    assert_eq!(status("back.json", &GOOD.replace("append", "upsert")), Some(0));
    // What breaks it without a crash breaks it too.
    let late = r#""faults": [{"outage": "external", "from": 0, "to": 80000}], "restart": {"attempts": 1}"#;
    let without = GOOD.replace(r#""faults": [{"crash": true, "at": 3}]"#, late);
    assert_eq!(status("without.json", &without), Some(1));
}

#[test]
fn bad_input_is_refused() {
    let story = r#"{"format": 1, "records": [], "sinks": [{"kind": "append"}], "story": "finish"}"#;
    for (content, args, message) in [
        (story, &[][..], "driven by a story"),
        ("{}", &[], "format"),
        (GOOD, &["--crashes", "4"], "4"),
        (GOOD, &["--profiles", "slow"], "slow_sink"),
        (GOOD, &["--expect", "luck"], "exactly_once"),
    ] {
        let output = explore("bad.json", content, args);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""));
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}

#[test]
fn help_names_every_harm() {
    let output = Command::new(env!("CARGO_BIN_EXE_lab")).args(["explore", "--help"]).output().expect("the lab runs");
    let help = text(&output.stdout);
    for word in ["harmless", "dirty read", "went back", "duplicates", "loss", "differs", "stuck", "--expect"] {
        assert!(help.contains(word), "{word}");
    }
}
