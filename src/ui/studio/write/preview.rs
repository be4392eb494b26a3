//! What the scenario comes to.

use super::{Write, WriteMsg};
use crate::app::draft::desk::Msg;
use crate::app::draft::preview::{Preview, StepEffect};
use crate::i18n::compare::outcome_word;
use crate::i18n::narrate::{narrate, Level};
use crate::i18n::write::{words, Words};
use crate::i18n::Lang;
use crate::run::outcome::LaneOutcome;
use crate::run::Verdict;
use crate::sim::scenario::story::print;
use crate::sim::scenario::{Drive, Scenario};
use crate::ui::el::{el, several};
use crate::ui::icons;
use crate::ui::lane::sink_name;
use crate::ui::leaf::leaf;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use yew::html::Scope;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// Sentences that are shown of a step.
const SENTENCES: usize = 4;

/// A verdict: its class, its sign, its word.
pub fn verdict(lang: Lang, verdict: Verdict) -> (&'static str, Html, &'static str) {
    let words = lang.words();
    match verdict {
        Verdict::ExactlyOnce => ("v-ok", icons::tick(), words.v_once),
        Verdict::Duplicates => ("v-dup", icons::copies(), words.v_twice),
        Verdict::Loss => ("v-lost", icons::lost(), words.v_lost),
        Verdict::DuplicatesAndLoss => ("v-lost", icons::lost(), words.v_twice_lost),
        Verdict::Differs => ("v-dup", icons::differs(), words.v_differs),
    }
}

/// The preview beside the editor.
pub fn preview(write: &Write, link: &Scope<Write>, words: &'static Words) -> Html {
    let mistake = write.desk.reading.error().is_some();
    let body = match &write.desk.preview {
        Some((preview, scenario)) => {
            let lane = link.callback(|lane: usize| WriteMsg::Desk(Msg::Lane(lane)));
            let props = Shown {
                preview: preview.clone(),
                scenario: Rc::new(scenario.clone()),
                lane: write.desk.lane,
                lang: write.lang,
                on_lane: lane,
            };
            html! { <Outcome ..props /> }
        }
        None => Html::default(),
    };
    let is_old = mistake && write.desk.preview.is_some();
    el("section", if is_old { "preview old" } else { "preview" })
        .attr("aria-label", words.preview)
        .child(leaf("h2", "", words.preview))
        .maybe(is_old.then(|| leaf("p", "old-note", words.preview_old)))
        .child(body)
        .done()
}

/// What the preview is drawn from.
#[derive(Clone, Properties)]
struct Shown {
    preview: Rc<Preview>,
    scenario: Rc<Scenario>,
    lane: usize,
    lang: Lang,
    on_lane: Callback<usize>,
}

/// A preview is never changed: the same one is drawn once.
impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.preview, &other.preview) && self.lane == other.lane && self.lang == other.lang
    }
}

#[component]
fn Outcome(props: &Shown) -> Html {
    let words = words(props.lang);
    let names = [words.sink, words.verdict, words.job];
    let head = names.map(|name| el("th", "").attr("scope", "col").text(name).done());
    let rows = props.preview.lanes.iter().enumerate().map(|(lane, outcome)| row(props, words, lane, outcome));
    let takes = format!("{} {} {}", words.takes, props.preview.duration(), words.seconds);
    several([
        el("table", "outcomes")
            .child(el("thead", "").child(el("tr", "").children(head)))
            .child(el("tbody", "").children(rows))
            .done(),
        leaf("p", "note", takes),
        steps(props, words),
    ])
}

fn row(props: &Shown, words: &Words, lane: usize, outcome: &LaneOutcome) -> Html {
    let (class, icon, word) = verdict(props.lang, outcome.verdict);
    let (name, what) = sink_name(props.lang.words(), props.scenario.sinks[lane]);
    let count = |list: &Option<Vec<_>>| list.as_ref().map_or(0, Vec::len);
    let mut notes = Vec::new();
    for (word, count) in [(words.twice, count(&outcome.duplicates)), (words.lost, count(&outcome.missing))] {
        if count > 0 {
            notes.push(format!("{word} {count}"));
        }
    }
    let back = outcome.went_back.as_ref().map_or(0, Vec::len);
    if back > 0 {
        notes.push(format!("{} {back}", props.lang.words().v_back));
    }
    let restarts = outcome.attempts.len().saturating_sub(1);
    let job = format!(
        "{} {}, {} {restarts}",
        words.checkpoints,
        outcome.checkpoints.completed.len() + outcome.checkpoints.closing.len(),
        words.restarts
    );
    let tag = el("span", "").class(format!("tag {class}")).child(icon).text(word);
    el("tr", "")
        .child(el("td", "").child(leaf("b", "", name)).child(leaf("small", "", what)))
        .child(el("td", "").child(tag).maybe((!notes.is_empty()).then(|| leaf("small", "", notes.join(", ")))))
        .child(el("td", "").text(outcome_word(props.lang, outcome.job)).child(leaf("small", "", job)))
        .done()
}

/// What each step of the story did, if there is one.
fn steps(props: &Shown, words: &Words) -> Html {
    let Drive::Story(story) = &props.scenario.drive else { return Html::default() };
    let effects = props.preview.steps(props.lane);
    let choose = {
        let on_lane = props.on_lane.clone();
        Callback::from(move |event: Event| {
            let select = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlSelectElement>().ok());
            if let Some(lane) = select.and_then(|select| select.value().parse().ok()) {
                on_lane.emit(lane);
            }
        })
    };
    let lanes = props.scenario.sinks.iter().enumerate().map(|(lane, spec)| {
        el("option", "")
            .attr("value", lane.to_string())
            .flag("selected", lane == props.lane)
            .text(format!("{} {}", lane + 1, sink_name(props.lang.words(), *spec).0))
            .done()
    });
    let select = el("select", "btn").attr("aria-label", words.as_in).on(ListenerKind::onchange, choose).children(lanes);
    let items = story.iter().enumerate().map(|(index, step)| {
        let text = print(std::slice::from_ref(step), &props.scenario.sources, props.scenario.named_sources);
        let effect = effects.iter().find(|effect| effect.index as usize == index);
        el("li", "").child(leaf("code", "", text)).child(told(props, words, effect)).done()
    });
    several([
        el("h3", "").text(words.steps).child(el("label", "as-in").text(words.as_in).text(" ").child(select)).done(),
        el("ol", "step-effects").attr("tabindex", "0").attr("aria-label", words.steps).children(items).done(),
    ])
}

fn told(props: &Shown, words: &Words, effect: Option<&StepEffect>) -> Html {
    let Some(effect) = effect else { return leaf("small", "", words.not_reached) };
    let plan = &props.preview.runs[props.lane].plan;
    if let Some(nothing) = effect.nothing {
        return leaf("small", "skipped", narrate(props.lang, plan, nothing).text);
    }
    let all: Vec<_> = effect.facts.iter().map(|noted| narrate(props.lang, plan, noted)).collect();
    let mut shown: Vec<&str> = all.iter().filter(|s| s.level == Level::Major).map(|s| s.text.as_str()).collect();
    if shown.is_empty() {
        shown.extend(all.last().map(|s| s.text.as_str()));
    }
    if shown.is_empty() {
        return leaf("small", "", words.did_nothing);
    }
    let more = all.len() - shown.len().min(SENTENCES);
    shown.truncate(SENTENCES);
    let space = if props.lang == Lang::En { " " } else { "" };
    let mut text = shown.join(space);
    if more > 0 {
        text.push_str(&format!(" ({} {more})", words.and_more));
    }
    leaf("small", "", text)
}
