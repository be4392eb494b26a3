//! Properties of random runs.

use crate::invariants::{History, ALWAYS};
use crate::random::{cases, for_all, scenarios};
use crate::support::run;
use exactly_once_lab::run::{Run, Verdict};
use exactly_once_lab::sim::fact::Fact;
use exactly_once_lab::sim::scenario::{Flush, Roll, Scenario, SinkSpec};
use exactly_once_lab::sim::world::{JobEnd, Life, World};

#[test]
fn every_invariant_holds_in_every_random_run() {
    for_all(cases(1.0), scenarios::any, |scenario| {
        let run = run(scenario);
        let history = History::of(&run)?;
        for (name, checker) in ALWAYS {
            checker(&history).map_err(|error| format!("{name}: {error}"))?;
        }
        Ok(())
    });
}

#[test]
fn the_generator_makes_valid_scenarios_only() {
    for_all(cases(0.05), scenarios::any, |scenario| match Scenario::from_json(&scenario.to_json()) {
        Ok(again) if again == *scenario => Ok(()),
        Ok(_) => Err("it reads back as another scenario".into()),
        Err(error) => Err(error.to_string()),
    });
}

#[test]
fn the_world_after_any_step_is_that_of_a_run_stopped_there() {
    for_all(cases(0.1), scenarios::any, |scenario| {
        let run = run(scenario);
        // Along the whole run at uneven distances, and around its end.
        let steps = (0..run.len() + 20).step_by(1 + run.len() / 7).chain([run.len() - 1, run.len(), run.len() + 1]);
        for steps in steps {
            let mut world = World::new(&run.plan);
            let mut notes = Vec::new();
            for _ in 0..steps.min(run.len()) {
                world.step(&run.plan, &mut notes);
            }
            if run.world_after(steps) != world {
                return Err(format!("the world after {steps} of {} steps is another", run.len()));
            }
            if !notes.iter().eq(run.facts_until(steps).iter().map(|noted| &noted.fact)) {
                return Err(format!("the facts of the first {steps} steps are others"));
            }
        }
        Ok(())
    });
}

#[test]
fn i6_after_the_store_has_timed_out_all_no_transaction_is_left_open_or_prepared() {
    for_all(cases(0.1), scenarios::timed_out_in_the_end, |scenario| {
        let run = run(scenario);
        // A run that a limit stops does not come to that.
        if matches!(run.end.life, Life::Over(JobEnd::Stopped(_))) {
            return Ok(());
        }
        match run.end.outside.transactions.all.iter().position(|transaction| transaction.is_undecided()) {
            Some(number) => Err(format!("T{number} is left")),
            None => Ok(()),
        }
    });
}

#[test]
fn without_faults_every_sink_is_exactly_once() {
    for_all(cases(0.5), scenarios::calm, |scenario| {
        let run = run(scenario);
        let history = History::of(&run)?;
        if scenario_is_by_time(&run) && !history.is_finished() {
            return Err("it does not finish".into());
        }
        // At a savepoint the end of input has not come: what is in a client's buffer is dropped, a file goes on later.
        let waits = matches!(
            run.plan.sink,
            SinkSpec::Append { flush: Flush::Never, .. } | SinkSpec::File { roll: Roll::Default }
        );
        if !history.has(|fact| matches!(fact, Fact::JobFinished)) || (waits && history.stopped_with_savepoint()) {
            return Ok(());
        }
        match run.judge().verdict {
            Verdict::ExactlyOnce => Ok(()),
            verdict => Err(format!("{verdict:?}")),
        }
    });
}

fn scenario_is_by_time(run: &Run) -> bool {
    run.plan.story.is_none()
}
