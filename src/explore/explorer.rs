//! All crashes of a scenario, singly and together, in every lane and in several timings.

use super::counterexample::Counterexample;
use super::endings::{Endings, Underway};
use super::harm::{Harm, Judge, VARIANTS};
use super::walk::Walk;
use crate::run::Run;
use crate::sim::cx::Notes;
use crate::sim::id::Time;
use crate::sim::plan::Plan;
use crate::sim::scenario::limits::MAX_FAULTS;
use crate::sim::scenario::{Drive, Fault, How, InFlight, Profile, Scenario, Timing};
use std::rc::Rc;

/// The most crashes in one run.
pub const MAX_CRASHES: u32 = 3;

/// A crash that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crash {
    /// When: before anything else of that millisecond.
    pub at: Time,
    /// Killed or thrown.
    pub how: How,
    /// What became of requests on their way.
    pub in_flight: InFlight,
}

/// Which timings are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Timings {
    /// The scenario's own.
    #[default]
    Own,
    /// The scenario's own, then every named profile.
    All,
    /// This profile.
    One(Profile),
}

/// What to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Up to so many crashes in one run, 1 to [`MAX_CRASHES`].
    pub crashes: u32,
    /// In which timings.
    pub timings: Timings,
    /// Runs of one lane in one timing after which the rest is left out.
    pub max_runs: u32,
}

/// Single crashes in the scenario's own timing.
impl Default for Options {
    fn default() -> Self {
        Options { crashes: 1, timings: Timings::Own, max_runs: 10_000_000 }
    }
}

/// Why a scenario is not explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refused {
    /// It is driven by a story: its crashes are steps of the story.
    Story,
    /// With the crashes that are tried it would have more faults than a scenario may have.
    TooManyFaults,
}

/// What was found in one lane, over all timings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneReport {
    /// What comes of the scenario without any crash, in the first timing.
    pub without_crash: Harm,
    /// The spans of time in which there is a job without any crash, of one timing after the other.
    pub alive: Vec<(Time, Time)>,
    /// Runs with at least one crash.
    pub runs: u32,
    /// Steps of the engine.
    pub steps: u64,
    /// Steps that were not taken, as the run had come to go on like an earlier one.
    pub spared: u64,
    /// Runs by what they came to, in the order of [`Harm::ALL`].
    pub counts: [u32; Harm::ALL.len()],
    /// Was something left out because there were too many runs?
    pub is_cut: bool,
    /// For every kind of harm that occurred the first run with the fewest crashes, from the least harm to the worst.
    pub counterexamples: Vec<Counterexample>,
}

impl LaneReport {
    /// The runs that came to this.
    #[must_use]
    pub fn count(&self, harm: Harm) -> u32 {
        self.counts[harm as usize]
    }

    /// The worst that occurred.
    #[must_use]
    pub fn worst(&self) -> Harm {
        Harm::ALL.into_iter().rev().find(|harm| self.count(*harm) > 0).unwrap_or_default()
    }

    /// The counterexample of a kind of harm.
    #[must_use]
    pub fn counterexample(&self, harm: Harm) -> Option<&Counterexample> {
        self.counterexamples.iter().find(|found| found.harm == harm)
    }

    fn add(&mut self, harm: Harm, timing: Timing, crashes: &[Crash]) {
        self.runs += 1;
        self.counts[harm as usize] += 1;
        if harm == Harm::None {
            return;
        }
        let place = self.counterexamples.partition_point(|found| found.harm < harm);
        match self.counterexamples.get_mut(place).filter(|found| found.harm == harm) {
            Some(found) if found.crashes.len() <= crashes.len() => {}
            Some(found) => *found = Counterexample { harm, timing, crashes: crashes.to_vec() },
            None => self.counterexamples.insert(place, Counterexample { harm, timing, crashes: crashes.to_vec() }),
        }
    }
}

/// A run that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried<'a> {
    /// In which lane.
    pub lane: usize,
    /// In which timing.
    pub timing: Timing,
    /// Its crashes, in order; at least one.
    pub crashes: &'a [Crash],
    /// What it came to.
    pub harm: Harm,
    /// The spans of time after the last crash in which there was a job.
    pub alive: &'a [(Time, Time)],
}

/// How far exploring has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Progress {
    /// Runs with at least one crash.
    pub runs: u32,
    /// Steps of the engine.
    pub steps: u64,
    /// Steps that were not taken, as the run had come to go on like an earlier one.
    pub spared: u64,
    /// Thousandths of the way.
    pub per_mille: u32,
    /// Is everything tried?
    pub is_done: bool,
}

/// Tries every crash of a scenario, bit by bit, and keeps nothing but counts and the smallest counterexamples.
///
/// The scenario's own crashes are taken out, as all are tried anyway; its other faults stay. What runs have in common is
/// run once: a walk along one run forks at every crash point, and the fork is walked along in its turn, so that at any
/// time there are only as many worlds as crashes in one run. Memory does not grow with the number of runs. A run that has
/// come to go on like one before is not run to its end once more: its end is known.
///
/// A single crash strikes at every crash point (see [`CrashMap`](super::CrashMap) for why these are all, in one timing).
/// Of several crashes in one run each strikes once for every state of what would survive it: the outside, the
/// checkpoints, requests on their way. As long as nothing of this changes, a crash at another moment loses other memory,
/// and all memory is lost anyway; only the next attempt starts at another moment.
///
/// **Timings are sampled, not exhausted.** How long a request or a snapshot takes decides what can be on its way at the
/// same time. A mistake can hide in one timing from every crash and show in another; so try [`Timings::All`].
#[derive(Clone, Debug)]
pub struct Explorer {
    scenario: Scenario,
    options: Options,
    timings: Vec<Timing>,
    reports: Vec<LaneReport>,
    /// Which lane in which timing comes next.
    next: u32,
    current: Option<Current>,
    notes: Notes,
}

/// One lane in one timing.
#[derive(Clone, Debug)]
struct Current {
    lane: usize,
    timing: Timing,
    plan: Plan,
    judge: Judge,
    /// How long the run without a crash takes.
    duration: Time,
    runs: u32,
    /// The run without a crash, then one with a crash more each.
    walks: Vec<Walk>,
    endings: Endings,
}

impl Explorer {
    /// Prepares to explore. Nothing is run yet.
    ///
    /// # Errors
    /// If the scenario is driven by a story, or has too many faults already.
    pub fn new(scenario: &Scenario, options: Options) -> Result<Explorer, Refused> {
        let Drive::Time(faults) = &scenario.drive else { return Err(Refused::Story) };
        let others: Vec<Fault> = faults.iter().filter(|f| !matches!(f, Fault::Crash { .. })).copied().collect();
        let crashes = options.crashes.clamp(1, MAX_CRASHES);
        if others.len() + crashes as usize > MAX_FAULTS {
            return Err(Refused::TooManyFaults);
        }
        let report = LaneReport {
            without_crash: Harm::None,
            alive: Vec::new(),
            runs: 0,
            steps: 0,
            spared: 0,
            counts: [0; Harm::ALL.len()],
            is_cut: false,
            counterexamples: Vec::new(),
        };
        Ok(Explorer {
            timings: timings(scenario.timing, options.timings),
            reports: vec![report; scenario.sinks.len()],
            scenario: Scenario { drive: Drive::Time(others), ..scenario.clone() },
            options: Options { crashes, ..options },
            next: 0,
            current: None,
            notes: Notes::new(),
        })
    }

    /// Goes on for about so many steps of the engine. Dropping the explorer cancels it.
    pub fn advance(&mut self, budget: u32) -> Progress {
        self.advance_and_tell(budget, &mut |_| {})
    }

    /// The same; tells of every run.
    pub fn advance_and_tell(&mut self, budget: u32, tell: &mut dyn FnMut(Tried)) -> Progress {
        let mut left = budget;
        while left > 0 {
            if self.current.is_none() && !self.begin_next() {
                break;
            }
            let Some(current) = &mut self.current else { break };
            let report = &mut self.reports[current.lane];
            current.walk(&self.options, &mut self.notes, report, &mut left, tell);
            if current.walks.is_empty() {
                self.current = None;
            }
        }
        self.progress()
    }

    /// Explores to the end.
    pub fn finish(&mut self) -> &[LaneReport] {
        while !self.advance(u32::MAX).is_done {}
        &self.reports
    }

    /// What was found so far, by lane.
    #[must_use]
    pub fn reports(&self) -> &[LaneReport] {
        &self.reports
    }

    /// The scenario that is explored: without crashes.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// How far it has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let all = (self.timings.len() * self.reports.len()) as u32;
        let is_done = self.next == all && self.current.is_none();
        let within = self.current.as_ref().map_or(1_000, Current::per_mille);
        let begun = self.next.saturating_sub(1) * 1_000 + if self.next > 0 { within } else { 0 };
        Progress {
            runs: self.reports.iter().map(|report| report.runs).sum(),
            steps: self.reports.iter().map(|report| report.steps).sum(),
            spared: self.reports.iter().map(|report| report.spared).sum(),
            per_mille: begun / all.max(1),
            is_done,
        }
    }

    /// Begins the next lane, or the first lane in the next timing. False if there is none.
    fn begin_next(&mut self) -> bool {
        let lanes = self.reports.len() as u32;
        let Some(timing) = self.timings.get((self.next / lanes) as usize).copied() else { return false };
        let lane = (self.next % lanes) as usize;
        let scenario = Scenario { timing, ..self.scenario.clone() };
        let base = Run::new(Plan::new(&scenario, lane));
        let mut judge = Judge::new(&base.plan, base.right_table().map(Rc::new));
        if self.next < lanes {
            let went_back = base.facts.iter().any(|noted| judge.saw_value_fall(std::slice::from_ref(&noted.fact)));
            self.reports[lane].without_crash = judge.harm(&base.plan, &base.end, went_back);
        }
        self.next += 1;
        let walks = vec![Walk::from_start(&base.plan)];
        let (duration, endings) = (base.duration(), Endings::default());
        self.current = Some(Current { lane, timing, duration, plan: base.plan, judge, runs: 0, walks, endings });
        true
    }
}

impl Current {
    fn per_mille(&self) -> u32 {
        let now = self.walks.first().map_or(Time::ZERO, |walk| walk.world.now);
        (u64::from(now.0) * 1_000 / u64::from(self.duration.0.max(1))).min(1_000) as u32
    }

    /// Goes on until the budget is used up or nothing is left in this lane and timing.
    fn walk(
        &mut self,
        options: &Options,
        notes: &mut Notes,
        report: &mut LaneReport,
        left: &mut u32,
        tell: &mut dyn FnMut(Tried),
    ) {
        while *left > 0 {
            let depth = self.walks.len() as u32;
            let Some(walk) = self.walks.last_mut() else { return };
            if self.runs >= options.max_runs {
                report.is_cut = true;
                self.walks.clear();
                return;
            }
            if let Some(variant) = walk.next_variant() {
                let (how, in_flight) = VARIANTS[variant];
                let crash = Crash { at: walk.world.now.plus(Time(1)), how, in_flight };
                let fork = walk.fork(&self.plan, crash, notes);
                notes.clear();
                let Some(fork) = fork else { continue };
                if fork.forks && depth < options.crashes {
                    self.walks.push(fork);
                    continue;
                }
                // The last crash of this run: its end may be known.
                let (run, mut alive) = (Underway::new(fork.world, fork.went_back), Vec::new());
                let ended = self.endings.finish(&self.plan, &mut self.judge, run, notes, &mut alive);
                report.steps += u64::from(ended.steps);
                report.spared += u64::from(ended.spared);
                *left = left.saturating_sub(ended.steps.max(1));
                self.tell(Some(crash), ended.harm, &alive, report, tell);
                continue;
            }
            *left -= 1;
            if walk.step(&self.plan, &self.judge, notes) {
                report.steps += 1;
                if walk.forks && depth <= options.crashes {
                    walk.look_for_crash_point(depth == 1, notes);
                }
                notes.clear();
                continue;
            }
            let alive = std::mem::take(&mut walk.alive);
            if depth == 1 {
                report.alive.extend_from_slice(&alive);
            } else {
                let harm = self.judge.harm(&self.plan, &walk.world, walk.went_back);
                self.tell(None, harm, &alive, report, tell);
            }
            self.walks.pop();
        }
    }

    /// Books and tells a run: that of the walks, with one crash more if there is one.
    fn tell(
        &mut self,
        last: Option<Crash>,
        harm: Harm,
        alive: &[(Time, Time)],
        report: &mut LaneReport,
        tell: &mut dyn FnMut(Tried),
    ) {
        self.runs += 1;
        let mut crashes = [Crash { at: Time::ZERO, how: How::Kill, in_flight: InFlight::Delivered }; 3];
        let struck = self.walks.iter().filter_map(|walk| walk.crash).chain(last);
        let count = crashes.iter_mut().zip(struck).map(|(place, crash)| *place = crash).count();
        let crashes = &crashes[..count];
        report.add(harm, self.timing, crashes);
        tell(Tried { lane: self.lane, timing: self.timing, crashes, harm, alive });
    }
}

/// The timings to try; none twice.
fn timings(own: Timing, which: Timings) -> Vec<Timing> {
    match which {
        Timings::Own => vec![own],
        Timings::One(profile) => vec![Timing::Named(profile)],
        Timings::All => {
            let named = Profile::ALL.into_iter().map(|(_, profile)| Timing::Named(profile));
            std::iter::once(own).chain(named.filter(|timing| timing.delays() != own.delays())).collect()
        }
    }
}
