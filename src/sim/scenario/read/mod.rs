//! From JSON to a valid scenario. Written by hand, so that every error is typed and knows its path.

mod faults;
mod job;
mod node;
mod sinks;

use super::error::{quoted, Allowed, ErrorCode, NameRule, ScenarioError, Unit};
use super::limits::{MAX_JSON_BYTES, MAX_RECORDS, MAX_SECONDS, MAX_SINKS, MAX_SOURCES, MAX_TITLE_BYTES, MAX_VALUE};
use super::tree::{NotJson, Tree};
use super::{fields, story};
use super::{Drive, How, Record, Scenario, SinkSpec, SourceLog};
use crate::sim::id::Time;
use node::{at_most, Fields, Node, Read};

/// The latest moment of simulated time.
const LATEST: Time = Time(MAX_SECONDS * 1000);
/// The shortest time that is one.
const SHORTEST: Time = Time(1);

impl Scenario {
    /// Reads a scenario from JSON text.
    ///
    /// # Errors
    /// The first mistake that is found, with its field, value and what is allowed: text that is too long or not JSON,
    /// an unknown or missing field, a wrong type, a value out of range, too many of something, or fields that do not go
    /// together.
    ///
    /// # Example
    /// ```
    /// use exactly_once_lab::sim::scenario::Scenario;
    ///
    /// let text = r#"{"format": 1, "records": [{"t": 1, "key": "a", "value": 10}],
    ///                "sinks": [{"kind": "append"}], "story": "emit 1; checkpoint; crash; finish"}"#;
    /// let scenario = Scenario::from_json(text).expect("a valid scenario");
    /// assert_eq!(scenario.sources[0].records[0].key, "a");
    ///
    /// let error = Scenario::from_json(&text.replace("\"t\": 1", "\"t\": -1")).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "records[0].t: -1 is not allowed here; allowed: 0 to 86400 seconds with at most three decimals"
    /// );
    /// ```
    pub fn from_json(text: &str) -> Result<Scenario, ScenarioError> {
        if text.len() > MAX_JSON_BYTES {
            return Err(ScenarioError {
                code: ErrorCode::TooLong,
                field: String::new(),
                value: text.len().to_string(),
                allowed: at_most(MAX_JSON_BYTES, Unit::Bytes),
            });
        }
        // Some editors put a byte order mark first.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let tree = Tree::parse(text).map_err(|error| not_json(text, error))?;
        Scenario::from_tree(&tree)
    }

    /// Reads a scenario from a JSON value that is at hand already.
    ///
    /// # Errors
    /// As [`Scenario::from_json`], except for those about the text itself.
    pub fn from_value(value: &serde_json::Value) -> Result<Scenario, ScenarioError> {
        Scenario::from_tree(&value.into())
    }

    /// Reads a scenario from a document.
    ///
    /// # Errors
    /// As [`Scenario::from_json`], except for those about the text itself.
    pub fn from_tree(tree: &Tree) -> Result<Scenario, ScenarioError> {
        Scenario::read(tree).map_err(|error| *error)
    }

    fn read(tree: &Tree) -> Read<Scenario> {
        let top = Node::top(tree);
        let top = top.object()?;
        // Before anything else: a later format may have fields that are unknown here.
        format(&top)?;
        top.only(fields::SCENARIO)?;
        let named_sources = top.exactly_one(&["records", "sources"])? == "sources";
        let sources = if named_sources { sources(top.get("sources"))? } else { nameless(top.get("records"))? };
        Ok(Scenario {
            title: top.find("title").map(|node| node.short_text(MAX_TITLE_BYTES)).transpose()?.map(str::to_string),
            source: top.or("source", Default::default(), kind_only)?,
            operator: top.or("operator", Default::default(), kind_only)?,
            parallelism: top.or("parallelism", Default::default(), job::parallelism)?,
            checkpointing: top.or("checkpointing", Default::default(), job::checkpointing)?,
            restart: top.or("restart", Default::default(), job::restart)?,
            timing: top.or("timing", Default::default(), job::timing)?,
            sinks: sinks(top.get("sinks"))?,
            failure: top.or("failure", How::default(), |node| node.choice())?,
            mutant: top.find("mutant").map(|node| node.choice()).transpose()?,
            drive: drive(&top, &sources, named_sources)?,
            sources,
            named_sources,
        })
    }
}

/// The error for text that is not JSON, with what stands around the place where JSON ends.
#[cold]
fn not_json(text: &str, error: NotJson) -> ScenarioError {
    /// Bytes to show before that place, and after.
    const BEFORE: usize = 20;
    const AFTER: usize = 10;
    // The place may lie within a character, whose first byte is what is wrong.
    let before = &text.as_bytes()[..error.at];
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let line = text[start..].split('\n').next().unwrap_or_default();
    let column = error.at - start;
    let boundary = |at: usize| (0..=at.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or_default();
    let around = boundary(column.saturating_sub(BEFORE))..boundary(column + AFTER);
    let lines = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    ScenarioError {
        code: ErrorCode::BadJson,
        field: String::new(),
        value: quoted(&line[around]),
        // A text of at most a million bytes has no more lines and columns.
        allowed: Allowed::Json { line: lines as u32, column: column as u32 },
    }
}

fn format(top: &Fields<'_>) -> Read<()> {
    top.get("format").whole(1, 1).map(|_| ()).map_err(|mut error| {
        error.allowed = Allowed::OneOf(vec!["1".to_string()]);
        error
    })
}

/// `{"kind": …}`.
fn kind_only<T: super::names::Named>(node: Node<'_>) -> Read<T> {
    node.fields(fields::KIND_ONLY)?.get("kind").choice()
}

fn nameless(node: Node<'_>) -> Read<Vec<SourceLog>> {
    Ok(vec![SourceLog { name: String::new(), records: records(node, MAX_RECORDS)? }])
}

fn sources(node: Node<'_>) -> Read<Vec<SourceLog>> {
    let mut sources: Vec<SourceLog> = Vec::new();
    let mut records_left = MAX_RECORDS;
    for item in node.items(MAX_SOURCES, Unit::Sources)? {
        let source = item.fields(fields::SOURCE_LOG)?;
        let name_field = source.get("name");
        let name = name_field.name(NameRule::Source)?;
        if sources.iter().any(|other| other.name == name) {
            return Err(name_field.error(ErrorCode::DuplicateName, Allowed::Unused));
        }
        let records = records(source.get("records"), records_left)?;
        records_left -= records.len();
        sources.push(SourceLog { name: name.to_string(), records });
    }
    if sources.is_empty() {
        return Err(too_few(&node, Unit::Sources));
    }
    Ok(sources)
}

/// One log, of at most `left` records: what the limit leaves after the logs before.
fn records(node: Node<'_>, left: usize) -> Read<Vec<Record>> {
    // The error names the limit itself, with the number over all logs so far.
    let items = node.items(usize::MAX, Unit::Records)?;
    if items.len() > left {
        let count = items.len() + (MAX_RECORDS - left);
        return Err(node.count_error(ErrorCode::TooMany, count, at_most(MAX_RECORDS, Unit::Records)));
    }
    let mut records: Vec<Record> = Vec::with_capacity(items.len());
    for item in items {
        let record = item.fields(fields::RECORD)?;
        let t_field = record.get("t");
        let t = t_field.seconds(Time::ZERO, LATEST)?;
        if let Some(before) = records.last().filter(|before| before.t > t) {
            return Err(t_field.error(ErrorCode::NotRising, Allowed::NotBefore(before.t)));
        }
        let key = record.get("key").name(NameRule::Key)?.to_string();
        let value = record.get("value").whole(-MAX_VALUE, MAX_VALUE)?;
        records.push(Record { t, key, value });
    }
    Ok(records)
}

fn sinks(node: Node<'_>) -> Read<Vec<SinkSpec>> {
    let sinks = node.items(MAX_SINKS, Unit::Sinks)?.map(sinks::sink).collect::<Read<Vec<_>>>()?;
    if sinks.is_empty() {
        return Err(too_few(&node, Unit::Sinks));
    }
    Ok(sinks)
}

#[cold]
fn too_few(node: &Node<'_>, unit: Unit) -> Box<ScenarioError> {
    node.count_error(ErrorCode::TooFew, 0, Allowed::AtLeast { limit: 1, unit })
}

/// What drives the run. A story and faults exclude one another; an empty list of faults is none.
fn drive(top: &Fields<'_>, sources: &[SourceLog], named: bool) -> Read<Drive> {
    let faults_field = top.get("faults");
    let faults = top.or("faults", Vec::new(), faults::faults)?;
    let Some(story) = top.find("story") else {
        return Ok(Drive::Time(faults));
    };
    if !faults.is_empty() {
        return Err(faults_field.error(ErrorCode::NotTogether, Allowed::Without("story".to_string())));
    }
    Ok(Drive::Story(story::parse(story.text()?, sources, named).map_err(Box::new)?))
}
