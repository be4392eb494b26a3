//! A JSON document that keeps the order of its fields, and its two layouts.

use crate::sim::id::Time;
use serde_json::{Map, Number, Value};
use std::fmt::Write;

/// A document. Objects keep the order in which their fields were put in.
pub(super) enum Tree {
    /// A whole number.
    Whole(i64),
    /// A time, written in seconds.
    Seconds(Time),
    Text(String),
    True,
    False,
    List(Vec<Tree>),
    Object(Object),
}

/// An object in the making.
#[derive(Default)]
pub(super) struct Object(Vec<(&'static str, Tree)>);

impl Object {
    /// Puts a field at the end.
    pub(super) fn put(&mut self, name: &'static str, value: impl Into<Tree>) {
        self.0.push((name, value.into()));
    }

    /// Puts a field at the end unless it is as by default.
    pub(super) fn put_unless<T: PartialEq + Into<Tree>>(&mut self, default: T, name: &'static str, value: T) {
        if value != default {
            self.put(name, value);
        }
    }

    /// Puts an object as a field at the end unless it has no fields.
    pub(super) fn put_unless_empty(&mut self, name: &'static str, object: Object) {
        if !object.0.is_empty() {
            self.put(name, object);
        }
    }
}

impl From<i64> for Tree {
    fn from(number: i64) -> Tree {
        Tree::Whole(number)
    }
}

impl From<u32> for Tree {
    fn from(number: u32) -> Tree {
        Tree::Whole(number.into())
    }
}

impl From<Time> for Tree {
    fn from(time: Time) -> Tree {
        Tree::Seconds(time)
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

impl From<Object> for Tree {
    fn from(object: Object) -> Tree {
        Tree::Object(object)
    }
}

/// An item of a list, or a field of an object with its name.
type Item<'a> = (Option<&'static str>, &'a Tree);

/// How far the text goes to the right in the layout for people, unless a single value is longer.
const WIDTH: usize = 100;
/// By how much each level is set in.
const INDENT: usize = 2;

impl Tree {
    /// The document as a value of `serde_json`, which does not keep the order.
    pub(super) fn into_value(self) -> Value {
        match self {
            Tree::Whole(number) => number.into(),
            Tree::Seconds(time) if time.0 % 1000 == 0 => (time.0 / 1000).into(),
            // A time is a finite number.
            Tree::Seconds(time) => Number::from_f64(time.seconds()).map_or(Value::Null, Value::Number),
            Tree::Text(text) => Value::String(text),
            Tree::True => Value::Bool(true),
            Tree::False => Value::Bool(false),
            Tree::List(list) => list.into_iter().map(Tree::into_value).collect(),
            Tree::Object(Object(fields)) => {
                let fields = fields.into_iter().map(|(name, tree)| (name.to_string(), tree.into_value()));
                Value::Object(fields.collect::<Map<_, _>>())
            }
        }
    }

    /// On one line; `space` goes after commas and colons.
    pub(super) fn write_line(&self, out: &mut String, space: &str) {
        let Some((open, close, items)) = self.items() else {
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
        let (open, close, items) = match self.items() {
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
    fn items(&self) -> Option<(char, char, Vec<Item<'_>>)> {
        match self {
            Tree::List(list) if !list.is_empty() => Some(('[', ']', list.iter().map(|item| (None, item)).collect())),
            Tree::Object(Object(fields)) if !fields.is_empty() => {
                Some(('{', '}', fields.iter().map(|(name, item)| (Some(*name), item)).collect()))
            }
            _ => None,
        }
    }

    fn write_plain(&self, out: &mut String) {
        // Writing to a String cannot fail.
        let _ = match self {
            Tree::Whole(number) => write!(out, "{number}"),
            Tree::Seconds(time) => write!(out, "{time}"),
            Tree::Text(text) => write!(out, "{}", Value::from(text.as_str())),
            Tree::True => out.write_str("true"),
            Tree::False => out.write_str("false"),
            Tree::List(_) => out.write_str("[]"),
            Tree::Object(_) => out.write_str("{}"),
        };
    }
}

fn write_name(out: &mut String, name: Option<&str>, space: &str) {
    if let Some(name) = name {
        // The format's own names need no escapes. Writing to a String cannot fail.
        let _ = write!(out, "\"{name}\":{space}");
    }
}
