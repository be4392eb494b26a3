//! Why a scenario was refused, as a sentence in every language.

mod zh;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

use super::Lang;
use crate::sim::scenario::ScenarioError;

/// Says which field is wrong, what stands there, and what is allowed.
///
/// # Example
/// ```
/// use exactly_once_lab::i18n::{errors, Lang};
/// use exactly_once_lab::sim::scenario::Scenario;
///
/// let error = Scenario::from_json(r#"{"format": 2}"#).unwrap_err();
/// assert_eq!(errors::say(Lang::En, &error), "format: 2 is not allowed here; allowed: 1.");
/// assert_eq!(errors::say(Lang::Zh, &error), "format：2 在这里不允许；应为：1。");
/// ```
#[must_use]
pub fn say(lang: Lang, error: &ScenarioError) -> String {
    match lang {
        Lang::En => format!("{error}."),
        Lang::Zh => zh::sentence(error),
    }
}
