//! Every crash: nobody can choose the moment of a failure, so all of them are tried.
//!
//! Exploring is a fork at every step: the world is copied, crashed, run to its end and judged. [`CrashMap`] does so for
//! one lane of a scenario as it stands, quickly enough to follow each edit; [`windows`] names the spans in between. [`Explorer`] tries several crashes in one run, and several timings.

mod counterexample;
mod endings;
mod explorer;
pub mod export;
mod harm;
mod map;
mod matrix;
mod promise;
mod scene;
mod verdicts;
mod walk;
mod window;

pub use counterexample::{harm_of, Counterexample};
pub use explorer::{Crash, Explorer, LaneReport, Options, Progress, Refused, Timings, Tried, MAX_CRASHES};
pub use harm::{Harm, Judge, VARIANTS};
pub use map::{crash_map, first_crash, CrashMap, CrashPoint};
pub use matrix::{Matrix, Pairs, Place, SIDE};
pub use promise::sometimes;
pub use scene::Scene;
pub use verdicts::{FaultKind, Verdict, Verdicts, JITTER, OUTAGE, PLACES_BEFORE_CRASH, SEEDS, SURGE};
pub use window::{fact_before, windows, windows_by, Bound, Window};
