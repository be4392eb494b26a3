//! The world: what survives a crash and what does not are different fields. All control flow is in here.

mod future;

use super::agenda::{Agenda, Class, Entry, Scope};
use super::cx::{cx, Cx, Notes};
use super::driver::Driver;
use super::event::{ChannelId, Event, Message};
use super::external::{Outside, Reply, Request, REPLY_TIMEOUT};
use super::fact::{AbortReason, Cause, CheckpointKind, Fact, Limit, Nothing, TaskId};
use super::id::{Attempt, CheckpointId, Offset, SourceId, Subtask, Time};
use super::job::{sink_state, Job};
use super::mutant::Mutant;
use super::plan::Plan;
use super::scenario::{How, InFlight, OutageOf, SourceKind, When};
use super::sink::send_request;
use super::store::{CheckpointStore, CompletedCheckpoint};
use super::triggers::{Death, Triggers};
use std::rc::Rc;

/// Steps after which a run is stopped.
pub const MAX_STEPS: u32 = 200_000;
/// Attempts after which a run is stopped: a restart loop.
pub const MAX_ATTEMPTS: u32 = 100;

/// How the job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobEnd {
    /// Everything read and published, or stopped with a savepoint.
    Finished,
    /// The restarts are used up.
    Failed,
    /// Cancelled.
    Cancelled,
    /// It would have gone on: a limit was reached.
    Stopped(Limit),
}

/// Whether there is a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Life {
    /// An attempt is there; it restores or runs.
    Up,
    /// It died; the next one starts then.
    Down {
        /// When.
        until: Time,
    },
    /// There will be no more attempt.
    Over(JobEnd),
}

/// The whole simulated world of one lane.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct World {
    /// Now.
    pub now: Time,
    /// What is about to happen.
    pub agenda: Agenda,
    /// Survives: what sinks wrote to.
    pub outside: Outside,
    /// Survives: completed checkpoints.
    pub store: CheckpointStore,
    /// Does not survive: the job.
    pub job: Option<Job>,
    /// Whether there is one.
    pub life: Life,
    /// The current or, when the job is down, the last attempt.
    pub attempt: Attempt,
    /// What the scenario has in store.
    pub triggers: Triggers,
    /// Steps taken so far.
    pub steps: u32,
    /// One past the last offset that any attempt has read, by source. An observer's book-keeping; only a socket
    /// source's position follows from it.
    pub read: Vec<Offset>,
    pub(super) driver: Driver,
    /// Requests that a story holds up, in the order in which they would have arrived.
    held: Vec<Event>,
    /// What a story has away: the external system, the checkpoint store.
    away: [bool; 2],
    restarts: u32,
    pub(super) jitter: u32,
}

impl World {
    /// The world before anything has happened; the first attempt is about to start.
    #[must_use]
    pub fn new(plan: &Plan) -> World {
        let mut world = World {
            now: Time::ZERO,
            agenda: Agenda::default(),
            outside: Outside::default(),
            store: CheckpointStore::default(),
            job: None,
            life: Life::Down { until: Time::ZERO },
            attempt: Attempt(0),
            triggers: Triggers::new(plan),
            steps: 0,
            read: vec![Offset(0); plan.logs.len()],
            driver: Driver::new(plan),
            held: Vec::new(),
            away: [false; 2],
            restarts: 0,
            jitter: 0,
        };
        let mut add = |due, class, event| world.agenda.add(Time::ZERO, due, class, Scope::World, event);
        add(Time::ZERO, Class::Fault, Event::Restart);
        if plan.story.is_none() {
            for (index, crash) in plan.crashes.iter().enumerate() {
                if let When::At(at) = crash.when {
                    add(at, Class::Fault, Event::Crash(index as u32));
                }
            }
            for (at, what) in &plan.expiries {
                add(*at, Class::Fault, Event::Expire(*what));
            }
            for at in &plan.at {
                add(*at, Class::Trigger, Event::Trigger);
            }
            if let Some(interval) = plan.interval {
                add(interval, Class::Trigger, Event::TriggerPeriodically);
            }
        }
        world
    }

    /// Does the next thing, or begins the next step of the story. False when nothing is left to do.
    pub fn step(&mut self, plan: &Plan, notes: &mut Notes) -> bool {
        if self.steps >= MAX_STEPS && !self.is_over() {
            self.stop(Limit::Steps, notes);
            self.steps += 1;
            return true;
        }
        let mut death = None;
        match self.agenda.pop() {
            Some(entry) => {
                self.now = entry.due;
                self.dispatch(plan, entry.event, notes, &mut death);
            }
            None => {
                if !self.tell(plan, notes, &mut death) {
                    return false;
                }
            }
        }
        self.steps += 1;
        self.settle(plan, notes, &mut death);
        if let Some(death) = death {
            self.die(plan, death, notes);
        }
        true
    }

    /// The job dies now, before anything else happens: what a person does who presses *crash*.
    pub fn crash(&mut self, plan: &Plan, how: How, in_flight: InFlight, notes: &mut Notes) {
        self.die(plan, Death { how, in_flight, task: None, cause: Cause::Asked }, notes);
    }

    /// Is the job over, one way or another?
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.life, Life::Over(_))
    }

    fn dispatch(&mut self, plan: &Plan, event: Event, notes: &mut Notes, death: &mut Option<Death>) {
        match event {
            Event::Read(source) => self.read(plan, source, notes, death),
            Event::EndInput(source) => {
                let Some(job) = &mut self.job else { return };
                job.sources[source.index()].end(&mut cx!(self, job, plan, notes, death));
            }
            Event::Deliver(channel, message) => self.deliver(plan, channel, message, notes, death),
            Event::Process(subtask) => {
                let Some(job) = &mut self.job else { return };
                let mut cx = cx!(self, job, plan, notes, death);
                job.operators[subtask.index()].process(&mut cx);
                job.operators[subtask.index()].run(&mut cx);
            }
            Event::Acknowledge(task, id, snapshot) => {
                let Some(job) = &mut self.job else { return };
                let snapshot = job.acknowledged(plan, task, snapshot);
                let mut cx = cx!(self, job, plan, notes, death);
                if job.coordinator.acknowledge(&mut cx, task, id, snapshot) {
                    self.all_acknowledged(plan, id, notes, death);
                }
            }
            Event::Notify(sink, id) => {
                let Some(job) = &mut self.job else { return };
                job.coordinator.notified(plan, id);
                job.sinks[sink.index()].notify(&mut cx!(self, job, plan, notes, death), id);
            }
            Event::TimeOut(id) => {
                let is_due = |job: &Job| job.coordinator.pending.iter().any(|p| p.id == id && !p.is_completing);
                if self.job.as_ref().is_some_and(is_due) {
                    self.abort_checkpoint(plan, id, AbortReason::TimedOut, notes, death);
                }
            }
            Event::Request { request, .. } if request.kind().is_some_and(|kind| self.triggers.holds(kind)) => {
                self.held.push(event);
                notes.push(Fact::RequestsHeldUp { requests: 1 });
            }
            Event::Request { sink, attempt, wait, request } => {
                self.request(plan, sink, attempt, wait, request, notes, death);
            }
            Event::Reply(sink, request, reply) => {
                let Some(job) = &mut self.job else { return };
                job.sinks[sink.index()].reply(&mut cx!(self, job, plan, notes, death), request, reply);
            }
            Event::StoreMetadata(attempt, completed) => self.store_metadata(plan, attempt, completed, notes, death),
            Event::Trigger => self.trigger_by_clock(plan, notes, death),
            Event::TriggerPeriodically => {
                if let Some(interval) = plan.interval {
                    let due = self.now.plus(interval);
                    self.agenda.add(self.now, due, Class::Trigger, Scope::World, Event::TriggerPeriodically);
                }
                self.trigger_by_clock(plan, notes, death);
            }
            Event::Crash(index) => {
                let crash = plan.crashes[index as usize];
                *death = Some(Death { how: crash.how, in_flight: crash.in_flight, task: None, cause: Cause::Asked });
            }
            Event::Expire(what) => self.expire(what, notes, death),
            Event::ExpireOne(transaction) => {
                let triggers = &mut self.triggers;
                self.outside.transactions.expire_one(transaction, self.now, &mut |fact| {
                    triggers.noted(&fact, death);
                    notes.push(fact);
                });
            }
            Event::Restart => self.start(plan, notes, death),
            Event::StoryWait => {}
        }
    }

    fn read(&mut self, plan: &Plan, source: SourceId, notes: &mut Notes, death: &mut Option<Death>) {
        let Some(job) = &mut self.job else { return };
        let task = &mut job.sources[source.index()];
        task.read(&mut cx!(self, job, plan, notes, death));
        self.read[source.index()] = task.read_before;
    }

    fn deliver(
        &mut self,
        plan: &Plan,
        channel: ChannelId,
        message: Message,
        notes: &mut Notes,
        death: &mut Option<Death>,
    ) {
        let Some(job) = &mut self.job else { return };
        if matches!(message, Message::Record(_)) {
            job.channels[channel.0 as usize].in_flight -= 1;
        }
        job.arrive(channel, message);
        match job.receiver(plan, channel) {
            TaskId::Operator(subtask) => {
                let task = &mut job.operators[subtask.index()];
                task.inputs.on_arrival(channel, message, &job.channels[channel.0 as usize]);
                task.run(&mut cx!(self, job, plan, notes, death));
            }
            TaskId::Sink(subtask) => {
                let task = &mut job.sinks[subtask.index()];
                task.inputs.on_arrival(channel, message, &job.channels[channel.0 as usize]);
                task.run(&mut cx!(self, job, plan, notes, death));
            }
            TaskId::Source(_) => {}
        }
    }

    /// A request arrives outside, whether or not its sender still lives.
    #[allow(clippy::too_many_arguments)] // the fields of one event, and what every handler gets
    fn request(
        &mut self,
        plan: &Plan,
        sink: Subtask,
        attempt: Attempt,
        wait: bool,
        request: Request,
        notes: &mut Notes,
        death: &mut Option<Death>,
    ) {
        let is_late = attempt < self.newest_attempt();
        let is_away = self.is_away(plan, OutageOf::External);
        let triggers = &mut self.triggers;
        let mut note = |fact| {
            triggers.noted(&fact, death);
            notes.push(fact);
        };
        if is_late {
            note(Fact::LateRequest { attempt });
        }
        let reply = self.outside.apply(request, (sink, attempt), plan, self.now, is_away, &mut note);
        if let (Reply::Began(id), Some(timeout)) = (reply, plan.store_timeout()) {
            let due = self.now.plus(timeout);
            self.agenda.add(self.now, due, Class::Fault, Scope::World, Event::ExpireOne(id));
        }
        // What is owed to a dead attempt is dropped.
        let is_its = |job: &Job| job.attempt == attempt || plan.has(Mutant::RepliesNotFenced);
        let Some(job) = self.job.as_mut().filter(|job| wait && is_its(job)) else { return };
        let mut cx = cx!(self, job, plan, notes, death);
        match request.kind().filter(|kind| cx.triggers.loses_reply(*kind)) {
            Some(kind) => {
                cx.note(Fact::ReplyLost { request: kind });
                cx.later(REPLY_TIMEOUT, Class::Inside, Event::Reply(sink, request, Reply::Lost));
            }
            None => {
                let delay = cx.delay(plan.delays.request);
                cx.later(delay, Class::Inside, Event::Reply(sink, request, reply));
            }
        }
    }

    fn all_acknowledged(&mut self, plan: &Plan, id: CheckpointId, notes: &mut Notes, death: &mut Option<Death>) {
        let Some(job) = &mut self.job else { return };
        let kind = job.coordinator.pending.iter().find(|p| p.id == id).map(|p| p.kind);
        if self.driver.holds_back() && kind != Some(CheckpointKind::Savepoint) {
            return;
        }
        if plan.declined.contains(&id.0) {
            self.abort_checkpoint(plan, id, AbortReason::Declined, notes, death);
        } else {
            job.coordinator.complete(&mut cx!(self, job, plan, notes, death), id);
        }
    }

    /// The metadata arrives at the checkpoint store: this decides what recovery starts from, even if the job is dead.
    fn store_metadata(
        &mut self,
        plan: &Plan,
        attempt: Attempt,
        completed: Rc<CompletedCheckpoint>,
        notes: &mut Notes,
        death: &mut Option<Death>,
    ) {
        let id = completed.id;
        let is_alive = self.job.as_ref().is_some_and(|job| job.attempt == attempt);
        // Once a later attempt has read the store, the write of a dead one is fenced off; until then it still decides.
        let is_fenced = attempt < self.newest_attempt() && !plan.has(Mutant::LateMetadataAccepted);
        // A later one came first. Without a coordinator it is the store alone that sees it.
        let is_older = !is_alive && self.store.newest.as_ref().is_some_and(|newest| newest.id > id);
        if self.store.aborted.contains(&id) || (is_older && !is_fenced) {
            return;
        }
        if self.is_away(plan, OutageOf::CheckpointStore) {
            if is_alive {
                self.abort_checkpoint(plan, id, AbortReason::StoreAway, notes, death);
            }
            return;
        }
        let fact = if is_fenced {
            Fact::LateCompletionRefused { checkpoint: id }
        } else {
            Fact::CheckpointCompleted { checkpoint: id, kind: completed.kind }
        };
        self.triggers.noted(&fact, death);
        notes.push(fact);
        if is_fenced {
            return;
        }
        let withhold = self.driver.holds_back() && completed.kind != CheckpointKind::Savepoint;
        self.store.add(completed);
        let Some(job) = self.job.as_mut().filter(|_| is_alive) else { return };
        let mut cx = cx!(self, job, plan, notes, death);
        if cx.is_dying() {
            return;
        }
        let subsumed = job.coordinator.completed(&mut cx, &mut self.store, id, withhold);
        for older in subsumed {
            self.cancel_alignment(plan, older, notes, death);
        }
    }

    pub(super) fn abort_checkpoint(
        &mut self,
        plan: &Plan,
        id: CheckpointId,
        why: AbortReason,
        notes: &mut Notes,
        death: &mut Option<Death>,
    ) {
        let Some(job) = &mut self.job else { return };
        let mut cx = cx!(self, job, plan, notes, death);
        if job.coordinator.abort(&mut cx, &mut self.store, id, why) {
            let cause = Cause::CheckpointFailures;
            death.get_or_insert(Death { how: How::Fail, in_flight: InFlight::Delivered, task: None, cause });
        }
        if plan.has(Mutant::AbortAtDecline) {
            job.sinks.iter_mut().for_each(|task| task.abort(&mut cx!(self, job, plan, notes, death), id));
        }
        self.cancel_alignment(plan, id, notes, death);
    }

    /// Tasks that wait for the barriers of an aborted checkpoint wait no longer.
    fn cancel_alignment(&mut self, plan: &Plan, id: CheckpointId, notes: &mut Notes, death: &mut Option<Death>) {
        let Some(job) = &mut self.job else { return };
        let mut cx = cx!(self, job, plan, notes, death);
        for task in &mut job.operators {
            task.inputs.cancel(id);
            task.run(&mut cx);
        }
        for task in &mut job.sinks {
            task.inputs.cancel(id);
            task.run(&mut cx);
        }
    }

    /// The newest attempt that has begun; while the job is down, the current one is still to come.
    fn newest_attempt(&self) -> Attempt {
        match self.life {
            Life::Down { .. } => Attempt(self.attempt.0.saturating_sub(1)),
            Life::Up | Life::Over(_) => self.attempt,
        }
    }

    fn trigger_by_clock(&mut self, plan: &Plan, notes: &mut Notes, death: &mut Option<Death>) {
        let kind = CheckpointKind::Regular;
        let why = match &self.job {
            Some(job) if job.is_running => job.coordinator.why_not(plan, self.now, kind),
            Some(_) | None => Some(Nothing::NotRunning),
        };
        match why {
            Some(why) => notes.push(Fact::TriggerSkipped { why }),
            None => {
                self.trigger(plan, kind, None, notes, death);
            }
        }
    }

    /// Begins a checkpoint and tells the sources, or only one of them.
    pub(super) fn trigger(
        &mut self,
        plan: &Plan,
        kind: CheckpointKind,
        only: Option<SourceId>,
        notes: &mut Notes,
        death: &mut Option<Death>,
    ) -> Option<CheckpointId> {
        let closing = kind != CheckpointKind::Regular && self.driver.is_closing(kind);
        let job = self.job.as_mut()?;
        let mut cx = cx!(self, job, plan, notes, death);
        let id = job.coordinator.trigger(&mut cx, &mut self.store, kind, closing);
        self.inject(plan, id, only, notes, death);
        Some(id)
    }

    /// Lets the barriers of a pending checkpoint out of the sources that have not been told yet, or out of one of them.
    pub(super) fn inject(
        &mut self,
        plan: &Plan,
        id: CheckpointId,
        only: Option<SourceId>,
        notes: &mut Notes,
        death: &mut Option<Death>,
    ) {
        let Some(job) = &mut self.job else { return };
        let Some(pending) = job.coordinator.pending.iter_mut().find(|p| p.id == id) else { return };
        let kind = pending.kind;
        let (now, later): (Vec<_>, Vec<_>) = pending.untold.drain(..).partition(|s| only.is_none_or(|only| only == *s));
        pending.untold = later;
        let mut cx = cx!(self, job, plan, notes, death);
        for source in now {
            job.sources[source.index()].snapshot(&mut cx, id, kind);
        }
    }

    pub(super) fn expire(&mut self, what: super::scenario::Expire, notes: &mut Notes, death: &mut Option<Death>) {
        let triggers = &mut self.triggers;
        self.outside.transactions.expire(what, self.now, &mut |fact| {
            triggers.noted(&fact, death);
            notes.push(fact);
        });
    }

    /// The next attempt begins: it reads the newest completed checkpoint and restores from it.
    fn start(&mut self, plan: &Plan, notes: &mut Notes, death: &mut Option<Death>) {
        let from = self.store.newest.clone();
        let is_store_away = self.is_away(plan, OutageOf::CheckpointStore);
        let job = Job::new(plan, self.attempt, from.as_deref(), &self.read);
        self.life = Life::Up;
        self.driver.new_attempt(plan, &job);
        let job = self.job.insert(job);
        let mut cx = cx!(self, job, plan, notes, death);
        cx.note(Fact::Restoring { checkpoint: from.as_ref().map(|c| c.id) });
        if from.is_some() && is_store_away {
            let cause = Cause::StoreAway;
            cx.death.get_or_insert(Death { how: How::Fail, in_flight: InFlight::Delivered, task: None, cause });
            return;
        }
        let first_sink = plan.logs.len() + plan.operators as usize;
        for (index, sink) in job.sinks.iter_mut().enumerate() {
            let state = from.as_ref().and_then(|c| sink_state(&c.snapshots[first_sink + index]));
            sink.open(&mut cx, state);
            sink.run(&mut cx);
        }
    }

    /// Is this thing away now, by the clock or by the story?
    fn is_away(&self, plan: &Plan, what: OutageOf) -> bool {
        self.is_away_in_story(what) || plan.is_away(what, self.now)
    }

    fn is_away_in_story(&self, what: OutageOf) -> bool {
        self.away[usize::from(what == OutageOf::CheckpointStore)]
    }

    /// From now on it is away, or back.
    pub(super) fn set_away(&mut self, what: OutageOf, is_away: bool) {
        self.away[usize::from(what == OutageOf::CheckpointStore)] = is_away;
    }

    /// What was held up arrives now. Answers whether there was anything.
    pub(super) fn release(&mut self) -> bool {
        let held = std::mem::take(&mut self.held);
        let any = !held.is_empty();
        for event in held {
            self.agenda.add(self.now, self.now, Class::Inside, Scope::InFlight, event);
        }
        any
    }

    /// What follows by itself from whatever has just happened.
    fn settle(&mut self, plan: &Plan, notes: &mut Notes, death: &mut Option<Death>) {
        if death.is_some() {
            return;
        }
        let Some(job) = &mut self.job else { return };
        if !job.is_running {
            if !job.sinks.iter().all(|sink| sink.is_open) {
                return;
            }
            self.begin_running(plan, notes, death);
        }
        // A story brings the store back by a later step, and none begins while there is something to do. So a final checkpoint
        // that it has refused is not tried again before that: it would be refused for ever.
        let is_store_away = self.is_away_in_story(OutageOf::CheckpointStore);
        let Some(job) = &mut self.job else { return };
        let mut cx = cx!(self, job, plan, notes, death);
        for task in job.operators.iter_mut().filter(|task| task.blocked.is_some()) {
            task.run(&mut cx);
        }
        for (index, source) in job.sources.iter_mut().enumerate() {
            source.plan_read(&mut cx, self.driver.read_limit(index), self.driver.may_end());
        }
        if job.is_done() {
            self.end(plan, JobEnd::Finished, notes);
        } else if job.lacks_final() && !(job.coordinator.is_final_refused() && is_store_away) {
            self.trigger(plan, CheckpointKind::Final, None, notes, death);
        }
    }

    /// All tasks have restored their state: the attempt runs.
    fn begin_running(&mut self, plan: &Plan, notes: &mut Notes, death: &mut Option<Death>) {
        let now = self.now;
        let Some(job) = &mut self.job else { return };
        job.is_running = true;
        let mut cx = cx!(self, job, plan, notes, death);
        for source in &mut job.sources {
            let listens_late = plan.source == SourceKind::Socket && plan.story.is_none() && cx.attempt.0 > 0;
            if !listens_late {
                continue;
            }
            let log = &plan.logs[source.id.index()];
            let from = source.position;
            let to = Offset(log.partition_point(|record| record.due < now) as u32).max(from);
            if to > from {
                source.position = to;
                source.read_before = source.read_before.max(to);
                self.read[source.id.index()] = source.read_before;
                job.restored.offsets[source.id.index()] = to;
                cx.note(Fact::RecordsMissed { source: source.id, from, to });
            }
        }
        let restored = Rc::new(job.restored.clone());
        cx.note(Fact::JobRunning { checkpoint: job.restored_from, restored });
        // Records that were saved in flight are processed before anything new.
        for task in &mut job.operators {
            task.run(&mut cx);
        }
        for task in &mut job.sinks {
            task.run(&mut cx);
        }
    }

    /// The job dies: its memory is dropped, and what belongs to the attempt is taken off the agenda.
    fn die(&mut self, plan: &Plan, death: Death, notes: &mut Notes) {
        let Some(job) = self.job.take() else { return };
        self.agenda.retain(|entry| entry.scope != Scope::Job);
        self.bury(plan, death, &job, notes);
    }

    /// The same world in which the job died at a moment before the next step, before anything else that is due then.
    /// `None` if there is no job. Memory that dies is never copied, as exploring does this at every step.
    #[must_use]
    pub fn crashed(&self, plan: &Plan, at: Time, how: How, in_flight: InFlight, notes: &mut Notes) -> Option<World> {
        let job = self.job.as_ref()?;
        let mut world = World {
            now: at,
            agenda: self.agenda.surviving(),
            outside: self.outside.clone(),
            store: self.store.clone(),
            job: None,
            triggers: self.triggers.clone(),
            read: self.read.clone(),
            driver: self.driver.clone(),
            held: self.held.clone(),
            ..*self
        };
        world.steps += 1;
        world.bury(plan, Death { how, in_flight, task: None, cause: Cause::Asked }, job, notes);
        Some(world)
    }

    /// Takes out the crashes that are still to come by the clock, and those that wait for a point or a fact if asked to.
    pub fn forget_crashes(&mut self, waiting: bool) {
        self.agenda.retain(|entry| !matches!(entry.event, Event::Crash(_)));
        if waiting {
            self.triggers.forget_crashes();
        }
    }

    /// What follows from a death: requests are lost or not, tasks that threw clean up, the next attempt is planned.
    fn bury(&mut self, plan: &Plan, death: Death, job: &Job, notes: &mut Notes) {
        notes.push(Fact::Crashed { how: death.how, task: death.task, cause: death.cause });
        let lost = |requests| Fact::RequestsLost { requests };
        let held_up = |requests| Fact::RequestsHeldUp { requests };
        let (requests, fact): (_, fn(u32) -> Fact) = match death.in_flight {
            InFlight::Delivered => (0, lost),
            InFlight::Lost => (self.agenda.retain(|entry| entry.scope != Scope::InFlight), lost),
            InFlight::Late(by) => (self.agenda.hold_up(by), held_up),
        };
        if requests > 0 {
            notes.push(fact(requests));
        }
        let mut earliest = self.now;
        if death.how == How::Fail {
            earliest = self.clean_up(plan, job, notes);
        }
        if plan.restarts.is_some_and(|limit| self.restarts >= limit) {
            self.life = Life::Over(JobEnd::Failed);
            notes.push(Fact::JobFailed);
            self.close_agenda();
            return;
        }
        if self.attempt.0 + 1 >= MAX_ATTEMPTS {
            self.stop(Limit::Attempts, notes);
            return;
        }
        self.restarts += 1;
        self.attempt = self.attempt.next();
        let at = self.now.plus(plan.restart_delay).plus(plan.delays.deploy).max(earliest);
        self.life = Life::Down { until: at };
        notes.push(Fact::RestartScheduled { at, attempt: self.attempt });
        self.agenda.add(self.now, at, Class::Inside, Scope::World, Event::Restart);
    }

    /// Every task is closed. What the sinks still ask of the outside is on its way; answers when the last of it arrives.
    fn clean_up(&mut self, plan: &Plan, job: &Job, notes: &mut Notes) -> Time {
        let attempt = self.attempt;
        let mut cx = Cx {
            plan,
            now: self.now,
            attempt,
            agenda: &mut self.agenda,
            channels: &mut [],
            triggers: &mut self.triggers,
            notes,
            death: &mut None,
            jitter: &mut self.jitter,
        };
        for sink in &job.sinks {
            if let Some(request) = sink.closing_request() {
                send_request(&mut cx, sink.subtask, request, false);
            }
        }
        let of_this = |e: &&Entry| matches!(e.event, Event::Request { attempt: a, wait: false, .. } if a == attempt);
        self.agenda.entries().iter().filter(of_this).map(|e| e.due).max().unwrap_or(self.now)
    }

    /// The job ends for good, and its tasks are closed.
    pub(super) fn end(&mut self, plan: &Plan, how: JobEnd, notes: &mut Notes) {
        let Some(job) = self.job.take() else { return };
        self.agenda.retain(|entry| entry.scope != Scope::Job);
        self.clean_up(plan, &job, notes);
        self.life = Life::Over(how);
        notes.push(if how == JobEnd::Cancelled { Fact::JobCancelled } else { Fact::JobFinished });
        self.close_agenda();
    }

    fn stop(&mut self, limit: Limit, notes: &mut Notes) {
        self.job = None;
        self.life = Life::Over(JobEnd::Stopped(limit));
        notes.push(Fact::LimitReached { limit });
        self.agenda.retain(|_| false);
    }

    /// After the job's end only requests on their way and expiries are left to happen: what a store times out is not up
    /// to the job.
    fn close_agenda(&mut self) {
        let all = &self.outside.transactions.all;
        self.agenda.retain(|entry| match entry.event {
            Event::Expire(_) => true,
            Event::ExpireOne(id) => all[id.index()].is_undecided(),
            _ => entry.scope == Scope::InFlight,
        });
    }
}
