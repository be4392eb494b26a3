//! Records as a table.

use super::{Write, WriteMsg};
use crate::app::draft::desk::{Msg, Spot, ROWS_A_PAGE};
use crate::app::draft::table::{LogTable, COLUMNS};
use crate::i18n::errors::say;
use crate::i18n::write::{cell, Words};
use crate::ui::el::{el, El};
use crate::ui::icons;
use crate::ui::leaf::leaf;
use wasm_bindgen::JsCast;
use yew::html::Scope;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// The id of a cell's field.
pub fn cell_id(path: &str, row: usize, column: usize) -> String {
    format!("cell-{path}-{row}-{column}")
}

/// The tables of all sources.
pub fn records(write: &Write, link: &Scope<Write>, words: &'static Words) -> Html {
    let Some(tables) = write.desk.tables() else { return leaf("p", "note", words.not_json) };
    if tables.is_empty() {
        return leaf("p", "note", words.no_list);
    }
    let spot = write.desk.spot();
    el("div", "tables")
        .children(tables.iter().map(|table| log(write, link, words, table, spot.as_ref())))
        .child(leaf("p", "note", words.rows_note))
        .done()
}

fn log(write: &Write, link: &Scope<Write>, words: &'static Words, table: &LogTable, spot: Option<&Spot>) -> Html {
    let first = (write.desk.page * ROWS_A_PAGE).min(table.rows.len().saturating_sub(1) / ROWS_A_PAGE * ROWS_A_PAGE);
    let last = (first + ROWS_A_PAGE).min(table.rows.len());
    let names = [words.offset, words.t, words.key, words.value];
    let head = names.map(|name| el("th", "").attr("scope", "col").text(name).done());
    let mut body = el("tbody", "");
    for row in first..last {
        let mistake = match spot {
            Some(Spot::Row { path, row: wrong, column }) if *path == table.path && *wrong == row => Some(*column),
            _ => None,
        };
        body = body.children(one(write, link, words, table, row, mistake));
    }
    let path = table.path.clone();
    let end = table.rows.len();
    let add = {
        let path = path.clone();
        link.callback(move |_: Event| WriteMsg::Then(Msg::AddRow(path.clone(), end), Some(cell_id(&path, end, 0))))
    };
    let sort = link.callback(move |_: Event| WriteMsg::Desk(Msg::Sort(path.clone())));
    let buttons = el("p", "table-tools")
        .child(el("button", "btn").click(add).text("+ ").text(words.add_row))
        .maybe((end > 1).then(|| el("button", "btn ghost").click(sort).text(words.sort).done()));
    let title = (!table.name.is_empty()).then(|| el("h3", "").text(format!("{} {}", words.source, table.name)).done());
    el("section", "log-table")
        .maybe(title)
        .maybe((end > ROWS_A_PAGE).then(|| pages(link, words, first, last, end)))
        .child(if end == 0 {
            leaf("p", "note", words.no_rows)
        } else {
            el("table", "records")
                .child(el("thead", "").child(el("tr", "").children(head).child(el("td", ""))))
                .child(body)
                .done()
        })
        .child(buttons)
        .done()
}

/// The ways to the rows before and behind those that are shown.
fn pages(link: &Scope<Write>, words: &Words, first: usize, last: usize, all: usize) -> Html {
    let page = first / ROWS_A_PAGE;
    let go = |to: usize| link.callback(move |_: Event| WriteMsg::Desk(Msg::Page(to)));
    el("p", "table-pages")
        .child(
            el("button", "btn")
                .flag("disabled", page == 0)
                .click(go(page.saturating_sub(1)))
                .text("← ")
                .text(words.earlier_rows),
        )
        .child(el("span", "").text(format!("{} {first}–{}, {} {all}", words.rows, last - 1, words.of)))
        .child(el("button", "btn").flag("disabled", last == all).click(go(page + 1)).text(words.later_rows).text(" →"))
        .done()
}

/// A row, and below it its mistake: in which column, if it is about one.
fn one(
    write: &Write,
    link: &Scope<Write>,
    words: &'static Words,
    table: &LogTable,
    row: usize,
    mistake: Option<Option<usize>>,
) -> Vec<Html> {
    let fields = (0..COLUMNS.len()).map(|column| {
        let is_wrong = mistake.is_some_and(|wrong| wrong.is_none_or(|wrong| wrong == column));
        el("td", "").child(field(write, link, words, table, (row, column), is_wrong)).done()
    });
    let path = table.path.clone();
    let below = {
        let path = path.clone();
        link.callback(move |_: Event| {
            WriteMsg::Then(Msg::AddRow(path.clone(), row + 1), Some(cell_id(&path, row + 1, 0)))
        })
    };
    let remove = link.callback(move |_: Event| WriteMsg::Desk(Msg::RemoveRow(path.clone(), row)));
    let button =
        |name: &'static str, click| el("button", "btn ghost").attr("title", name).attr("aria-label", name).click(click);
    let buttons = el("td", "row-tools")
        .child(button(words.add_below, below).text("+"))
        .child(button(words.remove_row, remove).child(icons::close()));
    // Keys: a row has to stay the same element, cursor and all, when a mistake is shown below another.
    let line = el("tr", if mistake.is_some() { "wrong-row" } else { "" })
        .key(row.to_string())
        .child(el("th", "").attr("scope", "row").text(row.to_string()))
        .children(fields)
        .child(buttons)
        .done();
    let mut out = vec![line];
    if let (Some(_), Some(error)) = (mistake, write.desk.reading.error()) {
        let text = el("td", "wrong")
            .attr("colspan", "5")
            .attr("id", "mistake")
            .attr("role", "status")
            .text(say(write.lang, error));
        out.push(el("tr", "").key("mistake").child(text).done());
    }
    out
}

fn field(
    write: &Write,
    link: &Scope<Write>,
    words: &'static Words,
    table: &LogTable,
    (row, column): (usize, usize),
    is_wrong: bool,
) -> El {
    let name = [words.t, words.key, words.value][column];
    let path = table.path.clone();
    let typed = {
        let path = path.clone();
        link.batch_callback(move |event: Event| {
            let input = event.target()?.dyn_into::<web_sys::HtmlInputElement>().ok()?;
            Some(WriteMsg::Desk(Msg::Cell(path.clone(), row, column, input.value())))
        })
    };
    let is_last = row + 1 == table.rows.len();
    let keys = {
        let path = path.clone();
        link.batch_callback(move |event: Event| {
            let key = event.dyn_ref::<web_sys::KeyboardEvent>()?;
            if key.key() != "Enter" || key.is_composing() {
                return None;
            }
            event.prevent_default();
            let below = Some(cell_id(&path, row + 1, column));
            Some(if is_last {
                WriteMsg::Then(Msg::AddRow(path.clone(), row + 1), below)
            } else {
                WriteMsg::Focus(below)
            })
        })
    };
    let pasted = link.batch_callback(move |event: Event| {
        let data = event.dyn_ref::<web_sys::ClipboardEvent>()?.clipboard_data()?;
        let text = data.get_data("text").ok()?;
        crate::app::draft::table::rows_of(&text)?;
        event.prevent_default();
        Some(WriteMsg::Desk(Msg::Paste(path.clone(), row, text)))
    });
    el("input", "btn")
        .attr("id", cell_id(&table.path, row, column))
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr_if(column != 1, "inputmode", "decimal")
        .attr("aria-label", cell(write.lang, name, row + 1))
        .attr_if(is_wrong, "aria-invalid", "true")
        .attr_if(is_wrong, "aria-describedby", "mistake")
        .value(table.rows[row][column].clone())
        .on(ListenerKind::oninput, typed)
        .on(ListenerKind::onkeydown, keys)
        .on(ListenerKind::onpaste, pasted)
}
