//! The job's memory: the operator's state, which is lost in a crash.

use super::inputs::InputView;
use super::{Moment, Token};
use crate::sim::fact::TaskId;
use crate::sim::id::Time;
use crate::sim::world::{JobEnd, Life};

/// What there is of the job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobView {
    /// Whether it is up.
    pub life: JobLife,
    /// The current, last or next attempt.
    pub attempt: u32,
    /// The checkpoint that this attempt restored.
    pub restored_from: Option<u32>,
    /// Totals by key, over all subtasks.
    pub totals: Vec<TotalView>,
    /// Records being worked on.
    pub working_on: Vec<Token>,
    /// What waits in front of it.
    pub inputs: Vec<InputView>,
    /// Is there a result for which there is no room downstream?
    pub has_no_room: bool,
    /// The checkpoint whose barriers an operator is waiting for.
    pub aligning: Option<u32>,
}

/// Whether the job is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobLife {
    /// It restores its state.
    Restoring,
    /// It runs.
    Running,
    /// It is down until then.
    Down(Time),
    /// It is over.
    Over(JobEnd),
}

/// One key's total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TotalView {
    /// The key's number, for the colour.
    pub key: u32,
    /// The key.
    pub name: String,
    /// Number of records.
    pub count: u32,
    /// Sum of values.
    pub sum: i64,
}

impl JobView {
    /// The job at a moment.
    #[must_use]
    pub fn new(moment: &Moment) -> JobView {
        let (plan, world) = (&moment.run.plan, &moment.world);
        let life = match (world.life, &world.job) {
            (Life::Over(end), _) => JobLife::Over(end),
            (Life::Down { until }, _) => JobLife::Down(until),
            (Life::Up, Some(job)) if job.is_running => JobLife::Running,
            (Life::Up, _) => JobLife::Restoring,
        };
        let operators = world.job.iter().flat_map(|job| job.operators.iter().map(move |operator| (job, operator)));
        let mut view = JobView {
            life,
            attempt: world.attempt.0,
            restored_from: world.job.as_ref().and_then(|job| job.restored_from).map(|id| id.0),
            totals: Vec::new(),
            working_on: Vec::new(),
            inputs: Vec::new(),
            has_no_room: false,
            aligning: None,
        };
        for (job, operator) in operators {
            view.inputs.extend(InputView::of(moment, job, TaskId::Operator(operator.subtask), &operator.inputs));
            view.has_no_room |= operator.blocked.is_some();
            view.aligning = view.aligning.or(operator.inputs.barriers.waiting_for().map(|id| id.0));
            let current = operator.current.or(operator.blocked);
            view.working_on.extend(current.map(|row| Token::new(plan, row.record, moment.is_replay(row.record))));
            for (key, total) in operator.state.iter().enumerate().filter(|(_, total)| total.count > 0) {
                let name = plan.keys[key].clone();
                view.totals.push(TotalView { key: key as u32, name, count: total.count, sum: total.sum });
            }
        }
        crate::sorted::sort_by(&mut view.totals, |a, b| a.key < b.key);
        view
    }
}
