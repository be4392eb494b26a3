//! Files that a person gives to the page or takes from it.

use crate::app::draft::desk::{readable, too_long};
use crate::sim::scenario::limits::MAX_JSON_BYTES;
use crate::sim::scenario::{Scenario, ScenarioError};
use wasm_bindgen::{JsCast, JsValue};
use yew::Callback;

/// A file's name, and its text or why it was not read.
pub type Read = (String, Result<String, ScenarioError>);

/// The file that was dropped; `None` if something else was.
#[must_use]
pub fn dropped(event: &web_sys::Event) -> Option<web_sys::File> {
    event.dyn_ref::<web_sys::DragEvent>()?.data_transfer()?.files()?.get(0)
}

/// Are files being dragged? The browser would leave the page to show them.
#[must_use]
pub fn are_dragged(event: &web_sys::Event) -> bool {
    let types =
        event.dyn_ref::<web_sys::DragEvent>().and_then(web_sys::DragEvent::data_transfer).map(|data| data.types());
    types.is_some_and(|types| types.includes(&JsValue::from_str("Files"), 0))
}

/// Reads a file as text. One that is larger than a scenario may be is refused before it is read.
pub fn read(file: &web_sys::File, done: Callback<Read>) {
    let name = file.name();
    let size = file.size();
    if size > MAX_JSON_BYTES as f64 {
        done.emit((name, Err(too_long(size as usize, MAX_JSON_BYTES))));
        return;
    }
    let text = file.text();
    wasm_bindgen_futures::spawn_local(async move {
        // A folder, or a file that is gone by now, cannot be read: it has no text.
        let text = wasm_bindgen_futures::JsFuture::from(text).await.ok().and_then(|text| text.as_string());
        done.emit((name, Ok(text.unwrap_or_default())));
    });
}

/// The scenario in a file.
///
/// # Errors
/// Why the file was not read, or what is wrong with the scenario.
pub fn scenario(text: Result<String, ScenarioError>) -> Result<Scenario, ScenarioError> {
    text.and_then(readable).and_then(|text| Scenario::from_json(&text))
}

/// Reads a file as text, if it is no longer than this and can be read at all.
pub fn read_text(file: &web_sys::File, limit: usize, done: Callback<Option<String>>) {
    if file.size() > limit as f64 {
        done.emit(None);
        return;
    }
    let text = file.text();
    wasm_bindgen_futures::spawn_local(async move {
        done.emit(wasm_bindgen_futures::JsFuture::from(text).await.ok().and_then(|text| text.as_string()));
    });
}

/// Gives the person a text as a file of JSON.
pub fn save(name: &str, text: &str) {
    save_as(name, "application/json", text);
}

/// Gives the person a text as a file of a type.
pub fn save_as(name: &str, kind: &str, text: &str) {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    if let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options) {
        let _ = save_blob(name, &blob);
    }
}

/// Gives the person a file; `None` where the browser has no way to.
pub fn save_blob(name: &str, blob: &web_sys::Blob) -> Option<()> {
    let address = web_sys::Url::create_object_url_with_blob(blob).ok()?;
    let document = web_sys::window()?.document()?;
    let link: web_sys::HtmlElement = document.create_element("a").ok()?.dyn_into().ok()?;
    link.set_attribute("href", &address).ok()?;
    link.set_attribute("download", name).ok()?;
    link.click();
    web_sys::Url::revoke_object_url(&address).ok()
}
