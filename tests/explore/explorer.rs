//! The explorer finds what a run from the start would, and counterexamples that hold.

use crate::support::{harm_of, run, scenario, stream, FOUR};
use exactly_once_lab::explore::{self, Counterexample, Crash, Explorer, Harm, Options, Refused, Timings, Tried};
use exactly_once_lab::sim::scenario::{Profile, Scenario, Timing};

fn explore(scenario: &Scenario, options: Options) -> Explorer {
    let mut explorer = Explorer::new(scenario, options).expect("driven by time");
    explorer.finish();
    explorer
}

/// Compares what the explorer tells of every run with a run from the start; answers how many there were.
fn check(scenario: &Scenario, options: Options, every: usize) -> usize {
    let mut explorer = Explorer::new(scenario, options).expect("driven by time");
    let mut told: Vec<(usize, Vec<Crash>, Harm)> = Vec::new();
    let mut tell = |tried: Tried| told.push((tried.lane, tried.crashes.to_vec(), tried.harm));
    while !explorer.advance_and_tell(1_000, &mut tell).is_done {}
    for (lane, crashes, harm) in told.iter().step_by(every) {
        let found = Counterexample { harm: *harm, timing: scenario.timing, crashes: crashes.clone() };
        let again = found.scenario(explorer.scenario());
        assert_eq!(harm_of(&run(&again, *lane)), *harm, "lane {lane}\n{}", again.to_json());
        assert_eq!(explore::harm_of(&again, *lane), *harm);
    }
    assert_eq!(told.len() as u32, explorer.progress().runs);
    told.len()
}

#[test]
fn every_run_is_as_from_the_start() {
    let singles = check(&stream(8, FOUR, ""), Options::default(), 1);
    let pairs = check(&stream(8, FOUR, ""), Options { crashes: 2, ..Options::default() }, 11);
    let triples = check(&stream(3, FOUR, ""), Options { crashes: 3, ..Options::default() }, 101);
    expect_test::expect!["355 9098 66304"].assert_eq(&format!("{singles} {pairs} {triples}"));
    let sinks = r#"{"kind":"append","buffer":3,"flush":"never"},{"kind":"upsert","key":"record_and_attempt"},
        {"kind":"increment"},{"kind":"write_ahead_log","target":"upsert"},{"kind":"committer","commit":"reapply"},
        {"kind":"two_phase_commit","commit":"strict"}"#;
    let more = r#","timing":"slow_sink","restart":{"delay":1,"attempts":2},"faults":[{"crash":true,"at":3},
        {"lose_notification":1},{"outage":"external","from":5.1,"to":5.2},{"jitter":{"seed":3,"up_to":0.2}}]"#;
    check(&stream(6, sinks, more), Options { crashes: 2, ..Options::default() }, 7);
}

#[test]
fn known_ends_spare_more_the_longer_runs_are() {
    let per_mille = |records| {
        let progress = explore(&stream(records, FOUR, ""), Options::default()).progress();
        progress.spared * 1_000 / (progress.steps + progress.spared)
    };
    let spared: Vec<u64> = [4, 12, 24].map(per_mille).to_vec();
    assert!(spared[0] < spared[1] && spared[1] < spared[2] && spared[2] > 300, "{spared:?}");
}

#[test]
fn counterexamples_hold_and_are_small() {
    let sinks = r#"{"kind":"append"},{"kind":"upsert"},{"kind":"increment"},{"kind":"append","buffer":9,"flush":"never"},
        {"kind":"two_phase_commit","commit":"strict"},{"kind":"upsert","key":"record_and_attempt"}"#;
    let stream = stream(12, sinks, r#","restart":{"attempts":3}"#);
    let explorer = explore(&stream, Options { timings: Timings::All, ..Options::default() });
    let mut text = String::new();
    for (lane, report) in explorer.reports().iter().enumerate() {
        for found in &report.counterexamples {
            assert_eq!(explore::harm_of(&found.scenario(explorer.scenario()), lane), found.harm);
            let smallest = found.smallest(explorer.scenario(), lane);
            assert_eq!(harm_of(&run(&smallest, 0)), found.harm);
            assert_eq!(Scenario::from_json(&smallest.to_json()), Ok(smallest.clone()), "it can be opened");
            text += &format!("{}: {}\n", found.harm.as_str(), smallest.to_json());
        }
    }
    expect_test::expect![[r#"
        duplicates: {"format":1,"records":[{"t":1,"key":"a","value":10}],"checkpointing":{"interval":5},"restart":{"attempts":3},"sinks":[{"kind":"append"}],"faults":[{"crash":true,"at":1.501}]}
        went_back: {"format":1,"records":[{"t":1,"key":"a","value":10},{"t":3,"key":"a","value":30}],"checkpointing":{"interval":5},"restart":{"attempts":3},"sinks":[{"kind":"upsert"}],"faults":[{"crash":true,"at":3.501}]}
        duplicates: {"format":1,"records":[{"t":1,"key":"a","value":10}],"checkpointing":{"interval":5},"restart":{"attempts":3},"sinks":[{"kind":"increment"}],"faults":[{"crash":true,"at":1.501}]}
        duplicates: {"format":1,"records":[{"t":7,"key":"a","value":70},{"t":8,"key":"b","value":80},{"t":9,"key":"a","value":90}],"checkpointing":{"interval":5},"restart":{"attempts":3},"sinks":[{"kind":"append","buffer":9,"flush":"never"}],"faults":[{"crash":true,"at":10.501}]}
        loss: {"format":1,"records":[{"t":5,"key":"c","value":50},{"t":6,"key":"b","value":60}],"checkpointing":{"interval":5},"restart":{"attempts":3},"sinks":[{"kind":"append","buffer":9,"flush":"never"}],"faults":[{"crash":true,"at":5.701}]}
        blocked: {"format":1,"records":[{"t":1,"key":"a","value":10}],"checkpointing":{"interval":5},"restart":{"attempts":3},"sinks":[{"kind":"two_phase_commit","commit":"strict"}],"faults":[{"crash":true,"at":1.501}]}
        stuck: {"format":1,"records":[{"t":5,"key":"c","value":50}],"checkpointing":{"interval":5},"restart":{"attempts":3},"sinks":[{"kind":"two_phase_commit","commit":"strict"}],"faults":[{"crash":true,"at":6.801}]}
        duplicates: {"format":1,"records":[{"t":12,"key":"b","value":120}],"checkpointing":{"interval":5},"restart":{"attempts":3},"sinks":[{"kind":"upsert","key":"record_and_attempt"}],"faults":[{"crash":true,"at":12.501}]}
        differs: {"format":1,"records":[{"t":1,"key":"a","value":10}],"checkpointing":{"interval":5},"restart":{"attempts":3},"sinks":[{"kind":"upsert","key":"record_and_attempt"}],"faults":[{"crash":true,"at":0.001}]}
    "#]].assert_eq(&text);
}

#[test]
fn bits_find_the_same_as_the_whole() {
    let stream = stream(5, FOUR, "");
    let options = Options { crashes: 2, timings: Timings::One(Profile::SlowStore), ..Options::default() };
    let whole = explore(&stream, options);
    let mut bits = Explorer::new(&stream, options).expect("driven by time");
    let mut last = 0;
    while !bits.advance(7).is_done {
        let progress = bits.progress();
        assert!(last <= progress.per_mille && progress.per_mille <= 1_000);
        last = progress.per_mille;
    }
    assert_eq!(bits.progress().per_mille, 1_000);
    assert_eq!(bits.reports(), whole.reports());
}

#[test]
fn the_own_timing_comes_first_and_no_timing_twice() {
    let own = stream(2, r#"{"kind":"append"}"#, r#","timing":"slow_store""#);
    let all = explore(&own, Options { timings: Timings::All, ..Options::default() });
    let one = explore(&own, Options { timings: Timings::One(Profile::SlowStore), ..Options::default() });
    let single = explore(&own, Options::default());
    assert_eq!(one.reports(), single.reports());
    assert!(all.progress().runs > 4 * single.progress().runs);
    let timing = |explorer: &Explorer| explorer.reports()[0].counterexamples[0].timing;
    assert_eq!(timing(&all), Timing::Named(Profile::SlowStore));
}

#[test]
fn a_bound_on_runs_is_kept_and_told() {
    let options = Options { crashes: 3, max_runs: 100, ..Options::default() };
    let explorer = explore(&stream(4, FOUR, ""), options);
    assert!(explorer.reports().iter().all(|report| report.is_cut && report.runs == 100));
}

#[test]
fn what_cannot_be_explored_is_refused() {
    let text = r#"{"format":1,"records":[{"t":1,"key":"a","value":1}],"sinks":[{"kind":"append"}]"#;
    let story = scenario(&format!(r#"{text},"story":"emit 1; finish"}}"#));
    assert_eq!(Explorer::new(&story, Options::default()).unwrap_err(), Refused::Story);
    let faults = [r#"{"abort_checkpoint":1}"#; 64].join(",");
    let full = scenario(&format!(r#"{text},"faults":[{faults}]}}"#));
    assert_eq!(Explorer::new(&full, Options::default()).unwrap_err(), Refused::TooManyFaults);
}
