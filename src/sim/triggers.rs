//! What the scenario has in store for the job: armed points, and crashes that wait for a point or a fact.

use super::fact::{Cause, Fact, FactName, TaskId};
use super::id::CheckpointId;
use super::plan::Plan;
use super::point::Point;
use super::scenario::story::{Arm, ArmKind};
use super::scenario::{How, InFlight, RequestKind, When};
use super::sink::Thrown;

/// How and why the job dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Death {
    /// Killed or thrown.
    pub how: How,
    /// What becomes of requests on their way.
    pub in_flight: InFlight,
    /// The task at which it began, if one.
    pub task: Option<TaskId>,
    /// Why.
    pub cause: Cause,
}

/// What passing a point did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passed {
    /// Nothing.
    Through,
    /// The point's branch is to be taken.
    Signal,
    /// Something is thrown here.
    Throw(Thrown),
    /// The processes are dead.
    Dead,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Harm {
    Throw { is_error: bool },
    Signal,
    Crash { how: How, in_flight: InFlight },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct AtPoint {
    point: Point,
    harm: Harm,
    skip: u32,
    times: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct AtFact {
    fact: FactName,
    checkpoint: Option<CheckpointId>,
    skip: u32,
    how: How,
    in_flight: InFlight,
}

/// Everything that waits for its moment. It survives restarts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Triggers {
    points: Vec<AtPoint>,
    facts: Vec<AtFact>,
    /// Replies to be lost: the nth from now to a kind of request.
    replies: Vec<(RequestKind, u32)>,
    /// Requests to be held up: the nth from now of a kind.
    holds: Vec<(RequestKind, u32)>,
}

impl Triggers {
    /// The crashes of the plan that wait for a point or a fact.
    #[must_use]
    pub fn new(plan: &Plan) -> Triggers {
        let mut triggers = Triggers { replies: plan.lost_replies.clone(), ..Triggers::default() };
        for crash in &plan.crashes {
            let (how, in_flight) = (crash.how, crash.in_flight);
            match crash.when {
                When::At(_) => {}
                When::Point { point, skip } => {
                    triggers.points.push(AtPoint { point, harm: Harm::Crash { how, in_flight }, skip, times: 1 });
                }
                When::Fact { fact, checkpoint, skip } => {
                    triggers.facts.push(AtFact { fact, checkpoint, skip, how, in_flight });
                }
            }
        }
        triggers
    }

    /// Takes out the crashes that still wait: whoever crashes the job now replaces those to come.
    pub fn forget_crashes(&mut self) {
        self.points.retain(|at| !matches!(at.harm, Harm::Crash { .. }));
        self.facts.clear();
    }

    /// A request has been answered: is the reply lost on its way back?
    pub fn loses_reply(&mut self, request: RequestKind) -> bool {
        counted_down(&mut self.replies, request)
    }

    /// The nth reply from now to this kind of request will be lost.
    pub fn lose_reply(&mut self, request: RequestKind, nth: u32) {
        self.replies.push((request, nth));
    }

    /// A request is about to arrive: is it held up?
    pub fn holds(&mut self, request: RequestKind) -> bool {
        counted_down(&mut self.holds, request)
    }

    /// The nth request of this kind from now will be held up.
    pub fn hold(&mut self, request: RequestKind, nth: u32) {
        self.holds.push((request, nth));
    }

    /// Arms a point.
    pub fn arm(&mut self, arm: Arm) {
        let harm = match arm.kind {
            ArmKind::Exception => Harm::Throw { is_error: false },
            ArmKind::Error => Harm::Throw { is_error: true },
            ArmKind::Signal => Harm::Signal,
        };
        self.points.push(AtPoint { point: arm.point, harm, skip: arm.skip, times: arm.times });
    }

    /// A task passes a point. What is armed first takes the pass.
    pub fn pass(&mut self, point: Point, task: TaskId, failure: How, death: &mut Option<Death>) -> Passed {
        let Some(index) = self.points.iter().position(|armed| armed.point == point) else { return Passed::Through };
        let armed = &mut self.points[index];
        if armed.skip > 0 {
            armed.skip -= 1;
            return Passed::Through;
        }
        let harm = armed.harm;
        armed.times = armed.times.saturating_sub(1);
        if armed.times == 0 {
            self.points.remove(index);
        }
        let cause = Cause::Armed(point);
        let (how, in_flight) = match harm {
            Harm::Signal => return Passed::Signal,
            Harm::Throw { is_error } if failure == How::Fail => return Passed::Throw(Thrown { is_error, cause }),
            Harm::Throw { .. } => (How::Kill, InFlight::Delivered),
            Harm::Crash { how, in_flight } => (how, in_flight),
        };
        death.get_or_insert(Death { how, in_flight, task: Some(task), cause });
        Passed::Dead
    }

    /// Something happened: is it what a crash waits for?
    pub fn noted(&mut self, fact: &Fact, death: &mut Option<Death>) {
        if self.facts.is_empty() {
            return;
        }
        let about = fact.checkpoint();
        let name = fact.name();
        let waits = |at: &AtFact| at.fact == name && (at.checkpoint.is_none() || at.checkpoint == about);
        let Some(index) = self.facts.iter().position(waits) else { return };
        if self.facts[index].skip > 0 {
            self.facts[index].skip -= 1;
            return;
        }
        let at = self.facts.remove(index);
        death.get_or_insert(Death { how: at.how, in_flight: at.in_flight, task: None, cause: Cause::Asked });
    }
}

/// One more of a kind: is it one that was counted down to?
fn counted_down(list: &mut Vec<(RequestKind, u32)>, request: RequestKind) -> bool {
    let mut is_it = false;
    for (_, left) in list.iter_mut().filter(|(kind, _)| *kind == request) {
        *left -= 1;
        is_it |= *left == 0;
    }
    list.retain(|(_, left)| *left > 0);
    is_it
}
