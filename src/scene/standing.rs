//! The verdict as it stands at a moment, and at the end.

use super::Moment;
use crate::run::outcome::row_name;
use crate::run::readers::{read, readers, Reading};
use crate::run::{self, Judgement, Latency, Run, Verdict};
use crate::sim::external::append_log::RecordSet;
use crate::sim::fact::{RecordId, RowKey};
use crate::sim::id::{Offset, SourceId, Time};
use crate::sim::plan::{Plan, Total};
use crate::sim::scenario::{OperatorKind, SinkSpec};
use crate::sorted::SortedMap;
use std::rc::Rc;

/// What is known about a whole run: how it ends, and how it should.
#[derive(Clone, Debug)]
pub struct Known {
    /// The verdict at the end.
    pub judgement: Judgement,
    /// The table of a run without faults; `None` if the sink writes no table.
    pub right: Option<Rc<SortedMap<RowKey, Total>>>,
    /// The middle of how long records took to get to readers; `None` if none did.
    pub delay: Option<Time>,
}

impl Known {
    /// Judges a run.
    #[must_use]
    pub fn of(run: &Run) -> Known {
        let right = run.right_table().map(Rc::new);
        let judgement = run::judge(&run.plan, &run.end.outside, &run.end.read, right.as_deref());
        Known { judgement, right, delay: Latency::of(run).summary().map(|(_, middle, _)| middle) }
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
    /// The undecided transaction in front of committed records that readers do not get because of it.
    pub blocked_by: Option<String>,
    /// Records that readers of uncommitted data have got although they are not committed, and perhaps never will be.
    pub dirty: usize,
    /// Rows of a table that are older than they were.
    pub back: Vec<String>,
    /// Rows of a table that were older than before for a while, and are not any more.
    pub was_back: Vec<String>,
    /// When the job is over: the middle of how long records took to get to readers.
    pub delay: Option<Time>,
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
    /// Readers have got what is not committed.
    Dirty,
    /// Something committed is not readable: a transaction that is not decided stands in front of it.
    Blocked,
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
            blocked_by: None,
            dirty: 0,
            back: Vec::new(),
            was_back: Vec::new(),
            delay: known.delay.filter(|_| is_final),
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
        self.judge_readers(moment);
        let mut in_hand = if known.judgement.missing.is_empty() { RecordSet::default() } else { in_hand(moment) };
        for record in now.missing {
            let never_comes = !missing_at_the_end.insert(record);
            let is_gone = is_passed(moment, record) && in_hand.insert(record);
            if never_comes && (self.is_final || is_gone) {
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
            (true, true) if self.dirty > 0 => Word::Dirty,
            (true, true) if self.blocked_by.is_some() => Word::Blocked,
            (true, true) if self.waiting > 0 => Word::Waiting,
            (true, true) if has_read => Word::Once,
            (true, true) => Word::Nothing,
        };
    }

    /// What becomes of what is committed, and of what is not, at the readers of a store with transactions.
    fn judge_readers(&mut self, moment: &Moment) {
        let Some(kind) = readers(moment.run.plan.sink) else { return };
        let Reading { blocked, hidden, dirty, .. } = read(&moment.world.outside.transactions, kind);
        self.blocked_by = blocked.filter(|_| !hidden.is_empty()).map(|blocked| blocked.by.to_string());
        self.dirty = dirty.len();
    }

    fn judge_table(&mut self, moment: &Moment, known: &Known, right: &SortedMap<RowKey, Total>) {
        let plan = &moment.run.plan;
        let rows = &moment.world.outside.table.rows;
        for fall in run::went_back(plan, moment.run.facts_until(moment.steps)) {
            let (list, name) =
                (if fall.until.is_none() { &mut self.back } else { &mut self.was_back }, row_name(plan, fall.row));
            if !list.contains(&name) {
                list.push(name);
            }
        }
        let too_much = |row: &RowKey, total: &Total| match right.get(row) {
            None => true,
            Some(right) => plan.sink == SinkSpec::Increment && total.of.count > right.of.count,
        };
        let wrong = rows.iter().filter(|(row, total)| too_much(row, total));
        self.wrong_rows = wrong.map(|(row, _)| row_name(plan, *row)).collect();
        self.count_missing(moment);
        let at_the_end = word_of(known.judgement.verdict);
        let has_read = moment.world.read.iter().any(|offset| offset.0 > 0);
        self.word = if self.is_final {
            // A request of a dead attempt may still come when the job is over.
            word_of(run::judge(plan, &moment.world.outside, &moment.world.read, Some(right)).verdict)
        } else if !self.wrong_rows.is_empty() {
            if at_the_end == Word::Differs {
                Word::Differs
            } else {
                Word::Twice
            }
        } else if !self.back.is_empty() {
            Word::Back
        } else if !self.lost.is_empty() {
            Word::Lost
        } else if self.waiting > 0 {
            Word::Waiting
        } else if has_read {
            Word::Once
        } else {
            Word::Nothing
        };
    }

    /// Records that were read and that the table does not count: waiting, or lost if it never will and a crash is why.
    fn count_missing(&mut self, moment: &Moment) {
        let plan = &moment.run.plan;
        let has_crashed = moment.world.attempt.0 > 0;
        for key in 0..plan.keys.len() as u32 {
            let read = read_of_key(moment, key);
            let now = counted(plan, &moment.world.outside.table.rows, key, &read);
            let at_the_end = counted(plan, &moment.run.end.outside.table.rows, key, &read);
            for record in read.iter().skip(now) {
                let is_lost = has_crashed && at_the_end < read.len();
                if is_lost && self.lost.len() < read.len() - at_the_end {
                    self.lost.push(*record);
                } else {
                    self.waiting += 1;
                }
            }
        }
    }
}

/// The records of a key that any attempt has read so far, in order.
fn read_of_key(moment: &Moment, key: u32) -> Vec<RecordId> {
    let logs = moment.run.plan.logs.iter().zip(&moment.world.read).enumerate();
    let records = logs.flat_map(|(source, (log, end))| {
        let of_key = log[..end.index()].iter().enumerate().filter(move |(_, record)| record.key.0 == key);
        of_key.map(move |(offset, _)| RecordId { source: SourceId(source as u32), offset: Offset(offset as u32) })
    });
    records.collect()
}

/// How many of these records the rows of a key count. Without a count, the record that wrote last tells.
fn counted(plan: &Plan, rows: &SortedMap<RowKey, Total>, key: u32, read: &[RecordId]) -> usize {
    let of_key = rows.iter().filter(|(row, _)| row.key.0 == key).map(|(_, total)| total);
    let count = of_key.map(|total| match plan.operator {
        OperatorKind::Count => total.of.count as usize,
        OperatorKind::Pass => read.iter().position(|r| *r == total.record).map_or(0, |place| place + 1),
    });
    count.max().unwrap_or_default().min(read.len())
}

fn word_of(verdict: Verdict) -> Word {
    match verdict {
        Verdict::ExactlyOnce => Word::Once,
        Verdict::Duplicates => Word::Twice,
        Verdict::Loss => Word::Lost,
        Verdict::DuplicatesAndLoss => Word::TwiceAndLost,
        Verdict::Differs => Word::Differs,
    }
}

/// The records that somebody in the job still has in hand, or that are stored where they can still be published.
fn in_hand(moment: &Moment) -> RecordSet {
    use crate::sim::event::Event;
    let mut set = RecordSet::default();
    let Some(job) = &moment.world.job else { return set };
    let mut add = |record: RecordId| {
        set.insert(record);
    };
    job.channels.iter().flat_map(|c| &c.queue).filter_map(|(_, m)| m.record()).for_each(|row| add(row.record));
    for entry in moment.world.agenda.entries() {
        if let Event::Deliver(_, message) = &entry.event {
            message.record().iter().for_each(|row| add(row.record));
        }
    }
    job.operators.iter().filter_map(|o| o.current.or(o.blocked)).for_each(|row| add(row.record));
    let sink = super::sink::SinkView::new(moment);
    let held = sink.held.iter().chain(&sink.row).chain(sink.batches.iter().flat_map(|b| &b.tokens));
    held.for_each(|token| add(token.record));
    for stored in super::outside::OutsideView::new(moment).stored {
        if matches!(stored.state, super::outside::StoredState::Open | super::outside::StoredState::Prepared) {
            stored.tokens.iter().for_each(|token| add(token.record));
        }
    }
    set
}

/// Is the record before everything that its source is still to read?
fn is_passed(moment: &Moment, record: RecordId) -> bool {
    let job = moment.world.job.as_ref().filter(|job| job.is_running);
    job.is_some_and(|job| job.sources[record.source.index()].position > record.offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::{Preset, PRESETS};

    fn standing(preset: &str, lane: usize, at: u32) -> Standing {
        let run = &Run::lanes(&Preset::find(preset).expect("a preset").scenario())[lane];
        Standing::new(&Moment::new(run, Time(at)), &Known::of(run))
    }

    #[test]
    fn what_was_read_and_is_not_readable_waits_in_every_lane() {
        for lane in 0..4 {
            let standing = standing("running-example", lane, 1_200);
            assert_eq!((standing.word, standing.waiting), (Word::Waiting, 1), "lane {lane}");
        }
    }

    #[test]
    fn a_table_says_at_once_what_a_socket_has_lost() {
        let standing = standing("socket-source", 1, 13_000);
        assert_eq!((standing.word, standing.lost.len()), (Word::Lost, 1));
    }

    #[test]
    fn a_value_that_fell_is_back_in_time_until_the_replay_has_passed_it() {
        assert_eq!(standing("running-example", 1, 12_650).word, Word::Back);
        let healed = standing("running-example", 1, 13_500);
        assert_eq!((healed.word, healed.back, healed.was_back), (Word::Once, vec![], vec!["a".to_string()]));
        assert!(standing("no-crash", 1, 13_500).was_back.is_empty());
    }

    #[test]
    fn at_the_end_lanes_that_hold_back_say_how_much_later_readers_got_things() {
        let delays =
            [0, 1, 2, 3].map(|lane| standing("running-example", lane, 30_000).delay.expect("records got there"));
        assert!(delays[0].0 < 1_000 && delays[1].0 < 1_000, "{delays:?}");
        assert!(delays[2].0 > 2_000 && delays[3].0 > 2_000, "{delays:?}");
        assert_eq!(standing("running-example", 3, 9_000).delay, None, "the job goes on");
    }

    #[test]
    fn readers_that_stand_still_or_read_too_much_are_told_of() {
        let end = [0, 1, 2].map(|lane| standing("blocked-reader", lane, 60_000));
        assert_eq!((end[0].word, end[0].blocked_by.as_deref()), (Word::Blocked, Some("T2")));
        assert_eq!((end[2].word, end[2].dirty), (Word::Dirty, 2));
        assert_eq!(end[1].word, Word::Once, "the store has timed it out");
        assert_eq!(standing("running-example", 3, 60_000).word, Word::Once);
    }

    /// Also after the end of the job, when a request of a dead attempt is still on its way.
    #[test]
    fn a_table_is_called_wrong_only_while_it_is() {
        let mut after_the_job = 0;
        for preset in PRESETS {
            for (lane, run) in Run::lanes(&preset.scenario()).iter().enumerate() {
                let known = Known::of(run);
                let Some(right) = &known.right else { continue };
                for at in &run.times {
                    let moment = Moment::new(run, *at);
                    let rows = &moment.world.outside.table.rows;
                    let same = |row: &RowKey, total: &Total| right.get(row).is_some_and(|right| right.of == total.of);
                    let is_right = rows.len() == right.len() && rows.iter().all(|(row, total)| same(row, total));
                    if is_right {
                        let word = Standing::new(&moment, &known).word;
                        assert!(
                            !matches!(word, Word::Differs | Word::Twice),
                            "{} lane {lane} at {at}: {word:?}",
                            preset.id
                        );
                        after_the_job += u32::from(moment.world.is_over() && *at < run.duration());
                    }
                }
            }
        }
        assert!(after_the_job > 0);
    }

    #[test]
    fn the_word_at_the_end_is_the_verdict() {
        for preset in PRESETS {
            for (lane, run) in Run::lanes(&preset.scenario()).iter().enumerate() {
                let known = Known::of(run);
                let end = Standing::new(&Moment::new(run, run.duration()), &known);
                // What is right in the store may not have got to its readers, or more than that.
                let verdict = if matches!(end.word, Word::Blocked | Word::Dirty) { Word::Once } else { end.word };
                if end.is_final {
                    assert_eq!(verdict, word_of(known.judgement.verdict), "{} lane {lane}", preset.id);
                }
            }
        }
    }
}
