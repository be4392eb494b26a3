//! What drives the world: the clock, or a story that releases its events step by step.
//!
//! Both run the same engine. A story only holds things back: reads beyond what was emitted, the completion of
//! acknowledged checkpoints, notifications, the end of input.

use super::agenda::{Class, Scope};
use super::cx::{cx, Cx, Notes};
use super::event::Event;
use super::fact::{AbortReason, Cause, CheckpointKind, Fact, Nothing};
use super::id::{Attempt, CheckpointId, Offset, SourceId, Time};
use super::job::Job;
use super::plan::Plan;
use super::scenario::story::Step;
use super::scenario::{How, InFlight};
use super::triggers::Death;
use super::world::{JobEnd, Life, World};

/// What is held back, and how far the story has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Driver {
    by_story: bool,
    limits: Vec<Offset>,
    may_end: bool,
    holds_back: bool,
    closing: bool,
    /// The step that is being told.
    index: u32,
    /// How far it has come.
    phase: u32,
    /// The attempt in which it began.
    began_in: Attempt,
}

/// No limit to reading.
const EVERYTHING: Offset = Offset(u32::MAX);

impl Driver {
    pub(super) fn new(plan: &Plan) -> Driver {
        let by_story = plan.story.is_some();
        Driver {
            by_story,
            limits: vec![if by_story { Offset(0) } else { EVERYTHING }; plan.logs.len()],
            may_end: !by_story,
            holds_back: by_story,
            closing: !by_story,
            index: 0,
            phase: 0,
            began_in: Attempt(0),
        }
    }

    /// How far a source may read.
    pub(super) fn read_limit(&self, source: usize) -> Offset {
        self.limits[source]
    }

    /// May sources tell that their input has ended?
    pub(super) fn may_end(&self) -> bool {
        self.may_end
    }

    /// Are completion and notification held back?
    pub(super) fn holds_back(&self) -> bool {
        self.holds_back
    }

    /// Does a checkpoint of this kind belong to the end of the job, in the outcome's sense?
    pub(super) fn is_closing(&self, kind: CheckpointKind) -> bool {
        self.closing || kind == CheckpointKind::Savepoint
    }

    /// In a story a new attempt replays nothing by itself.
    pub(super) fn new_attempt(&mut self, plan: &Plan, job: &Job) {
        if self.by_story {
            let told = (self.index, self.phase, self.began_in);
            *self = Driver::new(plan);
            (self.index, self.phase, self.began_in) = told;
            self.limits.clone_from(&job.restored.offsets);
        }
    }

    fn release(&mut self) {
        self.limits.fill(EVERYTHING);
        self.may_end = true;
    }
}

/// Whether a step of the story has more to come.
enum Told {
    /// It is done once everything has taken effect.
    All,
    /// Its next phase follows once everything has taken effect.
    More,
    /// It found nothing to do.
    Nothing(Nothing),
}

impl World {
    /// Nothing is left on the agenda: begins the next step of the story, or its next phase. False at its end.
    pub(super) fn tell(&mut self, plan: &Plan, notes: &mut Notes, death: &mut Option<Death>) -> bool {
        let Some(story) = &plan.story else { return false };
        // A step that was cut short by a failure ends there.
        let is_cut_short = self.driver.phase > 0 && (self.attempt != self.driver.began_in || self.is_over());
        let index = self.driver.index + u32::from(is_cut_short);
        // At the end nothing changes any more, however often it is asked.
        let Some(step) = story.get(index as usize) else { return false };
        if is_cut_short {
            self.next_step();
        }
        if self.driver.phase == 0 {
            self.driver.began_in = self.attempt;
            notes.push(Fact::StoryStep { index });
        }
        let told = match self.life {
            Life::Over(_) => Told::Nothing(Nothing::JobOver),
            _ => self.tell_step(plan, *step, notes, death),
        };
        match told {
            Told::More => self.driver.phase += 1,
            Told::All => self.next_step(),
            Told::Nothing(why) => {
                notes.push(Fact::StepSkipped { index, why });
                self.next_step();
            }
        }
        true
    }

    fn next_step(&mut self) {
        self.driver.index += 1;
        self.driver.phase = 0;
    }

    fn tell_step(&mut self, plan: &Plan, step: Step, notes: &mut Notes, death: &mut Option<Death>) -> Told {
        match step {
            Step::Emit(source, offset) => self.tell_emit(plan, source, offset),
            Step::Barrier(source) => self.tell_barrier(plan, source, notes, death),
            Step::Complete(id) => self.tell_complete(plan, id, false, notes, death),
            Step::CompleteFinal => self.tell_complete(plan, None, true, notes, death),
            Step::Notify(id) => self.tell_notify(plan, id, notes, death),
            Step::LoseNotification(id) => match self.take_withheld(id) {
                lost if lost.is_empty() => Told::Nothing(Nothing::NothingToNotify),
                lost => {
                    notes.extend(lost.into_iter().map(|checkpoint| Fact::NotificationLost { checkpoint }));
                    Told::All
                }
            },
            Step::Checkpoint => {
                let told = match self.driver.phase {
                    0 => self.tell_barrier(plan, None, notes, death),
                    1 => self.tell_complete(plan, None, false, notes, death),
                    _ => return self.tell_notify(plan, None, notes, death),
                };
                if let Told::Nothing(why) = told {
                    notes.push(Fact::StepSkipped { index: self.driver.index, why });
                }
                Told::More
            }
            Step::Abort(id) => match self.pending(|p| id.is_none_or(|id| p.id == id)) {
                Some(id) => {
                    self.abort_checkpoint(plan, id, AbortReason::Declined, notes, death);
                    Told::All
                }
                None => Told::Nothing(Nothing::NonePending),
            },
            Step::Fail | Step::Crash => {
                let how = if step == Step::Fail { How::Fail } else { How::Kill };
                *death = Some(Death { how, in_flight: InFlight::Delivered, task: None, cause: Cause::Asked });
                Told::All
            }
            Step::Arm(arm) => {
                self.triggers.arm(arm);
                Told::All
            }
            Step::Expire(what) => {
                self.expire(what, notes, death);
                Told::All
            }
            Step::Hold(request, nth) => {
                self.triggers.hold(request, nth);
                Told::All
            }
            Step::Release if self.release() => Told::All,
            Step::Release => Told::Nothing(Nothing::NothingHeld),
            Step::LoseReply(request, nth) => {
                self.triggers.lose_reply(request, nth);
                Told::All
            }
            Step::Away(what) | Step::Back(what) => {
                self.set_away(what, matches!(step, Step::Away(_)));
                Told::All
            }
            Step::Finish => self.tell_finish(plan, notes, death),
            Step::End => {
                self.driver.release();
                Told::All
            }
            Step::Cancel => {
                self.end(plan, JobEnd::Cancelled, notes);
                Told::All
            }
            Step::StopWithSavepoint => {
                self.trigger(plan, CheckpointKind::Savepoint, None, notes, death);
                Told::All
            }
            Step::Wait(time) => {
                self.wait(time);
                Told::All
            }
        }
    }

    fn wait(&mut self, time: Time) {
        let due = self.now.plus(time);
        self.agenda.add(self.now, due, Class::Inside, Scope::World, Event::StoryWait);
    }

    fn tell_emit(&mut self, plan: &Plan, source: SourceId, offset: Offset) -> Told {
        let Some(job) = &self.job else { return Told::Nothing(Nothing::NotRunning) };
        let task = &job.sources[source.index()];
        if task.position >= offset || task.ended || task.stopped {
            return Told::Nothing(Nothing::AlreadyThere);
        }
        self.driver.limits[source.index()] = offset;
        if offset > plan.log_end(source) {
            return Told::Nothing(Nothing::BeyondTheLog);
        }
        Told::All
    }

    fn tell_barrier(
        &mut self,
        plan: &Plan,
        only: Option<SourceId>,
        notes: &mut Notes,
        death: &mut Option<Death>,
    ) -> Told {
        // The rest of a checkpoint whose barrier was let out of some sources only.
        if let Some(id) = self.pending(|p| only.map_or(!p.untold.is_empty(), |only| p.untold.contains(&only))) {
            self.inject(plan, id, only, notes, death);
            return Told::All;
        }
        let Some(job) = self.job.as_ref().filter(|job| job.is_running) else {
            return Told::Nothing(Nothing::NotRunning);
        };
        // After the end of input every checkpoint is a final one.
        let kind = if job.is_finished() { CheckpointKind::Final } else { CheckpointKind::Regular };
        if let Some(why) = job.coordinator.why_not(plan, self.now, kind) {
            // In a story time is only for show, so a pause holds nothing up.
            if why != Nothing::MinPause {
                return Told::Nothing(why);
            }
        }
        self.trigger(plan, kind, only, notes, death);
        Told::All
    }

    fn tell_complete(
        &mut self,
        plan: &Plan,
        id: Option<CheckpointId>,
        only_final: bool,
        notes: &mut Notes,
        death: &mut Option<Death>,
    ) -> Told {
        let wanted = self.pending(|p| {
            id.is_none_or(|id| p.id == id)
                && (!only_final || p.kind == CheckpointKind::Final)
                && p.is_acknowledged()
                && !p.is_completing
        });
        let (Some(id), Some(job)) = (wanted, &mut self.job) else { return Told::Nothing(Nothing::NonePending) };
        let mut cx = cx!(self, job, plan, notes, death);
        job.coordinator.complete(&mut cx, id);
        Told::All
    }

    /// Notifications that the story holds back: all of them, or that of one checkpoint.
    fn take_withheld(&mut self, only: Option<CheckpointId>) -> Vec<CheckpointId> {
        let Some(job) = &mut self.job else { return Vec::new() };
        let withheld = std::mem::take(&mut job.coordinator.withheld);
        let (taken, left) = withheld.into_iter().partition(|id| only.is_none_or(|only| only == *id));
        job.coordinator.withheld = left;
        taken
    }

    fn tell_notify(
        &mut self,
        plan: &Plan,
        only: Option<CheckpointId>,
        notes: &mut Notes,
        death: &mut Option<Death>,
    ) -> Told {
        let withheld = self.take_withheld(only);
        let Some(job) = &mut self.job else { return Told::Nothing(Nothing::NotRunning) };
        if withheld.is_empty() {
            return Told::Nothing(Nothing::NothingToNotify);
        }
        let mut cx = cx!(self, job, plan, notes, death);
        for id in withheld {
            job.coordinator.notify(&mut cx, id);
        }
        Told::All
    }

    /// First what is pending completes and everyone hears of it, then the rest is emitted.
    fn tell_finish(&mut self, plan: &Plan, notes: &mut Notes, death: &mut Option<Death>) -> Told {
        if self.driver.phase > 0 {
            self.driver.release();
            self.driver.closing = true;
            return Told::All;
        }
        self.driver.holds_back = false;
        self.tell_notify(plan, None, notes, death);
        let pending: Vec<_> = self.job.iter().flat_map(|job| &job.coordinator.pending).map(|p| p.id).collect();
        for id in pending {
            self.inject(plan, id, None, notes, death);
            self.tell_complete(plan, Some(id), false, notes, death);
        }
        Told::More
    }

    /// The newest pending checkpoint of a kind.
    fn pending(&self, wanted: impl Fn(&super::coordinator::PendingCheckpoint) -> bool) -> Option<CheckpointId> {
        let pending = self.job.iter().flat_map(|job| &job.coordinator.pending);
        pending.filter(|p| wanted(p)).map(|p| p.id).last()
    }
}
