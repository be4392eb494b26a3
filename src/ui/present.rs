//! Presenting: the page for a class. What is left of it is a matter of the style sheet; here is what comes in addition.

use super::el::el;
use super::{icons, send, words, Send};
use crate::app::model::{Model, Showing};
use crate::app::update::Msg;
use yew::prelude::*;

/// Is the page presented, with a picture or without?
#[must_use]
pub fn is_on(model: &Model) -> bool {
    model.showing != Showing::Usual
}

/// The way out, and the black screen while there is one.
pub fn presented(model: &Model, to: &Send) -> Option<Html> {
    let words = words(model);
    match model.showing {
        Showing::Usual => None,
        Showing::Presented => Some(
            el("button", "btn ghost unpresent")
                .attr("title", words.present_end)
                .attr("aria-label", words.present_end)
                .click(send(to, Msg::Present))
                .child(icons::close())
                .done(),
        ),
        Showing::Blank => {
            Some(el("button", "blank").attr("aria-label", words.present_back).click(send(to, Msg::Blank)).done())
        }
    }
}
