//! Doors: what the page can do only once a second part of it has come.
//!
//! `scripts/split.mjs` takes out of the published page's module whatever is used by nothing but these functions (and those
//! of `ui::doors`), and puts it into a module of its own that works in the same memory. Nothing here does anything itself;
//! a function that is called from elsewhere as well stays where it is. On the host, and in the page as `trunk serve` makes
//! it, nothing is taken out.
//!
//! Who passes a door must know that the part is there. Until it is, the first preset is open, as a person sees who comes
//! for the first time: it can be played and looked at from all sides. Whatever leads to another experiment waits
//! ([`are_passed_by`]), and a page that begins with a link or a session begins when it has come. So nothing that is asked
//! of the first preset alone may pass a door.

use super::keys::KeyMap;
use super::learn;
use super::model::Model;
use super::presets::Preset;
use super::session;
use super::share::{Link, LinkError};
use super::update::{self, Msg};
use crate::i18n::Lang;
use crate::lesson::progress::Progress;
use crate::sim::scenario::Scenario;

/// Does this message pass a door?
#[must_use]
pub fn are_passed_by(msg: &Msg) -> bool {
    matches!(
        msg,
        Msg::CrashNow
            | Msg::CrashAtPart(_)
            | Msg::RemoveFault(_)
            | Msg::Undo
            | Msg::Redo
            | Msg::OpenPreset(_)
            | Msg::OpenLink(_)
            | Msg::OpenFile(_)
            | Msg::Edit(..)
            | Msg::Learn(_)
    )
}

/// What a page begins with: see [`session::begin`].
#[inline(never)]
#[must_use]
pub fn begin(hash: &str, kept: &[String], lang: Option<Lang>, still: bool) -> (Model, bool) {
    pass();
    session::begin(hash, kept, lang, still)
}

/// What was done in lessons, as the browser keeps it.
#[inline(never)]
pub fn remember(model: &mut Model, progress: &str) {
    pass();
    model.learn.progress = Progress::parse(progress);
    // Where a link leads was opened before it was known what else had been done.
    learn::book(model);
}

/// What keys do, as the browser keeps it: see [`KeyMap::parse`].
#[inline(never)]
#[must_use]
pub fn keys(text: &str) -> KeyMap {
    pass();
    KeyMap::parse(text)
}

/// The progress in lessons as a text: see [`Progress::to_text`].
#[inline(never)]
#[must_use]
pub fn progress_text(progress: &Progress) -> String {
    pass();
    progress.to_text()
}

/// Changes the experiment: see [`update`](update::update).
#[inline(never)]
pub fn change(model: &mut Model, msg: Msg) {
    pass();
    update::change_experiment(model, msg);
}

/// Judges the challenge that is open: see [`learn::judge_challenge`].
#[inline(never)]
pub fn judge(model: &mut Model) {
    pass();
    learn::judge_challenge(model);
}

/// The texts that what is open needs: see [`Learn::wants`](learn::Learn::wants).
#[inline(never)]
pub fn wanted_texts(model: &mut Model) -> Vec<&'static str> {
    pass();
    model.learn.wants(model.lang)
}

/// Reads a link: see [`Link::parse`].
///
/// # Errors
/// What is wrong with it.
#[inline(never)]
pub fn link(text: &str) -> Result<Link, LinkError> {
    pass();
    Link::parse(text)
}

/// Writes where a link leads to that leads elsewhere than to the first preset.
#[inline(never)]
pub(super) fn put_scenario(link: &Link, out: &mut String) {
    pass();
    link.put_scenario(out);
}

/// Reads a preset that is not the first.
#[inline(never)]
pub(super) fn preset(preset: &Preset) -> Scenario {
    pass();
    preset.read()
}

/// Tests are told that a door was passed.
fn pass() {
    #[cfg(test)]
    tests::PASSED.set(tests::PASSED.get() + 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::model::{Panel, Side};
    use crate::app::update::update;
    use crate::sim::id::Time;
    use crate::sim::scenario::How;
    use std::cell::Cell;

    thread_local! {
        pub(super) static PASSED: Cell<usize> = const { Cell::new(0) };
    }

    /// The doors that something passes.
    fn passed(what: impl FnOnce()) -> usize {
        let before = PASSED.get();
        what();
        PASSED.get() - before
    }

    /// Every message that does not lead to another experiment.
    fn at_hand() -> Vec<Msg> {
        let sides = [Side::Job, Side::World, Side::Sinks, Side::Learn, Side::Account].map(Msg::Beside);
        let panels = [Some(Panel::Help), Some(Panel::Share), None].map(Msg::Show);
        let ways = [true, false].into_iter().flat_map(|way| [Msg::Step(way), Msg::Leap(way), Msg::Speed(way)]);
        let others = [
            Msg::Toggle,
            Msg::Tick(16.0),
            Msg::ToEnd,
            Msg::ToStart,
            Msg::SeekPart(0.4),
            Msg::Seek(Time(4_600)),
            Msg::SetSpeed(3),
            Msg::SetHow(How::Fail),
            Msg::SetLang(Lang::Zh),
            Msg::ToggleHide,
            Msg::Reveal(1),
            Msg::ToggleDetails,
            Msg::Follow(2),
            Msg::Copied,
            Msg::Dismiss,
            Msg::Present,
            Msg::Leap(true),
            Msg::Blank,
            Msg::Present,
            Msg::SetStill(true),
            Msg::SetKeys(Box::default()),
        ];
        sides.into_iter().chain(panels).chain(ways).chain(others).collect()
    }

    #[test]
    fn whoever_is_here_for_the_first_time_passes_no_door_before_another_experiment() {
        let all = passed(|| {
            let mut model = session::first(Some(Lang::En), false);
            for msg in at_hand() {
                assert!(!are_passed_by(&msg), "{msg:?}");
                assert_eq!(passed(|| update(&mut model, msg.clone())), 0, "{msg:?}");
                assert_eq!(
                    passed(|| drop((model.link().to_text(), session::write(&model, &model.link().to_text())))),
                    0,
                    "{msg:?}"
                );
                assert!(model.preset().is_some_and(|preset| preset.scenario() == model.scenario));
            }
        });
        assert_eq!(all, 0);
    }

    #[test]
    fn whatever_leads_to_another_experiment_waits() {
        let mut model = Model::default();
        let elsewhere = [
            Msg::CrashNow,
            Msg::CrashAtPart(0.9),
            Msg::RemoveFault(0),
            Msg::Undo,
            Msg::Redo,
            Msg::OpenPreset("no-crash"),
            Msg::OpenLink(Box::new(Link::parse("s=mid-flush"))),
            Msg::OpenFile(Box::new(Ok(Model::default().scenario))),
            Msg::Edit("restart.delay".to_string(), None),
            Msg::Learn(learn::LearnMsg::Hint),
        ];
        for msg in elsewhere {
            assert!(are_passed_by(&msg) && passed(|| update(&mut model, msg.clone())) > 0, "{msg:?}");
        }
        let link = |text: &str| Link::parse(text).expect("a link");
        assert!(passed(|| drop(link("s=no-crash").to_text())) > 0, "another preset is not there without being read");
    }
}
