//! Was it right? Judged from what stands outside, never from what the job believes.

use super::{Noted, Run};
use crate::sim::external::transactional::Transactions;
use crate::sim::external::Outside;
use crate::sim::fact::{Fact, RecordId, RowKey};
use crate::sim::id::{Offset, SourceId, Time};
use crate::sim::plan::{Plan, Total};
use crate::sim::scenario::{OperatorKind, SinkSpec, Target};
use crate::sorted::SortedMap;
use serde::Serialize;

/// The verdict on a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Each record has its effect once.
    ExactlyOnce,
    /// Something is there more than once.
    Duplicates,
    /// Something is missing.
    Loss,
    /// Both.
    DuplicatesAndLoss,
    /// A table says something else than it should.
    Differs,
}

impl Verdict {
    fn of(duplicates: bool, loss: bool) -> Verdict {
        match (duplicates, loss) {
            (false, false) => Verdict::ExactlyOnce,
            (true, false) => Verdict::Duplicates,
            (false, true) => Verdict::Loss,
            (true, true) => Verdict::DuplicatesAndLoss,
        }
    }
}

/// A value of a key-value table that fell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WentBack {
    /// Which row.
    pub row: RowKey,
    /// The value before (a count; an offset if the operator keeps none).
    pub from: u32,
    /// The value after.
    pub to: u32,
    /// When it fell.
    pub at: Time,
    /// When it was as new as before again, if ever.
    pub until: Option<Time>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Judgement {
    /// In short.
    pub verdict: Verdict,
    /// One entry for every extra copy, sorted.
    pub duplicates: Vec<RecordId>,
    /// Read by the source and not visible, sorted.
    pub missing: Vec<RecordId>,
}

/// Does the sink write to a key-value table?
#[must_use]
pub fn writes_table(sink: SinkSpec) -> bool {
    matches!(sink, SinkSpec::Upsert { .. } | SinkSpec::Increment | SinkSpec::WriteAheadLog { target: Target::Upsert })
}

/// The records that a reader of committed data gets, in order. Empty for a key-value table.
#[must_use]
pub fn visible(plan: &Plan, outside: &Outside) -> Vec<RecordId> {
    match plan.sink {
        SinkSpec::Append { .. } | SinkSpec::WriteAheadLog { target: Target::Append } => outside.log.records.clone(),
        SinkSpec::TwoPhaseCommit { .. } | SinkSpec::Committer { .. } => committed(&outside.transactions),
        SinkSpec::File { .. } => {
            let files = outside.files.finished.iter().map(|file| &outside.files.all[file.index()]);
            files.flat_map(|file| file.records.iter().copied()).collect()
        }
        _ => Vec::new(),
    }
}

fn committed(transactions: &Transactions) -> Vec<RecordId> {
    transactions.committed.clone()
}

/// Judges what stands outside, given how far each source has read. `right` is the table of a run without faults.
#[must_use]
pub fn judge(plan: &Plan, outside: &Outside, read: &[Offset], right: Option<&SortedMap<RowKey, Total>>) -> Judgement {
    if let Some(right) = right {
        let verdict = judge_table(plan, &outside.table.rows, right);
        return Judgement { verdict, duplicates: Vec::new(), missing: Vec::new() };
    }
    let mut copies: Vec<Vec<u32>> = read.iter().map(|end| vec![0; end.index()]).collect();
    for record in visible(plan, outside) {
        if let Some(count) = copies[record.source.index()].get_mut(record.offset.index()) {
            *count += 1;
        }
    }
    let (mut duplicates, mut missing) = (Vec::new(), Vec::new());
    for (source, counts) in copies.iter().enumerate() {
        for (offset, count) in counts.iter().enumerate() {
            let record = RecordId { source: SourceId(source as u32), offset: Offset(offset as u32) };
            match *count {
                0 => missing.push(record),
                n => duplicates.extend(std::iter::repeat_n(record, n as usize - 1)),
            }
        }
    }
    Judgement { verdict: Verdict::of(!duplicates.is_empty(), !missing.is_empty()), duplicates, missing }
}

fn judge_table(plan: &Plan, rows: &SortedMap<RowKey, Total>, right: &SortedMap<RowKey, Total>) -> Verdict {
    if plan.sink == SinkSpec::Increment {
        let count = |table: &SortedMap<RowKey, Total>, row| table.get(row).map_or(0, |total| total.of.count);
        let keys = || rows.keys().chain(right.keys());
        let above = keys().any(|row| count(rows, row) > count(right, row));
        let below = keys().any(|row| count(rows, row) < count(right, row));
        return Verdict::of(above, below);
    }
    let extra = rows.keys().any(|row| !right.contains_key(row));
    let lacking = right.keys().any(|row| !rows.contains_key(row));
    let same = rows.iter().all(|(row, total)| right.get(row).is_none_or(|r| r == total));
    match (same, extra, lacking) {
        (true, false, false) => Verdict::ExactlyOnce,
        (true, true, false) => Verdict::Duplicates,
        (true, false, true) => Verdict::Loss,
        _ => Verdict::Differs,
    }
}

/// Every fall of a value, in order.
#[must_use]
pub fn went_back(plan: &Plan, facts: &[Noted]) -> Vec<WentBack> {
    let age = |total: &Total| if plan.operator == OperatorKind::Count { total.of.count } else { total.record.offset.0 };
    let mut falls: Vec<WentBack> = Vec::new();
    for noted in facts {
        let Fact::ValuePut { row, before: Some(before), after, went_back, .. } = &noted.fact else { continue };
        for fall in falls.iter_mut().filter(|fall| fall.row == *row && fall.until.is_none()) {
            if age(after) >= fall.from {
                fall.until = Some(noted.at);
            }
        }
        if *went_back {
            falls.push(WentBack { row: *row, from: age(before), to: age(after), at: noted.at, until: None });
        }
    }
    falls
}

impl Run {
    /// The table of the same run without faults; `None` if the sink writes no table.
    #[must_use]
    pub fn right_table(&self) -> Option<SortedMap<RowKey, Total>> {
        writes_table(self.plan.sink).then(|| Run::new(self.plan.without_faults()).end.outside.table.rows)
    }

    /// Judges the end of the run.
    #[must_use]
    pub fn judge(&self) -> Judgement {
        judge(&self.plan, &self.end.outside, &self.end.read, self.right_table().as_ref())
    }
}
