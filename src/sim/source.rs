//! A source: reads a log record by record and remembers how far it is. Its offset is its whole state.

use super::agenda::Class;
use super::cx::Cx;
use super::event::{ChannelId, Event, Message, Row};
use super::fact::CheckpointKind;
use super::fact::{Fact, RecordId, TaskId};
use super::id::{CheckpointId, Offset, SourceId, Time};
use super::mutant::Mutant;
use super::plan::TotalOf;
use super::point::Point;
use super::store::TaskSnapshot;
use super::triggers::Passed;

/// A source task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceTask {
    /// Which.
    pub id: SourceId,
    /// The next offset to read.
    pub position: Offset,
    /// One past the last offset that has ever been read, by any attempt.
    pub read_before: Offset,
    /// When it read last.
    last_read: Option<Time>,
    /// Has it been told that there is no room, since it last kept up with its log?
    is_held_up: bool,
    /// Is the next read on the agenda?
    is_reading: bool,
    /// Has it told everyone that nothing follows?
    pub ended: bool,
    /// Has a savepoint stopped it?
    pub stopped: bool,
}

impl SourceTask {
    /// A source that goes on at an offset.
    #[must_use]
    pub fn new(id: SourceId, position: Offset, read_before: Offset) -> SourceTask {
        SourceTask {
            id,
            position,
            read_before,
            last_read: None,
            is_held_up: false,
            is_reading: false,
            ended: false,
            stopped: false,
        }
    }

    fn task(&self) -> TaskId {
        TaskId::Source(self.id)
    }

    /// The channel to the subtask of the operator that a record belongs to.
    fn channel_for(&self, cx: &Cx, offset: Offset) -> ChannelId {
        let key = cx.plan.record(self.id, offset).key;
        ChannelId(self.id.0 * cx.plan.operators + cx.plan.route[key.index()].0 .0)
    }

    /// Puts the next read on the agenda if there is something to read, it may be read, and there is room for it.
    ///
    /// A record is read when it is due. A source that is behind reads at once, then one record every `process` time.
    pub fn plan_read(&mut self, cx: &mut Cx, limit: Offset, may_end: bool) {
        if self.is_reading || self.ended || self.stopped {
            return;
        }
        let end = cx.plan.log_end(self.id);
        if self.position >= end {
            if may_end {
                self.is_reading = true;
                cx.later(Time::ZERO, Class::End, Event::EndInput(self.id));
            }
            return;
        }
        if self.position >= limit {
            return;
        }
        let channel = self.channel_for(cx, self.position);
        if !cx.channels[channel.0 as usize].has_room() {
            let is_due = cx.plan.record(self.id, self.position).due <= cx.now;
            if is_due && !self.is_held_up && cx.plan.story.is_none() {
                self.is_held_up = true;
                cx.note(Fact::SourceHeldUp { source: self.id });
            }
            return;
        }
        let due = if cx.plan.story.is_some() { Time::ZERO } else { cx.plan.record(self.id, self.position).due };
        let due = match self.last_read {
            _ if due >= cx.now => due,
            Some(last) => last.plus(cx.plan.delays.process).max(cx.now),
            None => cx.now,
        };
        self.is_reading = true;
        cx.later(due.since(cx.now), Class::Read, Event::Read(self.id));
    }

    /// Reads the next record and sends it on.
    pub fn read(&mut self, cx: &mut Cx) {
        self.is_reading = false;
        if self.stopped {
            return;
        }
        let offset = self.position;
        match cx.pass(self.task(), Point::SourceBefore(offset)) {
            Passed::Through | Passed::Signal => {}
            Passed::Throw(thrown) => return cx.fail(self.task(), thrown.cause),
            Passed::Dead => return,
        }
        let again = offset < self.read_before;
        self.position = offset.next();
        self.read_before = self.read_before.max(self.position);
        self.last_read = Some(cx.now);
        self.is_held_up &= cx.plan.record(self.id, offset).due < cx.now;
        let record = RecordId { source: self.id, offset };
        let key = cx.plan.record(self.id, offset).key;
        cx.send(self.channel_for(cx, offset), Message::Record(Row { record, key, of: TotalOf::default() }));
        cx.note(Fact::RecordRead { record, again });
    }

    /// Cuts the stream: the snapshot is the offset, the barrier goes out behind the last record read.
    pub fn snapshot(&mut self, cx: &mut Cx, checkpoint: CheckpointId, kind: CheckpointKind) {
        let last = u32::from(cx.plan.has(Mutant::OffsetOfLastRecord));
        let offset = Offset(self.position.0.saturating_sub(last));
        self.stopped |= kind == CheckpointKind::Savepoint;
        for subtask in 0..cx.plan.operators {
            cx.send(ChannelId(self.id.0 * cx.plan.operators + subtask), Message::Barrier(checkpoint, kind));
        }
        cx.note(Fact::BarrierSent { source: self.id, checkpoint, offset });
        cx.note(Fact::SnapshotTaken { task: self.task(), checkpoint });
        cx.acknowledge(self.task(), checkpoint, TaskSnapshot::Source(offset));
    }

    /// Tells everyone that nothing follows.
    pub fn end(&mut self, cx: &mut Cx) {
        self.is_reading = false;
        if self.stopped || self.ended {
            return;
        }
        self.ended = true;
        for subtask in 0..cx.plan.operators {
            cx.send(ChannelId(self.id.0 * cx.plan.operators + subtask), Message::End);
        }
        cx.note(Fact::InputEnded { source: self.id });
    }
}
