//! A sink's task: carries out its protocol's program one operation at a time, and waits for replies.

use super::{Caught, Handling, Op, Program, Sink, SinkState, Surroundings, Thrown};
use crate::sim::agenda::{Class, Scope};
use crate::sim::cx::Cx;
use crate::sim::event::{Event, Row};
use crate::sim::external::{Reply, Request};
use crate::sim::fact::{Cause, CheckpointKind, Fact, TaskId};
use crate::sim::id::{CheckpointId, Subtask};
use crate::sim::inputs::{Input, Inputs};
use crate::sim::point::Point;
use crate::sim::store::TaskSnapshot;
use crate::sim::triggers::Passed;
use std::collections::VecDeque;

/// A sink task. Everything in here is lost in a crash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SinkTask {
    /// Which subtask.
    pub subtask: Subtask,
    /// What comes in.
    pub inputs: Inputs,
    /// The protocol and its state.
    pub sink: Sink,
    /// What the task is doing.
    pub handling: Handling,
    /// The record, while it is doing something about one.
    pub row: Option<Row>,
    /// The request whose reply it waits for.
    pub waiting: Option<Request>,
    /// Notifications that have come while it was busy.
    pub mail: VecDeque<CheckpointId>,
    program: Program,
    /// The snapshot of an unaligned checkpoint, until all records in flight are saved.
    unsaved: Option<SinkState>,
    /// Are the records in flight of the checkpoint under way saved?
    saved: bool,
    /// Has it restored its state?
    pub is_open: bool,
    /// Has it seen the end of all inputs and written out what it held in its client?
    pub finished: bool,
    /// The snapshot after which it only waits for the notification: final checkpoint or savepoint.
    pub last_snapshot: Option<CheckpointId>,
    /// Was it notified of that one?
    pub is_done: bool,
}

impl SinkTask {
    /// A task that begins to restore its state, or starts afresh.
    #[must_use]
    pub fn new(subtask: Subtask, sink: Sink, inputs: Inputs) -> SinkTask {
        SinkTask {
            subtask,
            inputs,
            sink,
            handling: Handling::Opening,
            row: None,
            waiting: None,
            mail: VecDeque::new(),
            program: Program::default(),
            unsaved: None,
            saved: true,
            is_open: false,
            finished: false,
            last_snapshot: None,
            is_done: false,
        }
    }

    fn task(&self) -> TaskId {
        TaskId::Sink(self.subtask)
    }

    /// Calls the protocol.
    fn protocol<R>(&mut self, cx: &mut Cx, call: impl FnOnce(&mut Sink, &mut Surroundings, &mut Program) -> R) -> R {
        let (plan, now, attempt, subtask) = (cx.plan, cx.now, cx.attempt, self.subtask);
        let mut note = |fact| cx.note(fact);
        let mut around = Surroundings { plan, now, attempt, subtask, note: &mut note };
        call(&mut self.sink, &mut around, &mut self.program)
    }

    /// Starts with the state of a checkpoint or without.
    pub fn open(&mut self, cx: &mut Cx, restored: Option<&SinkState>) {
        self.protocol(cx, |sink, around, program| sink.protocol_mut().open(restored, around, program));
    }

    /// Hears that a checkpoint is complete.
    pub fn notify(&mut self, cx: &mut Cx, checkpoint: CheckpointId) {
        self.mail.push_back(checkpoint);
        self.run(cx);
    }

    /// Hears that a checkpoint was given up.
    pub fn abort(&mut self, cx: &mut Cx, checkpoint: CheckpointId) {
        self.protocol(cx, |sink, _, program| sink.protocol_mut().on_abort(checkpoint, program));
        self.run(cx);
    }

    /// Gets the answer that it waits for.
    pub fn reply(&mut self, cx: &mut Cx, request: Request, reply: Reply) {
        self.waiting = None;
        let failed = match reply {
            Reply::Refused(why) => Some(Cause::Refused(why)),
            Reply::Lost => Some(Cause::NoReply),
            _ => None,
        };
        if let Some(cause) = failed {
            self.throw(cx, Thrown { is_error: false, cause });
        } else {
            self.protocol(cx, |sink, around, program| sink.protocol_mut().on_reply(request, reply, around, program));
        }
        self.run(cx);
    }

    /// Goes on as far as it can: until it waits for a reply or has nothing to do.
    pub fn run(&mut self, cx: &mut Cx) {
        while self.waiting.is_none() && !cx.is_dying() {
            if let Some(op) = self.program.take() {
                self.carry_out(cx, op);
            } else if self.handling != Handling::Nothing {
                self.close_handling();
            } else if let Some(checkpoint) = self.mail.pop_front() {
                self.handling = Handling::Notification(checkpoint);
                cx.note(Fact::NotificationReceived { task: self.task(), checkpoint });
                self.protocol(cx, |sink, _, program| sink.protocol_mut().on_notify(checkpoint, program));
            } else if let Some(input) = self.inputs.next(cx) {
                self.take(cx, input);
            } else {
                return;
            }
        }
    }

    /// The program is at its end.
    fn close_handling(&mut self) {
        match self.handling {
            Handling::Opening => self.is_open = true,
            Handling::Notification(checkpoint) => {
                self.is_done |= self.last_snapshot.is_some_and(|last| last <= checkpoint);
            }
            _ => {}
        }
        self.handling = Handling::Nothing;
        self.row = None;
    }

    fn take(&mut self, cx: &mut Cx, input: Input) {
        match input {
            Input::Record(_, row) => {
                self.handling = Handling::Record;
                self.row = Some(row);
                self.program.pass(Point::SinkBefore(row.record.offset)).add(Op::Write);
            }
            Input::Snapshot { checkpoint, kind, saved } => {
                self.handling = Handling::Barrier(checkpoint);
                self.saved = saved;
                let ended = self.finished;
                if (ended || kind == CheckpointKind::Savepoint) && self.last_snapshot.is_none() {
                    self.last_snapshot = Some(checkpoint);
                }
                self.protocol(cx, |sink, around, program| {
                    sink.protocol_mut().on_barrier(checkpoint, ended, around, program);
                });
            }
            Input::Saved(checkpoint) => match self.unsaved.take() {
                Some(state) => self.acknowledge(cx, checkpoint, state),
                None => self.saved = true,
            },
            Input::End => {
                self.handling = Handling::End;
                self.protocol(cx, |sink, _, program| sink.protocol_mut().on_end(program));
                self.program.add(Op::Finish);
            }
        }
    }

    fn carry_out(&mut self, cx: &mut Cx, op: Op) {
        match op {
            Op::Pass(point) => match cx.pass(self.task(), point) {
                Passed::Through | Passed::Dead => {}
                Passed::Throw(thrown) => self.throw(cx, thrown),
                Passed::Signal => {
                    let result = self
                        .protocol(cx, |sink, around, program| sink.protocol_mut().on_signal(point, around, program));
                    self.fail_on_error(cx, result);
                }
            },
            Op::Write => {
                let Some(row) = self.row else { return };
                self.protocol(cx, |sink, around, program| sink.protocol_mut().on_record(row, around, program));
                self.program.pass(Point::SinkAfter(row.record.offset));
            }
            Op::Call(request) => {
                self.waiting = Some(request);
                send_request(cx, self.subtask, request, true);
            }
            Op::Then(then) => {
                let result =
                    self.protocol(cx, |sink, around, program| sink.protocol_mut().on_then(then, around, program));
                self.fail_on_error(cx, result);
            }
            Op::Snapshot(checkpoint) => {
                cx.note(Fact::SnapshotTaken { task: self.task(), checkpoint });
                let state = self.sink.protocol().snapshot();
                if self.saved {
                    self.acknowledge(cx, checkpoint, state);
                } else {
                    self.unsaved = Some(state);
                }
            }
            Op::Finish => {
                self.finished = true;
                cx.note(Fact::SinkFinished { task: self.task() });
            }
        }
    }

    fn acknowledge(&mut self, cx: &mut Cx, checkpoint: CheckpointId, state: SinkState) {
        let saved = self.inputs.take_saved(checkpoint);
        cx.acknowledge(self.task(), checkpoint, TaskSnapshot::Sink(state, saved));
    }

    fn fail_on_error(&mut self, cx: &mut Cx, result: Result<(), Cause>) {
        if let Err(cause) = result {
            cx.fail(self.task(), cause);
        }
    }

    fn throw(&mut self, cx: &mut Cx, thrown: Thrown) {
        let handling = self.handling;
        let caught =
            self.protocol(cx, |sink, around, program| sink.protocol_mut().on_throw(thrown, handling, around, program));
        if caught == Caught::No {
            cx.fail(self.task(), thrown.cause);
        }
    }

    /// Has it nothing to do, and no news waiting?
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.handling == Handling::Nothing && self.mail.is_empty()
    }

    /// What the task still asks of the outside when it is closed, at the job's end or by the clean-up after a failure.
    #[must_use]
    pub fn closing_request(&self) -> Option<Request> {
        self.sink.protocol().close()
    }

    /// What is left to be done, for the picture.
    pub fn program(&self) -> impl Iterator<Item = &Op> {
        self.program.ops()
    }
}

/// Sends a request on its way to the outside. `wait` tells whether the task waits for the reply; a task that is being
/// closed does not.
pub fn send_request(cx: &mut Cx, sink: Subtask, request: Request, wait: bool) {
    let delay = cx.plan.delays.request;
    let due = cx.now.plus(cx.delay(delay));
    let event = Event::Request { sink, attempt: cx.attempt, wait, request };
    cx.agenda.add(cx.now, due, Class::Inside, Scope::InFlight, event);
}
