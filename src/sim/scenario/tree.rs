//! A JSON document as the scenario format needs it: fields keep their order, and a number stays the text it was written
//! as, so that nothing is lost or gained by a detour over floats. Small, for it is a part of the page's first load.

use crate::sim::id::Time;
use std::fmt::{self, Write};

/// Lists and objects may stand so deep in one another.
const MAX_DEPTH: usize = 127;

/// A JSON document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it is written.
    Number(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Tree>),
    /// An object. Of two fields of one name the later counts.
    Object(Vec<(String, Tree)>),
}

/// Text that is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotJson {
    /// Bytes up to the place where it stops being JSON, that place among them.
    pub at: usize,
}

impl Tree {
    /// Reads JSON text.
    ///
    /// # Errors
    /// If it is not JSON, or lists and objects stand more than 127 deep in one another.
    pub fn parse(text: &str) -> Result<Tree, NotJson> {
        let mut reader = Reader { text, at: 0 };
        let tree = reader.value(MAX_DEPTH)?;
        match reader.peek() {
            None => Ok(tree),
            Some(_) => reader.fail(),
        }
    }

    /// An object without fields.
    #[must_use]
    pub fn object() -> Tree {
        Tree::Object(Vec::new())
    }

    /// The fields of an object.
    #[must_use]
    pub fn fields(&self) -> Option<&[(String, Tree)]> {
        match self {
            Tree::Object(fields) => Some(fields),
            _ => None,
        }
    }

    /// The items of a list.
    #[must_use]
    pub fn items(&self) -> Option<&[Tree]> {
        match self {
            Tree::List(items) => Some(items),
            _ => None,
        }
    }

    /// The text that it is.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Tree::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The field of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tree> {
        self.fields()?.iter().rfind(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The field of this name, to change it, if it is there.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Tree> {
        match self {
            Tree::Object(fields) => fields.iter_mut().rfind(|(known, _)| known == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The field of this name, to change it. What is no object becomes one, and a field that is not there is `null`.
    pub fn field(&mut self, name: &str) -> &mut Tree {
        if self.fields().is_none() {
            *self = Tree::object();
        }
        let Tree::Object(fields) = self else { unreachable!("made an object above") };
        let at = fields.iter().rposition(|(known, _)| known == name).unwrap_or_else(|| {
            fields.push((name.to_string(), Tree::Null));
            fields.len() - 1
        });
        &mut fields[at].1
    }

    /// Takes a field out, if it is there.
    pub fn remove(&mut self, name: &str) {
        if let Tree::Object(fields) = self {
            fields.retain(|(known, _)| known != name);
        }
    }

    /// Puts a field at the end of an object.
    pub(super) fn put(&mut self, name: &str, value: impl Into<Tree>) {
        if let Tree::Object(fields) = self {
            fields.push((name.to_string(), value.into()));
        }
    }

    /// Puts a field at the end unless it is as by default.
    pub(super) fn put_unless<T: PartialEq + Into<Tree>>(&mut self, default: T, name: &str, value: T) {
        if value != default {
            self.put(name, value);
        }
    }

    /// Puts an object as a field at the end unless it has no fields.
    pub(super) fn put_unless_empty(&mut self, name: &str, object: Tree) {
        if object != Tree::object() {
            self.put(name, object);
        }
    }
}

impl From<bool> for Tree {
    fn from(is_so: bool) -> Tree {
        Tree::Bool(is_so)
    }
}

impl From<i64> for Tree {
    fn from(number: i64) -> Tree {
        Tree::Number(number.to_string())
    }
}

impl From<u32> for Tree {
    fn from(number: u32) -> Tree {
        Tree::Number(number.to_string())
    }
}

/// A time, written in seconds.
impl From<Time> for Tree {
    fn from(time: Time) -> Tree {
        Tree::Number(time.to_string())
    }
}

impl From<&str> for Tree {
    fn from(text: &str) -> Tree {
        Tree::Text(text.to_string())
    }
}

impl From<String> for Tree {
    fn from(text: String) -> Tree {
        Tree::Text(text)
    }
}

impl From<Vec<Tree>> for Tree {
    fn from(list: Vec<Tree>) -> Tree {
        Tree::List(list)
    }
}

/// What else reads and writes JSON has its own type for it. Not a part of the page's first load.
impl From<&serde_json::Value> for Tree {
    fn from(value: &serde_json::Value) -> Tree {
        use serde_json::Value;
        match value {
            Value::Null => Tree::Null,
            Value::Bool(is_so) => Tree::Bool(*is_so),
            Value::Number(number) => Tree::Number(number.to_string()),
            Value::String(text) => Tree::Text(text.clone()),
            Value::Array(items) => Tree::List(items.iter().map(Tree::from).collect()),
            Value::Object(fields) => {
                Tree::Object(fields.iter().map(|(name, value)| (name.clone(), value.into())).collect())
            }
        }
    }
}

impl From<serde_json::Value> for Tree {
    fn from(value: serde_json::Value) -> Tree {
        (&value).into()
    }
}

impl From<&Tree> for serde_json::Value {
    fn from(tree: &Tree) -> serde_json::Value {
        use serde_json::Value;
        match tree {
            Tree::Null => Value::Null,
            Tree::Bool(is_so) => Value::Bool(*is_so),
            // A number beyond the floats is nothing to it.
            Tree::Number(number) => serde_json::from_str(number).unwrap_or_default(),
            Tree::Text(text) => Value::String(text.clone()),
            Tree::List(items) => items.iter().map(Value::from).collect(),
            Tree::Object(fields) => fields.iter().map(|(name, tree)| (name.clone(), Value::from(tree))).collect(),
        }
    }
}

/// A JSON number times ten to the power of `decimals`, if that is a whole number of at most 18 digits.
pub(super) fn scaled(number: &str, decimals: i64) -> Option<i64> {
    let (sign, digits) = number.strip_prefix('-').map_or((1, number), |digits| (-1, digits));
    let (digits, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = [whole, fraction].concat();
    let significant = digits.trim_end_matches('0');
    let zeros = (digits.len() - significant.len()) as i64;
    let significant = significant.trim_start_matches('0');
    if significant.is_empty() {
        return Some(0);
    }
    // A power beyond this number is beyond all others in the format.
    let exponent = exponent.trim_start_matches('+').parse::<i32>().ok()?;
    let power = i64::from(exponent) + zeros - fraction.len() as i64 + decimals;
    if power < 0 || significant.len() as i64 + power > 18 {
        return None;
    }
    Some(sign * significant.parse::<i64>().ok()? * 10i64.pow(power as u32))
}

/// What is left to read.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    /// The next byte that is not white space; it is not taken.
    fn peek(&mut self) -> Option<u8> {
        while matches!(self.byte(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
        self.byte()
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte is what should not be there.
    #[cold]
    fn fail<T>(&self) -> Result<T, NotJson> {
        Err(NotJson { at: self.text.len().min(self.at + 1) })
    }

    fn value(&mut self, depth: usize) -> Result<Tree, NotJson> {
        match self.peek() {
            Some(b'{') => self.fields(depth).map(Tree::Object),
            Some(b'[') => self.items(depth).map(Tree::List),
            Some(b'"') => self.quoted().map(Tree::Text),
            Some(b't') => self.word("true", Tree::Bool(true)),
            Some(b'f') => self.word("false", Tree::Bool(false)),
            Some(b'n') => self.word("null", Tree::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.fail(),
        }
    }

    fn word(&mut self, word: &str, tree: Tree) -> Result<Tree, NotJson> {
        for byte in word.bytes() {
            self.take(byte)?;
        }
        Ok(tree)
    }

    /// Takes this byte, which has to be there.
    fn take(&mut self, byte: u8) -> Result<(), NotJson> {
        if self.byte() != Some(byte) {
            return self.fail();
        }
        self.at += 1;
        Ok(())
    }

    fn items(&mut self, depth: usize) -> Result<Vec<Tree>, NotJson> {
        let mut items = Vec::new();
        while self.is_next(b']', depth, items.is_empty())? {
            items.push(self.value(depth - 1)?);
        }
        Ok(items)
    }

    fn fields(&mut self, depth: usize) -> Result<Vec<(String, Tree)>, NotJson> {
        let mut fields = Vec::new();
        while self.is_next(b'}', depth, fields.is_empty())? {
            if self.peek() != Some(b'"') {
                return self.fail();
            }
            let name = self.quoted()?;
            self.peek();
            self.take(b':')?;
            fields.push((name, self.value(depth - 1)?));
        }
        Ok(fields)
    }

    /// Is there another item or field? Takes the bracket or the comma before it, or the bracket at the end.
    fn is_next(&mut self, end: u8, depth: usize, is_first: bool) -> Result<bool, NotJson> {
        if is_first {
            if depth == 0 {
                return self.fail();
            }
            self.at += 1;
        }
        match self.peek() {
            Some(byte) if byte == end => {
                self.at += 1;
                Ok(false)
            }
            Some(b',') if !is_first => {
                self.at += 1;
                Ok(true)
            }
            Some(_) if is_first => Ok(true),
            _ => self.fail(),
        }
    }

    fn number(&mut self) -> Result<Tree, NotJson> {
        let start = self.at;
        self.skip(b"-");
        if !self.skip(b"0") {
            self.digits()?;
        } else if matches!(self.byte(), Some(b'0'..=b'9')) {
            return self.fail();
        }
        if self.skip(b".") {
            self.digits()?;
        }
        if self.skip(b"eE") {
            self.skip(b"+-");
            self.digits()?;
        }
        Ok(Tree::Number(self.text[start..self.at].to_string()))
    }

    /// Takes one of these bytes, if it is there.
    fn skip(&mut self, bytes: &[u8]) -> bool {
        let is_there = self.byte().is_some_and(|byte| bytes.contains(&byte));
        self.at += usize::from(is_there);
        is_there
    }

    fn digits(&mut self) -> Result<(), NotJson> {
        if !self.skip(b"0123456789") {
            return self.fail();
        }
        while self.skip(b"0123456789") {}
        Ok(())
    }

    /// A text, from its quote on.
    fn quoted(&mut self) -> Result<String, NotJson> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while self.byte().is_some_and(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
                self.at += 1;
            }
            // What stops here is ASCII, and so a boundary.
            out.push_str(&self.text[start..self.at]);
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    self.at += 1;
                    out.push(self.escape()?);
                }
                _ => return self.fail(),
            }
        }
    }

    /// What a backslash stands before.
    fn escape(&mut self) -> Result<char, NotJson> {
        let c = match self.byte() {
            Some(c @ (b'"' | b'\\' | b'/')) => c as char,
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.code();
            }
            _ => return self.fail(),
        };
        self.at += 1;
        Ok(c)
    }

    /// A character by its code, or by two codes if it needs them.
    fn code(&mut self) -> Result<char, NotJson> {
        let first = self.hex()?;
        if !matches!(first, 0xd800..=0xdbff) {
            return char::from_u32(first).map_or_else(|| self.fail(), Ok);
        }
        self.take(b'\\')?;
        self.take(b'u')?;
        let second = self.hex()?;
        if !matches!(second, 0xdc00..=0xdfff) {
            return self.fail();
        }
        char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)).map_or_else(|| self.fail(), Ok)
    }

    fn hex(&mut self) -> Result<u32, NotJson> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(digit) = self.byte().and_then(|byte| (byte as char).to_digit(16)) else { return self.fail() };
            code = code << 4 | digit;
            self.at += 1;
        }
        Ok(code)
    }
}

/// How far the text goes to the right in the layout for people, unless a single value is longer.
const WIDTH: usize = 100;
/// By how much each level is set in.
const INDENT: usize = 2;

/// An item of a list, or a field of an object with its name.
type Item<'a> = (Option<&'a str>, &'a Tree);

impl Tree {
    /// On one line; `space` goes after commas and colons.
    pub(super) fn write_line(&self, out: &mut String, space: &str) {
        let Some((open, close, items)) = self.parts() else {
            return self.write_plain(out);
        };
        out.push(open);
        for (index, (name, item)) in items.into_iter().enumerate() {
            if index > 0 {
                out.push(',');
                out.push_str(space);
            }
            write_name(out, name, space);
            item.write_line(out, space);
        }
        out.push(close);
    }

    /// For people: what fits goes on one line, `used` characters of which are taken; the rest is broken and set in by
    /// `depth` levels. The document itself is always broken.
    pub(super) fn write_pretty(&self, out: &mut String, depth: usize, used: usize) {
        let mut line = String::new();
        self.write_line(&mut line, " ");
        let fits = depth > 0 && depth * INDENT + used + line.chars().count() <= WIDTH;
        let (open, close, items) = match self.parts() {
            Some(parts) if !fits => parts,
            _ => return out.push_str(&line),
        };
        out.push(open);
        for (index, (name, item)) in items.into_iter().enumerate() {
            out.push_str(if index > 0 { ",\n" } else { "\n" });
            out.push_str(&" ".repeat((depth + 1) * INDENT));
            write_name(out, name, " ");
            // A name stands in quotes, with a colon and a space after it.
            item.write_pretty(out, depth + 1, name.map_or(0, |name| name.len() + 4));
        }
        out.push('\n');
        out.push_str(&" ".repeat(depth * INDENT));
        out.push(close);
    }

    /// Brackets and items of a list or an object that has some; `None` for what is on one line in any case.
    fn parts(&self) -> Option<(char, char, Vec<Item<'_>>)> {
        match self {
            Tree::List(list) if !list.is_empty() => Some(('[', ']', list.iter().map(|item| (None, item)).collect())),
            Tree::Object(fields) if !fields.is_empty() => {
                Some(('{', '}', fields.iter().map(|(name, item)| (Some(name.as_str()), item)).collect()))
            }
            _ => None,
        }
    }

    fn write_plain(&self, out: &mut String) {
        match self {
            Tree::Null => out.push_str("null"),
            Tree::Bool(true) => out.push_str("true"),
            Tree::Bool(false) => out.push_str("false"),
            Tree::Number(number) => out.push_str(number),
            Tree::Text(text) => write_text(out, text),
            Tree::List(_) => out.push_str("[]"),
            Tree::Object(_) => out.push_str("{}"),
        }
    }
}

/// The document on one line.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        self.write_line(&mut out, "");
        f.write_str(&out)
    }
}

fn write_name(out: &mut String, name: Option<&str>, space: &str) {
    if let Some(name) = name {
        write_text(out, name);
        out.push(':');
        out.push_str(space);
    }
}

fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        let escaped = match c {
            '"' | '\\' => c,
            '\u{8}' => 'b',
            '\u{c}' => 'f',
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            ..' ' => {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
                continue;
            }
            _ => {
                out.push(c);
                continue;
            }
        };
        out.push('\\');
        out.push(escaped);
    }
    out.push('"');
}

#[cfg(test)]
mod tests;
