//! The crash maps of all lanes of the scenario that is open, filled in bit by bit so that the page stays quick.

use super::model::Computed;
use crate::explore::{first_crash, windows_by, CrashMap, CrashPoint, Harm, Judge, Window};
use crate::run::{went_back, Run};
use crate::scene::standing::Known;
use crate::sim::id::Time;
use crate::sim::scenario::{How, InFlight};

/// After so many steps of the engine it is asked what time it is: an eighth of a millisecond of work, or less.
const STEPS_AT_ONCE: u32 = 500;

/// Milliseconds that the maps may take of a frame in which nothing moves. The running example, and as much as four lanes of
/// 24 records, are done within it on a slow machine; larger scenarios fill in over some frames.
pub const MS_A_FRAME: f64 = 12.0;

/// Milliseconds that they may take of a frame in which the picture moves.
pub const MS_BESIDE: f64 = 0.5;

/// The crash maps while they are made.
pub struct CrashMaps {
    lanes: Vec<CrashMap>,
    /// What each run comes to as it is; worked out when the maps are first shown.
    without: Option<Vec<Harm>>,
    how: How,
    /// The steps that had been taken when the maps were last shown.
    shown: u64,
    /// Have they been shown with all that is to be seen?
    was_seen: bool,
}

/// The finished crash map of one lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneMap {
    /// What a crash at each moment comes to.
    pub points: Vec<CrashPoint>,
    /// Spans with the same harm, with the facts that bound them: where the job is killed, and where a task throws.
    windows: [Vec<Window>; 2],
    /// What the run comes to as it is, without another crash.
    pub without: Harm,
}

impl CrashMaps {
    /// Prepares the maps. What is shown of them, a crash of this kind, is tried first in all lanes.
    #[must_use]
    pub fn new(computed: &Computed, how: How) -> CrashMaps {
        let struck = first_crash(&computed.runs);
        let map = |(run, known): (&Run, &Known)| CrashMap::new(&run.plan, known.right.clone(), struck).first(how);
        let lanes = computed.runs.iter().zip(&computed.known).map(map).collect();
        CrashMaps { lanes, without: None, how, shown: 0, was_seen: false }
    }

    /// The kind of crash that is tried first.
    #[must_use]
    pub fn how(&self) -> How {
        self.how
    }

    /// Is all that is shown of the maps known?
    #[must_use]
    pub fn is_seen(&self) -> bool {
        self.lanes.iter().all(CrashMap::is_seen)
    }

    /// Goes on for so many steps of the engine at most. True when all maps are complete.
    pub fn advance(&mut self, budget: u32) -> bool {
        let mut left = budget;
        let goals: [fn(&CrashMap) -> bool; 2] = [CrashMap::is_seen, CrashMap::is_done];
        for is_reached in goals {
            for lane in &mut self.lanes {
                while !is_reached(lane) {
                    if left == 0 {
                        return false;
                    }
                    let before = lane.steps();
                    lane.advance(left);
                    left = left.saturating_sub(lane.steps() - before);
                }
            }
        }
        true
    }

    /// Goes on until so many milliseconds have passed on a clock. True when all maps are complete.
    pub fn advance_for(&mut self, ms: f64, clock: impl Fn() -> f64) -> bool {
        let end = clock() + ms;
        loop {
            if self.advance(STEPS_AT_ONCE) {
                return true;
            }
            if clock() >= end {
                return false;
            }
        }
    }

    fn steps(&self) -> u64 {
        self.lanes.iter().map(|lane| u64::from(lane.steps())).sum()
    }

    /// Is there so much more than was shown last that it is worth while to show it? To gather and draw all that is known takes
    /// the longer the more it is, so it waits for a quarter of that to come on top: then all showing together stays in
    /// proportion. What comes once all that is shown is known waits for the end.
    #[must_use]
    pub fn is_worth_showing(&self) -> bool {
        !self.was_seen && (self.is_seen() || self.steps() >= self.shown + self.shown / 4)
    }

    /// What has been found so far.
    #[must_use]
    pub fn lanes(&mut self, computed: &Computed) -> Vec<LaneMap> {
        self.shown = self.steps();
        self.was_seen = self.is_seen();
        let lanes = || computed.runs.iter().zip(&computed.known);
        let without =
            self.without.get_or_insert_with(|| lanes().map(|(run, known)| harm_without(run, known)).collect());
        let lane = |((map, run), without): ((&CrashMap, &Run), &Harm)| LaneMap {
            without: *without,
            points: map.points().to_vec(),
            windows: [How::Kill, How::Fail]
                .map(|how| windows_by(run, map.points(), &|point| point.harm_by(how, InFlight::Delivered))),
        };
        self.lanes.iter().zip(&computed.runs).zip(&*without).map(lane).collect()
    }
}

/// What a run comes to as it is.
fn harm_without(run: &Run, known: &Known) -> Harm {
    let went_back = !went_back(&run.plan, &run.facts).is_empty();
    Judge::new(&run.plan, known.right.clone()).harm(&run.plan, &run.end, went_back)
}

/// A span in which a crash of one kind leads to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its first moment.
    pub from: Time,
    /// Its last moment.
    pub to: Time,
    /// What a crash leads to.
    pub harm: Harm,
}

impl LaneMap {
    /// The spans for a crash like this, with requests on their way delivered: what a click brings about.
    #[must_use]
    pub fn segments(&self, how: How) -> Vec<Segment> {
        let mut segments: Vec<Segment> = Vec::new();
        for point in &self.points {
            let harm = point.harm_by(how, InFlight::Delivered);
            match segments.last_mut() {
                Some(last) if last.harm == harm && last.to.plus(Time(1)) >= point.from => last.to = point.to,
                _ => segments.push(Segment { from: point.from, to: point.to, harm }),
            }
        }
        segments
    }

    /// What a crash at a moment leads to; `None` while there is no job to crash.
    #[must_use]
    pub fn harm_at(&self, at: Time, how: How) -> Option<Harm> {
        Some(self.point_at(at)?.harm_by(how, InFlight::Delivered))
    }

    /// What it leads to where requests on their way get lost, if that is something else.
    #[must_use]
    pub fn harm_if_lost(&self, at: Time, how: How) -> Option<Harm> {
        let point = self.point_at(at)?;
        let harm = point.harm_by(how, InFlight::Lost);
        (harm != point.harm_by(how, InFlight::Delivered)).then_some(harm)
    }

    fn point_at(&self, at: Time) -> Option<&CrashPoint> {
        self.points.iter().find(|point| point.from <= at && at <= point.to)
    }

    /// The middle of the next span, or of the one before: where a cursor steps to from a moment. `None` at the end.
    #[must_use]
    pub fn step(&self, how: How, from: Time, is_forward: bool) -> Option<Time> {
        let segments = self.segments(how);
        let next = if is_forward {
            segments.iter().find(|segment| segment.from > from)
        } else {
            segments.iter().rev().find(|segment| segment.to < from)
        };
        next.map(|segment| Time(segment.from.0 + (segment.to.0 - segment.from.0) / 2))
    }

    /// The window around a moment, for a crash like this.
    #[must_use]
    pub fn window_at(&self, at: Time, how: How) -> Option<&Window> {
        self.windows[usize::from(how == How::Fail)].iter().find(|window| window.from <= at && at <= window.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::model::Model;
    use crate::app::presets::Preset;
    use crate::app::update::{update, Msg};
    use crate::scene::standing::{Standing, Word};
    use crate::scene::Moment;

    fn model(id: &str) -> Model {
        Model::open(Preset::find(id).expect("a preset").scenario(), Some("no-crash"))
    }

    fn harm_on_the_card(known: &Known, model: &Model, lane: usize) -> Harm {
        use crate::run::Verdict;
        let run = &model.computed.runs[lane];
        match known.judgement.verdict {
            Verdict::ExactlyOnce if !crate::run::went_back(&run.plan, &run.facts).is_empty() => Harm::WentBack,
            // What the lane's card says then.
            Verdict::ExactlyOnce => match Standing::new(&Moment::new(run, run.duration()), known).word {
                Word::Blocked => Harm::Blocked,
                Word::Dirty => Harm::DirtyRead,
                _ => Harm::None,
            },
            Verdict::Duplicates => Harm::Duplicates,
            Verdict::Loss => Harm::Loss,
            Verdict::DuplicatesAndLoss => Harm::DuplicatesAndLoss,
            Verdict::Differs => Harm::Differs,
        }
    }

    #[test]
    fn a_click_brings_about_what_the_map_says() {
        for id in ["no-crash", "running-example", "back-in-time", "key-with-current-time"] {
            let before = model(id);
            let mut maps = CrashMaps::new(&before.computed, How::Kill);
            while !maps.advance(1_000) {}
            let lanes = maps.lanes(&before.computed);
            for at in (500..before.computed.pace.end().0).step_by(370).map(Time) {
                let mut after = model(id);
                update(&mut after, Msg::CrashAtPart(before.computed.pace.part(at)));
                let struck = after.at();
                for (lane, map) in lanes.iter().enumerate() {
                    let Some(harm) = map.harm_at(struck, How::Kill) else { continue };
                    let is = harm_on_the_card(&after.computed.known[lane], &after, lane);
                    assert_eq!(harm, is, "{id}, lane {lane}, crash at {struck}");
                }
            }
        }
    }

    #[test]
    fn the_window_around_a_moment_is_of_what_is_said_of_it() {
        let model = model("no-crash");
        let mut maps = CrashMaps::new(&model.computed, How::Kill);
        while !maps.advance(100_000) {}
        for map in maps.lanes(&model.computed) {
            for (point, how) in map.points.iter().flat_map(|point| [(point, How::Kill), (point, How::Fail)]) {
                let window = map.window_at(point.from, how).expect("a window");
                assert_eq!(Some(window.harm), map.harm_at(point.from, how));
                assert!(window.from <= point.from && point.to <= window.to);
            }
        }
    }

    #[test]
    fn a_cursor_steps_through_all_spans_and_back() {
        let model = model("no-crash");
        let mut maps = CrashMaps::new(&model.computed, How::Kill);
        while !maps.advance(100_000) {}
        for map in &maps.lanes(&model.computed) {
            let middle = |segment: &Segment| Time(segment.from.0 + (segment.to.0 - segment.from.0) / 2);
            let all: Vec<Time> = map.segments(How::Kill).iter().map(middle).collect();
            let walk = |from, is_forward| {
                std::iter::successors(map.step(How::Kill, from, is_forward), move |at| {
                    map.step(How::Kill, *at, is_forward)
                })
            };
            assert_eq!(walk(Time::ZERO, true).collect::<Vec<_>>(), all);
            let mut back: Vec<Time> = walk(Time(u32::MAX), false).collect();
            back.reverse();
            assert_eq!(back, all);
        }
    }

    #[test]
    fn it_goes_on_until_the_time_is_over_and_then_from_there() {
        let model = model("running-example");
        let mut maps = CrashMaps::new(&model.computed, How::Kill);
        // A clock on which each look takes a millisecond.
        let time = std::cell::Cell::new(0.0);
        let clock = || {
            time.set(time.get() + 1.0);
            time.get()
        };
        assert!(!maps.advance_for(1.0, clock));
        assert_eq!(time.get(), 2.0);
        assert!((1..=u64::from(STEPS_AT_ONCE)).contains(&maps.steps()));
        assert!(maps.advance_for(1_000.0, clock));
        let mut whole = CrashMaps::new(&model.computed, How::Kill);
        assert!(whole.advance(u32::MAX));
        assert_eq!(maps.lanes(&model.computed), whole.lanes(&model.computed));
    }

    #[test]
    fn what_is_shown_is_known_first_and_stays() {
        for (id, how) in [("running-example", How::Kill), ("running-example", How::Fail), ("no-crash", How::Fail)] {
            let model = model(id);
            let mut maps = CrashMaps::new(&model.computed, how);
            let mut slices = 0;
            while !maps.is_seen() {
                assert!(!maps.advance(500));
                slices += 1;
            }
            assert!(maps.is_worth_showing());
            let seen = maps.lanes(&model.computed);
            while !maps.advance(500) {
                assert!(!maps.is_worth_showing());
                slices += 1;
            }
            assert!(slices > 4, "{slices}");
            for (seen, whole) in seen.iter().zip(&maps.lanes(&model.computed)) {
                assert_eq!(seen.segments(how), whole.segments(how));
                let bounds = |map: &LaneMap| map.points.iter().map(|p| (p.from, p.to)).collect::<Vec<_>>();
                assert_eq!(bounds(seen), bounds(whole));
            }
        }
    }

    #[test]
    fn a_large_map_is_shown_some_dozens_of_times_while_it_is_made() {
        let model = model("running-example");
        let mut maps = CrashMaps::new(&model.computed, How::Kill);
        let (mut shown, mut slices) = (Vec::new(), 0);
        loop {
            slices += 1;
            let is_done = maps.advance(10);
            if is_done || maps.is_worth_showing() {
                shown.push(maps.lanes(&model.computed).iter().map(|lane| lane.points.len()).sum::<usize>());
            }
            if is_done {
                break;
            }
        }
        assert!(shown.is_sorted() && shown[0] < 20, "{shown:?}");
        assert!(shown.len() > 10 && shown.len() * 10 < slices, "{} of {slices}", shown.len());
        assert!(maps.advance(1));
    }

    #[test]
    fn no_slice_takes_more_steps_than_it_is_given() {
        let records =
            (0..200).map(|i| format!(r#"{{"t": {i}, "key": "a", "value": 1}}"#)).collect::<Vec<_>>().join(",");
        // Without checkpoints every run begins anew, and takes more steps than a slice.
        let text = format!(r#"{{"format": 1, "records": [{records}], "sinks": [{{"kind": "append"}}]}}"#);
        let model = Model::open(crate::sim::scenario::Scenario::from_json(&text).expect("a scenario"), None);
        let mut maps = CrashMaps::new(&model.computed, How::Kill);
        for _ in 0..1_000 {
            let before = maps.steps();
            assert!(!maps.advance(100));
            let taken = maps.steps() - before;
            assert!((1..=100).contains(&taken), "{taken}");
        }
    }

    #[test]
    fn a_story_has_no_map() {
        let story = r#"{"format": 1, "records": [{"t": 1, "key": "a", "value": 1}], "sinks": [{"kind": "append"}],
            "story": "emit 1; crash; finish"}"#;
        let scenario = crate::sim::scenario::Scenario::from_json(story).expect("a scenario");
        let model = Model::open(scenario, None);
        let mut maps = CrashMaps::new(&model.computed, How::Kill);
        assert!(maps.advance(1));
        assert!(maps.lanes(&model.computed)[0].points.is_empty());
    }
}
