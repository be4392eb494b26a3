//! A store with transactions, as Kafka: what is written in one becomes readable when it is committed, all at once.

use super::Reply;
use crate::sim::fact::{Fact, RecordId, Refusal};
use crate::sim::id::{Time, TransactionId};
use crate::sim::scenario::{Expire, Recommit};

/// Where a transaction stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TransactionState {
    /// Can be written to.
    Open,
    /// Stored whole, not readable; may be committed.
    Prepared,
    /// Readable.
    Committed,
    /// Given up.
    Aborted,
    /// Timed out by the store: aborted, and whatever is asked of it is refused.
    Expired,
}

/// One transaction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Transaction {
    /// Where it stands.
    pub state: TransactionState,
    /// What was written into it.
    pub records: Vec<RecordId>,
    /// When it began.
    pub began: Time,
    /// When it was committed, aborted or timed out; `None` while readers of committed data have to wait for it.
    pub ended: Option<Time>,
}

/// A record in the log of the store, at the place where it was written. Whether readers get it is up to its transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Written {
    /// Which.
    pub record: RecordId,
    /// In which transaction.
    pub transaction: TransactionId,
    /// When.
    pub at: Time,
}

impl Transaction {
    /// Is it open or prepared: may it still be committed or aborted?
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        matches!(self.state, TransactionState::Open | TransactionState::Prepared)
    }
}

/// All transactions that ever began, and what readers of committed data get.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Transactions {
    /// By number.
    pub all: Vec<Transaction>,
    /// Committed records in the order of their commits.
    pub committed: Vec<RecordId>,
    /// The log itself, as Kafka's partition: everything in the order in which it was written, committed or not.
    pub written: Vec<Written>,
}

impl Transactions {
    /// Begins one.
    pub fn begin(&mut self, now: Time, note: &mut dyn FnMut(Fact)) -> Reply {
        let id = TransactionId(self.all.len() as u32);
        self.all.push(Transaction { state: TransactionState::Open, records: Vec::new(), began: now, ended: None });
        note(Fact::TransactionBegan { transaction: id });
        Reply::Began(id)
    }

    /// Writes a record into one.
    pub fn write(&mut self, id: TransactionId, record: RecordId, now: Time, note: &mut dyn FnMut(Fact)) -> Reply {
        let transaction = &mut self.all[id.index()];
        if let Some(refusal) = refusal(id, transaction.state) {
            return Reply::Refused(refusal);
        }
        transaction.records.push(record);
        self.written.push(Written { record, transaction: id, at: now });
        note(Fact::RecordWritten { record, transaction: id });
        Reply::Done
    }

    /// Prepares one.
    pub fn prepare(&mut self, id: TransactionId, note: &mut dyn FnMut(Fact)) -> Reply {
        let transaction = &mut self.all[id.index()];
        if let Some(refusal) = refusal(id, transaction.state) {
            return Reply::Refused(refusal);
        }
        transaction.state = TransactionState::Prepared;
        note(Fact::TransactionPrepared { transaction: id });
        Reply::Done
    }

    /// Commits one. What a second commit does is the store's nature.
    pub fn commit(&mut self, id: TransactionId, recommit: Recommit, now: Time, note: &mut dyn FnMut(Fact)) -> Reply {
        let transaction = &mut self.all[id.index()];
        let records = transaction.records.len() as u32;
        match (transaction.state, recommit) {
            (TransactionState::Expired, _) => return Reply::Refused(Refusal::Expired(id)),
            (TransactionState::Aborted, _) => return Reply::Refused(Refusal::Aborted(id)),
            (TransactionState::Committed, Recommit::Idempotent) => {
                note(Fact::CommittedBefore { transaction: id });
                return Reply::Done;
            }
            (TransactionState::Committed, Recommit::Strict) => {
                return Reply::Refused(Refusal::AlreadyCommitted(id));
            }
            (TransactionState::Committed, Recommit::Reapply) => {
                let again = transaction.records.iter().map(|&record| Written { record, transaction: id, at: now });
                self.written.extend(again);
                note(Fact::CommittedAgain { transaction: id, records });
            }
            (TransactionState::Open | TransactionState::Prepared, _) => {
                note(Fact::TransactionCommitted { transaction: id, records });
            }
        }
        transaction.state = TransactionState::Committed;
        transaction.ended.get_or_insert(now);
        self.committed.extend_from_slice(&transaction.records);
        Reply::Done
    }

    /// Where a reader of committed data stands still, and how many records of this transaction are behind that.
    #[must_use]
    pub fn hidden_of(&self, id: TransactionId) -> Option<(TransactionId, u32)> {
        let is_undecided = |written: &&Written| self.all[written.transaction.index()].is_undecided();
        let place = self.written.iter().position(|written| is_undecided(&written))?;
        let hidden = self.written[place..].iter().filter(|written| written.transaction == id).count() as u32;
        (hidden > 0).then(|| (self.written[place].transaction, hidden))
    }

    /// Does a reader of committed data stand still although more is committed behind that place?
    #[must_use]
    pub fn is_held_up(&self) -> bool {
        let mut is_undecided = false;
        self.written.iter().any(|written| {
            let transaction = &self.all[written.transaction.index()];
            is_undecided |= transaction.is_undecided();
            is_undecided && transaction.state == TransactionState::Committed
        })
    }

    /// Aborts one that is open or prepared; does nothing to any other.
    pub fn abort(&mut self, id: TransactionId, now: Time, note: &mut dyn FnMut(Fact)) -> Reply {
        let transaction = &mut self.all[id.index()];
        if transaction.is_undecided() {
            transaction.state = TransactionState::Aborted;
            transaction.ended = Some(now);
            note(Fact::TransactionAborted { transaction: id });
        }
        Reply::Done
    }

    /// Times out the prepared ones, or the open ones too.
    pub fn expire(&mut self, what: Expire, now: Time, note: &mut dyn FnMut(Fact)) {
        for index in 0..self.all.len() {
            let state = self.all[index].state;
            if state == TransactionState::Prepared || (state == TransactionState::Open && what == Expire::All) {
                self.expire_one(TransactionId(index as u32), now, note);
            }
        }
    }

    /// Times out one, if it is still open or prepared.
    pub fn expire_one(&mut self, id: TransactionId, now: Time, note: &mut dyn FnMut(Fact)) {
        let transaction = &mut self.all[id.index()];
        if transaction.is_undecided() {
            transaction.state = TransactionState::Expired;
            transaction.ended = Some(now);
            note(Fact::TransactionExpired { transaction: id });
        }
    }
}

/// Why a transaction can't be written to any more, if it can't.
fn refusal(id: TransactionId, state: TransactionState) -> Option<Refusal> {
    match state {
        TransactionState::Open | TransactionState::Prepared => None,
        TransactionState::Committed => Some(Refusal::AlreadyCommitted(id)),
        TransactionState::Aborted => Some(Refusal::Aborted(id)),
        TransactionState::Expired => Some(Refusal::Expired(id)),
    }
}
