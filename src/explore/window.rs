//! Windows: spans of a run in which a crash does the same harm, named by the facts that bound them.

use super::harm::Harm;
use super::map::CrashPoint;
use crate::run::{Noted, Run};
use crate::sim::event::Event;
use crate::sim::external::Request;
use crate::sim::fact::Fact;
use crate::sim::id::Time;

/// What bounds a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// This fact, as a position in [`Run::facts`].
    Fact(u32),
    /// A sink sent this request; nothing has come of it yet.
    Sent(Request),
}

/// A longest span of crash points with the same harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// Its first moment.
    pub from: Time,
    /// Its last moment.
    pub to: Time,
    /// What a crash in it leads to.
    pub harm: Harm,
    /// What it begins after; `None` only for an empty run.
    pub after: Option<Bound>,
    /// What it ends before. When that happens, it is over.
    pub before: Option<Bound>,
}

impl Bound {
    /// The fact, if it is one.
    #[must_use]
    pub fn fact<'a>(&self, run: &'a Run) -> Option<&'a Noted> {
        match self {
            Bound::Fact(index) => run.facts.get(*index as usize),
            Bound::Sent(_) => None,
        }
    }
}

/// The windows of a crash map, in order of time, by the worst crash at each moment. Where the job was down one ends and
/// another begins.
#[must_use]
pub fn windows(run: &Run, points: &[CrashPoint]) -> Vec<Window> {
    windows_by(run, points, &CrashPoint::harm)
}

/// The windows by what `harm_of` says of each crash point, such as the harm of one kind of crash.
#[must_use]
pub fn windows_by(run: &Run, points: &[CrashPoint], harm_of: &dyn Fn(&CrashPoint) -> Harm) -> Vec<Window> {
    let mut windows: Vec<Window> = Vec::new();
    for point in points {
        let harm = harm_of(point);
        match windows.last_mut() {
            Some(last) if last.harm == harm && last.to.plus(Time(1)) == point.from => last.to = point.to,
            _ => windows.push(Window { from: point.from, to: point.to, harm, after: None, before: None }),
        }
    }
    for window in &mut windows {
        let just_before = window.from.since(Time(1));
        let last_fact = || run.facts_until(run.steps_until(just_before)).len().checked_sub(1);
        window.after = bound_at(run, just_before).or_else(|| last_fact().map(|index| Bound::Fact(index as u32)));
        let next_fact = || Some(run.facts.partition_point(|n| n.at < window.to)).filter(|next| *next < run.facts.len());
        window.before = bound_at(run, window.to).or_else(|| next_fact().map(|index| Bound::Fact(index as u32)));
    }
    windows
}

/// What tells most of what happened last before a moment.
#[must_use]
pub fn fact_before(run: &Run, at: Time) -> Option<&Noted> {
    let before = run.facts.partition_point(|noted| noted.at < at);
    let last = run.facts[..before].last()?.at;
    let begin = run.facts.partition_point(|noted| noted.at < last);
    run.facts[begin..before].iter().min_by_key(|noted| rank(&noted.fact))
}

/// What tells most of what happened in a millisecond: a fact, else a request that was sent.
fn bound_at(run: &Run, at: Time) -> Option<Bound> {
    let begin = run.facts.partition_point(|noted| noted.at < at);
    let of_then = run.facts[begin..].iter().take_while(|noted| noted.at == at);
    let best = of_then.enumerate().min_by_key(|(index, noted)| (rank(&noted.fact), *index));
    if let Some((index, _)) = best {
        return Some(Bound::Fact((begin + index) as u32));
    }
    let world = run.world_after(run.steps_until(at));
    let sent = world.agenda.entries().iter().filter(|entry| entry.since == at);
    let mut requests = sent.filter_map(|entry| match entry.event {
        Event::Request { request, .. } => Some(Bound::Sent(request)),
        _ => None,
    });
    requests.next_back()
}

/// How much a fact tells about what a crash would do: what is decided for good comes first.
fn rank(fact: &Fact) -> u32 {
    match fact {
        Fact::CheckpointCompleted { .. }
        | Fact::TransactionCommitted { .. }
        | Fact::CommittedAgain { .. }
        | Fact::BatchMarked { .. }
        | Fact::FileFinished { .. } => 0,
        Fact::RecordAppended { .. }
        | Fact::ValuePut { .. }
        | Fact::TransactionPrepared { .. }
        | Fact::FilePending { .. }
        | Fact::BatchSealed { .. }
        | Fact::BatchSending { .. } => 1,
        Fact::NotificationReceived { .. }
        | Fact::SnapshotTaken { .. }
        | Fact::RecordWritten { .. }
        | Fact::RecordProcessed { .. }
        | Fact::JobRunning { .. } => 2,
        Fact::BarrierSent { .. } | Fact::CheckpointTriggered { .. } | Fact::RecordRead { .. } => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::PRESETS;

    #[test]
    fn what_happened_last_is_told_by_the_fact_that_tells_most() {
        for run in PRESETS.iter().flat_map(|preset| Run::lanes(&preset.scenario())) {
            assert!(fact_before(&run, Time::ZERO).is_none());
            for at in run.facts.iter().map(|noted| noted.at.plus(Time(1))) {
                let told = fact_before(&run, at).expect("a fact");
                let last = run.facts.iter().filter(|noted| noted.at < at).map(|noted| noted.at).max();
                assert_eq!(Some(told.at), last);
                let of_then = run.facts.iter().filter(|noted| noted.at == told.at);
                assert!(of_then.map(|noted| rank(&noted.fact)).all(|other| rank(&told.fact) <= other));
            }
        }
    }
}
