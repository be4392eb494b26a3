//! The session: where a person is and how they came there, as a text that the browser keeps, so that a tab that crashes
//! or is closed loses nothing.
//!
//! ```text
//! exactly-once-lab session 1
//! now s=running-example&t=4.65&lang=zh
//! view side=job&lane=2&speed=3&how=fail&details=1&revealed=5
//! past s=no-crash&t=2
//! past s=running-example&t=3
//! future s=mid-flush&t=4
//! ```
//!
//! Scenarios, faults and moments stand there as links (see [`super::share`]), `past` and `future` from the oldest to the
//! newest. A line or a part of `view` of another name is skipped, and one that is missing has its usual value, so that a
//! later version can add some. A text with another number in its first line is not read.
//!
//! A link of the past is read when it is come back to; one that cannot be read by then is passed over.

use super::model::{Model, Notice, Side, MAX_UNDO, SPEEDS};
use super::presets::PRESETS;
use super::share::{Link, LinkError};
use super::update::{self, Msg};
use crate::i18n::{errors, pair, Lang};
use crate::sim::scenario::How;

/// The first line, but for the version.
const HEAD: &str = "exactly-once-lab session ";

/// The version that is written, and the only one that there is so far.
pub const VERSION: &str = "1";

/// The links of the past and of the future may be as long as this together; the oldest go first.
pub const MAX_HISTORY_BYTES: usize = 400_000;

/// A longer text is not read. What is written is never as long: a link, its history, and a line for the view.
pub const MAX_SESSION_BYTES: usize = 2_000_000;

/// What is beside the picture, by its name in a session.
const SIDES: [(&str, Side); 5] = [
    ("account", Side::Account),
    ("job", Side::Job),
    ("world", Side::World),
    ("sinks", Side::Sinks),
    ("learn", Side::Learn),
];

/// Why a session was not read.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionError {
    /// It is longer than [`MAX_SESSION_BYTES`].
    TooLong,
    /// It is something else, or only a part of one.
    NoSession,
    /// It was written by a version that this one does not know: its number.
    OtherVersion(String),
    /// What was open cannot be opened any more.
    Now(LinkError),
}

/// A session that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// What was open.
    pub now: Link,
    /// The links to undo, the newest last.
    pub past: Vec<String>,
    /// The links to redo, the next one last.
    pub future: Vec<String>,
    side: Side,
    lane: usize,
    speed: usize,
    how: How,
    details: bool,
    revealed: u32,
}

/// Why a session was not read, as a sentence.
#[must_use]
pub fn say(lang: Lang, error: &SessionError) -> String {
    let words = lang.words();
    match error {
        SessionError::TooLong => pair(words.session_too_long, MAX_SESSION_BYTES),
        SessionError::NoSession => words.session_none.to_string(),
        SessionError::OtherVersion(version) => pair(words.session_version, version),
        SessionError::Now(error) => errors::say(lang, &error.error),
    }
}

/// The session of a page that has this link, as a text. Never longer than [`MAX_SESSION_BYTES`].
#[must_use]
pub fn write(model: &Model, link: &str) -> String {
    let side = SIDES[model.side as usize].0;
    let how = if model.how == How::Fail { "fail" } else { "kill" };
    let (details, revealed) = (u8::from(model.details), model.revealed);
    let mut out = format!(
        "{HEAD}{VERSION}\nnow {link}\nview side={side}&lane={}&speed={}&how={how}&details={details}&revealed={revealed}\n",
        model.lane,
        model.speed,
    );
    let mut left = MAX_HISTORY_BYTES;
    for (name, links) in [("past ", within(&model.past, &mut left)), ("future ", within(&model.future, &mut left))] {
        for link in links {
            out.push_str(name);
            out.push_str(link);
            out.push('\n');
        }
    }
    out
}

/// The newest of these links that are not longer together than what is left.
fn within<'a>(links: &'a [String], left: &mut usize) -> &'a [String] {
    let mut first = links.len();
    while first > 0 && links[first - 1].len() <= *left {
        first -= 1;
        *left -= links[first].len();
    }
    &links[first..]
}

/// Reads a session.
///
/// # Errors
/// If it is none, too long, of another version, or what was open in it cannot be opened.
pub fn read(text: &str) -> Result<Session, SessionError> {
    if text.len() > MAX_SESSION_BYTES {
        return Err(SessionError::TooLong);
    }
    let mut lines = text.lines();
    let version = lines.next().and_then(|line| line.strip_prefix(HEAD)).ok_or(SessionError::NoSession)?;
    if version != VERSION {
        return Err(SessionError::OtherVersion(version.chars().take(20).collect()));
    }
    let (mut now, mut view, mut past, mut future) = (None, "", Vec::new(), Vec::new());
    for line in lines {
        match line.split_once(' ') {
            Some(("now", link)) => now = Some(link),
            Some(("view", parts)) => view = parts,
            Some(("past", link)) => past.push(link.to_string()),
            Some(("future", link)) => future.push(link.to_string()),
            _ => {}
        }
    }
    for links in [&mut past, &mut future] {
        links.drain(..links.len().saturating_sub(MAX_UNDO));
    }
    let now = Link::parse(now.ok_or(SessionError::NoSession)?).map_err(SessionError::Now)?;
    let part = |name: &str| {
        let parts = view.split('&').filter_map(|part| part.split_once('='));
        parts.filter(|(other, _)| *other == name).map(|(_, value)| value).next_back().unwrap_or_default()
    };
    let number = |name: &str, usual: usize| part(name).parse::<u32>().map_or(usual, |number| number as usize);
    Ok(Session {
        past,
        future,
        side: SIDES.iter().find(|(name, _)| *name == part("side")).map_or(Side::Account, |(_, side)| *side),
        lane: number("lane", 0).min(now.scenario.sinks.len() - 1),
        speed: number("speed", 2).min(SPEEDS.len() - 1),
        how: if part("how") == "fail" { How::Fail } else { How::Kill },
        details: part("details") == "1",
        revealed: number("revealed", 0) as u32,
        now,
    })
}

impl Session {
    /// The page as it was, paused. `still`: with motion reduced to steps.
    #[must_use]
    pub fn open(self, still: bool) -> Model {
        let now = self.now.clone();
        self.open_at(now, still)
    }

    /// The page as it was, but with this link open. If it leads elsewhere, undoing leads to what was open before.
    fn open_at(self, link: Link, still: bool) -> Model {
        let is_elsewhere = link.scenario != self.now.scenario;
        // A link to a step is there to be learned from, whatever stood beside the picture the last time.
        let is_other_step = link.lesson.is_some() && link.lesson != self.now.lesson;
        let mut model = Model {
            past: self.past,
            future: self.future,
            side: if is_other_step { Side::Learn } else { self.side },
            speed: self.speed,
            how: self.how,
            details: self.details,
            ..opened(link, still)
        };
        if is_elsewhere {
            model.past.push(update::kept(&self.now));
            model.past.drain(..model.past.len().saturating_sub(MAX_UNDO));
            model.future.clear();
        } else if !is_other_step {
            (model.lane, model.revealed) = (self.lane, self.revealed);
        }
        model
    }
}

/// A link, opened; `still`: with motion reduced to steps.
#[must_use]
pub fn opened(link: Link, still: bool) -> Model {
    let mut model = Model { still, ..Model::open(link.scenario.clone(), link.preset) };
    update::update(&mut model, Msg::OpenLink(Box::new(Ok(link))));
    model
}

/// What a page begins with where nothing is asked for and nothing was kept.
#[must_use]
pub fn first(lang: Option<Lang>, still: bool) -> Model {
    Model { still, lang: lang.unwrap_or_default(), ..Model::default() }
}

/// What a page begins with: its state, and whether a kept session could not be read and is to be put aside.
///
/// `hash` is what the address has after its `#`; what it says wins. `kept` are sessions that were kept, the best first,
/// and `lang` is the language that was chosen. With `still`, motion is reduced to steps. Inside another page nothing is
/// kept.
#[must_use]
pub fn begin(hash: &str, kept: &[String], lang: Option<Lang>, still: bool) -> (Model, bool) {
    let link = Some(hash.trim_start_matches('#')).filter(|hash| !hash.is_empty()).map(Link::parse);
    let in_frame = link.as_ref().is_some_and(|link| link.as_ref().is_ok_and(|link| link.frame.is_some()));
    let kept = if in_frame { &[] } else { kept };
    let mut failed = None;
    let mut session = None;
    for text in kept {
        match read(text) {
            Ok(found) => {
                session = Some(found);
                break;
            }
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    let failed = failed.filter(|_| session.is_none());
    let is_bad = failed.is_some();
    let asked = link.as_ref().and_then(|link| link.as_ref().ok()).and_then(|link| link.lang);
    let was = session.as_ref().and_then(|session| session.now.lang);
    let mut model = match (session, link) {
        (Some(session), Some(Ok(link))) => session.open_at(link, still),
        (None, Some(Ok(link))) => opened(link, still),
        (session, link) => {
            let mut model = session.map_or_else(Model::default, |session| {
                let mut model = session.open(still);
                let is_first = model.preset == Some(PRESETS[0].id) && model.past.is_empty();
                model.notice = (!is_first).then_some(Notice::Back);
                model
            });
            if let Some(Err(error)) = link {
                model.notice = Some(Notice::BadLink(error));
            }
            model
        }
    };
    if let Some(error) = failed {
        model.notice = model.notice.or(Some(Notice::BadSession(error)));
    }
    model.still = still;
    model.lang = asked.or(lang).or(was).unwrap_or_default();
    (model, is_bad)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
