//! What travels: records and barriers from source to operator and on to every sink, requests and replies, notifications.

use super::fixed;
use super::leaf::leaf;
use super::token::token;
use crate::i18n::format_words::format_word;
use crate::i18n::Lang;
use crate::scene::moving::{Mover, Way, What};
use yew::prelude::*;

fn place(x: f64, y: f64) -> String {
    format!("left:{}%;top:{}%", fixed(x * 100.0), fixed(y * 100.0))
}

fn drawn(lang: Lang, mover: &Mover, x: f64, y: f64, key: String) -> Html {
    let style = place(x, y);
    match &mover.what {
        What::Record(record) => html! { <span class="mover" {key} {style}>{ token(record) }</span> },
        What::Barrier(id) => {
            html! { <span class="mover barrier" {key} {style}>{ leaf("b", "", id.to_string()) }</span> }
        }
        What::End => html! { <span class="mover end" {key} {style}>{ "■" }</span> },
        What::Complete(id) => {
            html! { <span class="mover news" {key} {style}>{ super::icons::letter() }{ *id }</span> }
        }
        What::Metadata(id) => html! { <span class="mover news" {key} {style}>{ *id }</span> },
        What::Request(name, number) => {
            let number = if matches!(*name, "begin" | "create") { String::new() } else { format!(" {number}") };
            html! { <span class="mover request" {key} {style}>{ format_word(lang, name) }{ number }</span> }
        }
        What::Yes => html! { <span class="mover yes" {key} {style}>{ super::icons::tick() }</span> },
        What::No => html! { <span class="mover no" {key} {style}>{ super::icons::close() }</span> },
    }
}

/// From the sources to the operator, whose box stands at `to` (0 top, 1 bottom).
pub fn pipe(lang: Lang, movers: &[Mover], sources: usize, to: f64) -> Html {
    // Several lines run side by side around that height.
    let line = |source: usize| to + (source as f64 - (sources as f64 - 1.0) / 2.0) * 0.09;
    html! {
        <div class="pipe" aria-hidden="true">
            for source in 0..sources {
                <div class="pipe-line" style={format!("top:{}%", fixed(line(source) * 100.0))}></div>
            }
            for mover in movers {
                if let Way::ToOperator(source, to) = mover.way {
                    { drawn(lang, mover, mover.part, line(source as usize), format!("{source}-{to}-{}", mover.id)) }
                }
            }
        </div>
    }
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
pub fn fan(lang: Lang, lanes: &[Vec<Mover>], from: f64) -> Html {
    let of = lanes.len();
    html! {
        <div class="fan" aria-hidden="true">
            <svg viewBox="0 0 100 100" preserveAspectRatio="none">
                for lane in 0..of {
                    <path d={curve(from, line(lane, of))} />
                    <path class="news-line" d={news_curve(line(lane, of))} />
                }
            </svg>
            for (lane, movers) in lanes.iter().enumerate() {
                for mover in movers {
                    if let Some((x, y)) = on_fan(mover, from, line(lane, of)) {
                        { drawn(lang, mover, x, y, format!("{lane}-{}", mover.id)) }
                    }
                }
            }
        </div>
    }
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
    html! {
        <div class="wire" aria-hidden="true">
            for mover in movers {
                if mover.way == Way::ToOutside {
                    { drawn(lang, mover, mover.part, 0.36, format!("q{}", mover.id)) }
                } else if mover.way == Way::FromOutside {
                    { drawn(lang, mover, 1.0 - mover.part, 0.7, format!("a{}", mover.id)) }
                }
            }
        </div>
    }
}
