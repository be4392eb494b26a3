//! The whole session as a file: everything that the browser keeps for the page, one JSON object.
//!
//! ```text
//! {"format": "exactly-once-lab session file 1", "items": {"session": "…", "progress.1": "…", "draft": "…", "keys": "…", "lang": "zh", "theme": "dark"}}
//! ```

use crate::app::session::{self, SessionError, MAX_SESSION_BYTES};
use crate::i18n::Lang;
use serde_json::{json, Map, Value};

const FORMAT: &str = "exactly-once-lab session file 1";

/// A longer file is not read.
pub const MAX_FILE_BYTES: usize = 2 * MAX_SESSION_BYTES;

/// A longer item other than the session is left out.
pub const MAX_ITEM_BYTES: usize = 500_000;

/// What the browser keeps, by its name there. The session comes first: without it a file is none.
pub const ITEMS: [&str; 6] = ["session", "progress.1", "draft", "keys", "lang", "theme"];

/// The file of what is kept. `kept` answers for each of [`ITEMS`].
#[must_use]
pub fn write(kept: impl Fn(&str) -> Option<String>) -> String {
    let items: Map<String, Value> =
        ITEMS.iter().filter_map(|name| Some(((*name).to_string(), Value::String(kept(name)?)))).collect();
    format!("{:#}\n", json!({ "format": FORMAT, "items": items }))
}

/// Reads a file: what is to be kept, by name. What a part of it is wrong about is left out, except the session itself.
///
/// # Errors
/// If it is no such file, or its session cannot be read.
pub fn read(text: &str) -> Result<Vec<(&'static str, String)>, SessionError> {
    if text.len() > MAX_FILE_BYTES {
        return Err(SessionError::TooLong);
    }
    // The session by itself is a file too.
    let Ok(file) = serde_json::from_str::<Value>(text) else {
        session::read(text)?;
        return Ok(vec![("session", text.to_string())]);
    };
    let format = file.get("format").and_then(Value::as_str).ok_or(SessionError::NoSession)?;
    if format != FORMAT {
        return Err(SessionError::OtherVersion(format.chars().take(60).collect()));
    }
    let item = |name: &'static str| Some((name, file.get("items")?.get(name)?.as_str()?.to_string()));
    let items: Vec<(&'static str, String)> = ITEMS.into_iter().filter_map(item).collect();
    let (_, kept) = items.first().filter(|(name, _)| *name == "session").ok_or(SessionError::NoSession)?;
    session::read(kept)?;
    Ok(items.into_iter().filter(|(name, text)| is_right(name, text)).collect())
}

/// May this be kept under that name? Progress, drafts and keys are read leniently by those who know them.
fn is_right(name: &str, text: &str) -> bool {
    match name {
        "session" => true,
        "lang" => Lang::ALL.iter().any(|lang| lang.code() == text),
        "theme" => text == "dark" || text == "light",
        _ => text.len() <= MAX_ITEM_BYTES,
    }
}
