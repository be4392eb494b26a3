//! A field for long texts, with a part of it marked and something at the cursor.
//!
//! Behind the field lies a mirror of its text in the same type: it gives the field its height, and what is to be seen at
//! a place of the text is put into the mirror at that place.

use crate::ui::el::{el, El};
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// What a field shows.
pub struct Editor<'a> {
    /// Its id.
    pub id: &'static str,
    /// What it is, for those who do not see it.
    pub label: &'static str,
    /// The text.
    pub text: &'a str,
    /// The part that is wrong, in bytes.
    pub wrong: Option<std::ops::Range<usize>>,
    /// Something to show below the line of this byte.
    pub at: Option<(usize, Html)>,
}

impl Editor<'_> {
    /// The field. `dress` adds listeners and what else the text area needs.
    pub fn view(self, dress: impl FnOnce(El) -> El) -> Html {
        let area = el("textarea", "")
            .key("field")
            .attr("id", self.id)
            .attr("aria-label", self.label)
            .attr("spellcheck", "false")
            .attr("autocomplete", "off")
            .attr("autocapitalize", "off")
            .attr("wrap", "soft")
            .attr_if(self.wrong.is_some(), "aria-invalid", "true")
            .attr_if(self.wrong.is_some(), "aria-describedby", "mistake")
            .value(self.text.to_string());
        let (before, wrong, after) = parts(self.text, self.wrong.clone());
        // Keys: the field has to stay the same element, cursor and all, when something is put beside it.
        let mut mirror = el("div", "mirror").key("mirror").attr("aria-hidden", "true").text(before.to_string());
        if self.wrong.is_some() {
            // An empty mark could not be seen.
            let marked = if wrong.is_empty() || wrong == "\n" { "\u{a0}".to_string() } else { wrong.to_string() };
            mirror = mirror.child(el("mark", "").attr("id", "wrong-part").text(marked));
        }
        // A line that has nothing in it yet has a height too.
        mirror = mirror.text(format!("{after}\u{200b}"));
        let popup = self.at.map(|(byte, popup)| {
            let before = self.text.get(..byte).unwrap_or(self.text).to_string();
            let hidden = el("span", "").attr("aria-hidden", "true").text(before).done();
            el("div", "mirror with-popup").key("popup").child(hidden).child(popup).done()
        });
        el("div", "editor").child(mirror).child(dress(area)).maybe(popup).done()
    }
}

fn parts(text: &str, wrong: Option<std::ops::Range<usize>>) -> (&str, &str, &str) {
    let wrong = wrong.unwrap_or(text.len()..text.len());
    match (text.get(..wrong.start), text.get(wrong.clone()), text.get(wrong.end..)) {
        (Some(before), Some(within), Some(after)) => (before, within, after),
        // The mark is of another text.
        _ => (text, "", ""),
    }
}

/// The kind of event of typing.
pub const INPUT: ListenerKind = ListenerKind::oninput;
