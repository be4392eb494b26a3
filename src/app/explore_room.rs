//! The explorer's room without a browser: what is asked, how far the answer is, where the cursor stands, what is said.

use super::hunt::Hunt;
use super::room::Room;
use super::share::Link;
use crate::explore::{
    fact_before, Counterexample, FaultKind, Harm, LaneReport, Matrix, Options, Pairs, Place, Progress, Refused,
    Timings, Verdicts, SIDE,
};
use crate::i18n::explore::{harm, variant, words};
use crate::i18n::narrate::narrate;
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
    Table,
    Rest,
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
    /// Was it stopped before its end?
    pub is_cancelled: bool,
    /// Milliseconds of work on crashes.
    pub spent: f64,
    examples: Vec<Vec<Example>>,
    table: Option<Verdicts>,
    /// Is a crash added to each fault of the table?
    pub with_crash: bool,
    /// The place of the table that is looked at.
    pub looked_at: Option<(usize, usize)>,
    /// The lane whose matrix is shown.
    pub lane: usize,
    /// The cursor in it: row and column.
    pub cursor: (usize, usize),
    /// Counts up when pictures have to be drawn anew.
    pub drawn: u32,
}

impl ExploreRoom {
    /// The room as it is entered; exploring has begun. What was asked before is taken from the address, the text after
    /// its `#`: `crashes=3`, `timing=all` or a profile's name, `find` with a mistake's number, `own=1`. What makes no sense
    /// there is skipped.
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
            is_cancelled: false,
            spent: 0.0,
            examples: Vec::new(),
            table: None,
            with_crash: false,
            looked_at: None,
            lane: 0,
            cursor: (0, 0),
            drawn: 0,
        };
        room.start();
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
        self.lane = self.lane.min(scenario.sinks.len() - 1);
        self.cursor = (0, 0);
        self.is_cancelled = false;
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
            Msg::Cancel => {
                self.is_cancelled = self.is_working();
                self.stage = Stage::Rest;
            }
            Msg::Lane(lane) => {
                self.lane = lane;
                self.drawn += 1;
            }
            Msg::Go(row, column) => self.cursor = (row, column),
            Msg::Move(down, right) => {
                let last = self.matrix().map_or(SIDE - 1, Matrix::last) as i32;
                let to = |from: usize, by: i32| (from as i32 + by).clamp(0, last) as usize;
                self.cursor = (to(self.cursor.0, down), to(self.cursor.1, right));
            }
            Msg::NextHarm => self.next_harm(),
            Msg::WithCrash(with_crash) => {
                self.with_crash = with_crash;
                self.table = None;
                self.looked_at = None;
                self.stage = self.stage.min(Stage::Table);
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

    /// Is there work left to do?
    #[must_use]
    pub fn is_working(&self) -> bool {
        self.stage < Stage::Rest || self.hunt.as_ref().is_some_and(Hunt::is_working)
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
                    self.stage = Stage::Examples;
                    if self.cursor == (0, 0) {
                        self.next_harm();
                    }
                }
            }
            Stage::Examples => self.next_example(),
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
        self.stage = Stage::Table;
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

    fn next_harm(&mut self) {
        let Some(matrix) = self.matrix() else { return };
        let all = SIDE * SIDE;
        let from = self.cursor.0 * SIDE + self.cursor.1;
        let harm_at = |index: usize| match matrix.place(index / SIDE, index % SIDE) {
            // What is filled in from before is no news.
            Place::Tried { row, column, worst, .. } if (row, column) == (index / SIDE, index % SIDE) => worst,
            _ => Harm::None,
        };
        let next = (1..=all).map(|by| (from + by) % all).find(|index| harm_at(*index) != Harm::None);
        if let Some(index) = next {
            self.cursor = (index / SIDE, index % SIDE);
        }
    }

    /// What the place under the cursor says, in a sentence or a few.
    #[must_use]
    pub fn says(&self, lang: Lang) -> String {
        let words = words(lang);
        let (row, column) = self.cursor;
        let Some(matrix) = self.matrix() else { return words.unknown.to_string() };
        let span = |place: usize| {
            let (from, to) = (matrix.begin(place), matrix.begin(place + 1));
            if place == SIDE - 1 {
                format!("{from} {} {}", words.seconds, words.later)
            } else {
                format!("{from} {} {to} {}", words.between, words.seconds)
            }
        };
        let mut text = format!("{} {} · {} {}: ", words.first, span(row), words.second, span(column));
        match matrix.place(row, column) {
            Place::Before => text.push_str(words.before),
            Place::NoJob => text.push_str(words.no_job),
            Place::Unknown => text.push_str(words.unknown),
            Place::Tried { runs, worst, .. } => {
                text.push_str(&format!("{} {}: {}", grouped(u64::from(runs)), words.of_runs, harm(lang, worst)));
            }
        }
        if let Some(found) = matrix.example(row, column) {
            text.push_str(&self.story_of(lang, &found));
        }
        text
    }

    /// The crashes of a run, each with what happened just before it.
    fn story_of(&self, lang: Lang, found: &Counterexample) -> String {
        let Some(explored) = self.explored() else { return String::new() };
        let mut text = String::new();
        for (index, crash) in found.crashes.iter().enumerate() {
            let before = Counterexample { crashes: found.crashes[..index].to_vec(), ..found.clone() };
            let run = Run::new(Plan::new(&before.scenario(explored), self.lane));
            let told = fact_before(&run, crash.at).map(|noted| told(lang, &run, noted)).unwrap_or_default();
            let how = variant(lang, crash.how, crash.in_flight);
            text.push_str(&format!(
                " · {} {}, {how}, {} \u{201c}{told}\u{201d}",
                crash.at,
                words(lang).seconds,
                lang.words().map_after
            ));
        }
        text
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
        let sink = crate::i18n::explore::sink(lang, table.sinks()[row]);
        let fault = crate::i18n::explore::fault(lang, FaultKind::ALL[column]);
        if verdict.places == 0 {
            return Some(format!("{sink}, {fault}: {}", words.not_there));
        }
        let (places, runs) = (grouped(u64::from(verdict.places)), grouped(u64::from(verdict.runs)));
        Some(format!(
            "{sink}, {fault}: {}. {} {places} {}, {runs} {} {}",
            harm(lang, verdict.worst),
            words.tried_at,
            words.places,
            words.of_runs_harmful,
            grouped(u64::from(verdict.harmful)),
        ))
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

/// A fact in words, without the point at its end.
fn told(lang: Lang, run: &Run, noted: &Noted) -> String {
    narrate(lang, &run.plan, noted).text.trim_end_matches(['.', '。']).to_string()
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

/// A number with its thousands set apart.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
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
                let text = room.says(lang);
                assert!(text.contains(harm(lang, example.harm)), "{text}");
                assert!(text.contains(&example.at.to_string()), "{text}");
            }
        }
    }

    #[test]
    fn every_place_says_something() {
        let mut room = room("running-example");
        let before = room.says(Lang::En);
        assert_eq!(before, "Not tried yet.");
        finish(&mut room);
        let last = room.matrix().expect("explored").last();
        for (row, column) in (0..=last).step_by(7).flat_map(|row| (0..=last).map(move |column| (row, column))) {
            room.update(Msg::Go(row, column));
            let text = room.says(Lang::En);
            assert!(text.starts_with("First crash "), "{text}");
            assert_eq!(text.contains("comes after"), column < row, "{text}");
        }
    }

    #[test]
    fn what_is_asked_anew_is_answered_anew() {
        let mut room = room("running-example");
        finish(&mut room);
        let two = room.progress().runs;
        room.update(Msg::Crashes(3));
        assert!(room.is_working() && room.progress().runs == 0);
        room.advance();
        room.update(Msg::Cancel);
        assert!(room.is_cancelled && !room.is_working());
        let three = room.progress().runs;
        room.advance();
        assert_eq!(room.progress().runs, three, "nothing goes on");
        room.update(Msg::Crashes(2));
        finish(&mut room);
        assert_eq!(room.progress().runs, two);
        let other = Preset::find("files").expect("a preset").scenario();
        room.update(Msg::Link(Rc::new(Link::to(other.clone()))));
        finish(&mut room);
        assert_eq!(room.sinks(), other.sinks);
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
        for nonsense in ["crashes=9&timing=soon&find=0&own=1", "find=99", "find=x&crashes"] {
            let room = ExploreRoom::enter(Rc::new(Link::parse("").expect("a link")), nonsense);
            assert_eq!((room.crashes, room.timings, room.hunt.is_none()), (2, Timings::Own, true));
        }
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 5_655_962].map(grouped), ["0", "999", "1,000", "5,655,962"]);
    }
}
