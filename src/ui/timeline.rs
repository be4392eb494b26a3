//! The time line: records, checkpoints, crashes, the playhead.

use super::fixed;
use super::leaf::leaf;
use super::memo::{address, memo};
use super::token::key_class;
use super::Send;
use crate::app::model::Computed;
use crate::app::update::Msg;
use crate::i18n::Lang;
use crate::sim::fact::{CheckpointKind, Fact};
use crate::sim::id::Time;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use yew::prelude::*;

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
    /// The language.
    pub lang: Lang,
    /// Where messages go.
    pub send: Send,
}

/// The place at a part of the width.
pub fn left(part: f64) -> String {
    format!("left:{}%", fixed(part * 100.0))
}

/// The part of an element's width at which a pointer is, from 0 to 1.
pub fn part_of(event: &MouseEvent) -> Option<f64> {
    let element = event.current_target()?.dyn_into::<web_sys::Element>().ok()?;
    let rect = element.get_bounding_client_rect();
    (rect.width() > 0.0).then(|| ((f64::from(event.client_x()) - rect.left()) / rect.width()).clamp(0.0, 1.0))
}

/// The time line.
pub fn timeline(props: &TimelineProps) -> Html {
    let words = props.lang.words();
    let pace = &props.computed.pace;
    let seek = {
        let send = props.send.clone();
        let length = f64::from(pace.length().max(1));
        Callback::from(move |event: InputEvent| {
            let value = event.target_unchecked_into::<web_sys::HtmlInputElement>().value_as_number();
            send.emit(Msg::SeekPart(value / length));
        })
    };
    let marks = {
        let (computed, lane, lang) = (props.computed.clone(), props.lane, props.lang);
        memo(vec![address(&computed), lane, lang as usize], move || marks(&computed, lane, lang))
    };
    html! {
        <div class="timeline">
            { leaf("span", "tl-label", words.time) }
            <div class="track" title={words.stretched}>
                { marks }
                <input type="range" min="0" max={pace.length().to_string()} step="1" value={props.shown.to_string()}
                    oninput={seek} aria-label={words.timeline}
                    aria-valuetext={format!("{} {} {}", words.time, props.at, words.seconds)} />
                <div class={classes!("playhead", (f64::from(props.shown) > f64::from(pace.length()) * 0.94).then_some("late"))} style={left(f64::from(props.shown) / f64::from(pace.length().max(1)))}>
                    { leaf("b", "mono", props.at.to_string()) }
                </div>
            </div>
        </div>
    }
}

/// What stands on the time line.
fn marks(computed: &Computed, lane: usize, lang: Lang) -> Html {
    let words = lang.words();
    let (pace, run) = (&computed.pace, &computed.runs[lane]);
    let x = |time: Time| left(pace.part(time));
    let mut marks: Vec<Html> = Vec::new();
    let (mut down_since, mut triggered) = (None, None);
    for noted in &run.facts {
        match &noted.fact {
            Fact::CheckpointTriggered { .. } => triggered = Some(noted.at),
            Fact::CheckpointCompleted { checkpoint, kind } => {
                let since = triggered.take().unwrap_or(noted.at);
                let (from, to) = (pace.part(since), pace.part(noted.at));
                marks.push(html! { <div class="mark-span" style={format!("{};width:{}%", left(from), fixed((to - from) * 100.0))}></div> });
                let name = match kind {
                    CheckpointKind::Regular => format!("{} {checkpoint}", words.checkpoint),
                    CheckpointKind::Final => format!("{} {checkpoint}", words.final_checkpoint),
                    CheckpointKind::Savepoint => format!("{} {checkpoint}", words.savepoint),
                };
                marks.push(html! { <div class={classes!("mark-ck", (to > 0.86).then_some("late"), (to > 0.55).then_some("far"))} style={x(noted.at)}>{ leaf("span", "", name) }</div> });
            }
            Fact::Crashed { .. } => {
                down_since = Some(noted.at);
                let name = format!("{} {}", words.crash, noted.at);
                marks.push(html! {
                    <div class="mark-crash" style={x(noted.at)}>{ super::icons::bolt() }{ leaf("span", "", name) }</div>
                });
            }
            Fact::JobRunning { .. } => {
                if let Some(since) = down_since.take() {
                    marks.push(down(pace.part(since), pace.part(noted.at)));
                }
            }
            _ => {}
        }
    }
    if let Some(since) = down_since {
        marks.push(down(pace.part(since), 1.0));
    }
    let logs = run.plan.logs.iter().flatten().filter(|record| record.due <= pace.end());
    html! {
        <div class="marks" aria-hidden="true">
            for tick in ticks(pace.end()) {
                <div class="tick" style={x(tick)}>{ leaf("span", "", tick.to_string()) }</div>
            }
            { marks }
            for record in logs {
                <div class={classes!("rec", key_class(record.key.0))} style={x(record.due)}></div>
            }
        </div>
    }
}

fn down(from: f64, to: f64) -> Html {
    html! { <div class="down" style={format!("{};width:{}%", left(from), fixed((to - from) * 100.0))}></div> }
}

/// Round seconds to write under the line: about twelve of them.
fn ticks(end: Time) -> Vec<Time> {
    let step = [1u32, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600]
        .into_iter()
        .find(|step| end.0 / 1_000 / step <= 16)
        .unwrap_or(43_200);
    (0..=end.0 / 1_000 / step).map(|n| Time(n * step * 1_000)).collect()
}
