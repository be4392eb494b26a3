//! A moment as a picture: an SVG that needs no style sheet, no font and no script, made of what the scene says.

use super::draw::{escape, width, Draw, Flow, Look, Palette, DARK, LIGHT};
use crate::app::model::Model;
use crate::app::presets::Preset;
use crate::app::said;
use crate::i18n::words::preset_title;
use crate::i18n::{pair, Lang, Words};
use crate::run::writes_table;
use crate::scene::checkpoints::{self, Phase};
use crate::scene::inputs::{Gate, InputView, Waiting};
use crate::scene::job::{JobLife, JobView};
use crate::scene::log::LogView;
use crate::scene::moving::{movers, Mover, Way, What};
use crate::scene::outside::{OutsideView, StoredState};
use crate::scene::sink::SinkView;
use crate::scene::standing::{Standing, Word};
use crate::scene::Moment;
use crate::sim::fact::Fact;
use crate::sim::id::SourceId;
use crate::sim::scenario::{OperatorKind, Scenario, SourceKind};

const WIDTH: i32 = 1400;
/// Left and right edges: log, operator, sinks, outside, verdict. Between them is room for what is on its way.
const LOG: [i32; 2] = [24, 194];
const OPERATOR: [i32; 2] = [258, 458];
const SINK: [i32; 2] = [560, 806];
const OUTSIDE: [i32; 2] = [896, 1186];
const VERDICT: [i32; 2] = [1196, 1376];
const ROW: i32 = 27;
const SANS: &str =
    "system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif";

/// The moment under the playhead, in dark colours or in light ones. What is covered in the lab is covered here.
#[must_use]
pub fn svg(model: &Model, dark: bool) -> String {
    let palette = if dark { &DARK } else { &LIGHT };
    let mut draw = Draw { out: String::new(), palette };
    let words = model.lang.words();
    let title = title(model);
    let top = head(&mut draw, model, &title);
    let moments: Vec<Moment> = model.computed.runs.iter().map(|run| Moment::new(run, model.at())).collect();
    // The lanes say where the ways to them end; the ways lie below what is on them.
    let mut right = Draw { out: String::new(), palette };
    let lanes = lanes(&mut right, model, &moments, top);
    let left = job(&mut draw, model, &moments[model.lane.min(moments.len() - 1)], top, &lanes);
    draw.raw(&right.out);
    let bottom = time_line(&mut draw, model, lanes.last().map_or(top, |lane| lane[1]).max(left) + 24);
    draw.text(24, bottom + 22, 12, palette.soft, words.title);
    let (height, bg, lang) = (bottom + 36, palette.bg, model.lang.code());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"{SANS}\" xml:lang=\"{lang}\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"{bg}\"/>\n{}</svg>\n",
        escape(&format!("{title}, {} {} {}", words.time, model.at(), words.seconds)),
        draw.out,
    )
}

/// What the scenario is called.
#[must_use]
pub fn title(model: &Model) -> String {
    title_of(model.lang, &model.scenario, model.preset())
}

/// What a scenario that was made of a preset is called.
#[must_use]
pub fn title_of(lang: Lang, scenario: &Scenario, preset: Option<&Preset>) -> String {
    let words = lang.words();
    match preset {
        Some(preset) if preset.scenario() == *scenario => preset_title(words, preset.id).to_string(),
        Some(preset) => format!("{} ({})", preset_title(words, preset.id), words.changed),
        None => scenario.title.clone().unwrap_or_else(|| words.own_scenario.to_string()),
    }
}

/// Title, moment, its sentence, and the checkpoints; answers where they end.
fn head(draw: &mut Draw, model: &Model, title: &str) -> i32 {
    let (words, p) = (model.lang.words(), draw.palette);
    let at = format!("{} {} {}", words.time, model.at(), words.seconds);
    let at_x = WIDTH - 24 - width(&at, 20) * 11 / 10;
    draw.bold(at_x, 42, 20, p.accent, &at);
    let mut flow = Flow::new(draw, 24, at_x - 24, 22);
    flow.words(title, 20, p.ink, true);
    flow.line();
    flow.y += 4;
    let told = model.computed.account.partition_point(|told| told.noted.at <= model.at());
    if let Some((_, sentence)) = said::latest(&model.computed, told, model) {
        flow.words(&sentence, 15, p.ink, false);
        flow.line();
    }
    let moment = Moment::new(&model.computed.runs[model.lane], model.at());
    let chips = checkpoints::chips(&moment);
    flow.y += 4;
    flow.words(&format!("{}:", words.checkpoint_store), 13, p.soft, true);
    if chips.is_empty() {
        flow.words(words.no_checkpoint, 13, p.soft, false);
    }
    for (index, chip) in chips.iter().enumerate() {
        let is_durable = matches!(chip.phase, Phase::Completed | Phase::Notified);
        let offsets: Vec<String> = chip.offsets.iter().map(ToString::to_string).collect();
        let sign = if is_durable { "✓ " } else { "" };
        let kind = said::checkpoint_kind(words, chip.kind);
        let phase = said::phase(words, chip.phase);
        let text = format!("{sign}{} {kind} {} {} · {phase}", chip.id, words.offset, offsets.join(", "));
        let ink = if chip.is_newest { p.accent } else { p.ink };
        let end = if index + 1 < chips.len() { ";" } else { "" };
        flow.words(&format!("{}{end}", text.replace("  ", " ")), 13, ink, chip.is_newest);
    }
    flow.bottom() + 14
}

/// Sinks, the outside and verdicts; answers the upper and lower edge of each lane.
fn lanes(draw: &mut Draw, model: &Model, moments: &[Moment], top: i32) -> Vec<[i32; 2]> {
    let words = model.lang.words();
    let soft = draw.palette.soft;
    draw.bold(SINK[0], top + 12, 13, soft, words.sinks);
    let mut y = top + 24;
    let mut edges = Vec::new();
    for (lane, moment) in moments.iter().enumerate() {
        let mut content = Draw { out: String::new(), palette: draw.palette };
        let job = JobView::new(moment);
        let bottoms = [
            sink(&mut content, words, moment, &job, y),
            outside(&mut content, words, model, lane, moment, y),
            verdict(&mut content, words, model, lane, moment, y),
        ];
        let height = bottoms.into_iter().max().unwrap_or(y) - y;
        let height = height.max(84);
        let p = draw.palette;
        let is_gone = matches!(job.life, JobLife::Down(_) | JobLife::Over(_));
        let memory = if is_gone { "none" } else { p.volatile };
        let edge = if is_gone { p.line } else { p.volatile_line };
        draw.rect(
            [SINK[0], y, SINK[1] - SINK[0], height],
            memory,
            &format!(r#"stroke="{edge}" stroke-width="1.5" stroke-dasharray="5 4""#),
        );
        let durable = format!(r#"stroke="{}" stroke-width="2.5""#, p.durable);
        draw.rect([OUTSIDE[0], y, OUTSIDE[1] - OUTSIDE[0], height], p.panel, &durable);
        let ground = verdict_colours(model, lane, moment, p.verdicts).1;
        draw.rect([VERDICT[0], y, VERDICT[1] - VERDICT[0], height], ground, "");
        draw.raw(&format!(
            r#"<path d="M{} {m}H{}" stroke="{}" stroke-width="2"/>"#,
            SINK[1],
            OUTSIDE[0],
            p.line,
            m = y + height / 2
        ));
        draw.raw(&content.out);
        for mover in movers(moment) {
            let across = |from: i32, to: i32| from + ((to - from) as f64 * mover.part) as i32;
            let at = match mover.way {
                Way::ToOutside => (across(SINK[1] - 20, OUTSIDE[0] - 40), y + height / 2 - 12),
                Way::FromOutside => (across(OUTSIDE[0] - 24, SINK[1]), y + height / 2 + 14),
                Way::Notification => (across(OPERATOR[1] + 20, SINK[0] - 44), y + 6),
                _ => continue,
            };
            mover_at(draw, words, &mover, at);
        }
        edges.push([y, y + height]);
        y += height + 10;
    }
    edges
}

fn sink(draw: &mut Draw, words: &Words, moment: &Moment, job: &JobView, top: i32) -> i32 {
    let p = draw.palette;
    let view = SinkView::new(moment);
    let spec = moment.run.plan.sink;
    let (name, what) = said::sink_name(words, spec);
    let mut flow = Flow::new(draw, SINK[0] + 12, SINK[1] - 10, top + 5);
    flow.words(name, 15, p.ink, true);
    flow.line();
    flow.words(&what, 12, p.soft, false);
    flow.line();
    if let Some(text) = said::absence(words, job.life) {
        flow.words(text, 12, p.soft, false);
        flow.line();
    }
    for doing in &view.doing {
        flow.words(&said::doing(words, *doing), 12, p.accent, true);
    }
    flow.tokens(&view.row, Look::Usual);
    flow.line();
    if !view.held.is_empty() {
        flow.words(words.holds, 12, p.soft, false);
        flow.tokens(&view.held, Look::Usual);
        flow.line();
    }
    for batch in &view.batches {
        let sent = batch.sent.map(|sent| format!(" · {sent}/{} {}", batch.tokens.len(), words.sent));
        flow.words(&format!("{} {}{}", words.batch_of, batch.checkpoint, sent.unwrap_or_default()), 12, p.soft, false);
        flow.tokens(&batch.tokens, Look::Usual);
        flow.line();
    }
    let handles = said::handles(words, spec, &view.current, &view.pending);
    if !handles.is_empty() {
        flow.words(&handles, 12, p.soft, false);
        flow.line();
    }
    inputs(&mut flow, words, &view.inputs, p);
    flow.bottom() + 8
}

/// What waits in front of a task, a line an input.
fn inputs(flow: &mut Flow, words: &Words, inputs: &[InputView], p: &Palette) {
    for input in inputs {
        if !input.from.is_empty() {
            flow.words(&input.from, 12, p.soft, true);
        }
        if let Gate::Closed(id) | Gate::Counted(id) = input.gate {
            flow.words(&format!("▌{id}"), 13, p.accent, true);
        }
        for waiting in &input.queue {
            match waiting {
                Waiting::Record(token, _) => flow.tokens(std::slice::from_ref(token), Look::Usual),
                Waiting::Barrier(id) => flow.words(&format!("▌{id}"), 13, p.accent, true),
                Waiting::End => flow.words("■", 12, p.soft, false),
            }
        }
        let notes = said::input_notes(words, input);
        if !notes.is_empty() {
            flow.words(&notes, 12, p.soft, false);
        }
        flow.line();
    }
}

fn outside(draw: &mut Draw, words: &Words, model: &Model, lane: usize, moment: &Moment, top: i32) -> i32 {
    let p = draw.palette;
    let view = OutsideView::new(moment);
    let mut flow = Flow::new(draw, OUTSIDE[0] + 12, OUTSIDE[1] - 10, top + 6);
    if model.covers(lane) {
        flow.words(words.guess, 13, p.soft, false);
        return flow.bottom() + 8;
    }
    flow.words(words.readers_get, 12, p.soft, false);
    if view.more > 0 {
        flow.words(&format!("+{} {}", view.more, words.more), 12, p.soft, false);
    }
    if view.readable.is_empty() && view.rows.is_empty() {
        flow.words(words.nothing_readable, 12, p.soft, false);
    }
    flow.tokens(&view.readable, Look::Usual);
    flow.line();
    for row in &view.rows {
        flow.words(&row.name, 13, p.keys[row.key as usize % p.keys.len()], true);
        let (count, sum) = (row.of.count, row.of.sum);
        flow.words(&format!("{} {count} · {} {sum}", words.count, words.sum), 13, p.ink, false);
        if let Some(from) = row.fell_from {
            flow.words(&format!("{} {from}", words.was), 13, p.verdicts[3].0, true);
        }
        flow.line();
    }
    if view.more_rows > 0 {
        flow.words(&format!("+{} {}", view.more_rows, words.more), 12, p.soft, false);
        flow.line();
    }
    if let Some((by, hidden)) = &view.blocked {
        flow.words(&format!("{} {by}", words.blocked_at), 12, p.verdicts[3].0, true);
        flow.tokens(hidden, Look::Usual);
        flow.line();
    }
    if view.dirty > 0 {
        flow.words(&pair(words.dirty, view.dirty), 12, p.verdicts[3].0, true);
        flow.line();
    }
    if !view.stored.is_empty() {
        flow.words(words.stored_unread, 12, p.soft, false);
        flow.line();
    }
    for stored in &view.stored {
        let is_dead = matches!(stored.state, StoredState::Aborted | StoredState::Expired);
        flow.words(&format!("{} {}", stored.name, said::stored(words, stored)), 12, p.ink, true);
        flow.tokens(&stored.tokens, if is_dead { Look::Struck } else { Look::Usual });
        flow.line();
    }
    flow.bottom() + 8
}

fn verdict_colours(
    model: &Model,
    lane: usize,
    moment: &Moment,
    colours: [(&'static str, &'static str); 5],
) -> (&'static str, &'static str) {
    if model.covers(lane) {
        return colours[4];
    }
    match Standing::new(moment, &model.computed.known[lane]).word {
        Word::Once => colours[0],
        Word::Twice | Word::Differs => colours[1],
        Word::Lost | Word::TwiceAndLost => colours[2],
        Word::Back | Word::Blocked | Word::Dirty => colours[3],
        Word::Nothing | Word::Waiting => colours[4],
    }
}

fn verdict(draw: &mut Draw, words: &Words, model: &Model, lane: usize, moment: &Moment, top: i32) -> i32 {
    let p = draw.palette;
    let ink = verdict_colours(model, lane, moment, p.verdicts).0;
    let mut flow = Flow::new(draw, VERDICT[0] + 12, VERDICT[1] - 8, top + 10);
    if model.covers(lane) {
        flow.words(words.hidden, 15, ink, true);
        return flow.bottom() + 8;
    }
    let standing = Standing::new(moment, &model.computed.known[lane]);
    let plan = &moment.run.plan;
    flow.words(said::verdict(words, &standing), 15, ink, true);
    flow.line();
    let note = said::note(words, &standing, &said::names(plan, &standing), writes_table(plan.sink));
    if !note.is_empty() {
        flow.words(&note, 12, ink, false);
    }
    if let Some(back) = said::meanwhile(words, &standing) {
        flow.line();
        flow.words(&back, 12, p.verdicts[3].0, true);
    }
    if let Some(delay) = said::delay(words, &standing) {
        flow.line();
        flow.words(&delay, 12, ink, false);
    }
    flow.bottom() + 8
}

/// The lane that is followed: log, operator, and what is on its way between them; answers where it ends.
fn job(draw: &mut Draw, model: &Model, moment: &Moment, top: i32, lanes: &[[i32; 2]]) -> i32 {
    let (words, p) = (model.lang.words(), draw.palette);
    let is_socket = model.scenario.source == SourceKind::Socket;
    let mut y = top;
    let mut middles = Vec::new();
    for source in 0..moment.run.plan.logs.len() as u32 {
        let view = LogView::new(moment, SourceId(source));
        let name = if is_socket { words.source_socket } else { words.source_log };
        draw.bold(LOG[0], y + 12, 13, p.soft, &format!("{name} {}", view.name));
        let end = log(draw, model, &view, y + 24);
        middles.push((y + 24 + end) / 2);
        y = end + 14;
    }
    let view = JobView::new(moment);
    let operator = operator(draw, words, model, &view, top);
    let anchor = top + 64;
    for middle in &middles {
        draw.raw(&format!(
            r#"<path d="M{} {middle}L{} {anchor}" stroke="{}" stroke-width="8" opacity=".6"/>"#,
            LOG[1], OPERATOR[0], p.hair
        ));
    }
    let middle_of = |lane: &[i32; 2]| (lane[0] + lane[1]) / 2;
    for lane in lanes {
        draw.raw(&format!(
            r#"<path d="M{} {anchor}C{} {anchor} {} {to} {} {to}" fill="none" stroke="{}" stroke-width="8" opacity=".6"/>"#,
            OPERATOR[1],
            OPERATOR[1] + 50,
            SINK[0] - 50,
            SINK[0],
            p.hair,
            to = middle_of(lane)
        ));
    }
    for (lane, run) in model.computed.runs.iter().enumerate() {
        let moment = Moment::new(run, model.at());
        for mover in movers(&moment) {
            let along = |from: i32, to: i32| from + ((to - from) as f64 * mover.part) as i32;
            let at = match mover.way {
                Way::ToSink(..) => (along(OPERATOR[1], SINK[0] - 46), along(anchor, middle_of(&lanes[lane])) - 10),
                Way::ToOperator(source, _) if lane == model.lane => {
                    let from = middles.get(source as usize).copied().unwrap_or(anchor);
                    (along(LOG[1] - 6, OPERATOR[0] - 34), along(from, anchor) - 10)
                }
                _ => continue,
            };
            mover_at(draw, words, &mover, at);
        }
    }
    operator.max(y)
}

fn log(draw: &mut Draw, model: &Model, view: &LogView, top: i32) -> i32 {
    let (words, p) = (model.lang.words(), draw.palette);
    let is_socket = model.scenario.source == SourceKind::Socket;
    let starts_again = view.starts_again.filter(|_| !model.hides_return());
    let more = usize::from(view.before > 0) + usize::from(view.after > 0);
    let height = (view.rows.len() + more).max(1) as i32 * ROW + 12;
    let edge = if is_socket {
        format!(r#"stroke="{}" stroke-width="1.5" stroke-dasharray="5 4""#, p.volatile_line)
    } else {
        format!(r#"stroke="{}" stroke-width="2.5""#, p.durable)
    };
    draw.rect([LOG[0], top, LOG[1] - LOG[0], height], if is_socket { p.volatile } else { p.panel }, &edge);
    let mut y = top + 6;
    if view.before > 0 {
        draw.text(LOG[0] + 12, y + 17, 12, p.soft, &format!("↑ {} {}", view.before, words.earlier));
        y += ROW;
    }
    if view.rows.is_empty() {
        draw.text(LOG[0] + 12, y + 17, 12, p.soft, words.nothing_yet);
    }
    for row in &view.rows {
        draw.text(LOG[0] + 10, y + 18, 12, p.soft, &row.offset.to_string());
        let look = match (row.has_come, row.was_read && is_socket) {
            (false, _) => Look::Future,
            (true, true) => Look::Struck,
            (true, false) => Look::Usual,
        };
        let wide = draw.token(LOG[0] + 34, y + 3, &row.token, look);
        if view.cursor == Some(row.offset) {
            draw.bold(LOG[0] + 40 + wide, y + 18, 12, p.accent, &format!("◀ {}", words.reading));
        }
        y += ROW;
        if starts_again.is_some_and(|offset| offset.0 == row.offset.0 + 1) {
            let [from, to] = LOG;
            draw.raw(&format!(r#"<path d="M{from} {y}H{to}" stroke="{}" stroke-width="3"/>"#, p.accent));
        }
    }
    if view.after > 0 {
        draw.text(LOG[0] + 12, y + 17, 12, p.soft, &format!("↓ {} {}", view.after, words.later));
    }
    top + height
}

fn operator(draw: &mut Draw, words: &Words, model: &Model, view: &JobView, top: i32) -> i32 {
    let p = draw.palette;
    draw.bold(OPERATOR[0], top + 12, 13, p.soft, words.job_memory);
    let is_up = matches!(view.life, JobLife::Running | JobLife::Restoring);
    let mut content = Draw { out: String::new(), palette: p };
    let mut flow = Flow::new(&mut content, OPERATOR[0] + 12, OPERATOR[1] - 10, top + 30);
    let name = if model.scenario.operator == OperatorKind::Count { words.count_by_key } else { words.pass_on };
    flow.words(name, 15, p.ink, true);
    flow.line();
    if is_up {
        flow.words(&said::attempt(words, view.attempt), 12, p.soft, false);
        flow.line();
    }
    if let Some(life) = said::life(words, view) {
        flow.words(&life, 13, if is_up { p.accent } else { p.crash }, true);
        flow.line();
    }
    for total in view.totals.iter().filter(|_| is_up) {
        flow.words(&total.name, 13, p.keys[total.key as usize % p.keys.len()], true);
        flow.words(&format!("{} {} · {} {}", words.count, total.count, words.sum, total.sum), 13, p.ink, false);
        flow.line();
    }
    flow.tokens(&view.working_on, Look::Usual);
    flow.line();
    inputs(&mut flow, words, &view.inputs, p);
    if view.has_no_room {
        flow.words(words.no_room_operator, 12, p.accent, false);
        flow.line();
    }
    if let Some(id) = view.aligning {
        flow.words(&format!("{} {id}", words.waits_for_barriers), 12, p.soft, false);
    }
    let bottom = flow.bottom().max(top + 100) + 10;
    let fill = if is_up { p.volatile } else { "none" };
    let edge = if is_up { p.volatile_line } else { p.line };
    draw.rect(
        [OPERATOR[0], top + 24, OPERATOR[1] - OPERATOR[0], bottom - top - 24],
        fill,
        &format!(r#"stroke="{edge}" stroke-width="1.5" stroke-dasharray="5 4""#),
    );
    draw.raw(&content.out);
    bottom
}

/// Something on its way.
fn mover_at(draw: &mut Draw, words: &Words, mover: &Mover, (x, y): (i32, i32)) {
    let p = draw.palette;
    match &mover.what {
        What::Record(token) => {
            draw.token(x, y, token, Look::Usual);
        }
        What::Barrier(id) => {
            draw.raw(&format!(r#"<rect x="{x}" y="{}" width="5" height="26" rx="2" fill="{}"/>"#, y - 3, p.accent));
            draw.bold(x - 2, y - 6, 12, p.accent, &id.to_string());
        }
        What::End => draw.text(x, y + 14, 12, p.soft, words.doing_finishing),
        What::Complete(id) | What::Metadata(id) => {
            draw.rect([x, y, 38, 20], p.accent, "");
            draw.bold(x + 8, y + 15, 12, p.panel, &format!("✓ {id}"));
        }
        What::Request(name, number) => {
            let text = format!("{name} {number}");
            let edge = format!(r#"stroke="{}" stroke-width="1.5""#, p.durable);
            draw.rect([x - 8, y - 2, width(&text, 11) + 12, 20], p.panel, &edge);
            draw.bold(x - 2, y + 12, 11, p.ink, &text);
        }
        What::Yes => draw.bold(x, y + 12, 15, p.verdicts[0].0, "✓"),
        What::No => draw.bold(x, y + 12, 15, p.crash, "✗"),
    }
}

/// The time line with what happened on it, and the playhead; answers where it ends.
fn time_line(draw: &mut Draw, model: &Model, top: i32) -> i32 {
    let (words, p) = (model.lang.words(), draw.palette);
    let pace = &model.computed.pace;
    let run = &model.computed.runs[model.lane];
    let (left, right) = (60, WIDTH - 40);
    let x = |time| left + (f64::from(right - left) * pace.part(time)) as i32;
    let y = top + 26;
    draw.text(24, y + 5, 12, p.soft, words.time);
    draw.raw(&format!(r#"<path d="M{left} {y}H{right}" stroke="{}" stroke-width="3"/>"#, p.line));
    for record in run.plan.logs.iter().flatten().filter(|record| record.due <= pace.end()) {
        let (cx, fill) = (x(record.due), p.keys[record.key.index() % p.keys.len()]);
        draw.raw(&format!(r#"<circle cx="{cx}" cy="{y}" r="5" fill="{fill}"/>"#));
    }
    let label = |draw: &mut Draw, at: i32, y: i32, fill: &str, text: &str| {
        let wide = width(text, 12) * 11 / 10;
        draw.bold((at + 5).min(right - wide), y, 12, fill, text);
    };
    for noted in &run.facts {
        let at = x(noted.at);
        match &noted.fact {
            Fact::CheckpointCompleted { checkpoint, .. } => {
                draw.raw(&format!(r#"<path d="M{at} {}v24" stroke="{}" stroke-width="3"/>"#, y - 12, p.accent));
                label(draw, at, y - 14, p.accent, &format!("{} {checkpoint}", words.checkpoint));
            }
            Fact::Crashed { .. } => {
                let (from, fill) = (y - 10, p.crash);
                draw.raw(&format!(r#"<path d="M{at} {from}l-6 11h5l-3 10 9 -13h-5l4 -8z" fill="{fill}"/>"#));
                label(draw, at, y + 28, p.crash, &format!("{} {}", words.crash, noted.at));
            }
            _ => {}
        }
    }
    let at = x(model.at());
    draw.raw(&format!(r#"<path d="M{at} {}v44" stroke="{}" stroke-width="2.5"/>"#, y - 22, p.ink));
    label(draw, at, y + 44, p.ink, &format!("{} {}", model.at(), words.seconds));
    y + 50
}
