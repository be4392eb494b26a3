//! The matrix of pairs: a picture, a cursor in it, and a sentence about what is under the cursor.

use super::{harm_class, Page};
use crate::app::explore_room::Msg;
use crate::explore::export::{fill, marks, patches, tick_step, Paint, PLACE};
use crate::explore::{Harm, Matrix};
use crate::sim::id::Time;
use crate::ui::browser::pointed_part;
use crate::ui::el::{el, El};
use crate::ui::fixed;
use crate::ui::leaf::leaf;
use wasm_bindgen::JsCast;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// The matrix of the lane that is shown. `picture` is its places, see [`picture`].
pub(super) fn pairs(page: &Page, picture: &Html) -> El {
    let words = page.words;
    let sinks = page.room.sinks();
    let tabs = (0..sinks.len()).map(|lane| {
        el("button", "btn ghost")
            .attr("aria-pressed", if lane == page.room.lane { "true" } else { "false" })
            .click(page.send(Msg::Lane(lane)))
            .text(page.sink(&sinks, lane))
            .done()
    });
    let beside = el("div", "beside")
        .child(leaf("p", "note", words.pairs_intro))
        .child(el("div", "lanes").children(tabs))
        .child(says(page))
        .child(el("button", "btn").click(page.send(Msg::NextHarm)).text(words.next_harm))
        .child(legend(page));
    let section = el("section", "card").child(leaf("h2", "", words.pairs));
    let both = el("div", "pairs").child(beside);
    section.child(match page.room.matrix() {
        Some(matrix) => both.child(plot(page, matrix, picture)),
        None => both,
    })
}

/// What is said of the place under the cursor.
fn says(page: &Page) -> El {
    let status = el("div", "says").attr("id", "matrix-says").attr("role", "status");
    let Some(said) = page.room.has_cursor().then(|| page.room.says(page.lang)).flatten() else {
        return status.text(page.words.searching);
    };
    let example = page.room.example_here();
    let crashes = said.crashes.into_iter().map(|crash| leaf("li", "", crash));
    status
        .child(leaf("p", "", said.place))
        .child(leaf("b", "", said.result))
        .child(el("ol", "").children(crashes))
        .maybe(example.as_ref().map(|example| page.open(example)))
}

/// The places of a matrix: hundreds of areas, so it is drawn when the matrix changes and kept.
pub(super) fn picture(matrix: &Matrix) -> Html {
    let unit = |places: usize| (places * PLACE).to_string();
    let side = unit(matrix.last() + 1);
    let patterns = Harm::ALL.into_iter().map(|harm| {
        let ground = el("rect", "").attr("width", "6").attr("height", "6").attr("fill", Paint::Page.ground(harm));
        let ink = el("path", "").attr("d", marks(harm)).attr("stroke", Paint::Page.ink(harm)).attr("fill", "none");
        el("pattern", "")
            .attr("id", format!("harm-{}", harm.as_str()))
            .attr("width", "6")
            .attr("height", "6")
            .attr("patternUnits", "userSpaceOnUse")
            .child(ground)
            .child(ink)
            .done()
    });
    let areas = patches(matrix).into_iter().map(|patch| {
        el("rect", "")
            .attr("x", unit(patch.column))
            .attr("y", unit(patch.row))
            .attr("width", unit(patch.columns))
            .attr("height", unit(1))
            .attr("fill", patch.harm.map_or_else(|| Paint::Page.no_job(), fill))
            .done()
    });
    el("svg", "")
        .attr("viewBox", format!("0 0 {side} {side}"))
        .attr("preserveAspectRatio", "none")
        .attr("shape-rendering", "crispEdges")
        .attr("aria-hidden", "true")
        .child(el("defs", "").children(patterns))
        .child(el("g", "").children(areas))
        .done()
}

fn plot(page: &Page, matrix: &Matrix, picture: &Html) -> El {
    let places = matrix.last() + 1;
    let all = matrix.begin(places);
    let part = |at: Time| f64::from(at.0) / f64::from(all.0.max(1)) * 100.0;
    let step = tick_step(all, 10);
    let ticks: Vec<Time> = (0..all.0.div_ceil(step.0)).map(|n| Time(n * step.0)).collect();
    let (row, column) = page.room.cursor;
    let size = 100.0 / places as f64;
    let cursor = format!(
        "left:{}%;top:{}%;width:{}%;height:{}%",
        fixed(column as f64 * size),
        fixed(row as f64 * size),
        fixed(size),
        fixed(size)
    );
    let squares = el("div", "squares")
        .attr("tabindex", "0")
        .attr("role", "application")
        .attr("aria-label", page.words.matrix)
        .attr("aria-describedby", "matrix-says")
        .on(ListenerKind::onkeydown, keys(page))
        .click(pointed(page, places))
        .child(picture.clone())
        .maybe(page.room.has_cursor().then(|| el("i", "cursor").attr("style", cursor).done()));
    let top = ticks.iter().map(|at| tick("left", part(*at), *at));
    let left = ticks.iter().map(|at| tick("top", part(*at), *at));
    let alone = (0..places).filter_map(|row| {
        let harm = matrix.single(row)?;
        let style = format!("top:{}%;height:{}%", fixed(row as f64 * size), fixed(size + 0.05));
        Some(el("i", "").class(harm_class(harm)).attr("style", style).done())
    });
    el("div", "plot")
        .child(leaf("span", "axis to-second", page.words.second_axis))
        .child(leaf("span", "axis to-first", page.words.first))
        .child(el("div", "ticks to-second").attr("aria-hidden", "true").children(top))
        .child(el("div", "ticks to-first").attr("aria-hidden", "true").children(left))
        .child(el("div", "singles").attr("title", page.words.alone).attr("aria-hidden", "true").children(alone))
        .child(squares)
}

fn tick(side: &str, part: f64, at: Time) -> Html {
    el("span", "").attr("style", format!("{side}:{}%", fixed(part))).text(at.to_string()).done()
}

/// What each sign in the matrix means; only those that can be there.
fn legend(page: &Page) -> El {
    let reports = page.room.reports();
    let occurs = |harm: &Harm| *harm == Harm::None || reports.iter().any(|report| report.count(*harm) > 0);
    el("p", "legend").children(Harm::ALL.into_iter().filter(occurs).map(|harm| page.harm(harm))).child(leaf(
        "span",
        "harm m-nojob",
        page.words.no_job_short,
    ))
}

fn keys(page: &Page) -> Callback<Event> {
    let to = page.to.clone();
    let open = page.open.clone();
    Callback::from(move |event: Event| {
        let Some(key) = event.dyn_ref::<web_sys::KeyboardEvent>() else { return };
        if key.ctrl_key() || key.meta_key() || key.alt_key() {
            return;
        }
        let by = if key.shift_key() { 10 } else { 1 };
        let msg = match key.key().as_str() {
            "ArrowDown" => Msg::Move(by, 0),
            "ArrowUp" => Msg::Move(-by, 0),
            "ArrowRight" => Msg::Move(0, by),
            "ArrowLeft" => Msg::Move(0, -by),
            "Home" => Msg::Move(0, -1_000),
            "End" => Msg::Move(0, 1_000),
            "PageUp" => Msg::Move(-1_000, 0),
            "PageDown" => Msg::Move(1_000, 0),
            "n" | "N" => Msg::NextHarm,
            "Enter" => return open.emit(()),
            _ => return,
        };
        key.prevent_default();
        to.emit(msg);
    })
}

/// The place under the pointer.
fn pointed(page: &Page, places: usize) -> Callback<Event> {
    let to = page.to.clone();
    Callback::from(move |event: Event| {
        let Some((across, down)) = pointed_part(&event, ".squares") else { return };
        let place = |part: f64| ((part * places as f64) as usize).min(places - 1);
        to.emit(Msg::Go(place(down), place(across)));
    })
}
