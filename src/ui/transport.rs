//! Play, step, leap, speed, crash.

use super::el::el;
use super::faults::fault_name;
use super::header::key;
use super::leaf::leaf;
use super::{icons, panels, send, words, Send};
use crate::app::keys::Action;
use crate::app::model::{Model, SPEEDS};
use crate::app::update::Msg;
use crate::sim::scenario::{Drive, Fault, How};
use yew::prelude::*;
use yew::virtual_dom::ListenerKind;

fn button(to: &Send, msg: Msg, label: &'static str, icon: Html, disabled: bool) -> Html {
    let is_end = matches!(msg, Msg::ToStart | Msg::ToEnd);
    el("button", "btn")
        .also(is_end, "ends")
        .attr("title", label)
        .attr("aria-label", label)
        .flag("disabled", disabled)
        .click(send(to, msg))
        .child(icon)
        .done()
}

/// The controls. `say` is the sentence of the moment, `has_job` whether any lane has a job now that can crash.
pub fn transport(model: &Model, to: &Send, say: Option<(String, String)>, has_job: bool) -> Html {
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
    let cannot_crash = match model.scenario.drive {
        Drive::Story(_) => Some(words.is_story),
        Drive::Time(_) => (!has_job).then_some(words.no_job),
    };
    let at_start = model.shown <= 0.0;
    let at_end = model.is_at_end();
    let moves = el("div", "group")
        .child(button(to, Msg::ToStart, words.to_start, icons::to_start(), at_start))
        .child(button(to, Msg::Leap(false), words.previous_moment, icons::leap_back(), at_start))
        .child(button(to, Msg::Step(false), words.step_back, icons::back(), at_start))
        .child(
            el("button", "btn play")
                .click(send(to, Msg::Toggle))
                .child(play_icon)
                .child(leaf("span", "", play))
                .maybe(key(model, Action::Play)),
        )
        .child(button(to, Msg::Step(true), words.step_forward, icons::forward(), at_end))
        .child(button(to, Msg::Leap(true), words.next_moment, icons::leap_forward(), at_end))
        .child(button(to, Msg::ToEnd, words.to_end, icons::to_end(), at_end))
        .child(
            el("button", "btn speed")
                .attr("title", words.speed)
                .attr("aria-label", format!("{} {speed}", words.speed))
                .click(send(to, Msg::SetSpeed((model.speed + 1) % SPEEDS.len())))
                .text(speed),
        );
    let crash = el("div", "group crash")
        .child(
            el("button", "btn boom")
                // Not disabled: it keeps the focus, and pressed it says why there is nothing to crash.
                .attr_if(cannot_crash.is_some(), "aria-disabled", "true")
                .attr_if(cannot_crash.is_some(), "title", cannot_crash.unwrap_or_default())
                .click(send(to, Msg::CrashNow))
                .child(icons::bolt())
                .child(leaf("span", "", words.crash_now))
                .maybe(key(model, Action::Crash)),
        )
        .child(how(model, to))
        .child(button(to, Msg::Undo, words.undo, icons::undo(), model.past.is_empty()))
        .child(button(to, Msg::Redo, words.redo, icons::redo(), model.future.is_empty()));
    let sentence = el("p", "say").attr("aria-live", "polite");
    let sentence = match (panels::passing(model, to), say) {
        (Some(passing), _) => sentence.child(passing),
        (None, Some((time, text))) => sentence.child(leaf("b", "mono", time)).text(" ").child(leaf("span", "", text)),
        (None, None) => sentence.child(leaf("span", "soft", words.not_started)),
    };
    el("div", "transport").child(moves).child(crash).child(faults(model, to)).child(sentence).done()
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
        el("option", "").attr("value", value).flag("selected", model.how == how).text(text)
    };
    el("select", "btn")
        .attr("title", words.how_title)
        .attr("aria-label", words.how_title)
        .on(ListenerKind::onchange, change)
        .child(option("kill", How::Kill, words.how_kill))
        .child(option("fail", How::Fail, words.how_fail))
        .done()
}

fn faults(model: &Model, to: &Send) -> Html {
    let words = words(model);
    if model.faults().is_empty() {
        return Html::default();
    }
    let fault = |(index, fault): (usize, &Fault)| {
        let name = fault_name(model.lang, fault);
        let remove = el("button", "")
            .attr("title", words.remove)
            .attr("aria-label", format!("{}: {name}", words.remove))
            .click(send(to, Msg::RemoveFault(index)))
            .child(icons::close());
        el("span", "fault").attr("title", name.clone()).child(leaf("span", "", name)).child(remove).done()
    };
    el("div", "faults").children(model.faults().iter().enumerate().map(fault)).done()
}
