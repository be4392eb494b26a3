//! A JSON value that knows where it stands, and what can be read from it. Every reader is built of these.

use crate::sim::id::Time;
use crate::sim::scenario::error::{excerpt, quoted, Allowed, ErrorCode, Kind, NameRule, ScenarioError, Unit};
use crate::sim::scenario::limits::MAX_NAME_BYTES;
use crate::sim::scenario::names::Named;
use serde_json::{Map, Value};
use std::fmt::Write;

/// What reading answers.
pub(super) type Read<T> = Result<T, ScenarioError>;

/// Where a value stands: a list from the value up to the scenario, kept on the stack.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    Top,
    Field(&'a Place<'a>, &'a str),
    Item(&'a Place<'a>, usize),
}

impl Place<'_> {
    /// The path as errors name it: `faults[2].when.point`.
    pub(super) fn path(&self) -> String {
        match *self {
            Place::Top => String::new(),
            Place::Field(parent, name) => {
                let mut path = parent.path();
                if !path.is_empty() {
                    path.push('.');
                }
                // The name may be the user's own.
                path.push_str(&excerpt(name));
                path
            }
            Place::Item(parent, index) => {
                let mut path = parent.path();
                // Writing to a String cannot fail.
                let _ = write!(path, "[{index}]");
                path
            }
        }
    }
}

/// A value and its place. A field that is not there is a node without a value: whatever is asked of it, the error says
/// that it is missing and what was expected.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    value: Option<&'a Value>,
    place: Place<'a>,
}

impl<'a> Node<'a> {
    /// The whole document.
    pub(super) fn top(value: &'a Value) -> Node<'a> {
        Node { value: Some(value), place: Place::Top }
    }

    /// An error about this value.
    #[cold]
    pub(super) fn error(&self, code: ErrorCode, allowed: Allowed) -> ScenarioError {
        ScenarioError { code, field: self.place.path(), value: self.value.map(shown).unwrap_or_default(), allowed }
    }

    /// The error for a value of another type, or for none.
    #[cold]
    fn wrong_type(&self, allowed: Allowed) -> ScenarioError {
        let code = if self.value.is_some() { ErrorCode::WrongType } else { ErrorCode::MissingField };
        self.error(code, allowed)
    }

    /// The fields of an object, not yet held against what is known.
    pub(super) fn object(&'a self) -> Read<Fields<'a>> {
        match self.value {
            Some(Value::Object(map)) => Ok(Fields { map, node: self }),
            _ => Err(self.wrong_type(Allowed::Type(Kind::Object))),
        }
    }

    /// The fields of an object that may have these and no others.
    pub(super) fn fields(&'a self, known: &[&str]) -> Read<Fields<'a>> {
        let fields = self.object()?;
        fields.only(known)?;
        Ok(fields)
    }

    /// The items of a list.
    pub(super) fn items(&'a self, limit: usize, unit: Unit) -> Read<impl ExactSizeIterator<Item = Node<'a>>> {
        let Some(Value::Array(list)) = self.value else {
            return Err(self.wrong_type(Allowed::Type(Kind::List)));
        };
        if list.len() > limit {
            return Err(self.count_error(ErrorCode::TooMany, list.len(), at_most(limit, unit)));
        }
        let item = |(index, value)| Node { value: Some(value), place: Place::Item(&self.place, index) };
        Ok(list.iter().enumerate().map(item))
    }

    /// An error about the number of items.
    #[cold]
    pub(super) fn count_error(&self, code: ErrorCode, count: usize, allowed: Allowed) -> ScenarioError {
        ScenarioError { value: count.to_string(), ..self.error(code, allowed) }
    }

    /// Is it a text (and there at all)?
    pub(super) fn is_text(&self) -> bool {
        self.value.is_some_and(Value::is_string)
    }

    /// Any text; an error names what is allowed in its place.
    fn text_or(&self, allowed: impl FnOnce() -> Allowed) -> Read<&'a str> {
        self.value.and_then(Value::as_str).ok_or_else(|| self.wrong_type(allowed()))
    }

    /// Any text.
    pub(super) fn text(&self) -> Read<&'a str> {
        self.text_or(|| Allowed::Type(Kind::Text))
    }

    /// A text of at most so many bytes.
    pub(super) fn short_text(&self, limit: usize) -> Read<&'a str> {
        let text = self.text()?;
        if text.len() > limit {
            return Err(self.error(ErrorCode::TooLong, at_most(limit, Unit::Bytes)));
        }
        Ok(text)
    }

    /// A key or a name.
    pub(super) fn name(&self, rule: NameRule) -> Read<&'a str> {
        let name = self.short_text(MAX_NAME_BYTES)?;
        let forbidden = |c: char| {
            c.is_control()
                || match rule {
                    NameRule::Key => matches!(c, '@' | '#'),
                    // The mark is white space to JavaScript, and so to the schema.
                    NameRule::Source => c == ';' || c.is_whitespace() || c == '\u{feff}',
                }
        };
        if name.is_empty() || name.chars().any(forbidden) {
            return Err(self.error(ErrorCode::BadName, Allowed::NameWithout(rule)));
        }
        Ok(name)
    }

    /// One of the names of an enumeration.
    pub(super) fn choice<T: Named>(&self) -> Read<T> {
        self.lookup(T::from_name, || T::NAMES.iter().map(|(name, _)| (*name).to_string()).collect())
    }

    /// A text that `find` has a meaning for; else an error names the `known` ones.
    pub(super) fn lookup<T>(&self, find: impl FnOnce(&str) -> Option<T>, known: fn() -> Vec<String>) -> Read<T> {
        let text = self.text_or(|| Allowed::OneOf(known()))?;
        find(text).ok_or_else(|| self.error(ErrorCode::UnknownValue, Allowed::OneOf(known())))
    }

    /// `true` or `false`.
    pub(super) fn boolean(&self) -> Read<bool> {
        self.value.and_then(Value::as_bool).ok_or_else(|| self.wrong_type(Allowed::Type(Kind::Boolean)))
    }

    /// Nothing but `true`: a field that says what its object is.
    pub(super) fn only_true(&self) -> Read<()> {
        let allowed = || Allowed::OneOf(vec!["true".to_string()]);
        match self.value {
            Some(Value::Bool(true)) => Ok(()),
            Some(Value::Bool(false)) => Err(self.error(ErrorCode::UnknownValue, allowed())),
            _ => Err(self.wrong_type(allowed())),
        }
    }

    /// A whole number in this range. `3.0` is one, as in JSON Schema.
    pub(super) fn whole(&self, min: i64, max: i64) -> Read<i64> {
        let allowed = Allowed::Whole { min, max };
        let Some(Value::Number(number)) = self.value else {
            return Err(self.wrong_type(allowed));
        };
        // Every limit is far below 2^53, so what a float cannot hold exactly is out of range anyway.
        let whole = number.as_i64().or_else(|| number.as_f64().filter(|x| x.trunc() == *x).map(|x| x as i64));
        whole.filter(|n| (min..=max).contains(n)).ok_or_else(|| self.error(ErrorCode::OutOfRange, allowed))
    }

    /// A whole number in a range that starts at zero or above.
    pub(super) fn count(&self, min: u32, max: u32) -> Read<u32> {
        // The range makes the conversion exact.
        self.whole(i64::from(min), i64::from(max)).map(|n| n as u32)
    }

    /// Seconds in this range, with at most three decimals.
    pub(super) fn seconds(&self, min: Time, max: Time) -> Read<Time> {
        let allowed = Allowed::Seconds { min, max };
        let Some(Value::Number(number)) = self.value else {
            return Err(self.wrong_type(allowed));
        };
        let time = number.as_f64().and_then(exact_milliseconds);
        time.filter(|t| (min..=max).contains(t)).ok_or_else(|| self.error(ErrorCode::OutOfRange, allowed))
    }
}

/// Seconds as whole milliseconds; `None` if they are not, or not a time.
///
/// A decimal fraction was read as the float next to it, and dividing rounds to that same float: so the test is exact.
fn exact_milliseconds(seconds: f64) -> Option<Time> {
    let milliseconds = (seconds * 1000.0).round();
    let exact = milliseconds / 1000.0 == seconds && (0.0..=f64::from(u32::MAX)).contains(&milliseconds);
    exact.then_some(Time(milliseconds as u32))
}

/// The fields of one object.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    map: &'a Map<String, Value>,
    node: &'a Node<'a>,
}

impl<'a> Fields<'a> {
    /// Refuses every field but these.
    pub(super) fn only(&self, known: &[&str]) -> Read<()> {
        match self.map.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(self.get(name).error(ErrorCode::UnknownField, Allowed::Fields(owned(known)))),
            None => Ok(()),
        }
    }

    /// The field of this name, there or not.
    pub(super) fn get(&self, name: &'a str) -> Node<'a> {
        Node { value: self.map.get(name), place: Place::Field(&self.node.place, name) }
    }

    /// The field of this name, if it is there.
    pub(super) fn find(&self, name: &'a str) -> Option<Node<'a>> {
        let node = self.get(name);
        node.value.is_some().then_some(node)
    }

    /// What `read` makes of the field, or the default if it is not there.
    pub(super) fn or<T>(&self, name: &'a str, default: T, read: impl FnOnce(Node<'a>) -> Read<T>) -> Read<T> {
        self.find(name).map_or(Ok(default), read)
    }

    /// The one of these fields that is there. None is an error about the object, two are an error about the second.
    pub(super) fn exactly_one(&self, names: &[&'static str]) -> Read<&'static str> {
        let mut there = names.iter().copied().filter(|name| self.map.contains_key(*name));
        let Some(first) = there.next() else {
            let allowed = Allowed::ExactlyOne(owned(names));
            return Err(ScenarioError { value: String::new(), ..self.node.error(ErrorCode::MissingField, allowed) });
        };
        match there.next() {
            Some(second) => {
                let without = Allowed::Without(self.get(first).place.path());
                Err(self.get(second).error(ErrorCode::NotTogether, without))
            }
            None => Ok(first),
        }
    }
}

/// "At most so many".
pub(super) fn at_most(limit: usize, unit: Unit) -> Allowed {
    // Limits are small constants.
    Allowed::AtMost { limit: limit as u32, unit }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

/// A value as an error shows it: texts as excerpts, lists and objects only as such.
fn shown(value: &Value) -> String {
    let text = match value {
        Value::String(text) => return quoted(text),
        Value::Array(list) if list.is_empty() => "[]",
        Value::Array(_) => "[…]",
        Value::Object(map) if map.is_empty() => "{}",
        Value::Object(_) => "{…}",
        Value::Null => "null",
        Value::Bool(_) | Value::Number(_) => return value.to_string(),
    };
    text.to_string()
}
