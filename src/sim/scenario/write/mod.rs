//! From a scenario to its canonical JSON: fields in the order of the documentation, nothing that is as by default.

use super::names::Named;
use super::story;
use super::tree::Tree;
use super::{
    Checkpointing, Delays, Drive, Fault, How, InFlight, Mode, Parallelism, Profile, Readers, Recommit, Record, Restart,
    Scenario, SinkSpec, SourceLog, Timing, When,
};
use crate::sim::id::{CheckpointId, Time};

impl Scenario {
    /// The scenario as canonical JSON on one line: stable, and [`Scenario::from_json`] of it is the same scenario.
    ///
    /// # Example
    /// ```
    /// use exactly_once_lab::sim::scenario::Scenario;
    ///
    /// let text = r#"{"sinks": [{"kind": "append", "buffer": 0}], "records": [], "format": 1.0}"#;
    /// let scenario = Scenario::from_json(text).expect("a valid scenario");
    /// assert_eq!(scenario.to_json(), r#"{"format":1,"records":[],"sinks":[{"kind":"append"}]}"#);
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.to_tree().write_line(&mut out, "");
        out
    }

    /// The same for people to read and edit: what is short stands on one line, what is longer is broken and set in.
    #[must_use]
    pub fn to_json_pretty(&self) -> String {
        let mut out = String::new();
        self.to_tree().write_pretty(&mut out, 0, 0);
        out
    }

    /// The same as a JSON value of `serde_json`.
    #[must_use]
    pub fn to_value(&self) -> serde_json::Value {
        (&self.to_tree()).into()
    }

    /// The same as a document.
    #[must_use]
    pub fn to_tree(&self) -> Tree {
        let mut top = Tree::object();
        top.put("format", 1u32);
        if let Some(title) = &self.title {
            top.put("title", title.as_str());
        }
        match self.sources.as_slice() {
            [only] if !self.named_sources => top.put("records", records(only)),
            sources => top.put("sources", sources.iter().map(source_log).collect::<Vec<_>>()),
        }
        put_kind(&mut top, "source", self.source);
        put_kind(&mut top, "operator", self.operator);
        top.put_unless_empty("parallelism", parallelism(self.parallelism));
        top.put_unless_empty("checkpointing", checkpointing(&self.checkpointing));
        top.put_unless_empty("restart", restart(self.restart));
        match self.timing {
            Timing::Named(profile) => put_named(&mut top, "timing", profile),
            Timing::Own(delays) => top.put("timing", figures(delays)),
        }
        top.put("sinks", self.sinks.iter().map(sink).collect::<Vec<_>>());
        put_named(&mut top, "failure", self.failure);
        if let Some(mutant) = self.mutant {
            top.put("mutant", mutant.name());
        }
        match &self.drive {
            Drive::Time(faults) if faults.is_empty() => {}
            Drive::Time(faults) => top.put("faults", faults.iter().map(fault).collect::<Vec<_>>()),
            Drive::Story(steps) => top.put("story", story::print(steps, &self.sources, self.named_sources)),
        }
        top
    }
}

/// Puts a field with the value's name unless it is the default.
fn put_named<T: Named + Default>(object: &mut Tree, field: &'static str, value: T) {
    object.put_unless(T::default().name(), field, value.name());
}

/// The same as `{"kind": …}`.
fn put_kind<T: Named + Default>(object: &mut Tree, field: &'static str, value: T) {
    let mut kind = Tree::object();
    put_named(&mut kind, "kind", value);
    object.put_unless_empty(field, kind);
}

fn source_log(log: &SourceLog) -> Tree {
    let mut object = Tree::object();
    object.put("name", log.name.as_str());
    object.put("records", records(log));
    object
}

fn records(log: &SourceLog) -> Vec<Tree> {
    let record = |record: &Record| {
        let mut object = Tree::object();
        object.put("t", record.t);
        object.put("key", record.key.as_str());
        object.put("value", record.value);
        object
    };
    log.records.iter().map(record).collect()
}

fn parallelism(parallelism: Parallelism) -> Tree {
    let default = Parallelism::default();
    let mut object = Tree::object();
    object.put_unless(default.operator, "operator", parallelism.operator);
    object.put_unless(default.sink, "sink", parallelism.sink);
    object
}

fn checkpointing(checkpointing: &Checkpointing) -> Tree {
    let default = Checkpointing::default();
    let mut object = Tree::object();
    if let Some(interval) = checkpointing.interval {
        object.put("interval", interval);
    }
    if !checkpointing.at.is_empty() {
        object.put("at", checkpointing.at.iter().map(|time| Tree::from(*time)).collect::<Vec<_>>());
    }
    put_named::<Mode>(&mut object, "mode", checkpointing.mode);
    if checkpointing.unaligned {
        object.put("unaligned", true);
    }
    object.put_unless(default.max_concurrent, "max_concurrent", checkpointing.max_concurrent);
    object.put_unless(default.min_pause, "min_pause", checkpointing.min_pause);
    object.put_unless(default.timeout, "timeout", checkpointing.timeout);
    object.put_unless(default.tolerable_failures, "tolerable_failures", checkpointing.tolerable_failures);
    object
}

fn restart(restart: Restart) -> Tree {
    let mut object = Tree::object();
    object.put_unless(Restart::default().delay, "delay", restart.delay);
    if let Some(attempts) = restart.attempts {
        object.put("attempts", attempts);
    }
    object
}

fn figures(delays: Delays) -> Tree {
    let brisk = Profile::Brisk.delays();
    let mut object = Tree::object();
    object.put_unless(brisk.hop, "hop", delays.hop);
    object.put_unless(brisk.process, "process", delays.process);
    object.put_unless(brisk.request, "request", delays.request);
    object.put_unless(brisk.snapshot, "snapshot", delays.snapshot);
    object.put_unless(brisk.metadata, "metadata", delays.metadata);
    object.put_unless(brisk.notify, "notify", delays.notify);
    object.put_unless(brisk.deploy, "deploy", delays.deploy);
    object
}

fn sink(sink: &SinkSpec) -> Tree {
    let mut object = Tree::object();
    object.put("kind", sink.kind());
    match *sink {
        SinkSpec::Append { buffer, flush } => {
            object.put_unless(0, "buffer", buffer);
            put_named(&mut object, "flush", flush);
        }
        SinkSpec::Upsert { key } => put_named(&mut object, "key", key),
        SinkSpec::Increment => {}
        SinkSpec::WriteAheadLog { target } => put_named(&mut object, "target", target),
        SinkSpec::TwoPhaseCommit { commit, transaction_timeout, ignore_failures_after_timeout, fencing, readers } => {
            put_transactional(&mut object, commit, transaction_timeout);
            if ignore_failures_after_timeout {
                object.put("ignore_failures_after_timeout", true);
            }
            put_fencing(&mut object, fencing);
            put_named::<Readers>(&mut object, "readers", readers);
        }
        SinkSpec::Committer { commit, transaction_timeout, fencing, readers } => {
            put_transactional(&mut object, commit, transaction_timeout);
            put_fencing(&mut object, fencing);
            put_named::<Readers>(&mut object, "readers", readers);
        }
        SinkSpec::File { roll } => put_named(&mut object, "roll", roll),
    }
    object
}

fn put_transactional(object: &mut Tree, commit: Recommit, timeout: Option<Time>) {
    put_named(object, "commit", commit);
    if let Some(timeout) = timeout {
        object.put("transaction_timeout", timeout);
    }
}

/// True is the default.
fn put_fencing(object: &mut Tree, fencing: bool) {
    if !fencing {
        object.put("fencing", false);
    }
}

fn fault(fault: &Fault) -> Tree {
    let mut object = Tree::object();
    match *fault {
        Fault::Crash { when, how, in_flight } => {
            object.put("crash", true);
            match when {
                When::At(time) => object.put("at", time),
                When::Point { point, skip } => object.put("when", condition("point", point.to_string(), None, skip)),
                When::Fact { fact, checkpoint, skip } => {
                    object.put("when", condition("fact", fact.as_str().to_string(), checkpoint, skip));
                }
            }
            object.put_unless(How::Kill.name(), "how", how.name());
            if let InFlight::Late(by) = in_flight {
                let mut late = Tree::object();
                late.put("late", by);
                object.put("in_flight", late);
            } else {
                put_named::<InFlight>(&mut object, "in_flight", in_flight);
            }
        }
        Fault::AbortCheckpoint(id) => object.put("abort_checkpoint", id.0),
        Fault::LoseNotification(id) => object.put("lose_notification", id.0),
        Fault::DelayNotification { checkpoint, by } => {
            object.put("delay_notification", checkpoint.0);
            object.put("by", by);
        }
        Fault::LoseReply { request, nth } => {
            object.put("lose_reply", request.name());
            object.put_unless(1, "nth", nth);
        }
        Fault::Expire { what, at } => {
            object.put("expire", what.name());
            object.put("at", at);
        }
        Fault::Outage { what, from, to } => {
            object.put("outage", what.name());
            object.put("from", from);
            object.put("to", to);
        }
        Fault::Surge { from, to, factor } => {
            let mut surge = Tree::object();
            surge.put("from", from);
            surge.put("to", to);
            surge.put("factor", factor);
            object.put("surge", surge);
        }
        Fault::Jitter { seed, up_to } => {
            let mut jitter = Tree::object();
            jitter.put("seed", seed);
            jitter.put("up_to", up_to);
            object.put("jitter", jitter);
        }
    }
    object
}

/// What a crash waits for: a point or a fact.
fn condition(kind: &'static str, name: String, checkpoint: Option<CheckpointId>, skip: u32) -> Tree {
    let mut object = Tree::object();
    object.put(kind, name);
    if let Some(id) = checkpoint {
        object.put("checkpoint", id.0);
    }
    object.put_unless(0, "skip", skip);
    object
}
