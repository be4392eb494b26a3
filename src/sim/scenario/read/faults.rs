//! The faults of a time-driven scenario.

use super::job::LONGEST_DELAY;
use super::node::{at_most, Fields, Node, Read};
use super::{LATEST, SHORTEST};
use crate::sim::fact::FactName;
use crate::sim::id::{CheckpointId, Time};
use crate::sim::point::Point;
use crate::sim::scenario::error::{Allowed, ErrorCode, Unit};
use crate::sim::scenario::limits::{MAX_COUNT, MAX_FAULTS, MAX_SURGE_FACTOR};
use crate::sim::scenario::{fields, Fault, How, InFlight, Named, When};

pub(super) fn faults(node: Node<'_>) -> Read<Vec<Fault>> {
    let faults = node.items(MAX_FAULTS, Unit::Faults)?.map(fault).collect::<Read<Vec<_>>>()?;
    // Two would have to say whose random sequence goes first.
    let jitters = faults.iter().filter(|fault| matches!(fault, Fault::Jitter { .. })).count();
    if jitters > 1 {
        return Err(node.count_error(ErrorCode::TooMany, jitters, at_most(1, Unit::Jitters)));
    }
    Ok(faults)
}

fn fault(node: Node<'_>) -> Read<Fault> {
    let node = node.object()?;
    let kind = node.exactly_one(fields::FAULT_KINDS)?;
    node.only(fields::of_fault(kind))?;
    let subject = node.get(kind);
    Ok(match kind {
        "crash" => {
            subject.only_true()?;
            crash(&node)?
        }
        "abort_checkpoint" => Fault::AbortCheckpoint(checkpoint(subject)?),
        "lose_notification" => Fault::LoseNotification(checkpoint(subject)?),
        "delay_notification" => {
            Fault::DelayNotification { checkpoint: checkpoint(subject)?, by: node.get("by").seconds(SHORTEST, LATEST)? }
        }
        "lose_reply" => {
            Fault::LoseReply { request: subject.choice()?, nth: node.or("nth", 1, |n| n.count(1, MAX_COUNT))? }
        }
        "expire" => Fault::Expire { what: subject.choice()?, at: moment(node.get("at"))? },
        "outage" => {
            let what = subject.choice()?;
            let (from, to) = span(&node)?;
            Fault::Outage { what, from, to }
        }
        "surge" => {
            let surge = subject.fields(fields::SURGE)?;
            let (from, to) = span(&surge)?;
            Fault::Surge { from, to, factor: surge.get("factor").count(2, MAX_SURGE_FACTOR)? }
        }
        _ => {
            let jitter = subject.fields(fields::JITTER)?;
            let seed = jitter.get("seed").count(0, u32::MAX)?;
            Fault::Jitter { seed, up_to: jitter.get("up_to").seconds(Time::ZERO, LONGEST_DELAY)? }
        }
    })
}

fn crash(node: &Fields<'_>) -> Read<Fault> {
    let when = match node.exactly_one(fields::CRASH_TIMES)? {
        "at" => When::At(moment(node.get("at"))?),
        _ => when(node.get("when"))?,
    };
    Ok(Fault::Crash {
        when,
        how: node.or("how", How::Kill, |n| n.choice())?,
        in_flight: node.or("in_flight", InFlight::Delivered, in_flight)?,
    })
}

/// A name, or `{"late": seconds}`.
fn in_flight(node: Node<'_>) -> Read<InFlight> {
    if node.object().is_ok() {
        let late = node.fields(fields::IN_FLIGHT)?;
        return late.get("late").seconds(SHORTEST, LATEST).map(InFlight::Late);
    }
    let known = || ["delivered", "lost", "{\"late\": SECONDS}"].map(str::to_string).to_vec();
    node.lookup(InFlight::from_name, known)
}

fn when(node: Node<'_>) -> Read<When> {
    let node = node.object()?;
    let skip = |node: &Fields<'_>| node.or("skip", 0, |n| n.count(0, MAX_COUNT));
    match node.exactly_one(fields::WHEN_KINDS)? {
        "point" => {
            node.only(fields::WHEN_POINT)?;
            let point = node.get("point").lookup(Point::parse, || Point::names().collect())?;
            Ok(When::Point { point, skip: skip(&node)? })
        }
        _ => {
            node.only(fields::WHEN_FACT)?;
            let known = || FactName::ALL.iter().map(|name| name.as_str().to_string()).collect();
            Ok(When::Fact {
                fact: node.get("fact").lookup(FactName::parse, known)?,
                checkpoint: node.find("checkpoint").map(checkpoint).transpose()?,
                skip: skip(&node)?,
            })
        }
    }
}

fn checkpoint(node: Node<'_>) -> Read<CheckpointId> {
    node.count(1, MAX_COUNT).map(CheckpointId)
}

fn moment(node: Node<'_>) -> Read<Time> {
    node.seconds(Time::ZERO, LATEST)
}

/// `from` and `to`, the one before the other.
fn span(node: &Fields<'_>) -> Read<(Time, Time)> {
    let from = moment(node.get("from"))?;
    let to_field = node.get("to");
    let to = moment(to_field)?;
    if to <= from {
        return Err(to_field.error(ErrorCode::NotRising, Allowed::After(from)));
    }
    Ok((from, to))
}
