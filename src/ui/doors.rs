//! Doors to what is not on the page at first, as [`app::doors`](crate::app::doors): pass them only when
//! [`more::is_there`](super::more::is_there).

use super::{files, learn, panels, side, Send};
use crate::app::model::{Model, Notice, Panel, Side};
use crate::sim::scenario::{Scenario, ScenarioError};
use yew::prelude::*;

/// What stands beside the picture in place of the account.
#[inline(never)]
pub fn beside(model: &Model, to: &Send) -> Html {
    match model.side {
        Side::Learn => learn::learn(model, to),
        _ => side::settings(model, to),
    }
}

/// What an open panel holds.
#[inline(never)]
pub fn panel(open: Panel, model: &Model, to: &Send, copy: Callback<Event>) -> Html {
    match open {
        Panel::Help => panels::help(model, to),
        Panel::Share => panels::share(model, to, copy),
    }
}

/// Why something could not be opened.
#[inline(never)]
pub fn reason(model: &Model, notice: &Notice) -> Option<String> {
    panels::reason(model, notice)
}

/// The scenario in a file: see [`files::scenario`].
///
/// # Errors
/// Why the file was not read, or what is wrong with the scenario.
#[inline(never)]
pub fn file(text: Result<String, ScenarioError>) -> Result<Scenario, ScenarioError> {
    files::scenario(text)
}
