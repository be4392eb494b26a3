//! Tests of the explorer on the host.

#![cfg(not(target_arch = "wasm32"))]

mod explorer;
mod map;
mod mutants;
mod support;
