//! Moments worth stopping at.

use crate::run::Run;
use crate::sim::fact::Fact;
use crate::sim::id::Time;

/// Is it worth stopping here?
#[must_use]
pub fn is_worth_it(fact: &Fact) -> bool {
    match fact {
        Fact::ValuePut { went_back, .. } => *went_back,
        Fact::RecordAppended { again, .. } => *again,
        Fact::CheckpointTriggered { .. }
        | Fact::AllAcknowledged { .. }
        | Fact::CheckpointCompleted { .. }
        | Fact::CheckpointAborted { .. }
        | Fact::NotificationReceived { .. }
        | Fact::NotificationLost { .. }
        | Fact::BatchSending { .. }
        | Fact::BatchDropped { .. }
        | Fact::ExceptionSwallowed { .. }
        | Fact::TransactionPrepared { .. }
        | Fact::TransactionCommitted { .. }
        | Fact::ReadersBlocked { .. }
        | Fact::SourceHeldUp { .. }
        | Fact::CommittedBefore { .. }
        | Fact::CommittedAgain { .. }
        | Fact::TransactionExpired { .. }
        | Fact::RequestRefused { .. }
        | Fact::FileFinished { .. }
        | Fact::RecordsMissed { .. }
        | Fact::RecordsOvertaken { .. }
        | Fact::AlignmentBegan { .. }
        | Fact::Crashed { .. }
        | Fact::JobFinished
        | Fact::JobFailed
        | Fact::JobCancelled
        | Fact::LimitReached { .. } => true,
        Fact::JobRunning { checkpoint, .. } => checkpoint.is_some(),
        _ => false,
    }
}

/// The next moment worth stopping at, in any lane.
#[must_use]
pub fn next(runs: &[Run], after: Time) -> Option<Time> {
    let later = |run: &Run| run.facts.iter().find(|n| n.at > after && is_worth_it(&n.fact)).map(|n| n.at);
    runs.iter().filter_map(later).min()
}

/// The one before.
#[must_use]
pub fn previous(runs: &[Run], before: Time) -> Option<Time> {
    let earlier = |run: &Run| run.facts.iter().rev().find(|n| n.at < before && is_worth_it(&n.fact)).map(|n| n.at);
    runs.iter().filter_map(earlier).max()
}
