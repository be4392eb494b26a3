//! What comes of each sink: runs by harm, and the smallest run that comes to each.

use super::{scrolls, Page};
use crate::app::explore_room::Told;
use crate::explore::Harm;
use crate::i18n::explore::{self, grouped};
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
        .children(harms.iter().map(|harm| el("th", "num").attr("scope", "col").child(page.harm(*harm)).done()))
        .child(el("th", "").attr("scope", "col").text(words.windows));
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
        el("tr", "")
            .child(name)
            .child(el("td", "num mono").text(grouped(u64::from(report.runs))).child(leaf("span", "alone", words.runs)))
            .children(cells)
            .child(windows(page, lane))
            .done()
    });
    let table = el("table", "grid tally").child(el("thead", "").child(head)).child(el("tbody", "").children(rows));
    el("section", "card")
        .child(leaf("h2", "", words.sinks))
        .child(leaf("p", "note", words.sinks_intro))
        .child(scrolls(words.sinks, table))
}

fn cell(page: &Page, lane: usize, harm: Harm) -> Html {
    let report = &page.room.reports()[lane];
    let count = report.count(harm);
    if count == 0 {
        return leaf("td", "num soft nil", "0");
    }
    let example = page.room.examples(lane).iter().find(|example| example.harm == harm);
    let is_expected = harm != Harm::None && example.is_none();
    // Where the table has become a list, the harm stands beside its number and not above.
    let alone = el("span", "alone").child(page.harm(harm));
    let cell = el("td", "num").child(alone).child(leaf("span", "mono", grouped(u64::from(count))));
    let cell = cell.maybe(example.map(|example| page.open(example)));
    if is_expected && page.room.is_exploring() {
        cell.child(leaf("small", "", page.words.searching)).done()
    } else {
        cell.done()
    }
}

/// When one crash does harm, in words.
fn windows(page: &Page, lane: usize) -> El {
    let words = page.words;
    let cell = el("td", "windows").child(leaf("span", "alone", words.windows));
    let Some((told, more)) = page.room.windows(lane, page.lang) else { return cell.text("\u{2026}") };
    if told.is_empty() {
        return cell.text(words.windows_none);
    }
    let one = |told: Told| el("li", "").child(page.harm(told.harm)).text(" ").text(told.text).done();
    let more = (more > 0).then(|| leaf("li", "soft", format!("{} {}", grouped(more as u64), words.windows_more)));
    cell.child(el("ul", "").children(told.into_iter().map(one)).maybe(more))
}
