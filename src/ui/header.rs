//! The head of the page: scenario, language, theme, answers, share, help.

use super::el::{el, El};
use super::keys::shown;
use super::leaf::leaf;
use super::memo::{address, memo};
use super::{icons, learn, send, words, Send};
use crate::app::keys::Action;
use crate::app::model::{Model, Panel};
use crate::app::presets::{Preset, PRESETS};
use crate::app::room::Room;
use crate::app::update::Msg;
use crate::i18n::words::preset_title;
use crate::i18n::{Lang, Words};
use crate::sim::scenario::Scenario;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// The header. `theme` toggles light and dark, `enter` opens a room of the studio.
pub fn header(model: &Model, to: &Send, theme: Callback<Event>, enter: Callback<Room>) -> Html {
    let words = words(model);
    let other = if model.lang == Lang::En { Lang::Zh } else { Lang::En };
    let (eye, hide) =
        if model.hides { (icons::eye(), words.show_answers) } else { (icons::eye_off(), words.hide_answers) };
    let other_lang = el("button", "btn ghost")
        .attr("lang", other.code())
        .attr("title", words.language)
        .click(send(to, Msg::SetLang(other)));
    el("header", "")
        .child(leaf("h1", "", words.title))
        .child(kept_picker(model, to))
        .child(learn::way_in(model, to))
        .child(rooms(words, &enter))
        .child(el("span", "grow"))
        .child(
            el("button", "btn ghost")
                .attr("title", hide)
                .attr("aria-label", hide)
                .attr("aria-pressed", if model.hides { "true" } else { "false" })
                .click(send(to, Msg::ToggleHide))
                .child(eye)
                .child(leaf("span", "wide", hide))
                .maybe(key(model, Action::Hide)),
        )
        .child(named_button(words.share, send(to, Msg::Show(Some(Panel::Share)))).child(icons::share()).child(leaf(
            "span",
            "wide",
            words.share,
        )))
        .child(other_lang.text(other.name()))
        .child(named_button(words.theme, theme).child(icons::theme()))
        .child(named_button(words.help, send(to, Msg::Show(Some(Panel::Help)))).child(icons::help()))
        .done()
}

/// The key of an action, to stand on its button.
pub fn key(model: &Model, action: Action) -> Option<Html> {
    let name = model.keys.keys_of(action).next().filter(|_| model.keys.is_on)?;
    Some(el("kbd", "").attr("aria-hidden", "true").text(shown(name, words(model).key_space)).done())
}

/// The ways into the studio's rooms.
fn rooms(words: &Words, enter: &Callback<Room>) -> El {
    let way = |room: Room| {
        let enter = enter.clone();
        let name = match room {
            Room::Explore => words.room_explore,
            Room::Write => words.room_write,
            _ => words.room_compare,
        };
        el("button", "btn ghost").click(Callback::from(move |_| enter.emit(room))).text(name).done()
    };
    el("nav", "rooms").attr("aria-label", words.rooms).children(Room::IN_HEAD.map(way))
}

/// A button of the header with an icon, and its name for those who don't see it.
fn named_button(name: &'static str, click: Callback<Event>) -> El {
    el("button", "btn ghost").attr("title", name).attr("aria-label", name).click(click)
}

/// The list of scenarios, which stays while the same one is shown.
fn kept_picker(model: &Model, to: &Send) -> Html {
    let preset = PRESETS.iter().position(|preset| model.preset == Some(preset.id));
    let on = vec![address(&model.computed), preset.map_or(0, |place| place + 1), model.lang as usize];
    let (words, computed, to) = (words(model), model.computed.clone(), to.clone());
    memo(on, move || picker(words, preset.map(|place| &PRESETS[place]), &computed.scenario, &to))
}

fn picker(words: &Words, chosen: Option<&Preset>, scenario: &Scenario, to: &Send) -> Html {
    let is_original = chosen.is_some_and(|preset| preset.scenario() == *scenario);
    let change = {
        let to = to.clone();
        Callback::from(move |event: Event| {
            let select = event.target_unchecked_into::<web_sys::HtmlSelectElement>();
            let value = select.value();
            if let Some(preset) = PRESETS.iter().find(|preset| preset.id == value) {
                to.emit(Msg::OpenPreset(preset.id));
            }
        })
    };
    let own = match (chosen, is_original) {
        (Some(_), true) => None,
        (Some(preset), false) => Some(format!("{} ({})", preset_title(words, preset.id), words.changed)),
        (None, _) => Some(scenario.title.clone().unwrap_or_else(|| words.own_scenario.to_string())),
    };
    let option = |value: &'static str, is_selected: bool, title: AttrValue| {
        el("option", "").attr("value", value).flag("selected", is_selected).text(title).done()
    };
    let presets = PRESETS.iter().map(|preset| {
        let is_selected = is_original && chosen.is_some_and(|chosen| chosen.id == preset.id);
        option(preset.id, is_selected, preset_title(words, preset.id).into())
    });
    let select = el("select", "btn")
        .attr("aria-label", words.scenario)
        .on(ListenerKind::onchange, change)
        .maybe(own.map(|own| option("", true, own.into())))
        .children(presets);
    el("label", "picker").child(leaf("span", "wide", words.scenario)).child(select).done()
}
