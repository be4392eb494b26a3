//! Table C: the write-ahead log.

use crate::support::told::Told;
use serde_json::{json, Value};

fn log() -> Value {
    json!({"kind": "write_ahead_log"})
}

/// Three records are sealed and their checkpoint is complete; something is armed before the sink hears of it.
fn armed(sink: Value, arm: &str) -> Told {
    Told::story(sink, &format!("emit 3; barrier; complete; arm {arm}; notify; emit 6; checkpoint; finish"))
}

#[test]
fn w1_while_it_buffers_a_crash_does_no_harm() {
    Told::story(log(), "emit 3; crash; finish").is_exactly_once();
}

#[test]
fn w2_snapshotted_but_not_complete_nothing_is_sent_and_a_crash_does_no_harm() {
    let told = Told::story(log(), "emit 3; barrier; crash; cancel");
    assert_eq!(told.visible(), Vec::<u64>::new());
    Told::story(log(), "emit 3; barrier; crash; finish").is_exactly_once();
}

#[test]
fn w3_complete_but_not_notified_waits_for_the_first_checkpoint_after_the_restart() {
    let told = Told::story(log(), "emit 3; barrier; complete; crash; emit 5; checkpoint; finish");
    told.is_exactly_once();
    assert!(told.line("record_appended record=0") > told.line("notification_received task=sink checkpoint=2"));
    let told = Told::story(log(), "emit 3; barrier; complete; crash; cancel");
    assert_eq!(told.missing(), [0, 1, 2]);
}

#[test]
fn w4_some_values_sent_come_twice() {
    for sent in 0..3 {
        let told = armed(log(), &format!("wal.send.mid error {sent}"));
        assert_eq!((told.duplicates(), told.missing()), ((0..sent).collect(), vec![]));
    }
}

#[test]
fn w5_all_sent_but_not_marked_the_batch_comes_twice() {
    let told = armed(log(), "wal.commit.before error");
    assert_eq!((told.duplicates(), told.missing(), told.attempts()), (vec![0, 1, 2], vec![], 2));
}

#[test]
fn w6_once_marked_the_restored_batch_is_dropped() {
    let told = armed(log(), "wal.commit.after error");
    told.is_exactly_once();
    assert!(told.has("batch_dropped"));
}

#[test]
fn w7_when_sending_returns_false_the_batch_goes_out_later_and_what_was_sent_comes_twice() {
    let told = armed(log(), "wal.send.false_before signal");
    told.is_exactly_once();
    assert_eq!(told.attempts(), 1);
    let told = armed(log(), "wal.send.false_after signal");
    assert_eq!((told.duplicates(), told.missing(), told.attempts()), (vec![0, 1, 2], vec![], 1));
}

#[test]
fn w8_an_exception_makes_later_batches_wait_too_and_the_job_lives() {
    // Struck at both notifications: the second batch is not sent though nothing is wrong with it.
    let story = "emit 3; barrier; complete; emit 5; barrier; complete; arm wal.send.before exception 0 2; notify";
    let told = Told::story(log(), &format!("{story}; cancel"));
    assert_eq!(told.visible(), Vec::<u64>::new());
    let told = Told::story(log(), &format!("{story}; checkpoint; finish"));
    told.is_exactly_once();
    assert_eq!((told.visible(), told.attempts()), ((0..10).collect(), 1));
}

#[test]
fn w9_when_marking_throws_the_batch_comes_twice_without_any_crash() {
    let told = armed(log(), "wal.commit.before exception");
    assert_eq!((told.duplicates(), told.missing(), told.attempts()), (vec![0, 1, 2], vec![], 1));
}

#[test]
fn w12_a_batch_that_was_overtaken_is_not_lost_where_the_commit_table_holds_exact_numbers() {
    let story = "emit 3; barrier; abort; emit 5; barrier; complete; arm wal.send.false_before signal; notify; \
                 emit 7; checkpoint; finish";
    let told = Told::story(log(), story);
    told.is_exactly_once();
    assert_eq!(told.visible()[..5], [3, 4, 0, 1, 2]);
}

#[test]
fn w4_w5_w9_a_target_that_takes_a_value_twice_as_once_ends_right() {
    for arm in ["wal.send.mid error 2", "wal.commit.before error", "wal.commit.before exception"] {
        armed(json!({"kind": "write_ahead_log", "target": "upsert"}), arm).is_exactly_once();
    }
}
