//! Which version this is, and the page to take along.

use super::browser;
use super::el::el;
use crate::i18n::Words;
use yew::prelude::*;

/// The version, and the page as one file where a server offers it. `scripts/build` says so in the page's root element.
pub fn about(words: &Words) -> Html {
    let build = browser::root_attribute("data-build");
    let build = build.map(|build| format!(" ({build})")).unwrap_or_default();
    let save = browser::root_attribute("data-download").map(|file| {
        let link = el("a", "link").attr("href", file).attr("download", "").text(words.save_page);
        el("p", "").child(link).done()
    });
    let version = format!("{} {}{build}", words.version, env!("CARGO_PKG_VERSION"));
    el("div", "about").child(el("p", "note").text(version)).maybe(save).done()
}
