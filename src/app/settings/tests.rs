use super::*;
use crate::app::presets::{Preset, PRESETS};

#[test]
fn every_setting_takes_its_default_and_its_choices() {
    let scenario = PRESETS[0].scenario();
    for setting in JOB {
        let default = default_of(setting, &scenario);
        let choices: Vec<&str> =
            if let Kind::Choice(choices) = setting.kind { choices.to_vec() } else { vec![&default] };
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
        for field in sink.fields {
            let choices: &[&str] = if let Kind::Choice(choices) = field.kind { choices } else { &[field.default] };
            for choice in choices {
                let path = format!("sinks[4].{}", field.path);
                let changed = with_value(&bare, &path, entered(field.kind, choice));
                assert!(changed.is_ok(), "{path} = {choice}: {}", changed.unwrap_err());
                assert!(choices.len() == 1 || changed != Ok(bare.clone()) || *choice == field.default, "{path}");
            }
        }
    }
    assert_eq!(SINKS.len(), crate::sim::scenario::SinkSpec::KINDS.len());
}

#[test]
fn every_field_of_job_and_sinks_has_a_control() {
    // What the schema knows, but for the records themselves and what only a story or a lesson has.
    let schema: serde_json::Value = serde_json::from_str(crate::sim::scenario::SCHEMA).expect("JSON");
    let settings: Vec<&str> = JOB.iter().map(|setting| setting.path).collect();
    for part in ["source", "operator", "parallelism", "checkpointing", "restart"] {
        let fields = schema["properties"][part]["properties"].as_object().expect(part);
        for name in fields.keys() {
            assert!(settings.contains(&format!("{part}.{name}").as_str()), "{part}.{name}");
        }
    }
    for name in schema["properties"]["timing"].as_object().map_or_else(Vec::new, timing_fields) {
        assert!(settings.contains(&format!("timing.{name}").as_str()), "timing.{name}");
    }
    for one in schema["$defs"]["sink"]["oneOf"].as_array().expect("sinks") {
        let fields = one["properties"].as_object().expect("fields");
        let kind = fields["kind"]["const"].as_str().expect("a kind");
        let known = SINKS.iter().find(|sink| sink.kind == kind).expect(kind);
        for name in fields.keys().filter(|name| *name != "kind") {
            assert!(known.fields.iter().any(|field| field.path == name), "{kind}.{name}");
        }
    }
}

fn timing_fields(timing: &serde_json::Map<String, serde_json::Value>) -> Vec<String> {
    let own = timing["oneOf"].as_array().expect("profiles or figures").iter().find_map(|one| one.get("properties"));
    own.and_then(serde_json::Value::as_object).expect("figures").keys().cloned().collect()
}

#[test]
fn a_figure_of_a_profile_is_changed_and_the_others_stay() {
    let slow = with_value(&PRESETS[0].scenario(), "timing", Some("slow_store".into())).expect("a profile");
    let changed = with_value(&slow, "timing.hop", Some(serde_json::json!(0.4).into())).expect("a figure");
    let (before, after) = (slow.timing.delays(), changed.timing.delays());
    assert_eq!((after.hop, after.metadata, after.snapshot), (Time(400), before.metadata, before.snapshot));
    let hop = JOB.iter().find(|setting| setting.path == "timing.hop").expect("a setting");
    assert_eq!((default_of(hop, &slow), default_of(hop, &changed)), ("0.2".into(), "0.4".into()));
}

#[test]
fn what_is_allowed_and_will_surprise_is_said() {
    let base = with_value(&PRESETS[0].scenario(), "sinks[4]", Some(of_kind("committer")));
    let base = base.expect("a lane");
    let with = |path: &str, value: f64| with_value(&base, path, Some(serde_json::json!(value).into())).expect(path);
    let says = |scenario: &Scenario, path: &str| warning(scenario, path).map(|text| text(&crate::i18n::settings::EN));
    let words = &crate::i18n::settings::EN;
    let timeout = "sinks[4].transaction_timeout";
    assert_eq!(says(&base, timeout), None);
    // From checkpoint 1 at 3 to the end of the input at 14 it takes eleven seconds; a checkpoint takes 1.7, a restart 2.
    assert_eq!(says(&with(timeout, 12.6), timeout), Some(words.timeout_warning));
    assert_eq!(says(&with(timeout, 12.7), timeout), Some(words.timeout_downtime_warning));
    assert_eq!(says(&with(timeout, 14.7), timeout), None);
    let slow = with_value(&with(timeout, 14.7), "restart.delay", Some(4u32.into())).expect("a delay");
    assert_eq!(says(&slow, timeout), Some(words.timeout_downtime_warning));
    let interval = |timeout_s| with_value(&with(timeout, timeout_s), "checkpointing.interval", Some(5u32.into()));
    assert_eq!(says(&interval(6.6).expect("an interval"), timeout), Some(words.timeout_warning));
    assert_eq!(says(&interval(6.7).expect("an interval"), timeout), Some(words.timeout_downtime_warning));
    let never = with_value(&base, "checkpointing.at", None).expect("none");
    assert_eq!(says(&never, "checkpointing.interval"), Some(words.no_checkpoint_warning));
    assert_eq!(says(&base, "checkpointing.interval"), None);
    let short = with("checkpointing.timeout", 0.5);
    assert_eq!(says(&short, "checkpointing.timeout"), Some(words.checkpoint_timeout_warning));
    assert_eq!(says(&with("restart.attempts", 0.0), "restart.attempts"), Some(words.no_restart_warning));
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
    let of_sinks = SINKS.iter().flat_map(|sink| sink.fields);
    let shows = JOB.iter().chain(of_sinks).map(|setting| (setting.path, setting.show_me));
    for (path, id) in shows {
        let preset = Preset::find(id).unwrap_or_else(|| panic!("{path}: {id}"));
        // The preset says something about just that, or chooses the profile that does.
        let json = preset.scenario().to_tree();
        let in_sinks = || (0..6).any(|lane| value_at(&json, &format!("sinks[{lane}].{path}")).is_some());
        let is_profile =
            path.starts_with("timing.") && json.get("timing").is_some_and(|timing| timing.text().is_some());
        assert!(value_at(&json, path).is_some() || in_sinks() || is_profile || path == "timing.hop", "{path}: {id}");
    }
    for fault in FAULTS {
        let preset = Preset::find(fault.show_me).unwrap_or_else(|| panic!("{}", fault.show_me));
        let Drive::Time(faults) = preset.scenario().drive else { panic!("{} is a story", fault.show_me) };
        let is_there = faults.iter().any(|other| template_of(other).json == fault.json);
        assert!(is_there || fault.json.contains("expire"), "{} shows no {}", fault.show_me, fault.json);
    }
}

#[test]
fn a_template_is_one_of_its_own_kind() {
    let calm = Preset::find("no-crash").expect("a preset").scenario();
    for template in FAULTS {
        let json = Tree::parse(template.json).expect(template.json);
        let with = with_value(&calm, "faults[0]", Some(json)).expect(template.json);
        let Drive::Time(faults) = &with.drive else { panic!("it goes by time") };
        assert_eq!(template_of(&faults[0]).json, template.json);
    }
}

#[test]
fn every_field_of_a_fault_has_a_sentence() {
    // Whatever the schema knows: what holds other fields needs none, and `crash` is the card itself.
    fn check(schema: &serde_json::Value, one: &serde_json::Value, seen: &mut u32) {
        if let Some(name) = one["$ref"].as_str() {
            let name = name.trim_start_matches("#/$defs/");
            return check(schema, &schema["$defs"][name], seen);
        }
        for (name, field) in one["properties"].as_object().into_iter().flatten() {
            let alternatives = ["oneOf", "anyOf"].into_iter().filter_map(|of| field[of].as_array());
            let holds = |one: &serde_json::Value| one["properties"].is_object();
            let is_group = holds(field) || alternatives.flatten().all(holds) && field["oneOf"].is_array();
            if !is_group && name != "crash" {
                *seen += 1;
                assert!(about_fault_field(name).is_some(), "{name} has no sentence");
            }
            check(schema, field, seen);
        }
        let alternatives = ["oneOf", "anyOf"].into_iter().filter_map(|of| one[of].as_array());
        alternatives.flatten().for_each(|one| check(schema, one, seen));
    }
    let schema: serde_json::Value = serde_json::from_str(crate::sim::scenario::SCHEMA).expect("JSON");
    let mut seen = 0;
    check(&schema, &schema["$defs"]["fault"], &mut seen);
    assert!(seen > 20, "{seen} fields found");
}

#[test]
fn numbers_and_nonsense_are_told_apart() {
    assert_eq!(entered(Kind::Seconds, " 2.5 "), Some(Tree::Number("2.5".into())));
    assert_eq!(entered(Kind::Seconds, ""), None);
    assert_eq!(entered(Kind::Whole, "two"), Some("two".into()));
    assert_eq!(entered(Kind::Times, "1, 2.5，3"), Tree::parse("[1, 2.5, 3]").ok());
    assert_eq!(shown(Tree::parse("[1, 2.5]").ok().as_ref(), ""), "1, 2.5");
}

/// What is warned of by a rule of thumb is held against what the engine does.
#[test]
fn a_timeout_that_nothing_is_said_of_is_long_enough() {
    use crate::explore::{crash_map, Harm};
    use crate::run::{Run, Verdict};
    use std::rc::Rc;
    let base = Preset::find("no-crash").expect("a preset").scenario();
    let path = "sinks[0].transaction_timeout";
    let (mut warned, mut wrong, mut fine) = (0, 0, 0);
    for kind in ["two_phase_commit", "committer"] {
        // A sink that cannot keep up has barriers wait behind its records, which no rule of thumb foresees: no slow_sink.
        for profile in ["brisk", "slow_store", "slow_restart", "tight_checkpoints"] {
            for interval in [None, Some(2u32), Some(5)] {
                for timeout in (2..=40).map(|half| f64::from(half) / 2.0) {
                    let sink: Tree = serde_json::json!({"kind": kind, "transaction_timeout": timeout}).into();
                    let parts = [
                        ("sinks", Some(Tree::List(vec![sink]))),
                        ("timing", Some(profile.into())),
                        ("checkpointing.at", interval.is_none().then(|| Tree::List(vec![3u32.into()]))),
                        ("checkpointing.interval", interval.map(Tree::from)),
                    ];
                    let scenario = parts
                        .into_iter()
                        .fold(base.clone(), |scenario, (path, value)| with_value(&scenario, path, value).expect(path));
                    let says = warning(&scenario, path).map(|text| text(&crate::i18n::settings::EN));
                    let run = &Run::lanes(&scenario)[0];
                    let verdict = crate::scene::standing::Known::of(run).judgement.verdict;
                    let what = format!("{kind}, {profile}, {interval:?}, {timeout}");
                    if says == Some(crate::i18n::settings::EN.timeout_warning) {
                        warned += 1;
                        wrong += u32::from(verdict != Verdict::ExactlyOnce);
                        continue;
                    }
                    assert_eq!(verdict, Verdict::ExactlyOnce, "{what}");
                    if says.is_none() {
                        fine += 1;
                        for point in crash_map(run, run.right_table().map(Rc::new), None) {
                            let is_kept = |harm: &Harm| matches!(harm, Harm::None | Harm::Blocked);
                            assert!(point.by.iter().all(is_kept), "{what}: {point:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(wrong * 2 > warned, "{wrong} of {warned} warnings came true");
    assert!(fine > 100, "{fine}");
}
