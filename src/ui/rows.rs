//! Tables beside and within the picture: plain elements with the roles of a table's parts.
//!
//! Not `table` and `td` themselves: whenever styles change anywhere on a page, Chromium (seen in 156) keeps some memory for each
//! part of an HTML table on it, as long as the page lives. In a picture that is drawn anew at every step that was most of
//! 30 kB a step.

use super::el::{el, El};
use yew::prelude::*;

/// A table of [`row`]s.
pub fn rows(class: &'static str) -> El {
    el("div", class).attr("role", "table")
}

/// A row of cells.
pub fn row(class: &'static str) -> El {
    el("div", class).attr("role", "row")
}

/// The head of a column.
pub fn head(text: impl Into<AttrValue>) -> El {
    el("span", "").attr("role", "columnheader").text(text)
}

/// A cell.
pub fn cell(class: &'static str) -> El {
    el("span", class).attr("role", "cell")
}
