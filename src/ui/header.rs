//! The head of the page: scenario, language, theme, answers, share, help.

use super::leaf::leaf;
use super::{icons, send, words, Send};
use crate::app::model::{Model, Panel};
use crate::app::presets::PRESETS;
use crate::app::update::Msg;
use crate::i18n::words::preset_title;
use crate::i18n::Lang;
use yew::prelude::*;

/// The header. `theme` toggles light and dark.
pub fn header(model: &Model, to: &Send, theme: Callback<MouseEvent>) -> Html {
    let words = words(model);
    let other = if model.lang == Lang::En { Lang::Zh } else { Lang::En };
    let (eye, hide) =
        if model.hides { (icons::eye(), words.show_answers) } else { (icons::eye_off(), words.hide_answers) };
    html! {
        <header>
            { leaf("h1", "", words.title) }
            { picker(model, to) }
            <span class="grow"></span>
            <button class="btn ghost" aria-pressed={model.hides.to_string()} onclick={send(to, Msg::ToggleHide)}>
                { eye }{ leaf("span", "wide", hide) }<kbd aria-hidden="true">{ "H" }</kbd></button>
            <button class="btn ghost" onclick={send(to, Msg::Show(Some(Panel::Share)))} title={words.share}
                aria-label={words.share}>{ icons::share() }{ leaf("span", "wide", words.share) }</button>
            <button class="btn ghost" lang={other.code()} onclick={send(to, Msg::SetLang(other))}
                title={words.language}>{ other.name() }</button>
            <button class="btn ghost" onclick={theme} title={words.theme} aria-label={words.theme}>{ icons::theme() }</button>
            <button class="btn ghost" onclick={send(to, Msg::Show(Some(Panel::Help)))} title={words.help}
                aria-label={words.help}>{ icons::help() }</button>
        </header>
    }
}

fn picker(model: &Model, to: &Send) -> Html {
    let words = words(model);
    let is_original = model.preset().is_some_and(|preset| preset.scenario() == model.scenario);
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
    let own = match (model.preset(), is_original) {
        (Some(_), true) => None,
        (Some(preset), false) => Some(format!("{} ({})", preset_title(words, preset.id), words.changed)),
        (None, _) => Some(model.scenario.title.clone().unwrap_or_else(|| words.own_scenario.to_string())),
    };
    html! {
        <label class="picker">{ leaf("span", "wide", words.scenario) }
            <select class="btn" onchange={change} aria-label={words.scenario}>
                if let Some(own) = own { <option value="" selected=true>{ own }</option> }
                for preset in PRESETS {
                    <option value={preset.id} selected={is_original && model.preset == Some(preset.id)}>
                        { preset_title(words, preset.id) }</option>
                }
            </select>
        </label>
    }
}
