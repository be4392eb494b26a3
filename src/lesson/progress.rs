//! What the learner has done, as it is kept in the browser and handed out as a file.
//!
//! A line each, so that a file can be read by people, and so that what a later version writes or what has been damaged
//! costs no more than its own line:
//!
//! ```text
//! exactly-once-lab progress 1
//! step first 4 right
//! won duplicate-wal
//! ```

use super::challenge::Challenge;
use super::{Lesson, LESSONS};

/// The first line.
const HEAD: &str = "exactly-once-lab progress 1";
/// A longer text is not read: it cannot be one of ours.
pub const MAX_BYTES: usize = 20_000;

/// What the learner has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Steps that were seen, by lesson and step; for a question whether the first answer was right.
    steps: Vec<(usize, usize, Option<bool>)>,
    /// Challenges that were won.
    won: Vec<usize>,
}

impl Progress {
    /// Is there nothing yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.won.is_empty()
    }

    /// Books a step as done. For a question the first answer counts.
    pub fn did(&mut self, lesson: usize, step: usize, answer: Option<bool>) {
        match self.steps.iter_mut().find(|(l, s, _)| (*l, *s) == (lesson, step)) {
            Some(done) => done.2 = done.2.or(answer),
            None => self.steps.push((lesson, step, answer)),
        }
    }

    /// Books a challenge as won.
    pub fn wins(&mut self, challenge: usize) {
        if !self.has_won(challenge) {
            self.won.push(challenge);
        }
    }

    /// Was it won?
    #[must_use]
    pub fn has_won(&self, challenge: usize) -> bool {
        self.won.contains(&challenge)
    }

    /// How many steps of a lesson are done.
    #[must_use]
    pub fn steps_done(&self, lesson: usize) -> usize {
        self.steps.iter().filter(|(done, ..)| *done == lesson).count()
    }

    /// How many questions of a lesson are not answered.
    #[must_use]
    pub fn questions_left(&self, lesson: usize) -> usize {
        let steps = LESSONS[lesson].steps.iter().enumerate();
        steps.filter(|(step, it)| it.ask.is_some() && !self.is_done(lesson, *step)).count()
    }

    fn is_done(&self, lesson: usize, step: usize) -> bool {
        self.steps.iter().any(|(l, s, _)| (*l, *s) == (lesson, step))
    }

    /// The first step of a lesson that is not done; the first of all if every one is.
    #[must_use]
    pub fn first_open(&self, lesson: usize) -> usize {
        (0..LESSONS[lesson].steps.len()).find(|step| !self.is_done(lesson, *step)).unwrap_or_default()
    }

    /// Questions of all lessons that were answered right at once, and that were answered.
    #[must_use]
    pub fn answers(&self) -> (usize, usize) {
        let answered = || self.steps.iter().filter_map(|(.., answer)| *answer);
        (answered().filter(|is_right| *is_right).count(), answered().count())
    }

    /// As text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        for (lesson, step, answer) in &self.steps {
            let answer = answer.map_or("", |is_right| if is_right { " right" } else { " wrong" });
            text.push_str(&format!("step {} {}{answer}\n", LESSONS[*lesson].id, step + 1));
        }
        for challenge in &self.won {
            text.push_str(&format!("won {}\n", super::challenge::CHALLENGES[*challenge].id));
        }
        text
    }

    /// Reads a text. Lines that are not understood are left out; a text that is none of ours is no progress.
    #[must_use]
    pub fn parse(text: &str) -> Progress {
        let mut progress = Progress::default();
        if text.len() > MAX_BYTES || text.lines().next() != Some(HEAD) {
            return progress;
        }
        for line in text.lines().skip(1) {
            let words: Vec<&str> = line.split(' ').collect();
            match words.as_slice() {
                ["step", id, number, answer @ ..] => {
                    let Some(lesson) = Lesson::find(id) else { continue };
                    let Some(step) = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) else {
                        continue;
                    };
                    if step < LESSONS[lesson].steps.len() {
                        progress.did(lesson, step, answer.first().map(|answer| *answer == "right"));
                    }
                }
                ["won", id] => {
                    if let Some(challenge) = Challenge::find(id) {
                        progress.wins(challenge);
                    }
                }
                _ => {}
            }
        }
        progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_back() {
        let mut progress = Progress::default();
        progress.did(0, 3, Some(true));
        progress.did(0, 0, None);
        progress.did(1, 2, Some(false));
        progress.wins(1);
        assert_eq!(Progress::parse(&progress.to_text()), progress);
        assert_eq!((progress.answers(), progress.steps_done(0)), ((1, 2), 2));
        assert_eq!([0, 1, 2].map(|lesson| progress.first_open(lesson)), [1, 0, 0]);
    }

    #[test]
    fn the_first_answer_counts() {
        let mut progress = Progress::default();
        progress.did(0, 3, Some(false));
        progress.did(0, 3, Some(true));
        assert_eq!(progress.answers(), (0, 1));
    }

    #[test]
    fn what_was_damaged_or_written_by_another_version_costs_no_more_than_its_line() {
        let text = format!("{HEAD}\nstep first 1\nstep nowhere 1\nstep first 999\nstep first x\nglory 7\n\u{fffd}\nwon duplicate-wal\nstep first 0");
        let progress = Progress::parse(&text);
        assert_eq!((progress.steps_done(0), progress.has_won(1)), (1, true));
        for text in ["", "{}", "exactly-once-lab progress 2\nstep first 1"] {
            assert!(Progress::parse(text).is_empty(), "{text}");
        }
        assert!(Progress::parse(&format!("{HEAD}\n{}", "step first 1\n".repeat(MAX_BYTES))).is_empty());
    }

    #[test]
    fn questions_are_left_until_each_is_answered() {
        let questions = LESSONS[0].steps.iter().enumerate().filter(|(_, step)| step.ask.is_some());
        let questions: Vec<usize> = questions.map(|(step, _)| step).collect();
        let mut progress = Progress::default();
        progress.did(0, (0..).find(|step| !questions.contains(step)).expect("a step that only shows"), None);
        for (answered, step) in questions.iter().enumerate() {
            assert_eq!(progress.questions_left(0), questions.len() - answered);
            progress.did(0, *step, Some(false));
        }
        assert_eq!(progress.questions_left(0), 0);
    }
}
