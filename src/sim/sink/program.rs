//! What a sink's task is about to do, operation by operation.

use crate::sim::external::Request;
use crate::sim::fact::Cause;
use crate::sim::id::CheckpointId;
use crate::sim::point::Point;
use std::collections::VecDeque;

/// One operation. Nothing else happens in the task between its beginning and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Pass a named point, where an armed failure strikes.
    Pass(Point),
    /// Send a request to the outside and wait for the reply.
    Call(Request),
    /// Write the record at hand, as the sink does it.
    Write,
    /// Go on with something of the sink's own.
    Then(Then),
    /// Take the snapshot of the state as it is now.
    Snapshot(CheckpointId),
    /// All inputs have ended and what was held in the client is written out.
    Finish,
}

/// Where a sink goes on by itself: the loops of its protocol, one turn at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Then {
    /// The current transaction (or file) is prepared for this checkpoint.
    Prepared(CheckpointId),
    /// The input has ended: no next transaction is begun.
    NoNext,
    /// Commit the next pending transaction (or file) up to this checkpoint.
    CommitNext(CheckpointId),
    /// The transaction (or file) at hand is committed.
    Committed,
    /// Restore the next thing in the restored state.
    RestoreNext,
    /// Look at the next pending batch above the first checkpoint and up to the second.
    BatchNext(CheckpointId, CheckpointId),
    /// The commit table has said whether the batch of the first checkpoint is sent; the second is as above.
    BatchAsked(CheckpointId, CheckpointId),
    /// The batch of the first checkpoint is sent; the second is the one notified.
    BatchSent(CheckpointId, CheckpointId),
    /// The batch is marked as sent.
    BatchMarked(CheckpointId),
}

/// The operations still to be carried out, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Program {
    ops: VecDeque<Op>,
}

impl Program {
    /// Adds a point to pass.
    pub fn pass(&mut self, point: Point) -> &mut Self {
        self.add(Op::Pass(point))
    }

    /// Adds a request.
    pub fn call(&mut self, request: Request) -> &mut Self {
        self.add(Op::Call(request))
    }

    /// Adds a place where the sink goes on by itself.
    pub fn then(&mut self, then: Then) -> &mut Self {
        self.add(Op::Then(then))
    }

    /// Adds any operation.
    pub fn add(&mut self, op: Op) -> &mut Self {
        self.ops.push_back(op);
        self
    }

    /// Puts a request before all else.
    pub fn call_first(&mut self, request: Request) {
        self.ops.push_front(Op::Call(request));
    }

    /// Takes the next operation.
    pub fn take(&mut self) -> Option<Op> {
        self.ops.pop_front()
    }

    /// Forgets what is left.
    pub fn clear(&mut self) {
        self.ops.clear();
    }

    /// What is left, in order.
    pub fn ops(&self) -> impl Iterator<Item = &Op> {
        self.ops.iter()
    }
}

/// What the program is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Handling {
    /// Nothing: the task is free.
    #[default]
    Nothing,
    /// Restoring its state or starting afresh.
    Opening,
    /// A record.
    Record,
    /// A barrier.
    Barrier(CheckpointId),
    /// A notification.
    Notification(CheckpointId),
    /// The end of all inputs.
    End,
}

/// Something thrown in a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thrown {
    /// Whether it is an error, which Java code that catches exceptions lets through.
    pub is_error: bool,
    /// Why.
    pub cause: Cause,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Caught {
    /// Nobody caught it: the task fails.
    No,
    /// It was caught; the program goes on as the sink has arranged it.
    Yes,
}
