//! Lessons and challenges: data that the engine checks, never a hand-made animation.
//!
//! A [`Lesson`] leads through the run of a scenario step by step. A step names its moment by what happens there, so it
//! stays right when figures change; a question's right answer is computed from the run ([`Question::answer`]). What a
//! person reads is in `www/lessons/LANGUAGE/ID.md` and is read by [`text`]; figures in it are placeholders that are
//! filled in from the run. A [`challenge`](challenge::Challenge) asks the learner to bring something about; the engine
//! judges whether it came about.
//!
//! Nothing in here knows of a browser.

pub mod challenge;
mod list;
pub mod progress;
mod question;
pub mod text;
mod when;

pub use list::LESSONS;
pub use question::{records_of, Answer, Form, Given, Judged, Question};
pub use when::{When, END, START};

use crate::app::presets::Preset;
use crate::run::Run;
use crate::sim::id::Time;
use crate::sim::scenario::{Scenario, Tree};

/// What people believe, by its number in the collection of misconceptions: 1 to this one.
pub const BELIEFS: u8 = 26;

/// A lesson: one subject, a few steps.
#[derive(Debug)]
pub struct Lesson {
    /// Its name in links and in the names of its texts.
    pub id: &'static str,
    /// The scenarios that its steps show.
    pub scenes: &'static [Scene],
    /// Its steps, in order. The texts have as many.
    pub steps: &'static [Step],
}

/// A scenario: a preset, perhaps with some of its fields replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The preset.
    pub preset: &'static str,
    /// Fields of the scenario that replace those of the preset, as a JSON object; empty for none.
    pub with: &'static str,
}

/// One step: a moment of a scenario, one idea, perhaps a question.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Which of the lesson's scenes.
    pub scene: u8,
    /// The moment that is shown.
    pub at: When,
    /// The lane that the left half of the picture follows.
    pub lane: u8,
    /// What is asked.
    pub ask: Option<Ask>,
}

/// A question: guess first, then the run goes on and shows it.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// What is asked about the run.
    pub about: Question<'static>,
    /// How it is answered.
    pub form: Form,
    /// Where the run goes on to once it is answered; what is asked is asked of this moment.
    pub then: When,
    /// The beliefs that it puts to the test, by number.
    pub beliefs: &'static [u8],
}

impl Lesson {
    /// The place of a lesson in [`LESSONS`]; `None` if there is none such.
    #[must_use]
    pub fn find(id: &str) -> Option<usize> {
        LESSONS.iter().position(|lesson| lesson.id == id)
    }

    /// The scenario of a step.
    ///
    /// # Panics
    /// Never, for a step of this lesson: a test reads every scene.
    #[must_use]
    pub fn scenario(&self, step: &Step) -> Scenario {
        self.scenes[usize::from(step.scene)].scenario()
    }
}

impl Scene {
    /// The scenario.
    ///
    /// # Panics
    /// Never: a test reads every scene.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        let preset = Preset::find(self.preset).expect("a preset").scenario();
        with_fields(&preset, self.with).expect("fields of the project that a test has read")
    }
}

/// A scenario with some of its fields replaced by those of a JSON object; `null` takes a field out.
#[must_use]
pub fn with_fields(scenario: &Scenario, fields: &str) -> Option<Scenario> {
    if fields.is_empty() {
        return Some(scenario.clone());
    }
    let mut tree = scenario.to_tree();
    let Ok(Tree::Object(fields)) = Tree::parse(fields) else { return None };
    for (name, value) in fields {
        if value == Tree::Null {
            tree.remove(&name);
        } else {
            *tree.field(&name) = value;
        }
    }
    Scenario::from_tree(&tree).ok()
}

impl Step {
    /// The moment that is shown; the beginning if the run never comes to it, which a test rules out.
    #[must_use]
    pub fn moment(&self, runs: &[Run]) -> Time {
        self.at.find(runs).unwrap_or_default()
    }
}

impl Ask {
    /// Where the run goes on to.
    #[must_use]
    pub fn moment(&self, runs: &[Run]) -> Time {
        self.then.find(runs).unwrap_or_default()
    }

    /// The right answer, as the run gives it.
    #[must_use]
    pub fn answer(&self, runs: &[Run]) -> Option<Answer> {
        self.about.answer(runs, self.moment(runs))
    }
}
