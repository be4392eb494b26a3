//! The sinks, each with the fields of its kind.

use super::node::{Fields, Node, Read};
use super::{LATEST, SHORTEST};
use crate::sim::id::Time;
use crate::sim::scenario::limits::MAX_COUNT;
use crate::sim::scenario::{fields, SinkSpec};

pub(super) fn sink(node: Node<'_>) -> Read<SinkSpec> {
    let node = node.object()?;
    let kinds = || SinkSpec::KINDS.iter().map(|kind| (*kind).to_string()).collect();
    let mut sink = node.get("kind").lookup(SinkSpec::from_kind, kinds)?;
    node.only(fields::of_sink(sink.kind()))?;
    // The sink stands with its defaults; what is said replaces them.
    match &mut sink {
        SinkSpec::Append { buffer, flush } => {
            *buffer = node.or("buffer", *buffer, |n| n.count(0, MAX_COUNT))?;
            *flush = node.or("flush", *flush, |n| n.choice())?;
        }
        SinkSpec::Upsert { key } => *key = node.or("key", *key, |n| n.choice())?,
        SinkSpec::Increment => {}
        SinkSpec::WriteAheadLog { target } => *target = node.or("target", *target, |n| n.choice())?,
        SinkSpec::TwoPhaseCommit { commit, transaction_timeout, ignore_failures_after_timeout, fencing, readers } => {
            *commit = node.or("commit", *commit, |n| n.choice())?;
            *transaction_timeout = timeout(&node)?;
            *ignore_failures_after_timeout = node.or("ignore_failures_after_timeout", false, |n| n.boolean())?;
            *fencing = node.or("fencing", *fencing, |n| n.boolean())?;
            *readers = node.or("readers", *readers, |n| n.choice())?;
        }
        SinkSpec::Committer { commit, transaction_timeout, fencing, readers } => {
            *commit = node.or("commit", *commit, |n| n.choice())?;
            *transaction_timeout = timeout(&node)?;
            *fencing = node.or("fencing", *fencing, |n| n.boolean())?;
            *readers = node.or("readers", *readers, |n| n.choice())?;
        }
        SinkSpec::File { roll } => *roll = node.or("roll", *roll, |n| n.choice())?,
    }
    Ok(sink)
}

fn timeout(node: &Fields<'_>) -> Read<Option<Time>> {
    node.find("transaction_timeout").map(|n| n.seconds(SHORTEST, LATEST)).transpose()
}
