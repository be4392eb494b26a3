//! Beside the picture: the settings of job, world and sinks. A change takes effect at once.

use super::el::{el, several, when, El};
use super::lane::sink_name;
use super::leaf::leaf;
use super::memo::{address, memo};
use super::rows::{cell, head, row, rows};
use super::{icons, send, words, Send};
use crate::app::model::{Model, Side};
use crate::app::settings::{
    about_fault_field, default_of, entered, fault_choices, of_kind, shown, template_of, value_at, warning, Kind,
    Setting, FAULTS, JOB, SINKS,
};
use crate::app::update::Msg;
use crate::i18n::errors::say;
use crate::i18n::format_words::format_word;
use crate::i18n::settings::words as texts;
use crate::i18n::{Lang, Words};
use crate::run::intervals::{by_interval, AtInterval};
use crate::scene::chart::{price_lines, Price, PriceLine};
use crate::sim::id::Time;
use crate::sim::scenario::limits::{MAX_FAULTS, MAX_SINKS};
use crate::sim::scenario::{Drive, Scenario, SinkSpec, Tree};
use wasm_bindgen::JsCast;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// The tabs beside the picture.
pub fn tabs(model: &Model, to: &Send) -> Html {
    let words = words(model);
    let tabs = [
        (Side::Account, words.what_happened),
        (Side::Job, words.tab_job),
        (Side::World, words.tab_world),
        (Side::Sinks, words.tab_sinks),
        (Side::Learn, words.learn),
    ];
    let tabs = tabs.map(|(side, name)| {
        el("button", "")
            .attr("role", "tab")
            .attr("aria-selected", if model.side == side { "true" } else { "false" })
            .click(send(to, Msg::Beside(side)))
            .text(name)
            .done()
    });
    el("div", "tabs").attr("role", "tablist").children(tabs).done()
}

/// The settings that are open.
pub fn settings(model: &Model, to: &Send) -> Html {
    let json = model.scenario.to_tree();
    let body = match model.side {
        Side::Account | Side::Learn => return Html::default(),
        Side::Job => {
            let settings = JOB.iter().map(|setting| job_setting(model, to, &json, setting));
            several(settings.chain([price(model)]))
        }
        Side::World => world(model, to, &json),
        Side::Sinks => sinks(model, to, &json),
    };
    el("div", "settings").key(model.side as usize).child(body).done()
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
    let table_of = by_interval(scenario);
    if table_of.is_empty() {
        return Html::default();
    }
    // A star where some records never get to a reader, a dash where none does.
    let latency = |(median, never): (&Option<Time>, &u32)| match median {
        None => "-".to_string(),
        Some(time) => format!("{}{}", Time(time.0 / 100 * 100), if *never > 0 { "*" } else { "" }),
    };
    let lanes = (1..=scenario.sinks.len()).map(|lane| head(lane.to_string()).done());
    let heads = row("").child(head(words.interval)).children(lanes).child(head(words.read_again)).done();
    let lines = table_of.iter().map(|of| {
        row("")
            .child(cell("").text(format!("{} {}", of.interval, words.seconds)))
            .children(of.medians.iter().zip(&of.never).map(|of| cell("").text(latency(of)).done()))
            .child(cell("").text(of.replayed.to_string()))
            .done()
    });
    let table = rows("kv").child(heads).children(lines);
    el("div", "card")
        .child(el("div", "card-head").child(leaf("b", "", words.price)))
        .maybe(price_chart(words, &table_of))
        .child(table)
        .child(leaf("p", "note", words.price_what))
        .done()
}

/// The same as lines: for the eye, as the table says it all.
fn price_chart(words: &Words, table: &[AtInterval]) -> Option<Html> {
    let Price { most, lines } = price_lines(table)?;
    let label = |x: u32, y: u32, text: String| {
        el("text", "").attr("x", x.to_string()).attr("y", y.to_string()).text(text).done()
    };
    let ticks = table.iter().zip(lines.first()?.points.iter().map(|point| point.map_or(0, |(x, _)| x)));
    let ticks = ticks.map(|(row, x)| label(x + 27, 88, row.interval.to_string()));
    let line = |(index, line): (usize, &PriceLine)| {
        let mut path = String::new();
        let mut pen = "M";
        for point in &line.points {
            pen = match point {
                None => "M",
                Some((x, y)) => {
                    // Of a point by itself a line of no length remains, which shows as a dot.
                    path.push_str(&[pen, &(x + 30).to_string(), " ", &(y + 8).to_string(), "h0"].concat());
                    "L"
                }
            };
        }
        let lanes: Vec<String> = line.lanes.iter().map(usize::to_string).collect();
        let dash = DASHES[index % DASHES.len()];
        several([
            el("path", "value").attr("d", path).attr("stroke-dasharray", dash).done(),
            label(line.name.0 + 37, line.name.1 + 12, lanes.join(" ")),
        ])
    };
    let svg = el("svg", "")
        .attr("viewBox", "0 0 240 92")
        .attr("aria-hidden", "true")
        .children(ticks)
        .child(label(0, 12, [&Time(most.0 / 100 * 100).to_string(), " ", words.seconds].concat()))
        .child(label(0, 76, "0".into()))
        .children(lines.iter().enumerate().map(line));
    Some(el("div", "chart price").child(svg).done())
}

/// How lines that stand for different lanes are dashed.
const DASHES: [&str; 4] = ["", "5 4", "1 5", "9 4 2 4"];

fn job_setting(model: &Model, to: &Send, json: &Tree, setting: &Setting) -> Html {
    el("div", "setting").child(setting_at(model, to, json, setting.path, setting)).done()
}

/// A setting with its control, its sentence, the way to see it at work, and a warning if what is set will surprise.
fn setting_at(model: &Model, to: &Send, json: &Tree, path: &str, setting: &Setting) -> Html {
    let words = words(model);
    let name = setting.name(model.lang);
    let warning = warning(&model.scenario, path).map(|text| leaf("p", "wrong warn", text(texts(model.lang))));
    several([
        field(model, to, json, path, setting.kind, &default_of(setting, &model.scenario), &name),
        warning.unwrap_or_default(),
        note((setting.what)(texts(model.lang)), show_me(words, to, setting.show_me)),
    ])
}

/// A sentence about a setting, and the way to see it at work.
fn note(what: &'static str, show_me: Html) -> Html {
    el("p", "note").text(what).child(show_me).done()
}

fn show_me(words: &Words, to: &Send, preset: &'static str) -> Html {
    el("button", "link").click(send(to, Msg::OpenPreset(preset))).text(words.show_me).done()
}

/// One control with its name, and what is wrong with what was entered.
fn field(model: &Model, to: &Send, json: &Tree, path: &str, kind: Kind, default: &str, name: &str) -> Html {
    let refused = model.refused.as_ref().filter(|refused| refused.path == path);
    let value = refused.map_or_else(|| shown(value_at(json, path), default), |refused| refused.entered.clone());
    let edit = {
        let (to, path) = (to.clone(), path.to_string());
        Callback::from(move |text: String| to.emit(Msg::Edit(path.clone(), entered(kind, &text))))
    };
    let id = format!("set-{path}");
    let error = refused.map(|refused| say(model.lang, &refused.error));
    let wrong = |error: String| el("p", "wrong").attr("role", "alert").text(error).done();
    several([
        el("label", "").attr("for", id.clone()).text(name.to_string()).done(),
        control(model, kind, value, edit, error.is_some()).attr("id", id).done(),
        error.map(wrong).unwrap_or_default(),
    ])
}

/// What a control holds when it is changed.
fn changed(edit: Callback<String>) -> Callback<Event> {
    Callback::from(move |event: Event| {
        let Some(target) = event.target() else { return };
        if let Some(input) = target.dyn_ref::<web_sys::HtmlInputElement>() {
            edit.emit(input.value());
        } else if let Some(select) = target.dyn_ref::<web_sys::HtmlSelectElement>() {
            edit.emit(select.value());
        }
    })
}

/// A list of names to choose from.
fn choose(model: &Model, names: impl Iterator<Item = &'static str>, now: &str) -> El {
    let mut is_known = false;
    let option = |name: &'static str| {
        is_known |= name == now;
        el("option", "").attr("value", name).flag("selected", name == now).text(format_word(model.lang, name)).done()
    };
    let options: Vec<Html> = names.map(option).collect();
    // Figures of one's own have no name.
    let own = when(!is_known, || el("option", "").flag("selected", true).text(words(model).own_figures));
    el("select", "btn").maybe(own).children(options)
}

fn control(model: &Model, kind: Kind, value: String, edit: Callback<String>, is_wrong: bool) -> El {
    let words = words(model);
    match kind {
        Kind::Choice(choices) => choose(model, choices.iter().copied(), &value)
            .on(ListenerKind::onchange, changed(edit))
            .attr_if(is_wrong, "aria-invalid", "true"),
        Kind::Flag => {
            let is_on = value == "true";
            let change = Callback::from(move |_| edit.emit(if is_on { "false" } else { "true" }.to_string()));
            el("button", "btn")
                .attr("role", "switch")
                .attr("aria-checked", if is_on { "true" } else { "false" })
                .click(change)
                .text(if is_on { words.yes } else { words.no })
        }
        Kind::Seconds | Kind::Whole | Kind::Times => el("input", "btn")
            .attr("type", "text")
            .attr("inputmode", "decimal")
            .attr("placeholder", words.none)
            .attr("autocomplete", "off")
            .attr_if(is_wrong, "aria-invalid", "true")
            .value(value)
            .on(ListenerKind::onchange, changed(edit)),
    }
}

fn world(model: &Model, to: &Send, json: &Tree) -> Html {
    let words = words(model);
    if matches!(model.scenario.drive, Drive::Story(_)) {
        return leaf("p", "note", words.story_settings);
    }
    let faults = value_at(json, "faults").and_then(Tree::items).unwrap_or_default();
    let none = if faults.is_empty() { leaf("p", "note", words.faults_none) } else { Html::default() };
    let cards = faults.iter().enumerate().map(|(index, fault)| fault_card(model, to, json, index, fault));
    let add = FAULTS.iter().map(|template| {
        let name = (template.name)(texts(model.lang));
        el("div", "setting")
            .child(el("button", "btn add").click(add_fault(to, faults.len(), template.json)).text("+ ").text(name))
            .child(note((template.what)(texts(model.lang)), show_me(words, to, template.show_me)))
            .done()
    });
    let add = if faults.len() < MAX_FAULTS {
        several([leaf("h2", "", words.add)].into_iter().chain(add))
    } else {
        Html::default()
    };
    several([none, several(cards), add])
}

fn add_fault(to: &Send, index: usize, json: &'static str) -> Callback<Event> {
    let to = to.clone();
    Callback::from(move |_| {
        if let Ok(fault) = Tree::parse(json) {
            to.emit(Msg::Edit(format!("faults[{index}]"), Some(fault)));
        }
    })
}

fn fault_card(model: &Model, to: &Send, json: &Tree, index: usize, fault: &Tree) -> Html {
    let words = words(model);
    let known = model.faults().get(index);
    let name = known.map(|fault| super::faults::fault_name(model.lang, fault)).unwrap_or_default();
    let what = known
        .map(template_of)
        .map(|template| note((template.what)(texts(model.lang)), show_me(words, to, template.show_me)));
    let path = format!("faults[{index}]");
    let body = el("div", "fields").child(fields(model, to, json, &path, fault));
    let remove = remove(words, send(to, Msg::RemoveFault(index)));
    el("div", "card")
        .key(path)
        .child(el("div", "card-head").child(leaf("b", "", name)).child(remove))
        .maybe(what)
        .child(body)
        .done()
}

/// The button that takes a card away.
fn remove(words: &Words, click: Callback<Event>) -> Html {
    el("button", "btn ghost")
        .attr("aria-label", words.remove)
        .attr("title", words.remove)
        .click(click)
        .child(icons::close())
        .done()
}

/// The fields of a fault, whatever it is: numbers, and names where there are a few.
fn fields(model: &Model, to: &Send, json: &Tree, path: &str, value: &Tree) -> Html {
    let Some(map) = value.fields() else { return Html::default() };
    let one = |name: &str, value: &Tree, default: &str| {
        let label = format_word(model.lang, name);
        let about = about_fault_field(name).map(|text| leaf("p", "note", text(texts(model.lang))));
        let control = field(model, to, json, &format!("{path}.{name}"), kind_of(name, value), default, &label);
        several([control, about.unwrap_or_default()])
    };
    let given = map.iter().filter(|(name, _)| name != "crash").map(|(name, value)| {
        if value.fields().is_some() {
            fields(model, to, json, &format!("{path}.{name}"), value)
        } else {
            one(name, value, "")
        }
    });
    let missing =
        ["how", "in_flight"].into_iter().filter(|name| value.get("crash").is_some() && value.get(name).is_none());
    several(given.chain(missing.map(|name| one(name, &Tree::Null, first_choice(name)))))
}

/// What holds where nothing is said.
fn first_choice(name: &str) -> &'static str {
    fault_choices(name).map_or("", |choices| choices[0])
}

fn kind_of(name: &str, value: &Tree) -> Kind {
    match (fault_choices(name), value) {
        (Some(choices), _) => Kind::Choice(choices),
        (None, Tree::Bool(_)) => Kind::Flag,
        _ => Kind::Seconds,
    }
}

fn sinks(model: &Model, to: &Send, json: &Tree) -> Html {
    let words = words(model);
    let count = model.scenario.sinks.len();
    let add = {
        let to = to.clone();
        Callback::from(move |_| {
            to.emit(Msg::Edit(format!("sinks[{count}]"), Some(of_kind("append"))));
        })
    };
    let cards = model.scenario.sinks.iter().enumerate().map(|(index, spec)| sink_card(model, to, json, index, *spec));
    let add = when(count < MAX_SINKS, || el("button", "btn add").click(add).text("+ ").text(words.add_lane));
    several([several(cards), add.unwrap_or_default()])
}

fn sink_card(model: &Model, to: &Send, json: &Tree, index: usize, spec: SinkSpec) -> Html {
    let words = words(model);
    let path = format!("sinks[{index}]");
    let change = {
        let (to, path) = (to.clone(), path.clone());
        changed(Callback::from(move |kind: String| {
            to.emit(Msg::Edit(path.clone(), Some(of_kind(&kind))));
        }))
    };
    let kind = crate::run::outcome::kind_name(spec);
    let known = SINKS.iter().find(|sink| sink.kind == kind);
    let name = format!("{} · {}", index + 1, sink_name(words, spec).0);
    let remove = || remove(words, send(to, Msg::Edit(path.clone(), None)));
    let head = el("div", "card-head").child(leaf("b", "", name)).maybe((model.scenario.sinks.len() > 1).then(remove));
    let kinds = choose(model, SINKS.iter().map(|sink| sink.kind), kind)
        .also(true, "wide-field")
        .attr("aria-label", words.tab_sinks)
        .on(ListenerKind::onchange, change);
    let fields = known.map_or(&[][..], |sink| sink.fields).iter();
    let fields = fields.map(|field| setting_at(model, to, json, &format!("{path}.{}", field.path), field));
    let body = el("div", "fields").child(kinds).children(fields);
    el("div", "card").child(head).child(body).key(path).done()
}
