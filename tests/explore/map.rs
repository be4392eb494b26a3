//! The crash map says what a run of the edited scenario would.

use crate::support::{harm_of, run, scenario, stream, FOUR};
use exactly_once_lab::explore::{crash_map, first_crash, windows, Bound, CrashMap, Harm, VARIANTS};
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::id::Time;
use exactly_once_lab::sim::scenario::{Drive, Fault, How, InFlight, Scenario, When};
use std::rc::Rc;

/// The scenario after *crash now* at a moment, as the page has it.
fn crashed_at(scenario: &Scenario, runs: &[Run], crash: Fault) -> Scenario {
    let (Drive::Time(faults), Fault::Crash { when: When::At(at), .. }) = (&scenario.drive, crash) else {
        panic!("driven by a story")
    };
    let struck = first_crash(runs).is_some_and(|first| first < at);
    let stays = |fault: &&Fault| match fault {
        Fault::Crash { when: When::At(other), .. } => *other < at,
        Fault::Crash { .. } => struck,
        _ => true,
    };
    let mut faults: Vec<Fault> = faults.iter().filter(stays).copied().collect();
    faults.push(crash);
    Scenario { drive: Drive::Time(faults), ..scenario.clone() }
}

fn check(scenario: &Scenario) {
    let runs = Run::lanes(scenario);
    for (lane, base) in runs.iter().enumerate() {
        let map = crash_map(base, base.right_table().map(Rc::new), first_crash(&runs));
        assert!(!map.is_empty());
        for point in map {
            for (index, (how, in_flight)) in VARIANTS.into_iter().enumerate() {
                let crash = Fault::Crash { when: When::At(point.from), how, in_flight };
                let edited = crashed_at(scenario, &runs, crash);
                let harm = harm_of(&run(&edited, lane));
                assert_eq!(point.by[index], harm, "lane {lane}, {crash:?}\n{}", edited.to_json());
            }
        }
    }
}

#[test]
fn the_map_says_what_the_edited_scenario_comes_to() {
    check(&stream(8, FOUR, ""));
    check(&stream(
        7,
        r#"{"kind":"append","buffer":3,"flush":"never"},{"kind":"upsert","key":"record_and_attempt"},
           {"kind":"increment"},{"kind":"write_ahead_log","target":"upsert"},{"kind":"committer","commit":"reapply"},
           {"kind":"file"}"#,
        r#","timing":"slow_sink","faults":[{"crash":true,"at":3.5,"how":"fail"},{"crash":true,"at":9},
           {"crash":true,"when":{"fact":"checkpoint_completed","checkpoint":2}}]"#,
    ));
    check(&stream(
        6,
        r#"{"kind":"two_phase_commit","readers":"read_uncommitted"},{"kind":"two_phase_commit","commit":"strict"},
           {"kind":"file","roll":"default"}"#,
        r#","timing":"slow_store","restart":{"delay":1,"attempts":3},"faults":[
           {"crash":true,"when":{"fact":"record_processed","skip":3},"in_flight":"lost"},{"lose_notification":1},
           {"expire":"all","at":9}]"#,
    ));
}

#[test]
fn presets_have_maps() {
    for preset in exactly_once_lab::app::presets::PRESETS {
        check(&preset.scenario());
    }
}

#[test]
fn crash_points_cover_the_run_while_there_is_a_job() {
    let scenario = stream(8, FOUR, r#","faults":[{"crash":true,"at":6}]"#);
    for base in Run::lanes(&scenario) {
        let map = crash_map(&base, base.right_table().map(Rc::new), Some(Time(6_000)));
        let holes: Vec<_> = map.windows(2).filter(|two| two[0].to.plus(Time(1)) != two[1].from).collect();
        assert_eq!(holes.len(), 1, "only while the job is down");
        assert_eq!((holes[0][0].to, holes[0][1].from), (Time(6_000), Time(8_001)));
        assert_eq!((map[0].from, map[map.len() - 1].to), (Time(1), base.duration()));
    }
}

#[test]
fn bits_make_the_same_map_as_the_whole() {
    let scenario = stream(8, FOUR, "");
    for base in Run::lanes(&scenario) {
        let right = base.right_table().map(Rc::new);
        let whole = crash_map(&base, right.clone(), None);
        let mut map = CrashMap::new(&base.plan, right, None);
        let mut rounds = 0;
        while !map.advance(1) {
            rounds += 1;
        }
        assert!(rounds > 50);
        assert_eq!(map.points(), whole);
    }
}

#[test]
fn what_is_tried_first_is_known_at_every_point_before_the_rest_and_the_whole_is_the_same() {
    // Buffered lanes have requests on their way; those with transactions clean up where a task throws.
    let scenario = stream(8, FOUR, r#","faults":[{"crash":true,"at":6.5,"how":"fail"}]"#);
    for (base, how) in Run::lanes(&scenario).iter().flat_map(|run| [(run, How::Kill), (run, How::Fail)]) {
        let right = base.right_table().map(Rc::new);
        let mut whole = CrashMap::new(&base.plan, right.clone(), None);
        while !whole.advance(1_000) {}
        let mut map = CrashMap::new(&base.plan, right, None).first(how);
        while !map.is_seen() {
            assert!(!map.advance(7));
        }
        let by = |map: &CrashMap| {
            map.points().iter().map(|p| (p.from, p.to, p.harm_by(how, InFlight::Delivered))).collect::<Vec<_>>()
        };
        assert_eq!(by(&map), by(&whole));
        assert!(map.runs() < whole.runs(), "{} of {}", map.runs(), whole.runs());
        while !map.advance(7) {}
        assert_eq!((map.points(), map.runs()), (whole.points(), whole.runs()));
        assert!(map.is_seen() && map.is_done());
    }
}

#[test]
fn windows_are_named_by_facts() {
    let scenario = scenario(include_str!("../../www/scenarios/no-crash.json"));
    let mut text = String::new();
    for base in Run::lanes(&scenario) {
        let map = crash_map(&base, base.right_table().map(Rc::new), None);
        text += &format!("{}\n", base.plan.sink.kind());
        for window in windows(&base, &map) {
            let name = |bound: Option<Bound>| match bound {
                Some(Bound::Sent(request)) => format!("sent {}", format!("{request:?}").split('(').next().unwrap()),
                Some(bound) => bound.fact(&base).unwrap().fact.name().as_str().to_string(),
                None => "nothing".to_string(),
            };
            let (after, before) = (name(window.after), name(window.before));
            text += &format!("  {} to {}: {}; {after} .. {before}\n", window.from, window.to, window.harm.as_str());
        }
    }
    expect_test::expect![[r#"
        append
          0.001 to 1.5: none; job_running .. sent Append
          1.501 to 4.1: duplicates; sent Append .. checkpoint_completed
          4.101 to 5.5: none; checkpoint_completed .. sent Append
          5.501 to 15.5: duplicates; sent Append .. checkpoint_completed
          15.501 to 15.8: none; checkpoint_completed .. notification_received
        upsert
          0.001 to 8.5: none; job_running .. sent Put
          8.501 to 15.5: went_back; sent Put .. checkpoint_completed
          15.501 to 15.8: none; checkpoint_completed .. notification_received
        write_ahead_log
          0.001 to 4.4: none; job_running .. batch_sending
          4.401 to 4.9: duplicates; batch_sending .. batch_marked
          4.901 to 15.8: none; batch_marked .. batch_sending
          15.801 to 16.7: duplicates; batch_sending .. batch_marked
          16.701 to 16.8: none; batch_marked .. batch_done
        two_phase_commit
          0.001 to 1.5: none; restoring .. sent Write
          1.501 to 4.5: blocked; sent Write .. checkpoint_completed
          4.501 to 16.2: none; checkpoint_completed .. job_finished
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_story_has_no_map() {
    let scenario = scenario(
        r#"{"format":1,"records":[{"t":1,"key":"a","value":1}],"sinks":[{"kind":"append"}],"story":"emit 1; finish"}"#,
    );
    assert!(crash_map(&run(&scenario, 0), None, None).is_empty());
    assert_eq!(Harm::None.as_str(), "none");
}
