//! What stands still between two steps: kept from frame to frame, so that only what moves is drawn anew.

use crate::app::model::{Computed, Model};
use crate::scene::checkpoints::{self, Chip};
use crate::scene::job::JobView;
use crate::scene::log::LogView;
use crate::scene::outside::OutsideView;
use crate::scene::sink::SinkView;
use crate::scene::standing::{Standing, Word};
use crate::scene::{chart, Moment};
use crate::sim::id::{SourceId, Time};
use crate::sim::world::World;
use std::rc::Rc;

/// One lane between two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneStill {
    /// Its sink.
    pub sink: SinkView,
    /// Its outside.
    pub outside: OutsideView,
    /// Its verdict.
    pub standing: Standing,
    /// Its job.
    pub job: JobView,
}

/// What is shown of the lane that is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedStill {
    /// The logs.
    pub logs: Vec<LogView>,
    /// The job.
    pub job: JobView,
    /// The checkpoints.
    pub chips: Vec<Chip>,
    /// A value over time.
    pub history: Option<chart::History>,
}

struct Kept {
    steps: usize,
    world: Rc<World>,
    still: Rc<LaneStill>,
}

/// What was drawn last.
#[derive(Default)]
pub struct Stills {
    of: Option<Rc<Computed>>,
    lanes: Vec<Kept>,
    followed: Option<((usize, usize, Time), Rc<FollowedStill>)>,
}

impl Stills {
    /// All lanes at the playhead.
    pub fn lanes<'a>(&mut self, model: &Model, computed: &'a Rc<Computed>) -> Vec<(Moment<'a>, Rc<LaneStill>)> {
        if !self.of.as_ref().is_some_and(|of| Rc::ptr_eq(of, computed)) {
            self.of = Some(computed.clone());
            self.lanes.clear();
            self.followed = None;
        }
        let at = model.at();
        (0..computed.runs.len()).map(|lane| self.lane(computed, lane, at)).collect()
    }

    fn lane<'a>(&mut self, computed: &'a Rc<Computed>, lane: usize, at: Time) -> (Moment<'a>, Rc<LaneStill>) {
        let run = &computed.runs[lane];
        let steps = run.steps_until(at);
        if let Some(kept) = self.lanes.get(lane).filter(|kept| kept.steps == steps) {
            return (Moment { run, steps, world: kept.world.clone(), at }, kept.still.clone());
        }
        let moment = Moment::new(run, at);
        let still = Rc::new(LaneStill {
            sink: SinkView::new(&moment),
            outside: OutsideView::new(&moment),
            standing: Standing::new(&moment, &computed.known[lane]),
            job: JobView::new(&moment),
        });
        let kept = Kept { steps, world: moment.world.clone(), still: still.clone() };
        if lane < self.lanes.len() {
            self.lanes[lane] = kept;
        } else {
            self.lanes.push(kept);
        }
        (moment, still)
    }

    /// The verdicts that were drawn last, a word a lane.
    pub fn words(&self) -> impl Iterator<Item = Word> + '_ {
        self.lanes.iter().map(|kept| kept.still.standing.word)
    }

    /// The lane that is followed. Records enter the log between steps too, so its key is the last stop of the pace.
    pub fn followed(&mut self, model: &Model, lane: usize, moments: &[(Moment, Rc<LaneStill>)]) -> Rc<FollowedStill> {
        let at = model.at();
        let stop = model.computed.pace.stops().take_while(|stop| *stop <= at).last().unwrap_or_default();
        let moment = &moments[lane].0;
        let key = (lane, moment.steps, stop);
        if let Some((_, still)) = self.followed.as_ref().filter(|(known, _)| *known == key) {
            return still.clone();
        }
        let sources = 0..moment.run.plan.logs.len() as u32;
        // The table that shows going back best: that of the first lane which has one.
        let with_table = moments.iter().find(|(m, _)| crate::run::writes_table(m.run.plan.sink));
        let still = Rc::new(FollowedStill {
            logs: sources.map(|source| LogView::new(moment, SourceId(source))).collect(),
            job: JobView::new(moment),
            chips: checkpoints::chips(moment),
            history: with_table.and_then(|(m, _)| chart::history(m)),
        });
        self.followed = Some((key, still.clone()));
        still
    }
}
