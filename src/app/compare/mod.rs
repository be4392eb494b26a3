//! Two runs side by side, with what differs between them: what was set, how it ended, what stands outside, and what
//! happened on the way, aligned by what it was and not by when.

pub mod align;
pub mod sides;

use crate::i18n::narrate::narrate;
use crate::i18n::Lang;
use crate::run::outcome::{LaneOutcome, Row};
use crate::run::{visible, Judgement, Noted, Run, Verdict};
use crate::sim::fact::{Fact, FactName, RecordId, RowKey, TaskId};
use crate::sim::id::{Attempt, CheckpointId, FileId, Time, TransactionId};
use crate::sim::plan::Plan;
use crate::sim::scenario::Scenario;
use align::{align, Aligned};
use serde_json::Value;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// One side: a lane of a scenario with its run.
#[derive(Clone, Debug)]
pub struct Side {
    /// The run.
    pub run: Run,
    /// What came out.
    pub outcome: LaneOutcome,
}

impl Side {
    /// Runs a lane; one beyond the last counts as the last.
    #[must_use]
    pub fn new(scenario: &Scenario, lane: usize) -> Side {
        let run = Run::new(Plan::new(scenario, lane.min(scenario.sinks.len() - 1)));
        Side { outcome: LaneOutcome::of(&run), run }
    }
}

/// Two runs, compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What of the scenarios differs.
    pub set: Vec<Setting>,
    /// How each ended; a line for each thing, whether or not it differs.
    pub ended: Vec<Line>,
    /// What stands outside.
    pub outside: Outside,
    /// What happened.
    pub account: Vec<Event>,
}

/// Something that is set otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its path in the scenario.
    pub path: String,
    /// Its value in each, as JSON; `None` where it is as by default.
    pub values: [Option<String>; 2],
}

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The verdict.
    Verdict,
    /// How the job ended.
    Job,
    /// Records that readers get more than once.
    Twice,
    /// Records that readers never get.
    Lost,
    /// Rows of a table that went back.
    WentBack,
    /// Completed checkpoints.
    Completed,
    /// Aborted checkpoints.
    Aborted,
    /// Where each attempt began: the checkpoint that it restored.
    Attempts,
    /// How many records were read again.
    ReadAgain,
    /// The median time until a record is readable.
    Latency,
    /// How long it took.
    Duration,
    /// What became of transactions.
    Transactions,
    /// Steps of the story that found nothing to do.
    Skipped,
}

/// A value of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It does not have this.
    None,
    /// The verdict.
    Verdict(Verdict),
    /// A word of the format.
    Word(&'static str),
    /// A number.
    Number(u32),
    /// A time.
    Time(Time),
    /// Names.
    Names(Vec<String>),
    /// Names with words of the format.
    States(Vec<(String, &'static str)>),
}

/// A thing of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub about: About,
    /// Its value in each.
    pub values: [Cell; 2],
}

impl Line {
    /// Do the two differ? What one of them does not have is as good as nothing of it.
    #[must_use]
    pub fn differs(&self) -> bool {
        let is_nothing = |cell: &Cell| match cell {
            Cell::None => true,
            Cell::Names(names) => names.is_empty(),
            _ => false,
        };
        self.values[0] != self.values[1] && !self.values.iter().all(is_nothing)
    }
}

/// What readers outside get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outside {
    /// Two lists of records, aligned.
    Lists(Vec<(Aligned, Label)>),
    /// Two tables: every row of either.
    Tables(Vec<(String, [Option<Row>; 2])>),
    /// A list and a table: there is nothing to align.
    Apart([Contents; 2]),
}

/// A record as people call it. Two records of one source with the same key and time are called the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// The name of its source; empty for the single nameless one.
    pub source: String,
    /// Its key.
    pub key: String,
    /// The timestamp on its token.
    pub t: Time,
}

impl Label {
    fn of(plan: &Plan, record: RecordId) -> Label {
        let planned = plan.record(record.source, record.offset);
        Label {
            source: plan.source_names[record.source.index()].clone(),
            key: plan.keys[planned.key.index()].clone(),
            t: planned.t,
        }
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let colon = if self.source.is_empty() { "" } else { ": " };
        write!(f, "{}{colon}{} t={}", self.source, self.key, self.t)
    }
}

/// What stands outside of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// A list of records.
    List(Vec<Label>),
    /// A table.
    Table(Vec<(String, Row)>),
}

/// Something that happened: in one of them, or in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The same in both; places in the accounts of the two.
    Same(usize, usize),
    /// The same kind of thing to the same subject, otherwise different.
    Changed(usize, usize),
    /// Only in the first.
    Left(usize),
    /// Only in the second.
    Right(usize),
}

impl Comparison {
    /// Compares two lanes, of one scenario or of two.
    #[must_use]
    pub fn new(scenarios: [&Scenario; 2], lanes: [usize; 2], sides: [&Side; 2]) -> Comparison {
        Comparison {
            set: settings(scenarios, [0, 1].map(|side| lanes[side].min(scenarios[side].sinks.len() - 1))),
            ended: lines(sides),
            outside: outside(sides),
            account: account([&sides[0].run, &sides[1].run]),
        }
    }

    /// Does anything that came out differ?
    #[must_use]
    pub fn is_same(&self) -> bool {
        let lists = match &self.outside {
            Outside::Lists(list) => list.iter().all(|(aligned, _)| matches!(aligned, Aligned::Both(..))),
            Outside::Tables(rows) => rows.iter().all(|(_, [a, b])| a == b),
            Outside::Apart(_) => false,
        };
        lists && !self.ended.iter().any(Line::differs) && self.account.iter().all(|e| matches!(e, Event::Same(..)))
    }
}

/// What of two scenarios differs. Of the sinks only those that are compared count.
fn settings(scenarios: [&Scenario; 2], lanes: [usize; 2]) -> Vec<Setting> {
    let [a, b] = [0, 1].map(|side| {
        let mut value = scenarios[side].to_value();
        let sink = value["sinks"][lanes[side]].take();
        if let Some(top) = value.as_object_mut() {
            top.remove("sinks");
            top.remove("title");
            top.insert("sink".to_string(), sink);
        }
        value
    });
    let mut out = Vec::new();
    differing("", Some(&a), Some(&b), &mut out);
    out
}

fn differing(path: &str, a: Option<&Value>, b: Option<&Value>, out: &mut Vec<Setting>) {
    if a == b {
        return;
    }
    match (a, b) {
        (Some(Value::Object(x)), Some(Value::Object(y))) if x.get("kind") == y.get("kind") => {
            let names = x.keys().chain(y.keys().filter(|name| !x.contains_key(*name)));
            for name in names {
                let dot = if path.is_empty() { "" } else { "." };
                differing(&format!("{path}{dot}{name}"), x.get(name), y.get(name), out);
            }
        }
        // Items of equal lists of objects are records or sources: the same place means the same one.
        (Some(Value::Array(x)), Some(Value::Array(y))) if x.len() == y.len() && x.iter().any(Value::is_object) => {
            for (index, (x, y)) in x.iter().zip(y).enumerate() {
                differing(&format!("{path}[{index}]"), Some(x), Some(y), out);
            }
        }
        _ => out.push(Setting { path: path.to_string(), values: [a, b].map(|v| v.map(Value::to_string)) }),
    }
}

fn lines(sides: [&Side; 2]) -> Vec<Line> {
    let mut out = Vec::new();
    let mut line = |about, of: fn(&Side) -> Cell| {
        let values = sides.map(of);
        // What neither has is no line.
        if values != [Cell::None, Cell::None] {
            out.push(Line { about, values });
        }
    };
    line(About::Verdict, |side| Cell::Verdict(side.outcome.verdict));
    line(About::Job, |side| Cell::Word(side.outcome.job));
    line(About::Twice, |side| records(side, side.outcome.duplicates.is_some(), |judgement| judgement.duplicates));
    line(About::Lost, |side| records(side, side.outcome.missing.is_some(), |judgement| judgement.missing));
    line(About::WentBack, |side| {
        let falls = side.outcome.went_back.as_ref();
        falls.map_or(Cell::None, |falls| Cell::Names(falls.iter().map(|fall| fall.key.clone()).collect()))
    });
    line(About::Attempts, |side| {
        let from = |attempt: &crate::run::outcome::AttemptOutcome| {
            attempt.checkpoint.map_or_else(|| "-".to_string(), |checkpoint| checkpoint.to_string())
        };
        Cell::Names(side.outcome.attempts.iter().map(from).collect())
    });
    line(About::Completed, |side| {
        let all = &side.outcome.checkpoints;
        numbers(&[&all.completed[..], &all.closing[..]].concat())
    });
    line(About::Aborted, |side| numbers(&side.outcome.checkpoints.aborted));
    line(About::ReadAgain, |side| {
        let again = side.run.facts.iter().filter(|noted| matches!(noted.fact, Fact::RecordRead { again: true, .. }));
        // Runs are bounded far below this.
        Cell::Number(again.count() as u32)
    });
    line(About::Transactions, |side| {
        side.outcome.transactions.as_ref().map_or(Cell::None, |all| Cell::States(all.0.clone()))
    });
    line(About::Skipped, |side| {
        let steps: Vec<String> = side.outcome.skipped.iter().map(|step| (step.step + 1).to_string()).collect();
        if steps.is_empty() {
            Cell::None
        } else {
            Cell::Names(steps)
        }
    });
    line(About::Latency, |side| side.outcome.latency.map_or(Cell::None, |latency| Cell::Time(latency.median)));
    line(About::Duration, |side| Cell::Time(side.run.duration()));
    out
}

fn numbers(numbers: &[u32]) -> Cell {
    Cell::Names(numbers.iter().map(u32::to_string).collect())
}

fn records(side: &Side, is_there: bool, of: fn(Judgement) -> Vec<RecordId>) -> Cell {
    if !is_there {
        return Cell::None;
    }
    Cell::Names(of(side.run.judge()).into_iter().map(|record| Label::of(&side.run.plan, record).to_string()).collect())
}

fn outside(sides: [&Side; 2]) -> Outside {
    match sides.map(contents) {
        [Contents::List(a), Contents::List(b)] => {
            let mut known = BTreeMap::new();
            let [left, right] =
                [&a, &b].map(|list| list.iter().map(|label| number(&mut known, label.clone())).collect());
            let pairs = align(&left as &Vec<u32>, &right as &Vec<u32>).into_iter().map(|aligned| {
                let label = match aligned {
                    Aligned::Both(at, _) | Aligned::Left(at) => &a[at],
                    Aligned::Right(at) => &b[at],
                };
                (aligned, label.clone())
            });
            Outside::Lists(pairs.collect())
        }
        [Contents::Table(a), Contents::Table(b)] => {
            let mut rows: BTreeMap<String, [Option<Row>; 2]> = BTreeMap::new();
            for (side, table) in [a, b].into_iter().enumerate() {
                for (name, row) in table {
                    rows.entry(name).or_default()[side] = Some(row);
                }
            }
            Outside::Tables(rows.into_iter().collect())
        }
        apart => Outside::Apart(apart),
    }
}

fn contents(side: &Side) -> Contents {
    match &side.outcome.table {
        Some(table) => Contents::Table(table.0.clone()),
        None => {
            let visible = visible(&side.run.plan, &side.run.end.outside);
            Contents::List(visible.into_iter().map(|record| Label::of(&side.run.plan, record)).collect())
        }
    }
}

/// A number for each different thing.
fn number<T: Ord>(known: &mut BTreeMap<T, u32>, thing: T) -> u32 {
    // Runs are bounded far below this.
    let next = known.len() as u32;
    *known.entry(thing).or_insert(next)
}

/// What happened, aligned.
///
/// An attempt's number never falls in an account, so each turn of the loop takes something.
fn account(runs: [&Run; 2]) -> Vec<Event> {
    // A record or a key is known by its place; where the logs differ, only words tell whether two facts are the same.
    let same_input = runs[0].plan.logs == runs[1].plan.logs && runs[0].plan.keys == runs[1].plan.keys;
    let [left, right] = if same_input { by_fact(runs) } else { by_words(runs) };
    let mut out = Vec::new();
    let mut from = [0, 0];
    // Attempt by attempt: what the third attempt did is held against the third attempt, whenever it began.
    while from[0] < left.len() || from[1] < right.len() {
        let next = [0, 1].map(|side| runs[side].facts.get(from[side]).map(|noted| noted.attempt));
        let attempt = next.into_iter().flatten().min();
        let to = [0, 1].map(|side| {
            let rest = &runs[side].facts[from[side]..];
            from[side] + rest.iter().take_while(|noted| Some(noted.attempt) == attempt).count()
        });
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for aligned in align(&left[from[0]..to[0]], &right[from[1]..to[1]]) {
            match aligned {
                Aligned::Left(at) => lefts.push(from[0] + at),
                Aligned::Right(at) => rights.push(from[1] + at),
                Aligned::Both(l, r) => {
                    pair_changed(runs, same_input, &mut lefts, &mut rights, &mut out);
                    out.push(Event::Same(from[0] + l, from[1] + r));
                }
            }
        }
        pair_changed(runs, same_input, &mut lefts, &mut rights, &mut out);
        from = to;
    }
    out
}

fn by_fact(runs: [&Run; 2]) -> [Vec<u32>; 2] {
    let mut known = Numbers::default();
    runs.map(|run| run.facts.iter().map(|noted| known.of(timeless(&noted.fact))).collect())
}

/// A number for each different thing that has no order of its own: found by its hash, told apart by what it is.
struct Numbers<T> {
    by_hash: BTreeMap<u64, Vec<(T, u32)>>,
    next: u32,
}

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Numbers { by_hash: BTreeMap::new(), next: 0 }
    }
}

impl<T: Hash + Eq> Numbers<T> {
    fn of(&mut self, thing: T) -> u32 {
        // The same hash in every run: nothing random goes into it.
        let mut hasher = DefaultHasher::new();
        thing.hash(&mut hasher);
        let alike = self.by_hash.entry(hasher.finish()).or_default();
        if let Some((_, number)) = alike.iter().find(|(other, _)| *other == thing) {
            return *number;
        }
        self.next += 1;
        alike.push((thing, self.next));
        self.next
    }
}

/// A fact without its moment.
fn timeless(fact: &Fact) -> Fact {
    match fact {
        Fact::RestartScheduled { attempt, .. } => Fact::RestartScheduled { at: Time::ZERO, attempt: *attempt },
        other => other.clone(),
    }
}

fn by_words(runs: [&Run; 2]) -> [Vec<u32>; 2] {
    let mut known = BTreeMap::new();
    runs.map(|run| {
        let words = |noted: &Noted| {
            let timeless = Noted { fact: timeless(&noted.fact), ..noted.clone() };
            (noted.fact.name(), narrate(Lang::En, &run.plan, &timeless).text)
        };
        run.facts.iter().map(|noted| number(&mut known, words(noted))).collect()
    })
}

/// Between two things that are the same: what happened to the same subject belongs together.
fn pair_changed(
    runs: [&Run; 2],
    same_input: bool,
    lefts: &mut Vec<usize>,
    rights: &mut Vec<usize>,
    out: &mut Vec<Event>,
) {
    let mut known = Numbers::default();
    let mut nobody = u32::MAX;
    let [left, right] = [(0, &*lefts), (1, &*rights)].map(|(side, places)| {
        let mut subjects = Vec::with_capacity(places.len());
        for at in places {
            let subject = subject(&runs[side].facts[*at].fact).filter(|(_, of)| same_input || !of.is_of_input());
            subjects.push(match subject {
                Some(subject) => known.of(subject),
                None => {
                    nobody -= 1;
                    nobody
                }
            });
        }
        subjects
    });
    out.extend(align(&left, &right).into_iter().map(|aligned| match aligned {
        Aligned::Both(l, r) => Event::Changed(lefts[l], rights[r]),
        Aligned::Left(l) => Event::Left(lefts[l]),
        Aligned::Right(r) => Event::Right(rights[r]),
    }));
    lefts.clear();
    rights.clear();
}

/// What a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Subject {
    Job,
    Record(RecordId),
    Row(RowKey),
    Checkpoint(CheckpointId),
    Snapshot(TaskId, CheckpointId),
    Transaction(TransactionId),
    File(FileId),
    Attempt(Attempt),
}

impl Subject {
    /// Does it depend on what the records are?
    fn is_of_input(self) -> bool {
        matches!(self, Subject::Record(_) | Subject::Row(_))
    }
}

/// The subject of a fact that may differ in other things; `None` where there is nothing else to differ.
fn subject(fact: &Fact) -> Option<(FactName, Subject)> {
    let subject = match fact {
        Fact::RecordRead { record, .. }
        | Fact::RecordProcessed { record, .. }
        | Fact::RecordAppended { record, .. }
        | Fact::RecordWritten { record, .. }
        | Fact::FileWritten { record, .. } => Subject::Record(*record),
        Fact::ValuePut { row, .. } => Subject::Row(*row),
        Fact::CheckpointTriggered { checkpoint, .. }
        | Fact::CheckpointCompleted { checkpoint, .. }
        | Fact::CheckpointAborted { checkpoint, .. } => Subject::Checkpoint(*checkpoint),
        Fact::RecordsOvertaken { task, checkpoint, .. } | Fact::BatchSealed { task, checkpoint, .. } => {
            Subject::Snapshot(*task, *checkpoint)
        }
        Fact::TransactionCommitted { transaction, .. } | Fact::CommittedAgain { transaction, .. } => {
            Subject::Transaction(*transaction)
        }
        Fact::FileTruncated { file, .. } => Subject::File(*file),
        Fact::RestartScheduled { attempt, .. } => Subject::Attempt(*attempt),
        Fact::JobRunning { .. }
        | Fact::Restoring { .. }
        | Fact::Crashed { .. }
        | Fact::RequestsLost { .. }
        | Fact::RequestsHeldUp { .. }
        | Fact::RequestRefused { .. }
        | Fact::LimitReached { .. } => Subject::Job,
        _ => return None,
    };
    Some((fact.name(), subject))
}

#[cfg(test)]
mod tests;
