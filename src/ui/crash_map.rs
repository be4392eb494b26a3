//! The crash map under the time line: a strip a sink that says what a crash at that moment would lead to.

use super::browser::pointed_part;
use super::el::{el, several};
use super::fixed;
use super::leaf::leaf;
use super::memo::{address, memo};
use super::timeline::left;
use super::Send;
use crate::app::crash_maps::LaneMap;
use crate::app::model::Computed;
use crate::app::update::Msg;
use crate::explore::Harm;
use crate::i18n::window::bounds;
use crate::i18n::{Lang, Words};
use crate::run::Run;
use crate::sim::id::Time;
use crate::sim::scenario::{How, SinkSpec};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::MouseEvent;
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

/// What the strips are drawn from.
pub struct CrashMapProps {
    /// The runs.
    pub computed: Rc<Computed>,
    /// The maps, as far as they are known.
    pub maps: Rc<Vec<LaneMap>>,
    /// Is all that is shown of them known?
    pub is_done: bool,
    /// How a click kills.
    pub how: How,
    /// Lanes whose answers are covered, one bit each.
    pub covered: u32,
    /// The moment under the playhead.
    pub at: Time,
    /// Does it move from frame to frame? Nobody can hear then what a crash just now would do.
    pub glides: bool,
    /// The language.
    pub lang: Lang,
    /// The lane and the part of the width that a pointer is at.
    pub hover: Option<(usize, f64)>,
    /// Told what a pointer is at.
    pub point: Callback<Option<(usize, f64)>>,
    /// Where messages go.
    pub send: Send,
}

/// A sink's name, short enough for the margin.
fn short_name(words: &Words, sink: SinkSpec) -> &'static str {
    match sink {
        SinkSpec::Append { .. } => words.map_append,
        SinkSpec::Upsert { .. } => words.map_kv,
        SinkSpec::Increment => words.map_add,
        SinkSpec::WriteAheadLog { .. } => words.map_wal,
        SinkSpec::TwoPhaseCommit { .. } => words.map_2pc,
        SinkSpec::Committer { .. } => words.map_committer,
        SinkSpec::File { .. } => words.map_file,
    }
}

/// The name of a lane's sink, with its number where several have the same.
fn lane_label(words: &Words, props: &CrashMapProps, lane: usize) -> String {
    let name = |run: &Run| short_name(words, run.plan.sink);
    let runs = &props.computed.runs;
    let this = name(&runs[lane]);
    let is_alone = runs.iter().filter(|run| name(run) == this).count() == 1;
    if is_alone {
        this.to_string()
    } else {
        format!("{} {this}", lane + 1)
    }
}

/// A harm in a word, and the class that draws it.
pub fn harm_word(words: &Words, harm: Harm) -> (&'static str, &'static str) {
    match harm {
        Harm::None => (words.h_none, "m-ok"),
        Harm::DirtyRead => (words.h_dirty, "m-back m-dirty"),
        Harm::Blocked => (words.h_blocked, "m-back m-blocked"),
        Harm::WentBack => (words.h_back, "m-back"),
        Harm::Duplicates => (words.h_dup, "m-dup"),
        Harm::Loss => (words.h_loss, "m-lost"),
        Harm::DuplicatesAndLoss => (words.h_dup_loss, "m-lost m-both"),
        Harm::Differs => (words.h_differs, "m-dup m-differs"),
        Harm::Stuck => (words.h_stuck, "m-stuck"),
    }
}

/// The part of its strip at which a pointer is.
fn part_of(event: &Event) -> Option<f64> {
    pointed_part(event, ".map-strip").map(|(across, _)| across)
}

/// The strips.
pub fn strips(props: &CrashMapProps) -> Html {
    let words = props.lang.words();
    let pace = &props.computed.pace;
    let crash = {
        let (send, here) = (props.send.clone(), props.hover.map(|(_, part)| part));
        Callback::from(move |event: Event| {
            // A key press has no place: it crashes where the cursor is.
            let is_key = event.dyn_ref::<MouseEvent>().is_some_and(|event| event.detail() == 0);
            let part = if is_key { here } else { part_of(&event) };
            send.emit(part.map_or(Msg::CrashNow, Msg::CrashAtPart));
        })
    };
    let point = |lane: Option<usize>| {
        let point = props.point.clone();
        Callback::from(move |event: Event| point.emit(lane.and_then(|lane| Some((lane, part_of(&event)?)))))
    };
    let leave = point(None);
    let focus = |lane: usize| {
        let (point, part) = (props.point.clone(), pace.part(props.at));
        Callback::from(move |_: Event| point.emit(Some((lane, part))))
    };
    let shown = props.hover.map(|(lane, part)| (lane, pace.at_part(part)));
    let line = props.hover.map(|(_, part)| el("i", "map-line").attr("style", left(part)).done());
    let strips = props.computed.runs.iter().enumerate().map(|(lane, run)| {
        let name = short_name(words, run.plan.sink);
        let label = || format!("{name}: {}", says(words, props, Some((lane, props.at))));
        let button = el("button", "map-strip")
            .attr("aria-label", if props.glides { name.to_string() } else { label() })
            .click(crash.clone())
            .on(ListenerKind::onpointermove, point(Some(lane)))
            .on(ListenerKind::onpointerleave, leave.clone())
            .on(ListenerKind::onfocus, focus(lane))
            .on(ListenerKind::onblur, leave.clone())
            .on(ListenerKind::onkeydown, keys(props, lane))
            .child(strip(props, lane))
            .maybe(line.clone());
        several([leaf("span", "tl-label", lane_label(words, props, lane)), button.done()])
    });
    el("div", "crash-map")
        .child(el("span", "tl-label"))
        .child(
            el("p", "map-says").attr("aria-live", "polite").maybe(shown.is_none().then(|| legend(props))).child(leaf(
                "span",
                if shown.is_none() { "map-how" } else { "map-told" },
                says(words, props, shown),
            )),
        )
        .children(strips)
        .done()
}

/// What the colours and hatchings mean of what is to be seen: many a span is too short for its word.
fn legend(props: &CrashMapProps) -> Html {
    let (maps, how, covered, words) = (props.maps.clone(), props.how, props.covered, props.lang.words());
    let on = vec![address(&maps), how as usize, covered as usize, props.lang as usize];
    memo(on, move || harms_seen(words, &maps, how, covered))
}

fn harms_seen(words: &Words, maps: &[LaneMap], how: How, covered: u32) -> Html {
    let maps = maps.iter().enumerate().filter(|(lane, _)| covered & (1 << lane) == 0);
    let mut harms: Vec<Harm> = Vec::new();
    for segment in maps.flat_map(|(_, map)| map.segments(how)) {
        if !harms.contains(&segment.harm) {
            harms.push(segment.harm);
        }
    }
    crate::sorted::sort_by(&mut harms, |a, b| a < b);
    several(harms.into_iter().map(|harm| {
        let (word, class) = harm_word(words, harm);
        el("span", "seg-key").child(el("i", "").also(true, class)).text(word).done()
    }))
}

/// Arrow keys step from span to span; a press of the button then crashes there.
fn keys(props: &CrashMapProps, lane: usize) -> Callback<Event> {
    let (maps, computed, point) = (props.maps.clone(), props.computed.clone(), props.point.clone());
    let (how, is_covered) = (props.how, props.covered & (1 << lane) != 0);
    let at = props.hover.map_or(props.at, |(_, part)| computed.pace.at_part(part));
    Callback::from(move |event: Event| {
        let Some(key) = event.dyn_ref::<web_sys::KeyboardEvent>() else { return };
        let is_forward = match key.key().as_str() {
            "ArrowRight" => true,
            "ArrowLeft" => false,
            _ => return,
        };
        // The page's own keys would step through the run.
        key.stop_propagation();
        key.prevent_default();
        let next = maps.get(lane).filter(|_| !is_covered).and_then(|map| map.step(how, at, is_forward));
        if let Some(next) = next {
            point.emit(Some((lane, computed.pace.part(next))));
        }
    })
}

fn strip(props: &CrashMapProps, lane: usize) -> Html {
    let (lang, how) = (props.lang, props.how);
    let words = lang.words();
    if props.covered & (1 << lane) != 0 {
        return el("span", "seg m-hidden").attr("style", "left:0;width:100%").attr("data-word", words.hidden).done();
    }
    let (maps, computed) = (props.maps.clone(), props.computed.clone());
    memo(vec![address(&maps), lane, lang as usize, how as usize], move || {
        let Some(map) = maps.get(lane) else { return Html::default() };
        let pace = &computed.pace;
        let segments = map.segments(how);
        let spans = segments.iter().enumerate().map(|(place, segment)| {
            // A moment may be shown for long: what follows right after begins where that ends.
            let next = segments.get(place + 1).filter(|next| next.from <= segment.to.plus(Time(1)));
            let end = next.map_or(segment.to, |next| next.from);
            span(words, segment.harm, pace.part(segment.from), pace.part(end))
        });
        several(spans)
    })
}

fn span(words: &Words, harm: Harm, from: f64, to: f64) -> Html {
    let (word, class) = harm_word(words, harm);
    // A drawing for the eye: the button's name says what it shows at the moment. Words only where they fit: about a character for each part in 140 of the width.
    let letters = word.chars().count() as f64;
    let fits = to - from > 0.012 + letters / 140.0;
    // There a letter of Chinese takes the room of two.
    let wide = word.chars().map(|letter| if letter.is_ascii() { 1.0 } else { 2.0 }).sum::<f64>();
    let fits_on_a_phone = to - from > 0.03 + wide / 44.0;
    let style = format!("left:{}%;width:{}%", fixed(from * 100.0), fixed((to - from).max(0.0015) * 100.0));
    el("span", "seg")
        .also(true, class)
        .also(fits_on_a_phone, "roomy")
        .attr("style", style)
        .attr_if(fits, "data-word", word)
        .done()
}

/// What a crash at a moment would lead to in a lane, and the span in which it does; without a moment, how to use it.
fn says(words: &Words, props: &CrashMapProps, shown: Option<(usize, Time)>) -> String {
    let Some((lane, at)) = shown else {
        return if props.is_done { words.crash_strip.to_string() } else { words.map_working.to_string() };
    };
    if props.covered & (1 << lane) != 0 {
        return format!("{at} {}: {}", words.seconds, words.hidden);
    }
    let map = props.maps.get(lane);
    let Some(harm) = map.and_then(|map| map.harm_at(at, props.how)) else {
        return format!("{at} {}: {}", words.seconds, words.map_no_job);
    };
    let run = &props.computed.runs[lane];
    let name = short_name(words, run.plan.sink);
    // What went wrong before may have done that already.
    let is_already = harm != Harm::None && map.is_some_and(|map| map.without == harm);
    let why = if is_already { words.why_already } else { why(words, harm) };
    let mut text = format!("{at} {} · {name}: {}{why}", words.seconds, harm_word(words, harm).0);
    if let Some(harm) = map.and_then(|map| map.harm_if_lost(at, props.how)) {
        text.push_str(words.map_if_lost);
        text.push_str(harm_word(words, harm).0);
    }
    let window = map.and_then(|map| map.window_at(at, props.how));
    for bound in window.map(|window| bounds(props.lang, run, window)).unwrap_or_default() {
        text.push_str(" · ");
        text.push_str(&bound);
    }
    text
}

/// Why it comes to this.
fn why(words: &Words, harm: Harm) -> &'static str {
    match harm {
        Harm::None => "",
        Harm::DirtyRead => words.why_dirty,
        Harm::Blocked => words.why_blocked,
        Harm::WentBack => words.why_back,
        Harm::Duplicates => words.why_dup,
        Harm::Loss | Harm::DuplicatesAndLoss => words.why_loss,
        Harm::Differs => words.why_differs,
        Harm::Stuck => words.why_stuck,
    }
}
