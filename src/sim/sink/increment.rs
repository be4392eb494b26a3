//! Adds to a number in a key-value store: a write that is not idempotent.

use super::{Op, Program, SinkProtocol, SinkState, Surroundings};
use crate::sim::event::Row;
use crate::sim::external::Request;
use crate::sim::fact::{RowKey, RowSuffix};
use crate::sim::id::CheckpointId;
use crate::sim::plan::{Total, TotalOf};
use crate::sim::point::Point;

/// The sink. It keeps no state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Increment;

impl SinkProtocol for Increment {
    fn open(&mut self, _: Option<&SinkState>, _: &mut Surroundings, _: &mut Program) {}

    fn on_record(&mut self, row: Row, around: &mut Surroundings, program: &mut Program) {
        let value = around.plan.record(row.record.source, row.record.offset).value;
        let one = Total { key: row.key, record: row.record, of: TotalOf { count: 1, sum: value } };
        program.call(Request::Add(RowKey { key: row.key, suffix: RowSuffix::None }, one));
    }

    fn on_barrier(&mut self, checkpoint: CheckpointId, _ended: bool, _: &mut Surroundings, program: &mut Program) {
        program.pass(Point::SinkSnapshot).add(Op::Snapshot(checkpoint));
    }

    fn snapshot(&self) -> SinkState {
        SinkState::None
    }
}
