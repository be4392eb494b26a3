//! Exactly-Once Lab.
pub mod app;
pub mod i18n;
pub mod run;
pub mod sim;
