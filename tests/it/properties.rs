//! Properties of random runs.

use crate::invariants::{History, ALWAYS};
use crate::random::{cases, for_all, scenarios};
use crate::support::run;
use exactly_once_lab::run::{readers, Run, Verdict};
use exactly_once_lab::sim::fact::Fact;
use exactly_once_lab::sim::scenario::{Flush, Roll, Scenario, SinkSpec};
use exactly_once_lab::sim::world::{JobEnd, Life, World};
use std::cell::Cell;

#[test]
fn every_invariant_holds_in_every_random_run() {
    let (restarted, steps) = (Cell::new(0u64), Cell::new(0u64));
    let held = for_all(cases(1.0), scenarios::any, |scenario| {
        let run = run(scenario);
        let history = History::of(&run)?;
        for (name, checker) in ALWAYS {
            checker(&history).map_err(|error| format!("{name}: {error}"))?;
        }
        restarted.set(restarted.get() + u64::from(run.end.attempt.0 > 0));
        steps.set(steps.get() + run.len() as u64);
        Ok(())
    });
    println!(
        "{} invariants held in each of {held} random runs; {} of them had a restart, all together {} steps",
        ALWAYS.len(),
        restarted.get(),
        steps.get()
    );
    // A number set by hand is for looking around; what is run every day is not to shrink unnoticed.
    if std::env::var_os("LAB_CASES").is_none() {
        let least = if cfg!(debug_assertions) { 15_000 } else { 100_000 };
        assert!(held >= least, "only {held} runs");
        assert!(restarted.get() * 3 >= held, "only {} of {held} runs had a restart", restarted.get());
    }
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
fn a_reader_got_each_record_at_the_step_at_which_it_was_first_seen() {
    for_all(cases(0.05), scenarios::any, |scenario| {
        let run = run(scenario);
        let Some(readers) = readers::readers(run.plan.sink) else { return Ok(()) };
        let mut watched = Vec::new();
        let mut world = World::new(&run.plan);
        for at in &run.times {
            world.step(&run.plan, &mut Vec::new());
            let seen = readers::read(&world.outside.transactions, readers).sees;
            let new = seen.get(watched.len()..).ok_or("a reader has lost something")?;
            watched.extend(new.iter().map(|record| (*record, *at)));
        }
        let got = readers::got(&run.end.outside.transactions, readers);
        if got == watched {
            Ok(())
        } else {
            Err(format!("watched {watched:?}, told {got:?}"))
        }
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
