//! Idempotent: puts key and value into a key-value store, as Cassandra, HBase or Redis are used.

use super::{Op, Program, SinkProtocol, SinkState, Surroundings};
use crate::sim::event::Row;
use crate::sim::external::Request;
use crate::sim::fact::{RowKey, RowSuffix};
use crate::sim::id::CheckpointId;
use crate::sim::point::Point;
use crate::sim::scenario::UpsertKey;

/// The sink. It keeps no state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Upsert {
    key: UpsertKey,
}

impl Upsert {
    /// Makes keys like this.
    #[must_use]
    pub fn new(key: UpsertKey) -> Upsert {
        Upsert { key }
    }
}

impl SinkProtocol for Upsert {
    fn open(&mut self, _: Option<&SinkState>, _: &mut Surroundings, _: &mut Program) {}

    fn on_record(&mut self, row: Row, around: &mut Surroundings, program: &mut Program) {
        let suffix = match self.key {
            UpsertKey::Record => RowSuffix::None,
            UpsertKey::RecordAndAttempt => RowSuffix::Attempt(around.attempt),
            UpsertKey::RecordAndOffset => RowSuffix::Offset(row.record),
        };
        program.call(Request::Put(RowKey { key: row.key, suffix }, row.total()));
    }

    fn on_barrier(&mut self, checkpoint: CheckpointId, _ended: bool, _: &mut Surroundings, program: &mut Program) {
        program.pass(Point::SinkSnapshot).add(Op::Snapshot(checkpoint));
    }

    fn snapshot(&self) -> SinkState {
        SinkState::None
    }
}
