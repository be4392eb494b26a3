//! The world as JSON: what a crash would take and what it would leave are different fields.

use super::durable::durable;
use super::memory::volatile;
use super::{list, of_task, Fields, Json};
use crate::run::outcome::{record_name, row_name};
use crate::run::Run;
use crate::sim::agenda::Entry;
use crate::sim::event::Event;
use crate::sim::external::Request;
use crate::sim::fact::{RecordId, RowKey, TaskId};
use crate::sim::plan::{Plan, Total};
use crate::sim::world::{JobEnd, Life, World};

/// How everything stands after so many steps; after all of them if there are fewer.
///
/// `volatile` is what a crash would take at this moment (`null` while there is no job), `in_flight` what may arrive or be
/// lost, `durable` what stays.
#[must_use]
pub fn state(run: &Run, steps: usize) -> Json {
    let world = run.world_after(steps);
    let plan = &run.plan;
    let mut object = Fields::default();
    object.put("step", world.steps).put("at", world.now).put("attempt", world.attempt.0);
    object.put("job", job_name(&world));
    if let Life::Down { until } = world.life {
        object.put("restart_at", until);
    }
    object.put("volatile", world.job.as_ref().map(|job| volatile(plan, &world, job)));
    object.put("in_flight", in_flight(plan, &world));
    object.put("durable", durable(plan, &world));
    object.into()
}

fn job_name(world: &World) -> &'static str {
    match world.life {
        Life::Up if world.job.as_ref().is_some_and(|job| job.is_running) => "running",
        Life::Up => "restoring",
        Life::Down { .. } => "down",
        Life::Over(JobEnd::Finished) => "finished",
        Life::Over(JobEnd::Failed) => "failed",
        Life::Over(JobEnd::Cancelled) => "cancelled",
        Life::Over(JobEnd::Stopped(_)) => "stopped",
    }
}

/// Requests that have been sent and have not arrived, the next one first.
fn in_flight(plan: &Plan, world: &World) -> Json {
    let one = |entry: &Entry| {
        let (attempt, mut object) = match &entry.event {
            Event::Request { sink, attempt, request: asked, .. } => {
                let mut object = of_task(plan, TaskId::Sink(*sink));
                object.0.extend(request(plan, *asked).0);
                (attempt, object)
            }
            Event::StoreMetadata(attempt, completed) => {
                let mut object = Fields::default();
                object.put("task", "coordinator").put("request", "store_metadata").put("checkpoint", completed.id);
                (attempt, object)
            }
            _ => return None,
        };
        object.put("attempt", attempt.0).put("sent_at", entry.since).put("arrives_at", entry.due);
        Some(object)
    };
    list(world.agenda.entries().iter().rev().filter_map(one))
}

/// A request: its name, and what it is about.
pub(super) fn request(plan: &Plan, request: Request) -> Fields {
    let record = |object: &mut Fields, record: RecordId| {
        object.put("record", record_name(plan, record));
    };
    let value = |object: &mut Fields, row: RowKey, total: Total| {
        object.put("row", row_name(plan, row)).put("value", total);
    };
    let name = request_name(request);
    let mut object = Fields::default();
    object.put("request", name);
    match request {
        Request::Append(row) => record(&mut object, row.record),
        Request::Put(row, total) | Request::Add(row, total) => value(&mut object, row, total),
        Request::IsMarked(_, checkpoint) | Request::Mark(_, checkpoint) => {
            object.put("checkpoint", checkpoint);
        }
        Request::Begin | Request::CreateFile => {}
        Request::Write(transaction, row) => {
            object.put("transaction", transaction);
            record(&mut object, row.record);
        }
        Request::Prepare(transaction) | Request::Commit(transaction) | Request::Abort(transaction) => {
            object.put("transaction", transaction);
        }
        Request::WriteFile(file, row) => {
            object.put("file", file);
            record(&mut object, row.record);
        }
        Request::CloseFile(file) | Request::FinishFile(file) => {
            object.put("file", file);
        }
        Request::TruncateFile(file, records) => {
            object.put("file", file).put("records", records);
        }
    }
    object
}

fn request_name(request: Request) -> &'static str {
    match request {
        Request::Append(_) => "append",
        Request::Put(..) => "put",
        Request::Add(..) => "add",
        Request::IsMarked(..) => "is_marked",
        Request::Mark(..) => "mark",
        Request::Begin => "begin",
        Request::Write(..) => "write",
        Request::Prepare(_) => "prepare",
        Request::Commit(_) => "commit",
        Request::Abort(_) => "abort",
        Request::CreateFile => "create_file",
        Request::WriteFile(..) => "write_file",
        Request::CloseFile(_) => "close_file",
        Request::FinishFile(_) => "finish_file",
        Request::TruncateFile(..) => "truncate_file",
    }
}
