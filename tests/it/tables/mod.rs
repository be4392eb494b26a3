//! The tables of outcomes (section 6.2 of the collected semantics), a test for each row that the scenario format can say.
//!
//! What it cannot say stands in ARCHITECTURE, "Rows without a test", with the reason.

mod append;
mod barriers;
mod two_phase;
mod upsert;
mod write_ahead;
