//! The table of sinks and faults: every verdict comes from runs, and its example comes to it.

use crate::support::{harm_of, run, stream, FOUR};
use exactly_once_lab::explore::{sometimes, FaultKind, Harm, Verdicts};
use exactly_once_lab::sim::scenario::SinkSpec;

fn table(verdicts: &Verdicts) -> String {
    let mut text = String::new();
    for (row, sink) in verdicts.sinks().iter().enumerate() {
        text += &format!("{}:", sink.kind());
        for (column, kind) in FaultKind::ALL.iter().enumerate() {
            let verdict = verdicts.verdict(row, column).expect("it is complete");
            if verdict.worst != Harm::None {
                let (harmful, runs) = (verdict.harmful, verdict.runs);
                text += &format!(" {} {} ({harmful}/{runs}),", kind.as_str(), verdict.worst.as_str());
            }
        }
        text += "\n";
    }
    text
}

#[test]
fn every_sink_under_every_fault() {
    let mut verdicts = Verdicts::new(&stream(8, FOUR, ""), false).expect("driven by time");
    verdicts.finish();
    expect_test::expect![[r#"
        append: killed duplicates (44/56), killed_requests_lost duplicates (9/11), killed_requests_late duplicates (11/11), thrown duplicates (44/56), checkpoint_declined duplicates (2/2), reply_lost duplicates (8/8), external_away duplicates (36/56), checkpoint_store_away duplicates (37/56),
        upsert: killed went_back (20/56), killed_requests_lost went_back (5/11), killed_requests_late differs (7/11), thrown went_back (20/56), checkpoint_declined went_back (2/2), reply_lost went_back (4/8), external_away went_back (12/56), checkpoint_store_away went_back (37/56),
        write_ahead_log: killed duplicates (16/57), killed_requests_lost duplicates (8/14), killed_requests_late duplicates (8/14), thrown duplicates (16/57), reply_lost loss (7/10), external_away loss (27/57),
        two_phase_commit: killed blocked (32/64), killed_requests_lost blocked (7/16), killed_requests_late blocked (7/16), thrown blocked (2/64), checkpoint_declined blocked (1/3), transaction_expired stuck (2/2), external_away blocked (28/64), checkpoint_store_away blocked (21/64),
        increment: killed duplicates (44/56), killed_requests_lost duplicates (9/11), killed_requests_late duplicates (11/11), thrown duplicates (44/56), checkpoint_declined duplicates (2/2), reply_lost duplicates (8/8), external_away duplicates (36/56), checkpoint_store_away duplicates (37/56),
        committer: killed blocked (55/67), killed_requests_lost blocked (13/17), killed_requests_late blocked (13/17), thrown blocked (3/67), checkpoint_declined blocked (2/3), transaction_expired stuck (2/3), external_away blocked (48/67), checkpoint_store_away blocked (41/67),
        file:
    "#]].assert_eq(&table(&verdicts));
    for row in 0..verdicts.sinks().len() {
        for column in 0..FaultKind::ALL.len() {
            let example = verdicts.example(row, column).expect("it is complete");
            let verdict = verdicts.verdict(row, column).expect("it is complete");
            assert_eq!(harm_of(&run(&example, 0)), verdict.worst, "{}", example.to_json());
        }
    }
}

#[test]
fn a_crash_more_brings_out_what_a_fault_alone_does_not() {
    let mut alone = Verdicts::new(&stream(5, r#"{"kind":"upsert"}"#, ""), false).expect("driven by time");
    let mut both = Verdicts::new(&stream(5, r#"{"kind":"upsert"}"#, ""), true).expect("driven by time");
    alone.finish();
    both.finish();
    for row in 0..both.sinks().len() {
        for column in 0..FaultKind::ALL.len() {
            let (less, more) = (alone.verdict(row, column).expect("done"), both.verdict(row, column).expect("done"));
            assert!(more.runs > less.runs || less.places == 0, "{row} {column}");
            let example = both.example(row, column).expect("it is complete");
            assert_eq!(harm_of(&run(&example, 0)), more.worst, "{}", example.to_json());
        }
        // What a crash alone does is what the sink promises to do sometimes.
        let worst = both.verdict(row, 0).expect("done").worst;
        assert!(worst == Harm::None || sometimes(both.sinks()[row]).contains(&worst));
    }
    expect_test::expect![[r#"
        upsert: nothing went_back (16/39), killed went_back (167/270), killed_requests_lost went_back (97/155), killed_requests_late went_back (119/162), thrown went_back (167/270), checkpoint_declined went_back (68/96), notification_lost went_back (32/81), notification_late went_back (32/77), reply_lost went_back (155/227), external_away went_back (230/495), checkpoint_store_away went_back (377/544), surge went_back (10/21), jitter went_back (219/556),
        append: nothing duplicates (28/39), killed duplicates (229/270), killed_requests_lost duplicates (133/155), killed_requests_late duplicates (152/162), thrown duplicates (229/270), checkpoint_declined duplicates (80/96), notification_lost duplicates (56/81), notification_late duplicates (56/77), reply_lost duplicates (227/227), external_away duplicates (410/495), checkpoint_store_away duplicates (461/544), surge duplicates (14/21), jitter duplicates (367/556),
        increment: nothing duplicates (28/39), killed duplicates (229/270), killed_requests_lost duplicates (133/155), killed_requests_late duplicates (152/162), thrown duplicates (229/270), checkpoint_declined duplicates (80/96), notification_lost duplicates (56/81), notification_late duplicates (56/77), reply_lost duplicates (227/227), external_away duplicates (410/495), checkpoint_store_away duplicates (461/544), surge duplicates (14/21), jitter duplicates (367/556),
        write_ahead_log: nothing duplicates (11/43), killed duplicates (160/327), killed_requests_lost duplicates (164/221), killed_requests_late duplicates (167/218), thrown duplicates (160/327), checkpoint_declined duplicates (22/100), notification_lost duplicates (22/89), notification_late duplicates (22/85), reply_lost duplicates_and_loss (252/303), external_away loss (244/490), checkpoint_store_away duplicates (132/580), surge duplicates (11/32), jitter duplicates (192/590),
        two_phase_commit: nothing blocked (32/51), killed blocked (265/359), killed_requests_lost blocked (250/346), killed_requests_late blocked (259/358), thrown blocked (166/359), checkpoint_declined blocked (96/128), notification_lost blocked (64/105), notification_late blocked (64/101), reply_lost blocked (372/628), transaction_expired stuck (475/491), external_away blocked (464/637), checkpoint_store_away blocked (512/692), surge blocked (16/26), jitter blocked (418/691),
        committer: nothing blocked (32/53), killed blocked (252/371), killed_requests_lost blocked (234/355), killed_requests_late blocked (242/366), thrown blocked (170/371), checkpoint_declined blocked (98/132), notification_lost blocked (64/115), notification_late blocked (64/105), reply_lost blocked (438/695), transaction_expired stuck (475/493), external_away blocked (476/659), checkpoint_store_away blocked (554/729), surge blocked (18/28), jitter blocked (418/715),
        file:
    "#]].assert_eq(&table(&both));
}

#[test]
fn sinks_of_the_scenario_come_first_and_no_kind_is_missing() {
    let own = r#"{"kind":"file","roll":"default"},{"kind":"append","buffer":3},{"kind":"append"}"#;
    let verdicts = Verdicts::new(&stream(2, own, ""), false).expect("driven by time");
    let kinds: Vec<&str> = verdicts.sinks().iter().map(SinkSpec::kind).collect();
    assert_eq!(
        kinds,
        ["file", "append", "append", "upsert", "increment", "write_ahead_log", "two_phase_commit", "committer"]
    );
}

#[test]
fn bits_make_the_same_table() {
    let scenario = stream(2, r#"{"kind":"write_ahead_log"}"#, "");
    let mut whole = Verdicts::new(&scenario, true).expect("driven by time");
    whole.finish();
    let mut bits = Verdicts::new(&scenario, true).expect("driven by time");
    let mut rounds = 0;
    while !bits.advance(5) {
        rounds += 1;
        assert!(bits.per_mille() < 1_000 && !bits.is_done());
    }
    assert!(rounds > 50);
    assert_eq!(table(&bits), table(&whole));
}
