//! What a sink holds in the job's memory, and what it is doing.

use super::inputs::InputView;
use super::{Moment, Token};
use crate::sim::external::Request;
use crate::sim::fact::TaskId;
use crate::sim::sink::{Handling, Op, Sink, SinkTask};

/// A sink of one lane, over all its subtasks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SinkView {
    /// Is there a job at all?
    pub is_up: bool,
    /// Records held in the client's buffer or in the open batch.
    pub held: Vec<Token>,
    /// Sealed batches of a write-ahead log.
    pub batches: Vec<BatchView>,
    /// The transaction or file that is written to, by number.
    pub current: Vec<u32>,
    /// Transactions or files that wait for their checkpoint: checkpoint and number.
    pub pending: Vec<(u32, u32)>,
    /// What it is doing right now.
    pub doing: Vec<Doing>,
    /// The record that it works on.
    pub row: Vec<Token>,
    /// What waits in front of it.
    pub inputs: Vec<InputView>,
}

/// A sealed batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchView {
    /// The checkpoint that it was sealed with.
    pub checkpoint: u32,
    /// Its records.
    pub tokens: Vec<Token>,
    /// How many of them have been sent, while it is being sent.
    pub sent: Option<u32>,
}

/// What a sink is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Restores its state.
    Restoring,
    /// Writes a record.
    Writing,
    /// Takes its snapshot for this checkpoint.
    Snapshotting(u32),
    /// Handles the notification of this checkpoint.
    Publishing(u32),
    /// Writes out what it holds, as the input has ended.
    Finishing,
}

impl SinkView {
    /// The sink at a moment.
    #[must_use]
    pub fn new(moment: &Moment) -> SinkView {
        let Some(job) = &moment.world.job else { return SinkView::default() };
        let mut view = SinkView { is_up: true, ..SinkView::default() };
        for task in &job.sinks {
            view.add(moment, task);
            view.inputs.extend(InputView::of(moment, job, TaskId::Sink(task.subtask), &task.inputs));
        }
        view
    }

    fn add(&mut self, moment: &Moment, task: &SinkTask) {
        let plan = &moment.run.plan;
        let token = |row: &crate::sim::event::Row| Token::new(plan, row.record, moment.is_replay(row.record));
        self.row.extend(task.row.iter().map(token));
        self.doing.extend(match task.handling {
            Handling::Nothing => None,
            Handling::Opening => Some(Doing::Restoring),
            Handling::Record => Some(Doing::Writing),
            Handling::Barrier(id) => Some(Doing::Snapshotting(id.0)),
            Handling::Notification(id) => Some(Doing::Publishing(id.0)),
            Handling::End => Some(Doing::Finishing),
        });
        match &task.sink {
            Sink::Append(sink) => self.held.extend(sink.buffer.iter().map(token)),
            Sink::WriteAheadLog(sink) => {
                self.held.extend(sink.open.iter().map(token));
                let restored = moment.world.job.as_ref().and_then(|job| job.restored_from);
                for batch in &sink.pending {
                    // A batch that came with the checkpoint holds what an earlier attempt put in; nothing of it was read again.
                    let is_restored = restored.is_some_and(|id| batch.checkpoint <= id);
                    let again = |record| !is_restored && moment.is_replay(record);
                    let of_batch = batch.rows.iter().map(|row| Token::new(plan, row.record, again(row.record)));
                    let tokens: Vec<Token> = of_batch.collect();
                    let sent = sent_of(task, &batch.rows);
                    self.batches.push(BatchView { checkpoint: batch.checkpoint.0, tokens, sent });
                }
            }
            Sink::TwoPhaseCommit(sink) => {
                self.current.extend(sink.current.map(|handle| handle.id.0));
                self.pending.extend(sink.pending.iter().map(|(id, handle)| (id.0, handle.id.0)));
            }
            Sink::Committer(sink) => {
                self.current.extend(sink.current.map(|handle| handle.id.0));
                self.pending.extend(sink.committables.iter().map(|(id, handle)| (id.0, handle.id.0)));
            }
            Sink::FileSink(sink) => {
                self.current.extend(sink.in_progress.map(|(file, _)| file.0));
                self.pending.extend(sink.pending.iter().map(|(id, file)| (id.0, file.0)));
            }
            Sink::Upsert(_) | Sink::Increment(_) => {}
        }
    }
}

/// How many rows of a batch are behind the sink, if it is sending this batch.
fn sent_of(task: &SinkTask, rows: &[crate::sim::event::Row]) -> Option<u32> {
    let record_of = |request: &Request| match request {
        Request::Append(row) => Some(row.record),
        Request::Put(_, total) => Some(total.record),
        _ => None,
    };
    let is_ours = |request: &Request| record_of(request).is_some_and(|r| rows.iter().any(|row| row.record == r));
    let calls = task.program().filter(|op| matches!(op, Op::Call(request) if is_ours(request))).count();
    let waits = task.waiting.as_ref().filter(|request| is_ours(request)).is_some();
    let is_sending = matches!(task.handling, Handling::Notification(_)) && (calls > 0 || waits);
    is_sending.then(|| (rows.len() - calls - usize::from(waits)) as u32)
}
