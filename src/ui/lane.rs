//! One lane: the sink, what readers of the outside get, and the verdict.

use super::leaf::leaf;
use super::still::LaneStill;
use super::token::{key_class, token, tokens};
use super::{icons, send, Send};
use crate::app::update::Msg;
use crate::i18n::{Lang, Words};
use crate::scene::job::JobLife;
use crate::scene::outside::{RowView, Stored, StoredState};
use crate::scene::sink::Doing;
use crate::scene::standing::{Standing, Word};
use crate::sim::fact::RecordId;
use crate::sim::plan::Plan;
use crate::sim::scenario::{Flush, Readers, Recommit, Roll, SinkSpec, Target, UpsertKey};
use crate::sim::world::JobEnd;
use std::rc::Rc;
use yew::prelude::*;

/// What a part of a lane is drawn from.
#[derive(Clone)]
pub struct LaneProps {
    /// What stands still.
    pub still: Rc<LaneStill>,
    /// The sink.
    pub spec: SinkSpec,
    /// The language.
    pub lang: Lang,
    /// Which lane.
    pub lane: usize,
    /// Is it followed on the left?
    pub is_followed: bool,
    /// Is its answer covered?
    pub is_covered: bool,
    /// Where messages go.
    pub send: Send,
}

/// A sink's name and what it does.
#[must_use]
pub fn sink_name(words: &Words, spec: SinkSpec) -> (&'static str, &'static str) {
    match spec {
        SinkSpec::Append { buffer: 0, .. } => (words.sink_append, words.sink_append_what),
        SinkSpec::Append { flush: Flush::AtBarrier, .. } => (words.sink_append, words.sink_append_buffer),
        SinkSpec::Append { flush: Flush::Never, .. } => (words.sink_append, words.sink_append_never),
        SinkSpec::Upsert { key: UpsertKey::Record } => (words.sink_upsert, words.sink_upsert_record),
        SinkSpec::Upsert { key: UpsertKey::RecordAndAttempt } => (words.sink_upsert, words.sink_upsert_attempt),
        SinkSpec::Upsert { key: UpsertKey::RecordAndOffset } => (words.sink_upsert, words.sink_upsert_offset),
        SinkSpec::Increment => (words.sink_increment, words.sink_increment_what),
        SinkSpec::WriteAheadLog { target: Target::Append } => (words.sink_wal, words.sink_wal_what),
        SinkSpec::WriteAheadLog { target: Target::Upsert } => (words.sink_wal, words.sink_wal_table),
        SinkSpec::TwoPhaseCommit { commit, transaction_timeout, readers, fencing, .. } => {
            (words.sink_2pc, store_note(words, commit, transaction_timeout.is_some(), readers, fencing))
        }
        SinkSpec::Committer { commit, transaction_timeout, readers, fencing } => {
            (words.sink_committer, store_note(words, commit, transaction_timeout.is_some(), readers, fencing))
        }
        SinkSpec::File { roll: Roll::OnCheckpoint } => (words.sink_file, words.sink_file_checkpoint),
        SinkSpec::File { roll: Roll::Default } => (words.sink_file, words.sink_file_default),
    }
}

/// What is special about a store with transactions.
fn store_note(words: &Words, commit: Recommit, times_out: bool, readers: Readers, fencing: bool) -> &'static str {
    match commit {
        _ if readers == Readers::ReadUncommitted => words.sink_uncommitted,
        _ if !fencing => words.sink_unfenced,
        _ if times_out => words.sink_times_out,
        Recommit::Idempotent => words.sink_2pc_idempotent,
        Recommit::Reapply => words.sink_2pc_reapply,
        Recommit::Strict => words.sink_2pc_strict,
    }
}

/// The sink: memory of the job.
pub fn sink(props: &LaneProps) -> Html {
    let words = props.lang.words();
    let view = &props.still.sink;
    let (name, what) = sink_name(words, props.spec);
    let life = props.still.job.life;
    let follow = send(&props.send, Msg::Follow(props.lane));
    html! {
        <div class={classes!("volatile", "sink", (!view.is_up).then_some("gone"))}>
            <button class="lane-name" onclick={follow} title={words.follow} aria-pressed={props.is_followed.to_string()}>
                { name }
            </button>
            <small class="what" title={what}>{ what }</small>
            if let Some(text) = absence(words, life) {
                <p class={classes!("note", matches!(life, JobLife::Down(_)).then_some("absent"))}>{ text }</p>
            }
            if !view.row.is_empty() || !view.doing.is_empty() {
                <p class="doing">
                    for doing in &view.doing { { leaf("span", "", doing_text(words, *doing)) } }
                    { tokens(&view.row) }
                </p>
            }
            if !view.held.is_empty() {
                <p class="held">{ leaf("small", "", words.holds) }{ tokens(&view.held) }</p>
            }
            for batch in &view.batches {
                <p class="held batch">
                    <small>{ words.batch_of }{ " " }{ batch.checkpoint }
                        if let Some(sent) = batch.sent { { format!(" · {sent}/{} {}", batch.tokens.len(), words.sent) } }
                    </small>
                    { tokens(&batch.tokens) }
                </p>
            }
            if !view.current.is_empty() || !view.pending.is_empty() {
                <p class="handles">{ leaf("small", "", handles(words, props.spec, &view.current, &view.pending)) }</p>
            }
            if !view.queue.is_empty() {
                <p class="held queue">{ tokens(&view.queue) }</p>
            }
        </div>
    }
}

fn absence(words: &Words, life: JobLife) -> Option<&'static str> {
    match life {
        JobLife::Down(_) => Some(words.memory_gone),
        JobLife::Over(JobEnd::Failed) => Some(words.job_failed),
        JobLife::Over(JobEnd::Finished) => Some(words.job_finished),
        JobLife::Over(JobEnd::Cancelled) => Some(words.job_cancelled),
        JobLife::Over(JobEnd::Stopped(_)) => Some(words.job_stopped),
        JobLife::Running | JobLife::Restoring => None,
    }
}

fn doing_text(words: &Words, doing: Doing) -> String {
    match doing {
        Doing::Restoring => words.doing_restoring.to_string(),
        Doing::Writing => words.doing_writing.to_string(),
        Doing::Snapshotting(id) => format!("{} {id}", words.doing_snapshot),
        Doing::Publishing(id) => format!("{} {id}", words.doing_publishing),
        Doing::Finishing => words.doing_finishing.to_string(),
    }
}

fn handles(words: &Words, spec: SinkSpec, current: &[u32], pending: &[(u32, u32)]) -> String {
    let prefix = if matches!(spec, SinkSpec::File { .. }) { 'F' } else { 'T' };
    let writes = current.iter().map(|number| format!("{} {prefix}{number}", words.writes_to));
    let waits = pending.iter().map(|(id, number)| format!("{prefix}{number} {} {id}", words.waits_for));
    writes.chain(waits).collect::<Vec<_>>().join(" · ")
}

/// The outside: durable.
pub fn outside(props: &LaneProps) -> Html {
    let words = props.lang.words();
    let view = &props.still.outside;
    let is_table = crate::run::writes_table(props.spec);
    let cover = props.is_covered.then(|| {
        let reveal = send(&props.send, Msg::Reveal(props.lane));
        html! {
            <div class="cover">{ leaf("span", "", words.guess) }
                <button class="btn" onclick={reveal}>{ icons::eye() }{ words.reveal }</button></div>
        }
    });
    html! {
        <div class={classes!("durable", "out", props.is_covered.then_some("covered"))}>
            if let Some(cover) = cover {
                { cover }
            } else if is_table {
                { table(words, view) }
            } else {
                <div class="readable">
                    { leaf("small", "", words.readers_get) }
                    if view.more > 0 { <span class="note">{ format!("+{} {}", view.more, words.more) }</span> }
                    for one in &view.readable { { token(one) } }
                    if view.readable.is_empty() { { leaf("span", "note", words.nothing_readable) } }
                </div>
                if let Some((by, hidden)) = &view.blocked {
                    <div class="stored"><small class="blocked">{ words.blocked_at }{ " " }{ by.clone() }</small>{ tokens(hidden) }</div>
                }
                if view.dirty > 0 { { leaf("small", "blocked", format!("{} {}", words.dirty, view.dirty)) } }
                if !view.stored.is_empty() {
                    <div class="stored">{ leaf("small", "", words.stored_unread) }
                        for one in &view.stored { { stored(words, one) } }
                    </div>
                }
            }
        </div>
    }
}

fn stored(words: &Words, stored: &Stored) -> Html {
    let (state, class) = match stored.state {
        StoredState::Open => (words.state_open, "open"),
        StoredState::Orphaned => (words.state_orphan, "orphan"),
        StoredState::Prepared => (words.state_prepared, "prepared"),
        StoredState::Aborted => (words.state_aborted, "aborted"),
        StoredState::Expired => (words.state_expired, "expired"),
    };
    html! {
        <span class={classes!("txn", class)}>
            { leaf("b", "", stored.name.clone()) }{ leaf("em", "", state) }
            { tokens(&stored.tokens) }
        </span>
    }
}

fn table(words: &Words, view: &crate::scene::outside::OutsideView) -> Html {
    if view.rows.is_empty() {
        return html! {
            <div class="readable">{ leaf("small", "", words.readers_get) }
                { leaf("span", "note", words.nothing_readable) }</div>
        };
    }
    html! {
        <table class="kv">
            <thead><tr>{ leaf("th", "", words.key) }{ leaf("th", "", words.count) }{ leaf("th", "", words.sum) }
                { leaf("th", "hist", words.history) }</tr></thead>
            <tbody>
                for row in &view.rows { { table_row(words, row) } }
                if view.more_rows > 0 {
                    <tr><td colspan="4" class="soft">{ format!("+{} {}", view.more_rows, words.more) }</td></tr>
                }
            </tbody>
        </table>
    }
}

fn table_row(words: &Words, row: &RowView) -> Html {
    // The last few values tell the story; the whole is in the chart.
    let from = row.history.len().saturating_sub(6);
    let history: Vec<String> = row.history[from..].iter().map(ToString::to_string).collect();
    let history = format!("{}{}", if from > 0 { "… " } else { "" }, history.join(" → "));
    html! {
        <tr class={row.fell_from.map(|_| "stale")}>
            <td><span class={classes!("dot", key_class(row.key))}></span>{ row.name.clone() }</td>
            <td>{ row.of.count }
                if let Some(from) = row.fell_from { <small class="fell">{ format!(" {} {from}", words.was) }</small> }</td>
            { leaf("td", "", row.of.sum.to_string()) }
            { leaf("td", "hist", history) }
        </tr>
    }
}

/// What the verdict is drawn from.
pub struct VerdictProps {
    /// What stands still.
    pub still: Rc<LaneStill>,
    /// The language.
    pub lang: Lang,
    /// Is it covered?
    pub is_covered: bool,
    /// Names of the records that the verdict is about.
    pub names: Vec<String>,
    /// Does the sink write a table?
    pub is_table: bool,
}

/// The verdict as it stands: by colour, by sign and by word.
pub fn verdict(props: &VerdictProps) -> Html {
    let words = props.lang.words();
    let standing = &props.still.standing;
    if props.is_covered {
        return html! { <div class="verdict v-hidden"><b>{ icons::eye_off() }{ words.hidden }</b></div> };
    }
    let (class, icon, title) = match standing.word {
        Word::Nothing => ("v-wait", icons::clock(), words.v_nothing),
        Word::Once if standing.is_final => ("v-ok", icons::tick(), words.v_once),
        Word::Once => ("v-ok", icons::tick(), words.v_once_so_far),
        Word::Waiting => ("v-wait", icons::clock(), words.v_waiting),
        Word::Back => ("v-stale", icons::rewind(), words.v_back),
        Word::Twice => ("v-dup", icons::copies(), words.v_twice),
        Word::Differs if !standing.wrong_rows.is_empty() => ("v-dup", icons::copies(), words.v_extra),
        Word::Differs => ("v-dup", icons::differs(), words.v_differs),
        Word::Lost => ("v-lost", icons::lost(), words.v_lost),
        Word::TwiceAndLost => ("v-lost", icons::lost(), words.v_twice_lost),
    };
    let note = note(words, standing, &props.names, props.is_table);
    html! {
        <div class={classes!("verdict", class)}><b>{ icon }{ title }</b>{ leaf("span", "", note) }</div>
    }
}

fn note(words: &Words, standing: &Standing, names: &[String], is_table: bool) -> String {
    let some = |list: &[String]| list.iter().take(4).cloned().collect::<Vec<_>>().join(", ");
    match standing.word {
        Word::Nothing => String::new(),
        Word::Once if standing.is_final => words.v_once_note.to_string(),
        Word::Once => words.v_so_far.to_string(),
        Word::Waiting => format!("{} {}", words.v_waiting_note, standing.waiting),
        Word::Back => format!("{} {}", words.v_back_note, some(&standing.back)),
        Word::Twice if is_table && !standing.wrong_rows.is_empty() => {
            format!("{} {}", words.v_more_note, some(&standing.wrong_rows))
        }
        Word::Differs if !standing.wrong_rows.is_empty() => {
            format!("{} {}", words.v_rows_note, some(&standing.wrong_rows))
        }
        Word::Differs => words.v_differs_note.to_string(),
        Word::Lost | Word::TwiceAndLost if names.is_empty() => words.v_lost_table.to_string(),
        Word::Twice => format!("{} {}", words.v_twice_note, some(names)),
        Word::Lost | Word::TwiceAndLost => format!("{} {}", words.v_lost_note, some(names)),
    }
}

/// The records that the verdict is about, by key and timestamp.
#[must_use]
pub fn names(plan: &Plan, standing: &Standing) -> Vec<String> {
    let records = if standing.lost.is_empty() { &standing.twice } else { &standing.lost };
    let mut list: Vec<RecordId> = records.clone();
    list.dedup();
    let name = |record: &RecordId| {
        let planned = plan.record(record.source, record.offset);
        format!("{} t={}", plan.keys[planned.key.index()], planned.t)
    };
    list.iter().map(name).collect()
}
