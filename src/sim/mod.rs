//! The simulated world: pure and deterministic. No clock, no floats, no hash maps, no threads.
//!
//! In reading order: [`scenario`] (what may be asked for), [`plan`] (made ready to run), [`world`] (what happens, one
//! step at a time), [`job`] (what is lost in a crash), [`store`] and [`external`] (what is not), [`sink`] (the
//! protocols), [`fact`] (the account of it all).

pub mod agenda;
pub mod align;
pub mod coordinator;
pub mod cx;
mod driver;
pub mod event;
pub mod external;
pub mod fact;
pub mod id;
pub mod inputs;
pub mod job;
pub mod mutant;
pub mod operator;
pub mod plan;
pub mod point;
pub mod scenario;
pub mod sink;
pub mod source;
pub mod store;
pub mod triggers;
pub mod world;
