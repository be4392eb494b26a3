//! The texts against the list of lessons and against the engine, in both languages.

use crate::support::each_step;
use exactly_once_lab::i18n::Lang;
use exactly_once_lab::lesson::challenge::{Goal, CHALLENGES};
use exactly_once_lab::lesson::text::{Fill, Spans, Text};
use exactly_once_lab::lesson::{Form, LESSONS};
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::id::Time;

fn read(lang: Lang, name: &str) -> Text {
    let path = format!("{}/www/lessons/{}/{name}.md", env!("CARGO_MANIFEST_DIR"), lang.code());
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert!(!text.contains('\u{2014}'), "{path}: no dashes");
    Text::parse(&text).unwrap_or_else(|line| panic!("{path}, line {line} makes no sense"))
}

fn fill(name: &str, fill: &Fill, line: &Spans) {
    let pieces = fill.line(line).unwrap_or_else(|field| panic!("{name}: nothing to fill in for {{{field}}}"));
    assert!(!pieces.is_empty(), "{name}: an empty line");
}

#[test]
fn both_languages_have_the_steps_of_the_list_and_every_placeholder_is_filled_in() {
    for lang in Lang::ALL {
        for lesson in LESSONS {
            let text = read(lang, lesson.id);
            assert_eq!(text.parts.len(), lesson.steps.len(), "{} {}: steps", lang.code(), lesson.id);
            each_step(lesson, |number, step, runs| {
                let name = format!("{} {}, step {number}", lang.code(), lesson.id);
                let part = &text.parts[number - 1];
                assert!(!part.title.is_empty() && !part.body.is_empty() && part.items.is_empty(), "{name}");
                let before = Fill { runs, at: step.moment(runs), answer: None, option: None, lang };
                part.body
                    .iter()
                    .chain([&part.question])
                    .filter(|l| !l.is_empty())
                    .for_each(|l| fill(&name, &before, l));
                let Some(ask) = step.ask else {
                    assert!(part.question.is_empty() && part.options.is_empty(), "{name}: nothing is asked here");
                    return;
                };
                assert!(!part.question.is_empty(), "{name}: the question is missing");
                assert_eq!(part.options.len(), ask.form.explanations(), "{name}: options");
                let after = Fill { at: ask.moment(runs), answer: ask.answer(runs), ..before };
                let typed = if let Form::Choice(options) = ask.form { options } else { &[] };
                for (index, (option, said)) in part.options.iter().enumerate() {
                    let spoken_of = typed.get(index).copied();
                    // An option is read before the answer is known.
                    if spoken_of.is_some() {
                        fill(&name, &Fill { option: spoken_of, ..before }, option);
                    }
                    fill(&name, &Fill { option: spoken_of, ..after }, said);
                }
                part.closing.iter().for_each(|line| fill(&name, &after, line));
                if !matches!(ask.form, Form::Choice(_)) {
                    assert!(!part.closing.is_empty(), "{name}: what is the answer, and why?");
                }
            });
        }
    }
}

#[test]
fn the_list_has_a_line_for_each_lesson() {
    for lang in Lang::ALL {
        let index = read(lang, "index");
        let titles: Vec<String> = LESSONS.iter().map(|lesson| read(lang, lesson.id).title).collect();
        assert_eq!(index.parts.iter().map(|part| part.title.clone()).collect::<Vec<_>>(), titles);
        assert!(index.parts.iter().all(|part| part.body.len() == 1));
    }
}

#[test]
fn every_challenge_is_told_has_hints_and_an_end() {
    for lang in Lang::ALL {
        let text = read(lang, "challenges");
        assert_eq!(text.parts.len(), CHALLENGES.len());
        for (challenge, part) in CHALLENGES.iter().zip(&text.parts) {
            let name = format!("{} {}", lang.code(), challenge.id);
            assert!(!part.body.is_empty() && part.items.len() >= 2 && !part.closing.is_empty(), "{name}");
            let options = if let Goal::Mutant(choices) = challenge.goal { choices.len() } else { 0 };
            assert_eq!(part.options.len(), options, "{name}: options");
            if let Goal::Cost(most) = challenge.goal {
                assert!(format!("{:?}", part.body).contains(&most.to_string()), "{name}: how much it may cost");
            }
            let scenario = challenge.with(challenge.solution).expect("a solution");
            let runs = Run::lanes(&scenario);
            let filled = Fill { runs: &runs, at: Time::ZERO, answer: None, option: None, lang };
            part.body.iter().chain(&part.items).chain(&part.closing).for_each(|line| fill(&name, &filled, line));
        }
    }
}

#[test]
fn chinese_is_chinese() {
    for name in LESSONS.iter().map(|lesson| lesson.id).chain(["index", "challenges"]) {
        let path = format!("{}/www/lessons/zh/{name}.md", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a text");
        let chinese = text.chars().filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c)).count();
        assert!(chinese * 3 > text.chars().count(), "{name}");
    }
}
