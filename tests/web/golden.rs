//! A run in Wasm is the same, byte for byte, as on the host that wrote the files.

use crate::portable;
use crate::trace::trace;
use exactly_once_lab::app::presets::{Preset, PRESETS};
use wasm_bindgen_test::wasm_bindgen_test;

macro_rules! golden {
    ($($id:literal),* $(,)?) => {
        const GOLDEN: &[(&str, &str)] = &[$(($id, include_str!(concat!("../golden/wasm/", $id, ".txt")))),*];
    };
}

golden! {
    "running-example",
    "no-crash",
    "crash-before-checkpoint",
    "completed-not-notified",
    "mid-flush",
    "commit-not-known",
    "back-in-time",
    "key-with-current-time",
    "socket-source",
    "timeout-below-downtime",
    "blocked-reader",
    "late-notification",
    "lost-reply",
    "zombie",
    "alignment",
    "at-least-once",
    "unaligned",
    "slow-sink",
    "surge",
    "two-subtasks",
    "files",
    "writer-committer",
    "client-buffer",
    "write-ahead-target",
    "lost-notification",
    "hot-key",
    "several-checkpoints",
    "pause-between",
    "checkpoint-timeout",
    "store-away",
    "external-away",
    "without-state",
}

#[wasm_bindgen_test]
fn the_presets_run_as_on_the_host() {
    for (id, golden) in GOLDEN {
        let here = trace(&Preset::find(id).expect(id).scenario());
        let differs = here.lines().zip(golden.lines()).find(|(here, there)| here != there);
        assert_eq!(differs, None, "{id}: the first line that differs");
        assert_eq!(here.len(), golden.len(), "{id}");
    }
}

#[wasm_bindgen_test]
fn every_preset_has_its_file() {
    assert!(PRESETS.iter().map(|preset| preset.id).eq(GOLDEN.iter().map(|(id, _)| *id)));
}

#[wasm_bindgen_test]
fn parallel_unaligned_and_jittered_runs_are_as_on_the_host() {
    assert!(portable::check(include_str!("../golden/portable.json")) > 200);
}
