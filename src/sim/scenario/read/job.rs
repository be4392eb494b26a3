//! The job: parallelism, checkpointing, restarts, timing.

use super::node::{Node, Read};
use super::{LATEST, SHORTEST};
use crate::sim::id::Time;
use crate::sim::scenario::error::{Allowed, ErrorCode, Kind, Unit};
use crate::sim::scenario::limits::{MAX_CONCURRENT, MAX_COUNT, MAX_DELAY_SECONDS, MAX_PARALLELISM, MAX_TRIGGERS};
use crate::sim::scenario::{fields, Checkpointing, Delays, Mode, Parallelism, Profile, Restart, Timing};

/// The longest delay.
pub(super) const LONGEST_DELAY: Time = Time(MAX_DELAY_SECONDS * 1000);

pub(super) fn parallelism(node: Node<'_>) -> Read<Parallelism> {
    let node = node.fields(fields::PARALLELISM)?;
    let default = Parallelism::default();
    Ok(Parallelism {
        operator: node.or("operator", default.operator, |n| n.count(1, MAX_PARALLELISM))?,
        sink: node.or("sink", default.sink, |n| n.count(1, MAX_PARALLELISM))?,
    })
}

pub(super) fn checkpointing(node: Node<'_>) -> Read<Checkpointing> {
    let node = node.fields(fields::CHECKPOINTING)?;
    let default = Checkpointing::default();
    let checkpointing = Checkpointing {
        interval: node.find("interval").map(|n| n.seconds(SHORTEST, LATEST)).transpose()?,
        at: node.or("at", default.at, triggers)?,
        mode: node.or("mode", default.mode, |n| n.choice())?,
        unaligned: node.or("unaligned", default.unaligned, |n| n.boolean())?,
        max_concurrent: node.or("max_concurrent", default.max_concurrent, |n| n.count(1, MAX_CONCURRENT))?,
        min_pause: node.or("min_pause", default.min_pause, |n| n.seconds(Time::ZERO, LATEST))?,
        timeout: node.or("timeout", default.timeout, |n| n.seconds(SHORTEST, LATEST))?,
        tolerable_failures: node.or("tolerable_failures", default.tolerable_failures, |n| n.count(0, MAX_COUNT))?,
    };
    let only_with =
        |name, field, value| Err(node.get(name).error(ErrorCode::NotTogether, Allowed::OnlyWith { field, value }));
    if checkpointing.unaligned && checkpointing.mode != Mode::ExactlyOnce {
        return only_with("unaligned", "checkpointing.mode", "exactly_once");
    }
    if checkpointing.max_concurrent > 1 {
        if checkpointing.unaligned {
            return only_with("unaligned", "checkpointing.max_concurrent", "1");
        }
        if checkpointing.min_pause > Time::ZERO {
            return only_with("min_pause", "checkpointing.max_concurrent", "1");
        }
    }
    Ok(checkpointing)
}

/// Times of triggers, each later than the one before.
fn triggers(node: Node<'_>) -> Read<Vec<Time>> {
    let mut times: Vec<Time> = Vec::new();
    for item in node.items(MAX_TRIGGERS, Unit::Moments)? {
        let time = item.seconds(Time::ZERO, LATEST)?;
        if let Some(&before) = times.last().filter(|before| **before >= time) {
            return Err(item.error(ErrorCode::NotRising, Allowed::After(before)));
        }
        times.push(time);
    }
    Ok(times)
}

pub(super) fn restart(node: Node<'_>) -> Read<Restart> {
    let node = node.fields(fields::RESTART)?;
    Ok(Restart {
        delay: node.or("delay", Restart::default().delay, |n| n.seconds(Time::ZERO, LATEST))?,
        attempts: node.find("attempts").map(|n| n.count(0, MAX_COUNT)).transpose()?,
    })
}

/// A profile's name, or figures; a figure that is not given is as in the brisk profile.
pub(super) fn timing(node: Node<'_>) -> Read<Timing> {
    if node.is_text() {
        return Ok(Timing::Named(node.choice()?));
    }
    let Ok(figures) = node.object() else {
        return Err(node.error(ErrorCode::WrongType, Allowed::Type(Kind::TextOrObject)));
    };
    figures.only(fields::TIMING)?;
    let figure = |name, default| figures.or(name, default, |n| n.seconds(Time::ZERO, LONGEST_DELAY));
    let brisk = Profile::Brisk.delays();
    Ok(Timing::Own(Delays {
        hop: figure("hop", brisk.hop)?,
        process: figure("process", brisk.process)?,
        request: figure("request", brisk.request)?,
        snapshot: figure("snapshot", brisk.snapshot)?,
        metadata: figure("metadata", brisk.metadata)?,
        notify: figure("notify", brisk.notify)?,
        deploy: figure("deploy", brisk.deploy)?,
    }))
}
