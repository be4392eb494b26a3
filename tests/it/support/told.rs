//! A run and what came out of it, to be asked short questions.

use super::{outcome, run, scenario};
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::fact::Fact;
use serde_json::{json, Value};

/// Ten records: at 10 the count of `a` is 3 after a checkpoint at 3 and a crash at 10, and falls from 4 in a replay.
pub fn records() -> Value {
    let all = [(1, "a"), (2, "b"), (3, "a"), (5, "a"), (8, "a"), (10, "b"), (11, "c"), (12, "a"), (13, "b"), (14, "c")];
    all.iter().enumerate().map(|(i, (t, key))| json!({"t": t, "key": key, "value": 10 * (i + 1)})).collect()
}

/// A run and its outcome.
pub struct Told {
    pub run: Run,
    pub outcome: Value,
}

impl Told {
    /// Runs the ten records with a sink and a story.
    pub fn story(sink: Value, story: &str) -> Told {
        Told::with(sink, json!({"story": story}))
    }

    /// Runs the ten records with a sink and these fields of a scenario.
    pub fn with(sink: Value, fields: Value) -> Told {
        let mut document = json!({"format": 1, "records": records(), "sinks": [sink]});
        for (name, value) in fields.as_object().expect("fields") {
            document[name] = value.clone();
        }
        if document.get("sources").is_some() {
            document.as_object_mut().expect("an object").remove("records");
        }
        let run = run(&scenario(&document));
        Told { outcome: outcome(&run), run }
    }

    /// The verdict.
    pub fn verdict(&self) -> &str {
        self.outcome["verdict"].as_str().unwrap_or_default()
    }

    /// One entry for each extra copy.
    pub fn duplicates(&self) -> Vec<u64> {
        numbers(&self.outcome["duplicates"])
    }

    /// What was read and is not visible.
    pub fn missing(&self) -> Vec<u64> {
        numbers(&self.outcome["missing"])
    }

    /// What readers get, in order.
    pub fn visible(&self) -> Vec<u64> {
        numbers(&self.outcome["visible"])
    }

    /// How the job ended.
    pub fn job(&self) -> &str {
        self.outcome["job"].as_str().unwrap_or_default()
    }

    /// The number of attempts that came up.
    pub fn attempts(&self) -> usize {
        self.outcome["attempts"].as_array().map_or(0, Vec::len)
    }

    /// Where a transaction stands, by its number.
    pub fn transaction(&self, number: u32) -> &str {
        self.outcome["transactions"][format!("T{number}")].as_str().unwrap_or("none")
    }

    /// The place of the first fact that is one of these.
    ///
    /// # Panics
    /// If there is none.
    pub fn first(&self, what: &str, is_it: impl Fn(&Fact) -> bool) -> usize {
        let place = self.run.facts.iter().position(|noted| is_it(&noted.fact));
        place.unwrap_or_else(|| panic!("nowhere: {what}"))
    }

    /// The place of the first fact with this text in its line of the table.
    pub fn line(&self, text: &str) -> usize {
        let describe = |fact: &Fact| exactly_once_lab::run::table::describe(&self.run.plan, fact);
        self.first(text, |fact| describe(fact) == text)
    }

    /// Are there facts of this kind?
    pub fn has(&self, name: &str) -> bool {
        self.run.facts.iter().any(|noted| noted.fact.name().as_str() == name)
    }

    /// Every record once, and the job finished.
    #[track_caller]
    pub fn is_exactly_once(&self) {
        assert_eq!((self.job(), self.verdict()), ("finished", "exactly_once"), "{}", self.outcome);
    }
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
}
