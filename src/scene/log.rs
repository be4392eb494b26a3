//! A source's log: what is in it, how far it is read, and where reading starts again after a crash.

use super::{Moment, Token};
use crate::sim::fact::RecordId;
use crate::sim::id::{Offset, SourceId};
use crate::sim::scenario::SourceKind;
use crate::sim::store::TaskSnapshot;

/// Rows that are drawn of a long log.
pub const ROWS: usize = 14;

/// A source's log as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogView {
    /// The source's name; empty if there is only one.
    pub name: String,
    /// The rows in sight, in order.
    pub rows: Vec<LogRow>,
    /// Records before the first row in sight.
    pub before: usize,
    /// Records after the last row in sight.
    pub after: usize,
    /// The next offset to be read; `None` while no job is up.
    pub cursor: Option<Offset>,
    /// Has the next record come, without room for it in the channel to the operator?
    pub has_no_room: bool,
    /// Where reading starts again after a crash: the offset that the newest completed checkpoint holds. `None` if there is
    /// no such place: a socket does not go back to it, and a job that is over goes nowhere.
    pub starts_again: Option<Offset>,
}

/// One record of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// Its offset.
    pub offset: Offset,
    /// Its token.
    pub token: Token,
    /// What it adds to the sum of its key.
    pub value: i64,
    /// Has it entered the log yet?
    pub has_come: bool,
    /// Has any attempt read it?
    pub was_read: bool,
}

/// Back-pressure has reached the source: it could read on, but there is no room for what it would send.
fn has_no_room(moment: &Moment, source: SourceId) -> bool {
    let plan = &moment.run.plan;
    let Some(job) = moment.world.job.as_ref().filter(|job| job.is_running) else { return false };
    let task = &job.sources[source.index()];
    let next = plan.logs[source.index()].get(task.position.index());
    let Some(next) = next.filter(|next| plan.story.is_none() && next.due <= moment.at && !task.stopped) else {
        return false;
    };
    let channel = source.0 * plan.operators + plan.route[next.key.index()].0 .0;
    !job.channels[channel as usize].has_room()
}

impl LogView {
    /// A source's log at a moment.
    #[must_use]
    pub fn new(moment: &Moment, source: SourceId) -> LogView {
        let plan = &moment.run.plan;
        let log = &plan.logs[source.index()];
        let cursor = moment.world.job.as_ref().map(|job| job.sources[source.index()].position);
        let newest = moment.world.store.newest.as_ref();
        let checkpoint = newest.and_then(|c| match &*c.snapshots[source.index()] {
            TaskSnapshot::Source(offset) => Some(*offset),
            _ => None,
        });
        let focus = cursor.or(checkpoint).unwrap_or_default().index();
        let first = focus.saturating_sub(ROWS / 2).min(log.len().saturating_sub(ROWS));
        let last = (first + ROWS).min(log.len());
        let row = |index: usize| {
            let offset = Offset(index as u32);
            LogRow {
                offset,
                token: Token::new(plan, RecordId { source, offset }, false),
                value: log[index].value,
                has_come: plan.story.is_some() || log[index].due <= moment.at,
                was_read: offset < moment.world.read[source.index()],
            }
        };
        LogView {
            name: plan.source_names[source.index()].clone(),
            rows: (first..last).map(row).collect(),
            before: first,
            after: log.len() - last,
            cursor,
            has_no_room: has_no_room(moment, source),
            starts_again: checkpoint.filter(|_| plan.source == SourceKind::Log && !moment.world.is_over()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::Preset;
    use crate::run::Run;

    #[test]
    fn behind_a_slow_sink_the_source_waits_and_says_so() {
        let waits = |preset: &str| {
            let run = &Run::lanes(&Preset::find(preset).expect("a preset").scenario())[0];
            let at_step = |at: &_| LogView::new(&Moment::new(run, *at), SourceId(0)).has_no_room;
            run.times.iter().filter(|at| at_step(at)).count()
        };
        assert!(waits("slow-sink") > 5);
        assert_eq!(waits("running-example"), 0);
    }
}
