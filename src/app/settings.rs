//! What can be set about job, world and sinks, as data: a path in the scenario's JSON, a kind of control, words.
//!
//! A change is made in the scenario's JSON and read back, so that the scenario's own reader judges it and says what is
//! allowed.

use crate::i18n::format_words::format_word;
use crate::i18n::settings::{words, Words};
use crate::i18n::Lang;
use crate::sim::id::Time;
use crate::sim::scenario::{Drive, Fault, InFlight, OutageOf, Scenario, ScenarioError, Timing, Tree, When};

/// A text in every language.
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
    /// Where it stands in the scenario; in a sink, the field's name.
    pub path: &'static str,
    /// How it is entered.
    pub kind: Kind,
    /// What holds where nothing is said; empty for nothing.
    pub default: &'static str,
    /// Its name; a field of a sink is named by the format's own word.
    pub name: Option<Text>,
    /// What it is, in a sentence.
    pub what: Text,
    /// A preset in which it matters.
    pub show_me: &'static str,
}

impl Setting {
    /// Its name in a language.
    #[must_use]
    pub fn name(&self, lang: Lang) -> String {
        self.name.map_or_else(|| format_word(lang, self.path), |name| name(words(lang)).to_string())
    }
}

macro_rules! settings {
    ($name:ident: $($path:literal, $kind:expr, $default:literal, $label:ident, $what:ident, $show:literal;)*) => {
        /// Settings, in the order in which they are shown.
        pub const $name: &[Setting] = &[$(Setting {
            path: $path,
            kind: $kind,
            default: $default,
            name: Some(|words| words.$label),
            what: |words| words.$what,
            show_me: $show,
        }),*];
    };
}

settings! { JOB:
    "checkpointing.interval", Kind::Seconds, "", set_interval, set_interval_what, "several-checkpoints";
    "checkpointing.at", Kind::Times, "", set_at, set_at_what, "running-example";
    "checkpointing.mode", Kind::Choice(&["exactly_once", "at_least_once"]), "exactly_once", set_mode, set_mode_what,
        "at-least-once";
    "checkpointing.unaligned", Kind::Flag, "false", set_unaligned, set_unaligned_what, "unaligned";
    "checkpointing.max_concurrent", Kind::Whole, "1", set_concurrent, set_concurrent_what, "several-checkpoints";
    "checkpointing.min_pause", Kind::Seconds, "0", set_pause, set_pause_what, "pause-between";
    "checkpointing.timeout", Kind::Seconds, "600", set_timeout, set_timeout_what, "checkpoint-timeout";
    "checkpointing.tolerable_failures", Kind::Whole, "0", set_tolerable, set_tolerable_what, "store-away";
    "source.kind", Kind::Choice(&["log", "socket"]), "log", set_source, set_source_what, "socket-source";
    "operator.kind", Kind::Choice(&["count", "pass"]), "count", set_operator, set_operator_what, "without-state";
    "parallelism.operator", Kind::Whole, "1", set_operators, set_operators_what, "hot-key";
    "parallelism.sink", Kind::Whole, "1", set_sinks, set_sinks_what, "two-subtasks";
    "restart.delay", Kind::Seconds, "2", set_delay, set_delay_what, "timeout-below-downtime";
    "restart.attempts", Kind::Whole, "", set_attempts, set_attempts_what, "commit-not-known";
    "timing", Kind::Choice(&["brisk", "slow_sink", "slow_store", "slow_restart", "tight_checkpoints"]), "brisk",
        set_timing, set_timing_what, "slow-sink";
    "timing.hop", Kind::Seconds, "", set_hop, set_hop_what, "hot-key";
    "timing.process", Kind::Seconds, "", set_process, set_process_what, "back-in-time";
    "timing.request", Kind::Seconds, "", set_request, set_request_what, "slow-sink";
    "timing.snapshot", Kind::Seconds, "", set_snapshot, set_snapshot_what, "several-checkpoints";
    "timing.metadata", Kind::Seconds, "", set_metadata, set_metadata_what, "several-checkpoints";
    "timing.notify", Kind::Seconds, "", set_notify, set_notify_what, "lost-notification";
    "timing.deploy", Kind::Seconds, "", set_deploy, set_deploy_what, "store-away";
}

/// A kind of sink with what can be set about it.
pub struct SinkKind {
    /// Its name in the format.
    pub kind: &'static str,
    /// Its fields.
    pub fields: &'static [Setting],
}

macro_rules! field {
    ($path:literal, $kind:expr, $default:literal, $what:ident, $show:literal) => {
        Setting { path: $path, kind: $kind, default: $default, name: None, what: |words| words.$what, show_me: $show }
    };
}

const COMMIT: Setting = field!(
    "commit",
    Kind::Choice(&["idempotent", "reapply", "strict"]),
    "idempotent",
    set_commit_what,
    "commit-not-known"
);
const STORE_TIMEOUT: Setting =
    field!("transaction_timeout", Kind::Seconds, "", set_store_timeout_what, "timeout-below-downtime");
const FENCING: Setting = field!("fencing", Kind::Flag, "true", set_fencing_what, "zombie");
const READERS: Setting = field!(
    "readers",
    Kind::Choice(&["read_committed", "read_uncommitted"]),
    "read_committed",
    set_readers_what,
    "blocked-reader"
);

/// Every kind of sink.
pub const SINKS: &[SinkKind] = &[
    SinkKind {
        kind: "append",
        fields: &[
            field!("buffer", Kind::Whole, "0", set_buffer_what, "client-buffer"),
            field!("flush", Kind::Choice(&["at_barrier", "never"]), "at_barrier", set_flush_what, "client-buffer"),
        ],
    },
    SinkKind {
        kind: "upsert",
        fields: &[field!(
            "key",
            Kind::Choice(&["record", "record_and_attempt", "record_and_offset"]),
            "record",
            set_key_what,
            "key-with-current-time"
        )],
    },
    SinkKind { kind: "increment", fields: &[] },
    SinkKind {
        kind: "write_ahead_log",
        fields: &[field!(
            "target",
            Kind::Choice(&["append", "upsert"]),
            "append",
            set_target_what,
            "write-ahead-target"
        )],
    },
    SinkKind {
        kind: "two_phase_commit",
        fields: &[
            COMMIT,
            STORE_TIMEOUT,
            field!("ignore_failures_after_timeout", Kind::Flag, "false", set_ignore_what, "timeout-below-downtime"),
            FENCING,
            READERS,
        ],
    },
    SinkKind { kind: "committer", fields: &[COMMIT, STORE_TIMEOUT, FENCING, READERS] },
    SinkKind {
        kind: "file",
        fields: &[field!("roll", Kind::Choice(&["on_checkpoint", "default"]), "on_checkpoint", set_roll_what, "files")],
    },
];

/// What holds where the scenario says nothing: a figure of the timing goes by the profile that is chosen.
#[must_use]
pub fn default_of(setting: &Setting, scenario: &Scenario) -> String {
    let delays = scenario.timing.delays();
    let figure = match setting.path {
        "timing.hop" => delays.hop,
        "timing.process" => delays.process,
        "timing.request" => delays.request,
        "timing.snapshot" => delays.snapshot,
        "timing.metadata" => delays.metadata,
        "timing.notify" => delays.notify,
        "timing.deploy" => delays.deploy,
        _ => return setting.default.to_string(),
    };
    figure.to_string()
}

/// What is allowed at a setting and yet will surprise; `None` if there is nothing to say. In a sink, the path is that of
/// the field: `sinks[1].transaction_timeout`.
#[must_use]
pub fn warning(scenario: &Scenario, path: &str) -> Option<Text> {
    let job = &scenario.checkpointing;
    let delays = scenario.timing.delays();
    let down = scenario.restart.delay.plus(delays.deploy);
    let is_by_time = matches!(scenario.drive, Drive::Time(_));
    let lane = path.strip_prefix("sinks[").and_then(|rest| rest.strip_suffix("].transaction_timeout"));
    if let Some(lane) = lane {
        let timeout = scenario.sinks.get(lane.parse::<usize>().ok()?)?.transaction_timeout().filter(|_| is_by_time)?;
        // A transaction is begun at one barrier, prepared at the next, and committed when the sink has heard of the completed
        // checkpoint, or after the restart at the latest. On the way are the barrier, five times a request or its reply,
        // and what makes a checkpoint complete and known.
        let requests = Time(delays.request.0.saturating_mul(5));
        let barrier = delays.hop.plus(delays.hop).plus(delays.process);
        let complete = delays.snapshot.plus(delays.metadata).plus(delays.notify);
        let takes = barrier.plus(requests).plus(complete);
        let committed = longest_gap(scenario, takes).plus(takes);
        return if timeout < committed {
            Some(|words| words.timeout_warning)
        } else if timeout < committed.plus(down) {
            Some(|words| words.timeout_downtime_warning)
        } else {
            None
        };
    }
    match path {
        "checkpointing.interval" if is_by_time && job.interval.is_none() && job.at.is_empty() => {
            Some(|words| words.no_checkpoint_warning)
        }
        // From the source to the sink, then the snapshot: less than that no checkpoint takes.
        "checkpointing.timeout" if is_by_time && job.timeout < delays.hop.plus(delays.hop).plus(delays.snapshot) => {
            Some(|words| words.checkpoint_timeout_warning)
        }
        "restart.attempts" if scenario.restart.attempts == Some(0) => Some(|words| words.no_restart_warning),
        _ => None,
    }
}

/// The longest time from one checkpoint to the next: as many intervals as a checkpoint takes and one more, as it waits for the
/// one before; else the longest gap of the list, from 0 on and to the end of the input, at which the final checkpoint is taken.
fn longest_gap(scenario: &Scenario, takes: Time) -> Time {
    let job = &scenario.checkpointing;
    let end = scenario.sources.iter().flat_map(|log| &log.records).map(|record| record.t).max().unwrap_or_default();
    let times = || job.at.iter().copied().chain([end.max(job.at.last().copied().unwrap_or_default())]);
    let gaps = [Time::ZERO].into_iter().chain(times()).zip(times()).map(|(before, at)| at.since(before));
    match job.interval {
        Some(interval) => Time(interval.0.saturating_mul(takes.0 / interval.0.max(1) + 1)),
        None => gaps.max().unwrap_or_default(),
    }
}

/// A fault that can be added: its JSON and what it is.
pub struct FaultTemplate {
    /// The fault to begin with.
    pub json: &'static str,
    /// Its name.
    pub name: Text,
    /// What it is, in a sentence.
    pub what: Text,
    /// A preset in which it matters.
    pub show_me: &'static str,
}

macro_rules! faults {
    ($($json:literal, $label:ident, $what:ident, $show:literal;)*) => {
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
    r#"{"crash": true, "at": 10}"#, add_crash, add_crash_what, "running-example";
    r#"{"crash": true, "when": {"point": "wal.send.mid", "skip": 1}}"#, add_point, add_point_what, "write-ahead-target";
    r#"{"crash": true, "when": {"fact": "checkpoint_completed", "checkpoint": 1}}"#, add_fact, add_fact_what,
        "completed-not-notified";
    r#"{"lose_notification": 1}"#, add_unnotified, add_unnotified_what, "lost-notification";
    r#"{"abort_checkpoint": 1}"#, add_decline, add_decline_what, "blocked-reader";
    r#"{"expire": "prepared", "at": 8}"#, add_expire, add_expire_what, "timeout-below-downtime";
    r#"{"outage": "external", "from": 4, "to": 8}"#, add_outage, add_outage_what, "external-away";
    r#"{"outage": "checkpoint_store", "from": 4, "to": 8}"#, add_store, add_store_what, "store-away";
    r#"{"delay_notification": 1, "by": 5}"#, add_late, add_late_what, "late-notification";
    r#"{"lose_reply": "commit"}"#, add_reply, add_reply_what, "lost-reply";
    r#"{"crash": true, "at": 6, "in_flight": {"late": 9}}"#, add_zombie, add_zombie_what, "zombie";
    r#"{"surge": {"from": 4, "to": 9, "factor": 4}}"#, add_surge, add_surge_what, "surge";
    r#"{"jitter": {"seed": 7, "up_to": 0.4}}"#, add_jitter, add_jitter_what, "alignment";
}

/// The template that a fault of a scenario was made from, or could have been: it says what the fault is.
#[must_use]
pub fn template_of(fault: &Fault) -> &'static FaultTemplate {
    let place = match fault {
        Fault::Crash { in_flight: InFlight::Late(_), .. } => 10,
        Fault::Crash { when: When::At(_), .. } => 0,
        Fault::Crash { when: When::Point { .. }, .. } => 1,
        Fault::Crash { when: When::Fact { .. }, .. } => 2,
        Fault::LoseNotification(_) => 3,
        Fault::AbortCheckpoint(_) => 4,
        Fault::Expire { .. } => 5,
        Fault::Outage { what: OutageOf::External, .. } => 6,
        Fault::Outage { what: OutageOf::CheckpointStore, .. } => 7,
        Fault::DelayNotification { .. } => 8,
        Fault::LoseReply { .. } => 9,
        Fault::Surge { .. } => 11,
        Fault::Jitter { .. } => 12,
    };
    &FAULTS[place]
}

/// What a field of a fault is.
#[must_use]
pub fn about_fault_field(name: &str) -> Option<Text> {
    Some(match name {
        "how" => |words| words.field_how,
        "in_flight" => |words| words.field_in_flight,
        "late" => |words| words.field_late,
        "skip" => |words| words.field_skip,
        "nth" => |words| words.field_nth,
        "point" => |words| words.field_point,
        "fact" => |words| words.field_fact,
        "seed" => |words| words.field_seed,
        "at" => |words| words.field_at,
        "from" => |words| words.field_from,
        "to" => |words| words.field_to,
        "by" => |words| words.field_by,
        "checkpoint" => |words| words.field_checkpoint,
        "abort_checkpoint" | "lose_notification" | "delay_notification" => |words| words.field_number,
        "lose_reply" => |words| words.field_request,
        "expire" => |words| words.field_expire,
        "outage" => |words| words.field_outage,
        "factor" => |words| words.field_factor,
        "up_to" => |words| words.field_up_to,
        _ => return None,
    })
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
    // A figure of a profile is changed: the others stay as the profile has them.
    if path.starts_with("timing.") && matches!(scenario.timing, Timing::Named(_)) {
        tree = Scenario { timing: Timing::Own(scenario.timing.delays()), ..scenario.clone() }.to_tree();
    }
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
mod tests;
