//! The icons: inline SVG, drawn in the colour of the text around them.

use super::el::el;
use yew::prelude::*;

#[inline(never)]
fn icon(path: &'static str) -> Html {
    let drawn = el("path", "").attr("d", path).done();
    el("svg", "icon")
        .attr("viewBox", "0 0 16 16")
        .attr("aria-hidden", "true")
        .attr("fill", "none")
        .attr("stroke", "currentColor")
        .attr("stroke-width", "1.8")
        .attr("stroke-linecap", "round")
        .attr("stroke-linejoin", "round")
        .child(drawn)
        .done()
}

macro_rules! icons {
    ($($(#[$doc:meta])* $name:ident = $path:literal;)*) => { $(
        $(#[$doc])*
        pub fn $name() -> Html {
            icon($path)
        }
    )* };
}

icons! {
    /// Play.
    play = "M4.5 2.8v10.4L13 8z";
    /// Pause.
    pause = "M5 3v10M11 3v10";
    /// To the start.
    to_start = "M3.5 3v10M12.5 3.5v9L6 8z";
    /// To the end.
    to_end = "M12.5 3v10M3.5 3.5v9L10 8z";
    /// A step back.
    back = "M10.5 3.5v9L4 8z";
    /// A step forward.
    forward = "M5.5 3.5v9L12 8z";
    /// To the interesting moment before.
    leap_back = "M8 4v8L2.5 8zM13.5 4v8L8 8z";
    /// To the next interesting moment.
    leap_forward = "M8 4v8l5.5-4zM2.5 4v8L8 8z";
    /// Undo.
    undo = "M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M3 6.5l3-3M3 6.5l3 3";
    /// Redo.
    redo = "M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M13 6.5l-3-3M13 6.5l-3 3";
    /// A crash.
    bolt = "M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z";
    /// Close.
    close = "M4 4l8 8M12 4l-8 8";
    /// Share.
    share = "M6.5 9.5l3-3M7 4.5l1.2-1.2a3 3 0 0 1 4.3 4.3L11 9M9 11.5l-1.2 1.2a3 3 0 0 1-4.3-4.3L5 7";
    /// Light or dark.
    theme = "M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12";
    /// Help.
    help = "M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.4 8.6 8 9 8 9.8M8 12.6v.1";
    /// Hidden.
    eye_off = "M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4M3 13 13 3";
    /// Shown.
    eye = "M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4M8 9.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2";
    /// Once: a tick.
    tick = "M3 8.5l3.2 3.2L13 4.8";
    /// Twice: two sheets.
    copies = "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3";
    /// Lost: a crossed circle.
    lost = "M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M4 12 12 4";
    /// Waiting: a clock.
    clock = "M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M8 5v3.2l2.2 1.4";
    /// Back in time: an arrow around a clock.
    rewind = "M3 4v3.2h3.2M3.4 7a5 5 0 1 1 .4 3.6M8 5.4V8l1.8 1.2";
    /// Something else than it should be.
    differs = "M3.5 6h9M3.5 10h9M10.5 3l-5 10";
    /// Once more.
    again = "M12.5 8A4.5 4.5 0 1 1 11 4.6M12.6 2.6v2.8H9.8";
    /// A letter: a notification.
    letter = "M2.5 4.5h11v7h-11zM2.5 5l5.5 4 5.5-4";
}
