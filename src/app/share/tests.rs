use super::{Link, MAX_LINK_BYTES};
use crate::app::embed::{Controls, Frame};
use crate::app::presets::PRESETS;
use crate::i18n::Lang;
use crate::lesson::LESSONS;
use crate::sim::id::Time;
use crate::sim::scenario::limits::{MAX_NAME_BYTES, MAX_RECORDS, MAX_SECONDS, MAX_TITLE_BYTES, MAX_VALUE};
use crate::sim::scenario::{Drive, Fault, How, InFlight, Record, Scenario, When};
use expect_test::{expect, Expect};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest, Just, Strategy};
use proptest::sample::{select, Index};
use proptest::{prop_compose, prop_oneof};
use serde_json::Value;

fn crash_at(ms: u32) -> Fault {
    Fault::Crash { when: When::At(Time(ms)), how: How::Kill, in_flight: InFlight::Delivered }
}

fn first() -> Scenario {
    PRESETS[0].scenario()
}

fn text(link: &Link, expected: Expect) {
    let text = link.to_text();
    expected.assert_eq(&text);
    assert_eq!(Link::parse(&text).expect("our own link").scenario, link.scenario);
}

#[test]
fn a_preset_is_named() {
    text(&Link::to(first()), expect!["s=running-example"]);
    let all = Link { at: Some(Time(4_650)), lang: Some(Lang::Zh), hide: true, ..Link::to(first()) };
    text(&all, expect!["s=running-example&t=4.65&lang=zh&hide=1"]);
}

#[test]
fn how_a_page_shows_it_comes_last() {
    let frame =
        Frame { start: Time(4_000), end: Some(Time(6_500)), loops: true, plays: true, controls: Controls::None };
    let link = Link { hide: true, frame: Some(frame), ..Link::to(first()) };
    text(&link, expect!["s=running-example&hide=1&embed=1&start=4&end=6.5&loop=1&play=1&controls=none"]);
    text(&Link { frame: Some(Frame::default()), ..Link::to(first()) }, expect!["s=running-example&embed=1"]);
    let refused = |text: &str, wanted: Expect| wanted.assert_eq(&Link::parse(text).expect_err("bad").to_string());
    refused("embed=yes", expect![[r#"embed: "yes" is not allowed here; allowed: 0, 1"#]]);
    refused(
        "embed=1&start=-1",
        expect![[r#"start: "-1" is not allowed here; allowed: 0 to 4294967.295 seconds with at most three decimals"#]],
    );
    refused(
        "embed=1&start=5&end=5",
        expect![[r#"end: "5" is not allowed here; allowed: 5.001 to 4294967.295 seconds with at most three decimals"#]],
    );
    refused("embed=1&loop=", expect![[r#"loop: "" is not allowed here; allowed: 0, 1"#]]);
    refused("embed=1&controls=some", expect![[r#"controls: "some" is not allowed here; allowed: all, play, none"#]]);
    // Without a frame they mean nothing.
    assert_eq!(Link::parse("start=x&end=y&controls=z").map(|link| link.frame), Ok(None));
}

#[test]
fn faults_stand_beside_the_preset() {
    let scenario = Scenario { drive: Drive::Time(vec![crash_at(4_650)]), ..first() };
    text(&Link::to(scenario), expect!["s=running-example&faults=%5B%7B%22crash%22:true,%22at%22:4.65%7D%5D"]);
    let none = Scenario { drive: Drive::Time(Vec::new()), ..first() };
    let made_of_the_first = Link { preset: Some("running-example"), ..Link::to(none) };
    text(&made_of_the_first, expect!["s=running-example&faults=%5B%5D"]);
}

#[test]
fn any_other_scenario_stands_in_the_link() {
    let json = r##"{"format":1,"title":"50% + \"faults\": [1], #1 & 精确","records":[],
                    "sinks":[{"kind":"append"}],"story":"emit 3; crash; finish"}"##;
    let scenario = Scenario::from_json(json).expect("a scenario");
    text(
        &Link::to(scenario),
        expect!["scenario=%7B%22format%22:1,%22title%22:%2250%25+%2B+%5C%22faults%5C%22:+%5B1%5D,+%231+%26+%E7%B2%BE%E7%A1%AE%22,%22records%22:%5B%5D,%22sinks%22:%5B%7B%22kind%22:%22append%22%7D%5D,%22story%22:%22emit+3;+crash;+finish%22%7D"],
    );
}

#[test]
fn links_typed_by_hand_and_whole_addresses_are_read() {
    let wanted = Scenario { drive: Drive::Time(vec![crash_at(4_650)]), ..first() };
    for text in [
        r#"s=running-example&faults=[{"crash":true,"at":4.65}]"#,
        r#"#s=running-example&faults=[{"crash": true, "at": 4.65}]"#,
        r#"#faults=[{"crash":true,"at":4.65}]"#,
        "https://example.org/lab/#faults=%5B%7B%22crash%22:true,%22at%22:4.650%7D%5D&new=thing&another",
        "file:///home/me/lab.html#s=no-crash&faults=%5b%7b%22crash%22%3atrue%2c%22at%22%3a4.65%7d%5d&s=running-example",
    ] {
        let link = Link::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((link.scenario, link.preset), (wanted.clone(), Some("running-example")), "{text}");
    }
}

#[test]
fn a_link_that_names_no_scenario_is_the_first_preset() {
    for text in ["", "#", "#somewhere", "https://example.org/lab/#"] {
        assert_eq!(Link::parse(text), Ok(Link { preset: Some(PRESETS[0].id), ..Link::to(first()) }), "{text}");
    }
    assert_eq!(Link::parse("#lang=zh-CN&hide=0&t=7").map(|l| (l.lang, l.hide, l.at)), {
        Ok((Some(Lang::Zh), false, Some(Time(7_000))))
    });
}

#[test]
fn a_moment_beyond_the_run_is_kept() {
    assert_eq!(Link::parse("t=4294967.295").map(|link| link.at), Ok(Some(Time(u32::MAX))));
}

/// Parameter, code, field and sentence.
fn refused(text: &str, expected: Expect) {
    let error = Link::parse(text).expect_err(text);
    expected.assert_eq(&format!("{}, {}: {error}", error.parameter, error.error.code.as_str()));
}

#[test]
fn bad_parameters_are_named() {
    refused(
        "s=nothing",
        expect![[
            r#"s, unknown_value: s: "nothing" is not allowed here; allowed: running-example, no-crash, crash-before-checkpoint, completed-not-notified, mid-flush, commit-not-known, back-in-time, key-with-current-time, socket-source, timeout-below-downtime, blocked-reader, late-notification, lost-reply, zombie, alignment, at-least-once, unaligned, slow-sink, surge, two-subtasks, files, writer-committer, client-buffer, write-ahead-target, lost-notification, hot-key, several-checkpoints, pause-between, checkpoint-timeout, store-away, external-away, without-state"#
        ]],
    );
    for t in ["", "x", "-1", "+1", "1.", ".5", "1.2345", "4294967.296", "99999999999", "1e3", "%FF"] {
        let error = Link::parse(&format!("t={t}")).expect_err(t);
        assert_eq!((error.parameter, error.error.field.as_str()), ("t", "t"));
    }
    refused(
        "t=-1",
        expect![[
            r#"t, out_of_range: t: "-1" is not allowed here; allowed: 0 to 4294967.295 seconds with at most three decimals"#
        ]],
    );
    refused("lang=de", expect![[r#"lang, unknown_value: lang: "de" is not allowed here; allowed: en, zh"#]]);
    refused("hide=yes", expect![[r#"hide, unknown_value: hide: "yes" is not allowed here; allowed: 0, 1"#]]);
    refused("hide", expect![[r#"hide, unknown_value: hide: "" is not allowed here; allowed: 0, 1"#]]);
    refused(
        "faults=[",
        expect![[r#"faults, bad_json: faults: "[" is not JSON; allowed: JSON text (look at line 1, column 1)"#]],
    );
    refused("faults={}", expect!["faults, wrong_type: faults: {} is of the wrong type; allowed: a list"]);
    refused(r#"faults=[{"crash":true,"at":-1}]"#, expect!["faults, out_of_range: faults[0].at: -1 is not allowed here; allowed: 0 to 86400 seconds with at most three decimals"]);
    refused(
        "scenario=",
        expect![[r#"scenario, bad_json: scenario: "" is not JSON; allowed: JSON text (look at line 1, column 0)"#]],
    );
    refused(r#"scenario={"format":2}"#, expect!["scenario, out_of_range: format: 2 is not allowed here; allowed: 1"]);
    refused(
        "scenario={}&s=no-crash",
        expect![[r#"scenario, not_together: scenario: "{}" does not go with the rest; allowed: only without s"#]],
    );
    refused(
        "faults=[]&scenario={}",
        expect![[r#"scenario, not_together: scenario: "{}" does not go with the rest; allowed: only without faults"#]],
    );
}

#[test]
fn a_link_may_have_so_many_bytes() {
    let pad = |bytes: usize| format!("x={}", "y".repeat(bytes - 2));
    assert!(Link::parse(&pad(MAX_LINK_BYTES)).is_ok());
    refused(
        &pad(MAX_LINK_BYTES + 1),
        expect!["link, too_long: link: 1000001 is too long; allowed: at most 1000000 bytes"],
    );
    // Nesting does not grow the stack either.
    assert!(Link::parse(&format!("faults={}", "[".repeat(MAX_LINK_BYTES - 7))).is_err());
}

/// The most text that a record can make: every byte of its key is escaped, then encoded twice.
#[test]
fn every_valid_scenario_fits_into_a_link() {
    let record = Record { t: Time(MAX_SECONDS * 1000 - 1), key: "\"".repeat(MAX_NAME_BYTES), value: -MAX_VALUE };
    let mut largest = first();
    largest.title = Some("\"".repeat(MAX_TITLE_BYTES));
    largest.sources[0].records = vec![record; MAX_RECORDS];
    let text = Link::to(largest.clone()).to_text();
    // A story, faults and the rest take less than the room that is left.
    assert!(text.len() < MAX_LINK_BYTES - 200_000, "{}", text.len());
    assert_eq!(Link::parse(&text).map(|link| link.scenario), Ok(largest));
}

#[test]
fn what_is_written_is_safe_to_paste() {
    for case in recorded() {
        let text = Link { hide: true, ..Link::to(case) }.to_text();
        let safe = |c: char| c.is_ascii_alphanumeric() || "-_.:,;+%=&".contains(c);
        assert!(text.chars().all(safe) && text.ends_with("&hide=1"), "{text}");
    }
}

/// The scenarios that were run on Flink: all of them stories.
fn recorded() -> Vec<Scenario> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/conformance/flink.jsonl");
    let text = std::fs::read_to_string(file).expect("the recorded cases");
    let scenario = |line: &str| {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        Scenario::from_value(&case["scenario"]).expect("a scenario")
    };
    text.lines().step_by(20).map(scenario).collect()
}

fn faults() -> impl Strategy<Value = Fault> {
    let times = || (0..86_400_000u32).prop_map(Time);
    prop_oneof![
        (times(), any::<bool>(), any::<bool>()).prop_map(|(at, fail, lost)| Fault::Crash {
            when: When::At(at),
            how: if fail { How::Fail } else { How::Kill },
            in_flight: if lost { InFlight::Lost } else { InFlight::Delivered },
        }),
        (1..10_000u32).prop_map(|id| Fault::AbortCheckpoint(crate::sim::id::CheckpointId(id))),
        (0..80_000_000u32).prop_map(|ms| Fault::Surge { from: Time(ms), to: Time(ms + 1), factor: 2 }),
        Just(crash_at(0)),
    ]
}

prop_compose! {
    fn scenarios()(
        preset in select(PRESETS),
        other in any::<Index>(),
        which in 0..4,
        faults in vec(faults(), 0..5),
        title in option::of("[ -~é精\u{202e}]{0,20}"),
    ) -> Scenario {
        match which {
            0 => preset.scenario(),
            1 => Scenario { drive: Drive::Time(faults), ..preset.scenario() },
            2 => Scenario { title, drive: Drive::Time(faults), ..preset.scenario() },
            _ => {
                let recorded = recorded();
                Scenario { title, ..recorded[other.index(recorded.len())].clone() }
            }
        }
    }
}

prop_compose! {
    fn frames()(
        start in 0..90_000u32,
        span in option::of(1..90_000u32),
        loops in any::<bool>(),
        plays in any::<bool>(),
        controls in select(&Controls::ALL[..]),
    ) -> Frame {
        Frame { start: Time(start), end: span.map(|span| Time(start + span)), loops, plays, controls: controls.1 }
    }
}

prop_compose! {
    fn links()(
        scenario in scenarios(),
        preset in option::of(select(PRESETS).prop_map(|preset| preset.id)),
        at in option::of(any::<u32>().prop_map(Time)),
        lang in option::of(select(&Lang::ALL[..])),
        hide in any::<bool>(),
        frame in option::of(frames()),
    ) -> Link {
        Link { scenario, preset, at, lang, hide, frame, lesson: None }
    }
}

proptest! {
    #[test]
    fn links_read_back_as_written(link in links()) {
        let text = link.to_text();
        let again = Link::parse(&text).expect("our own link");
        let preset = again.preset;
        prop_assert_eq!(&again, &Link { preset, ..link });
        // With the preset filled in nothing changes any more.
        prop_assert_eq!(again.to_text(), text.clone());
        prop_assert_eq!(Link::parse(&format!("#{text}")), Ok(again));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}") {
        let _ = Link::parse(&text);
    }

    #[test]
    fn any_text_in_a_parameter_is_read_or_refused(name in select(&["s", "scenario", "faults", "t", "lang", "hide"][..]),
                                                  value in "(\\PC|%[0-9a-fA-F]{2}|[\\[\\]{}\":,]){0,60}") {
        if let Err(error) = Link::parse(&format!("{name}={value}")) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn a_damaged_link_is_read_or_refused(link in links(), cut in any::<Index>(), byte in any::<char>()) {
        let text = link.to_text();
        let place = cut.index(text.len());
        let _ = Link::parse(&text[..place]);
        let _ = Link::parse(&format!("{}{byte}{}", &text[..place], &text[place + 1..]));
    }
}

#[test]
fn a_lesson_brings_its_scenario_unless_the_link_says_another() {
    for (index, lesson) in LESSONS.iter().enumerate() {
        for (number, step) in lesson.steps.iter().enumerate() {
            let link = Link::parse(&format!("#lesson={}&step={}", lesson.id, number + 1)).expect(lesson.id);
            assert_eq!((link.lesson, link.at), (Some((index, number)), None));
            assert_eq!(link.scenario, lesson.scenario(step));
            assert_eq!(Link::parse(&link.to_text()), Ok(link));
        }
    }
    let other = Link::parse("#s=no-crash&lesson=first&t=2").expect("a link");
    assert_eq!((other.preset, other.lesson), (Some("no-crash"), Some((0, 0))));
    assert_eq!(Link::parse(&other.to_text()), Ok(other));
}

#[test]
fn a_lesson_or_step_that_does_not_exist_is_told() {
    for (text, parameter) in [
        ("lesson=none", "lesson"),
        ("lesson=first&step=0", "step"),
        ("lesson=first&step=99", "step"),
        ("lesson=first&step=two", "step"),
    ] {
        assert_eq!(Link::parse(text).map_err(|error| error.parameter), Err(parameter), "{text}");
    }
}
