//! What each sink promises: what can come of crashes at worst, and what never does.

use super::harm::Harm;
use crate::sim::scenario::{Flush, Readers, Recommit, SinkSpec, Target, UpsertKey};

/// The harm that crashes sometimes do with this sink; all other harm they never do.
///
/// This holds where the source can be read again, barriers are aligned, restarts are never used up, and nothing but crashes goes
/// wrong. Tests hold it exactly: what is listed does occur, and nothing else does. A transaction timeout of the store is
/// the one setting whose promise depends on figures (how long the job can be down); it is taken as long enough here.
///
/// # Example
/// ```
/// use exactly_once_lab::explore::{sometimes, Harm};
/// use exactly_once_lab::sim::scenario::SinkSpec;
///
/// let promise = |kind| SinkSpec::from_kind(kind).map(sometimes);
/// assert_eq!(promise("append"), Some(&[Harm::Duplicates][..]));
/// assert_eq!(promise("two_phase_commit"), Some(&[Harm::Blocked][..]));
/// ```
#[must_use]
pub fn sometimes(sink: SinkSpec) -> &'static [Harm] {
    match sink {
        SinkSpec::Append { buffer: 2.., flush: Flush::Never } => {
            &[Harm::Duplicates, Harm::Loss, Harm::DuplicatesAndLoss]
        }
        SinkSpec::Append { .. } | SinkSpec::Increment | SinkSpec::WriteAheadLog { target: Target::Append } => {
            &[Harm::Duplicates]
        }
        SinkSpec::Upsert { key: UpsertKey::Record } | SinkSpec::WriteAheadLog { target: Target::Upsert } => {
            &[Harm::WentBack]
        }
        SinkSpec::Upsert { key: UpsertKey::RecordAndAttempt } => &[Harm::Duplicates, Harm::Differs],
        SinkSpec::Upsert { key: UpsertKey::RecordAndOffset } | SinkSpec::File { .. } => &[],
        SinkSpec::TwoPhaseCommit { commit, readers, .. } | SinkSpec::Committer { commit, readers, .. } => {
            match (commit, readers) {
                (Recommit::Idempotent, Readers::ReadCommitted) => &[Harm::Blocked],
                (Recommit::Idempotent, Readers::ReadUncommitted) => &[Harm::DirtyRead],
                (Recommit::Reapply, Readers::ReadCommitted) => &[Harm::Blocked, Harm::Duplicates],
                (Recommit::Reapply, Readers::ReadUncommitted) => &[Harm::DirtyRead, Harm::Duplicates],
                (Recommit::Strict, Readers::ReadCommitted) => &[Harm::Blocked, Harm::Stuck],
                (Recommit::Strict, Readers::ReadUncommitted) => &[Harm::DirtyRead, Harm::Stuck],
            }
        }
    }
}
