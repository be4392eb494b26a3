//! Elements with nothing but a text in them. Most of the page's elements are such.

use super::el::el;
use yew::prelude::*;

/// An element with a class (none if empty) and a text.
pub fn leaf(tag: &'static str, class: &'static str, text: impl Into<AttrValue>) -> Html {
    build(tag, class, text.into())
}

#[inline(never)]
fn build(tag: &'static str, class: &'static str, text: AttrValue) -> Html {
    el(tag, class).text(text).done()
}
