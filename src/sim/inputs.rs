//! The inputs of an operator or a sink: channels, barriers and records saved in flight.

use super::align::{Alignment, Barriers, OnBarrier};
use super::cx::Cx;
use super::event::{ChannelId, Message, Row};
use super::fact::{CheckpointKind, Fact, TaskId};
use super::id::CheckpointId;
use super::job::Channel;

/// A task's inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inputs {
    task: TaskId,
    /// The channels that end here.
    pub channels: Vec<ChannelId>,
    /// What has come of barriers.
    pub barriers: Barriers,
    /// Unaligned: records saved so far.
    saved: Vec<(ChannelId, Row)>,
    /// For which checkpoint. What was saved for one that was given up goes into no other.
    saved_for: CheckpointId,
    /// Has the task been told that all inputs have ended?
    told_end: bool,
}

/// What a task has to do next about its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// Take this record.
    Record(ChannelId, Row),
    /// Take the snapshot, send the barrier on, and acknowledge when `saved` is done.
    Snapshot {
        /// Of which checkpoint.
        checkpoint: CheckpointId,
        /// What for.
        kind: CheckpointKind,
        /// Are all records in flight saved already?
        saved: bool,
    },
    /// All records in flight are saved: acknowledge the snapshot taken before.
    Saved(CheckpointId),
    /// All inputs have ended.
    End,
}

impl Inputs {
    /// Inputs of a task.
    #[must_use]
    pub fn new(task: TaskId, channels: Vec<ChannelId>, mode: Alignment) -> Inputs {
        let barriers = Barriers::new(channels.len() as u32, mode);
        Inputs { task, channels, barriers, saved: Vec::new(), saved_for: CheckpointId(0), told_end: false }
    }

    /// The records that are saved so far for a checkpoint under way.
    #[must_use]
    pub fn saved(&self) -> (CheckpointId, &[(ChannelId, Row)]) {
        (self.saved_for, &self.saved)
    }

    /// The records that were saved for a checkpoint, to go into its snapshot.
    pub fn take_saved(&mut self, checkpoint: CheckpointId) -> Vec<(ChannelId, Row)> {
        self.begin_saving(checkpoint);
        std::mem::take(&mut self.saved)
    }

    /// Forgets what was saved for another checkpoint.
    fn begin_saving(&mut self, checkpoint: CheckpointId) {
        if self.saved_for != checkpoint {
            self.saved_for = checkpoint;
            self.saved.clear();
        }
    }

    /// A message has arrived at a channel. While records of it are being saved, a record is saved too, unless the barrier
    /// has arrived before it and only waits for the task to look at it.
    pub fn on_arrival(&mut self, id: ChannelId, message: Message, channel: &Channel) {
        let Message::Record(row) = message else { return };
        let Some(input) = self.channels.iter().position(|c| *c == id) else { return };
        let Some(checkpoint) = self.barriers.saving(input as u32) else { return };
        if !channel.has_barrier(checkpoint) {
            self.begin_saving(checkpoint);
            self.saved.push((id, row));
        }
    }

    /// A checkpoint was aborted.
    pub fn cancel(&mut self, checkpoint: CheckpointId) {
        self.barriers.cancel(checkpoint);
    }

    /// What to do next, if anything. Unaligned barriers go before everything else.
    pub fn next(&mut self, cx: &mut Cx) -> Option<Input> {
        loop {
            if self.barriers.all_ended() && !self.told_end {
                self.told_end = true;
                return Some(Input::End);
            }
            let (input, message) = self.take(cx)?;
            let channel = self.channels[input as usize];
            match message {
                Message::Record(row) => return Some(Input::Record(channel, row)),
                Message::Barrier(checkpoint, kind) => {
                    if let Some(input) = self.on_barrier(cx, input, checkpoint, kind) {
                        return Some(input);
                    }
                }
                Message::End => match self.barriers.end(input) {
                    Some((checkpoint, _, OnBarrier::Saved)) => return Some(Input::Saved(checkpoint)),
                    Some((checkpoint, kind, _)) => return Some(Input::Snapshot { checkpoint, kind, saved: true }),
                    None => {}
                },
            }
        }
    }

    fn on_barrier(&mut self, cx: &mut Cx, input: u32, checkpoint: CheckpointId, kind: CheckpointKind) -> Option<Input> {
        match self.barriers.arrive(input, checkpoint, kind) {
            OnBarrier::Ignore => None,
            OnBarrier::Wait { first } => {
                if first {
                    cx.note(Fact::AlignmentBegan { task: self.task, checkpoint });
                }
                None
            }
            OnBarrier::Snapshot => Some(Input::Snapshot { checkpoint, kind, saved: true }),
            OnBarrier::SnapshotAndSave => {
                // What stands before the barriers of the other inputs belongs to the checkpoint.
                self.begin_saving(checkpoint);
                for (other, channel) in self.channels.iter().enumerate() {
                    if self.barriers.saving(other as u32) == Some(checkpoint) {
                        let before = cx.channels[channel.0 as usize].records_before_barrier(checkpoint);
                        self.saved.extend(before.map(|row| (*channel, row)));
                    }
                }
                Some(Input::Snapshot { checkpoint, kind, saved: false })
            }
            OnBarrier::Saved => Some(Input::Saved(checkpoint)),
        }
    }

    /// Takes the next message: an overtaking barrier, else the one that arrived first at an input that is not blocked.
    fn take(&mut self, cx: &mut Cx) -> Option<(u32, Message)> {
        if cx.plan.unaligned {
            if let Some(taken) = self.take_overtaking(cx) {
                return Some(taken);
            }
        }
        let open = (0..self.channels.len() as u32).filter(|input| !self.barriers.is_blocked(*input));
        let arrived = open.filter_map(|input| {
            let channel = &cx.channels[self.channels[input as usize].0 as usize];
            channel.queue.front().map(|(sequence, _)| (*sequence, input))
        });
        let (_, input) = arrived.min()?;
        let (_, message) = cx.channels[self.channels[input as usize].0 as usize].queue.pop_front()?;
        Some((input, message))
    }

    /// Takes a barrier out of the middle of a queue; the records that it overtakes are saved.
    fn take_overtaking(&mut self, cx: &mut Cx) -> Option<(u32, Message)> {
        for input in 0..self.channels.len() {
            let id = self.channels[input];
            let channel = &mut cx.channels[id.0 as usize];
            // A savepoint is always aligned.
            let overtakes = |m: &Message| matches!(m, Message::Barrier(_, kind) if *kind != CheckpointKind::Savepoint);
            let Some(place) = channel.queue.iter().position(|(_, m)| overtakes(m)) else { continue };
            let Some((_, message)) = channel.queue.remove(place) else { continue };
            let Message::Barrier(checkpoint, _) = message else { continue };
            if self.barriers.is_over(checkpoint) {
                // It overtakes nothing, and nothing is saved for it.
                return Some((input as u32, message));
            }
            let is_known = self.barriers.saving(input as u32) == Some(checkpoint);
            let overtaken: Vec<Row> = channel.queue.iter().take(place).filter_map(|(_, m)| m.record()).collect();
            if !overtaken.is_empty() {
                let records = overtaken.len() as u32;
                // Those that came while the checkpoint was under way are saved already.
                if !is_known {
                    self.begin_saving(checkpoint);
                    self.saved.extend(overtaken.into_iter().map(|row| (id, row)));
                }
                cx.note(Fact::RecordsOvertaken { task: self.task, checkpoint, records });
            }
            return Some((input as u32, message));
        }
        None
    }
}
