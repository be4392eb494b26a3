//! The verdict as it stands at a moment, and at the end.

use super::Moment;
use crate::run::outcome::row_name;
use crate::run::{self, Judgement, Run, Verdict};
use crate::sim::external::append_log::RecordSet;
use crate::sim::fact::{RecordId, RowKey};
use crate::sim::plan::Total;
use crate::sim::scenario::SinkSpec;
use crate::sorted::SortedMap;
use std::rc::Rc;

/// What is known about a whole run: how it ends, and how it should.
#[derive(Clone, Debug)]
pub struct Known {
    /// The verdict at the end.
    pub judgement: Judgement,
    /// The table of a run without faults; `None` if the sink writes no table.
    pub right: Option<Rc<SortedMap<RowKey, Total>>>,
}

impl Known {
    /// Judges a run.
    #[must_use]
    pub fn of(run: &Run) -> Known {
        let right = run.right_table().map(Rc::new);
        let judgement = run::judge(&run.plan, &run.end.outside, &run.end.read, right.as_deref());
        Known { judgement, right }
    }
}

/// The verdict as it stands. What is worst comes first; counts say how much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The word.
    pub word: Word,
    /// Extra copies that readers can get now (or, in a table, more than there should be).
    pub twice: Vec<RecordId>,
    /// Read, and lost for good.
    pub lost: Vec<RecordId>,
    /// Read, and not readable yet.
    pub waiting: usize,
    /// Rows of a table that are older than they were.
    pub back: Vec<String>,
    /// Rows of a table that should not be there, or say too much.
    pub wrong_rows: Vec<String>,
    /// Is the job over?
    pub is_final: bool,
}

/// The verdict in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    /// Nothing has been read.
    Nothing,
    /// Everything that was read is readable, once.
    Once,
    /// Something read is not readable yet.
    Waiting,
    /// A table says something older than before.
    Back,
    /// Something is there more than once.
    Twice,
    /// A table says something else than it should.
    Differs,
    /// Something is lost for good.
    Lost,
    /// Some things are there more than once, others are lost.
    TwiceAndLost,
}

impl Standing {
    /// The verdict at a moment.
    #[must_use]
    pub fn new(moment: &Moment, known: &Known) -> Standing {
        let is_final = moment.world.is_over();
        let mut standing = Standing {
            word: Word::Nothing,
            twice: Vec::new(),
            lost: Vec::new(),
            waiting: 0,
            back: Vec::new(),
            wrong_rows: Vec::new(),
            is_final,
        };
        match &known.right {
            Some(right) => standing.judge_table(moment, known, right),
            None => standing.judge_records(moment, known),
        }
        standing
    }

    fn judge_records(&mut self, moment: &Moment, known: &Known) {
        let now = run::judge(&moment.run.plan, &moment.world.outside, &moment.world.read, None);
        let mut missing_at_the_end = RecordSet::default();
        for record in &known.judgement.missing {
            missing_at_the_end.insert(*record);
        }
        self.twice = now.duplicates;
        for record in now.missing {
            let never_comes = !missing_at_the_end.insert(record);
            if never_comes && (self.is_final || is_behind(moment, record)) {
                self.lost.push(record);
            } else {
                self.waiting += 1;
            }
        }
        let has_read = moment.world.read.iter().any(|offset| offset.0 > 0);
        self.word = match (self.twice.is_empty(), self.lost.is_empty()) {
            (false, false) => Word::TwiceAndLost,
            (false, true) => Word::Twice,
            (true, false) => Word::Lost,
            (true, true) if self.waiting > 0 => Word::Waiting,
            (true, true) if has_read => Word::Once,
            (true, true) => Word::Nothing,
        };
    }

    fn judge_table(&mut self, moment: &Moment, known: &Known, right: &SortedMap<RowKey, Total>) {
        let plan = &moment.run.plan;
        let rows = &moment.world.outside.table.rows;
        for fall in run::went_back(plan, moment.run.facts_until(moment.steps)) {
            if fall.until.is_none() {
                self.back.push(row_name(plan, fall.row));
            }
        }
        let too_much = |row: &RowKey, total: &Total| match right.get(row) {
            None => true,
            Some(right) => plan.sink == SinkSpec::Increment && total.of.count > right.of.count,
        };
        let wrong = rows.iter().filter(|(row, total)| too_much(row, total));
        self.wrong_rows = wrong.map(|(row, _)| row_name(plan, *row)).collect();
        let has_read = moment.world.read.iter().any(|offset| offset.0 > 0);
        self.word = if self.is_final {
            match known.judgement.verdict {
                Verdict::ExactlyOnce => Word::Once,
                Verdict::Duplicates => Word::Twice,
                Verdict::Loss => Word::Lost,
                Verdict::DuplicatesAndLoss => Word::TwiceAndLost,
                Verdict::Differs => Word::Differs,
            }
        } else if !self.wrong_rows.is_empty() {
            Word::Twice
        } else if !self.back.is_empty() {
            Word::Back
        } else if has_read && !rows.is_empty() {
            Word::Once
        } else {
            Word::Nothing
        };
    }
}

/// Will no attempt come to this record again? (It is before everything that is still to be read, and nobody holds it.)
fn is_behind(moment: &Moment, record: RecordId) -> bool {
    let Some(job) = &moment.world.job else { return false };
    let source = &job.sources[record.source.index()];
    if source.position <= record.offset || !job.is_running {
        return false;
    }
    let in_queues = job.channels.iter().flat_map(|c| &c.queue).filter_map(|(_, m)| m.record()).map(|r| r.record);
    let on_the_way = moment.world.agenda.entries().iter().filter_map(|entry| match &entry.event {
        crate::sim::event::Event::Deliver(_, message) => message.record().map(|row| row.record),
        _ => None,
    });
    let at_work = job.operators.iter().filter_map(|o| o.current.or(o.blocked)).map(|row| row.record);
    let in_sinks = super::sink::SinkView::new(moment);
    let held = in_sinks.held.iter().chain(&in_sinks.row).chain(in_sinks.batches.iter().flat_map(|b| &b.tokens));
    let held = held.map(|token| token.record);
    let in_transactions = super::outside::OutsideView::new(moment).stored;
    let alive = |s: &&super::outside::Stored| {
        use super::outside::StoredState::{Open, Prepared};
        matches!(s.state, Open | Prepared)
    };
    let stored = in_transactions.iter().filter(alive).flat_map(|s| &s.tokens).map(|token| token.record);
    !in_queues.chain(on_the_way).chain(at_work).chain(held).chain(stored).any(|other| other == record)
}
