//! What travels: records and barriers from source to operator and on to every sink, requests and replies, notifications.

use super::el::{el, El};
use super::fixed;
use super::memo::memo;
use super::moving::moving;
use crate::i18n::Lang;
use crate::scene::inputs::{Gate, InputView};
use crate::scene::moving::{Mover, Way};
use std::rc::Rc;
use yew::prelude::*;

/// Movers are drawn around their places. What has not left yet or has arrived stands before a box, not upon what is written
/// in it.
///
/// From the sources, which stand one below the other, to the operator, whose box stands at `to` (0 top, 1 bottom).
///
/// `inputs` are the operator's: a gate that is shut is drawn at the end of its line, and a line that is full as full.
pub fn pipe(lang: Lang, movers: &Rc<Vec<Mover>>, sources: usize, to: f64, inputs: &[InputView]) -> Html {
    // A single log stands beside the operator. Several lines end side by side around that height.
    let from = move |source: usize| if sources == 1 { to } else { line(source, sources) };
    let to = move |source: usize| to + (source as f64 - (sources as f64 - 1.0) / 2.0) * 0.09;
    let of = |source: usize| inputs.iter().filter(move |input| input.sender as usize == source);
    let full = (0..sources).map(|source| usize::from(of(source).any(|input| input.is_full)) << source).sum();
    let lines = memo(vec![sources, full], move || {
        drawn((0..sources).map(|source| {
            el("path", "").also(full >> source & 1 == 1, "full").attr("d", curve(from(source), to(source)))
        }))
    });
    let is_shut = |source: &usize| of(*source).any(|input| matches!(input.gate, Gate::Closed(_)));
    let gates = (0..sources)
        .filter(is_shut)
        .map(|source| el("i", "shut").attr("style", format!("top:{}%", fixed(to(source) * 100.0))).done());
    let course = move |mover: &Mover| match mover.way {
        Way::ToOperator(source, _) => {
            let (x, source) = (0.15 + 0.42 * mover.part, source as usize);
            Some((x, from(source) + (to(source) - from(source)) * ease(x)))
        }
        _ => None,
    };
    let moving = moving(lang, movers, Rc::new(course));
    el("div", "pipe").attr("aria-hidden", "true").child(lines).children(gates).child(moving).done()
}

/// Where a lane or a line lies among so many, from 0 to 1.
fn line(index: usize, of: usize) -> f64 {
    (index as f64 + 0.5) / of.max(1) as f64
}

/// An easing that leaves and arrives level.
fn ease(x: f64) -> f64 {
    x * x * (3.0 - 2.0 * x)
}

/// From the operator to every lane's sink, and the notifications from the coordinator above.
///
/// `full` has a bit for each lane whose sink has no room for one more record.
pub fn fan(lang: Lang, lanes: &[Rc<Vec<Mover>>], from: f64, full: usize) -> Html {
    let of = lanes.len();
    let lines = memo(vec![of, full], move || lines(of, from, full));
    let moving = lanes.iter().enumerate().map(|(lane, movers)| {
        let course = move |mover: &Mover| on_fan(mover, from, line(lane, of));
        moving(lang, movers, Rc::new(course))
    });
    el("div", "fan").attr("aria-hidden", "true").child(lines).children(moving).done()
}

/// The lines from the operator to so many sinks.
fn lines(of: usize, from: f64, full: usize) -> Html {
    let paths = (0..of).flat_map(|lane| {
        let to = line(lane, of);
        let is_full = full >> lane & 1 == 1;
        [
            el("path", "").also(is_full, "full").attr("d", curve(from, to)),
            el("path", "news-line").attr("d", news_curve(to)),
        ]
    });
    drawn(paths)
}

/// Paths over the whole of an area.
fn drawn(paths: impl Iterator<Item = El>) -> Html {
    let svg = el("svg", "").attr("viewBox", "0 0 100 100").attr("preserveAspectRatio", "none");
    svg.children(paths.map(El::done)).done()
}

fn on_fan(mover: &Mover, from: f64, to: f64) -> Option<(f64, f64)> {
    match mover.way {
        Way::ToSink(..) => {
            let x = 0.29 + 0.55 * mover.part;
            Some((x, from + (to - from) * ease(x)))
        }
        Way::Notification => Some(on_news(mover.part, to)),
        _ => None,
    }
}

/// The way of a notification: from the checkpoint strip above down to the sink.
fn on_news(part: f64, to: f64) -> (f64, f64) {
    (0.72 + 0.28 * part * part, (to - 0.05) * part)
}

fn news_curve(to: f64) -> String {
    let points = (0..=8).map(|i| {
        let (x, y) = on_news(f64::from(i) / 8.0, to);
        format!("{} {}", fixed(x * 100.0), fixed(y * 100.0))
    });
    format!("M{}", points.collect::<Vec<_>>().join("L"))
}

fn curve(from: f64, to: f64) -> String {
    let points = (0..=16).map(|i| {
        let x = f64::from(i) / 16.0;
        format!("{} {}", fixed(x * 100.0), fixed((from + (to - from) * ease(x)) * 100.0))
    });
    format!("M{}", points.collect::<Vec<_>>().join("L"))
}

/// Between a sink and its outside.
pub fn wire(lang: Lang, movers: &Rc<Vec<Mover>>) -> Html {
    let course = |mover: &Mover| match mover.way {
        // A request is wider than its way: half of that, so that it covers as little as it can of the boxes at both ends.
        Way::ToOutside => Some((0.25 + 0.5 * mover.part, 0.36)),
        Way::FromOutside => Some((1.0 - mover.part, 0.7)),
        _ => None,
    };
    el("div", "wire").attr("aria-hidden", "true").child(moving(lang, movers, Rc::new(course))).done()
}
