//! Links have room for so many records. A slow sink makes the source wait, and barriers wait with the records.

use crate::support::{completed, first, run, times, verdict};
use exactly_once_lab::run::{Run, Verdict};
use exactly_once_lab::sim::fact::Fact;
use exactly_once_lab::sim::id::Time;
use exactly_once_lab::sim::job::CHANNEL_CAPACITY;
use serde_json::{json, Value};

/// One hundred records within a second; the outside takes 0.4 s for each.
fn crowded(checkpointing: Value, faults: Value) -> Run {
    let records: Value = (0..100).map(|i| json!({"t": f64::from(i) / 100.0, "key": "a", "value": 1})).collect();
    run(json!({"records": records, "sinks": [{"kind": "append"}], "timing": {"request": 0.2, "process": 0.01},
               "checkpointing": checkpointing, "faults": faults}))
}

fn took(run: &Run) -> Time {
    first(run, completed(1)).since(first(run, |fact| matches!(fact, Fact::CheckpointTriggered { .. })))
}

fn read(fact: &Fact) -> bool {
    matches!(fact, Fact::RecordRead { .. })
}

#[test]
fn a_slow_sink_makes_the_source_wait_and_nothing_is_lost() {
    let run = crowded(json!({}), json!([]));
    assert_eq!(verdict(&run), Verdict::ExactlyOnce);
    let (read, written) = (times(&run, read), times(&run, |fact| matches!(fact, Fact::RecordAppended { .. })));
    assert_eq!((read.len(), written.len()), (100, 100));
    // The source reads at the pace of the sink: the last record long after it was due.
    assert!(*read.last().expect("a record") > Time(20_000));
    // What it is ahead of the sink is what the links hold, and what the tasks have in hand.
    let ahead = 2 * CHANNEL_CAPACITY as usize + 3;
    for (index, at) in read.iter().enumerate() {
        let done = written.partition_point(|w| w <= at);
        assert!(index + 1 - done <= ahead, "{index} read, {done} written");
    }
    assert!((0..100).any(|i| i + 1 - written.partition_point(|w| *w <= read[i]) >= 2 * CHANNEL_CAPACITY as usize));
}

#[test]
fn that_the_source_waits_is_told_once_until_it_has_caught_up() {
    let run = crowded(json!({"at": [4]}), json!([]));
    assert_eq!(times(&run, |fact| matches!(fact, Fact::SourceHeldUp { .. })).len(), 1);
}

#[test]
fn a_barrier_waits_behind_the_records_when_aligned_and_overtakes_them_when_not() {
    let aligned = crowded(json!({"at": [2]}), json!([]));
    let unaligned = crowded(json!({"at": [2], "unaligned": true}), json!([]));
    // 32 records at 0.4 s each stand before the barrier.
    assert!(took(&aligned) > Time(10_000), "{}", took(&aligned));
    assert!(took(&unaligned) < Time(2_000), "{}", took(&unaligned));
    let overtaken = |fact: &Fact| matches!(fact, Fact::RecordsOvertaken { .. });
    assert!(times(&aligned, overtaken).is_empty() && !times(&unaligned, overtaken).is_empty());
}

#[test]
fn what_was_saved_in_flight_is_there_after_a_crash() {
    let run = crowded(json!({"at": [2], "unaligned": true}), json!([{"crash": true, "at": 5}]));
    let restored = run.facts.iter().find_map(|noted| match &noted.fact {
        Fact::JobRunning { checkpoint: Some(_), restored } => Some(restored.clone()),
        _ => None,
    });
    assert!(restored.expect("a restart").channel.len() >= CHANNEL_CAPACITY as usize);
    // Appending is at-least-once; the state counts each record once.
    assert_eq!(verdict(&run), Verdict::Duplicates);
    let last = run.facts.iter().rev().find_map(|noted| match &noted.fact {
        Fact::RecordProcessed { total, .. } => Some(total.of.count),
        _ => None,
    });
    assert_eq!(last, Some(100));
}

#[test]
fn under_back_pressure_an_aligned_checkpoint_may_time_out() {
    let run = crowded(json!({"at": [2], "timeout": 5, "tolerable_failures": 9}), json!([]));
    assert_eq!(times(&run, |fact| matches!(fact, Fact::CheckpointAborted { .. })).len(), 1);
    assert_eq!(verdict(&run), Verdict::ExactlyOnce);
}

#[test]
fn a_surge_is_taken_at_the_pace_of_the_sink() {
    let scenario = |faults: Value| {
        run(json!({"records": crate::support::records(&["a", "b"], 40), "sinks": [{"kind": "two_phase_commit"}],
                   "timing": "slow_sink", "checkpointing": {"interval": 10}, "faults": faults}))
    };
    let surge = scenario(json!([{"surge": {"from": 1, "to": 40, "factor": 20}}]));
    assert_eq!(verdict(&surge), Verdict::ExactlyOnce);
    let last = |run: &Run| *times(run, read).last().expect("a record");
    // 40 records in 2 s, and 1.8 s for each.
    assert!(last(&surge) > Time(10_000));
}
