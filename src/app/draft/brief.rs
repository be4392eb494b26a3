//! An error in few words: of a long list of what is allowed only what is like that which was written.

use crate::sim::scenario::{Allowed, ScenarioError};

/// So many alternatives are named.
pub const NAMED: usize = 8;

/// The error with at most [`NAMED`] alternatives, those first that begin most like what was written; `…` stands for the
/// others.
#[must_use]
pub fn brief(error: &ScenarioError) -> ScenarioError {
    let mut error = error.clone();
    let written = error.value.trim_matches('"').to_string();
    shorten(&mut error.allowed, &written);
    error
}

fn shorten(allowed: &mut Allowed, written: &str) {
    match allowed {
        Allowed::Instead { word, of } => {
            let word = word.clone();
            shorten(of, &word);
        }
        Allowed::OneOf(list) if list.len() > NAMED => {
            let alike = |name: &String| name.chars().zip(written.chars()).take_while(|(a, b)| a == b).count();
            // A stable sort: what is equally like keeps its order.
            list.sort_by_key(|name| std::cmp::Reverse(alike(name)));
            list.truncate(NAMED);
            list.push("…".to_string());
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::scenario::story::parse;
    use crate::sim::scenario::Scenario;

    #[test]
    fn of_many_points_those_are_named_that_begin_alike() {
        let error = brief(&parse("arm wal.s error", &[], false).expect_err("no point"));
        let text = error.to_string();
        assert!(text.contains("in place of wal.s: wal.send.before, wal.send.mid, wal.send.after,"), "{text}");
        assert!(text.ends_with(", …") && text.matches(", ").count() == NAMED, "{text}");
    }

    #[test]
    fn short_lists_stay_as_they_are() {
        let error =
            Scenario::from_json(r#"{"format": 1, "records": [], "sinks": [{"kind": "kafka"}]}"#).expect_err("kind");
        assert_eq!(brief(&error), error);
    }
}
