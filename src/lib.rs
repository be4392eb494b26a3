//! Exactly-Once Lab.
pub mod app;
pub mod i18n;
pub mod run;
pub mod scene;
pub mod sim;
#[cfg(feature = "ui")]
pub mod ui;
