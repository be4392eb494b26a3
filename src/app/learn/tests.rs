use super::*;
use crate::app::share::Link;
use crate::app::update::{update, Msg};
use crate::lesson::{Answer, Form};

fn learn(model: &mut Model, msg: LearnMsg) {
    update(model, Msg::Learn(msg));
}

fn opened(lesson: &str, step: usize) -> Model {
    let mut model = Model::default();
    let lesson = Lesson::find(lesson).expect("a lesson");
    learn(&mut model, LearnMsg::Open(Open::Step(lesson, step - 1)));
    model
}

fn play_out(model: &mut Model) {
    for _ in 0..2_000 {
        update(model, Msg::Tick(16.0));
    }
    assert!(!model.is_playing);
}

/// An answer of the asked kind that is right.
fn right(model: &Model) -> Given {
    let ask = model.learn.asks().expect("a question");
    let right = ask.answer(&model.computed.runs).expect("an answer");
    match (ask.form, right) {
        (Form::Choice(options), right) => {
            Given::Choice(options.iter().position(|option| *option == right).expect("an option"))
        }
        (_, Answer::Number(number)) => Given::Number(number),
        (_, Answer::Records(records)) => Given::Records(records),
        _ => unreachable!(),
    }
}

#[test]
fn every_lesson_can_be_walked_through_and_every_answer_runs_on_to_where_it_is_seen() {
    for (index, lesson) in LESSONS.iter().enumerate() {
        let mut model = Model::default();
        learn(&mut model, LearnMsg::Open(Open::Step(index, 0)));
        for (number, step) in lesson.steps.iter().enumerate() {
            play_out(&mut model);
            let name = format!("{}, step {}", lesson.id, number + 1);
            assert_eq!(model.learn.open, Open::Step(index, number), "{name}");
            assert_eq!(model.scenario, lesson.scenario(step), "{name}");
            assert_eq!((model.at(), model.is_away()), (step.moment(&model.computed.runs), false), "{name}");
            if let Some(ask) = step.ask {
                assert_eq!(model.covered(), u32::MAX, "{name}: answers are hidden");
                let given = right(&model);
                learn(&mut model, LearnMsg::Answer(given));
                play_out(&mut model);
                assert_eq!((model.at(), model.covered()), (ask.moment(&model.computed.runs), 0), "{name}");
                assert!(model.judged().is_some_and(|judged| judged.is_right), "{name}");
            }
            learn(&mut model, LearnMsg::Go(true));
        }
        assert_eq!(model.learn.open, Open::List);
        assert_eq!(model.learn.progress.steps_done(index), lesson.steps.len());
    }
}

#[test]
fn the_learner_can_go_elsewhere_and_come_back() {
    let mut model = opened("first", 4);
    let at = model.at();
    update(&mut model, Msg::Seek(Time(2_000)));
    update(&mut model, Msg::CrashNow);
    assert!(model.is_away());
    learn(&mut model, LearnMsg::Return);
    assert_eq!((model.at(), model.is_away()), (at, false));
    let given = right(&model);
    learn(&mut model, LearnMsg::Answer(given));
    play_out(&mut model);
    let seen = model.at();
    update(&mut model, Msg::ToStart);
    learn(&mut model, LearnMsg::Return);
    assert_eq!((model.at(), model.learn.given), (seen, Some(given)));
}

#[test]
fn an_answer_from_elsewhere_is_judged_by_the_steps_own_run() {
    let mut model = opened("first", 4);
    let given = right(&model);
    update(&mut model, Msg::OpenPreset("no-crash"));
    learn(&mut model, LearnMsg::Answer(given));
    assert!(model.judged().is_some_and(|judged| judged.is_right));
    assert_eq!(model.preset, Some("running-example"));
}

#[test]
fn whoever_runs_ahead_of_a_question_does_not_see_what_readers_get() {
    let mut model = opened("first", 4);
    assert!(!model.covers(0), "what has happened so far is no answer");
    update(&mut model, Msg::ToEnd);
    assert!(model.covers(0));
    update(&mut model, Msg::Reveal(0));
    assert!(!model.covers(0));
}

#[test]
fn a_link_leads_to_a_step_and_back_to_the_same_state() {
    let mut model = opened("readers", 4);
    let text = model.link().to_text();
    assert_eq!(text, "lesson=readers&step=4&t=16.2&lang=en");
    let mut other = Model::default();
    update(&mut other, Msg::OpenLink(Box::new(Link::parse("lesson=readers&step=4"))));
    assert_eq!((other.at(), other.learn.open, other.side), (model.at(), model.learn.open, Side::Learn));
    // What the learner does on the way is in the link as well.
    update(&mut model, Msg::Seek(Time(3_000)));
    update(&mut model, Msg::CrashNow);
    update(&mut other, Msg::OpenLink(Box::new(Link::parse(&model.link().to_text()))));
    assert_eq!((&other.scenario, other.at(), other.learn.open), (&model.scenario, model.at(), model.learn.open));
}

#[test]
fn a_challenge_is_won_on_the_page() {
    let mut model = Model::default();
    let index = Challenge::find("duplicate-wal").expect("a challenge");
    learn(&mut model, LearnMsg::Open(Open::Challenge(index)));
    assert_eq!(model.learn.state, Some(State::NotYet));
    assert_eq!((model.covered(), model.covered_map()), (0, u32::MAX), "the map would give it away");
    update(&mut model, Msg::Seek(Time(4_600)));
    update(&mut model, Msg::CrashNow);
    assert_eq!(model.covered_map(), 0);
    assert_eq!((model.learn.state.clone(), model.learn.progress.has_won(index)), (Some(State::Won), true));
    update(&mut model, Msg::Edit("source.kind".into(), Some("socket".into())));
    assert_eq!(model.learn.state, Some(State::NotAllowed("source".into())));
}

#[test]
fn a_mistake_is_named_on_the_page() {
    let mut model = Model::default();
    let index = Challenge::find("find-mutant").expect("a challenge");
    learn(&mut model, LearnMsg::Open(Open::Challenge(index)));
    learn(&mut model, LearnMsg::Name(1));
    assert_eq!(model.learn.state, Some(State::NotYet));
    update(&mut model, Msg::Seek(Time(4_150)));
    update(&mut model, Msg::CrashNow);
    assert_eq!(model.learn.state, Some(State::Won));
    learn(&mut model, LearnMsg::Name(0));
    assert_eq!(model.learn.state, Some(State::Broken));
}

#[test]
fn texts_are_asked_for_once_and_again_if_they_could_not_be_had() {
    let mut learn = Learn::default();
    assert_eq!(learn.wants(Lang::En), ["index", "challenges"]);
    assert_eq!(learn.wants(Lang::En), [""; 0]);
    learn.came(Lang::En, "index", Err(()));
    learn.came(Lang::En, "challenges", Ok("# T\n\n## A\n\nB\n".into()));
    assert_eq!((learn.text(Lang::En, "index"), learn.part(Lang::En)), (Err(NoText), Err(NoText)));
    assert!(learn.text(Lang::En, "challenges").is_ok_and(|text| text.is_some()));
    let mut model = Model { learn, ..Model::default() };
    super::update(&mut model, LearnMsg::Retry);
    assert_eq!(model.learn.wants(Lang::En), ["index"]);
    assert_eq!(model.learn.wants(Lang::Zh), ["index", "challenges"]);
}
