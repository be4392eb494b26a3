//! What is about to happen: the imperative counterpart of [`Fact`](super::fact::Fact).

use super::external::{Reply, Request};
use super::fact::{CheckpointKind, RecordId, TaskId};
use super::id::{Attempt, CheckpointId, KeyId, SourceId, Subtask, TransactionId};
use super::plan::{Total, TotalOf};
use super::scenario::Expire;
use super::store::{CompletedCheckpoint, TaskSnapshot};
use std::rc::Rc;

/// A record on its way through the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Which record.
    pub record: RecordId,
    /// Its key.
    pub key: KeyId,
    /// What the operator made of it; nothing before the operator.
    pub of: TotalOf,
}

impl Row {
    /// The row as a total for its key.
    #[must_use]
    pub fn total(&self) -> Total {
        Total { key: self.key, record: self.record, of: self.of }
    }
}

/// What travels from task to task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Message {
    /// A record.
    Record(Row),
    /// A barrier.
    Barrier(CheckpointId, CheckpointKind),
    /// Nothing follows any more.
    End,
}

/// A channel between two tasks, as an index into the job's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChannelId(pub u32);

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The source reads its next record.
    Read(SourceId),
    /// The source has read all: tell everyone.
    EndInput(SourceId),
    /// A message arrives at the receiver's queue.
    Deliver(ChannelId, Message),
    /// The operator is done with the record that it works on.
    Process(Subtask),
    /// A snapshot is stored; the coordinator hears of it.
    Acknowledge(TaskId, CheckpointId, Rc<TaskSnapshot>),
    /// A sink hears that a checkpoint is complete.
    Notify(Subtask, CheckpointId),
    /// A pending checkpoint has taken too long.
    TimeOut(CheckpointId),
    /// A request arrives outside.
    Request {
        /// Who sent it.
        sink: Subtask,
        /// In which attempt.
        attempt: Attempt,
        /// Does the sender wait for the reply?
        wait: bool,
        /// What.
        request: Request,
    },
    /// The answer arrives at the sink.
    Reply(Subtask, Request, Reply),
    /// The metadata of a checkpoint arrives at the checkpoint store.
    StoreMetadata(Attempt, Rc<CompletedCheckpoint>),
    /// Time for a checkpoint.
    Trigger,
    /// Time for a checkpoint, and for the next one an interval later.
    TriggerPeriodically,
    /// Crash number n of the plan.
    Crash(u32),
    /// The external store times out transactions.
    Expire(Expire),
    /// The external store times out one transaction, if it is still open or prepared.
    ExpireOne(TransactionId),
    /// The next attempt begins.
    Restart,
    /// A `wait` of the story is over.
    StoryWait,
}
