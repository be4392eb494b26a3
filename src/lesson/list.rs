//! The lessons: which scenario, which moments, what is asked.

use super::question::Question::{
    Again, Back, Blocked, Copies, Count, Counted, Finishes, Happens, Lanes, Lost, Offset, Reads, Restored, Rows,
    Transaction, Twice, Value, Verdict as Ends, Visible, WaitsFor,
};
use super::{Answer, Ask, Form, Lesson, Question, Scene, Step, When, END, START};
use crate::run::Verdict;
use crate::sim::external::transactional::TransactionState as State;
use crate::sim::fact::FactName as F;

const fn preset(preset: &'static str) -> Scene {
    Scene { preset, with: "" }
}

const fn scene(preset: &'static str, with: &'static str) -> Scene {
    Scene { preset, with }
}

/// A step that only shows.
const fn show(scene: u8, lane: u8, at: When) -> Step {
    Step { scene, at, lane, ask: None }
}

/// A step that asks.
const fn ask(scene: u8, lane: u8, at: When, about: Question<'static>, form: Form, then: When) -> Step {
    Step { scene, at, lane, ask: Some(Ask { about, form, then, beliefs: &[] }) }
}

impl Step {
    const fn tests(self, beliefs: &'static [u8]) -> Step {
        match self.ask {
            Some(ask) => Step { ask: Some(Ask { beliefs, ..ask }), ..self },
            None => self,
        }
    }
}

const fn on(name: F) -> When {
    When::fact(name)
}

const YES_OR_NO: Form = Form::Choice(&[Answer::Yes(true), Answer::Yes(false)]);
const ENDS: Form = Form::Choice(&[
    Answer::Verdict(Verdict::ExactlyOnce),
    Answer::Verdict(Verdict::Duplicates),
    Answer::Verdict(Verdict::Loss),
]);
/// When held-back output becomes readable: at once, with the snapshot, or after the news of completion.
const WHEN_READABLE: &[F] = &[F::RecordWritten, F::TransactionPrepared, F::NotificationReceived];
const READABLE: Form = Form::Choice(&[
    Answer::Fact(F::RecordWritten),
    Answer::Fact(F::TransactionPrepared),
    Answer::Fact(F::NotificationReceived),
]);
/// The first restart.
const BACK: When = on(F::JobRunning).attempt(1);

/// Every lesson, in the order in which they are offered.
pub const LESSONS: &[Lesson] = &[
    Lesson {
        id: "first",
        scenes: &[preset("running-example"), preset("mid-flush")],
        steps: &[
            show(0, 0, START),
            show(0, 0, on(F::RecordAppended)),
            show(0, 0, on(F::CheckpointCompleted)),
            ask(
                0,
                0,
                on(F::Crashed).before(),
                Offset(1),
                Form::Choice(&[Answer::Number(0), Answer::Number(2), Answer::Number(4)]),
                on(F::Crashed),
            ),
            ask(0, 0, BACK.before(), Again(0), Form::Records, on(F::RecordRead).record(3).nth(2)).tests(&[1]),
            ask(
                0,
                0,
                on(F::RecordProcessed).record(2).nth(2).before(),
                Counted("a"),
                Form::Number,
                on(F::RecordProcessed).record(3).nth(2),
            )
            .tests(&[1]),
            ask(
                0,
                0,
                on(F::RecordAppended).record(2).nth(2).before(),
                Twice(0),
                Form::Records,
                on(F::RecordAppended).record(3).nth(2),
            )
            .tests(&[2]),
            show(0, 1, on(F::ValuePut).of(1).record(2).nth(2)),
            ask(
                0,
                3,
                on(F::RecordWritten).of(3).record(3).nth(2),
                WaitsFor(3, 2, WHEN_READABLE),
                READABLE,
                on(F::TransactionCommitted).of(3).nth(2),
            )
            .tests(&[4]),
            show(0, 0, END),
            ask(
                1,
                2,
                on(F::Crashed).of(2).before(),
                Lanes(Verdict::Duplicates),
                Form::Choice(&[Answer::Lanes(0b0001), Answer::Lanes(0b0101), Answer::Lanes(0b0100), Answer::Lanes(0)]),
                END,
            )
            .tests(&[13]),
            show(1, 2, END),
        ],
    },
    Lesson {
        id: "failure",
        scenes: &[
            preset("no-crash"),
            preset("surge"),
            preset("crash-before-checkpoint"),
            preset("completed-not-notified"),
        ],
        steps: &[
            show(0, 0, END),
            show(1, 0, on(F::Crashed)),
            ask(
                2,
                0,
                on(F::Crashed).before(),
                Restored(1),
                Form::Choice(&[Answer::Number(1), Answer::Number(0)]),
                BACK,
            ),
            ask(3, 0, on(F::AllAcknowledged), Restored(1), Form::Choice(&[Answer::Number(1), Answer::Number(0)]), BACK),
            show(0, 0, on(F::RecordProcessed).record(3)),
        ],
    },
    Lesson {
        id: "checkpoint",
        scenes: &[preset("running-example")],
        steps: &[
            show(0, 0, on(F::BarrierSent)),
            show(0, 0, on(F::SnapshotTaken).nth(2)),
            show(0, 0, on(F::AllAcknowledged)),
            show(0, 0, on(F::CheckpointCompleted)),
            ask(0, 0, BACK.before(), Offset(1), Form::Choice(&[Answer::Number(4), Answer::Number(2)]), BACK)
                .tests(&[20]),
            show(0, 0, BACK),
        ],
    },
    Lesson {
        id: "replay",
        scenes: &[preset("running-example")],
        steps: &[
            show(0, 0, on(F::Crashed)),
            ask(0, 0, BACK.before(), Reads(2), Form::Number, on(F::RecordRead).record(2).nth(2)).tests(&[1]),
            ask(0, 0, on(F::RecordRead).record(2).nth(2), Reads(4), Form::Number, on(F::RecordProcessed).record(4)),
            show(0, 0, on(F::RecordProcessed).record(3).nth(2)),
            show(0, 0, END),
        ],
    },
    Lesson {
        id: "outside",
        scenes: &[preset("running-example"), preset("key-with-current-time")],
        steps: &[
            show(0, 0, on(F::Crashed)),
            ask(0, 0, BACK, Copies(0, 2), Form::Number, on(F::RecordAppended).record(2).nth(2)).tests(&[2]),
            ask(0, 0, on(F::RecordAppended).record(2).nth(2), Copies(0, 3), Form::Number, END).tests(&[19]),
            ask(1, 3, on(F::Crashed).of(3), Value(3, "a"), Form::Number, END).tests(&[2]),
            show(1, 0, END),
        ],
    },
    Lesson {
        id: "both-ends",
        scenes: &[preset("socket-source"), preset("running-example")],
        steps: &[
            show(0, 3, on(F::RecordProcessed).of(3).record(3)),
            ask(0, 3, on(F::Crashed).of(3).before(), Ends(3), ENDS, END).tests(&[15, 24]),
            ask(0, 3, on(F::JobRunning).of(3).attempt(1), Lost(3), Form::Records, END).tests(&[15]),
            show(0, 0, END),
            show(1, 3, END),
        ],
    },
    Lesson {
        id: "idempotent",
        scenes: &[preset("key-with-current-time")],
        steps: &[
            show(0, 0, on(F::ValuePut).record(3)),
            ask(
                0,
                0,
                on(F::Crashed).before(),
                Lanes(Verdict::ExactlyOnce),
                Form::Choice(&[
                    Answer::Lanes(0b1111),
                    Answer::Lanes(0b0111),
                    Answer::Lanes(0b0101),
                    Answer::Lanes(0b0001),
                ]),
                END,
            )
            .tests(&[12]),
            ask(0, 1, on(F::JobRunning).of(1).attempt(1), Rows(1), Form::Number, END).tests(&[12]),
            show(0, 2, END),
            show(0, 3, END),
        ],
    },
    Lesson {
        id: "back-in-time",
        scenes: &[preset("back-in-time")],
        steps: &[
            show(0, 0, on(F::Crashed)),
            ask(
                0,
                0,
                on(F::ValuePut).record(2).nth(2).before(),
                Value(0, "a"),
                Form::Number,
                on(F::ValuePut).record(2).nth(2),
            )
            .tests(&[11]),
            ask(0, 0, on(F::ValuePut).record(3).nth(2), Back(2), YES_OR_NO, on(F::ValuePut).record(4).nth(2)),
            show(0, 0, on(F::ValuePut).record(5).nth(2)),
            ask(
                0,
                0,
                on(F::ValuePut).record(5).nth(2),
                Ends(0),
                Form::Choice(&[Answer::Verdict(Verdict::ExactlyOnce), Answer::Verdict(Verdict::Differs)]),
                END,
            )
            .tests(&[11]),
        ],
    },
    Lesson {
        id: "transactions",
        scenes: &[
            preset("running-example"),
            preset("completed-not-notified"),
            scene(
                "blocked-reader",
                r#"{"faults": [{"abort_checkpoint": 2}], "sinks": [{"kind": "two_phase_commit"}]}"#,
            ),
        ],
        steps: &[
            show(0, 3, on(F::RecordWritten).of(3)),
            ask(
                0,
                3,
                on(F::RecordWritten).of(3).record(1),
                WaitsFor(3, 1, WHEN_READABLE),
                READABLE,
                on(F::TransactionCommitted).of(3),
            )
            .tests(&[4, 7]),
            show(0, 3, on(F::TransactionCommitted).of(3)),
            ask(
                0,
                3,
                on(F::Crashed).of(3),
                Transaction(3, 1),
                Form::Choice(&[
                    Answer::State(State::Committed),
                    Answer::State(State::Aborted),
                    Answer::State(State::Open),
                ]),
                on(F::JobRunning).of(3).attempt(1),
            ),
            ask(
                1,
                3,
                on(F::AllAcknowledged).of(3),
                Transaction(3, 0),
                Form::Choice(&[
                    Answer::State(State::Committed),
                    Answer::State(State::Prepared),
                    Answer::State(State::Aborted),
                ]),
                on(F::CheckpointCompleted).of(3),
            )
            .tests(&[7]),
            show(1, 3, on(F::JobRunning).of(3).attempt(1)),
            ask(
                2,
                0,
                on(F::CheckpointAborted),
                Transaction(0, 1),
                Form::Choice(&[Answer::State(State::Aborted), Answer::State(State::Committed)]),
                END,
            )
            .tests(&[25]),
        ],
    },
    Lesson {
        id: "two-ways",
        scenes: &[preset("mid-flush"), preset("commit-not-known"), preset("lost-reply")],
        steps: &[
            show(0, 2, on(F::BatchSealed).of(2)),
            show(0, 2, on(F::BatchSending).of(2)),
            ask(0, 2, on(F::Crashed).of(2).before(), Twice(2), Form::Records, END).tests(&[13]),
            ask(0, 3, on(F::Crashed).of(3).before(), Ends(3), ENDS, END),
            ask(1, 0, on(F::Crashed), Happens(0, F::CommittedBefore), YES_OR_NO, on(F::JobRunning).attempt(1))
                .tests(&[8]),
            ask(
                2,
                1,
                on(F::ReplyLost).of(1),
                Lanes(Verdict::Duplicates),
                Form::Choice(&[Answer::Lanes(0), Answer::Lanes(0b0010), Answer::Lanes(0b0110), Answer::Lanes(0b1111)]),
                END,
            )
            .tests(&[8, 23]),
            show(2, 2, END),
        ],
    },
    Lesson {
        id: "latency",
        scenes: &[
            preset("no-crash"),
            scene("running-example", r#"{"checkpointing": {"interval": 6}}"#),
            scene("running-example", r#"{"checkpointing": {"interval": 1}}"#),
        ],
        steps: &[
            ask(
                0,
                2,
                on(F::RecordLogged).of(2),
                WaitsFor(2, 0, &[F::RecordLogged, F::BatchSealed, F::NotificationReceived]),
                Form::Choice(&[
                    Answer::Fact(F::RecordLogged),
                    Answer::Fact(F::BatchSealed),
                    Answer::Fact(F::NotificationReceived),
                ]),
                on(F::RecordAppended).of(2),
            )
            .tests(&[14]),
            show(0, 2, END),
            ask(1, 0, on(F::Crashed).before(), Again(0), Form::Records, END),
            ask(2, 0, on(F::Crashed).before(), Again(0), Form::Records, BACK),
            ask(2, 0, BACK, Count(0, F::CheckpointCompleted), Form::Number, END).tests(&[26]),
            show(2, 3, END),
        ],
    },
    Lesson {
        id: "barriers",
        scenes: &[
            scene("alignment", r#"{"faults": [{"crash": true, "at": 13}, {"jitter": {"seed": 29, "up_to": 1.2}}]}"#),
            preset("at-least-once"),
            preset("unaligned"),
        ],
        steps: &[
            show(0, 0, on(F::CheckpointTriggered)),
            show(0, 0, on(F::AlignmentBegan)),
            ask(0, 0, on(F::Crashed).before(), Counted("b"), Form::Number, END),
            ask(1, 0, on(F::AlignmentBegan), Counted("b"), Form::Number, END).tests(&[16]),
            ask(
                1,
                1,
                on(F::Crashed).of(1).before(),
                Ends(1),
                Form::Choice(&[Answer::Verdict(Verdict::ExactlyOnce), Answer::Verdict(Verdict::Differs)]),
                END,
            )
            .tests(&[16]),
            ask(2, 2, on(F::RecordsOvertaken).of(2), Ends(2), ENDS, END).tests(&[17]),
            show(2, 2, on(F::JobRunning).of(2).attempt(1)),
        ],
    },
    Lesson {
        id: "timeouts",
        scenes: &[preset("timeout-below-downtime")],
        steps: &[
            show(0, 1, on(F::TransactionPrepared).of(1)),
            ask(
                0,
                1,
                on(F::Crashed).of(1),
                Transaction(1, 0),
                Form::Choice(&[
                    Answer::State(State::Prepared),
                    Answer::State(State::Committed),
                    Answer::State(State::Expired),
                ]),
                on(F::Restoring).of(1).attempt(1),
            )
            .tests(&[5]),
            ask(0, 1, on(F::RequestRefused).of(1), Finishes(1), YES_OR_NO, END).tests(&[6]),
            ask(0, 2, on(F::JobRunning).of(2).attempt(1), Lost(2), Form::Records, END).tests(&[5]),
            show(0, 0, END),
        ],
    },
    Lesson {
        id: "readers",
        scenes: &[preset("blocked-reader"), preset("two-subtasks")],
        steps: &[
            show(0, 2, on(F::RecordWritten).of(2).record(2)),
            ask(0, 2, on(F::Crashed).of(2), Copies(2, 2), Form::Number, END).tests(&[3]),
            ask(
                0,
                0,
                on(F::TransactionCommitted).of(0).nth(2).before(),
                Blocked(0),
                YES_OR_NO,
                on(F::TransactionCommitted).of(0).nth(2),
            )
            .tests(&[10]),
            ask(0, 0, on(F::JobFinished).of(0), Visible(0), Form::Number, END).tests(&[9, 10]),
            show(0, 1, on(F::TransactionExpired).of(1)),
            ask(
                1,
                0,
                on(F::Crashed).of(0),
                Transaction(0, 1),
                Form::Choice(&[Answer::State(State::Committed), Answer::State(State::Prepared)]),
                on(F::TransactionCommitted).of(0),
            )
            .tests(&[22]),
            show(1, 0, on(F::JobRunning).of(0).attempt(1)),
        ],
    },
    Lesson {
        id: "zombies",
        scenes: &[
            preset("zombie"),
            scene(
                "running-example",
                r#"{"faults": [{"lose_reply": "append", "nth": 3}], "sinks": [{"kind": "append"}]}"#,
            ),
        ],
        steps: &[
            show(0, 1, on(F::RequestsHeldUp).of(1)),
            ask(
                0,
                1,
                on(F::LateRequest).of(1).before(),
                Happens(1, F::RequestRefused),
                YES_OR_NO,
                on(F::LateRequest).of(1),
            )
            .tests(&[21]),
            ask(0, 2, on(F::LateRequest).of(2).before(), Twice(2), Form::Records, END),
            ask(0, 0, on(F::LateRequest).of(0).before(), Value(0, "a"), Form::Number, on(F::LateRequest).of(0)),
            ask(1, 0, on(F::ReplyLost), Copies(0, 2), Form::Number, END).tests(&[18]),
        ],
    },
    Lesson {
        id: "end-of-input",
        scenes: &[
            preset("no-crash"),
            scene(
                "no-crash",
                r#"{"faults": [{"crash": true, "when": {"fact": "checkpoint_completed", "checkpoint": 2}}]}"#,
            ),
        ],
        steps: &[
            show(0, 3, on(F::InputEnded).of(3)),
            ask(0, 3, on(F::SinkFinished).of(3), Count(3, F::CheckpointCompleted), Form::Number, END),
            show(0, 3, on(F::TransactionCommitted).of(3).nth(2)),
            ask(1, 3, on(F::AllAcknowledged).of(3).nth(2), Ends(3), ENDS, END),
            show(1, 3, END),
        ],
    },
];
