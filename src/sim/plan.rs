//! A scenario made ready to run for one lane: times resolved, keys numbered, faults sorted. It cannot fail.

use super::fact::RecordId;
use super::id::{CheckpointId, KeyId, Offset, SourceId, Subtask, Time};
use super::mutant::Mutant;
use super::scenario::story::Step;
use super::scenario::{
    Delays, Drive, Expire, Fault, How, InFlight, Mode, OperatorKind, OutageOf, Readers, Recommit, RequestKind,
    Scenario, SinkSpec, SourceKind, When,
};

/// What the operator knows of one key, and what sinks write: Flink's accumulator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TotalOf {
    /// Number of records.
    pub count: u32,
    /// Sum of their values.
    pub sum: i64,
}

/// A total as it stood after one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Total {
    /// The key.
    pub key: KeyId,
    /// That record.
    pub record: RecordId,
    /// Number and sum.
    pub of: TotalOf,
}

/// One record, ready to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlannedRecord {
    /// When it is in the log, after surges.
    pub due: Time,
    /// The timestamp on its token, as the scenario has it.
    pub t: Time,
    /// Its key.
    pub key: KeyId,
    /// Its value.
    pub value: i64,
}

/// What the world needs to know of a scenario, for one sink.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The keys by [`KeyId`], in the order of their first record.
    pub keys: Vec<String>,
    /// The logs.
    pub logs: Vec<Vec<PlannedRecord>>,
    /// Names of the sources.
    pub source_names: Vec<String>,
    /// Whether the sources are named in the scenario.
    pub named_sources: bool,
    /// What sources can do.
    pub source: SourceKind,
    /// What the operator does.
    pub operator: OperatorKind,
    /// Subtasks of the operator.
    pub operators: u32,
    /// Subtasks of the sink.
    pub sinks: u32,
    /// For every key the operator's subtask, then the sink's.
    pub route: Vec<(Subtask, Subtask)>,
    /// Trigger times by interval.
    pub interval: Option<Time>,
    /// Trigger times by list.
    pub at: Vec<Time>,
    /// Are barriers aligned?
    pub mode: Mode,
    /// Do barriers overtake?
    pub unaligned: bool,
    /// Checkpoints under way at once.
    pub max_concurrent: u32,
    /// Least time from completion to trigger.
    pub min_pause: Time,
    /// A checkpoint's time.
    pub timeout: Time,
    /// Failed checkpoints in a row that are put up with.
    pub tolerable_failures: u32,
    /// From failure to restart.
    pub restart_delay: Time,
    /// Restarts until the job has failed.
    pub restarts: Option<u32>,
    /// How long things take.
    pub delays: Delays,
    /// This lane's sink.
    pub sink: SinkSpec,
    /// What armed failures do.
    pub failure: How,
    /// The story, if the run is driven by one.
    pub story: Option<Vec<Step>>,
    /// Crashes.
    pub crashes: Vec<PlannedCrash>,
    /// Checkpoints that are declined.
    pub declined: Vec<u32>,
    /// Checkpoints whose notification is lost.
    pub unnotified: Vec<u32>,
    /// Checkpoints whose notification is held up, and by how much.
    pub delayed: Vec<(u32, Time)>,
    /// Replies that are lost: the nth to a kind of request.
    pub lost_replies: Vec<(RequestKind, u32)>,
    /// Expiries.
    pub expiries: Vec<(Time, Expire)>,
    /// Outages.
    pub outages: Vec<(OutageOf, Time, Time)>,
    /// Seed and largest added delay.
    pub jitter: Option<(u32, Time)>,
    /// The mistake that is switched on.
    pub mutant: Option<Mutant>,
}

/// A crash of a time-driven scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlannedCrash {
    /// When.
    pub when: When,
    /// How.
    pub how: How,
    /// What becomes of requests.
    pub in_flight: InFlight,
}

impl Plan {
    /// Makes lane `lane` of a scenario ready to run.
    ///
    /// # Panics
    /// If the scenario has no such lane.
    #[must_use]
    pub fn new(scenario: &Scenario, lane: usize) -> Plan {
        let mut plan = Plan {
            keys: Vec::new(),
            logs: Vec::new(),
            source_names: scenario.sources.iter().map(|s| s.name.clone()).collect(),
            named_sources: scenario.named_sources,
            source: scenario.source,
            operator: scenario.operator,
            operators: scenario.parallelism.operator,
            sinks: scenario.parallelism.sink,
            route: Vec::new(),
            interval: scenario.checkpointing.interval,
            at: scenario.checkpointing.at.clone(),
            mode: scenario.checkpointing.mode,
            unaligned: scenario.checkpointing.unaligned,
            max_concurrent: scenario.checkpointing.max_concurrent,
            min_pause: scenario.checkpointing.min_pause,
            timeout: scenario.checkpointing.timeout,
            tolerable_failures: scenario.checkpointing.tolerable_failures,
            restart_delay: scenario.restart.delay,
            restarts: scenario.restart.attempts,
            delays: scenario.timing.delays(),
            sink: scenario.sinks[lane],
            failure: scenario.failure,
            story: None,
            crashes: Vec::new(),
            declined: Vec::new(),
            unnotified: Vec::new(),
            delayed: Vec::new(),
            lost_replies: Vec::new(),
            expiries: Vec::new(),
            outages: Vec::new(),
            jitter: None,
            mutant: scenario.mutant,
        };
        let faults = match &scenario.drive {
            Drive::Time(faults) => faults.as_slice(),
            Drive::Story(steps) => {
                plan.story = Some(steps.clone());
                &[]
            }
        };
        plan.add_logs(scenario, faults);
        plan.add_faults(faults);
        plan
    }

    /// The same plan with nothing going wrong: what a verdict on a key-value table is measured by. Traffic (surges,
    /// jitter) stays as it is.
    #[must_use]
    pub fn without_faults(&self) -> Plan {
        let mut plan = self.clone();
        plan.crashes.clear();
        plan.declined.clear();
        plan.unnotified.clear();
        plan.delayed.clear();
        plan.lost_replies.clear();
        plan.expiries.clear();
        plan.outages.clear();
        plan.mutant = None;
        // Nor does the job fail over a checkpoint that takes too long.
        plan.timeout = Time(u32::MAX);
        if let SinkSpec::TwoPhaseCommit { transaction_timeout, .. } | SinkSpec::Committer { transaction_timeout, .. } =
            &mut plan.sink
        {
            *transaction_timeout = None;
        }
        if let Some(story) = &mut plan.story {
            story.retain(|step| !step.goes_wrong());
            for step in story.iter_mut().filter(|step| matches!(step, Step::Notify(Some(_)))) {
                *step = Step::Notify(None);
            }
        }
        plan
    }

    fn add_logs(&mut self, scenario: &Scenario, faults: &[Fault]) {
        for log in &scenario.sources {
            let mut planned: Vec<PlannedRecord> = Vec::with_capacity(log.records.len());
            for record in &log.records {
                let key = match self.keys.iter().position(|k| *k == record.key) {
                    Some(index) => KeyId(index as u32),
                    None => {
                        let bytes: u32 = record.key.bytes().map(u32::from).sum();
                        self.route.push((Subtask(bytes % self.operators), Subtask(bytes % self.sinks)));
                        self.keys.push(record.key.clone());
                        KeyId(self.keys.len() as u32 - 1)
                    }
                };
                // A surge packs records, it never lets one overtake another.
                let due = surged(record.t, faults).max(planned.last().map_or(Time::ZERO, |r| r.due));
                planned.push(PlannedRecord { due, t: record.t, key, value: record.value });
            }
            self.logs.push(planned);
        }
    }

    fn add_faults(&mut self, faults: &[Fault]) {
        for fault in faults {
            match *fault {
                Fault::Crash { when, how, in_flight } => self.crashes.push(PlannedCrash { when, how, in_flight }),
                Fault::AbortCheckpoint(id) => self.declined.push(id.0),
                Fault::LoseNotification(id) => self.unnotified.push(id.0),
                Fault::DelayNotification { checkpoint, by } => self.delayed.push((checkpoint.0, by)),
                Fault::LoseReply { request, nth } => self.lost_replies.push((request, nth)),
                Fault::Expire { what, at } => self.expiries.push((at, what)),
                Fault::Outage { what, from, to } => self.outages.push((what, from, to)),
                Fault::Surge { .. } => {}
                Fault::Jitter { seed, up_to } => self.jitter = Some((seed, up_to)),
            }
        }
    }

    /// The record at an offset.
    #[must_use]
    pub fn record(&self, source: SourceId, offset: Offset) -> PlannedRecord {
        self.logs[source.index()][offset.index()]
    }

    /// One past the last offset of a log.
    #[must_use]
    pub fn log_end(&self, source: SourceId) -> Offset {
        Offset(self.logs[source.index()].len() as u32)
    }

    /// Is this mistake switched on?
    #[must_use]
    pub fn has(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// Is this thing away at that time?
    #[must_use]
    pub fn is_away(&self, what: OutageOf, now: Time) -> bool {
        self.outages.iter().any(|&(of, from, to)| of == what && from <= now && now < to)
    }

    /// What the external store does with a second commit.
    #[must_use]
    pub fn recommit(&self) -> Recommit {
        match self.sink {
            SinkSpec::TwoPhaseCommit { commit, .. } | SinkSpec::Committer { commit, .. } => commit,
            _ => Recommit::Idempotent,
        }
    }

    /// By how much the notification of a checkpoint is held up, if it is.
    #[must_use]
    pub fn delay_of(&self, id: CheckpointId) -> Option<Time> {
        self.delayed.iter().find(|(delayed, _)| *delayed == id.0).map(|(_, by)| *by)
    }

    /// Does the outside turn away requests of an attempt once a newer one has written there? A transactional store does
    /// by the producer's epoch (unless the scenario says otherwise), a file system by the lease of the file. A log or a
    /// table takes whatever comes.
    #[must_use]
    pub fn is_fenced(&self) -> bool {
        match self.sink {
            SinkSpec::TwoPhaseCommit { fencing, .. } | SinkSpec::Committer { fencing, .. } => fencing,
            SinkSpec::File { .. } => true,
            _ => false,
        }
    }

    /// Do readers of this sink's store get committed data only?
    #[must_use]
    pub fn reads_committed(&self) -> bool {
        matches!(
            self.sink,
            SinkSpec::TwoPhaseCommit { readers: Readers::ReadCommitted, .. }
                | SinkSpec::Committer { readers: Readers::ReadCommitted, .. }
        )
    }

    /// May a request of a dead attempt arrive when a newer one writes already?
    #[must_use]
    pub fn may_be_late(&self) -> bool {
        self.crashes.iter().any(|crash| matches!(crash.in_flight, InFlight::Late(_)))
    }

    /// After how long the external store times a transaction out by itself; never in a story.
    #[must_use]
    pub fn store_timeout(&self) -> Option<Time> {
        match self.sink {
            SinkSpec::TwoPhaseCommit { transaction_timeout, .. } | SinkSpec::Committer { transaction_timeout, .. }
                if self.story.is_none() =>
            {
                transaction_timeout
            }
            _ => None,
        }
    }
}

/// When a record that was due at `t` arrives, with surges.
fn surged(t: Time, faults: &[Fault]) -> Time {
    for fault in faults {
        if let Fault::Surge { from, to, factor } = *fault {
            if from <= t && t < to {
                return from.plus(Time(t.since(from).0 / factor.max(1)));
            }
        }
    }
    t
}
