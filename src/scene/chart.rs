//! Charts: the count of one row of a table over time, with its falls; latency against the interval of checkpoints.

use super::Moment;
use crate::run::intervals::AtInterval;
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

/// Latency against the interval of checkpoints, as lines in a picture of [`PRICE_WIDE`] by [`PRICE_HIGH`] units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    /// The longest latency: the top of the picture.
    pub most: Time,
    /// A line for each group of lanes that fare alike, from the top down.
    pub lines: Vec<PriceLine>,
}

/// A line of the chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceLine {
    /// Its lanes, from 1.
    pub lanes: Vec<usize>,
    /// Its points, a row of the table each: across from the left, down from the top. There is none where nobody ever gets a
    /// record.
    pub points: Vec<Option<(u32, u32)>>,
    /// Where its name stands: beside its last point, unless another name is there.
    pub name: (u32, u32),
}

/// The width of the chart.
pub const PRICE_WIDE: u32 = 180;
/// The height of the chart.
pub const PRICE_HIGH: u32 = 64;
/// How far apart names stand at least.
const BETWEEN_NAMES: u32 = 9;

/// The lines of a table; `None` if no lane has any.
#[must_use]
pub fn price_lines(table: &[AtInterval]) -> Option<Price> {
    let longest = table.last()?.interval.0.max(1);
    let most = *table.iter().flat_map(|row| row.medians.iter().flatten()).max()?;
    let mut lines: Vec<PriceLine> = Vec::new();
    for lane in 0..table[0].medians.len() {
        let point = |row: &AtInterval| {
            let up = row.medians[lane]?.0 * PRICE_HIGH / most.0.max(1);
            Some((row.interval.0 * PRICE_WIDE / longest, PRICE_HIGH - up))
        };
        let points: Vec<_> = table.iter().map(point).collect();
        if let Some(line) = lines.iter_mut().find(|line| line.points == points) {
            line.lanes.push(lane + 1);
        } else if let Some(name) = points.iter().flatten().next_back().copied() {
            let place = lines.iter().take_while(|line| line.name.1 <= name.1).count();
            lines.insert(place, PriceLine { lanes: vec![lane + 1], points, name });
        }
    }
    let mut free = 0;
    for line in &mut lines {
        line.name.1 = line.name.1.max(free);
        free = line.name.1 + BETWEEN_NAMES;
    }
    Some(Price { most, lines })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::PRESETS;
    use crate::run::intervals::by_interval;

    #[test]
    fn the_chart_has_every_figure_of_the_table_and_no_other() {
        let mut drawn = 0;
        for preset in PRESETS {
            let table = by_interval(&preset.scenario());
            let Some(Price { most, lines }) = price_lines(&table) else { continue };
            for lane in 0..table[0].medians.len() {
                let line = lines.iter().find(|line| line.lanes.contains(&(lane + 1)));
                for (index, row) in table.iter().enumerate() {
                    let point = line.and_then(|line| line.points[index]);
                    assert_eq!(point.is_some(), row.medians[lane].is_some(), "{}, lane {lane}", preset.id);
                    let (Some((_, down)), Some(median)) = (point, row.medians[lane]) else { continue };
                    // A unit of the picture is the most that is lost.
                    let latency = (PRICE_HIGH - down) * most.0 / PRICE_HIGH;
                    assert!(latency <= median.0 && median.0 - latency <= most.0 / PRICE_HIGH + 1, "{}", preset.id);
                    drawn += 1;
                }
            }
            for two in lines.windows(2) {
                assert!(two[1].name.1 >= two[0].name.1 + BETWEEN_NAMES, "{}", preset.id);
            }
        }
        assert!(drawn > 200, "{drawn} points");
    }
}
