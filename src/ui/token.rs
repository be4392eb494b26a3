//! A record as people see it: a pill with its key's letter and colour and its timestamp.

use super::leaf::leaf;
use crate::scene::Token;
use yew::prelude::*;

/// Colours that keys get, in turn.
pub const COLOURS: u32 = 6;

/// The class of a key's colour.
#[must_use]
pub fn key_class(key: u32) -> String {
    format!("k{}", key % COLOURS)
}

/// A record.
pub fn token(token: &Token) -> Html {
    token_with(token, "")
}

/// A record with a further class.
pub fn token_with(token: &Token, extra: &'static str) -> Html {
    let again = token.again.then_some("re");
    html! {
        <span class={classes!("tok", key_class(token.key.0), again, extra)}>
            { leaf("i", "", token.letter.clone()) }{ token.t.to_string() }
            if token.again {
                { super::icons::again() }
            }
        </span>
    }
}

/// A list of records.
pub fn tokens(list: &[Token]) -> Html {
    html! { for one in list { { token(one) } } }
}
