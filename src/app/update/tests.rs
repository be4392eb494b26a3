use super::*;
use crate::app::model::Side;
use crate::sim::scenario::Expire;

fn model(preset: &str) -> Model {
    let preset = Preset::find(preset).expect("a preset");
    Model::open(preset.scenario(), Some(preset.id))
}

fn does(model: &mut Model, messages: impl IntoIterator<Item = Msg>) {
    for message in messages {
        update(model, message);
    }
}

fn crashes(model: &Model) -> Vec<Time> {
    let at = |fault: &Fault| match fault {
        Fault::Crash { when: When::At(at), .. } => Some(*at),
        _ => None,
    };
    model.faults().iter().filter_map(at).collect()
}

#[test]
fn it_starts_paused_at_the_beginning() {
    let model = Model::default();
    assert!(!model.is_playing);
    assert_eq!((model.at(), model.preset), (Time::ZERO, Some("running-example")));
}

#[test]
fn playing_stops_at_the_end_and_begins_again() {
    let mut model = model("running-example");
    update(&mut model, Msg::Toggle);
    for _ in 0..100_000 {
        update(&mut model, Msg::Tick(16.0));
    }
    assert!(model.is_at_end() && !model.is_playing);
    update(&mut model, Msg::Toggle);
    assert!(model.is_playing && model.at() == Time::ZERO);
}

#[test]
fn a_crash_strikes_after_what_is_seen_and_takes_later_ones_out() {
    let mut model = model("running-example");
    does(&mut model, [Msg::Seek(Time(4_600)), Msg::CrashNow]);
    assert_eq!(crashes(&model), [Time(4_601)]);
    assert_eq!(model.notice, Some(Notice::Forked { dropped: 1 }));
    assert_eq!(model.at(), Time(4_601));
    assert!(model.computed.runs.iter().all(|run| run.world_after(run.steps_until(model.at())).job.is_none()));
}

#[test]
fn an_earlier_crash_stays() {
    let mut model = model("running-example");
    does(&mut model, [Msg::Seek(Time(13_000)), Msg::CrashNow]);
    assert_eq!(crashes(&model), [Time(10_000), Time(13_001)]);
    assert_eq!(model.notice, None);
}

#[test]
fn a_crash_that_waits_for_a_fact_goes_if_it_has_not_struck() {
    let mut model = model("completed-not-notified");
    does(&mut model, [Msg::Seek(Time(2_000)), Msg::CrashNow]);
    assert_eq!((model.faults().len(), crashes(&model)), (1, vec![Time(2_000)]));
}

#[test]
fn undo_brings_the_former_run_and_moment_back_and_redo_the_later_one() {
    let mut model = model("running-example");
    update(&mut model, Msg::Seek(Time(4_600)));
    let before = (model.scenario.clone(), model.at());
    update(&mut model, Msg::CrashNow);
    let after = (model.scenario.clone(), model.at());
    update(&mut model, Msg::Undo);
    assert_eq!((model.scenario.clone(), model.at()), before);
    update(&mut model, Msg::Redo);
    assert_eq!((model.scenario.clone(), model.at()), after);
}

#[test]
fn undo_has_a_limit_and_nothing_breaks_beyond_it() {
    let mut model = model("no-crash");
    for index in 0..MAX_UNDO + 20 {
        let path = "restart.delay".to_string();
        update(&mut model, Msg::Edit(path, Some((index as u32).into())));
    }
    assert_eq!(model.past.len(), MAX_UNDO);
    for _ in 0..MAX_UNDO + 20 {
        update(&mut model, Msg::Undo);
    }
    assert!(model.past.is_empty());
}

#[test]
fn where_there_is_no_job_nothing_crashes() {
    let mut model = model("running-example");
    for at in [Time(11_000), model.computed.pace.end()] {
        does(&mut model, [Msg::Seek(at), Msg::CrashNow]);
        assert_eq!((crashes(&model), model.notice.take()), (vec![Time(10_000)], Some(Notice::NoJob)));
    }
}

#[test]
fn the_moment_asked_for_is_the_moment_shown() {
    let mut model = model("running-example");
    for at in (0..model.computed.pace.end().0).step_by(7).map(Time) {
        update(&mut model, Msg::Seek(at));
        assert_eq!(model.at(), at);
    }
}

#[test]
fn there_is_an_end_to_faults() {
    let mut model = model("no-crash");
    let mut faults = vec![Fault::Expire { what: Expire::All, at: Time(1) }; MAX_FAULTS];
    model.scenario.drive = Drive::Time(std::mem::take(&mut faults));
    update(&mut model, Msg::CrashNow);
    assert_eq!((model.faults().len(), model.notice), (MAX_FAULTS, Some(Notice::TooManyFaults)));
}

#[test]
fn a_word_in_passing_is_gone_when_one_goes_on() {
    let goes_on = [Msg::Toggle, Msg::Step(true), Msg::Leap(false), Msg::ToStart, Msg::ToEnd, Msg::SeekPart(0.5)];
    for msg in goes_on.into_iter().chain([Msg::Seek(Time(11_500))]) {
        let mut model = model("running-example");
        does(&mut model, [Msg::Seek(Time(11_000)), Msg::CrashNow, Msg::CrashNow, Msg::ToggleDetails]);
        assert_eq!(model.notice, Some(Notice::NoJob), "it stays as long as one stays");
        update(&mut model, msg.clone());
        assert_eq!(model.notice, None, "{msg:?}");
    }
}

#[test]
fn while_it_plays_a_word_in_passing_is_gone_after_a_while_and_the_next_one_has_its_own() {
    let mut model = model("running-example");
    does(&mut model, [Msg::SetSpeed(0), Msg::Seek(Time(4_600)), Msg::Toggle, Msg::CrashNow]);
    for expected in [Notice::Forked { dropped: 1 }, Notice::Copied] {
        for _ in 0..50 {
            assert_eq!(model.notice, Some(expected.clone()));
            update(&mut model, Msg::Tick(100.0));
        }
        does(&mut model, (0..10).map(|_| Msg::Tick(100.0)));
        assert_eq!((model.notice.clone(), model.is_playing), (None, true));
        update(&mut model, Msg::Copied);
    }
}

#[test]
fn what_could_not_be_opened_is_told_until_it_is_closed() {
    let mut model = model("running-example");
    does(&mut model, [Msg::OpenLink(Box::new(Link::parse("#s=nonsense"))), Msg::Step(true), Msg::ToEnd]);
    assert!(matches!(model.notice, Some(Notice::BadLink(_))));
    update(&mut model, Msg::Dismiss);
    assert_eq!(model.notice, None);
}

#[test]
fn steps_go_forth_and_back_over_the_same_moments() {
    let mut model = model("mid-flush");
    let mut forth = vec![model.at()];
    while !model.is_at_end() {
        update(&mut model, Msg::Step(true));
        forth.push(model.at());
    }
    let mut back = vec![model.at()];
    while model.at() > Time::ZERO {
        update(&mut model, Msg::Step(false));
        back.push(model.at());
    }
    back.reverse();
    assert_eq!(forth, back);
}

#[test]
fn leaps_stop_at_the_crash() {
    let mut model = model("running-example");
    let mut seen = Vec::new();
    while !model.is_at_end() {
        update(&mut model, Msg::Leap(true));
        seen.push(model.at());
    }
    assert!(seen.contains(&Time(10_000)), "{seen:?}");
    assert!(seen.len() < 60, "too many to be interesting: {}", seen.len());
}

#[test]
fn a_bad_change_is_told_and_changes_nothing() {
    let mut model = model("running-example");
    let before = model.scenario.clone();
    update(&mut model, Msg::Edit("restart.delay".into(), Some("soon".into())));
    let refused = model.refused.clone().expect("a reason");
    assert_eq!((refused.path.as_str(), refused.error.field.as_str()), ("restart.delay", "restart.delay"));
    assert_eq!((refused.entered.as_str(), model.scenario == before), ("soon", true));
    update(&mut model, Msg::Edit("restart.delay".into(), Some(3u32.into())));
    assert_eq!((model.refused, model.scenario.restart.delay), (None, Time(3_000)));
}

#[test]
fn a_bad_link_is_told_and_changes_nothing() {
    let mut model = model("running-example");
    let before = model.scenario.clone();
    update(&mut model, Msg::OpenLink(Box::new(Link::parse("#s=nonsense"))));
    assert!(matches!(model.notice, Some(Notice::BadLink(_))));
    assert_eq!(model.scenario, before);
}

#[test]
fn a_file_is_opened_at_its_beginning_and_a_bad_one_changes_nothing() {
    let mut model = model("running-example");
    let before = model.scenario.clone();
    let bad = Scenario::from_json("{}").expect_err("no scenario");
    does(&mut model, [Msg::Seek(Time(4_600)), Msg::OpenFile(Box::new(Err(bad.clone())))]);
    assert_eq!((model.notice.clone(), &model.scenario), (Some(Notice::BadFile(bad)), &before));
    let other = Preset::find("surge").expect("a preset").scenario();
    update(&mut model, Msg::OpenFile(Box::new(Ok(other.clone()))));
    assert_eq!((&model.scenario, model.at(), model.preset), (&other, Time::ZERO, None));
    update(&mut model, Msg::Undo);
    assert_eq!((&model.scenario, model.at()), (&before, Time(4_600)));
}

#[test]
fn the_link_brings_everything_back() {
    let mut model = model("running-example");
    does(&mut model, [Msg::Seek(Time(4_600)), Msg::CrashNow, Msg::SetLang(Lang::Zh), Msg::ToggleHide]);
    let mut other = Model::default();
    update(&mut other, Msg::OpenLink(Box::new(Link::parse(&model.link().to_text()))));
    assert_eq!(other.at(), Time(4_601));
    assert_eq!((other.scenario, other.lang, other.hides), (model.scenario, model.lang, model.hides));
}

#[test]
fn with_motion_reduced_only_moments_are_shown_at_which_something_happens() {
    let mut model = model("running-example");
    does(&mut model, [Msg::SetStill(true), Msg::Toggle]);
    for _ in 0..200 {
        update(&mut model, Msg::Tick(16.0));
        let at = model.at();
        assert!(model.computed.pace.stops().any(|stop| stop == at), "{at}");
    }
}

#[test]
fn answers_are_hidden_while_presenting_until_asked_for_and_afterwards_as_before() {
    for hid in [false, true] {
        let mut model = Model { hides: hid, panel: Some(Panel::Share), ..model("running-example") };
        update(&mut model, Msg::Present);
        assert_eq!((model.showing, model.hides, model.panel), (Showing::Presented, true, None));
        update(&mut model, Msg::Reveal(1));
        assert_eq!([0, 1].map(|lane| model.covers(lane)), [true, false]);
        does(&mut model, [Msg::ToggleHide, Msg::Present]);
        assert_eq!((model.showing, model.hides), (Showing::Usual, hid));
    }
}

#[test]
fn a_lesson_that_is_presented_goes_on_by_the_remote_and_keeps_its_own_answers_back() {
    let mut model = model("running-example");
    does(&mut model, [Msg::Learn(LearnMsg::Open(Open::Step(0, 0))), Msg::Present, Msg::Leap(true)]);
    assert_eq!((model.learn.open, model.hides), (Open::Step(0, 1), false));
    does(&mut model, [Msg::Leap(false), Msg::Present, Msg::Leap(true)]);
    assert_eq!(model.learn.open, Open::Step(0, 0));
}

#[test]
fn a_black_screen_stops_the_run_and_gives_the_presentation_back() {
    let mut model = model("running-example");
    does(&mut model, [Msg::Present, Msg::Toggle, Msg::Blank]);
    assert_eq!((model.showing, model.is_playing), (Showing::Blank, false));
    update(&mut model, Msg::Blank);
    assert_eq!(model.showing, Showing::Presented);
}

#[test]
fn a_removed_sink_is_no_longer_followed() {
    let mut model = model("running-example");
    does(&mut model, [Msg::Follow(3), Msg::Edit("sinks[3]".into(), None), Msg::Beside(Side::Sinks)]);
    assert_eq!((model.scenario.sinks.len(), model.lane), (3, 2));
}
