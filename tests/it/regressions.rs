//! What random runs once found wrong in the engine, each in a small scenario.

use crate::invariants::{History, ALWAYS};
use crate::support::told::Told;
use exactly_once_lab::sim::fact::{Fact, Limit};
use serde_json::json;

fn all_invariants_hold(told: &Told) {
    let history = History::of(&told.run).unwrap_or_else(|error| panic!("{error}"));
    for (name, checker) in ALWAYS {
        checker(&history).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn that_the_limit_of_steps_was_reached_is_told() {
    let told = Told::with(
        json!({"kind": "append"}),
        json!({"records": [
        {"t": 0, "key": "a", "value": 1}, {"t": 86_400, "key": "a", "value": 1},
    ], "checkpointing": {"interval": 0.1}}),
    );
    assert_eq!(told.run.facts.last().map(|noted| &noted.fact), Some(&Fact::LimitReached { limit: Limit::Steps }));
    all_invariants_hold(&told);
}

#[test]
fn a_story_that_has_ended_changes_nothing_when_it_is_asked_for_more() {
    let told = Told::with(json!({"kind": "append"}), json!({"records": [], "story": "end; finish"}));
    let mut world = told.run.world_after(told.run.len());
    let mut notes = Vec::new();
    assert!(!world.step(&told.run.plan, &mut notes));
    assert_eq!((&world, notes.as_slice()), (&told.run.end, [].as_slice()));
    all_invariants_hold(&told);
}

#[test]
fn a_checkpoint_that_a_later_one_has_overtaken_does_not_complete_any_more() {
    let mut subsumed = 0;
    for seed in 0..30 {
        let fields = json!({
            "checkpointing": {"interval": 0.1, "max_concurrent": 3, "tolerable_failures": 100},
            "timing": {"hop": 0, "process": 0, "request": 0, "snapshot": 0, "metadata": 0, "notify": 0},
            "faults": [{"jitter": {"seed": seed, "up_to": 0.05}}],
        });
        let told = Told::with(json!({"kind": "append"}), fields);
        subsumed += told.run.end.store.aborted.len();
        all_invariants_hold(&told);
    }
    assert!(subsumed > 0);
}

#[test]
fn while_the_job_is_down_an_older_checkpoint_does_not_complete_after_a_newer_one() {
    let mut late = 0;
    for seed in 0..200 {
        let fields = json!({
            "checkpointing": {"interval": 0.1, "max_concurrent": 4, "tolerable_failures": 100},
            "timing": {"hop": 0, "process": 0, "request": 0, "snapshot": 0, "metadata": 0, "notify": 0},
            "faults": [{"crash": true, "at": 2.25}, {"jitter": {"seed": seed, "up_to": 0.4}}],
        });
        let told = Told::with(json!({"kind": "append"}), fields);
        let down = |fact: &Fact| matches!(fact, Fact::CheckpointCompleted { .. });
        late += told.run.facts.iter().filter(|n| n.at.0 > 2_250 && n.at.0 < 4_250 && down(&n.fact)).count();
        all_invariants_hold(&told);
    }
    assert!(late > 0);
}

#[test]
fn after_a_step_that_was_cut_short_the_next_one_is_told_once() {
    let told = Told::story(json!({"kind": "append"}), "arm sink.snapshot error; emit 2; checkpoint; crash; finish");
    told_once(&told);
    assert_eq!(told.attempts(), 3);
}

/// Every step of the story has begun once.
fn told_once(told: &Told) {
    let told: Vec<u32> = told
        .run
        .facts
        .iter()
        .filter_map(|noted| match noted.fact {
            Fact::StoryStep { index } => Some(index),
            _ => None,
        })
        .collect();
    assert!(told.iter().copied().eq(0..5), "{told:?}");
}

#[test]
fn metadata_on_its_way_at_a_crash_decides_what_is_restored_if_it_arrives_before_the_next_attempt() {
    // All have acknowledged at 4.8 at the latest; the metadata takes 2.5 s more.
    let restored = |in_flight: &str, delay: f64| {
        let fields = json!({
            "checkpointing": {"at": [3]},
            "timing": "slow_store",
            "restart": {"delay": delay},
            "faults": [{"crash": true, "at": 6, "in_flight": in_flight}],
        });
        let told = Told::with(json!({"kind": "two_phase_commit"}), fields);
        told.is_exactly_once();
        all_invariants_hold(&told);
        (told.outcome["attempts"][1]["checkpoint"].clone(), told.has("late_completion_refused"))
    };
    assert_eq!(restored("delivered", 5.0), (json!(1), false));
    assert_eq!(restored("delivered", 0.1), (json!(null), true));
    assert_eq!(restored("lost", 5.0), (json!(null), false));
}

/// Two or three sources of one key each; `operators` subtasks.
fn crowded(sources: usize, operators: u32, count: u32, fields: serde_json::Value) -> Told {
    let log: Vec<_> = (1..=count).map(|t| json!({"t": t, "key": "a", "value": 1})).collect();
    let sources: Vec<_> = ["A", "B", "C"][..sources].iter().map(|name| json!({"name": name, "records": log})).collect();
    let mut all = json!({"sources": sources, "parallelism": {"operator": operators}});
    for (name, value) in fields.as_object().expect("fields") {
        all[name] = value.clone();
    }
    Told::with(json!({"kind": "two_phase_commit"}), all)
}

#[test]
fn unaligned_a_record_behind_a_barrier_that_has_arrived_is_not_saved_with_it() {
    let told = crowded(3, 2, 1, json!({"checkpointing": {"at": [1], "unaligned": true}}));
    told.is_exactly_once();
    all_invariants_hold(&told);
}

#[test]
fn unaligned_the_late_barrier_of_a_declined_checkpoint_saves_nothing() {
    let checkpointing = json!({"interval": 1, "unaligned": true, "timeout": 0.3, "tolerable_failures": 8});
    let fields = json!({"checkpointing": checkpointing, "restart": {"delay": 0.001}, "timing": "tight_checkpoints"});
    let told = crowded(2, 1, 10, fields);
    assert!(!told.run.end.store.aborted.is_empty());
    all_invariants_hold(&told);
}

#[test]
fn unaligned_what_was_saved_for_a_checkpoint_does_not_go_into_the_savepoint_that_makes_it_give_up() {
    let fields = json!({
        "checkpointing": {"unaligned": true},
        "story": "barrier A; emit B 1; arm 2pc.commit.before error; stop_with_savepoint; finish",
    });
    let told = crowded(2, 1, 3, fields);
    assert_eq!(told.outcome["attempts"][1]["channel"], json!([]));
    assert_eq!(told.outcome["final_counts"], json!({"a": 6}));
    all_invariants_hold(&told);
}

#[test]
fn a_table_is_measured_by_a_run_in_which_no_checkpoint_fails() {
    // No attempt comes further than one record: checkpoints are not quick enough for their time.
    let fields = json!({
        "checkpointing": {"interval": 1, "timeout": 0.001},
        "timing": {"process": 0.9},
    });
    let told = Told::with(json!({"kind": "upsert"}), fields);
    let right = told.run.right_table().expect("a table");
    assert_eq!(right.iter().map(|(_, total)| total.of.count).sum::<u32>(), 10);
}
