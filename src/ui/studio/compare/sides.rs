//! The two sides, and what can be changed about each.

use super::{Compare, CompareMsg, Compared, NAMES};
use crate::app::compare::sides::{crashes, with_crashes};
use crate::app::presets::PRESETS;
use crate::app::settings::{default_of, entered, shown, value_at, with_value, Kind, JOB, SINKS};
use crate::app::share::Link;
use crate::i18n::compare::Words;
use crate::i18n::errors::say;
use crate::i18n::format_words::format_word;
use crate::i18n::words::preset_title;
use crate::i18n::Lang;
use crate::sim::scenario::Scenario;
use crate::ui::el::{el, El};
use crate::ui::lane::sink_name;
use crate::ui::leaf::leaf;
use wasm_bindgen::JsCast;
use yew::html::Scope;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// The field of the crashes.
const CRASHES: &str = "crashes";
/// The field of the setting.
const VALUE: &str = "value";
/// The field of the file.
pub const FILE: &str = "file";

/// Both sides.
pub fn sides(room: &Compare, compared: &Compared, ctx: &Context<Compare>, words: &'static Words) -> Html {
    el("div", "sides").children([0, 1].map(|side| one(room, compared, ctx, words, side))).done()
}

fn one(room: &Compare, compared: &Compared, ctx: &Context<Compare>, words: &'static Words, side: usize) -> Html {
    let link = ctx.link();
    let scenario = &compared.sides.scenarios[side];
    let lab = Link { scenario: scenario.clone(), preset: None, at: None, ..(*ctx.props().link).clone() };
    el("section", "side")
        .attr("aria-label", NAMES[side])
        .child(leaf("h2", "side-name", NAMES[side]))
        .child(row(side, "scenario", words.scenario, presets(link, room.lang, words, side, scenario)))
        .child(row(side, "sink", words.sink, sinks(link, room.lang, side, compared)))
        .child(crash_field(room, link, words, side, scenario))
        .children(setting(room, link, words, side, scenario, compared.sides.lanes[side]))
        .child(
            el("p", "side-tools")
                .child(file(link, words, side))
                .child(el("a", "btn").attr("href", format!("#{}", lab.to_text())).text(words.to_lab)),
        )
        .maybe(refused(room, side, FILE, words))
        .done()
}

/// A control and its name before it; `id` tells it from the others of its side.
fn row(side: usize, id: &str, name: &'static str, control: El) -> Html {
    let id = format!("side-{side}-{id}");
    let label = el("label", "").attr("for", id.clone()).text(name);
    el("div", "side-row").child(label).child(control.attr("id", id)).done()
}

/// What a list or a field has now, when it changes.
fn value_of(event: &Event) -> Option<String> {
    let target = event.target()?;
    if let Some(select) = target.dyn_ref::<web_sys::HtmlSelectElement>() {
        return Some(select.value());
    }
    Some(target.dyn_ref::<web_sys::HtmlInputElement>()?.value())
}

fn option(value: String, is_selected: bool, text: impl Into<AttrValue>) -> Html {
    el("option", "").attr("value", value).flag("selected", is_selected).text(text).done()
}

fn presets(link: &Scope<Compare>, lang: Lang, words: &Words, side: usize, scenario: &Scenario) -> El {
    let change = link.batch_callback(move |event: Event| {
        let id = value_of(&event)?;
        let preset = PRESETS.iter().find(|preset| preset.id == id)?;
        Some(CompareMsg::Put(side, FILE, String::new(), Ok(preset.scenario())))
    });
    let open = PRESETS.iter().find(|preset| preset.scenario() == *scenario).map(|preset| preset.id);
    // Of a preset with other faults the preset's name, in the person's language.
    let near = Link::parse(&Link::to(scenario.clone()).to_text()).ok().and_then(|link| link.preset);
    let own = match near {
        Some(id) => format!("{} ({})", preset_title(lang.words(), id), lang.words().changed),
        None => scenario.title.clone().unwrap_or_else(|| words.own.to_string()),
    };
    let own = open.is_none().then(|| option(String::new(), true, own));
    let all = PRESETS
        .iter()
        .map(|preset| option(preset.id.to_string(), open == Some(preset.id), preset_title(lang.words(), preset.id)));
    el("select", "btn").on(ListenerKind::onchange, change).children(own).children(all)
}

fn sinks(link: &Scope<Compare>, lang: Lang, side: usize, compared: &Compared) -> El {
    let change = link.batch_callback(move |event: Event| Some(CompareMsg::Lane(side, value_of(&event)?.parse().ok()?)));
    let lanes = compared.sides.scenarios[side].sinks.iter().enumerate().map(|(lane, spec)| {
        let (name, what) = sink_name(lang.words(), *spec);
        option(lane.to_string(), lane == compared.sides.lanes[side], format!("{}. {name}: {what}", lane + 1))
    });
    el("select", "btn").on(ListenerKind::onchange, change).children(lanes)
}

/// A field for text, with what was not taken still in it.
fn text_field(room: &Compare, side: usize, field: &'static str, value: String, change: Callback<Event>) -> El {
    let refused = room.refused.as_ref().filter(|refused| refused.side == side && refused.field == field);
    el("input", "btn")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr_if(refused.is_some(), "aria-invalid", "true")
        .value(refused.map_or(value, |refused| refused.entered.clone()))
        .on(ListenerKind::onchange, change)
}

fn refused(room: &Compare, side: usize, field: &'static str, words: &Words) -> Option<Html> {
    let refused = room.refused.as_ref().filter(|refused| refused.side == side && refused.field == field)?;
    let mut text = say(room.lang, &refused.error);
    if field == FILE {
        text = format!("{} {}. {text}", words.not_opened, refused.entered);
    }
    Some(el("p", "wrong").attr("role", "alert").text(text).done())
}

fn crash_field(room: &Compare, link: &Scope<Compare>, words: &'static Words, side: usize, scenario: &Scenario) -> Html {
    let Some(times) = crashes(scenario) else { return leaf("p", "note", words.by_story) };
    let change = {
        let scenario = scenario.clone();
        link.batch_callback(move |event: Event| {
            let entered = value_of(&event)?;
            let changed = with_crashes(&scenario, &entered);
            Some(CompareMsg::Put(side, CRASHES, entered, changed))
        })
    };
    let field = text_field(room, side, CRASHES, times, change)
        .attr("inputmode", "decimal")
        .attr("placeholder", words.crashes_none);
    el("div", "").child(row(side, CRASHES, words.crashes, field)).maybe(refused(room, side, CRASHES, words)).done()
}

/// A setting: which, and its value.
fn setting(
    room: &Compare,
    link: &Scope<Compare>,
    words: &'static Words,
    side: usize,
    scenario: &Scenario,
    lane: usize,
) -> [Html; 2] {
    let kind = scenario.sinks[lane].kind();
    let of_sink = SINKS.iter().find(|sink| sink.kind == kind).map_or(&[] as &[_], |sink| sink.fields);
    let lang = room.lang;
    let job = JOB
        .iter()
        .map(|setting| (setting.path.to_string(), setting.name(lang), setting.kind, default_of(setting, scenario)));
    let sink = of_sink.iter().map(|field| {
        let path = format!("sinks[{lane}].{}", field.path);
        (path, format!("{}: {}", words.sink, field.name(lang)), field.kind, default_of(field, scenario))
    });
    let all: Vec<_> = job.chain(sink).collect();
    let chosen = all.iter().find(|(path, ..)| *path == room.settings[side]).unwrap_or(&all[0]);
    let choose = link.batch_callback(move |event: Event| Some(CompareMsg::Setting(side, value_of(&event)?)));
    let options = all.iter().map(|(path, name, ..)| option(path.clone(), *path == chosen.0, name.clone()));
    let which =
        row(side, "setting", words.setting, el("select", "btn").on(ListenerKind::onchange, choose).children(options));
    let json = scenario.to_tree();
    let (path, name, kind, default) = chosen.clone();
    let value = shown(value_at(&json, &path), &default);
    let change = {
        let scenario = scenario.clone();
        link.batch_callback(move |event: Event| {
            let text = value_of(&event)?;
            let changed = with_value(&scenario, &path, entered(kind, &text));
            Some(CompareMsg::Put(side, VALUE, text, changed))
        })
    };
    let choices: Option<Vec<&str>> = match kind {
        Kind::Choice(choices) => Some(choices.to_vec()),
        Kind::Flag => Some(vec!["false", "true"]),
        _ => None,
    };
    let words_of = |choice: &str| match (kind, choice) {
        (Kind::Flag, "true") => lang.words().yes.to_string(),
        (Kind::Flag, _) => lang.words().no.to_string(),
        _ => format_word(lang, choice).to_string(),
    };
    let control = match choices {
        Some(choices) => el("select", "btn")
            .on(ListenerKind::onchange, change)
            .children(choices.into_iter().map(|choice| option(choice.to_string(), value == choice, words_of(choice)))),
        None => text_field(room, side, VALUE, value.clone(), change).attr("placeholder", lang.words().none),
    };
    // Another setting gets another control: its key keeps what was entered into one out of the other.
    let control = el("div", "").key(name).child(row(side, VALUE, words.value, control));
    [which, el("div", "").child(control).maybe(refused(room, side, VALUE, words)).done()]
}

fn file(link: &Scope<Compare>, words: &Words, side: usize) -> El {
    let picked = link.batch_callback(move |event: Event| {
        let input = event.target()?.dyn_into::<web_sys::HtmlInputElement>().ok()?;
        let file = input.files()?.get(0)?;
        input.set_value("");
        Some(CompareMsg::Given(side, file))
    });
    let input = el("input", "see-not")
        .attr("type", "file")
        .attr("accept", ".json,application/json")
        .on(ListenerKind::onchange, picked);
    el("label", "btn file-pick").text(words.open_file).child(input)
}
