//! What the page listens to beside its own controls.

use super::app::{App, PageMsg};
use super::{browser, files};
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// Keys, addresses, commands of a page around it, files that are dropped: each as a message.
pub fn listeners(ctx: &Context<App>) -> Vec<EventListener> {
    let Some(window) = web_sys::window() else { return Vec::new() };
    let link = ctx.link().clone();
    let options = EventListenerOptions::enable_prevent_default();
    let keys = EventListener::new_with_options(&window, "keydown", options, move |event| {
        if let Some(event) = event.dyn_ref::<web_sys::KeyboardEvent>() {
            link.send_message(PageMsg::Key(event.clone()));
        }
    });
    let link = ctx.link().clone();
    let address = EventListener::new(&window, "hashchange", move |event| {
        if let Some(event) = event.dyn_ref::<web_sys::HashChangeEvent>() {
            let address = event.new_url();
            let hash = address.split_once('#').map_or("", |(_, hash)| hash);
            link.send_message(PageMsg::Address(hash.to_string()));
        }
    });
    // A button that was clicked must not be pressed again by the space bar, which plays.
    let clicks = EventListener::new(&window, "click", |event| {
        let is_pointer = event.dyn_ref::<web_sys::MouseEvent>().is_some_and(|event| event.detail() > 0);
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let button = target.and_then(|target| target.closest("button").ok().flatten());
        if let Some(button) = button.filter(|_| is_pointer).and_then(|b| b.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = button.blur();
        }
    });
    let link = ctx.link().clone();
    let commands = EventListener::new(&window, "lab-command", move |event| {
        let text = event.dyn_ref::<web_sys::CustomEvent>().and_then(|event| event.detail().as_string());
        link.send_message_batch(text.map(PageMsg::Command).into_iter().collect());
    });
    let link = ctx.link().clone();
    let kept = EventListener::new(&window, browser::KEPT, move |_| link.send_message(PageMsg::Kept));
    let over = EventListener::new_with_options(&window, "dragover", options, |event| {
        // The browser would leave the page to show a file.
        if files::are_dragged(event) {
            event.prevent_default();
        }
    });
    let link = ctx.link().clone();
    let drop = EventListener::new_with_options(&window, "drop", options, move |event| {
        if let Some(file) = files::dropped(event).filter(|_| !browser::in_room()) {
            event.prevent_default();
            link.send_message(PageMsg::Given(file));
        }
    });
    let mut listeners = vec![keys, address, clicks, commands, kept, over, drop];
    if let Some(query) = browser::motion_query() {
        let link = ctx.link().clone();
        listeners.push(EventListener::new(&query, "change", move |_| link.send_message(PageMsg::Motion)));
    }
    listeners
}
