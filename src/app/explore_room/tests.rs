use super::*;
use crate::app::presets::Preset;
use crate::explore::harm_of;
use crate::i18n::explore::harm;
use crate::sim::scenario::Profile;

fn room(id: &str) -> ExploreRoom {
    let scenario = Preset::find(id).expect("a preset").scenario();
    ExploreRoom::enter(Rc::new(Link::to(scenario)), "")
}

fn finish(room: &mut ExploreRoom) {
    while room.is_working() {
        room.advance();
    }
}

#[test]
fn every_run_that_is_offered_comes_to_the_harm_that_is_named() {
    let mut room = room("running-example");
    finish(&mut room);
    let mut seen = 0;
    for lane in 0..room.sinks().len() {
        for example in room.examples(lane) {
            assert_eq!(harm_of(&example.scenario, 0), example.harm);
            seen += 1;
        }
    }
    assert!(seen >= 3, "{seen}");
    for (row, column) in [(0, 1), (2, 8), (3, 11)] {
        room.update(Msg::Look(row, column));
        let example = room.example_of_table().expect("the table is complete");
        assert_eq!(harm_of(&example.scenario, 0), example.harm);
    }
}

#[test]
fn the_cursor_goes_from_harm_to_harm_and_stays_inside() {
    let mut room = room("no-crash");
    finish(&mut room);
    room.update(Msg::Move(-1_000, -1_000));
    assert_eq!(room.cursor, (0, 0));
    room.update(Msg::Move(1_000, 1_000));
    let last = room.matrix().expect("explored").last();
    assert_eq!(room.cursor, (last, last));
    let mut seen = Vec::new();
    for _ in 0..20 {
        room.update(Msg::NextHarm);
        assert!(!seen.contains(&room.cursor));
        seen.push(room.cursor);
        let example = room.example_here().expect("there is harm here");
        assert_eq!(harm_of(&example.scenario, room.lane), example.harm);
        for lang in Lang::ALL {
            let said = room.says(lang).expect("explored");
            assert!(said.result.contains(harm(lang, example.harm)), "{said:?}");
            let [.., last] = &said.crashes[..] else { panic!("{said:?}") };
            assert!(last.starts_with(&example.at.to_string()), "{said:?}");
            assert_eq!(said.crashes.len(), 2, "{said:?}");
        }
    }
}

#[test]
fn every_place_says_something() {
    let mut room = room("running-example");
    assert!(!room.has_cursor() && room.says(Lang::En).is_none());
    finish(&mut room);
    let last = room.matrix().expect("explored").last();
    for (row, column) in (0..=last).step_by(7).flat_map(|row| (0..=last).map(move |column| (row, column))) {
        room.update(Msg::Go(row, column));
        let said = room.says(Lang::En).expect("explored");
        assert!(said.place.starts_with("First crash "), "{said:?}");
        assert_eq!(said.result.contains("comes after"), column < row, "{said:?}");
        assert_eq!(room.says(Lang::Zh).expect("explored").crashes.len(), said.crashes.len());
    }
}

#[test]
fn what_is_asked_anew_is_answered_anew() {
    let mut room = room("running-example");
    finish(&mut room);
    let two = room.progress().runs;
    room.update(Msg::Crashes(3));
    assert!(room.is_working() && room.progress().runs == 0);
    room.update(Msg::Crashes(2));
    finish(&mut room);
    assert_eq!(room.progress().runs, two);
    let other = Preset::find("files").expect("a preset").scenario();
    room.update(Msg::Link(Rc::new(Link::to(other.clone()))));
    finish(&mut room);
    assert_eq!(room.sinks(), other.sinks);
}

#[test]
fn what_was_stopped_has_examples_and_goes_on_to_the_same_end() {
    let mut whole = room("no-crash");
    finish(&mut whole);
    for slices in 1..40 {
        let mut room = room("no-crash");
        (0..slices).for_each(|_| room.advance());
        let was_done = room.is_done();
        room.update(Msg::Cancel);
        assert_eq!(room.is_cancelled(), !was_done);
        let runs = room.progress().runs;
        finish(&mut room);
        assert_eq!(room.progress().runs, runs, "nothing goes on");
        for (lane, report) in room.reports().iter().enumerate() {
            let made: Vec<Harm> = room.examples(lane).iter().map(|example| example.harm).collect();
            let found: Vec<Harm> = report.counterexamples.iter().map(|found| found.harm).collect();
            assert!(made == found || room.maps.iter().all(|lane| lane.windows.is_none()), "{made:?} {found:?}");
        }
        room.update(Msg::GoOn);
        finish(&mut room);
        assert!(!room.is_cancelled());
        assert_eq!(room.progress(), whole.progress());
        assert_eq!((room.examples.clone(), room.matrix()), (whole.examples.clone(), whole.matrix()));
        assert!(room.table().is_some_and(Verdicts::is_done));
        assert_eq!(room.cursor, whole.cursor);
    }
}

#[test]
fn the_cursor_begins_where_there_is_something_to_see() {
    for id in ["no-crash", "running-example", "files", "writer-committer", "timeout-below-downtime"] {
        let mut room = room(id);
        finish(&mut room);
        for lane in 0..room.sinks().len() {
            room.update(Msg::Lane(lane));
            let (row, column) = room.cursor;
            let place = room.matrix().expect("explored").place(row, column);
            let Place::Tried { worst, .. } = place else { panic!("{id}, lane {lane}: {place:?}") };
            let is_harmless = room.next_harm().is_none();
            assert_eq!(worst == Harm::None, is_harmless, "{id}, lane {lane}");
        }
        room.update(Msg::Go(3, 9));
        room.update(Msg::Lane(0));
        assert_eq!(room.cursor, (3, 9), "who has put it somewhere finds it there in each lane");
    }
}

#[test]
fn harmful_windows_are_told_of_each_lane() {
    let mut room = room("no-crash");
    assert!(room.windows(0, Lang::En).is_none() && room.crash_maps().is_none());
    finish(&mut room);
    let maps = room.crash_maps().expect("complete");
    let harmful = |lane: usize| maps[lane].1.iter().any(|point| point.harm() != Harm::None);
    for lane in 0..maps.len() {
        for lang in Lang::ALL {
            let (told, _) = room.windows(lane, lang).expect("complete");
            assert_eq!(!told.is_empty(), harmful(lane), "lane {lane}");
            assert!(told.len() <= MAX_WINDOWS && told.iter().all(|told| told.harm != Harm::None));
            // Each lies between two facts.
            assert!(told.iter().all(|told| told.text.matches('\u{201c}').count() == 2), "{told:?}");
        }
    }
    let [first, ..] = &room.windows(0, Lang::En).expect("complete").0[..] else { panic!("append has windows") };
    let is_said = first.text.contains(": after \u{201c}") && first.text.contains(", before \u{201c}");
    assert!(is_said, "{first:?}");
}

#[test]
fn a_hunt_is_explored_with_its_mistake_in_its_own_scene_or_the_labs() {
    let mut room = room("running-example");
    room.update(Msg::Hunt(9));
    let hunt = room.hunt.as_ref().expect("there is one").clone();
    assert_eq!(room.scenario(), hunt.scene.wrong());
    finish(&mut room);
    assert!(room.reports().iter().any(|report| report.worst() >= Harm::Duplicates));
    room.update(Msg::InOwn(true));
    assert_eq!(room.scenario().mutant, Some(hunt.mutant()));
    assert_eq!(room.sinks(), Preset::find("running-example").expect("a preset").scenario().sinks);
    room.update(Msg::Hunt(0));
    assert_eq!(room.scenario().mutant, None);
}

#[test]
fn a_story_is_refused() {
    let story = r#"{"format": 1, "records": [{"t": 1, "key": "a", "value": 1}], "sinks": [{"kind": "append"}],
        "story": "emit 1; crash; finish"}"#;
    let scenario = Scenario::from_json(story).expect("a scenario");
    let mut room = ExploreRoom::enter(Rc::new(Link::to(scenario)), "");
    assert_eq!(room.refused(), Some(Refused::Story));
    assert!(!room.is_working());
    room.advance();
    room.update(Msg::NextHarm);
    assert_eq!(room.matrix(), None);
}

#[test]
fn the_address_brings_back_what_was_asked() {
    let mut room = room("no-crash");
    room.update(Msg::Crashes(3));
    room.update(Msg::Timings(Timings::One(Profile::SlowStore)));
    let link = Rc::new(Link::parse(&room.address()).expect("a link"));
    let again = ExploreRoom::enter(link, &room.address());
    assert_eq!((again.crashes, again.timings, again.hunt.is_none()), (3, Timings::One(Profile::SlowStore), true));
    assert_eq!(again.scenario(), room.scenario());
    room.update(Msg::Hunt(7));
    room.update(Msg::InOwn(true));
    room.update(Msg::Timings(Timings::Own));
    let again = ExploreRoom::enter(room.link.clone(), &room.address());
    assert_eq!((again.timings, again.address()), (Timings::Own, room.address()));
    assert_eq!(again.scenario(), room.scenario());
    room.update(Msg::Hunt(0));
    finish(&mut room);
    room.update(Msg::Lane(2));
    room.update(Msg::Go(5, 30));
    room.update(Msg::WithCrash(true));
    room.update(Msg::Look(3, 4));
    let again = ExploreRoom::enter(room.link.clone(), &room.address());
    assert_eq!((again.lane, again.cursor, again.with_crash, again.looked_at), (2, (5, 30), true, Some((3, 4))));
    assert_eq!(again.address(), room.address());
    for nonsense in ["sink=0&place=99.1&cell=3.77", "sink=x&place=5&cell=", "place=1.x&more=2"] {
        let mut room = ExploreRoom::enter(Rc::new(Link::parse("").expect("a link")), nonsense);
        finish(&mut room);
        assert_eq!((room.lane, room.has_moved, room.with_crash, room.looked_at), (0, false, false, None));
    }
    for nonsense in ["crashes=9&timing=soon&find=0&own=1", "find=99", "find=x&crashes"] {
        let room = ExploreRoom::enter(Rc::new(Link::parse("").expect("a link")), nonsense);
        assert_eq!((room.crashes, room.timings, room.hunt.is_none()), (2, Timings::Own, true));
    }
}
