//! Tests in a browser: the JavaScript API as JavaScript sees it, and the engine as it was compiled for the page.

#![cfg(target_arch = "wasm32")]

#[path = "web/api.rs"]
mod api;
#[path = "shared/damage.rs"]
mod damage;
#[path = "shared/digest.rs"]
mod digest;
#[path = "web/fuzz.rs"]
mod fuzz;
#[path = "web/golden.rs"]
mod golden;
#[path = "web/hostile.rs"]
mod hostile;
#[path = "web/js.rs"]
mod js;
#[path = "shared/portable.rs"]
mod portable;
#[path = "web/same.rs"]
mod same;
// The host's generator; the host uses more of it.
#[allow(dead_code)]
#[path = "it/random/scenarios.rs"]
mod scenarios;
#[allow(dead_code)]
#[path = "it/random/tape.rs"]
mod tape;
#[path = "web/trace.rs"]
mod trace;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
