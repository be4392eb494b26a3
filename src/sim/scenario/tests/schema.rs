//! The schema and the reader are two accounts of one format: here they are held against each other.

use super::{document, scenario};
use crate::sim::external::REPLY_TIMEOUT;
use crate::sim::fact::FactName;
use crate::sim::mutant::Mutant;
use crate::sim::point::Point;
use crate::sim::scenario::story::SYNTAX;
use crate::sim::scenario::{
    fields, limits, Allowed, Checkpointing, Delays, ErrorCode, Expire, Flush, How, InFlight, Mode, Named, OperatorKind,
    OutageOf, Parallelism, Profile, Readers, Recommit, RequestKind, Restart, Roll, Scenario, ScenarioError, SinkSpec,
    SourceKind, Target, UpsertKey, SCHEMA,
};
use jsonschema::Validator;
use serde_json::{json, Value};
use std::sync::LazyLock;

static JSON: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(SCHEMA).expect("the schema is JSON"));
static VALIDATOR: LazyLock<Validator> =
    LazyLock::new(|| jsonschema::draft202012::new(&JSON).expect("the schema is a schema"));

/// Does the schema accept the document?
pub(super) fn accepts(document: &Value) -> bool {
    VALIDATOR.is_valid(document)
}

/// Do reader and schema judge the document alike, as far as a schema can?
pub(super) fn agree(document: &Value) {
    match Scenario::from_value(document) {
        Ok(_) => assert!(accepts(document), "only the schema refuses {document}"),
        Err(error) if beyond_a_schema(&error) => {}
        Err(error) => assert!(!accepts(document), "only the reader refuses {document}: {error}"),
    }
}

/// Rules that the schema says in words only: decimals, order, uniqueness, sums over several lists, bytes, and the story
/// language.
fn beyond_a_schema(error: &ScenarioError) -> bool {
    match error.code {
        ErrorCode::NotRising | ErrorCode::DuplicateName | ErrorCode::BadStoryStep | ErrorCode::TooLong => true,
        ErrorCode::TooMany => error.field == "story" || error.field.starts_with("sources["),
        // Of times only the range: many validators compute `multipleOf` inexactly.
        ErrorCode::OutOfRange => match (&error.allowed, error.value.parse::<f64>()) {
            (Allowed::Seconds { min, max }, Ok(seconds)) => (min.seconds()..=max.seconds()).contains(&seconds),
            _ => false,
        },
        // An offset above 32 bits.
        ErrorCode::UnknownValue => error.field.ends_with(".point") && error.value.contains('@'),
        _ => false,
    }
}

fn at(pointer: &str) -> &'static Value {
    JSON.pointer(pointer).unwrap_or_else(|| panic!("nothing at {pointer}"))
}

#[test]
fn the_schema_is_valid_itself() {
    assert!(jsonschema::meta::is_valid(&JSON));
    assert_eq!(at("/$schema"), "https://json-schema.org/draft/2020-12/schema");
}

/// Valid ones; the invalid ones are all those of the error sentences.
#[test]
fn what_the_reader_takes_the_schema_takes() {
    let numbered = |n: usize| vec![json!({"t": 1, "key": "a", "value": 1}); n];
    let long = json!({ "title": "x".repeat(limits::MAX_TITLE_BYTES), "records": numbered(limits::MAX_RECORDS) });
    let documents = [
        "{}",
        r#"{"format": 1.0}"#,
        r#"{"records": []}"#,
        r#"{"records": [{"t": 0, "key": "a b;", "value": -1000000000}, {"t": 86400, "key": "é", "value": 1e9}]}"#,
        r#"{"records": [{"t": 0.001, "key": "a", "value": 0}, {"t": 8.251, "key": "a", "value": 3.0}]}"#,
        r#"{"records": null, "sources": [{"name": "A", "records": []}, {"name": "a@#", "records": []}]}"#,
        r#"{"title": ""}"#,
        r#"{"source": {"kind": "socket"}, "operator": {"kind": "pass"}}"#,
        r#"{"parallelism": {}}"#,
        r#"{"parallelism": {"operator": 4, "sink": 2}}"#,
        r#"{"checkpointing": {}}"#,
        r#"{"checkpointing": {"interval": 0.001, "at": [0, 0.001, 86400]}}"#,
        r#"{"checkpointing": {"unaligned": true, "mode": "exactly_once", "max_concurrent": 1, "min_pause": 1}}"#,
        r#"{"checkpointing": {"unaligned": false, "mode": "at_least_once", "max_concurrent": 8, "min_pause": 0}}"#,
        r#"{"checkpointing": {"timeout": 86400, "tolerable_failures": 10000}}"#,
        r#"{"restart": {}}"#,
        r#"{"restart": {"delay": 0, "attempts": 0}}"#,
        r#"{"timing": "tight_checkpoints"}"#,
        r#"{"timing": {}}"#,
        r#"{"timing": {"hop": 0, "deploy": 3600}}"#,
        r#"{"sinks": [{"kind": "append", "buffer": 10000, "flush": "never"}]}"#,
        r#"{"sinks": [{"kind": "upsert", "key": "record_and_offset"}, {"kind": "increment"}]}"#,
        r#"{"sinks": [{"kind": "write_ahead_log", "target": "upsert"}, {"kind": "file", "roll": "default"}]}"#,
        r#"{"sinks": [{"kind": "two_phase_commit", "commit": "strict", "transaction_timeout": 0.001,
                       "ignore_failures_after_timeout": true, "fencing": false, "readers": "read_uncommitted"}]}"#,
        r#"{"sinks": [{"kind": "committer", "commit": "reapply", "transaction_timeout": 86400, "fencing": true}]}"#,
        r#"{"failure": "kill", "faults": [], "story": "emit 1; crash; finish"}"#,
        r#"{"story": ""}"#,
        r#"{"faults": [{"crash": true, "at": 0}]}"#,
        r#"{"faults": [{"crash": true, "when": {"point": "sink.after@12", "skip": 1}, "how": "fail"}]}"#,
        r#"{"faults": [{"crash": true, "when": {"fact": "crashed", "checkpoint": 1}, "in_flight": "lost"}]}"#,
        r#"{"faults": [{"crash": true, "at": 1, "in_flight": {"late": 0.001}}]}"#,
        r#"{"faults": [{"delay_notification": 1, "by": 86400}, {"lose_reply": "commit"}, {"lose_reply": "add", "nth": 2}]}"#,
        r#"{"faults": [{"abort_checkpoint": 1}, {"lose_notification": 10000}, {"expire": "all", "at": 1}]}"#,
        r#"{"faults": [{"outage": "checkpoint_store", "from": 0, "to": 0.001}]}"#,
        r#"{"faults": [{"surge": {"from": 1, "to": 2, "factor": 100}}, {"jitter": {"seed": 4294967295, "up_to": 0.4}}]}"#,
        &long.to_string(),
    ];
    for changes in documents {
        scenario(changes);
        assert!(accepts(&document(changes)), "{changes}");
    }
}

#[test]
fn every_field_is_described_and_no_other_is_allowed() {
    fn walk(schema: &Value, place: &str) {
        if let Some(Value::Object(properties)) = schema.get("properties").filter(|_| schema["type"] == "object") {
            assert_eq!(schema["additionalProperties"], false, "{place}");
            for (name, property) in properties {
                let words = property["description"].as_str().unwrap_or_default();
                assert!(words.len() > 5 && words.ends_with('.'), "no description: {place}.{name}");
            }
        }
        match schema {
            Value::Object(map) => map.iter().for_each(|(name, part)| walk(part, &format!("{place}/{name}"))),
            Value::Array(list) => list.iter().for_each(|part| walk(part, place)),
            _ => {}
        }
    }
    walk(&JSON, "");
}

#[test]
fn the_fields_are_the_same() {
    fn check(pointer: &str, fields: &[&str]) {
        let properties = at(&format!("{pointer}/properties")).as_object().expect("an object");
        let mut fields = fields.to_vec();
        fields.sort_unstable();
        let mut names: Vec<&str> = properties.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, fields, "{pointer}");
    }
    check("", fields::SCENARIO);
    check("/$defs/record", fields::RECORD);
    check("/$defs/source_log", fields::SOURCE_LOG);
    check("/properties/source", fields::KIND_ONLY);
    check("/properties/operator", fields::KIND_ONLY);
    check("/properties/parallelism", fields::PARALLELISM);
    check("/properties/checkpointing", fields::CHECKPOINTING);
    check("/properties/restart", fields::RESTART);
    check("/properties/timing/oneOf/1", fields::TIMING);
    for (index, kind) in SinkSpec::KINDS.iter().enumerate() {
        assert_eq!(at(&format!("/$defs/sink/oneOf/{index}/properties/kind/const")), kind);
        check(&format!("/$defs/sink/oneOf/{index}"), fields::of_sink(kind));
    }
    assert_eq!(at("/$defs/sink/oneOf").as_array().map(Vec::len), Some(SinkSpec::KINDS.len()));
    for (index, kind) in fields::FAULT_KINDS.iter().enumerate() {
        assert_eq!(at(&format!("/$defs/fault/oneOf/{index}/required/0")), kind);
        check(&format!("/$defs/fault/oneOf/{index}"), fields::of_fault(kind));
    }
    assert_eq!(at("/$defs/fault/oneOf").as_array().map(Vec::len), Some(fields::FAULT_KINDS.len()));
    check("/$defs/fault/oneOf/0/properties/when/oneOf/0", fields::WHEN_POINT);
    check("/$defs/fault/oneOf/0/properties/when/oneOf/1", fields::WHEN_FACT);
    check("/$defs/fault/oneOf/0/properties/in_flight/oneOf/1", fields::IN_FLIGHT);
    check("/$defs/fault/oneOf/7/properties/surge", fields::SURGE);
    check("/$defs/fault/oneOf/8/properties/jitter", fields::JITTER);
}

#[test]
fn the_limits_are_the_same() {
    let limits = [
        ("/properties/title/maxLength", json!(limits::MAX_TITLE_BYTES)),
        ("/properties/sources/maxItems", json!(limits::MAX_SOURCES)),
        ("/properties/parallelism/properties/operator/maximum", json!(limits::MAX_PARALLELISM)),
        ("/properties/parallelism/properties/sink/maximum", json!(limits::MAX_PARALLELISM)),
        ("/properties/checkpointing/properties/at/maxItems", json!(limits::MAX_TRIGGERS)),
        ("/properties/checkpointing/properties/max_concurrent/maximum", json!(limits::MAX_CONCURRENT)),
        ("/properties/sinks/maxItems", json!(limits::MAX_SINKS)),
        ("/properties/faults/maxItems", json!(limits::MAX_FAULTS)),
        ("/$defs/time/maximum", json!(limits::MAX_SECONDS)),
        ("/$defs/positive_time/maximum", json!(limits::MAX_SECONDS)),
        ("/$defs/delay/maximum", json!(limits::MAX_DELAY_SECONDS)),
        ("/$defs/count/maximum", json!(limits::MAX_COUNT)),
        ("/$defs/checkpoint/maximum", json!(limits::MAX_COUNT)),
        ("/$defs/records/maxItems", json!(limits::MAX_RECORDS)),
        ("/$defs/record/properties/key/maxLength", json!(limits::MAX_NAME_BYTES)),
        ("/$defs/record/properties/value/maximum", json!(limits::MAX_VALUE)),
        ("/$defs/record/properties/value/minimum", json!(-limits::MAX_VALUE)),
        ("/$defs/source_log/properties/name/maxLength", json!(limits::MAX_NAME_BYTES)),
        ("/$defs/fault/oneOf/4/properties/nth/maximum", json!(limits::MAX_COUNT)),
        ("/$defs/fault/oneOf/7/properties/surge/properties/factor/maximum", json!(limits::MAX_SURGE_FACTOR)),
        ("/$defs/fault/oneOf/8/properties/jitter/properties/seed/maximum", json!(u32::MAX)),
    ];
    for (pointer, limit) in limits {
        assert_eq!(*at(pointer), limit, "{pointer}");
    }
    // In words, as a schema has no word for them.
    let says =
        |pointer, limit: String| assert!(at(pointer).as_str().is_some_and(|text| text.contains(&limit)), "{limit}");
    says("/description", format!("at most {} bytes", limits::MAX_JSON_BYTES));
    says("/description", format!("at most {} records", limits::MAX_RECORDS));
    says("/properties/story/description", format!("at most {}", limits::MAX_STORY_STEPS));
    says("/properties/story/description", format!("1 to {} milliseconds", limits::MAX_WAIT_MS));
    says("/$defs/fault/oneOf/4/description", format!("{REPLY_TIMEOUT} seconds later"));
}

#[test]
fn the_defaults_are_the_same() {
    let (checkpointing, restart, parallelism) = (Checkpointing::default(), Restart::default(), Parallelism::default());
    let brisk = Profile::Brisk.delays();
    let under = |object, name| format!("{object}/properties/{name}/default");
    let job = "/properties/checkpointing";
    let figures = "/properties/timing/oneOf/1";
    let defaults = [
        (under("/properties/parallelism", "operator"), json!(parallelism.operator)),
        (under("/properties/parallelism", "sink"), json!(parallelism.sink)),
        (under(job, "at"), json!(checkpointing.at)),
        (under(job, "mode"), json!(checkpointing.mode.name())),
        (under(job, "unaligned"), json!(checkpointing.unaligned)),
        (under(job, "max_concurrent"), json!(checkpointing.max_concurrent)),
        (under(job, "min_pause"), json!(checkpointing.min_pause)),
        (under(job, "timeout"), json!(checkpointing.timeout)),
        (under(job, "tolerable_failures"), json!(checkpointing.tolerable_failures)),
        (under("/properties/restart", "delay"), json!(restart.delay)),
        (under("", "failure"), json!(How::default().name())),
        (under("/$defs/sink/oneOf/0", "flush"), json!(Flush::default().name())),
        (under("/$defs/sink/oneOf/1", "key"), json!(UpsertKey::default().name())),
        (under("/$defs/sink/oneOf/3", "target"), json!(Target::default().name())),
        (under("/$defs/sink/oneOf/4", "commit"), json!(Recommit::default().name())),
        (under("/$defs/sink/oneOf/4", "fencing"), json!(true)),
        (under("/$defs/sink/oneOf/5", "fencing"), json!(true)),
        (under("/$defs/fault/oneOf/4", "nth"), json!(1)),
        (under("/$defs/sink/oneOf/4", "readers"), json!(Readers::default().name())),
        (under("/$defs/sink/oneOf/5", "commit"), json!(Recommit::default().name())),
        (under("/$defs/sink/oneOf/5", "readers"), json!(Readers::default().name())),
        (under("/$defs/sink/oneOf/6", "roll"), json!(Roll::default().name())),
        (under("/$defs/fault/oneOf/0", "how"), json!(How::Kill.name())),
        (under("/$defs/fault/oneOf/0", "in_flight"), json!(InFlight::default().name())),
        (under(figures, "hop"), json!(brisk.hop)),
        (under(figures, "process"), json!(brisk.process)),
        (under(figures, "request"), json!(brisk.request)),
        (under(figures, "snapshot"), json!(brisk.snapshot)),
        (under(figures, "metadata"), json!(brisk.metadata)),
        (under(figures, "notify"), json!(brisk.notify)),
        (under(figures, "deploy"), json!(brisk.deploy)),
    ];
    for (pointer, default) in defaults {
        assert_eq!(*at(&pointer), default, "{pointer}");
    }
    let says = |field: &str, name: &str| {
        let words = at(&format!("/properties/{field}/description")).as_str().unwrap_or_default();
        assert!(words.ends_with(&format!("Default: {name}.")), "{field}: {words}");
    };
    says("source", SourceKind::default().name());
    says("operator", OperatorKind::default().name());
    says("timing", Profile::default().name());
}

/// The schema names brisk's figures, then what differs in each other profile.
#[test]
fn the_figures_of_the_timing_profiles_are_stated() {
    let figures = |delays: Delays| {
        let Delays { hop, process, request, snapshot, metadata, notify, deploy } = delays;
        [hop, process, request, snapshot, metadata, notify, deploy]
    };
    let brisk = figures(Profile::Brisk.delays());
    let sentences = Profile::ALL.map(|(name, profile)| {
        let own = figures(profile.delays());
        let stated: Vec<String> = (0..own.len())
            .filter(|index| profile == Profile::Brisk || own[*index] != brisk[*index])
            .map(|index| format!("{} {}", fields::TIMING[index], own[index]))
            .collect();
        let as_brisk = if profile == Profile::Brisk { "" } else { "as brisk, but " };
        format!("{name}: {as_brisk}{}.", stated.join(", "))
    });
    assert_eq!(at("/properties/timing/oneOf/0/description"), &sentences.join(" "));
}

#[test]
fn the_names_are_the_same() {
    fn check<T: Named>(pointer: &str) {
        let names: Vec<&str> = T::NAMES.iter().map(|(name, _)| *name).collect();
        assert_eq!(*at(pointer), json!(names), "{pointer}");
    }
    check::<SourceKind>("/properties/source/properties/kind/enum");
    check::<OperatorKind>("/properties/operator/properties/kind/enum");
    check::<Mode>("/properties/checkpointing/properties/mode/enum");
    check::<Profile>("/properties/timing/oneOf/0/enum");
    check::<How>("/properties/failure/enum");
    check::<Mutant>("/properties/mutant/enum");
    check::<Flush>("/$defs/sink/oneOf/0/properties/flush/enum");
    check::<UpsertKey>("/$defs/sink/oneOf/1/properties/key/enum");
    check::<Target>("/$defs/sink/oneOf/3/properties/target/enum");
    check::<Recommit>("/$defs/sink/oneOf/4/properties/commit/enum");
    check::<Readers>("/$defs/sink/oneOf/4/properties/readers/enum");
    check::<Recommit>("/$defs/sink/oneOf/5/properties/commit/enum");
    check::<Readers>("/$defs/sink/oneOf/5/properties/readers/enum");
    check::<Roll>("/$defs/sink/oneOf/6/properties/roll/enum");
    check::<How>("/$defs/fault/oneOf/0/properties/how/enum");
    check::<InFlight>("/$defs/fault/oneOf/0/properties/in_flight/oneOf/0/enum");
    check::<RequestKind>("/$defs/fault/oneOf/4/properties/lose_reply/enum");
    check::<Expire>("/$defs/fault/oneOf/5/properties/expire/enum");
    check::<OutageOf>("/$defs/fault/oneOf/6/properties/outage/enum");
    for kind in SinkSpec::KINDS {
        assert_eq!(SinkSpec::from_kind(kind).map(|sink| sink.kind()), Some(kind));
    }
    let facts: Vec<&str> = FactName::ALL.iter().map(|name| name.as_str()).collect();
    assert_eq!(*at("/$defs/fact/enum"), json!(facts));
}

#[test]
fn the_points_are_the_same() {
    let (around, plain): (Vec<String>, Vec<String>) = Point::names().partition(|name| name.ends_with("@N"));
    assert_eq!(*at("/$defs/point/anyOf/1/enum"), json!(plain));
    let around: Vec<String> = around.iter().map(|name| name.trim_end_matches("@N").replace('.', "\\.")).collect();
    assert_eq!(*at("/$defs/point/anyOf/0/pattern"), json!(format!("^({})@[0-9]+$", around.join("|"))));
}

#[test]
fn the_story_language_is_described() {
    let words = at("/properties/story/description").as_str().unwrap_or_default();
    for (name, syntax) in SYNTAX {
        let stated = if name == "expire" { "expire, expire all" } else { syntax };
        assert!(words.contains(stated), "{stated}");
    }
}
