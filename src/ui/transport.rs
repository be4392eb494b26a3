//! Play, step, leap, speed, crash.

use super::faults::fault_name;
use super::leaf::leaf;
use super::{icons, send, words, Send};
use crate::app::model::{Model, SPEEDS};
use crate::app::update::Msg;
use crate::sim::scenario::{Drive, How};
use yew::prelude::*;

fn button(to: &Send, msg: Msg, label: &'static str, icon: Html, disabled: bool) -> Html {
    let is_end = matches!(msg, Msg::ToStart | Msg::ToEnd);
    html! { <button class={classes!("btn", is_end.then_some("ends"))} onclick={send(to, msg)} title={label} aria-label={label} {disabled}>{ icon }</button> }
}

/// The controls. `say` is the sentence of the moment.
pub fn transport(model: &Model, to: &Send, say: Option<(String, String)>) -> Html {
    let words = words(model);
    let (play_icon, play) = match (model.is_playing, model.is_at_end()) {
        (true, _) => (icons::pause(), words.pause),
        (false, true) => (icons::again(), words.again),
        (false, false) => (icons::play(), words.play),
    };
    let speed = SPEEDS[model.speed];
    let speed = match speed {
        250 => "0.25×".to_string(),
        500 => "0.5×".to_string(),
        _ => format!("{}×", speed / 1000),
    };
    let is_story = matches!(model.scenario.drive, Drive::Story(_));
    let at_start = model.shown <= 0.0;
    html! {
        <div class="transport">
            <div class="group">
                { button(to, Msg::ToStart, words.to_start, icons::to_start(), at_start) }
                { button(to, Msg::Leap(false), words.previous_moment, icons::leap_back(), at_start) }
                { button(to, Msg::Step(false), words.step_back, icons::back(), at_start) }
                <button class="btn play" onclick={send(to, Msg::Toggle)}>
                    { play_icon }{ leaf("span", "", play) }<kbd aria-hidden="true">{ words.key_space }</kbd>
                </button>
                { button(to, Msg::Step(true), words.step_forward, icons::forward(), model.is_at_end()) }
                { button(to, Msg::Leap(true), words.next_moment, icons::leap_forward(), model.is_at_end()) }
                { button(to, Msg::ToEnd, words.to_end, icons::to_end(), model.is_at_end()) }
                <button class="btn speed" title={words.speed} aria-label={format!("{} {speed}", words.speed)}
                    onclick={send(to, Msg::SetSpeed((model.speed + 1) % SPEEDS.len()))}>{ &speed }</button>
            </div>
            <div class="group crash">
                <button class="btn boom" onclick={send(to, Msg::CrashNow)} disabled={is_story}>
                    { icons::bolt() }{ leaf("span", "", words.crash_now) }<kbd aria-hidden="true">{ "C" }</kbd>
                </button>
                { how(model, to) }
                { button(to, Msg::Undo, words.undo, icons::undo(), model.past.is_empty()) }
                { button(to, Msg::Redo, words.redo, icons::redo(), model.future.is_empty()) }
            </div>
            <p class="say" aria-live="polite">
                if let Some((time, text)) = say {
                    { leaf("b", "mono", time) }{ " " }{ leaf("span", "", text) }
                } else {
                    { leaf("span", "soft", words.not_started) }
                }
            </p>
            { faults(model, to) }
        </div>
    }
}

fn how(model: &Model, to: &Send) -> Html {
    let words = words(model);
    let change = {
        let to = to.clone();
        Callback::from(move |event: Event| {
            let value = event.target_unchecked_into::<web_sys::HtmlSelectElement>().value();
            to.emit(Msg::SetHow(if value == "fail" { How::Fail } else { How::Kill }));
        })
    };
    let option = |value: &'static str, how: How, text: &'static str| {
        html! { <option {value} selected={model.how == how}>{ text }</option> }
    };
    html! {
        <select class="btn" title={words.how_title} aria-label={words.how_title} onchange={change}>
            { option("kill", How::Kill, words.how_kill) }
            { option("fail", How::Fail, words.how_fail) }
        </select>
    }
}

fn faults(model: &Model, to: &Send) -> Html {
    let words = words(model);
    if model.faults().is_empty() {
        return html! {};
    }
    html! {
        <div class="faults">
            for (index, fault) in model.faults().iter().enumerate() {
                <span class="fault">{ fault_name(model.lang, fault) }
                    <button onclick={send(to, Msg::RemoveFault(index))} title={words.remove}
                        aria-label={format!("{}: {}", words.remove, fault_name(model.lang, fault))}>{ icons::close() }</button>
                </span>
            }
        </div>
    }
}
