//! What a scenario comes to, while it is being written: computed by the engine, like everything else.

use crate::run::outcome::LaneOutcome;
use crate::run::{Noted, Run};
use crate::sim::fact::Fact;
use crate::sim::id::Time;
use crate::sim::scenario::Scenario;

/// What a scenario comes to.
#[derive(Debug)]
pub struct Preview {
    /// A run a lane.
    pub runs: Vec<Run>,
    /// What comes out of each lane.
    pub lanes: Vec<LaneOutcome>,
}

/// What a step of a story did in a lane.
#[derive(Clone, Debug, PartialEq)]
pub struct StepEffect<'a> {
    /// The step, from 0.
    pub index: u32,
    /// When it began.
    pub at: Time,
    /// That it found nothing to do, if so.
    pub nothing: Option<&'a Noted>,
    /// What happened until the next step began.
    pub facts: Vec<&'a Noted>,
}

impl Preview {
    /// Runs a scenario.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Preview {
        let runs = Run::lanes(scenario);
        Preview { lanes: runs.iter().map(LaneOutcome::of).collect(), runs }
    }

    /// What each step of the story did in a lane; none if the scenario goes by time or there is no such lane. A step that
    /// the run did not come to has no effect in the list.
    #[must_use]
    pub fn steps(&self, lane: usize) -> Vec<StepEffect<'_>> {
        let mut steps: Vec<StepEffect> = Vec::new();
        for noted in self.runs.get(lane).map_or(&[] as &[Noted], |run| &run.facts) {
            match (&noted.fact, steps.last_mut()) {
                (Fact::StoryStep { index }, _) => {
                    steps.push(StepEffect { index: *index, at: noted.at, nothing: None, facts: Vec::new() });
                }
                (Fact::StepSkipped { .. }, Some(step)) => step.nothing = Some(noted),
                (_, Some(step)) => step.facts.push(noted),
                (_, None) => {}
            }
        }
        steps
    }

    /// How long the longest run takes.
    #[must_use]
    pub fn duration(&self) -> Time {
        self.runs.iter().map(Run::duration).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Outcome, Verdict};
    use crate::sim::fact::Nothing;
    use crate::sim::scenario::limits::{MAX_RECORDS, MAX_STORY_STEPS};

    fn preview(story: &str) -> Preview {
        let json = format!(
            r#"{{"format": 1, "records": [{{"t": 1, "key": "a", "value": 1}}, {{"t": 2, "key": "b", "value": 2}}],
                "sinks": [{{"kind": "append"}}, {{"kind": "two_phase_commit"}}], "story": {story:?}}}"#
        );
        Preview::new(&Scenario::from_json(&json).expect("a scenario"))
    }

    #[test]
    fn it_says_what_the_outcome_says() {
        for preset in crate::app::presets::PRESETS {
            let scenario = preset.scenario();
            assert_eq!(Preview::new(&scenario).lanes, Outcome::of(&scenario).lanes, "{}", preset.id);
        }
    }

    #[test]
    fn every_step_has_its_effect() {
        let preview = preview("emit 1; checkpoint; emit 2; crash; finish");
        let steps = preview.steps(0);
        assert_eq!(steps.iter().map(|step| step.index).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        let did = |step: usize, name: &str| steps[step].facts.iter().any(|noted| noted.fact.name().as_str() == name);
        assert!(did(0, "record_read") && did(1, "checkpoint_completed") && did(3, "crashed") && did(4, "job_finished"));
        assert!(steps.iter().all(|step| step.nothing.is_none()));
        assert_eq!(
            preview.lanes.iter().map(|lane| lane.verdict).collect::<Vec<_>>(),
            [Verdict::Duplicates, Verdict::ExactlyOnce]
        );
    }

    #[test]
    fn a_step_that_finds_nothing_to_do_says_why() {
        let preview = preview("emit 2; emit 1; complete; finish; crash");
        let why = |step: &StepEffect| match step.nothing.map(|noted| &noted.fact) {
            Some(Fact::StepSkipped { why, .. }) => Some(*why),
            _ => None,
        };
        let why: Vec<_> = preview.steps(1).iter().map(why).collect();
        assert_eq!(why, [None, Some(Nothing::AlreadyThere), Some(Nothing::NonePending), None, Some(Nothing::JobOver)]);
        assert!(preview.steps(7).is_empty());
    }

    #[test]
    fn the_largest_scenarios_can_be_previewed() {
        let records: Vec<String> =
            (0..MAX_RECORDS).map(|n| format!(r#"{{"t": {n}, "key": "k{}", "value": 1}}"#, n % 7)).collect();
        let story: String = (1..=MAX_STORY_STEPS - 1).map(|n| format!("emit {}; ", n * 4)).collect();
        let json = format!(
            r#"{{"format": 1, "records": [{}], "sinks": [{{"kind": "append"}}, {{"kind": "upsert"}}],
                "story": "{story}finish"}}"#,
            records.join(",")
        );
        let scenario = Scenario::from_json(&json).expect("within the limits");
        let preview = Preview::new(&scenario);
        assert_eq!(preview.steps(0).len(), MAX_STORY_STEPS);
        assert!(preview.lanes.iter().all(|lane| lane.verdict == Verdict::ExactlyOnce && lane.job == "finished"));
    }
}
