//! Learning: which lesson or challenge is open, what was answered, what was done so far. Pure; the browser keeps the
//! progress and fetches the texts.

use super::model::{Model, Side};
use super::update::{open_scenario, play_to, seek};
use crate::i18n::Lang;
use crate::lesson::challenge::{Challenge, Goal, State, CHALLENGES};
use crate::lesson::progress::Progress;
use crate::lesson::text::{Fill, Part, Text};
use crate::lesson::{Ask, Given, Judged, Lesson, Step, LESSONS};
use crate::sim::id::Time;
use crate::sim::mutant::Mutant;
use std::rc::Rc;

/// A text could not be had, or is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoText;

/// Everything about learning.
#[derive(Clone, Debug, Default)]
pub struct Learn {
    /// What is open.
    pub open: Open,
    /// What is open, itself.
    opened: Opened,
    /// The answer that was given to the open step's question.
    pub given: Option<Given>,
    /// The records that are clicked, one bit each, before the answer is given.
    pub picked: u64,
    /// What is entered where a number is asked for.
    pub entered: String,
    /// The open challenge: how far one is.
    pub state: Option<State>,
    /// The open challenge: how many hints are shown.
    pub hints: usize,
    /// The open challenge: the mistake that was named.
    pub named: Option<usize>,
    /// What was done so far.
    pub progress: Progress,
    /// Texts: those that were loaded, those that are under way (`None`), those that could not be had (`Err`).
    texts: Vec<(Lang, &'static str, Loaded)>,
}

/// A text on its way, or not to be had, or there.
type Loaded = Option<Result<Rc<Text>, ()>>;

/// What is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Open {
    /// The list of lessons and challenges.
    #[default]
    List,
    /// A step of a lesson, by their places.
    Step(usize, usize),
    /// A challenge, by its place.
    Challenge(usize),
}

/// What is open: the step with its lesson, or the challenge. [`Open`] is where it stands in the lists, which the page can
/// do without as long as nothing is open.
#[derive(Clone, Copy, Debug, Default)]
enum Opened {
    #[default]
    Nothing,
    Step(&'static Lesson, &'static Step),
    Challenge(&'static Challenge),
}

impl Opened {
    fn of(open: Open) -> Opened {
        let step = |lesson: usize, step: usize| {
            let lesson = LESSONS.get(lesson)?;
            Some(Opened::Step(lesson, lesson.steps.get(step)?))
        };
        match open {
            Open::List => None,
            Open::Step(lesson, number) => step(lesson, number),
            Open::Challenge(index) => CHALLENGES.get(index).map(Opened::Challenge),
        }
        .unwrap_or_default()
    }
}

/// Something that the learner did, or a text that came.
#[derive(Clone, Debug, PartialEq)]
pub enum LearnMsg {
    /// Open this, with its scenario and its moment.
    Open(Open),
    /// To the next step (true) or the one before.
    Go(bool),
    /// Back to the open step's moment.
    Return,
    /// This record is clicked.
    Pick(u32),
    /// This is entered.
    Enter(String),
    /// This is the answer.
    Answer(Given),
    /// Another hint.
    Hint,
    /// This is the mistake.
    Name(usize),
    /// A text has come, or could not be had.
    Came(Lang, &'static str, Result<String, ()>),
    /// Try again to get what could not be had.
    Retry,
    /// Forget the progress.
    Forget,
}

impl Learn {
    /// The open step with its lesson.
    #[must_use]
    pub fn step(&self) -> Option<(&'static Lesson, &'static Step)> {
        match self.opened {
            Opened::Step(lesson, step) => Some((lesson, step)),
            _ => None,
        }
    }

    /// The open challenge.
    #[must_use]
    pub fn challenge(&self) -> Option<&'static Challenge> {
        match self.opened {
            Opened::Challenge(challenge) => Some(challenge),
            _ => None,
        }
    }

    /// The question that is open: asked and not answered.
    #[must_use]
    pub fn asks(&self) -> Option<Ask> {
        self.step()?.1.ask.filter(|_| self.given.is_none())
    }

    /// Would the crash map give the open challenge away? Where everything is to be harmless it is what one goes by.
    #[must_use]
    pub fn hides_map(&self) -> bool {
        let hides = |challenge: &Challenge| !matches!(challenge.goal, Goal::Cost(_));
        self.challenge().is_some_and(hides) && self.state != Some(State::Won)
    }

    /// The name of the text of what is open.
    #[must_use]
    pub fn text_name(&self) -> &'static str {
        match self.opened {
            Opened::Nothing => "index",
            Opened::Step(lesson, _) => lesson.id,
            Opened::Challenge(_) => "challenges",
        }
    }

    /// A text, if it is there; `Err` if it could not be had.
    ///
    /// # Errors
    /// It could not be had.
    pub fn text(&self, lang: Lang, name: &str) -> Result<Option<Rc<Text>>, NoText> {
        match self.texts.iter().find(|(l, n, _)| (*l, *n) == (lang, name)) {
            Some((.., Some(Err(())))) => Err(NoText),
            Some((.., Some(Ok(text)))) => Ok(Some(text.clone())),
            _ => Ok(None),
        }
    }

    /// The part of a text that belongs to what is open.
    ///
    /// # Errors
    /// The text could not be had.
    pub fn part(&self, lang: Lang) -> Result<Option<Part>, NoText> {
        let index = match self.open {
            Open::List => 0,
            Open::Step(_, index) | Open::Challenge(index) => index,
        };
        Ok(self.text(lang, self.text_name())?.and_then(|text| text.parts.get(index).cloned()))
    }

    /// The texts to be fetched now: what is open needs them. They count as under way from now on.
    pub fn wants(&mut self, lang: Lang) -> Vec<&'static str> {
        let mut wanted = vec![self.text_name()];
        if self.open == Open::List {
            wanted.push("challenges");
        }
        wanted.retain(|name| !self.texts.iter().any(|(l, n, _)| (*l, *n) == (lang, *name)));
        self.texts.extend(wanted.iter().map(|name| (lang, *name, None)));
        wanted
    }

    fn came(&mut self, lang: Lang, name: &'static str, text: Result<String, ()>) {
        self.texts.retain(|(l, n, _)| (*l, *n) != (lang, name));
        let text = text.and_then(|text| Text::parse(&text).map(Rc::new).map_err(|_| ()));
        self.texts.push((lang, name, Some(text)));
    }
}

impl Model {
    /// The judgement of the answer that was given.
    #[must_use]
    pub fn judged(&self) -> Option<Judged> {
        let ask = self.learn.step()?.1.ask?;
        Some(ask.form.judge(self.learn.given?, ask.answer(&self.step_runs()?.runs)?))
    }

    /// What fills in the placeholders of the open step: its own run, wherever the learner has gone meanwhile.
    #[must_use]
    pub fn fill<'a>(&self, computed: &'a super::model::Computed, is_answered: bool) -> Fill<'a> {
        let runs = &computed.runs;
        let step = self.learn.step().map(|(_, step)| step);
        let ask = step.and_then(|step| step.ask).filter(|_| is_answered);
        Fill {
            runs,
            at: ask.map(|ask| ask.moment(runs)).or(step.map(|step| step.moment(runs))).unwrap_or_default(),
            answer: ask.and_then(|ask| ask.answer(runs)),
            option: None,
            lang: self.lang,
        }
    }

    /// What follows from the open step's own scenario: that which is shown, unless the learner has changed it.
    #[must_use]
    pub fn step_runs(&self) -> Option<Rc<super::model::Computed>> {
        let (lesson, step) = self.learn.step()?;
        let scenario = lesson.scenario(step);
        if scenario == self.scenario {
            return Some(self.computed.clone());
        }
        Some(Rc::new(super::model::Computed::new(&scenario)))
    }

    /// Where the open step has brought the playhead: its moment, or where the answer is seen.
    fn step_moment(&self) -> Option<Time> {
        let (_, step) = self.learn.step()?;
        let runs = &self.computed.runs;
        let answered = step.ask.filter(|_| self.learn.given.is_some());
        Some(answered.map_or_else(|| step.moment(runs), |ask| ask.moment(runs)))
    }

    /// Has the learner gone elsewhere: another scenario, or another moment than the open step's?
    #[must_use]
    pub fn is_away(&self) -> bool {
        let Some((lesson, step)) = self.learn.step() else { return false };
        !self.is_playing && (lesson.scenario(step) != self.scenario || self.step_moment() != Some(self.at()))
    }
}

/// Changes the state.
pub fn update(model: &mut Model, msg: LearnMsg) {
    match msg {
        LearnMsg::Open(open) => self::open(model, open, false),
        LearnMsg::Go(forward) => go(model, forward),
        LearnMsg::Return => {
            let given = model.learn.given;
            open(model, model.learn.open, false);
            model.learn.given = given;
            if let Some(at) = model.step_moment() {
                seek(model, at);
            }
        }
        LearnMsg::Pick(bit) => model.learn.picked ^= 1 << bit.min(63),
        LearnMsg::Enter(text) => model.learn.entered = text,
        LearnMsg::Answer(given) => answer(model, given),
        LearnMsg::Hint => model.learn.hints += 1,
        LearnMsg::Name(index) => {
            model.learn.named = Some(index);
            model.learn.state = None;
        }
        LearnMsg::Came(lang, name, text) => model.learn.came(lang, name, text),
        LearnMsg::Retry => model.learn.texts.retain(|(.., text)| !matches!(text, Some(Err(())))),
        LearnMsg::Forget => model.learn.progress = Progress::default(),
    }
}

/// Lays out what is open anew: nothing answered, nothing entered.
fn begin(learn: &mut Learn, open: Open) {
    learn.open = open;
    learn.opened = Opened::of(open);
    learn.given = None;
    learn.picked = 0;
    learn.entered.clear();
    learn.hints = 0;
    learn.named = None;
    learn.state = None;
}

/// Books the open step as done if it asks nothing.
pub fn book(model: &mut Model) {
    if let (Open::Step(lesson, number), Some((_, Step { ask: None, .. }))) = (model.learn.open, model.learn.step()) {
        model.learn.progress.did(lesson, number, None);
    }
}

/// Shows the step that a link names beside what the link shows; `seeks` if the link leaves the moment to the step. A link
/// without a step closes the lesson that is open; a challenge stays.
pub fn show(model: &mut Model, open: Open, seeks: bool) {
    let is_step = matches!(open, Open::Step(..));
    if is_step || matches!(model.learn.open, Open::Step(..)) {
        if open != model.learn.open {
            begin(&mut model.learn, open);
        }
        model.side = if is_step { Side::Learn } else { model.side };
    }
    book(model);
    if let Some((_, step)) = model.learn.step().filter(|_| is_step) {
        model.lane = usize::from(step.lane);
        if let Some(at) = model.step_moment().filter(|_| seeks) {
            seek(model, at);
        }
    }
}

fn open(model: &mut Model, open: Open, plays: bool) {
    begin(&mut model.learn, open);
    model.side = Side::Learn;
    model.revealed = 0;
    model.notice = None;
    if let Some((lesson, step)) = model.learn.step() {
        let scenario = lesson.scenario(step);
        let is_other = scenario != model.scenario;
        open_scenario(model, scenario, lesson.scenes[usize::from(step.scene)].preset);
        model.lane = usize::from(step.lane);
        let at = step.moment(&model.computed.runs);
        if plays && !is_other {
            play_to(model, at);
        } else {
            seek(model, at);
        }
        book(model);
    } else if let Some(challenge) = model.learn.challenge() {
        open_scenario(model, challenge.scene.scenario(), challenge.scene.preset);
        model.lane = usize::from(challenge.lane);
        seek(model, Time::ZERO);
    }
}

fn go(model: &mut Model, forward: bool) {
    let Open::Step(lesson, step) = model.learn.open else { return };
    let last = LESSONS[lesson].steps.len() - 1;
    let to = match (forward, step) {
        (true, step) if step < last => Open::Step(lesson, step + 1),
        (false, step) if step > 0 => Open::Step(lesson, step - 1),
        _ => Open::List,
    };
    open(model, to, forward);
    // Whoever is through is to go on by himself: from the beginning, where there is something to play and to crash.
    if to == Open::List && forward {
        seek(model, Time::ZERO);
    }
}

fn answer(model: &mut Model, given: Given) {
    let (Some(ask), Open::Step(lesson, step)) = (model.learn.asks(), model.learn.open) else { return };
    // The answer is judged by the step's own run, and the picture shows that one.
    if model.is_away() {
        update(model, LearnMsg::Return);
    }
    model.learn.given = Some(given);
    model.revealed = 0;
    let is_right = model.judged().is_some_and(|judged| judged.is_right);
    model.learn.progress.did(lesson, step, Some(is_right));
    let at = ask.moment(&model.computed.runs);
    play_to(model, at);
}

/// Judges the open challenge, if what it is judged by may have changed.
pub fn judge_challenge(model: &mut Model) {
    let Some(challenge) = model.learn.challenge().filter(|_| model.learn.state.is_none()) else { return };
    let named = model.learn.named.and_then(|index| mistake(challenge, index));
    let state = challenge.judge(&model.scenario, &model.computed.runs, named);
    if let (State::Won, Open::Challenge(index)) = (&state, model.learn.open) {
        model.learn.progress.wins(index);
    }
    model.learn.state = Some(state);
}

fn mistake(challenge: &Challenge, index: usize) -> Option<Mutant> {
    match challenge.goal {
        Goal::Mutant(choices) => choices.get(index).copied(),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
