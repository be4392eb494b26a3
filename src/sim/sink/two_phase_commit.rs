//! Holds the output back in transactions of the external system: pre-commit with the checkpoint, commit after its
//! completion.
//!
//! Source of the semantics: Flink's `TwoPhaseCommitSinkFunction`.

use super::{Caught, Handle, Handling, Op, Program, SinkProtocol, SinkState, Surroundings, Then, Thrown};
use crate::sim::event::Row;
use crate::sim::external::{Reply, Request};
use crate::sim::fact::{Cause, Fact};
use crate::sim::id::{CheckpointId, Time};
use crate::sim::mutant::Mutant;
use crate::sim::plan::Plan;
use crate::sim::point::Point;

/// The sink.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TwoPhaseCommit {
    /// After this age a failing commit at recovery is given up.
    ignore_after: Option<Time>,
    /// The transaction that is written to. It stays the current one until the next has begun.
    pub current: Option<Handle>,
    /// Prepared ones by checkpoint, to be committed.
    pub pending: Vec<(CheckpointId, Handle)>,
    /// Restored ones, still to be committed once more.
    recovering: Vec<(CheckpointId, Handle)>,
    /// The restored current one, still to be aborted.
    discard: Option<Handle>,
    /// The first failure of the loop of commits, thrown at its end.
    failure: Option<Cause>,
}

impl TwoPhaseCommit {
    /// `ignore_after`: Flink's `ignoreFailuresAfterTransactionTimeout` with its timeout.
    #[must_use]
    pub fn new(ignore_after: Option<Time>) -> TwoPhaseCommit {
        TwoPhaseCommit {
            ignore_after,
            current: None,
            pending: Vec::new(),
            recovering: Vec::new(),
            discard: None,
            failure: None,
        }
    }

    /// Recovery: commit every restored transaction again, abort the restored current one, begin a new one.
    fn restore_next(&mut self, program: &mut Program) {
        if let Some((_, handle)) = self.recovering.first() {
            program.pass(Point::TwoPhaseRecoverBefore).call(Request::Commit(handle.id));
            program.pass(Point::TwoPhaseRecoverAfter).then(Then::Committed).then(Then::RestoreNext);
            return;
        }
        if let Some(handle) = self.discard.take() {
            program.call(Request::Abort(handle.id));
        }
        program.pass(Point::TwoPhaseBegin).call(Request::Begin);
    }

    fn first_up_to(&self, checkpoint: CheckpointId, plan: &Plan) -> Option<usize> {
        let only_this = plan.has(Mutant::NotificationsReliable);
        self.pending.iter().position(|(id, _)| *id == checkpoint || (*id < checkpoint && !only_this))
    }
}

impl SinkProtocol for TwoPhaseCommit {
    fn open(&mut self, restored: Option<&SinkState>, around: &mut Surroundings, program: &mut Program) {
        if let Some(SinkState::Transactions { pending, current }) = restored {
            if !around.plan.has(Mutant::RestoredNotCommitted) {
                self.recovering.clone_from(pending);
            }
            self.discard = *current;
        }
        program.then(Then::RestoreNext);
    }

    fn on_record(&mut self, row: Row, _: &mut Surroundings, program: &mut Program) {
        if let Some(current) = self.current {
            program.call(Request::Write(current.id, row));
        }
    }

    fn on_barrier(&mut self, checkpoint: CheckpointId, ended: bool, around: &mut Surroundings, program: &mut Program) {
        program.pass(Point::SinkSnapshot);
        if let Some(current) = self.current {
            program.pass(Point::TwoPhasePrecommitBefore).call(Request::Prepare(current.id));
            program.pass(Point::TwoPhasePrecommitAfter).then(Then::Prepared(checkpoint));
        }
        if around.plan.has(Mutant::CommitAtBarrier) {
            program.then(Then::CommitNext(checkpoint));
        }
        if ended {
            program.then(Then::NoNext);
        } else if !around.plan.has(Mutant::BeginAfterCommit) {
            program.pass(Point::TwoPhaseBegin).call(Request::Begin);
        }
        program.add(Op::Snapshot(checkpoint));
    }

    fn on_notify(&mut self, checkpoint: CheckpointId, program: &mut Program) {
        program.then(Then::CommitNext(checkpoint));
    }

    fn on_abort(&mut self, checkpoint: CheckpointId, program: &mut Program) {
        if let Some(index) = self.pending.iter().position(|(id, _)| *id == checkpoint) {
            let (_, handle) = self.pending.remove(index);
            program.call(Request::Abort(handle.id));
        }
    }

    fn on_reply(&mut self, _: Request, reply: Reply, around: &mut Surroundings, _: &mut Program) {
        if let Reply::Began(id) = reply {
            self.current = Some(Handle { id, began: self.ignore_after.map(|_| around.now) });
        }
    }

    fn on_then(&mut self, then: Then, around: &mut Surroundings, program: &mut Program) -> Result<(), Cause> {
        match then {
            Then::Prepared(checkpoint) => self.pending.extend(self.current.map(|current| (checkpoint, current))),
            Then::RestoreNext => self.restore_next(program),
            Then::NoNext => self.current = None,
            Then::Committed => {
                self.recovering.remove(0);
            }
            Then::CommitNext(checkpoint) => match self.first_up_to(checkpoint, around.plan) {
                Some(index) => {
                    // Removed whether the commit succeeds or not: recovery has it in the checkpoint.
                    let (_, handle) = self.pending.remove(index);
                    program.pass(Point::TwoPhaseCommitBefore).call(Request::Commit(handle.id));
                    program.pass(Point::TwoPhaseCommitAfter);
                    if around.plan.has(Mutant::BeginAfterCommit) && self.current == Some(handle) {
                        program.pass(Point::TwoPhaseBegin).call(Request::Begin);
                    }
                    program.then(Then::CommitNext(checkpoint));
                }
                None => return self.failure.take().map_or(Ok(()), Err),
            },
            _ => {}
        }
        Ok(())
    }

    fn on_throw(
        &mut self,
        thrown: Thrown,
        handling: Handling,
        around: &mut Surroundings,
        program: &mut Program,
    ) -> Caught {
        match handling {
            // Whatever one commit throws, the loop goes on and the task fails at its end.
            Handling::Notification(checkpoint) => {
                program.clear();
                self.failure.get_or_insert(thrown.cause);
                program.then(Then::CommitNext(checkpoint));
                Caught::Yes
            }
            Handling::Opening if !thrown.is_error => {
                let Some((_, handle)) = self.recovering.first().copied() else { return Caught::No };
                let old = around.plan.has(Mutant::FailedCommitIgnored)
                    || self
                        .ignore_after
                        .zip(handle.began)
                        .is_some_and(|(timeout, began)| around.now.since(began) > timeout);
                if !old {
                    return Caught::No;
                }
                (around.note)(Fact::CommitGivenUp { transaction: handle.id });
                program.clear();
                self.recovering.remove(0);
                program.then(Then::RestoreNext);
                Caught::Yes
            }
            _ => Caught::No,
        }
    }

    fn snapshot(&self) -> SinkState {
        SinkState::Transactions { pending: self.pending.clone(), current: self.current }
    }

    fn close(&self) -> Option<Request> {
        self.current.map(|current| Request::Abort(current.id))
    }
}
