//! The outside world: what sinks write to. It survives every crash, and knows the job only by its requests.

pub mod append_log;
pub mod files;
pub mod key_value;
pub mod transactional;

use super::event::Row;
use super::fact::{Fact, Refusal, RowKey};
use super::id::{Attempt, CheckpointId, FileId, Subtask, Time, TransactionId};
use super::plan::{Plan, Total};
use super::scenario::{Recommit, RequestKind};
use crate::sorted::SortedMap;
use append_log::AppendLog;
use files::Files;
use key_value::KeyValue;
use std::hash::{Hash, Hasher};
use transactional::{Transaction, TransactionState, Transactions, Written};

/// How long a sink waits for a reply that is lost, from the moment when the request took effect, before its client throws
/// a time-out exception.
pub const REPLY_TIMEOUT: Time = Time(2_000);

/// What a sink may ask of the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// Append a record where readers see it.
    Append(Row),
    /// Put a value for a key.
    Put(RowKey, Total),
    /// Add one record with its value to a key's number.
    Add(RowKey, Total),
    /// Is this subtask's batch of that checkpoint recorded as sent?
    IsMarked(Subtask, CheckpointId),
    /// Record the batch as sent.
    Mark(Subtask, CheckpointId),
    /// Begin a transaction.
    Begin,
    /// Write a record into a transaction.
    Write(TransactionId, Row),
    /// Prepare (pre-commit) a transaction.
    Prepare(TransactionId),
    /// Commit a transaction.
    Commit(TransactionId),
    /// Abort a transaction.
    Abort(TransactionId),
    /// Create a file.
    CreateFile,
    /// Write a record to a file.
    WriteFile(FileId, Row),
    /// Close a file; it waits for its checkpoint.
    CloseFile(FileId),
    /// Make a file readable.
    FinishFile(FileId),
    /// Cut a file to so many records and go on writing to it.
    TruncateFile(FileId, u32),
}

impl Request {
    /// Its kind, if it is one whose reply a scenario may lose.
    #[must_use]
    pub const fn kind(&self) -> Option<RequestKind> {
        Some(match self {
            Request::Append(..) => RequestKind::Append,
            Request::Put(..) => RequestKind::Put,
            Request::Add(..) => RequestKind::Add,
            Request::Mark(..) => RequestKind::Mark,
            Request::Begin | Request::CreateFile => RequestKind::Begin,
            Request::Write(..) | Request::WriteFile(..) => RequestKind::Write,
            Request::Prepare(_) | Request::CloseFile(_) => RequestKind::Prepare,
            Request::Commit(_) | Request::FinishFile(_) => RequestKind::Commit,
            Request::Abort(_) => RequestKind::Abort,
            Request::IsMarked(..) | Request::TruncateFile(..) => return None,
        })
    }
}

/// What the outside answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// It is done.
    Done,
    /// A transaction has begun.
    Began(TransactionId),
    /// A file was created.
    Created(FileId),
    /// Whether the batch is recorded as sent.
    IsMarked(bool),
    /// It was refused.
    Refused(Refusal),
    /// Nothing: the reply was lost, and the sender has waited for it long enough.
    Lost,
}

/// The outside world. A lane uses the part that its sink writes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outside {
    /// A log that readers see at once.
    pub log: AppendLog,
    /// A key-value table.
    pub table: KeyValue,
    /// The write-ahead sink's commit table: exact checkpoint numbers by subtask.
    pub marks: SortedMap<(Subtask, CheckpointId), ()>,
    /// A store with transactions.
    pub transactions: Transactions,
    /// A file system.
    pub files: Files,
    /// By subtask of the sink: the newest attempt that has asked for anything. Only where requests are fenced.
    fences: Vec<Attempt>,
}

impl Outside {
    /// Does what this subtask of this attempt asks for, unless the outside is away, and notes what happened.
    pub fn apply(
        &mut self,
        request: Request,
        from: (Subtask, Attempt),
        plan: &Plan,
        now: Time,
        is_away: bool,
        note: &mut dyn FnMut(Fact),
    ) -> Reply {
        let reply = if is_away {
            Reply::Refused(Refusal::Away)
        } else if plan.is_fenced() && !self.pass_fence(from) {
            Reply::Refused(Refusal::Fenced)
        } else {
            self.carry_out(request, plan, now, note)
        };
        if let Reply::Refused(why) = reply {
            note(Fact::RequestRefused { why });
        }
        reply
    }

    /// Kafka's producer epoch in the simplest form: the newest attempt that a subtask has written in shuts out its older
    /// ones. What counts is the moment when a request is applied, not when it was sent.
    fn pass_fence(&mut self, (sink, attempt): (Subtask, Attempt)) -> bool {
        if self.fences.len() <= sink.index() {
            self.fences.resize(sink.index() + 1, Attempt::default());
        }
        let newest = &mut self.fences[sink.index()];
        *newest = attempt.max(*newest);
        attempt == *newest
    }

    /// Feeds a hasher with what an answer to a request can depend on. A log only takes what is appended; of the
    /// transactional store's log nothing is read back but what readers of committed data may have to wait for, and of a
    /// transaction that was given up only that it was, and whether there is anything in it, which a reader of uncommitted
    /// data may have seen.
    pub(super) fn hash_future(&self, plan: &Plan, hasher: &mut impl Hasher) {
        // By name and without a rest, so that the compiler asks about each new field.
        let Outside { log: AppendLog { .. }, table, marks, transactions, files, fences } = self;
        let Transactions { all, committed: _, written: _ } = transactions;
        (table, marks, files, fences, all.len()).hash(hasher);
        if plan.reads_committed() {
            hash_reading(transactions, hasher);
        }
        let applies_again = plan.recommit() == Recommit::Reapply;
        for Transaction { state, records, began: _, ended: _ } in all {
            let is_read = matches!(state, TransactionState::Open | TransactionState::Prepared)
                || (applies_again && *state == TransactionState::Committed);
            state.hash(hasher);
            if is_read {
                records.hash(hasher);
            } else {
                records.is_empty().hash(hasher);
            }
        }
    }

    fn carry_out(&mut self, request: Request, plan: &Plan, now: Time, note: &mut dyn FnMut(Fact)) -> Reply {
        match request {
            Request::Append(row) => self.log.append(row.record, note),
            Request::Put(key, total) => self.table.put(key, total, plan.operator, note),
            Request::Add(key, total) => self.table.add(key, total, note),
            Request::IsMarked(sink, checkpoint) => Reply::IsMarked(self.marks.contains_key(&(sink, checkpoint))),
            Request::Mark(sink, checkpoint) => {
                self.marks.insert((sink, checkpoint), ());
                note(Fact::BatchMarked { checkpoint });
                Reply::Done
            }
            Request::Begin => self.transactions.begin(now, note),
            Request::Write(transaction, row) => self.transactions.write(transaction, row.record, now, note),
            Request::Prepare(transaction) => self.transactions.prepare(transaction, note),
            Request::Commit(transaction) => {
                let was_undecided = self.transactions.all[transaction.index()].is_undecided();
                let reply = self.transactions.commit(transaction, plan.recommit(), now, note);
                let hidden =
                    self.transactions.hidden_of(transaction).filter(|_| was_undecided && plan.reads_committed());
                if let Some((transaction, records)) = hidden {
                    note(Fact::ReadersBlocked { transaction, records });
                }
                reply
            }
            Request::Abort(transaction) => self.transactions.abort(transaction, now, note),
            Request::CreateFile => self.files.create(note),
            Request::WriteFile(file, row) => self.files.write(file, row.record, note),
            Request::CloseFile(file) => self.files.close(file, note),
            Request::FinishFile(file) => self.files.finish(file, note),
            Request::TruncateFile(file, length) => self.files.truncate(file, length, note),
        }
    }
}
/// Feeds a hasher with what readers of committed data have to wait for: undecided transactions in the order in which they
/// stand in the log, and whether something committed is behind one of them.
fn hash_reading(transactions: &Transactions, hasher: &mut impl Hasher) {
    let of = |written: &&Written| transactions.all[written.transaction.index()].is_undecided();
    transactions.written.iter().filter(of).for_each(|written| written.transaction.hash(hasher));
    transactions.is_held_up().hash(hasher);
}
