//! A value over time: the count of one row of a table, with its falls.

use super::Moment;
use crate::sim::fact::{Fact, RowKey};
use crate::sim::id::Time;

/// The history of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Which row.
    pub row: RowKey,
    /// When it took which count.
    pub points: Vec<(Time, u32)>,
    /// From when to when it was older than it had been.
    pub dips: Vec<(Time, Option<Time>)>,
}

/// The history of the row that fell furthest, else of the row that was written most often; up to the moment.
#[must_use]
pub fn history(moment: &Moment) -> Option<History> {
    let facts = moment.run.facts_until(moment.steps);
    let falls = crate::run::went_back(&moment.run.plan, facts);
    let rows = moment.world.outside.table.rows.keys();
    let writes =
        |row: &RowKey| facts.iter().filter(|n| matches!(&n.fact, Fact::ValuePut { row: r, .. } if r == row)).count();
    let fell = falls.iter().max_by_key(|fall| fall.from - fall.to.min(fall.from)).map(|fall| fall.row);
    let row = fell.or_else(|| rows.copied().max_by_key(|row| (writes(row), std::cmp::Reverse(*row))))?;
    let points = facts.iter().filter_map(|noted| match &noted.fact {
        Fact::ValuePut { row: r, after, .. } if *r == row => Some((noted.at, after.of.count)),
        _ => None,
    });
    let dips = falls.iter().filter(|fall| fall.row == row).map(|fall| (fall.at, fall.until));
    Some(History { row, points: points.collect(), dips: dips.collect() })
}
