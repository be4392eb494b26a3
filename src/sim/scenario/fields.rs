//! The fields of every object of the format, in the order in which they are written.
//!
//! An unknown field is refused with the list that belongs to its object. A test holds the lists against the schema.

pub(super) const SCENARIO: &[&str] = &[
    "format",
    "title",
    "records",
    "sources",
    "source",
    "operator",
    "parallelism",
    "checkpointing",
    "restart",
    "timing",
    "sinks",
    "failure",
    "mutant",
    "faults",
    "story",
];
pub(super) const RECORD: &[&str] = &["t", "key", "value"];
pub(super) const SOURCE_LOG: &[&str] = &["name", "records"];
pub(super) const KIND_ONLY: &[&str] = &["kind"];
pub(super) const PARALLELISM: &[&str] = &["operator", "sink"];
pub(super) const CHECKPOINTING: &[&str] =
    &["interval", "at", "mode", "unaligned", "max_concurrent", "min_pause", "timeout", "tolerable_failures"];
pub(super) const RESTART: &[&str] = &["delay", "attempts"];
pub(super) const TIMING: &[&str] = &["hop", "process", "request", "snapshot", "metadata", "notify", "deploy"];

/// The fields of a sink, by kind.
pub(super) fn of_sink(kind: &str) -> &'static [&'static str] {
    match kind {
        "append" => &["kind", "buffer", "flush"],
        "upsert" => &["kind", "key"],
        "write_ahead_log" => &["kind", "target"],
        "two_phase_commit" => {
            &["kind", "commit", "transaction_timeout", "ignore_failures_after_timeout", "fencing", "readers"]
        }
        "committer" => &["kind", "commit", "transaction_timeout", "fencing", "readers"],
        "file" => &["kind", "roll"],
        _ => KIND_ONLY,
    }
}

/// The fields that tell one fault from another; a fault has exactly one of them.
pub(super) const FAULT_KINDS: &[&str] = &[
    "crash",
    "abort_checkpoint",
    "lose_notification",
    "delay_notification",
    "lose_reply",
    "expire",
    "outage",
    "surge",
    "jitter",
];

/// The fields of a fault, by the one that tells it from others.
pub(super) fn of_fault(kind: &str) -> &'static [&'static str] {
    match kind {
        "crash" => &["crash", "at", "when", "how", "in_flight"],
        "abort_checkpoint" => &["abort_checkpoint"],
        "lose_notification" => &["lose_notification"],
        "delay_notification" => &["delay_notification", "by"],
        "lose_reply" => &["lose_reply", "nth"],
        "expire" => &["expire", "at"],
        "outage" => &["outage", "from", "to"],
        "surge" => &["surge"],
        _ => &["jitter"],
    }
}

/// What becomes of requests on their way, where a name does not say it.
pub(super) const IN_FLIGHT: &[&str] = &["late"];
/// A crash strikes at one or the other.
pub(super) const CRASH_TIMES: &[&str] = &["at", "when"];
/// `when` waits for one or the other.
pub(super) const WHEN_KINDS: &[&str] = &["point", "fact"];
pub(super) const WHEN_POINT: &[&str] = &["point", "skip"];
pub(super) const WHEN_FACT: &[&str] = &["fact", "checkpoint", "skip"];
pub(super) const SURGE: &[&str] = &["from", "to", "factor"];
pub(super) const JITTER: &[&str] = &["seed", "up_to"];
