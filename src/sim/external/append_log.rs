//! A log that takes whatever is appended, twice if it comes twice.

use super::Reply;
use crate::sim::fact::{Fact, RecordId};

/// The records in the order in which readers get them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct AppendLog {
    /// The records.
    pub records: Vec<RecordId>,
    seen: RecordSet,
}

impl AppendLog {
    /// Appends a record.
    pub fn append(&mut self, record: RecordId, note: &mut dyn FnMut(Fact)) -> Reply {
        let again = !self.seen.insert(record);
        self.records.push(record);
        note(Fact::RecordAppended { record, again });
        Reply::Done
    }
}

/// A set of records, one bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RecordSet {
    sources: Vec<Vec<u64>>,
}

impl RecordSet {
    /// Adds a record; false if it was there.
    pub fn insert(&mut self, record: RecordId) -> bool {
        let source = record.source.index();
        if self.sources.len() <= source {
            self.sources.resize(source + 1, Vec::new());
        }
        let (word, bit) = (record.offset.index() / 64, record.offset.0 % 64);
        let words = &mut self.sources[source];
        if words.len() <= word {
            words.resize(word + 1, 0);
        }
        let new = words[word] & (1 << bit) == 0;
        words[word] |= 1 << bit;
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::id::{Offset, SourceId};

    #[test]
    fn a_set_tells_new_from_old() {
        let mut set = RecordSet::default();
        let record = |source, offset| RecordId { source: SourceId(source), offset: Offset(offset) };
        assert!(set.insert(record(0, 0)) && set.insert(record(0, 64)) && set.insert(record(1, 0)));
        assert!(!set.insert(record(0, 64)) && !set.insert(record(1, 0)));
    }
}
