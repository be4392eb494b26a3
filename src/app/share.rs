//! The share link: what the user chose, as readable text after the `#` of the page's address.
//!
//! ```text
//! s=running-example&t=4.65&lang=zh&hide=1                         a preset
//! s=running-example&faults=%5B%7B%22crash%22:true,…&t=4.65        a preset with other faults
//! scenario=%7B%22format%22:1,%22records%22:…&t=4.65               any other scenario
//! ```
//!
//! | parameter | what it holds |
//! | --- | --- |
//! | `s` | the name of a preset; without it and without `scenario` the first preset |
//! | `faults` | the list of faults as JSON, in place of the preset's |
//! | `scenario` | a whole scenario as JSON, in place of `s` and `faults` |
//! | `t` | the moment that is shown, in seconds with at most three decimals; may lie beyond the run |
//! | `lang` | the page's language |
//! | `hide` | `1` if the verdict is to be hidden |
//! | `lesson` | the lesson that stands beside the picture; without `s` and `scenario` the scenario is its step's |
//! | `step` | the step of that lesson, from 1 |
//! | `embed` | `1` if the page stands inside another one, compact; only then the next ones count |
//! | `start`, `end` | the part of the run that is shown, in seconds; may lie beyond the run |
//! | `loop` | `1` if it begins again at its end |
//! | `play` | `1` if it plays by itself when it opens |
//! | `controls` | what there is to press: `all`, `play` (also if it is missing) or `none` |
//!
//! Parameters may come in any order, and of two of one name the later counts. Those of other names are skipped, so that
//! links of a later version open here too. Spaces are written as `+`. What chat programs and browsers do not take for a
//! part of a link, or write in another way when they copy it, is percent-encoded: quotes, braces, brackets, whatever is
//! not ASCII. Typed by hand they may stand as they are.

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

use super::doors;
use super::embed::{Controls, Frame};
use super::presets::{first, Preset, PRESETS};
use crate::cut::cut;
use crate::i18n::Lang;
use crate::lesson::LESSONS;
use crate::sim::id::Time;
use crate::sim::scenario::{quoted, Allowed, Drive, ErrorCode, Scenario, ScenarioError, Tree, Unit};
use percent_encoding::{percent_decode_str, utf8_percent_encode, AsciiSet, NON_ALPHANUMERIC};
use std::fmt;

/// A longer link is not read. Every valid scenario fits, and browsers still take an address of this length.
pub const MAX_LINK_BYTES: usize = 1_000_000;

/// What is percent-encoded: everything but letters, digits and what survives in the middle of a link everywhere. A
/// space is encoded otherwise, and no value ends in one of the marks.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b':').remove(b',').remove(b';');

/// What a link holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The scenario, with its faults.
    pub scenario: Scenario,
    /// The preset that the scenario was made of. Counts only if they differ by nothing but their faults.
    pub preset: Option<&'static str>,
    /// The moment that is shown; may lie beyond the run. `None` if the link leaves it open.
    pub at: Option<Time>,
    /// The language; `None` if the link leaves it open.
    pub lang: Option<Lang>,
    /// Whether the verdict is hidden.
    pub hide: bool,
    /// How the page is shown inside another one; `None` if it stands for itself.
    pub frame: Option<Frame>,
    /// The lesson and its step, by their places in the list of lessons.
    pub lesson: Option<(usize, usize)>,
}

/// Why a link was refused.
///
/// It is said as a [`ScenarioError`] is, whose field is a path in the scenario for the parameters `scenario` and
/// `faults`, else the parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkError {
    /// The parameter, as in the table above; `link` for the link as a whole.
    pub parameter: &'static str,
    /// What is wrong with it.
    pub error: ScenarioError,
}

impl std::error::Error for LinkError {}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Link {
    /// A link to a scenario and nothing more.
    #[must_use]
    pub fn to(scenario: Scenario) -> Link {
        Link { scenario, preset: None, at: None, lang: None, hide: false, frame: None, lesson: None }
    }

    /// The text to put after the `#`, always in the same order. Nothing in it needs to be encoded any further.
    ///
    /// # Example
    /// ```
    /// use exactly_once_lab::app::{presets::PRESETS, share::Link};
    /// use exactly_once_lab::sim::id::Time;
    ///
    /// let link = Link { at: Some(Time(4_650)), ..Link::to(PRESETS[0].scenario()) };
    /// assert_eq!(link.to_text(), "s=running-example&t=4.65");
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        if self.lesson.is_none() && self.preset == Some(PRESETS[0].id) && self.scenario == first() {
            put(&mut out, "s", PRESETS[0].id);
        } else {
            doors::put_scenario(self, &mut out);
        }
        if let Some(at) = self.at {
            put(&mut out, "t", &at.to_string());
        }
        if let Some(lang) = self.lang {
            put(&mut out, "lang", lang.code());
        }
        if self.hide {
            put(&mut out, "hide", "1");
        }
        if let Some(frame) = &self.frame {
            put_frame(&mut out, frame);
        }
        out
    }

    /// Writes which lesson and which scenario it leads to.
    pub(super) fn put_scenario(&self, out: &mut String) {
        let step = self.lesson.and_then(|(lesson, step)| Some((LESSONS.get(lesson)?, step)));
        let has_its_scenario = step.is_some_and(|(lesson, step)| {
            lesson.steps.get(step).is_some_and(|step| lesson.scenario(step) == self.scenario)
        });
        if let Some((lesson, step)) = step {
            put(out, "lesson", lesson.id);
            put(out, "step", &(step + 1).to_string());
        }
        match self.base() {
            _ if has_its_scenario => {}
            Some(preset) => {
                put(out, "s", preset.id);
                if preset.scenario() != self.scenario {
                    put(out, "faults", &faults_as_json(&self.scenario));
                }
            }
            None => put(out, "scenario", &self.scenario.to_json()),
        }
    }

    /// Reads a link: the text after the `#`, with or without it, or a whole address.
    ///
    /// What [`to_text`](Self::to_text) wrote reads back as the same, with [`preset`](Self::preset) filled in.
    ///
    /// # Errors
    /// If it is longer than [`MAX_LINK_BYTES`], or a known parameter has a bad value or does not go with another.
    pub fn parse(text: &str) -> Result<Link, LinkError> {
        if text.len() > MAX_LINK_BYTES {
            let allowed = Allowed::AtMost { limit: MAX_LINK_BYTES as u32, unit: Unit::Bytes };
            return Err(error("link", ErrorCode::TooLong, text.len().to_string(), allowed));
        }
        let given = Given::new(text);
        let lesson = given.lesson()?;
        let (scenario, preset) = match lesson {
            Some((lesson, step)) if given.raw("s").or(given.raw("scenario")).is_none() => {
                let lesson = &LESSONS[lesson];
                let step = &lesson.steps[step];
                (lesson.scenario(step), Some(lesson.scenes[usize::from(step.scene)].preset))
            }
            _ => given.scenario()?,
        };
        Ok(Link {
            scenario,
            preset,
            at: given.moment("t", Time::ZERO)?,
            lang: given.lang()?,
            hide: given.flag("hide")?,
            frame: given.frame()?,
            lesson,
        })
    }

    /// The preset to write the link by: the one that it was made of, else one that it equals, else one from which it
    /// differs by nothing but its faults.
    pub(super) fn base(&self) -> Option<&'static Preset> {
        let near = |preset: &&Preset| differ_only_by_faults(&preset.scenario(), &self.scenario);
        let made_of = self.preset.and_then(Preset::find).filter(near);
        let equal = || PRESETS.iter().find(|preset| preset.scenario() == self.scenario);
        made_of.or_else(equal).or_else(|| PRESETS.iter().find(near))
    }
}

fn put(out: &mut String, name: &str, value: &str) {
    if !out.is_empty() {
        out.push('&');
    }
    out.push_str(name);
    out.push('=');
    for (index, word) in value.split(' ').enumerate() {
        if index > 0 {
            out.push('+');
        }
        out.extend(utf8_percent_encode(word, ENCODED));
    }
}

fn put_frame(out: &mut String, frame: &Frame) {
    put(out, "embed", "1");
    if frame.start > Time::ZERO {
        put(out, "start", &frame.start.to_string());
    }
    if let Some(end) = frame.end {
        put(out, "end", &end.to_string());
    }
    for (name, is_on) in [("loop", frame.loops), ("play", frame.plays)] {
        if is_on {
            put(out, name, "1");
        }
    }
    if frame.controls != Controls::default() {
        put(out, "controls", frame.controls.name());
    }
}

/// Equal scenarios, driven by time, have no faults that differ either.
fn differ_only_by_faults(one: &Scenario, other: &Scenario) -> bool {
    let by_time = |scenario: &Scenario| matches!(scenario.drive, Drive::Time(_));
    by_time(one) && by_time(other) && Scenario { drive: other.drive.clone(), ..one.clone() } == *other
}

/// The list of faults as it stands in the scenario's canonical JSON.
fn faults_as_json(scenario: &Scenario) -> String {
    scenario.to_tree().get("faults").map_or_else(|| "[]".to_string(), Tree::to_string)
}

fn error(parameter: &'static str, code: ErrorCode, value: String, allowed: Allowed) -> LinkError {
    LinkError { parameter, error: ScenarioError { code, field: parameter.to_string(), value, allowed } }
}

/// A value that is none of those that there are.
fn unknown(parameter: &'static str, value: &str, known: impl Iterator<Item = &'static str>) -> LinkError {
    error(parameter, ErrorCode::UnknownValue, quoted(value), Allowed::OneOf(known.map(str::to_string).collect()))
}

/// The parameters as they stand in a link.
struct Given<'a>(&'a str);

impl<'a> Given<'a> {
    fn new(text: &'a str) -> Given<'a> {
        match text.split_once('#') {
            Some((before, after)) if before.is_empty() || cut(before, "://").is_some() => Given(after),
            _ => Given(text),
        }
    }

    /// The value of a parameter as it stands there; of two of one name the later counts.
    fn raw(&self, name: &str) -> Option<&'a str> {
        let parameters = self.0.rsplit('&').map(|parameter| parameter.split_once('=').unwrap_or((parameter, "")));
        parameters.filter(|(other, _)| *other == name).map(|(_, value)| value).next()
    }

    fn value(&self, name: &str) -> Option<String> {
        self.raw(name).map(decode)
    }

    /// The scenario and the preset that it is made of.
    fn scenario(&self) -> Result<(Scenario, Option<&'static str>), LinkError> {
        if let Some(value) = self.raw("scenario") {
            for other in ["s", "faults"] {
                if self.raw(other).is_some() {
                    let allowed = Allowed::Without(other.to_string());
                    return Err(error("scenario", ErrorCode::NotTogether, quoted(&decode(value)), allowed));
                }
            }
            let scenario = Scenario::from_json(&decode(value));
            return Ok((scenario.map_err(|error| LinkError { parameter: "scenario", error })?, None));
        }
        let preset = match self.value("s") {
            Some(id) => Preset::find(&id).ok_or_else(|| unknown("s", &id, PRESETS.iter().map(|preset| preset.id)))?,
            None => &PRESETS[0],
        };
        let scenario = match self.value("faults") {
            Some(json) => with_faults(preset, &json).map_err(|error| LinkError { parameter: "faults", error })?,
            None => preset.scenario(),
        };
        Ok((scenario, Some(preset.id)))
    }

    fn moment(&self, name: &'static str, min: Time) -> Result<Option<Time>, LinkError> {
        let read = |text: String| {
            let allowed = Allowed::Seconds { min, max: Time(u32::MAX) };
            let time = seconds(&text).filter(|time| *time >= min);
            time.ok_or_else(|| error(name, ErrorCode::OutOfRange, quoted(&text), allowed))
        };
        self.value(name).map(read).transpose()
    }

    fn lang(&self) -> Result<Option<Lang>, LinkError> {
        let read = |text: String| {
            Lang::parse(&text).ok_or_else(|| unknown("lang", &text, Lang::ALL.into_iter().map(Lang::code)))
        };
        self.value("lang").map(read).transpose()
    }

    fn flag(&self, name: &'static str) -> Result<bool, LinkError> {
        match self.value(name).as_deref() {
            None | Some("0") => Ok(false),
            Some("1") => Ok(true),
            Some(text) => Err(unknown(name, text, ["0", "1"].into_iter())),
        }
    }

    /// The lesson and its step.
    fn lesson(&self) -> Result<Option<(usize, usize)>, LinkError> {
        let Some(id) = self.value("lesson") else { return Ok(None) };
        let found = LESSONS.iter().position(|lesson| lesson.id == id);
        let lesson = found.ok_or_else(|| unknown("lesson", &id, LESSONS.iter().map(|lesson| lesson.id)))?;
        let steps = LESSONS[lesson].steps.len();
        let text = self.value("step").unwrap_or_else(|| "1".to_string());
        let step = text.parse::<usize>().ok().filter(|step| (1..=steps).contains(step)).ok_or_else(|| {
            let allowed = Allowed::Whole { min: 1, max: steps as i64 };
            error("step", ErrorCode::OutOfRange, quoted(&text), allowed)
        })?;
        Ok(Some((lesson, step - 1)))
    }

    /// How it is shown inside another page.
    fn frame(&self) -> Result<Option<Frame>, LinkError> {
        if !self.flag("embed")? {
            return Ok(None);
        }
        let start = self.moment("start", Time::ZERO)?.unwrap_or_default();
        let controls = match self.value("controls") {
            None => Controls::default(),
            Some(text) => match Controls::ALL.iter().find(|(name, _)| *name == text) {
                Some((_, controls)) => *controls,
                None => return Err(unknown("controls", &text, Controls::ALL.iter().map(|(name, _)| *name))),
            },
        };
        let end = self.moment("end", start.plus(Time(1)))?;
        Ok(Some(Frame { start, end, loops: self.flag("loop")?, plays: self.flag("play")?, controls }))
    }
}

/// A value as it was before it was encoded. What is not UTF-8 becomes U+FFFD, which no name or number has in it.
fn decode(value: &str) -> String {
    percent_decode_str(&value.replace('+', " ")).decode_utf8_lossy().into_owned()
}

/// The preset with these faults in place of its own.
fn with_faults(preset: &Preset, json: &str) -> Result<Scenario, ScenarioError> {
    let Ok(faults) = Tree::parse(json) else {
        // The same text in place of a scenario says what is wrong with it as JSON.
        return Scenario::from_json(json).map_err(|error| ScenarioError { field: "faults".to_string(), ..error });
    };
    let mut scenario = preset.scenario().to_tree();
    *scenario.field("faults") = faults;
    Scenario::from_tree(&scenario)
}

/// Seconds with at most three decimals, as [`Time`] prints them.
pub(super) fn seconds(text: &str) -> Option<Time> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 3 {
        return None;
    }
    let milliseconds: u32 = format!("{decimals:0<3}").parse().ok()?;
    whole.parse::<u32>().ok()?.checked_mul(1000)?.checked_add(milliseconds).map(Time)
}
