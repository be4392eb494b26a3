//! Odd but legal input, to every sink: nothing panics, nothing hangs, all invariants hold, the end is a sensible one.

use crate::invariants::{History, ALWAYS};
use crate::support::told::Told;
use exactly_once_lab::sim::fact::FactName;
use exactly_once_lab::sim::point::Point;
use exactly_once_lab::sim::scenario::SinkSpec;
use serde_json::{json, Value};

/// Runs it with every sink; all have to end so.
#[track_caller]
fn check(fields: &Value, ends: &[&str]) {
    for kind in SinkSpec::KINDS {
        let mut sinks = vec![json!({"kind": kind})];
        match kind {
            "append" => sinks.push(json!({"kind": kind, "buffer": 10_000, "flush": "never"})),
            "write_ahead_log" => sinks.push(json!({"kind": kind, "target": "upsert"})),
            "two_phase_commit" | "committer" => sinks.push(json!({"kind": kind, "commit": "strict"})),
            "file" => sinks.push(json!({"kind": kind, "roll": "default"})),
            _ => {}
        }
        for sink in sinks {
            let told = Told::with(sink.clone(), fields.clone());
            let end = told.outcome["stopped_by"].as_str().unwrap_or(told.job());
            assert!(ends.contains(&end), "{sink} ends {end} with {fields}");
            let history = History::of(&told.run).unwrap_or_else(|error| panic!("{error}: {sink} with {fields}"));
            for (name, checker) in ALWAYS {
                checker(&history).unwrap_or_else(|error| panic!("{name}: {error}: {sink} with {fields}"));
            }
        }
    }
}

fn same_t(count: usize, t: u32) -> Value {
    (0..count).map(|i| json!({"t": t, "key": "a", "value": i})).collect()
}

#[test]
fn no_records_at_all() {
    check(&json!({"records": []}), &["finished"]);
    check(
        &json!({"records": [], "checkpointing": {"at": [0, 1]}, "faults": [{"crash": true, "at": 0}]}),
        &["finished"],
    );
    // A strict store refuses the second commit of an empty transaction too.
    check(&json!({"records": [], "story": "checkpoint; crash; finish"}), &["finished", "attempt_limit"]);
    check(&json!({"sources": [{"name": "A", "records": []}, {"name": "B", "records": same_t(3, 1)}]}), &["finished"]);
}

#[test]
fn all_records_at_one_moment_with_a_crash_and_a_checkpoint_at_it() {
    for t in [0, 5] {
        let faults = json!([{"crash": true, "at": t}, {"crash": true, "at": t}, {"expire": "all", "at": t}]);
        let fields = json!({"records": same_t(30, t), "checkpointing": {"at": [t]}, "faults": faults});
        check(&fields, &["finished", "failed"]);
    }
}

#[test]
fn crashes_at_zero_and_many_at_once() {
    let crash = json!({"crash": true, "at": 0});
    check(&json!({"faults": [crash]}), &["finished"]);
    check(&json!({"restart": {"delay": 0}, "faults": vec![crash; 64]}), &["finished"]);
    let at_each: Value = (0..60).map(|i| json!({"crash": true, "at": f64::from(i) * 0.25})).collect();
    check(&json!({"restart": {"delay": 0}, "faults": at_each}), &["finished"]);
}

#[test]
fn a_crash_at_every_kind_of_fact_and_at_every_point() {
    for fact in FactName::ALL {
        for skip in [0, 3] {
            let when = json!({"fact": fact.as_str(), "skip": skip});
            let fields = json!({"checkpointing": {"interval": 3}, "faults": [{"crash": true, "when": when}]});
            // A strict store refuses the second commit for ever.
            check(&fields, &["finished", "attempt_limit"]);
        }
    }
    for point in Point::names() {
        let when = json!({"point": point.replace("@N", "@4")});
        let fields =
            json!({"checkpointing": {"interval": 3}, "faults": [{"crash": true, "when": when, "how": "fail"}]});
        check(&fields, &["finished", "attempt_limit"]);
    }
}

#[test]
fn four_subtasks_and_one_key() {
    for checkpointing in [json!({"interval": 1, "unaligned": true}), json!({"interval": 1, "mode": "at_least_once"})] {
        let fields = json!({
            "records": same_t(20, 2),
            "parallelism": {"operator": 4, "sink": 4},
            "checkpointing": checkpointing,
            "faults": [{"crash": true, "at": 4}],
        });
        check(&fields, &["finished", "attempt_limit"]);
    }
}

#[test]
fn outages_without_end() {
    for what in ["external", "checkpoint_store"] {
        // Without a checkpoint at 4 or later a sink with a large buffer asks for nothing until the end of input.
        let outage = json!({"outage": what, "from": 4, "to": 86_400});
        let fields = json!({"checkpointing": {"interval": 2}, "faults": [outage]});
        check(&fields, &["attempt_limit", "finished"]);
        let patient = json!({
            "checkpointing": {"interval": 2, "tolerable_failures": 10_000},
            "restart": {"delay": 40_000},
            "faults": [outage],
        });
        check(&patient, &["finished", "step_limit"]);
    }
}

#[test]
fn a_store_that_keeps_transactions_for_a_millisecond() {
    for kind in ["two_phase_commit", "committer"] {
        let told = Told::with(json!({"kind": kind, "transaction_timeout": 0.001}), json!({"restart": {"attempts": 4}}));
        assert_eq!((told.job(), told.visible()), ("failed", vec![]));
    }
}

#[test]
fn jitter_as_long_as_it_may_be() {
    let fields = json!({
        "checkpointing": {"interval": 60, "timeout": 86_400, "max_concurrent": 8},
        "faults": [{"jitter": {"seed": 4_294_967_295_u32, "up_to": 3_600}}, {"crash": true, "at": 20_000}],
    });
    check(&fields, &["finished", "attempt_limit"]);
}

#[test]
fn surges_that_overlap_and_pack_everything_into_a_moment() {
    let surge = |from: u32, to: u32| json!({"surge": {"from": from, "to": to, "factor": 100}});
    check(&json!({"faults": [surge(0, 86_400), surge(5, 10), surge(0, 1)]}), &["finished"]);
}

#[test]
fn declined_and_unheard_checkpoints_all_along() {
    let faults: Value =
        (1..=30).flat_map(|id| [json!({"abort_checkpoint": id}), json!({"lose_notification": id + 30})]).collect();
    let fields = json!({"checkpointing": {"interval": 1, "tolerable_failures": 10_000}, "faults": faults});
    check(&fields, &["finished"]);
}

#[test]
fn stories_with_their_steps_in_odd_orders() {
    for story in [
        "finish",
        "finish; finish; emit 3; crash; cancel",
        "end; notify; complete_final; notify; notify; finish",
        "complete_final; end; complete; complete_final; notify",
        "end; fail; end; crash; complete_final; complete_final; notify",
        "notify; complete; abort; emit 0; barrier; barrier; complete; complete; notify; notify; finish",
        "checkpoint; abort; abort 1; complete 1; complete 99; emit 4294967295; finish",
        "emit 5; end; checkpoint; checkpoint",
        "end; abort; finish",
        "emit 3; barrier; end; complete; notify; finish",
        "emit 3; barrier; stop_with_savepoint; finish",
        "stop_with_savepoint; stop_with_savepoint; emit 3; checkpoint; finish",
        "emit 3; crash; stop_with_savepoint",
        "emit 3; cancel; crash; finish",
        "expire all; emit 2; expire; checkpoint; expire; wait 3600000; finish",
        "arm sink.snapshot error 0 10000; emit 2; barrier; barrier; end; finish",
        "arm wal.send.false_before signal 0 10000; arm committer.retry signal 0 10000; finish",
    ] {
        let fields = json!({"story": story});
        check(&fields, &["finished", "running", "cancelled", "attempt_limit"]);
        let mut fields = json!({"story": story, "failure": "kill", "checkpointing": {"max_concurrent": 3}});
        check(&fields, &["finished", "running", "cancelled", "attempt_limit"]);
        fields["checkpointing"] = json!({"unaligned": true});
        fields["parallelism"] = json!({"operator": 3, "sink": 2});
        check(&fields, &["finished", "running", "cancelled", "attempt_limit"]);
    }
}

#[test]
fn barriers_let_out_of_one_source_again_and_again() {
    let log = same_t(4, 1);
    for checkpointing in [json!({}), json!({"unaligned": true}), json!({"mode": "at_least_once", "max_concurrent": 8})]
    {
        for story in [
            "emit A 2; barrier A; barrier A; emit A 4; emit B 1; barrier B; complete; notify; crash; finish",
            "barrier A; barrier A; barrier A; finish",
            "barrier A; crash; barrier B; barrier; complete; finish",
            "barrier A; stop_with_savepoint; finish",
            "emit A 4; emit B 2; barrier A; abort; barrier B; complete; finish",
            "barrier B; end; barrier A; complete; finish",
            "emit A 1; barrier A; emit A 3; emit B 3; checkpoint; barrier B; crash; finish",
        ] {
            let fields = json!({
                "sources": [{"name": "A", "records": log}, {"name": "B", "records": log}],
                "checkpointing": checkpointing,
                "story": story,
            });
            check(&fields, &["finished", "running", "attempt_limit"]);
        }
    }
}
