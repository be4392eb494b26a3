//! Table E: how barriers are treated.

use crate::support::told::Told;
use serde_json::{json, Value};

fn early_barrier_of_a(checkpointing: Value) -> Told {
    early_barrier_with(checkpointing, &Value::Null)
}

fn early_barrier_with(checkpointing: Value, mutant: &Value) -> Told {
    let records: Vec<Value> =
        (1..=6).map(|t| json!({"t": t, "key": if t % 2 == 1 { "b" } else { "a" }, "value": 1})).collect();
    let mut fields = json!({
        "sources": [{"name": "A", "records": records}, {"name": "B", "records": records}],
        "checkpointing": checkpointing,
        "story": "emit A 2; emit B 2; barrier A; emit A 4; emit B 3; barrier B; complete; crash; finish",
    });
    if !mutant.is_null() {
        fields["mutant"] = mutant.clone();
    }
    Told::with(json!({"kind": "two_phase_commit"}), fields)
}

#[test]
fn u1_records_that_were_overtaken_are_saved_and_processed_first_after_recovery() {
    let told = early_barrier_of_a(json!({"unaligned": true}));
    told.is_exactly_once();
    let restored = &told.outcome["attempts"][1];
    assert_eq!((&restored["offsets"], &restored["channel"]), (&json!({"A": 2, "B": 3}), &json!(["B2"])));
    assert_eq!(told.outcome["final_counts"], json!({"a": 6, "b": 6}));
}

#[test]
fn u2_records_in_flight_that_are_not_restored_are_lost() {
    let told = early_barrier_with(json!({"unaligned": true}), &json!("channel_state_not_restored"));
    assert_eq!(told.outcome["attempts"][1]["channel"], json!([]));
    assert_eq!((told.verdict(), &told.outcome["missing"]), ("loss", &json!(["B2"])));
}

#[test]
fn l1_records_that_overtook_a_barrier_count_twice_after_recovery() {
    let told = early_barrier_of_a(json!({"mode": "at_least_once"}));
    assert_eq!(told.outcome["final_counts"], json!({"a": 7, "b": 7}));
    assert_eq!((told.verdict(), &told.outcome["duplicates"]), ("duplicates", &json!(["A2", "A3"])));
}

#[test]
fn l2_with_one_channel_into_each_operator_nothing_can_overtake() {
    let checkpointing = json!({"mode": "at_least_once"});
    let story = "emit 3; barrier; emit 5; complete; crash; finish";
    let told = Told::with(json!({"kind": "two_phase_commit"}), json!({"checkpointing": checkpointing, "story": story}));
    told.is_exactly_once();
    let state = json!({"a": {"count": 2, "sum": 40}, "b": {"count": 1, "sum": 20}});
    assert_eq!(told.outcome["attempts"][1]["state"], state);
}
