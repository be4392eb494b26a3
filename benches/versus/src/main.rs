//! The explorer beside stateright, a general model checker, on one thread each: how many states a second.
//!
//! The model is the same job by hand, as one would write it for a model checker: a source, a count, an at-least-once
//! sink, checkpoints, and crashes with requests delivered or lost. It knows no time, so it goes through more orders of
//! events than the explorer, and each of its states holds far less. What is compared is only what a state costs.

mod model;

use exactly_once_lab::explore::{Explorer, Options};
use exactly_once_lab::sim::scenario::Scenario;
use model::JobModel;
use stateright::{Checker, Model};
use std::time::Instant;

const RECORDS: u8 = 10;

fn scenario() -> Scenario {
    let record = |i: u8| format!(r#"{{"t":{i},"key":"a","value":1}}"#);
    let records: Vec<String> = (1..=RECORDS).map(record).collect();
    let records = records.join(",");
    let text = format!(
        r#"{{"format":1,"records":[{records}],"checkpointing":{{"interval":3}},"sinks":[{{"kind":"append"}}]}}"#
    );
    Scenario::from_json(&text).expect("a valid scenario")
}

fn main() {
    let begin = Instant::now();
    let checker = JobModel { records: RECORDS, crashes: 2, checkpoints: 3 }.checker().threads(1).spawn_dfs().join();
    let seconds = begin.elapsed().as_secs_f64();
    checker.assert_properties();
    let theirs = checker.state_count() as f64 / seconds;
    println!(
        "stateright: {} states, {} of them different, {seconds:.2} s, {:.2} million a second",
        checker.state_count(),
        checker.unique_state_count(),
        theirs / 1e6
    );

    let scenario = scenario();
    let begin = Instant::now();
    let (mut steps, mut runs) = (0, 0);
    while begin.elapsed().as_secs_f64() < 1.0 {
        let mut explorer = Explorer::new(&scenario, Options { crashes: 2, ..Options::default() }).expect("by time");
        explorer.finish();
        steps += explorer.progress().steps;
        runs += explorer.progress().runs;
    }
    let ours = steps as f64 / begin.elapsed().as_secs_f64();
    println!("explorer:   {steps} states, {runs} runs, {:.2} million a second", ours / 1e6);
    let different = checker.unique_state_count() as f64 / seconds;
    println!(
        "ratio:      {:.1}; to their different states {:.1} (the explorer counts the steps that it took, not those whose outcome was known)",
        ours / theirs,
        ours / different
    );
}
