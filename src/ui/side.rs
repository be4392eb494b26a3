//! Beside the picture: the settings of job, world and sinks. A change takes effect at once.

use super::lane::sink_name;
use super::leaf::leaf;
use super::memo::{address, memo};
use super::{icons, send, words, Send};
use crate::app::model::{Model, Side};
use crate::app::settings::{entered, fault_choices, shown, value_at, Kind, Setting, FAULTS, JOB, SINKS};
use crate::app::update::Msg;
use crate::i18n::errors::say;
use crate::i18n::format_words::format_word;
use crate::i18n::{Lang, Words};
use crate::run::intervals::by_interval;
use crate::sim::id::Time;
use crate::sim::scenario::limits::{MAX_FAULTS, MAX_SINKS};
use crate::sim::scenario::{Drive, Scenario, SinkSpec};
use serde_json::Value;
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// The tabs beside the picture.
pub fn tabs(model: &Model, to: &Send) -> Html {
    let words = words(model);
    let tabs = [
        (Side::Account, words.what_happened),
        (Side::Job, words.tab_job),
        (Side::World, words.tab_world),
        (Side::Sinks, words.tab_sinks),
    ];
    html! {
        <div class="tabs" role="tablist">
            for (side, name) in tabs {
                <button role="tab" aria-selected={(model.side == side).to_string()} onclick={send(to, Msg::Beside(side))}>
                    { name }</button>
            }
        </div>
    }
}

/// The settings that are open.
pub fn settings(model: &Model, to: &Send) -> Html {
    let json = model.scenario.to_value();
    let body = match model.side {
        Side::Account => return html! {},
        Side::Job => html! {
            <>
                for setting in JOB { { job_setting(model, to, &json, setting) } }
                { price(model) }
            </>
        },
        Side::World => world(model, to, &json),
        Side::Sinks => sinks(model, to, &json),
    };
    html! { <div class="settings" key={format!("{:?}", model.side as u8)}>{ body }</div> }
}

/// Latency against checkpoint interval: computed only when the scenario is another one.
fn price(model: &Model) -> Html {
    let (computed, scenario, lang) = (model.computed.clone(), model.scenario.clone(), model.lang);
    memo(vec![address(&computed), lang as usize], move || {
        let _same_runs_same_address = &computed;
        price_table(&scenario, lang)
    })
}

fn price_table(scenario: &Scenario, lang: Lang) -> Html {
    let words = lang.words();
    let table = by_interval(scenario);
    if table.is_empty() {
        return html! {};
    }
    let seconds =
        |time: &Option<Time>| time.map_or_else(|| "-".to_string(), |time| Time(time.0 / 100 * 100).to_string());
    html! {
        <div class="card"><div class="card-head">{ leaf("b", "", words.price) }</div>
            <table class="kv">
                <thead><tr>{ leaf("th", "", words.interval) }
                    for lane in 1..=scenario.sinks.len() { { leaf("th", "", lane.to_string()) } }
                    { leaf("th", "", words.read_again) }</tr></thead>
                <tbody>
                    for row in &table {
                        <tr><td>{ row.interval.to_string() }{ " " }{ words.seconds }</td>
                            for median in &row.medians { { leaf("td", "", seconds(median)) } }
                            { leaf("td", "", row.replayed.to_string()) }</tr>
                    }
                </tbody>
            </table>
            { leaf("p", "note", words.price_what) }
        </div>
    }
}

fn job_setting(model: &Model, to: &Send, json: &Value, setting: &Setting) -> Html {
    let words = words(model);
    html! {
        <div class="setting">
            { field(model, to, json, setting.path, setting.kind, setting.default, (setting.name)(words)) }
            <p class="note">{ (setting.what)(words) }{ show_me(words, to, setting.show_me) }</p>
        </div>
    }
}

fn show_me(words: &Words, to: &Send, preset: Option<&'static str>) -> Html {
    let Some(id) = preset else { return html! {} };
    html! { <button class="link" onclick={send(to, Msg::OpenPreset(id))}>{ words.show_me }</button> }
}

/// One control with its name, and what is wrong with what was entered.
fn field(model: &Model, to: &Send, json: &Value, path: &str, kind: Kind, default: &str, name: &str) -> Html {
    let refused = model.refused.as_ref().filter(|refused| refused.path == path);
    let value = refused.map_or_else(|| shown(value_at(json, path), default), |refused| refused.entered.clone());
    let edit = {
        let (to, path) = (to.clone(), path.to_string());
        Callback::from(move |text: String| to.emit(Msg::Edit(path.clone(), entered(kind, &text))))
    };
    let id = format!("set-{path}");
    let error = refused.map(|refused| say(model.lang, &refused.error));
    html! {
        <>
            <label for={id.clone()}>{ name.to_string() }</label>
            { control(model, kind, value, id, edit, error.is_some()) }
            if let Some(error) = error { <p class="wrong" role="alert">{ error }</p> }
        </>
    }
}

fn control(model: &Model, kind: Kind, value: String, id: String, edit: Callback<String>, is_wrong: bool) -> Html {
    let words = words(model);
    let wrong = is_wrong.then_some("true");
    match kind {
        Kind::Choice(choices) => {
            let change = Callback::from(move |event: Event| {
                edit.emit(event.target_unchecked_into::<web_sys::HtmlSelectElement>().value());
            });
            html! {
                <select class="btn" {id} onchange={change} aria-invalid={wrong}>
                    for choice in choices { <option value={*choice} selected={value == *choice}>{ format_word(model.lang, choice) }</option> }
                </select>
            }
        }
        Kind::Flag => {
            let is_on = value == "true";
            let change = Callback::from(move |_: MouseEvent| edit.emit(if is_on { "" } else { "true" }.to_string()));
            html! { <button class="btn" {id} role="switch" aria-checked={is_on.to_string()} onclick={change}>
            { if is_on { words.yes } else { words.no } }</button> }
        }
        Kind::Seconds | Kind::Whole | Kind::Times => {
            let change = Callback::from(move |event: Event| {
                if let Some(input) = event.target().and_then(|t| t.dyn_into::<web_sys::HtmlInputElement>().ok()) {
                    edit.emit(input.value());
                }
            });
            html! { <input class="btn" type="text" inputmode="decimal" {id} {value} onchange={change}
            placeholder={words.none} aria-invalid={wrong} autocomplete="off" /> }
        }
    }
}

fn world(model: &Model, to: &Send, json: &Value) -> Html {
    let words = words(model);
    if matches!(model.scenario.drive, Drive::Story(_)) {
        return html! { { leaf("p", "note", words.story_settings) } };
    }
    let faults = value_at(json, "faults").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    html! {
        <>
            if faults.is_empty() { { leaf("p", "note", words.faults_none) } }
            for (index, fault) in faults.iter().enumerate() { { fault_card(model, to, json, index, fault) } }
            if faults.len() < MAX_FAULTS {
                { leaf("h2", "", words.add) }
                for template in FAULTS {
                    <div class="setting">
                        <button class="btn add" onclick={add_fault(to, faults.len(), template.json)}>{ "+ " }{ (template.name)(words) }</button>
                        <p class="note">{ (template.what)(words) }{ show_me(words, to, template.show_me) }</p>
                    </div>
                }
            }
        </>
    }
}

fn add_fault(to: &Send, index: usize, json: &'static str) -> Callback<MouseEvent> {
    let to = to.clone();
    Callback::from(move |_| {
        if let Ok(fault) = serde_json::from_str(json) {
            to.emit(Msg::Edit(format!("faults[{index}]"), Some(fault)));
        }
    })
}

fn fault_card(model: &Model, to: &Send, json: &Value, index: usize, fault: &Value) -> Html {
    let words = words(model);
    let name = model.faults().get(index).map(|fault| super::faults::fault_name(model.lang, fault)).unwrap_or_default();
    let path = format!("faults[{index}]");
    html! {
        <div class="card" key={path.clone()}>
            <div class="card-head">{ leaf("b", "", name) }
                <button class="btn ghost" onclick={send(to, Msg::RemoveFault(index))} aria-label={words.remove}
                    title={words.remove}>{ icons::close() }</button></div>
            <div class="fields">{ fields(model, to, json, &path, fault) }</div>
        </div>
    }
}

/// The fields of a fault, whatever it is: numbers, and names where there are a few.
fn fields(model: &Model, to: &Send, json: &Value, path: &str, value: &Value) -> Html {
    let Some(map) = value.as_object() else { return html! {} };
    let missing = ["how", "in_flight"].into_iter().filter(|name| map.contains_key("crash") && !map.contains_key(*name));
    html! {
        <>
            for (name, value) in map {
                if value.is_object() {
                    { fields(model, to, json, &format!("{path}.{name}"), value) }
                } else if *name != "crash" {
                    { field(model, to, json, &format!("{path}.{name}"), kind_of(name, value), "", &format_word(model.lang, name)) }
                }
            }
            for name in missing {
                { field(model, to, json, &format!("{path}.{name}"), kind_of(name, &Value::Null), first_choice(name), &format_word(model.lang, name)) }
            }
        </>
    }
}

/// What holds where nothing is said.
fn first_choice(name: &str) -> &'static str {
    fault_choices(name).map_or("", |choices| choices[0])
}

fn kind_of(name: &str, value: &Value) -> Kind {
    match (fault_choices(name), value) {
        (Some(choices), _) => Kind::Choice(choices),
        (None, Value::Bool(_)) => Kind::Flag,
        _ => Kind::Seconds,
    }
}

fn sinks(model: &Model, to: &Send, json: &Value) -> Html {
    let words = words(model);
    let count = model.scenario.sinks.len();
    let add = {
        let to = to.clone();
        Callback::from(move |_: MouseEvent| {
            to.emit(Msg::Edit(format!("sinks[{count}]"), Some(serde_json::json!({ "kind": "append" }))));
        })
    };
    html! {
        <>
            for (index, spec) in model.scenario.sinks.iter().enumerate() { { sink_card(model, to, json, index, *spec) } }
            if count < MAX_SINKS { <button class="btn add" onclick={add}>{ "+ " }{ words.add_lane }</button> }
        </>
    }
}

fn sink_card(model: &Model, to: &Send, json: &Value, index: usize, spec: SinkSpec) -> Html {
    let words = words(model);
    let path = format!("sinks[{index}]");
    let change = {
        let (to, path) = (to.clone(), path.clone());
        Callback::from(move |event: Event| {
            let kind = event.target_unchecked_into::<web_sys::HtmlSelectElement>().value();
            to.emit(Msg::Edit(path.clone(), Some(serde_json::json!({ "kind": kind }))));
        })
    };
    let kind = crate::run::outcome::kind_name(spec);
    let known = SINKS.iter().find(|sink| sink.kind == kind);
    let remove = send(to, Msg::Edit(path.clone(), None));
    html! {
        <div class="card" key={path.clone()}>
            <div class="card-head"><b>{ format!("{} · {}", index + 1, sink_name(words, spec).0) }</b>
                if model.scenario.sinks.len() > 1 {
                    <button class="btn ghost" onclick={remove} aria-label={words.remove} title={words.remove}>{ icons::close() }</button>
                }
            </div>
            <div class="fields">
                <select class="btn wide-field" onchange={change} aria-label={words.tab_sinks}>
                    for sink in SINKS { <option value={sink.kind} selected={sink.kind == kind}>{ format_word(model.lang, sink.kind) }</option> }
                </select>
                for (name, kind, default) in known.map_or(&[][..], |sink| sink.fields) {
                    { field(model, to, json, &format!("{path}.{name}"), *kind, default, &format_word(model.lang, name)) }
                }
            </div>
            if is_too_short(model, spec) { { leaf("p", "wrong warn", words.timeout_warning) } }
        </div>
    }
}

/// Is the store's transaction timeout shorter than the checkpoint interval?
fn is_too_short(model: &Model, spec: SinkSpec) -> bool {
    let (SinkSpec::TwoPhaseCommit { transaction_timeout, .. } | SinkSpec::Committer { transaction_timeout, .. }) = spec
    else {
        return false;
    };
    transaction_timeout.zip(model.scenario.checkpointing.interval).is_some_and(|(timeout, interval)| timeout < interval)
}
