//! Promises of sinks, held exactly: what is promised sometimes to happen does happen, and nothing else does.

use crate::support::{scenario, stream};
use exactly_once_lab::explore::{crash_map, sometimes, Explorer, Harm, Options, Timings};
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::fact::Fact;
use exactly_once_lab::sim::id::Time;
use exactly_once_lab::sim::scenario::{Profile, Scenario, SinkSpec, Timing};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Every sink with every setting that its promise depends on.
const SINKS: [&str; 24] = [
    r#"{"kind":"append"}"#,
    r#"{"kind":"append","buffer":3}"#,
    r#"{"kind":"append","buffer":1,"flush":"never"}"#,
    r#"{"kind":"append","buffer":3,"flush":"never"}"#,
    r#"{"kind":"upsert"}"#,
    r#"{"kind":"upsert","key":"record_and_attempt"}"#,
    r#"{"kind":"upsert","key":"record_and_offset"}"#,
    r#"{"kind":"increment"}"#,
    r#"{"kind":"write_ahead_log"}"#,
    r#"{"kind":"write_ahead_log","target":"upsert"}"#,
    r#"{"kind":"two_phase_commit"}"#,
    r#"{"kind":"two_phase_commit","readers":"read_uncommitted"}"#,
    r#"{"kind":"two_phase_commit","commit":"reapply"}"#,
    r#"{"kind":"two_phase_commit","commit":"reapply","readers":"read_uncommitted"}"#,
    r#"{"kind":"two_phase_commit","commit":"strict"}"#,
    r#"{"kind":"two_phase_commit","commit":"strict","readers":"read_uncommitted"}"#,
    r#"{"kind":"committer"}"#,
    r#"{"kind":"committer","readers":"read_uncommitted"}"#,
    r#"{"kind":"committer","commit":"reapply"}"#,
    r#"{"kind":"committer","commit":"reapply","readers":"read_uncommitted"}"#,
    r#"{"kind":"committer","commit":"strict"}"#,
    r#"{"kind":"committer","commit":"strict","readers":"read_uncommitted"}"#,
    r#"{"kind":"file"}"#,
    r#"{"kind":"file","roll":"default"}"#,
];

/// What occurs, over all lanes.
fn occurs(scenario: &Scenario, crashes: u32) -> BTreeSet<Harm> {
    let options = Options { crashes, timings: Timings::All, ..Options::default() };
    let mut explorer = Explorer::new(scenario, options).expect("driven by time");
    let reports = explorer.finish();
    assert!(reports.iter().all(|report| !report.is_cut && report.without_crash == Harm::None));
    let all = Harm::ALL.into_iter().filter(|harm| *harm != Harm::None);
    all.filter(|harm| reports.iter().any(|report| report.count(*harm) > 0)).collect()
}

#[test]
fn promises_hold_exactly() {
    for sink in SINKS {
        // A job that gets stuck does so soon enough after five restarts.
        let (singles, pairs) = (stream(9, sink, ""), stream(6, sink, r#","restart":{"attempts":5}"#));
        let found: BTreeSet<Harm> = occurs(&singles, 1).union(&occurs(&pairs, 2)).copied().collect();
        let promised: BTreeSet<Harm> = sometimes(singles.sinks[0]).iter().copied().collect();
        assert_eq!(found, promised, "{sink}");
    }
}

#[test]
fn exactly_once_survives_three_crashes() {
    for sink in [SINKS[6], SINKS[10], SINKS[16], SINKS[22], SINKS[23]] {
        let triples = scenario(&format!(
            r#"{{"format":1,"records":[{{"t":1,"key":"a","value":1}},{{"t":2,"key":"a","value":2}}],
               "checkpointing":{{"interval":2}},"sinks":[{sink}]}}"#
        ));
        let harms = occurs(&triples, 3);
        assert!(harms.iter().all(|harm| harm.is_right_at_the_end()), "{sink}: {harms:?}");
    }
}

#[test]
fn the_write_ahead_log_duplicates_only_while_it_sends_a_batch() {
    let own = stream(12, r#"{"kind":"write_ahead_log"}"#, "");
    for (_, profile) in Profile::ALL {
        let scenario = Scenario { timing: Timing::Named(profile), ..own.clone() };
        let run = Run::lanes(&scenario).remove(0);
        let mut flushes: Vec<(Time, Time)> = Vec::new();
        for noted in &run.facts {
            match noted.fact {
                Fact::BatchSending { .. } => flushes.push((noted.at, Time(u32::MAX))),
                Fact::BatchMarked { .. } => flushes.last_mut().expect("it was sent before").1 = noted.at,
                _ => {}
            }
        }
        let map = crash_map(&run, run.right_table().map(Rc::new), None);
        let harmful: Vec<_> = map.iter().filter(|point| point.harm() != Harm::None).collect();
        assert!(!harmful.is_empty());
        for point in harmful {
            assert_eq!(point.harm(), Harm::Duplicates);
            let is_in = |(begin, end): &(Time, Time)| *begin < point.from && point.to <= *end;
            assert!(flushes.iter().any(is_in), "{point:?} {flushes:?}");
        }
    }
}

#[test]
fn a_timeout_of_the_store_breaks_the_promise_when_the_job_is_down_for_longer() {
    let long = stream(6, r#"{"kind":"two_phase_commit","transaction_timeout":60}"#, "");
    assert_eq!(occurs(&long, 1), BTreeSet::new());
    let short = stream(6, r#"{"kind":"two_phase_commit","transaction_timeout":8}"#, r#","timing":"slow_restart""#);
    let options = Options::default();
    let worst = |scenario: &Scenario| Explorer::new(scenario, options).expect("by time").finish()[0].worst();
    assert_eq!(worst(&short), Harm::Stuck);
    let mut ignoring = short;
    if let SinkSpec::TwoPhaseCommit { ignore_failures_after_timeout, .. } = &mut ignoring.sinks[0] {
        *ignore_failures_after_timeout = true;
    }
    assert_eq!(worst(&ignoring), Harm::Loss, "it goes on, and nobody learns of it");
}
