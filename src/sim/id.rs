//! Newtypes for the numbers of the simulated world, so that none is taken for another.
//!
//! All are 32 bits wide, as a run has to be identical on a 64-bit host and in 32-bit WebAssembly.

use serde::Serialize;
use std::fmt;

/// A moment or a span of simulated time, in milliseconds from the start of the run.
///
/// Scenarios write times as seconds with at most three decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u32);

impl Time {
    /// The start of the run; as a span, no time at all.
    pub const ZERO: Time = Time(0);

    /// This moment plus a span; stays at the largest time instead of wrapping around.
    #[must_use]
    pub fn plus(self, span: Time) -> Time {
        Time(self.0.saturating_add(span.0))
    }

    /// The span from an earlier moment to this one; zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Time) -> Time {
        Time(self.0.saturating_sub(earlier.0))
    }

    /// Seconds, for output only: the engine itself computes in whole milliseconds.
    #[must_use]
    pub fn seconds(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

/// Prints seconds with as many decimals as needed: `3`, `8.25`.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, milli) = (self.0 / 1000, self.0 % 1000);
        if milli == 0 {
            return write!(f, "{whole}");
        }
        let decimals = format!("{milli:03}");
        write!(f, "{whole}.{}", decimals.trim_end_matches('0'))
    }
}

/// Serialized as seconds; whole seconds as an integer.
impl Serialize for Time {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 1000 == 0 {
            serializer.serialize_u32(self.0 / 1000)
        } else {
            serializer.serialize_f64(self.seconds())
        }
    }
}

macro_rules! number {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The number after this one.
            #[must_use]
            pub fn next(self) -> Self {
                Self(self.0 + 1)
            }

            /// As an index into a list.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

number!(
    /// The position of a record in its source's log, from 0.
    Offset, ""
);
number!(
    /// The number of a checkpoint, from 1. Rises over restarts and is never used again.
    CheckpointId, ""
);
number!(
    /// A transaction of the external store, numbered from 0 in the order in which they began.
    TransactionId, "T"
);
number!(
    /// A file of the external file system, numbered from 0 in the order of creation.
    FileId, "F"
);
number!(
    /// One execution of the job, from 0; every restart, also one that fails again, makes a new one.
    Attempt, ""
);
number!(
    /// A key of the scenario, as an index into [`Plan::keys`](crate::sim::plan::Plan::keys).
    KeyId, ""
);
number!(
    /// A source, as an index into the scenario's list.
    SourceId, ""
);
number!(
    /// One parallel instance of the operator or of the sink, from 0.
    Subtask, ""
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_print_as_seconds_without_needless_decimals() {
        for (ms, text) in [(0, "0"), (3000, "3"), (250, "0.25"), (10_001, "10.001"), (1500, "1.5")] {
            assert_eq!(Time(ms).to_string(), text);
        }
    }

    #[test]
    fn times_do_not_wrap() {
        assert_eq!(Time(u32::MAX).plus(Time(1)), Time(u32::MAX));
        assert_eq!(Time(1).since(Time(2)), Time::ZERO);
    }
}
