//! Tests of the explorer on the host.

#![cfg(not(target_arch = "wasm32"))]

mod cli;
mod explorer;
mod export;
mod map;
mod matrix;
mod mutants;
mod promises;
mod support;
mod verdicts;
