//! What a user may ask for: one experiment, as the scenario format (version 1) describes it.
//!
//! A [`Scenario`] in hand is always valid: [`Scenario::from_json`] is the only way in from outside and answers an
//! error that names the field, the value and what is allowed. Fields hold the values after defaults were filled in.

mod error;
mod fields;
pub mod limits;
mod names;
mod read;
pub mod story;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod tree;
mod write;

pub(crate) use error::quoted;
pub use error::{Allowed, ErrorCode, Kind, NameRule, ScenarioError, Unit};
pub use names::Named;
pub use tree::{NotJson, Tree};

use super::fact::FactName;
use super::id::{CheckpointId, Time};
use super::mutant::Mutant;
use super::point::Point;
use story::Step;

/// The JSON Schema (draft 2020-12) of the format, with a description of every field. Not part of the page.
#[cfg(not(target_arch = "wasm32"))]
pub const SCHEMA: &str = include_str!("schema.json");

/// One experiment: records, job, sinks, and what goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scenario {
    /// A title to show, if given.
    pub title: Option<String>,
    /// The logs that are read; at least one. Written as `records` when [`named_sources`](Self::named_sources) is false.
    pub sources: Vec<SourceLog>,
    /// Whether the scenario names its sources (`sources`) or has a single nameless one (`records`).
    pub named_sources: bool,
    /// Whether a source can read again from an offset.
    pub source: SourceKind,
    /// What the operator keeps.
    pub operator: OperatorKind,
    /// The number of parallel instances.
    pub parallelism: Parallelism,
    /// When and how checkpoints are taken.
    pub checkpointing: Checkpointing,
    /// What happens after a failure.
    pub restart: Restart,
    /// How long things take.
    pub timing: Timing,
    /// One lane each.
    pub sinks: Vec<SinkSpec>,
    /// What an armed failure of a story does.
    pub failure: How,
    /// A mistake that is switched on in the engine, to be found.
    pub mutant: Option<Mutant>,
    /// By time or by story.
    pub drive: Drive,
}

/// A source's log.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceLog {
    /// Its name, unique in the scenario; empty for the single nameless source.
    pub name: String,
    /// The records in order; the offset of a record is its position.
    pub records: Vec<Record>,
}

/// One record of a log.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// When it is in the log, and the timestamp on its token. Never falls within one log.
    pub t: Time,
    /// What it is counted by.
    pub key: String,
    /// What is summed up.
    pub value: i64,
}

/// What a source can do after a failure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// A persistent log, as Kafka's: can be read again from an offset.
    #[default]
    Log,
    /// A socket: what was received once cannot be had again, what arrives while nobody listens is gone.
    Socket,
}

/// What the operator between source and sink does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OperatorKind {
    /// Counts records and sums values by key.
    #[default]
    Count,
    /// Passes records on and keeps no state.
    Pass,
}

/// The number of parallel instances; a key belongs to the instance (sum of its bytes) mod n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parallelism {
    /// Subtasks of the operator, 1 to [`limits::MAX_PARALLELISM`].
    pub operator: u32,
    /// Subtasks of the sink, 1 to [`limits::MAX_PARALLELISM`].
    pub sink: u32,
}

/// When and how checkpoints are taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Checkpointing {
    /// Trigger at every multiple of this time.
    pub interval: Option<Time>,
    /// Trigger at these times, rising.
    pub at: Vec<Time>,
    /// Whether barriers are aligned.
    pub mode: Mode,
    /// Whether barriers overtake records, which are then saved with the checkpoint. Only with [`Mode::ExactlyOnce`].
    pub unaligned: bool,
    /// How many checkpoints may be under way at once; 1 with `unaligned` or with a `min_pause`.
    pub max_concurrent: u32,
    /// The least time from a completion to the next trigger.
    pub min_pause: Time,
    /// A checkpoint that takes longer is aborted.
    pub timeout: Time,
    /// So many failed checkpoints in a row are put up with before the job fails. Flink's default is 0.
    pub tolerable_failures: u32,
}

/// Flink's `CheckpointingMode`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Barriers are aligned (or unaligned with channel state): state counts each record once.
    #[default]
    ExactlyOnce,
    /// Barriers are only counted: a record that overtook the barrier counts twice after recovery.
    AtLeastOnce,
}

/// What happens after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Restart {
    /// The time from the failure to the start of the next attempt.
    pub delay: Time,
    /// How many restarts there are before the job ends as failed; `None` for no end.
    pub attempts: Option<u32>,
}

/// How long things take: a named profile or figures of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timing {
    /// A profile by name.
    Named(Profile),
    /// Own figures; what was not given is as in [`Profile::Brisk`].
    Own(Delays),
}

/// The named timing profiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Everything is quick against the gaps between records.
    #[default]
    Brisk,
    /// The outside takes long to answer.
    SlowSink,
    /// Snapshots and checkpoint metadata take long to be written.
    SlowStore,
    /// A new attempt takes long to come up.
    SlowRestart,
    /// Checkpoints complete almost at once.
    TightCheckpoints,
}

/// How long each thing takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Delays {
    /// From one task to the next, for records, barriers and what the coordinator tells the tasks to do.
    pub hop: Time,
    /// The operator's work on one record; also the least gap between two reads while a source catches up.
    pub process: Time,
    /// From a sink to the outside; the reply takes as long again.
    pub request: Time,
    /// From the barrier to the acknowledgement: the asynchronous part of a snapshot.
    pub snapshot: Time,
    /// From the last acknowledgement to the moment when the checkpoint's metadata is durable.
    pub metadata: Time,
    /// From there to the moment when a sink hears of it.
    pub notify: Time,
    /// From the end of the restart delay to the moment when the new attempt reads its checkpoint.
    pub deploy: Time,
}

impl Profile {
    /// Every profile with its name in the format.
    pub const ALL: [(&'static str, Profile); 5] = [
        ("brisk", Profile::Brisk),
        ("slow_sink", Profile::SlowSink),
        ("slow_store", Profile::SlowStore),
        ("slow_restart", Profile::SlowRestart),
        ("tight_checkpoints", Profile::TightCheckpoints),
    ];

    /// The profile's figures.
    #[must_use]
    pub const fn delays(self) -> Delays {
        const BRISK: Delays = Delays {
            hop: Time(200),
            process: Time(100),
            request: Time(100),
            snapshot: Time(200),
            metadata: Time(200),
            notify: Time(300),
            deploy: Time(0),
        };
        match self {
            Profile::Brisk => BRISK,
            Profile::SlowSink => Delays { request: Time(900), ..BRISK },
            Profile::SlowStore => Delays { snapshot: Time(900), metadata: Time(2500), ..BRISK },
            Profile::SlowRestart => Delays { deploy: Time(6000), ..BRISK },
            Profile::TightCheckpoints => {
                Delays { hop: Time(50), snapshot: Time(20), metadata: Time(20), notify: Time(20), ..BRISK }
            }
        }
    }
}

impl Timing {
    /// The figures to go by.
    #[must_use]
    pub const fn delays(self) -> Delays {
        match self {
            Timing::Named(profile) => profile.delays(),
            Timing::Own(delays) => delays,
        }
    }
}

/// A sink and how it is configured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SinkSpec {
    /// Appends to a log: at-least-once.
    Append {
        /// Records held in the client before they are sent; 0 sends each at once.
        buffer: u32,
        /// Whether the buffer is written out at the barrier.
        flush: Flush,
    },
    /// Puts key and value into a key-value store.
    Upsert {
        /// How the key is made.
        key: UpsertKey,
    },
    /// Adds to a number in a key-value store: not idempotent.
    Increment,
    /// Flink's `GenericWriteAheadSink`: holds the output in checkpointed state, writes it out after completion.
    WriteAheadLog {
        /// Where it is written to.
        target: Target,
    },
    /// Flink's `TwoPhaseCommitSinkFunction` on a store with transactions.
    TwoPhaseCommit {
        /// What the store does with a second commit.
        commit: Recommit,
        /// The store aborts a transaction that is open or prepared for longer; `None` for never.
        transaction_timeout: Option<Time>,
        /// Whether a failing commit at recovery is swallowed once the timeout has passed.
        ignore_failures_after_timeout: bool,
        /// Whether the store turns away late requests of an attempt once a newer one writes.
        fencing: bool,
        /// Who reads the store.
        readers: Readers,
    },
    /// Flink's Sink V2: a writer and a committer.
    Committer {
        /// What the store does with a second commit.
        commit: Recommit,
        /// As for two-phase commit.
        transaction_timeout: Option<Time>,
        /// As for two-phase commit.
        fencing: bool,
        /// Who reads the store.
        readers: Readers,
    },
    /// Flink's `FileSink`: in-progress, pending, finished files.
    File {
        /// When a file is rolled.
        roll: Roll,
    },
}

impl SinkSpec {
    /// After how long the store times a transaction out by itself; `None` for never, or if there are no transactions.
    #[must_use]
    pub const fn transaction_timeout(&self) -> Option<Time> {
        match self {
            SinkSpec::TwoPhaseCommit { transaction_timeout, .. } | SinkSpec::Committer { transaction_timeout, .. } => {
                *transaction_timeout
            }
            _ => None,
        }
    }
}

/// When a client buffer is written out, besides when it is full and at the end of input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Flush {
    /// At the barrier too.
    #[default]
    AtBarrier,
    /// Not at the barrier: a completed checkpoint may cover records that are lost with the buffer.
    Never,
}

/// How the key of an upsert is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UpsertKey {
    /// The record's key.
    #[default]
    Record,
    /// Key and attempt, written `a@1`: differs at each replay, as name + current time does.
    RecordAndAttempt,
    /// Key and offset, written `a#3`.
    RecordAndOffset,
}

/// Where a write-ahead log writes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Target {
    /// A log.
    #[default]
    Append,
    /// A key-value table, by the record's key.
    Upsert,
}

/// What the external store does with the second commit of one transaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Recommit {
    /// Nothing, and says yes.
    #[default]
    Idempotent,
    /// Applies it again.
    Reapply,
    /// Refuses it.
    Strict,
}

/// What readers of a transactional store see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Readers {
    /// Committed data only, up to the first transaction that is still open.
    #[default]
    ReadCommitted,
    /// Everything written, committed or not.
    ReadUncommitted,
}

/// When a file is rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Roll {
    /// At every barrier.
    #[default]
    OnCheckpoint,
    /// Only at the end of input.
    Default,
}

/// How the experiment is driven.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Drive {
    /// By time: records at their `t`, checkpoints by the clock, faults at their moment.
    Time(Vec<Fault>),
    /// By story: step after step, each waits until it has taken full effect.
    Story(Vec<Step>),
}

/// Something that goes wrong in a time-driven scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The job dies.
    Crash {
        /// When.
        when: When,
        /// Killed, or a task throws and its clean-up still runs. Default: killed.
        how: How,
        /// What becomes of requests on their way to the outside.
        in_flight: InFlight,
    },
    /// The coordinator declines this checkpoint once all have acknowledged it.
    AbortCheckpoint(CheckpointId),
    /// Nobody hears of this checkpoint's completion.
    LoseNotification(CheckpointId),
    /// The sinks hear of this checkpoint's completion so much later, perhaps after that of a later one.
    DelayNotification {
        /// Which.
        checkpoint: CheckpointId,
        /// How much later than otherwise.
        by: Time,
    },
    /// A request reaches the outside, but its reply is lost: the sink gets an exception after
    /// [`REPLY_TIMEOUT`](super::external::REPLY_TIMEOUT).
    LoseReply {
        /// To which kind of request.
        request: RequestKind,
        /// The nth reply to such a request in the lane, from 1.
        nth: u32,
    },
    /// The external store times out transactions.
    Expire {
        /// Which.
        what: Expire,
        /// When.
        at: Time,
    },
    /// Something is away for a while: requests to it are refused.
    Outage {
        /// What.
        what: OutageOf,
        /// From this moment on.
        from: Time,
        /// Until just before this moment.
        to: Time,
    },
    /// Records that are due in this span arrive `factor` times as fast, packed towards its start.
    Surge {
        /// Start of the span.
        from: Time,
        /// End of the span.
        to: Time,
        /// How many times as fast, 2 to [`limits::MAX_SURGE_FACTOR`].
        factor: u32,
    },
    /// Every delay grows by a random time.
    Jitter {
        /// Start of the random sequence.
        seed: u32,
        /// The largest time that is added.
        up_to: Time,
    },
}

/// When a crash strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// At this time, before anything else that happens then.
    At(Time),
    /// When this point is passed, after `skip` passes.
    Point {
        /// The point.
        point: Point,
        /// So many passes do no harm.
        skip: u32,
    },
    /// Right after this fact.
    Fact {
        /// Which fact.
        fact: FactName,
        /// Only if it is about this checkpoint.
        checkpoint: Option<CheckpointId>,
        /// So many such facts do no harm.
        skip: u32,
    },
}

/// How a job dies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum How {
    /// A task throws; every task's clean-up still runs.
    #[default]
    Fail,
    /// The processes are killed; nothing runs any more.
    Kill,
}

/// What becomes of requests that were on their way when the job died.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InFlight {
    /// They arrive and take effect.
    #[default]
    Delivered,
    /// They are lost.
    Lost,
    /// They are held up and arrive so much later: perhaps when a new attempt has restored.
    Late(Time),
}

/// A request of a sink to the outside, by what it means: a file system's requests have the names of the transactional
/// store's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequestKind {
    /// Append a record.
    Append,
    /// Put a value for a key.
    Put,
    /// Add to a key's number.
    Add,
    /// Record a batch as sent.
    Mark,
    /// Begin a transaction, create a file.
    Begin,
    /// Write a record into a transaction or a file.
    Write,
    /// Prepare a transaction, close a file.
    Prepare,
    /// Commit a transaction, make a file readable.
    Commit,
    /// Abort a transaction.
    Abort,
}

/// Which transactions the external store times out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expire {
    /// The prepared ones.
    Prepared,
    /// The open ones too.
    All,
}

/// What an outage takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutageOf {
    /// The system that the sink writes to.
    External,
    /// Where checkpoints are stored.
    CheckpointStore,
}
