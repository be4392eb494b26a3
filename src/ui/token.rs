//! A record as people see it: a pill with its key's letter and colour and its timestamp.

use super::el::{el, several};
use super::leaf::leaf;
use crate::scene::Token;
use yew::prelude::*;

/// Colours that keys get, in turn.
const COLOURS: [&str; 6] = ["k0", "k1", "k2", "k3", "k4", "k5"];

/// The class of a key's colour.
#[must_use]
pub fn key_class(key: u32) -> &'static str {
    COLOURS[key as usize % COLOURS.len()]
}

/// A record.
pub fn token(token: &Token) -> Html {
    token_with(token, "")
}

/// A record with a further class.
pub fn token_with(token: &Token, extra: &'static str) -> Html {
    el("span", "tok")
        .also(true, key_class(token.key.0))
        .also(token.again, "re")
        .also(true, extra)
        .attr_if(token.again, "data-term", "replay")
        .child(leaf("i", "", token.letter.clone()))
        .text(token.t.to_string())
        .maybe(token.again.then(super::icons::again))
        .done()
}

/// A list of records.
pub fn tokens(list: &[Token]) -> Html {
    several(list.iter().map(token))
}
