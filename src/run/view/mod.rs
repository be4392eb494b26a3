//! A run as JSON for programs: what happened ([`fact`]) and how everything stands after a step ([`state`]).
//!
//! `www/exactly-once-lab.d.ts` describes both; tests hold it against what stands here. Records, rows, transactions and
//! times are written as in the [outcome](super::outcome).

mod durable;
mod facts;
mod memory;
mod state;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

pub use facts::fact;
pub use state::state;

use super::outcome::{record_name, RecordName};
use super::table::task_name;
use crate::sim::fact::{CheckpointKind, RecordId, TaskId};
use crate::sim::id::{CheckpointId, FileId, KeyId, Offset, SourceId, Time, TransactionId};
use crate::sim::plan::{Plan, Total, TotalOf};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A JSON value. One small type for everything that is shown, as every further type that is serialized would cost
/// bytes in the browser; objects keep the order of their fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Number(i64),
    /// A time, written in seconds.
    Seconds(Time),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(Fields),
}

/// The fields of an object, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(pub Vec<(String, Json)>);

impl Fields {
    /// Puts a field at the end.
    pub fn put(&mut self, name: &str, value: impl Into<Json>) -> &mut Fields {
        self.add(name, value.into())
    }

    /// Not inlined into everything that puts a field.
    #[inline(never)]
    fn add(&mut self, name: &str, value: Json) -> &mut Fields {
        self.0.push((name.to_string(), value));
        self
    }

    /// Puts a field where it belongs by its name. A sort of the standard library would cost some kilobytes.
    fn put_sorted(&mut self, name: String, value: Json) {
        let place = self.0.partition_point(|(other, _)| *other < name);
        self.0.insert(place, (name, value));
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => serializer.serialize_unit(),
            Json::Bool(value) => serializer.serialize_bool(*value),
            Json::Number(number) => serializer.serialize_i64(*number),
            Json::Seconds(time) => time.serialize(serializer),
            Json::Text(text) => serializer.serialize_str(text),
            Json::List(list) => serializer.collect_seq(list),
            Json::Object(Fields(fields)) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

macro_rules! into_json {
    ($($type:ty: $value:ident => $json:expr;)*) => { $(
        impl From<$type> for Json {
            fn from($value: $type) -> Json {
                $json
            }
        }
    )* };
}

into_json! {
    bool: value => Json::Bool(value);
    u32: number => Json::Number(number.into());
    i64: number => Json::Number(number);
    Time: time => Json::Seconds(time);
    &str: text => Json::Text(text.to_string());
    String: text => Json::Text(text);
    Fields: fields => Json::Object(fields);
    Offset: offset => Json::Number(offset.0.into());
    CheckpointId: checkpoint => Json::Number(checkpoint.0.into());
    TransactionId: transaction => Json::Text(transaction.to_string());
    FileId: file => Json::Text(file.to_string());
    CheckpointKind: kind => kind_name(kind).into();
    RecordName: record => match record {
        RecordName::Offset(offset) => offset.into(),
        RecordName::Named(name) => name.into(),
    };
    Total: total => {
        let mut row = Fields::default();
        row.put("offset", total.record.offset).put("count", total.of.count).put("sum", total.of.sum);
        row.into()
    };
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Json {
        value.map_or(Json::Null, Into::into)
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Json {
        list(items)
    }
}

/// A list of whatever can be JSON.
fn list<T: Into<Json>>(items: impl IntoIterator<Item = T>) -> Json {
    Json::List(items.into_iter().map(Into::into).collect())
}

fn kind_name(kind: CheckpointKind) -> &'static str {
    match kind {
        CheckpointKind::Regular => "regular",
        CheckpointKind::Final => "final",
        CheckpointKind::Savepoint => "savepoint",
    }
}

fn records(plan: &Plan, records: impl IntoIterator<Item = RecordId>) -> Json {
    list(records.into_iter().map(|record| record_name(plan, record)))
}

/// The name of a source; nothing if the scenario does not name its sources.
fn source_name(plan: &Plan, source: SourceId) -> Json {
    plan.named_sources.then(|| plan.source_names[source.index()].as_str()).into()
}

fn task(plan: &Plan, task: TaskId) -> Json {
    task_name(plan, task).into()
}

/// The beginning of an object about a task.
fn of_task(plan: &Plan, id: TaskId) -> Fields {
    let mut object = Fields::default();
    object.put("task", task(plan, id));
    object
}

/// `offset`, or with named sources `offsets` by name.
fn put_offsets(object: &mut Fields, plan: &Plan, offsets: &[Offset]) {
    if plan.named_sources {
        let mut by_name = Fields::default();
        for (name, offset) in plan.source_names.iter().zip(offsets) {
            by_name.put(name, *offset);
        }
        object.put("offsets", by_name);
    } else {
        object.put("offset", offsets.first().copied());
    }
}

/// Totals by key, sorted by key.
fn totals(plan: &Plan, totals: &[(KeyId, TotalOf)]) -> Json {
    let mut by_key = Fields::default();
    for (key, of) in totals {
        let mut total = Fields::default();
        total.put("count", of.count).put("sum", of.sum);
        by_key.put_sorted(plan.keys[key.index()].clone(), total.into());
    }
    by_key.into()
}
