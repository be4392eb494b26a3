//! A moment as tables: everything that the picture shows, for those who cannot see it and for those who want to copy it.

use crate::app::model::Model;
use crate::app::said;
use crate::i18n::studio::take::words;
use crate::i18n::{pair, Words};
use crate::scene::checkpoints;
use crate::scene::inputs::{Gate, InputView, Waiting};
use crate::scene::job::{JobLife, JobView};
use crate::scene::log::LogView;
use crate::scene::moving::{movers, What};
use crate::scene::outside::{OutsideView, Stored};
use crate::scene::sink::SinkView;
use crate::scene::standing::Standing;
use crate::scene::{Moment, Token};
use crate::sim::id::SourceId;

/// A table with its heads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it is of.
    pub caption: String,
    /// The heads of its columns.
    pub head: Vec<String>,
    /// Its rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

/// The moment under the playhead. What is covered in the lab is covered here.
#[must_use]
pub fn tables(model: &Model) -> Vec<Table> {
    let words = model.lang.words();
    let moments: Vec<Moment> = model.computed.runs.iter().map(|run| Moment::new(run, model.at())).collect();
    let followed = &moments[model.lane];
    let mut all = vec![sinks(model, words, &moments)];
    all.extend((0..followed.run.plan.logs.len() as u32).map(|source| log(model, words, followed, SourceId(source))));
    all.push(operator(model, words, followed));
    all.push(store(model, words, followed));
    all.push(on_its_way(model, words, &moments));
    all
}

fn head<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.into_iter().map(str::to_string).collect()
}

/// A record as words: key and time, and whether it comes again.
fn record(words: &Words, token: &Token) -> String {
    let again = if token.again { format!(" ({})", words.read_again) } else { String::new() };
    format!("{} {}{again}", token.letter, token.t)
}

fn records(words: &Words, tokens: &[Token]) -> String {
    tokens.iter().map(|token| record(words, token)).collect::<Vec<_>>().join(", ")
}

fn sinks(model: &Model, words: &Words, moments: &[Moment]) -> Table {
    let own = self::words(model.lang);
    let row = |(lane, moment): (usize, &Moment)| {
        let plan = &moment.run.plan;
        let (name, what) = said::sink_name(words, plan.sink);
        let sink = sink(model, words, moment);
        let (gets, unread, verdict) = if model.covers(lane) {
            (words.hidden.to_string(), words.hidden.to_string(), words.hidden.to_string())
        } else {
            let standing = Standing::new(moment, &model.computed.known[lane]);
            let names = said::names(plan, &standing);
            let note = said::note(words, &standing, &names, crate::run::writes_table(plan.sink));
            let verdict = format!("{} {note}", said::verdict(words, &standing)).trim_end().to_string();
            let more = [said::meanwhile(words, &standing), said::delay(words, &standing)];
            (
                outside(words, moment),
                unread(words, moment),
                join([Some(verdict)].into_iter().chain(more).flatten().collect()),
            )
        };
        vec![format!("{} · {name}", lane + 1), what.to_string(), sink, gets, unread, verdict]
    };
    Table {
        caption: words.sinks.to_string(),
        head: head([own.sink, own.kind, own.holds, words.readers_get, words.stored_unread, own.verdict]),
        rows: moments.iter().enumerate().map(row).collect(),
    }
}

fn sink(model: &Model, words: &Words, moment: &Moment) -> String {
    let view = SinkView::new(moment);
    let mut parts = Vec::new();
    parts.extend(said::absence(words, JobView::new(moment).life).map(str::to_string));
    for doing in &view.doing {
        parts.push(format!("{} {}", said::doing(words, *doing), records(words, &view.row)));
    }
    if !view.held.is_empty() {
        parts.push(format!("{} {}", words.holds, records(words, &view.held)));
    }
    for batch in &view.batches {
        parts.push(format!("{} {}: {}", words.batch_of, batch.checkpoint, records(words, &batch.tokens)));
    }
    parts.push(said::handles(words, moment.run.plan.sink, &view.current, &view.pending));
    parts.extend(view.inputs.iter().map(|input| waiting(model, words, input)));
    join(parts)
}

/// What waits in front of a task.
fn waiting(model: &Model, words: &Words, input: &InputView) -> String {
    let own = self::words(model.lang);
    let queue = input.queue.iter().map(|waiting| match waiting {
        Waiting::Record(token, _) => record(words, token),
        Waiting::Barrier(id) => format!("{} {id}", own.barrier),
        Waiting::End => words.doing_finishing.to_string(),
    });
    let gate = match input.gate {
        Gate::Closed(id) | Gate::Counted(id) => Some(format!("{} {id}", own.barrier)),
        Gate::Open | Gate::Saving(_) => None,
    };
    let parts: Vec<String> = gate.into_iter().chain(queue).chain([said::input_notes(words, input)]).collect();
    format!("{} {}: {}", own.waits, input.from, join(parts)).replace(" :", ":")
}

fn outside(words: &Words, moment: &Moment) -> String {
    let view = OutsideView::new(moment);
    let mut parts = vec![records(words, &view.readable)];
    if view.more > 0 {
        parts.push(format!("+{} {}", view.more, words.more));
    }
    for row in &view.rows {
        let was = row.fell_from.map(|from| format!(" ({} {from})", words.was)).unwrap_or_default();
        parts.push(format!("{}: {} {}{was}, {} {}", row.name, words.count, row.of.count, words.sum, row.of.sum));
    }
    if view.more_rows > 0 {
        parts.push(format!("+{} {}", view.more_rows, words.more));
    }
    if let Some((by, hidden)) = &view.blocked {
        parts.push(format!("{} {by}: {}", words.blocked_at, records(words, hidden)));
    }
    if view.dirty > 0 {
        parts.push(pair(words.dirty, view.dirty));
    }
    nothing_if_empty(words, join(parts))
}

/// What is stored where readers do not get it.
fn unread(words: &Words, moment: &Moment) -> String {
    let view = OutsideView::new(moment);
    let state = |stored: &Stored| {
        let name = format!("{} {}", stored.name, said::stored(words, stored));
        if stored.tokens.is_empty() {
            name
        } else {
            format!("{name}: {}", records(words, &stored.tokens))
        }
    };
    nothing_if_empty(words, join(view.stored.iter().map(state).collect()))
}

fn nothing_if_empty(words: &Words, text: String) -> String {
    if text.is_empty() {
        words.nothing_readable.to_string()
    } else {
        text
    }
}

fn join(parts: Vec<String>) -> String {
    parts.into_iter().filter(|part| !part.trim().is_empty()).collect::<Vec<_>>().join("; ")
}

fn log(model: &Model, words: &Words, moment: &Moment, source: SourceId) -> Table {
    let own = self::words(model.lang);
    let view = LogView::new(moment, source);
    let is_socket = model.scenario.source == crate::sim::scenario::SourceKind::Socket;
    let name = if is_socket { words.source_socket } else { words.source_log };
    let starts_again = view.starts_again.filter(|_| !model.hides_return());
    let row = |row: &crate::scene::log::LogRow| {
        let mut state = Vec::new();
        state.push(match (row.has_come, row.was_read) {
            (false, _) => words.not_yet,
            (true, true) => own.was_read,
            (true, false) => own.in_log,
        });
        if view.cursor == Some(row.offset) {
            state.push(words.reading);
        }
        if starts_again == Some(row.offset) {
            state.push(words.crash_returns_here);
        }
        vec![
            row.offset.to_string(),
            row.token.letter.clone(),
            row.token.t.to_string(),
            row.value.to_string(),
            state.join(", "),
        ]
    };
    let outside = |count: usize, which: &str| {
        (count > 0)
            .then(|| vec![format!("{count} {which}"), String::new(), String::new(), String::new(), String::new()])
    };
    let at_the_end = |offset: crate::sim::id::Offset| {
        vec![offset.to_string(), String::new(), String::new(), String::new(), words.crash_returns_here.to_string()]
    };
    Table {
        caption: format!("{name} {}", view.name).trim_end().to_string(),
        head: head([words.offset, words.key, words.time, own.value, own.state]),
        rows: outside(view.before, words.earlier)
            .into_iter()
            .chain(view.rows.iter().map(row))
            .chain(outside(view.after, words.later))
            .chain(starts_again.filter(|at| at.index() == moment.run.plan.logs[source.index()].len()).map(at_the_end))
            .collect(),
    }
}

fn operator(model: &Model, words: &Words, moment: &Moment) -> Table {
    let view = JobView::new(moment);
    let is_up = matches!(view.life, JobLife::Running | JobLife::Restoring);
    let mut caption = words.job_memory.to_string();
    if is_up {
        caption.push_str(": ");
        caption.push_str(&said::attempt(words, view.attempt));
    }
    if let Some(life) = said::life(words, &view) {
        caption.push_str(". ");
        caption.push_str(&life);
    }
    let rows = view.totals.iter().filter(|_| is_up);
    let rows = rows.map(|total| vec![total.name.clone(), total.count.to_string(), total.sum.to_string()]);
    let mut notes: Vec<String> = view.inputs.iter().map(|input| waiting(model, words, input)).collect();
    notes.push(records(words, &view.working_on));
    notes.extend(view.has_no_room.then(|| words.no_room_operator.to_string()));
    let notes = join(notes);
    if !notes.is_empty() {
        caption.push_str(". ");
        caption.push_str(&notes);
    }
    Table { caption, head: head([words.key, words.count, words.sum]), rows: rows.collect() }
}

fn store(model: &Model, words: &Words, moment: &Moment) -> Table {
    let own = self::words(model.lang);
    let row = |chip: &checkpoints::Chip| {
        let offsets: Vec<String> = chip.offsets.iter().map(ToString::to_string).collect();
        let totals: Vec<String> = chip.totals.iter().map(|(key, count)| format!("{key}: {count}")).collect();
        let mut state = vec![said::phase(words, chip.phase)];
        state.extend(chip.is_restored.then(|| words.restored_here.to_string()));
        state.extend((chip.is_newest && !model.hides_return()).then(|| words.crash_returns_here.to_string()));
        vec![
            format!("{} {}", chip.id, said::checkpoint_kind(words, chip.kind)).trim_end().to_string(),
            offsets.join(", "),
            totals.join(", "),
            state.join(", "),
        ]
    };
    Table {
        caption: words.checkpoint_store.to_string(),
        head: head([words.checkpoint, words.offset, words.count, own.state]),
        rows: checkpoints::chips(moment).iter().map(row).collect(),
    }
}

fn on_its_way(model: &Model, words: &Words, moments: &[Moment]) -> Table {
    use crate::scene::moving::Way;
    let own = self::words(model.lang);
    let mut rows = Vec::new();
    for (lane, moment) in moments.iter().enumerate() {
        for mover in movers(moment) {
            // Before the operator all lanes are alike; one is followed.
            if lane != model.lane && matches!(mover.way, Way::ToOperator(..) | Way::ToStore) {
                continue;
            }
            let what = match &mover.what {
                What::Record(token) => record(words, token),
                What::Barrier(id) => format!("{} {id}", own.barrier),
                What::End => words.doing_finishing.to_string(),
                What::Complete(id) => format!("{} {id}", own.news),
                What::Metadata(id) => format!("{} {id}", own.metadata),
                What::Request(name, number) => format!("{name} {number}"),
                What::Yes => own.answer_yes.to_string(),
                What::No => own.answer_no.to_string(),
            };
            let way = match mover.way {
                Way::ToOperator(..) => own.to_operator,
                Way::ToSink(..) => own.to_sink,
                Way::ToOutside => own.to_outside,
                Way::FromOutside => own.from_outside,
                Way::Notification => own.to_sink_news,
                Way::ToStore => own.to_store,
            };
            rows.push(vec![(lane + 1).to_string(), what, way.to_string()]);
        }
    }
    Table { caption: own.on_its_way.to_string(), head: head([own.sink, own.what, own.way]), rows }
}
