//! A moment of a run, named by what happens there.

use crate::run::Run;
use crate::sim::fact::{Fact, FactName, RecordId};
use crate::sim::id::Time;

/// A moment of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When {
    what: What,
    lane: u8,
    nth: u8,
    record: Option<u8>,
    checkpoint: Option<u8>,
    attempt: Option<u8>,
    is_before: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Start,
    End,
    Fact(FactName),
}

/// The beginning of the run.
pub const START: When = When::new(What::Start);
/// The end of the run, in all lanes.
pub const END: When = When::new(What::End);

impl When {
    const fn new(what: What) -> When {
        When { what, lane: 0, nth: 1, record: None, checkpoint: None, attempt: None, is_before: false }
    }

    /// The first such fact in the first lane.
    #[must_use]
    pub const fn fact(name: FactName) -> When {
        When::new(What::Fact(name))
    }

    /// In this lane, from 0.
    #[must_use]
    pub const fn of(self, lane: u8) -> When {
        When { lane, ..self }
    }

    /// The nth of them, from 1.
    #[must_use]
    pub const fn nth(self, nth: u8) -> When {
        When { nth, ..self }
    }

    /// Only about the record at this offset.
    #[must_use]
    pub const fn record(self, offset: u8) -> When {
        When { record: Some(offset), ..self }
    }

    /// Only about this checkpoint.
    #[must_use]
    pub const fn checkpoint(self, id: u8) -> When {
        When { checkpoint: Some(id), ..self }
    }

    /// Only in this attempt, from 0.
    #[must_use]
    pub const fn attempt(self, attempt: u8) -> When {
        When { attempt: Some(attempt), ..self }
    }

    /// The last moment before it happens.
    #[must_use]
    pub const fn before(self) -> When {
        When { is_before: true, ..self }
    }

    /// The moment in these runs, one a lane; `None` if they never come to it.
    #[must_use]
    pub fn find(&self, runs: &[Run]) -> Option<Time> {
        let at = match self.what {
            What::Start => Time::ZERO,
            What::End => runs.iter().map(Run::duration).max()?,
            What::Fact(name) => {
                let facts = &runs.get(usize::from(self.lane))?.facts;
                facts.iter().filter(|noted| self.is_it(name, noted)).nth(usize::from(self.nth).checked_sub(1)?)?.at
            }
        };
        Some(if self.is_before { just_before(runs, at) } else { at })
    }

    fn is_it(&self, name: FactName, noted: &crate::run::Noted) -> bool {
        let is = |wanted: Option<u8>, is: Option<u32>| wanted.is_none_or(|wanted| is == Some(u32::from(wanted)));
        noted.fact.name() == name
            && is(self.checkpoint, noted.fact.checkpoint().map(|id| id.0))
            && is(self.attempt, Some(noted.attempt.0))
            && is(self.record, record_of(&noted.fact).map(|record| record.offset.0))
    }
}

/// A moment at which everything before has happened: a tenth of a second earlier, less if something happens in between.
fn just_before(runs: &[Run], at: Time) -> Time {
    let earlier = at.since(Time(100));
    let something_happens = |run: &Run| run.times.iter().any(|time| earlier < *time && *time < at);
    if runs.iter().any(something_happens) {
        at.since(Time(1))
    } else {
        earlier
    }
}

/// The record that a fact is about, if it is about one.
fn record_of(fact: &Fact) -> Option<RecordId> {
    match fact {
        Fact::RecordRead { record, .. }
        | Fact::RecordProcessed { record, .. }
        | Fact::RecordBuffered { record, .. }
        | Fact::RecordAppended { record, .. }
        | Fact::RecordLogged { record, .. }
        | Fact::RecordWritten { record, .. }
        | Fact::FileWritten { record, .. } => Some(*record),
        Fact::ValuePut { after, .. } => Some(after.record),
        _ => None,
    }
}
