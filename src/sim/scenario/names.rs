//! The words of the format: one table for each enumeration, and what holds where nothing is said.
//!
//! Reading, writing, errors and the schema's test all go by these tables.

use super::story::ArmKind;
use super::{
    Checkpointing, Expire, Flush, How, InFlight, Mode, OperatorKind, OutageOf, Parallelism, Profile, Readers, Recommit,
    RequestKind, Restart, Roll, SinkSpec, SourceKind, Target, Timing, UpsertKey,
};
use crate::sim::id::Time;

/// An enumeration whose values have names in the format.
pub trait Named: Copy + PartialEq + 'static {
    /// Every value with its name, in the order of the documentation.
    const NAMES: &'static [(&'static str, Self)];

    /// The value's name in the format.
    #[must_use]
    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, value)| *value == self).map_or("", |(name, _)| name)
    }

    /// The value of this name; `None` if there is none.
    #[must_use]
    fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

macro_rules! named {
    ($($type:ident { $($name:literal = $variant:ident),* $(,)? })*) => { $(
        impl Named for $type {
            const NAMES: &'static [(&'static str, Self)] = &[$(($name, $type::$variant)),*];
        }
    )* };
}

named! {
    SourceKind { "log" = Log, "socket" = Socket }
    OperatorKind { "count" = Count, "pass" = Pass }
    Mode { "exactly_once" = ExactlyOnce, "at_least_once" = AtLeastOnce }
    Flush { "at_barrier" = AtBarrier, "never" = Never }
    UpsertKey {
        "record" = Record,
        "record_and_attempt" = RecordAndAttempt,
        "record_and_offset" = RecordAndOffset,
    }
    Target { "append" = Append, "upsert" = Upsert }
    Recommit { "idempotent" = Idempotent, "reapply" = Reapply, "strict" = Strict }
    Readers { "read_committed" = ReadCommitted, "read_uncommitted" = ReadUncommitted }
    Roll { "on_checkpoint" = OnCheckpoint, "default" = Default }
    How { "kill" = Kill, "fail" = Fail }
    InFlight { "delivered" = Delivered, "lost" = Lost }
    RequestKind {
        "append" = Append,
        "put" = Put,
        "add" = Add,
        "mark" = Mark,
        "begin" = Begin,
        "write" = Write,
        "prepare" = Prepare,
        "commit" = Commit,
        "abort" = Abort,
    }
    Expire { "prepared" = Prepared, "all" = All }
    OutageOf { "external" = External, "checkpoint_store" = CheckpointStore }
    ArmKind { "exception" = Exception, "error" = Error, "signal" = Signal }
}

impl Named for Profile {
    const NAMES: &'static [(&'static str, Self)] = &Profile::ALL;
}

impl SinkSpec {
    /// The kinds of sinks by their names in the format.
    pub const KINDS: [&'static str; 7] =
        ["append", "upsert", "increment", "write_ahead_log", "two_phase_commit", "committer", "file"];

    /// A sink of this kind as it is when nothing else is said; `None` if there is no such kind.
    ///
    /// # Example
    /// ```
    /// use exactly_once_lab::sim::scenario::{Roll, SinkSpec};
    ///
    /// assert_eq!(SinkSpec::from_kind("file"), Some(SinkSpec::File { roll: Roll::OnCheckpoint }));
    /// ```
    #[must_use]
    pub fn from_kind(kind: &str) -> Option<SinkSpec> {
        let commit = Recommit::default();
        let readers = Readers::default();
        Some(match kind {
            "append" => SinkSpec::Append { buffer: 0, flush: Flush::default() },
            "upsert" => SinkSpec::Upsert { key: UpsertKey::default() },
            "increment" => SinkSpec::Increment,
            "write_ahead_log" => SinkSpec::WriteAheadLog { target: Target::default() },
            "two_phase_commit" => SinkSpec::TwoPhaseCommit {
                commit,
                transaction_timeout: None,
                ignore_failures_after_timeout: false,
                fencing: true,
                readers,
            },
            "committer" => SinkSpec::Committer { commit, transaction_timeout: None, fencing: true, readers },
            "file" => SinkSpec::File { roll: Roll::default() },
            _ => return None,
        })
    }

    /// The sink's kind by its name in the format: `two_phase_commit`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            SinkSpec::Append { .. } => "append",
            SinkSpec::Upsert { .. } => "upsert",
            SinkSpec::Increment => "increment",
            SinkSpec::WriteAheadLog { .. } => "write_ahead_log",
            SinkSpec::TwoPhaseCommit { .. } => "two_phase_commit",
            SinkSpec::Committer { .. } => "committer",
            SinkSpec::File { .. } => "file",
        }
    }
}

/// One subtask each.
impl Default for Parallelism {
    fn default() -> Self {
        Parallelism { operator: 1, sink: 1 }
    }
}

/// Aligned, one at a time, no trigger by the clock, a timeout of 600 s, no failure tolerated.
impl Default for Checkpointing {
    fn default() -> Self {
        Checkpointing {
            interval: None,
            at: Vec::new(),
            mode: Mode::default(),
            unaligned: false,
            max_concurrent: 1,
            min_pause: Time::ZERO,
            timeout: Time(600_000),
            tolerable_failures: 0,
        }
    }
}

/// After 2 s, without end.
impl Default for Restart {
    fn default() -> Self {
        Restart { delay: Time(2_000), attempts: None }
    }
}

/// The brisk profile.
impl Default for Timing {
    fn default() -> Self {
        Timing::Named(Profile::Brisk)
    }
}
