//! Keys: what a key press means.

use crate::app::model::{Model, Panel};
use crate::app::update::Msg;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// The message of a key press; `None` if the page leaves it to the browser.
#[must_use]
pub fn message(model: &Model, event: &KeyboardEvent) -> Option<Msg> {
    if event.alt_key() || is_typing(event) {
        return None;
    }
    let key = event.key();
    if event.ctrl_key() || event.meta_key() {
        return match (key.as_str(), event.shift_key()) {
            ("z" | "Z", true) | ("y", false) => Some(Msg::Redo),
            ("z", false) => Some(Msg::Undo),
            _ => None,
        };
    }
    // A dialog is the browser's: Escape closes it and gives the focus back.
    if model.panel.is_some() {
        return None;
    }
    Some(match key.as_str() {
        " " if !is_on_control(event) => Msg::Toggle,
        "ArrowRight" if event.shift_key() => Msg::Leap(true),
        "ArrowLeft" if event.shift_key() => Msg::Leap(false),
        "ArrowRight" => Msg::Step(true),
        "ArrowLeft" => Msg::Step(false),
        "PageDown" => Msg::Leap(true),
        "PageUp" => Msg::Leap(false),
        "Home" => Msg::ToStart,
        "End" => Msg::ToEnd,
        "c" | "C" => Msg::CrashNow,
        "h" | "H" => Msg::ToggleHide,
        "." => Msg::Speed(true),
        "," => Msg::Speed(false),
        "?" => Msg::Show(Some(Panel::Help)),
        "Escape" => Msg::Dismiss,
        digit if digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit() => {
            Msg::SeekPart(f64::from(digit.as_bytes()[0] - b'0') / 10.0)
        }
        _ => return None,
    })
}

fn target(event: &KeyboardEvent) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()
}

/// Does the key go into a text field or a list?
fn is_typing(event: &KeyboardEvent) -> bool {
    let Some(element) = target(event) else { return false };
    let is_range = element.get_attribute("type").is_some_and(|kind| kind == "range" || kind == "checkbox");
    matches!(element.tag_name().as_str(), "TEXTAREA" | "SELECT")
        || (element.tag_name() == "INPUT" && !is_range)
        || element.has_attribute("contenteditable")
}

/// Does the space bar press the focused control?
fn is_on_control(event: &KeyboardEvent) -> bool {
    target(event).is_some_and(|element| {
        let is_range = element.get_attribute("type").is_some_and(|kind| kind == "range");
        matches!(element.tag_name().as_str(), "BUTTON" | "INPUT" | "A") && !is_range
    })
}
