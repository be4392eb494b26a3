//! What is in the job's memory, as JSON.

use super::state::request;
use super::{list, of_task, records, task, totals, Fields, Json};
use crate::run::outcome::record_name;
use crate::sim::coordinator::PendingCheckpoint;
use crate::sim::event::{ChannelId, Event, Message};
use crate::sim::fact::TaskId;
use crate::sim::id::{CheckpointId, FileId, KeyId, SourceId, Subtask};
use crate::sim::job::{Channel, Job};
use crate::sim::plan::{Plan, TotalOf};
use crate::sim::sink::{Batch, Handle, Handling, Sink, SinkTask};
use crate::sim::world::World;

/// Everything that a crash would take now.
pub(super) fn volatile(plan: &Plan, world: &World, job: &Job) -> Fields {
    let mut object = Fields::default();
    object.put("restored_from", job.restored_from);
    let sources = job.sources.iter().map(|source| {
        let mut object = of_task(plan, TaskId::Source(source.id));
        object.put("offset", source.position).put("ended", source.ended);
        object
    });
    object.put("sources", list(sources));
    let operators = job.operators.iter().map(|operator| {
        let mut object = of_task(plan, TaskId::Operator(operator.subtask));
        object.put("state", totals(plan, &present(&operator.state)));
        let at_hand = operator.current.or(operator.blocked).map(|row| record_name(plan, row.record));
        object.put("record", at_hand);
        object
    });
    object.put("operators", list(operators));
    object.put("sinks", list(job.sinks.iter().map(|sink| sink_task(plan, sink))));
    object.put("channels", channels(plan, world, job));
    object.put("pending_checkpoints", list(job.coordinator.pending.iter().map(|pending| pending_one(plan, pending))));
    object.put("notifications", notifications(plan, world, job));
    object
}

/// What a subtask of the operator keeps: a count of 0 means nothing.
pub(super) fn present(state: &[TotalOf]) -> Vec<(KeyId, TotalOf)> {
    (0u32..).map(KeyId).zip(state.iter().copied()).filter(|(_, of)| of.count > 0).collect()
}

fn sink_task(plan: &Plan, sink: &SinkTask) -> Fields {
    let mut object = of_task(plan, TaskId::Sink(sink.subtask));
    let handling = match sink.handling {
        Handling::Nothing => "nothing",
        Handling::Opening => "opening",
        Handling::Record => "record",
        Handling::Barrier(_) => "barrier",
        Handling::Notification(_) => "notification",
        Handling::End => "end",
    };
    object.put("handling", handling);
    object.put("record", sink.row.map(|row| record_name(plan, row.record)));
    object.put("waiting_for", sink.waiting.map(|asked| request(plan, asked)));
    object.put("holds", sink_memory(plan, &sink.sink));
    object
}

/// What the sink holds in memory.
fn sink_memory(plan: &Plan, sink: &Sink) -> Fields {
    let mut object = Fields::default();
    match sink {
        Sink::Append(append) => {
            object.put("buffer", records(plan, append.buffer.iter().map(|row| row.record)));
        }
        Sink::Upsert(_) | Sink::Increment(_) => {}
        Sink::WriteAheadLog(log) => {
            object.put("open", records(plan, log.open.iter().map(|row| row.record)));
            object.put("pending", batches(plan, &log.pending));
        }
        Sink::TwoPhaseCommit(sink) => {
            object.put("current", sink.current.map(|handle| handle.id)).put("pending", handles(&sink.pending));
        }
        Sink::Committer(sink) => {
            object.put("current", sink.current.map(|handle| handle.id)).put("pending", handles(&sink.committables));
        }
        Sink::FileSink(sink) => put_files(&mut object, &sink.pending, sink.in_progress),
    }
    object
}

pub(super) fn batches(plan: &Plan, batches: &[Batch]) -> Json {
    list(batches.iter().map(|batch| {
        let mut object = Fields::default();
        object.put("checkpoint", batch.checkpoint);
        object.put("records", records(plan, batch.rows.iter().map(|row| row.record)));
        object
    }))
}

pub(super) fn handles(handles: &[(CheckpointId, Handle)]) -> Json {
    list(handles.iter().map(|(checkpoint, handle)| {
        let mut object = Fields::default();
        object.put("checkpoint", *checkpoint).put("transaction", handle.id);
        object
    }))
}

pub(super) fn put_files(object: &mut Fields, pending: &[(CheckpointId, FileId)], in_progress: Option<(FileId, u32)>) {
    let pending = pending.iter().map(|(checkpoint, file)| {
        let mut object = Fields::default();
        object.put("checkpoint", *checkpoint).put("file", *file);
        object
    });
    object.put("pending", list(pending));
    let in_progress = in_progress.map(|(file, length)| {
        let mut object = Fields::default();
        object.put("file", file).put("records", length);
        object
    });
    object.put("in_progress", in_progress);
}

/// What has arrived at the receiver and waits there, and what is on its way, both in order.
fn channels(plan: &Plan, world: &World, job: &Job) -> Json {
    let channel = |(index, channel): (usize, &Channel)| {
        let id = ChannelId(index as u32);
        let mut object = Fields::default();
        object.put("from", task(plan, job.sender(plan, id))).put("to", task(plan, job.receiver(plan, id)));
        object.put("arrived", list(channel.queue.iter().map(|(_, message)| message_json(plan, *message))));
        let on_its_way = world.agenda.entries().iter().rev().filter_map(|entry| match entry.event {
            Event::Deliver(to, message) if to == id => Some(message_json(plan, message)),
            _ => None,
        });
        object.put("on_its_way", list(on_its_way));
        object
    };
    list(job.channels.iter().enumerate().map(channel))
}

fn message_json(plan: &Plan, message: Message) -> Fields {
    let mut object = Fields::default();
    match message {
        Message::Record(row) => object.put("record", record_name(plan, row.record)),
        Message::Barrier(checkpoint, _) => object.put("barrier", checkpoint),
        Message::End => object.put("end", true),
    };
    object
}

fn pending_one(plan: &Plan, pending: &PendingCheckpoint) -> Fields {
    let mut object = Fields::default();
    object.put("checkpoint", pending.id).put("kind", pending.kind);
    let (sources, operators) = (plan.logs.len() as u32, plan.operators);
    let task_at = |place: u32| match place {
        place if place < sources => TaskId::Source(SourceId(place)),
        place if place < sources + operators => TaskId::Operator(Subtask(place - sources)),
        place => TaskId::Sink(Subtask(place - sources - operators)),
    };
    let tasks = |acknowledged: bool| {
        let of = (0u32..).zip(&pending.snapshots).filter(move |(_, s)| s.is_some() == acknowledged);
        list(of.map(|(place, _)| task(plan, task_at(place))))
    };
    object.put("acknowledged", tasks(true)).put("missing", tasks(false));
    object.put("completing", pending.is_completing);
    object
}

/// Notifications that sinks have not begun to handle.
fn notifications(plan: &Plan, world: &World, job: &Job) -> Json {
    let one = |sink: Subtask, checkpoint: CheckpointId| {
        let mut object = of_task(plan, TaskId::Sink(sink));
        object.put("checkpoint", checkpoint);
        object
    };
    let arrived = job.sinks.iter().flat_map(|sink| sink.mail.iter().map(move |checkpoint| (sink.subtask, *checkpoint)));
    let on_their_way = world.agenda.entries().iter().rev().filter_map(|entry| match entry.event {
        Event::Notify(sink, checkpoint) => Some((sink, checkpoint)),
        _ => None,
    });
    list(arrived.chain(on_their_way).map(|(sink, checkpoint)| one(sink, checkpoint)))
}
