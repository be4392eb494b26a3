//! What a task does about barriers from several inputs: a value type that knows nothing of tasks or time.
//!
//! Sources: Flink's `SingleCheckpointBarrierHandler` (aligned, unaligned) and `CheckpointBarrierTracker` (counting).

use super::fact::CheckpointKind;
use super::id::CheckpointId;

/// How barriers are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// An input that delivered the barrier is blocked until all have.
    Aligned,
    /// Barriers are only counted; nothing is blocked (`AT_LEAST_ONCE`).
    Counting,
    /// The first barrier starts the snapshot; what the others still deliver before theirs is saved.
    Unaligned,
}

/// A set of inputs, one bit each. There are at most 32 of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Inputs(u32);

impl Inputs {
    fn add(&mut self, input: u32) {
        self.0 |= 1 << input;
    }
    fn has(self, input: u32) -> bool {
        self.0 & (1 << input) != 0
    }
    fn or(self, other: Inputs) -> Inputs {
        Inputs(self.0 | other.0)
    }
    fn is_all(self, inputs: u32) -> bool {
        self.0.count_ones() == inputs
    }
}

/// The barriers that have come, and what follows from them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Barriers {
    inputs: u32,
    mode: Alignment,
    /// Checkpoints of which some barriers have come, oldest first. Only counting has more than one.
    under_way: Vec<UnderWay>,
    /// The highest one that is over with: snapshotted, or overtaken by a later one.
    over: CheckpointId,
    /// Aborted ones above that.
    cancelled: Vec<CheckpointId>,
    ended: Inputs,
}

/// A checkpoint of which some barriers have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct UnderWay {
    id: CheckpointId,
    kind: CheckpointKind,
    came: Inputs,
}

impl UnderWay {
    /// How this one is treated: a savepoint is always aligned.
    fn mode(&self, mode: Alignment) -> Alignment {
        match (mode, self.kind) {
            (Alignment::Unaligned, CheckpointKind::Savepoint) => Alignment::Aligned,
            _ => mode,
        }
    }
}

/// What a task has to do now that a barrier has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnBarrier {
    /// Nothing: it belongs to a checkpoint that is over.
    Ignore,
    /// Wait for the others; `first` tells whether this was the first one.
    Wait {
        /// Was it the first barrier of this checkpoint?
        first: bool,
    },
    /// Take the snapshot and send the barrier on.
    Snapshot,
    /// Unaligned: take the snapshot, send the barrier on, and save what the other inputs still deliver.
    SnapshotAndSave,
    /// Unaligned: all barriers have come, nothing more is to be saved.
    Saved,
}

impl Barriers {
    /// For a task with so many inputs (1 to 32).
    #[must_use]
    pub fn new(inputs: u32, mode: Alignment) -> Barriers {
        Barriers {
            inputs,
            mode,
            under_way: Vec::new(),
            over: CheckpointId(0),
            cancelled: Vec::new(),
            ended: Inputs::default(),
        }
    }

    /// A barrier has come from an input.
    pub fn arrive(&mut self, input: u32, id: CheckpointId, kind: CheckpointKind) -> OnBarrier {
        if self.is_over(id) {
            return OnBarrier::Ignore;
        }
        if self.mode != Alignment::Counting {
            // A newer barrier makes the task give up an older alignment.
            self.under_way.retain(|other| other.id >= id);
        }
        let place = match self.under_way.iter().position(|other| other.id == id) {
            Some(place) => place,
            None => {
                self.under_way.push(UnderWay { id, kind, came: Inputs::default() });
                self.under_way.len() - 1
            }
        };
        let this = &mut self.under_way[place];
        let first = this.came == Inputs::default();
        this.came.add(input);
        let complete = this.came.or(self.ended).is_all(self.inputs);
        let mode = this.mode(self.mode);
        if complete {
            self.close(id);
        }
        match (mode, first, complete) {
            (Alignment::Unaligned, true, false) => OnBarrier::SnapshotAndSave,
            (Alignment::Unaligned, false, true) => OnBarrier::Saved,
            (_, _, true) => OnBarrier::Snapshot,
            (_, first, false) => OnBarrier::Wait { first },
        }
    }

    /// An input has ended: that counts as having delivered every barrier. Answers the checkpoint that this completes,
    /// and what is to be done about it.
    pub fn end(&mut self, input: u32) -> Option<(CheckpointId, CheckpointKind, OnBarrier)> {
        self.ended.add(input);
        let this = *self.under_way.iter().find(|this| this.came.or(self.ended).is_all(self.inputs))?;
        self.close(this.id);
        let what = if this.mode(self.mode) == Alignment::Unaligned { OnBarrier::Saved } else { OnBarrier::Snapshot };
        Some((this.id, this.kind, what))
    }

    /// Have all inputs ended?
    #[must_use]
    pub fn all_ended(&self) -> bool {
        self.ended.is_all(self.inputs)
    }

    /// Has this input ended?
    #[must_use]
    pub fn has_ended(&self, input: u32) -> bool {
        self.ended.has(input)
    }

    /// A checkpoint was aborted: stop waiting for it.
    pub fn cancel(&mut self, id: CheckpointId) {
        self.under_way.retain(|other| other.id != id);
        if id > self.over && !self.cancelled.contains(&id) {
            self.cancelled.push(id);
        }
    }

    /// Is this checkpoint snapshotted, overtaken by a later one or aborted, so that its barriers mean nothing any more?
    #[must_use]
    pub fn is_over(&self, id: CheckpointId) -> bool {
        id <= self.over || self.cancelled.contains(&id)
    }

    /// Must this input wait?
    #[must_use]
    pub fn is_blocked(&self, input: u32) -> bool {
        self.under_way.iter().any(|this| this.mode(self.mode) == Alignment::Aligned && this.came.has(input))
    }

    /// The checkpoint under way whose barrier this input has delivered.
    #[must_use]
    pub fn came(&self, input: u32) -> Option<CheckpointId> {
        self.under_way.iter().find(|this| this.came.has(input)).map(|this| this.id)
    }

    /// Unaligned: the checkpoint for which records from this input are being saved.
    #[must_use]
    pub fn saving(&self, input: u32) -> Option<CheckpointId> {
        let saving = |this: &&UnderWay| this.mode(self.mode) == Alignment::Unaligned && !this.came.has(input);
        self.under_way.iter().find(saving).map(|this| this.id)
    }

    /// The checkpoint whose barriers the task is waiting for, if any.
    #[must_use]
    pub fn waiting_for(&self) -> Option<CheckpointId> {
        self.under_way.first().map(|this| this.id)
    }

    fn close(&mut self, id: CheckpointId) {
        self.over = id;
        self.under_way.retain(|other| other.id > id);
        self.cancelled.retain(|other| *other > id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    const N: CheckpointId = CheckpointId(1);
    const R: CheckpointKind = CheckpointKind::Regular;

    #[test]
    fn one_input_never_waits() {
        for mode in [Alignment::Aligned, Alignment::Counting, Alignment::Unaligned] {
            assert_eq!(Barriers::new(1, mode).arrive(0, N, R), OnBarrier::Snapshot);
        }
    }

    #[test]
    fn aligned_blocks_the_input_that_was_first() {
        let mut barriers = Barriers::new(2, Alignment::Aligned);
        assert_eq!(barriers.arrive(1, N, R), OnBarrier::Wait { first: true });
        assert!(barriers.is_blocked(1) && !barriers.is_blocked(0));
        assert_eq!((barriers.came(0), barriers.came(1)), (None, Some(N)));
        assert_eq!(barriers.arrive(0, N, R), OnBarrier::Snapshot);
        assert!(!barriers.is_blocked(1));
        assert_eq!(barriers.arrive(0, N, R), OnBarrier::Ignore);
    }

    #[test]
    fn counting_blocks_nothing_and_takes_several_at_once() {
        let mut barriers = Barriers::new(2, Alignment::Counting);
        assert_eq!(barriers.arrive(0, N, R), OnBarrier::Wait { first: true });
        assert_eq!(barriers.arrive(0, N.next(), R), OnBarrier::Wait { first: true });
        assert!(!barriers.is_blocked(0));
        assert_eq!(barriers.arrive(1, N, R), OnBarrier::Snapshot);
        assert_eq!(barriers.arrive(1, N.next(), R), OnBarrier::Snapshot);
    }

    #[test]
    fn unaligned_saves_what_the_late_input_delivers() {
        let mut barriers = Barriers::new(2, Alignment::Unaligned);
        assert_eq!(barriers.arrive(0, N, R), OnBarrier::SnapshotAndSave);
        assert_eq!((barriers.saving(0), barriers.saving(1)), (None, Some(N)));
        assert_eq!(barriers.arrive(1, N, R), OnBarrier::Saved);
        assert_eq!(barriers.saving(1), None);
    }

    #[test]
    fn an_ended_input_counts_as_delivered() {
        let mut barriers = Barriers::new(2, Alignment::Aligned);
        assert_eq!(barriers.arrive(0, N, R), OnBarrier::Wait { first: true });
        assert_eq!(barriers.end(1), Some((N, R, OnBarrier::Snapshot)));
        assert_eq!(barriers.arrive(0, N.next(), R), OnBarrier::Snapshot);
    }

    #[test]
    fn a_cancelled_checkpoint_unblocks_and_its_late_barrier_is_ignored() {
        let mut barriers = Barriers::new(2, Alignment::Aligned);
        barriers.arrive(0, N, R);
        barriers.cancel(N);
        assert!(!barriers.is_blocked(0));
        assert_eq!(barriers.arrive(1, N, R), OnBarrier::Ignore);
    }

    #[test]
    fn a_newer_barrier_gives_up_an_older_alignment() {
        let mut barriers = Barriers::new(2, Alignment::Aligned);
        barriers.arrive(0, N, R);
        assert_eq!(barriers.arrive(1, N.next(), R), OnBarrier::Wait { first: true });
        assert!(!barriers.is_blocked(0));
    }

    #[test]
    fn a_savepoint_is_aligned_even_where_checkpoints_are_not() {
        let mut barriers = Barriers::new(2, Alignment::Unaligned);
        assert_eq!(barriers.arrive(0, N, CheckpointKind::Savepoint), OnBarrier::Wait { first: true });
        assert!(barriers.is_blocked(0));
    }
}
