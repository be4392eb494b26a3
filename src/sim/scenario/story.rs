//! The story language: steps that happen one after another, each waits until it has taken full effect.
//!
//! A story is text: steps apart by `;`, words apart by white space, empty steps mean nothing. [`parse`] reads it,
//! [`print()`] writes it so that it reads back as the same steps.

mod parse;
mod print;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

pub use parse::{parse, parse_spanned, spans, Span, SYNTAX};
pub use print::print;

use crate::sim::id::{CheckpointId, Offset, SourceId, Time};
use crate::sim::point::Point;
use crate::sim::scenario::{Expire, OutageOf, RequestKind};

/// One step of a story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The source goes on to this offset (exclusive).
    Emit(SourceId, Offset),
    /// Trigger the next checkpoint; with a source, let its barrier out of that source only.
    Barrier(Option<SourceId>),
    /// The coordinator completes this pending checkpoint (the newest by default).
    Complete(Option<CheckpointId>),
    /// The sink handles the notifications of completion, or only that of this checkpoint.
    Notify(Option<CheckpointId>),
    /// The notifications of completion are lost, or only that of this checkpoint: the sink never hears of it.
    LoseNotification(Option<CheckpointId>),
    /// `barrier; complete; notify`.
    Checkpoint,
    /// The coordinator declines this pending checkpoint (the newest by default).
    Abort(Option<CheckpointId>),
    /// A task throws; its clean-up still runs.
    Fail,
    /// The processes are killed.
    Crash,
    /// Something will go wrong at this point.
    Arm(Arm),
    /// The external store times out transactions.
    Expire(Expire),
    /// The nth request of a kind from now, over all attempts, does not arrive outside until the story lets it.
    Hold(RequestKind, u32),
    /// What was held up arrives now, whether or not its sender still lives.
    Release,
    /// The nth reply from now to a kind of request is lost.
    LoseReply(RequestKind, u32),
    /// The external system or the checkpoint store is away from now on: requests to it are refused.
    Away(OutageOf),
    /// It is back.
    Back(OutageOf),
    /// The rest is emitted, end of input, final checkpoint, the job finishes.
    Finish,
    /// End of input, with the final checkpoint taken but not complete.
    End,
    /// The final checkpoint completes, nobody is notified.
    CompleteFinal,
    /// The job is cancelled.
    Cancel,
    /// Stop with a savepoint.
    StopWithSavepoint,
    /// Simulated time passes.
    Wait(Time),
}

impl Step {
    /// Is it something that goes wrong, as the faults of a scenario by time are?
    #[must_use]
    pub const fn goes_wrong(&self) -> bool {
        matches!(
            self,
            Step::Fail
                | Step::Crash
                | Step::Arm(_)
                | Step::Expire(_)
                | Step::LoseNotification(_)
                | Step::Hold(..)
                | Step::Release
                | Step::LoseReply(..)
                | Step::Away(_)
                | Step::Back(_)
        )
    }
}

/// An armed failure: after `skip` passes of the point it strikes `times` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arm {
    /// Where.
    pub point: Point,
    /// What.
    pub kind: ArmKind,
    /// So many passes do no harm.
    pub skip: u32,
    /// So many passes after those strike.
    pub times: u32,
}

/// What an armed point does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArmKind {
    /// An exception: the write-ahead sink swallows it while it sends.
    Exception,
    /// An error: kills the task even there.
    Error,
    /// The point's named branch is taken.
    Signal,
}
