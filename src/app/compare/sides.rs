//! Which two runs are compared, as it stands in a link, and what can be changed about them.
//!
//! ```text
//! s=running-example&room=compare                                  two sinks of one scenario
//! s=running-example&room=compare&lanes=3.3&b-s=no-crash           one sink in two scenarios
//! ```
//!
//! The first scenario stands in the link as ever; the parameters of the second are those of a link with `b-` before them.

use crate::app::room::Room;
use crate::app::settings;
use crate::app::share::{Link, LinkError};
use crate::sim::scenario::{Drive, Fault, Scenario, ScenarioError, Tree, When};

/// Two runs: a lane each of a scenario each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The scenarios.
    pub scenarios: [Scenario; 2],
    /// Which sink of each.
    pub lanes: [usize; 2],
}

impl Sides {
    /// What a link says. Without a second scenario it is the first once more; without lanes the first sink of each, or
    /// the first two sinks if it is one scenario with several.
    ///
    /// # Errors
    /// What is wrong with the second scenario.
    pub fn of(link: &Link, hash: &str) -> Result<Sides, LinkError> {
        let other: Vec<&str> = hash.split('&').filter_map(|parameter| parameter.strip_prefix("b-")).collect();
        let first = link.scenario.clone();
        let is_one = other.is_empty();
        let second = if is_one { first.clone() } else { Link::parse(&other.join("&"))?.scenario };
        let mut lanes = [0, usize::from(is_one)];
        let given = hash.split('&').filter_map(|parameter| parameter.strip_prefix("lanes=")).next_back();
        if let Some((a, b)) = given.and_then(|lanes| lanes.split_once('.')) {
            lanes = [a.parse().unwrap_or_default(), b.parse().unwrap_or_default()];
        }
        let mut sides = Sides { scenarios: [first, second], lanes };
        sides.bound();
        Ok(sides)
    }

    /// The text to put after the `#`; `link` has the rest (the language, the moment).
    #[must_use]
    pub fn to_text(&self, link: &Link) -> String {
        let [first, second] = &self.scenarios;
        let preset = if *first == link.scenario { link.preset } else { None };
        let mut text = Room::Compare.link(&Link { scenario: first.clone(), preset, ..link.clone() });
        text.push_str(&format!("&lanes={}.{}", self.lanes[0], self.lanes[1]));
        if first != second {
            for parameter in Link::to(second.clone()).to_text().split('&') {
                text.push_str("&b-");
                text.push_str(parameter);
            }
        }
        text
    }

    /// Puts another scenario on a side.
    pub fn put(&mut self, side: usize, scenario: Scenario) {
        self.scenarios[side] = scenario;
        self.bound();
    }

    fn bound(&mut self) {
        for side in 0..2 {
            self.lanes[side] = self.lanes[side].min(self.scenarios[side].sinks.len() - 1);
        }
    }
}

/// The moments at which a scenario crashes, as they are shown and entered; `None` if it is driven by a story.
#[must_use]
pub fn crashes(scenario: &Scenario) -> Option<String> {
    let Drive::Time(faults) = &scenario.drive else { return None };
    let at = |fault: &Fault| match fault {
        Fault::Crash { when: When::At(at), .. } => Some(at.to_string()),
        _ => None,
    };
    Some(faults.iter().filter_map(at).collect::<Vec<_>>().join(", "))
}

/// The scenario with crashes at these moments in place of those that it has; whatever else goes wrong stays.
///
/// # Errors
/// What the scenario's reader says of the moments.
pub fn with_crashes(scenario: &Scenario, entered: &str) -> Result<Scenario, ScenarioError> {
    let mut tree = scenario.to_tree();
    let before = tree.get("faults").and_then(Tree::items).unwrap_or_default().to_vec();
    let (timed, mut faults): (Vec<Tree>, Vec<Tree>) =
        before.into_iter().partition(|fault| fault.get("crash").is_some() && fault.get("at").is_some());
    let times = settings::entered(settings::Kind::Times, entered);
    for (index, at) in times.as_ref().and_then(Tree::items).unwrap_or_default().iter().enumerate() {
        // What else was said about a crash stays with it: those at the same moment first, else in order.
        let like = timed.iter().find(|fault| fault.get("at") == Some(at)).or_else(|| timed.get(index));
        let mut crash = like.cloned().unwrap_or_else(Tree::object);
        *crash.field("crash") = true.into();
        *crash.field("at") = at.clone();
        faults.push(crash);
    }
    *tree.field("faults") = Tree::List(faults);
    Scenario::from_tree(&tree)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::presets::{Preset, PRESETS};
    use serde_json::json;

    fn link(id: &str) -> Link {
        Link { preset: Some(PRESETS[0].id), ..Link::to(Preset::find(id).expect("a preset").scenario()) }
    }

    #[test]
    fn sides_are_read_back_as_written() {
        let link = link("running-example");
        let second = with_crashes(&link.scenario, "3.5").expect("a time");
        let third = settings::with_value(&second, "restart.delay", Some(json!(7).into())).expect("a delay");
        for scenarios in [[link.scenario.clone(), second.clone()], [third.clone(), second], [third.clone(), third]] {
            for lanes in [[0, 0], [3, 1]] {
                let sides = Sides { scenarios: scenarios.clone(), lanes };
                let text = sides.to_text(&link);
                let again = Sides::of(&Link::parse(&text).expect("a link"), &text).expect("sides");
                assert_eq!(again, sides, "{text}");
                assert_eq!(Room::of(&text), Ok(Some(Room::Compare)));
            }
        }
    }

    #[test]
    fn without_more_two_sinks_of_the_scenario_are_compared() {
        let sides = |text: &str| Sides::of(&Link::parse(text).expect("a link"), text);
        assert_eq!(sides("s=running-example&room=compare").expect("sides").lanes, [0, 1]);
        assert_eq!(sides("s=running-example&b-s=no-crash").expect("sides").lanes, [0, 0]);
        assert_eq!(sides("s=running-example&lanes=77.x").expect("sides").lanes, [3, 0]);
        let error = sides("s=running-example&b-s=nothing").expect_err("no such preset");
        assert_eq!(error.parameter, "s");
    }

    #[test]
    fn crashes_are_entered_as_moments() {
        let scenario = link("running-example").scenario;
        assert_eq!(crashes(&scenario).as_deref(), Some("10"));
        let two = with_crashes(&scenario, "3.5, 9").expect("times");
        assert_eq!(crashes(&two).as_deref(), Some("3.5, 9"));
        assert_eq!(crashes(&with_crashes(&two, " ").expect("none")).as_deref(), Some(""));
        let error = with_crashes(&scenario, "soon").expect_err("no time");
        assert_eq!((error.field.as_str(), error.value.as_str()), ("faults[0].at", "\"soon\""));
    }

    #[test]
    fn other_faults_stay_and_so_does_what_is_said_about_a_crash() {
        let faults = json!([{"lose_notification": 1}, {"crash": true, "at": 4, "how": "fail"}]);
        let scenario = settings::with_value(&link("no-crash").scenario, "faults", Some(faults.into())).expect("faults");
        let moved = with_crashes(&scenario, "5").expect("a time").to_value();
        assert_eq!(moved["faults"], json!([{"lose_notification": 1}, {"crash": true, "at": 5, "how": "fail"}]));
        let story = r#"{"format": 1, "records": [], "sinks": [{"kind": "append"}], "story": "crash"}"#;
        let story = Scenario::from_json(story).expect("a story");
        assert_eq!(crashes(&story), None);
        assert!(with_crashes(&story, "5").is_err());
    }
}
