//! At-least-once: appends, with or without a buffer in the client.
//!
//! Source of the semantics: Flink's Kafka producer with `AT_LEAST_ONCE` (flush and wait at the barrier) and `NONE`.

use super::{Op, Program, SinkProtocol, SinkState, Surroundings};
use crate::sim::event::Row;
use crate::sim::external::Request;
use crate::sim::id::CheckpointId;
use crate::sim::mutant::Mutant;
use crate::sim::point::Point;
use crate::sim::scenario::Flush;

/// The sink. Its buffer is memory of the job: a crash drops it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Append {
    capacity: u32,
    flush: Flush,
    /// What is held in the client, not sent yet.
    pub buffer: Vec<Row>,
}

impl Append {
    /// Holds so many records in the client; 0 sends each at once.
    #[must_use]
    pub fn new(capacity: u32, flush: Flush) -> Append {
        Append { capacity, flush, buffer: Vec::new() }
    }

    fn write_out(&mut self, program: &mut Program) {
        for row in self.buffer.drain(..) {
            program.call(Request::Append(row));
        }
    }
}

impl SinkProtocol for Append {
    fn open(&mut self, _: Option<&SinkState>, _: &mut Surroundings, _: &mut Program) {}

    fn on_record(&mut self, row: Row, around: &mut Surroundings, program: &mut Program) {
        self.buffer.push(row);
        if self.buffer.len() >= self.capacity.max(1) as usize {
            self.write_out(program);
        } else {
            around.buffered(row);
        }
    }

    fn on_barrier(&mut self, checkpoint: CheckpointId, _ended: bool, around: &mut Surroundings, program: &mut Program) {
        let is_early = around.plan.has(Mutant::AcknowledgeBeforeFlush);
        program.pass(Point::SinkSnapshot);
        if is_early {
            program.add(Op::Snapshot(checkpoint));
        }
        if self.flush == Flush::AtBarrier {
            self.write_out(program);
        }
        if !is_early {
            program.add(Op::Snapshot(checkpoint));
        }
    }

    fn on_end(&mut self, program: &mut Program) {
        self.write_out(program);
    }

    fn snapshot(&self) -> SinkState {
        SinkState::None
    }
}
