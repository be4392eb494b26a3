//! Scenarios that several tests explore.

use exactly_once_lab::explore::Harm;
use exactly_once_lab::run::readers::ReaderOutcome;
use exactly_once_lab::run::{went_back, Run, Verdict};
use exactly_once_lab::sim::external::transactional::TransactionState;
use exactly_once_lab::sim::plan::Plan;
use exactly_once_lab::sim::scenario::{Readers, Scenario, SinkSpec};
use exactly_once_lab::sim::world::{JobEnd, Life};

/// Reads a scenario.
pub fn scenario(json: &str) -> Scenario {
    Scenario::from_json(json).unwrap_or_else(|error| panic!("{error}\n{json}"))
}

/// The running example with so many records, one a second, and a checkpoint every 5 s; `more` is put in as it is.
pub fn stream(records: u32, sinks: &str, more: &str) -> Scenario {
    let record = |i: u32| {
        let key = ["a", "b", "a", "a", "c", "b"][i as usize % 6];
        format!(r#"{{"t":{},"key":"{key}","value":{}}}"#, i + 1, 10 * (i + 1))
    };
    let records: Vec<String> = (0..records).map(record).collect();
    let records = records.join(",");
    scenario(&format!(
        r#"{{"format":1,"records":[{records}],"checkpointing":{{"interval":5}},"sinks":[{sinks}]{more}}}"#
    ))
}

/// Four lanes of the running example.
pub const FOUR: &str = r#"{"kind":"append"},{"kind":"upsert"},{"kind":"write_ahead_log"},{"kind":"two_phase_commit"}"#;

/// Judges a run the long way, from its facts and the oracle's lists.
pub fn harm_of(run: &Run) -> Harm {
    if matches!(run.end.life, Life::Over(JobEnd::Failed | JobEnd::Stopped(_))) {
        return Harm::Stuck;
    }
    match run.judge().verdict {
        Verdict::Duplicates => Harm::Duplicates,
        Verdict::Loss => Harm::Loss,
        Verdict::DuplicatesAndLoss => Harm::DuplicatesAndLoss,
        Verdict::Differs => Harm::Differs,
        Verdict::ExactlyOnce if !went_back(&run.plan, &run.facts).is_empty() => Harm::WentBack,
        Verdict::ExactlyOnce if reads_dirty(run) => Harm::DirtyRead,
        Verdict::ExactlyOnce if is_blocked(run) => Harm::Blocked,
        Verdict::ExactlyOnce => Harm::None,
    }
}

fn reads_dirty(run: &Run) -> bool {
    let (SinkSpec::TwoPhaseCommit { readers, .. } | SinkSpec::Committer { readers, .. }) = run.plan.sink else {
        return false;
    };
    let all = &run.end.outside.transactions.all;
    readers == Readers::ReadUncommitted
        && all.iter().any(|t| t.state != TransactionState::Committed && !t.records.is_empty())
}

fn is_blocked(run: &Run) -> bool {
    ReaderOutcome::of(&run.plan, &run.end.outside).is_some_and(|reader| !reader.hidden.is_empty())
}

/// Runs one lane of a scenario from its start.
pub fn run(scenario: &Scenario, lane: usize) -> Run {
    Run::new(Plan::new(scenario, lane))
}
