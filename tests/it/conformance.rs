//! What the engine says about every experiment that was run on real Flink.

use crate::support::compare::differences;
use crate::support::flink::{one_source, two_sources, Case};
use crate::support::{outcome, run};
use std::collections::BTreeMap;

#[test]
fn all_644_experiments_with_one_source_come_out_as_on_real_flink() {
    check(&one_source(), 644);
}

#[test]
fn all_6_experiments_on_alignment_come_out_as_on_real_flink() {
    check(&two_sources(), 6);
}

fn check(cases: &[Case], count: usize) {
    assert_eq!(cases.len(), count);
    let mut agreed: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    let mut report = String::new();
    for case in cases {
        let wrong = differences(&case.expect, &outcome(&run(&case.scenario)));
        let sink = case.scenario.sinks[0].kind();
        for bucket in [format!("group {}", case.group()), format!("sink {sink}")] {
            let (good, all) = agreed.entry(bucket).or_default();
            *good += u32::from(wrong.is_empty());
            *all += 1;
        }
        if !wrong.is_empty() {
            report += &format!("{}\n  story: {}\n  {}\n", case.id, case.story, wrong.join("\n  "));
        }
    }
    for (bucket, (good, all)) in &agreed {
        println!("{bucket}: {good} of {all}");
    }
    assert!(report.is_empty(), "these came out otherwise:\n{report}");
}
