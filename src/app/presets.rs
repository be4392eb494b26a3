//! The scenarios that open at once. Each is a file in `www/scenarios`.

use super::doors;
use crate::sim::id::Time;
use crate::sim::scenario::{
    Checkpointing, Drive, Fault, Flush, How, InFlight, Mode, OperatorKind, Parallelism, Profile, Readers, Recommit,
    Record, Restart, Scenario, SinkSpec, SourceKind, SourceLog, Target, Timing, UpsertKey, When,
};
use std::cell::RefCell;

/// A scenario that comes with the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name in links and in the file's name.
    pub id: &'static str,
}

macro_rules! presets {
    ($($id:literal),* $(,)?) => {
        /// Every preset, in the order of the list. The first one opens by itself.
        pub const PRESETS: &[Preset] = &[
            $(Preset { id: $id },)*
        ];

        /// The files' texts, in the same order.
        const TEXTS: &[&str] = &[$(include_str!(concat!("../../www/scenarios/", $id, ".json")),)*];
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

thread_local! {
    // Each edit compares with all of them, to write a short link: they are read once.
    static READ: RefCell<Vec<(&'static str, Scenario)>> = const { RefCell::new(Vec::new()) };
}

impl Preset {
    /// The preset of a name; `None` if there is none such.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.id == id)
    }

    /// The file's text.
    #[must_use]
    pub fn json(&self) -> &'static str {
        PRESETS.iter().zip(TEXTS).find(|(preset, _)| preset.id == self.id).map_or("", |(_, text)| text)
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        if self.is_first() {
            first()
        } else {
            doors::preset(self)
        }
    }

    /// Is it the one that opens by itself?
    #[must_use]
    pub fn is_first(&self) -> bool {
        self.id == PRESETS[0].id
    }

    /// The scenario as it stands in the file.
    ///
    /// # Panics
    /// Never: a test reads every file.
    #[must_use]
    #[allow(clippy::ok_expect)]
    pub(super) fn read(&self) -> Scenario {
        READ.with_borrow_mut(|read| {
            let known = read.iter().find(|(id, _)| *id == self.id).map(|(_, scenario)| scenario.clone());
            known.unwrap_or_else(|| {
                // `ok()`: an error that could be printed here would bring its Debug form into the page.
                let scenario =
                    Scenario::from_json(self.json()).ok().expect("a file of the project that a test has read");
                read.push((self.id, scenario.clone()));
                scenario
            })
        })
    }
}

/// The first preset's scenario. It is there without being read, so that the page can begin before its
/// [second part](doors) has come.
#[must_use]
pub fn first() -> Scenario {
    let record = |(t, key, value): (u32, &str, i64)| Record { t: Time(t), key: key.to_string(), value };
    let records =
        [(1_000, "a", 10), (3_000, "b", 20), (5_000, "a", 30), (8_000, "a", 40), (11_000, "c", 50), (14_000, "b", 60)];
    Scenario {
        title: Some("Checkpoint at 3, crash at 10".to_string()),
        sources: vec![SourceLog { name: String::new(), records: records.map(record).to_vec() }],
        named_sources: false,
        source: SourceKind::Log,
        operator: OperatorKind::Count,
        parallelism: Parallelism { operator: 1, sink: 1 },
        checkpointing: Checkpointing {
            interval: None,
            at: vec![Time(3_000)],
            mode: Mode::ExactlyOnce,
            unaligned: false,
            max_concurrent: 1,
            min_pause: Time::ZERO,
            timeout: Time(600_000),
            tolerable_failures: 0,
        },
        restart: Restart { delay: Time(2_000), attempts: None },
        timing: Timing::Named(Profile::Brisk),
        sinks: vec![
            SinkSpec::Append { buffer: 0, flush: Flush::AtBarrier },
            SinkSpec::Upsert { key: UpsertKey::Record },
            SinkSpec::WriteAheadLog { target: Target::Append },
            SinkSpec::TwoPhaseCommit {
                commit: Recommit::Idempotent,
                transaction_timeout: None,
                ignore_failures_after_timeout: false,
                fencing: true,
                readers: Readers::ReadCommitted,
            },
        ],
        failure: How::Fail,
        mutant: None,
        drive: Drive::Time(vec![Fault::Crash {
            when: When::At(Time(10_000)),
            how: How::Kill,
            in_flight: InFlight::Delivered,
        }]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_can_be_read() {
        for preset in PRESETS {
            let scenario = Scenario::from_json(preset.json());
            assert!(scenario.is_ok(), "{}: {}", preset.id, scenario.unwrap_err());
        }
    }

    #[test]
    fn the_first_preset_is_what_its_file_says() {
        assert_eq!(first(), PRESETS[0].read());
    }
}
