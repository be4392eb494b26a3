//! From a story to the same experiment by the clock, step shape by step shape.
//!
//! A story that has got to offset N is at the moment of record N - 1: checkpoints are triggered `at` that moment, so that
//! they cover the record; steps after that follow at small distances, all before record N is due. How far a checkpoint
//! gets is a matter of two figures, `metadata` and `notify`. Handled are: `emit` forward and within a replay, `barrier`,
//! `complete`, `notify`, `checkpoint`, `abort`, `fail` and `crash` (between two records, in the middle of a replay, before
//! anything is replayed), `finish`.

use super::figures::{solve, Span, Wanted};
use exactly_once_lab::sim::fact::FactName;
use exactly_once_lab::sim::id::{CheckpointId, Offset, Time};
use exactly_once_lab::sim::point::Point;
use exactly_once_lab::sim::scenario::story::Step;
use exactly_once_lab::sim::scenario::{limits, Checkpointing, Delays, Drive, Fault, How, InFlight, Restart};
use exactly_once_lab::sim::scenario::{Record, Scenario, Timing, When};

/// From one step to the next, in milliseconds, where no record comes in between.
const STEP_MS: u32 = 200;
/// Within this time a barrier is acknowledged, a notification handled and what was read replayed.
const EFFECT_MS: u32 = 100;
/// From a failure to the restart.
const RESTART_MS: u32 = 10;

/// Why a story has no twin here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoTwin {
    /// A step that this translation does not know.
    Step(&'static str),
    /// A checkpoint in the middle of a replay, which has no moment of its own.
    CheckpointWithinReplay,
    /// By the clock the source would have ended already.
    AtEndOfInput,
    /// More steps than fit in before the next record.
    NoRoom,
    /// One `metadata` and one `notify` do not suit all checkpoints.
    NoFigures,
}

/// The same experiment by the clock. `quick_ms` is what a hop, a record, a request and a snapshot take.
pub fn twin(scenario: &Scenario, quick_ms: u32) -> Result<Scenario, NoTwin> {
    let Drive::Story(story) = &scenario.drive else { return Err(NoTwin::Step("none")) };
    let mut timeline = Timeline::new(&scenario.sources[0].records);
    for (index, step) in story.iter().enumerate() {
        timeline.tell(*step, &story[index + 1..])?;
    }
    if story.last() != Some(&Step::Finish) {
        return Err(NoTwin::Step("a story that does not finish"));
    }
    let wanted: Vec<Wanted> = timeline.checkpoints.iter().map(|c| c.wanted).collect();
    let (metadata, notify) = solve(&wanted, EFFECT_MS).ok_or(NoTwin::NoFigures)?;
    let quick = Time(quick_ms);
    Ok(Scenario {
        checkpointing: Checkpointing {
            at: wanted.iter().map(|w| Time(w.triggered)).collect(),
            // In a story a declined checkpoint never fails the job.
            tolerable_failures: limits::MAX_COUNT,
            ..scenario.checkpointing.clone()
        },
        restart: Restart { delay: Time(RESTART_MS), ..scenario.restart },
        timing: Timing::Own(Delays {
            hop: quick,
            process: quick,
            request: quick,
            snapshot: quick,
            metadata: Time(metadata),
            notify: Time(notify),
            deploy: Time::ZERO,
        }),
        failure: How::default(),
        drive: Drive::Time(timeline.faults),
        ..scenario.clone()
    })
}

/// How far a checkpoint has come in the story.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Pending,
    Completed,
    /// Notified, declined, or gone with its attempt.
    Over,
}

struct Planned {
    offset: u32,
    stage: Stage,
    wanted: Wanted,
}

struct Timeline<'a> {
    log: &'a [Record],
    /// One past the last record that any attempt has read.
    reached: u32,
    /// One past the last record that this attempt has processed.
    position: u32,
    /// Where this attempt began.
    restored: u32,
    /// Earlier attempts: which records the sink has written, first and one past the last.
    attempts: Vec<(u32, u32)>,
    /// Steps told since the last record that was read for the first time.
    since_record: u32,
    checkpoints: Vec<Planned>,
    durable: u32,
    faults: Vec<Fault>,
}

impl<'a> Timeline<'a> {
    fn new(log: &'a [Record]) -> Timeline<'a> {
        Timeline {
            log,
            reached: 0,
            position: 0,
            restored: 0,
            attempts: Vec::new(),
            // At 0 the job is not up yet.
            since_record: 1,
            checkpoints: Vec::new(),
            durable: 0,
            faults: Vec::new(),
        }
    }

    fn tell(&mut self, step: Step, rest: &[Step]) -> Result<(), NoTwin> {
        match step {
            Step::Emit(_, Offset(to)) => {
                self.emit(to);
                Ok(())
            }
            Step::Barrier(None) => self.barrier(),
            Step::Complete(None) => self.complete(),
            Step::Notify(None) => self.notify(),
            Step::Checkpoint => {
                self.barrier()?;
                self.complete_newest(self.newest_trigger());
                self.notify_all(self.newest_trigger());
                Ok(())
            }
            Step::Abort(None) => self.abort(),
            Step::Fail => self.die(How::Fail, rest),
            Step::Crash => self.die(How::Kill, rest),
            Step::Finish => Ok(()),
            Step::Arm(_) => Err(NoTwin::Step("arm")),
            Step::Cancel => Err(NoTwin::Step("cancel")),
            Step::End | Step::CompleteFinal => Err(NoTwin::Step("end")),
            Step::StopWithSavepoint => Err(NoTwin::Step("stop_with_savepoint")),
            _ => Err(NoTwin::Step("another")),
        }
    }

    /// The moment of the next step: all of them stand between the last record read and the next one.
    fn moment(&mut self) -> Result<u32, NoTwin> {
        let begin = self.reached.checked_sub(1).map_or(0, |last| self.log[last as usize].t.0);
        let now = begin + self.since_record * STEP_MS;
        let Some(next) = self.log.get(self.reached as usize) else { return Err(NoTwin::AtEndOfInput) };
        self.since_record += 1;
        if now + STEP_MS > next.t.0 {
            return Err(NoTwin::NoRoom);
        }
        Ok(now)
    }

    fn emit(&mut self, to: u32) {
        let to = to.min(self.log.len() as u32);
        if to > self.reached {
            (self.reached, self.since_record) = (to, 0);
        }
        self.position = self.position.max(to);
    }

    fn barrier(&mut self) -> Result<(), NoTwin> {
        if self.position < self.reached {
            return Err(NoTwin::CheckpointWithinReplay);
        }
        let now = self.moment()?;
        self.settle_before(now);
        let wanted = Wanted { triggered: now, completes: Span::ANY, notified: Span::ANY };
        self.checkpoints.push(Planned { offset: self.position, stage: Stage::Pending, wanted });
        Ok(())
    }

    fn newest_trigger(&self) -> u32 {
        self.checkpoints.last().map_or(0, |c| c.wanted.triggered)
    }

    fn complete(&mut self) -> Result<(), NoTwin> {
        let now = self.moment()?;
        self.complete_newest(now - STEP_MS / 2);
        Ok(())
    }

    fn complete_newest(&mut self, from: u32) {
        let Some(newest) = self.checkpoints.iter_mut().rev().find(|c| c.stage == Stage::Pending) else { return };
        newest.stage = Stage::Completed;
        newest.wanted.completes = Span::from(from);
        self.durable = newest.offset;
    }

    fn notify(&mut self) -> Result<(), NoTwin> {
        let now = self.moment()?;
        for checkpoint in &mut self.checkpoints {
            checkpoint.wanted.completes.ends(now - EFFECT_MS);
        }
        self.notify_all(now - STEP_MS / 2);
        Ok(())
    }

    fn notify_all(&mut self, from: u32) {
        for checkpoint in self.checkpoints.iter_mut().filter(|c| c.stage == Stage::Completed) {
            checkpoint.stage = Stage::Over;
            checkpoint.wanted.notified = Span::from(from);
        }
    }

    fn abort(&mut self) -> Result<(), NoTwin> {
        let now = self.moment()?;
        self.settle_before(now);
        let newest = self.checkpoints.iter_mut().enumerate().rev().find(|(_, c)| c.stage == Stage::Pending);
        let Some((index, newest)) = newest else { return Ok(()) };
        newest.stage = Stage::Over;
        self.faults.push(Fault::AbortCheckpoint(CheckpointId(index as u32 + 1)));
        Ok(())
    }

    /// Whatever the story has done to a checkpoint is done before something else begins.
    fn settle_before(&mut self, now: u32) {
        for checkpoint in &mut self.checkpoints {
            let wanted = &mut checkpoint.wanted;
            match checkpoint.stage {
                Stage::Pending => {}
                Stage::Completed => wanted.completes.ends(now - EFFECT_MS),
                Stage::Over if wanted.notified.from > 0 => wanted.notified.ends(now - EFFECT_MS),
                Stage::Over => {}
            }
        }
    }

    fn die(&mut self, how: How, rest: &[Step]) -> Result<(), NoTwin> {
        // At a record's own moment a crash would come before it is read.
        self.since_record = self.since_record.max(1);
        let now = self.moment()?;
        let (when, written, now) = self.when(now, rest);
        self.settle_before(now);
        for checkpoint in &mut self.checkpoints {
            let wanted = &mut checkpoint.wanted;
            match checkpoint.stage {
                Stage::Pending => wanted.completes = Span::from(now + RESTART_MS + 1),
                Stage::Completed => wanted.notified = Span::from(now + 1),
                Stage::Over => {}
            }
            checkpoint.stage = Stage::Over;
        }
        self.faults.push(Fault::Crash { when, how, in_flight: InFlight::Delivered });
        self.attempts.push((self.restored, written));
        (self.restored, self.position) = (self.durable, self.durable);
        Ok(())
    }

    /// When a failure strikes, what the sink has written by then, and the moment.
    fn when(&self, now: u32, rest: &[Step]) -> (When, u32, u32) {
        if self.position < self.reached {
            // By the clock a replay goes on to its end, so it has to be hit on its way.
            // Crashes that wait for the same thing wait one after another: only what came since the last one counts.
            let when = if self.position == self.restored {
                let skip = self.attempts_since(|when| matches!(when, When::Fact { .. })).count() as u32;
                When::Fact { fact: FactName::JobRunning, checkpoint: None, skip }
            } else {
                let last = self.position - 1;
                let point = Point::SinkAfter(Offset(last));
                let since = self.attempts_since(|when| matches!(when, When::Point { point: p, .. } if *p == point));
                let skip = since.filter(|(from, to)| (*from..*to).contains(&last)).count() as u32;
                When::Point { point, skip }
            };
            return (when, self.position, now);
        }
        // The last moment before the next record, if nothing else has to happen before it.
        let at_next = rest.iter().all(|step| matches!(step, Step::Emit(..) | Step::Finish));
        let now = if at_next { self.log[self.reached as usize].t.0 } else { now };
        (When::At(Time(now)), self.reached, now)
    }

    /// The attempts after the last crash of a kind.
    fn attempts_since(&self, is_one: impl Fn(&When) -> bool) -> impl Iterator<Item = &(u32, u32)> {
        let crashes = self.faults.iter().filter_map(|fault| match fault {
            Fault::Crash { when, .. } => Some(is_one(when)),
            _ => None,
        });
        let after = crashes.enumerate().filter(|(_, is_one)| *is_one).last().map_or(0, |(index, _)| index + 1);
        self.attempts.iter().skip(after)
    }
}
