//! The named points of the protocol at which a scenario may let something fail.

use super::id::Offset;
use std::fmt;

/// A named place in what a task does, as in `arm wal.send.mid exception 1`.
///
/// The order of the points of one sink is the order in which they are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Point {
    /// Before the source reads the record at this offset.
    SourceBefore(Offset),
    /// Before the operator takes the record of this offset into its state.
    CountBefore(Offset),
    /// Before the sink writes the record of this offset.
    SinkBefore(Offset),
    /// After the sink wrote the record of this offset.
    SinkAfter(Offset),
    /// At the barrier, before the sink flushes anything.
    SinkSnapshot,
    /// Before a transaction is begun.
    TwoPhaseBegin,
    /// At the barrier, before the transaction is prepared.
    TwoPhasePrecommitBefore,
    /// The transaction is prepared at the store; the snapshot is not finished.
    TwoPhasePrecommitAfter,
    /// Notified, before a commit is applied.
    TwoPhaseCommitBefore,
    /// The commit is applied, the sink does not know it yet.
    TwoPhaseCommitAfter,
    /// At recovery, before a restored transaction is committed again.
    TwoPhaseRecoverBefore,
    /// At recovery, after a restored transaction was committed again.
    TwoPhaseRecoverAfter,
    /// At the barrier, before the writer flushes.
    CommitterFlush,
    /// At the barrier, before the writer prepares its transaction.
    CommitterPrecommitBefore,
    /// The writer's transaction is prepared; its committable is not sent on yet.
    CommitterPrecommitAfter,
    /// Before the committer commits, after a notification and at recovery.
    CommitterCommitBefore,
    /// The commit is applied, the committer does not know it yet.
    CommitterCommitAfter,
    /// Branch: the commit fails with a known reason, so Flink logs and drops it.
    CommitterKnownFailure,
    /// Branch: the commit fails with an unknown reason, so the task fails.
    CommitterUnknownFailure,
    /// Branch: the commit asks to be tried again.
    CommitterRetry,
    /// Branch: the store answers that the transaction was committed before.
    CommitterAlready,
    /// Before the first value of a batch is sent.
    WalSendBefore,
    /// Just before each value of a batch is sent.
    WalSendMid,
    /// All values of a batch are sent, `sendValues` has not returned.
    WalSendAfter,
    /// Branch: `sendValues` returns false and has sent nothing.
    WalSendFalseBefore,
    /// Branch: `sendValues` returns false though everything was sent.
    WalSendFalseAfter,
    /// Before the batch is recorded as sent in the commit table.
    WalCommitBefore,
    /// The batch is recorded as sent, the sink does not know it yet.
    WalCommitAfter,
    /// Before the commit table is asked about a batch.
    WalIsCommitted,
}

/// Points without an offset, by name. The one list that parsing, printing and documentation share.
const NAMED: [(&str, Point); 25] = [
    ("sink.snapshot", Point::SinkSnapshot),
    ("2pc.begin", Point::TwoPhaseBegin),
    ("2pc.precommit.before", Point::TwoPhasePrecommitBefore),
    ("2pc.precommit.after", Point::TwoPhasePrecommitAfter),
    ("2pc.commit.before", Point::TwoPhaseCommitBefore),
    ("2pc.commit.after", Point::TwoPhaseCommitAfter),
    ("2pc.recover.before", Point::TwoPhaseRecoverBefore),
    ("2pc.recover.after", Point::TwoPhaseRecoverAfter),
    ("committer.flush", Point::CommitterFlush),
    ("committer.precommit.before", Point::CommitterPrecommitBefore),
    ("committer.precommit.after", Point::CommitterPrecommitAfter),
    ("committer.commit.before", Point::CommitterCommitBefore),
    ("committer.commit.after", Point::CommitterCommitAfter),
    ("committer.known_failure", Point::CommitterKnownFailure),
    ("committer.unknown_failure", Point::CommitterUnknownFailure),
    ("committer.retry", Point::CommitterRetry),
    ("committer.already", Point::CommitterAlready),
    ("wal.send.before", Point::WalSendBefore),
    ("wal.send.mid", Point::WalSendMid),
    ("wal.send.after", Point::WalSendAfter),
    ("wal.send.false_before", Point::WalSendFalseBefore),
    ("wal.send.false_after", Point::WalSendFalseAfter),
    ("wal.commit.before", Point::WalCommitBefore),
    ("wal.commit.after", Point::WalCommitAfter),
    ("wal.iscommitted", Point::WalIsCommitted),
];

/// Makes a point around the record of an offset.
type MakePoint = fn(Offset) -> Point;

/// The points that take an offset, as `source.before@5`.
const AROUND: [(&str, MakePoint); 4] = [
    ("source.before", Point::SourceBefore),
    ("count.before", Point::CountBefore),
    ("sink.before", Point::SinkBefore),
    ("sink.after", Point::SinkAfter),
];

impl Point {
    /// Reads a point by name; `None` if there is no such point.
    #[must_use]
    pub fn parse(text: &str) -> Option<Point> {
        if let Some((name, offset)) = text.split_once('@') {
            let make = AROUND.iter().find(|(n, _)| *n == name)?.1;
            // Only plain digits: `+5` or an empty offset is no offset.
            if offset.is_empty() || !offset.bytes().all(|b| b.is_ascii_digit()) {
                return None;
            }
            return Some(make(Offset(offset.parse().ok()?)));
        }
        NAMED.iter().find(|(n, _)| *n == text).map(|(_, p)| *p)
    }

    /// Has the point a branch of its own that a `signal` takes?
    #[must_use]
    pub fn takes_signal(self) -> bool {
        matches!(
            self,
            Point::CommitterKnownFailure
                | Point::CommitterUnknownFailure
                | Point::CommitterRetry
                | Point::CommitterAlready
                | Point::WalSendFalseBefore
                | Point::WalSendFalseAfter
        )
    }

    /// The names of all points, without an offset; and whether they take one.
    pub fn all() -> impl Iterator<Item = (&'static str, bool)> {
        AROUND.iter().map(|(n, _)| (*n, true)).chain(NAMED.iter().map(|(n, _)| (*n, false)))
    }

    /// The names of all points, those with an offset as `NAME@N`: what error messages and the schema list.
    pub fn names() -> impl Iterator<Item = String> {
        Point::all().map(|(name, takes_offset)| if takes_offset { format!("{name}@N") } else { name.to_string() })
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Point::SourceBefore(offset)
        | Point::CountBefore(offset)
        | Point::SinkBefore(offset)
        | Point::SinkAfter(offset)) = *self
        else {
            let named = NAMED.iter().find(|(_, p)| p == self);
            return f.write_str(named.map_or("", |(n, _)| n));
        };
        let around = AROUND.iter().find(|(_, make)| make(offset) == *self);
        write!(f, "{}@{offset}", around.map_or("", |(n, _)| n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_reads_back_as_printed() {
        let with_offset = AROUND.iter().map(|(_, make)| make(Offset(7)));
        for point in with_offset.chain(NAMED.iter().map(|(_, p)| *p)) {
            assert_eq!(Point::parse(&point.to_string()), Some(point), "{point}");
        }
    }

    #[test]
    fn what_is_no_point_is_refused() {
        for text in
            ["", "sink", "sink.before", "sink.before@", "sink.before@+1", "wal.send.mid@1", "sink.after@99999999999"]
        {
            assert_eq!(Point::parse(text), None, "{text}");
        }
    }
}
