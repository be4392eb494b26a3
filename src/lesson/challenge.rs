//! Challenges: "break it". What is to be brought about and what may be changed are data; the engine judges.

use super::{with_fields, Scene};
use crate::explore::{crash_map, first_crash, Harm};
use crate::run::{readers, Latency, Run, Verdict};
use crate::sim::fact::{Fact, FactName};
use crate::sim::mutant::Mutant;
use crate::sim::scenario::Tree;
use crate::sim::scenario::{Readers, Scenario};
use std::rc::Rc;

/// Something to bring about.
#[derive(Debug)]
pub struct Challenge {
    /// Its name in the progress that is kept.
    pub id: &'static str,
    /// What one starts from.
    pub scene: Scene,
    /// The lane that it is about.
    pub lane: u8,
    /// What is to be brought about.
    pub goal: Goal,
    /// Kinds of faults that may be added, as the format names them; `late` for a crash whose requests arrive late.
    pub faults: &'static [&'static str],
    /// Fields that may be changed, as paths: `sinks[0].key`.
    pub fields: &'static [&'static str],
    /// Fields that win it, for the tests: a JSON object that replaces those of the scene.
    pub solution: &'static str,
}

/// What is to be brought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The lane ends with one of these verdicts.
    Ends(&'static [Verdict]),
    /// At the end of the run a reader of committed data stands still, with committed records that it cannot get.
    Blocked,
    /// The lane breaks its promise, and then the mistake that is switched on is named, out of these.
    Mutant(&'static [Mutant]),
    /// Exactly once, with no step back, whatever moment the job dies at; and it costs at most so much.
    Cost(u32),
}

/// How far one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It has not come about yet.
    NotYet,
    /// The lane is broken; now name the mistake.
    Broken,
    /// Something was changed that must stay as it is: the first such field.
    NotAllowed(String),
    /// Won.
    Won,
}

/// Each checkpoint that is taken costs so much.
const CHECKPOINT_COST: u32 = 3;
/// Each second of the middle latency costs so much.
const SECOND_COST: u32 = 2;

const BROKEN: Goal = Goal::Ends(&[Verdict::Duplicates, Verdict::Loss, Verdict::DuplicatesAndLoss, Verdict::Differs]);
const LOSES: Goal = Goal::Ends(&[Verdict::Loss, Verdict::DuplicatesAndLoss]);
const DUPLICATES: Goal = Goal::Ends(&[Verdict::Duplicates, Verdict::DuplicatesAndLoss]);

/// Every challenge, in the order in which they are offered.
pub const CHALLENGES: &[Challenge] = &[
    Challenge {
        id: "duplicate-append",
        scene: Scene { preset: "no-crash", with: "" },
        lane: 0,
        goal: DUPLICATES,
        faults: &["crash"],
        fields: &[],
        solution: r#"{"faults": [{"crash": true, "at": 10}]}"#,
    },
    Challenge {
        id: "duplicate-wal",
        scene: Scene { preset: "no-crash", with: "" },
        lane: 2,
        goal: DUPLICATES,
        faults: &["crash"],
        fields: &[],
        solution: r#"{"faults": [{"crash": true, "at": 4.6}]}"#,
    },
    Challenge {
        id: "break-upsert",
        scene: Scene { preset: "no-crash", with: r#"{"sinks": [{"kind": "upsert"}]}"# },
        lane: 0,
        goal: BROKEN,
        faults: &["crash", "late"],
        fields: &[],
        solution: r#"{"faults": [{"crash": true, "at": 5.55, "in_flight": {"late": 9}}]}"#,
    },
    Challenge {
        id: "lose-2pc",
        scene: Scene { preset: "no-crash", with: r#"{"sinks": [{"kind": "two_phase_commit"}]}"# },
        lane: 0,
        goal: LOSES,
        faults: &["crash", "expire"],
        fields: &["sinks[0].transaction_timeout", "sinks[0].ignore_failures_after_timeout", "restart"],
        solution: r#"{"sinks": [{"kind": "two_phase_commit", "transaction_timeout": 3, "ignore_failures_after_timeout": true}],
            "restart": {"delay": 6}, "faults": [{"crash": true, "at": 4.6}]}"#,
    },
    Challenge {
        id: "block-reader",
        scene: Scene { preset: "no-crash", with: r#"{"sinks": [{"kind": "two_phase_commit"}]}"# },
        lane: 0,
        goal: Goal::Blocked,
        faults: &["crash"],
        fields: &[],
        solution: r#"{"faults": [{"crash": true, "at": 2}]}"#,
    },
    Challenge {
        id: "find-mutant",
        scene: Scene {
            preset: "no-crash",
            with: r#"{"sinks": [{"kind": "two_phase_commit"}], "mutant": "commit_at_barrier"}"#,
        },
        lane: 0,
        goal: Goal::Mutant(&[
            Mutant::NotificationsReliable,
            Mutant::CommitAtBarrier,
            Mutant::RestoredNotCommitted,
            Mutant::BeginAfterCommit,
        ]),
        faults: &["crash", "abort_checkpoint", "lose_notification"],
        fields: &[],
        solution: r#"{"faults": [{"crash": true, "at": 4.3}]}"#,
    },
    Challenge {
        id: "cheapest",
        scene: Scene {
            preset: "back-in-time",
            with: r#"{"sinks": [{"kind": "append"}], "checkpointing": {"interval": 1}}"#,
        },
        lane: 0,
        goal: Goal::Cost(23),
        faults: &[],
        fields: &["sinks", "checkpointing.interval"],
        solution: r#"{"sinks": [{"kind": "file"}], "checkpointing": {"interval": 4}}"#,
    },
];

impl Challenge {
    /// The place of a challenge in [`CHALLENGES`]; `None` if there is none such.
    #[must_use]
    pub fn find(id: &str) -> Option<usize> {
        CHALLENGES.iter().position(|challenge| challenge.id == id)
    }

    /// The scenario with fields replaced: `solution`, for example.
    #[must_use]
    pub fn with(&self, fields: &str) -> Option<Scenario> {
        with_fields(&self.scene.scenario(), fields)
    }

    /// Judges what the learner has made of it. `named` is the mistake that they named, for [`Goal::Mutant`].
    #[must_use]
    pub fn judge(&self, scenario: &Scenario, runs: &[Run], named: Option<Mutant>) -> State {
        if let Some(field) = self.not_allowed(scenario) {
            return State::NotAllowed(field);
        }
        let Some(run) = runs.get(usize::from(self.lane)) else { return State::NotYet };
        let verdict = run.judge().verdict;
        let won = match self.goal {
            Goal::Ends(verdicts) => verdicts.contains(&verdict),
            Goal::Blocked => {
                let reading = readers::read(&run.end.outside.transactions, Readers::ReadCommitted);
                reading.blocked.is_some() && !reading.hidden.is_empty()
            }
            Goal::Mutant(_) if verdict == Verdict::ExactlyOnce => false,
            Goal::Mutant(_) if named.is_some() && named == scenario.mutant => true,
            Goal::Mutant(_) => return State::Broken,
            Goal::Cost(most) => cost(run) <= most && is_safe(run),
        };
        if won {
            State::Won
        } else {
            State::NotYet
        }
    }

    /// The first thing that differs from what one started from and must not.
    fn not_allowed(&self, scenario: &Scenario) -> Option<String> {
        let (mut start, mut now) = (self.scene.scenario().to_tree(), scenario.to_tree());
        if let Some(faults) = now.get("faults").and_then(Tree::items) {
            // What was there from the start may stay.
            let given = start.get("faults").and_then(Tree::items);
            let is_new = |fault: &&Tree| !given.is_some_and(|given| given.contains(fault));
            if let Some(fault) = faults.iter().filter(is_new).find(|fault| !self.faults.contains(&kind_of(fault))) {
                return Some(kind_of(fault).to_string());
            }
            let has_all = given.is_none_or(|given| given.iter().all(|fault| faults.contains(fault)));
            if !has_all {
                return Some("faults".to_string());
            }
        } else if start.get("faults").is_some() {
            return Some("faults".to_string());
        }
        for path in ["title", "faults"].iter().chain(self.fields) {
            take_out(&mut start, path);
            take_out(&mut now, path);
        }
        let names = start.fields()?.iter().chain(now.fields()?).map(|(name, _)| name);
        let differs = |name: &&String| start.get(name) != now.get(name);
        names.filter(differs).map(String::to_string).next()
    }
}

/// What kind of fault a fault is: its first name, and `late` for a crash whose requests arrive late.
fn kind_of(fault: &Tree) -> &str {
    if fault.get("in_flight").is_some_and(|how| how.fields().is_some()) {
        return "late";
    }
    fault.fields().and_then(<[_]>::first).map_or("", |(name, _)| name)
}

/// Takes the value at a path out, as in `sinks[0].key`.
fn take_out<'a>(tree: &'a mut Tree, path: &str) {
    let (parent, name) = path.rsplit_once('.').unwrap_or(("", path));
    let mut parts = parent.split(['.', '[', ']']).filter(|part| !part.is_empty());
    let step = |at: &'a mut Tree, part: &str| match (part.parse::<usize>(), at) {
        (Ok(index), Tree::List(items)) => items.get_mut(index),
        (Ok(_), _) => None,
        (Err(_), at) => at.get_mut(part),
    };
    if let Some(parent) = parts.try_fold(tree, step) {
        parent.remove(name);
    }
}

/// Have readers got everything, and does no crash, at any moment, do harm?
#[must_use]
pub fn is_safe(run: &Run) -> bool {
    let records = run.plan.logs.iter().map(Vec::len).sum();
    if Latency::of(run).records.len() < records {
        return false;
    }
    let points = crash_map(run, run.right_table().map(Rc::new), first_crash(std::slice::from_ref(run)));
    run.judge().verdict == Verdict::ExactlyOnce && points.iter().all(|point| point.harm() == Harm::None)
}

/// What a run costs: something for each checkpoint, for each record that is read again, and for each second of the middle
/// latency.
#[must_use]
pub fn cost(run: &Run) -> u32 {
    let count = |is_it: &dyn Fn(&Fact) -> bool| run.facts.iter().filter(|noted| is_it(&noted.fact)).count() as u32;
    let latency = Latency::of(run).summary().map_or(0, |(_, median, _)| median.0);
    let checkpoints = count(&|fact| fact.name() == FactName::CheckpointTriggered);
    let again = count(&|fact| matches!(fact, Fact::RecordRead { again: true, .. }));
    checkpoints * CHECKPOINT_COST + again + latency * SECOND_COST / 1_000
}
