//! From a JavaScript value to JSON, whatever it is: with cycles, proxies, without end.
//!
//! serde-wasm-bindgen follows every reference without a limit, and its errors do not say where. A stack that overflows
//! ends the whole engine, so the walk here goes only as deep and as far as a scenario can.

use super::error::thrown;
use crate::sim::scenario::limits::MAX_JSON_BYTES;
use crate::sim::scenario::{quoted, Allowed, ErrorCode, ScenarioError, Unit};
use js_sys::{Array, ArrayBuffer, JsString, Reflect};
use serde_json::{Map, Number, Value};
use wasm_bindgen::prelude::*;

/// Objects and lists below this depth are taken as empty. The deepest field of a scenario, `faults[0].when.point`, is in
/// the fourth one, and a field that is not known there is refused whatever it holds.
const MAX_DEPTH: u32 = 8;

// As in js-sys, but here what a proxy throws is caught.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Object, js_name = keys)]
    fn keys(value: &JsValue) -> Result<Array, JsValue>;
}

/// A value as JSON.
pub(super) struct Input {
    /// The value; what JSON cannot hold is `null`, which no field of a scenario may be.
    pub value: Value,
    /// The paths of those, and what they were.
    pub odd: Vec<(String, String)>,
}

impl Input {
    /// Reads a value, whose path is `top`.
    ///
    /// # Errors
    /// If it has more text than a scenario may have, and whatever its getters and proxies throw.
    pub(super) fn read(value: &JsValue, top: &str) -> Result<Input, JsValue> {
        let mut reader = Reader { path: top.to_string(), bytes: 0, odd: Vec::new() };
        let value = reader.any(value, 0)?;
        Ok(Input { value, odd: reader.odd })
    }

    /// Lets an error about a `null` say what it was.
    pub(super) fn explain(&self, mut error: ScenarioError) -> ScenarioError {
        if let Some((_, was)) = self.odd.iter().find(|(path, _)| *path == error.field) {
            error.value.clone_from(was);
        }
        error
    }
}

struct Reader {
    path: String,
    /// The least number of bytes that all so far takes as text.
    bytes: usize,
    odd: Vec<(String, String)>,
}

impl Reader {
    fn any(&mut self, value: &JsValue, depth: u32) -> Result<Value, JsValue> {
        self.count(1)?;
        if value.is_null() {
            return Ok(Value::Null);
        }
        if let Some(value) = value.as_bool() {
            return Ok(Value::Bool(value));
        }
        if let Some(text) = value.dyn_ref::<JsString>() {
            // Counted before it is copied.
            self.count(text.length() as usize)?;
            return Ok(Value::String(text.into()));
        }
        if let Some(number) = value.as_f64().filter(|number| number.is_finite()) {
            return Ok(number_of(number));
        }
        if !value.is_object() || value.is_function() {
            self.odd.push((self.path.clone(), shown(value)));
            return Ok(Value::Null);
        }
        if is_array(value)? {
            self.list(value, depth)
        } else {
            self.object(value, depth)
        }
    }

    fn list(&mut self, value: &JsValue, depth: u32) -> Result<Value, JsValue> {
        let mut list = Vec::new();
        // The list of a proxy may have any length.
        let length = Reflect::get(value, &"length".into())?.as_f64().unwrap_or_default();
        let mut index = 0;
        while f64::from(index) < length && depth < MAX_DEPTH {
            let item = Reflect::get_u32(value, index)?;
            list.push(self.at(&format!("[{index}]"), &item, depth)?);
            index += 1;
        }
        Ok(Value::Array(list))
    }

    fn object(&mut self, value: &JsValue, depth: u32) -> Result<Value, JsValue> {
        let mut map = Map::new();
        // Binary data would have a key for each byte.
        if depth >= MAX_DEPTH || ArrayBuffer::is_view(value) {
            return Ok(Value::Object(map));
        }
        for key in keys(value)? {
            let item = Reflect::get(value, &key)?;
            // As JSON has it: a field that is undefined is not there.
            let Some(key) = key.dyn_ref::<JsString>().filter(|_| !item.is_undefined()) else { continue };
            self.count(key.length() as usize)?;
            let key = String::from(key);
            let step = if self.path.is_empty() { key.clone() } else { format!(".{key}") };
            map.insert(key, self.at(&step, &item, depth)?);
        }
        Ok(Value::Object(map))
    }

    /// Reads what stands one step further down the path.
    fn at(&mut self, step: &str, value: &JsValue, depth: u32) -> Result<Value, JsValue> {
        let length = self.path.len();
        self.path.push_str(step);
        let read = self.any(value, depth + 1);
        self.path.truncate(length);
        read
    }

    /// Refuses what is longer as text than a scenario may be.
    fn count(&mut self, bytes: usize) -> Result<(), JsValue> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes <= MAX_JSON_BYTES {
            return Ok(());
        }
        let allowed = Allowed::AtMost { limit: MAX_JSON_BYTES as u32, unit: Unit::Bytes };
        let value = self.bytes.to_string();
        Err(thrown(&ScenarioError { code: ErrorCode::TooLong, field: String::new(), value, allowed }))
    }
}

/// Whole numbers as such, as far as a number of JavaScript is exact.
fn number_of(number: f64) -> Value {
    /// 2^53.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.trunc() == number && number.abs() < EXACT {
        return Value::from(number as i64);
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

/// `undefined`, `bigint`, `function` and the like.
pub(super) fn type_of(value: &JsValue) -> String {
    value.js_typeof().as_string().unwrap_or_default()
}

/// A value as errors show it: numbers and texts as they are, the rest by its type.
pub(super) fn shown(value: &JsValue) -> String {
    match value.as_f64() {
        Some(number) if number.is_infinite() => (if number > 0.0 { "Infinity" } else { "-Infinity" }).to_string(),
        // Not by `f64`'s own `Display`, which would cost some kilobytes.
        Some(number) if !number.is_nan() => number_of(number).to_string(),
        Some(_) => "NaN".to_string(),
        None => match value.dyn_ref::<JsString>() {
            // The excerpt is shorter still.
            Some(text) => quoted(&String::from(text.slice(0, 200))),
            None => type_of(value),
        },
    }
}
