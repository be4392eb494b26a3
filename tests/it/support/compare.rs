//! Compares an outcome with what real Flink did, field by field: those that the recording has.

use serde_json::{json, Value};

/// Fields that have to be equal as they stand.
const PLAIN: [&str; 8] = ["job", "visible", "duplicates", "missing", "table", "transactions", "files", "final_counts"];

/// What differs, a sentence each; empty if they agree.
pub fn differences(expect: &Value, lane: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut same = |name: &str, want: &Value, got: &Value| {
        if want != got {
            wrong.push(format!("{name}: Flink {want}, here {got}"));
        }
    };
    for name in PLAIN {
        if let Some(want) = expect.get(name) {
            same(name, want, &lane[name]);
        }
    }
    if let Some(want) = expect.get("went_back") {
        same("went_back", &falls(want), &falls(&lane["went_back"]));
    }
    if let Some(want) = expect.get("checkpoints") {
        for list in ["completed", "aborted"] {
            same(&format!("checkpoints.{list}"), &want[list], &lane["checkpoints"][list]);
        }
    }
    let (want, got) = (items(&expect["attempts"]), items(&lane["attempts"]));
    same("number of attempts", &json!(want.len()), &json!(got.len()));
    for (want, got) in want.iter().zip(got) {
        for (name, value) in want.as_object().into_iter().flatten() {
            same(&format!("attempt {} {name}", want["attempt"]), value, &got[name]);
        }
    }
    wrong
}

fn items(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

/// A recording has no times beside the falls of a count.
fn falls(list: &Value) -> Value {
    items(list).iter().map(|fall| json!({"key": fall["key"], "from": fall["from"], "to": fall["to"]})).collect()
}

#[test]
fn a_difference_in_any_compared_field_is_found() {
    let mut expect = json!({
        "went_back": [{"key": "a", "from": 3, "to": 2}],
        "checkpoints": {"completed": [1], "aborted": []},
        "attempts": [{"attempt": 0, "offset": 0, "state": {}}],
    });
    for name in PLAIN {
        expect[name] = json!(["as recorded"]);
    }
    assert_eq!(differences(&expect, &expect), Vec::<String>::new());
    let paths = PLAIN.map(|name| format!("/{name}")).into_iter().chain(
        [
            "/went_back/0/to",
            "/checkpoints/completed",
            "/checkpoints/aborted",
            "/attempts",
            "/attempts/0/offset",
            "/attempts/0/state",
        ]
        .map(str::to_string),
    );
    for path in paths {
        let mut lane = expect.clone();
        *lane.pointer_mut(&path).expect("a field") = json!("something else");
        assert_eq!(differences(&expect, &lane).len(), 1, "{path}");
    }
}
