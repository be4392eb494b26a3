//! Named mistakes that real jobs and connectors have made, to be switched on one at a time: for "find the bug", and to
//! test that the explorer finds them. What is wrong with each in words for people: `i18n::mutants`.
//!
//! A mutant is a question that the code asks in one place, `plan.has(Mutant::…)`; where none is switched on the answer is
//! no, and nothing differs.

use super::scenario::Named;

macro_rules! mutants {
    ($($(#[$doc:meta])+ $variant:ident = $name:literal, breaks $breaks:literal;)*) => {
        /// A named mistake.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Mutant { $($(#[$doc])+ $variant),* }

        impl Mutant {
            /// Every mutant.
            pub const ALL: &'static [Mutant] = &[$(Mutant::$variant),*];

            /// What comes of it: `duplicates`, `loss`, `differs` or `stuck`, as reports of the explorer name harm.
            #[must_use]
            pub const fn breaks(self) -> &'static str {
                match self { $(Mutant::$variant => $breaks),* }
            }
        }

        impl Named for Mutant {
            const NAMES: &'static [(&'static str, Self)] = &[$(($name, Mutant::$variant)),*];
        }
    };
}

mutants! {
    /// The at-least-once sink takes its snapshot before its buffer is written out, so a checkpoint can complete without
    /// what it covers.
    AcknowledgeBeforeFlush = "acknowledge_before_flush", breaks "loss";
    /// The operator's state is copied when the snapshot is stored, not at the barrier: it counts records from behind it.
    SnapshotAtAcknowledgement = "snapshot_at_acknowledgement", breaks "differs";
    /// The source's offset is read when the snapshot is stored, not when the barrier leaves.
    OffsetAtAcknowledgement = "offset_at_acknowledgement", breaks "loss";
    /// The source stores the offset of the last record that it read instead of the next one to read.
    OffsetOfLastRecord = "offset_of_last_record", breaks "duplicates";
    /// An input that has delivered its barrier is not held up while the others are waited for.
    AlignmentLeftOut = "alignment_left_out", breaks "differs";
    /// Records that an unaligned barrier overtook are in the checkpoint, but they are not restored.
    ChannelStateNotRestored = "channel_state_not_restored", breaks "loss";
    /// The sinks are notified when all tasks have acknowledged; the checkpoint's metadata is not durable then.
    NotifyBeforeDurable = "notify_before_durable", breaks "duplicates";
    /// A dead attempt's write of checkpoint metadata still counts after the next attempt has restored an older one: a later
    /// recovery then wants to commit transactions that were aborted in between.
    LateMetadataAccepted = "late_metadata_accepted", breaks "stuck";
    /// Two-phase commit commits at the barrier, without waiting for the checkpoint to complete.
    CommitAtBarrier = "commit_at_barrier", breaks "duplicates";
    /// Two-phase commit aborts a prepared transaction when its checkpoint is declined; the next one would have covered it.
    AbortAtDecline = "abort_at_decline", breaks "loss";
    /// Two-phase commit takes notifications as reliable: each commits the transaction of its own checkpoint and no older.
    NotificationsReliable = "notifications_reliable", breaks "loss";
    /// Two-phase commit begins its next transaction after the commit, not at the barrier: what comes in between is written
    /// into the transaction that is prepared already.
    BeginAfterCommit = "begin_after_commit", breaks "duplicates";
    /// Two-phase commit does not commit restored transactions again at recovery.
    RestoredNotCommitted = "restored_not_committed", breaks "loss";
    /// Any failure of a commit at recovery is ignored, whether or not the transaction may have timed out.
    FailedCommitIgnored = "failed_commit_ignored", breaks "loss";
    /// The write-ahead sink sends restored batches at once, without asking whether they were sent.
    SendAtRestore = "send_at_restore", breaks "duplicates";
    /// The write-ahead sink never asks the commit table.
    CommitTableNotAsked = "commit_table_not_asked", breaks "duplicates";
    /// The write-ahead sink marks a batch as sent before it sends it.
    MarkBeforeSend = "mark_before_send", breaks "loss";
    /// A reply to a request of a dead attempt is taken by the new attempt for its own.
    RepliesNotFenced = "replies_not_fenced", breaks "loss";
    /// The file sink goes on writing to a restored file without cutting it to the length that the checkpoint holds.
    RestoredFileNotCut = "restored_file_not_cut", breaks "duplicates";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_have_names_of_their_own() {
        assert!(Mutant::ALL.len() >= 12);
        for mutant in Mutant::ALL {
            assert_eq!(Mutant::from_name(mutant.name()), Some(*mutant));
            assert!(["duplicates", "loss", "differs", "stuck"].contains(&mutant.breaks()));
        }
    }
}
