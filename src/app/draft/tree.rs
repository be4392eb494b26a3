//! Where the parts of a JSON text stand, so that an error can be shown at its place and a change touches nothing else.

use crate::sim::scenario::quoted;
use crate::sim::scenario::story::Span;

/// A value of a JSON text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Where it stands, in bytes; a text with its quotes.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An object. Of two members of one name the later counts.
    Object(Vec<Member>),
    /// A list.
    List(Vec<Node>),
    /// A text.
    Text,
    /// A number, `true`, `false` or `null`.
    Plain,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Where the name stands, with its quotes.
    pub name_span: Span,
    /// Its value.
    pub value: Node,
}

/// Reads where everything stands; `None` if the text is not JSON.
#[must_use]
pub fn read(text: &str) -> Option<Node> {
    // serde_json judges what JSON is, and bounds how deep it goes.
    serde_json::from_str::<serde::de::IgnoredAny>(text).ok()?;
    let mut scan = Scan { bytes: text.as_bytes(), text, at: 0 };
    Some(scan.value())
}

impl Node {
    /// The member of this name; `None` if it has none or is no object.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Member> {
        match &self.kind {
            Kind::Object(members) => members.iter().rev().find(|member| member.name == name),
            _ => None,
        }
    }

    /// The value of the member of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.member(name).map(|member| &member.value)
    }

    /// The items of a list; none if it is no list.
    #[must_use]
    pub fn items(&self) -> &[Node] {
        match &self.kind {
            Kind::List(items) => items,
            _ => &[],
        }
    }

    /// The text that stands here without quotes and escapes; another value as it is written.
    #[must_use]
    pub fn shown(&self, text: &str) -> String {
        let raw = self.span.of(text);
        match self.kind {
            Kind::Text => decoded(raw),
            _ => raw.to_string(),
        }
    }

    /// The value at a path as errors name it (`faults[2].when.point`), or the last one on the way there, and what is left
    /// of the path then.
    #[must_use]
    pub fn nearest<'a, 'p>(&'a self, path: &'p str) -> (&'a Node, Option<&'a Member>, &'p str) {
        let (mut node, mut member, mut rest) = (self, None, path);
        loop {
            let next = rest.strip_prefix('.').unwrap_or(rest);
            if let Some((index, after)) = index(next) {
                let Some(item) = node.items().get(index) else { return (node, member, rest) };
                (node, member, rest) = (item, None, after);
            } else if let Some((found, after)) = node.named(next) {
                (node, member, rest) = (&found.value, Some(found), after);
            } else {
                return (node, member, rest);
            }
        }
    }

    /// The member whose name a path begins with, and the rest of the path. Names may have dots in them.
    fn named<'p>(&self, path: &'p str) -> Option<(&Member, &'p str)> {
        let Kind::Object(members) = &self.kind else { return None };
        let fits = |member: &&Member| {
            // Errors repeat names as excerpts.
            let name = quoted(&member.name);
            let rest = path.strip_prefix(name.trim_matches('"'));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '['])) && !path.is_empty()
        };
        let member = members.iter().rev().filter(fits).max_by_key(|member| member.name.len())?;
        let length = quoted(&member.name).trim_matches('"').len();
        Some((member, &path[length..]))
    }
}

/// `[3]` at the beginning of a path, and the rest.
fn index(path: &str) -> Option<(usize, &str)> {
    let (number, rest) = path.strip_prefix('[')?.split_once(']')?;
    Some((number.parse().ok()?, rest))
}

/// A JSON text without quotes and escapes.
#[must_use]
pub fn decoded(raw: &str) -> String {
    // It was read as JSON before. Half a surrogate pair is none of that; it is shown as it is written.
    serde_json::from_str(raw).unwrap_or_else(|_| raw.to_string())
}

/// A text as JSON, with quotes.
#[must_use]
pub fn encoded(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Where a byte of the decoded text stands in the JSON text, quotes and all.
#[must_use]
pub fn raw_offset(raw: &str, wanted: usize) -> usize {
    let mut at = 1;
    let mut decoded_bytes = 0;
    while decoded_bytes < wanted && at < raw.len() {
        let rest = &raw[at..];
        let length = escape_length(rest);
        decoded_bytes += decoded(&format!("\"{}\"", &rest[..length])).len();
        at += length;
    }
    at
}

/// The bytes of the first character of a JSON text, which may be an escape.
fn escape_length(rest: &str) -> usize {
    if !rest.starts_with('\\') {
        return rest.chars().next().map_or(0, char::len_utf8);
    }
    if !rest.starts_with("\\u") {
        return 2;
    }
    // The first half of a pair stands with the second.
    let is_high =
        rest.get(2..4).is_some_and(|hex| matches!(hex.to_ascii_lowercase().as_str(), "d8" | "d9" | "da" | "db"));
    if is_high && rest.get(6..8) == Some("\\u") {
        12
    } else {
        6
    }
}

/// Goes over a text that is JSON.
struct Scan<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or_default()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\r' | b'\n') {
            self.at += 1;
        }
    }

    fn span_from(&self, start: usize) -> Span {
        // Texts are bounded far below this.
        Span { start: start as u32, end: self.at as u32 }
    }

    fn value(&mut self) -> Node {
        self.skip_space();
        let start = self.at;
        let kind = match self.peek() {
            b'{' => self.object(),
            b'[' => self.list(),
            b'"' => {
                self.string();
                Kind::Text
            }
            _ => {
                while !matches!(self.peek(), b',' | b']' | b'}' | b' ' | b'\t' | b'\r' | b'\n' | 0) {
                    self.at += 1;
                }
                Kind::Plain
            }
        };
        Node { span: self.span_from(start), kind }
    }

    fn string(&mut self) -> Span {
        let start = self.at;
        self.at += 1;
        while !matches!(self.peek(), b'"' | 0) {
            self.at += if self.peek() == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        self.span_from(start)
    }

    fn object(&mut self) -> Kind {
        let mut members = Vec::new();
        self.at += 1;
        self.skip_space();
        while !matches!(self.peek(), b'}' | 0) {
            let name_span = self.string();
            self.skip_space();
            self.at += 1; // the colon
            let name = decoded(name_span.of(self.text));
            members.push(Member { name, name_span, value: self.value() });
            self.skip_comma();
        }
        self.at += 1;
        Kind::Object(members)
    }

    fn list(&mut self) -> Kind {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_space();
        while !matches!(self.peek(), b']' | 0) {
            items.push(self.value());
            self.skip_comma();
        }
        self.at += 1;
        Kind::List(items)
    }

    fn skip_comma(&mut self) {
        self.skip_space();
        if self.peek() == b',' {
            self.at += 1;
            self.skip_space();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Holds the spans of a tree against what serde_json reads in them.
    fn same(text: &str, node: &Node, value: &serde_json::Value) {
        let of_span: serde_json::Value = serde_json::from_str(node.span.of(text)).expect("JSON of its own");
        assert_eq!(&of_span, value);
        match &node.kind {
            Kind::Object(members) => {
                for member in members {
                    same(text, &member.value, &value[&member.name]);
                }
            }
            Kind::List(items) => {
                for (item, value) in items.iter().zip(value.as_array().expect("a list")) {
                    same(text, item, value);
                }
            }
            Kind::Text => assert!(value.is_string()),
            Kind::Plain => assert!(!value.is_string()),
        }
    }

    #[test]
    fn every_part_of_every_preset_stands_where_the_tree_says() {
        for preset in crate::app::presets::PRESETS {
            let tree = read(preset.json()).expect("JSON");
            same(preset.json(), &tree, &serde_json::from_str(preset.json()).expect("JSON"));
        }
        let odd = " { \"a\\\"b\" : [ ] , \"\\u00e9\":[1 ,\"x,]}\" , {} ,null], \"数\" : \"\\\\\" } ";
        same(odd, &read(odd).expect("JSON"), &serde_json::from_str(odd).expect("JSON"));
    }

    #[test]
    fn what_is_not_json_has_no_tree() {
        for text in ["", "{", "[1,]", "{\"a\" 1}", "\"", "1 2"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_path_leads_to_its_value_or_as_near_as_there_is_something() {
        let text = r#"{"faults": [{"crash": true, "when": {"point": "x"}}], "a.b": [1]}"#;
        let tree = read(text).expect("JSON");
        let at = |path| {
            let (node, _, rest) = tree.nearest(path);
            (node.span.of(text), rest)
        };
        assert_eq!(at("faults[0].when.point"), ("\"x\"", ""));
        assert_eq!(at("faults[0].when.skip"), (r#"{"point": "x"}"#, ".skip"));
        assert_eq!(at("a.b[0]"), ("1", ""));
        assert_eq!(at("faults[7]"), (r#"[{"crash": true, "when": {"point": "x"}}]"#, "[7]"));
        assert_eq!(at(""), (text, ""));
    }

    #[test]
    fn a_byte_of_a_text_is_found_behind_escapes() {
        let raw = r#""a\n\u00e9\ud83d\ude00数;z""#;
        let text = decoded(raw);
        for (at, c) in text.char_indices() {
            let rest = &raw[raw_offset(raw, at)..];
            let length = escape_length(rest);
            assert_eq!(decoded(&format!("\"{}\"", &rest[..length])), c.to_string());
        }
    }
}
