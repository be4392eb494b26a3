//! Steps of a story.

use super::names::Teller;
use super::{Level, Sentence, Tone};
use crate::sim::fact::Nothing;
use crate::sim::scenario::story::{print, ArmKind, Step};
use crate::sim::scenario::SourceLog;

impl Teller<'_> {
    pub(super) fn story_step(&self, index: u32) -> Sentence {
        let number = index + 1;
        let step = self.plan.story.as_ref().and_then(|story| story.get(index as usize));
        let Some(step) = step else {
            return Sentence::minor(say!(self, "Step {number} of the story.", "剧本第 {number} 步。"));
        };
        let source = |name: &String| SourceLog { name: name.clone(), records: Vec::new() };
        let sources: Vec<SourceLog> = self.plan.source_names.iter().map(source).collect();
        let written = print(std::slice::from_ref(step), &sources, self.plan.named_sources);
        let said =
            Sentence::minor(say!(self, "Step {number} of the story: {written}.", "剧本第 {number} 步：{written}。"));
        let Step::Arm(arm) = step else { return said };
        // Nothing else tells of it.
        let (point, when) = (arm.point, self.moment(arm.point));
        let why = match (arm.kind, arm.skip) {
            (ArmKind::Signal, _) => say!(self, "The branch of {point} will be taken.", "之后会走 {point} 这个分支。"),
            (_, 0) => say!(self, "Something will fail {when}.", "{when}会出错。"),
            (_, 1) => say!(self, "Something will fail {when}, but not the first time.", "{when}会出错，第一次除外。"),
            (_, skip) => {
                say!(
                    self,
                    "Something will fail {when}, but not the first {skip} times.",
                    "{when}会出错，前 {skip} 次除外。"
                )
            }
        };
        Sentence { level: Level::Major, ..said.why(why).tone(Tone::Warn) }
    }

    pub(super) fn step_skipped(&self, index: u32, why: Nothing) -> Sentence {
        let (number, why) = (index + 1, self.nothing(why));
        Sentence::major(say!(
            self,
            "Step {number} of the story finds nothing to do: {why}.",
            "剧本第 {number} 步没有事情可做：{why}。"
        ))
        .tone(Tone::Warn)
    }
}
