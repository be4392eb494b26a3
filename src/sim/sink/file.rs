//! Flink's `FileSink`: in-progress files are hidden, closed ones are pending, and finished with the completed checkpoint.

use super::{Op, Program, SinkProtocol, SinkState, Surroundings, Then};
use crate::sim::event::Row;
use crate::sim::external::{Reply, Request};
use crate::sim::fact::Cause;
use crate::sim::id::{CheckpointId, FileId};
use crate::sim::mutant::Mutant;
use crate::sim::point::Point;
use crate::sim::scenario::Roll;

/// The sink.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileSink {
    roll: Roll,
    /// The file that is written to, and its length in records.
    pub in_progress: Option<(FileId, u32)>,
    /// Closed ones by checkpoint, to be finished.
    pub pending: Vec<(CheckpointId, FileId)>,
    /// The record that waits for its file.
    waiting: Option<Row>,
}

impl FileSink {
    /// Rolls like this.
    #[must_use]
    pub fn new(roll: Roll) -> FileSink {
        FileSink { roll, in_progress: None, pending: Vec::new(), waiting: None }
    }
}

impl SinkProtocol for FileSink {
    /// Finishes what the checkpoint had closed, then cuts the in-progress file back and goes on writing to it.
    fn open(&mut self, restored: Option<&SinkState>, around: &mut Surroundings, program: &mut Program) {
        if let Some(SinkState::Files { pending, in_progress }) = restored {
            self.pending.clone_from(pending);
            self.in_progress = *in_progress;
            program.then(Then::CommitNext(CheckpointId(u32::MAX)));
            if let Some((file, length)) = in_progress.filter(|_| !around.plan.has(Mutant::RestoredFileNotCut)) {
                program.call(Request::TruncateFile(file, length));
            }
        }
    }

    fn on_record(&mut self, row: Row, _: &mut Surroundings, program: &mut Program) {
        match &mut self.in_progress {
            Some((file, length)) => {
                *length += 1;
                program.call(Request::WriteFile(*file, row));
            }
            None => {
                self.waiting = Some(row);
                program.call(Request::CreateFile);
            }
        }
    }

    fn on_barrier(&mut self, checkpoint: CheckpointId, ended: bool, _: &mut Surroundings, program: &mut Program) {
        program.pass(Point::SinkSnapshot);
        if let Some((file, _)) = self.in_progress {
            if ended || self.roll == Roll::OnCheckpoint {
                program.call(Request::CloseFile(file)).then(Then::Prepared(checkpoint));
            }
        }
        program.add(Op::Snapshot(checkpoint));
    }

    fn on_notify(&mut self, checkpoint: CheckpointId, program: &mut Program) {
        program.then(Then::CommitNext(checkpoint));
    }

    fn on_reply(&mut self, _: Request, reply: Reply, _: &mut Surroundings, program: &mut Program) {
        if let (Reply::Created(file), Some(row)) = (reply, self.waiting.take()) {
            self.in_progress = Some((file, 1));
            program.call_first(Request::WriteFile(file, row));
        }
    }

    fn on_then(&mut self, then: Then, _: &mut Surroundings, program: &mut Program) -> Result<(), Cause> {
        match then {
            Then::Prepared(checkpoint) => {
                self.pending.extend(self.in_progress.take().map(|(file, _)| (checkpoint, file)));
            }
            Then::CommitNext(up_to) => {
                let next = self.pending.iter().position(|(id, _)| *id <= up_to);
                if let Some(index) = next {
                    let (_, file) = self.pending.remove(index);
                    // Only a restore has something behind this in its program, and that may come first.
                    program.call(Request::FinishFile(file)).then(Then::CommitNext(up_to));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn snapshot(&self) -> SinkState {
        SinkState::Files { pending: self.pending.clone(), in_progress: self.in_progress }
    }
}
