//! The room with the QR code of the link.

use super::RoomProps;
use crate::app::qr::{Code, MAX_BYTES};
use crate::i18n::studio::code::words;
use crate::ui::browser;
use crate::ui::el::el;
use crate::ui::leaf::leaf;
use yew::prelude::*;

/// The code, as large as the window allows, and the link below it.
pub fn code(props: &RoomProps) -> Html {
    let words = words(props.lang);
    let page = browser::address();
    let page = page.split('#').next().unwrap_or_default();
    let address = [page, "#", &props.link.to_text()].concat();
    let room = el("div", "code-room").child(leaf("h2", "", words.title));
    // Where it leads is nobody else's; the code would only disappoint.
    if !page.starts_with("http") {
        return room.child(leaf("p", "wrong", words.from_disk)).done();
    }
    match Code::new(&address) {
        Ok(code) => {
            let side = code.side.to_string();
            let picture = el("svg", "qr")
                .attr("viewBox", ["0 0 ", &side, " ", &side].concat())
                .attr("shape-rendering", "crispEdges")
                .attr("role", "img")
                .attr("aria-label", words.title)
                .child(el("path", "").attr("d", code.path.clone()));
            room.child(leaf("p", "", words.intro))
                .child(picture)
                .maybe(code.is_dense().then(|| leaf("p", "wrong warn", words.dense)))
                .child(el("p", "mono").child(el("a", "").attr("href", address.clone()).text(address)))
                .done()
        }
        Err(bytes) => room
            .child(leaf("p", "wrong", [words.too_long, " ", &bytes.to_string(), ", ", &MAX_BYTES.to_string()].concat()))
            .child(leaf("p", "", words.instead))
            .done(),
    }
}
