//! Facts as JSON.

use super::{put_offsets, records, source_name, task, totals, Fields, Json};
use crate::run::outcome::{record_name, row_name};
use crate::run::Noted;
use crate::sim::fact::{AbortReason, Cause, Fact, Limit, RecordId, Refusal, TaskId};
use crate::sim::plan::Plan;
use crate::sim::scenario::Named;

/// A fact as JSON: `at` (seconds), `attempt`, `step`, the fact's name as `fact`, and the fields of that kind of fact.
#[must_use]
pub fn fact(plan: &Plan, noted: &Noted) -> Json {
    let mut object = Fields::default();
    object.put("at", noted.at).put("attempt", noted.attempt.0).put("step", noted.step);
    object.put("fact", noted.fact.name().as_str());
    Put { plan, object: &mut object }.fields_of(&noted.fact);
    object.into()
}

/// Puts fields into the object of a fact.
struct Put<'a> {
    plan: &'a Plan,
    object: &'a mut Fields,
}

impl Put<'_> {
    fn put(&mut self, name: &str, value: impl Into<Json>) -> &mut Self {
        self.object.put(name, value);
        self
    }

    fn task(&mut self, id: TaskId) -> &mut Self {
        let name = task(self.plan, id);
        self.put("task", name)
    }

    fn record(&mut self, record: RecordId) -> &mut Self {
        let name = record_name(self.plan, record);
        self.put("record", name)
    }

    fn refusal(&mut self, name: &str, why: Refusal) {
        let (reason, transaction) = match why {
            Refusal::Expired(transaction) => ("expired", Some(transaction)),
            Refusal::Aborted(transaction) => ("aborted", Some(transaction)),
            Refusal::AlreadyCommitted(transaction) => ("already_committed", Some(transaction)),
            Refusal::Fenced => ("fenced", None),
            Refusal::Away => ("away", None),
        };
        self.put(name, reason);
        if let Some(transaction) = transaction {
            self.put("transaction", transaction);
        }
    }

    fn cause(&mut self, cause: Cause) {
        let name = match cause {
            Cause::Asked => "asked",
            Cause::Armed(_) => "armed",
            Cause::Refused(_) => "refused",
            Cause::RetriesUsedUp => "retries_used_up",
            Cause::NoReply => "no_reply",
            Cause::UnknownFailure => "unknown_failure",
            Cause::CheckpointFailures => "checkpoint_failures",
            Cause::StoreAway => "store_away",
        };
        self.put("cause", name);
        match cause {
            Cause::Armed(point) => {
                self.put("point", point.to_string());
            }
            Cause::Refused(why) => self.refusal("refusal", why),
            _ => {}
        }
    }

    /// One arm for all facts of the same fields. There is no arm for the rest: a new fact has to be put here.
    fn fields_of(&mut self, fact: &Fact) {
        match *fact {
            Fact::JobFailed | Fact::JobFinished | Fact::JobCancelled => {}
            Fact::JobRunning { checkpoint, ref restored } => {
                self.put("checkpoint", checkpoint);
                put_offsets(self.object, self.plan, &restored.offsets);
                self.put("state", totals(self.plan, &restored.state));
                self.put("channel", records(self.plan, restored.channel.iter().copied()));
            }
            Fact::RecordRead { record, again } | Fact::RecordAppended { record, again } => {
                self.record(record).put("again", again);
            }
            Fact::RecordsMissed { source, from, to } => {
                self.put("source", source_name(self.plan, source)).put("from", from).put("to", to);
            }
            Fact::RecordProcessed { task, record, total } => {
                let key = self.plan.keys[total.key.index()].as_str();
                self.task(task).record(record).put("key", key).put("count", total.of.count).put("sum", total.of.sum);
            }
            Fact::InputEnded { source } | Fact::SourceHeldUp { source } => {
                self.put("source", source_name(self.plan, source));
            }
            Fact::SinkFinished { task } => {
                self.task(task);
            }
            Fact::CheckpointTriggered { checkpoint, kind } | Fact::CheckpointCompleted { checkpoint, kind } => {
                self.put("checkpoint", checkpoint).put("kind", kind);
            }
            Fact::TriggerSkipped { why } => {
                self.put("why", why.as_str());
            }
            Fact::BarrierSent { source, checkpoint, offset } => {
                let source = source_name(self.plan, source);
                self.put("source", source).put("checkpoint", checkpoint).put("offset", offset);
            }
            Fact::AlignmentBegan { task, checkpoint }
            | Fact::SnapshotTaken { task, checkpoint }
            | Fact::SnapshotAcknowledged { task, checkpoint }
            | Fact::NotificationReceived { task, checkpoint }
            | Fact::BatchSending { task, checkpoint }
            | Fact::BatchPutOff { task, checkpoint }
            | Fact::BatchDone { task, checkpoint }
            | Fact::BatchDropped { task, checkpoint } => {
                self.task(task).put("checkpoint", checkpoint);
            }
            Fact::RecordsOvertaken { task, checkpoint, records } | Fact::BatchSealed { task, checkpoint, records } => {
                self.task(task).put("checkpoint", checkpoint).put("records", records);
            }
            Fact::AllAcknowledged { checkpoint }
            | Fact::LateCompletionRefused { checkpoint }
            | Fact::NotificationSent { checkpoint }
            | Fact::NotificationLost { checkpoint }
            | Fact::NotificationDelayed { checkpoint }
            | Fact::BatchMarked { checkpoint } => {
                self.put("checkpoint", checkpoint);
            }
            Fact::Restoring { checkpoint } => {
                self.put("checkpoint", checkpoint);
            }
            Fact::CheckpointAborted { checkpoint, why } => {
                self.put("checkpoint", checkpoint).put("why", abort_reason(why));
            }
            Fact::RecordBuffered { task, record } | Fact::RecordLogged { task, record } => {
                self.task(task).record(record);
            }
            Fact::ValuePut { row, before, after, went_back, added } => {
                self.put("row", row_name(self.plan, row)).put("before", before).put("after", after);
                self.put("went_back", went_back).put("added", added);
            }
            Fact::ExceptionSwallowed { task, cause } => self.task(task).cause(cause),
            Fact::TransactionBegan { transaction }
            | Fact::TransactionPrepared { transaction }
            | Fact::CommittedBefore { transaction }
            | Fact::TransactionAborted { transaction }
            | Fact::TransactionExpired { transaction }
            | Fact::CommitGivenUp { transaction }
            | Fact::CommitRetried { transaction } => {
                self.put("transaction", transaction);
            }
            Fact::RecordWritten { record, transaction } => {
                self.record(record).put("transaction", transaction);
            }
            Fact::TransactionCommitted { transaction, records }
            | Fact::ReadersBlocked { transaction, records }
            | Fact::CommittedAgain { transaction, records } => {
                self.put("transaction", transaction).put("records", records);
            }
            Fact::ReplyLost { request } => {
                self.put("request", request.name());
            }
            Fact::RequestRefused { why } => self.refusal("why", why),
            Fact::FileCreated { file } | Fact::FilePending { file } | Fact::FileFinished { file } => {
                self.put("file", file);
            }
            Fact::FileWritten { record, file } => {
                self.record(record).put("file", file);
            }
            Fact::FileTruncated { file, records } => {
                self.put("file", file).put("records", records);
            }
            Fact::Crashed { how, task: at, cause } => {
                let at = at.map(|id| task(self.plan, id));
                self.put("how", how.name()).put("task", at).cause(cause);
            }
            Fact::RequestsLost { requests } | Fact::RequestsHeldUp { requests } => {
                self.put("requests", requests);
            }
            Fact::LateRequest { attempt } => {
                self.put("of_attempt", attempt.0);
            }
            // Every fact has an `at` and an `attempt` already: those of the crash.
            Fact::RestartScheduled { at, attempt } => {
                self.put("restart_at", at).put("next_attempt", attempt.0);
            }
            Fact::LimitReached { limit } => {
                self.put("limit", if limit == Limit::Steps { "steps" } else { "attempts" });
            }
            Fact::StoryStep { index } => {
                self.put("story_step", index);
            }
            Fact::StepSkipped { index, why } => {
                self.put("story_step", index).put("why", why.as_str());
            }
        }
    }
}

fn abort_reason(why: AbortReason) -> &'static str {
    match why {
        AbortReason::Declined => "declined",
        AbortReason::TimedOut => "timed_out",
        AbortReason::Subsumed => "subsumed",
        AbortReason::StoreAway => "store_away",
    }
}
