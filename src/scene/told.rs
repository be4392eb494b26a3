//! What happened, told once for all lanes: the same fact at the same time is one line, with the lanes that it holds for.

use crate::i18n::narrate::told_alike;
use crate::run::{Noted, Run};
use crate::sim::fact::{Fact, TaskId};

/// A fact with the lanes in which it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The fact, as the first of these lanes has it.
    pub noted: Noted,
    /// That lane.
    pub lane: usize,
    /// One bit a lane.
    pub lanes: u32,
}

/// Is a fact about the part of the job that all lanes have alike (sources, operator, coordinator)? Of those the account
/// needs only the lane that is followed; what happens to a sink, or to a whole job, is told of every lane.
#[must_use]
pub fn is_alike(fact: &Fact) -> bool {
    match fact {
        Fact::RecordRead { .. }
        | Fact::RecordsMissed { .. }
        | Fact::RecordProcessed { .. }
        | Fact::InputEnded { .. }
        | Fact::CheckpointTriggered { .. }
        | Fact::TriggerSkipped { .. }
        | Fact::BarrierSent { .. }
        | Fact::AllAcknowledged { .. }
        | Fact::CheckpointCompleted { .. }
        | Fact::CheckpointAborted { .. }
        | Fact::LateCompletionRefused { .. }
        | Fact::NotificationSent { .. }
        | Fact::NotificationLost { .. }
        | Fact::RestartScheduled { .. }
        | Fact::Restoring { .. }
        | Fact::JobRunning { .. }
        | Fact::StoryStep { .. }
        | Fact::StepSkipped { .. } => true,
        Fact::AlignmentBegan { task, .. }
        | Fact::RecordsOvertaken { task, .. }
        | Fact::SnapshotTaken { task, .. }
        | Fact::SnapshotAcknowledged { task, .. } => !matches!(task, TaskId::Sink(_)),
        _ => false,
    }
}

/// Does a fact give away what readers of the outside get?
#[must_use]
pub fn is_answer(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::ValuePut { .. }
            | Fact::RecordAppended { .. }
            | Fact::BatchSending { .. }
            | Fact::BatchPutOff { .. }
            | Fact::BatchMarked { .. }
            | Fact::BatchDone { .. }
            | Fact::BatchDropped { .. }
            | Fact::ExceptionSwallowed { .. }
            | Fact::TransactionCommitted { .. }
            | Fact::ReadersBlocked { .. }
            | Fact::CommittedBefore { .. }
            | Fact::CommittedAgain { .. }
            | Fact::TransactionAborted { .. }
            | Fact::TransactionExpired { .. }
            | Fact::RequestRefused { .. }
            | Fact::CommitGivenUp { .. }
            | Fact::FileFinished { .. }
            | Fact::FileTruncated { .. }
            | Fact::RecordsMissed { .. }
    )
}

/// The account of all lanes, in order of time.
#[must_use]
pub fn account(runs: &[Run]) -> Vec<Told> {
    let mut account: Vec<Told> = Vec::new();
    let mut next: Vec<usize> = vec![0; runs.len()];
    loop {
        // The lane whose next fact is earliest goes on; at equal times the first one.
        let head = |lane: usize| runs[lane].facts.get(next[lane]).map(|noted| (noted.at, lane));
        let Some((at, lane)) = (0..runs.len()).filter_map(head).min() else { return account };
        let noted = &runs[lane].facts[next[lane]];
        next[lane] += 1;
        let same = |told: &&mut Told| {
            told.noted.fact == noted.fact
                && told.noted.attempt == noted.attempt
                && told.lanes & (1 << lane) == 0
                && told_alike(&runs[told.lane].plan, &runs[lane].plan, &noted.fact)
        };
        let of_this_time = account.partition_point(|told| told.noted.at < at);
        match account[of_this_time..].iter_mut().find(same) {
            Some(told) => told.lanes |= 1 << lane,
            None => account.push(Told { noted: noted.clone(), lane, lanes: 1 << lane }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::PRESETS;

    #[test]
    fn every_fact_of_every_lane_is_told_and_in_order() {
        for preset in PRESETS {
            let runs = Run::lanes(&preset.scenario());
            let account = account(&runs);
            let told: u32 = account.iter().map(|told| told.lanes.count_ones()).sum();
            assert_eq!(told as usize, runs.iter().map(|run| run.facts.len()).sum::<usize>(), "{}", preset.id);
            assert!(account.windows(2).all(|pair| pair[0].noted.at <= pair[1].noted.at), "{}", preset.id);
        }
    }

    #[test]
    fn what_is_common_is_told_once() {
        let runs = Run::lanes(&PRESETS[0].scenario());
        let account = account(&runs);
        let crash = account.iter().filter(|told| told.noted.fact.name().as_str() == "crashed");
        assert_eq!(crash.map(|told| told.lanes).collect::<Vec<_>>(), [0b1111]);
    }
}
