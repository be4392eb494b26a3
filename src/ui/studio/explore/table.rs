//! The table of all sinks and all faults.

use super::{harm_class, scrolls, Page};
use crate::app::explore_room::Msg;
use crate::explore::{FaultKind, Harm, Verdicts};
use crate::i18n::explore;
use crate::ui::el::{el, El};
use crate::ui::lane::sink_name;
use crate::ui::leaf::leaf;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// The table, what is said of the place that is looked at, and whether a crash is added.
pub(super) fn table(page: &Page) -> El {
    let (room, words) = (page.room, page.words);
    let to = page.to.clone();
    let with_crash = room.with_crash;
    let toggle = el("label", "check")
        .child(
            el("input", "")
                .attr("type", "checkbox")
                .checked(with_crash)
                .on(ListenerKind::onchange, Callback::from(move |_: Event| to.emit(Msg::WithCrash(!with_crash)))),
        )
        .text(words.with_crash);
    let section = el("section", "card")
        .child(leaf("h2", "", words.table))
        .child(leaf("p", "note", words.table_intro))
        .child(toggle)
        .maybe(with_crash.then(|| leaf("span", "note", words.with_crash_note)));
    let Some(table) = room.table() else { return section.child(leaf("p", "", words.table_later)) };
    let bar = el("progress", "")
        .attr("max", "1000")
        .attr("value", table.per_mille().to_string())
        .attr("aria-label", words.progress)
        .done();
    let example = room.example_of_table();
    let says = room.table_says(page.lang).map(|text| {
        el("p", "says").attr("role", "status").text(text).maybe(example.as_ref().map(|e| page.open(e))).done()
    });
    let has_gaps = (0..table.sinks().len())
        .any(|row| (0..FaultKind::ALL.len()).any(|at| table.verdict(row, at).is_some_and(|v| v.places == 0)));
    let gaps = has_gaps.then(|| leaf("p", "note", format!("\u{2013} {}", words.not_there)));
    section
        .maybe((!table.is_done()).then_some(bar))
        .maybe(says)
        .child(scrolls(words.table, grid(page, table)))
        .maybe(gaps)
}

fn grid(page: &Page, table: &Verdicts) -> El {
    let head =
        FaultKind::ALL.map(|kind| el("th", "").attr("scope", "col").text(explore::fault(page.lang, kind)).done());
    let rows = table.sinks().iter().enumerate().map(|(row, sink)| {
        let cells = (0..FaultKind::ALL.len()).map(|column| cell(page, table, row, column));
        let (_, note) = sink_name(page.lang.words(), *sink);
        let name = el("th", "").attr("scope", "row").text(page.sink(table.sinks(), row)).child(leaf("small", "", note));
        el("tr", "").child(name).children(cells).done()
    });
    el("table", "grid verdicts")
        .child(el("thead", "").child(el("tr", "").child(leaf("th", "", page.words.sink)).children(head)))
        .child(el("tbody", "").children(rows))
}

fn cell(page: &Page, table: &Verdicts, row: usize, column: usize) -> Html {
    let Some(verdict) = table.verdict(row, column) else { return leaf("td", "soft", "\u{2026}") };
    if verdict.places == 0 {
        return el("td", "none")
            .attr("title", page.words.not_there)
            .child(el("span", "soft").attr("aria-hidden", "true").text("\u{2013}"))
            .child(leaf("span", "sr", page.words.not_there))
            .done();
    }
    let is_looked_at = page.room.looked_at == Some((row, column));
    let button = el("button", "")
        .class(format!("harm {}", harm_class(verdict.worst)))
        .attr("aria-pressed", if is_looked_at { "true" } else { "false" })
        .click(page.send(Msg::Look(row, column)))
        .child(leaf("span", "", explore::harm(page.lang, verdict.worst)));
    let button = if verdict.worst == Harm::None {
        button
    } else {
        button.child(leaf("small", "mono", format!("{}/{}", verdict.harmful, verdict.runs)))
    };
    el("td", "").child(button).done()
}
