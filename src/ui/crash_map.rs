//! The crash map under the time line: a strip a sink that says what a crash at that moment would lead to.

use super::fixed;
use super::leaf::leaf;
use super::timeline::{left, part_of};
use super::Send;
use crate::app::crash_maps::LaneMap;
use crate::app::model::Computed;
use crate::app::update::Msg;
use crate::explore::{Bound, Harm, Window};
use crate::i18n::narrate::narrate;
use crate::i18n::{Lang, Words};
use crate::run::Run;
use crate::scene::pace::Pace;
use crate::sim::id::Time;
use crate::sim::scenario::{How, SinkSpec};
use std::rc::Rc;
use yew::prelude::*;

/// What the strips are drawn from.
#[derive(Properties)]
pub struct CrashMapProps {
    /// The runs.
    pub computed: Rc<Computed>,
    /// The maps, as far as they are known.
    pub maps: Rc<Vec<LaneMap>>,
    /// Are they complete?
    pub is_done: bool,
    /// How a click kills.
    pub how: How,
    /// Lanes whose answers are covered, one bit each.
    pub covered: u32,
    /// The moment under the playhead.
    pub at: Time,
    /// The language.
    pub lang: Lang,
    /// Where messages go.
    pub send: Send,
}

impl PartialEq for CrashMapProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.maps, &other.maps)
            && (self.is_done, self.how, self.covered, self.lang, self.at)
                == (other.is_done, other.how, other.covered, other.lang, other.at)
    }
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
        Harm::DirtyRead => (words.h_dirty, "m-back"),
        Harm::WentBack => (words.h_back, "m-back"),
        Harm::Duplicates => (words.h_dup, "m-dup"),
        Harm::Loss => (words.h_loss, "m-lost"),
        Harm::DuplicatesAndLoss => (words.h_dup_loss, "m-lost"),
        Harm::Differs => (words.h_differs, "m-dup"),
        Harm::Stuck => (words.h_stuck, "m-stuck"),
    }
}

/// The strips.
#[component]
pub fn CrashStrips(props: &CrashMapProps) -> Html {
    let words = props.lang.words();
    let hover = use_state(|| None::<(usize, f64)>);
    let pace = &props.computed.pace;
    let crash = {
        let send = props.send.clone();
        Callback::from(move |event: MouseEvent| {
            // A key press has no place: it crashes now.
            let part = if event.detail() == 0 { None } else { part_of(&event) };
            send.emit(part.map_or(Msg::CrashNow, Msg::CrashAtPart));
        })
    };
    let leave = {
        let hover = hover.clone();
        Callback::from(move |_: PointerEvent| hover.set(None))
    };
    let shown = hover.map(|(lane, part)| (lane, pace.at_part(part)));
    html! {
        <div class="crash-map">
            <span class="tl-label"></span>
            <p class="map-says" aria-live="off">{ says(words, props, shown) }</p>
            for (lane, run) in props.computed.runs.iter().enumerate() {
                { leaf("span", "tl-label", lane_label(words, props, lane)) }
                <button class="map-strip" onclick={crash.clone()} onpointerleave={leave.clone()}
                    aria-label={format!("{}: {}", short_name(words, run.plan.sink), says(words, props, Some((lane, props.at))))}
                    onpointermove={moved(hover.clone(), lane)}>
                    { strip(words, props, lane, pace) }
                    if let Some((_, part)) = *hover { <i class="map-line" style={left(part)}></i> }
                </button>
            }
        </div>
    }
}

fn moved(hover: UseStateHandle<Option<(usize, f64)>>, lane: usize) -> Callback<PointerEvent> {
    Callback::from(move |event: PointerEvent| hover.set(part_of(&event).map(|part| (lane, part))))
}

fn strip(words: &Words, props: &CrashMapProps, lane: usize, pace: &Pace) -> Html {
    if props.covered & (1 << lane) != 0 {
        return html! { <span class="seg m-hidden" style="left:0;width:100%">{ words.hidden }</span> };
    }
    let Some(map) = props.maps.get(lane) else { return html! {} };
    html! {
        for segment in map.segments(props.how) {
            { span(words, segment.harm, pace.part(segment.from), pace.part(segment.to)) }
        }
    }
}

fn span(words: &Words, harm: Harm, from: f64, to: f64) -> Html {
    let (word, class) = harm_word(words, harm);
    // Words only where they fit: about a character for each part in 140 of the width.
    let fits = to - from > 0.012 + word.chars().count() as f64 / 140.0;
    let style = format!("left:{}%;width:{}%", fixed(from * 100.0), fixed((to - from).max(0.0015) * 100.0));
    html! { <span class={classes!("seg", class)} {style}>{ if fits { word } else { "" } }</span> }
}

/// What a crash at a moment would lead to in a lane, and the span in which it does; without a moment, how to use it.
fn says(words: &Words, props: &CrashMapProps, shown: Option<(usize, Time)>) -> String {
    let Some((lane, at)) = shown else {
        return if props.is_done { words.crash_strip.to_string() } else { words.map_working.to_string() };
    };
    if props.covered & (1 << lane) != 0 {
        return format!("{at} {}", words.seconds);
    }
    let map = props.maps.get(lane);
    let Some(harm) = map.and_then(|map| map.harm_at(at, props.how)) else {
        return format!("{at} {}: {}", words.seconds, words.map_no_job);
    };
    let run = &props.computed.runs[lane];
    let name = short_name(words, run.plan.sink);
    let window = map.and_then(|map| map.window_at(at)).map(|w| bounds(words, props.lang, run, w)).unwrap_or_default();
    format!("{at} {} · {name}: {}{window}", words.seconds, harm_word(words, harm).0)
}

/// Between which two facts the window lies, in words.
fn bounds(words: &Words, lang: Lang, run: &Run, window: &Window) -> String {
    let told = |bound: Option<Bound>| {
        let noted = bound.and_then(|bound| bound.fact(run).cloned())?;
        Some(narrate(lang, &run.plan, &noted).text.trim_end_matches(['.', '。']).to_string())
    };
    let mut text = String::new();
    for (word, bound) in [(words.map_after, told(window.after)), (words.map_before, told(window.before))] {
        if let Some(bound) = bound {
            text.push_str(&format!(" · {word} \u{201c}{bound}\u{201d}"));
        }
    }
    text
}
