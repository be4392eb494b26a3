//! The checkpoint coordinator: triggers, collects acknowledgements, makes checkpoints durable, tells the sinks.
//!
//! Source of the semantics: Flink's `CheckpointCoordinator`, `PendingCheckpoint` and `CheckpointFailureManager`.

use super::agenda::{Class, Scope};
use super::cx::Cx;
use super::event::Event;
use super::fact::{AbortReason, CheckpointKind, Fact, Nothing, TaskId};
use super::id::{CheckpointId, SourceId, Subtask, Time};
use super::mutant::Mutant;
use super::plan::Plan;
use super::store::{CheckpointStore, CompletedCheckpoint, TaskSnapshot};
use std::rc::Rc;

/// A checkpoint that is under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PendingCheckpoint {
    /// Its number.
    pub id: CheckpointId,
    /// What for.
    pub kind: CheckpointKind,
    /// Does it belong to the end of the job?
    pub closing: bool,
    /// Sources that have not been told yet (a story may hold some back).
    pub untold: Vec<SourceId>,
    /// One place for every task: sources, operators, sinks.
    pub snapshots: Vec<Option<Rc<TaskSnapshot>>>,
    /// Is its metadata on its way to the store?
    pub is_completing: bool,
}

impl PendingCheckpoint {
    /// Have all tasks acknowledged?
    #[must_use]
    pub fn is_acknowledged(&self) -> bool {
        self.snapshots.iter().all(Option::is_some)
    }
}

/// The coordinator of one attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CheckpointCoordinator {
    /// Under way, oldest first.
    pub pending: Vec<PendingCheckpoint>,
    /// Completed, but a story holds the notification back.
    pub withheld: Vec<CheckpointId>,
    /// Notifications on their way to sinks, without those that are held up and say nothing about the end.
    notifying: u32,
    /// The last final checkpoint, if there was one.
    last_final: Option<CheckpointId>,
    /// When the last one completed.
    last_completion: Option<Time>,
    /// Failed checkpoints in a row.
    failures: u32,
    /// Did the store refuse the last final checkpoint, and has none begun since?
    is_final_refused: bool,
}

impl CheckpointCoordinator {
    /// Why a checkpoint can't be triggered now, if it can't. Savepoints and the final checkpoint are not held back by
    /// the pause.
    #[must_use]
    pub fn why_not(&self, plan: &Plan, now: Time, kind: CheckpointKind) -> Option<Nothing> {
        if kind == CheckpointKind::Savepoint {
            return None;
        }
        if self.pending.len() >= plan.max_concurrent as usize {
            return Some(Nothing::TooManyPending);
        }
        let paused = self.last_completion.is_some_and(|last| now < last.plus(plan.min_pause));
        (kind == CheckpointKind::Regular && paused).then_some(Nothing::MinPause)
    }

    /// Begins a checkpoint. The sources are told by the caller.
    pub fn trigger(
        &mut self,
        cx: &mut Cx,
        store: &mut CheckpointStore,
        kind: CheckpointKind,
        closing: bool,
    ) -> CheckpointId {
        let id = store.next_id;
        store.next_id = id.next();
        if kind == CheckpointKind::Final {
            self.last_final = Some(id);
            self.is_final_refused = false;
        }
        let tasks = cx.plan.logs.len() + (cx.plan.operators + cx.plan.sinks) as usize;
        self.pending.push(PendingCheckpoint {
            id,
            kind,
            closing,
            untold: (0..cx.plan.logs.len() as u32).map(SourceId).collect(),
            snapshots: vec![None; tasks],
            is_completing: false,
        });
        cx.note(Fact::CheckpointTriggered { checkpoint: id, kind });
        if cx.plan.story.is_none() {
            cx.later(cx.plan.timeout, Class::Inside, Event::TimeOut(id));
        }
        id
    }

    /// Is no final checkpoint under way, nor its notification?
    #[must_use]
    pub fn lacks_final(&self) -> bool {
        let is_held = self.last_final.is_some_and(|id| self.withheld.contains(&id));
        self.pending.is_empty() && self.notifying == 0 && !is_held
    }

    /// Did the store refuse the last final checkpoint, and has none begun since?
    #[must_use]
    pub fn is_final_refused(&self) -> bool {
        self.is_final_refused
    }

    /// A task's snapshot is stored. Answers whether it was the last one.
    pub fn acknowledge(&mut self, cx: &mut Cx, task: TaskId, id: CheckpointId, snapshot: Rc<TaskSnapshot>) -> bool {
        // A late acknowledgement of an aborted checkpoint is only discarded.
        let Some(pending) = self.pending.iter_mut().find(|p| p.id == id) else { return false };
        let sources = cx.plan.logs.len();
        let place = match task {
            TaskId::Source(source) => source.index(),
            TaskId::Operator(subtask) => sources + subtask.index(),
            TaskId::Sink(subtask) => sources + cx.plan.operators as usize + subtask.index(),
        };
        pending.snapshots[place] = Some(snapshot);
        let all = pending.is_acknowledged();
        cx.note(Fact::SnapshotAcknowledged { task, checkpoint: id });
        if all {
            cx.note(Fact::AllAcknowledged { checkpoint: id });
        }
        all
    }

    /// Sends the metadata of an acknowledged checkpoint to the store. Nothing is decided until it arrives.
    pub fn complete(&mut self, cx: &mut Cx, id: CheckpointId) {
        let Some(pending) = self.pending.iter_mut().find(|p| p.id == id) else { return };
        pending.is_completing = true;
        let completed = CompletedCheckpoint {
            id,
            kind: pending.kind,
            closing: pending.closing,
            snapshots: pending.snapshots.iter().flatten().cloned().collect(),
        };
        let delay = cx.plan.delays.metadata;
        let due = cx.now.plus(cx.delay(delay));
        let event = Event::StoreMetadata(cx.attempt, Rc::new(completed));
        cx.agenda.add(cx.now, due, Class::Inside, Scope::InFlight, event);
        if cx.plan.has(Mutant::NotifyBeforeDurable) {
            self.notify(cx, id);
        }
    }

    /// The checkpoint is durable: subsume older ones, tell the sinks (unless a story holds that back).
    pub fn completed(
        &mut self,
        cx: &mut Cx,
        store: &mut CheckpointStore,
        id: CheckpointId,
        withhold: bool,
    ) -> Vec<CheckpointId> {
        let kind = self.pending.iter().find(|p| p.id == id).map(|p| p.kind);
        self.pending.retain(|p| p.id != id);
        self.last_completion = Some(cx.now);
        self.failures = 0;
        // A savepoint belongs to the user and subsumes nothing.
        let subsumes = |p: &&PendingCheckpoint| p.id < id && kind != Some(CheckpointKind::Savepoint);
        let subsumed: Vec<CheckpointId> = self.pending.iter().filter(subsumes).map(|p| p.id).collect();
        for older in &subsumed {
            self.abort(cx, store, *older, AbortReason::Subsumed);
        }
        if withhold {
            self.withheld.push(id);
        } else if !cx.plan.has(Mutant::NotifyBeforeDurable) {
            self.notify(cx, id);
        }
        subsumed
    }

    /// Tells the sinks that a checkpoint is complete.
    pub fn notify(&mut self, cx: &mut Cx, id: CheckpointId) {
        if cx.plan.unnotified.contains(&id.0) {
            cx.note(Fact::NotificationLost { checkpoint: id });
            return;
        }
        cx.note(Fact::NotificationSent { checkpoint: id });
        let late = cx.plan.delay_of(id);
        if late.is_some() {
            cx.note(Fact::NotificationDelayed { checkpoint: id });
        }
        for sink in 0..cx.plan.sinks {
            let delay = cx.plan.delays.notify;
            let delay = cx.delay(delay).plus(late.unwrap_or_default());
            self.notifying += u32::from(self.is_awaited(cx.plan, id));
            cx.later(delay, Class::Inside, Event::Notify(Subtask(sink), id));
        }
    }

    /// A notification has come to a sink.
    pub fn notified(&mut self, plan: &Plan, id: CheckpointId) {
        self.notifying -= u32::from(self.is_awaited(plan, id));
    }

    /// Does the end of the job wait for this notification? Not for one that is held up, unless it is that of the end.
    fn is_awaited(&self, plan: &Plan, id: CheckpointId) -> bool {
        plan.delay_of(id).is_none() || self.last_final == Some(id)
    }

    /// Gives a pending checkpoint up. Answers whether the job has to fail over it: more failures in a row than tolerated.
    pub fn abort(&mut self, cx: &mut Cx, store: &mut CheckpointStore, id: CheckpointId, why: AbortReason) -> bool {
        self.pending.retain(|p| p.id != id);
        store.aborted.push(id);
        cx.note(Fact::CheckpointAborted { checkpoint: id, why });
        if why == AbortReason::Subsumed {
            return false;
        }
        self.is_final_refused |= why == AbortReason::StoreAway && self.last_final == Some(id);
        self.failures += 1;
        cx.plan.story.is_none() && self.failures > cx.plan.tolerable_failures
    }
}
