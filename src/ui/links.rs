//! What travels: records and barriers from source to operator and on to every sink, requests and replies, notifications.

use super::el::{el, several, text, El};
use super::fixed;
use super::leaf::leaf;
use super::memo::memo;
use super::token::token;
use crate::i18n::format_words::format_word;
use crate::i18n::Lang;
use crate::scene::inputs::{Gate, InputView};
use crate::scene::moving::{Mover, Way, What};
use yew::prelude::*;

fn place(x: f64, y: f64) -> String {
    format!("left:{}%;top:{}%", fixed(x * 100.0), fixed(y * 100.0))
}

fn drawn(lang: Lang, mover: &Mover, x: f64, y: f64, key: String) -> Html {
    let (class, body) = match &mover.what {
        What::Record(record) => ("", token(record)),
        What::Barrier(id) => ("barrier", leaf("b", "", id.to_string())),
        What::End => ("end", text("■")),
        What::Complete(id) => ("news", several([super::icons::letter(), text(id.to_string())])),
        What::Metadata(id) => ("news", text(id.to_string())),
        What::Request(name, number) => {
            let number = if matches!(*name, "begin" | "create") { String::new() } else { format!(" {number}") };
            ("request", text(format_word(lang, name) + &number))
        }
        What::Yes => ("yes", super::icons::tick()),
        What::No => ("no", super::icons::close()),
    };
    el("span", "mover").also(true, class).key(key).attr("style", place(x, y)).child(body).done()
}

/// From the sources to the operator, whose box stands at `to` (0 top, 1 bottom).
///
/// `inputs` are the operator's: a gate that is shut is drawn at the end of its line, and a line that is full as full.
pub fn pipe(lang: Lang, movers: &[Mover], sources: usize, to: f64, inputs: &[InputView]) -> Html {
    // Several lines run side by side around that height.
    let line = |source: usize| to + (source as f64 - (sources as f64 - 1.0) / 2.0) * 0.09;
    let lines = (0..sources).map(|source| {
        let of_this = || inputs.iter().filter(|input| input.sender as usize == source);
        el("div", "pipe-line")
            .also(of_this().any(|input| matches!(input.gate, Gate::Closed(_))), "shut")
            .also(of_this().any(|input| input.is_full), "full")
            .attr("style", format!("top:{}%", fixed(line(source) * 100.0)))
            .done()
    });
    let moving = movers.iter().filter_map(|mover| {
        let Way::ToOperator(source, to) = mover.way else { return None };
        Some(drawn(lang, mover, mover.part, line(source as usize), format!("{source}-{to}-{}", mover.id)))
    });
    el("div", "pipe").attr("aria-hidden", "true").children(lines).children(moving).done()
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
pub fn fan(lang: Lang, lanes: &[Vec<Mover>], from: f64, full: usize) -> Html {
    let of = lanes.len();
    let lines = memo(vec![of, full], move || lines(of, from, full));
    let moving = lanes.iter().enumerate().flat_map(|(lane, movers)| {
        movers.iter().filter_map(move |mover| {
            let (x, y) = on_fan(mover, from, line(lane, of))?;
            Some(drawn(lang, mover, x, y, format!("{lane}-{}", mover.id)))
        })
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
        .map(El::done)
    });
    el("svg", "").attr("viewBox", "0 0 100 100").attr("preserveAspectRatio", "none").children(paths).done()
}

fn on_fan(mover: &Mover, from: f64, to: f64) -> Option<(f64, f64)> {
    match mover.way {
        Way::ToSink(..) => Some((mover.part, from + (to - from) * ease(mover.part))),
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
pub fn wire(lang: Lang, movers: &[Mover]) -> Html {
    let moving = movers.iter().filter_map(|mover| match mover.way {
        Way::ToOutside => Some(drawn(lang, mover, mover.part, 0.36, format!("q{}", mover.id))),
        Way::FromOutside => Some(drawn(lang, mover, 1.0 - mover.part, 0.7, format!("a{}", mover.id))),
        _ => None,
    });
    el("div", "wire").attr("aria-hidden", "true").children(moving).done()
}
