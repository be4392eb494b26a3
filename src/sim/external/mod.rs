//! The outside world: what sinks write to. It survives every crash, and knows the job only by its requests.

pub mod append_log;
pub mod files;
pub mod key_value;
pub mod transactional;

use super::event::Row;
use super::fact::{Fact, Refusal, RowKey};
use super::id::{CheckpointId, FileId, Subtask, Time, TransactionId};
use super::plan::{Plan, Total};
use super::scenario::OutageOf;
use crate::sorted::SortedMap;
use append_log::AppendLog;
use files::Files;
use key_value::KeyValue;
use transactional::Transactions;

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
}

impl Outside {
    /// Does what is asked, and notes what happened.
    pub fn apply(&mut self, request: Request, plan: &Plan, now: Time, note: &mut dyn FnMut(Fact)) -> Reply {
        if plan.is_away(OutageOf::External, now) {
            note(Fact::RequestRefused { why: Refusal::Away });
            return Reply::Refused(Refusal::Away);
        }
        let reply = match request {
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
            Request::Write(transaction, row) => self.transactions.write(transaction, row.record, note),
            Request::Prepare(transaction) => self.transactions.prepare(transaction, note),
            Request::Commit(transaction) => self.transactions.commit(transaction, plan.recommit(), note),
            Request::Abort(transaction) => self.transactions.abort(transaction, note),
            Request::CreateFile => self.files.create(note),
            Request::WriteFile(file, row) => self.files.write(file, row.record, note),
            Request::CloseFile(file) => self.files.close(file, note),
            Request::FinishFile(file) => self.files.finish(file, note),
            Request::TruncateFile(file, length) => self.files.truncate(file, length, note),
        };
        if let Reply::Refused(why) = reply {
            note(Fact::RequestRefused { why });
        }
        reply
    }
}
