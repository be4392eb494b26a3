//! What a completed checkpoint holds.

use super::history::{History, Stored};
use exactly_once_lab::run::outcome::kind_name;
use exactly_once_lab::sim::event::{ChannelId, Row};
use exactly_once_lab::sim::external::transactional::TransactionState;
use exactly_once_lab::sim::fact::{Fact, RecordId};
use exactly_once_lab::sim::id::{FileId, Offset, SourceId, TransactionId};
use exactly_once_lab::sim::plan::TotalOf;
use exactly_once_lab::sim::scenario::{Flush, OperatorKind, SinkSpec, SourceKind, Target};
use exactly_once_lab::sim::sink::SinkState;
use exactly_once_lab::sim::store::TaskSnapshot;
use std::collections::{BTreeMap, BTreeSet};

/// The records before a checkpoint's cuts.
fn before(h: &History, stored: &Stored) -> Result<Vec<RecordId>, String> {
    let mut records = Vec::new();
    let id = stored.checkpoint.id;
    let Some(cuts) = h.cuts.get(&id) else { return Err(format!("{id} has completed without a barrier")) };
    for (source, cut) in cuts.iter().enumerate() {
        let Some(cut) = cut else { return Err(format!("{id} has completed without a barrier of source {source}")) };
        let saved = &*stored.checkpoint.snapshots[source];
        if *saved != TaskSnapshot::Source(*cut) {
            return Err(format!("{id}: source {source} cut at {cut} and saved {saved:?}"));
        }
        let source = SourceId(source as u32);
        records.extend((0..cut.0).map(|offset| RecordId { source, offset: Offset(offset) }));
    }
    Ok(records)
}

/// The records that a checkpoint saved in flight: before the operators, and behind them.
fn in_flight(stored: &Stored) -> (Vec<RecordId>, Vec<RecordId>) {
    let (mut unprocessed, mut processed) = (Vec::new(), Vec::new());
    let ids = |saved: &[(ChannelId, Row)]| saved.iter().map(|(_, row)| row.record).collect::<Vec<_>>();
    for snapshot in &stored.checkpoint.snapshots {
        match &**snapshot {
            TaskSnapshot::Source(_) => {}
            TaskSnapshot::Operator(_, saved) => unprocessed.extend(ids(saved)),
            TaskSnapshot::Sink(_, saved) => processed.extend(ids(saved)),
        }
    }
    (unprocessed, processed)
}

/// Exactly the records before the cut, without those saved in flight; with barriers that are not aligned, at least those.
pub fn a_snapshot_is_the_fold_of_the_records_before_it(h: &History) -> Result<(), String> {
    // What a socket sent while nobody listened is in no state, and neither is what was lost in a crash.
    if h.plan.operator == OperatorKind::Pass || h.plan.source == SourceKind::Socket {
        return Ok(());
    }
    for stored in &h.stored {
        let (unprocessed, _) = in_flight(stored);
        let mut fold = vec![TotalOf::default(); h.plan.keys.len()];
        for id in before(h, stored)?.iter().filter(|id| !unprocessed.contains(id)) {
            let record = h.plan.record(id.source, id.offset);
            let total = &mut fold[record.key.index()];
            *total = TotalOf { count: total.count + 1, sum: total.sum + record.value };
        }
        let mut saved = vec![TotalOf::default(); h.plan.keys.len()];
        for snapshot in &stored.checkpoint.snapshots {
            let TaskSnapshot::Operator(state, _) = &**snapshot else { continue };
            for (key, total) in state.iter().enumerate() {
                saved[key] = TotalOf { count: saved[key].count + total.count, sum: saved[key].sum + total.sum };
            }
        }
        let right = if h.is_exact() {
            saved == fold
        } else {
            saved.iter().zip(&fold).all(|(saved, fold)| saved.count >= fold.count)
        };
        if !right {
            return Err(format!("checkpoint {} saves {saved:?}, its records make {fold:?}", stored.checkpoint.id));
        }
    }
    Ok(())
}

/// When a checkpoint completes, each record before its cut is readable outside, or saved so that recovery will publish
/// it, or saved in flight; with a sink that publishes nothing by itself: exactly one of these.
pub fn at_completion_everything_is_covered(h: &History) -> Result<(), String> {
    let exactly = match h.plan.sink {
        SinkSpec::Append { flush: Flush::AtBarrier, .. } | SinkSpec::WriteAheadLog { target: Target::Append } => false,
        SinkSpec::TwoPhaseCommit { .. } | SinkSpec::Committer { .. } | SinkSpec::File { .. } => true,
        _ => return Ok(()),
    };
    let given_up = |fact: &Fact| matches!(fact, Fact::CommitGivenUp { .. } | Fact::TransactionExpired { .. });
    if h.plan.source == SourceKind::Socket || h.has(given_up) {
        return Ok(());
    }
    for stored in &h.stored {
        let mut copies: BTreeMap<RecordId, u32> = BTreeMap::new();
        let (unprocessed, processed) = in_flight(stored);
        for record in unprocessed.into_iter().chain(processed).chain(kept_by_sinks(stored)) {
            *copies.entry(record).or_default() += 1;
        }
        for record in before(h, stored)? {
            let count = copies.remove(&record).unwrap_or(0);
            let right = if exactly && h.is_exact() { count == 1 } else { count >= 1 };
            if !right {
                let (id, sink) = (stored.checkpoint.id, kind_name(h.plan.sink));
                return Err(format!("{sink}: {record:?} is kept {count} times when checkpoint {id} completes"));
            }
        }
    }
    Ok(())
}

/// What readers get and what recovery from this checkpoint will publish, each transaction and file once.
fn kept_by_sinks(stored: &Stored) -> Vec<RecordId> {
    let outside = &stored.outside;
    let mut kept = outside.log.records.clone();
    let transactions = outside.transactions.all.iter().enumerate();
    let committed = transactions.filter(|(_, t)| t.state == TransactionState::Committed);
    let mut transactions: BTreeSet<TransactionId> = committed.map(|(id, _)| TransactionId(id as u32)).collect();
    let mut files: BTreeMap<FileId, usize> =
        outside.files.finished.iter().map(|file| (*file, outside.files.all[file.index()].records.len())).collect();
    for snapshot in &stored.checkpoint.snapshots {
        let TaskSnapshot::Sink(state, _) = &**snapshot else { continue };
        match state {
            SinkState::None => {}
            SinkState::Batches(batches) => kept.extend(batches.iter().flat_map(|b| &b.rows).map(|row| row.record)),
            SinkState::Transactions { pending, .. } | SinkState::Committables(pending) => {
                transactions.extend(pending.iter().map(|(_, handle)| handle.id));
            }
            SinkState::Files { pending, in_progress } => {
                files.extend(pending.iter().map(|(_, file)| (*file, outside.files.all[file.index()].records.len())));
                files.extend(in_progress.map(|(file, length)| (file, length as usize)));
            }
        }
    }
    kept.extend(transactions.iter().flat_map(|id| &outside.transactions.all[id.index()].records));
    kept.extend(files.iter().flat_map(|(file, length)| &outside.files.all[file.index()].records[..*length]));
    kept
}
