//! The outcome of a run as JSON: the public contract of `scenario-format`, version 1.

use super::oracle::{self, Verdict, WentBack};
use super::{readers, Latency, Run};
use crate::sim::external::transactional::TransactionState;
use crate::sim::fact::{Fact, Limit, RecordId, Restored, RowKey, RowSuffix};
use crate::sim::id::{KeyId, Time};
use crate::sim::plan::{Plan, Total, TotalOf};
use crate::sim::scenario::{Scenario, SinkSpec};
use crate::sim::world::{JobEnd, Life};
use crate::sorted::sort_by;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What came out of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// One a sink, in order.
    pub lanes: Vec<LaneOutcome>,
}

/// What came out of one lane.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LaneOutcome {
    /// The kind of sink.
    pub sink: &'static str,
    /// `finished`, `failed`, `cancelled` or `running`.
    pub job: &'static str,
    /// Why the job is still `running`, if a limit stopped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<&'static str>,
    /// Checkpoints by what became of them.
    pub checkpoints: Checkpoints,
    /// Attempts that finished restoring.
    pub attempts: Vec<AttemptOutcome>,
    /// Append-like stores: what a reader of committed data gets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visible: Option<Vec<RecordName>>,
    /// Key-value stores: the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Ordered<Row>>,
    /// Key-value stores: counts that fell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub went_back: Option<Vec<Fall>>,
    /// Extra copies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicates: Option<Vec<RecordName>>,
    /// Read and not visible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<RecordName>>,
    /// Transactions by number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transactions: Option<Ordered<&'static str>>,
    /// Stores with transactions: what the sink's readers have got at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reader: Option<readers::ReaderOutcome>,
    /// Finished files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<Vec<RecordName>>>,
    /// With several sources: the operators' counts at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_counts: Option<Ordered<u32>>,
    /// Exactly once?
    pub verdict: Verdict,
    /// From entering the log to being readable outside, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency: Option<LatencySummary>,
    /// Steps of the story that found nothing to do, by position from 0, with the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<Skipped>,
    /// Steps of the engine.
    pub steps: u32,
}

/// Checkpoints by what became of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checkpoints {
    /// Completed.
    pub completed: Vec<u32>,
    /// Completed by `finish` or `stop_with_savepoint`.
    #[serde(rename = "final")]
    pub closing: Vec<u32>,
    /// Aborted.
    pub aborted: Vec<u32>,
}

/// What an attempt started with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttemptOutcome {
    /// Its number, counting all tries.
    pub attempt: u32,
    /// The checkpoint that it restored.
    pub checkpoint: Option<u32>,
    /// One source: where it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// Several sources: where each goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offsets: Option<Ordered<u32>>,
    /// Operator state by key.
    pub state: Ordered<State>,
    /// Several sources: counts by key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<Ordered<u32>>,
    /// Several sources: records in flight that the checkpoint had saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<Vec<RecordName>>,
}

/// The operator's totals of one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// Number of records.
    pub count: u32,
    /// Sum of values.
    pub sum: i64,
}

/// A row of a key-value table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The record that wrote it last.
    pub offset: u32,
    /// Number of records.
    pub count: u32,
    /// Sum of values.
    pub sum: i64,
}

/// A count that fell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fall {
    /// The row.
    pub key: String,
    /// Before.
    pub from: u32,
    /// After.
    pub to: u32,
    /// When, in seconds.
    pub at: Time,
    /// When it was as new as before again, in seconds; absent if never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Time>,
}

/// Seconds from entering the log to being readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LatencySummary {
    /// The least.
    pub min: Time,
    /// The middle one.
    pub median: Time,
    /// The largest.
    pub max: Time,
}

/// A step of the story that found nothing to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Its position, from 0.
    pub step: u32,
    /// Why.
    pub why: &'static str,
}

/// A record as the outcome writes it: its offset, or source and offset (`B2`) where there are several sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordName {
    /// One source.
    Offset(u32),
    /// Several.
    Named(String),
}

impl Serialize for RecordName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            RecordName::Offset(offset) => serializer.serialize_u32(*offset),
            RecordName::Named(name) => serializer.serialize_str(name),
        }
    }
}

/// A map that keeps the order in which it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Ordered<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl Outcome {
    /// Runs a scenario and says what came out.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Outcome {
        Outcome { lanes: Run::lanes(scenario).iter().map(LaneOutcome::of).collect() }
    }
}

impl LaneOutcome {
    /// What came out of a run.
    #[must_use]
    pub fn of(run: &Run) -> LaneOutcome {
        let plan = &run.plan;
        let outside = &run.end.outside;
        let judgement = run.judge();
        let is_table = oracle::writes_table(plan.sink);
        let records = |list: Vec<RecordId>| Some(list.into_iter().map(|r| record_name(plan, r)).collect());
        let append_like = |list: Vec<RecordId>| if is_table { None } else { records(list) };
        let is_transactional = matches!(plan.sink, SinkSpec::TwoPhaseCommit { .. } | SinkSpec::Committer { .. });
        let (job, stopped_by) = job_end(run.end.life);
        LaneOutcome {
            sink: kind_name(plan.sink),
            job,
            stopped_by,
            checkpoints: checkpoints(run),
            attempts: attempts(run),
            visible: append_like(oracle::visible(plan, outside)),
            table: is_table.then(|| table(run)),
            went_back: is_table.then(|| falls(run)),
            duplicates: append_like(judgement.duplicates),
            missing: append_like(judgement.missing),
            transactions: is_transactional.then(|| transactions(run)),
            reader: readers::ReaderOutcome::of(plan, outside),
            files: matches!(plan.sink, SinkSpec::File { .. }).then(|| files(run)),
            final_counts: plan.named_sources.then(|| final_counts(run)),
            verdict: judgement.verdict,
            latency: Latency::of(run).summary().map(|(min, median, max)| LatencySummary { min, median, max }),
            skipped: skipped(run),
            steps: run.len() as u32,
        }
    }
}

/// The name of a kind of sink in the format.
#[must_use]
pub const fn kind_name(sink: SinkSpec) -> &'static str {
    sink.kind()
}

fn job_end(life: Life) -> (&'static str, Option<&'static str>) {
    match life {
        Life::Over(JobEnd::Finished) => ("finished", None),
        Life::Over(JobEnd::Failed) => ("failed", None),
        Life::Over(JobEnd::Cancelled) => ("cancelled", None),
        Life::Over(JobEnd::Stopped(Limit::Steps)) => ("running", Some("step_limit")),
        Life::Over(JobEnd::Stopped(Limit::Attempts)) => ("running", Some("attempt_limit")),
        Life::Up | Life::Down { .. } => ("running", None),
    }
}

/// A record as the outcome writes it.
#[must_use]
pub fn record_name(plan: &Plan, record: RecordId) -> RecordName {
    if plan.named_sources {
        RecordName::Named(format!("{}{}", plan.source_names[record.source.index()], record.offset))
    } else {
        RecordName::Offset(record.offset.0)
    }
}

/// The key of a row: `a`, `a@ATTEMPT`, `a#OFFSET`.
#[must_use]
pub fn row_name(plan: &Plan, row: RowKey) -> String {
    let key = &plan.keys[row.key.index()];
    match row.suffix {
        RowSuffix::None => key.clone(),
        RowSuffix::Attempt(attempt) => format!("{key}@{attempt}"),
        RowSuffix::Offset(record) if plan.named_sources => {
            format!("{key}#{}{}", plan.source_names[record.source.index()], record.offset)
        }
        RowSuffix::Offset(record) => format!("{key}#{}", record.offset),
    }
}

fn checkpoints(run: &Run) -> Checkpoints {
    let numbers = |list: &[crate::sim::id::CheckpointId]| list.iter().map(|id| id.0).collect();
    let store = &run.end.store;
    Checkpoints {
        completed: numbers(&store.completed),
        closing: numbers(&store.closing),
        aborted: numbers(&store.aborted),
    }
}

fn attempts(run: &Run) -> Vec<AttemptOutcome> {
    let running = run.facts.iter().filter_map(|noted| match &noted.fact {
        Fact::JobRunning { checkpoint, restored } => Some((noted.attempt.0, checkpoint.map(|c| c.0), restored)),
        _ => None,
    });
    running.map(|(attempt, checkpoint, restored)| attempt_outcome(&run.plan, attempt, checkpoint, restored)).collect()
}

fn attempt_outcome(plan: &Plan, attempt: u32, checkpoint: Option<u32>, restored: &Restored) -> AttemptOutcome {
    let mut by_key: Vec<(KeyId, TotalOf)> = restored.state.clone();
    sort_by(&mut by_key, |a, b| plan.keys[a.0.index()] < plan.keys[b.0.index()]);
    let named = plan.named_sources;
    let state = by_key.iter().map(|(key, of)| (plan.keys[key.index()].clone(), State { count: of.count, sum: of.sum }));
    let offsets = plan.source_names.iter().zip(&restored.offsets).map(|(name, offset)| (name.clone(), offset.0));
    let channel = || restored.channel.iter().map(|record| record_name(plan, *record)).collect();
    AttemptOutcome {
        attempt,
        checkpoint,
        offset: (!named).then(|| restored.offsets[0].0),
        offsets: named.then(|| Ordered(offsets.collect())),
        state: Ordered(state.collect()),
        counts: named.then(|| counts(plan, by_key.iter().map(|(key, of)| (*key, of.count)))),
        channel: named.then(channel),
    }
}

fn counts(plan: &Plan, totals: impl Iterator<Item = (KeyId, u32)>) -> Ordered<u32> {
    let mut list: Vec<(String, u32)> = totals.map(|(key, count)| (plan.keys[key.index()].clone(), count)).collect();
    sort_by(&mut list, |a, b| a.0 < b.0);
    Ordered(list)
}

/// What the operators counted last for every key.
fn final_counts(run: &Run) -> Ordered<u32> {
    let mut last: Vec<Option<u32>> = vec![None; run.plan.keys.len()];
    for noted in &run.facts {
        if let Fact::RecordProcessed { total, .. } = &noted.fact {
            last[total.key.index()] = Some(total.of.count);
        }
    }
    let known = last.into_iter().enumerate().filter_map(|(key, count)| Some((KeyId(key as u32), count?)));
    counts(&run.plan, known)
}

fn table(run: &Run) -> Ordered<Row> {
    let row = |total: &Total| Row { offset: total.record.offset.0, count: total.of.count, sum: total.of.sum };
    let rows = run.end.outside.table.rows.iter();
    let mut rows: Vec<(String, Row)> = rows.map(|(key, total)| (row_name(&run.plan, *key), row(total))).collect();
    sort_by(&mut rows, |a, b| a.0 < b.0);
    Ordered(rows)
}

fn falls(run: &Run) -> Vec<Fall> {
    let fall = |WentBack { row, from, to, at, until }| Fall { key: row_name(&run.plan, row), from, to, at, until };
    oracle::went_back(&run.plan, &run.facts).into_iter().map(fall).collect()
}

fn transactions(run: &Run) -> Ordered<&'static str> {
    let all = run.end.outside.transactions.all.iter().enumerate();
    Ordered(all.map(|(number, transaction)| (format!("T{number}"), state_name(transaction.state))).collect())
}

/// The name of a transaction's state.
#[must_use]
pub fn state_name(state: TransactionState) -> &'static str {
    match state {
        TransactionState::Open => "open",
        TransactionState::Prepared => "prepared",
        TransactionState::Committed => "committed",
        TransactionState::Aborted => "aborted",
        TransactionState::Expired => "expired",
    }
}

fn files(run: &Run) -> Vec<Vec<RecordName>> {
    let files = &run.end.outside.files;
    let records = |file: &crate::sim::id::FileId| {
        files.all[file.index()].records.iter().map(|record| record_name(&run.plan, *record)).collect()
    };
    files.finished.iter().map(records).collect()
}

fn skipped(run: &Run) -> Vec<Skipped> {
    let skipped = run.facts.iter().filter_map(|noted| match &noted.fact {
        Fact::StepSkipped { index, why } => Some(Skipped { step: *index, why: why.as_str() }),
        _ => None,
    });
    skipped.collect()
}
