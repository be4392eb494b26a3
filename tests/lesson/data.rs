//! The list of lessons against the engine.

use crate::support::each_step;
use exactly_once_lab::lesson::{records_of, Answer, Form, Given, Judged, Question, BELIEFS, LESSONS};
use exactly_once_lab::sim::fact::Fact;
use std::collections::BTreeSet;

#[test]
fn every_moment_is_reached_and_time_goes_on() {
    for lesson in LESSONS {
        each_step(lesson, |number, step, runs| {
            let name = format!("{}, step {number}", lesson.id);
            let at = step.at.find(runs);
            assert!(at.is_some(), "{name}: the run never comes to {:?}", step.at);
            assert!(usize::from(step.lane) < runs.len(), "{name}: no lane {}", step.lane);
            if let Some(ask) = step.ask {
                let then = ask.then.find(runs);
                assert!(then.is_some(), "{name}: the run never comes to {:?}", ask.then);
                assert!(then > at, "{name}: the answer is there before the question: {at:?}, {then:?}");
            }
        });
    }
}

/// Where it asks about the restart, the restart has not happened yet: it would be seen.
#[test]
fn what_is_asked_about_a_restart_is_asked_before_it() {
    let mut asked = 0;
    for lesson in LESSONS {
        each_step(lesson, |number, step, runs| {
            let Some(Question::Again(_) | Question::Offset(_) | Question::Restored(_)) = step.ask.map(|ask| ask.about)
            else {
                return;
            };
            let at = step.moment(runs);
            let again = runs.iter().flat_map(|run| run.facts_until(run.steps_until(at))).find(|noted| {
                matches!(noted.fact, Fact::RecordRead { again: true, .. })
                    || (matches!(noted.fact, Fact::JobRunning { .. }) && noted.attempt.0 > 0)
            });
            assert_eq!(again, None, "{}, step {number}", lesson.id);
            asked += 1;
        });
    }
    assert!(asked >= 5, "{asked}");
}

#[test]
fn within_a_scene_steps_follow_the_run() {
    for lesson in LESSONS {
        let mut last = None;
        each_step(lesson, |number, step, runs| {
            let at = step.at.find(runs);
            if let Some((scene, before)) = last {
                // A question may have run on to the end; the next step may then look at another lane's earlier moment.
                assert!(scene != step.scene || before <= at, "{}, step {number}: back to {at:?}", lesson.id);
            }
            last = Some((step.scene, at));
        });
    }
}

#[test]
fn every_question_has_its_answer_in_the_run_and_each_option_is_judged_by_it() {
    for lesson in LESSONS {
        each_step(lesson, |number, step, runs| {
            let Some(ask) = step.ask else { return };
            let name = format!("{}, step {number}", lesson.id);
            let right = ask.answer(runs).unwrap_or_else(|| panic!("{name}: no answer to {:?}", ask.about));
            match ask.form {
                Form::Choice(options) => {
                    let hits = options.iter().filter(|option| **option == right).count();
                    assert_eq!(hits, 1, "{name}: the engine says {right:?}, the options are {options:?}");
                    for (index, option) in options.iter().enumerate() {
                        let wanted = Judged { is_right: *option == right, explanation: index };
                        assert_eq!(ask.form.judge(Given::Choice(index), right), wanted, "{name}, option {index}");
                    }
                }
                Form::Number => {
                    let Answer::Number(number) = right else { panic!("{name}: {right:?} is no number") };
                    let judged = |given| ask.form.judge(Given::Number(given), right);
                    assert_eq!(judged(number), Judged { is_right: true, explanation: 0 });
                    assert_eq!(judged(number + 1), Judged { is_right: false, explanation: 2 });
                    if let Some(less) = number.checked_sub(1) {
                        assert_eq!(judged(less), Judged { is_right: false, explanation: 1 });
                    }
                }
                Form::Records => {
                    let Answer::Records(records) = right else { panic!("{name}: {right:?} are no records") };
                    let all = records_of(&runs[0].plan).count();
                    assert!(all <= 64, "{name}: too many records to be clicked");
                    let judged = |given| ask.form.judge(Given::Records(given), right);
                    assert_eq!(judged(records), Judged { is_right: true, explanation: 0 });
                    for bit in (0..all).map(|bit| 1 << bit) {
                        let explanation = if records & bit == 0 { 2 } else { 1 };
                        assert_eq!(judged(records ^ bit), Judged { is_right: false, explanation }, "{name}");
                    }
                }
            }
        });
    }
}

/// Where each of the collected misconceptions is put to the test: lesson and step.
#[test]
fn every_belief_is_put_to_the_test() {
    let mut tested = BTreeSet::new();
    for lesson in LESSONS {
        each_step(lesson, |_, step, _| tested.extend(step.ask.iter().flat_map(|ask| ask.beliefs)));
    }
    assert_eq!(tested, (1..=BELIEFS).collect());
}

#[test]
fn lessons_have_names_of_their_own_and_the_first_one_differs_by_its_sinks() {
    let names: BTreeSet<&str> = LESSONS.iter().map(|lesson| lesson.id).collect();
    assert_eq!(names.len(), LESSONS.len());
    assert_eq!(LESSONS[0].id, "first");
    assert_eq!(LESSONS[0].scenes[0].scenario().sinks.len(), 4);
    // One for each point of the story, and five more; the first one goes over the whole.
    assert_eq!(LESSONS.len(), 1 + 10 + 5);
}
