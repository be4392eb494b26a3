//! What is written is read back as the same, and nothing that is read makes the reader panic.

use super::generate::scenarios;
use super::{scenario, schema};
use crate::sim::scenario::story::{parse, print};
use crate::sim::scenario::{Drive, Scenario};
use expect_test::expect;
use proptest::collection::vec;
use proptest::prelude::{any, prop_assert, prop_assert_eq, prop_oneof, proptest, Just, ProptestConfig, Strategy};
use proptest::sample::{select, Index};
use serde_json::{json, Value};

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_scenario_is_read_back_as_written(scenario in scenarios()) {
        let text = scenario.to_json();
        let back = Scenario::from_json(&text);
        prop_assert_eq!(back.as_ref(), Ok(&scenario));
        prop_assert_eq!(back.map(|scenario| scenario.to_json()), Ok(text));
        let back = Scenario::from_json(&scenario.to_json_pretty());
        prop_assert_eq!(back.as_ref(), Ok(&scenario));
        let back = Scenario::from_value(&scenario.to_value());
        prop_assert_eq!(back, Ok(scenario.clone()));
        prop_assert!(schema::accepts(&scenario.to_value()));
    }

    #[test]
    fn a_story_is_read_back_as_printed(scenario in scenarios()) {
        if let Drive::Story(steps) = &scenario.drive {
            let text = print(steps, &scenario.sources, scenario.named_sources);
            let back = parse(&text, &scenario.sources, scenario.named_sources);
            prop_assert_eq!(back.as_ref(), Ok(steps));
        }
    }

    #[test]
    fn damaged_text_is_an_error_or_another_scenario(scenario in scenarios(), damages in vec(damages(), 1..4)) {
        let mut text = scenario.to_json();
        for damage in damages {
            damage.apply(&mut text);
        }
        check_any_text(&text);
    }

    #[test]
    fn a_damaged_document_is_judged_as_by_the_schema(
        scenario in scenarios(),
        place in any::<Index>(),
        junk in junk(),
        remove in any::<bool>(),
    ) {
        let mut value = scenario.to_value();
        damage_value(&mut value, place, junk, remove);
        schema::agree(&value);
        check_any_text(&value.to_string());
    }

    #[test]
    fn any_bytes_are_an_error(bytes in vec(any::<u8>(), 0..200)) {
        prop_assert!(Scenario::from_json(&String::from_utf8_lossy(&bytes)).is_err());
    }

    #[test]
    fn any_story_is_an_error_or_is_read_back(story in vec(story_parts(), 0..12)) {
        let story = story.join(" ");
        if let Ok(steps) = parse(&story, &[], false) {
            prop_assert_eq!(parse(&print(&steps, &[], false), &[], false), Ok(steps));
        }
    }
}

/// Whatever the text is: an error that can be printed and is not long, or a scenario that can be written.
fn check_any_text(text: &str) {
    match Scenario::from_json(text) {
        Ok(scenario) => assert_eq!(Scenario::from_json(&scenario.to_json()), Ok(scenario)),
        Err(error) => assert!(error.to_string().len() < 6000),
    }
}

/// A change to a text at some place.
#[derive(Clone, Debug)]
enum Damage {
    Insert(Index, &'static str),
    Cut(Index, usize),
    Repeat(Index, Index),
}

impl Damage {
    fn apply(&self, text: &mut String) {
        let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        match self {
            Damage::Insert(at, what) => text.insert_str(*at.get(&boundaries), what),
            Damage::Cut(at, count) => {
                let first = at.index(boundaries.len());
                let last = (first + count).min(boundaries.len() - 1);
                text.replace_range(boundaries[first]..boundaries[last], "");
            }
            Damage::Repeat(from, to) => {
                let (a, b) = (*from.get(&boundaries), *to.get(&boundaries));
                let part = text[a.min(b)..a.max(b)].to_string();
                text.insert_str(a.min(b), &part);
            }
        }
    }
}

fn damages() -> impl Strategy<Value = Damage> {
    let pieces = vec![
        "0",
        "-",
        ".",
        "1e9",
        "e",
        "\"",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "null",
        "true",
        "\\u0000",
        "\u{7f}",
        "é",
        ";",
        "@",
        "\"story\":\"finish\",",
    ];
    prop_oneof![
        (any::<Index>(), select(pieces)).prop_map(|(at, what)| Damage::Insert(at, what)),
        (any::<Index>(), 1..20usize).prop_map(|(at, count)| Damage::Cut(at, count)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Damage::Repeat(from, to)),
    ]
}

/// Values that are wrong nearly everywhere.
fn junk() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-2..=12i64).prop_map(Value::from),
        (0..=90_000_000i64).prop_map(|n| Value::from(n as f64 / 1000.0)),
        select(vec!["", "a", "all", "kill", "append", "emit 1", "wal.send.mid", "a@1", "a b", "crashed"])
            .prop_map(Value::from),
        Just(json!([])),
        Just(json!([1, 2])),
        Just(json!({})),
        Just(json!({"kind": "file"})),
        Just(json!({"from": 1, "to": 2, "factor": 3})),
    ]
}

/// Puts junk in place of the value that `place` picks, takes it out, or puts junk in beside it.
fn damage_value(value: &mut Value, place: Index, junk: Value, remove: bool) {
    let mut pointers = Vec::new();
    collect_pointers(value, &mut String::new(), &mut pointers);
    let pointer = place.get(&pointers);
    let (parent, last) = pointer.rsplit_once('/').unwrap_or_default();
    match value.pointer_mut(parent) {
        Some(Value::Object(map)) if remove => {
            map.remove(last);
        }
        Some(Value::Object(map)) if last == "key" => {
            map.insert("kind".to_string(), junk);
        }
        Some(Value::Array(list)) if remove => list.clear(),
        _ => {
            if let Some(target) = value.pointer_mut(pointer) {
                *target = junk;
            }
        }
    }
}

fn collect_pointers(value: &Value, path: &mut String, out: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(name, value)| (name.clone(), value)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    out.push(path.clone());
    for (name, child) in children {
        let length = path.len();
        path.push('/');
        path.push_str(&name);
        collect_pointers(child, path, out);
        path.truncate(length);
    }
}

fn story_parts() -> impl Strategy<Value = String> {
    let words = vec![
        "emit",
        "barrier",
        "complete",
        "abort",
        "arm",
        "expire",
        "all",
        "wait",
        "crash",
        "finish",
        "wal.send.mid",
        "committer.retry",
        "sink.after@2",
        "signal",
        "error",
        ";",
        ";",
        ";",
    ];
    prop_oneof![select(words).prop_map(str::to_string), (0..5u32).prop_map(|n| n.to_string()), any::<String>()]
}

#[test]
fn everything_that_is_as_by_default_is_left_out() {
    let spelled_out = r#"{
        "title": "all said", "source": {"kind": "log"}, "operator": {"kind": "count"},
        "parallelism": {"operator": 1, "sink": 1},
        "checkpointing": {"at": [], "mode": "exactly_once", "unaligned": false, "max_concurrent": 1, "min_pause": 0,
                          "timeout": 600, "tolerable_failures": 0},
        "restart": {"delay": 2}, "timing": "brisk", "failure": "fail", "faults": [],
        "sinks": [
            {"kind": "append", "buffer": 0, "flush": "at_barrier"}, {"kind": "upsert", "key": "record"},
            {"kind": "write_ahead_log", "target": "append"},
            {"kind": "two_phase_commit", "commit": "idempotent", "ignore_failures_after_timeout": false,
             "fencing": true, "readers": "read_committed"},
            {"kind": "committer", "commit": "idempotent", "fencing": true, "readers": "read_committed"},
            {"kind": "file", "roll": "on_checkpoint"}]}"#;
    expect![[r#"
        {
          "format": 1,
          "title": "all said",
          "records": [{"t": 1, "key": "a", "value": 10}, {"t": 2, "key": "b", "value": 20}],
          "sinks": [
            {"kind": "append"},
            {"kind": "upsert"},
            {"kind": "write_ahead_log"},
            {"kind": "two_phase_commit"},
            {"kind": "committer"},
            {"kind": "file"}
          ]
        }"#]]
    .assert_eq(&scenario(spelled_out).to_json_pretty());
}

#[test]
fn what_is_short_stands_on_one_line() {
    let scenario = scenario(
        r#"{"checkpointing": {"interval": 5, "at": [0.25, 3]}, "timing": {"hop": 0.05},
            "sinks": [{"kind": "two_phase_commit", "transaction_timeout": 900}, {"kind": "file", "roll": "default"}],
            "faults": [{"crash": true, "when": {"fact": "checkpoint_completed", "checkpoint": 1, "skip": 0}},
                       {"jitter": {"seed": 7, "up_to": 0.4}}, {"crash": true, "at": 10, "how": "fail"}]}"#,
    );
    expect![[r#"
        {
          "format": 1,
          "records": [{"t": 1, "key": "a", "value": 10}, {"t": 2, "key": "b", "value": 20}],
          "checkpointing": {"interval": 5, "at": [0.25, 3]},
          "timing": {"hop": 0.05},
          "sinks": [
            {"kind": "two_phase_commit", "transaction_timeout": 900},
            {"kind": "file", "roll": "default"}
          ],
          "faults": [
            {"crash": true, "when": {"fact": "checkpoint_completed", "checkpoint": 1}},
            {"jitter": {"seed": 7, "up_to": 0.4}},
            {"crash": true, "at": 10, "how": "fail"}
          ]
        }"#]]
    .assert_eq(&scenario.to_json_pretty());
    expect![[r#"{"format":1,"records":[{"t":1,"key":"a","value":10},{"t":2,"key":"b","value":20}],"checkpointing":{"interval":5,"at":[0.25,3]},"timing":{"hop":0.05},"sinks":[{"kind":"two_phase_commit","transaction_timeout":900},{"kind":"file","roll":"default"}],"faults":[{"crash":true,"when":{"fact":"checkpoint_completed","checkpoint":1}},{"jitter":{"seed":7,"up_to":0.4}},{"crash":true,"at":10,"how":"fail"}]}"#]].assert_eq(&scenario.to_json());
}

#[test]
fn a_story_with_an_empty_list_of_faults_is_a_story() {
    let scenario = scenario(r#"{"faults": [], "story": " emit 1;finish ;"}"#);
    assert_eq!(scenario.to_value()["story"], "emit 1; finish");
}
