//! The sinks: one file each behind one protocol, and one table that lists them.
//!
//! A sink never touches the outside: it sends a [`Request`] and gets a [`Reply`]. What it does about a record, a
//! barrier or a notification is a program of single operations, so that a crash fits between any two of them.

mod append;
mod committer;
mod file;
mod increment;
mod program;
mod task;
mod two_phase_commit;
mod upsert;
mod write_ahead_log;

pub use program::{Caught, Handling, Op, Program, Then, Thrown};
pub use task::{send_request, SinkTask};

use super::event::Row;
use super::external::{Reply, Request};
use super::fact::{Cause, Fact, TaskId};
use super::id::{Attempt, CheckpointId, FileId, Subtask, Time, TransactionId};
use super::plan::Plan;
use super::point::Point;
use super::scenario::{SinkSpec, Target};

pub use append::Append;
pub use committer::Committer;
pub use file::FileSink;
pub use increment::Increment;
pub use two_phase_commit::TwoPhaseCommit;
pub use upsert::Upsert;
pub use write_ahead_log::WriteAheadLog;

/// What a sink may know of its surroundings while it makes its program.
pub struct Surroundings<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Now.
    pub now: Time,
    /// Which attempt it belongs to.
    pub attempt: Attempt,
    /// Which subtask it is.
    pub subtask: Subtask,
    /// Takes facts.
    pub note: &'a mut dyn FnMut(Fact),
}

impl Surroundings<'_> {
    /// Notes that a record is held in the client's buffer.
    fn buffered(&mut self, row: Row) {
        (self.note)(Fact::RecordBuffered { task: TaskId::Sink(self.subtask), record: row.record });
    }

    /// Notes that a record is held in the open batch.
    fn logged(&mut self, row: Row) {
        (self.note)(Fact::RecordLogged { task: TaskId::Sink(self.subtask), record: row.record });
    }

    /// Notes something about a batch.
    fn batch(&mut self, checkpoint: CheckpointId, fact: impl FnOnce(TaskId, CheckpointId) -> Fact) {
        (self.note)(fact(TaskId::Sink(self.subtask), checkpoint));
    }

    /// Notes that an exception was swallowed.
    fn swallowed(&mut self, cause: Cause) {
        (self.note)(Fact::ExceptionSwallowed { task: TaskId::Sink(self.subtask), cause });
    }
}

/// What every sink has to answer. A handler adds operations to the program; the task carries them out one by one.
pub trait SinkProtocol {
    /// A new attempt begins, with the state of a checkpoint or without.
    fn open(&mut self, restored: Option<&SinkState>, around: &mut Surroundings, program: &mut Program);

    /// A record has come. The task passes `sink.before@N` and `sink.after@N` around this.
    fn on_record(&mut self, row: Row, around: &mut Surroundings, program: &mut Program);

    /// The barrier has come (from all inputs). `ended` tells whether the input has ended before it.
    fn on_barrier(&mut self, checkpoint: CheckpointId, ended: bool, around: &mut Surroundings, program: &mut Program);

    /// A checkpoint is complete.
    fn on_notify(&mut self, _checkpoint: CheckpointId, _program: &mut Program) {}

    /// A checkpoint was given up. Nothing is to be done: what it covered belongs to the next one. Only a mutant asks.
    fn on_abort(&mut self, _checkpoint: CheckpointId, _program: &mut Program) {}

    /// All inputs have ended.
    fn on_end(&mut self, _program: &mut Program) {}

    /// A request was answered (and not refused).
    fn on_reply(&mut self, _request: Request, _reply: Reply, _around: &mut Surroundings, _program: &mut Program) {}

    /// An operation of the sink's own is reached. An error fails the task.
    fn on_then(&mut self, _then: Then, _around: &mut Surroundings, _program: &mut Program) -> Result<(), Cause> {
        Ok(())
    }

    /// A signal is armed at this point: take its branch. An error fails the task.
    fn on_signal(&mut self, _point: Point, _around: &mut Surroundings, _program: &mut Program) -> Result<(), Cause> {
        Ok(())
    }

    /// Something was thrown in the middle of the program.
    fn on_throw(
        &mut self,
        _thrown: Thrown,
        _handling: Handling,
        _around: &mut Surroundings,
        _program: &mut Program,
    ) -> Caught {
        Caught::No
    }

    /// The state that goes into a checkpoint: as it is now, at the barrier.
    fn snapshot(&self) -> SinkState;

    /// The task is closed, at the job's end or by the clean-up after a failure: what it still asks of the outside.
    fn close(&self) -> Option<Request> {
        None
    }
}

/// What a sink keeps in a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SinkState {
    /// Nothing.
    None,
    /// The batches that are not known to be sent.
    Batches(Vec<Batch>),
    /// Prepared transactions by their checkpoint, and the one begun right after the pre-commit.
    Transactions {
        /// To be committed.
        pending: Vec<(CheckpointId, Handle)>,
        /// To be aborted at recovery.
        current: Option<Handle>,
    },
    /// Transactions that are not known to be committed, by their checkpoint.
    Committables(Vec<(CheckpointId, Handle)>),
    /// Closed files by their checkpoint, and the in-progress one with its length.
    Files {
        /// To be finished.
        pending: Vec<(CheckpointId, FileId)>,
        /// To be cut back and written on.
        in_progress: Option<(FileId, u32)>,
    },
}

/// A batch of the write-ahead log.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Batch {
    /// The checkpoint that it was sealed with.
    pub checkpoint: CheckpointId,
    /// Its records.
    pub rows: Vec<Row>,
}

/// A transaction as the sink knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle {
    /// Which.
    pub id: TransactionId,
    /// When it began, if the sink is ever going to ask. What nobody asks does not keep two worlds apart.
    pub began: Option<Time>,
}

macro_rules! sinks {
    ($($(#[$doc:meta])* $variant:ident),* $(,)?) => {
        /// A sink of any kind.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Sink { $($(#[$doc])* $variant($variant)),* }

        impl Sink {
            /// The sink behind its protocol.
            #[must_use]
            pub fn protocol(&self) -> &dyn SinkProtocol {
                match self { $(Sink::$variant(sink) => sink),* }
            }

            /// The sink behind its protocol, to be changed.
            pub fn protocol_mut(&mut self) -> &mut dyn SinkProtocol {
                match self { $(Sink::$variant(sink) => sink),* }
            }
        }
    };
}

sinks! {
    /// Appends.
    Append,
    /// Puts by key.
    Upsert,
    /// Adds.
    Increment,
    /// Holds back in checkpointed state.
    WriteAheadLog,
    /// Holds back in transactions.
    TwoPhaseCommit,
    /// Holds back in transactions, with a committer.
    Committer,
    /// Holds back in hidden files.
    FileSink,
}

impl Sink {
    /// A new sink as the scenario asks for it: the one table of all sinks.
    #[must_use]
    pub fn new(spec: SinkSpec) -> Sink {
        match spec {
            SinkSpec::Append { buffer, flush } => Sink::Append(Append::new(buffer, flush)),
            SinkSpec::Upsert { key } => Sink::Upsert(Upsert::new(key)),
            SinkSpec::Increment => Sink::Increment(Increment),
            SinkSpec::WriteAheadLog { target } => Sink::WriteAheadLog(WriteAheadLog::new(target == Target::Upsert)),
            SinkSpec::TwoPhaseCommit { transaction_timeout, ignore_failures_after_timeout, .. } => {
                let ignore_after = transaction_timeout.filter(|_| ignore_failures_after_timeout);
                Sink::TwoPhaseCommit(TwoPhaseCommit::new(ignore_after))
            }
            SinkSpec::Committer { .. } => Sink::Committer(Committer::default()),
            SinkSpec::File { roll } => Sink::FileSink(FileSink::new(roll)),
        }
    }
}
