//! Reading a story.

use super::{Arm, ArmKind, Step};
use crate::sim::id::{CheckpointId, Offset, SourceId, Time};
use crate::sim::point::Point;
use crate::sim::scenario::error::{excerpt, quoted, Allowed, ErrorCode, ScenarioError, Unit};
use crate::sim::scenario::limits::{MAX_COUNT, MAX_STORY_STEPS, MAX_WAIT_MS};
use crate::sim::scenario::names::Named;
use crate::sim::scenario::{Expire, SourceLog};
use std::str::SplitWhitespace;

/// Every step by its first word, with its form: what is in capitals stands for a value, what is in brackets may be left
/// out. With named sources `emit` takes a source first and `barrier` may take one.
pub const SYNTAX: [(&str, &str); 22] = [
    ("emit", "emit N"),
    ("barrier", "barrier"),
    ("complete", "complete [ID]"),
    ("notify", "notify [ID]"),
    ("lose_notification", "lose_notification [ID]"),
    ("checkpoint", "checkpoint"),
    ("abort", "abort [ID]"),
    ("fail", "fail"),
    ("crash", "crash"),
    ("arm", "arm POINT KIND [SKIP] [TIMES]"),
    ("expire", "expire [all]"),
    ("hold", "hold REQUEST [NTH]"),
    ("release", "release"),
    ("lose_reply", "lose_reply REQUEST [NTH]"),
    ("away", "away WHAT"),
    ("back", "back WHAT"),
    ("finish", "finish"),
    ("end", "end"),
    ("complete_final", "complete_final"),
    ("cancel", "cancel"),
    ("stop_with_savepoint", "stop_with_savepoint"),
    ("wait", "wait MS"),
];

/// The forms that differ with named sources.
const NAMED_SYNTAX: [(&str, &str); 2] = [("emit", "emit SOURCE N"), ("barrier", "barrier [SOURCE]")];

/// Where a step stands in the text of a story, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte of the step.
    pub start: u32,
    /// One past the last.
    pub end: u32,
}

impl Span {
    /// The step's own text; empty if the span is not one of this text.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// Where the steps of a story stand, whether or not they can be read: the place of `story[4]` is item 4.
///
/// # Example
/// ```
/// use exactly_once_lab::sim::scenario::story::{spans, Span};
///
/// let story = "emit 3; ;crash ";
/// assert_eq!(spans(story).nth(1), Some(Span { start: 9, end: 14 }));
/// ```
pub fn spans(text: &str) -> impl Iterator<Item = Span> + '_ {
    let mut start = 0;
    text.split(';').filter_map(move |part| {
        let step = part.trim();
        // Stories are short: their text is bounded by that of the scenario.
        let first = (start + part.len() - part.trim_start().len()) as u32;
        start += part.len() + 1;
        (!step.is_empty()).then(|| Span { start: first, end: first + step.len() as u32 })
    })
}

/// Reads a story; `named` says whether the scenario names its sources.
///
/// # Errors
/// The first step that cannot be read, as field `story[INDEX]`, or too many steps.
///
/// # Example
/// ```
/// use exactly_once_lab::sim::id::{Offset, SourceId};
/// use exactly_once_lab::sim::scenario::story::{parse, Step};
///
/// let steps = parse("emit 3; crash", &[], false).expect("a story");
/// assert_eq!(steps, [Step::Emit(SourceId(0), Offset(3)), Step::Crash]);
/// ```
pub fn parse(text: &str, sources: &[SourceLog], named: bool) -> Result<Vec<Step>, ScenarioError> {
    Ok(parse_spanned(text, sources, named)?.into_iter().map(|(step, _)| step).collect())
}

/// Reads a story as [`parse`] does and says where each step stands, as an editor needs it.
///
/// # Errors
/// As [`parse`]; [`spans`] has the place of the step that the error is about.
pub fn parse_spanned(text: &str, sources: &[SourceLog], named: bool) -> Result<Vec<(Step, Span)>, ScenarioError> {
    let mut steps = Vec::new();
    for span in spans(text) {
        if steps.len() == MAX_STORY_STEPS {
            return Err(ScenarioError {
                code: ErrorCode::TooMany,
                field: "story".to_string(),
                value: spans(text).count().to_string(),
                allowed: Allowed::AtMost { limit: MAX_STORY_STEPS as u32, unit: Unit::Steps },
            });
        }
        let step = step(span.of(text), sources, named).map_err(|allowed| ScenarioError {
            code: ErrorCode::BadStoryStep,
            field: format!("story[{}]", steps.len()),
            value: quoted(span.of(text)),
            allowed,
        })?;
        steps.push((step, span));
    }
    Ok(steps)
}

/// Reads one step; the error is what would be allowed.
fn step(text: &str, sources: &[SourceLog], named: bool) -> Result<Step, Allowed> {
    let mut rest = text.split_whitespace();
    let name = rest.next().unwrap_or_default();
    let Some(&(_, plain)) = SYNTAX.iter().find(|(known, _)| *known == name) else {
        return Err(instead(name, one_of(SYNTAX.iter().map(|(known, _)| *known))));
    };
    let with_source = NAMED_SYNTAX.iter().find(|(known, _)| named && *known == name);
    let mut words = Words { rest, syntax: with_source.map_or(plain, |(_, syntax)| syntax) };
    let step = match name {
        "emit" => {
            let source = if named { words.source(sources)? } else { SourceId(0) };
            Step::Emit(source, Offset(words.number(0, u32::MAX)?))
        }
        "barrier" => Step::Barrier(if named && words.more() { Some(words.source(sources)?) } else { None }),
        "complete" => Step::Complete(words.checkpoint()?),
        "notify" => Step::Notify(words.checkpoint()?),
        "lose_notification" => Step::LoseNotification(words.checkpoint()?),
        "checkpoint" => Step::Checkpoint,
        "abort" => Step::Abort(words.checkpoint()?),
        "fail" => Step::Fail,
        "crash" => Step::Crash,
        "arm" => Step::Arm(words.arm()?),
        "expire" => Step::Expire(words.expire()?),
        "hold" => Step::Hold(words.named()?, words.number_or(1, 1)?),
        "release" => Step::Release,
        "lose_reply" => Step::LoseReply(words.named()?, words.number_or(1, 1)?),
        "away" => Step::Away(words.named()?),
        "back" => Step::Back(words.named()?),
        "finish" => Step::Finish,
        "end" => Step::End,
        "complete_final" => Step::CompleteFinal,
        "cancel" => Step::Cancel,
        "stop_with_savepoint" => Step::StopWithSavepoint,
        _ => Step::Wait(Time(words.number(1, MAX_WAIT_MS)?)),
    };
    if words.more() {
        return Err(Allowed::Syntax(words.syntax));
    }
    Ok(step)
}

/// The words of a step after its name.
struct Words<'a> {
    rest: SplitWhitespace<'a>,
    syntax: &'static str,
}

impl<'a> Words<'a> {
    fn more(&self) -> bool {
        self.rest.clone().next().is_some()
    }

    /// The next word, which has to be there.
    fn next(&mut self) -> Result<&'a str, Allowed> {
        self.rest.next().ok_or(Allowed::Syntax(self.syntax))
    }

    /// A number in plain decimal digits.
    fn number(&mut self, min: u32, max: u32) -> Result<u32, Allowed> {
        let word = self.next()?;
        // Not every number that Rust reads: `+3` is none here.
        let digits = word.bytes().all(|b| b.is_ascii_digit());
        let number = word.parse().ok().filter(|n| digits && (min..=max).contains(n));
        number.ok_or_else(|| instead(word, Allowed::Whole { min: i64::from(min), max: i64::from(max) }))
    }

    fn number_or(&mut self, default: u32, min: u32) -> Result<u32, Allowed> {
        if self.more() {
            self.number(min, MAX_COUNT)
        } else {
            Ok(default)
        }
    }

    fn checkpoint(&mut self) -> Result<Option<CheckpointId>, Allowed> {
        if !self.more() {
            return Ok(None);
        }
        self.number(1, u32::MAX).map(|id| Some(CheckpointId(id)))
    }

    fn source(&mut self, sources: &[SourceLog]) -> Result<SourceId, Allowed> {
        let word = self.next()?;
        let index = sources.iter().position(|source| source.name == word);
        // There are few sources.
        let source = index.map(|index| SourceId(index as u32));
        source.ok_or_else(|| instead(word, one_of(sources.iter().map(|source| source.name.as_str()))))
    }

    fn arm(&mut self) -> Result<Arm, Allowed> {
        let word = self.next()?;
        let point = Point::parse(word).ok_or_else(|| instead(word, Allowed::OneOf(Point::names().collect())))?;
        let word = self.next()?;
        let possible = |kind: &ArmKind| *kind != ArmKind::Signal || point.takes_signal();
        let kind = ArmKind::from_name(word).filter(possible).ok_or_else(|| {
            let kinds = ArmKind::NAMES.iter().filter(|(_, kind)| possible(kind));
            instead(word, one_of(kinds.map(|(name, _)| *name)))
        })?;
        Ok(Arm { point, kind, skip: self.number_or(0, 0)?, times: self.number_or(1, 1)? })
    }

    /// One of an enumeration's names.
    fn named<T: Named>(&mut self) -> Result<T, Allowed> {
        let word = self.next()?;
        T::from_name(word).ok_or_else(|| instead(word, one_of(T::NAMES.iter().map(|(name, _)| *name))))
    }

    fn expire(&mut self) -> Result<Expire, Allowed> {
        match self.rest.next() {
            None => Ok(Expire::Prepared),
            Some("all") => Ok(Expire::All),
            Some(_) => Err(Allowed::Syntax(self.syntax)),
        }
    }
}

#[cold]
fn instead(word: &str, of: Allowed) -> Allowed {
    Allowed::Instead { word: excerpt(word), of: Box::new(of) }
}

fn one_of<'a>(words: impl Iterator<Item = &'a str>) -> Allowed {
    Allowed::OneOf(words.map(str::to_string).collect())
}
