//! What the page asks of its browser: address, storage, preferences. Each may be missing; nothing fails over it.

use crate::i18n::Lang;
use web_sys::window;

/// The part of the address after `#`.
#[must_use]
pub fn hash() -> String {
    window().and_then(|w| w.location().hash().ok()).unwrap_or_default()
}

/// Puts text after `#` without a new entry in the history.
pub fn set_hash(text: &str) {
    if let Some(history) = window().and_then(|w| w.history().ok()) {
        // A page opened from disk may refuse; the state is then just not in the address.
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&format!("#{text}")));
    }
}

/// Goes to a link: puts text after `#` as a new entry of the history, and tells everyone who listens.
pub fn go(text: &str) {
    if let Some(window) = window() {
        let _ = window.location().set_hash(text);
    }
}

/// Is a room of the studio shown, and not the lab?
#[must_use]
pub fn in_room() -> bool {
    crate::app::room::Room::of(&hash()) != Ok(None)
}

/// The language that was chosen before, else the browser's.
#[must_use]
pub fn chosen_language() -> Lang {
    let kept = setting("lang").and_then(|code| Lang::parse(&code));
    kept.or_else(language).unwrap_or_default()
}

/// The whole address.
#[must_use]
pub fn address() -> String {
    window().and_then(|w| w.location().href().ok()).unwrap_or_default()
}

/// Reads a setting.
#[must_use]
pub fn setting(name: &str) -> Option<String> {
    window()?.local_storage().ok()??.get_item(&format!("exactly-once-lab.{name}")).ok()?
}

/// Keeps a setting, if the browser lets us.
pub fn keep_setting(name: &str, value: &str) {
    if let Some(storage) = window().and_then(|w| w.local_storage().ok().flatten()) {
        let _ = storage.set_item(&format!("exactly-once-lab.{name}"), value);
    }
}

/// The first of the browser's languages that the page speaks.
#[must_use]
pub fn language() -> Option<Lang> {
    let languages = window()?.navigator().languages();
    languages.iter().filter_map(|code| Lang::parse(&code.as_string()?)).next()
}

/// Does a media query hold?
#[must_use]
pub fn media(query: &str) -> bool {
    window().and_then(|w| w.match_media(query).ok().flatten()).is_some_and(|m| m.matches())
}

/// The media query for less motion; tells when it changes.
#[must_use]
pub fn motion_query() -> Option<web_sys::MediaQueryList> {
    window()?.match_media("(prefers-reduced-motion: reduce)").ok().flatten()
}

/// Does the person want less motion?
#[must_use]
pub fn wants_less_motion() -> bool {
    motion_query().is_some_and(|query| query.matches())
}

/// Sets an attribute of the document's root.
pub fn set_root_attribute(name: &str, value: &str) {
    if let Some(root) = window().and_then(|w| w.document()).and_then(|d| d.document_element()) {
        let _ = root.set_attribute(name, value);
    }
}

/// An attribute of the document's root.
#[must_use]
pub fn root_attribute(name: &str) -> Option<String> {
    window()?.document()?.document_element()?.get_attribute(name)
}

/// Sets the window's title.
pub fn set_title(title: &str) {
    if let Some(document) = window().and_then(|w| w.document()) {
        document.set_title(title);
    }
}
