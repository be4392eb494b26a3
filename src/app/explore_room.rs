//! The explorer's room without a browser: what is asked, how far the answer is, where the cursor stands, what is said.

use super::hunt::Hunt;
use super::room::Room;
use super::share::Link;
use super::take::picture::title_of;
use crate::explore::{
    fact_before, windows, Counterexample, CrashMap, CrashPoint, FaultKind, Harm, LaneReport, Matrix, Options, Pairs,
    Place, Progress, Refused, Timings, Verdicts, Window, SIDE,
};
use crate::i18n::explore::{self, harm, variant, words};
use crate::i18n::window::{bounds, just_after};
use crate::i18n::Lang;
use crate::run::{Noted, Run};
use crate::sim::fact::Fact;
use crate::sim::id::Time;
use crate::sim::plan::Plan;
use crate::sim::scenario::{Named, Profile, Scenario, SinkSpec};
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

/// What is said of a place of the matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Which place it is.
    pub place: String,
    /// What came of its runs.
    pub result: String,
    /// The crashes of the run that is shown for it, a sentence each.
    pub crashes: Vec<String>,
}

/// A harmful window in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What a crash in it comes to.
    pub harm: Harm,
    /// When it is, and between which facts.
    pub text: String,
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
    /// The room as it is entered; exploring has begun. What was asked before is taken from the address, the text after
    /// its `#`: `crashes=3`, `timing=all` or a profile's name, `find` with a mistake's number, `own=1`, `sink` with the
    /// number of the matrix, `place=12.40` with the cursor's row and column in it, `more=1` for a crash added to each fault of
    /// the table and `cell=3.5` with the place of the table that is looked at. What makes no sense there is skipped.
    #[must_use]
    pub fn enter(link: Rc<Link>, hash: &str) -> ExploreRoom {
        let asked = |name: &str| {
            let parameters = hash.trim_start_matches('#').split('&').filter_map(|parameter| parameter.split_once('='));
            parameters.filter(|(given, _)| *given == name).map(|(_, value)| value).next_back()
        };
        let hunt = asked("find").and_then(|number| number.parse().ok()).and_then(Hunt::new);
        let mut room = ExploreRoom {
            link,
            crashes: if asked("crashes") == Some("3") { 3 } else { 2 },
            timings: asked("timing").and_then(timings_of).unwrap_or_else(|| usual_timings(hunt.is_some())),
            in_own: hunt.is_some() && asked("own") == Some("1"),
            hunt,
            stage: Stage::Pairs,
            pairs: Err(Refused::Story),
            stopped: None,
            spent: 0.0,
            examples: Vec::new(),
            maps: Vec::new(),
            table: None,
            with_crash: asked("more") == Some("1"),
            looked_at: None,
            lane: asked("sink").and_then(|number| number.parse::<usize>().ok()?.checked_sub(1)).unwrap_or_default(),
            cursor: (0, 0),
            has_moved: false,
            drawn: 0,
        };
        room.start();
        if let Some((row, column)) = asked("place").and_then(two_numbers).filter(|(r, c)| *r < SIDE && *c < SIDE) {
            room.update(Msg::Go(row, column));
        }
        room.looked_at = asked("cell").and_then(two_numbers).filter(|(_, column)| *column < FaultKind::ALL.len());
        room
    }

    /// The address to come back to: the text after the `#`.
    #[must_use]
    pub fn address(&self) -> String {
        let mut text = Room::Explore.link(&self.link);
        if self.crashes > 2 {
            text.push_str("&crashes=3");
        }
        if self.timings != usual_timings(self.hunt.is_some()) {
            let name = match self.timings {
                Timings::Own => "own",
                Timings::All => "all",
                Timings::One(profile) => profile.name(),
            };
            text.push_str(&format!("&timing={name}"));
        }
        if let Some(hunt) = &self.hunt {
            text.push_str(&format!("&find={}{}", hunt.number, if self.in_own { "&own=1" } else { "" }));
        }
        if self.lane > 0 {
            text.push_str(&format!("&sink={}", self.lane + 1));
        }
        if self.has_moved {
            text.push_str(&format!("&place={}.{}", self.cursor.0, self.cursor.1));
        }
        if self.with_crash {
            text.push_str("&more=1");
        }
        if let Some((row, column)) = self.looked_at {
            text.push_str(&format!("&cell={row}.{column}"));
        }
        text
    }

    /// The scenario that is asked about, with its crashes.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        match &self.hunt {
            Some(hunt) if self.in_own => Scenario { mutant: Some(hunt.mutant()), ..self.link.scenario.clone() },
            Some(hunt) => hunt.scene.wrong(),
            None => self.link.scenario.clone(),
        }
    }

    /// What the scenario that is asked about is called.
    #[must_use]
    pub fn title(&self, lang: Lang) -> String {
        if self.hunt.is_some() && !self.in_own {
            return words(lang).hunt_scene.to_string();
        }
        title_of(lang, &self.link.scenario, self.link.base())
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

    /// What the place under the cursor says.
    #[must_use]
    pub fn says(&self, lang: Lang) -> Option<Said> {
        let (words, (row, column)) = (words(lang), self.cursor);
        let matrix = self.matrix()?;
        let span = |place: usize| {
            let (from, to) = (matrix.begin(place), matrix.begin(place + 1));
            if place == SIDE - 1 {
                format!("{from} {} {}", words.seconds, words.later)
            } else {
                format!("{from} {} {to} {}", words.between, words.seconds)
            }
        };
        let place = format!("{} {}{}{} {}", words.first, span(row), words.comma, words.second, span(column));
        let result = match matrix.place(row, column) {
            Place::Before => words.before.to_string(),
            Place::NoJob => words.no_job.to_string(),
            Place::Unknown => words.unknown.to_string(),
            Place::Tried { runs, worst, .. } => explore::runs_worst(lang, u64::from(runs), worst),
        };
        let found = matrix.example(row, column);
        let crashes = found.map(|found| self.story_of(lang, &found)).unwrap_or_default();
        Some(Said { place, result, crashes })
    }

    /// The crashes of a run, each with what happened just before it.
    fn story_of(&self, lang: Lang, found: &Counterexample) -> Vec<String> {
        let Some(explored) = self.explored() else { return Vec::new() };
        let one = |(index, crash): (usize, &crate::explore::Crash)| {
            let before = Counterexample { crashes: found.crashes[..index].to_vec(), ..found.clone() };
            let run = Run::new(Plan::new(&before.scenario(explored), self.lane));
            let after = fact_before(&run, crash.at).map(|noted| just_after(lang, &run, noted)).unwrap_or_default();
            let (comma, how) = (words(lang).comma, variant(lang, crash.how, crash.in_flight));
            let at = format!("{} {}", crash.at, words(lang).seconds);
            if after.is_empty() {
                format!("{at}{comma}{how}")
            } else {
                format!("{at}{comma}{how}{comma}{after}")
            }
        };
        found.crashes.iter().enumerate().map(one).collect()
    }

    /// The harmful windows of one crash in a lane, in words, and how many more there are; `None` until they are known.
    #[must_use]
    pub fn windows(&self, lane: usize, lang: Lang) -> Option<(Vec<Told>, usize)> {
        let LaneMap { run, windows, .. } = self.maps.get(lane)?;
        let harmful: Vec<&Window> = windows.as_ref()?.iter().filter(|window| window.harm != Harm::None).collect();
        let one = |window: &&Window| {
            let words = words(lang);
            // A crash comes before anything else of its millisecond: the window begins with what happened just before it.
            let from = window.from.since(Time(1));
            let span = format!("{from} {} {} {}", words.between, window.to, words.seconds);
            let between = bounds(lang, run, window).join(words.comma);
            Told { harm: window.harm, text: format!("{span}{}{between}", words.colon) }
        };
        let told = harmful.iter().take(MAX_WINDOWS).map(one).collect();
        Some((told, harmful.len().saturating_sub(MAX_WINDOWS)))
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

    /// What a place of the table says.
    #[must_use]
    pub fn table_says(&self, lang: Lang) -> Option<String> {
        let (row, column) = self.looked_at?;
        let table = self.table()?;
        let words = words(lang);
        let verdict = table.verdict(row, column)?;
        let sink = explore::sink(lang, table.sinks()[row]);
        let fault = explore::fault(lang, FaultKind::ALL[column]);
        let of = |result: &str| format!("{sink}{}{fault}{}{result}", words.comma, words.colon);
        if verdict.places == 0 {
            return Some(of(words.not_there));
        }
        let counts = [verdict.places, verdict.runs, verdict.harmful].map(u64::from);
        Some(format!("{}{}", of(harm(lang, verdict.worst)), explore::tried(lang, counts)))
    }
}

/// A mistake can show in one timing only, so it is looked for in all.
fn usual_timings(hunts: bool) -> Timings {
    if hunts {
        Timings::All
    } else {
        Timings::Own
    }
}

/// Timings by their name: `all`, `own` or a profile's.
#[must_use]
pub fn timings_of(name: &str) -> Option<Timings> {
    match name {
        "all" => Some(Timings::All),
        "own" => Some(Timings::Own),
        name => Profile::from_name(name).map(Timings::One),
    }
}

/// What is needed to map every lane of a scenario.
fn maps(scenario: &Scenario) -> Vec<LaneMap> {
    let lane =
        |run: Run| LaneMap { map: CrashMap::new(&run.plan, run.right_table().map(Rc::new), None), run, windows: None };
    Run::lanes(scenario).into_iter().map(lane).collect()
}

/// Two numbers with a point between them.
fn two_numbers(text: &str) -> Option<(usize, usize)> {
    let (row, column) = text.split_once('.')?;
    Some((row.parse().ok()?, column.parse().ok()?))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::Preset;
    use crate::explore::harm_of;

    fn room(id: &str) -> ExploreRoom {
        let scenario = Preset::find(id).expect("a preset").scenario();
        ExploreRoom::enter(Rc::new(Link::to(scenario)), "")
    }

    fn finish(room: &mut ExploreRoom) {
        while room.is_working() {
            room.advance();
        }
    }

    #[test]
    fn every_run_that_is_offered_comes_to_the_harm_that_is_named() {
        let mut room = room("running-example");
        finish(&mut room);
        let mut seen = 0;
        for lane in 0..room.sinks().len() {
            for example in room.examples(lane) {
                assert_eq!(harm_of(&example.scenario, 0), example.harm);
                seen += 1;
            }
        }
        assert!(seen >= 3, "{seen}");
        for (row, column) in [(0, 1), (2, 8), (3, 11)] {
            room.update(Msg::Look(row, column));
            let example = room.example_of_table().expect("the table is complete");
            assert_eq!(harm_of(&example.scenario, 0), example.harm);
        }
    }

    #[test]
    fn the_cursor_goes_from_harm_to_harm_and_stays_inside() {
        let mut room = room("no-crash");
        finish(&mut room);
        room.update(Msg::Move(-1_000, -1_000));
        assert_eq!(room.cursor, (0, 0));
        room.update(Msg::Move(1_000, 1_000));
        let last = room.matrix().expect("explored").last();
        assert_eq!(room.cursor, (last, last));
        let mut seen = Vec::new();
        for _ in 0..20 {
            room.update(Msg::NextHarm);
            assert!(!seen.contains(&room.cursor));
            seen.push(room.cursor);
            let example = room.example_here().expect("there is harm here");
            assert_eq!(harm_of(&example.scenario, room.lane), example.harm);
            for lang in Lang::ALL {
                let said = room.says(lang).expect("explored");
                assert!(said.result.contains(harm(lang, example.harm)), "{said:?}");
                let [.., last] = &said.crashes[..] else { panic!("{said:?}") };
                assert!(last.starts_with(&example.at.to_string()), "{said:?}");
                assert_eq!(said.crashes.len(), 2, "{said:?}");
            }
        }
    }

    #[test]
    fn every_place_says_something() {
        let mut room = room("running-example");
        assert!(!room.has_cursor() && room.says(Lang::En).is_none());
        finish(&mut room);
        let last = room.matrix().expect("explored").last();
        for (row, column) in (0..=last).step_by(7).flat_map(|row| (0..=last).map(move |column| (row, column))) {
            room.update(Msg::Go(row, column));
            let said = room.says(Lang::En).expect("explored");
            assert!(said.place.starts_with("First crash "), "{said:?}");
            assert_eq!(said.result.contains("comes after"), column < row, "{said:?}");
            assert_eq!(room.says(Lang::Zh).expect("explored").crashes.len(), said.crashes.len());
        }
    }

    #[test]
    fn what_is_asked_anew_is_answered_anew() {
        let mut room = room("running-example");
        finish(&mut room);
        let two = room.progress().runs;
        room.update(Msg::Crashes(3));
        assert!(room.is_working() && room.progress().runs == 0);
        room.update(Msg::Crashes(2));
        finish(&mut room);
        assert_eq!(room.progress().runs, two);
        let other = Preset::find("files").expect("a preset").scenario();
        room.update(Msg::Link(Rc::new(Link::to(other.clone()))));
        finish(&mut room);
        assert_eq!(room.sinks(), other.sinks);
    }

    #[test]
    fn what_was_stopped_has_examples_and_goes_on_to_the_same_end() {
        let mut whole = room("no-crash");
        finish(&mut whole);
        for slices in 1..40 {
            let mut room = room("no-crash");
            (0..slices).for_each(|_| room.advance());
            let was_done = room.is_done();
            room.update(Msg::Cancel);
            assert_eq!(room.is_cancelled(), !was_done);
            let runs = room.progress().runs;
            finish(&mut room);
            assert_eq!(room.progress().runs, runs, "nothing goes on");
            for (lane, report) in room.reports().iter().enumerate() {
                let made: Vec<Harm> = room.examples(lane).iter().map(|example| example.harm).collect();
                let found: Vec<Harm> = report.counterexamples.iter().map(|found| found.harm).collect();
                assert!(made == found || room.maps.iter().all(|lane| lane.windows.is_none()), "{made:?} {found:?}");
            }
            room.update(Msg::GoOn);
            finish(&mut room);
            assert!(!room.is_cancelled());
            assert_eq!(room.progress(), whole.progress());
            assert_eq!((room.examples.clone(), room.matrix()), (whole.examples.clone(), whole.matrix()));
            assert!(room.table().is_some_and(Verdicts::is_done));
            assert_eq!(room.cursor, whole.cursor);
        }
    }

    #[test]
    fn the_cursor_begins_where_there_is_something_to_see() {
        for id in ["no-crash", "running-example", "files", "writer-committer", "timeout-below-downtime"] {
            let mut room = room(id);
            finish(&mut room);
            for lane in 0..room.sinks().len() {
                room.update(Msg::Lane(lane));
                let (row, column) = room.cursor;
                let place = room.matrix().expect("explored").place(row, column);
                let Place::Tried { worst, .. } = place else { panic!("{id}, lane {lane}: {place:?}") };
                let is_harmless = room.next_harm().is_none();
                assert_eq!(worst == Harm::None, is_harmless, "{id}, lane {lane}");
            }
            room.update(Msg::Go(3, 9));
            room.update(Msg::Lane(0));
            assert_eq!(room.cursor, (3, 9), "who has put it somewhere finds it there in each lane");
        }
    }

    #[test]
    fn harmful_windows_are_told_of_each_lane() {
        let mut room = room("no-crash");
        assert!(room.windows(0, Lang::En).is_none() && room.crash_maps().is_none());
        finish(&mut room);
        let maps = room.crash_maps().expect("complete");
        let harmful = |lane: usize| maps[lane].1.iter().any(|point| point.harm() != Harm::None);
        for lane in 0..maps.len() {
            for lang in Lang::ALL {
                let (told, _) = room.windows(lane, lang).expect("complete");
                assert_eq!(!told.is_empty(), harmful(lane), "lane {lane}");
                assert!(told.len() <= MAX_WINDOWS && told.iter().all(|told| told.harm != Harm::None));
                // Each lies between two facts.
                assert!(told.iter().all(|told| told.text.matches('\u{201c}').count() == 2), "{told:?}");
            }
        }
        let [first, ..] = &room.windows(0, Lang::En).expect("complete").0[..] else { panic!("append has windows") };
        let is_said = first.text.contains(": after \u{201c}") && first.text.contains(", before \u{201c}");
        assert!(is_said, "{first:?}");
    }

    #[test]
    fn a_hunt_is_explored_with_its_mistake_in_its_own_scene_or_the_labs() {
        let mut room = room("running-example");
        room.update(Msg::Hunt(9));
        let hunt = room.hunt.as_ref().expect("there is one").clone();
        assert_eq!(room.scenario(), hunt.scene.wrong());
        finish(&mut room);
        assert!(room.reports().iter().any(|report| report.worst() >= Harm::Duplicates));
        room.update(Msg::InOwn(true));
        assert_eq!(room.scenario().mutant, Some(hunt.mutant()));
        assert_eq!(room.sinks(), Preset::find("running-example").expect("a preset").scenario().sinks);
        room.update(Msg::Hunt(0));
        assert_eq!(room.scenario().mutant, None);
    }

    #[test]
    fn a_story_is_refused() {
        let story = r#"{"format": 1, "records": [{"t": 1, "key": "a", "value": 1}], "sinks": [{"kind": "append"}],
            "story": "emit 1; crash; finish"}"#;
        let scenario = Scenario::from_json(story).expect("a scenario");
        let mut room = ExploreRoom::enter(Rc::new(Link::to(scenario)), "");
        assert_eq!(room.refused(), Some(Refused::Story));
        assert!(!room.is_working());
        room.advance();
        room.update(Msg::NextHarm);
        assert_eq!(room.matrix(), None);
    }

    #[test]
    fn the_address_brings_back_what_was_asked() {
        let mut room = room("no-crash");
        room.update(Msg::Crashes(3));
        room.update(Msg::Timings(Timings::One(Profile::SlowStore)));
        let link = Rc::new(Link::parse(&room.address()).expect("a link"));
        let again = ExploreRoom::enter(link, &room.address());
        assert_eq!((again.crashes, again.timings, again.hunt.is_none()), (3, Timings::One(Profile::SlowStore), true));
        assert_eq!(again.scenario(), room.scenario());
        room.update(Msg::Hunt(7));
        room.update(Msg::InOwn(true));
        room.update(Msg::Timings(Timings::Own));
        let again = ExploreRoom::enter(room.link.clone(), &room.address());
        assert_eq!((again.timings, again.address()), (Timings::Own, room.address()));
        assert_eq!(again.scenario(), room.scenario());
        room.update(Msg::Hunt(0));
        finish(&mut room);
        room.update(Msg::Lane(2));
        room.update(Msg::Go(5, 30));
        room.update(Msg::WithCrash(true));
        room.update(Msg::Look(3, 4));
        let again = ExploreRoom::enter(room.link.clone(), &room.address());
        assert_eq!((again.lane, again.cursor, again.with_crash, again.looked_at), (2, (5, 30), true, Some((3, 4))));
        assert_eq!(again.address(), room.address());
        for nonsense in ["sink=0&place=99.1&cell=3.77", "sink=x&place=5&cell=", "place=1.x&more=2"] {
            let mut room = ExploreRoom::enter(Rc::new(Link::parse("").expect("a link")), nonsense);
            finish(&mut room);
            assert_eq!((room.lane, room.has_moved, room.with_crash, room.looked_at), (0, false, false, None));
        }
        for nonsense in ["crashes=9&timing=soon&find=0&own=1", "find=99", "find=x&crashes"] {
            let room = ExploreRoom::enter(Rc::new(Link::parse("").expect("a link")), nonsense);
            assert_eq!((room.crashes, room.timings, room.hunt.is_none()), (2, Timings::Own, true));
        }
    }
}
