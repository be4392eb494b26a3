//! Why a scenario was refused. Typed and without a sentence in it, so that it can be said in any language.

use crate::sim::id::Time;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt::{self, Write};

/// Why a scenario was refused: where, what stood there, and what is allowed there.
///
/// `Display` says it in English; serialized it is `{code, field, value, message}` with that sentence as the message.
///
/// # Example
/// ```
/// use exactly_once_lab::sim::scenario::{ErrorCode, Scenario};
///
/// let error = Scenario::from_json(r#"{"format": 1, "records": [], "sinks": [{"kind": "kafka"}]}"#).unwrap_err();
/// assert_eq!(error.code, ErrorCode::UnknownValue);
/// assert_eq!(error.field, "sinks[0].kind");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioError {
    /// The kind of mistake.
    pub code: ErrorCode,
    /// The path of the offending field, as `records[3].t`; `story[4]` for the fifth step of the story. Empty for the
    /// scenario as a whole.
    pub field: String,
    /// What stood there: a short printable excerpt. The number found where there are too many or too few or where the
    /// whole text is too long; empty where something is missing.
    pub value: String,
    /// What may stand there.
    pub allowed: Allowed,
}

impl std::error::Error for ScenarioError {}

macro_rules! error_codes {
    ($($(#[$doc:meta])* $code:ident = $name:literal,)*) => {
        /// The kind of mistake. The names are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ErrorCode { $($(#[$doc])* $code,)* }

        impl ErrorCode {
            /// Every code.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$code),*];

            /// The code's name, as programs get it: `out_of_range`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(ErrorCode::$code => $name),* }
            }
        }
    };
}

error_codes! {
    /// The text is not JSON.
    BadJson = "bad_json",
    /// A text has too many bytes.
    TooLong = "too_long",
    /// A value of another JSON type is expected.
    WrongType = "wrong_type",
    /// There is no field of this name here.
    UnknownField = "unknown_field",
    /// A field has to be given.
    MissingField = "missing_field",
    /// A number is too small, too large, or has a fraction that it may not have.
    OutOfRange = "out_of_range",
    /// A list has too many items.
    TooMany = "too_many",
    /// A list has too few items.
    TooFew = "too_few",
    /// A text is none of those that have a meaning here.
    UnknownValue = "unknown_value",
    /// Two fields exclude one another.
    NotTogether = "not_together",
    /// A name is given twice.
    DuplicateName = "duplicate_name",
    /// A key or a name is empty or has a character that it may not have.
    BadName = "bad_name",
    /// A time is earlier than one before it.
    NotRising = "not_rising",
    /// A step of the story cannot be read.
    BadStoryStep = "bad_story_step",
}

/// What may stand in a place. Rich enough to be said in words of any language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// JSON text; what there is stops being so at this line, counted from 1, after so many bytes of it.
    Json {
        /// The line.
        line: u32,
        /// The column, in bytes; 0 before the first.
        column: u32,
    },
    /// A value of this JSON type.
    Type(Kind),
    /// One of these values.
    OneOf(Vec<String>),
    /// One of these fields.
    Fields(Vec<String>),
    /// Exactly one of these fields has to be given.
    ExactlyOne(Vec<String>),
    /// A whole number in this range, ends included.
    Whole {
        /// The least.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// Seconds in this range, ends included, with at most three decimals.
    Seconds {
        /// The least.
        min: Time,
        /// The largest.
        max: Time,
    },
    /// At most so many.
    AtMost {
        /// How many.
        limit: u32,
        /// Of what.
        unit: Unit,
    },
    /// At least so many.
    AtLeast {
        /// How many.
        limit: u32,
        /// Of what.
        unit: Unit,
    },
    /// This time or a later one.
    NotBefore(Time),
    /// A later time than this one.
    After(Time),
    /// Only without this other field, given by its path.
    Without(String),
    /// Only if another field has this value.
    OnlyWith {
        /// The other field's path.
        field: &'static str,
        /// Its value.
        value: &'static str,
    },
    /// A name that no other source has.
    Unused,
    /// A text of at least one character, without control characters and without these.
    NameWithout(NameRule),
    /// A step of this form: what is in capitals stands for a value, what is in brackets may be left out.
    Syntax(&'static str),
    /// Within a step of the story, something else in place of one word.
    Instead {
        /// The word, as an excerpt.
        word: String,
        /// What may stand there.
        of: Box<Allowed>,
    },
}

/// A type of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A string.
    Text,
    /// `true` or `false`.
    Boolean,
    /// An array.
    List,
    /// An object.
    Object,
    /// A string or an object.
    TextOrObject,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes of text in UTF-8.
    Bytes,
    /// Records, over all sources.
    Records,
    /// Sources.
    Sources,
    /// Sinks.
    Sinks,
    /// Faults.
    Faults,
    /// Faults of the kind `jitter`.
    Jitters,
    /// Steps of a story.
    Steps,
    /// Moments at which checkpoints are triggered.
    Moments,
}

/// What a name must not have, besides control characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRule {
    /// A record's key: no `@` and no `#`, which stand in rows of a table as `a@1` and `a#3`.
    Key,
    /// A source's name: no white space and no `;`, as it is a word of the story.
    Source,
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = if self.field.is_empty() { "scenario" } else { &self.field };
        write!(f, "{field}: ")?;
        let value = &self.value;
        match self.code {
            ErrorCode::BadJson => write!(f, "{value} is not JSON")?,
            ErrorCode::TooLong => write!(f, "{value} is too long")?,
            ErrorCode::WrongType => write!(f, "{value} is of the wrong type")?,
            ErrorCode::UnknownField => f.write_str("no such field here")?,
            ErrorCode::MissingField if matches!(self.allowed, Allowed::ExactlyOne(_)) => {
                f.write_str("a field is missing")?;
            }
            ErrorCode::MissingField => f.write_str("missing")?,
            ErrorCode::OutOfRange | ErrorCode::UnknownValue | ErrorCode::BadName => {
                write!(f, "{value} is not allowed here")?;
            }
            ErrorCode::TooMany => write!(f, "{value} are too many")?,
            ErrorCode::TooFew => write!(f, "{value} are too few")?,
            ErrorCode::NotTogether => write!(f, "{value} does not go with the rest")?,
            ErrorCode::DuplicateName => write!(f, "{value} is there twice")?,
            ErrorCode::NotRising => write!(f, "{value} comes too early")?,
            ErrorCode::BadStoryStep => write!(f, "{value} is not a step")?,
        }
        write!(f, "; allowed: {}", self.allowed)
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Json { line, column } => write!(f, "JSON text (look at line {line}, column {column})"),
            Allowed::Type(kind) => f.write_str(kind.in_english()),
            Allowed::OneOf(list) | Allowed::Fields(list) => f.write_str(&list.join(", ")),
            Allowed::ExactlyOne(list) => write!(f, "exactly one of {}", list.join(", ")),
            Allowed::Whole { min, max } => write!(f, "a whole number from {min} to {max}"),
            Allowed::Seconds { min, max } => write!(f, "{min} to {max} seconds with at most three decimals"),
            Allowed::AtMost { limit, unit } => write!(f, "at most {limit} {}", unit.in_english(*limit)),
            Allowed::AtLeast { limit, unit } => write!(f, "at least {limit} {}", unit.in_english(*limit)),
            Allowed::NotBefore(time) => write!(f, "{time} s or later"),
            Allowed::After(time) => write!(f, "later than {time} s"),
            Allowed::Without(field) => write!(f, "only without {field}"),
            Allowed::OnlyWith { field, value } => write!(f, "only with {field} {value}"),
            Allowed::Unused => f.write_str("a name that no other source has"),
            Allowed::NameWithout(rule) => write!(f, "at least one character, {}", rule.in_english()),
            Allowed::Syntax(syntax) => f.write_str(syntax),
            Allowed::Instead { word, of } => write!(f, "in place of {word}: {of}"),
        }
    }
}

impl Kind {
    const fn in_english(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Boolean => "true or false",
            Kind::List => "a list",
            Kind::Object => "an object",
            Kind::TextOrObject => "text or an object",
        }
    }
}

impl Unit {
    const fn in_english(self, number: u32) -> &'static str {
        let (one, many) = match self {
            Unit::Bytes => ("byte", "bytes"),
            Unit::Records => ("record over all sources", "records over all sources"),
            Unit::Sources => ("source", "sources"),
            Unit::Sinks => ("sink", "sinks"),
            Unit::Faults => ("fault", "faults"),
            Unit::Jitters => ("jitter", "jitters"),
            Unit::Steps => ("step", "steps"),
            Unit::Moments => ("moment", "moments"),
        };
        if number == 1 {
            one
        } else {
            many
        }
    }
}

impl NameRule {
    const fn in_english(self) -> &'static str {
        match self {
            NameRule::Key => "no control characters, no @ and no #",
            NameRule::Source => "no control characters, no white space and no ;",
        }
    }
}

impl Serialize for ScenarioError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("ScenarioError", 4)?;
        fields.serialize_field("code", self.code.as_str())?;
        fields.serialize_field("field", &self.field)?;
        fields.serialize_field("value", &self.value)?;
        fields.serialize_field("message", &self.to_string())?;
        fields.end()
    }
}

/// The most characters of user input that an error repeats.
const EXCERPT_CHARS: usize = 60;

/// The start of a text, printable: control characters and those that turn the direction of writing are escaped.
pub(super) fn excerpt(text: &str) -> String {
    let mut out = String::new();
    let mut left = EXCERPT_CHARS;
    for c in text.chars() {
        if left == 0 {
            out.push('…');
            break;
        }
        left -= 1;
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || turns {
            // Writing to a String cannot fail.
            let _ = write!(out, "{}", c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// The same in quotes, as texts stand in errors.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", excerpt(text))
}
