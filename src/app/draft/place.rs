//! Where in a text an error stands.

use super::tree::{self, Kind, Node};
use crate::sim::scenario::limits::MAX_JSON_BYTES;
use crate::sim::scenario::story::{self, spans, Span};
use crate::sim::scenario::{quoted, Allowed, ErrorCode, Scenario, ScenarioError, SourceLog};

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// What is meant, in bytes. Not empty unless the text is.
    pub span: Span,
    /// The line, from 1.
    pub line: u32,
    /// The column, in characters, from 1.
    pub column: u32,
}

impl Place {
    /// The place of a span.
    #[must_use]
    pub fn new(text: &str, span: Span) -> Place {
        let before = text.get(..span.start as usize).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        // Texts are bounded far below this.
        let line = before.bytes().filter(|b| *b == b'\n').count() as u32 + 1;
        Place { span, line, column: before[line_start..].chars().count() as u32 + 1 }
    }
}

/// A byte of a text as browsers count: in units of UTF-16.
#[must_use]
pub fn to_utf16(text: &str, byte: usize) -> u32 {
    // Texts are bounded far below this.
    text.char_indices().take_while(|(at, _)| *at < byte).map(|(_, c)| c.len_utf16() as u32).sum()
}

/// The byte of a text for a place as browsers count.
#[must_use]
pub fn from_utf16(text: &str, units: u32) -> usize {
    let mut left = units as usize;
    for (at, c) in text.char_indices() {
        if left < c.len_utf16() {
            return at;
        }
        left -= c.len_utf16();
    }
    text.len()
}

/// Where the mistake stands in the JSON text of a scenario.
///
/// `tree` is that of the text, or `None` if it is not JSON.
#[must_use]
pub fn of_error(text: &str, tree: Option<&Node>, error: &ScenarioError) -> Place {
    Place::new(text, span_of_error(text, tree, error))
}

fn span_of_error(text: &str, tree: Option<&Node>, error: &ScenarioError) -> Span {
    if let Allowed::Json { line, column } = error.allowed {
        return end_of_json(text, line as usize, column as usize);
    }
    if error.code == ErrorCode::TooLong && error.field.is_empty() {
        return span(boundary(text, MAX_JSON_BYTES.min(text.len())), text.len());
    }
    let Some(tree) = tree else { return span(0, text.len()) };
    let (node, member, rest) = tree.nearest(&error.field);
    if let Some(place) = within_story(text, tree, node, rest, error) {
        return place;
    }
    match (member, error.code) {
        (Some(member), ErrorCode::UnknownField) if rest.is_empty() => member.name_span,
        _ => head(text, node),
    }
}

/// Of a value on several lines only what it begins with.
fn head(text: &str, node: &Node) -> Span {
    let is_long = node.span.of(text).contains('\n');
    match node.kind {
        Kind::Object(_) | Kind::List(_) if is_long => Span { end: node.span.start + 1, ..node.span },
        _ => node.span,
    }
}

/// The place of `story[4]` within the text of the story.
fn within_story(text: &str, tree: &Node, node: &Node, rest: &str, error: &ScenarioError) -> Option<Span> {
    if error.code != ErrorCode::BadStoryStep || node.kind != Kind::Text || !rest.starts_with('[') {
        return None;
    }
    let raw = node.span.of(text);
    let (sources, named) = sources(text, tree);
    let step = span_in_story(&tree::decoded(raw), error, &sources, named)?;
    let at = |byte: u32| node.span.start + tree::raw_offset(raw, byte as usize) as u32;
    Some(Span { start: at(step.start), end: at(step.end) })
}

/// The sources that a story may name, as far as they can be read, without their records; and whether they have names.
#[must_use]
pub fn sources(text: &str, tree: &Node) -> (Vec<SourceLog>, bool) {
    let Some(list) = tree.get("sources") else { return (Vec::new(), false) };
    let name = |source: &Node| source.get("name").map(|name| name.shown(text)).unwrap_or_default();
    let log = |source: &Node| SourceLog { name: name(source), records: Vec::new() };
    (list.items().iter().map(log).collect(), true)
}

/// Where the mistake stands in the text of a story; `None` if it is about something else. `sources` and `named` are those
/// of the scenario.
#[must_use]
pub fn of_story_error(story: &str, error: &ScenarioError, sources: &[SourceLog], named: bool) -> Option<Place> {
    if error.field == "story" {
        // Too many steps: those beyond the limit.
        let limit = if let Allowed::AtMost { limit, .. } = error.allowed { limit as usize } else { 0 };
        let beyond = spans(story).nth(limit).map_or(0, |step| step.start as usize);
        return Some(Place::new(story, span(beyond, story.len())));
    }
    span_in_story(story, error, sources, named).map(|span| Place::new(story, span))
}

fn span_in_story(story: &str, error: &ScenarioError, sources: &[SourceLog], named: bool) -> Option<Span> {
    let index: usize = error.field.strip_prefix("story[")?.strip_suffix(']')?.parse().ok()?;
    let step = spans(story).nth(index)?;
    Some(
        wrong_word(step.of(story), error, sources, named)
            .map_or(step, |word| Span { start: step.start + word.start, end: step.start + word.end }),
    )
}

/// The word that the error wants replaced: a step is read from left to right, so it is the last word of the shortest
/// beginning that is refused for it.
fn wrong_word(step: &str, error: &ScenarioError, sources: &[SourceLog], named: bool) -> Option<Span> {
    let Allowed::Instead { word: wanted, .. } = &error.allowed else { return None };
    let mut at = 0;
    for word in step.split_whitespace() {
        let start = at + step[at..].find(word)?;
        at = start + word.len();
        let is_named = quoted(word).trim_matches('"') == wanted;
        let refused = story::parse(&step[..at], sources, named).err();
        let is_refused = refused.is_some_and(|error| matches!(error.allowed, Allowed::Instead { .. }));
        if is_named && is_refused {
            return Some(span(start, at));
        }
    }
    None
}

/// Where the text stops being JSON: the character before that place, as serde_json counts it.
fn end_of_json(text: &str, line: usize, column: usize) -> Span {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let line = text[start.min(text.len())..].split('\n').next().unwrap_or_default();
    let end = boundary_after(line, column.max(1));
    let from = boundary(line, end.saturating_sub(1));
    span(start + from, start + end)
}

/// The last boundary of characters up to a byte.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

/// The first boundary of characters from a byte on.
fn boundary_after(text: &str, at: usize) -> usize {
    (at.min(text.len())..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

fn span(start: usize, end: usize) -> Span {
    // Texts are bounded far below this.
    Span { start: start as u32, end: end as u32 }
}

/// Reads a text and says where its first mistake stands.
///
/// # Errors
/// What [`Scenario::from_json`] says, with the place.
pub fn read_placed(text: &str) -> Result<Scenario, (ScenarioError, Place)> {
    Scenario::from_json(text).map_err(|error| {
        let place = of_error(text, tree::read(text).as_ref(), &error);
        (error, place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is marked in a text, with line and column.
    fn marked(text: &str) -> (String, u32, u32) {
        let (_, place) = read_placed(text).expect_err(text);
        (place.span.of(text).to_string(), place.line, place.column)
    }

    #[test]
    fn an_error_stands_at_its_value() {
        let base = r#"{
  "format": 1,
  "records": [{"t": 1, "key": "a", "value": 10}],
  "sinks": [{"kind": "append"}]
}"#;
        let cases = [
            ("\"t\": 1", "\"t\": -1", ("-1", 3, 21)),
            ("\"a\"", "\"键@\"", ("\"键@\"", 3, 31)),
            ("10", "\"ten\"", ("\"ten\"", 3, 45)),
            ("\"append\"", "\"kafka\"", ("\"kafka\"", 4, 22)),
            ("\"kind\"", "\"kinds\"", ("{\"kinds\": \"append\"}", 4, 13)),
            ("\"t\": 1,", "\"t\": 1, \"x.y\": 2,", ("\"x.y\"", 3, 24)),
            (", \"value\": 10", "", ("{\"t\": 1, \"key\": \"a\"}", 3, 15)),
            ("\"format\": 1", "\"format\": 2", ("2", 2, 13)),
            ("\"records\"", "\"record\"", ("\"record\"", 3, 3)),
            ("[{\"kind\": \"append\"}]", "[]", ("[]", 4, 12)),
        ];
        for (from, to, (what, line, column)) in cases {
            let text = base.replacen(from, to, 1);
            assert_eq!(marked(&text), (what.to_string(), line, column), "{to}");
        }
    }

    #[test]
    fn text_that_is_not_json_is_marked_where_it_stops_being_json() {
        let cases = [
            ("", ("", 1, 1)),
            ("{\"format\": 1,\n  \"records\": [,]\n}", (",", 2, 15)),
            ("{\"format\": 1,\n ", (" ", 2, 1)),
            ("{\"标题\" 数}", ("数", 1, 7)),
            ("nonsense", ("o", 1, 2)),
        ];
        for (text, (what, line, column)) in cases {
            assert_eq!(marked(text), (what.to_string(), line, column), "{text}");
        }
    }

    #[test]
    fn browsers_count_otherwise() {
        let text = "a数😀b";
        for (byte, units) in [(0, 0), (1, 1), (4, 2), (8, 4), (9, 5), (99, 5)] {
            assert_eq!(to_utf16(text, byte), units);
            assert_eq!(from_utf16(text, units), byte.min(9));
        }
        assert_eq!(from_utf16(text, 3), 4, "half a character is before it");
    }

    #[test]
    fn a_text_that_is_too_long_is_marked_from_the_limit_on() {
        let text = " ".repeat(MAX_JSON_BYTES - 1) + "数";
        let (error, place) = read_placed(&text).expect_err("too long");
        assert_eq!(error.code, ErrorCode::TooLong);
        assert_eq!(place.span.of(&text), "数");
    }

    fn in_story(story: &str) -> Option<(String, u32, u32)> {
        let error = story::parse(story, &[], false).expect_err(story);
        let place = of_story_error(story, &error, &[], false)?;
        Some((place.span.of(story).to_string(), place.line, place.column))
    }

    #[test]
    fn a_mistake_in_a_story_stands_at_its_word() {
        let cases = [
            ("emit 3;\n  jump;", ("jump", 2, 3)),
            ("emit x", ("x", 1, 6)),
            ("crash; crash now", ("crash now", 1, 8)),
            ("emit emit", ("emit", 1, 6)),
            ("arm sink.snapshot sink.snapshot", ("sink.snapshot", 1, 19)),
            ("检查; crash", ("检查", 1, 1)),
            ("emit", ("emit", 1, 1)),
        ];
        for (text, (what, line, column)) in cases {
            assert_eq!(in_story(text), Some((what.to_string(), line, column)), "{text}");
        }
    }

    #[test]
    fn the_step_beyond_the_limit_is_marked() {
        let story = "crash;".repeat(501);
        assert_eq!(in_story(&story), Some(("crash;".to_string(), 1, 3001)));
    }

    #[test]
    fn a_source_that_is_not_there_is_marked() {
        let text = r#"{"format": 1, "sources": [{"name": "A", "records": []}], "sinks": [{"kind": "append"}],
 "story": "emit A 0; emit B 0"}"#;
        assert_eq!(marked(text), ("B".to_string(), 2, 27));
    }

    #[test]
    fn a_mistake_in_a_story_stands_in_the_json_text_too() {
        let text = r#"{"format": 1, "records": [], "sinks": [{"kind": "append"}],
 "story": "crash;\n\t\u0065mit x; finish"}"#;
        assert_eq!(marked(text), ("x".to_string(), 2, 32));
    }
}
