//! What holds for checkpoints, whatever the sink.

use super::History;
use exactly_once_lab::sim::fact::Fact;
use exactly_once_lab::sim::id::{Attempt, CheckpointId};
use std::collections::BTreeMap;

pub fn ids_rise_and_the_highest_is_restored(h: &History) -> Result<(), String> {
    let (mut triggered, mut highest) = (CheckpointId(0), None);
    for noted in h.facts {
        match &noted.fact {
            Fact::CheckpointTriggered { checkpoint, .. } => {
                if *checkpoint != triggered.next() {
                    return Err(format!("{checkpoint} is triggered after {triggered}"));
                }
                triggered = *checkpoint;
            }
            Fact::CheckpointCompleted { checkpoint, .. } => {
                // A savepoint subsumes nothing: an older checkpoint may still complete beside it.
                if highest >= Some(*checkpoint) && !h.stopped_with_savepoint() {
                    return Err(format!("{checkpoint} completes after {highest:?}"));
                }
                highest = highest.max(Some(*checkpoint));
            }
            Fact::Restoring { checkpoint } | Fact::JobRunning { checkpoint, .. } if *checkpoint != highest => {
                return Err(format!("{checkpoint:?} is restored, {highest:?} is the highest completed"));
            }
            _ => {}
        }
    }
    let store = &h.run.end.store;
    let both = store.completed.iter().chain(&store.closing).find(|id| store.aborted.contains(id));
    match both {
        Some(id) => Err(format!("{id} is both completed and aborted")),
        None => Ok(()),
    }
}

pub fn only_the_own_attempt_acknowledges(h: &History) -> Result<(), String> {
    let mut triggered: BTreeMap<CheckpointId, Attempt> = BTreeMap::new();
    for noted in h.facts {
        match noted.fact {
            Fact::CheckpointTriggered { checkpoint, .. } => {
                triggered.insert(checkpoint, noted.attempt);
            }
            Fact::SnapshotAcknowledged { checkpoint, .. }
            | Fact::AllAcknowledged { checkpoint }
            | Fact::NotificationReceived { checkpoint, .. }
            | Fact::SnapshotTaken { checkpoint, .. }
                if triggered.get(&checkpoint) != Some(&noted.attempt) =>
            {
                return Err(format!("attempt {}: {:?}", noted.attempt, noted.fact));
            }
            _ => {}
        }
    }
    for acknowledged in &h.acknowledged {
        if triggered.get(&acknowledged.checkpoint) != Some(&acknowledged.by) {
            return Err(format!("attempt {} changed {}", acknowledged.by, acknowledged.checkpoint));
        }
    }
    Ok(())
}

/// Nothing waits for the barriers of an aborted checkpoint, and they overtake nothing.
pub fn an_aborted_one_holds_up_and_overtakes_nothing(h: &History) -> Result<(), String> {
    let mut aborted = Vec::new();
    for noted in h.facts {
        match noted.fact {
            Fact::CheckpointAborted { checkpoint, .. } => aborted.push(checkpoint),
            Fact::AlignmentBegan { checkpoint, .. } | Fact::RecordsOvertaken { checkpoint, .. }
                if aborted.contains(&checkpoint) =>
            {
                return Err(format!("at {}: {:?}", noted.at, noted.fact));
            }
            _ => {}
        }
    }
    Ok(())
}
