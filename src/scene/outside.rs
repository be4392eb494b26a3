//! The outside: what readers get, set apart from what is merely stored.

use super::{Moment, Token};
use crate::run::outcome::row_name;
use crate::run::{self, Run};
use crate::sim::event::Event;
use crate::sim::external::append_log::RecordSet;
use crate::sim::external::files::FileState;
use crate::sim::external::transactional::TransactionState;
use crate::sim::external::Reply;
use crate::sim::fact::{Fact, RecordId, RowKey};
use crate::sim::plan::TotalOf;
use crate::sim::scenario::{Readers, SinkSpec};
use crate::sorted::{sort_by, SortedMap};

/// Tokens that are drawn of a long list: the newest.
pub const TOKENS: usize = 40;
/// Rows that are drawn of a table: those written last.
pub const ROWS: usize = 8;

/// The outside of one lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutsideView {
    /// What a reader of committed data gets, in order; `again` marks further copies.
    pub readable: Vec<Token>,
    /// Readable records that are not drawn.
    pub more: usize,
    /// The transaction at which readers of committed data stand still, and what they cannot get because of it.
    pub blocked: Option<(String, Vec<Token>)>,
    /// Records among the readable ones whose transaction is not committed.
    pub dirty: usize,
    /// Transactions or files that are stored and not readable, and ended ones that never will be.
    pub stored: Vec<Stored>,
    /// Names of the transactions that are committed and of the files that are finished, in order.
    pub public: Vec<String>,
    /// Rows of a key-value table.
    pub rows: Vec<RowView>,
    /// Rows that are not drawn.
    pub more_rows: usize,
}

/// A transaction or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its name: `T1`, `F0`.
    pub name: String,
    /// Where it stands.
    pub state: StoredState,
    /// What is in it.
    pub tokens: Vec<Token>,
}

/// Where a transaction or a file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredState {
    /// Being written to.
    Open,
    /// Being written to by nobody: its attempt is dead.
    Orphaned,
    /// Waits for its checkpoint.
    Prepared,
    /// Aborted.
    Aborted,
    /// Timed out by the store.
    Expired,
}

/// A row of a key-value table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowView {
    /// The row's key.
    pub name: String,
    /// The record's key, for the colour.
    pub key: u32,
    /// The value.
    pub of: TotalOf,
    /// Timestamp of the record that wrote it.
    pub written_by: Token,
    /// Its counts over time.
    pub history: Vec<u32>,
    /// The count before it fell, while it is older than it was.
    pub fell_from: Option<u32>,
}

impl OutsideView {
    /// The outside at a moment.
    #[must_use]
    pub fn new(moment: &Moment) -> OutsideView {
        let mut view = OutsideView::default();
        if run::writes_table(moment.run.plan.sink) {
            view.add_rows(moment);
            return view;
        }
        let visible = view.what_readers_get(moment);
        let mut seen = RecordSet::default();
        let again: Vec<bool> = visible.iter().map(|record| !seen.insert(*record)).collect();
        view.more = visible.len().saturating_sub(TOKENS);
        let drawn = visible.iter().zip(again).skip(view.more);
        view.readable = drawn.map(|(record, again)| Token::new(&moment.run.plan, *record, again)).collect();
        view.add_stored(moment);
        view
    }

    /// The records that readers get, in order. A reader of committed data stands still at the first open transaction; one
    /// of uncommitted data gets everything that was written.
    fn what_readers_get(&mut self, moment: &Moment) -> Vec<RecordId> {
        let (plan, outside) = (&moment.run.plan, &moment.world.outside);
        let mut visible = run::visible(plan, outside);
        let Some(kind) = run::readers::readers(plan.sink) else { return visible };
        let reading = run::readers::read(&outside.transactions, kind);
        if kind == Readers::ReadUncommitted {
            self.dirty = reading.dirty.len();
            return reading.sees;
        }
        if let Some(blocked) = reading.blocked.filter(|_| !reading.hidden.is_empty()) {
            // By their places in the log: a record that was committed twice may be in front of that place and behind it.
            visible = reading.sees;
            let tokens = reading.hidden.iter().map(|record| Token::new(plan, *record, false)).collect();
            self.blocked = Some((blocked.by.to_string(), tokens));
        }
        visible
    }

    fn add_stored(&mut self, moment: &Moment) {
        let outside = &moment.world.outside;
        // A record that stands in an earlier transaction or file too has come again.
        let mut seen = RecordSet::default();
        let mut tokens = |records: &[RecordId]| -> Vec<Token> {
            let token = |r: &RecordId| Token::new(&moment.run.plan, *r, !seen.insert(*r));
            records.iter().map(token).collect()
        };
        let in_use = numbers_in_use(moment);
        for (number, transaction) in outside.transactions.all.iter().enumerate() {
            let tokens = tokens(&transaction.records);
            let state = match transaction.state {
                TransactionState::Committed => {
                    self.public.push(format!("T{number}"));
                    continue;
                }
                TransactionState::Open if in_use.contains(&(number as u32)) => StoredState::Open,
                TransactionState::Open => StoredState::Orphaned,
                TransactionState::Prepared => StoredState::Prepared,
                TransactionState::Aborted => StoredState::Aborted,
                TransactionState::Expired => StoredState::Expired,
            };
            self.stored.push(Stored { name: format!("T{number}"), state, tokens });
        }
        for (number, file) in outside.files.all.iter().enumerate() {
            let tokens = tokens(&file.records);
            let state = match file.state {
                FileState::Finished => {
                    self.public.push(format!("F{number}"));
                    continue;
                }
                FileState::InProgress if in_use.contains(&(number as u32)) => StoredState::Open,
                FileState::InProgress => StoredState::Orphaned,
                FileState::Pending => StoredState::Prepared,
            };
            self.stored.push(Stored { name: format!("F{number}"), state, tokens });
        }
        // What is over for good comes last: where there is little room the rest is what matters.
        let is_over = |one: &Stored| matches!(one.state, StoredState::Aborted | StoredState::Expired);
        crate::sorted::sort_by(&mut self.stored, |one, other| !is_over(one) && is_over(other));
    }

    fn add_rows(&mut self, moment: &Moment) {
        let plan = &moment.run.plan;
        let facts = moment.run.facts_until(moment.steps);
        let falls = run::went_back(plan, facts);
        // One pass over the account: the history of every row, and when it was written last.
        let mut histories: SortedMap<RowKey, (usize, Vec<u32>)> = SortedMap::default();
        for (index, noted) in facts.iter().enumerate() {
            let Fact::ValuePut { row, after, .. } = &noted.fact else { continue };
            let (_, mut history) = histories.insert(*row, (0, Vec::new())).unwrap_or_default();
            history.push(after.of.count);
            histories.insert(*row, (index, history));
        }
        let mut by_age: Vec<(usize, RowView)> = Vec::new();
        for (row, total) in moment.world.outside.table.rows.iter() {
            let (last, history) = histories.get(row).cloned().unwrap_or_default();
            let fall = falls.iter().rev().find(|fall| fall.row == *row && fall.until.is_none());
            let record = total.record;
            by_age.push((
                last,
                RowView {
                    name: row_name(plan, *row),
                    key: row.key.0,
                    of: total.of,
                    written_by: Token::new(plan, record, moment.is_replay(record)),
                    history,
                    fell_from: fall.map(|fall| fall.from),
                },
            ));
        }
        // Of a long table those written last are of interest.
        self.more_rows = by_age.len().saturating_sub(ROWS);
        if self.more_rows > 0 {
            sort_by(&mut by_age, |a, b| a.0 > b.0);
            by_age.truncate(ROWS);
            sort_by(&mut by_age, |a, b| a.1.name < b.1.name);
        }
        self.rows = by_age.into_iter().map(|(_, row)| row).collect();
    }
}

/// Transactions or files that the living attempt writes to, or of whose beginning it is just being told.
fn numbers_in_use(moment: &Moment) -> Vec<u32> {
    let mut numbers = super::sink::SinkView::new(moment).current;
    for entry in moment.world.agenda.entries() {
        match entry.event {
            Event::Reply(_, _, Reply::Began(id)) => numbers.push(id.0),
            Event::Reply(_, _, Reply::Created(id)) => numbers.push(id.0),
            _ => {}
        }
    }
    numbers
}

/// Does the lane's outside keep things that are stored and not readable?
#[must_use]
pub fn holds_outside(run: &Run) -> bool {
    matches!(run.plan.sink, SinkSpec::TwoPhaseCommit { .. } | SinkSpec::Committer { .. } | SinkSpec::File { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::PRESETS;

    #[test]
    fn what_is_committed_is_read_or_stands_behind_what_holds_readers_up() {
        let mut held_up = 0;
        for preset in PRESETS {
            for run in Run::lanes(&preset.scenario()) {
                let reads = run::readers::readers(run.plan.sink) == Some(Readers::ReadCommitted);
                for at in run.times.iter().take_while(|_| reads) {
                    let moment = Moment::new(&run, *at);
                    let view = OutsideView::new(&moment);
                    let behind = view.blocked.as_ref().map_or(0, |(_, tokens)| tokens.len());
                    held_up += u32::from(behind > 0);
                    let committed = moment.world.outside.transactions.committed.len();
                    assert_eq!(view.readable.len() + view.more + behind, committed, "{} at {at}", preset.id);
                }
            }
        }
        assert!(held_up > 20, "{held_up}");
    }

    #[test]
    fn nothing_is_left_behind_while_its_attempt_lives() {
        for preset in PRESETS {
            for run in Run::lanes(&preset.scenario()) {
                for at in run.times.iter().take_while(|_| holds_outside(&run)) {
                    let moment = Moment::new(&run, *at);
                    let orphans = OutsideView::new(&moment).stored;
                    let orphan = orphans.iter().find(|stored| stored.state == StoredState::Orphaned);
                    let is_first = moment.world.attempt.0 == 0 && moment.world.job.is_some();
                    assert!(orphan.is_none() || !is_first, "{} at {at}: {orphan:?}", preset.id);
                }
            }
        }
    }
}
