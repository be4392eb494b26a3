//! A source's log: what is in it, how far it is read, and where reading starts again after a crash.

use super::{Moment, Token};
use crate::sim::fact::RecordId;
use crate::sim::id::{Offset, SourceId};
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
    /// Is the job over?
    pub is_over: bool,
    /// The offset that the newest completed checkpoint holds.
    pub checkpoint: Option<Offset>,
}

/// One record of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// Its offset.
    pub offset: Offset,
    /// Its token.
    pub token: Token,
    /// Has it entered the log yet?
    pub has_come: bool,
    /// Has any attempt read it?
    pub was_read: bool,
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
            is_over: moment.world.is_over(),
            checkpoint,
        }
    }
}
