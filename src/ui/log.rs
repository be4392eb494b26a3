//! The source's log.

use super::el::{el, when, El};
use super::leaf::leaf;
use super::token::token_with;
use crate::i18n::Words;
use crate::scene::log::{LogRow, LogView};
use crate::sim::fact::RecordId;
use crate::sim::id::Offset;
use yew::prelude::*;

/// Makes a button of a record that may be clicked as an answer; `None` of one that is not asked about.
pub type Pick<'a> = &'a dyn Fn(RecordId) -> Option<El>;

/// A log: durable, with the read cursor and the line of the checkpoint, unless that is asked just now. With `pick` its
/// records can be clicked.
pub fn log(words: &Words, view: &LogView, is_socket: bool, hides_line: bool, pick: Pick) -> Html {
    let title = if is_socket { words.source_socket } else { words.source_log };
    let starts_again = view.starts_again.filter(|_| !hides_line);
    // Its room is kept, so that nothing jumps when the first checkpoint is complete.
    let line = el("p", "note line-note")
        .term("replay")
        .attr_if(starts_again.is_none(), "style", "visibility:hidden")
        .child(el("span", "swatch"))
        .text(words.starts_again);
    let line = if view.has_no_room {
        el("p", "note line-note held-up").term("back-pressure").text(words.no_room_source)
    } else {
        line
    };
    let is_from_start = starts_again.is_some_and(|c| c.0 == 0) && view.before == 0;
    let rows = el("div", if is_socket { "volatile log" } else { "durable log" })
        .maybe((view.before > 0).then(|| leaf("p", "note", format!("↑ {} {}", view.before, words.earlier))))
        .maybe(when(is_from_start, || el("div", "row-line")))
        .children(view.rows.iter().map(|row| log_row(words, view, row, is_socket, starts_again, pick)))
        .maybe(view.rows.is_empty().then(|| leaf("p", "note", words.nothing_yet)))
        .maybe((view.after > 0).then(|| leaf("p", "note", format!("↓ {} {}", view.after, words.later))));
    el("div", "source")
        .child(
            el("h2", "")
                .term(if is_socket { "cannot-resend" } else { "log" })
                .reachable()
                .text(title)
                .text(" ")
                .child(leaf("b", "", view.name.clone())),
        )
        .child(rows)
        .child(line)
        .done()
}

fn log_row(
    words: &Words,
    view: &LogView,
    row: &LogRow,
    is_socket: bool,
    starts_again: Option<Offset>,
    pick: Pick,
) -> Html {
    let is_cursor = view.cursor == Some(row.offset);
    let has_line = starts_again.is_some_and(|offset| offset.0 == row.offset.0 + 1);
    let state = match (row.has_come, row.was_read) {
        (false, _) => "future",
        // What has passed by on a socket cannot be had again.
        (true, true) if is_socket => "passed",
        (true, true) => "was-read",
        (true, false) => "",
    };
    el("div", "log-row")
        .also(is_cursor, "now")
        .also(has_line, "ck")
        .attr_if(!row.has_come, "title", words.not_yet)
        .child(leaf("i", "offset", row.offset.to_string()))
        .child(match pick(row.token.record) {
            Some(button) => button.child(token_with(&row.token, state)).done(),
            None => token_with(&row.token, state),
        })
        .maybe(when(!is_cursor, || {
            el("small", "value").attr("title", words.value_note).text(format!("{:+}", row.value))
        }))
        .maybe(when(is_cursor, || {
            let text = if view.has_no_room { words.waits } else { words.reading };
            el("span", "cursor").also(view.has_no_room, "held-up").term("offset").text("◀ ").text(text)
        }))
        .done()
}
