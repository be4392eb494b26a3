//! The scenarios that open at once. Each is a file in `www/scenarios`.

use crate::sim::scenario::Scenario;

/// A scenario that comes with the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name in links and in the file's name.
    pub id: &'static str,
    /// The file's text.
    pub json: &'static str,
}

macro_rules! presets {
    ($($id:literal),* $(,)?) => {
        /// Every preset, in the order of the list. The first one opens by itself.
        pub const PRESETS: &[Preset] = &[
            $(Preset { id: $id, json: include_str!(concat!("../../www/scenarios/", $id, ".json")) },)*
        ];
    };
}

presets! {
    "running-example",
    "no-crash",
    "crash-before-checkpoint",
    "completed-not-notified",
    "mid-flush",
    "commit-not-known",
    "back-in-time",
    "key-with-current-time",
    "socket-source",
    "timeout-below-downtime",
    "blocked-reader",
    "late-notification",
    "lost-reply",
    "zombie",
    "alignment",
    "at-least-once",
    "unaligned",
    "slow-sink",
    "surge",
    "two-subtasks",
    "files",
    "writer-committer",
    "client-buffer",
    "write-ahead-target",
    "lost-notification",
    "hot-key",
    "several-checkpoints",
    "pause-between",
    "checkpoint-timeout",
    "store-away",
    "external-away",
    "without-state",
}

impl Preset {
    /// The preset of a name; `None` if there is none such.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.id == id)
    }

    /// The scenario.
    ///
    /// # Panics
    /// Never: a test reads every file.
    #[must_use]
    #[allow(clippy::ok_expect)]
    pub fn scenario(&self) -> Scenario {
        // `ok()`: an error that could be printed here would bring its Debug form into the page.
        Scenario::from_json(self.json).ok().expect("a file of the project that a test has read")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_can_be_read() {
        for preset in PRESETS {
            let scenario = Scenario::from_json(preset.json);
            assert!(scenario.is_ok(), "{}: {}", preset.id, scenario.unwrap_err());
        }
    }
}
