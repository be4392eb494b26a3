//! Every mutant is caught: with it the explorer finds a run that comes to more harm than without it.

use crate::support::{harm_of, run};
use exactly_once_lab::explore::{self, Counterexample, Explorer, Harm, Options, Scene, Timings, Tried};
use exactly_once_lab::sim::mutant::Mutant;
use exactly_once_lab::sim::scenario::{Named, Profile, Scenario};

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
    for &mutant in Mutant::ALL {
        let scene = Scene::of(mutant);
        let wrong = scene.wrong();
        let caught = catch(&wrong, scene.crashes, mutant.breaks());
        let (lane, found) = caught.unwrap_or_else(|| panic!("{} was not caught", mutant.name()));
        let explorer = Explorer::new(&wrong, Options::default()).expect("driven by time");
        let small = found.smallest(explorer.scenario(), lane);
        assert_eq!(harm_of(&run(&small, 0)), found.harm);
        text += &format!("{} breaks {}\n  {}\n", mutant.name(), mutant.breaks(), small.to_json());
    }
    expect_test::expect_file!["mutants.txt"].assert_eq(&text);
}

#[test]
fn a_mutant_is_found_in_its_scene_only_when_it_is_on() {
    // What the right engine does there: harmless, but for what the sink promises nothing about.
    let mut text = String::new();
    for &mutant in Mutant::ALL {
        let Scene { right, crashes, .. } = Scene::of(mutant);
        let options = Options { crashes, timings: Timings::All, ..Options::default() };
        let mut explorer = Explorer::new(&right, options).expect("driven by time");
        for (lane, report) in explorer.finish().iter().enumerate() {
            let occurs = |harm: &Harm| report.count(*harm) > 0 || report.without_crash == *harm;
            let harms: Vec<_> = Harm::ALL.into_iter().filter(occurs).map(Harm::as_str).collect();
            text += &format!("{}, {}: {}\n", mutant.name(), right.sinks[lane].kind(), harms.join(", "));
        }
    }
    expect_test::expect![[r#"
        acknowledge_before_flush, append: none, duplicates
        snapshot_at_acknowledgement, upsert: none, went_back
        snapshot_at_acknowledgement, two_phase_commit: none, blocked
        offset_at_acknowledgement, upsert: none, went_back
        offset_at_acknowledgement, two_phase_commit: none, blocked
        offset_of_last_record, upsert: none, went_back
        offset_of_last_record, two_phase_commit: none, blocked
        alignment_left_out, upsert: none, went_back
        alignment_left_out, two_phase_commit: none, blocked
        channel_state_not_restored, upsert: none, went_back
        channel_state_not_restored, two_phase_commit: none, blocked
        notify_before_durable, two_phase_commit: none, blocked
        late_metadata_accepted, two_phase_commit: none, blocked
        commit_at_barrier, two_phase_commit: none, blocked
        abort_at_decline, two_phase_commit: none, blocked
        notifications_reliable, two_phase_commit: none, blocked
        begin_after_commit, two_phase_commit: none, blocked
        restored_not_committed, two_phase_commit: none, blocked
        failed_commit_ignored, two_phase_commit: none, stuck
        send_at_restore, write_ahead_log: none, duplicates
        commit_table_not_asked, write_ahead_log: none, duplicates
        mark_before_send, write_ahead_log: none, duplicates
        replies_not_fenced, two_phase_commit: none, blocked
        restored_file_not_cut, file: none
    "#]]
    .assert_eq(&text);
}
