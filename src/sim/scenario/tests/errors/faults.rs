//! Mistakes in the faults of a time-driven scenario.

use super::{check, error};
use crate::sim::scenario::limits::MAX_FAULTS;
use expect_test::{expect, Expect};
use serde_json::json;

/// The error of these faults.
fn check_faults(faults: &str, sentence: Expect) {
    check(&format!("{{\"faults\": [{faults}]}}"), sentence);
}

#[test]
fn faults() {
    check(
        &json!({"faults": vec![json!({"abort_checkpoint": 1}); MAX_FAULTS + 1]}).to_string(),
        expect!["too_many: faults: 65 are too many; allowed: at most 64 faults"],
    );
    check(
        r#"{"faults": [{"crash": true, "at": 1}], "story": "finish"}"#,
        expect!["not_together: faults: […] does not go with the rest; allowed: only without story"],
    );
    check_faults("{}", expect!["missing_field: faults[0]: a field is missing; allowed: exactly one of crash, abort_checkpoint, lose_notification, delay_notification, lose_reply, expire, outage, surge, jitter"]);
    check_faults(r#"{"crush": true}"#, expect!["missing_field: faults[0]: a field is missing; allowed: exactly one of crash, abort_checkpoint, lose_notification, delay_notification, lose_reply, expire, outage, surge, jitter"]);
    check_faults(
        r#"{"crash": true, "at": 1, "expire": "all"}"#,
        expect![[
            r#"not_together: faults[0].expire: "all" does not go with the rest; allowed: only without faults[0].crash"#
        ]],
    );
    check_faults(
        r#"{"crash": true}"#,
        expect!["missing_field: faults[0]: a field is missing; allowed: exactly one of at, when"],
    );
    check_faults(
        r#"{"crash": false, "at": 1}"#,
        expect!["unknown_value: faults[0].crash: false is not allowed here; allowed: true"],
    );
    check_faults(
        r#"{"crash": 1, "at": 1}"#,
        expect!["wrong_type: faults[0].crash: 1 is of the wrong type; allowed: true"],
    );
    check_faults(
        r#"{"crash": true, "at": 1, "when": {"point": "2pc.begin"}}"#,
        expect!["not_together: faults[0].when: {…} does not go with the rest; allowed: only without faults[0].at"],
    );
    check_faults(
        r#"{"crash": true, "at": 1, "to": 2}"#,
        expect!["unknown_field: faults[0].to: no such field here; allowed: crash, at, when, how, in_flight"],
    );
    check_faults(
        r#"{"crash": true, "at": 1, "how": "softly"}"#,
        expect![[r#"unknown_value: faults[0].how: "softly" is not allowed here; allowed: kill, fail"#]],
    );
    check_faults(
        r#"{"crash": true, "at": 1, "in_flight": "late"}"#,
        expect![[
            r#"unknown_value: faults[0].in_flight: "late" is not allowed here; allowed: delivered, lost, {"late": SECONDS}"#
        ]],
    );
    check_faults(
        r#"{"crash": true, "at": 1, "in_flight": 3}"#,
        expect![[
            r#"wrong_type: faults[0].in_flight: 3 is of the wrong type; allowed: delivered, lost, {"late": SECONDS}"#
        ]],
    );
    check_faults(r#"{"crash": true, "at": 1, "in_flight": {}}"#, expect!["missing_field: faults[0].in_flight.late: missing; allowed: 0.001 to 86400 seconds with at most three decimals"]);
    check_faults(r#"{"crash": true, "at": 1, "in_flight": {"late": 0}}"#, expect!["out_of_range: faults[0].in_flight.late: 0 is not allowed here; allowed: 0.001 to 86400 seconds with at most three decimals"]);
    check_faults(
        r#"{"crash": true, "at": 1, "in_flight": {"late": 1, "by": 2}}"#,
        expect!["unknown_field: faults[0].in_flight.by: no such field here; allowed: late"],
    );
}

#[test]
fn what_a_crash_waits_for() {
    check_faults(
        r#"{"crash": true, "when": {}}"#,
        expect!["missing_field: faults[0].when: a field is missing; allowed: exactly one of point, fact"],
    );
    check_faults(
        r#"{"crash": true, "when": {"point": "2pc.begin", "fact": "crashed"}}"#,
        expect![[
            r#"not_together: faults[0].when.fact: "crashed" does not go with the rest; allowed: only without faults[0].when.point"#
        ]],
    );
    check_faults(
        r#"{"crash": true, "when": {"point": "2pc.begins"}}"#,
        expect![[
            r#"unknown_value: faults[0].when.point: "2pc.begins" is not allowed here; allowed: source.before@N, count.before@N, sink.before@N, sink.after@N, sink.snapshot, 2pc.begin, 2pc.precommit.before, 2pc.precommit.after, 2pc.commit.before, 2pc.commit.after, 2pc.recover.before, 2pc.recover.after, committer.flush, committer.precommit.before, committer.precommit.after, committer.commit.before, committer.commit.after, committer.known_failure, committer.unknown_failure, committer.retry, committer.already, wal.send.before, wal.send.mid, wal.send.after, wal.send.false_before, wal.send.false_after, wal.commit.before, wal.commit.after, wal.iscommitted"#
        ]],
    );
    check_faults(
        r#"{"crash": true, "when": {"point": "2pc.begin", "checkpoint": 1}}"#,
        expect!["unknown_field: faults[0].when.checkpoint: no such field here; allowed: point, skip"],
    );
    check_faults(
        r#"{"crash": true, "when": {"fact": "crashed", "checkpoint": 0}}"#,
        expect![
            "out_of_range: faults[0].when.checkpoint: 0 is not allowed here; allowed: a whole number from 1 to 10000"
        ],
    );
    check_faults(
        r#"{"crash": true, "when": {"fact": "crashed", "skip": -1}}"#,
        expect!["out_of_range: faults[0].when.skip: -1 is not allowed here; allowed: a whole number from 0 to 10000"],
    );
}

#[test]
fn what_happens_to_checkpoints_and_stores() {
    check_faults(
        r#"{"abort_checkpoint": 0}"#,
        expect![
            "out_of_range: faults[0].abort_checkpoint: 0 is not allowed here; allowed: a whole number from 1 to 10000"
        ],
    );
    check_faults(r#"{"lose_notification": true}"#, expect!["wrong_type: faults[0].lose_notification: true is of the wrong type; allowed: a whole number from 1 to 10000"]);
    check_faults(
        r#"{"delay_notification": 1}"#,
        expect!["missing_field: faults[0].by: missing; allowed: 0.001 to 86400 seconds with at most three decimals"],
    );
    check_faults(r#"{"delay_notification": 0, "by": 1}"#, expect!["out_of_range: faults[0].delay_notification: 0 is not allowed here; allowed: a whole number from 1 to 10000"]);
    check_faults(r#"{"delay_notification": 1, "by": 0}"#, expect!["out_of_range: faults[0].by: 0 is not allowed here; allowed: 0.001 to 86400 seconds with at most three decimals"]);
    check_faults(
        r#"{"lose_reply": "select"}"#,
        expect![[
            r#"unknown_value: faults[0].lose_reply: "select" is not allowed here; allowed: append, put, add, mark, begin, write, prepare, commit, abort"#
        ]],
    );
    check_faults(
        r#"{"lose_reply": "commit", "nth": 0}"#,
        expect!["out_of_range: faults[0].nth: 0 is not allowed here; allowed: a whole number from 1 to 10000"],
    );
    check_faults(
        r#"{"expire": "some", "at": 1}"#,
        expect![[r#"unknown_value: faults[0].expire: "some" is not allowed here; allowed: prepared, all"#]],
    );
    check_faults(
        r#"{"expire": "all"}"#,
        expect!["missing_field: faults[0].at: missing; allowed: 0 to 86400 seconds with at most three decimals"],
    );
    check_faults(
        r#"{"outage": "network", "from": 1, "to": 2}"#,
        expect![[
            r#"unknown_value: faults[0].outage: "network" is not allowed here; allowed: external, checkpoint_store"#
        ]],
    );
    check_faults(
        r#"{"outage": "external", "from": 2, "to": 2}"#,
        expect!["not_rising: faults[0].to: 2 comes too early; allowed: later than 2 s"],
    );
}

#[test]
fn traffic() {
    check_faults(
        r#"{"surge": {"from": 1, "to": 2, "factor": 1}}"#,
        expect!["out_of_range: faults[0].surge.factor: 1 is not allowed here; allowed: a whole number from 2 to 100"],
    );
    check_faults(
        r#"{"surge": {"from": 1, "to": 0, "factor": 4}}"#,
        expect!["not_rising: faults[0].surge.to: 0 comes too early; allowed: later than 1 s"],
    );
    check_faults(r#"{"jitter": {"seed": 4294967296, "up_to": 1}}"#, expect!["out_of_range: faults[0].jitter.seed: 4294967296 is not allowed here; allowed: a whole number from 0 to 4294967295"]);
    check_faults(
        r#"{"jitter": {"seed": 1}}"#,
        expect![
            "missing_field: faults[0].jitter.up_to: missing; allowed: 0 to 3600 seconds with at most three decimals"
        ],
    );
    check_faults(
        r#"{"jitter": {"seed": 1, "up_to": 0}}, {"jitter": {"seed": 2, "up_to": 0}}"#,
        expect!["too_many: faults: 2 are too many; allowed: at most 1 jitter"],
    );
}

#[test]
fn an_unknown_fact_is_answered_with_all_that_are_known() {
    let error = error(r#"{"faults": [{"crash": true, "when": {"fact": "crash"}}]}"#);
    assert_eq!(error.field, "faults[0].when.fact");
    assert!(error.to_string().contains("checkpoint_completed"));
}
