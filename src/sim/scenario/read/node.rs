//! A JSON value that knows where it stands, and what can be read from it. Every reader is built of these.

use crate::sim::id::Time;
use crate::sim::scenario::error::{excerpt, quoted, Allowed, ErrorCode, Kind, NameRule, ScenarioError, Unit};
use crate::sim::scenario::limits::MAX_NAME_BYTES;
use crate::sim::scenario::names::Named;
use crate::sim::scenario::tree::{scaled, Tree};
use std::fmt::Write;

/// What reading answers. Errors are boxed: they pass through many hands.
pub(super) type Read<T> = Result<T, Box<ScenarioError>>;

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
    value: Option<&'a Tree>,
    place: Place<'a>,
}

impl<'a> Node<'a> {
    /// The whole document.
    pub(super) fn top(value: &'a Tree) -> Node<'a> {
        Node { value: Some(value), place: Place::Top }
    }

    /// An error about this value.
    #[cold]
    pub(super) fn error(&self, code: ErrorCode, allowed: Allowed) -> Box<ScenarioError> {
        let value = self.value.map(shown).unwrap_or_default();
        Box::new(ScenarioError { code, field: self.place.path(), value, allowed })
    }

    /// The error for a value of another type, or for none.
    #[cold]
    fn wrong_type(&self, allowed: Allowed) -> Box<ScenarioError> {
        let code = if self.value.is_some() { ErrorCode::WrongType } else { ErrorCode::MissingField };
        self.error(code, allowed)
    }

    /// The fields of an object, not yet held against what is known.
    pub(super) fn object(&'a self) -> Read<Fields<'a>> {
        match self.value {
            Some(Tree::Object(_)) => Ok(Fields { node: self }),
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
        let Some(Tree::List(list)) = self.value else {
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
    pub(super) fn count_error(&self, code: ErrorCode, count: usize, allowed: Allowed) -> Box<ScenarioError> {
        let mut error = self.error(code, allowed);
        error.value = count.to_string();
        error
    }

    /// Is it a text (and there at all)?
    pub(super) fn is_text(&self) -> bool {
        self.value.and_then(Tree::text).is_some()
    }

    /// Any text; an error names what is allowed in its place.
    fn text_or(&self, allowed: impl FnOnce() -> Allowed) -> Read<&'a str> {
        self.value.and_then(Tree::text).ok_or_else(|| self.wrong_type(allowed()))
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
        match self.value {
            Some(Tree::Bool(is_so)) => Ok(*is_so),
            _ => Err(self.wrong_type(Allowed::Type(Kind::Boolean))),
        }
    }

    /// Nothing but `true`: a field that says what its object is.
    pub(super) fn only_true(&self) -> Read<()> {
        let allowed = || Allowed::OneOf(vec!["true".to_string()]);
        match self.value {
            Some(Tree::Bool(true)) => Ok(()),
            Some(Tree::Bool(false)) => Err(self.error(ErrorCode::UnknownValue, allowed())),
            _ => Err(self.wrong_type(allowed())),
        }
    }

    /// A whole number in this range. `3.0` is one, as in JSON Schema.
    pub(super) fn whole(&self, min: i64, max: i64) -> Read<i64> {
        self.number(0, min, max, Allowed::Whole { min, max })
    }

    /// A number that is whole and in this range when multiplied by ten to the power of `decimals`.
    fn number(&self, decimals: i64, min: i64, max: i64, allowed: Allowed) -> Read<i64> {
        let Some(Tree::Number(number)) = self.value else {
            return Err(self.wrong_type(allowed));
        };
        let number = scaled(number, decimals).filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| self.error(ErrorCode::OutOfRange, allowed))
    }

    /// A whole number in a range that starts at zero or above.
    pub(super) fn count(&self, min: u32, max: u32) -> Read<u32> {
        // The range makes the conversion exact.
        self.whole(i64::from(min), i64::from(max)).map(|n| n as u32)
    }

    /// Seconds in this range, with at most three decimals.
    pub(super) fn seconds(&self, min: Time, max: Time) -> Read<Time> {
        let milliseconds = self.number(3, min.0.into(), max.0.into(), Allowed::Seconds { min, max })?;
        // The range makes the conversion exact.
        Ok(Time(milliseconds as u32))
    }
}

/// The fields of one object.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    node: &'a Node<'a>,
}

impl<'a> Fields<'a> {
    /// Refuses every field but these.
    pub(super) fn only(&self, known: &[&str]) -> Read<()> {
        let mut names = self.node.value.and_then(Tree::fields).unwrap_or_default().iter().map(|(name, _)| name);
        match names.find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(self.get(name).error(ErrorCode::UnknownField, Allowed::Fields(owned(known)))),
            None => Ok(()),
        }
    }

    /// The field of this name, there or not.
    pub(super) fn get(&self, name: &'a str) -> Node<'a> {
        Node { value: self.node.value.and_then(|tree| tree.get(name)), place: Place::Field(&self.node.place, name) }
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
        let mut there = names.iter().copied().filter(|name| self.find(name).is_some());
        let Some(first) = there.next() else {
            let allowed = Allowed::ExactlyOne(owned(names));
            let mut error = self.node.error(ErrorCode::MissingField, allowed);
            error.value.clear();
            return Err(error);
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
fn shown(value: &Tree) -> String {
    let text = match value {
        Tree::Text(text) => return quoted(text),
        Tree::List(list) if list.is_empty() => "[]",
        Tree::List(_) => "[…]",
        Tree::Object(fields) if fields.is_empty() => "{}",
        Tree::Object(_) => "{…}",
        Tree::Null => "null",
        Tree::Bool(true) => "true",
        Tree::Bool(false) => "false",
        Tree::Number(number) => return excerpt(number),
    };
    text.to_string()
}
