//! What just happened, and why: a sentence for every fact, in every language.
//!
//! A sentence is true wherever its fact occurs. What depends on the sink, the source or the way barriers are treated
//! is looked up in the plan; nothing is said about the future or about facts other than the one at hand.

/// The text of one of two format strings, by the teller's language. Neither can be left out. Texts without anything to
/// fill in, most of the reasons, share one function: formatting code of their own would double the module's size.
macro_rules! say {
    ($teller:expr, $en:literal, $zh:literal) => {
        if const { crate::i18n::narrate::is_plain($en) && crate::i18n::narrate::is_plain($zh) } {
            crate::i18n::narrate::plain($teller.lang, $en, $zh)
        } else {
            match $teller.lang {
                crate::i18n::Lang::En => format!($en),
                crate::i18n::Lang::Zh => format!($zh),
            }
        }
    };
}

/// Has a format string nothing to fill in?
pub(crate) const fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut index = 0;
    while index < bytes.len() {
        if bytes[index] == b'{' || bytes[index] == b'}' {
            return false;
        }
        index += 1;
    }
    true
}

#[inline(never)]
pub(crate) fn plain(lang: Lang, en: &'static str, zh: &'static str) -> String {
    match lang {
        Lang::En => en.to_string(),
        Lang::Zh => zh.to_string(),
    }
}

mod barriers;
mod batches;
mod causes;
mod checkpoints;
mod job;
mod names;
mod network;
mod outside;
mod records;
mod story;
mod transactions;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

use super::Lang;
use crate::run::Noted;
use crate::sim::fact::{Fact, TaskId};
use crate::sim::plan::Plan;
use crate::sim::scenario::SinkSpec;
use names::Teller;

/// What is said about one fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// What just happened, in one sentence.
    pub text: String,
    /// Why, or what it means, where that helps.
    pub why: Option<String>,
    /// Whether everyone gets it or only those who ask for details.
    pub level: Level,
    /// In which tone.
    pub tone: Tone,
}

/// Who gets a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Everyone.
    Major,
    /// Those who ask for technical detail.
    Minor,
}

/// The tone of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Just so.
    Plain,
    /// Something is safe now, or was kept from doing harm.
    Good,
    /// Something that may do harm.
    Warn,
    /// Something is wrong outside: twice, lost, or old.
    Harm,
    /// The job died.
    Crash,
}

impl Sentence {
    fn major(text: String) -> Sentence {
        Sentence { text, why: None, level: Level::Major, tone: Tone::Plain }
    }

    fn minor(text: String) -> Sentence {
        Sentence { level: Level::Minor, ..Sentence::major(text) }
    }

    fn why(self, why: String) -> Sentence {
        Sentence { why: Some(why), ..self }
    }

    fn tone(self, tone: Tone) -> Sentence {
        Sentence { tone, ..self }
    }
}

/// Do two lanes of one scenario tell this fact in the same words? Their plans differ in the sink alone.
///
/// A page that tells the lanes' common facts once asks this before it lets one lane speak for another.
#[must_use]
pub fn told_alike(a: &Plan, b: &Plan, fact: &Fact) -> bool {
    let manner = |plan: &Plan| match plan.sink {
        SinkSpec::Append { .. } | SinkSpec::Upsert { .. } | SinkSpec::Increment => 0,
        SinkSpec::WriteAheadLog { .. } => 1,
        SinkSpec::TwoPhaseCommit { .. } => 2,
        SinkSpec::Committer { .. } => 3,
        SinkSpec::File { .. } => 4,
    };
    match fact {
        Fact::Restoring { checkpoint: Some(_) }
        | Fact::SnapshotTaken { task: TaskId::Sink(_), .. }
        | Fact::CheckpointAborted { .. }
        | Fact::NotificationReceived { .. }
        | Fact::RecordAppended { .. }
        | Fact::CommitGivenUp { .. } => manner(a) == manner(b),
        Fact::RecordBuffered { .. }
        | Fact::ValuePut { .. }
        | Fact::RecordWritten { .. }
        | Fact::TransactionPrepared { .. } => a.sink == b.sink,
        _ => true,
    }
}

/// Says what just happened.
///
/// # Example
/// ```
/// use exactly_once_lab::app::presets::PRESETS;
/// use exactly_once_lab::i18n::narrate::narrate;
/// use exactly_once_lab::i18n::Lang;
/// use exactly_once_lab::run::Run;
///
/// let run = &Run::lanes(&PRESETS[0].scenario())[0];
/// let said: Vec<String> = run.facts.iter().map(|noted| narrate(Lang::En, &run.plan, noted).text).collect();
/// assert!(said.contains(&"The source reads a t=5 again.".to_string()));
/// ```
#[must_use]
pub fn narrate(lang: Lang, plan: &Plan, noted: &Noted) -> Sentence {
    let t = Teller { lang, plan, attempt: noted.attempt };
    let said = tell(&t, &noted.fact);
    // Reasons say how it ought to be, which is not how it is where a mistake is switched on.
    let why = said.why.filter(|_| plan.mutant.is_none());
    Sentence { why, ..said }
}

fn tell(t: &Teller, fact: &Fact) -> Sentence {
    match fact {
        Fact::JobRunning { checkpoint, restored } => t.job_running(*checkpoint, restored),
        Fact::RecordRead { record, again } => t.record_read(*record, *again),
        Fact::RecordsMissed { source, from, to } => t.records_missed(*source, *from, *to),
        Fact::RecordProcessed { task, record, total } => t.record_processed(*task, *record, *total),
        Fact::SourceHeldUp { source } => t.source_held_up(*source),
        Fact::InputEnded { source } => t.input_ended(*source),
        Fact::SinkFinished { task } => t.sink_finished(*task),
        Fact::CheckpointTriggered { checkpoint, kind } => t.triggered(*checkpoint, *kind),
        Fact::TriggerSkipped { why } => t.trigger_skipped(*why),
        Fact::BarrierSent { source, checkpoint, offset } => t.barrier_sent(*source, *checkpoint, *offset),
        Fact::AlignmentBegan { task, checkpoint } => t.alignment_began(*task, *checkpoint),
        Fact::RecordsOvertaken { task, checkpoint, records } => t.overtaken(*task, *checkpoint, *records),
        Fact::SnapshotTaken { task, checkpoint } => t.snapshot_taken(*task, *checkpoint),
        Fact::SnapshotAcknowledged { task, checkpoint } => t.acknowledged(*task, *checkpoint),
        Fact::AllAcknowledged { checkpoint } => t.all_acknowledged(*checkpoint),
        Fact::CheckpointCompleted { checkpoint, kind } => t.completed(*checkpoint, *kind),
        Fact::CheckpointAborted { checkpoint, why } => t.checkpoint_aborted(*checkpoint, *why),
        Fact::LateCompletionRefused { checkpoint } => t.late_completion(*checkpoint),
        Fact::NotificationSent { checkpoint } => t.notification_sent(*checkpoint),
        Fact::NotificationLost { checkpoint } => t.notification_lost(*checkpoint),
        Fact::NotificationDelayed { checkpoint } => t.notification_delayed(*checkpoint),
        Fact::NotificationReceived { task, checkpoint } => t.notification_received(*task, *checkpoint),
        Fact::RecordBuffered { task, record } => t.buffered(*task, *record),
        Fact::RecordAppended { record, again } => t.appended(*record, *again),
        Fact::ValuePut { row, before, after, went_back, added } => match added {
            true => t.added(*row, *before, *after),
            false => t.put(*row, *before, *after, *went_back),
        },
        Fact::RecordLogged { task, record } => t.logged(*task, *record),
        Fact::BatchSealed { task, checkpoint, records } => t.batch_sealed(*task, *checkpoint, *records),
        Fact::BatchSending { task, checkpoint } => t.batch_sending(*task, *checkpoint),
        Fact::BatchPutOff { task, checkpoint } => t.batch_put_off(*task, *checkpoint),
        Fact::BatchMarked { checkpoint } => t.batch_marked(*checkpoint),
        Fact::BatchDone { task, checkpoint } => t.batch_done(*task, *checkpoint),
        Fact::BatchDropped { task, checkpoint } => t.batch_dropped(*task, *checkpoint),
        Fact::ExceptionSwallowed { task, cause } => t.swallowed(*task, *cause),
        Fact::RecordWritten { record, transaction } => t.written(*record, *transaction),
        Fact::TransactionBegan { transaction } => t.began(*transaction),
        Fact::TransactionPrepared { transaction } => t.prepared(*transaction),
        Fact::TransactionCommitted { transaction, records } => t.committed(*transaction, *records),
        Fact::ReadersBlocked { transaction, records } => t.readers_blocked(*transaction, *records),
        Fact::CommittedBefore { transaction } => t.committed_before(*transaction),
        Fact::CommittedAgain { transaction, records } => t.committed_again(*transaction, *records),
        Fact::TransactionAborted { transaction } => t.transaction_aborted(*transaction),
        Fact::TransactionExpired { transaction } => t.expired(*transaction),
        Fact::RequestRefused { why } => t.refused(*why),
        Fact::ReplyLost { request } => t.reply_lost(*request),
        Fact::CommitGivenUp { transaction } => t.given_up(*transaction),
        Fact::CommitRetried { transaction } => t.retried(*transaction),
        Fact::FileCreated { file } => t.file_created(*file),
        Fact::FileWritten { record, file } => t.file_written(*record, *file),
        Fact::FilePending { file } => t.file_pending(*file),
        Fact::FileFinished { file } => t.file_finished(*file),
        Fact::FileTruncated { file, records } => t.file_truncated(*file, *records),
        Fact::Crashed { how, task, cause } => t.crashed(*how, *task, *cause),
        Fact::RequestsLost { requests } => t.requests_lost(*requests),
        Fact::RequestsHeldUp { requests } => t.requests_held_up(*requests),
        Fact::LateRequest { attempt } => t.late_request(*attempt),
        Fact::RestartScheduled { at, attempt } => t.restart_scheduled(*at, *attempt),
        Fact::Restoring { checkpoint } => t.restoring(*checkpoint),
        Fact::JobFailed => t.job_failed(),
        Fact::JobFinished => t.job_finished(),
        Fact::JobCancelled => t.job_cancelled(),
        Fact::LimitReached { limit } => t.limit_reached(*limit),
        Fact::StoryStep { index } => t.story_step(*index),
        Fact::StepSkipped { index, why } => t.step_skipped(*index, *why),
    }
}
