//! What a person can take along: the moment as a picture or as tables, the run as data, the session as a file.

pub mod data;
pub mod draw;
pub mod file;
pub mod picture;
pub mod tables;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
