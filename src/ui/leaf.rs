//! Elements with nothing but a text in them. Most of the page's elements are such; a call instead of a template of its
//! own for each keeps the page small.

use yew::prelude::*;
use yew::virtual_dom::{VNode, VTag, VText};

/// An element with a class (none if empty) and a text.
pub fn leaf(tag: &'static str, class: &'static str, text: impl Into<AttrValue>) -> Html {
    build(tag, class, text.into())
}

#[inline(never)]
fn build(tag: &'static str, class: &'static str, text: AttrValue) -> Html {
    let mut element = VTag::new(tag);
    if !class.is_empty() {
        element.add_attribute("class", class);
    }
    element.add_child(VNode::from(VText::new(text)));
    element.into()
}
