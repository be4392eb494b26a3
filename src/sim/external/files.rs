//! A file system: in-progress and pending files are hidden, finished ones are readable.

use super::Reply;
use crate::sim::fact::{Fact, RecordId};
use crate::sim::id::FileId;

/// Where a file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileState {
    /// Being written; hidden.
    InProgress,
    /// Closed, waits for its checkpoint; hidden.
    Pending,
    /// Readable.
    Finished,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct File {
    /// Where it stands.
    pub state: FileState,
    /// What is in it.
    pub records: Vec<RecordId>,
}

/// All files that were ever created. Nothing cleans up what a dead attempt left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Files {
    /// By number.
    pub all: Vec<File>,
    /// Finished ones in the order in which they became readable.
    pub finished: Vec<FileId>,
}

impl Files {
    /// Creates one under a name of its own.
    pub fn create(&mut self, note: &mut dyn FnMut(Fact)) -> Reply {
        let file = FileId(self.all.len() as u32);
        self.all.push(File { state: FileState::InProgress, records: Vec::new() });
        note(Fact::FileCreated { file });
        Reply::Created(file)
    }

    /// Writes a record to one.
    pub fn write(&mut self, file: FileId, record: RecordId, note: &mut dyn FnMut(Fact)) -> Reply {
        self.all[file.index()].records.push(record);
        note(Fact::FileWritten { record, file });
        Reply::Done
    }

    /// Closes one; does nothing to one that is closed.
    pub fn close(&mut self, file: FileId, note: &mut dyn FnMut(Fact)) -> Reply {
        let state = &mut self.all[file.index()].state;
        if *state == FileState::InProgress {
            *state = FileState::Pending;
            note(Fact::FilePending { file });
        }
        Reply::Done
    }

    /// Makes one readable; does nothing to one that is.
    pub fn finish(&mut self, file: FileId, note: &mut dyn FnMut(Fact)) -> Reply {
        let state = &mut self.all[file.index()].state;
        if *state != FileState::Finished {
            *state = FileState::Finished;
            self.finished.push(file);
            note(Fact::FileFinished { file });
        }
        Reply::Done
    }

    /// Cuts one to the length that a checkpoint holds and opens it again.
    pub fn truncate(&mut self, file: FileId, length: u32, note: &mut dyn FnMut(Fact)) -> Reply {
        let file_now = &mut self.all[file.index()];
        file_now.records.truncate(length as usize);
        file_now.state = FileState::InProgress;
        note(Fact::FileTruncated { file, records: length });
        Reply::Done
    }
}
