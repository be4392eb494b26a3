//! Errors as JavaScript gets them.

use crate::sim::scenario::ScenarioError;
use js_sys::{Error, RangeError, Reflect};
use wasm_bindgen::JsValue;

/// An `Error` with the fields `code`, `field` and `value`.
#[cold]
pub(super) fn thrown(error: &ScenarioError) -> JsValue {
    with_fields(Error::new(&error.to_string()).into(), error)
}

/// The same as a `RangeError`.
#[cold]
pub(super) fn range_error(error: &ScenarioError) -> JsValue {
    with_fields(RangeError::new(&error.to_string()).into(), error)
}

fn with_fields(object: JsValue, error: &ScenarioError) -> JsValue {
    for (name, text) in [("code", error.code.as_str()), ("field", &error.field), ("value", &error.value)] {
        // A new error takes new fields.
        let _ = Reflect::set(&object, &name.into(), &text.into());
    }
    object
}
