//! The page's state and what changes it: pure, and tested without a browser.

pub mod compare;
pub mod crash_maps;
pub mod doors;
pub mod draft;
pub mod embed;
pub mod explore_room;
pub mod hunt;
pub mod keys;
pub mod learn;
pub mod model;
pub mod presets;
pub mod qr;
pub mod room;
pub mod said;
pub mod session;
pub mod settings;
pub mod share;
pub mod take;
pub mod terms;
pub mod update;
