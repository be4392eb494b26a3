//! One lane: the sink, what readers of the outside get, and the verdict.

use super::el::{el, several, when, El};
use super::leaf::leaf;
use super::still::LaneStill;
use super::token::{key_class, tokens};
use super::{icons, send, Send};
use crate::app::terms;
use crate::app::update::Msg;
use crate::i18n::{Lang, Words};
use crate::scene::job::JobLife;
use crate::scene::outside::{OutsideView, RowView, Stored, StoredState};
use crate::scene::sink::Doing;
use crate::scene::standing::{Standing, Word};
use crate::scene::Token;
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
    let is_absent = matches!(life, JobLife::Down(_));
    let button = el("button", "lane-name")
        .attr("aria-description", words.follow)
        .attr("aria-pressed", if props.is_followed { "true" } else { "false" })
        .term(terms::of_sink(props.spec))
        .click(follow)
        .text(name);
    let doing = || {
        let doing = view.doing.iter().map(|doing| leaf("span", "", doing_text(words, *doing)));
        el("p", "doing").children(doing).child(tokens(&view.row))
    };
    let handles = || leaf("small", "", handles(words, props.spec, &view.current, &view.pending));
    el("div", "volatile sink")
        .also(!view.is_up, "gone")
        .child(button)
        .child(el("small", "what").term(terms::of_sink_note(props.spec)).text(what))
        .maybe(absence(words, life).map(|text| el("p", "note").also(is_absent, "absent").text(text).done()))
        .maybe(when(!view.row.is_empty() || !view.doing.is_empty(), doing))
        .maybe(when(!view.held.is_empty(), || held("held", leaf("small", "", words.holds), &view.held)))
        .children(view.batches.iter().map(|batch| {
            let sent = batch.sent.map(|sent| format!(" · {sent}/{} {}", batch.tokens.len(), words.sent));
            let text = format!("{} {}{}", words.batch_of, batch.checkpoint, sent.unwrap_or_default());
            held("held batch", leaf("small", "", text), &batch.tokens).done()
        }))
        .maybe(when(!view.current.is_empty() || !view.pending.is_empty(), || el("p", "handles").child(handles())))
        .maybe(when(!view.queue.is_empty(), || held("held queue", Html::default(), &view.queue)))
        .done()
}

/// Records that the sink keeps, after what they are kept for.
fn held(class: &'static str, what: Html, list: &[Token]) -> El {
    el("p", class).child(what).child(tokens(list))
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
    let body = if props.is_covered {
        let reveal = send(&props.send, Msg::Reveal(props.lane));
        let button = el("button", "btn").click(reveal).child(icons::eye()).text(words.reveal);
        el("div", "cover").child(leaf("span", "", words.guess)).child(button).done()
    } else if is_table {
        table(words, view)
    } else {
        readable(words, view, props.spec)
    };
    el("div", "durable out").also(props.is_covered, "covered").child(body).done()
}

/// What readers of a log get, and what is stored but not read.
fn readable(words: &Words, view: &OutsideView, spec: SinkSpec) -> Html {
    let readable = el("div", "readable")
        .child(el("small", "").term(terms::of_readers(spec)).text(words.readers_get))
        .maybe((view.more > 0).then(|| leaf("span", "note", format!("+{} {}", view.more, words.more))))
        .child(tokens(&view.readable))
        .maybe(view.readable.is_empty().then(|| leaf("span", "note", words.nothing_readable)));
    let blocked = view.blocked.as_ref().map(|(by, hidden)| {
        let why = el("small", "blocked").term("read-committed").text(words.blocked_at).text(" ").text(by.clone());
        el("div", "stored").child(why).child(tokens(hidden)).done()
    });
    let unread = || {
        let stored = view.stored.iter().map(|one| stored(words, one));
        el("div", "stored").child(leaf("small", "", words.stored_unread)).children(stored)
    };
    several([
        readable.done(),
        blocked.unwrap_or_default(),
        if view.dirty > 0 {
            leaf("small", "blocked", format!("{} {}", words.dirty, view.dirty))
        } else {
            Html::default()
        },
        when(!view.stored.is_empty(), unread).unwrap_or_default(),
    ])
}

fn stored(words: &Words, stored: &Stored) -> Html {
    let (state, class) = match stored.state {
        StoredState::Open => (words.state_open, "open"),
        StoredState::Orphaned => (words.state_orphan, "orphan"),
        StoredState::Prepared => (words.state_prepared, "prepared"),
        StoredState::Aborted => (words.state_aborted, "aborted"),
        StoredState::Expired => (words.state_expired, "expired"),
    };
    el("span", "txn")
        .also(true, class)
        .child(leaf("b", "", stored.name.clone()))
        .child(el("em", "").term(terms::of_stored(stored.state)).text(state))
        .child(tokens(&stored.tokens))
        .done()
}

fn table(words: &Words, view: &OutsideView) -> Html {
    if view.rows.is_empty() {
        return el("div", "readable")
            .child(leaf("small", "", words.readers_get))
            .child(leaf("span", "note", words.nothing_readable))
            .done();
    }
    let more = || {
        let text = format!("+{} {}", view.more_rows, words.more);
        el("tr", "").child(el("td", "soft").attr("colspan", "4").text(text))
    };
    let head = el("tr", "")
        .child(el("th", "").term("key-value-store").text(words.key))
        .children([words.count, words.sum].map(|name| leaf("th", "", name)))
        .child(leaf("th", "hist", words.history));
    let rows = el("tbody", "")
        .children(view.rows.iter().map(|row| table_row(words, row)))
        .maybe(when(view.more_rows > 0, more));
    el("table", "kv").child(el("thead", "").child(head)).child(rows).done()
}

fn table_row(words: &Words, row: &RowView) -> Html {
    // The last few values tell the story; the whole is in the chart.
    let from = row.history.len().saturating_sub(6);
    let history: Vec<String> = row.history[from..].iter().map(ToString::to_string).collect();
    let history = format!("{}{}", if from > 0 { "… " } else { "" }, history.join(" → "));
    let name = el("td", "").child(el("span", "dot").also(true, key_class(row.key))).text(row.name.clone());
    let fell = row.fell_from.map(|from| leaf("small", "fell", format!(" {} {from}", words.was)));
    el("tr", if row.fell_from.is_some() { "stale" } else { "" })
        .child(name)
        .child(el("td", "").text(row.of.count.to_string()).maybe(fell))
        .child(leaf("td", "", row.of.sum.to_string()))
        .child(leaf("td", "hist", history))
        .done()
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
        let hidden = el("b", "").child(icons::eye_off()).text(words.hidden);
        return el("div", "verdict v-hidden").child(hidden).done();
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
    let title = el("b", "").child(icon).text(title);
    let title_with_help = match terms::of_word(standing.word) {
        Some(term) => title.term(term).reachable(),
        None => title,
    };
    el("div", "verdict").also(true, class).child(title_with_help).child(leaf("span", "", note)).done()
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
