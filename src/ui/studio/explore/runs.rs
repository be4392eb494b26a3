//! What comes of each sink: runs by harm, and the smallest run that comes to each.

use super::{scrolls, Page};
use crate::app::explore_room::grouped;
use crate::explore::Harm;
use crate::i18n::explore;
use crate::ui::el::{el, El};
use crate::ui::leaf::leaf;
use yew::prelude::*;

/// The table, a row a sink.
pub(super) fn runs(page: &Page) -> El {
    let (room, words) = (page.room, page.words);
    let reports = room.reports();
    let sinks = room.sinks();
    // A column for each harm that occurs anywhere.
    let harms: Vec<Harm> = Harm::ALL
        .into_iter()
        .filter(|harm| *harm == Harm::None || reports.iter().any(|report| report.count(*harm) > 0))
        .collect();
    let head = el("tr", "")
        .child(leaf("th", "", words.sink))
        .child(leaf("th", "num", words.runs))
        .children(harms.iter().map(|harm| el("th", "num").attr("scope", "col").child(page.harm(*harm)).done()));
    let rows = reports.iter().enumerate().map(|(lane, report)| {
        let cells = harms.iter().map(|harm| cell(page, lane, *harm));
        let name = el("th", "").attr("scope", "row").text(page.sink(&sinks, lane));
        let name = if report.without_crash == Harm::None {
            name
        } else {
            name.child(leaf(
                "small",
                "",
                format!("{}: {}", words.without, explore::harm(page.lang, report.without_crash)),
            ))
        };
        el("tr", "").child(name).child(leaf("td", "num mono", grouped(u64::from(report.runs)))).children(cells).done()
    });
    let table = el("table", "grid").child(el("thead", "").child(head)).child(el("tbody", "").children(rows));
    el("section", "card")
        .child(leaf("h2", "", words.sinks))
        .child(leaf("p", "note", words.found))
        .child(scrolls(words.sinks, table))
}

fn cell(page: &Page, lane: usize, harm: Harm) -> Html {
    let report = &page.room.reports()[lane];
    let count = report.count(harm);
    if count == 0 {
        return leaf("td", "num soft", "0");
    }
    let example = page.room.examples(lane).iter().find(|example| example.harm == harm);
    let is_expected = harm != Harm::None && example.is_none();
    let cell = el("td", "num").child(leaf("span", "mono", grouped(u64::from(count))));
    let cell = cell.maybe(example.map(|example| page.open(example)));
    if is_expected && page.room.is_exploring() {
        cell.child(leaf("small", "", page.words.searching)).done()
    } else {
        cell.done()
    }
}
