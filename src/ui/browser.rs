//! What the page asks of its browser: address, storage, preferences. Each may be missing; nothing fails over it.

use crate::i18n::Lang;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{window, Element, Event, MouseEvent};

/// The part of the address after `#`.
#[must_use]
pub fn hash() -> String {
    window().and_then(|w| w.location().hash().ok()).unwrap_or_default()
}

/// Where a pointer is within the element around it that a selector names: the parts across and down, from 0 to 1. An
/// event's own current target is not that element: Yew listens once, at the root of the page.
#[must_use]
pub fn pointed_part(event: &Event, selector: &str) -> Option<(f64, f64)> {
    let element = event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok()??;
    let mouse = event.dyn_ref::<MouseEvent>()?;
    let rect = element.get_bounding_client_rect();
    let part = |at: f64, length: f64| (at / length.max(1.0)).clamp(0.0, 1.0);
    let (x, y) = (f64::from(mouse.client_x()), f64::from(mouse.client_y()));
    Some((part(x - rect.left(), rect.width()), part(y - rect.top(), rect.height())))
}

/// Milliseconds since the page was opened, or since 1970 where the browser does not tell: to measure spans by.
#[must_use]
pub fn now() -> f64 {
    window().and_then(|w| w.performance()).map_or_else(js_sys::Date::now, |clock| clock.now())
}

/// Puts text after `#` without a new entry in the history, and the session into that entry: there it outlives a crash
/// of the tab even where nothing may be stored.
pub fn set_hash(text: &str, session: &str) {
    if let Some(history) = window().and_then(|w| w.history().ok()) {
        // A page opened from disk may refuse; the state is then just not in the address.
        let _ = history.replace_state_with_url(&JsValue::from_str(session), "", Some(&format!("#{text}")));
    }
}

/// The sessions that were kept: that of this tab, then the last one of all.
#[must_use]
pub fn sessions() -> Vec<String> {
    let of_tab = window().and_then(|w| w.history().ok()?.state().ok()?.as_string());
    of_tab.into_iter().chain(setting("session")).collect()
}

/// Keeps the session, without its history if there is no room for it.
pub fn keep_session(text: &str) {
    if !keep_setting("session", text) {
        let shorter = text.lines().take_while(|line| !line.starts_with("past ")).collect::<Vec<_>>().join("\n");
        keep_setting("session", &shorter);
    }
    // Another tab may keep its own there; the studio is to get this one.
    hand_over("session", text);
}

/// Goes to a link: puts text after `#` as a new entry of the history, and tells everyone who listens.
pub fn go(text: &str) {
    if let Some(window) = window() {
        let _ = window.location().set_hash(text);
    }
}

/// Puts text after `#` without a new entry in the history, and tells the studio.
pub fn replace(text: &str) {
    // The lab's session stays where it is.
    let session = window().and_then(|w| w.history().ok()?.state().ok()?.as_string());
    set_hash(text, &session.unwrap_or_default());
    if let (Some(window), Ok(event)) = (window(), web_sys::Event::new("hashchange")) {
        // No error is possible: the event is one.
        let _ = window.dispatch_event(&event);
    }
}

/// Puts a text into the clipboard, and says whether it is there. Without the browser's leave, or on a page that came
/// neither from disk nor by a secure way, it is not.
pub fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let Some(window) = window() else { return };
    let clipboard = window.navigator().clipboard();
    if clipboard.is_undefined() {
        return done(false);
    }
    let promise = clipboard.write_text(text);
    wasm_bindgen_futures::spawn_local(async move {
        done(wasm_bindgen_futures::JsFuture::from(promise).await.is_ok());
    });
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

/// The language that the page is going to speak, as far as can be told before anything is read.
#[must_use]
pub fn likely_language() -> Lang {
    let says = |text: &str| text.split(['#', '&']).any(|parameter| parameter == "lang=zh");
    if says(&hash()) || sessions().iter().any(|session| says(session)) {
        Lang::Zh
    } else {
        chosen_language()
    }
}

/// The whole address.
#[must_use]
pub fn address() -> String {
    window().and_then(|w| w.location().href().ok()).unwrap_or_default()
}

/// Reads a setting. What the browser did not let us keep is there as long as the page is.
#[must_use]
pub fn setting(name: &str) -> Option<String> {
    let (window, name) = (window()?, item(name));
    let unkept = js_sys::Reflect::get(&window, &JsValue::from_str(&name)).ok().and_then(|value| value.as_string());
    unkept.or_else(|| window.local_storage().ok()??.get_item(&name).ok()?)
}

/// Keeps a setting. Answers whether it is there the next time: storage may be blocked or full.
pub fn keep_setting(name: &str, value: &str) -> bool {
    let storage = window().and_then(|window| window.local_storage().ok().flatten());
    let is_kept = storage.is_some_and(|storage| storage.set_item(&item(name), value).is_ok());
    if !is_kept {
        hand_over(name, value);
    }
    is_kept
}

/// Leaves a text in the window, as long as the page is. Lab and studio are two programs; the window is what they have in
/// common.
pub fn hand_over(name: &str, value: &str) {
    if let Some(window) = window() {
        let _ = js_sys::Reflect::set(&window, &JsValue::from_str(&item(name)), &JsValue::from_str(value));
    }
}

/// A setting's name in the storage, which other pages of the server may use too.
fn item(name: &str) -> String {
    ["exactly-once-lab.", name].concat()
}

/// Tells lab and studio that what is kept was changed by the other one.
pub fn tell_kept() {
    if let (Some(window), Ok(event)) = (window(), web_sys::Event::new(KEPT)) {
        let _ = window.dispatch_event(&event);
    }
}

/// The event of [`tell_kept`].
pub const KEPT: &str = "exactly-once-lab-kept";

/// The first of the browser's languages that the page speaks.
#[must_use]
pub fn language() -> Option<Lang> {
    let languages = window()?.navigator().languages();
    languages.iter().filter_map(|code| Lang::parse(&code.as_string()?)).next()
}

/// Is the page dark, by choice or by the system's?
#[must_use]
pub fn is_dark() -> bool {
    let root = window().and_then(|w| w.document()).and_then(|d| d.document_element());
    let chosen = root.and_then(|root| root.get_attribute("data-theme"));
    chosen.map_or_else(|| media("(prefers-color-scheme: dark)"), |theme| theme == "dark")
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

/// Lets the keyboard stop at those parts of the picture that scroll, and only at them.
pub fn let_keys_scroll() {
    let parts = window().and_then(|w| w.document()).and_then(|d| d.query_selector_all(".cp,.log,.op,.out").ok());
    let Some(parts) = parts else { return };
    for index in 0..parts.length() {
        let Some(part) = parts.item(index).and_then(|part| part.dyn_into::<web_sys::Element>().ok()) else { continue };
        let scrolls = part.scroll_height() > part.client_height() || part.scroll_width() > part.client_width();
        let _ = if scrolls { part.set_attribute("tabindex", "0") } else { part.remove_attribute("tabindex") };
    }
}

/// Sets the window's title.
pub fn set_title(title: &str) {
    if let Some(document) = window().and_then(|w| w.document()) {
        document.set_title(title);
    }
}

/// The text of a file of the page, by its path there. In the single file it stands in the page itself, in an element
/// that nothing runs or shows: `<script type="text/plain" data-file="PATH">`.
pub async fn file(path: &str) -> Option<String> {
    use wasm_bindgen::JsCast;
    use wasm_bindgen_futures::JsFuture;
    let element = window()?.document()?.query_selector(&format!("script[data-file='{path}']")).ok()?;
    if let Some(element) = element {
        return element.text_content();
    }
    let response = JsFuture::from(window()?.fetch_with_str(&format!("./{path}"))).await.ok()?;
    let response = response.dyn_into::<web_sys::Response>().ok().filter(web_sys::Response::ok)?;
    JsFuture::from(response.text().ok()?).await.ok()?.as_string()
}

/// Scrolls an element so that one within it comes into sight; without one, to its top. The page around it stays.
pub fn scroll_within(outer: &str, inner: Option<&str>) {
    let Some(document) = window().and_then(|w| w.document()) else { return };
    let find = |selector: &str| document.query_selector(selector).ok().flatten();
    let Some(outer) = find(outer) else { return };
    let Some(inner) = inner.and_then(find) else { return outer.set_scroll_top(0) };
    let (frame, part) = (outer.get_bounding_client_rect(), inner.get_bounding_client_rect());
    // Below it the buttons stay in sight, above it the tabs.
    let hidden = (part.bottom() - frame.bottom() + 70.0).min(part.top() - frame.top() - 50.0);
    if hidden > 0.0 {
        outer.set_scroll_top(outer.scroll_top() + hidden as i32);
    }
}
