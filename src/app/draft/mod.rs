//! A scenario while a person writes it.
//!
//! The JSON text is the one thing that is kept. Table, story and text are views of it, and each changes only its own part
//! of it: so nothing that was typed is lost, however wrong it is, and whoever changes the table finds the rest of the
//! text as they left it.

pub mod brief;
pub mod complete;
pub mod desk;
pub mod kept;
pub mod place;
pub mod preview;
pub mod story;
pub mod table;
pub mod tree;

use crate::sim::scenario::{Scenario, ScenarioError};
use place::Place;
use tree::Node;

/// Steps that can be undone.
pub const MAX_STEPS: usize = 200;
/// Bytes of text that the steps to undo and redo may hold. The last one is kept in any case.
pub const MAX_STEP_BYTES: usize = 16_000_000;
/// Bytes of a text that is taken. What is beyond the limit of scenarios is kept and marked, so that it can be cut; beyond
/// this the browser would be slow to show it.
pub const MAX_TEXT_BYTES: usize = 2_000_000;

/// Where something is typed. What is typed in one place without a rest is one step to undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Site {
    /// The JSON text.
    Text,
    /// The story.
    Story,
    /// A cell: the path of the records, row, column.
    Cell(String, usize, usize),
    /// A change that was not typed: a row put in, a file opened. Always a step of its own.
    Whole,
}

/// The text with what was before and after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    text: String,
    past: Vec<String>,
    future: Vec<String>,
    site: Option<Site>,
}

/// What a text says.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Where its parts stand; `None` if it is not JSON.
    pub tree: Option<Node>,
    /// The scenario, or its first mistake with its place.
    pub scenario: Result<Scenario, (ScenarioError, Place)>,
}

impl Reading {
    /// Reads a text.
    #[must_use]
    pub fn of(text: &str) -> Reading {
        let tree = tree::read(text);
        let scenario = Scenario::from_json(text).map_err(|error| {
            let place = place::of_error(text, tree.as_ref(), &error);
            (error, place)
        });
        Reading { tree, scenario }
    }

    /// The mistake, if there is one.
    #[must_use]
    pub fn error(&self) -> Option<&ScenarioError> {
        self.scenario.as_ref().err().map(|(error, _)| error)
    }
}

impl Draft {
    /// A draft with nothing to undo.
    #[must_use]
    pub fn new(text: &str) -> Draft {
        Draft { text: clean(text), ..Draft::default() }
    }

    /// The text as it is.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Puts another text in place. False if it is too long ([`MAX_TEXT_BYTES`]) and nothing was done.
    pub fn edit(&mut self, text: &str, site: Site) -> bool {
        if text.len() > MAX_TEXT_BYTES {
            return false;
        }
        let text = clean(text);
        if text == self.text {
            return true;
        }
        let goes_on = site != Site::Whole && self.site.as_ref() == Some(&site) && !self.past.is_empty();
        let before = std::mem::replace(&mut self.text, text);
        if !goes_on {
            self.past.push(before);
        }
        self.future.clear();
        self.site = Some(site);
        self.bound();
        true
    }

    /// The person rests: what is typed next is a step of its own.
    pub fn rest(&mut self) {
        self.site = None;
    }

    /// Can something be undone, redone?
    #[must_use]
    pub fn can(&self) -> (bool, bool) {
        (!self.past.is_empty(), !self.future.is_empty())
    }

    /// Back to the text before.
    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.text, before));
            self.site = None;
        }
    }

    /// Forward again.
    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.text, after));
            self.site = None;
        }
    }

    /// Lets the oldest steps go.
    fn bound(&mut self) {
        let mut bytes: usize = self.past.iter().map(String::len).sum();
        while self.past.len() > MAX_STEPS || (bytes > MAX_STEP_BYTES && self.past.len() > 1) {
            bytes -= self.past.remove(0).len();
        }
    }
}

/// Some editors put a byte order mark first, and some systems end lines in two characters; text areas do neither.
fn clean(text: &str) -> String {
    text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_without_a_rest_is_one_step() {
        let mut draft = Draft::new("");
        for text in ["a", "ab", "abc"] {
            draft.edit(text, Site::Text);
        }
        draft.rest();
        draft.edit("abcd", Site::Text);
        draft.edit("abcde", Site::Story);
        for before in ["abcd", "abc", "", ""] {
            draft.undo();
            assert_eq!(draft.text(), before);
        }
        for after in ["abc", "abcd", "abcde", "abcde"] {
            draft.redo();
            assert_eq!(draft.text(), after);
        }
    }

    #[test]
    fn cells_are_steps_of_their_own_and_so_is_whatever_was_not_typed() {
        let mut draft = Draft::new("");
        let cell = |row| Site::Cell("records".into(), row, 0);
        for (text, site) in [("a", cell(0)), ("b", cell(1)), ("c", Site::Whole), ("d", Site::Whole)] {
            draft.edit(text, site);
        }
        for before in ["c", "b", "a", ""] {
            draft.undo();
            assert_eq!(draft.text(), before);
        }
        assert_eq!(draft.can(), (false, true));
    }

    #[test]
    fn what_is_typed_after_undo_takes_the_place_of_what_was_undone() {
        let mut draft = Draft::new("a");
        draft.edit("ab", Site::Text);
        draft.undo();
        draft.edit("ac", Site::Text);
        draft.redo();
        assert_eq!((draft.text(), draft.can()), ("ac", (true, false)));
        draft.undo();
        assert_eq!(draft.text(), "a");
    }

    #[test]
    fn there_is_an_end_to_undo_in_steps_and_in_bytes() {
        let mut draft = Draft::new("");
        for step in 0..MAX_STEPS + 50 {
            draft.edit(&step.to_string(), Site::Whole);
        }
        assert_eq!(draft.past.len(), MAX_STEPS);
        for step in 0..40 {
            draft.edit(&format!("{step}{}", " ".repeat(MAX_TEXT_BYTES - 10)), Site::Whole);
        }
        assert!(draft.past.iter().map(String::len).sum::<usize>() <= MAX_STEP_BYTES);
        assert!(draft.past.len() > 1);
    }

    #[test]
    fn a_text_beyond_the_limit_is_not_taken_and_one_at_the_limit_is() {
        let mut draft = Draft::new("{}");
        let longest = "x".repeat(MAX_TEXT_BYTES);
        assert!(!draft.edit(&format!("{longest}x"), Site::Text));
        assert_eq!((draft.text(), draft.can()), ("{}", (false, false)));
        assert!(draft.edit(&longest, Site::Text));
        assert!(matches!(Reading::of(draft.text()).error(), Some(error) if error.value == longest.len().to_string()));
    }

    #[test]
    fn marks_of_other_systems_are_taken_away() {
        let draft = Draft::new("\u{feff}{\r\n}\r");
        assert_eq!(draft.text(), "{\n}\n");
    }
}
