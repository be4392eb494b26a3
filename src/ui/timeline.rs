//! The time line: records, checkpoints, crashes, the playhead.

use super::el::{el, El};
use super::faults::before_right_after;
use super::fixed;
use super::leaf::leaf;
use super::memo::{address, memo};
use super::token::key_class;
use super::Send;
use crate::app::model::Computed;
use crate::app::update::Msg;
use crate::i18n::Lang;
use crate::scene::names::{places, width, Mark};
use crate::sim::fact::{CheckpointKind, Fact};
use crate::sim::id::{KeyId, Time};
use std::rc::Rc;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// What the time line is drawn from.
pub struct TimelineProps {
    /// The runs.
    pub computed: Rc<Computed>,
    /// The lane that is followed.
    pub lane: usize,
    /// The playhead, in milliseconds of showing.
    pub shown: u32,
    /// The moment under it.
    pub at: Time,
    /// Does it move from frame to frame?
    pub glides: bool,
    /// Is what is still to come not to be told, as something about it is asked?
    pub hides_future: bool,
    /// The language.
    pub lang: Lang,
    /// Where messages go.
    pub send: Send,
}

/// While the playhead glides its time is told in these steps, of milliseconds: a text that changes with every frame can't be
/// read, and each change has the browser lay out and paint the page anew.
const TOLD_EVERY: u32 = 100;

/// And the slider under it, which is for keys, pointers and screen readers, follows in these, of milliseconds of showing.
const SLIDES_EVERY: u32 = 250;

/// The place at a part of the width.
pub fn left(part: f64) -> String {
    format!("left:{}%", fixed(part * 100.0))
}

/// The time line.
pub fn timeline(props: &TimelineProps) -> Html {
    let words = props.lang.words();
    let pace = &props.computed.pace;
    let seek = {
        let send = props.send.clone();
        let length = f64::from(pace.length().max(1));
        Callback::from(move |event: Event| {
            let value = event.target_unchecked_into::<web_sys::HtmlInputElement>().value_as_number();
            send.emit(Msg::SeekPart(value / length));
        })
    };
    let marks = {
        let (computed, lane, lang) = (props.computed.clone(), props.lane, props.lang);
        let until = if props.hides_future { props.at } else { Time(u32::MAX) };
        let on = vec![address(&computed), lane, lang as usize, until.0 as usize];
        memo(on, move || marks(&computed, lane, until, lang))
    };
    let stepped = |number: u32, step: u32| if props.glides { number - number % step } else { number };
    let told = Time(stepped(props.at.0, TOLD_EVERY));
    let range = el("input", "")
        .attr("type", "range")
        .attr("min", "0")
        .attr("max", pace.length().to_string())
        .attr("step", "1")
        .value(stepped(props.shown, SLIDES_EVERY).to_string())
        .attr("aria-label", words.timeline)
        .attr("aria-valuetext", format!("{} {told} {}", words.time, words.seconds))
        .on(ListenerKind::oninput, seek);
    let part = f64::from(props.shown) / f64::from(pace.length().max(1));
    // In parts of the track, which is a container: the browser moves it without laying out or painting anything.
    let place = format!("translate:{}cqw", fixed(part * 100.0));
    let playhead = el("div", "playhead").also(part > 0.94, "late").attr("style", place);
    let playhead = playhead.child(leaf("b", "mono", told.to_string()));
    el("div", "timeline")
        .child(leaf("span", "tl-label", words.time_axis))
        .child(el("div", "track").attr("title", words.stretched).child(marks).child(range).child(playhead))
        .done()
}

/// What stands on the time line; checkpoints only until a moment.
fn marks(computed: &Computed, lane: usize, until: Time, lang: Lang) -> Html {
    let words = lang.words();
    let (pace, run) = (&computed.pace, &computed.runs[lane]);
    let placed = |class: &'static str, time: Time| el("div", class).attr("style", left(pace.part(time)));
    let mut marks: Vec<Html> = Vec::new();
    let mut named: Vec<Named> = Vec::new();
    let (mut down_since, mut triggered) = (None, None);
    for noted in &run.facts {
        match &noted.fact {
            Fact::CheckpointTriggered { .. } => triggered = Some(noted.at),
            Fact::CheckpointCompleted { checkpoint, kind } if noted.at <= until => {
                let since = triggered.take().unwrap_or(noted.at);
                let (from, to) = (pace.part(since), pace.part(noted.at));
                marks.push(span("mark-span", from, to));
                let word = match kind {
                    CheckpointKind::Regular => words.checkpoint,
                    CheckpointKind::Final => words.final_checkpoint,
                    CheckpointKind::Savepoint => words.savepoint,
                };
                let mark = placed("mark-ck", noted.at);
                named.push(Named { at: to, mark, word, number: checkpoint.to_string() });
            }
            Fact::Crashed { .. } => {
                down_since = Some(noted.at);
                let mark = placed("mark-crash", noted.at).child(super::icons::bolt());
                let (at, number) = (pace.part(noted.at), before_right_after(noted.at).unwrap_or(noted.at).to_string());
                named.push(Named { at, mark, word: words.crash, number });
            }
            Fact::JobRunning { .. } => {
                if let Some(since) = down_since.take() {
                    marks.push(span("down", pace.part(since), pace.part(noted.at)));
                }
            }
            _ => {}
        }
    }
    if let Some(since) = down_since {
        marks.push(span("down", pace.part(since), 1.0));
    }
    let dots = run.plan.logs.iter().flat_map(|log| {
        let records = log.iter().filter(|record| record.due <= pace.end());
        apart(records.map(|record| (pace.part(record.due), record.key)))
    });
    let ticks = ticks(pace.end()).into_iter();
    el("div", "marks")
        .attr("aria-hidden", "true")
        .children(ticks.map(|tick| placed("tick", tick).child(leaf("span", "", tick.to_string())).done()))
        .children(marks)
        .children(with_names(named))
        .children(
            dots.map(|(part, key)| el("div", "rec").attr("style", left(part)).also(true, key_class(key.0)).done()),
        )
        .done()
}

/// Dots of a rising list with at least a hair between them: more could not be told apart.
fn apart(dots: impl Iterator<Item = (f64, KeyId)>) -> Vec<(f64, KeyId)> {
    /// A part of the width that is less than a pixel.
    const HAIR: f64 = 0.0005;
    let mut seen: Vec<(f64, KeyId)> = Vec::new();
    for dot in dots {
        if seen.last().is_none_or(|last| dot.0 - last.0 >= HAIR) {
            seen.push(dot);
        }
    }
    seen
}

/// A mark that has a name.
struct Named {
    at: f64,
    mark: El,
    word: &'static str,
    number: String,
}

/// Marks with their names where there is room for them.
fn with_names(named: Vec<Named>) -> Vec<Html> {
    let mark = |named: &Named| {
        let short = width(&named.number);
        Mark { at: named.at, long: width(named.word) + width(" ") + short, short }
    };
    let places = places(&named.iter().map(mark).collect::<Vec<_>>());
    let drawn = named.into_iter().zip(places).map(|(named, place)| {
        let Some(place) = place else { return named.mark.done() };
        let word = (!place.is_short).then(|| leaf("i", "", format!("{} ", named.word)));
        let name = el("span", "").also(place.is_left, "left").maybe(word).text(named.number);
        named.mark.child(name).done()
    });
    drawn.collect()
}

fn span(class: &'static str, from: f64, to: f64) -> Html {
    let style = format!("{};width:{}%", left(from), fixed((to - from) * 100.0));
    el("div", class).attr("style", style).done()
}

/// Round seconds to write under the line: about twelve of them.
fn ticks(end: Time) -> Vec<Time> {
    let step = [1u32, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600]
        .into_iter()
        .find(|step| end.0 / 1_000 / step <= 16)
        .unwrap_or(43_200);
    (0..=end.0 / 1_000 / step).map(|n| Time(n * step * 1_000)).collect()
}
