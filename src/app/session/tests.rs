use super::*;
use crate::app::presets::Preset;
use crate::sim::id::Time;
use proptest::prelude::*;

/// The session of a page, as it keeps it.
fn write(model: &Model) -> String {
    super::write(model, &model.link().to_text())
}

fn model(preset: &str) -> Model {
    let preset = Preset::find(preset).expect("a preset");
    Model::open(preset.scenario(), Some(preset.id))
}

fn does(model: &mut Model, messages: impl IntoIterator<Item = Msg>) {
    for message in messages {
        update::update(model, message);
    }
}

/// What a person would miss.
fn all_of(model: &Model) -> impl PartialEq + std::fmt::Debug {
    let view = (model.side, model.lane, model.speed, model.how, model.details, model.revealed);
    (model.link(), model.past.clone(), model.future.clone(), view)
}

fn worked_with() -> Model {
    let mut model = model("running-example");
    let edit = |path: &str, value: serde_json::Value| Msg::Edit(path.into(), Some(value.into()));
    does(
        &mut model,
        [
            Msg::Seek(Time(4_600)),
            Msg::CrashNow,
            edit("restart.delay", serde_json::json!(3)),
            edit("sinks[4]", serde_json::json!({"kind": "file"})),
            Msg::OpenPreset("mid-flush"),
            Msg::Seek(Time(5_000)),
            Msg::Undo,
            Msg::SetLang(Lang::Zh),
            Msg::ToggleHide,
            Msg::Reveal(2),
            Msg::Beside(Side::World),
            Msg::Follow(3),
            Msg::SetSpeed(4),
            Msg::SetHow(How::Fail),
            Msg::ToggleDetails,
            Msg::Seek(Time(9_125)),
        ],
    );
    model
}

#[test]
fn a_session_brings_everything_back() {
    let before = worked_with();
    let (after, is_bad) = begin("", &[write(&before)], None, false);
    assert!(!is_bad);
    assert_eq!(all_of(&after), all_of(&before));
    assert_eq!((before.past.len(), before.future.len(), after.notice), (3, 1, Some(Notice::Back)));
}

#[test]
fn undo_goes_on_after_a_session_where_it_was() {
    let (mut one, mut other) = (worked_with(), begin("", &[write(&worked_with())], None, false).0);
    for step in [Msg::Redo, Msg::Undo, Msg::Undo, Msg::Undo, Msg::Undo, Msg::Redo] {
        does(&mut one, [step.clone()]);
        does(&mut other, [step]);
        assert_eq!((&one.scenario, one.at(), &one.past), (&other.scenario, other.at(), &other.past));
    }
}

#[test]
fn the_address_wins_and_what_was_open_is_one_undo_away() {
    let before = worked_with();
    let (mut after, _) = begin("#s=no-crash&t=2", &[write(&before)], Some(Lang::En), false);
    assert_eq!((after.preset, after.at(), after.hides, after.lang), (Some("no-crash"), Time(2_000), false, Lang::En));
    assert_eq!((after.side, after.speed, after.lane, after.notice.clone()), (before.side, before.speed, 0, None));
    does(&mut after, [Msg::Undo]);
    assert_eq!((&after.scenario, after.at()), (&before.scenario, before.at()));
}

#[test]
fn an_address_of_the_same_scenario_keeps_the_history_and_has_its_own_moment() {
    let before = worked_with();
    let link = Link { at: Some(Time(1_250)), ..before.link() };
    let (after, _) = begin(&link.to_text(), &[write(&before)], None, false);
    assert_eq!((after.at(), &after.past, &after.future), (Time(1_250), &before.past, &before.future));
    assert_eq!((after.lane, after.revealed), (before.lane, before.revealed));
}

fn by_link(link: &str) -> Model {
    opened(Link::parse(link).expect("a link"), false)
}

/// Whatever stood beside the picture the last time, and whichever scenario was open then.
#[test]
fn a_link_to_a_step_shows_the_step() {
    for (lesson, step) in [("first", 4), ("checkpoint", 2), ("zombies", 2)] {
        for before in [worked_with(), model("running-example"), by_link("lesson=first&step=7")] {
            let mut before = before;
            does(&mut before, [Msg::Beside(Side::Job), Msg::Follow(0)]);
            let hash = format!("#lesson={lesson}&step={step}");
            let ((after, _), (alone, _)) =
                (begin(&hash, &[write(&before)], None, false), begin(&hash, &[], None, false));
            assert_eq!((after.side, after.learn.open, after.lane), (Side::Learn, alone.learn.open, alone.lane));
            assert_eq!((after.at(), &after.scenario), (alone.at(), &alone.scenario));
        }
    }
}

#[test]
fn what_stood_beside_an_open_step_is_there_again() {
    let mut before = by_link("lesson=first&step=4");
    does(&mut before, [Msg::Beside(Side::Job)]);
    let (after, _) = begin(&before.link().to_text(), &[write(&before)], None, false);
    assert_eq!((after.side, after.learn.open), (Side::Job, before.learn.open));
}

#[test]
fn a_bad_address_is_told_and_the_session_is_open() {
    let before = worked_with();
    let (after, is_bad) = begin("#s=nonsense", &[write(&before)], None, false);
    assert_eq!((&after.scenario, is_bad), (&before.scenario, false));
    assert!(matches!(after.notice, Some(Notice::BadLink(_))));
}

#[test]
fn a_bad_session_is_put_aside_and_told_why() {
    let good = write(&worked_with());
    let cases = [
        (String::new(), SessionError::NoSession),
        ("{\"version\":1}".into(), SessionError::NoSession),
        (HEAD.into(), SessionError::OtherVersion(String::new())),
        (good.replace("session 1", "session 2"), SessionError::OtherVersion("2".into())),
        (format!("{HEAD}{VERSION}\nview side=job"), SessionError::NoSession),
        ("x".repeat(MAX_SESSION_BYTES + 1), SessionError::TooLong),
    ];
    for (text, wanted) in cases {
        let (model, is_bad) = begin("", &[text], None, false);
        assert_eq!(
            (is_bad, model.notice, model.preset),
            (true, Some(Notice::BadSession(wanted)), Some("running-example"))
        );
    }
    let (model, is_bad) = begin("", &[format!("{HEAD}{VERSION}\nnow s=of-a-later-version\n")], None, false);
    assert!(is_bad && matches!(model.notice, Some(Notice::BadSession(SessionError::Now(_)))));
}

#[test]
fn the_first_session_that_can_be_read_is_taken() {
    let good = write(&model("mid-flush"));
    let (model, is_bad) = begin("", &["nonsense".into(), good], None, false);
    assert_eq!((model.preset, is_bad), (Some("mid-flush"), false));
}

#[test]
fn a_first_visit_begins_with_nothing_to_undo_and_nothing_to_say() {
    for hash in ["", "#", "#s=mid-flush&t=4"] {
        let (model, is_bad) = begin(hash, &[], None, false);
        assert!(!is_bad && model.past.is_empty() && model.notice.is_none(), "{hash}");
    }
    let (model, _) = begin("", &[write(&Model::default())], None, false);
    assert_eq!(model.notice, None, "the page as it always begins is nothing to be told");
}

#[test]
fn what_a_version_with_less_wrote_has_the_usual_values() {
    let (model, is_bad) = begin("", &[format!("{HEAD}{VERSION}\nnow s=no-crash&t=3")], None, false);
    assert_eq!((model.preset, model.at(), is_bad), (Some("no-crash"), Time(3_000), false));
    let usual = Model::default();
    assert_eq!(
        (model.side, model.speed, model.how, model.details),
        (usual.side, usual.speed, usual.how, usual.details)
    );
}

#[test]
fn what_of_the_past_cannot_be_read_is_passed_over() {
    let text = format!(
        "{HEAD}{VERSION}\nnow s=no-crash\npast s=mid-flush&t=4\npast s=of-a-later-version\npast scenario=?\npast\n"
    );
    let (mut model, _) = begin("", &[text], None, false);
    assert_eq!(model.past.len(), 3);
    does(&mut model, [Msg::Undo]);
    assert_eq!((model.preset, model.past.len(), model.future.len()), (Some("mid-flush"), 0, 1));
}

#[test]
fn a_long_history_is_kept_as_far_as_there_is_room_and_the_newest_of_it() {
    let past = (0..MAX_UNDO).map(|n| format!("s=no-crash&t={n}&{}", "x".repeat(MAX_HISTORY_BYTES / 10))).collect();
    let mut model = Model { past, ..Model::default() };
    let session = read(&write(&model)).expect("a session");
    assert_eq!(session.past, model.past[MAX_UNDO - 9..]);
    assert!(write(&model).len() < MAX_SESSION_BYTES);
    model.past.truncate(0);
    model.past.extend((0..MAX_UNDO + 50).map(|n| format!("s=no-crash&t={n}")));
    assert_eq!(read(&write(&model)).expect("a session").past, model.past[50..]);
}

#[test]
fn the_largest_scenario_can_be_kept() {
    use crate::sim::scenario::limits::MAX_RECORDS;
    let mut model = Model::default();
    let key = "\u{1F980}".repeat(8);
    let record = |n: usize| serde_json::json!({"t": n, "key": key, "value": -999_999});
    let records: Vec<_> = (0..MAX_RECORDS).map(record).collect();
    does(&mut model, [Msg::Edit("records".into(), Some(serde_json::Value::Array(records).into()))]);
    assert_eq!(model.refused, None);
    assert_eq!(begin("", &[write(&model)], None, false).0.scenario, model.scenario);
}

proptest! {
    #[test]
    fn whatever_stands_there_a_page_begins(
        head in prop_oneof![4 => Just(format!("{HEAD}{VERSION}")), 1 => "\\PC{0,40}"],
        lines in prop::collection::vec((
            "now|view|past|future|x",
            prop_oneof![
                "s=(no-crash|mid-flush|x)(&t=[0-9.]{0,6})?",
                "side=[a-z]{0,8}&lane=[0-9]{0,12}&speed=-?[0-9]{0,6}&how=fail&revealed=[0-9]{0,14}",
                "scenario=\\PC{0,60}",
                "\\PC{0,60}",
            ],
        ), 0..8),
        hash in prop_oneof![Just(String::new()), "#\\PC{0,30}", "#s=no-crash&t=[0-9]{0,4}"],
    ) {
        let body: String = lines.iter().map(|(name, rest)| format!("{name} {rest}\n")).collect();
        let (mut model, _) = begin(&hash, &[format!("{head}\n{body}")], None, false);
        prop_assert!(model.lane < model.scenario.sinks.len() && model.speed < SPEEDS.len());
        does(&mut model, [Msg::Undo, Msg::Undo, Msg::Redo, Msg::Step(true)]);
        let (again, is_bad) = begin("", &[write(&model)], None, false);
        prop_assert!(!is_bad);
        prop_assert_eq!(all_of(&again), all_of(&model));
    }

    #[test]
    fn a_damaged_session_is_read_or_put_aside(cut in 0..600usize, put in "\\PC{0,4}|\n") {
        let mut text = write(&worked_with());
        let mut at = cut % text.len();
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        text.insert_str(at, &put);
        let _ = begin("", &[text.clone()], None, false);
        text.truncate(at);
        let _ = begin("", &[text], None, false);
    }
}

#[test]
fn inside_another_page_nothing_is_kept() {
    let (model, is_bad) = begin("#embed=1&s=no-crash&play=1", &["nonsense".into()], None, false);
    assert_eq!((model.past.len(), model.notice, is_bad, model.is_playing), (0, None, false, true));
    assert!(
        !begin("#embed=1&s=no-crash&play=1", &[], None, true).0.is_playing,
        "who wants less motion is not played to"
    );
}

#[test]
fn sides_are_named_in_their_order() {
    for (index, (_, side)) in SIDES.iter().enumerate() {
        assert_eq!(*side as usize, index);
    }
}
