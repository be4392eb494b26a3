//! Exactly-Once Lab.
pub mod run;
pub mod sim;
