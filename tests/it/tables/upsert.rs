//! Table B: key-value writes.

use crate::support::told::Told;
use exactly_once_lab::sim::fact::Fact;
use serde_json::{json, Value};

/// Two sources whose keys alternate.
fn two_sources() -> Value {
    let records: Vec<Value> =
        (1..=6).map(|t| json!({"t": t, "key": if t % 2 == 1 { "b" } else { "a" }, "value": 1})).collect();
    json!([{"name": "A", "records": records}, {"name": "B", "records": records}])
}

#[test]
fn b1_a_deterministic_key_and_value_end_right_after_a_crash_at_any_moment() {
    for ms in (0..18_000).step_by(50) {
        for (how, in_flight) in [("kill", "delivered"), ("kill", "lost"), ("fail", "delivered"), ("fail", "lost")] {
            let fields = json!({
                "checkpointing": {"at": [3]},
                "faults": [{"crash": true, "at": f64::from(ms) / 1000.0, "how": how, "in_flight": in_flight}],
            });
            let told = Told::with(json!({"kind": "upsert"}), fields);
            told.is_exactly_once();
        }
    }
}

#[test]
fn b1_readers_see_older_values_from_the_first_replayed_write_until_the_crash_point_is_passed() {
    let fields = json!({"checkpointing": {"at": [3]}, "faults": [{"crash": true, "at": 10}]});
    let told = Told::with(json!({"kind": "upsert"}), fields);
    told.is_exactly_once();
    let fall = &told.outcome["went_back"][0];
    assert_eq!((&fall["key"], &fall["from"], &fall["to"]), (&json!("a"), &json!(4), &json!(3)));
    let until = told.line("value_put row=a from=3:80 to=4:130");
    let again = told.run.facts[until..].iter().find(|noted| noted.attempt.0 == 1).map(|noted| noted.at);
    let last = told
        .run
        .facts
        .iter()
        .filter(|noted| noted.attempt.0 == 1)
        .find(|noted| matches!(&noted.fact, Fact::ValuePut { after, .. } if after.of.count == 4));
    assert!(again.is_some() && last.is_some_and(|noted| json!(noted.at) == fall["until"]), "{fall}");
}

#[test]
fn b4_a_key_that_differs_at_each_replay_leaves_a_row_more_for_each_replayed_record() {
    let sink = json!({"kind": "upsert", "key": "record_and_attempt"});
    let told = Told::story(sink, "emit 3; checkpoint; emit 5; crash; finish");
    // The rows of the first attempt stand beside those of the second, and none has counted all.
    assert_eq!(told.verdict(), "differs");
    let rows: Vec<&String> = told.outcome["table"].as_object().expect("a table").keys().collect();
    assert_eq!(rows, ["a@0", "a@1", "b@0", "b@1", "c@1"]);
}

#[test]
fn b6_with_barriers_that_are_not_aligned_the_value_is_wrong_for_ever() {
    let fields = |mode: &str| {
        json!({
            "sources": two_sources(),
            "checkpointing": {"mode": mode},
            "story": "emit A 2; emit B 2; barrier A; emit A 4; emit B 3; barrier B; complete; fail; finish",
        })
    };
    let told = Told::with(json!({"kind": "upsert"}), fields("at_least_once"));
    assert_eq!((told.verdict(), &told.outcome["table"]["a"]["count"]), ("differs", &json!(7)));
    let told = Told::with(json!({"kind": "upsert"}), fields("exactly_once"));
    assert_eq!(&told.outcome["table"]["a"]["count"], &json!(6));
}

#[test]
fn b8_a_write_that_outlives_its_attempt_leaves_a_stale_value() {
    // The put of the first record takes from 1.5 to 1.6; held up, it comes after all of the next attempt's.
    let fields = |late: u32| {
        json!({
            "records": [{"t": 1, "key": "a", "value": 1}, {"t": 1, "key": "a", "value": 2}],
            "faults": [{"crash": true, "at": 1.55, "in_flight": {"late": late}}],
        })
    };
    let told = Told::with(json!({"kind": "upsert"}), fields(9));
    assert_eq!((told.verdict(), &told.outcome["table"]["a"]["count"]), ("differs", &json!(1)));
    Told::with(json!({"kind": "upsert"}), fields(1)).is_exactly_once();
}
