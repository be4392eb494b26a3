//! Challenges: each can be won, none is won from the start, nothing else than allowed may be changed.

use exactly_once_lab::lesson::challenge::{cost, is_safe, Challenge, Goal, State, CHALLENGES};
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::mutant::Mutant;
use exactly_once_lab::sim::scenario::Scenario;

fn judge(challenge: &Challenge, scenario: &Scenario, named: Option<Mutant>) -> State {
    challenge.judge(scenario, &Run::lanes(scenario), named)
}

fn solved(challenge: &Challenge) -> Scenario {
    challenge.with(challenge.solution).unwrap_or_else(|| panic!("{}: the solution cannot be read", challenge.id))
}

#[test]
fn every_challenge_can_be_won_and_none_is_won_from_the_start() {
    for challenge in CHALLENGES {
        let start = challenge.scene.scenario();
        assert_eq!(judge(challenge, &start, None), State::NotYet, "{} from the start", challenge.id);
        let solved = solved(challenge);
        let named = if let Goal::Mutant(_) = challenge.goal { solved.mutant } else { None };
        assert_eq!(judge(challenge, &solved, named), State::Won, "{}", challenge.id);
    }
}

#[test]
fn a_mistake_has_to_be_shown_and_named() {
    for challenge in CHALLENGES {
        let Goal::Mutant(choices) = challenge.goal else { continue };
        let (start, solved) = (challenge.scene.scenario(), solved(challenge));
        assert!(choices.contains(&start.mutant.expect("a mistake that is switched on")));
        for named in choices {
            let is_it = start.mutant == Some(*named);
            assert_eq!(judge(challenge, &start, Some(*named)), State::NotYet, "named without being shown");
            let wanted = if is_it { State::Won } else { State::Broken };
            assert_eq!(judge(challenge, &solved, Some(*named)), wanted, "{named:?}");
        }
    }
}

#[test]
fn what_must_stay_is_guarded() {
    let change = r#"{"source": {"kind": "socket"}}"#;
    for challenge in CHALLENGES {
        let changed = challenge.with(change).expect("a scenario");
        assert_eq!(judge(challenge, &changed, None), State::NotAllowed("source".into()), "{}", challenge.id);
        let outage = r#"{"faults": [{"outage": "external", "from": 1, "to": 9}]}"#;
        let State::NotAllowed(_) = judge(challenge, &challenge.with(outage).expect("a scenario"), None) else {
            panic!("{}: an outage is not among what is allowed", challenge.id);
        };
    }
    // The crash that is given has to stay.
    let cheapest = CHALLENGES.iter().find(|c| c.id == "cheapest").expect("a challenge");
    let without = cheapest.with(r#"{"faults": null}"#).expect("a scenario");
    assert_eq!(judge(cheapest, &without, None), State::NotAllowed("faults".into()));
}

/// No sink at any interval of whole seconds is cheaper than what the challenge asks for, and what it asks for can be had.
#[test]
fn the_cheapest_is_the_cheapest() {
    for challenge in CHALLENGES {
        let Goal::Cost(most) = challenge.goal else { continue };
        let mut best = (u32::MAX, String::new());
        for kind in ["append", "upsert", "increment", "write_ahead_log", "two_phase_commit", "committer", "file"] {
            for interval in 1..=16 {
                let fields =
                    format!(r#"{{"sinks": [{{"kind": "{kind}"}}], "checkpointing": {{"interval": {interval}}}}}"#);
                let run = &Run::lanes(&challenge.with(&fields).expect("a scenario"))[0];
                if cost(run) <= best.0 && is_safe(run) {
                    best = best.min((cost(run), fields));
                }
            }
        }
        assert_eq!(best.0, most, "{}: {}", challenge.id, best.1);
    }
}
