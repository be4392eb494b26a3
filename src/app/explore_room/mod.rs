//! The explorer's room without a browser: what is asked, how far the answer is, where the cursor stands, what is said.

mod address;
mod says;
#[cfg(test)]
mod tests;

pub use address::timings_of;
pub use says::{Said, Told};

use super::hunt::Hunt;
use super::share::Link;
use crate::explore::{
    windows, Counterexample, CrashMap, CrashPoint, Harm, LaneReport, Matrix, Options, Pairs, Place, Progress, Refused,
    Timings, Verdicts, Window, SIDE,
};
use crate::i18n::Lang;
use crate::run::{Noted, Run};
use crate::sim::fact::Fact;
use crate::sim::id::Time;
use crate::sim::plan::Plan;
use crate::sim::scenario::{Scenario, SinkSpec};
use address::usual_timings;
use std::rc::Rc;

/// Runs of a lane in a timing after which the rest is left out: up to two crashes, up to three.
pub const MAX_RUNS: [u32; 2] = [2_000_000, 200_000];

/// Steps of the engine to go on for at once: a few milliseconds of work.
pub const STEPS_AT_ONCE: u32 = 40_000;
/// Runs of the table of sinks and faults to go on for at once.
pub const RUNS_AT_ONCE: u32 = 150;
/// So many harmful windows of a lane are told.
pub const MAX_WINDOWS: usize = 6;

/// A run to be opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// What it comes to.
    pub harm: Harm,
    /// The scenario.
    pub scenario: Rc<Scenario>,
    /// The moment to open it at.
    pub at: Time,
}

/// What is being worked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Pairs,
    Examples,
    Maps,
    Table,
    Rest,
}

/// The lane's run without crashes, what a crash at each moment of it comes to, and the windows of that.
struct LaneMap {
    run: Run,
    map: CrashMap,
    /// `None` until they are known.
    windows: Option<Vec<Window>>,
}

/// What a key or a button does.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// The address says this.
    Link(Rc<Link>),
    /// Up to so many crashes in a run.
    Crashes(u32),
    /// In these timings.
    Timings(Timings),
    /// Begin anew.
    Start,
    /// Stop here; what was found stays.
    Cancel,
    /// Go on from where it was stopped.
    GoOn,
    /// Look at this lane's matrix.
    Lane(usize),
    /// Go to a place of the matrix.
    Go(usize, usize),
    /// Go so many places down and to the right.
    Move(i32, i32),
    /// Go to the next place with harm.
    NextHarm,
    /// With a crash added to each fault, or without.
    WithCrash(bool),
    /// Look at a place of the table.
    Look(usize, usize),
    /// Look for this mistake, from 1; 0 for none.
    Hunt(usize),
    /// In the lab's scenario, or in the one made for the mistake.
    InOwn(bool),
    /// This candidate is it.
    Guess(usize),
    /// Tell the mistake.
    Tell,
}

/// The room.
pub struct ExploreRoom {
    /// What the address says.
    link: Rc<Link>,
    /// Up to so many crashes in a run: 2 or 3.
    pub crashes: u32,
    /// In which timings.
    pub timings: Timings,
    /// The mistake that is looked for.
    pub hunt: Option<Hunt>,
    in_own: bool,
    stage: Stage,
    pairs: Result<Pairs, Refused>,
    /// Where to go on, if it was stopped.
    stopped: Option<Stage>,
    /// Milliseconds of work on crashes.
    pub spent: f64,
    examples: Vec<Vec<Example>>,
    maps: Vec<LaneMap>,
    table: Option<Verdicts>,
    /// Is a crash added to each fault of the table?
    pub with_crash: bool,
    /// The place of the table that is looked at.
    pub looked_at: Option<(usize, usize)>,
    /// The lane whose matrix is shown.
    pub lane: usize,
    /// The cursor in it: row and column.
    pub cursor: (usize, usize),
    /// Did a person put the cursor there?
    has_moved: bool,
    /// Counts up when pictures have to be drawn anew.
    pub drawn: u32,
}

impl ExploreRoom {
    /// The scenario that is asked about, with its crashes.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        match &self.hunt {
            Some(hunt) if self.in_own => Scenario { mutant: Some(hunt.mutant()), ..self.link.scenario.clone() },
            Some(hunt) => hunt.scene.wrong(),
            None => self.link.scenario.clone(),
        }
    }

    /// Is the mistake put into the lab's scenario?
    #[must_use]
    pub fn in_own(&self) -> bool {
        self.in_own
    }

    fn start(&mut self) {
        let scenario = self.scenario();
        let max_runs = MAX_RUNS[usize::from(self.crashes > 2)];
        self.pairs = Pairs::new(&scenario, Options { crashes: self.crashes, timings: self.timings, max_runs });
        self.table = None;
        self.looked_at = None;
        self.examples = vec![Vec::new(); scenario.sinks.len()];
        self.maps = self.pairs.as_ref().map_or_else(|_| Vec::new(), |pairs| maps(pairs.scenario()));
        self.lane = self.lane.min(scenario.sinks.len() - 1);
        self.cursor = (0, 0);
        self.has_moved = false;
        self.stopped = None;
        self.spent = 0.0;
        self.stage = if self.pairs.is_ok() { Stage::Pairs } else { Stage::Rest };
        self.drawn += 1;
    }

    /// Does what a message says.
    pub fn update(&mut self, msg: Msg) {
        match msg {
            Msg::Link(link) => {
                let is_same = self.link.scenario == link.scenario;
                self.link = link;
                if !is_same && (self.hunt.is_none() || self.in_own) {
                    self.start();
                }
            }
            Msg::Crashes(crashes) => {
                self.crashes = crashes.clamp(2, 3);
                self.start();
            }
            Msg::Timings(timings) => {
                self.timings = timings;
                self.start();
            }
            Msg::Start => self.start(),
            Msg::Cancel => self.cancel(),
            Msg::GoOn => {
                if let Some(stage) = self.stopped.take() {
                    self.stage = stage;
                }
            }
            Msg::Lane(lane) => {
                self.lane = lane;
                self.drawn += 1;
                self.settle_cursor();
            }
            Msg::Go(row, column) => self.go(row, column),
            Msg::Move(down, right) => {
                let last = self.matrix().map_or(SIDE - 1, Matrix::last) as i32;
                let to = |from: usize, by: i32| (from as i32 + by).clamp(0, last) as usize;
                self.go(to(self.cursor.0, down), to(self.cursor.1, right));
            }
            Msg::NextHarm => {
                if let Some((row, column)) = self.next_harm() {
                    self.go(row, column);
                }
            }
            Msg::WithCrash(with_crash) => {
                self.with_crash = with_crash;
                self.table = None;
                self.looked_at = None;
                // What was stopped stays so, but for the table, which is asked for anew.
                if self.stage == Stage::Rest && self.stopped.is_none_or(|stopped| stopped == Stage::Table) {
                    self.stopped = None;
                    self.stage = Stage::Table;
                }
            }
            Msg::Look(row, column) => self.looked_at = Some((row, column)),
            Msg::Hunt(number) => {
                self.hunt = Hunt::new(number);
                self.timings = usual_timings(self.hunt.is_some());
                self.in_own &= self.hunt.is_some();
                self.start();
            }
            Msg::InOwn(in_own) => {
                self.in_own = in_own;
                self.start();
            }
            Msg::Guess(candidate) => {
                if let Some(hunt) = &mut self.hunt {
                    hunt.guess(candidate);
                }
            }
            Msg::Tell => {
                if let Some(hunt) = &mut self.hunt {
                    hunt.tell();
                }
            }
        }
    }

    fn go(&mut self, row: usize, column: usize) {
        self.cursor = (row, column);
        self.has_moved = true;
    }

    /// Stops. Of crashes that were tried already, examples are still made.
    fn cancel(&mut self) {
        if self.stage == Stage::Rest {
            return;
        }
        let was_exploring = self.stage == Stage::Pairs;
        self.stopped = Some(self.stopped.unwrap_or(self.stage));
        self.stage = Stage::Rest;
        if was_exploring {
            self.make_examples();
        }
        self.drawn += 1;
    }

    /// Was it stopped before its end?
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.stopped.is_some()
    }

    /// Puts the cursor to the first harm, unless a person has put it somewhere; where there is none, to the first pair.
    fn settle_cursor(&mut self) {
        if self.has_moved {
            return;
        }
        self.cursor = (0, 0);
        let is_tried = |place: &(usize, usize)| {
            self.matrix().is_some_and(|matrix| matches!(matrix.place(place.0, place.1), Place::Tried { .. }))
        };
        let first = || (0..SIDE * SIDE).map(|index| (index / SIDE, index % SIDE)).find(is_tried);
        self.cursor = self.next_harm().or_else(first).unwrap_or_default();
    }

    /// Is there something to be said of the place under the cursor? Not before a person or the end has put it there.
    #[must_use]
    pub fn has_cursor(&self) -> bool {
        self.has_moved || self.stage > Stage::Pairs
    }

    /// Is everything done that is to be done, or was it stopped?
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Rest
    }

    /// Is there work left to do?
    #[must_use]
    pub fn is_working(&self) -> bool {
        !self.is_done() || self.hunt.as_ref().is_some_and(Hunt::is_working)
    }

    /// Is exploring going on, other than for the table?
    #[must_use]
    pub fn is_exploring(&self) -> bool {
        self.stage < Stage::Table
    }

    /// Goes on for a few milliseconds of work.
    pub fn advance(&mut self) {
        if let Some(hunt) = self.hunt.as_mut().filter(|hunt| hunt.is_working()) {
            hunt.advance(STEPS_AT_ONCE);
            return;
        }
        let Ok(pairs) = &mut self.pairs else { return };
        match self.stage {
            Stage::Pairs => {
                if pairs.advance(STEPS_AT_ONCE).is_done {
                    self.make_examples();
                }
            }
            Stage::Examples => self.next_example(),
            Stage::Maps => self.next_window(),
            Stage::Table => {
                let table = match &mut self.table {
                    Some(table) => table,
                    None => match Verdicts::new(pairs.scenario(), self.with_crash) {
                        Ok(table) => self.table.insert(table),
                        Err(_) => return self.stage = Stage::Rest,
                    },
                };
                if table.advance(RUNS_AT_ONCE) {
                    self.stage = Stage::Rest;
                }
            }
            Stage::Rest => {}
        }
    }

    /// Makes one counterexample smaller.
    fn next_example(&mut self) {
        let Ok(pairs) = &self.pairs else { return };
        for (lane, report) in pairs.reports().iter().enumerate() {
            if let Some(found) = report.counterexamples.get(self.examples[lane].len()) {
                let scenario = found.smallest(pairs.scenario(), lane);
                let example = Example { harm: found.harm, at: last_crash(found), scenario: Rc::new(scenario) };
                self.examples[lane].push(example);
                return;
            }
        }
        self.stage = if self.stopped.is_some() { Stage::Rest } else { Stage::Maps };
    }

    /// Goes on with the crash maps.
    fn next_window(&mut self) {
        let Some(lane) = self.maps.iter_mut().find(|lane| lane.windows.is_none()) else {
            return self.stage = Stage::Table;
        };
        if lane.map.advance(STEPS_AT_ONCE) {
            lane.windows = Some(windows(&lane.run, lane.map.points()));
        }
    }

    /// Begins to make examples of what was found. What was made before a stop is not the smallest any more.
    fn make_examples(&mut self) {
        self.examples.iter_mut().for_each(Vec::clear);
        self.stage = Stage::Examples;
        self.settle_cursor();
    }

    /// How far exploring is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.pairs.as_ref().map(Pairs::progress).unwrap_or_default()
    }

    /// Why the scenario is not explored, if it is not.
    #[must_use]
    pub fn refused(&self) -> Option<Refused> {
        self.pairs.as_ref().err().copied()
    }

    /// What was found so far, by lane.
    #[must_use]
    pub fn reports(&self) -> &[LaneReport] {
        self.pairs.as_ref().map_or(&[], Pairs::reports)
    }

    /// The scenario that is explored, without its crashes.
    #[must_use]
    pub fn explored(&self) -> Option<&Scenario> {
        self.pairs.as_ref().ok().map(Pairs::scenario)
    }

    /// The smallest runs that come to harm in a lane, as far as they were made smaller.
    #[must_use]
    pub fn examples(&self, lane: usize) -> &[Example] {
        self.examples.get(lane).map_or(&[], Vec::as_slice)
    }

    /// The matrix of the lane that is shown.
    #[must_use]
    pub fn matrix(&self) -> Option<&Matrix> {
        self.pairs.as_ref().ok()?.matrices().get(self.lane)
    }

    /// The table of sinks and faults, once it is begun.
    #[must_use]
    pub fn table(&self) -> Option<&Verdicts> {
        self.table.as_ref()
    }

    /// The run under the cursor, if it comes to harm: every lane, both crashes.
    #[must_use]
    pub fn example_here(&self) -> Option<Example> {
        let found = self.matrix()?.example(self.cursor.0, self.cursor.1).filter(|found| found.harm != Harm::None)?;
        Some(Example { harm: found.harm, at: last_crash(&found), scenario: Rc::new(found.scenario(self.explored()?)) })
    }

    /// The run behind the place of the table that is looked at, if something goes wrong in it.
    #[must_use]
    pub fn example_of_table(&self) -> Option<Example> {
        let (row, column) = self.looked_at?;
        let table = self.table()?;
        let harm = table.verdict(row, column)?.worst;
        let scenario = table.example(row, column)?;
        let at = first_trouble(&Run::new(Plan::new(&scenario, 0)));
        Some(Example { harm, at, scenario: Rc::new(scenario) })
    }

    /// The next place with harm after the cursor, beginning anew behind the last.
    fn next_harm(&self) -> Option<(usize, usize)> {
        let matrix = self.matrix()?;
        let all = SIDE * SIDE;
        let from = self.cursor.0 * SIDE + self.cursor.1;
        let harm_at = |index: usize| match matrix.place(index / SIDE, index % SIDE) {
            // What is filled in from before is no news.
            Place::Tried { row, column, worst, .. } if (row, column) == (index / SIDE, index % SIDE) => worst,
            _ => Harm::None,
        };
        let next = (1..=all).map(|by| (from + by) % all).find(|index| harm_at(*index) != Harm::None);
        next.map(|index| (index / SIDE, index % SIDE))
    }

    /// The crash maps of all lanes, once they are complete: for each its plan's sink and what a crash at each moment comes to.
    #[must_use]
    pub fn crash_maps(&self) -> Option<Vec<(SinkSpec, &[CrashPoint])>> {
        let is_complete = !self.maps.is_empty() && self.maps.iter().all(|lane| lane.windows.is_some());
        is_complete.then(|| self.maps.iter().map(|lane| (lane.run.plan.sink, lane.map.points())).collect())
    }

    /// A link that opens an example in the lab.
    #[must_use]
    pub fn link_to(&self, example: &Example, lang: Lang) -> String {
        let link = Link { at: Some(example.at), lang: Some(lang), ..Link::to((*example.scenario).clone()) };
        link.to_text()
    }

    /// The sinks that are explored.
    #[must_use]
    pub fn sinks(&self) -> Vec<SinkSpec> {
        self.explored().map_or_else(|| self.scenario().sinks, |explored| explored.sinks.clone())
    }
}

/// What is needed to map every lane of a scenario.
fn maps(scenario: &Scenario) -> Vec<LaneMap> {
    let lane =
        |run: Run| LaneMap { map: CrashMap::new(&run.plan, run.right_table().map(Rc::new), None), run, windows: None };
    Run::lanes(scenario).into_iter().map(lane).collect()
}

fn last_crash(found: &Counterexample) -> Time {
    found.crashes.last().map_or(Time::ZERO, |crash| crash.at)
}

/// The first moment at which something goes wrong; the beginning if nothing does.
#[must_use]
pub fn first_trouble(run: &Run) -> Time {
    let is_trouble = |noted: &&Noted| {
        matches!(
            noted.fact,
            Fact::Crashed { .. }
                | Fact::CheckpointAborted { .. }
                | Fact::NotificationLost { .. }
                | Fact::ReplyLost { .. }
                | Fact::RequestRefused { .. }
                | Fact::TransactionExpired { .. }
        )
    };
    let told = run.facts.iter().find(is_trouble).map(|noted| noted.at);
    let outages = run.plan.outages.iter().map(|(_, from, _)| *from).min();
    match (told, outages) {
        (Some(told), Some(outage)) => told.min(outage),
        (told, outage) => told.or(outage).unwrap_or_default(),
    }
}
