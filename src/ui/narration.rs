//! What happened, in words: the latest at the top.

use super::el::{el, several, when};
use super::leaf::leaf;
use super::{send, Send};
use crate::app::model::Computed;
use crate::app::said::is_shown;
use crate::app::update::Msg;
use crate::i18n::narrate::{narrate, Level, Tone};
use crate::i18n::{Lang, Words};
use crate::scene::told::{is_alike, Told};
use std::rc::Rc;
use yew::prelude::*;

/// Lines that are shown.
const LINES: usize = 60;

/// What the account is drawn from.
pub struct NarrationProps {
    /// The runs.
    pub computed: Rc<Computed>,
    /// Facts told so far.
    pub told: usize,
    /// The lane that is followed.
    pub lane: usize,
    /// The language.
    pub lang: Lang,
    /// Every detail?
    pub details: bool,
    /// Are reasons covered?
    pub hides: bool,
    /// Lanes whose answers are covered, one bit each.
    pub covered: u32,
    /// Names of the lanes, short.
    pub names: Rc<Vec<String>>,
    /// Where messages go.
    pub send: Send,
}

/// The account of what happened.
pub fn narration(props: &NarrationProps) -> Html {
    let words = props.lang.words();
    let toggle = send(&props.send, Msg::ToggleDetails);
    let shown: Vec<Line> = lines(props).take(LINES).collect();
    let check = el("input", "").attr("type", "checkbox").checked(props.details).click(toggle);
    let check = el("label", "check").child(check).text(words.details);
    several([
        el("div", "aside-head").child(check).done(),
        if shown.is_empty() { leaf("p", "note", words.not_started) } else { Html::default() },
        el("ol", "").children(shown.iter().map(|line| line_view(words, props, line))).done(),
    ])
}

struct Line<'a> {
    told: &'a Told,
    text: String,
    why: Option<String>,
    tone: Tone,
}

fn lines(props: &NarrationProps) -> impl Iterator<Item = Line<'_>> {
    let computed = &props.computed;
    computed.account[..props.told].iter().rev().filter(|told| is_shown(told, props.lane, props.covered)).filter_map(
        move |told| {
            let sentence = narrate(props.lang, &computed.runs[told.lane].plan, &told.noted);
            let is_told = props.details || sentence.level == Level::Major;
            is_told.then_some(Line { told, text: sentence.text, why: sentence.why, tone: sentence.tone })
        },
    )
}

fn line_view(words: &Words, props: &NarrationProps, line: &Line) -> Html {
    let lanes = props.computed.runs.len();
    let is_common = line.told.lanes == (1 << lanes) - 1 || is_alike(&line.told.noted.fact);
    let tone = match line.tone {
        Tone::Crash => "hit",
        // A tone that gives the answer away is covered with it.
        Tone::Harm if !props.hides => "harm",
        Tone::Good if !props.hides => "good",
        Tone::Warn if !props.hides => "warn",
        _ => "",
    };
    let is_now = props.computed.account[..props.told].last().is_some_and(|last| last.noted.at == line.told.noted.at);
    let whose = || {
        let lanes = (0..lanes).filter(|lane| line.told.lanes & (1 << lane) != 0);
        el("span", "whose").children(lanes.map(|lane| leaf("i", "", props.names[lane].clone())))
    };
    let why = line.why.as_ref().filter(|_| !props.hides);
    let body = el("div", "")
        .maybe(when(!is_common && lanes > 1, whose))
        .child(leaf("span", "", line.text.clone()))
        .maybe(why.map(|why| el("small", "why").attr("title", words.why).text(why.clone()).done()));
    el("li", tone).also(is_now, "cur").child(leaf("time", "", line.told.noted.at.to_string())).child(body).done()
}
