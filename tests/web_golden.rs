//! Writes what the tests in the browser compare with (`UPDATE_EXPECT=1 cargo test --test web_golden`).

#![cfg(not(target_arch = "wasm32"))]

#[path = "web/trace.rs"]
mod trace;

use exactly_once_lab::app::presets::PRESETS;
use expect_test::expect_file;

#[test]
fn the_presets_run_on_the_host_as_recorded() {
    for preset in PRESETS {
        let file = format!("{}/tests/golden/wasm/{}.txt", env!("CARGO_MANIFEST_DIR"), preset.id);
        expect_file![file].assert_eq(&trace::trace(&preset.scenario()));
    }
}
