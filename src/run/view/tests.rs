use super::{fact, state, Json};
use crate::app::presets::PRESETS;
use crate::run::outcome::LaneOutcome;
use crate::run::Run;
use crate::sim::fact::{Cause, Fact, FactName};
use crate::sim::scenario::{ErrorCode, Scenario};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const TYPES: &str = include_str!("../../../www/exactly-once-lab.d.ts");

/// For the facts that neither the presets nor the recorded cases come to.
const RARE: &[&str] = &[
    r#""checkpointing": {"interval": 1, "timeout": 0.1, "min_pause": 2, "tolerable_failures": 9},
       "faults": [{"abort_checkpoint": 1}, {"crash": true, "at": 2.15, "in_flight": "lost"}]"#,
    r#""checkpointing": {"interval": 1}, "timing": "slow_store", "restart": {"delay": 0, "attempts": 3},
       "faults": [{"crash": true, "when": {"fact": "all_acknowledged"}}, {"lose_notification": 3},
                  {"outage": "external", "from": 4, "to": 5}, {"outage": "checkpoint_store", "from": 6, "to": 7}]"#,
    r#""checkpointing": {"interval": 0.5, "max_concurrent": 2}, "faults": [{"expire": "all", "at": 2.2},
       {"surge": {"from": 0, "to": 9, "factor": 9}}, {"jitter": {"seed": 1, "up_to": 1}}]"#,
    r#""source": {"kind": "socket"}, "faults": [{"crash": true, "how": "fail", "at": 1.5}]"#,
    r#""checkpointing": {"interval": 1}, "faults": [{"delay_notification": 1, "by": 2}, {"lose_reply": "append"},
       {"lose_reply": "commit"}, {"crash": true, "at": 3.55, "in_flight": {"late": 4}}]"#,
    r#""story": "emit 1; cancel", "operator": {"kind": "pass"}"#,
    r#""faults": [{"crash": true, "at": 1.55, "in_flight": "lost"}]"#,
    r#""story": "arm committer.retry signal; emit 2; checkpoint; finish""#,
    r#""restart": {"delay": 0}, "faults": [{"outage": "external", "from": 0, "to": 86400}]"#,
    r#""parallelism": {"operator": 2, "sink": 2}, "checkpointing": {"interval": 1, "unaligned": true}"#,
];

fn scenarios() -> Vec<Scenario> {
    let mut all: Vec<Scenario> = PRESETS.iter().map(|preset| preset.scenario()).collect();
    for file in ["flink.jsonl", "alignment.jsonl"] {
        let path = format!("{}/tests/data/conformance/{file}", env!("CARGO_MANIFEST_DIR"));
        for line in std::fs::read_to_string(path).expect("the recorded cases").lines() {
            let case: Value = serde_json::from_str(line).expect("a line of JSON");
            all.push(Scenario::from_value(&case["scenario"]).expect("a scenario"));
        }
    }
    for rest in RARE {
        let json = format!(
            r#"{{"format": 1, "records": [{{"t": 1, "key": "a", "value": 1}}, {{"t": 2, "key": "b", "value": 2}},
                 {{"t": 3, "key": "a", "value": -3}}, {{"t": 9, "key": "c", "value": 4}}], {rest},
                 "sinks": [{{"kind": "append", "buffer": 2}}, {{"kind": "increment"}}, {{"kind": "write_ahead_log"}},
                           {{"kind": "two_phase_commit"}}, {{"kind": "committer"}}, {{"kind": "file"}}]}}"#
        );
        all.push(Scenario::from_json(&json).expect("a scenario"));
    }
    all
}

/// The fields of each fact as the types have them: name, whether it may be missing, type.
fn typed() -> BTreeMap<String, Vec<(String, bool, String)>> {
    let lines = TYPES.lines().filter_map(|line| line.trim().strip_prefix("| { fact: \""));
    lines
        .map(|line| {
            let (name, rest) = line.split_once('"').expect("a name in quotes");
            let rest = rest.trim_end_matches(';').trim().strip_suffix('}').expect("one fact a line");
            let mut fields = Vec::new();
            for field in rest.split("; ").filter(|field| !field.trim().is_empty()) {
                let (name, kind) = field.trim_matches([';', ' ']).split_once(": ").expect("name: type");
                let optional = name.ends_with('?');
                fields.push((name.trim_end_matches('?').to_string(), optional, kind.trim().to_string()));
            }
            (name.to_string(), fields)
        })
        .collect()
}

/// Is a value of the type? Only as far as facts need it.
fn is_of(kind: &str, value: &Json) -> bool {
    kind.split(" | ").any(|kind| match (kind, value) {
        ("null", Json::Null)
        | ("number", Json::Number(_))
        | ("boolean", Json::Bool(_))
        | ("Seconds", Json::Seconds(_))
        | ("string" | "TaskName", Json::Text(_))
        | ("RecordName", Json::Number(_) | Json::Text(_))
        | ("RecordName[]", Json::List(_)) => true,
        ("TransactionName", Json::Text(text)) => text.starts_with('T'),
        ("FileName", Json::Text(text)) => text.starts_with('F'),
        ("Row", Json::Object(fields)) => fields.0.iter().map(|(name, _)| name).eq(["offset", "count", "sum"]),
        ("CheckpointKind" | "Refusal" | "Cause" | "Nothing" | "RequestKind", Json::Text(text)) => {
            union(kind).contains(text.as_str())
        }
        (kind, Json::Text(text)) => kind == format!("{text:?}"),
        (kind, Json::Object(_)) => kind.starts_with("{ ["),
        _ => false,
    })
}

/// The texts of `export type NAME = "a" | "b";`.
fn union(name: &str) -> BTreeSet<&'static str> {
    let (_, rest) = TYPES.split_once(&format!("export type {name} =")).expect("the type");
    let (body, _) = rest.split_once(';').expect("its end");
    body.split('"').skip(1).step_by(2).collect()
}

#[test]
fn every_fact_is_as_the_types_say() {
    let typed = typed();
    let names: BTreeSet<&str> = FactName::ALL.iter().map(|name| name.as_str()).collect();
    assert_eq!(typed.keys().map(String::as_str).collect::<BTreeSet<_>>(), names);
    let mut seen = BTreeSet::new();
    for run in scenarios().iter().flat_map(Run::lanes) {
        for noted in &run.facts {
            let Json::Object(fields) = fact(&run.plan, noted) else { panic!("no object") };
            let (common, own) = fields.0.split_at(4);
            assert!(common.iter().map(|(name, _)| name).eq(["at", "attempt", "step", "fact"]), "{common:?}");
            let name = noted.fact.name().as_str();
            let known = &typed[name];
            for (field, value) in own {
                let of = known.iter().find(|(name, _, _)| name == field);
                let (_, _, kind) = of.unwrap_or_else(|| panic!("{name}.{field} has no type"));
                assert!(is_of(kind, value), "{name}.{field}: {kind}, but {value:?}");
            }
            for (field, optional, _) in known {
                assert!(*optional || own.iter().any(|(name, _)| name == field), "{name}.{field} is missing");
            }
            seen.insert(name);
        }
    }
    // Only what was seen is held against its type.
    assert_eq!(seen, names);
}

/// A field that may be missing is there whenever there is something to say.
#[test]
fn causes_tell_their_point_or_refusal() {
    let mut told = BTreeMap::new();
    for run in scenarios().iter().flat_map(Run::lanes) {
        for noted in &run.facts {
            let (Fact::Crashed { cause, .. } | Fact::ExceptionSwallowed { cause, .. }) = noted.fact else { continue };
            let json = serde_json::to_value(fact(&run.plan, noted)).expect("JSON");
            assert_eq!(json["point"].is_string(), matches!(cause, Cause::Armed(_)), "{json}");
            assert_eq!(json["refusal"].is_string(), matches!(cause, Cause::Refused(_)), "{json}");
            if let Cause::Armed(point) = cause {
                assert_eq!(json["point"], point.to_string());
            }
            *told.entry(json["cause"].to_string()).or_insert(0) += 1;
        }
    }
    assert!(told["\"armed\""] > 20 && told["\"refused\""] > 0, "{told:?}");
}

#[test]
fn the_types_have_every_code_and_reason() {
    let codes: BTreeSet<&str> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(union("ErrorCode"), codes);
}

#[test]
fn states_agree_with_facts_and_outcome() {
    for run in scenarios().iter().flat_map(Run::lanes).filter(|run| run.len() < 200) {
        for steps in 0..=run.len() {
            let text = serde_json::to_string(&state(&run, steps)).expect("JSON");
            let value: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(value["step"], steps);
            let alive = matches!(value["job"].as_str(), Some("running" | "restoring"));
            assert_eq!(value["volatile"].is_object(), alive, "{text}");
        }
        let value = serde_json::to_value(state(&run, run.len())).expect("JSON");
        let outcome = serde_json::to_value(LaneOutcome::of(&run)).expect("JSON");
        for field in ["visible", "table"] {
            assert_eq!(value["durable"]["outside"][field], outcome[field]);
        }
        assert_eq!(value["durable"]["checkpoints"], outcome["checkpoints"]);
    }
}
