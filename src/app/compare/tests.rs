use super::*;
use crate::app::presets::{Preset, PRESETS};
use crate::app::settings::with_value;
use serde_json::json;

fn preset(id: &str) -> Scenario {
    Preset::find(id).expect("a preset").scenario()
}

fn compare(a: (&Scenario, usize), b: (&Scenario, usize)) -> (Comparison, [Side; 2]) {
    let sides = [Side::new(a.0, a.1), Side::new(b.0, b.1)];
    let comparison = Comparison::new([a.0, b.0], [a.1, b.1], [&sides[0], &sides[1]]);
    // What always holds: every fact of both is there, once and in order.
    for (side, of) in sides.iter().enumerate() {
        let place = |event: &Event| match (side, *event) {
            (0, Event::Same(l, _) | Event::Changed(l, _) | Event::Left(l)) => Some(l),
            (1, Event::Same(_, r) | Event::Changed(_, r) | Event::Right(r)) => Some(r),
            _ => None,
        };
        assert!(comparison.account.iter().filter_map(place).eq(0..of.run.facts.len()));
    }
    (comparison, sides)
}

fn differing_lines(comparison: &Comparison) -> Vec<About> {
    comparison.ended.iter().filter(|line| line.differs()).map(|line| line.about).collect()
}

fn names(comparison: &Comparison, sides: &[Side; 2], wanted: fn(&Event) -> bool) -> Vec<&'static str> {
    let name = |event: &Event| match *event {
        Event::Same(at, _) | Event::Changed(at, _) | Event::Left(at) => sides[0].run.facts[at].fact.name().as_str(),
        Event::Right(at) => sides[1].run.facts[at].fact.name().as_str(),
    };
    comparison.account.iter().filter(|event| wanted(event)).map(name).collect()
}

#[test]
fn a_run_is_the_same_as_itself() {
    for preset in PRESETS {
        let scenario = preset.scenario();
        for lane in 0..scenario.sinks.len() {
            let (comparison, _) = compare((&scenario, lane), (&scenario, lane));
            assert!(comparison.is_same() && comparison.set.is_empty(), "{} {lane}", preset.id);
        }
    }
}

#[test]
fn two_crash_moments_differ_in_what_the_later_checkpoint_saves() {
    let early =
        with_value(&preset("no-crash"), "faults", Some(json!([{"crash": true, "at": 3.5}]).into())).expect("a fault");
    let late = with_value(&early, "faults[0].at", Some(json!(10).into())).expect("a time");
    let (comparison, sides) = compare((&early, 0), (&late, 0));
    assert_eq!(
        comparison.set,
        [Setting { path: "faults[0].at".into(), values: [Some("3.5".into()), Some("10".into())] }]
    );
    assert_eq!(comparison.ended[0].about, About::Verdict);
    assert!(differing_lines(&comparison).contains(&About::Twice));
    // The crash is one and the same thing at two moments.
    let crash = names(&comparison, &sides, |event| matches!(event, Event::Same(l, r) if l != r));
    assert!(crash.contains(&"crashed"), "{crash:?}");
    let changed = names(&comparison, &sides, |event| matches!(event, Event::Changed(..)));
    assert!(changed.contains(&"job_running"), "{changed:?}");
}

#[test]
fn two_sinks_of_one_scenario_have_the_same_job_and_another_outside() {
    let scenario = preset("running-example");
    let (comparison, sides) = compare((&scenario, 0), (&scenario, 3));
    assert_eq!(comparison.set.len(), 1);
    assert_eq!(comparison.set[0].path, "sink");
    assert_eq!(comparison.ended[0].values, [Cell::Verdict(Verdict::Duplicates), Cell::Verdict(Verdict::ExactlyOnce)]);
    let same = names(&comparison, &sides, |event| matches!(event, Event::Same(..)));
    for name in ["record_read", "checkpoint_completed", "crashed", "job_running"] {
        assert!(same.contains(&name), "{name}");
    }
    let right = names(&comparison, &sides, |event| matches!(event, Event::Right(..)));
    assert!(right.contains(&"transaction_committed") && !right.contains(&"record_read"));
    let Outside::Lists(lists) = &comparison.outside else { panic!("two lists") };
    let twice = lists.iter().filter(|(a, _)| !matches!(a, Aligned::Both(..))).map(|(_, label)| label.to_string());
    assert_eq!(Cell::Names(twice.collect()), comparison.ended[2].values[0]);
}

#[test]
fn tables_are_compared_row_by_row_and_a_table_with_a_list_not_at_all() {
    let scenario = preset("running-example");
    let calm = with_value(&scenario, "faults", None).expect("no faults");
    let (comparison, _) = compare((&scenario, 1), (&calm, 1));
    let Outside::Tables(rows) = &comparison.outside else { panic!("two tables") };
    assert!(rows.len() == 3 && rows.iter().all(|(_, [a, b])| a.is_some() && a == b));
    assert!(differing_lines(&comparison).contains(&About::WentBack));
    let (comparison, _) = compare((&scenario, 0), (&scenario, 1));
    assert!(matches!(comparison.outside, Outside::Apart([Contents::List(_), Contents::Table(_)])));
}

#[test]
fn scenarios_with_other_records_are_aligned_by_words() {
    let scenario = preset("running-example");
    let more =
        with_value(&scenario, "records[0]", Some(json!({"t": 0.5, "key": "z", "value": 1}).into())).expect("a record");
    let (comparison, sides) = compare((&scenario, 0), (&more, 0));
    let same = names(&comparison, &sides, |event| matches!(event, Event::Same(..)));
    assert!(same.iter().filter(|name| **name == "record_read").count() >= 5, "{same:?}");
    assert_eq!(comparison.set.len(), 3, "{:?}", comparison.set);
}

#[test]
fn whatever_is_compared_nothing_is_lost() {
    for a in PRESETS.iter().step_by(3) {
        for b in PRESETS.iter().step_by(4) {
            let (x, y) = (a.scenario(), b.scenario());
            compare((&x, 0), (&y, y.sinks.len() + 7));
        }
    }
}
