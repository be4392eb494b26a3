//! The page inside another one: a compact picture of a part of the run, told what to do and telling what is seen.
//!
//! The address says how (see [`super::share`]); `www/embed.js` carries commands and reports between the two pages.

use super::model::Model;
use super::update::Msg;
use crate::scene::standing::Word;
use crate::sim::id::Time;
use crate::sim::scenario::{Fault, When};
use std::fmt::Write;

/// What there is to press.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Controls {
    /// Everything: also crashes and the crash map.
    All,
    /// Play, step and the time line.
    #[default]
    Play,
    /// Nothing; the page around it drives.
    None,
}

impl Controls {
    /// All of them, by the name that a link calls them.
    pub const ALL: [(&'static str, Controls); 3] =
        [("all", Controls::All), ("play", Controls::Play), ("none", Controls::None)];

    /// The name in a link.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// How the page is shown inside another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Nothing before this moment is shown.
    pub start: Time,
    /// Nothing after this moment is shown; `None` for the end of the run.
    pub end: Option<Time>,
    /// Does it begin again at its end?
    pub loops: bool,
    /// Does it play by itself when it opens?
    pub plays: bool,
    /// What there is to press.
    pub controls: Controls,
}

impl Frame {
    /// May the person at the page do this? What there is nothing to press for is not on a key either.
    #[must_use]
    pub fn allows(&self, msg: &Msg) -> bool {
        let crashes = matches!(
            msg,
            Msg::CrashNow | Msg::CrashAtPart(_) | Msg::SetHow(_) | Msg::RemoveFault(_) | Msg::Undo | Msg::Redo
        );
        match self.controls {
            _ if matches!(msg, Msg::Present | Msg::Blank) => false,
            Controls::All => true,
            Controls::Play => !crashes,
            Controls::None => matches!(msg, Msg::Reveal(_) | Msg::Follow(_) | Msg::Dismiss),
        }
    }
}

/// A command of the page around: `play`, `pause`, `seek SECONDS` or `crash`. The messages that carry it out; `None` if
/// it is no command.
#[must_use]
pub fn command(model: &Model, text: &str) -> Option<Vec<Msg>> {
    let toggle = |wanted: bool| if model.is_playing == wanted { vec![] } else { vec![Msg::Toggle] };
    Some(match text.split_once(' ').unwrap_or((text, "")) {
        ("play", "") => toggle(true),
        ("pause", "") => toggle(false),
        ("crash", "") => vec![Msg::CrashNow],
        ("seek", moment) => vec![Msg::Seek(super::share::seconds(moment)?)],
        _ => return None,
    })
}

/// What is seen at the moment, as JSON. `words` are the verdicts as they stand, one a lane; that of a covered lane is
/// not told.
#[must_use]
pub fn report(model: &Model, words: impl Iterator<Item = Word>) -> String {
    let mut out = format!("{{\"t\":{},\"playing\":{},\"verdicts\":[", model.at(), model.is_playing);
    for (lane, word) in words.enumerate() {
        let comma = if lane > 0 { "," } else { "" };
        let _ = match model.covers(lane) {
            true => write!(out, "{comma}null"),
            false => write!(out, "{comma}\"{}\"", verdict(word)),
        };
    }
    out.push_str("],\"crashes\":[");
    let timed = model.faults().iter().filter_map(|fault| match fault {
        Fault::Crash { when: When::At(at), .. } => Some(at),
        _ => None,
    });
    for (index, at) in timed.enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let _ = write!(out, "{comma}{at}");
    }
    let (start, end) = model.range();
    let _ = write!(out, "],\"start\":{start},\"end\":{end}}}");
    out
}

/// A verdict as outcomes call it, and what is none at the end.
fn verdict(word: Word) -> &'static str {
    match word {
        Word::Nothing => "nothing_read",
        Word::Once => "exactly_once",
        Word::Waiting => "waiting",
        Word::Back => "went_back",
        Word::Blocked => "blocked",
        Word::Dirty => "dirty_read",
        Word::Twice => "duplicates",
        Word::Differs => "differs",
        Word::Lost => "loss",
        Word::TwiceAndLost => "duplicates_and_loss",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::share::Link;
    use crate::app::update::update;

    fn model(link: &str) -> Model {
        let mut model = Model::default();
        update(&mut model, Msg::OpenLink(Box::new(Link::parse(link))));
        assert_eq!(model.notice, None);
        model
    }

    fn obey(model: &mut Model, text: &str) {
        for msg in command(model, text).expect("a command") {
            update(model, msg);
        }
    }

    fn play(model: &mut Model, frames: usize) {
        for _ in 0..frames {
            update(model, Msg::Tick(16.0));
        }
    }

    #[test]
    fn a_range_is_where_it_opens_plays_and_ends() {
        let mut model = model("embed=1&start=4&end=6.5");
        assert_eq!((model.at(), model.is_playing), (Time(4_000), false));
        obey(&mut model, "play");
        play(&mut model, 10_000);
        assert_eq!((model.at(), model.is_playing, model.is_at_end()), (Time(6_500), false, true));
        obey(&mut model, "play");
        assert_eq!((model.at(), model.is_playing), (Time(4_000), true), "again from the start of the range");
        for (msg, at) in [(Msg::ToEnd, 6_500), (Msg::ToStart, 4_000), (Msg::Leap(false), 4_000)] {
            update(&mut model, msg);
            assert_eq!(model.at(), Time(at));
        }
        obey(&mut model, "seek 20");
        assert_eq!(model.at(), Time(6_500), "nothing outside of the range is shown");
    }

    #[test]
    fn a_loop_begins_again_and_never_leaves_its_range() {
        let mut model = model("embed=1&start=4&end=6.5&loop=1&play=1");
        assert!(model.is_playing, "asked to play by itself");
        let (mut last, mut rounds) = (model.at(), 0);
        for _ in 0..5_000 {
            play(&mut model, 1);
            assert!(model.is_playing && (Time(4_000)..=Time(6_500)).contains(&model.at()));
            rounds += usize::from(model.at() < last);
            last = model.at();
        }
        assert!(rounds > 3, "{rounds} rounds");
    }

    #[test]
    fn a_range_without_extent_stands_still() {
        let mut model = model("embed=1&start=9000&loop=1&play=1");
        play(&mut model, 3);
        assert_eq!((model.is_playing, model.at()), (false, model.computed.pace.end()));
    }

    #[test]
    fn who_wants_less_motion_is_not_played_to() {
        let mut model = Model { still: true, ..Model::default() };
        update(&mut model, Msg::OpenLink(Box::new(Link::parse("embed=1&play=1"))));
        assert!(!model.is_playing);
    }

    #[test]
    fn what_cannot_be_pressed_is_not_on_a_key_either() {
        let allowed = |controls| {
            let frame = Frame { controls, ..Frame::default() };
            [Msg::CrashNow, Msg::Undo, Msg::Toggle, Msg::Step(true), Msg::Reveal(0)].map(|msg| frame.allows(&msg))
        };
        assert_eq!(allowed(Controls::All), [true; 5]);
        assert_eq!(allowed(Controls::Play), [false, false, true, true, true]);
        assert_eq!(allowed(Controls::None), [false, false, false, false, true]);
    }

    #[test]
    fn commands_are_carried_out_and_nothing_else_is() {
        let mut model = model("embed=1");
        obey(&mut model, "play");
        obey(&mut model, "play");
        assert!(model.is_playing);
        obey(&mut model, "pause");
        obey(&mut model, "pause");
        assert!(!model.is_playing);
        obey(&mut model, "seek 4.65");
        assert_eq!(model.at(), Time(4_650));
        obey(&mut model, "crash");
        assert!(report(&model, [].into_iter()).contains("\"crashes\":[4.65"));
        for text in ["", "Play", "play now", "seek", "seek -1", "seek 1e3", "seek 1.2345", "seek NaN", "toggle"] {
            assert_eq!(command(&model, text), None, "{text}");
        }
    }

    #[test]
    fn a_report_says_what_is_seen_and_nothing_that_is_covered() {
        let mut model = model("embed=1&start=4&end=90&t=4.65");
        let words = [Word::Once, Word::Back];
        let wanted =
            r#"{"t":4.65,"playing":false,"verdicts":["exactly_once","went_back"],"crashes":[10],"start":4,"end":"#;
        let found = report(&model, words.into_iter());
        assert_eq!(found, format!("{wanted}{}}}", model.computed.pace.end()));
        assert!(serde_json::from_str::<serde_json::Value>(&found).is_ok());
        update(&mut model, Msg::ToggleHide);
        update(&mut model, Msg::Reveal(1));
        assert!(report(&model, words.into_iter()).contains(r#""verdicts":[null,"went_back"]"#));
    }
}
