//! Tests of the engine on the host: what real Flink did, invariants over random scenarios, tables of outcomes, limits.

mod cli;
mod conformance;
mod fuzz;
mod golden;
mod invariants;
mod limits;
mod odd;
mod properties;
mod random;
mod regressions;
mod same;
mod support;
mod tables;
mod twins;
