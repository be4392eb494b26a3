//! The start of the page, and what is left of it when something goes wrong that should not.

use super::App;

/// Mounts the page. A panic shows the friendly page that `index.html` holds ready, with what happened.
pub fn start() {
    // Through Yew, which would put a hook of its own in place of another.
    yew::set_custom_panic_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        show_failure(&info.to_string());
    }));
    let Some(document) = web_sys::window().and_then(|w| w.document()) else { return };
    // A place of its own: the page for failures has to stay when the app is mounted.
    match document.get_element_by_id("app") {
        Some(root) => yew::Renderer::<App>::with_root(root).render(),
        None => yew::Renderer::<App>::new().render(),
    };
    if let Some(boot) = document.get_element_by_id("boot") {
        boot.remove();
    }
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
