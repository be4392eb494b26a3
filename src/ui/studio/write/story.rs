//! The story, with what can come next at the cursor.

use super::editor::Editor;
use super::{Write, WriteMsg};
use crate::app::draft::complete::{Completion, What};
use crate::app::draft::desk::{Msg, Spot};
use crate::app::draft::place;
use crate::app::draft::tree::Kind;
use crate::i18n::format_words::format_word;
use crate::i18n::story_help;
use crate::i18n::write::Words;
use crate::i18n::Lang;
use crate::ui::el::{el, several};
use crate::ui::leaf::leaf;
use wasm_bindgen::JsCast;
use yew::html::Scope;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// The id of the story's field.
pub const ID: &str = "story-field";

/// The suggestions at the cursor, while they are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// The byte of the story at which the cursor stands.
    pub cursor: usize,
    /// The suggestion that was chosen with the arrow keys.
    pub chosen: Option<usize>,
}

/// The story; or, without one, what a story is and how to begin one.
pub fn story(write: &Write, link: &Scope<Write>, words: &'static Words) -> Html {
    let Some(tree) = &write.desk.reading.tree else { return leaf("p", "note", words.not_json) };
    let Some(text) = write.desk.story() else {
        if tree.get("story").is_some_and(|story| story.kind != Kind::Text) {
            return leaf("p", "note", words.story_is_no_text);
        }
        let begin = link.callback(|_: Event| WriteMsg::Then(Msg::BeginStory, Some(ID.to_string())));
        return el("div", "no-story")
            .child(leaf("p", "", words.by_time))
            .child(leaf("p", "", words.by_story))
            .child(el("button", "btn play").click(begin).text(words.begin_story))
            .child(leaf("p", "note", words.begin_story_note))
            .done();
    };
    let wrong = match write.desk.spot() {
        Some(Spot::Story(place)) => Some(place.span.start as usize..place.span.end as usize),
        _ => None,
    };
    let open = write.open.and_then(|open| Some((open, write.desk.completion(open.cursor)?)));
    let open = open.filter(|(_, completion)| !completion.items.is_empty());
    let popup =
        open.as_ref().map(|(open, completion)| (open.cursor, suggestions(link, words, write.lang, *open, completion)));
    let is_open = popup.is_some();
    let chosen = open.as_ref().and_then(|(open, _)| open.chosen);
    let editor = Editor { id: ID, label: words.story, text: &text, wrong, at: popup };
    let field = editor.view(|area| {
        area.attr("aria-autocomplete", "list")
            .attr("aria-haspopup", "listbox")
            .attr_if(is_open, "aria-controls", "suggestions")
            .attr_if(
                chosen.is_some(),
                "aria-activedescendant",
                chosen.map_or(String::new(), |at| format!("suggestion-{at}")),
            )
            .attr("rows", "3")
            .on(ListenerKind::oninput, typed(link))
            .on(ListenerKind::onkeydown, keys(link, open.clone()))
            .on(ListenerKind::onblur, link.callback(|_: Event| WriteMsg::Suggest(None)))
            .on(ListenerKind::onclick, link.callback(|_: Event| WriteMsg::Suggest(None)))
    });
    let end = link.callback(|_: Event| WriteMsg::Desk(Msg::EndStory));
    several([
        field,
        leaf("p", "note", words.story_note),
        el("p", "").child(el("button", "btn").click(end).text(words.end_story)).done(),
    ])
}

fn area(event: &Event) -> Option<web_sys::HtmlTextAreaElement> {
    event.target()?.dyn_into().ok()
}

/// The byte at which the cursor of a field stands.
fn cursor(area: &web_sys::HtmlTextAreaElement) -> usize {
    let units = area.selection_start().ok().flatten().unwrap_or_default();
    place::from_utf16(&area.value(), units)
}

fn typed(link: &Scope<Write>) -> Callback<Event> {
    link.batch_callback(|event: Event| {
        let area = area(&event)?;
        Some(WriteMsg::Told(area.value(), cursor(&area)))
    })
}

/// Keys while suggestions are open, and the one that opens them.
fn keys(link: &Scope<Write>, open: Option<(Open, Completion)>) -> Callback<Event> {
    link.batch_callback(move |event: Event| {
        let key = event.dyn_ref::<web_sys::KeyboardEvent>()?;
        if key.is_composing() {
            return None;
        }
        if key.key() == " " && key.ctrl_key() {
            event.prevent_default();
            return Some(WriteMsg::Suggest(Some(Open { cursor: cursor(&area(&event)?), chosen: None })));
        }
        let (now, completion) = open.as_ref()?;
        let count = completion.items.len();
        let choose = |chosen| Some(WriteMsg::Suggest(Some(Open { chosen, ..*now })));
        let message = match (key.key().as_str(), now.chosen) {
            ("ArrowDown", None) => choose(Some(0)),
            ("ArrowDown", Some(at)) => choose(Some((at + 1) % count)),
            ("ArrowUp", Some(0)) => choose(None),
            ("ArrowUp", Some(at)) => choose(Some(at - 1)),
            ("Enter" | "Tab", Some(at)) => {
                Some(WriteMsg::Take(Msg::Accept(now.cursor, completion.items.get(at)?.clone())))
            }
            ("Escape", _) => Some(WriteMsg::Suggest(None)),
            // The cursor goes elsewhere.
            ("ArrowLeft" | "ArrowRight" | "ArrowUp" | "Home" | "End", _) => return Some(WriteMsg::Suggest(None)),
            _ => None,
        }?;
        event.prevent_default();
        event.stop_propagation();
        Some(message)
    })
}

fn suggestions(link: &Scope<Write>, words: &Words, lang: Lang, open: Open, completion: &Completion) -> Html {
    let item = |(index, item): (usize, &crate::app::draft::complete::Suggestion)| {
        let take = {
            let (cursor, item) = (open.cursor, item.clone());
            // On pressing, not on the click: the field would have lost the focus by then.
            link.callback(move |event: Event| {
                event.prevent_default();
                WriteMsg::Take(Msg::Accept(cursor, item.clone()))
            })
        };
        el("li", "")
            .attr("role", "option")
            .attr("id", format!("suggestion-{index}"))
            .attr("aria-selected", if open.chosen == Some(index) { "true" } else { "false" })
            .on(ListenerKind::onmousedown, take)
            .child(leaf("code", "", item.insert.clone()))
            .child(leaf("small", "", explain(lang, item.what)))
            .done()
    };
    el("ul", "suggestions")
        .attr("id", "suggestions")
        .attr("role", "listbox")
        .attr("aria-label", words.suggestions)
        .children(completion.items.iter().enumerate().map(item))
        .done()
}

/// A suggestion in words.
fn explain(lang: Lang, what: What) -> String {
    match what {
        What::Step(name) => story_help::step(lang, name).to_string(),
        What::Source => story_help::source(lang).to_string(),
        What::UpTo(records) => story_help::up_to(lang, Some(records)),
        What::ToTheEnd => story_help::up_to(lang, None),
        What::Point(name) => story_help::point(lang, name).to_string(),
        What::Kind(kind) => story_help::kind(lang, kind).to_string(),
        What::Word(word) => format_word(lang, word).to_string(),
        What::AllTransactions => story_help::expire_all(lang).to_string(),
    }
}
