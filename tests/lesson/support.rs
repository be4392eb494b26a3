//! What the tests share: a lesson's runs.

use exactly_once_lab::lesson::{Lesson, Step};
use exactly_once_lab::run::Run;

/// Calls `check` with every step of a lesson, its number from 1 and its runs.
pub fn each_step(lesson: &Lesson, mut check: impl FnMut(usize, &Step, &[Run])) {
    let runs: Vec<Vec<Run>> = lesson.scenes.iter().map(|scene| Run::lanes(&scene.scenario())).collect();
    for (index, step) in lesson.steps.iter().enumerate() {
        check(index + 1, step, &runs[usize::from(step.scene)]);
    }
}
