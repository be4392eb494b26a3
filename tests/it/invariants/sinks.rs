//! What holds for what stands outside, sink by sink.

use super::History;
use exactly_once_lab::run::Verdict;
use exactly_once_lab::sim::external::transactional::TransactionState;
use exactly_once_lab::sim::fact::{Fact, RecordId, RowKey};
use exactly_once_lab::sim::id::Offset;
use exactly_once_lab::sim::plan::Total;
use exactly_once_lab::sim::scenario::{Flush, OperatorKind, Recommit, SinkSpec, SourceKind, Target, UpsertKey};

/// Write-ahead log, two-phase commit, committer, file: a record is visible only if a checkpoint behind it has completed.
pub fn nothing_is_visible_before_its_checkpoint(h: &History) -> Result<(), String> {
    let holds_back = !matches!(h.plan.sink, SinkSpec::Append { .. } | SinkSpec::Upsert { .. } | SinkSpec::Increment);
    if !holds_back || !h.is_exact() {
        return Ok(());
    }
    let mut durable = vec![Offset(0); h.plan.logs.len()];
    let outside = &h.run.end.outside;
    for noted in h.facts {
        let visible: Vec<RecordId> = match &noted.fact {
            Fact::CheckpointCompleted { checkpoint, .. } => {
                for (durable, cut) in durable.iter_mut().zip(h.cuts.get(checkpoint).into_iter().flatten()) {
                    *durable = (*durable).max(cut.unwrap_or_default());
                }
                continue;
            }
            Fact::RecordAppended { record, .. } => vec![*record],
            Fact::TransactionCommitted { transaction, .. } => {
                outside.transactions.all[transaction.index()].records.clone()
            }
            Fact::FileFinished { file } => outside.files.all[file.index()].records.clone(),
            Fact::ValuePut { after, .. } if h.plan.logs.len() == 1 => {
                vec![after.record]
            }
            _ => continue,
        };
        if let Some(early) = visible.iter().find(|record| record.offset >= durable[record.source.index()]) {
            return Err(format!("{early:?} is visible at {}, durable is {durable:?}", noted.at));
        }
    }
    Ok(())
}

/// Two-phase commit and committer on a store with idempotent commits and no time-out, and files: after the job has
/// finished, every record once.
pub fn exactly_once_sinks_are_right_at_the_end(h: &History) -> Result<(), String> {
    let is_such = match h.plan.sink {
        SinkSpec::TwoPhaseCommit { commit, .. } | SinkSpec::Committer { commit, .. } => commit == Recommit::Idempotent,
        SinkSpec::File { .. } => true,
        _ => false,
    };
    let given_up = |fact: &Fact| matches!(fact, Fact::CommitGivenUp { .. } | Fact::TransactionExpired { .. });
    if !is_such || !h.is_exact() || !h.is_finished() || h.plan.source == SourceKind::Socket || h.has(given_up) {
        return Ok(());
    }
    verdict_is(h, &[Verdict::ExactlyOnce])
}

fn verdict_is(h: &History, allowed: &[Verdict]) -> Result<(), String> {
    let judgement = h.run.judge();
    if allowed.contains(&judgement.verdict) {
        Ok(())
    } else {
        Err(format!("{judgement:?}"))
    }
}

/// Appending with a flush at the barrier, adding, and the write-ahead log that swallowed nothing: no loss. Putting by a
/// key that replays repeat: the table of a run without faults.
pub fn at_least_once_sinks_lose_nothing(h: &History) -> Result<(), String> {
    if !h.is_finished() || h.plan.source == SourceKind::Socket {
        return Ok(());
    }
    let put_off = |fact: &Fact| matches!(fact, Fact::BatchPutOff { .. } | Fact::ExceptionSwallowed { .. });
    match h.plan.sink {
        SinkSpec::Append { flush: Flush::AtBarrier, .. } | SinkSpec::Increment => {
            verdict_is(h, &[Verdict::ExactlyOnce, Verdict::Duplicates])
        }
        SinkSpec::WriteAheadLog { target: Target::Append } if !h.has(put_off) => {
            verdict_is(h, &[Verdict::ExactlyOnce, Verdict::Duplicates])
        }
        SinkSpec::WriteAheadLog { target: Target::Upsert } if !h.has(put_off) => the_table_is_right(h),
        SinkSpec::Upsert { key: UpsertKey::Record | UpsertKey::RecordAndOffset } => the_table_is_right(h),
        _ => Ok(()),
    }
}

/// With several sources a replay may merge them in another order, so that another record is the last of its key.
fn the_table_is_right(h: &History) -> Result<(), String> {
    // A request that outlives its attempt may be put after those of the next one: if it is held up, or every delay differs.
    if !h.is_exact() || h.plan.jitter.is_some() || h.plan.may_be_late() {
        return Ok(());
    }
    let by_order =
        h.plan.sink == SinkSpec::Upsert { key: UpsertKey::RecordAndOffset } || h.plan.operator == OperatorKind::Pass;
    let compared = |(row, total): (&RowKey, &Total)| match h.plan.logs.len() {
        1 => Some((*row, *total)),
        _ if by_order => None,
        _ => Some((*row, Total { record: RecordId::default(), ..*total })),
    };
    let right = h.run.right_table().unwrap_or_default();
    let (here, right): (Vec<_>, Vec<_>) = (
        h.run.end.outside.table.rows.iter().filter_map(compared).collect(),
        right.iter().filter_map(compared).collect(),
    );
    if here == right {
        Ok(())
    } else {
        Err(format!("the table is {here:?}, without faults {right:?}"))
    }
}

/// A value falls only where an attempt repeats what an earlier one had done.
pub fn a_row_goes_back_only_in_a_replay(h: &History) -> Result<(), String> {
    // Without a count it is the offset that falls, and offsets of several sources say nothing to each other.
    let is_told_by_offset = h.plan.operator == OperatorKind::Pass && h.plan.logs.len() > 1;
    if !matches!(h.plan.sink, SinkSpec::Upsert { .. }) || is_told_by_offset {
        return Ok(());
    }
    for noted in h.facts {
        let Fact::ValuePut { went_back: true, .. } = noted.fact else { continue };
        if noted.attempt.0 == 0 {
            return Err(format!("at {}: {:?}", noted.at, noted.fact));
        }
    }
    Ok(())
}

/// After the job has finished, a transaction that is neither committed nor aborted nor expired was begun by an attempt
/// that has died, or its commit was given up, or nothing is in it: a checkpoint that was still under way prepared it.
pub fn what_stays_open_is_an_orphan(h: &History) -> Result<(), String> {
    if !h.has(|fact| matches!(fact, Fact::JobFinished)) {
        return Ok(());
    }
    for (index, transaction) in h.run.end.outside.transactions.all.iter().enumerate() {
        let stays = matches!(transaction.state, TransactionState::Open | TransactionState::Prepared);
        let given_up =
            |fact: &Fact| matches!(fact, Fact::CommitGivenUp { transaction } if transaction.index() == index);
        let harms = stays && !transaction.records.is_empty();
        if harms && h.began_by[index] == h.run.end.attempt && !h.has(given_up) {
            return Err(format!("T{index} of the last attempt is left {:?}", transaction.state));
        }
    }
    Ok(())
}
