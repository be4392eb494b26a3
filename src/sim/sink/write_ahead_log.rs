//! Holds the output in the job's own checkpointed state and writes it out once the checkpoint is complete.
//!
//! Source of the semantics: Flink's `GenericWriteAheadSink` with a `CheckpointCommitter` that records exact checkpoint
//! numbers. "Send" and "mark as sent" are two steps; a failure in between repeats the batch.

use super::{Batch, Caught, Handling, Op, Program, SinkProtocol, SinkState, Surroundings, Then, Thrown};
use crate::sim::event::Row;
use crate::sim::external::{Reply, Request};
use crate::sim::fact::{Cause, Fact, RowKey, RowSuffix};
use crate::sim::id::CheckpointId;
use crate::sim::mutant::Mutant;
use crate::sim::plan::Plan;
use crate::sim::point::Point;

/// In place of a notified checkpoint while the sink restores: batches are looked up, none is sent.
const RESTORED: CheckpointId = CheckpointId(u32::MAX);

/// The sink.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WriteAheadLog {
    to_table: bool,
    /// The open batch.
    pub open: Vec<Row>,
    /// Sealed batches that are not known to be sent, by checkpoint.
    pub pending: Vec<Batch>,
    /// What the commit table said last.
    is_marked: bool,
}

impl WriteAheadLog {
    /// Writes to a key-value table or to a log.
    #[must_use]
    pub fn new(to_table: bool) -> WriteAheadLog {
        WriteAheadLog { to_table, open: Vec::new(), pending: Vec::new(), is_marked: false }
    }

    fn send(&self, row: Row) -> Request {
        if self.to_table {
            Request::Put(RowKey { key: row.key, suffix: RowSuffix::None }, row.total())
        } else {
            Request::Append(row)
        }
    }

    /// The first pending batch above `after` and up to `up_to`.
    fn next(&self, after: CheckpointId, up_to: CheckpointId) -> Option<CheckpointId> {
        self.pending.iter().map(|b| b.checkpoint).find(|id| *id > after && *id <= up_to)
    }

    /// Is the commit table asked whether a batch is sent? Always, but for mutants.
    fn asks(&self, up_to: CheckpointId, plan: &Plan) -> bool {
        let sends_at_once = up_to == RESTORED && plan.has(Mutant::SendAtRestore);
        !sends_at_once && !plan.has(Mutant::CommitTableNotAsked)
    }

    /// `sendValues` and what follows it.
    fn send_batch(&self, id: CheckpointId, notified: CheckpointId, program: &mut Program) {
        program.pass(Point::WalSendBefore).pass(Point::WalSendFalseBefore);
        for row in self.pending.iter().filter(|b| b.checkpoint == id).flat_map(|b| &b.rows) {
            program.pass(Point::WalSendMid).call(self.send(*row));
        }
        program.pass(Point::WalSendAfter).pass(Point::WalSendFalseAfter).then(Then::BatchSent(id, notified));
    }
}

impl SinkProtocol for WriteAheadLog {
    /// Restoring only drops what is known to be sent. It sends nothing: that waits for the next completed checkpoint.
    fn open(&mut self, restored: Option<&SinkState>, _: &mut Surroundings, program: &mut Program) {
        if let Some(SinkState::Batches(batches)) = restored {
            self.pending.clone_from(batches);
            program.then(Then::BatchNext(CheckpointId(0), RESTORED));
        }
    }

    fn on_record(&mut self, row: Row, around: &mut Surroundings, _: &mut Program) {
        self.open.push(row);
        around.logged(row);
    }

    fn on_barrier(&mut self, checkpoint: CheckpointId, _ended: bool, _: &mut Surroundings, program: &mut Program) {
        program.pass(Point::SinkSnapshot).then(Then::Prepared(checkpoint)).add(Op::Snapshot(checkpoint));
    }

    fn on_notify(&mut self, checkpoint: CheckpointId, program: &mut Program) {
        program.then(Then::BatchNext(CheckpointId(0), checkpoint));
    }

    fn on_reply(&mut self, _: Request, reply: Reply, _: &mut Surroundings, _: &mut Program) {
        if let Reply::IsMarked(marked) = reply {
            self.is_marked = marked;
        }
    }

    fn on_then(&mut self, then: Then, around: &mut Surroundings, program: &mut Program) -> Result<(), Cause> {
        match then {
            // An interval without records makes no batch.
            Then::Prepared(checkpoint) if !self.open.is_empty() => {
                let rows = std::mem::take(&mut self.open);
                let records = rows.len() as u32;
                self.pending.push(Batch { checkpoint, rows });
                around.batch(checkpoint, |task, checkpoint| Fact::BatchSealed { task, checkpoint, records });
            }
            Then::BatchNext(after, up_to) => {
                if let Some(id) = self.next(after, up_to) {
                    self.is_marked = false;
                    if self.asks(up_to, around.plan) {
                        program.pass(Point::WalIsCommitted).call(Request::IsMarked(around.subtask, id));
                    }
                    program.then(Then::BatchAsked(id, up_to));
                }
            }
            Then::BatchAsked(id, up_to) if self.is_marked => {
                self.pending.retain(|b| b.checkpoint != id);
                around.batch(id, |task, checkpoint| Fact::BatchDropped { task, checkpoint });
                program.then(Then::BatchNext(id, up_to));
            }
            Then::BatchAsked(id, RESTORED) if !around.plan.has(Mutant::SendAtRestore) => {
                program.then(Then::BatchNext(id, RESTORED));
            }
            Then::BatchAsked(id, notified) => {
                around.batch(id, |task, checkpoint| Fact::BatchSending { task, checkpoint });
                if around.plan.has(Mutant::MarkBeforeSend) {
                    program.call(Request::Mark(around.subtask, id));
                }
                self.send_batch(id, notified, program);
            }
            Then::BatchSent(id, notified) => {
                program.pass(Point::WalCommitBefore);
                if !around.plan.has(Mutant::MarkBeforeSend) {
                    program.call(Request::Mark(around.subtask, id));
                }
                program.pass(Point::WalCommitAfter).then(Then::BatchMarked(id));
                program.then(Then::BatchNext(id, notified));
            }
            Then::BatchMarked(id) => {
                self.pending.retain(|b| b.checkpoint != id);
                around.batch(id, |task, checkpoint| Fact::BatchDone { task, checkpoint });
            }
            _ => {}
        }
        Ok(())
    }

    /// `sendValues` returns false: the batch stays, the loop goes on with the next one, which overtakes it.
    fn on_signal(&mut self, point: Point, around: &mut Surroundings, program: &mut Program) -> Result<(), Cause> {
        if matches!(point, Point::WalSendFalseBefore | Point::WalSendFalseAfter) {
            while let Some(op) = program.take() {
                if let Op::Then(Then::BatchSent(id, notified)) = op {
                    around.batch(id, |task, checkpoint| Fact::BatchPutOff { task, checkpoint });
                    program.then(Then::BatchNext(id, notified));
                    break;
                }
            }
        }
        Ok(())
    }

    /// An exception while it handles a notification is logged and ends the loop; the job lives on. Not so at restore.
    fn on_throw(
        &mut self,
        thrown: Thrown,
        handling: Handling,
        around: &mut Surroundings,
        program: &mut Program,
    ) -> Caught {
        if thrown.is_error || !matches!(handling, Handling::Notification(_)) {
            return Caught::No;
        }
        program.clear();
        around.swallowed(thrown.cause);
        Caught::Yes
    }

    fn snapshot(&self) -> SinkState {
        SinkState::Batches(self.pending.clone())
    }
}
