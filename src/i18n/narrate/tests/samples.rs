//! Facts of every kind, and plans of every kind.

use crate::run::Noted;
use crate::sim::fact::{
    AbortReason, Cause, CheckpointKind, Fact, Limit, Nothing, RecordId, Refusal, Restored, RowKey, RowSuffix, TaskId,
};
use crate::sim::id::{Attempt, CheckpointId, FileId, KeyId, Offset, SourceId, Subtask, Time, TransactionId};
use crate::sim::plan::{Plan, Total, TotalOf};
use crate::sim::point::Point;
use crate::sim::scenario::{How, Named, RequestKind, Scenario};
use std::rc::Rc;

const SINKS: &str = r#""sinks": [
    {"kind": "append"}, {"kind": "append", "buffer": 4, "flush": "never"}, {"kind": "upsert"}, {"kind": "increment"},
    {"kind": "two_phase_commit"}, {"kind": "committer"}]"#;
const MORE_SINKS: &str = r#""sinks": [
    {"kind": "write_ahead_log"}, {"kind": "write_ahead_log", "target": "upsert"}, {"kind": "file"},
    {"kind": "two_phase_commit", "readers": "read_uncommitted", "transaction_timeout": 9}]"#;
const RECORDS: &str = r#"[{"t": 1, "key": "a", "value": 10}, {"t": 3, "key": "b", "value": 20},
    {"t": 5, "key": "a", "value": 30}]"#;

fn lanes_of(rest: &str) -> impl Iterator<Item = Plan> + '_ {
    [SINKS, MORE_SINKS].into_iter().flat_map(move |sinks| {
        let text = format!("{{\"format\": 1, {sinks}, {rest}}}");
        let scenario = Scenario::from_json(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        (0..scenario.sinks.len()).map(move |lane| Plan::new(&scenario, lane)).collect::<Vec<_>>()
    })
}

/// The lanes of one plain scenario, with every kind of sink.
pub fn lanes() -> Vec<Plan> {
    lanes_of(&format!(r#""records": {RECORDS}"#)).collect()
}

/// Lanes of several scenarios: with one source, a socket, several sources and subtasks, a story.
pub fn plans() -> Vec<Plan> {
    let rests = [
        format!(r#""records": {RECORDS}"#),
        format!(r#""records": {RECORDS}, "source": {{"kind": "socket"}}"#),
        format!(
            r#""records": {RECORDS}, "faults": [{{"delay_notification": 2, "by": 3}}, {{"lose_reply": "commit"}},
            {{"crash": true, "at": 4, "in_flight": {{"late": 3}}}}]"#
        ),
        format!(r#""records": {RECORDS}, "operator": {{"kind": "pass"}}, "checkpointing": {{"unaligned": true}}"#),
        format!(
            r#""sources": [{{"name": "A", "records": {RECORDS}}}, {{"name": "B", "records": {RECORDS}}}],
            "parallelism": {{"operator": 2, "sink": 2}}, "checkpointing": {{"mode": "at_least_once", "interval": 2}},
            "story": "emit A 2; arm wal.send.mid exception 1; arm committer.retry signal; stop_with_savepoint""#
        ),
    ];
    rests.iter().flat_map(|rest| lanes_of(rest).collect::<Vec<_>>()).collect()
}

/// The same in the first attempt and in a later one.
pub fn in_two_attempts(fact: &Fact) -> [Noted; 2] {
    [0, 1].map(|attempt| Noted { at: Time(8250), attempt: Attempt(attempt), step: 0, fact: fact.clone() })
}

const RECORD: RecordId = RecordId { source: SourceId(0), offset: Offset(2) };
const SOURCE: TaskId = TaskId::Source(SourceId(0));
const OPERATOR: TaskId = TaskId::Operator(Subtask(0));
const TASK: TaskId = TaskId::Sink(Subtask(0));
const CHECKPOINT: CheckpointId = CheckpointId(2);
const TRANSACTION: TransactionId = TransactionId(1);
const FILE: FileId = FileId(0);

fn total(count: u32, sum: i64) -> Total {
    Total { key: KeyId(0), record: RecordId { source: SourceId(0), offset: Offset(count) }, of: TotalOf { count, sum } }
}

/// At least one fact of every kind.
pub fn samples() -> Vec<Fact> {
    [records(), checkpoints(), tables(), batches(), transactions(), files(), job(), story()].concat()
}

/// Failures and exceptions with every cause.
pub fn failures() -> Vec<Fact> {
    let mut facts: Vec<Fact> = causes().map(|cause| Fact::ExceptionSwallowed { task: TASK, cause }).collect();
    for how in [How::Kill, How::Fail] {
        facts.extend(causes().map(|cause| Fact::Crashed { how, task: Some(TASK), cause }));
    }
    facts
}

fn records() -> Vec<Fact> {
    let (source, from) = (SourceId(0), Offset(1));
    vec![
        Fact::RecordRead { record: RECORD, again: false },
        Fact::RecordRead { record: RECORD, again: true },
        Fact::RecordsMissed { source, from, to: Offset(2) },
        Fact::RecordsMissed { source, from, to: Offset(3) },
        Fact::RecordProcessed { task: OPERATOR, record: RECORD, total: total(2, 40) },
        Fact::SourceHeldUp { source },
        Fact::InputEnded { source },
        Fact::SinkFinished { task: TASK },
    ]
}

fn checkpoints() -> Vec<Fact> {
    let checkpoint = CHECKPOINT;
    let source = SourceId(0);
    let kinds = [CheckpointKind::Regular, CheckpointKind::Final, CheckpointKind::Savepoint];
    let reasons = [AbortReason::Declined, AbortReason::TimedOut, AbortReason::Subsumed, AbortReason::StoreAway];
    let mut facts = Vec::from(kinds.map(|kind| Fact::CheckpointTriggered { checkpoint, kind }));
    facts.push(Fact::TriggerSkipped { why: Nothing::NotRunning });
    facts.extend([2, 3].map(|offset| Fact::BarrierSent { source, checkpoint, offset: Offset(offset) }));
    facts.extend([OPERATOR, TASK].map(|task| Fact::AlignmentBegan { task, checkpoint }));
    facts.extend([1, 2].map(|records| Fact::RecordsOvertaken { task: OPERATOR, checkpoint, records }));
    facts.extend([SOURCE, OPERATOR, TASK].map(|task| Fact::SnapshotTaken { task, checkpoint }));
    facts.extend([SOURCE, OPERATOR, TASK].map(|task| Fact::SnapshotAcknowledged { task, checkpoint }));
    facts.push(Fact::AllAcknowledged { checkpoint });
    facts.extend(kinds.map(|kind| Fact::CheckpointCompleted { checkpoint, kind }));
    facts.extend(reasons.map(|why| Fact::CheckpointAborted { checkpoint, why }));
    facts.push(Fact::LateCompletionRefused { checkpoint });
    facts.push(Fact::NotificationSent { checkpoint });
    facts.push(Fact::NotificationLost { checkpoint });
    facts.push(Fact::NotificationDelayed { checkpoint });
    facts.push(Fact::NotificationReceived { task: TASK, checkpoint });
    facts
}

fn nothing() -> [Nothing; 9] {
    [
        Nothing::JobOver,
        Nothing::NotRunning,
        Nothing::NonePending,
        Nothing::TooManyPending,
        Nothing::MinPause,
        Nothing::NothingToNotify,
        Nothing::NothingHeld,
        Nothing::AlreadyThere,
        Nothing::BeyondTheLog,
    ]
}

fn tables() -> Vec<Fact> {
    let suffixes = [RowSuffix::None, RowSuffix::Attempt(Attempt(1)), RowSuffix::Offset(RECORD)];
    let put = |suffix, before: Option<Total>, after, went_back, added| {
        let row = RowKey { key: KeyId(0), suffix };
        Fact::ValuePut { row, before, after, went_back, added }
    };
    let mut facts = vec![
        Fact::RecordBuffered { task: TASK, record: RECORD },
        Fact::RecordAppended { record: RECORD, again: false },
        Fact::RecordAppended { record: RECORD, again: true },
    ];
    facts.extend(suffixes.map(|suffix| put(suffix, None, total(2, 40), false, false)));
    facts.extend(suffixes.map(|suffix| put(suffix, Some(total(2, 40)), total(3, 80), false, false)));
    facts.push(put(RowSuffix::None, Some(total(2, 40)), total(2, 40), false, false));
    facts.push(put(RowSuffix::None, Some(total(3, 80)), total(2, 40), true, false));
    facts.push(put(RowSuffix::None, None, total(1, 10), false, true));
    facts.push(put(RowSuffix::None, Some(total(2, 40)), total(3, 80), false, true));
    facts
}

fn batches() -> Vec<Fact> {
    let (task, checkpoint) = (TASK, CHECKPOINT);
    vec![
        Fact::RecordLogged { task, record: RECORD },
        Fact::BatchSealed { task, checkpoint, records: 1 },
        Fact::BatchSealed { task, checkpoint, records: 2 },
        Fact::BatchSending { task, checkpoint },
        Fact::BatchPutOff { task, checkpoint },
        Fact::BatchMarked { checkpoint },
        Fact::BatchDone { task, checkpoint },
        Fact::BatchDropped { task, checkpoint },
        Fact::ExceptionSwallowed { task, cause: Cause::Refused(Refusal::Away) },
    ]
}

fn refusals() -> [Refusal; 5] {
    let id = TRANSACTION;
    [Refusal::Expired(id), Refusal::Aborted(id), Refusal::AlreadyCommitted(id), Refusal::Fenced, Refusal::Away]
}

pub fn causes() -> impl Iterator<Item = Cause> {
    let points = Point::names().filter_map(|name| Point::parse(&name.replace("@N", "@2")));
    let others = [
        Cause::Asked,
        Cause::RetriesUsedUp,
        Cause::NoReply,
        Cause::UnknownFailure,
        Cause::CheckpointFailures,
        Cause::StoreAway,
    ];
    others.into_iter().chain(refusals().map(Cause::Refused)).chain(points.map(Cause::Armed))
}

fn transactions() -> Vec<Fact> {
    let transaction = TRANSACTION;
    let mut facts = vec![
        Fact::TransactionBegan { transaction: TransactionId(0) },
        Fact::TransactionBegan { transaction: TransactionId(7) },
        Fact::RecordWritten { record: RECORD, transaction },
        Fact::TransactionPrepared { transaction },
        Fact::TransactionCommitted { transaction, records: 0 },
        Fact::TransactionCommitted { transaction, records: 1 },
        Fact::TransactionCommitted { transaction, records: 2 },
        Fact::ReadersBlocked { transaction, records: 1 },
        Fact::ReadersBlocked { transaction, records: 3 },
        Fact::CommittedBefore { transaction },
        Fact::CommittedAgain { transaction, records: 1 },
        Fact::CommittedAgain { transaction, records: 2 },
        Fact::TransactionAborted { transaction },
        Fact::TransactionExpired { transaction },
        Fact::CommitGivenUp { transaction },
        Fact::CommitRetried { transaction },
    ];
    facts.extend(refusals().map(|why| Fact::RequestRefused { why }));
    facts.extend(RequestKind::NAMES.iter().map(|(_, request)| Fact::ReplyLost { request: *request }));
    facts
}

fn files() -> Vec<Fact> {
    let file = FILE;
    vec![
        Fact::FileCreated { file },
        Fact::FileWritten { record: RECORD, file },
        Fact::FilePending { file },
        Fact::FileFinished { file },
        Fact::FileTruncated { file, records: 2 },
    ]
}

fn job() -> Vec<Fact> {
    let restored = |state: &[(KeyId, TotalOf)], channel: &[RecordId]| {
        let (state, channel) = (state.to_vec(), channel.to_vec());
        Rc::new(Restored { offsets: vec![Offset(2)], state, channel })
    };
    let state = [(KeyId(0), total(1, 10).of), (KeyId(1), total(1, 20).of)];
    let running = |checkpoint, restored| Fact::JobRunning { checkpoint, restored };
    let crashed = |how, task, cause| Fact::Crashed { how, task, cause };
    vec![
        Fact::Restoring { checkpoint: None },
        Fact::Restoring { checkpoint: Some(CHECKPOINT) },
        running(None, restored(&[], &[])),
        running(Some(CHECKPOINT), restored(&state, &[])),
        running(Some(CHECKPOINT), restored(&[], &[RECORD])),
        crashed(How::Kill, None, Cause::Asked),
        crashed(How::Fail, None, Cause::Asked),
        crashed(How::Kill, Some(TASK), Cause::Armed(Point::WalSendMid)),
        crashed(How::Fail, Some(TASK), Cause::Armed(Point::WalSendMid)),
        crashed(How::Fail, Some(TASK), Cause::Refused(refusals()[2])),
        crashed(How::Fail, None, Cause::CheckpointFailures),
        Fact::RequestsLost { requests: 1 },
        Fact::RequestsLost { requests: 2 },
        Fact::RequestsHeldUp { requests: 1 },
        Fact::RequestsHeldUp { requests: 2 },
        Fact::LateRequest { attempt: Attempt(0) },
        Fact::RestartScheduled { at: Time(12_000), attempt: Attempt(1) },
        Fact::JobFailed,
        Fact::JobFinished,
        Fact::JobCancelled,
        Fact::LimitReached { limit: Limit::Steps },
        Fact::LimitReached { limit: Limit::Attempts },
    ]
}

fn story() -> Vec<Fact> {
    let mut facts = Vec::from([0, 1, 2, 3, 9].map(|index| Fact::StoryStep { index }));
    facts.extend(nothing().map(|why| Fact::StepSkipped { index: 1, why }));
    facts
}
