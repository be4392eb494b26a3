//! What is kept in the browser between visits: the draft, and drafts before it that something else took the place of.

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
    /// The text that it began with: if it is the same, nothing was written yet.
    pub origin: String,
    /// Earlier drafts, the newest first.
    pub shelf: Vec<String>,
}

impl Kept {
    /// As it goes into the browser's storage.
    #[must_use]
    pub fn to_text(&self) -> String {
        json!({ "text": self.text, "origin": self.origin, "shelf": self.shelf }).to_string()
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
            shelf: shelf.iter().map(text).filter(|text| !text.is_empty()).collect(),
        };
        kept.bound();
        kept
    }

    /// The draft to go on with when a scenario is opened for writing: the one that is kept if it began with the same
    /// scenario, as after a reload; else a new one, and what was kept goes onto the shelf.
    #[must_use]
    pub fn opened(mut self, origin: &str) -> Kept {
        if self.origin != origin || self.text.is_empty() {
            self.begin(origin, origin);
        }
        self
    }

    /// Begins with another text. What was written before goes onto the shelf.
    pub fn begin(&mut self, text: &str, origin: &str) {
        let before = std::mem::replace(&mut self.text, text.to_string());
        if before != self.origin && before != text {
            self.put_aside(before);
        }
        self.origin = origin.to_string();
        self.bound();
    }

    /// Takes an earlier draft off the shelf; what was written before goes there in its place. `None` if there is none.
    pub fn take(&mut self, index: usize) -> Option<String> {
        if index >= self.shelf.len() {
            return None;
        }
        let text = self.shelf.remove(index);
        let origin = self.origin.clone();
        self.begin(&text, &origin);
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

    #[test]
    fn a_reload_goes_on_where_one_was() {
        let mut kept = Kept::default().opened("{1}");
        kept.text = "{1, 2".into();
        let again = Kept::parse(&kept.to_text()).opened("{1}");
        assert_eq!(again, kept);
    }

    #[test]
    fn another_scenario_puts_the_draft_aside_and_it_can_be_had_again() {
        let mut kept = Kept::default().opened("{1}");
        kept.text = "mine".into();
        let mut other = kept.opened("{2}");
        assert_eq!((other.text.as_str(), other.shelf.as_slice()), ("{2}", ["mine".to_string()].as_slice()));
        other.text = "{2, 3".into();
        assert_eq!(other.take(0).as_deref(), Some("mine"));
        assert_eq!((other.text.as_str(), other.shelf.as_slice()), ("mine", ["{2, 3".to_string()].as_slice()));
        assert_eq!(other.take(5), None);
    }

    #[test]
    fn what_was_not_written_is_not_put_aside() {
        let kept = Kept::default().opened("{1}").opened("{2}").opened("{1}");
        assert_eq!(kept, Kept { text: "{1}".into(), origin: "{1}".into(), shelf: Vec::new() });
    }

    #[test]
    fn the_shelf_has_an_end_in_number_and_in_bytes() {
        let mut kept = Kept::default();
        for n in 0..MAX_SHELF + 5 {
            kept.text = format!("draft {n}");
            kept.begin("", "");
        }
        assert_eq!(
            (kept.shelf.len(), kept.shelf[0].as_str()),
            (MAX_SHELF, format!("draft {}", MAX_SHELF + 4).as_str())
        );
        for n in 0..4 {
            kept.text = format!("{n}{}", "x".repeat(1_000_000));
            kept.begin("", "");
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
