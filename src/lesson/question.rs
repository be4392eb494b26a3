//! Questions about a run, and their answers: computed, never typed in.

use crate::run::outcome::row_name;
use crate::run::{readers, visible, went_back, Latency, Run, Verdict};
use crate::sim::external::transactional::TransactionState;
use crate::sim::fact::{Fact, FactName, RecordId};
use crate::sim::id::{Offset, SourceId, Time};
use crate::sim::plan::Plan;
use crate::sim::scenario::Readers;
use crate::sim::world::{JobEnd, Life, World};

/// Something that can be asked about a run. Lanes and attempts count from 0, records are offsets of the first source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question<'a> {
    /// How does this lane end?
    Verdict(u8),
    /// Which lanes end like this?
    Lanes(Verdict),
    /// How many copies of a record does a reader of this lane have by then?
    Copies(u8, u8),
    /// Which records does this lane show more than once at the end?
    Twice(u8),
    /// Which records that were read does this lane never show?
    Lost(u8),
    /// Which records are read more than once, by this lane's job?
    Again(u8),
    /// How often is a record read, by the first lane's job, until then?
    Reads(u8),
    /// Which checkpoint does this attempt of the first lane restore? 0 for none.
    Restored(u8),
    /// At which offset does this attempt of the first lane go on reading?
    Offset(u8),
    /// What count of a key does this attempt of the first lane restore?
    State(u8, &'a str),
    /// What has the first lane's operator counted for a key by then?
    Counted(&'a str),
    /// How many records has a reader of this lane by then?
    Visible(u8),
    /// What count does the row of this name in this lane's table say then?
    Value(u8, &'a str),
    /// How many rows has this lane's table then?
    Rows(u8),
    /// Has a value of this lane's table fallen by then?
    Back(u8),
    /// What did a value of this lane's table say before it fell for the last time?
    Fell(u8),
    /// In which state is a transaction of this lane then?
    Transaction(u8, u8),
    /// Does a reader of committed data stand still in this lane then, with more to read?
    Blocked(u8),
    /// How many such facts have there been in this lane by then?
    Count(u8, FactName),
    /// Has there been such a fact in this lane by then?
    Happens(u8, FactName),
    /// What did a record have to wait for before this lane showed it? The last of these facts before that.
    WaitsFor(u8, u8, &'a [FactName]),
    /// The middle time from a record's entering the log to its being readable in this lane.
    Latency(u8),
    /// Does this lane's job come to its end in good order?
    Finishes(u8),
    /// When does such a fact happen for the first time in this lane?
    At(u8, FactName),
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes or no.
    Yes(bool),
    /// A number.
    Number(u32),
    /// A time.
    Seconds(Time),
    /// How a lane ends.
    Verdict(Verdict),
    /// Some of the lanes, one bit each.
    Lanes(u32),
    /// Some of the records, one bit each in the order of [`records_of`].
    Records(u64),
    /// Where a transaction stands.
    State(TransactionState),
    /// A kind of fact.
    Fact(FactName),
}

/// How a question is answered.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// One of these.
    Choice(&'static [Answer]),
    /// A number is entered.
    Number,
    /// Records are clicked.
    Records,
}

/// What the learner answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// An option, by its place.
    Choice(usize),
    /// A number.
    Number(u32),
    /// Records, one bit each.
    Records(u64),
}

/// A judged answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Is it right?
    pub is_right: bool,
    /// Which explanation of the text fits: that of the option; else 0 for a right answer, 1 for too small a number or a
    /// record left out, 2 for too large a number or a record too many.
    pub explanation: usize,
}

impl Form {
    /// Judges an answer against the right one.
    #[must_use]
    pub fn judge(&self, given: Given, right: Answer) -> Judged {
        let judged = |is_right, explanation| Judged { is_right, explanation };
        match (self, given, right) {
            (Form::Choice(options), Given::Choice(index), right) => judged(options.get(index) == Some(&right), index),
            (Form::Number, Given::Number(given), Answer::Number(right)) => {
                judged(given == right, if given == right { 0 } else { 1 + usize::from(given > right) })
            }
            (Form::Records, Given::Records(given), Answer::Records(right)) => {
                judged(given == right, if given == right { 0 } else { 1 + usize::from(right & !given == 0) })
            }
            _ => judged(false, 0),
        }
    }

    /// How many explanations its text has.
    #[must_use]
    pub fn explanations(&self) -> usize {
        if let Form::Choice(options) = self {
            options.len()
        } else {
            3
        }
    }
}

/// The records of a plan, source by source: the bits of [`Answer::Records`].
pub fn records_of(plan: &Plan) -> impl Iterator<Item = RecordId> + '_ {
    plan.logs.iter().enumerate().flat_map(|(source, log)| {
        let record = move |offset| RecordId { source: SourceId(source as u32), offset: Offset(offset) };
        (0..log.len() as u32).map(record)
    })
}

fn mask(plan: &Plan, is_in: impl Fn(RecordId) -> bool) -> Answer {
    let bits = records_of(plan).take(64).enumerate().filter(|(_, record)| is_in(*record));
    Answer::Records(bits.fold(0, |mask, (bit, _)| mask | 1 << bit))
}

/// What a reader has got in a world.
fn seen(plan: &Plan, world: &World) -> Vec<RecordId> {
    match readers::readers(plan.sink) {
        Some(kind) => readers::read(&world.outside.transactions, kind).sees,
        None => visible(plan, &world.outside),
    }
}

impl Question<'_> {
    /// The answer that the runs (one a lane) give at a moment. `None` if it can't be asked of them.
    #[must_use]
    pub fn answer(&self, runs: &[Run], at: Time) -> Option<Answer> {
        use Answer::{Fact as Kind, Lanes, Number, Seconds, State, Yes};
        let run = |lane: u8| runs.get(usize::from(lane));
        let world = |run: &Run| run.world_after(run.steps_until(at));
        let first = runs.first()?;
        let running = |attempt: u8| {
            first.facts.iter().find_map(|noted| match &noted.fact {
                Fact::JobRunning { checkpoint, restored } if noted.attempt.0 == u32::from(attempt) => {
                    Some((checkpoint, restored))
                }
                _ => None,
            })
        };
        let count = |run: &Run, name: FactName| {
            let facts = run.facts_until(run.steps_until(at)).iter();
            facts.filter(|noted| noted.fact.name() == name).count() as u32
        };
        let happened = |run: &Run, name: FactName, until: Time| {
            run.facts.iter().rev().find(|noted| noted.at <= until && noted.fact.name() == name).map(|noted| noted.at)
        };
        Some(match *self {
            Question::Verdict(lane) => Answer::Verdict(run(lane)?.judge().verdict),
            Question::Lanes(verdict) => {
                let is = runs.iter().enumerate().filter(|(_, run)| run.judge().verdict == verdict);
                Lanes(is.fold(0, |mask, (lane, _)| mask | 1 << lane))
            }
            Question::Copies(lane, record) => {
                let run = run(lane)?;
                let seen = seen(&run.plan, &world(run));
                Number(seen.iter().filter(|seen| seen.offset.0 == u32::from(record)).count() as u32)
            }
            Question::Twice(lane) => {
                let twice = run(lane)?.judge().duplicates;
                mask(&first.plan, |record| twice.contains(&record))
            }
            Question::Lost(lane) => {
                let lost = run(lane)?.judge().missing;
                mask(&first.plan, |record| lost.contains(&record))
            }
            Question::Again(lane) => {
                let is_again = |record| {
                    let read = |noted: &crate::run::Noted| noted.fact == Fact::RecordRead { record, again: true };
                    run(lane).is_some_and(|run| run.facts.iter().any(read))
                };
                mask(&first.plan, is_again)
            }
            Question::Reads(offset) => {
                let is_it = |fact: &Fact| matches!(fact, Fact::RecordRead { record, .. } if record.offset.0 == u32::from(offset));
                let facts = first.facts_until(first.steps_until(at)).iter();
                Number(facts.filter(|noted| is_it(&noted.fact)).count() as u32)
            }
            Question::Restored(attempt) => Number(running(attempt)?.0.map_or(0, |id| id.0)),
            Question::Offset(attempt) => Number(running(attempt)?.1.offsets.first()?.0),
            Question::State(attempt, key) => {
                let (checkpoint, restored) = running(attempt)?;
                (*checkpoint)?; // without one there is no state to speak of
                let of_key = restored.state.iter().find(|(id, _)| first.plan.keys[id.index()] == key);
                Number(of_key.map_or(0, |(_, of)| of.count))
            }
            Question::Counted(key) => {
                let facts = first.facts_until(first.steps_until(at)).iter().rev();
                let counted = facts.filter_map(|noted| match &noted.fact {
                    Fact::RecordProcessed { total, .. } if first.plan.keys[total.key.index()] == key => {
                        Some(total.of.count)
                    }
                    _ => None,
                });
                Number(counted.take(1).next().unwrap_or_default())
            }
            Question::Visible(lane) => {
                let run = run(lane)?;
                Number(seen(&run.plan, &world(run)).len() as u32)
            }
            Question::Value(lane, name) => {
                let run = run(lane)?;
                let world = world(run);
                let row = world.outside.table.rows.iter().find(|(row, _)| row_name(&run.plan, **row) == name);
                Number(row.map_or(0, |(_, total)| total.of.count))
            }
            Question::Rows(lane) => Number(world(run(lane)?).outside.table.rows.len() as u32),
            Question::Back(lane) => {
                let run = run(lane)?;
                Yes(!went_back(&run.plan, run.facts_until(run.steps_until(at))).is_empty())
            }
            Question::Fell(lane) => {
                let run = run(lane)?;
                Number(went_back(&run.plan, run.facts_until(run.steps_until(at))).last()?.from)
            }
            Question::Transaction(lane, number) => {
                State(world(run(lane)?).outside.transactions.all.get(usize::from(number))?.state)
            }
            Question::Blocked(lane) => {
                let reading = readers::read(&world(run(lane)?).outside.transactions, Readers::ReadCommitted);
                Yes(reading.blocked.is_some() && !reading.hidden.is_empty())
            }
            Question::Count(lane, name) => Number(count(run(lane)?, name)),
            Question::Happens(lane, name) => Yes(count(run(lane)?, name) > 0),
            Question::WaitsFor(lane, offset, facts) => {
                let run = run(lane)?;
                let record = RecordId { source: SourceId(0), offset: Offset(u32::from(offset)) };
                let latency = Latency::of(run).records.get(&record).copied()?;
                let readable = run.plan.record(record.source, record.offset).due.plus(latency);
                let before = facts.iter().filter_map(|name| Some((happened(run, *name, readable)?, *name)));
                Kind(before.max_by_key(|(at, _)| *at)?.1)
            }
            Question::Latency(lane) => Seconds(Latency::of(run(lane)?).summary()?.1),
            Question::Finishes(lane) => Yes(run(lane)?.end.life == Life::Over(JobEnd::Finished)),
            Question::At(lane, name) => Seconds(run(lane)?.facts.iter().find(|noted| noted.fact.name() == name)?.at),
        })
    }
}
