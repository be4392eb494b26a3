//! Everything that a task's handler may do: its own task and a [`Cx`] are all that it sees of the world.

use super::agenda::{Agenda, Class, Scope};
use super::event::{ChannelId, Event, Message};
use super::fact::{Cause, Fact, TaskId};
use super::id::{Attempt, CheckpointId, Time};
use super::job::Channel;
use super::plan::Plan;
use super::point::Point;
use super::scenario::How;
use super::store::TaskSnapshot;
use super::triggers::{Death, Passed, Triggers};
use std::rc::Rc;

/// What happens in one step, in order.
pub type Notes = Vec<Fact>;

/// A handler's view of the world.
pub struct Cx<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Now.
    pub now: Time,
    /// The attempt that the task belongs to.
    pub attempt: Attempt,
    /// What is about to happen.
    pub agenda: &'a mut Agenda,
    /// The job's channels.
    pub channels: &'a mut [Channel],
    /// What the scenario has in store.
    pub triggers: &'a mut Triggers,
    /// Takes facts.
    pub notes: &'a mut Notes,
    /// Set when the job has to die after this handler.
    pub death: &'a mut Option<Death>,
    /// Where the random sequence of the jitter stands.
    pub jitter: &'a mut u32,
}

/// Makes a [`Cx`] from the parts of a world and of its job, leaving the tasks free to be borrowed.
macro_rules! cx {
    ($world:ident, $job:ident, $plan:ident, $notes:ident, $death:ident) => {
        Cx {
            plan: $plan,
            now: $world.now,
            attempt: $world.attempt,
            agenda: &mut $world.agenda,
            channels: &mut $job.channels,
            triggers: &mut $world.triggers,
            notes: $notes,
            death: $death,
            jitter: &mut $world.jitter,
        }
    };
}
pub(super) use cx;

impl Cx<'_> {
    /// Tells what happened. A crash that waits for this fact strikes when the handler returns.
    pub fn note(&mut self, fact: Fact) {
        self.triggers.noted(&fact, self.death);
        self.notes.push(fact);
    }

    /// Must the handler stop? Nothing of the task goes on once something has killed it.
    #[must_use]
    pub fn is_dying(&self) -> bool {
        self.death.is_some()
    }

    /// Passes a named point. Answers whether the task goes on, takes the point's branch or throws.
    pub fn pass(&mut self, task: TaskId, point: Point) -> Passed {
        let passed = self.triggers.pass(point, task, self.plan.failure, self.death);
        if self.is_dying() {
            return Passed::Dead;
        }
        passed
    }

    /// The task throws, and nobody catches it: the job fails.
    pub fn fail(&mut self, task: TaskId, cause: Cause) {
        self.death.get_or_insert(Death { how: How::Fail, in_flight: Default::default(), task: Some(task), cause });
    }

    /// A delay with its jitter.
    pub fn delay(&mut self, base: Time) -> Time {
        jittered(self.plan, self.jitter, base)
    }

    /// Something that happens to this attempt after a delay.
    pub fn later(&mut self, delay: Time, class: Class, event: Event) {
        let due = self.now.plus(delay);
        self.agenda.add(self.now, due, class, Scope::Job, event);
    }

    /// Sends a message to the next task. Channels keep the order.
    pub fn send(&mut self, channel: ChannelId, message: Message) {
        let hop = self.plan.delays.hop;
        let arrival = self.now.plus(self.delay(hop));
        let channel_now = &mut self.channels[channel.0 as usize];
        let due = arrival.max(channel_now.last_due);
        channel_now.last_due = due;
        if matches!(message, Message::Record(_)) {
            channel_now.in_flight += 1;
        }
        self.agenda.add(self.now, due, Class::Inside, Scope::Job, Event::Deliver(channel, message));
    }

    /// Sends a task's snapshot away; it is acknowledged when it is stored.
    pub fn acknowledge(&mut self, task: TaskId, checkpoint: CheckpointId, snapshot: TaskSnapshot) {
        let delay = self.plan.delays.snapshot;
        let delay = self.delay(delay);
        self.later(delay, Class::Inside, Event::Acknowledge(task, checkpoint, Rc::new(snapshot)));
    }
}

/// `base` plus the next random time of the plan's jitter.
pub fn jittered(plan: &Plan, sequence: &mut u32, base: Time) -> Time {
    let Some((seed, up_to)) = plan.jitter else { return base };
    *sequence = sequence.wrapping_add(1);
    let random = mix((u64::from(seed) << 32) | u64::from(*sequence));
    base.plus(Time((random % (u64::from(up_to.0) + 1)) as u32))
}

/// Spreads a number over 64 bits (the finalizer of SplitMix64).
fn mix(number: u64) -> u64 {
    let mut x = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
