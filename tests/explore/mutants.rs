//! Every mutant is caught: with it the explorer finds a run that comes to more harm than without it.

use crate::support::{harm_of, run, scenario, stream};
use exactly_once_lab::explore::{self, Counterexample, Explorer, Harm, Options, Timings, Tried};
use exactly_once_lab::sim::mutant::Mutant;
use exactly_once_lab::sim::scenario::{Named, Profile, Scenario};

const TWO_PHASE: &str = r#"{"kind":"two_phase_commit"}"#;
const WRITE_AHEAD: &str = r#"{"kind":"write_ahead_log"}"#;

/// The scenarios, each with the most crashes that are tried together, and the mutants that show in it.
fn scenes() -> Vec<(Scenario, u32, Vec<Mutant>)> {
    use Mutant::*;
    let tolerant = stream(8, TWO_PHASE, r#","faults":[{"abort_checkpoint":1}]"#).to_json();
    let tolerant = scenario(&tolerant.replace(r#""interval":5"#, r#""interval":5,"tolerable_failures":1"#));
    vec![
        (stream(8, r#"{"kind":"append","buffer":4}"#, ""), 1, vec![AcknowledgeBeforeFlush]),
        (dense(), 1, vec![SnapshotAtAcknowledgement, OffsetAtAcknowledgement, OffsetOfLastRecord]),
        (two_sources(""), 1, vec![AlignmentLeftOut]),
        (two_sources(r#","unaligned":true"#), 1, vec![ChannelStateNotRestored]),
        (
            stream(8, TWO_PHASE, ""),
            1,
            vec![NotifyBeforeDurable, CommitAtBarrier, BeginAfterCommit, RestoredNotCommitted],
        ),
        (stream(8, TWO_PHASE, ""), 2, vec![LateMetadataAccepted]),
        (tolerant, 1, vec![AbortAtDecline]),
        (stream(8, TWO_PHASE, r#","faults":[{"lose_notification":1}]"#), 1, vec![NotificationsReliable]),
        (stream(8, r#"{"kind":"two_phase_commit","transaction_timeout":7}"#, ""), 1, vec![FailedCommitIgnored]),
        (stream(8, WRITE_AHEAD, ""), 1, vec![SendAtRestore, CommitTableNotAsked, MarkBeforeSend]),
        (stream(8, TWO_PHASE, r#","restart":{"delay":0.1},"timing":"slow_sink""#), 2, vec![RepliesNotFenced]),
        (stream(8, r#"{"kind":"file","roll":"default"}"#, ""), 1, vec![RestoredFileNotCut]),
    ]
}

/// Records that follow one another more quickly than a snapshot is stored.
fn dense() -> Scenario {
    let record = |i: u32| format!(r#"{{"t":{},"key":"a","value":{i}}}"#, f64::from(i) / 4.0);
    let records: Vec<String> = (1..10).map(record).collect();
    scenario(&format!(
        r#"{{"format":1,"records":[{}],"checkpointing":{{"interval":1}},"sinks":[{{"kind":"upsert"}},{TWO_PHASE}]}}"#,
        records.join(",")
    ))
}

/// Two sources whose barriers do not come at the same time, as delays vary. The last record comes alone, so that
/// the table is the same whatever the order of the others.
fn two_sources(checkpointing: &str) -> Scenario {
    scenario(&format!(
        r#"{{"format":1,"sources":[
            {{"name":"A","records":[{{"t":1,"key":"a","value":1}},{{"t":3,"key":"a","value":2}},{{"t":3.1,"key":"a","value":7}},{{"t":3.3,"key":"a","value":7}},{{"t":30,"key":"a","value":3}}]}},
            {{"name":"B","records":[{{"t":1,"key":"a","value":4}},{{"t":2.9,"key":"a","value":5}},{{"t":3,"key":"a","value":6}},{{"t":3.3,"key":"a","value":8}}]}}],
           "checkpointing":{{"at":[3.05,15]{checkpointing}}},"timing":{{"process":0.3}},
           "sinks":[{{"kind":"upsert"}},{TWO_PHASE}],"faults":[{{"jitter":{{"seed":3,"up_to":0.6}}}}]}}"#
    ))
}

/// The first run that comes to this harm with the mutant, and to less without it; with its lane.
fn catch(wrong: &Scenario, crashes: u32, breaks: &str) -> Option<(usize, Counterexample)> {
    let profiles = Profile::ALL.into_iter().map(|(_, profile)| Timings::One(profile));
    for timings in std::iter::once(Timings::Own).chain(profiles) {
        let options = Options { crashes, timings, ..Options::default() };
        let mut explorer = Explorer::new(wrong, options).expect("driven by time");
        let timing = match timings {
            Timings::One(profile) => exactly_once_lab::sim::scenario::Timing::Named(profile),
            _ => wrong.timing,
        };
        let right = Scenario { mutant: None, ..explorer.scenario().clone() };
        let mut caught = None;
        let mut tell = |tried: Tried| {
            let Tried { lane, harm, .. } = tried;
            if caught.is_some() || harm.as_str() != breaks {
                return;
            }
            let found = Counterexample { harm, timing, crashes: tried.crashes.to_vec() };
            // A job that stands still until somebody looks is better than one that goes on with records missing.
            let healthy = explore::harm_of(&found.scenario(&right), lane);
            if healthy < harm || (healthy == Harm::Stuck && harm != Harm::Stuck) {
                caught = Some((lane, found));
            }
        };
        while !explorer.advance_and_tell(u32::MAX, &mut tell).is_done {}
        if caught.is_some() {
            return caught;
        }
    }
    None
}

#[test]
fn every_mutant_is_caught() {
    let mut text = String::new();
    let mut seen: Vec<Mutant> = Vec::new();
    for (right, crashes, mutants) in scenes() {
        for mutant in mutants {
            let wrong = Scenario { mutant: Some(mutant), ..right.clone() };
            let caught = catch(&wrong, crashes, mutant.breaks());
            let (lane, found) = caught.unwrap_or_else(|| panic!("{} was not caught", mutant.name()));
            let small = found.smallest(&wrong_without_crashes(&wrong), lane);
            assert_eq!(harm_of(&run(&small, 0)), found.harm);
            text += &format!("{} breaks {}\n  {}\n", mutant.name(), mutant.breaks(), small.to_json());
            seen.push(mutant);
        }
    }
    seen.sort_unstable();
    assert_eq!(seen, Mutant::ALL, "every mutant has its scenario");
    expect_test::expect_file!["mutants.txt"].assert_eq(&text);
}

fn wrong_without_crashes(wrong: &Scenario) -> Scenario {
    Explorer::new(wrong, Options::default()).expect("driven by time").scenario().clone()
}

#[test]
fn a_mutant_is_found_in_its_scenario_only_when_it_is_on() {
    // What the right engine does in these scenarios: harmless, but for what the sink promises nothing about.
    let mut text = String::new();
    for (right, crashes, mutants) in scenes() {
        let options = Options { crashes, timings: Timings::All, ..Options::default() };
        let mut explorer = Explorer::new(&right, options).expect("driven by time");
        for (lane, report) in explorer.finish().iter().enumerate() {
            let occurs = |harm: &Harm| report.count(*harm) > 0 || report.without_crash == *harm;
            let harms: Vec<_> = Harm::ALL.into_iter().filter(occurs).map(Harm::as_str).collect();
            text += &format!("{} {:?}: {}\n", right.sinks[lane].kind(), mutants, harms.join(", "));
        }
    }
    expect_test::expect![[r#"
        append [AcknowledgeBeforeFlush]: none, duplicates
        upsert [SnapshotAtAcknowledgement, OffsetAtAcknowledgement, OffsetOfLastRecord]: none, went_back
        two_phase_commit [SnapshotAtAcknowledgement, OffsetAtAcknowledgement, OffsetOfLastRecord]: none
        upsert [AlignmentLeftOut]: none, went_back
        two_phase_commit [AlignmentLeftOut]: none
        upsert [ChannelStateNotRestored]: none, went_back
        two_phase_commit [ChannelStateNotRestored]: none
        two_phase_commit [NotifyBeforeDurable, CommitAtBarrier, BeginAfterCommit, RestoredNotCommitted]: none
        two_phase_commit [LateMetadataAccepted]: none
        two_phase_commit [AbortAtDecline]: none
        two_phase_commit [NotificationsReliable]: none
        two_phase_commit [FailedCommitIgnored]: none, stuck
        write_ahead_log [SendAtRestore, CommitTableNotAsked, MarkBeforeSend]: none, duplicates
        two_phase_commit [RepliesNotFenced]: none
        file [RestoredFileNotCut]: none
    "#]]
    .assert_eq(&text);
}
