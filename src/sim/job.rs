//! One attempt of the job: everything that lives in memory and is gone when it dies.

use super::align::Alignment;
use super::coordinator::CheckpointCoordinator;
use super::event::{ChannelId, Message, Row};
use super::fact::{Restored, TaskId};
use super::id::{Attempt, CheckpointId, KeyId, Offset, SourceId, Subtask, Time};
use super::inputs::Inputs;
use super::mutant::Mutant;
use super::operator::OperatorTask;
use super::plan::{Plan, TotalOf};
use super::scenario::{Mode, SourceKind};
use super::sink::{Sink, SinkState, SinkTask};
use super::source::SourceTask;
use super::store::{CompletedCheckpoint, TaskSnapshot};
use std::collections::VecDeque;
use std::rc::Rc;

/// Records that a channel takes before the sender has to wait (back-pressure).
pub const CHANNEL_CAPACITY: u32 = 16;

/// A channel between two tasks: what has arrived and was not taken yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Channel {
    /// Arrived, each with the order of its arrival at the receiver.
    pub queue: VecDeque<(u32, Message)>,
    /// When the last message sent will arrive; later ones arrive no sooner.
    pub last_due: Time,
    /// Records on their way.
    pub in_flight: u32,
    capacity: u32,
}

impl Message {
    /// The record, if it is one.
    #[must_use]
    pub fn record(&self) -> Option<Row> {
        match self {
            Message::Record(row) => Some(*row),
            _ => None,
        }
    }

    /// Is it the barrier of this checkpoint?
    #[must_use]
    pub fn is_barrier(&self, checkpoint: CheckpointId) -> bool {
        matches!(self, Message::Barrier(id, _) if *id == checkpoint)
    }
}

impl Channel {
    /// Is there room for one more record?
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.in_flight + (self.queue.len() as u32) < self.capacity
    }

    /// Has a checkpoint's barrier arrived, without the receiver having taken it?
    #[must_use]
    pub fn has_barrier(&self, checkpoint: CheckpointId) -> bool {
        self.queue.iter().any(|(_, message)| message.is_barrier(checkpoint))
    }

    /// The records that stand before a checkpoint's barrier, or all if it has not come.
    pub fn records_before_barrier(&self, checkpoint: CheckpointId) -> impl Iterator<Item = Row> + '_ {
        let before = move |m: &&(u32, Message)| !m.1.is_barrier(checkpoint);
        self.queue.iter().take_while(before).filter_map(|(_, m)| m.record())
    }
}

/// An attempt.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Job {
    /// Which.
    pub attempt: Attempt,
    /// Its sources.
    pub sources: Vec<SourceTask>,
    /// Its operators.
    pub operators: Vec<OperatorTask>,
    /// Its sinks.
    pub sinks: Vec<SinkTask>,
    /// Its channels: from every source to every operator, then from every operator to every sink.
    pub channels: Vec<Channel>,
    /// Its coordinator.
    pub coordinator: CheckpointCoordinator,
    /// The checkpoint that it restores.
    pub restored_from: Option<CheckpointId>,
    /// What it starts with.
    pub restored: Restored,
    /// Do all tasks run?
    pub is_running: bool,
    next_arrival: u32,
}

impl Job {
    /// Builds an attempt from a checkpoint, or afresh. `read` holds one past the last offset ever read, by source.
    #[must_use]
    pub fn new(plan: &Plan, attempt: Attempt, from: Option<&CompletedCheckpoint>, read: &[Offset]) -> Job {
        let (sources, operators, sinks) = (plan.logs.len() as u32, plan.operators, plan.sinks);
        let mode = match (plan.mode, plan.unaligned) {
            (Mode::AtLeastOnce, _) => Alignment::Counting,
            _ if plan.has(Mutant::AlignmentLeftOut) => Alignment::Counting,
            (Mode::ExactlyOnce, true) => Alignment::Unaligned,
            (Mode::ExactlyOnce, false) => Alignment::Aligned,
        };
        // In a story everything that is emitted must find room: nothing may happen between two steps.
        let capacity = if plan.story.is_some() { u32::MAX } else { CHANNEL_CAPACITY };
        let channel = Channel { queue: VecDeque::new(), last_due: Time::ZERO, in_flight: 0, capacity };
        let mut job = Job {
            attempt,
            sources: Vec::new(),
            operators: Vec::new(),
            sinks: Vec::new(),
            channels: vec![channel; (sources * operators + operators * sinks) as usize],
            coordinator: CheckpointCoordinator::default(),
            restored_from: from.map(|c| c.id),
            restored: Restored::default(),
            is_running: false,
            next_arrival: 0,
        };
        for source in 0..sources {
            let saved = from.map_or(Offset(0), |c| offset_of(&c.snapshots[source as usize]));
            // A socket cannot resend: reading goes on after what was received, whatever the checkpoint says.
            let position = if plan.source == SourceKind::Socket { read[source as usize] } else { saved };
            job.sources.push(SourceTask::new(SourceId(source), position, read[source as usize]));
            job.restored.offsets.push(position);
        }
        for subtask in 0..operators {
            let snapshot = from.map(|c| &*c.snapshots[(sources + subtask) as usize]);
            job.add_operator(plan, Subtask(subtask), snapshot, mode);
        }
        for subtask in 0..sinks {
            let snapshot = from.map(|c| &*c.snapshots[(sources + operators + subtask) as usize]);
            job.add_sink(plan, Subtask(subtask), snapshot, mode);
        }
        job
    }

    fn add_operator(&mut self, plan: &Plan, subtask: Subtask, snapshot: Option<&TaskSnapshot>, mode: Alignment) {
        let sources = plan.logs.len() as u32;
        let channels = (0..sources).map(|source| ChannelId(source * plan.operators + subtask.0)).collect();
        let mut state = vec![TotalOf::default(); plan.keys.len()];
        if let Some(TaskSnapshot::Operator(saved, in_flight)) = snapshot {
            state.clone_from(saved);
            self.restore_in_flight(plan, in_flight);
        }
        for (key, total) in state.iter().enumerate().filter(|(_, total)| total.count > 0) {
            self.restored.state.push((KeyId(key as u32), *total));
        }
        let inputs = Inputs::new(TaskId::Operator(subtask), channels, mode);
        self.operators.push(OperatorTask::new(subtask, state, inputs));
    }

    fn add_sink(&mut self, plan: &Plan, subtask: Subtask, snapshot: Option<&TaskSnapshot>, mode: Alignment) {
        let first = plan.logs.len() as u32 * plan.operators;
        let channels = (0..plan.operators).map(|op| ChannelId(first + op * plan.sinks + subtask.0)).collect();
        if let Some(TaskSnapshot::Sink(_, in_flight)) = snapshot {
            self.restore_in_flight(plan, in_flight);
        }
        let inputs = Inputs::new(TaskId::Sink(subtask), channels, mode);
        self.sinks.push(SinkTask::new(subtask, Sink::new(plan.sink), inputs));
    }

    fn restore_in_flight(&mut self, plan: &Plan, saved: &[(ChannelId, Row)]) {
        if plan.has(Mutant::ChannelStateNotRestored) {
            return;
        }
        for (channel, row) in saved {
            self.arrive(*channel, Message::Record(*row));
            self.restored.channel.push(row.record);
        }
    }

    /// The snapshot that a task acknowledges: the one that it took at the barrier, but for mutants.
    #[must_use]
    pub fn acknowledged(&self, plan: &Plan, task: TaskId, taken: Rc<TaskSnapshot>) -> Rc<TaskSnapshot> {
        match (task, &*taken) {
            (TaskId::Operator(subtask), TaskSnapshot::Operator(_, saved))
                if plan.has(Mutant::SnapshotAtAcknowledgement) =>
            {
                Rc::new(TaskSnapshot::Operator(self.operators[subtask.index()].state.clone(), saved.clone()))
            }
            (TaskId::Source(source), _) if plan.has(Mutant::OffsetAtAcknowledgement) => {
                Rc::new(TaskSnapshot::Source(self.sources[source.index()].position))
            }
            _ => taken,
        }
    }

    /// Puts a message at the end of a channel's queue.
    pub fn arrive(&mut self, channel: ChannelId, message: Message) {
        let sequence = self.next_arrival;
        self.next_arrival += 1;
        self.channels[channel.0 as usize].queue.push_back((sequence, message));
    }

    /// The task that takes from a channel.
    #[must_use]
    pub fn receiver(&self, plan: &Plan, channel: ChannelId) -> TaskId {
        let first = plan.logs.len() as u32 * plan.operators;
        if channel.0 < first {
            TaskId::Operator(Subtask(channel.0 % plan.operators))
        } else {
            TaskId::Sink(Subtask((channel.0 - first) % plan.sinks))
        }
    }

    /// The task that sends on a channel.
    #[must_use]
    pub fn sender(&self, plan: &Plan, channel: ChannelId) -> TaskId {
        let first = plan.logs.len() as u32 * plan.operators;
        if channel.0 < first {
            TaskId::Source(SourceId(channel.0 / plan.operators))
        } else {
            TaskId::Operator(Subtask((channel.0 - first) / plan.sinks))
        }
    }

    /// Has every sink seen the end of all inputs?
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.sinks.iter().all(|sink| sink.finished)
    }

    /// Do all sinks wait for a final checkpoint that is not under way? (It may have been aborted or its notification lost;
    /// then there is another.)
    #[must_use]
    pub fn lacks_final(&self) -> bool {
        self.is_finished() && self.coordinator.lacks_final() && self.sinks.iter().all(SinkTask::is_idle)
    }

    /// Was every sink notified of its last snapshot?
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.sinks.iter().all(|sink| sink.is_done)
    }
}

fn offset_of(snapshot: &TaskSnapshot) -> Offset {
    match snapshot {
        TaskSnapshot::Source(offset) => *offset,
        _ => Offset(0),
    }
}

/// The sink's part of a snapshot.
#[must_use]
pub fn sink_state(snapshot: &TaskSnapshot) -> Option<&SinkState> {
    match snapshot {
        TaskSnapshot::Sink(state, _) => Some(state),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::scenario::Scenario;

    #[test]
    fn every_task_has_a_channel_to_every_task_behind_it() {
        let text = r#"{"format": 1, "sinks": [{"kind": "append"}], "parallelism": {"operator": 3, "sink": 2}, "sources": [
            {"name": "a", "records": []}, {"name": "b", "records": []}, {"name": "c", "records": []},
            {"name": "d", "records": []}]}"#;
        let plan = Plan::new(&Scenario::from_json(text).expect("a scenario"), 0);
        let job = Job::new(&plan, Attempt(0), None, &[Offset(0); 4]);
        let ends: Vec<(TaskId, TaskId)> = (0..job.channels.len() as u32)
            .map(|channel| (job.sender(&plan, ChannelId(channel)), job.receiver(&plan, ChannelId(channel))))
            .collect();
        let sources = (0..4).map(|source| TaskId::Source(SourceId(source)));
        let operators = || (0..3).map(|operator| TaskId::Operator(Subtask(operator)));
        let to_operators = sources.flat_map(|from| operators().map(move |to| (from, to)));
        let to_sinks = operators().flat_map(|from| (0..2).map(move |sink| (from, TaskId::Sink(Subtask(sink)))));
        assert_eq!(ends, to_operators.chain(to_sinks).collect::<Vec<_>>());
        for (index, (_, to)) in ends.iter().enumerate() {
            let inputs = match to {
                TaskId::Operator(subtask) => &job.operators[subtask.index()].inputs,
                TaskId::Sink(subtask) => &job.sinks[subtask.index()].inputs,
                TaskId::Source(_) => unreachable!("nothing goes to a source"),
            };
            assert!(inputs.channels.contains(&ChannelId(index as u32)), "{index}");
        }
    }
}
