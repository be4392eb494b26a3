//! One subtask of the operator: counts records and sums values by key, one record after another.

use super::agenda::Class;
use super::cx::Cx;
use super::event::{ChannelId, Event, Message, Row};
use super::fact::{Fact, TaskId};
use super::id::{CheckpointId, Subtask};
use super::inputs::{Input, Inputs};
use super::plan::TotalOf;
use super::point::Point;
use super::scenario::OperatorKind;
use super::store::TaskSnapshot;
use super::triggers::Passed;

/// An operator task. Everything in here is lost in a crash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OperatorTask {
    /// Which subtask.
    pub subtask: Subtask,
    /// Totals by key; a count of 0 means none.
    pub state: Vec<TotalOf>,
    /// What comes in.
    pub inputs: Inputs,
    /// The record that it works on.
    pub current: Option<Row>,
    /// A record for which there is no room downstream.
    pub blocked: Option<Row>,
    /// The snapshot taken at the first barrier of an unaligned checkpoint, until all records in flight are saved.
    unsaved: Option<Vec<TotalOf>>,
    /// Has it seen the end of all inputs?
    pub ended: bool,
}

impl OperatorTask {
    /// A subtask with its restored state.
    #[must_use]
    pub fn new(subtask: Subtask, state: Vec<TotalOf>, inputs: Inputs) -> OperatorTask {
        OperatorTask { subtask, state, inputs, current: None, blocked: None, unsaved: None, ended: false }
    }

    fn task(&self) -> TaskId {
        TaskId::Operator(self.subtask)
    }

    fn channel(&self, cx: &Cx, sink: Subtask) -> ChannelId {
        let sources = cx.plan.logs.len() as u32;
        ChannelId(sources * cx.plan.operators + self.subtask.0 * cx.plan.sinks + sink.0)
    }

    fn broadcast(&self, cx: &mut Cx, message: Message) {
        for sink in 0..cx.plan.sinks {
            let channel = self.channel(cx, Subtask(sink));
            cx.send(channel, message);
        }
    }

    /// Goes on as far as it can: takes inputs until it works on a record or has nothing to do.
    pub fn run(&mut self, cx: &mut Cx) {
        self.unblock(cx);
        while self.current.is_none() && self.blocked.is_none() && !cx.is_dying() {
            match self.inputs.next(cx) {
                None => return,
                Some(Input::Record(_, row)) => {
                    self.current = Some(row);
                    let work = cx.plan.delays.process;
                    let work = cx.delay(work);
                    cx.later(work, Class::Inside, Event::Process(self.subtask));
                }
                Some(Input::Snapshot { checkpoint, kind, saved }) => {
                    // The barrier leaves at once: nothing can slip in between it and the snapshot.
                    self.broadcast(cx, Message::Barrier(checkpoint, kind));
                    cx.note(Fact::SnapshotTaken { task: self.task(), checkpoint });
                    if saved {
                        self.acknowledge(cx, checkpoint, self.state.clone());
                    } else {
                        self.unsaved = Some(self.state.clone());
                    }
                }
                Some(Input::Saved(checkpoint)) => {
                    if let Some(state) = self.unsaved.take() {
                        self.acknowledge(cx, checkpoint, state);
                    }
                }
                Some(Input::End) => {
                    self.ended = true;
                    self.broadcast(cx, Message::End);
                }
            }
        }
    }

    fn acknowledge(&mut self, cx: &mut Cx, checkpoint: CheckpointId, state: Vec<TotalOf>) {
        let saved = self.inputs.take_saved(checkpoint);
        cx.acknowledge(self.task(), checkpoint, TaskSnapshot::Operator(state, saved));
    }

    /// Is done with the record that it worked on.
    pub fn process(&mut self, cx: &mut Cx) {
        let Some(mut row) = self.current.take() else { return };
        match cx.pass(self.task(), Point::CountBefore(row.record.offset)) {
            Passed::Through | Passed::Signal => {}
            Passed::Throw(thrown) => return cx.fail(self.task(), thrown.cause),
            Passed::Dead => return,
        }
        let value = cx.plan.record(row.record.source, row.record.offset).value;
        row.of = match cx.plan.operator {
            OperatorKind::Pass => TotalOf { count: 1, sum: value },
            OperatorKind::Count => {
                let total = &mut self.state[row.key.index()];
                total.count += 1;
                total.sum += value;
                *total
            }
        };
        self.blocked = Some(row);
        self.unblock(cx);
        cx.note(Fact::RecordProcessed { task: self.task(), record: row.record, total: row.total() });
    }

    /// Sends the result on if there is room for it.
    fn unblock(&mut self, cx: &mut Cx) {
        let Some(row) = self.blocked else { return };
        let channel = self.channel(cx, cx.plan.route[row.key.index()].1);
        if cx.channels[channel.0 as usize].has_room() {
            self.blocked = None;
            cx.send(channel, Message::Record(row));
        }
    }
}
