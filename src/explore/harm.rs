//! How bad a run was, in one word, and what can be chosen about a crash.

use crate::run::Verdict;
use crate::sim::external::transactional::{Transaction, TransactionState};
use crate::sim::external::Outside;
use crate::sim::fact::{Fact, RecordId, RowKey};
use crate::sim::id::Offset;
use crate::sim::plan::{Plan, Total};
use crate::sim::scenario::{How, InFlight, Readers, SinkSpec, Target};
use crate::sim::world::{JobEnd, Life, World};
use crate::sorted::SortedMap;
use crate::{run, run::writes_table};
use serde::Serialize;
use std::rc::Rc;

/// What can be chosen about a crash besides its moment: killed or thrown, requests on their way delivered or lost.
pub const VARIANTS: [(How, InFlight); 4] = [
    (How::Kill, InFlight::Delivered),
    (How::Kill, InFlight::Lost),
    (How::Fail, InFlight::Delivered),
    (How::Fail, InFlight::Lost),
];

/// What a run did to the data, from harmless to worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Harm {
    /// Right at the end, and at no moment could a reader see anything wrong.
    #[default]
    None,
    /// Right at the end; a reader of uncommitted data could see what was never committed.
    DirtyRead,
    /// Right at the end; in between a reader could see a value that was older than the one before.
    WentBack,
    /// Right in the store, but its readers of committed data stand still: a transaction that nobody decides any more is in
    /// front of what was committed. Until the store times it out, they get nothing of that.
    Blocked,
    /// Something is there more than once.
    Duplicates,
    /// Something is missing.
    Loss,
    /// Both.
    DuplicatesAndLoss,
    /// A table says something else than it should.
    Differs,
    /// The job failed for good, or a limit ended a run that would have gone on for ever.
    Stuck,
}

impl Harm {
    /// Every kind, from harmless to worst.
    pub const ALL: [Harm; 9] = [
        Harm::None,
        Harm::DirtyRead,
        Harm::WentBack,
        Harm::Blocked,
        Harm::Duplicates,
        Harm::Loss,
        Harm::DuplicatesAndLoss,
        Harm::Differs,
        Harm::Stuck,
    ];

    /// The name in reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Harm::None => "none",
            Harm::DirtyRead => "dirty_read",
            Harm::WentBack => "went_back",
            Harm::Blocked => "blocked",
            Harm::Duplicates => "duplicates",
            Harm::Loss => "loss",
            Harm::DuplicatesAndLoss => "duplicates_and_loss",
            Harm::Differs => "differs",
            Harm::Stuck => "stuck",
        }
    }

    /// Is everything right outside once the job is over, whatever could be seen in between, or not yet?
    #[must_use]
    pub const fn is_right_at_the_end(self) -> bool {
        matches!(self, Harm::None | Harm::DirtyRead | Harm::WentBack | Harm::Blocked)
    }
}

/// Judges the ends of many runs of one lane: the verdict of [`run::judge`] without its lists.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The table of a run without faults; `None` if the sink writes no table.
    right: Option<Rc<SortedMap<RowKey, Total>>>,
    watches_table: bool,
    /// Copies of every record, used over and over.
    copies: Vec<u32>,
    /// Where each source begins in it.
    begins: Vec<u32>,
}

impl Judge {
    /// `right` is the table of a run without faults, as [`Run::right_table`](run::Run::right_table) answers it.
    #[must_use]
    pub fn new(plan: &Plan, right: Option<Rc<SortedMap<RowKey, Total>>>) -> Judge {
        let mut records = 0;
        let begins = plan.logs.iter().map(|log| {
            records += log.len() as u32;
            records - log.len() as u32
        });
        let begins = begins.collect();
        Judge { right, watches_table: writes_table(plan.sink), copies: vec![0; records as usize], begins }
    }

    /// Could a reader see a value fall in this step? Nothing else that passes needs to be watched at every step.
    #[must_use]
    pub fn saw_value_fall(&self, facts: &[Fact]) -> bool {
        self.watches_table && facts.iter().any(|fact| matches!(fact, Fact::ValuePut { went_back: true, .. }))
    }

    /// Judges a world in which nothing is left to happen.
    pub fn harm(&mut self, plan: &Plan, world: &World, went_back: bool) -> Harm {
        if self.has_failed(world) {
            return Harm::Stuck;
        }
        if self.right.is_none() && !matches!(plan.sink, SinkSpec::File { .. }) {
            let visible = self.visible(plan, &world.outside).unwrap_or_default();
            return self.of_lists(&[visible], &world.read, self.of_readers(plan, &world.outside));
        }
        let verdict = match &self.right {
            Some(right) => run::judge(plan, &world.outside, &world.read, Some(right)).verdict,
            None => {
                let files = &world.outside.files;
                let lists: Vec<&[RecordId]> =
                    files.finished.iter().map(|file| files.all[file.index()].records.as_slice()).collect();
                self.count(&lists, &world.read)
            }
        };
        harm_of(verdict, went_back, Harm::None)
    }

    /// Did the job fail for good, or would it have gone on for ever?
    #[must_use]
    pub fn has_failed(&self, world: &World) -> bool {
        matches!(world.life, Life::Over(JobEnd::Failed | JobEnd::Stopped(_)))
    }

    /// What readers get, where that is a list that only grows; `None` if the sink writes a table or files.
    #[must_use]
    pub fn visible<'a>(&self, plan: &Plan, outside: &'a Outside) -> Option<&'a [RecordId]> {
        match plan.sink {
            SinkSpec::Append { .. } | SinkSpec::WriteAheadLog { target: Target::Append } => Some(&outside.log.records),
            SinkSpec::TwoPhaseCommit { .. } | SinkSpec::Committer { .. } => Some(&outside.transactions.committed),
            _ => None,
        }
    }

    /// Judges a job that did not fail by the lists of what is public, taken together; `of_readers` is the
    /// [harm that readers come to](Judge::of_readers) even if that is right.
    pub fn of_lists(&mut self, visible: &[&[RecordId]], read: &[Offset], of_readers: Harm) -> Harm {
        harm_of(self.count(visible, read), false, of_readers)
    }

    /// What readers of a store with transactions come to even if everything is committed once: those of uncommitted data
    /// could see records that were never committed, those of committed data stand still.
    #[must_use]
    pub fn of_readers(&self, plan: &Plan, outside: &Outside) -> Harm {
        let store = &outside.transactions;
        let is_dirty = |t: &Transaction| t.state != TransactionState::Committed && !t.records.is_empty();
        match run::readers::readers(plan.sink) {
            Some(Readers::ReadUncommitted) if store.all.iter().any(is_dirty) => Harm::DirtyRead,
            Some(Readers::ReadCommitted) if store.is_held_up() => Harm::Blocked,
            _ => Harm::None,
        }
    }

    fn count(&mut self, visible: &[&[RecordId]], read: &[Offset]) -> Verdict {
        self.copies.fill(0);
        for record in visible.iter().copied().flatten() {
            self.copies[self.begins[record.source.index()] as usize + record.offset.index()] += 1;
        }
        let (mut twice, mut missing) = (false, false);
        for (begin, read) in self.begins.iter().zip(read) {
            let of_source = &self.copies[*begin as usize..][..read.index()];
            twice |= of_source.iter().any(|copies| *copies > 1);
            missing |= of_source.contains(&0);
        }
        match (twice, missing) {
            (false, false) => Verdict::ExactlyOnce,
            (true, false) => Verdict::Duplicates,
            (false, true) => Verdict::Loss,
            (true, true) => Verdict::DuplicatesAndLoss,
        }
    }
}

fn harm_of(verdict: Verdict, went_back: bool, of_readers: Harm) -> Harm {
    match verdict {
        Verdict::ExactlyOnce if went_back => Harm::WentBack,
        Verdict::ExactlyOnce => of_readers,
        Verdict::Duplicates => Harm::Duplicates,
        Verdict::Loss => Harm::Loss,
        Verdict::DuplicatesAndLoss => Harm::DuplicatesAndLoss,
        Verdict::Differs => Harm::Differs,
    }
}
