//! The room in which a moment is read as tables, and stepped through.

use super::RoomProps;
use crate::app::model::Model;
use crate::app::room::Room;
use crate::app::said::is_shown;
use crate::app::session::opened;
use crate::app::take::picture::title;
use crate::app::take::tables::{tables, Table};
use crate::app::update::{update, Msg};
use crate::i18n::narrate::narrate;
use crate::i18n::studio::take::{words, Words};
use crate::scene::told::is_alike;
use crate::ui::el::{el, El};
use crate::ui::leaf::leaf;
use crate::ui::picture::short_names;
use yew::prelude::*;

/// The room.
pub fn table(props: &RoomProps) -> Html {
    let words = words(props.lang);
    let model = Model { lang: props.lang, ..opened((*props.link).clone(), true) };
    let lab = props.lang.words();
    let head = format!("{}: {} {} {}", title(&model), lab.time, model.at(), lab.seconds);
    let step = |msg: Msg, text: &'static str| {
        let mut there = model.clone();
        update(&mut there, msg);
        let is_there = there.at() == model.at();
        // A link that leads nowhere stays where it is in the order.
        el("a", "btn")
            .attr_if(!is_there, "href", format!("#{}", Room::Table.link(&there.link())))
            .attr_if(is_there, "aria-disabled", "true")
            .text(text)
    };
    el("div", "table-room")
        .child(leaf("h2", "", head))
        .child(leaf("p", "", words.table_intro))
        .child(
            el("div", "steps")
                .child(step(Msg::Leap(false), words.leap_back))
                .child(step(Msg::Step(false), words.back))
                .child(step(Msg::Step(true), words.forward))
                .child(step(Msg::Leap(true), words.leap_forward)),
        )
        .child(happened(&model, words))
        .children(tables(&model).iter().map(|table| one(words, table).done()))
        .done()
}

/// The sentences of the last moment at which something happened.
fn happened(model: &Model, words: &'static Words) -> El {
    let computed = &model.computed;
    let told = computed.account.partition_point(|told| told.noted.at <= model.at());
    let told = &computed.account[..told];
    let last = told.last().map(|told| told.noted.at);
    let shown = told.iter().filter(|told| Some(told.noted.at) == last && is_shown(told, model.lane, model.covered()));
    let short_names = short_names(model);
    let line = |told: &crate::scene::told::Told| {
        let sentence = narrate(model.lang, &computed.runs[told.lane].plan, &told.noted);
        let why = sentence.why.filter(|_| !model.hides_answers());
        let all = (1 << computed.runs.len()) - 1;
        let whose = |lane: &usize| told.lanes >> lane & 1 == 1 && told.lanes != all && !is_alike(&told.noted.fact);
        let names = (0..computed.runs.len()).filter(whose).map(|lane| short_names[lane].clone()).collect::<Vec<_>>();
        let names = (!names.is_empty()).then(|| leaf("b", "", names.join(", ") + ": "));
        el("li", "").maybe(names).text(sentence.text).text(" ").maybe(why.map(|why| leaf("small", "", why))).done()
    };
    let mut lines: Vec<Html> = shown.map(line).collect();
    if lines.is_empty() {
        lines.push(leaf("li", "", words.nothing));
    }
    el("section", "")
        .attr("aria-live", "polite")
        .child(leaf("h3", "", words.happened))
        .child(el("ul", "").children(lines))
}

fn one(words: &'static Words, table: &Table) -> El {
    let head = table.head.iter().map(|name| el("th", "").attr("scope", "col").text(name.clone()).done());
    let row = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(index, text)| match index {
            0 => el("th", "").attr("scope", "row").text(text.clone()).done(),
            _ => leaf("td", "", text.clone()),
        });
        el("tr", "").children(cells).done()
    };
    let none = table.rows.is_empty().then(|| {
        let span = table.head.len().to_string();
        el("tr", "").child(el("td", "soft").attr("colspan", span).text(words.empty)).done()
    });
    // Wide ones scroll by themselves, by keyboard too.
    el("div", "scrolls").attr("tabindex", "0").attr("role", "region").attr("aria-label", table.caption.clone()).child(
        el("table", "")
            .child(leaf("caption", "", table.caption.clone()))
            .child(el("thead", "").child(el("tr", "").children(head)))
            .child(el("tbody", "").children(table.rows.iter().map(row)).maybe(none)),
    )
}
