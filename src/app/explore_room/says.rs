//! What the room says of what was found, in words.

use super::{ExploreRoom, LaneMap, MAX_WINDOWS};
use crate::app::take::picture::title_of;
use crate::explore::{fact_before, Counterexample, FaultKind, Harm, Place, Window, SIDE};
use crate::i18n::explore::{self, harm, variant, words};
use crate::i18n::window::{bounds, just_after};
use crate::i18n::Lang;
use crate::run::Run;
use crate::sim::id::Time;
use crate::sim::plan::Plan;

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

impl ExploreRoom {
    /// What the scenario that is asked about is called.
    #[must_use]
    pub fn title(&self, lang: Lang) -> String {
        if self.hunt.is_some() && !self.in_own {
            return words(lang).hunt_scene.to_string();
        }
        title_of(lang, &self.link.scenario, self.link.base())
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
