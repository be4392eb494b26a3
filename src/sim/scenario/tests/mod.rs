//! Reading and writing scenarios: error sentences, round trips, the schema, and what real Flink was given.

mod conformance;
mod errors;
mod generate;
mod round_trip;
mod schema;

use super::Scenario;
use serde_json::{json, Value};

/// The smallest scenario, with the top-level fields of `changes` put in; a `null` takes a field out.
fn document(changes: &str) -> Value {
    let mut document = json!({
        "format": 1,
        "records": [{"t": 1, "key": "a", "value": 10}, {"t": 2, "key": "b", "value": 20}],
        "sinks": [{"kind": "append"}],
    });
    let Value::Object(changes) = serde_json::from_str(changes).expect("JSON") else {
        panic!("not an object: {changes}");
    };
    for (field, value) in changes {
        document[field] = value;
    }
    let fields = document.as_object_mut().expect("an object");
    fields.retain(|_, value| !value.is_null());
    document
}

/// The valid scenario that `changes` make of the smallest one.
fn scenario(changes: &str) -> Scenario {
    Scenario::from_value(&document(changes)).unwrap_or_else(|error| panic!("{changes}: {error}"))
}
