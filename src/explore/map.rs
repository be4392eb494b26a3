//! The crash map of one lane: what would come of a crash at each moment of a run.

use super::endings::{Alive, Endings, Underway};
use super::harm::{Harm, Judge, VARIANTS};
use crate::run::Run;
use crate::sim::agenda::Scope;
use crate::sim::cx::Notes;
use crate::sim::fact::{Fact, RowKey};
use crate::sim::id::Time;
use crate::sim::plan::{Plan, Total};
use crate::sim::scenario::{How, InFlight};
use crate::sim::world::World;
use crate::sorted::SortedMap;
use std::rc::Rc;

/// A crash point: the time between two steps of the run, and what a crash then comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CrashPoint {
    /// The first moment: a millisecond after a step. This is the moment that was tried.
    pub from: Time,
    /// The last moment: that of the next step, as a crash strikes before anything else.
    pub to: Time,
    /// What each of [`VARIANTS`] leads to. As long as only one of them has been tried (see [`CrashMap::first`]) what that one
    /// leads to.
    pub by: [Harm; 4],
}

impl CrashPoint {
    /// The worst of all variants.
    #[must_use]
    pub fn harm(&self) -> Harm {
        self.by.into_iter().max().unwrap_or_default()
    }

    /// The first variant that is the worst.
    #[must_use]
    pub fn worst(&self) -> (How, InFlight) {
        let worst = self.harm();
        let index = self.by.iter().position(|harm| *harm == worst).unwrap_or_default();
        VARIANTS[index]
    }

    /// What a crash of this kind leads to.
    #[must_use]
    pub fn harm_by(&self, how: How, in_flight: InFlight) -> Harm {
        let index = VARIANTS.iter().position(|variant| *variant == (how, in_flight));
        self.by[index.unwrap_or_default()]
    }
}

/// Makes the crash map of a run, bit by bit.
///
/// At every moment between two steps the world is forked, crashed in every variant, run to its end and judged. A crash
/// replaces those that the scenario has in store for later, as *crash now* on the page does; what came before stays.
///
/// **Why these points are all there are, for one timing.** State changes only in steps. A crash between two steps finds
/// the same memory to lose, the same things outside and the same requests on their way, whichever moment between them
/// it strikes at; only the next attempt starts a little sooner or later. Steps of one millisecond are one unit: a crash
/// is a fault, and faults come before everything else of their millisecond, so no crash *by the clock* falls in between
/// (one that waits for a point or a fact can). When the next attempt starts, and how long everything takes, is timing,
/// and timings are only sampled: see [`Explorer`](super::Explorer) for several of them.
#[derive(Clone, Debug)]
pub struct CrashMap {
    plan: Plan,
    world: World,
    struck: Option<Time>,
    judge: Judge,
    /// Has a value fallen so far, in the part that all runs share?
    went_back: bool,
    notes: Notes,
    endings: Endings,
    /// Room for when there is a job; the map asks only what comes of it.
    alive: Alive,
    points: Vec<CrashPoint>,
    /// What is tried of each point on this way through the run.
    sweep: Sweep,
    /// The point that is being tried.
    trying: Option<Trying>,
    is_done: bool,
    runs: u32,
    steps: u32,
    spared: u32,
}

/// What is tried of each point on one way through the run. A variant is its place in [`VARIANTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sweep {
    /// All variants.
    All,
    /// This one. On a second way the others are.
    First(usize),
    /// All but this one, of the points from the second number on.
    Rest(usize, usize),
}

/// A crash point that is being tried.
#[derive(Clone, Debug)]
struct Trying {
    point: CrashPoint,
    /// How many variants have been tried.
    tried: usize,
    /// The run of the next one.
    run: Option<Underway>,
}

impl CrashMap {
    /// Prepares the map of one lane. Nothing is run yet.
    ///
    /// `right` is what [`Run::right_table`] answers, and `struck` when the first crash struck in any lane: one that waits
    /// for a point or a fact is replaced by a crash as long as nothing has struck (see [`first_crash`]). A run that is
    /// driven by a story has an empty map, as its crashes are steps of the story.
    #[must_use]
    pub fn new(plan: &Plan, right: Option<Rc<SortedMap<RowKey, Total>>>, struck: Option<Time>) -> CrashMap {
        CrashMap {
            world: World::new(plan),
            judge: Judge::new(plan, right),
            is_done: plan.story.is_some(),
            plan: plan.clone(),
            struck,
            went_back: false,
            notes: Notes::new(),
            endings: Endings::default(),
            alive: Alive::new(),
            points: Vec::new(),
            sweep: Sweep::All,
            trying: None,
            runs: 0,
            steps: 0,
            spared: 0,
        }
    }

    /// Tries crashes of this kind, with requests on their way delivered, at every point before it tries any other: what is
    /// to be seen at once takes about two thirds of the time that way. To be said before the map has begun.
    #[must_use]
    pub fn first(mut self, how: How) -> CrashMap {
        let first = VARIANTS.iter().position(|variant| *variant == (how, InFlight::Delivered));
        self.sweep = Sweep::First(first.unwrap_or_default());
        self
    }

    /// Goes on for so many steps of the engine at most, and not beyond the moment from which on [`is_seen`](Self::is_seen).
    /// True when the map is complete. Dropping the map cancels it.
    pub fn advance(&mut self, budget: u32) -> bool {
        let end = self.steps.saturating_add(budget);
        let was_seen = self.is_seen();
        while !self.is_done && self.steps < end && self.is_seen() == was_seen {
            if let Some(mut trying) = self.trying.take() {
                if self.go_on_trying(&mut trying, end) {
                    self.put(trying.point);
                    if self.world.is_over() {
                        self.end_sweep();
                    }
                } else {
                    self.trying = Some(trying);
                }
                continue;
            }
            if !self.world.step(&self.plan, &mut self.notes) {
                self.end_sweep();
                break;
            }
            self.went_back |= self.judge.saw_value_fall(&self.notes);
            self.notes.clear();
            self.steps += 1;
            let next = self.world.agenda.peek().filter(|next| self.world.job.is_some() && next.due > self.world.now);
            if let Some(next) = next {
                let point = match self.sweep {
                    Sweep::Rest(_, place) => self.points[place],
                    _ => CrashPoint { from: self.world.now.plus(Time(1)), to: next.due, by: [Harm::None; 4] },
                };
                self.trying = Some(Trying { point, tried: 0, run: None });
            } else if self.world.is_over() {
                self.end_sweep();
            }
        }
        self.is_done
    }

    fn put(&mut self, point: CrashPoint) {
        if let Sweep::Rest(_, place) = &mut self.sweep {
            self.points[*place] = point;
            *place += 1;
        } else {
            self.points.push(point);
        }
    }

    fn end_sweep(&mut self) {
        if let Sweep::First(first) = self.sweep {
            self.sweep = Sweep::Rest(first, 0);
            self.world = World::new(&self.plan);
            self.went_back = false;
        } else {
            self.is_done = true;
        }
    }

    /// Is the map complete?
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Has at every point been tried what was to be tried [`first`](Self::first)?
    #[must_use]
    pub fn is_seen(&self) -> bool {
        self.is_done || matches!(self.sweep, Sweep::Rest(..))
    }

    /// What has been found so far, in order of time. Times at which there is no job are left out.
    #[must_use]
    pub fn points(&self) -> &[CrashPoint] {
        &self.points
    }

    /// How many crashes have been run to the end.
    #[must_use]
    pub fn runs(&self) -> u32 {
        self.runs
    }

    /// How many steps of the engine that took.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// How many steps were not taken, as a run had come to go on like an earlier one.
    #[must_use]
    pub fn spared(&self) -> u32 {
        self.spared
    }

    /// Crashes here in one variant after the other, until so many steps have been taken. Two that can't differ are run once:
    /// with nothing on its way nothing gets lost, and where clean-up asks nothing of the outside, throwing is like being
    /// killed. True when all have been tried.
    fn go_on_trying(&mut self, trying: &mut Trying, end: u32) -> bool {
        let has_requests = self.world.agenda.entries().iter().any(|entry| entry.scope == Scope::InFlight);
        let cleans_up = self.world.job.iter().flat_map(|job| &job.sinks).any(|task| task.closing_request().is_some());
        // The place of a variant has a bit for requests that get lost and one for tasks that throw: the bits that matter here.
        let matter = usize::from(has_requests) | usize::from(cleans_up) << 1;
        while let Some((how, in_flight)) = VARIANTS.get(trying.tried).copied() {
            let place = trying.tried;
            let is_asked = match self.sweep {
                Sweep::All => true,
                Sweep::First(first) => place == first & matter,
                Sweep::Rest(first, _) => place != first & matter,
            };
            if is_asked && place == place & matter {
                let harm = self.try_one(trying.point.from, how, in_flight, &mut trying.run, end);
                let Some(harm) = harm else { return false };
                match self.sweep {
                    Sweep::First(_) => trying.point.by = [harm; 4],
                    _ => trying.point.by[place] = harm,
                }
            } else if is_asked {
                trying.point.by[place] = trying.point.by[place & matter];
            }
            trying.tried += 1;
        }
        true
    }

    /// Begins a run with this crash, or goes on with the one that was begun. At its end, what it came to.
    fn try_one(
        &mut self,
        at: Time,
        how: How,
        in_flight: InFlight,
        underway: &mut Option<Underway>,
        end: u32,
    ) -> Option<Harm> {
        if underway.is_none() {
            let crashed = self.world.crashed(&self.plan, at, how, in_flight, &mut self.notes);
            self.notes.clear();
            let Some(mut world) = crashed else { return Some(Harm::None) };
            world.forget_crashes(self.struck.is_none_or(|struck| struck >= at));
            *underway = Some(Underway::new(world, self.went_back));
            self.alive.clear();
        }
        let run = underway.as_mut()?;
        let (before, left) = (run.steps(), end.saturating_sub(self.steps));
        let ended =
            self.endings.advance(&self.plan, &mut self.judge, run, &mut self.notes, &mut self.alive, left.max(1));
        self.steps += run.steps() - before;
        let ended = ended?;
        self.spared += ended.spared;
        self.runs += 1;
        *underway = None;
        Some(ended.harm)
    }
}

/// The whole crash map of a run at once.
#[must_use]
pub fn crash_map(run: &Run, right: Option<Rc<SortedMap<RowKey, Total>>>, struck: Option<Time>) -> Vec<CrashPoint> {
    let mut map = CrashMap::new(&run.plan, right, struck);
    while !map.advance(u32::MAX) {}
    map.points
}

/// When the first crash struck in any lane.
#[must_use]
pub fn first_crash(runs: &[Run]) -> Option<Time> {
    let first = |run: &Run| run.facts.iter().find(|n| matches!(n.fact, Fact::Crashed { .. })).map(|n| n.at);
    runs.iter().filter_map(first).min()
}
