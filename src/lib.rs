//! Exactly-Once Lab: see how a stream processor keeps its results right when it fails, and how it doesn't.
//!
//! A complete, deterministic model of a job like Apache Flink's (checkpoints, replay, sinks), a page to watch it on, and
//! a map of what a crash at every moment would lead to. In reading order:
//!
//! - [`sim`]: the simulated world, one step at a time; its front page has a map of its own.
//! - [`run`]: a whole run, its outcome and its verdict.
//! - [`explore`]: every crash of a run.
//! - [`scene`]: what to draw at a moment.
//! - [`lesson`]: lessons and challenges, judged by the engine.
//! - [`app`]: the page's state and what changes it.
//! - [`i18n`]: words for people.
//! - `ui` (feature `ui`): the page. `api` (feature `api`): the JavaScript API.
//!
//! # Example
//! ```
//! use exactly_once_lab::run::{Outcome, Verdict};
//! use exactly_once_lab::sim::scenario::Scenario;
//!
//! let scenario = Scenario::from_json(
//!     r#"{"format": 1,
//!         "records": [{"t": 1, "key": "a", "value": 10}, {"t": 5, "key": "a", "value": 20}],
//!         "checkpointing": {"at": [3]},
//!         "sinks": [{"kind": "append"}, {"kind": "two_phase_commit"}],
//!         "faults": [{"crash": true, "at": 5.8}]}"#,
//! )?;
//! let verdicts: Vec<Verdict> = Outcome::of(&scenario).lanes.iter().map(|lane| lane.verdict).collect();
//! assert_eq!(verdicts, [Verdict::Duplicates, Verdict::ExactlyOnce]);
//! # Ok::<(), exactly_once_lab::sim::scenario::ScenarioError>(())
//! ```

#[cfg(feature = "api")]
pub mod api;
pub mod app;
pub mod cut;
pub mod explore;
pub mod i18n;
pub mod lesson;
pub mod run;
pub mod scene;
pub mod sim;
pub mod sorted;
#[cfg(feature = "ui")]
pub mod ui;
