//! How long a moment is shown: busy times are stretched, idle ones squeezed, so that nobody waits and nothing flits by.

use crate::run::Run;
use crate::sim::id::Time;

/// The least that is given to the time between two events, in milliseconds of showing.
const LEAST_MS: u32 = 150;
/// The most.
const MOST_MS: u32 = 1_000;

/// A map between simulated time and time of showing, rising and without gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Simulated time and time of showing, both rising; the first is (0, 0).
    stops: Vec<(Time, u32)>,
}

impl Pace {
    /// The pace of lanes that are watched together.
    #[must_use]
    pub fn new(runs: &[Run]) -> Pace {
        let end = runs.iter().map(Run::duration).max().unwrap_or_default();
        let mut lists: Vec<Vec<Time>> = runs.iter().map(|run| run.times.clone()).collect();
        // When a record enters the log is worth a look as well.
        for log in runs.iter().take(1).flat_map(|run| &run.plan.logs) {
            lists.push(log.iter().map(|record| record.due).take_while(|due| *due <= end).collect());
        }
        lists.push(vec![Time::ZERO, end.plus(Time(500))]);
        let times = crate::sorted::merge(&lists);
        let mut shown = 0;
        let mut stops = Vec::with_capacity(times.len());
        let mut last = Time::ZERO;
        for time in times {
            if time > Time::ZERO {
                shown += time.since(last).0.clamp(LEAST_MS, MOST_MS);
            }
            stops.push((time, shown));
            last = time;
        }
        Pace { stops }
    }

    /// Where showing ends.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.stops.last().map_or(0, |(_, shown)| *shown)
    }

    /// The last moment.
    #[must_use]
    pub fn end(&self) -> Time {
        self.stops.last().map_or(Time::ZERO, |(time, _)| *time)
    }

    /// The moment that is shown at a time of showing.
    #[must_use]
    pub fn moment(&self, shown: u32) -> Time {
        let next = self.stops.partition_point(|(_, s)| *s <= shown);
        let (time, start) = self.stops[next.saturating_sub(1)];
        let Some((next_time, end)) = self.stops.get(next) else { return time };
        let part = u64::from(next_time.since(time).0) * u64::from(shown - start) / u64::from(end - start);
        time.plus(Time(part as u32))
    }

    /// When a moment is shown.
    #[must_use]
    pub fn shown(&self, moment: Time) -> u32 {
        let next = self.stops.partition_point(|(time, _)| *time <= moment);
        let (time, start) = self.stops[next.saturating_sub(1)];
        let Some((next_time, end)) = self.stops.get(next) else { return start };
        // Rounded up, so that the moment itself is shown and not the one before it.
        let span = u64::from(next_time.since(time).0);
        let part = (u64::from(end - start) * u64::from(moment.since(time).0)).div_ceil(span);
        start + part as u32
    }

    /// The moments at which something happens, in order.
    pub fn stops(&self) -> impl DoubleEndedIterator<Item = Time> + '_ {
        self.stops.iter().map(|(time, _)| *time)
    }

    /// Where a moment lies between beginning (0) and end (1) of the showing.
    #[must_use]
    pub fn part(&self, moment: Time) -> f64 {
        f64::from(self.shown(moment)) / f64::from(self.length().max(1))
    }

    /// The moment at a part (0 to 1) of the showing.
    #[must_use]
    pub fn at_part(&self, part: f64) -> Time {
        self.moment((part.clamp(0.0, 1.0) * f64::from(self.length())) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::PRESETS;

    #[test]
    fn every_moment_is_shown_and_time_never_runs_back() {
        for preset in PRESETS {
            let pace = Pace::new(&Run::lanes(&preset.scenario()));
            let moments: Vec<Time> = (0..=pace.length()).map(|shown| pace.moment(shown)).collect();
            assert!(moments.windows(2).all(|pair| pair[0] <= pair[1]), "{}", preset.id);
            for stop in pace.stops() {
                assert_eq!(pace.moment(pace.shown(stop)), stop, "{}: {stop}", preset.id);
            }
        }
    }

    #[test]
    fn nothing_flits_by_and_nobody_waits() {
        let pace = Pace::new(&Run::lanes(&PRESETS[0].scenario()));
        let shown: Vec<u32> = pace.stops().map(|stop| pace.shown(stop)).collect();
        assert!(shown.windows(2).all(|pair| (LEAST_MS..=MOST_MS).contains(&(pair[1] - pair[0]))));
    }
}
