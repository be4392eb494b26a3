//! What waits in front of a task: a queue for each of its inputs, the gates that barriers close, what is saved in flight.

use super::{Moment, Token};
use crate::sim::event::{ChannelId, Event, Message, Row};
use crate::sim::fact::TaskId;
use crate::sim::id::CheckpointId;
use crate::sim::inputs::Inputs;
use crate::sim::job::Job;

/// Messages that are drawn of a long queue: the first ones.
pub const WAITING: usize = 8;

/// One input of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputView {
    /// Where it comes from, if the task has several: the source's name, or the operator's subtask. With several tasks of
    /// that kind it says to which one too.
    pub from: String,
    /// Which input it is, over all tasks: the place of the sender.
    pub sender: u32,
    /// What its barrier of the checkpoint under way means.
    pub gate: Gate,
    /// Is there no room for one more record?
    pub is_full: bool,
    /// What has arrived and was not taken yet, in order.
    pub queue: Vec<Waiting>,
    /// What is not drawn of it.
    pub more: usize,
}

/// What a barrier has done to an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Nothing.
    Open,
    /// The barrier of this checkpoint has come: nothing behind it is taken before those of the other inputs.
    Closed(u32),
    /// The barrier of this checkpoint has come and was only counted: what is behind it is taken too.
    Counted(u32),
    /// The barrier of this checkpoint has not come yet: until then, records are saved with the checkpoint.
    Saving(u32),
}

/// Something that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// A record, and the checkpoint with which it is saved in flight.
    Record(Token, Option<u32>),
    /// A barrier.
    Barrier(u32),
    /// The end of the input.
    End,
}

impl InputView {
    /// The inputs of a task at which there is something to see.
    #[must_use]
    pub fn of(moment: &Moment, job: &Job, task: TaskId, inputs: &Inputs) -> Vec<InputView> {
        let saved = saved_in_flight(moment);
        let views = inputs.channels.iter().enumerate().map(|(input, id)| {
            let channel = &job.channels[id.0 as usize];
            let sender = job.sender(&moment.run.plan, *id);
            let waiting = |(_, message): &(u32, Message)| match message {
                Message::Record(row) => {
                    let token = Token::new(&moment.run.plan, row.record, moment.is_replay(row.record));
                    let with = saved.iter().find(|(_, at, other)| at == id && other.record == row.record);
                    Waiting::Record(token, with.map(|(checkpoint, ..)| checkpoint.0))
                }
                Message::Barrier(id, _) => Waiting::Barrier(id.0),
                Message::End => Waiting::End,
            };
            InputView {
                from: name(moment, task, sender, inputs.channels.len()),
                sender: place(sender),
                gate: gate(inputs, input as u32),
                is_full: !channel.has_room(),
                queue: channel.queue.iter().take(WAITING).map(waiting).collect(),
                more: channel.queue.len().saturating_sub(WAITING),
            }
        });
        views.filter(|view| view.gate != Gate::Open || view.is_full || !view.queue.is_empty()).collect()
    }
}

fn gate(inputs: &Inputs, input: u32) -> Gate {
    let barriers = &inputs.barriers;
    match (barriers.came(input), barriers.saving(input)) {
        (Some(id), _) if barriers.is_blocked(input) => Gate::Closed(id.0),
        (None, Some(id)) => Gate::Saving(id.0),
        // Of an unaligned checkpoint the barrier has done all that it does.
        (Some(id), _) if inputs.channels.iter().enumerate().all(|(i, _)| barriers.saving(i as u32).is_none()) => {
            Gate::Counted(id.0)
        }
        _ => Gate::Open,
    }
}

fn place(task: TaskId) -> u32 {
    match task {
        TaskId::Source(source) => source.0,
        TaskId::Operator(subtask) | TaskId::Sink(subtask) => subtask.0,
    }
}

/// A name for an input, where one is needed to tell it from others.
fn name(moment: &Moment, task: TaskId, sender: TaskId, inputs: usize) -> String {
    let plan = &moment.run.plan;
    let from = match sender {
        _ if inputs == 1 => String::new(),
        TaskId::Source(source) => plan.source_names[source.index()].clone(),
        other => format!("{}→", place(other)),
    };
    let receivers = if matches!(task, TaskId::Operator(_)) { plan.operators } else { plan.sinks };
    match receivers {
        1 => from,
        _ => format!("{}→{}", from.trim_end_matches('→'), place(task)),
    }
}

/// A record in flight that is saved with a checkpoint: which checkpoint, in which channel, which record.
pub type Saved = (CheckpointId, ChannelId, Row);

/// Every record that is saved in flight: with the newest completed checkpoint and with those under way, by tasks that are
/// still saving, in snapshots on their way to the coordinator, and in those that it has.
#[must_use]
pub fn saved_in_flight(moment: &Moment) -> Vec<Saved> {
    let mut list: Vec<Saved> = Vec::new();
    let mut add = |checkpoint: CheckpointId, rows: &[(ChannelId, Row)]| {
        list.extend(rows.iter().map(|(channel, row)| (checkpoint, *channel, *row)));
    };
    if let Some(newest) = &moment.world.store.newest {
        newest.snapshots.iter().for_each(|snapshot| add(newest.id, snapshot.in_flight()));
    }
    let Some(job) = &moment.world.job else { return list };
    for pending in &job.coordinator.pending {
        pending.snapshots.iter().flatten().for_each(|snapshot| add(pending.id, snapshot.in_flight()));
    }
    for entry in moment.world.agenda.entries() {
        if let Event::Acknowledge(_, id, snapshot) = &entry.event {
            add(*id, snapshot.in_flight());
        }
    }
    let inputs = job.operators.iter().map(|task| &task.inputs).chain(job.sinks.iter().map(|task| &task.inputs));
    for inputs in inputs {
        let (id, rows) = inputs.saved();
        add(id, rows);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::Preset;
    use crate::run::Run;
    use crate::sim::fact::Fact;
    use crate::sim::job::CHANNEL_CAPACITY;

    fn run(preset: &str) -> Run {
        Run::lanes(&Preset::find(preset).expect("a preset").scenario()).remove(0)
    }

    /// The inputs of the operator and of the sink, after each step.
    fn watch(run: &Run) -> Vec<(Vec<InputView>, Vec<InputView>)> {
        let at = run.times.iter().map(|at| {
            let moment = Moment::new(run, *at);
            let Some(job) = &moment.world.job else { return (Vec::new(), Vec::new()) };
            let (operator, sink) = (&job.operators[0], &job.sinks[0]);
            (
                InputView::of(&moment, job, TaskId::Operator(operator.subtask), &operator.inputs),
                InputView::of(&moment, job, TaskId::Sink(sink.subtask), &sink.inputs),
            )
        });
        at.collect()
    }

    #[test]
    fn the_input_that_delivered_its_barrier_is_closed_while_the_other_one_goes_on() {
        let watched = watch(&run("alignment"));
        let closed = watched.iter().flat_map(|(inputs, _)| inputs).filter(|input| input.gate == Gate::Closed(1));
        let names: Vec<&str> = closed.map(|input| input.from.as_str()).collect();
        assert!(!names.is_empty() && names.iter().all(|name| *name == names[0]), "{names:?}");
        let behind = watched
            .iter()
            .flat_map(|(inputs, _)| inputs)
            .any(|input| input.gate == Gate::Closed(1) && matches!(input.queue.first(), Some(Waiting::Record(..))));
        assert!(behind, "a record waits behind the gate");
    }

    #[test]
    fn where_barriers_are_counted_no_gate_closes() {
        let watched = watch(&run("at-least-once"));
        let gates: Vec<Gate> = watched.iter().flat_map(|(inputs, _)| inputs).map(|input| input.gate).collect();
        assert!(gates.contains(&Gate::Counted(1)) && !gates.iter().any(|gate| matches!(gate, Gate::Closed(_))));
    }

    #[test]
    fn a_barrier_stands_behind_records_and_once_it_has_overtaken_them_they_are_saved() {
        let run = run("unaligned");
        let watched = watch(&run);
        let is_behind = |input: &InputView| input.queue.iter().position(|w| *w == Waiting::Barrier(1)) > Some(0);
        assert!(watched.iter().flat_map(|(_, inputs)| inputs).any(is_behind));
        let overtaken = run.facts.iter().find_map(|noted| match noted.fact {
            Fact::RecordsOvertaken { records, .. } => Some((noted.at, records as usize)),
            _ => None,
        });
        let (at, records) = overtaken.expect("records are overtaken");
        let place = run.times.partition_point(|time| *time <= at) - 1;
        let saved = |input: &&InputView| -> Vec<bool> {
            input.queue.iter().map(|w| matches!(w, Waiting::Record(_, Some(1)))).collect()
        };
        let marks = watched[place].1.iter().find(|input| !input.queue.is_empty()).as_ref().map(saved).expect("a queue");
        // The first of them is taken at the same moment, when the snapshot is.
        assert_eq!(marks.iter().filter(|is_saved| **is_saved).count(), records - 1, "{marks:?}");
    }

    #[test]
    fn a_full_queue_says_so_and_is_cut() {
        let watched = watch(&run("slow-sink"));
        let full = watched.iter().flat_map(|(_, inputs)| inputs).find(|input| input.is_full).expect("a full queue");
        assert_eq!(full.queue.len(), WAITING);
        assert!(full.more <= CHANNEL_CAPACITY as usize - WAITING + 1);
    }

    #[test]
    fn an_input_is_named_where_there_are_several() {
        let watched = watch(&run("alignment"));
        let (operators, sinks): (Vec<_>, Vec<_>) = watched.into_iter().unzip();
        assert!(operators.iter().flatten().all(|input| ["A", "B"].contains(&input.from.as_str())));
        assert!(sinks.iter().flatten().all(|input| input.from.is_empty()));
    }
}
