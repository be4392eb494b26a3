//! A key-value table: the newest write of a key wins, whatever it says.

use super::Reply;
use crate::sim::fact::{Fact, RowKey};
use crate::sim::plan::{Total, TotalOf};
use crate::sim::scenario::OperatorKind;
use crate::sorted::SortedMap;

/// The table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeyValue {
    /// The rows by key.
    pub rows: SortedMap<RowKey, Total>,
}

impl KeyValue {
    /// Puts a value: doing it many times has the effect of doing it once.
    pub fn put(&mut self, row: RowKey, after: Total, operator: OperatorKind, note: &mut dyn FnMut(Fact)) -> Reply {
        let before = self.rows.insert(row, after);
        let went_back = before.is_some_and(|before| is_older(after, before, operator));
        note(Fact::ValuePut { row, before, after, went_back, added: false });
        Reply::Done
    }

    /// Adds one record with its value to what is there: doing it twice counts twice.
    pub fn add(&mut self, row: RowKey, record: Total, note: &mut dyn FnMut(Fact)) -> Reply {
        let before = self.rows.get(&row).copied();
        let had = before.map_or(TotalOf::default(), |b| b.of);
        let of = TotalOf { count: had.count + record.of.count, sum: had.sum + record.of.sum };
        let after = Total { of, ..record };
        self.rows.insert(row, after);
        note(Fact::ValuePut { row, before, after, went_back: false, added: true });
        Reply::Done
    }
}

/// Does a value stand for an earlier moment than the one that it replaced? A count that fell says so; an operator that
/// keeps no count leaves the offset to tell, of two records of one source.
fn is_older(after: Total, before: Total, operator: OperatorKind) -> bool {
    match operator {
        OperatorKind::Count => after.of.count < before.of.count,
        OperatorKind::Pass => after.record.source == before.record.source && after.record.offset < before.record.offset,
    }
}
