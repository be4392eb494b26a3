//! The durable checkpoint store: what survives the job, and where recovery starts from.

use super::event::{ChannelId, Row};
use super::fact::CheckpointKind;
use super::id::{CheckpointId, Offset};
use super::plan::TotalOf;
use super::sink::SinkState;
use std::rc::Rc;

/// What one task keeps in a checkpoint: its state at the barrier.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TaskSnapshot {
    /// Where a source goes on.
    Source(Offset),
    /// The totals of one subtask of the operator, by key, and records saved from its inputs.
    Operator(Vec<TotalOf>, Vec<(ChannelId, Row)>),
    /// The state of one subtask of the sink, and records saved from its inputs.
    Sink(SinkState, Vec<(ChannelId, Row)>),
}

impl TaskSnapshot {
    /// The records in flight that were saved with it.
    #[must_use]
    pub fn in_flight(&self) -> &[(ChannelId, Row)] {
        match self {
            TaskSnapshot::Source(_) => &[],
            TaskSnapshot::Operator(_, saved) | TaskSnapshot::Sink(_, saved) => saved,
        }
    }
}

/// A completed checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CompletedCheckpoint {
    /// Its number.
    pub id: CheckpointId,
    /// What it was taken for.
    pub kind: CheckpointKind,
    /// Whether it belongs to the end of the job (`final` in the outcome).
    pub closing: bool,
    /// One snapshot for every task: sources, operators, sinks.
    pub snapshots: Vec<Rc<TaskSnapshot>>,
}

/// The checkpoint store and what it remembers of its own history.
///
/// Flink retains one completed checkpoint by default; so does this. The lists of numbers are for the outcome.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckpointStore {
    /// The one that recovery starts from.
    pub newest: Option<Rc<CompletedCheckpoint>>,
    /// The next number. Not reset by a restart: the number of an incomplete checkpoint is never used again.
    pub next_id: CheckpointId,
    /// Completed ones, in order.
    pub completed: Vec<CheckpointId>,
    /// Completed ones that ended the job, in order.
    pub closing: Vec<CheckpointId>,
    /// Aborted ones, in order.
    pub aborted: Vec<CheckpointId>,
}

impl Default for CheckpointStore {
    fn default() -> Self {
        CheckpointStore {
            newest: None,
            next_id: CheckpointId(1),
            completed: Vec::new(),
            closing: Vec::new(),
            aborted: Vec::new(),
        }
    }
}

impl CheckpointStore {
    /// Makes a checkpoint the newest. This durable write is the commit point of the whole protocol.
    pub fn add(&mut self, checkpoint: Rc<CompletedCheckpoint>) {
        let list = if checkpoint.closing { &mut self.closing } else { &mut self.completed };
        list.push(checkpoint.id);
        if self.newest.as_ref().is_none_or(|newest| newest.id < checkpoint.id) {
            self.newest = Some(checkpoint);
        }
    }
}
