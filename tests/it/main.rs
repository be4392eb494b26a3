//! Tests of the engine on the host: what real Flink did, invariants over random scenarios, tables of outcomes, limits.

mod conformance;
mod invariants;
mod properties;
mod random;
mod support;
mod tables;
mod twins;
