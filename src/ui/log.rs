//! The source's log.

use super::leaf::leaf;
use super::token::token_with;
use crate::i18n::Words;
use crate::scene::log::{LogRow, LogView};
use yew::prelude::*;

/// A log: durable, with the read cursor and the line of the checkpoint.
pub fn log(words: &Words, view: &LogView, is_socket: bool) -> Html {
    let title = if is_socket { words.source_socket } else { words.source_log };
    // A socket does not go back to where a checkpoint stands; a job that is over goes nowhere.
    let has_line = view.checkpoint.is_some() && !is_socket && !view.is_over;
    // Its room is kept, so that nothing jumps when the first checkpoint is complete.
    let hidden = (!has_line).then_some("visibility:hidden");
    let line = html! {
        <p class="note line-note" style={hidden}><span class="swatch"></span>{ words.starts_again }</p>
    };
    html! {
        <div class="source">
            <h2>{ title }{ " " }{ leaf("b", "", view.name.clone()) }</h2>
            <div class={if is_socket { "volatile log" } else { "durable log" }}>
                if view.before > 0 {
                    <p class="note">{ format!("↑ {} {}", view.before, words.earlier) }</p>
                }
                if view.checkpoint.is_some_and(|c| c.0 == 0) && view.before == 0 {
                    <div class="row-line"></div>
                }
                for row in &view.rows { { log_row(words, view, row, is_socket) } }
                if view.rows.is_empty() {
                    { leaf("p", "note", words.nothing_yet) }
                }
                if view.after > 0 {
                    <p class="note">{ format!("↓ {} {}", view.after, words.later) }</p>
                }
            </div>
            { line }
        </div>
    }
}

fn log_row(words: &Words, view: &LogView, row: &LogRow, is_socket: bool) -> Html {
    let is_cursor = view.cursor == Some(row.offset);
    let has_line = !is_socket && view.checkpoint.is_some_and(|c| c.0 == row.offset.0 + 1);
    let class = classes!("log-row", is_cursor.then_some("now"), has_line.then_some("ck"));
    let state = match (row.has_come, row.was_read) {
        (false, _) => "future",
        // What has passed by on a socket cannot be had again.
        (true, true) if is_socket => "passed",
        (true, true) => "was-read",
        (true, false) => "",
    };
    html! {
        <div {class} title={(!row.has_come).then_some(words.not_yet)}>
            { leaf("i", "offset", row.offset.to_string()) }
            { token_with(&row.token, state) }
            if is_cursor {
                <span class="cursor">{ "◀ " }{ words.reading }</span>
            }
        </div>
    }
}
