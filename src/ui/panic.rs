//! The start of the page, and what is left of it when something goes wrong that should not.

use super::app::is_first_visit;
use super::{browser, more, texts, App};

/// Mounts the lab, once everything has come that it begins with: its texts if they are in the other language, and its
/// second part if it begins with something that is asked for or was kept.
pub fn start() {
    let has_texts = texts::are_there(browser::likely_language());
    let has_more = more::is_there() || is_first_visit();
    if has_texts && has_more {
        return begin();
    }
    wasm_bindgen_futures::spawn_local(async move {
        if !has_more && !more::load().await {
            return show_failure("more.wasm");
        }
        if !has_texts {
            texts::load().await;
        }
        begin();
    });
}

fn begin() {
    mount::<App>("app");
    let document = web_sys::window().and_then(|w| w.document());
    if let Some(boot) = document.and_then(|d| d.get_element_by_id("boot")) {
        boot.remove();
    }
}

/// Mounts a component in the element of that id. A panic shows the friendly page that `index.html` holds ready, with what happened.
pub fn mount<C: yew::BaseComponent<Properties = ()>>(id: &str) {
    // Through Yew, which would put a hook of its own in place of another.
    yew::set_custom_panic_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        show_failure(&info.to_string());
    }));
    let Some(document) = web_sys::window().and_then(|w| w.document()) else { return };
    // A place of its own: the page for failures has to stay when the app is mounted.
    match document.get_element_by_id(id) {
        Some(root) => yew::Renderer::<C>::with_root(root).render(),
        None => yew::Renderer::<C>::new().render(),
    };
}

fn show_failure(what: &str) {
    let Some(document) = web_sys::window().and_then(|w| w.document()) else { return };
    if let Some(details) = document.get_element_by_id("failure-details") {
        details.set_text_content(Some(what));
    }
    if let Some(failure) = document.get_element_by_id("failure") {
        let _ = failure.remove_attribute("hidden");
    }
}
