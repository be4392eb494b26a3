//! Every fact has its sentence in every language, and a whole run tells its story.

mod samples;

use super::{narrate, told_alike, Level, Sentence, Teller, Tone};
use crate::app::presets::{Preset, PRESETS};
use crate::i18n::Lang;
use crate::run::{Noted, Run};
use crate::sim::fact::FactName;
use crate::sim::id::Attempt;
use crate::sim::mutant::Mutant;
use crate::sim::plan::Plan;
use crate::sim::point::Point;
use crate::sim::scenario::story::SYNTAX;
use crate::sim::scenario::Scenario;
use expect_test::expect_file;
use samples::{failures, plans, samples};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Latin words that Chinese sentences may have, besides names, points and steps of a story.
const LATIN: &[&str] = &["t", "Flink", "sendValues", "false", "socket"];

fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// Is a word with Latin letters in it one that Chinese sentences of this plan may have?
fn is_known(plan: &Plan, word: &str) -> bool {
    let number = |prefix| word.strip_prefix(prefix).is_some_and(|rest: &str| rest.parse::<u32>().is_ok());
    let step =
        || SYNTAX.iter().any(|(name, _)| *name == word) || ["exception", "error", "signal", "all"].contains(&word);
    let names = || plan.keys.iter().chain(&plan.source_names);
    let base = word.split(['@', '#']).next().unwrap_or_default();
    LATIN.contains(&word)
        || number("T")
        || number("F")
        || Point::parse(word).is_some()
        || names().any(|name| name == base)
        || step()
}

fn check_text(lang: Lang, plan: &Plan, text: &str) {
    let bad = ['\u{2014}', '\u{2013}', '!', '！', '{', '}'];
    assert!(!text.contains(bad) && !text.contains("  ") && text.trim() == text, "{text}");
    if lang == Lang::En {
        assert!(text.ends_with('.') && text.is_ascii(), "{text}");
        return;
    }
    assert!(text.ends_with('。') && text.chars().any(is_han), "{text}");
    let letters: Vec<char> = text.chars().collect();
    for pair in letters.windows(2) {
        let crowded = (is_han(pair[0]) && pair[1].is_ascii_alphanumeric())
            || (pair[0].is_ascii_alphanumeric() && is_han(pair[1]));
        let loose = |c: char| "，。：；、（）".contains(c);
        let gap = (loose(pair[0]) && pair[1] == ' ') || (pair[0] == ' ' && loose(pair[1]));
        assert!(!crowded && !gap && !",;!?".contains(pair[1]), "{text}");
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || "._@#".contains(c);
    for word in text.split(|c| !is_part(c)).filter(|word| word.contains(|c: char| c.is_ascii_alphabetic())) {
        assert!(is_known(plan, word), "{word} in: {text}");
    }
}

fn check(lang: Lang, plan: &Plan, sentence: &Sentence) {
    for text in [Some(&sentence.text), sentence.why.as_ref()].into_iter().flatten() {
        check_text(lang, plan, text);
        assert!(!text.contains("TODO"), "{text}");
    }
}

#[test]
fn every_fact_is_said_in_every_language_whatever_the_sink() {
    let (samples, failures) = (samples(), failures());
    let names: BTreeSet<FactName> = samples.iter().map(|fact| fact.name()).collect();
    assert_eq!(names.len(), FactName::ALL.len(), "a fact has no sample");
    for plan in plans() {
        for noted in samples.iter().chain(&failures).flat_map(samples::in_two_attempts) {
            let said = Lang::ALL.map(|lang| narrate(lang, &plan, &noted));
            for (lang, sentence) in Lang::ALL.into_iter().zip(&said) {
                check(lang, &plan, sentence);
            }
            let [en, zh] = &said;
            assert_eq!((en.level, en.tone, en.why.is_some()), (zh.level, zh.tone, zh.why.is_some()), "{en:?}");
        }
    }
}

#[test]
fn lanes_that_tell_a_fact_alike_use_the_same_words() {
    let plans = samples::lanes();
    for fact in samples() {
        for noted in samples::in_two_attempts(&fact) {
            for (a, b) in plans.iter().flat_map(|a| plans.iter().map(move |b| (a, b))) {
                let said = |plan| narrate(Lang::En, plan, &noted);
                assert!(!told_alike(a, b, &fact) || said(a) == said(b), "{}\n{}", said(a).text, said(b).text);
            }
        }
    }
}

#[test]
fn every_fact_of_real_runs_is_said() {
    let cases = [
        include_str!("../../../tests/data/conformance/flink.jsonl"),
        include_str!("../../../tests/data/conformance/alignment.jsonl"),
    ];
    // Every seventh is enough: neighbours differ little.
    for case in cases.into_iter().flat_map(str::lines).step_by(7) {
        let case: serde_json::Value = serde_json::from_str(case).expect("a case");
        let scenario = Scenario::from_value(&case["scenario"]).expect("a scenario");
        for run in Run::lanes(&scenario) {
            for noted in &run.facts {
                for lang in Lang::ALL {
                    check(lang, &run.plan, &narrate(lang, &run.plan, noted));
                }
            }
        }
    }
}

fn line(text: &mut String, lang: Lang, plan: &Plan, noted: &Noted) {
    let Sentence { text: what, why, level, tone } = narrate(lang, plan, noted);
    let level = if level == Level::Major { ' ' } else { '-' };
    let tone = match tone {
        Tone::Plain => "",
        Tone::Good => "[good] ",
        Tone::Warn => "[warn] ",
        Tone::Harm => "[harm] ",
        Tone::Crash => "[crash] ",
    };
    let _ = writeln!(text, "{:>6} {level} {tone}{what}", noted.at.to_string());
    if let Some(why) = why {
        let _ = writeln!(text, "           {why}");
    }
}

/// The whole narration of a preset: what everyone gets, and behind a hyphen what those get who ask for details.
fn narration(lang: Lang, preset: &str) -> String {
    let scenario = Preset::find(preset).expect("a preset").scenario();
    let mut text = String::new();
    for (lane, run) in Run::lanes(&scenario).iter().enumerate() {
        let _ = writeln!(text, "{}lane {}: {:?}\n", if lane > 0 { "\n" } else { "" }, lane + 1, run.plan.sink);
        for noted in &run.facts {
            line(&mut text, lang, &run.plan, noted);
        }
    }
    text
}

#[test]
fn the_running_example_in_english() {
    expect_file!["golden/running-example-en.txt"].assert_eq(&narration(Lang::En, "running-example"));
}

#[test]
fn the_running_example_in_chinese() {
    expect_file!["golden/running-example-zh.txt"].assert_eq(&narration(Lang::Zh, "running-example"));
}

/// Every sentence that the samples make, once, and every reason.
fn everything(lang: Lang) -> String {
    let mut text = String::new();
    let mut said = BTreeSet::new();
    for fact in samples() {
        let name = fact.name().as_str();
        if said.insert(name.to_string()) {
            let _ = writeln!(text, "{name}");
        }
        for plan in plans() {
            for noted in samples::in_two_attempts(&fact) {
                let mut one = String::new();
                line(&mut one, lang, &plan, &noted);
                if said.insert(one.clone()) {
                    text.push_str(&one);
                }
            }
        }
    }
    let plan = &samples::lanes()[0];
    let teller = Teller { lang, plan, attempt: Attempt(0) };
    for cause in samples::causes() {
        let _ = writeln!(text, "{cause:?}: {}", teller.cause(cause));
    }
    text
}

#[test]
fn every_sentence_in_english() {
    expect_file!["golden/every-fact-en.txt"].assert_eq(&everything(Lang::En));
}

#[test]
fn every_sentence_in_chinese() {
    expect_file!["golden/every-fact-zh.txt"].assert_eq(&everything(Lang::Zh));
}

/// Reasons say how it ought to be.
#[test]
fn where_a_mistake_is_switched_on_no_reason_is_given() {
    for mutant in Mutant::ALL {
        let scenario = Scenario { mutant: Some(*mutant), ..PRESETS[0].scenario() };
        for run in Run::lanes(&scenario) {
            let said = run.facts.iter().map(|noted| narrate(Lang::En, &run.plan, noted));
            assert!(said.into_iter().all(|sentence| sentence.why.is_none() && !sentence.text.is_empty()), "{mutant:?}");
        }
    }
}
