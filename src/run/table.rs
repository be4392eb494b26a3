//! A run as a table to read: a line a fact.

use super::outcome::{record_name, row_name, RecordName};
use super::Run;
use crate::sim::fact::{Fact, RecordId, TaskId};
use crate::sim::plan::Plan;
use crate::sim::scenario::Named;
use std::fmt::Write as _;

/// Prints a run: time, step, attempt, and what happened.
#[must_use]
pub fn print(run: &Run) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{:>9} {:>5} {:>3}  what happened", "time", "step", "att");
    for noted in &run.facts {
        let what = describe(&run.plan, &noted.fact);
        let _ = writeln!(text, "{:>9} {:>5} {:>3}  {what}", noted.at.to_string(), noted.step, noted.attempt.0);
    }
    text
}

/// A fact as one line: its name and what it is about.
#[must_use]
pub fn describe(plan: &Plan, fact: &Fact) -> String {
    let mut text = fact.name().as_str().to_string();
    let mut add = |name: &str, value: String| {
        let _ = write!(text, " {name}={value}");
    };
    if let Some(task) = task_of(fact) {
        add("task", task_name(plan, task));
    }
    if let Some(checkpoint) = fact.checkpoint() {
        add("checkpoint", checkpoint.to_string());
    }
    if let Some(record) = record_of(fact) {
        add("record", name_of(plan, record));
    }
    match fact {
        Fact::RecordRead { again: true, .. } | Fact::RecordAppended { again: true, .. } => add("again", "yes".into()),
        Fact::RecordProcessed { total, .. } => {
            add("key", plan.keys[total.key.index()].clone());
            add("count", total.of.count.to_string());
            add("sum", total.of.sum.to_string());
        }
        Fact::ValuePut { row, before, after, went_back, .. } => {
            add("row", row_name(plan, *row));
            add("from", before.map_or("-".into(), |b| format!("{}:{}", b.of.count, b.of.sum)));
            add("to", format!("{}:{}", after.of.count, after.of.sum));
            if *went_back {
                add("went_back", "yes".into());
            }
        }
        Fact::BarrierSent { source, offset, .. } => {
            add("source", plan.source_names[source.index()].clone());
            add("offset", offset.to_string());
        }
        Fact::CheckpointTriggered { kind, .. } | Fact::CheckpointCompleted { kind, .. } => {
            add("kind", format!("{kind:?}").to_lowercase());
        }
        Fact::CheckpointAborted { why, .. } => add("why", snake(&format!("{why:?}"))),
        Fact::TriggerSkipped { why } => add("why", why.as_str().into()),
        Fact::StepSkipped { index, why } => {
            add("story", index.to_string());
            add("why", why.as_str().into());
        }
        Fact::StoryStep { index } => {
            add("story", index.to_string());
            if let Some(step) = plan.story.as_ref().and_then(|story| story.get(*index as usize)) {
                add("step", format!("{step:?}"));
            }
        }
        Fact::RecordWritten { transaction, .. }
        | Fact::TransactionBegan { transaction }
        | Fact::TransactionPrepared { transaction }
        | Fact::TransactionCommitted { transaction, .. }
        | Fact::CommittedBefore { transaction }
        | Fact::CommittedAgain { transaction, .. }
        | Fact::TransactionAborted { transaction }
        | Fact::TransactionExpired { transaction }
        | Fact::CommitGivenUp { transaction }
        | Fact::CommitRetried { transaction } => add("transaction", transaction.to_string()),
        Fact::FileCreated { file }
        | Fact::FileWritten { file, .. }
        | Fact::FilePending { file }
        | Fact::FileFinished { file }
        | Fact::FileTruncated { file, .. } => add("file", file.to_string()),
        Fact::ReadersBlocked { transaction, records } => {
            add("at", transaction.to_string());
            add("records", records.to_string());
        }
        Fact::RecordsOvertaken { records, .. } => add("records", records.to_string()),
        Fact::RequestsLost { requests } | Fact::RequestsHeldUp { requests } => add("requests", requests.to_string()),
        Fact::LateRequest { attempt } => add("of_attempt", attempt.to_string()),
        Fact::ReplyLost { request } => add("request", request.name().into()),
        Fact::RequestRefused { why } => add("why", format!("{why:?}")),
        Fact::ExceptionSwallowed { cause, .. } => add("cause", format!("{cause:?}")),
        Fact::Crashed { how, cause, .. } => {
            add("how", format!("{how:?}").to_lowercase());
            add("cause", format!("{cause:?}"));
        }
        Fact::RestartScheduled { at, attempt } => {
            add("at", at.to_string());
            add("attempt", attempt.to_string());
        }
        Fact::JobRunning { restored, .. } => {
            let offsets: Vec<String> = restored.offsets.iter().map(ToString::to_string).collect();
            add("offsets", offsets.join(","));
        }
        _ => {}
    }
    text
}

fn snake(camel: &str) -> String {
    let mut text = String::new();
    for (index, c) in camel.chars().enumerate() {
        if c.is_uppercase() && index > 0 {
            text.push('_');
        }
        text.extend(c.to_lowercase());
    }
    text
}

fn name_of(plan: &Plan, record: RecordId) -> String {
    match record_name(plan, record) {
        RecordName::Offset(offset) => offset.to_string(),
        RecordName::Named(name) => name,
    }
}

/// A task's name: `source` or `source_NAME`, `operator`, `sink`; with `_0`, `_1`, … where there are several subtasks.
#[must_use]
pub fn task_name(plan: &Plan, task: TaskId) -> String {
    match task {
        TaskId::Source(source) if plan.named_sources => format!("source_{}", plan.source_names[source.index()]),
        TaskId::Source(_) => "source".into(),
        TaskId::Operator(subtask) if plan.operators > 1 => format!("operator_{subtask}"),
        TaskId::Operator(_) => "operator".into(),
        TaskId::Sink(subtask) if plan.sinks > 1 => format!("sink_{subtask}"),
        TaskId::Sink(_) => "sink".into(),
    }
}

fn task_of(fact: &Fact) -> Option<TaskId> {
    match fact {
        Fact::RecordProcessed { task, .. }
        | Fact::SinkFinished { task }
        | Fact::AlignmentBegan { task, .. }
        | Fact::RecordsOvertaken { task, .. }
        | Fact::SnapshotTaken { task, .. }
        | Fact::SnapshotAcknowledged { task, .. }
        | Fact::NotificationReceived { task, .. }
        | Fact::RecordBuffered { task, .. }
        | Fact::RecordLogged { task, .. }
        | Fact::BatchSealed { task, .. }
        | Fact::BatchSending { task, .. }
        | Fact::BatchPutOff { task, .. }
        | Fact::BatchDone { task, .. }
        | Fact::BatchDropped { task, .. }
        | Fact::ExceptionSwallowed { task, .. } => Some(*task),
        Fact::Crashed { task, .. } => *task,
        _ => None,
    }
}

/// The record that a fact is about, if it is about one.
#[must_use]
pub fn record_of(fact: &Fact) -> Option<RecordId> {
    match fact {
        Fact::RecordRead { record, .. }
        | Fact::RecordProcessed { record, .. }
        | Fact::RecordBuffered { record, .. }
        | Fact::RecordAppended { record, .. }
        | Fact::RecordLogged { record, .. }
        | Fact::RecordWritten { record, .. }
        | Fact::FileWritten { record, .. } => Some(*record),
        _ => None,
    }
}
