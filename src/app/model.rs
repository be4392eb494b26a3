//! The page's state: a small ground state that fits in a link, what follows from it, and how it is being watched.

use super::embed::Frame;
use super::keys::KeyMap;
use super::learn::{Learn, Open};
use super::presets::{Preset, PRESETS};
use super::session::SessionError;
use super::share::Link;
use crate::i18n::Lang;
use crate::run::Run;
use crate::scene::pace::Pace;
use crate::scene::standing::Known;
use crate::scene::told::{self, Told};
use crate::sim::id::Time;
use crate::sim::scenario::{Drive, Fault, How, Scenario};
use std::rc::Rc;

/// Changes that can be undone.
pub const MAX_UNDO: usize = 100;

/// The speeds that one can choose: thousandths of the usual one.
pub const SPEEDS: [u32; 6] = [250, 500, 1_000, 2_000, 4_000, 8_000];

/// Everything that follows from a scenario: computed at once, never changed.
#[derive(Debug)]
pub struct Computed {
    /// What was run.
    pub scenario: Scenario,
    /// A run a lane.
    pub runs: Vec<Run>,
    /// How each ends, and how it should.
    pub known: Vec<Known>,
    /// How long each moment is shown.
    pub pace: Pace,
    /// What happened, told once for all lanes.
    pub account: Vec<Told>,
}

impl Computed {
    /// Runs a scenario.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Computed {
        let runs = Run::lanes(scenario);
        Computed {
            scenario: scenario.clone(),
            known: runs.iter().map(Known::of).collect(),
            pace: Pace::new(&runs),
            account: told::account(&runs),
            runs,
        }
    }
}

/// What stands beside the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// What happened.
    #[default]
    Account,
    /// The job's settings.
    Job,
    /// The world's faults.
    World,
    /// The sinks.
    Sinks,
    /// Lessons and challenges.
    Learn,
}

/// A change that the scenario did not take.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// Where.
    pub path: String,
    /// What was entered.
    pub entered: String,
    /// Why not.
    pub error: crate::sim::scenario::ScenarioError,
}

/// What lies over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Keys and signs.
    Help,
    /// The link.
    Share,
}

/// Something to be said for a moment.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// Crashes after this one were taken out: the past was changed.
    Forked {
        /// How many.
        dropped: usize,
    },
    /// The session of the last time was opened.
    Back,
    /// The session of the last time could not be read and was put aside.
    BadSession(SessionError),
    /// A link could not be read. The sentence is made when it is shown.
    BadLink(super::share::LinkError),
    /// A file could not be opened.
    BadFile(crate::sim::scenario::ScenarioError),
    /// What was asked for is in the [second part](super::doors) of the page, which could not be had.
    NotLoaded,
    /// The link is in the clipboard.
    Copied,
    /// There can be no more faults.
    TooManyFaults,
    /// A crash cannot be added to a story.
    IsStory,
    /// There is no job to crash at that moment.
    NoJob,
}

impl Notice {
    /// Is there a reason to be told?
    #[must_use]
    pub fn has_reason(&self) -> bool {
        matches!(self, Notice::BadSession(_) | Notice::BadLink(_) | Notice::BadFile(_))
    }

    /// Is it a word in passing, which stands where the sentence of the moment stands until one goes on? What could not be
    /// opened is told over the page until it is closed.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        !self.has_reason() && *self != Notice::NotLoaded
    }
}

/// How the page is shown to a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Showing {
    /// It is not: it is worked with.
    #[default]
    Usual,
    /// Large, with nothing but the picture.
    Presented,
    /// A black screen, until something is pressed.
    Blank,
}

/// The page's state.
#[derive(Clone, Debug)]
pub struct Model {
    /// The experiment.
    pub scenario: Scenario,
    /// The preset that it came from, as long as only its faults were changed.
    pub preset: Option<&'static str>,
    /// What follows from it.
    pub computed: Rc<Computed>,
    /// The playhead, in milliseconds of showing.
    pub shown: f64,
    /// The very moment that was asked for, until it plays on: showing is coarser where time is squeezed.
    pub sought: Option<Time>,
    /// Where it stops by itself, and how fast it plays until there, in thousandths of the usual speed.
    pub until: Option<(Time, u32)>,
    /// Is it playing?
    pub is_playing: bool,
    /// Which of [`SPEEDS`].
    pub speed: usize,
    /// The language.
    pub lang: Lang,
    /// Are answers hidden?
    pub hides: bool,
    /// Lanes whose answer was asked for while answers are hidden, one bit each.
    pub revealed: u32,
    /// How *crash now* kills.
    pub how: How,
    /// Is every detail told?
    pub details: bool,
    /// The lane that the left half of the picture follows.
    pub lane: usize,
    /// To undo: scenarios with their moments as links, the newest last.
    pub past: Vec<String>,
    /// To redo, the next one last.
    pub future: Vec<String>,
    /// What stands beside the picture.
    pub side: Side,
    /// A change that the scenario did not take: where, what was entered, and why not.
    pub refused: Option<Refused>,
    /// What lies over the page.
    pub panel: Option<Panel>,
    /// What is said for a moment.
    pub notice: Option<Notice>,
    /// For how long that has been said while it played, in milliseconds.
    pub noticed: f64,
    /// Whether motion is to be reduced to steps.
    pub still: bool,
    /// How the page is shown inside another one; `None` if it stands for itself.
    pub frame: Option<Frame>,
    /// What keys do.
    pub keys: KeyMap,
    /// Lessons and challenges.
    pub learn: Learn,
    /// How it is shown to a class.
    pub showing: Showing,
    /// Whether answers were hidden before it was presented.
    pub hid: bool,
}

impl Default for Model {
    fn default() -> Self {
        Model::open(PRESETS[0].scenario(), Some(PRESETS[0].id))
    }
}

impl Model {
    /// A scenario, paused at its beginning.
    #[must_use]
    pub fn open(scenario: Scenario, preset: Option<&'static str>) -> Model {
        let computed = Rc::new(Computed::new(&scenario));
        Model {
            scenario,
            preset,
            computed,
            shown: 0.0,
            sought: None,
            until: None,
            is_playing: false,
            speed: 2,
            lang: Lang::En,
            hides: false,
            revealed: 0,
            how: How::Kill,
            details: false,
            lane: 0,
            past: Vec::new(),
            future: Vec::new(),
            side: Side::Account,
            refused: None,
            panel: None,
            notice: None,
            noticed: 0.0,
            still: false,
            frame: None,
            keys: KeyMap::default(),
            learn: Learn::default(),
            showing: Showing::Usual,
            hid: false,
        }
    }

    /// Does the picture move from frame to frame?
    #[must_use]
    pub fn glides(&self) -> bool {
        self.is_playing && !self.still
    }

    /// The moment under the playhead. With motion reduced, the last one at which something happened.
    #[must_use]
    pub fn at(&self) -> Time {
        if let Some(sought) = self.sought {
            return sought;
        }
        let at = self.computed.pace.moment(self.shown as u32);
        if self.still {
            return self.computed.pace.stops().take_while(|stop| *stop <= at).last().unwrap_or_default();
        }
        at
    }

    /// Is the playhead at the end?
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.shown as u32 >= self.computed.pace.shown(self.range().1)
    }

    /// The moments between which it is watched: the whole run, or the part that a frame shows.
    #[must_use]
    pub fn range(&self) -> (Time, Time) {
        let last = self.computed.pace.end();
        let frame = self.frame.unwrap_or_default();
        (frame.start.min(last), frame.end.unwrap_or(last).min(last))
    }

    /// Are answers (verdicts, reasons, the crash map) to be hidden: on demand, or while a question is open?
    #[must_use]
    pub fn hides_answers(&self) -> bool {
        self.hides || self.learn.asks().is_some()
    }

    /// Is it asked where reading starts again? Then the picture does not say so by its line and its notes; what the
    /// checkpoint holds is there to go by.
    #[must_use]
    pub fn hides_return(&self) -> bool {
        use crate::lesson::Question;
        let about = self.learn.asks().map(|ask| ask.about);
        matches!(about, Some(Question::Offset(_) | Question::Again(_) | Question::Restored(_) | Question::Reads(_)))
    }

    /// Is what readers of this lane get to be covered? While a question is open, only what comes after its moment.
    #[must_use]
    pub fn covers(&self, lane: usize) -> bool {
        let is_ahead = || {
            let question = self.learn.asks().and_then(|_| self.learn.step());
            question.is_some_and(|(_, step)| self.at() > step.moment(&self.computed.runs))
        };
        self.revealed & (1 << lane) == 0 && (self.hides || is_ahead())
    }

    /// Lanes whose answers are to be covered, one bit each.
    #[must_use]
    pub fn covered(&self) -> u32 {
        if self.hides_answers() {
            !self.revealed
        } else {
            0
        }
    }

    /// Lanes whose crash map is to be covered, one bit each.
    #[must_use]
    pub fn covered_map(&self) -> u32 {
        if self.learn.hides_map() {
            u32::MAX
        } else {
            self.covered()
        }
    }

    /// The faults, if the scenario goes by time.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        match &self.scenario.drive {
            Drive::Time(faults) => faults,
            Drive::Story(_) => &[],
        }
    }

    /// Does what is seen pass a [door](super::doors)?
    #[must_use]
    pub fn shows_more(&self) -> bool {
        self.side != Side::Account || self.panel.is_some() || self.notice.as_ref().is_some_and(Notice::has_reason)
    }

    /// The ground state as a link.
    #[must_use]
    pub fn link(&self) -> Link {
        Link {
            scenario: self.scenario.clone(),
            preset: self.preset,
            at: Some(self.at()),
            lang: Some(self.lang),
            hide: self.hides,
            frame: self.frame,
            lesson: if let Open::Step(lesson, step) = self.learn.open { Some((lesson, step)) } else { None },
        }
    }

    /// The preset that is open, if it is one.
    #[must_use]
    pub fn preset(&self) -> Option<&'static Preset> {
        self.preset.and_then(Preset::find)
    }
}
