//! The story language.

use super::{parse, parse_spanned, print, spans, Arm, ArmKind, Step, SYNTAX};
use crate::sim::id::{CheckpointId, Offset, SourceId, Time};
use crate::sim::point::Point;
use crate::sim::scenario::limits::MAX_STORY_STEPS;
use crate::sim::scenario::{Expire, OutageOf, RequestKind, SourceLog};
use expect_test::{expect, Expect};

fn two_sources() -> Vec<SourceLog> {
    ["A", "emit"].map(|name| SourceLog { name: name.to_string(), records: Vec::new() }).to_vec()
}

fn check(story: &str, sentence: Expect) {
    let error = parse(story, &[], false).expect_err(story);
    sentence.assert_eq(&error.to_string());
}

fn check_named(story: &str, sentence: Expect) {
    let error = parse(story, &two_sources(), true).expect_err(story);
    sentence.assert_eq(&error.to_string());
}

#[test]
fn every_step_is_read() {
    let story = "emit 3; barrier; complete; complete 2; notify; checkpoint; abort; abort 3; fail; crash; \
                 arm wal.send.mid exception 1; arm sink.after@5 error 0 2; arm committer.retry signal; expire; \
                 expire all; notify 2; lose_notification; lose_notification 1; hold commit; hold write 3; release; \
                 lose_reply append 2; away external; back checkpoint_store; finish; end; complete_final; cancel; stop_with_savepoint; wait 250";
    let arm = |point, kind, skip, times| Step::Arm(Arm { point, kind, skip, times });
    let steps = [
        Step::Emit(SourceId(0), Offset(3)),
        Step::Barrier(None),
        Step::Complete(None),
        Step::Complete(Some(CheckpointId(2))),
        Step::Notify(None),
        Step::Checkpoint,
        Step::Abort(None),
        Step::Abort(Some(CheckpointId(3))),
        Step::Fail,
        Step::Crash,
        arm(Point::WalSendMid, ArmKind::Exception, 1, 1),
        arm(Point::SinkAfter(Offset(5)), ArmKind::Error, 0, 2),
        arm(Point::CommitterRetry, ArmKind::Signal, 0, 1),
        Step::Expire(Expire::Prepared),
        Step::Expire(Expire::All),
        Step::Notify(Some(CheckpointId(2))),
        Step::LoseNotification(None),
        Step::LoseNotification(Some(CheckpointId(1))),
        Step::Hold(RequestKind::Commit, 1),
        Step::Hold(RequestKind::Write, 3),
        Step::Release,
        Step::LoseReply(RequestKind::Append, 2),
        Step::Away(OutageOf::External),
        Step::Back(OutageOf::CheckpointStore),
        Step::Finish,
        Step::End,
        Step::CompleteFinal,
        Step::Cancel,
        Step::StopWithSavepoint,
        Step::Wait(Time(250)),
    ];
    assert_eq!(parse(story, &[], false).as_deref(), Ok(&steps[..]));
    assert_eq!(print(&steps, &[], false), story);
}

#[test]
fn sources_are_named_where_there_are_several() {
    // A source may have the name of a step.
    let story = "emit A 2; emit emit 3; barrier emit; barrier";
    let steps = [
        Step::Emit(SourceId(0), Offset(2)),
        Step::Emit(SourceId(1), Offset(3)),
        Step::Barrier(Some(SourceId(1))),
        Step::Barrier(None),
    ];
    assert_eq!(parse(story, &two_sources(), true).as_deref(), Ok(&steps[..]));
    assert_eq!(print(&steps, &two_sources(), true), story);
}

#[test]
fn white_space_and_empty_steps_mean_nothing() {
    let steps = [Step::Emit(SourceId(0), Offset(3)), Step::Crash];
    for story in ["emit 3;crash", " emit\t3 ;;\n crash; ", ";emit 003;crash;;"] {
        assert_eq!(parse(story, &[], false).as_deref(), Ok(&steps[..]), "{story:?}");
    }
    assert_eq!(parse(" ; \n", &[], false), Ok(Vec::new()));
}

#[test]
fn every_step_has_its_place_in_the_text() {
    let story = "emit 3 ;;\n  é; crash";
    let texts: Vec<&str> = spans(story).map(|span| span.of(story)).collect();
    assert_eq!(texts, ["emit 3", "é", "crash"]);
    // A span of another text does no harm.
    assert_eq!(spans(story).nth(1).map(|span| span.of("é")), Some(""));

    let story = " emit 3;; crash";
    let steps = parse_spanned(story, &[], false).expect("a story");
    let texts: Vec<&str> = steps.iter().map(|(_, span)| span.of(story)).collect();
    assert_eq!(texts, ["emit 3", "crash"]);
}

#[test]
fn what_is_no_step_is_told_with_what_would_be() {
    check(
        "explode",
        expect![[
            r#"story[0]: "explode" is not a step; allowed: in place of explode: emit, barrier, complete, notify, lose_notification, checkpoint, abort, fail, crash, arm, expire, hold, release, lose_reply, away, back, finish, end, complete_final, cancel, stop_with_savepoint, wait"#
        ]],
    );
    check(
        "Crash",
        expect![[
            r#"story[0]: "Crash" is not a step; allowed: in place of Crash: emit, barrier, complete, notify, lose_notification, checkpoint, abort, fail, crash, arm, expire, hold, release, lose_reply, away, back, finish, end, complete_final, cancel, stop_with_savepoint, wait"#
        ]],
    );
    check("finish; crash now", expect![[r#"story[1]: "crash now" is not a step; allowed: crash"#]]);
    check("hold", expect![[r#"story[0]: "hold" is not a step; allowed: hold REQUEST [NTH]"#]]);
    check(
        "hold select",
        expect![[
            r#"story[0]: "hold select" is not a step; allowed: in place of select: append, put, add, mark, begin, write, prepare, commit, abort"#
        ]],
    );
    check(
        "lose_reply commit 0",
        expect![[
            r#"story[0]: "lose_reply commit 0" is not a step; allowed: in place of 0: a whole number from 1 to 10000"#
        ]],
    );
    check("away", expect![[r#"story[0]: "away" is not a step; allowed: away WHAT"#]]);
    check(
        "back moon",
        expect![[r#"story[0]: "back moon" is not a step; allowed: in place of moon: external, checkpoint_store"#]],
    );
    check("release commit", expect![[r#"story[0]: "release commit" is not a step; allowed: release"#]]);
    check("emit", expect![[r#"story[0]: "emit" is not a step; allowed: emit N"#]]);
    check("emit 1 2", expect![[r#"story[0]: "emit 1 2" is not a step; allowed: emit N"#]]);
    check(
        "emit +1",
        expect![[r#"story[0]: "emit +1" is not a step; allowed: in place of +1: a whole number from 0 to 4294967295"#]],
    );
    check(
        "emit -1",
        expect![[r#"story[0]: "emit -1" is not a step; allowed: in place of -1: a whole number from 0 to 4294967295"#]],
    );
    check(
        "emit 4294967296",
        expect![[
            r#"story[0]: "emit 4294967296" is not a step; allowed: in place of 4294967296: a whole number from 0 to 4294967295"#
        ]],
    );
    check(
        "emit A 1",
        expect![[r#"story[0]: "emit A 1" is not a step; allowed: in place of A: a whole number from 0 to 4294967295"#]],
    );
    check("barrier A", expect![[r#"story[0]: "barrier A" is not a step; allowed: barrier"#]]);
}

#[test]
fn a_word_that_is_wrong_is_told_with_what_may_stand_there() {
    check(
        "complete 0",
        expect![[
            r#"story[0]: "complete 0" is not a step; allowed: in place of 0: a whole number from 1 to 4294967295"#
        ]],
    );
    check("expire some", expect![[r#"story[0]: "expire some" is not a step; allowed: expire [all]"#]]);
    check("wait", expect![[r#"story[0]: "wait" is not a step; allowed: wait MS"#]]);
    check(
        "wait 0",
        expect![[r#"story[0]: "wait 0" is not a step; allowed: in place of 0: a whole number from 1 to 3600000"#]],
    );
    check(
        "wait 3600001",
        expect![[
            r#"story[0]: "wait 3600001" is not a step; allowed: in place of 3600001: a whole number from 1 to 3600000"#
        ]],
    );
}

#[test]
fn an_armed_point_needs_a_kind_that_it_can_take() {
    check("arm", expect![[r#"story[0]: "arm" is not a step; allowed: arm POINT KIND [SKIP] [TIMES]"#]]);
    check(
        "arm 2pc.begin",
        expect![[r#"story[0]: "arm 2pc.begin" is not a step; allowed: arm POINT KIND [SKIP] [TIMES]"#]],
    );
    check(
        "arm 2pc.begin signal",
        expect![[r#"story[0]: "arm 2pc.begin signal" is not a step; allowed: in place of signal: exception, error"#]],
    );
    check(
        "arm committer.already signal 1 2 3",
        expect![[
            r#"story[0]: "arm committer.already signal 1 2 3" is not a step; allowed: arm POINT KIND [SKIP] [TIMES]"#
        ]],
    );
    check(
        "arm committer.already siren",
        expect![[
            r#"story[0]: "arm committer.already siren" is not a step; allowed: in place of siren: exception, error, signal"#
        ]],
    );
    check(
        "arm 2pc.begin error 10001",
        expect![[
            r#"story[0]: "arm 2pc.begin error 10001" is not a step; allowed: in place of 10001: a whole number from 0 to 10000"#
        ]],
    );
    check(
        "arm 2pc.begin error 0 0",
        expect![[
            r#"story[0]: "arm 2pc.begin error 0 0" is not a step; allowed: in place of 0: a whole number from 1 to 10000"#
        ]],
    );
    check(
        "arm sink.before error",
        expect![[
            r#"story[0]: "arm sink.before error" is not a step; allowed: in place of sink.before: source.before@N, count.before@N, sink.before@N, sink.after@N, sink.snapshot, 2pc.begin, 2pc.precommit.before, 2pc.precommit.after, 2pc.commit.before, 2pc.commit.after, 2pc.recover.before, 2pc.recover.after, committer.flush, committer.precommit.before, committer.precommit.after, committer.commit.before, committer.commit.after, committer.known_failure, committer.unknown_failure, committer.retry, committer.already, wal.send.before, wal.send.mid, wal.send.after, wal.send.false_before, wal.send.false_after, wal.commit.before, wal.commit.after, wal.iscommitted"#
        ]],
    );
}

#[test]
fn named_sources_have_to_be_named() {
    check_named("emit 3", expect![[r#"story[0]: "emit 3" is not a step; allowed: in place of 3: A, emit"#]]);
    check_named("emit B 3", expect![[r#"story[0]: "emit B 3" is not a step; allowed: in place of B: A, emit"#]]);
    check_named("emit A", expect![[r#"story[0]: "emit A" is not a step; allowed: emit SOURCE N"#]]);
    check_named("barrier B", expect![[r#"story[0]: "barrier B" is not a step; allowed: in place of B: A, emit"#]]);
    check_named("barrier A 1", expect![[r#"story[0]: "barrier A 1" is not a step; allowed: barrier [SOURCE]"#]]);
}

#[test]
fn a_story_has_an_end() {
    let steps = |n| vec!["crash"; n].join(";");
    assert!(parse(&steps(MAX_STORY_STEPS), &[], false).is_ok());
    check(&steps(MAX_STORY_STEPS + 1), expect!["story: 501 are too many; allowed: at most 500 steps"]);
}

#[test]
fn every_form_begins_with_its_name() {
    for (name, syntax) in SYNTAX {
        assert_eq!(syntax.split(' ').next(), Some(name));
    }
}
