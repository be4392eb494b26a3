//! How runs end that have come to go on like one before.
//!
//! After two crashes a moment apart the next attempts start a moment apart, catch up, and from then on do the same at the
//! same times: only what they left outside on the way differs. So each run is looked at whenever a record is read at its
//! time, and when the world would go on as that of an earlier run did, the rest is known and not run again.

use super::harm::{Harm, Judge};
use crate::sim::agenda::Class;
use crate::sim::cx::Notes;
use crate::sim::event::Event;
use crate::sim::fact::{Limit, RecordId};
use crate::sim::id::{Offset, Time};
use crate::sim::plan::Plan;
use crate::sim::world::{JobEnd, Life, World, MAX_STEPS};
use std::hash::Hasher;
use std::rc::Rc;

/// Endings that are kept. A later one takes the place of an earlier one, so that memory does not grow with the runs.
const KEPT: usize = 1_024;

/// After so many looks it is asked whether they pay: one in [`WORTH`] has to find something.
const TRIAL: u32 = 4_096;
const WORTH: u32 = 24;

/// A run that has met no other after so many looks is looked at only once in [`RARELY`] records from then on.
const OFTEN: usize = 6;
const RARELY: u32 = 4;

/// Spans of time in which there is a job.
pub(super) type Alive = Vec<(Time, Time)>;

/// A run that was brought to its end.
#[derive(Debug)]
pub(super) struct Ended {
    /// What it came to.
    pub harm: Harm,
    /// The steps that were taken for it.
    pub steps: u32,
    /// The steps that were not, as the end was known.
    pub spared: u32,
}

/// A run on its way to its end.
#[derive(Clone, Debug)]
pub(super) struct Underway {
    world: World,
    /// Has a value fallen so far?
    went_back: bool,
    /// The steps that the world had taken when it began.
    begun: u32,
    /// Since when there is a job, if there is one.
    since: Option<Time>,
    /// The steps that the world had taken when a value fell last.
    last_fall: u32,
}

impl Underway {
    /// Goes on from here. Only one run at a time may be on its way with the same [`Endings`].
    pub fn new(world: World, went_back: bool) -> Underway {
        let since = world.job.as_ref().map(|_| world.now);
        Underway { begun: world.steps, world, went_back, since, last_fall: 0 }
    }

    /// How many steps it has taken.
    pub fn steps(&self) -> u32 {
        self.world.steps - self.begun
    }
}

/// From a moment of a run on: what came of it.
#[derive(Clone, Debug)]
struct Ending {
    key: (u64, u64),
    /// How many steps it took.
    steps: u32,
    has_failed: bool,
    went_back: bool,
    /// Is the harm of the whole run decided by the world at its end, whatever came before?
    whole: Option<Harm>,
    /// What became visible, with that of others; from a place on.
    visible: Rc<Vec<RecordId>>,
    from: u32,
    of_readers: Harm,
    /// What was read at the end.
    read: Rc<Vec<Offset>>,
    /// The spans with a job; the first one began before.
    alive: Rc<Alive>,
    alive_from: u32,
}

/// A look at a run on its way.
#[derive(Clone, Copy, Debug)]
struct Look {
    key: (u64, u64),
    steps: u32,
    visible: u32,
    alive: u32,
}

/// The endings of one lane in one timing.
#[derive(Clone, Debug)]
pub(super) struct Endings {
    kept: Vec<Option<Ending>>,
    looks: u32,
    found: u32,
    looked: Vec<Look>,
}

impl Default for Endings {
    fn default() -> Endings {
        Endings { kept: vec![None; KEPT], looks: 0, found: 0, looked: Vec::new() }
    }
}

impl Endings {
    /// Brings a run to its end and judges it. `alive` gets the spans with a job.
    pub fn finish(
        &mut self,
        plan: &Plan,
        judge: &mut Judge,
        mut run: Underway,
        notes: &mut Notes,
        alive: &mut Alive,
    ) -> Ended {
        loop {
            if let Some(ended) = self.advance(plan, judge, &mut run, notes, alive, u32::MAX) {
                return ended;
            }
        }
    }

    /// Goes on with a run for at most so many steps. At its end, what it came to.
    pub fn advance(
        &mut self,
        plan: &Plan,
        judge: &mut Judge,
        run: &mut Underway,
        notes: &mut Notes,
        alive: &mut Alive,
        budget: u32,
    ) -> Option<Ended> {
        if run.steps() == 0 {
            self.looked.clear();
        }
        let until = run.world.steps.saturating_add(budget);
        let mut found = None;
        loop {
            if self.pays() && self.is_meeting(plan, &run.world) {
                let key = key_of(plan, &run.world);
                self.looks += 1;
                if let Some(ending) = self.known(key).filter(|ending| run.world.steps + ending.steps < MAX_STEPS) {
                    found = Some(ending.clone());
                    break;
                }
                let visible = judge.visible(plan, &run.world.outside).map_or(0, <[RecordId]>::len) as u32;
                self.looked.push(Look { key, steps: run.world.steps, visible, alive: alive.len() as u32 });
            }
            if !run.world.step(plan, notes) {
                break;
            }
            if judge.saw_value_fall(notes) {
                run.went_back = true;
                run.last_fall = run.world.steps;
            }
            notes.clear();
            match (run.since, run.world.job.is_some()) {
                (None, true) => run.since = Some(run.world.now),
                (Some(begin), false) => {
                    alive.push((begin, run.world.now));
                    run.since = None;
                }
                _ => {}
            }
            if run.world.steps >= until {
                return None;
            }
        }
        let harm = match &found {
            None => judge.harm(plan, &run.world, run.went_back),
            Some(ending) => {
                self.found += 1;
                let begin = alive.len();
                alive.extend_from_slice(&ending.alive[ending.alive_from as usize..]);
                if let (Some(since), Some(first)) = (run.since, alive.get_mut(begin)) {
                    first.0 = since;
                }
                if ending.went_back {
                    run.last_fall = u32::MAX;
                    run.went_back = true;
                }
                ending_harm(judge, plan, &run.world, ending, run.went_back)
            }
        };
        let spared = found.as_ref().map_or(0, |ending| ending.steps);
        self.keep(plan, judge, &run.world, found, run.last_fall, alive);
        Some(Ended { harm, steps: run.steps(), spared })
    }

    /// Is it worth while to look for runs that go on alike?
    fn pays(&self) -> bool {
        self.looks < TRIAL || self.found * WORTH > self.looks
    }

    /// Is a record about to be read at the time at which it is due? Runs that have caught up meet there.
    fn is_meeting(&self, plan: &Plan, world: &World) -> bool {
        let Some(next) = world.agenda.peek().filter(|next| next.class == Class::Read) else { return false };
        let (Event::Read(source), Some(job)) = (&next.event, &world.job) else { return false };
        let position = job.sources[source.index()].position;
        if self.looked.len() > OFTEN && position.0 % RARELY != 0 {
            return false;
        }
        position < plan.log_end(*source) && plan.record(*source, position).due == next.due
    }

    fn known(&self, key: (u64, u64)) -> Option<&Ending> {
        self.kept[key.0 as usize % KEPT].as_ref().filter(|ending| ending.key == key)
    }

    /// Keeps what came after each look.
    fn keep(
        &mut self,
        plan: &Plan,
        judge: &mut Judge,
        world: &World,
        found: Option<Ending>,
        last_fall: u32,
        alive: &[(Time, Time)],
    ) {
        let Some(first) = self.looked.first().copied() else { return };
        if world.life == Life::Over(JobEnd::Stopped(Limit::Steps)) {
            return;
        }
        let mut visible: Vec<RecordId> = match judge.visible(plan, &world.outside) {
            Some(records) => records[first.visible as usize..].to_vec(),
            None => Vec::new(),
        };
        let (has_failed, whole, of_readers, read, rest) = match &found {
            Some(ending) => {
                visible.extend_from_slice(&ending.visible[ending.from as usize..]);
                (ending.has_failed, ending.whole, ending.of_readers, ending.read.clone(), ending.steps)
            }
            None => {
                let whole = judge.visible(plan, &world.outside).is_none().then(|| judge.harm(plan, world, false));
                let read = Rc::new(world.read.clone());
                (judge.has_failed(world), whole, judge.of_readers(plan, &world.outside), read, 0)
            }
        };
        let (visible, alive) = (Rc::new(visible), Rc::new(alive.to_vec()));
        for look in self.looked.drain(..) {
            let ending = Ending {
                key: look.key,
                steps: world.steps - look.steps + rest,
                has_failed,
                went_back: last_fall > look.steps,
                whole,
                visible: visible.clone(),
                from: look.visible - first.visible,
                of_readers,
                read: read.clone(),
                alive: alive.clone(),
                alive_from: look.alive,
            };
            self.kept[look.key.0 as usize % KEPT] = Some(ending);
        }
    }
}

/// The harm of a run that goes on as `ending` tells, with what it has brought about itself.
fn ending_harm(judge: &mut Judge, plan: &Plan, world: &World, ending: &Ending, went_back: bool) -> Harm {
    if ending.has_failed {
        return Harm::Stuck;
    }
    match ending.whole {
        Some(Harm::None) if went_back => Harm::WentBack,
        Some(harm) => harm,
        None => {
            let before = judge.visible(plan, &world.outside).unwrap_or_default();
            let after = &ending.visible[ending.from as usize..];
            judge.of_lists(&[before, after], &ending.read, ending.of_readers)
        }
    }
}

fn key_of(plan: &Plan, world: &World) -> (u64, u64) {
    let mut mixer = Mixer { a: 0x243f_6a88_85a3_08d3, b: 0x1319_8a2e_0370_7344 };
    world.hash_future(plan, &mut mixer);
    (mixer.finish(), mixer.other())
}

/// Two hashes of 64 bits at once: that two different worlds have both in common is not to be expected in the life of
/// anyone.
struct Mixer {
    a: u64,
    b: u64,
}

impl Mixer {
    fn add(&mut self, word: u64) {
        self.a = (self.a.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.b = (self.b.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }

    fn other(&self) -> u64 {
        self.b ^ (self.b >> 31)
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        let mixed = (self.a ^ (self.a >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.add(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.add(word as u64);
    }

    fn write_i64(&mut self, word: i64) {
        self.add(word as u64);
    }
}
