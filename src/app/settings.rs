//! What can be set about job, world and sinks, as data: a path in the scenario's JSON, a kind of control, words.
//!
//! A change is made in the scenario's JSON and read back, so that the scenario's own reader judges it and says what is
//! allowed.

use crate::i18n::Words;
use crate::sim::scenario::{Scenario, ScenarioError, Tree};

/// A text of the page in every language.
pub type Text = fn(&Words) -> &'static str;

/// How a value is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Seconds, with at most three decimals; empty for none.
    Seconds,
    /// A whole number; empty for none.
    Whole,
    /// Yes or no.
    Flag,
    /// One of these values.
    Choice(&'static [&'static str]),
    /// Seconds, several, separated by commas.
    Times,
}

/// One thing that can be set.
pub struct Setting {
    /// Where it stands in the scenario.
    pub path: &'static str,
    /// How it is entered.
    pub kind: Kind,
    /// What holds where nothing is said; empty for nothing.
    pub default: &'static str,
    /// Its name.
    pub name: Text,
    /// What it is, in a sentence.
    pub what: Text,
    /// A preset in which it matters.
    pub show_me: Option<&'static str>,
}

macro_rules! settings {
    ($name:ident: $($path:literal, $kind:expr, $default:literal, $label:ident, $what:ident, $show:expr;)*) => {
        /// Settings, in the order in which they are shown.
        pub const $name: &[Setting] = &[$(Setting {
            path: $path,
            kind: $kind,
            default: $default,
            name: |words| words.$label,
            what: |words| words.$what,
            show_me: $show,
        }),*];
    };
}

settings! { JOB:
    "checkpointing.interval", Kind::Seconds, "", set_interval, set_interval_what, None;
    "checkpointing.at", Kind::Times, "", set_at, set_at_what, Some("running-example");
    "checkpointing.mode", Kind::Choice(&["exactly_once", "at_least_once"]), "exactly_once", set_mode, set_mode_what,
        Some("at-least-once");
    "checkpointing.unaligned", Kind::Flag, "", set_unaligned, set_unaligned_what, Some("unaligned");
    "checkpointing.max_concurrent", Kind::Whole, "1", set_concurrent, set_concurrent_what, None;
    "checkpointing.min_pause", Kind::Seconds, "0", set_pause, set_pause_what, None;
    "checkpointing.timeout", Kind::Seconds, "600", set_timeout, set_timeout_what, None;
    "checkpointing.tolerable_failures", Kind::Whole, "0", set_tolerable, set_tolerable_what, None;
    "source.kind", Kind::Choice(&["log", "socket"]), "log", set_source, set_source_what, Some("socket-source");
    "operator.kind", Kind::Choice(&["count", "pass"]), "count", set_operator, set_operator_what, None;
    "parallelism.operator", Kind::Whole, "1", set_operators, set_operators_what, None;
    "parallelism.sink", Kind::Whole, "1", set_sinks, set_sinks_what, Some("two-subtasks");
    "restart.delay", Kind::Seconds, "2", set_delay, set_delay_what, None;
    "restart.attempts", Kind::Whole, "", set_attempts, set_attempts_what, Some("commit-not-known");
    "timing", Kind::Choice(&["brisk", "slow_sink", "slow_store", "slow_restart", "tight_checkpoints"]), "brisk",
        set_timing, set_timing_what, Some("slow-sink");
}

/// A kind of sink with what can be set about it: field, kind of control, default.
pub struct SinkKind {
    /// Its name in the format.
    pub kind: &'static str,
    /// Its fields.
    pub fields: &'static [(&'static str, Kind, &'static str)],
}

const COMMIT: (&str, Kind, &str) = ("commit", Kind::Choice(&["idempotent", "reapply", "strict"]), "idempotent");
const STORE_TIMEOUT: (&str, Kind, &str) = ("transaction_timeout", Kind::Seconds, "");
const READERS: (&str, Kind, &str) =
    ("readers", Kind::Choice(&["read_committed", "read_uncommitted"]), "read_committed");

/// Every kind of sink.
pub const SINKS: &[SinkKind] = &[
    SinkKind {
        kind: "append",
        fields: &[("buffer", Kind::Whole, "0"), ("flush", Kind::Choice(&["at_barrier", "never"]), "at_barrier")],
    },
    SinkKind {
        kind: "upsert",
        fields: &[("key", Kind::Choice(&["record", "record_and_attempt", "record_and_offset"]), "record")],
    },
    SinkKind { kind: "increment", fields: &[] },
    SinkKind { kind: "write_ahead_log", fields: &[("target", Kind::Choice(&["append", "upsert"]), "append")] },
    SinkKind {
        kind: "two_phase_commit",
        fields: &[COMMIT, STORE_TIMEOUT, ("ignore_failures_after_timeout", Kind::Flag, ""), READERS],
    },
    SinkKind { kind: "committer", fields: &[COMMIT, STORE_TIMEOUT, READERS] },
    SinkKind { kind: "file", fields: &[("roll", Kind::Choice(&["on_checkpoint", "default"]), "on_checkpoint")] },
];

/// A fault that can be added: its JSON and what it is.
pub struct FaultTemplate {
    /// The fault to begin with.
    pub json: &'static str,
    /// Its name.
    pub name: Text,
    /// What it is, in a sentence.
    pub what: Text,
    /// A preset in which it matters.
    pub show_me: Option<&'static str>,
}

macro_rules! faults {
    ($($json:literal, $label:ident, $what:ident, $show:expr;)*) => {
        /// Faults that can be added, in the order in which they are offered.
        pub const FAULTS: &[FaultTemplate] = &[$(FaultTemplate {
            json: $json,
            name: |words| words.$label,
            what: |words| words.$what,
            show_me: $show,
        }),*];
    };
}

faults! {
    r#"{"crash": true, "at": 10}"#, add_crash, add_crash_what, Some("running-example");
    r#"{"crash": true, "when": {"point": "wal.send.mid", "skip": 1}}"#, add_point, add_point_what, Some("mid-flush");
    r#"{"crash": true, "when": {"fact": "checkpoint_completed", "checkpoint": 1}}"#, add_fact, add_fact_what,
        Some("completed-not-notified");
    r#"{"lose_notification": 1}"#, add_unnotified, add_unnotified_what, None;
    r#"{"abort_checkpoint": 1}"#, add_decline, add_decline_what, None;
    r#"{"expire": "prepared", "at": 8}"#, add_expire, add_expire_what, Some("timeout-below-downtime");
    r#"{"outage": "external", "from": 4, "to": 8}"#, add_outage, add_outage_what, None;
    r#"{"outage": "checkpoint_store", "from": 4, "to": 8}"#, add_store, add_store_what, None;
    r#"{"delay_notification": 1, "by": 5}"#, add_late, add_late_what, Some("late-notification");
    r#"{"lose_reply": "commit"}"#, add_reply, add_reply_what, Some("lost-reply");
    r#"{"crash": true, "at": 6, "in_flight": {"late": 9}}"#, add_zombie, add_zombie_what, Some("zombie");
    r#"{"surge": {"from": 4, "to": 9, "factor": 4}}"#, add_surge, add_surge_what, Some("surge");
    r#"{"jitter": {"seed": 7, "up_to": 0.4}}"#, add_jitter, add_jitter_what, None;
}

/// Values that a field of a fault may have, where it has a few names.
#[must_use]
pub fn fault_choices(field: &str) -> Option<&'static [&'static str]> {
    Some(match field {
        "how" => &["kill", "fail"],
        "in_flight" => &["delivered", "lost"],
        "lose_reply" => &["append", "put", "add", "mark", "begin", "write", "prepare", "commit", "abort"],
        "expire" => &["prepared", "all"],
        "outage" => &["external", "checkpoint_store"],
        _ => return None,
    })
}

/// The parts of a path: names and places in lists, as `faults[2].at`.
fn parts(path: &str) -> impl Iterator<Item = Result<usize, &str>> {
    path.split(['.', '[', ']']).filter(|part| !part.is_empty()).map(|part| part.parse().map_err(|_| part))
}

/// The value at a path, if there is one.
#[must_use]
pub fn value_at<'a>(tree: &'a Tree, path: &str) -> Option<&'a Tree> {
    parts(path).try_fold(tree, |tree, part| match part {
        Ok(index) => tree.items()?.get(index),
        Err(name) => tree.get(name),
    })
}

/// The scenario with another value at a path; `None` takes the value out (from a list: the item).
///
/// # Errors
/// What the scenario's reader says of the result.
pub fn with_value(scenario: &Scenario, path: &str, value: Option<Tree>) -> Result<Scenario, ScenarioError> {
    let mut tree = scenario.to_tree();
    put(&mut tree, &parts(path).collect::<Vec<_>>(), value);
    Scenario::from_tree(&tree)
}

fn put(at: &mut Tree, path: &[Result<usize, &str>], value: Option<Tree>) {
    match (path, value) {
        ([], None) => {}
        ([], Some(value)) => *at = value,
        ([Err(name)], None) if at.fields().is_some() => at.remove(name),
        ([Err(_)], None) => *at = Tree::object(),
        ([Err(name), rest @ ..], value) => put(at.field(name), rest, value),
        ([Ok(index), rest @ ..], value) => {
            if at.items().is_none() {
                *at = Tree::List(Vec::new());
            }
            let Tree::List(list) = at else { return };
            let index = (*index).min(list.len());
            if rest.is_empty() && value.is_none() {
                if index < list.len() {
                    list.remove(index);
                }
                return;
            }
            if index == list.len() {
                list.push(Tree::Null);
            }
            put(&mut list[index], rest, value);
        }
    }
}

/// A sink of this kind.
#[must_use]
pub fn of_kind(kind: &str) -> Tree {
    let mut sink = Tree::object();
    *sink.field("kind") = kind.into();
    sink
}

/// Reads what was entered; `Ok(None)` for nothing.
///
/// What is no number goes on as text, so that the scenario's reader can say what is allowed there.
#[must_use]
pub fn entered(kind: Kind, text: &str) -> Option<Tree> {
    let text = text.trim();
    let number = |text: &str| match Tree::parse(text) {
        Ok(number @ Tree::Number(_)) => number,
        _ => text.into(),
    };
    match kind {
        _ if text.is_empty() => None,
        Kind::Seconds | Kind::Whole => Some(number(text)),
        Kind::Flag => Some((text == "true").into()),
        Kind::Choice(_) => Some(text.into()),
        Kind::Times => {
            let times = text.split([',', ' ', '，', '、']).filter(|part| !part.is_empty());
            Some(Tree::List(times.map(number).collect()))
        }
    }
}

/// A value as it is shown in a field.
#[must_use]
pub fn shown(tree: Option<&Tree>, default: &str) -> String {
    match tree {
        None | Some(Tree::Null) => default.to_string(),
        Some(Tree::Text(text)) => text.clone(),
        Some(Tree::List(items)) => items.iter().map(|item| shown(Some(item), "")).collect::<Vec<_>>().join(", "),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::{Preset, PRESETS};

    #[test]
    fn every_setting_takes_its_default_and_its_choices() {
        let scenario = PRESETS[0].scenario();
        for setting in JOB {
            let choices: &[&str] = if let Kind::Choice(choices) = setting.kind { choices } else { &[setting.default] };
            for choice in choices {
                let changed = with_value(&scenario, setting.path, entered(setting.kind, choice));
                assert!(changed.is_ok(), "{} = {choice}: {}", setting.path, changed.unwrap_err());
            }
            let wrong = with_value(&scenario, setting.path, Some("nonsense".into()));
            let error = wrong.expect_err(setting.path);
            assert!(error.field.starts_with(setting.path), "{}: {}", setting.path, error.field);
        }
    }

    #[test]
    fn every_kind_of_sink_takes_its_fields() {
        let scenario = PRESETS[0].scenario();
        for sink in SINKS {
            let bare = with_value(&scenario, "sinks[4]", Some(of_kind(sink.kind))).expect(sink.kind);
            for (field, kind, default) in sink.fields {
                let choices: &[&str] = if let Kind::Choice(choices) = kind { choices } else { &[default] };
                for choice in choices {
                    let path = format!("sinks[4].{field}");
                    let changed = with_value(&bare, &path, entered(*kind, choice));
                    assert!(changed.is_ok(), "{path} = {choice}: {}", changed.unwrap_err());
                }
            }
        }
        assert_eq!(SINKS.len(), crate::sim::scenario::SinkSpec::KINDS.len());
    }

    #[test]
    fn every_fault_can_be_added_and_taken_out() {
        let scenario = Preset::find("no-crash").expect("a preset").scenario();
        for fault in FAULTS {
            let json = Tree::parse(fault.json).expect(fault.json);
            let with = with_value(&scenario, "faults[0]", Some(json)).expect(fault.json);
            assert_ne!(with, scenario, "{}", fault.json);
            assert_eq!(with_value(&with, "faults[0]", None).as_ref(), Ok(&scenario), "{}", fault.json);
        }
    }

    #[test]
    fn what_is_shown_can_be_found() {
        let shows = JOB.iter().map(|s| s.show_me).chain(FAULTS.iter().map(|f| f.show_me)).flatten();
        for id in shows {
            assert!(Preset::find(id).is_some(), "{id}");
        }
    }

    #[test]
    fn numbers_and_nonsense_are_told_apart() {
        assert_eq!(entered(Kind::Seconds, " 2.5 "), Some(Tree::Number("2.5".into())));
        assert_eq!(entered(Kind::Seconds, ""), None);
        assert_eq!(entered(Kind::Whole, "two"), Some("two".into()));
        assert_eq!(entered(Kind::Times, "1, 2.5，3"), Tree::parse("[1, 2.5, 3]").ok());
        assert_eq!(shown(Tree::parse("[1, 2.5]").ok().as_ref(), ""), "1, 2.5");
    }
}
