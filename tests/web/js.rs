//! Runs JavaScript that uses the API.

use exactly_once_lab::api::Simulation;
use exactly_once_lab::app::presets::PRESETS;
use js_sys::{Function, Reflect};
use wasm_bindgen::JsValue;

/// What the scripts can use besides `Simulation`.
const PRELUDE: &str = r#"
"use strict";
const text = (value) => JSON.stringify(value);
const check = (value, what) => { if (!value) throw new Error("not so: " + what); };
const same = (a, b) => check(text(a) === text(b), `${text(a)} is ${text(b)}`);
// A function throws what the API throws for bad input; gives it.
const refused = (call, code, field, kind = Error) => {
  let error;
  try { call(); } catch (thrown) { error = thrown; }
  check(error instanceof kind, `thrown: ${error}`);
  same([error.code, error.field], [code, field]);
  check(typeof error.value === "string" && error.message.includes("; allowed: "), error.message);
  return error;
};
const records = [1, 3, 5, 8].map((t, i) => ({ t, key: "ab"[i % 2], value: 10 * t }));
const small = { format: 1, records, checkpointing: { at: [3] }, sinks: [{ kind: "append" }, { kind: "two_phase_commit" }], faults: [{ crash: true, at: 7 }] };
"#;

/// Runs a script. What it throws fails the test.
pub fn run(script: &str) -> JsValue {
    // The class is not exported by name to tests; every instance knows it.
    let instance = JsValue::from(Simulation::from(PRESETS[0].scenario()));
    let class = Reflect::get(&instance, &"constructor".into()).expect("a class");
    let function = Function::new_with_args("Simulation", &format!("{PRELUDE}\n{script}"));
    function.call1(&JsValue::UNDEFINED, &class).unwrap_or_else(|error| panic!("{error:?}"))
}
