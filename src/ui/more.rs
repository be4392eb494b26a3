//! The part of the page that `scripts/split.mjs` takes out of its module: it comes when it is needed first, and works in
//! the memory of the page. What it does is behind [doors](super::doors).

use super::el::el;
use super::leaf::leaf;
use super::{browser, send, words, Send};
use crate::app::model::Model;
use crate::app::update::Msg;
use crate::i18n::Words;
use std::cell::Cell;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use yew::prelude::*;

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Away,
    There,
    Failed,
}

thread_local! {
    // What `trunk serve` makes has it from the start.
    static PART: Cell<Part> = Cell::new(if browser::root_attribute("data-more").is_some() { Part::Away } else { Part::There });
}

/// Is it there?
#[must_use]
pub fn is_there() -> bool {
    PART.get() == Part::There
}

/// Loads it; answers whether it is there now. Whoever asks while it is on its way waits for the same.
pub async fn load() -> bool {
    if !is_there() {
        PART.set(Part::Away);
        let came = instantiate().await.is_some();
        PART.set(if came { Part::There } else { Part::Failed });
    }
    is_there()
}

/// `index.html` knows where it is, and lets it work with what the page's module exports.
async fn instantiate() -> Option<()> {
    let window = web_sys::window()?;
    let load = js_sys::Reflect::get(&window, &JsValue::from_str("loadMore")).ok()?;
    let promise = load.dyn_into::<js_sys::Function>().ok()?.call1(&window, &wasm_bindgen::exports()).ok()?;
    JsFuture::from(promise.dyn_into::<js_sys::Promise>().ok()?).await.ok().map(|_| ())
}

/// What is behind a door, or that it is on its way, or that it could not be had; `again` is what asks for it once more.
pub fn or_waiting(model: &Model, to: &Send, again: Msg, behind: impl FnOnce() -> Html) -> Html {
    let words = words(model);
    match PART.get() {
        Part::There => behind(),
        Part::Away => leaf("p", "note", words.loading),
        Part::Failed => failed(words, to, again),
    }
}

/// Something could not be loaded, and a way to try again.
pub fn failed(words: &Words, to: &Send, again: Msg) -> Html {
    let retry = el("button", "btn").click(send(to, again)).text(words.retry);
    el("p", "wrong").attr("role", "alert").text(words.failed).child(retry).done()
}
