//! The Chinese texts, which `scripts/shrink.mjs` takes out of the published page: they come when somebody is to read
//! them, and are put back into the places in memory that they were taken out of.

use super::browser;
use crate::i18n::Lang;
use std::cell::Cell;
use wasm_bindgen::JsCast;

thread_local! {
    static CAME: Cell<bool> = const { Cell::new(false) };
}

/// The file that has them; `None` where they were never taken out.
fn file() -> Option<String> {
    browser::root_attribute("data-texts")
}

/// Can the page speak this language now?
#[must_use]
pub fn are_there(lang: Lang) -> bool {
    lang != Lang::Zh || CAME.get() || file().is_none()
}

/// Loads them; answers whether the page can speak Chinese now.
pub async fn load() -> bool {
    if are_there(Lang::Zh) {
        return true;
    }
    let Some(file) = file() else { return true };
    let Some(text) = browser::file(&file).await else { return false };
    // Another call may have been faster; the same bytes go to the same places.
    let memory = wasm_bindgen::memory().unchecked_into::<js_sys::WebAssembly::Memory>();
    for line in text.lines() {
        if let Some((place, text)) = line.split_once(' ') {
            let Ok(place) = place.parse::<u32>() else { continue };
            let there = js_sys::Uint8Array::new_with_byte_offset_and_length(&memory.buffer(), place, text.len() as u32);
            there.copy_from(text.as_bytes());
        }
    }
    CAME.set(true);
    true
}
