//! What is kept in the browser between visits: the draft, and drafts before it that something else took the place of.

use crate::sim::scenario::Scenario;
use serde_json::{json, Value};

/// Earlier drafts that are kept.
pub const MAX_SHELF: usize = 8;
/// Bytes of all texts together. Browsers let a site keep about five million characters; this leaves room for others.
pub const MAX_KEPT_BYTES: usize = 2_500_000;

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The text of the draft.
    pub text: String,
    /// The scenario that the address had last, as canonical JSON: the draft's own as soon as it could be read.
    pub origin: String,
    /// Was anything written, or is the text as it was opened?
    pub is_written: bool,
    /// Earlier drafts, the newest first.
    pub shelf: Vec<String>,
}

impl Kept {
    /// As it goes into the browser's storage.
    #[must_use]
    pub fn to_text(&self) -> String {
        json!({ "text": self.text, "origin": self.origin, "written": self.is_written, "shelf": self.shelf }).to_string()
    }

    /// As it comes from there. What is not as it should be is left out.
    #[must_use]
    pub fn parse(stored: &str) -> Kept {
        let value: Value = serde_json::from_str(stored).unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let shelf = value["shelf"].as_array().map_or(&[] as &[Value], Vec::as_slice);
        let mut kept = Kept {
            text: text(&value["text"]),
            origin: text(&value["origin"]),
            is_written: value["written"] == true,
            shelf: shelf.iter().map(text).filter(|text| !text.is_empty()).collect(),
        };
        kept.bound();
        kept
    }

    /// The draft to go on with when a scenario is opened for writing: the one that is kept if the address had the same
    /// scenario then, as after a reload or a look at the lab; else a new one, and what was kept goes onto the shelf.
    #[must_use]
    pub fn opened(mut self, scenario: &Scenario) -> Kept {
        let origin = scenario.to_json();
        if self.origin != origin || self.text.is_empty() {
            self.begin(&scenario.to_json_pretty());
            self.origin = origin;
        }
        self
    }

    /// Begins with another text. What was written before goes onto the shelf.
    pub fn begin(&mut self, text: &str) {
        let before = std::mem::replace(&mut self.text, text.to_string());
        if self.is_written && before != text {
            self.put_aside(before);
        }
        self.is_written = false;
        self.bound();
    }

    /// Takes an earlier draft off the shelf; what was written before goes there in its place. `None` if there is none.
    pub fn take(&mut self, index: usize) -> Option<String> {
        if index >= self.shelf.len() {
            return None;
        }
        let text = self.shelf.remove(index);
        self.begin(&text);
        self.is_written = true;
        Some(text)
    }

    /// Lets the oldest earlier draft go, to make room; false if there is none.
    pub fn let_go(&mut self) -> bool {
        self.shelf.pop().is_some()
    }

    fn put_aside(&mut self, text: String) {
        if text.trim().is_empty() {
            return;
        }
        self.shelf.retain(|other| *other != text);
        self.shelf.insert(0, text);
        self.bound();
    }

    fn bound(&mut self) {
        self.shelf.truncate(MAX_SHELF);
        let bytes =
            |kept: &Kept| kept.text.len() + kept.origin.len() + kept.shelf.iter().map(String::len).sum::<usize>();
        while bytes(self) > MAX_KEPT_BYTES && self.let_go() {}
    }
}

/// What an earlier draft is called: its title, else the beginning of its text.
#[must_use]
pub fn name_of(text: &str) -> String {
    /// Characters that are shown.
    const SHOWN: usize = 60;
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let title = value["title"].as_str().map(str::to_string);
    let name = title.unwrap_or_else(|| text.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut short: String = name.chars().take(SHOWN).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(id: &str) -> Scenario {
        crate::app::presets::Preset::find(id).expect("a preset").scenario()
    }

    /// With something written.
    fn written(mut kept: Kept, text: &str) -> Kept {
        kept.text = text.into();
        kept.is_written = true;
        kept
    }

    #[test]
    fn a_reload_goes_on_where_one_was() {
        let kept = written(Kept::default().opened(&scenario("no-crash")), "{1, 2");
        let again = Kept::parse(&kept.to_text()).opened(&scenario("no-crash"));
        assert_eq!(again, kept);
    }

    #[test]
    fn a_draft_begins_with_a_text_that_can_be_read() {
        let kept = Kept::default().opened(&scenario("alignment"));
        assert_eq!(Scenario::from_json(&kept.text), Ok(scenario("alignment")));
        assert!(kept.text.lines().count() > 10 && !kept.is_written);
    }

    #[test]
    fn another_scenario_puts_the_draft_aside_and_it_can_be_had_again() {
        let kept = written(Kept::default().opened(&scenario("no-crash")), "mine");
        let other = kept.opened(&scenario("surge"));
        assert_eq!(
            (Scenario::from_json(&other.text), &other.shelf),
            (Ok(scenario("surge")), &vec!["mine".to_string()])
        );
        let mut other = written(other, "other");
        assert_eq!(other.take(0).as_deref(), Some("mine"));
        assert_eq!((other.text.as_str(), &other.shelf), ("mine", &vec!["other".to_string()]));
        assert_eq!(other.take(5), None);
        other.begin("third");
        assert_eq!(other.shelf, ["mine".to_string(), "other".to_string()], "what came off the shelf goes back");
    }

    #[test]
    fn what_was_not_written_is_not_put_aside() {
        let kept = Kept::default().opened(&scenario("no-crash")).opened(&scenario("surge"));
        assert_eq!((kept.shelf.len(), kept.is_written), (0, false));
    }

    #[test]
    fn the_shelf_has_an_end_in_number_and_in_bytes() {
        let mut kept = Kept::default();
        for n in 0..MAX_SHELF + 5 {
            kept = written(kept, &format!("draft {n}"));
            kept.begin("");
        }
        assert_eq!(
            (kept.shelf.len(), kept.shelf[0].as_str()),
            (MAX_SHELF, format!("draft {}", MAX_SHELF + 4).as_str())
        );
        for n in 0..4 {
            kept = written(kept, &format!("{n}{}", "x".repeat(1_000_000)));
            kept.begin("");
        }
        assert_eq!(kept.shelf.len(), 2);
        while kept.let_go() {}
        assert!(kept.shelf.is_empty());
    }

    #[test]
    fn what_was_stored_by_others_does_no_harm() {
        for stored in ["", "7", "[]", "{\"text\": 5, \"shelf\": [1, {}, \"x\"]}", "{"] {
            let kept = Kept::parse(stored);
            assert!(kept.text.is_empty() && kept.shelf.len() <= 1, "{stored}");
        }
    }

    #[test]
    fn a_draft_is_called_by_its_title_or_its_beginning() {
        assert_eq!(name_of("{\"title\": \"Mine\"}"), "Mine");
        assert_eq!(name_of("{\n \"records\": [ ], x"), "{ \"records\": [ ], x");
        assert_eq!(name_of(&"x".repeat(100)).chars().count(), 61);
    }
}
