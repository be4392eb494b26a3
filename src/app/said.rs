//! What is seen, in words: the same in the lab, in a picture to take along and in a table.

use super::model::{Computed, Model};
use crate::i18n::narrate::{narrate, Level, Tone};
use crate::i18n::{pair, Words};
use crate::scene::checkpoints::Phase;
use crate::scene::inputs::{Gate, InputView};
use crate::scene::job::{JobLife, JobView};
use crate::scene::outside::{Stored, StoredState};
use crate::scene::sink::Doing;
use crate::scene::standing::{Standing, Word};
use crate::scene::told::{is_alike, is_answer, Told};
use crate::sim::fact::{CheckpointKind, RecordId};
use crate::sim::id::Time;
use crate::sim::plan::Plan;
use crate::sim::scenario::{Flush, Readers, Recommit, Roll, SinkSpec, Target, UpsertKey};
use crate::sim::world::JobEnd;
use std::borrow::Cow;

/// A sink's name and what it does.
#[must_use]
pub fn sink_name(words: &Words, spec: SinkSpec) -> (&'static str, Cow<'static, str>) {
    let (name, what) = match spec {
        SinkSpec::Append { buffer: 0, .. } => (words.sink_append, words.sink_append_what),
        SinkSpec::Append { flush: Flush::AtBarrier, .. } => (words.sink_append, words.sink_append_buffer),
        SinkSpec::Append { flush: Flush::Never, .. } => (words.sink_append, words.sink_append_never),
        SinkSpec::Upsert { key: UpsertKey::Record } => (words.sink_upsert, words.sink_upsert_record),
        SinkSpec::Upsert { key: UpsertKey::RecordAndAttempt } => (words.sink_upsert, words.sink_upsert_attempt),
        SinkSpec::Upsert { key: UpsertKey::RecordAndOffset } => (words.sink_upsert, words.sink_upsert_offset),
        SinkSpec::Increment => (words.sink_increment, words.sink_increment_what),
        SinkSpec::WriteAheadLog { target: Target::Append } => (words.sink_wal, words.sink_wal_what),
        SinkSpec::WriteAheadLog { target: Target::Upsert } => (words.sink_wal, words.sink_wal_table),
        SinkSpec::TwoPhaseCommit { commit, transaction_timeout, ignore_failures_after_timeout, fencing, readers } => {
            let late = transaction_timeout.map(|after| (after, ignore_failures_after_timeout));
            return (words.sink_2pc, store_note(words, commit, late, readers, fencing));
        }
        SinkSpec::Committer { commit, transaction_timeout, readers, fencing } => {
            let late = transaction_timeout.map(|after| (after, false));
            return (words.sink_committer, store_note(words, commit, late, readers, fencing));
        }
        SinkSpec::File { roll: Roll::OnCheckpoint } => (words.sink_file, words.sink_file_checkpoint),
        SinkSpec::File { roll: Roll::Default } => (words.sink_file, words.sink_file_default),
    };
    (name, what.into())
}

/// What is special about a store with transactions; `late` is after how long it times them out, and whether a commit that
/// comes later is passed over.
fn store_note(
    words: &Words,
    commit: Recommit,
    late: Option<(Time, bool)>,
    readers: Readers,
    fencing: bool,
) -> Cow<'static, str> {
    let note = match (commit, late) {
        _ if readers == Readers::ReadUncommitted => words.sink_uncommitted,
        _ if !fencing && commit == Recommit::Reapply => {
            return format!("{}; {}", words.sink_unfenced, words.sink_2pc_reapply).into();
        }
        _ if !fencing => words.sink_unfenced,
        (_, Some((after, passes_over))) => {
            let more = if passes_over { words.sink_passes_over } else { "" };
            return format!("{} {after} {}{more}", words.sink_times_out, words.seconds).into();
        }
        (Recommit::Idempotent, None) => words.sink_2pc_idempotent,
        (Recommit::Reapply, None) => words.sink_2pc_reapply,
        (Recommit::Strict, None) => words.sink_2pc_strict,
    };
    note.into()
}

/// What is to be said of a sink whose job is not up.
#[must_use]
pub fn absence(words: &Words, life: JobLife) -> Option<&'static str> {
    match life {
        JobLife::Down(_) => Some(words.memory_gone),
        JobLife::Over(JobEnd::Failed) => Some(words.job_failed),
        JobLife::Over(JobEnd::Finished) => Some(words.job_finished),
        JobLife::Over(JobEnd::Cancelled) => Some(words.job_cancelled),
        JobLife::Over(JobEnd::Stopped(_)) => Some(words.job_stopped),
        JobLife::Running | JobLife::Restoring => None,
    }
}

/// What a sink is doing.
#[must_use]
pub fn doing(words: &Words, doing: Doing) -> String {
    match doing {
        Doing::Restoring => words.doing_restoring.to_string(),
        Doing::Writing => words.doing_writing.to_string(),
        Doing::Snapshotting(id) => format!("{} {id}", words.doing_snapshot),
        Doing::Publishing(id) => format!("{} {id}", words.doing_publishing),
        Doing::Finishing => words.doing_finishing.to_string(),
    }
}

/// The transactions or files that a sink writes to, and those that wait.
#[must_use]
pub fn handles(words: &Words, spec: SinkSpec, current: &[u32], pending: &[(u32, u32)]) -> String {
    let prefix = if matches!(spec, SinkSpec::File { .. }) { 'F' } else { 'T' };
    let writes = current.iter().map(|number| format!("{} {prefix}{number}", words.writes_to));
    let waits = match pending {
        [] => None,
        [(id, number)] => Some(format!("{prefix}{number} {} {id}", words.waits_for)),
        several => {
            let each: Vec<String> = several.iter().map(|(id, number)| format!("{prefix}{number} ({id})")).collect();
            Some(pair(words.wait_each, each.join(" ")))
        }
    };
    writes.chain(waits).collect::<Vec<_>>().join(" · ")
}

/// What is to be said of a job besides that it runs.
#[must_use]
pub fn life(words: &Words, view: &JobView) -> Option<String> {
    Some(match view.life {
        JobLife::Running => format!("{} {}", words.restored_from, view.restored_from?),
        JobLife::Restoring => words.job_restoring.to_string(),
        JobLife::Down(until) => format!("{} {} {until} {}", words.job_down, words.restarts_at, words.seconds),
        JobLife::Over(JobEnd::Finished) => words.job_finished.to_string(),
        JobLife::Over(JobEnd::Failed) => words.job_failed.to_string(),
        JobLife::Over(JobEnd::Cancelled) => words.job_cancelled.to_string(),
        JobLife::Over(JobEnd::Stopped(_)) => words.job_stopped.to_string(),
    })
}

/// Which attempt a job is in.
#[must_use]
pub fn attempt(words: &Words, attempt: u32) -> String {
    let word = if attempt == 0 { words.first_run } else { words.restarted };
    format!("{word} · {} {attempt}", words.attempt)
}

/// How far a checkpoint is.
#[must_use]
pub fn phase(words: &Words, phase: Phase) -> String {
    match phase {
        Phase::Pending(0, _) => words.stage_triggered.to_string(),
        Phase::Pending(acks, tasks) => format!("{} {acks}/{tasks}", words.stage_snapshot),
        Phase::Acknowledged => words.stage_acknowledged.to_string(),
        Phase::Completed => words.stage_complete.to_string(),
        Phase::Notified => words.stage_notified.to_string(),
        Phase::Aborted => words.stage_aborted.to_string(),
    }
}

/// What a checkpoint was taken for; empty for the usual reason.
#[must_use]
pub fn checkpoint_kind(words: &Words, kind: CheckpointKind) -> &'static str {
    match kind {
        CheckpointKind::Regular => "",
        CheckpointKind::Final => words.final_checkpoint,
        CheckpointKind::Savepoint => words.savepoint,
    }
}

/// Where a transaction or a file stands that cannot be read.
#[must_use]
pub fn stored(words: &Words, stored: &Stored) -> &'static str {
    let is_file = stored.name.starts_with('F');
    match stored.state {
        StoredState::Open if is_file => words.state_in_progress,
        StoredState::Orphaned if is_file => words.state_left_behind,
        StoredState::Prepared if is_file => words.state_pending,
        StoredState::Open => words.state_open,
        StoredState::Orphaned => words.state_orphan,
        StoredState::Prepared => words.state_prepared,
        StoredState::Aborted => words.state_aborted,
        StoredState::Expired => words.state_expired,
    }
}

/// What is to be said of an input of a task besides what waits there.
#[must_use]
pub fn input_notes(words: &Words, input: &InputView) -> String {
    let mut notes = Vec::new();
    if input.more > 0 {
        notes.push(format!("+{}", input.more));
    }
    match input.gate {
        Gate::Open => {}
        Gate::Closed(_) => notes.push(words.gate_shut.to_string()),
        Gate::Counted(_) => notes.push(words.gate_counted.to_string()),
        Gate::Saving(_) => notes.push(words.gate_saving.to_string()),
    }
    if input.is_full {
        notes.push(words.full.to_string());
    }
    notes.join(", ")
}

/// A verdict in a word or two.
#[must_use]
pub fn verdict(words: &Words, standing: &Standing) -> &'static str {
    match standing.word {
        Word::Nothing => words.v_nothing,
        Word::Once if standing.is_final => words.v_once,
        Word::Once => words.v_once_so_far,
        Word::Waiting => words.v_waiting,
        Word::Back => words.v_back,
        Word::Blocked => words.v_blocked,
        Word::Dirty => words.v_dirty,
        Word::Twice => words.v_twice,
        Word::Differs if !standing.wrong_rows.is_empty() => words.v_extra,
        Word::Differs => words.v_differs,
        Word::Lost => words.v_lost,
        Word::TwiceAndLost => words.v_twice_lost,
    }
}

/// What is behind a verdict. `names` are the records that it is about.
#[must_use]
pub fn note(words: &Words, standing: &Standing, names: &[String], is_table: bool) -> String {
    let some = |list: &[String]| list.iter().take(4).cloned().collect::<Vec<_>>().join(", ");
    match standing.word {
        Word::Nothing => String::new(),
        // What is to be said then is what happened meanwhile.
        Word::Once if standing.is_final && !standing.was_back.is_empty() => String::new(),
        Word::Once if standing.is_final => words.v_once_note.to_string(),
        Word::Once => words.v_so_far.to_string(),
        Word::Waiting => pair(words.v_waiting_note, standing.waiting),
        Word::Back => pair(words.v_back_note, some(&standing.back)),
        Word::Blocked => format!("{} {}", words.v_blocked_note, standing.blocked_by.as_deref().unwrap_or_default()),
        Word::Dirty => pair(words.v_dirty_note, standing.dirty),
        Word::Twice if is_table && !standing.wrong_rows.is_empty() => {
            pair(words.v_more_note, some(&standing.wrong_rows))
        }
        Word::Differs if !standing.wrong_rows.is_empty() => pair(words.v_rows_note, some(&standing.wrong_rows)),
        Word::Differs => words.v_differs_note.to_string(),
        Word::Lost | Word::TwiceAndLost if names.is_empty() => words.v_lost_table.to_string(),
        Word::Twice => pair(words.v_twice_note, some(names)),
        Word::Lost | Word::TwiceAndLost => pair(words.v_lost_note, some(names)),
    }
}

/// What happened on the way to a verdict that is well by itself: a table that went back in time for a while.
#[must_use]
pub fn meanwhile(words: &Words, standing: &Standing) -> Option<String> {
    let is_well = matches!(standing.word, Word::Once | Word::Waiting) && !standing.was_back.is_empty();
    is_well.then(|| pair(words.v_was_back, standing.was_back.join(", ")))
}

/// How much later readers got what they were to get, once all is over.
#[must_use]
pub fn delay(words: &Words, standing: &Standing) -> Option<String> {
    let delay = standing.delay.filter(|_| standing.word == Word::Once)?;
    Some(format!("{} {delay} {}", words.v_delay, words.seconds))
}

/// The records that the verdict is about, by key and timestamp.
#[must_use]
pub fn names(plan: &Plan, standing: &Standing) -> Vec<String> {
    let records = if standing.lost.is_empty() { &standing.twice } else { &standing.lost };
    let mut list: Vec<RecordId> = records.clone();
    list.dedup();
    let name = |record: &RecordId| {
        let planned = plan.record(record.source, record.offset);
        format!("{}\u{a0}t={}", plan.keys[planned.key.index()], planned.t)
    };
    list.iter().map(name).collect()
}

/// Facts that all lanes have alike are told of the lane that is followed only; answers only where they are not covered.
#[must_use]
pub fn is_shown(told: &Told, lane: usize, covered: u32) -> bool {
    if is_answer(&told.noted.fact) && told.lanes & covered != 0 {
        return false;
    }
    told.lanes & (1 << lane) != 0 || !is_alike(&told.noted.fact)
}

/// The sentence of the moment, for the transport and for screen readers: of the last major facts the one that weighs
/// most, with the sink that it is about.
#[must_use]
pub fn latest(computed: &Computed, told: usize, model: &Model) -> Option<(String, String)> {
    let (lane, covered, lang) = (model.lane, model.covered(), model.lang);
    let shown = computed.account[..told].iter().rev().filter(|told| is_shown(told, lane, covered));
    let mut best: Option<(u32, &Told, String)> = None;
    for told in shown {
        if best.as_ref().is_some_and(|(_, other, _)| other.noted.at != told.noted.at) {
            break;
        }
        let sentence = narrate(lang, &computed.runs[told.lane].plan, &told.noted);
        let weight = match (sentence.level, sentence.tone) {
            (Level::Minor, _) => continue,
            (_, Tone::Crash) => 4,
            (_, Tone::Harm) if !model.hides_answers() => 3,
            (_, Tone::Good) => 2,
            _ => 1,
        };
        if best.as_ref().is_none_or(|(other, ..)| weight > *other) {
            best = Some((weight, told, sentence.text));
        }
    }
    let (_, told, text) = best?;
    let lanes = computed.runs.len();
    let is_common = is_alike(&told.noted.fact) || told.lanes == (1 << lanes) - 1;
    let name = sink_name(lang.words(), computed.runs[told.lane].plan.sink).0;
    let text = if is_common || lanes == 1 { text } else { format!("{name}: {text}") };
    Some((told.noted.at.to_string(), text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::Preset;
    use crate::i18n::Lang;
    use std::collections::BTreeSet;

    #[test]
    fn lanes_with_other_time_outs_say_so() {
        let sinks = Preset::find("timeout-below-downtime").expect("a preset").scenario().sinks;
        for lang in [Lang::En, Lang::Zh] {
            let said: BTreeSet<_> = sinks.iter().map(|spec| sink_name(lang.words(), *spec)).collect();
            assert_eq!(said.len(), sinks.len(), "{said:?}");
        }
    }
}
