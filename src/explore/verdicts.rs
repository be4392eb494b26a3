//! Every sink under every fault: what comes of it at worst, wherever the fault strikes.

use super::counterexample::harm_of;
use super::explorer::Refused;
use super::harm::Harm;
use super::map::{first_crash, CrashMap};
use crate::run::{Noted, Run};
use crate::sim::agenda::Scope;
use crate::sim::cx::Notes;
use crate::sim::event::Event;
use crate::sim::fact::Fact;
use crate::sim::id::{CheckpointId, Time};
use crate::sim::plan::Plan;
use crate::sim::scenario::{
    Drive, Expire, Fault, How, InFlight, Named, OutageOf, RequestKind, Scenario, SinkSpec, When,
};
use crate::sim::world::World;
use std::rc::Rc;

/// At so many places at most a fault is tried when it is followed by a crash; alone it is tried wherever it can strike.
pub const PLACES_BEFORE_CRASH: usize = 12;

/// Steps of the engine between two looks at the budget, where a crash is added.
const STEPS_AT_ONCE: u32 = 20_000;

/// How long an outage lasts.
pub const OUTAGE: Time = Time(3_000);
/// How many times as fast records come in a surge.
pub const SURGE: u32 = 5;
/// The largest time that jitter adds to a delay.
pub const JITTER: Time = Time(500);
/// How many seeds of jitter are tried.
pub const SEEDS: u32 = 12;

/// A kind of fault: a column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// Nothing goes wrong.
    Nothing,
    /// The job is killed; requests on their way arrive.
    Killed,
    /// The job is killed; requests on their way are lost.
    KilledLost,
    /// The job is killed; requests on their way arrive when the next attempt has begun.
    KilledLate,
    /// A task throws, and every task cleans up.
    Thrown,
    /// The coordinator declines a checkpoint.
    Declined,
    /// Nobody hears of a checkpoint's completion.
    Unnotified,
    /// The sinks hear of it only after the next checkpoint.
    NotifiedLate,
    /// The reply to a request is lost.
    ReplyLost,
    /// The store gives up transactions that are prepared.
    Expired,
    /// What the sink writes to is away for [`OUTAGE`].
    ExternalAway,
    /// The checkpoint store is away for [`OUTAGE`].
    StoreAway,
    /// Records come [`SURGE`] times as fast.
    Surge,
    /// Delays vary by up to [`JITTER`].
    Jitter,
}

impl FaultKind {
    /// Every kind, in the order of the table.
    pub const ALL: [FaultKind; 14] = [
        FaultKind::Nothing,
        FaultKind::Killed,
        FaultKind::KilledLost,
        FaultKind::KilledLate,
        FaultKind::Thrown,
        FaultKind::Declined,
        FaultKind::Unnotified,
        FaultKind::NotifiedLate,
        FaultKind::ReplyLost,
        FaultKind::Expired,
        FaultKind::ExternalAway,
        FaultKind::StoreAway,
        FaultKind::Surge,
        FaultKind::Jitter,
    ];

    /// The name in exports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            FaultKind::Nothing => "nothing",
            FaultKind::Killed => "killed",
            FaultKind::KilledLost => "killed_requests_lost",
            FaultKind::KilledLate => "killed_requests_late",
            FaultKind::Thrown => "thrown",
            FaultKind::Declined => "checkpoint_declined",
            FaultKind::Unnotified => "notification_lost",
            FaultKind::NotifiedLate => "notification_late",
            FaultKind::ReplyLost => "reply_lost",
            FaultKind::Expired => "transaction_expired",
            FaultKind::ExternalAway => "external_away",
            FaultKind::StoreAway => "checkpoint_store_away",
            FaultKind::Surge => "surge",
            FaultKind::Jitter => "jitter",
        }
    }

    /// The faults of this kind, one for each place where it can strike in a run without faults; none if this sink gives
    /// it nothing to strike at.
    fn places(self, scenario: &Scenario, base: &Run) -> Vec<Fault> {
        let crash = |how, in_flight| move |at| Fault::Crash { when: When::At(at), how, in_flight };
        let chances = Chances::of(&base.plan);
        let all = |fault: &dyn Fn(Time) -> Fault| chances.moments.iter().map(|(at, _)| fault(*at)).collect();
        let sent = |fault: &dyn Fn(Time) -> Fault| {
            chances.moments.iter().filter(|(_, is_sent)| *is_sent).map(|(at, _)| fault(*at)).collect()
        };
        let checkpoints = || {
            base.facts.iter().filter_map(|noted| match noted.fact {
                Fact::CheckpointTriggered { checkpoint, .. } => Some(checkpoint),
                _ => None,
            })
        };
        match self {
            FaultKind::Nothing => Vec::new(),
            FaultKind::Killed => all(&crash(How::Kill, InFlight::Delivered)),
            FaultKind::KilledLost => sent(&crash(How::Kill, InFlight::Lost)),
            FaultKind::KilledLate => {
                let delays = scenario.timing.delays();
                // The new attempt has then restored, and its sinks have had time to write.
                let by = scenario.restart.delay.plus(delays.deploy).plus(Time(1_000));
                sent(&crash(How::Kill, InFlight::Late(by)))
            }
            FaultKind::Thrown => all(&crash(How::Fail, InFlight::Delivered)),
            FaultKind::Declined => checkpoints().map(Fault::AbortCheckpoint).collect(),
            FaultKind::Unnotified => checkpoints().map(Fault::LoseNotification).collect(),
            FaultKind::NotifiedLate => checkpoints().map(|id| late(base, id)).collect(),
            FaultKind::ReplyLost => chances.replies(),
            FaultKind::Expired => {
                let undecided = |noted: &&Noted| matches!(noted.fact, Fact::TransactionPrepared { .. });
                let prepared = base.facts.iter().filter(undecided).map(|noted| noted.at.plus(Time(1)));
                prepared.map(|at| Fault::Expire { what: Expire::Prepared, at }).collect()
            }
            FaultKind::ExternalAway => all(&|from| outage(OutageOf::External, from)),
            FaultKind::StoreAway => all(&|from| outage(OutageOf::CheckpointStore, from)),
            FaultKind::Surge => {
                vec![Fault::Surge { from: Time::ZERO, to: base.duration().plus(Time(1)), factor: SURGE }]
            }
            FaultKind::Jitter => (1..=SEEDS).map(|seed| Fault::Jitter { seed, up_to: JITTER }).collect(),
        }
    }
}

fn outage(what: OutageOf, from: Time) -> Fault {
    Fault::Outage { what, from, to: from.plus(OUTAGE) }
}

/// Where faults can strike in a run.
struct Chances {
    /// The moments between two steps at which there is a job, and whether requests are on their way then.
    moments: Vec<(Time, bool)>,
    /// Requests that were answered, by kind.
    answered: Vec<(RequestKind, u32)>,
}

impl Chances {
    fn of(plan: &Plan) -> Chances {
        let (mut world, mut notes) = (World::new(plan), Notes::new());
        let answered = RequestKind::NAMES.iter().map(|(_, kind)| (*kind, 0)).collect();
        let mut chances = Chances { moments: Vec::new(), answered };
        loop {
            if let Some(Event::Request { wait: true, request, .. }) = world.agenda.peek().map(|next| &next.event) {
                let mut counts = chances.answered.iter_mut();
                if let Some((_, count)) = counts.find(|(kind, _)| request.kind() == Some(*kind)) {
                    *count += 1;
                }
            }
            if !world.step(plan, &mut notes) {
                return chances;
            }
            notes.clear();
            let is_between = world.agenda.peek().is_some_and(|next| next.due > world.now);
            if world.job.is_some() && is_between {
                let is_sent = world.agenda.entries().iter().any(|entry| entry.scope == Scope::InFlight);
                chances.moments.push((world.now.plus(Time(1)), is_sent));
            }
        }
    }

    /// The reply to each request, once.
    fn replies(&self) -> Vec<Fault> {
        let of_kind =
            |&(request, count): &(RequestKind, u32)| (1..=count).map(move |nth| Fault::LoseReply { request, nth });
        self.answered.iter().flat_map(of_kind).collect()
    }
}

/// The sinks hear of a checkpoint a second after the next one is complete; of the last one a second later than otherwise.
fn late(base: &Run, checkpoint: CheckpointId) -> Fault {
    let completed = |of: CheckpointId| {
        let is_it =
            |noted: &&Noted| matches!(noted.fact, Fact::CheckpointCompleted { checkpoint, .. } if checkpoint == of);
        base.facts.iter().find(is_it).map(|noted| noted.at)
    };
    let gap = match (completed(checkpoint), completed(checkpoint.next())) {
        (Some(this), Some(next)) => next.since(this),
        _ => Time::ZERO,
    };
    Fault::DelayNotification { checkpoint, by: gap.plus(Time(1_000)) }
}

/// What a sink comes to under a kind of fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// At so many places the fault was tried; 0 if there is none for this sink.
    pub places: u32,
    /// Runs. A crash that is added counts once for each moment, whatever its kinds.
    pub runs: u32,
    /// Those of them that came to some harm.
    pub harmful: u32,
    /// The worst that occurred.
    pub worst: Harm,
    /// The first run that came to it, as the faults to add to the scenario; empty if none is needed.
    pub faults: Vec<Fault>,
}

/// The table, made bit by bit: a row a sink, a column a [`FaultKind`].
///
/// The scenario's own faults are taken out. Its sinks are the rows, followed by those kinds of sinks that it does not
/// have, each as it is when nothing else is said.
#[derive(Clone, Debug)]
pub struct Verdicts {
    scenario: Scenario,
    with_crash: bool,
    base: Option<(usize, Run)>,
    pending: Vec<Fault>,
    map: Option<(Option<Fault>, CrashMap, usize)>,
    cells: Vec<Verdict>,
    /// Which cell comes next or is being made.
    next: usize,
    is_begun: bool,
    runs: u32,
}

impl Verdicts {
    /// Prepares the table. With `with_crash` each fault is followed, preceded or accompanied by a crash at every moment.
    ///
    /// # Errors
    /// If the scenario is driven by a story.
    pub fn new(scenario: &Scenario, with_crash: bool) -> Result<Verdicts, Refused> {
        if matches!(scenario.drive, Drive::Story(_)) {
            return Err(Refused::Story);
        }
        let mut sinks = scenario.sinks.clone();
        for kind in SinkSpec::KINDS {
            if sinks.iter().all(|sink| sink.kind() != kind) {
                sinks.extend(SinkSpec::from_kind(kind));
            }
        }
        let cells = vec![Verdict::default(); sinks.len() * FaultKind::ALL.len()];
        let scenario = Scenario { sinks, drive: Drive::Time(Vec::new()), title: None, ..scenario.clone() };
        Ok(Verdicts {
            scenario,
            with_crash,
            base: None,
            pending: Vec::new(),
            map: None,
            cells,
            next: 0,
            is_begun: false,
            runs: 0,
        })
    }

    /// Goes on for about so many runs. True when the table is complete. Dropping it cancels it.
    pub fn advance(&mut self, budget: u32) -> bool {
        let end = self.runs.saturating_add(budget);
        while self.runs < end && self.next < self.cells.len() {
            if !self.is_begun {
                self.begin();
            }
            if self.map.is_some() {
                self.advance_map();
            } else if let Some(fault) = self.pending.pop() {
                self.try_one(Some(fault));
            } else {
                self.next += 1;
                self.is_begun = false;
            }
        }
        self.is_done()
    }

    /// Makes the whole table.
    pub fn finish(&mut self) -> &[Verdict] {
        while !self.advance(u32::MAX) {}
        &self.cells
    }

    /// Is it complete?
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.next == self.cells.len()
    }

    /// Thousandths of the way, by cells.
    #[must_use]
    pub fn per_mille(&self) -> u32 {
        (self.next * 1_000 / self.cells.len().max(1)) as u32
    }

    /// Runs so far.
    #[must_use]
    pub fn runs(&self) -> u32 {
        self.runs
    }

    /// The rows.
    #[must_use]
    pub fn sinks(&self) -> &[SinkSpec] {
        &self.scenario.sinks
    }

    /// Is a crash at every moment added to each fault?
    #[must_use]
    pub fn with_crash(&self) -> bool {
        self.with_crash
    }

    /// What is known of a sink and a fault; `None` before it has been tried.
    #[must_use]
    pub fn verdict(&self, row: usize, column: usize) -> Option<&Verdict> {
        let index = row * FaultKind::ALL.len() + column;
        self.cells.get(index).filter(|_| index < self.next)
    }

    /// The scenario to look at for a verdict: one lane, with the faults that led to it.
    #[must_use]
    pub fn example(&self, row: usize, column: usize) -> Option<Scenario> {
        let verdict = self.verdict(row, column)?;
        let drive = Drive::Time(verdict.faults.clone());
        Some(Scenario { sinks: vec![self.scenario.sinks[row]], drive, ..self.scenario.clone() })
    }

    fn begin(&mut self) {
        let (row, column) = (self.next / FaultKind::ALL.len(), self.next % FaultKind::ALL.len());
        if self.base.as_ref().is_none_or(|(of, _)| *of != row) {
            self.base = Some((row, Run::new(Plan::new(&self.scenario, row))));
        }
        let Some((_, base)) = &self.base else { return };
        let kind = FaultKind::ALL[column];
        self.pending = kind.places(&self.scenario, base);
        self.cells[self.next].places = self.pending.len() as u32;
        self.is_begun = true;
        if self.with_crash {
            self.pending = spread(std::mem::take(&mut self.pending), PLACES_BEFORE_CRASH);
        }
        // Tried in order of time, from the back of the list.
        self.pending.reverse();
        if kind == FaultKind::Nothing {
            self.cells[self.next].places = 1;
            self.try_one(None);
        }
    }

    fn try_one(&mut self, fault: Option<Fault>) {
        let row = self.next / FaultKind::ALL.len();
        let faults: Vec<Fault> = fault.into_iter().collect();
        let scenario = Scenario { drive: Drive::Time(faults.clone()), ..self.scenario.clone() };
        let harm = harm_of(&scenario, row);
        self.book(harm, faults);
        if self.with_crash {
            let run = Run::new(Plan::new(&scenario, row));
            // The fault's own crash stays: the one that is added is another.
            let struck = first_crash(std::slice::from_ref(&run));
            let map = CrashMap::new(&run.plan, run.right_table().map(Rc::new), struck);
            self.map = Some((fault, map, 0));
        }
    }

    fn advance_map(&mut self) {
        let Some((fault, map, seen)) = &mut self.map else { return };
        let is_done = map.advance(STEPS_AT_ONCE);
        let mut found = Vec::new();
        for point in &map.points()[*seen..] {
            let (how, in_flight) = point.worst();
            let crash = Fault::Crash { when: When::At(point.from), how, in_flight };
            // A crash before the fault's own replaces it on the map; both together are what a pair of them comes to.
            let is_before = matches!(fault, Some(Fault::Crash { when: When::At(at), .. }) if point.from <= *at);
            if !is_before {
                found.push((point.harm(), fault.iter().copied().chain([crash]).collect::<Vec<Fault>>()));
            }
        }
        *seen = map.points().len();
        if is_done {
            self.map = None;
        }
        for (harm, faults) in found {
            self.book(harm, faults);
        }
    }

    fn book(&mut self, harm: Harm, faults: Vec<Fault>) {
        let cell = &mut self.cells[self.next];
        self.runs += 1;
        cell.runs += 1;
        cell.harmful += u32::from(harm != Harm::None);
        if harm > cell.worst {
            cell.worst = harm;
            cell.faults = faults;
        }
    }
}

/// At most so many of a list, evenly.
fn spread(all: Vec<Fault>, most: usize) -> Vec<Fault> {
    if all.len() <= most {
        return all;
    }
    (0..most).map(|index| all[index * (all.len() - 1) / (most - 1)]).collect()
}
