//! One lane: the sink, what readers of the outside get, and the verdict.

use super::el::{el, several, when, El};
use super::leaf::leaf;
use super::rows::{cell, head, row, rows};
use super::still::LaneStill;
use super::token::{key_class, token_with, tokens};
use super::{icons, send, Send};
pub use crate::app::said::{names, sink_name};

use crate::app::said::{self, absence, doing as doing_text, handles, note};
use crate::app::terms;
use crate::app::update::Msg;
use crate::i18n::{pair, Lang, Words};
use crate::scene::job::JobLife;
use crate::scene::outside::{OutsideView, RowView, Stored, StoredState, TOKENS};
use crate::scene::sink::Doing;
use crate::scene::standing::Word;
use crate::scene::Token;
use crate::sim::scenario::SinkSpec;
use std::rc::Rc;
use yew::prelude::*;

/// What a part of a lane is drawn from.
#[derive(Clone)]
pub struct LaneProps {
    /// What stands still.
    pub still: Rc<LaneStill>,
    /// The sink.
    pub spec: SinkSpec,
    /// Its name, with the lane's number where several have the same.
    pub name: String,
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

/// The sink: memory of the job.
pub fn sink(props: &LaneProps) -> Html {
    let words = props.lang.words();
    let view = &props.still.sink;
    let what = sink_name(words, props.spec).1;
    let life = props.still.job.life;
    let follow = send(&props.send, Msg::Follow(props.lane));
    let is_absent = matches!(life, JobLife::Down(_));
    let button = el("button", "lane-name")
        .attr("aria-description", words.follow)
        .attr("aria-pressed", if props.is_followed { "true" } else { "false" })
        .term(terms::of_sink(props.spec))
        .click(follow)
        .text(props.name.clone());
    let doing = || {
        // How far a batch has been sent stands beside it.
        let is_told =
            |doing: &&Doing| matches!(doing, Doing::Publishing(_)) && view.batches.iter().any(|b| b.sent.is_some());
        let doing = view.doing.iter().filter(|doing| !is_told(doing));
        let doing = doing.map(|doing| leaf("span", "", doing_text(words, *doing)));
        el("p", "doing").children(doing).child(tokens(&view.row))
    };
    let handles = || leaf("small", "", handles(words, props.spec, &view.current, &view.pending));
    el("div", "volatile sink")
        .also(!view.is_up, "gone")
        .child(button)
        .child(el("small", "what").term(terms::of_sink_note(props.spec)).text(what))
        .maybe(absence(words, life).map(|text| el("p", "note").also(is_absent, "absent").text(text).done()))
        .maybe(when(!view.row.is_empty() || !view.doing.is_empty(), doing))
        .maybe(when(!view.held.is_empty(), || held(words, "held", words.holds.to_string(), &view.held)))
        .children(view.batches.iter().map(|batch| {
            let sent = batch.sent.map(|sent| format!(" · {sent}/{} {}", batch.tokens.len(), words.sent));
            let text = format!("{} {}{}", words.batch_of, batch.checkpoint, sent.unwrap_or_default());
            held(words, "held batch", text, &batch.tokens).done()
        }))
        .maybe(when(!view.current.is_empty() || !view.pending.is_empty(), || el("p", "handles").child(handles())))
        .child(super::inputs::inputs(words, &view.inputs))
        .done()
}

/// Records that the sink keeps, after what they are kept for.
fn held(words: &Words, class: &'static str, what: String, list: &[Token]) -> El {
    el("p", class).child(leaf("small", "", what)).child(newest(words, list, ""))
}

/// The newest of a long list of records, each with a further class, after how many there are besides.
fn newest(words: &Words, list: &[Token], class: &'static str) -> Html {
    let more = list.len().saturating_sub(TOKENS);
    let newest = list[more..].iter().map(|token| token_with(token, class));
    several([more_records(words, more)].into_iter().chain(newest))
}

/// That there are so many more records than are drawn.
fn more_records(words: &Words, more: usize) -> Html {
    if more == 0 {
        return Html::default();
    }
    leaf("span", "note", format!("+{more} {}", words.more))
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
        .child(more_records(words, view.more))
        .child(tokens(&view.readable))
        .maybe(view.readable.is_empty().then(|| leaf("span", "note", words.nothing_readable)))
        .children(view.blocked.iter().flat_map(|(by, hidden)| {
            // Where the reader stands, and what is behind that.
            let stop = el("b", "stop").term("read-committed").attr("title", format!("{} {by}", words.blocked_at));
            [stop.text(by.clone()).done(), newest(words, hidden, "behind")]
        }))
        .maybe(when(!view.public.is_empty(), || public(words, &view.public)));
    let unread = || {
        let stored = view.stored.iter().map(|one| stored(words, one));
        el("div", "stored").child(leaf("small", "", words.stored_unread)).children(stored)
    };
    several([
        readable.done(),
        if view.dirty > 0 { leaf("small", "blocked", pair(words.dirty, view.dirty)) } else { Html::default() },
        when(!view.stored.is_empty(), unread).unwrap_or_default(),
    ])
}

/// What has come out of transactions or files: names of the last few, and that they are public.
fn public(words: &Words, names: &[String]) -> El {
    const NAMES: usize = 4;
    let last = &names[names.len().saturating_sub(NAMES)..];
    let state = if last[0].starts_with('F') { words.state_finished } else { words.state_committed };
    let text = format!("✓ {}{} ", if names.len() > NAMES { "… " } else { "" }, last.join(", "));
    el("small", "public").term("commit").text(text).child(leaf("i", "", state))
}

fn stored(words: &Words, stored: &Stored) -> Html {
    let class = match stored.state {
        StoredState::Open => "open",
        StoredState::Orphaned => "orphan",
        StoredState::Prepared => "prepared",
        StoredState::Aborted => "aborted",
        StoredState::Expired => "expired",
    };
    let state = said::stored(words, stored);
    el("span", "txn")
        .also(true, class)
        .child(leaf("b", "", stored.name.clone()))
        .child(el("em", "").term(terms::of_stored(stored.state)).text(state))
        .child(newest(words, &stored.tokens, ""))
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
        row("").child(cell("soft").text(text))
    };
    let heads = row("")
        .child(head(words.key).term("key-value-store"))
        .children([words.count, words.sum, words.history].map(|name| head(name).done()));
    rows("kv")
        .child(heads)
        .children(view.rows.iter().map(|row| table_row(words, row)))
        .maybe(when(view.more_rows > 0, more))
        .done()
}

fn table_row(words: &Words, view: &RowView) -> Html {
    // The last few values tell the story; the whole is in the chart.
    let from = view.history.len().saturating_sub(6);
    let history: Vec<String> = view.history[from..].iter().map(ToString::to_string).collect();
    let history = format!("{}{}", if from > 0 { "… " } else { "" }, history.join("→\u{200b}"));
    let name = cell("").child(el("span", "dot").also(true, key_class(view.key))).text(view.name.clone());
    let fell = view.fell_from.map(|from| leaf("small", "fell", format!(" {} {from}", words.was)));
    row(if view.fell_from.is_some() { "stale" } else { "" })
        .child(name)
        .child(cell("").text(view.of.count.to_string()).maybe(fell))
        .child(cell("").text(view.of.sum.to_string()))
        .child(cell("hist").text(history))
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
    let (class, icon) = match standing.word {
        Word::Nothing | Word::Waiting => ("v-wait", icons::clock()),
        Word::Once => ("v-ok", icons::tick()),
        Word::Back => ("v-stale", icons::rewind()),
        Word::Blocked => ("v-stale", icons::pause()),
        Word::Dirty => ("v-stale", icons::eye()),
        Word::Twice => ("v-dup", icons::copies()),
        Word::Differs if !standing.wrong_rows.is_empty() => ("v-dup", icons::copies()),
        Word::Differs => ("v-dup", icons::differs()),
        Word::Lost | Word::TwiceAndLost => ("v-lost", icons::lost()),
    };
    let title = said::verdict(words, standing);
    let note = note(words, standing, &props.names, props.is_table);
    let title = el("b", "").child(icon).text(title);
    let title_with_help = match terms::of_word(standing.word) {
        Some(term) => title.term(term).reachable(),
        None => title,
    };
    let back = said::meanwhile(words, standing)
        .map(|back| el("span", "was-back").term("going-back").child(icons::rewind()).text(" ").text(back).done());
    let delay = said::delay(words, standing).map(|delay| el("span", "delay").term("latency").text(delay).done());
    el("div", "verdict")
        .also(true, class)
        .child(title_with_help)
        .maybe((!note.is_empty()).then(|| leaf("span", "", note)))
        .maybe(back)
        .maybe(delay)
        .done()
}
