//! Files to take along.

use super::Page;
use crate::app::explore_room::ExploreRoom;
use crate::explore::export::{self, Strip};
use crate::explore::{Harm, Verdicts};
use crate::i18n::explore::{self, words};
use crate::i18n::Lang;
use crate::ui::el::{el, El};
use crate::ui::leaf::leaf;
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// What can be taken along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// The table of sinks and faults.
    Csv,
    /// The same with counts and examples, and what was found of crashes.
    Json,
    /// The crash map.
    Map,
    /// The matrix that is shown.
    Matrix,
}

/// The buttons. One whose file is not known yet is grey.
pub(super) fn files(page: &Page, save: &Callback<File>) -> El {
    let words = page.words;
    let is_known = |file: File| match file {
        File::Csv => page.room.table().is_some_and(Verdicts::is_done),
        File::Json => page.room.explored().is_some(),
        File::Map => page.room.crash_maps().is_some(),
        File::Matrix => page.room.matrix().is_some(),
    };
    let buttons = [
        (File::Csv, words.csv),
        (File::Json, words.json),
        (File::Map, words.map_svg),
        (File::Matrix, words.matrix_svg),
    ];
    let button = |(file, text): (File, &'static str)| {
        let save = save.clone();
        el("button", "btn")
            .flag("disabled", !is_known(file))
            .click(Callback::from(move |_: Event| save.emit(file)))
            .text(text)
            .done()
    };
    el("section", "card files")
        .child(leaf("h2", "", words.export))
        .child(el("div", "row").children(buttons.map(button)))
        .maybe((!buttons.iter().all(|(file, _)| is_known(*file))).then(|| leaf("p", "note", words.not_yet)))
}

/// Makes a file and lets the browser keep it.
pub(super) fn save(file: File, room: &ExploreRoom, lang: Lang) {
    let (name, kind, text) = match file {
        File::Csv => ("sinks-and-faults.csv", "text/csv", room.table().map(export::verdicts_csv)),
        File::Json => ("explored.json", "application/json", json(room)),
        File::Map => ("crash-map.svg", "image/svg+xml", map(room, lang)),
        File::Matrix => ("two-crashes.svg", "image/svg+xml", matrix(room, lang)),
    };
    if let Some(text) = text {
        // A browser that hands out no files loses nothing but the file.
        let _ = hand_out(name, kind, &text);
    }
}

fn json(room: &ExploreRoom) -> Option<String> {
    let explored = room.explored()?;
    let value = serde_json::json!({
        "scenario": explored.to_value(),
        "explored": export::reports_json(explored, room.reports(), room.crashes),
        "sinks_and_faults": room.table().map(export::verdicts_json),
    });
    serde_json::to_string_pretty(&value).ok()
}

fn map(room: &ExploreRoom, lang: Lang) -> Option<String> {
    let maps = room.crash_maps()?;
    let strip = |(sink, points)| Strip { name: explore::sink(lang, sink), points };
    let strips: Vec<Strip> = maps.into_iter().map(strip).collect();
    let end = strips.iter().flat_map(|strip| strip.points).map(|point| point.to).max()?;
    Some(export::map_svg(words(lang).map_title, &strips, end, &|harm: Harm| explore::harm(lang, harm)))
}

fn matrix(room: &ExploreRoom, lang: Lang) -> Option<String> {
    let words = words(lang);
    let sink = explore::sink(lang, *room.sinks().get(room.lane)?);
    let title = format!("{}: {sink}", words.pairs);
    let axes = (words.first, words.second_axis);
    Some(export::matrix_svg(room.matrix()?, &title, axes, &|harm: Harm| explore::harm(lang, harm)))
}

fn hand_out(name: &str, kind: &str, text: &str) -> Option<()> {
    let parts = js_sys::Array::of1(&text.into());
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    let url = web_sys::Url::create_object_url_with_blob(&blob).ok()?;
    let document = web_sys::window()?.document()?;
    let link = document.create_element("a").ok()?.dyn_into::<web_sys::HtmlElement>().ok()?;
    link.set_attribute("href", &url).ok()?;
    link.set_attribute("download", name).ok()?;
    link.click();
    web_sys::Url::revoke_object_url(&url).ok()
}
