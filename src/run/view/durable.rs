//! What stays after a crash, as JSON: the checkpoint store and the outside.

use super::memory::{batches, handles, present, put_files};
use super::{list, of_task, put_offsets, records, totals, Fields};
use crate::run::oracle;
use crate::run::outcome::{row_name, state_name};
use crate::sim::external::files::FileState;
use crate::sim::external::Outside;
use crate::sim::fact::{RecordId, TaskId};
use crate::sim::id::Subtask;
use crate::sim::plan::Plan;
use crate::sim::scenario::SinkSpec;
use crate::sim::sink::SinkState;
use crate::sim::store::{CheckpointStore, CompletedCheckpoint, TaskSnapshot};
use crate::sim::world::World;

/// Everything that a crash would leave.
pub(super) fn durable(plan: &Plan, world: &World) -> Fields {
    let mut object = Fields::default();
    object.put("checkpoint", world.store.newest.as_deref().map(|completed| completed_one(plan, completed)));
    object.put("checkpoints", checkpoints(&world.store));
    object.put("outside", outside(plan, &world.outside));
    object
}

fn checkpoints(store: &CheckpointStore) -> Fields {
    let mut object = Fields::default();
    object.put("completed", list(store.completed.iter().copied()));
    object.put("final", list(store.closing.iter().copied()));
    object.put("aborted", list(store.aborted.iter().copied()));
    object
}

/// The checkpoint that recovery would start from, with all that it holds.
fn completed_one(plan: &Plan, completed: &CompletedCheckpoint) -> Fields {
    let (mut offsets, mut state, mut sinks, mut saved) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for snapshot in &completed.snapshots {
        match &**snapshot {
            TaskSnapshot::Source(offset) => offsets.push(*offset),
            TaskSnapshot::Operator(totals, in_flight) => {
                state.extend(present(totals));
                saved.extend(in_flight.iter().map(|(_, row)| row.record));
            }
            TaskSnapshot::Sink(held, in_flight) => {
                let mut object = of_task(plan, TaskId::Sink(Subtask(sinks.len() as u32)));
                object.put("holds", sink_state(plan, held));
                sinks.push(object);
                saved.extend(in_flight.iter().map(|(_, row)| row.record));
            }
        }
    }
    let mut object = Fields::default();
    object.put("checkpoint", completed.id).put("kind", completed.kind);
    put_offsets(&mut object, plan, &offsets);
    object.put("state", totals(plan, &state)).put("channel", records(plan, saved)).put("sinks", list(sinks));
    object
}

/// What the sink keeps in a checkpoint.
fn sink_state(plan: &Plan, state: &SinkState) -> Fields {
    let mut object = Fields::default();
    match state {
        SinkState::None => {}
        SinkState::Batches(pending) => {
            object.put("pending", batches(plan, pending));
        }
        SinkState::Transactions { pending, current } => {
            object.put("current", current.map(|handle| handle.id)).put("pending", handles(pending));
        }
        SinkState::Committables(committables) => {
            object.put("pending", handles(committables));
        }
        SinkState::Files { pending, in_progress } => put_files(&mut object, pending, *in_progress),
    }
    object
}

/// The part of the outside that this lane's sink writes to.
fn outside(plan: &Plan, outside: &Outside) -> Fields {
    let mut object = Fields::default();
    if oracle::writes_table(plan.sink) {
        let mut table = Fields::default();
        for (row, total) in outside.table.rows.iter() {
            table.put_sorted(row_name(plan, *row), (*total).into());
        }
        object.put("table", table);
    } else {
        object.put("visible", records(plan, oracle::visible(plan, outside)));
    }
    match plan.sink {
        SinkSpec::WriteAheadLog { .. } => {
            let marked = outside.marks.iter().map(|((sink, checkpoint), ())| {
                let mut object = of_task(plan, TaskId::Sink(*sink));
                object.put("checkpoint", *checkpoint);
                object
            });
            object.put("commit_table", list(marked));
        }
        SinkSpec::TwoPhaseCommit { .. } | SinkSpec::Committer { .. } => {
            let all = outside.transactions.all.iter();
            object.put("transactions", by_number('T', plan, all.map(|t| (state_name(t.state), t.records.as_slice()))));
        }
        SinkSpec::File { .. } => {
            let all = outside.files.all.iter();
            object
                .put("files", by_number('F', plan, all.map(|file| (file_state(file.state), file.records.as_slice()))));
        }
        _ => {}
    }
    object
}

fn by_number<'a>(letter: char, plan: &Plan, all: impl Iterator<Item = (&'static str, &'a [RecordId])>) -> Fields {
    let mut object = Fields::default();
    for (number, (state, held)) in all.enumerate() {
        let mut one = Fields::default();
        one.put("state", state).put("records", records(plan, held.iter().copied()));
        object.put(&format!("{letter}{number}"), one);
    }
    object
}

fn file_state(state: FileState) -> &'static str {
    match state {
        FileState::InProgress => "in_progress",
        FileState::Pending => "pending",
        FileState::Finished => "finished",
    }
}
