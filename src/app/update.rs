//! What changes the page's state. Pure: no browser in here.

use super::doors;
use super::keys::KeyMap;
use super::learn::{self, LearnMsg, Open};
use super::model::{Computed, Model, Notice, Panel, Refused, Showing, Side, MAX_UNDO, SPEEDS};
use super::presets::Preset;
use super::settings;
use super::share::{Link, LinkError};
use crate::i18n::Lang;
use crate::scene::moments;
use crate::sim::id::Time;
use crate::sim::scenario::limits::MAX_FAULTS;
use crate::sim::scenario::{Drive, Fault, How, InFlight, Scenario, ScenarioError, Tree, When};
use std::rc::Rc;

/// Something that the person did, or the clock.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// So many milliseconds have passed.
    Tick(f64),
    /// Play or pause.
    Toggle,
    /// To the next (true) or previous moment at which something happens.
    Step(bool),
    /// To the next (true) or previous moment worth stopping at.
    Leap(bool),
    /// To the beginning.
    ToStart,
    /// To the end.
    ToEnd,
    /// To this part (0 to 1) of the showing.
    SeekPart(f64),
    /// To this moment.
    Seek(Time),
    /// Faster (true) or slower.
    Speed(bool),
    /// This speed of the list.
    SetSpeed(usize),
    /// The job dies now.
    CrashNow,
    /// The job dies at this part of the showing.
    CrashAtPart(f64),
    /// Take the fault at this place of the list out.
    RemoveFault(usize),
    /// How *crash now* kills.
    SetHow(How),
    /// Back to the scenario before.
    Undo,
    /// Forward again.
    Redo,
    /// Open a preset.
    OpenPreset(&'static str),
    /// Open what a link says.
    OpenLink(Box<Result<Link, LinkError>>),
    /// Open what is in a file.
    OpenFile(Box<Result<Scenario, ScenarioError>>),
    /// Speak this language.
    SetLang(Lang),
    /// Hide answers, or show them.
    ToggleHide,
    /// Show this lane's answer although answers are hidden.
    Reveal(usize),
    /// Tell every detail, or only what matters.
    ToggleDetails,
    /// Follow this lane.
    Follow(usize),
    /// Put something else beside the picture.
    Beside(Side),
    /// Another value at a path of the scenario; `None` takes it out.
    Edit(String, Option<Tree>),
    /// Lay something over the page.
    Show(Option<Panel>),
    /// The link is in the clipboard.
    Copied,
    /// Nothing more to be said.
    Dismiss,
    /// Something about lessons and challenges.
    Learn(LearnMsg),
    /// Present to a class, or stop presenting.
    Present,
    /// Black screen, or the picture again.
    Blank,
    /// Reduce motion to steps.
    SetStill(bool),
    /// Keys do this now.
    SetKeys(Box<KeyMap>),
}

/// A lesson plays on to its next moment in at most so long.
const MOST_PLAYED_MS: u32 = 4_000;

/// So long a word in passing is said while it plays on, in milliseconds.
const NOTICE_MS: f64 = 6_000.0;

/// Changes the state.
pub fn update(model: &mut Model, msg: Msg) {
    let before = model.notice.clone().filter(Notice::is_passing);
    let goes_on = goes_on(&msg);
    let passed = if let (Msg::Tick(ms), true) = (&msg, model.is_playing) { *ms } else { 0.0 };
    change(model, msg);
    if model.notice.is_none() || model.notice != before {
        model.noticed = 0.0;
    } else {
        model.noticed += passed;
        if goes_on || model.noticed >= NOTICE_MS {
            model.notice = None;
        }
    }
    if model.learn.challenge().is_some() {
        doors::judge(model);
    }
}

/// Goes one to another moment with that? What was said of the one before has been read, or is no longer true.
fn goes_on(msg: &Msg) -> bool {
    matches!(
        msg,
        Msg::Toggle | Msg::Step(_) | Msg::Leap(_) | Msg::ToStart | Msg::ToEnd | Msg::SeekPart(_) | Msg::Seek(_)
    )
}

fn change(model: &mut Model, msg: Msg) {
    match msg {
        Msg::Tick(ms) => tick(model, ms),
        Msg::Toggle => toggle(model),
        Msg::Step(forward) => step(model, forward),
        // Whoever presents a lesson has but two keys.
        Msg::Leap(forward) if model.showing == Showing::Presented && model.learn.step().is_some() => {
            doors::change(model, Msg::Learn(LearnMsg::Go(forward)));
        }
        Msg::Leap(forward) => leap(model, forward),
        Msg::ToStart => seek(model, Time::ZERO),
        Msg::ToEnd => seek(model, Time(u32::MAX)),
        Msg::SeekPart(part) => seek(model, model.computed.pace.at_part(part)),
        Msg::Seek(time) => seek(model, time),
        Msg::Speed(faster) => {
            model.speed = if faster { (model.speed + 1).min(SPEEDS.len() - 1) } else { model.speed.saturating_sub(1) };
        }
        Msg::SetSpeed(speed) => model.speed = speed.min(SPEEDS.len() - 1),
        Msg::SetHow(how) => model.how = how,
        Msg::SetLang(lang) => model.lang = lang,
        Msg::ToggleHide => {
            model.hides = !model.hides;
            model.revealed = 0;
        }
        Msg::Reveal(lane) => model.revealed ^= 1 << lane,
        Msg::ToggleDetails => model.details = !model.details,
        Msg::Follow(lane) => model.lane = lane.min(model.scenario.sinks.len() - 1),
        Msg::Beside(side) => model.side = side,
        Msg::Show(panel) => {
            model.panel = panel;
            // It was said in the panel.
            model.notice.take_if(|notice| *notice == Notice::Copied);
        }
        Msg::Copied => model.notice = Some(Notice::Copied),
        Msg::Dismiss => model.notice = None,
        Msg::Present => present(model),
        Msg::Blank => {
            model.showing = if model.showing == Showing::Blank { Showing::Presented } else { Showing::Blank };
            model.is_playing = false;
        }
        Msg::SetStill(still) => model.still = still,
        Msg::SetKeys(keys) => model.keys = *keys,
        // What is at hand stands above by name, so that the compiler asks about each new message.
        msg @ (Msg::CrashNow
        | Msg::CrashAtPart(_)
        | Msg::RemoveFault(_)
        | Msg::Undo
        | Msg::Redo
        | Msg::OpenPreset(_)
        | Msg::OpenLink(_)
        | Msg::OpenFile(_)
        | Msg::Edit(..)
        | Msg::Learn(_)) => doors::change(model, msg),
    }
}

/// Changes the experiment: another scenario, or other faults.
pub(super) fn change_experiment(model: &mut Model, msg: Msg) {
    match msg {
        Msg::CrashNow => {
            let at = just_after(model, model.at());
            crash(model, at);
        }
        Msg::CrashAtPart(part) => crash(model, model.computed.pace.at_part(part)),
        Msg::RemoveFault(index) => remove_fault(model, index),
        Msg::Undo => undo(model),
        Msg::Redo => redo(model),
        Msg::OpenPreset(id) => {
            if let Some(preset) = Preset::find(id) {
                replace(model, preset.scenario(), Some(preset.id), Time::ZERO);
                model.lane = 0;
                model.revealed = 0;
            }
        }
        Msg::OpenLink(link) => open_link(model, *link),
        Msg::OpenFile(file) => match *file {
            Ok(scenario) => {
                replace(model, scenario, None, Time::ZERO);
                model.revealed = 0;
            }
            Err(error) => model.notice = Some(Notice::BadFile(error)),
        },
        Msg::Edit(path, value) => edit(model, path, value),
        Msg::Learn(msg) => learn::update(model, msg),
        _ => {} // at hand
    }
}

fn tick(model: &mut Model, ms: f64) {
    if !model.is_playing {
        return;
    }
    // A tab that was in the background does not jump.
    let ms = ms.clamp(0.0, 100.0);
    let (start, end) = model.range();
    let shown = |time| f64::from(model.computed.pace.shown(time));
    let (start, end) = (shown(start), shown(end));
    model.sought = None;
    let (until, speed) = model.until.unwrap_or((Time(u32::MAX), 0));
    model.shown = (model.shown + ms * f64::from(SPEEDS[model.speed].max(speed)) / 1_000.0).min(end);
    if model.shown >= shown(until) && model.until.is_some() {
        seek(model, until);
    } else if model.shown >= end {
        let loops = start < end && model.frame.is_some_and(|frame| frame.loops);
        if loops {
            model.shown = start;
        }
        model.is_playing = loops;
    }
}

fn toggle(model: &mut Model) {
    if !model.is_playing && model.is_at_end() {
        seek(model, Time::ZERO);
        model.sought = None;
    }
    model.is_playing = !model.is_playing;
    model.until = None;
    model.notice = None;
}

/// Presents: answers are hidden until they are asked for, but where a lesson asks for them itself. When it is over they
/// are as they were.
fn present(model: &mut Model) {
    model.panel = None;
    model.notice = None;
    if model.showing == Showing::Usual {
        model.showing = Showing::Presented;
        model.hid = model.hides;
        model.hides = model.hid || model.learn.step().is_none();
        model.revealed = 0;
    } else {
        model.showing = Showing::Usual;
        model.hides = model.hid;
    }
}

/// Goes on playing until a moment, so fast that nobody waits; goes there at once if it lies behind or motion is reduced.
pub(super) fn play_to(model: &mut Model, time: Time) {
    let pace = &model.computed.pace;
    let (from, to) = (pace.shown(model.at()), pace.shown(time));
    if to <= from || model.still {
        return seek(model, time);
    }
    let speed = u64::from(to - from) * 1_000 / u64::from(MOST_PLAYED_MS);
    model.until = Some((time, speed as u32));
    model.sought = None;
    model.is_playing = true;
}

pub(super) fn seek(model: &mut Model, time: Time) {
    model.is_playing = false;
    let (start, end) = model.range();
    let time = time.clamp(start, end);
    model.until = None;
    model.shown = f64::from(model.computed.pace.shown(time));
    model.sought = Some(time);
}

fn step(model: &mut Model, forward: bool) {
    let at = model.at();
    let pace = &model.computed.pace;
    let to = if forward { pace.stops().find(|stop| *stop > at) } else { pace.stops().rev().find(|stop| *stop < at) };
    let to = to.unwrap_or(if forward { pace.end() } else { Time::ZERO });
    seek(model, to);
}

fn leap(model: &mut Model, forward: bool) {
    let at = model.at();
    let runs = &model.computed.runs;
    let to = if forward { moments::next(runs, at) } else { moments::previous(runs, at) };
    let to = to.unwrap_or(if forward { model.computed.pace.end() } else { Time::ZERO });
    seek(model, to);
}

/// A crash strikes before anything else of its moment. What is seen at a moment has happened, so a crash that follows it
/// strikes a millisecond later.
fn just_after(model: &Model, at: Time) -> Time {
    let something_happens = model.computed.runs.iter().any(|run| run.times.binary_search(&at).is_ok());
    if something_happens {
        at.plus(Time(1))
    } else {
        at
    }
}

/// The job dies at a moment. What was to come later is open again: later crashes are taken out, and *undo* brings the
/// former run back. One goes on looking from that moment.
fn crash(model: &mut Model, at: Time) {
    let Drive::Time(faults) = &model.scenario.drive else {
        model.notice = Some(Notice::IsStory);
        return;
    };
    let is_later = |fault: &Fault| match fault {
        Fault::Crash { when: When::At(other), .. } => *other >= at,
        // A crash that waits for a point or a fact lies in the future if it has not struck yet.
        Fault::Crash { when, .. } => !has_struck(model, when, at),
        _ => false,
    };
    if model.computed.runs.iter().all(|run| run.world_after(run.steps_until(at.since(Time(1)))).job.is_none()) {
        model.notice = Some(Notice::NoJob);
        return;
    }
    let mut kept: Vec<Fault> = faults.iter().filter(|fault| !is_later(fault)).copied().collect();
    let dropped = faults.len() - kept.len();
    if kept.len() >= MAX_FAULTS {
        model.notice = Some(Notice::TooManyFaults);
        return;
    }
    kept.push(Fault::Crash { when: When::At(at), how: model.how, in_flight: InFlight::Delivered });
    let was_playing = model.is_playing;
    let scenario = Scenario { drive: Drive::Time(kept), ..model.scenario.clone() };
    replace(model, scenario, model.preset, at);
    model.is_playing = was_playing;
    model.notice = (dropped > 0).then_some(Notice::Forked { dropped });
}

/// Has a crash that waits for a point or a fact struck before this moment, in any lane?
fn has_struck(model: &Model, when: &When, at: Time) -> bool {
    use crate::sim::fact::{Cause, Fact};
    let is_timed = |time: Time| {
        model.faults().iter().any(|f| matches!(f, Fault::Crash { when: When::At(other), .. } if *other == time))
    };
    let is_it = |noted: &crate::run::Noted| match (&noted.fact, when) {
        (Fact::Crashed { cause: Cause::Armed(armed), .. }, When::Point { point, .. }) => armed == point,
        (Fact::Crashed { cause: Cause::Asked, .. }, When::Fact { .. }) => !is_timed(noted.at),
        _ => false,
    };
    model.computed.runs.iter().any(|run| run.facts.iter().any(|noted| noted.at < at && is_it(noted)))
}

fn remove_fault(model: &mut Model, index: usize) {
    let mut faults = model.faults().to_vec();
    if index < faults.len() {
        faults.remove(index);
        let scenario = Scenario { drive: Drive::Time(faults), ..model.scenario.clone() };
        let (preset, at) = (model.preset, model.at());
        replace(model, scenario, preset, at);
    }
}

/// Changes the scenario. What it does not take is kept with the reason, and changes nothing.
fn edit(model: &mut Model, path: String, value: Option<Tree>) {
    let entered = settings::shown(value.as_ref(), "");
    match settings::with_value(&model.scenario, &path, value) {
        Ok(scenario) if scenario == model.scenario => model.refused = None,
        Ok(scenario) => {
            let (preset, at) = (model.preset, model.at());
            replace(model, scenario, preset, at);
        }
        Err(error) => model.refused = Some(Refused { path, entered, error }),
    }
}

/// Opens a scenario that is made of a preset, if it is not open already.
pub(super) fn open_scenario(model: &mut Model, scenario: Scenario, preset: &'static str) {
    if scenario != model.scenario {
        replace(model, scenario, Some(preset), Time::ZERO);
    }
}

/// Opens another scenario and remembers this one.
fn replace(model: &mut Model, scenario: Scenario, preset: Option<&'static str>, at: Time) {
    let saved = saved(model);
    model.past.push(saved);
    if model.past.len() > MAX_UNDO {
        model.past.remove(0);
    }
    model.future.clear();
    set(model, scenario, preset, at);
}

fn saved(model: &Model) -> String {
    kept(&model.link())
}

/// A scenario and a moment to come back to: the link without what is not a part of them.
pub(super) fn kept(link: &Link) -> String {
    Link { lang: None, hide: false, frame: None, lesson: None, ..link.clone() }.to_text()
}

fn set(model: &mut Model, scenario: Scenario, preset: Option<&'static str>, at: Time) {
    model.computed = Rc::new(Computed::new(&scenario));
    model.lane = model.lane.min(scenario.sinks.len() - 1);
    model.scenario = scenario;
    model.preset = preset;
    model.notice = None;
    model.refused = None;
    model.learn.state = None;
    seek(model, at);
}

fn undo(model: &mut Model) {
    if let Some(before) = last_readable(&mut model.past) {
        let now = saved(model);
        model.future.push(now);
        set(model, before.scenario, before.preset, before.at.unwrap_or_default());
    }
}

fn redo(model: &mut Model) {
    if let Some(after) = last_readable(&mut model.future) {
        let now = saved(model);
        model.past.push(now);
        set(model, after.scenario, after.preset, after.at.unwrap_or_default());
    }
}

/// Takes the last link. Those of a kept session may have been written by another version; what cannot be read is gone.
fn last_readable(links: &mut Vec<String>) -> Option<Link> {
    while let Some(text) = links.pop() {
        if let Ok(link) = Link::parse(&text) {
            return Some(link);
        }
    }
    None
}

/// What a link says; a bad one is told and changes nothing.
fn open_link(model: &mut Model, link: Result<Link, LinkError>) {
    match link {
        Ok(link) => {
            let at = link.at.unwrap_or_default();
            let is_opened = link.frame != model.frame;
            model.frame = link.frame;
            if link.scenario == model.scenario {
                seek(model, at);
            } else {
                replace(model, link.scenario, link.preset, at);
                model.revealed = 0;
            }
            model.lang = link.lang.unwrap_or(model.lang);
            model.hides = link.hide;
            let open = link.lesson.map_or(Open::List, |(lesson, step)| Open::Step(lesson, step));
            learn::show(model, open, link.at.is_none());
            model.is_playing = is_opened && !model.still && link.frame.is_some_and(|frame| frame.plays);
        }
        Err(error) => model.notice = Some(Notice::BadLink(error)),
    }
}

#[cfg(test)]
mod tests;
