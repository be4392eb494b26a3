//! What a crash leaves of a world, and who read a record first.

use crate::support::{first, scenario};
use exactly_once_lab::app::presets::PRESETS;
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::fact::{Fact, RecordId};
use exactly_once_lab::sim::id::{Attempt, Offset, SourceId, Time};
use exactly_once_lab::sim::plan::Plan;
use exactly_once_lab::sim::scenario::{How, InFlight};
use exactly_once_lab::sim::world::World;
use serde_json::json;
use std::collections::BTreeMap;

#[test]
fn the_first_reader_is_the_attempt_of_the_first_fact() {
    let (mut seen, mut later) = (0, 0);
    for run in PRESETS.iter().flat_map(|preset| Run::lanes(&preset.scenario())) {
        let mut readers: BTreeMap<(usize, usize), Attempt> = BTreeMap::new();
        for noted in &run.facts {
            let (source, records) = match noted.fact {
                Fact::RecordRead { record, .. } => (record.source, record.offset.index()..record.offset.index() + 1),
                Fact::RecordsMissed { source, from, to } => (source, from.index()..to.index()),
                _ => continue,
            };
            for offset in records {
                readers.entry((source.index(), offset)).or_insert(noted.attempt);
            }
        }
        let logs = run.plan.logs.iter().enumerate();
        let records = logs.flat_map(|(source, log)| (0..log.len()).map(move |offset| (source, offset)));
        for (source, offset) in records {
            let record = RecordId { source: SourceId(source as u32), offset: Offset(offset as u32) };
            let wanted = readers.get(&(record.source.index(), record.offset.index())).copied();
            assert_eq!(run.first_read(record), wanted, "{record:?}");
            seen += 1;
            later += usize::from(wanted.is_some_and(|attempt| attempt.0 > 1));
        }
    }
    assert!(seen > 500 && later > 10, "{seen}, {later}");
}

#[test]
fn a_crash_is_a_step() {
    let sinks = json!([{"kind": "two_phase_commit"}]);
    let calm = scenario(json!({ "sinks": sinks }));
    let plan = Plan::new(&calm, 0);
    let at = Time(3_500);
    let mut notes = Vec::new();
    let mut world = World::new(&plan);
    while world.agenda.peek().is_some_and(|next| next.due < at) && world.step(&plan, &mut notes) {}
    let before = world.steps;
    let mut after = world.crashed(&plan, at, How::Kill, InFlight::Delivered, &mut notes).expect("a job");
    assert_eq!((world.steps, after.steps), (before, before + 1));
    while after.step(&plan, &mut notes) {}
    let run = Run::new(Plan::new(&scenario(json!({ "sinks": sinks, "faults": [{"crash": true, "at": 3.5}] })), 0));
    assert_eq!(after.steps, run.end.steps);
    assert_eq!(first(&run, |fact| matches!(fact, Fact::Crashed { .. })), at);
}
