//! The checkpoint strip: what is under way, what is durable, and from which one the job was restored.

use super::inputs::saved_in_flight;
use super::{Moment, Token};
use crate::sim::event::Event;
use crate::sim::fact::{CheckpointKind, Fact, TaskId};
use crate::sim::id::CheckpointId;

/// Chips that are drawn; older ones give way.
const CHIPS: usize = 4;

/// One checkpoint of the strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// Its number.
    pub id: u32,
    /// What it was taken for.
    pub kind: CheckpointKind,
    /// How far it is.
    pub phase: Phase,
    /// Offsets that it holds, by source.
    pub offsets: Vec<u32>,
    /// Totals that it holds: key and count.
    pub totals: Vec<(String, u32)>,
    /// Records in flight that are saved with it, as far as it is under way or the newest.
    pub in_flight: Vec<Token>,
    /// Is it the one that a crash now would go back to?
    pub is_newest: bool,
    /// Is it the one that this attempt started from?
    pub is_restored: bool,
}

/// How far a checkpoint is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Barriers are on their way; so many tasks of so many have acknowledged.
    Pending(u32, u32),
    /// All have acknowledged; its metadata is being written.
    Acknowledged,
    /// Durable; no sink has heard of it.
    Completed,
    /// Durable; all sinks that will hear of it have.
    Notified,
    /// Given up, or dropped by a crash.
    Aborted,
}

impl Phase {
    /// The five stages of the small bar: triggered, snapshot, acknowledged, complete, notified.
    #[must_use]
    pub fn stages(self) -> u32 {
        match self {
            Phase::Aborted => 0,
            Phase::Pending(0, _) => 1,
            Phase::Pending(..) => 2,
            Phase::Acknowledged => 3,
            Phase::Completed => 4,
            Phase::Notified => 5,
        }
    }
}

/// The checkpoints at a moment, oldest first.
#[must_use]
pub fn chips(moment: &Moment) -> Vec<Chip> {
    let mut chips: Vec<Chip> = Vec::new();
    for noted in moment.run.facts_until(moment.steps) {
        match &noted.fact {
            Fact::CheckpointTriggered { checkpoint, kind } => chips.push(new_chip(moment, *checkpoint, *kind)),
            Fact::BarrierSent { checkpoint, offset, .. } => {
                on(&mut chips, *checkpoint, |chip| chip.offsets.push(offset.0));
            }
            Fact::SnapshotAcknowledged { checkpoint, .. } => on(&mut chips, *checkpoint, |chip| {
                if let Phase::Pending(acks, _) = &mut chip.phase {
                    *acks += 1;
                }
            }),
            Fact::AllAcknowledged { checkpoint } => {
                on(&mut chips, *checkpoint, |chip| chip.phase = Phase::Acknowledged);
            }
            Fact::CheckpointCompleted { checkpoint, .. } => {
                on(&mut chips, *checkpoint, |chip| chip.phase = Phase::Completed);
            }
            Fact::NotificationReceived { checkpoint, task: TaskId::Sink(_) } => {
                on(&mut chips, *checkpoint, |chip| chip.phase = Phase::Notified);
            }
            Fact::CheckpointAborted { checkpoint, .. } => {
                on(&mut chips, *checkpoint, |chip| chip.phase = Phase::Aborted);
            }
            Fact::Crashed { .. } => {
                for chip in &mut chips {
                    // What was on its way to the store may still arrive, and then says so itself.
                    if matches!(chip.phase, Phase::Pending(..) | Phase::Acknowledged) {
                        chip.phase = Phase::Aborted;
                    }
                }
            }
            _ => {}
        }
    }
    // Metadata that is on its way is not stopped by the death of the job.
    for entry in moment.world.agenda.entries() {
        if let Event::StoreMetadata(_, completed) = &entry.event {
            on(&mut chips, completed.id, |chip| chip.phase = Phase::Acknowledged);
        }
    }
    let newest = moment.world.store.newest.as_ref().map(|c| c.id.0);
    let restored = moment.world.job.as_ref().and_then(|job| job.restored_from).map(|id| id.0);
    for chip in &mut chips {
        chip.is_newest = Some(chip.id) == newest;
        chip.is_restored = Some(chip.id) == restored;
    }
    add_totals(moment, &mut chips);
    for (id, _, row) in saved_in_flight(moment) {
        let token = Token::new(&moment.run.plan, row.record, moment.is_replay(row.record));
        on(&mut chips, id, |chip| chip.in_flight.push(token));
    }
    let surplus = chips.len().saturating_sub(CHIPS);
    chips.drain(..surplus);
    chips
}

fn new_chip(moment: &Moment, id: CheckpointId, kind: CheckpointKind) -> Chip {
    let plan = &moment.run.plan;
    let tasks = plan.logs.len() as u32 + plan.operators + plan.sinks;
    Chip {
        id: id.0,
        kind,
        phase: Phase::Pending(0, tasks),
        offsets: Vec::new(),
        totals: Vec::new(),
        in_flight: Vec::new(),
        is_newest: false,
        is_restored: false,
    }
}

fn on(chips: &mut [Chip], id: CheckpointId, change: impl FnOnce(&mut Chip)) {
    if let Some(chip) = chips.iter_mut().find(|chip| chip.id == id.0) {
        change(chip);
    }
}

/// What the newest completed checkpoint holds of the operators' state.
fn add_totals(moment: &Moment, chips: &mut [Chip]) {
    let Some(newest) = &moment.world.store.newest else { return };
    let plan = &moment.run.plan;
    for snapshot in &newest.snapshots {
        let crate::sim::store::TaskSnapshot::Operator(state, _) = &**snapshot else { continue };
        for (key, total) in state.iter().enumerate().filter(|(_, total)| total.count > 0) {
            on(chips, newest.id, |chip| chip.totals.push((plan.keys[key].clone(), total.count)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::Preset;
    use crate::run::Run;
    use crate::sim::id::Time;

    #[test]
    fn what_was_overtaken_stands_in_the_checkpoint_from_then_on() {
        let run = &Run::lanes(&Preset::find("unaligned").expect("a preset").scenario())[0];
        let overtaken = run.facts.iter().find_map(|noted| match noted.fact {
            Fact::RecordsOvertaken { records, .. } => Some((noted.at, records as usize)),
            _ => None,
        });
        let (at, records) = overtaken.expect("records are overtaken");
        let in_flight = |at: Time| chips(&Moment::new(run, at))[0].in_flight.len();
        assert_eq!(in_flight(Time(at.0 - 1)), 0);
        assert!(in_flight(at) >= records);
        assert!(in_flight(Time(9_900)) >= records, "it is the newest completed one");
    }
}
