//! Table A: at-least-once append.

use crate::support::told::Told;
use serde_json::json;

#[test]
fn a1_a_record_held_in_the_buffer_is_replayed() {
    let told = Told::story(json!({"kind": "append", "buffer": 4}), "emit 3; checkpoint; emit 5; crash; finish");
    told.is_exactly_once();
}

#[test]
fn a2_some_of_the_epoch_sent_gives_duplicates_of_exactly_these() {
    let told = Told::story(json!({"kind": "append"}), "emit 3; checkpoint; emit 5; crash; finish");
    assert_eq!((told.duplicates(), told.missing()), (vec![3, 4], vec![]));
}

#[test]
fn a3_a_flushed_epoch_whose_checkpoint_is_not_complete_comes_twice_with_what_was_sent_behind_the_barrier() {
    let told = Told::story(json!({"kind": "append"}), "emit 3; checkpoint; emit 5; barrier; emit 7; crash; finish");
    assert_eq!((told.duplicates(), told.missing()), (vec![3, 4, 5, 6], vec![]));
}

#[test]
fn a4_after_completion_only_what_was_sent_behind_the_barrier_comes_twice() {
    let told = Told::story(json!({"kind": "append"}), "emit 3; barrier; emit 5; complete; crash; finish");
    assert_eq!((told.duplicates(), told.missing()), (vec![3, 4], vec![]));
}

#[test]
fn a5_without_a_flush_at_the_barrier_a_completed_checkpoint_loses_the_unsent() {
    let sink = json!({"kind": "append", "buffer": 4, "flush": "never"});
    let told = Told::story(sink, "emit 3; checkpoint; crash; finish");
    assert_eq!((told.duplicates(), told.missing(), told.verdict()), (vec![], vec![0, 1, 2], "loss"));
}

#[test]
fn a6_without_any_guarantee_both_loss_and_duplicates_are_possible() {
    let sink = json!({"kind": "append", "buffer": 2, "flush": "never"});
    let told = Told::story(sink, "emit 1; checkpoint; crash; emit 3; crash; finish");
    assert_eq!((told.duplicates(), told.missing(), told.verdict()), (vec![1, 2], vec![0], "duplicates_and_loss"));
}
