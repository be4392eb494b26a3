//! What did happen: the engine's only account of itself. Facts carry no prose; words are made of them elsewhere.

use super::id::{Attempt, CheckpointId, FileId, KeyId, Offset, SourceId, Subtask, Time, TransactionId};
use super::plan::{Total, TotalOf};
use super::point::Point;
use super::scenario::{How, RequestKind};
use std::rc::Rc;

/// A task of the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TaskId {
    /// Reads one log.
    Source(SourceId),
    /// One subtask of the operator.
    Operator(Subtask),
    /// One subtask of the sink.
    Sink(Subtask),
}

/// Which record: its source and its offset there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId {
    /// The source.
    pub source: SourceId,
    /// The position in that source's log.
    pub offset: Offset,
}

/// What a checkpoint was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckpointKind {
    /// By the clock or by the story.
    Regular,
    /// At the end of input.
    Final,
    /// To stop the job.
    Savepoint,
}

/// Why a checkpoint was aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AbortReason {
    /// Declined.
    Declined,
    /// It took longer than its timeout.
    TimedOut,
    /// A later one completed first.
    Subsumed,
    /// The checkpoint store could not be written.
    StoreAway,
}

/// Why a task, and with it the job, failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The scenario asked for it.
    Asked,
    /// An armed failure struck.
    Armed(Point),
    /// The external store refused a request.
    Refused(Refusal),
    /// A commit did not succeed though it was tried again and again.
    RetriesUsedUp,
    /// The reply to a request did not come in time.
    NoReply,
    /// The committer was told of a failure with an unknown reason.
    UnknownFailure,
    /// More checkpoints failed in a row than are tolerated.
    CheckpointFailures,
    /// The checkpoint to restore from could not be read.
    StoreAway,
}

/// Why the external store refused a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The transaction has been timed out.
    Expired(TransactionId),
    /// The transaction was aborted.
    Aborted(TransactionId),
    /// The transaction was committed before, and the store takes no second commit.
    AlreadyCommitted(TransactionId),
    /// It came from a dead attempt, and a newer one writes now.
    Fenced,
    /// The store is away.
    Away,
}

/// Why a step of a story or a trigger did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nothing {
    /// The job is over.
    JobOver,
    /// The job is not running.
    NotRunning,
    /// No such checkpoint is pending.
    NonePending,
    /// As many checkpoints as allowed are under way.
    TooManyPending,
    /// The last one completed too short a time ago.
    MinPause,
    /// There is nobody to notify.
    NothingToNotify,
    /// No request is held up.
    NothingHeld,
    /// The source is there already, or beyond.
    AlreadyThere,
    /// The log ends before this offset; the source went to its end.
    BeyondTheLog,
}

impl Nothing {
    /// The reason's name in outcomes.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Nothing::JobOver => "job_over",
            Nothing::NotRunning => "not_running",
            Nothing::NonePending => "none_pending",
            Nothing::TooManyPending => "too_many_pending",
            Nothing::MinPause => "min_pause",
            Nothing::NothingToNotify => "nothing_to_notify",
            Nothing::NothingHeld => "nothing_held",
            Nothing::AlreadyThere => "already_there",
            Nothing::BeyondTheLog => "beyond_the_log",
        }
    }
}

/// Something that happened. Past tense; one variant for each thing that a learner can be told.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// An attempt has restored its state, and all tasks run.
    JobRunning {
        /// The checkpoint it started from, if any.
        checkpoint: Option<CheckpointId>,
        /// Where each source goes on, and what the operators restored.
        restored: Rc<Restored>,
    },
    /// A source read a record of its log.
    RecordRead {
        /// Which.
        record: RecordId,
        /// Whether it has been read before, by an earlier attempt.
        again: bool,
    },
    /// Records passed by a socket source while nobody listened.
    RecordsMissed {
        /// The source.
        source: SourceId,
        /// The first one.
        from: Offset,
        /// One past the last one.
        to: Offset,
    },
    /// The operator took a record into its state (or passed it on).
    RecordProcessed {
        /// By whom.
        task: TaskId,
        /// Which.
        record: RecordId,
        /// What it says for the record's key now.
        total: Total,
    },
    /// Back-pressure has reached a source: the next record is there, and the channel to the operator has no room for it.
    SourceHeldUp {
        /// The source.
        source: SourceId,
    },
    /// A source has nothing more to read.
    InputEnded {
        /// The source.
        source: SourceId,
    },
    /// A sink has seen the end of all its inputs and written out what it held in its client.
    SinkFinished {
        /// The sink.
        task: TaskId,
    },

    /// The coordinator began a checkpoint.
    CheckpointTriggered {
        /// Which.
        checkpoint: CheckpointId,
        /// What for.
        kind: CheckpointKind,
    },
    /// The coordinator did not begin a checkpoint.
    TriggerSkipped {
        /// Why.
        why: Nothing,
    },
    /// A source sent a barrier after the record before this offset.
    BarrierSent {
        /// The source.
        source: SourceId,
        /// Of which checkpoint.
        checkpoint: CheckpointId,
        /// The offset that the checkpoint holds for this source.
        offset: Offset,
    },
    /// The first barrier of a checkpoint came to a task with several inputs, which now waits for the others.
    AlignmentBegan {
        /// The task.
        task: TaskId,
        /// Of which checkpoint.
        checkpoint: CheckpointId,
    },
    /// A barrier overtook records, which are saved with the checkpoint.
    RecordsOvertaken {
        /// The task.
        task: TaskId,
        /// Of which checkpoint.
        checkpoint: CheckpointId,
        /// How many.
        records: u32,
    },
    /// A task took the snapshot of its state at the barrier.
    SnapshotTaken {
        /// The task.
        task: TaskId,
        /// Of which checkpoint.
        checkpoint: CheckpointId,
    },
    /// A task's snapshot is stored, and the coordinator knows.
    SnapshotAcknowledged {
        /// The task.
        task: TaskId,
        /// Of which checkpoint.
        checkpoint: CheckpointId,
    },
    /// All tasks have acknowledged; nothing is durable yet as a checkpoint.
    AllAcknowledged {
        /// Which.
        checkpoint: CheckpointId,
    },
    /// The checkpoint's metadata is durable: from now on recovery starts from it.
    CheckpointCompleted {
        /// Which.
        checkpoint: CheckpointId,
        /// What for.
        kind: CheckpointKind,
    },
    /// The coordinator gave a checkpoint up.
    CheckpointAborted {
        /// Which.
        checkpoint: CheckpointId,
        /// Why.
        why: AbortReason,
    },
    /// A write of checkpoint metadata by a dead attempt came too late and was turned away.
    LateCompletionRefused {
        /// Which.
        checkpoint: CheckpointId,
    },
    /// The coordinator told the tasks that the checkpoint is complete; they have not heard it yet.
    NotificationSent {
        /// Which.
        checkpoint: CheckpointId,
    },
    /// The notification was lost.
    NotificationLost {
        /// Which.
        checkpoint: CheckpointId,
    },
    /// The notification is held up: the sinks hear it later than others.
    NotificationDelayed {
        /// Which.
        checkpoint: CheckpointId,
    },
    /// A sink heard that the checkpoint is complete.
    NotificationReceived {
        /// The sink.
        task: TaskId,
        /// Which.
        checkpoint: CheckpointId,
    },

    /// A sink holds a record in its client's buffer.
    RecordBuffered {
        /// The sink.
        task: TaskId,
        /// Which.
        record: RecordId,
    },
    /// A record was appended where readers see it.
    RecordAppended {
        /// Which.
        record: RecordId,
        /// Whether it stood there before.
        again: bool,
    },
    /// A key-value store took a new value for a key.
    ValuePut {
        /// The row's key.
        row: RowKey,
        /// The value before.
        before: Option<Total>,
        /// The value now.
        after: Total,
        /// Whether the value is older than the one before.
        went_back: bool,
        /// Whether it was added to what was there.
        added: bool,
    },

    /// The write-ahead sink holds a record in its open batch.
    RecordLogged {
        /// The sink.
        task: TaskId,
        /// Which.
        record: RecordId,
    },
    /// The write-ahead sink closed its batch with the snapshot.
    BatchSealed {
        /// The sink.
        task: TaskId,
        /// Of which checkpoint.
        checkpoint: CheckpointId,
        /// How many records.
        records: u32,
    },
    /// The write-ahead sink begins to send a batch.
    BatchSending {
        /// The sink.
        task: TaskId,
        /// Of which checkpoint.
        checkpoint: CheckpointId,
    },
    /// `sendValues` returned false: the batch stays, the next one has its turn.
    BatchPutOff {
        /// The sink.
        task: TaskId,
        /// Of which checkpoint.
        checkpoint: CheckpointId,
    },
    /// The commit table holds the batch as sent.
    BatchMarked {
        /// Of which checkpoint.
        checkpoint: CheckpointId,
    },
    /// The write-ahead sink let a batch go: it is sent and marked.
    BatchDone {
        /// The sink.
        task: TaskId,
        /// Of which checkpoint.
        checkpoint: CheckpointId,
    },
    /// The write-ahead sink dropped a batch that the commit table already holds as sent.
    BatchDropped {
        /// The sink.
        task: TaskId,
        /// Of which checkpoint.
        checkpoint: CheckpointId,
    },
    /// The write-ahead sink swallowed an exception; it tries again at the next notification.
    ExceptionSwallowed {
        /// The sink.
        task: TaskId,
        /// What.
        cause: Cause,
    },

    /// A transaction began.
    TransactionBegan {
        /// Which.
        transaction: TransactionId,
    },
    /// A record was written into a transaction: stored, not readable.
    RecordWritten {
        /// Which.
        record: RecordId,
        /// Where.
        transaction: TransactionId,
    },
    /// A transaction is prepared: stored whole, and can be committed later.
    TransactionPrepared {
        /// Which.
        transaction: TransactionId,
    },
    /// A transaction was committed: readable from now on.
    TransactionCommitted {
        /// Which.
        transaction: TransactionId,
        /// How many records became readable.
        records: u32,
    },
    /// Records are committed that readers of committed data cannot get: an earlier transaction is not decided.
    ReadersBlocked {
        /// The transaction at which readers stand still.
        transaction: TransactionId,
        /// How many of the records just committed are behind it.
        records: u32,
    },
    /// A second commit of a transaction did nothing.
    CommittedBefore {
        /// Which.
        transaction: TransactionId,
    },
    /// A second commit of a transaction was applied again.
    CommittedAgain {
        /// Which.
        transaction: TransactionId,
        /// How many records now stand there once more.
        records: u32,
    },
    /// A transaction was aborted.
    TransactionAborted {
        /// Which.
        transaction: TransactionId,
    },
    /// The store timed a transaction out.
    TransactionExpired {
        /// Which.
        transaction: TransactionId,
    },
    /// The store refused a request.
    RequestRefused {
        /// Why.
        why: Refusal,
    },
    /// The reply to a request was lost: to its sender it failed, whatever became of it.
    ReplyLost {
        /// To which kind of request.
        request: RequestKind,
    },
    /// A failing commit was given up: its records will never be readable.
    CommitGivenUp {
        /// Which.
        transaction: TransactionId,
    },
    /// A commit is tried again.
    CommitRetried {
        /// Which.
        transaction: TransactionId,
    },

    /// A file was created, hidden from readers.
    FileCreated {
        /// Which.
        file: FileId,
    },
    /// A record was written to an in-progress file.
    FileWritten {
        /// Which record.
        record: RecordId,
        /// Where.
        file: FileId,
    },
    /// A file was closed and waits for its checkpoint.
    FilePending {
        /// Which.
        file: FileId,
    },
    /// A file was renamed: readable from now on.
    FileFinished {
        /// Which.
        file: FileId,
    },
    /// An in-progress file was cut to the length that the checkpoint holds.
    FileTruncated {
        /// Which.
        file: FileId,
        /// Records left.
        records: u32,
    },

    /// The job died.
    Crashed {
        /// Killed or thrown.
        how: How,
        /// The task at which it began, if one.
        task: Option<TaskId>,
        /// Why.
        cause: Cause,
    },
    /// Requests on their way were lost in the crash.
    RequestsLost {
        /// How many.
        requests: u32,
    },
    /// Requests on their way are held up, and outlive the attempt that sent them.
    RequestsHeldUp {
        /// How many.
        requests: u32,
    },
    /// A request of a dead attempt arrived after a newer one had begun.
    LateRequest {
        /// The dead one.
        attempt: Attempt,
    },
    /// A new attempt is being started.
    RestartScheduled {
        /// When it begins to restore.
        at: Time,
        /// Which it will be.
        attempt: Attempt,
    },
    /// A sink begins to restore its part of a checkpoint.
    Restoring {
        /// From which checkpoint, if any.
        checkpoint: Option<CheckpointId>,
    },
    /// The restarts are used up.
    JobFailed,
    /// The job is over: everything read, the final checkpoint complete and notified, or stopped with a savepoint.
    JobFinished,
    /// The job was cancelled.
    JobCancelled,
    /// The engine stopped a run that would not end.
    LimitReached {
        /// Which.
        limit: Limit,
    },
    /// A step of the story begins.
    StoryStep {
        /// Its position in the story, from 0.
        index: u32,
    },
    /// A step of the story found nothing to do.
    StepSkipped {
        /// Its position in the story, from 0.
        index: u32,
        /// Why.
        why: Nothing,
    },
}

/// The limits that end a run which would go on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`MAX_STEPS`](crate::sim::world::MAX_STEPS).
    Steps,
    /// [`MAX_ATTEMPTS`](crate::sim::world::MAX_ATTEMPTS).
    Attempts,
}

/// What an attempt starts with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Restored {
    /// Where each source goes on.
    pub offsets: Vec<Offset>,
    /// What the operators hold, by key.
    pub state: Vec<(KeyId, TotalOf)>,
    /// Records in flight that an unaligned checkpoint saved, in the order in which they are processed.
    pub channel: Vec<RecordId>,
}

/// The key of a row in the key-value store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowKey {
    /// The record's key.
    pub key: KeyId,
    /// What makes the key differ: nothing, the attempt, the record.
    pub suffix: RowSuffix,
}

/// The part of a row's key that is not the record's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowSuffix {
    /// The key is the record's key.
    None,
    /// `@ATTEMPT`.
    Attempt(Attempt),
    /// `#OFFSET`.
    Offset(RecordId),
}

macro_rules! fact_names {
    ($($variant:ident = $name:literal),* $(,)?) => {
        /// The name of a kind of fact, as scenarios write it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum FactName { $(
            #[doc = concat!("[`Fact::", stringify!($variant), "`]")]
            $variant,
        )* }

        impl FactName {
            /// Every name.
            pub const ALL: &'static [FactName] = &[$(FactName::$variant),*];

            /// The name as text.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(FactName::$variant => $name),* }
            }

            /// Reads a name; `None` if there is none such.
            #[must_use]
            pub fn parse(text: &str) -> Option<FactName> {
                FactName::ALL.iter().copied().find(|name| name.as_str() == text)
            }
        }

        impl Fact {
            /// The kind of fact.
            #[must_use]
            pub const fn name(&self) -> FactName {
                match self { $(Fact::$variant { .. } => FactName::$variant),* }
            }
        }
    };
}

fact_names! {
    JobRunning = "job_running",
    RecordRead = "record_read",
    RecordsMissed = "records_missed",
    RecordProcessed = "record_processed",
    SourceHeldUp = "source_held_up",
    InputEnded = "input_ended",
    SinkFinished = "sink_finished",
    CheckpointTriggered = "checkpoint_triggered",
    TriggerSkipped = "trigger_skipped",
    BarrierSent = "barrier_sent",
    AlignmentBegan = "alignment_began",
    RecordsOvertaken = "records_overtaken",
    SnapshotTaken = "snapshot_taken",
    SnapshotAcknowledged = "snapshot_acknowledged",
    AllAcknowledged = "all_acknowledged",
    CheckpointCompleted = "checkpoint_completed",
    CheckpointAborted = "checkpoint_aborted",
    LateCompletionRefused = "late_completion_refused",
    NotificationSent = "notification_sent",
    NotificationLost = "notification_lost",
    NotificationDelayed = "notification_delayed",
    NotificationReceived = "notification_received",
    RecordBuffered = "record_buffered",
    RecordAppended = "record_appended",
    ValuePut = "value_put",
    RecordLogged = "record_logged",
    BatchSealed = "batch_sealed",
    BatchSending = "batch_sending",
    BatchPutOff = "batch_put_off",
    BatchMarked = "batch_marked",
    BatchDone = "batch_done",
    BatchDropped = "batch_dropped",
    ExceptionSwallowed = "exception_swallowed",
    TransactionBegan = "transaction_began",
    RecordWritten = "record_written",
    TransactionPrepared = "transaction_prepared",
    TransactionCommitted = "transaction_committed",
    ReadersBlocked = "readers_blocked",
    CommittedBefore = "committed_before",
    CommittedAgain = "committed_again",
    TransactionAborted = "transaction_aborted",
    TransactionExpired = "transaction_expired",
    RequestRefused = "request_refused",
    ReplyLost = "reply_lost",
    CommitGivenUp = "commit_given_up",
    CommitRetried = "commit_retried",
    FileCreated = "file_created",
    FileWritten = "file_written",
    FilePending = "file_pending",
    FileFinished = "file_finished",
    FileTruncated = "file_truncated",
    Crashed = "crashed",
    RequestsLost = "requests_lost",
    RequestsHeldUp = "requests_held_up",
    LateRequest = "late_request",
    RestartScheduled = "restart_scheduled",
    Restoring = "restoring",
    JobFailed = "job_failed",
    JobFinished = "job_finished",
    JobCancelled = "job_cancelled",
    LimitReached = "limit_reached",
    StoryStep = "story_step",
    StepSkipped = "step_skipped",
}

impl Fact {
    /// The checkpoint that the fact is about, if it is about one.
    #[must_use]
    pub fn checkpoint(&self) -> Option<CheckpointId> {
        match self {
            Fact::CheckpointTriggered { checkpoint, .. }
            | Fact::BarrierSent { checkpoint, .. }
            | Fact::AlignmentBegan { checkpoint, .. }
            | Fact::RecordsOvertaken { checkpoint, .. }
            | Fact::SnapshotTaken { checkpoint, .. }
            | Fact::SnapshotAcknowledged { checkpoint, .. }
            | Fact::AllAcknowledged { checkpoint }
            | Fact::CheckpointCompleted { checkpoint, .. }
            | Fact::CheckpointAborted { checkpoint, .. }
            | Fact::LateCompletionRefused { checkpoint }
            | Fact::NotificationSent { checkpoint }
            | Fact::NotificationLost { checkpoint }
            | Fact::NotificationDelayed { checkpoint }
            | Fact::NotificationReceived { checkpoint, .. }
            | Fact::BatchSealed { checkpoint, .. }
            | Fact::BatchSending { checkpoint, .. }
            | Fact::BatchPutOff { checkpoint, .. }
            | Fact::BatchMarked { checkpoint }
            | Fact::BatchDone { checkpoint, .. }
            | Fact::BatchDropped { checkpoint, .. } => Some(*checkpoint),
            Fact::JobRunning { checkpoint, .. } | Fact::Restoring { checkpoint } => *checkpoint,
            _ => None,
        }
    }
}
