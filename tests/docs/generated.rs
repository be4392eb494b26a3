//! Documents that the `lab` makes. `UPDATE_EXPECT=1 cargo test --test docs` writes them anew.

use expect_test::{expect_file, ExpectFile};
use std::process::Command;

fn lab(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the lab runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn is_made_by(file: &ExpectFile, args: &[&str]) {
    file.assert_eq(&lab(args));
}

#[test]
fn the_glossary_is_that_of_the_page() {
    is_made_by(&expect_file!["../../docs/glossary.md"], &["teach", "glossary"]);
}

#[test]
fn the_quiz_and_its_key_are_those_of_the_lessons() {
    is_made_by(&expect_file!["../../docs/quiz.md"], &["teach", "quiz"]);
    is_made_by(&expect_file!["../../docs/quiz.zh.md"], &["teach", "quiz", "--lang", "zh"]);
    is_made_by(&expect_file!["../../docs/quiz-key.md"], &["teach", "quiz", "--key"]);
    is_made_by(&expect_file!["../../docs/quiz-key.zh.md"], &["teach", "quiz", "--key", "--lang", "zh"]);
}

#[test]
fn every_question_of_the_quiz_has_its_answer_in_the_key() {
    for lang in ["en", "zh"] {
        let numbers = |text: &str| {
            let lines = text.lines().filter_map(|line| line.strip_prefix("**")?.split_once(". "));
            lines.filter_map(|(number, _)| number.parse::<u32>().ok()).collect::<Vec<_>>()
        };
        let (quiz, key) = (lab(&["teach", "quiz", "--lang", lang]), lab(&["teach", "quiz", "--key", "--lang", lang]));
        let asked = numbers(&quiz);
        assert!(asked.len() > 30, "{lang}: {asked:?}");
        assert_eq!(asked, (1..=asked.len() as u32).collect::<Vec<_>>());
        assert_eq!(asked, numbers(&key));
        let answers = key.lines().filter(|line| line.starts_with("Answer: **") || line.starts_with("答案：**"));
        assert_eq!(answers.count(), asked.len());
    }
}

#[test]
fn a_lesson_that_is_not_there_is_refused_with_those_that_are() {
    let output = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(["teach", "quiz", "--lesson", "nonsense"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the lab runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("nonsense") && message.contains("first, "), "{message}");
    assert!(lab(&["teach", "quiz", "--lesson", "replay"]).contains("Replay"));
}
