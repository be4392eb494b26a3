//! For every mutant a scenario in which crashes bring it to light.

use crate::sim::mutant::Mutant;
use crate::sim::scenario::Scenario;

/// A scenario in which a mutant shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The scenario, without the mutant.
    pub right: Scenario,
    /// How many crashes it takes in one run.
    pub crashes: u32,
    /// The mutant.
    pub mutant: Mutant,
}

/// Two sources whose barriers do not come at the same time, as delays vary. The last record comes alone, so that the table
/// is the same whatever the order of the others.
const TWO_SOURCES: &str = r#""sources":[
    {"name":"A","records":[{"t":1,"key":"a","value":1},{"t":3,"key":"a","value":2},{"t":3.1,"key":"a","value":7},
        {"t":3.3,"key":"a","value":7},{"t":30,"key":"a","value":3}]},
    {"name":"B","records":[{"t":1,"key":"a","value":4},{"t":2.9,"key":"a","value":5},{"t":3,"key":"a","value":6},
        {"t":3.3,"key":"a","value":8}]}],
    "timing":{"process":0.3},"sinks":[{"kind":"upsert"},{"kind":"two_phase_commit"}],
    "faults":[{"jitter":{"seed":3,"up_to":0.6}}]"#;

/// A checkpoint every five seconds.
const EVERY_FIVE: &str = r#""checkpointing":{"interval":5}"#;

impl Scene {
    /// The scene of a mutant.
    ///
    /// # Panics
    /// Never: a test reads every one.
    #[must_use]
    pub fn of(mutant: Mutant) -> Scene {
        let two_phase = |more: &str| format!(r#"{},"sinks":[{{"kind":"two_phase_commit"}}]{more}"#, stream());
        let sink = |sink: &str| format!(r#"{},"sinks":[{sink}],{EVERY_FIVE}"#, stream());
        let (fields, crashes) = match mutant {
            Mutant::AcknowledgeBeforeFlush => (sink(r#"{"kind":"append","buffer":4}"#), 1),
            Mutant::SnapshotAtAcknowledgement | Mutant::OffsetAtAcknowledgement | Mutant::OffsetOfLastRecord => {
                (dense(), 1)
            }
            Mutant::AlignmentLeftOut => (format!(r#"{TWO_SOURCES},"checkpointing":{{"at":[3.05,15]}}"#), 1),
            Mutant::ChannelStateNotRestored => {
                (format!(r#"{TWO_SOURCES},"checkpointing":{{"at":[3.05,15],"unaligned":true}}"#), 1)
            }
            Mutant::NotifyBeforeDurable
            | Mutant::CommitAtBarrier
            | Mutant::BeginAfterCommit
            | Mutant::RestoredNotCommitted => (two_phase(&format!(",{EVERY_FIVE}")), 1),
            Mutant::LateMetadataAccepted => (two_phase(&format!(",{EVERY_FIVE}")), 2),
            Mutant::AbortAtDecline => {
                let tolerant =
                    r#","checkpointing":{"interval":5,"tolerable_failures":1},"faults":[{"abort_checkpoint":1}]"#;
                (two_phase(tolerant), 1)
            }
            Mutant::NotificationsReliable => {
                (two_phase(&format!(r#",{EVERY_FIVE},"faults":[{{"lose_notification":1}}]"#)), 1)
            }
            Mutant::FailedCommitIgnored => (sink(r#"{"kind":"two_phase_commit","transaction_timeout":7}"#), 1),
            Mutant::SendAtRestore | Mutant::CommitTableNotAsked | Mutant::MarkBeforeSend => {
                (sink(r#"{"kind":"write_ahead_log"}"#), 1)
            }
            Mutant::RepliesNotFenced => {
                (two_phase(&format!(r#",{EVERY_FIVE},"restart":{{"delay":0.1}},"timing":"slow_sink""#)), 2)
            }
            Mutant::RestoredFileNotCut => (sink(r#"{"kind":"file","roll":"default"}"#), 1),
        };
        let right =
            Scenario::from_json(&format!(r#"{{"format":1,{fields}}}"#)).expect("a scenario that a test has read");
        Scene { right, crashes, mutant }
    }

    /// The scenario with the mutant.
    #[must_use]
    pub fn wrong(&self) -> Scenario {
        self.with(self.mutant)
    }

    /// The scenario with another mutant.
    #[must_use]
    pub fn with(&self, mutant: Mutant) -> Scenario {
        Scenario { mutant: Some(mutant), ..self.right.clone() }
    }
}

/// Eight records, one a second.
fn stream() -> String {
    let record = |i: usize| {
        let key = ["a", "b", "a", "a", "c", "b"][i % 6];
        format!(r#"{{"t":{},"key":"{key}","value":{}}}"#, i + 1, 10 * (i + 1))
    };
    format!(r#""records":[{}]"#, (0..8).map(record).collect::<Vec<_>>().join(","))
}

/// Records that follow one another more quickly than a snapshot is stored.
fn dense() -> String {
    let record = |i: u32| format!(r#"{{"t":{}.{:02},"key":"a","value":{i}}}"#, i / 4, i % 4 * 25);
    let records: Vec<String> = (1..10).map(record).collect();
    format!(
        r#""records":[{}],"checkpointing":{{"interval":1}},"sinks":[{{"kind":"upsert"}},{{"kind":"two_phase_commit"}}]"#,
        records.join(",")
    )
}
