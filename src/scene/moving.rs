//! What is on its way at a moment, and how far: the agenda is the animation plan.

use super::{Moment, Token};
use crate::sim::event::{Event, Message};
use crate::sim::external::{Reply, Request};
use crate::sim::fact::TaskId;
use crate::sim::id::Time;

/// Something on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Mover {
    /// Where it travels.
    pub way: Way,
    /// How far it is, from 0 to 1.
    pub part: f64,
    /// What it is.
    pub what: What,
    /// Tells movers of one lane apart.
    pub id: u32,
}

/// Where something travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From a source to an operator; the subtasks tell which line.
    ToOperator(u32, u32),
    /// From an operator to this lane's sink.
    ToSink(u32, u32),
    /// From the sink to the outside.
    ToOutside,
    /// Back from the outside to the sink.
    FromOutside,
    /// From the coordinator to the sink.
    Notification,
    /// From the coordinator to the checkpoint store.
    ToStore,
}

/// What is on its way.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A record.
    Record(Token),
    /// A checkpoint's barrier.
    Barrier(u32),
    /// The end of the input.
    End,
    /// The news that a checkpoint is complete.
    Complete(u32),
    /// A checkpoint's metadata.
    Metadata(u32),
    /// A request about a transaction, a file or a batch: its short name and a number.
    Request(&'static str, u32),
    /// An answer: yes.
    Yes,
    /// An answer: no.
    No,
}

/// Everything on its way in a lane.
#[must_use]
pub fn movers(moment: &Moment) -> Vec<Mover> {
    let world = &moment.world;
    let token = |row: &crate::sim::event::Row| Token::new(&moment.run.plan, row.record, moment.is_replay(row.record));
    let mut movers = Vec::new();
    for entry in world.agenda.entries() {
        let (way, what) = match &entry.event {
            Event::Deliver(channel, message) => {
                let Some(job) = &world.job else { continue };
                let plan = &moment.run.plan;
                let way = match (job.sender(plan, *channel), job.receiver(plan, *channel)) {
                    (TaskId::Source(source), TaskId::Operator(to)) => Way::ToOperator(source.0, to.0),
                    (TaskId::Operator(from), TaskId::Sink(to)) => Way::ToSink(from.0, to.0),
                    _ => continue,
                };
                let what = match message {
                    Message::Record(row) => What::Record(token(row)),
                    Message::Barrier(id, _) => What::Barrier(id.0),
                    Message::End => What::End,
                };
                (way, what)
            }
            Event::Request { request, .. } => (Way::ToOutside, request_what(request, &token)),
            Event::Reply(_, _, reply) => {
                (Way::FromOutside, if matches!(reply, Reply::Refused(_)) { What::No } else { What::Yes })
            }
            Event::Notify(_, id) => (Way::Notification, What::Complete(id.0)),
            Event::StoreMetadata(_, completed) => (Way::ToStore, What::Metadata(completed.id.0)),
            _ => continue,
        };
        movers.push(Mover { way, part: part(entry.since, entry.due, moment.at), what, id: entry.sequence });
    }
    // The agenda has the latest first; drawn and spaced out from the first one on.
    movers.reverse();
    space_out(&mut movers);
    movers
}

/// The gap that is left between two movers on one way, as a part of it, if there is room.
const GAP: f64 = 0.16;

/// The gap around a barrier: whether a record is before it or behind it is what it is about.
const GAP_AT_BARRIER: f64 = 0.54;

/// Where the last mover of a way was put.
struct Last {
    way: Way,
    /// How many are still to come.
    waiting: u32,
    /// The part of the way, once there has been one, and whether that was a barrier.
    ahead: Option<f64>,
    is_barrier: bool,
}

/// What was sent at one and the same moment is drawn one behind the other, in the order in which it arrives.
fn space_out(movers: &mut [Mover]) {
    let mut ways: Vec<Last> = Vec::new();
    for mover in &*movers {
        match ways.iter_mut().find(|last| last.way == mover.way) {
            Some(last) => last.waiting += 1,
            None => ways.push(Last { way: mover.way, waiting: 1, ahead: None, is_barrier: false }),
        }
    }
    for mover in movers {
        let Some(last) = ways.iter_mut().find(|last| last.way == mover.way) else { continue };
        let is_barrier = matches!(mover.what, What::Barrier(_));
        if let Some(ahead) = last.ahead {
            let gap = if is_barrier || last.is_barrier { GAP_AT_BARRIER } else { GAP };
            mover.part = mover.part.min(ahead - gap.min(ahead / (f64::from(last.waiting) + 1.0))).max(0.0);
        }
        (last.ahead, last.is_barrier) = (Some(mover.part), is_barrier);
        last.waiting -= 1;
    }
}

fn part(since: Time, due: Time, now: Time) -> f64 {
    let span = due.since(since).0;
    if span == 0 {
        return 1.0;
    }
    (f64::from(now.since(since).0) / f64::from(span)).clamp(0.0, 1.0)
}

fn request_what(request: &Request, token: &dyn Fn(&crate::sim::event::Row) -> Token) -> What {
    match request {
        Request::Append(row) | Request::Write(_, row) | Request::WriteFile(_, row) => What::Record(token(row)),
        Request::Put(row, total) | Request::Add(row, total) => {
            What::Record(token(&crate::sim::event::Row { record: total.record, key: row.key, of: total.of }))
        }
        Request::IsMarked(_, id) => What::Request("look up", id.0),
        Request::Mark(_, id) => What::Request("mark", id.0),
        Request::Begin => What::Request("begin", 0),
        Request::Prepare(id) => What::Request("prepare", id.0),
        Request::Commit(id) => What::Request("commit", id.0),
        Request::Abort(id) => What::Request("abort", id.0),
        Request::CreateFile => What::Request("create", 0),
        Request::CloseFile(id) => What::Request("close", id.0),
        Request::FinishFile(id) => What::Request("rename", id.0),
        Request::TruncateFile(id, _) => What::Request("truncate", id.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::Preset;
    use crate::run::Run;

    #[test]
    fn a_barrier_is_drawn_behind_the_record_that_left_with_it() {
        let scenario = Preset::find("running-example").expect("a preset").scenario();
        let runs = Run::lanes(&scenario);
        let movers = movers(&Moment::new(&runs[0], Time(3_450)));
        let part = |wanted: &dyn Fn(&What) -> bool| movers.iter().find(|m| wanted(&m.what)).map(|m| m.part);
        let record = part(&|what| matches!(what, What::Record(_))).expect("b t=3 is on its way");
        let barrier = part(&|what| matches!(what, What::Barrier(_))).expect("barrier 1 is on its way");
        assert!(barrier < record - 0.1, "{barrier} {record}");
    }

    #[test]
    fn nothing_is_drawn_off_its_way() {
        for preset in crate::app::presets::PRESETS {
            for run in Run::lanes(&preset.scenario()) {
                for at in (0..run.duration().0).step_by(130) {
                    let moment = Moment::new(&run, Time(at));
                    assert!(movers(&moment).iter().all(|m| (0.0..=1.0).contains(&m.part)), "{} at {at}", preset.id);
                }
            }
        }
    }
}
