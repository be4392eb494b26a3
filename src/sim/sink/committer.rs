//! Flink's newer interface (Sink V2): a writer that hands committables to a committer before the barrier.
//!
//! Writer and committer are chained into one task, as Flink does at equal parallelism. Sources of the semantics:
//! `SinkWriterOperator`, `CommitterOperator`, `CommitRequestImpl`.

use super::{Caught, Handle, Handling, Op, Program, SinkProtocol, SinkState, Surroundings, Then, Thrown};
use crate::sim::event::Row;
use crate::sim::external::{Reply, Request};
use crate::sim::fact::{Cause, Fact};
use crate::sim::id::CheckpointId;
use crate::sim::point::Point;

/// How often a commit is tried again before the task fails: Flink's `sink.committer.retries`.
pub const COMMITTER_RETRIES: u32 = 10;

/// The sink.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Committer {
    /// The transaction that the writer writes to.
    pub current: Option<Handle>,
    /// What the committer has still to commit, by checkpoint.
    pub committables: Vec<(CheckpointId, Handle)>,
    /// How often the commit at hand was tried again.
    retries: u32,
}

impl Committer {
    /// Tries the first committable; the branches are looked at between the point and the request.
    fn try_first(&self, up_to: CheckpointId, program: &mut Program) -> bool {
        let Some((_, handle)) = self.committables.first().filter(|(id, _)| *id <= up_to) else { return false };
        program.pass(Point::CommitterCommitBefore);
        for branch in [Point::CommitterKnownFailure, Point::CommitterUnknownFailure, Point::CommitterRetry] {
            program.pass(branch);
        }
        program.call(Request::Commit(handle.id)).pass(Point::CommitterAlready).pass(Point::CommitterCommitAfter);
        program.then(Then::Committed).then(Then::CommitNext(up_to));
        true
    }

    fn begin(&self, program: &mut Program) {
        program.call(Request::Begin);
    }
}

impl SinkProtocol for Committer {
    /// The committer commits what was restored at once; only then does the writer begin.
    fn open(&mut self, restored: Option<&SinkState>, _: &mut Surroundings, program: &mut Program) {
        if let Some(SinkState::Committables(committables)) = restored {
            self.committables.clone_from(committables);
        }
        program.then(Then::CommitNext(CheckpointId(u32::MAX)));
    }

    fn on_record(&mut self, row: Row, _: &mut Surroundings, program: &mut Program) {
        if let Some(current) = self.current {
            program.call(Request::Write(current.id, row));
        }
    }

    fn on_barrier(&mut self, checkpoint: CheckpointId, _ended: bool, _: &mut Surroundings, program: &mut Program) {
        program.pass(Point::SinkSnapshot).pass(Point::CommitterFlush).pass(Point::CommitterPrecommitBefore);
        if let Some(current) = self.current {
            program.call(Request::Prepare(current.id));
        }
        program.pass(Point::CommitterPrecommitAfter).then(Then::Prepared(checkpoint));
        self.begin(program);
        program.add(Op::Snapshot(checkpoint));
    }

    fn on_notify(&mut self, checkpoint: CheckpointId, program: &mut Program) {
        program.then(Then::CommitNext(checkpoint));
    }

    fn on_reply(&mut self, _: Request, reply: Reply, _: &mut Surroundings, _: &mut Program) {
        if let Reply::Began(id) = reply {
            self.current = Some(Handle { id, began: None });
        }
    }

    fn on_then(&mut self, then: Then, _: &mut Surroundings, program: &mut Program) -> Result<(), Cause> {
        match then {
            Then::Prepared(checkpoint) => {
                self.committables.extend(self.current.map(|current| (checkpoint, current)));
            }
            Then::CommitNext(up_to) => {
                let more = self.try_first(up_to, program);
                if !more && self.current.is_none() {
                    self.begin(program);
                }
            }
            Then::Committed => {
                self.committables.remove(0);
                self.retries = 0;
            }
            _ => {}
        }
        Ok(())
    }

    fn on_signal(&mut self, point: Point, around: &mut Surroundings, program: &mut Program) -> Result<(), Cause> {
        let transaction = self.committables.first().map(|(_, handle)| handle.id);
        let (Some(transaction), true) = (transaction, point != Point::CommitterAlready) else { return Ok(()) };
        if point == Point::CommitterUnknownFailure {
            return Err(Cause::UnknownFailure);
        }
        let up_to = program.ops().find_map(|op| match op {
            Op::Then(Then::CommitNext(up_to)) => Some(*up_to),
            _ => None,
        });
        program.clear();
        if point == Point::CommitterRetry {
            self.retries += 1;
            if self.retries > COMMITTER_RETRIES {
                return Err(Cause::RetriesUsedUp);
            }
            (around.note)(Fact::CommitRetried { transaction });
        } else {
            // A known reason: Flink logs it and drops the committable; the transaction stays prepared.
            (around.note)(Fact::CommitGivenUp { transaction });
            program.then(Then::Committed);
        }
        program.then(Then::CommitNext(up_to.unwrap_or_default()));
        Ok(())
    }

    /// A time-out is retriable: Flink's committer for Kafka asks for another try where a reply did not come.
    fn on_throw(
        &mut self,
        thrown: Thrown,
        handling: Handling,
        around: &mut Surroundings,
        program: &mut Program,
    ) -> Caught {
        let is_committing = matches!(handling, Handling::Opening | Handling::Notification(_));
        if thrown.cause != Cause::NoReply || !is_committing || self.committables.is_empty() {
            return Caught::No;
        }
        match self.on_signal(Point::CommitterRetry, around, program) {
            Ok(()) => Caught::Yes,
            Err(_) => Caught::No,
        }
    }

    fn snapshot(&self) -> SinkState {
        SinkState::Committables(self.committables.clone())
    }

    fn close(&self) -> Option<Request> {
        self.current.map(|current| Request::Abort(current.id))
    }
}
