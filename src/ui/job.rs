//! The operator's state: the job's memory.

use super::el::{el, several, when};
use super::fixed;
use super::leaf::leaf;
use super::rows::{cell, head, row, rows};
use super::token::{key_class, tokens};
use crate::app::said;
use crate::i18n::Words;
use crate::scene::chart::History;
use crate::scene::job::{JobLife, JobView, TotalView};
use crate::scene::pace::Pace;
use crate::sim::id::Time;
use crate::sim::scenario::OperatorKind;
use crate::sim::world::JobEnd;
use yew::prelude::*;

/// The operator.
pub fn operator(words: &Words, view: &JobView, kind: OperatorKind) -> Html {
    let is_up = matches!(view.life, JobLife::Running | JobLife::Restoring);
    let name = if kind == OperatorKind::Count { words.count_by_key } else { words.pass_on };
    let state = el("div", "volatile op")
        .also(!is_up, "gone")
        .child(el("p", "op-head").child(el("b", "").term("operator").text(name)))
        .maybe(when(is_up, || el("small", "").term("attempt").text(said::attempt(words, view.attempt))))
        .child(life(words, view))
        .maybe(is_up.then(|| totals(words, view)))
        .maybe(when(is_up, || el("div", "working").child(tokens(&view.working_on))))
        .maybe(when(view.has_no_room, || el("p", "note held-up").term("back-pressure").text(words.no_room_operator)))
        .child(super::inputs::inputs(words, &view.inputs))
        .maybe(view.aligning.filter(|_| is_up).map(|id| {
            el("p", "note").term("alignment").text(words.waits_for_barriers).text(" ").text(id.to_string()).done()
        }));
    el("div", "memory")
        .child(el("h2", "").term("state").reachable().text(words.job_memory).text(" ").child(leaf(
            "small",
            "",
            words.lost_in_crash,
        )))
        .child(state)
        .done()
}

fn totals(words: &Words, view: &JobView) -> Html {
    let total = |total: &TotalView| {
        let name = cell("").child(el("span", "dot").also(true, key_class(total.key))).text(total.name.clone());
        row("")
            .child(name.done())
            .child(cell("").text(total.count.to_string()).done())
            .child(cell("").text(total.sum.to_string()).done())
            .done()
    };
    let empty = view.totals.is_empty().then(|| leaf("p", "note", words.nothing_yet));
    let table = rows("")
        .child(row("").children([words.key, words.count, words.sum].map(|name| head(name).done())))
        .children(view.totals.iter().map(total));
    several([table.done(), empty.unwrap_or_default()])
}

fn life(words: &Words, view: &JobView) -> Html {
    let Some(text) = said::life(words, view) else { return Html::default() };
    let is_down = matches!(view.life, JobLife::Down(_) | JobLife::Over(JobEnd::Failed));
    el("p", "life")
        .term(if is_down { "restart" } else { "failure-recovery" })
        .also(is_down, "life-down")
        .text(text)
        .done()
}

const WIDTH: f64 = 220.0;
const HEIGHT: f64 = 84.0;

/// Where a moment is in the chart, from its left.
fn across(pace: &Pace, time: Time) -> f64 {
    pace.part(time) * (WIDTH - 24.0) + 18.0
}

/// How far the chart is drawn at a moment, in half units of it, which are less than a pixel each: a line that grew with every
/// frame would have the page painted with every frame.
#[must_use]
pub fn here(pace: &Pace, now: Time) -> usize {
    (across(pace, now) * 2.0) as usize
}

/// A value over time, in the coordinates of the time line: 0 to 1 across, 0 to 1 up.
pub fn history(words: &Words, name: &str, view: &History, pace: &Pace, now: Time, crashes: &[Time]) -> Html {
    let top = view.points.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
    let x = |time: Time| across(pace, time);
    let here = here(pace, now) as f64 / 2.0;
    let y = |count: u32| HEIGHT - 12.0 - f64::from(count) / f64::from(top) * (HEIGHT - 24.0);
    let mut path = String::new();
    let mut last = None;
    for (time, count) in &view.points {
        if let Some(last) = last {
            path.push_str(&format!("L{} {}", fixed(x(*time)), fixed(y(last))));
        }
        path.push_str(&format!("{}{} {}", if last.is_none() { 'M' } else { 'L' }, fixed(x(*time)), fixed(y(*count))));
        last = Some(*count);
    }
    if let (Some(last), Some((since, _))) = (last, view.points.last()) {
        path.push_str(&format!("L{} {}", fixed(here.max(x(*since))), fixed(y(last))));
    }
    let dips = view.dips.iter().map(|(from, until)| {
        let width = (until.map_or(here, x) - x(*from)).max(3.0);
        el("rect", "dip")
            .attr("x", fixed(x(*from)))
            .attr("y", "4")
            .attr("height", "68")
            .attr("width", fixed(width))
            .done()
    });
    let scale = |count: u32| el("text", "").attr("x", "0").attr("y", fixed(y(count) + 4.0)).text(count.to_string());
    let crashes =
        crashes.iter().map(|crash| el("path", "crash-line").attr("d", format!("M{} 4V72", fixed(x(*crash)))).done());
    let svg = el("svg", "")
        .attr("viewBox", "0 0 220 84")
        .attr("role", "img")
        .attr("aria-label", name.to_string())
        .children(dips)
        .child(scale(top))
        .child(scale(0))
        .children(crashes)
        .child(el("path", "value").attr("d", path));
    el("div", "chart").child(leaf("h3", "", format!("{} {name}", words.chart_of))).child(svg).done()
}
