//! The run as data, written piece by piece so that a page can show how far it is and stop: as JSON the scenario, the outcome
//! and every fact, as CSV a line a fact.

use crate::i18n::narrate::narrate;
use crate::i18n::Lang;
use crate::run::outcome::{kind_name, LaneOutcome};
use crate::run::{view, Run};
use crate::sim::plan::Plan;
use crate::sim::scenario::Scenario;

/// Facts that are written at a time, unless the caller says otherwise: some milliseconds.
pub const FACTS_AT_ONCE: usize = 2_000;

/// How the run is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `{"scenario": …, "lanes": [{"outcome": …, "facts": […]}, …]}`; outcome and facts as the JavaScript API gives them.
    Json,
    /// Lane, sink, time, step, attempt, fact, its fields as JSON, its sentence.
    Csv,
}

/// An export under way.
pub struct Export {
    format: Format,
    lang: Lang,
    scenario: Scenario,
    /// The lane that is being written, once it was run.
    run: Option<Run>,
    lane: usize,
    fact: usize,
    out: String,
}

/// The heads of the columns.
const CSV_HEAD: &str = "lane,sink,time,step,attempt,fact,fields,sentence\r\n";

impl Export {
    /// Begins.
    #[must_use]
    pub fn new(scenario: &Scenario, format: Format, lang: Lang) -> Export {
        let out = match format {
            Format::Json => format!("{{\"scenario\":{},\"lanes\":[", scenario.to_json()),
            Format::Csv => CSV_HEAD.to_string(),
        };
        Export { format, lang, scenario: scenario.clone(), run: None, lane: 0, fact: 0, out }
    }

    /// How much is done, in thousandths.
    #[must_use]
    pub fn progress(&self) -> u32 {
        let lanes = self.scenario.sinks.len();
        let in_lane = self.run.as_ref().map_or(0, |run| self.fact * 1_000 / run.facts.len().max(1));
        ((self.lane * 1_000 + in_lane) / lanes) as u32
    }

    /// Goes on by a lane's run, or by so many facts. Answers whether it is done; then [`into_text`](Self::into_text) has it
    /// all.
    pub fn advance(&mut self, facts: usize) -> bool {
        if self.lane == self.scenario.sinks.len() {
            return true;
        }
        let Some(run) = &self.run else {
            let run = Run::new(Plan::new(&self.scenario, self.lane));
            if self.format == Format::Json {
                let comma = if self.lane > 0 { "," } else { "" };
                let outcome = serde_json::to_string(&LaneOutcome::of(&run)).unwrap_or_default();
                self.out.extend([comma, "{\"outcome\":", &outcome, ",\"facts\":["]);
            }
            self.run = Some(run);
            return false;
        };
        let until = (self.fact + facts.max(1)).min(run.facts.len());
        for (index, noted) in run.facts[self.fact..until].iter().enumerate() {
            let fact = serde_json::to_string(&view::fact(&run.plan, noted)).unwrap_or_default();
            match self.format {
                Format::Json => {
                    let comma = if self.fact + index > 0 { "," } else { "" };
                    self.out.extend([comma, &fact]);
                }
                Format::Csv => {
                    let sentence = narrate(self.lang, &run.plan, noted).text;
                    let known = [
                        (self.lane + 1).to_string(),
                        kind_name(run.plan.sink).to_string(),
                        noted.at.to_string(),
                        noted.step.to_string(),
                        noted.attempt.0.to_string(),
                        noted.fact.name().as_str().to_string(),
                        fact,
                        sentence,
                    ];
                    self.out.push_str(&known.map(|field| csv(&field)).join(","));
                    self.out.push_str("\r\n");
                }
            }
        }
        self.fact = until;
        if until == run.facts.len() {
            if self.format == Format::Json {
                self.out.push_str("]}");
            }
            (self.run, self.fact) = (None, 0);
            self.lane += 1;
            if self.lane == self.scenario.sinks.len() {
                if self.format == Format::Json {
                    self.out.push_str("]}\n");
                }
                return true;
            }
        }
        false
    }

    /// What was written.
    #[must_use]
    pub fn into_text(self) -> String {
        self.out
    }
}

/// A field of CSV: in quotes where it needs them. A field that a spreadsheet would take for a formula gets an apostrophe.
fn csv(field: &str) -> String {
    let is_formula =
        field.starts_with(['=', '+', '@', '\t', '\r']) || (field.starts_with('-') && field.parse::<i64>().is_err());
    let field = if is_formula { format!("'{field}") } else { field.to_string() };
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_csv_or_a_spreadsheet_would_misread_is_wrapped() {
        let cases = [
            ("a", "a"),
            ("a,b", "\"a,b\""),
            ("say \"a\"", "\"say \"\"a\"\"\""),
            ("=1+1", "'=1+1"),
            ("-5", "-5"),
            ("-A1", "'-A1"),
        ];
        for (field, wanted) in cases {
            assert_eq!(csv(field), wanted);
        }
    }
}
