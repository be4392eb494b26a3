//! Key presses as the browser tells them.

use crate::app::keys::{self, Press};
use crate::app::model::Model;
use crate::app::update::Msg;
use js_sys::JsString;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// The message of a key press; `None` if the page leaves it to the browser.
#[must_use]
pub fn message(model: &Model, event: &KeyboardEvent) -> Option<Msg> {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let press = Press {
        key: &key(event),
        shift: event.shift_key(),
        control: event.ctrl_key() || event.meta_key(),
        alt: event.alt_key(),
        is_typing: target.as_ref().is_some_and(is_typed_into),
        is_on_control: target.as_ref().is_some_and(is_pressed_by_space),
        in_dialog: model.panel.is_some(),
        showing: model.showing,
    };
    model.keys.message(&press)
}

/// Is it a text field or a list?
fn is_typed_into(element: &Element) -> bool {
    let is_range = element.get_attribute("type").is_some_and(|kind| kind == "range" || kind == "checkbox");
    matches!(element.tag_name().as_str(), "TEXTAREA" | "SELECT")
        || (element.tag_name() == "INPUT" && !is_range)
        || element.has_attribute("contenteditable")
}

/// Does the space bar press it?
fn is_pressed_by_space(element: &Element) -> bool {
    let is_range = element.get_attribute("type").is_some_and(|kind| kind == "range");
    matches!(element.tag_name().as_str(), "BUTTON" | "INPUT" | "A") && !is_range
}

/// The key of an event. Which letters are small and which are capitals is known to the browser.
#[must_use]
pub fn key(event: &KeyboardEvent) -> String {
    let key = event.key();
    if key.is_ascii() {
        key
    } else {
        JsString::from(key).to_lower_case().into()
    }
}

/// A key as people write it, see [`keys::shown`].
#[must_use]
pub fn shown(key: &str, space: &'static str) -> String {
    let shown = keys::shown(key, space);
    if key.is_ascii() {
        shown
    } else {
        JsString::from(shown).to_upper_case().into()
    }
}
