//! A run walked through once more, step by step, with everything kept that the checkers look at.

use exactly_once_lab::run::{Noted, Run};
use exactly_once_lab::sim::event::Event;
use exactly_once_lab::sim::external::{Outside, Request};
use exactly_once_lab::sim::fact::Fact;
use exactly_once_lab::sim::id::{Attempt, CheckpointId, Offset};
use exactly_once_lab::sim::plan::Plan;
use exactly_once_lab::sim::scenario::Mode;
use exactly_once_lab::sim::store::CompletedCheckpoint;
use exactly_once_lab::sim::world::World;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A checkpoint that became durable, and what stood outside at that moment.
pub struct Stored {
    pub checkpoint: Rc<CompletedCheckpoint>,
    pub outside: Outside,
}

/// An acknowledgement that changed a pending checkpoint.
pub struct Acknowledged {
    pub checkpoint: CheckpointId,
    pub by: Attempt,
}

/// A run and what was seen on the way.
pub struct History<'a> {
    pub run: &'a Run,
    pub plan: &'a Plan,
    pub facts: &'a [Noted],
    /// For every checkpoint the offsets at which the sources cut, by source; `None` for one that was not told.
    pub cuts: BTreeMap<CheckpointId, Vec<Option<Offset>>>,
    /// In order.
    pub stored: Vec<Stored>,
    pub acknowledged: Vec<Acknowledged>,
    /// By transaction: the attempt that asked for it.
    pub began_by: Vec<Attempt>,
}

impl<'a> History<'a> {
    /// Walks through a run.
    ///
    /// # Errors
    /// If it does not happen again as it happened before, or if an entry of the agenda is overdue.
    pub fn of(run: &'a Run) -> Result<History<'a>, String> {
        let mut history = History {
            run,
            plan: &run.plan,
            facts: &run.facts,
            cuts: cuts(run),
            stored: Vec::new(),
            acknowledged: Vec::new(),
            began_by: Vec::new(),
        };
        let mut world = World::new(&run.plan);
        let mut notes = Vec::new();
        let mut told = run.facts.iter();
        for step in 0..run.len() {
            let next = world.agenda.peek().cloned();
            if next.as_ref().is_some_and(|entry| entry.due < world.now) {
                return Err(format!("step {step}: an entry of the agenda is overdue"));
            }
            let before = acknowledgements(&world);
            let attempt = world.attempt;
            world.step(&run.plan, &mut notes);
            if notes.iter().any(|fact| told.next().map(|noted| &noted.fact) != Some(fact)) {
                return Err(format!("step {step}: it happened otherwise before"));
            }
            history.look(&world, next.map(|entry| entry.event), &before, attempt, &notes);
            notes.clear();
        }
        if world != run.end || told.next().is_some() {
            return Err("it ended otherwise before".into());
        }
        Ok(history)
    }

    fn look(
        &mut self,
        world: &World,
        event: Option<Event>,
        before: &[(CheckpointId, usize)],
        attempt: Attempt,
        notes: &[Fact],
    ) {
        for (id, count) in acknowledgements(world) {
            if before.iter().any(|(other, had)| *other == id && *had < count) {
                self.acknowledged.push(Acknowledged { checkpoint: id, by: attempt });
            }
        }
        let completed = notes.iter().any(|fact| matches!(fact, Fact::CheckpointCompleted { .. }));
        match event {
            Some(Event::StoreMetadata(_, checkpoint)) if completed => {
                self.stored.push(Stored { checkpoint, outside: world.outside.clone() });
            }
            Some(Event::Request { attempt, request: Request::Begin, .. })
                if world.outside.transactions.all.len() > self.began_by.len() =>
            {
                self.began_by.push(attempt);
            }
            _ => {}
        }
    }

    /// Does every task see the records in an order in which none of them overtakes a barrier that counts?
    pub fn is_exact(&self) -> bool {
        self.plan.mode == Mode::ExactlyOnce || (self.plan.logs.len() == 1 && self.plan.operators == 1)
    }

    /// Has the run this fact?
    pub fn has(&self, is_it: impl Fn(&Fact) -> bool) -> bool {
        self.facts.iter().any(|noted| is_it(&noted.fact))
    }

    /// The job has read all and published all: ended by itself, not by a savepoint.
    pub fn is_finished(&self) -> bool {
        self.has(|fact| matches!(fact, Fact::JobFinished)) && !self.stopped_with_savepoint()
    }

    /// Did a savepoint stop the job?
    pub fn stopped_with_savepoint(&self) -> bool {
        use exactly_once_lab::sim::scenario::story::Step;
        self.plan.story.as_ref().is_some_and(|story| story.contains(&Step::StopWithSavepoint))
    }
}

/// For every pending checkpoint the number of tasks that have acknowledged.
fn acknowledgements(world: &World) -> Vec<(CheckpointId, usize)> {
    let pending = world.job.iter().flat_map(|job| &job.coordinator.pending);
    pending.map(|p| (p.id, p.snapshots.iter().flatten().count())).collect()
}

fn cuts(run: &Run) -> BTreeMap<CheckpointId, Vec<Option<Offset>>> {
    let mut cuts: BTreeMap<CheckpointId, Vec<Option<Offset>>> = BTreeMap::new();
    for noted in &run.facts {
        if let Fact::BarrierSent { source, checkpoint, offset } = noted.fact {
            let cut = cuts.entry(checkpoint).or_insert_with(|| vec![None; run.plan.logs.len()]);
            cut[source.index()] = Some(offset);
        }
    }
    cuts
}
