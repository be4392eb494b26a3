//! How fast the engine is. Prints counts and times of one run of this program; `cargo bench` runs it.

use exactly_once_lab::run::outcome::LaneOutcome;
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::plan::Plan;
use exactly_once_lab::sim::scenario::{Drive, Fault, How, InFlight, Scenario, When};
use serde_json::{json, Value};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Each figure is taken over at least this long.
const AT_LEAST: Duration = Duration::from_millis(500);

/// The running example of the page, drawn out to 24 records.
fn running_example() -> Scenario {
    let keys = ["a", "b", "a", "a", "c", "b"];
    let records: Value =
        (0..24).map(|i| json!({"t": 1 + i * 5 / 2, "key": (keys[i % 6]), "value": 10 * (i + 1)})).collect();
    let sinks = [
        json!({"kind": "append"}),
        json!({"kind": "upsert"}),
        json!({"kind": "write_ahead_log"}),
        json!({"kind": "two_phase_commit"}),
    ];
    let document = json!({
        "format": 1,
        "records": records,
        "checkpointing": {"interval": 6},
        "sinks": sinks,
        "faults": [{"crash": true, "at": 10}],
    });
    Scenario::from_value(&document).expect("a valid scenario")
}

/// Does something again and again; how often, and how long it took.
fn measure(mut what: impl FnMut()) -> (u32, Duration) {
    let begin = Instant::now();
    let mut times = 0;
    while begin.elapsed() < AT_LEAST {
        what();
        times += 1;
    }
    (times, begin.elapsed())
}

fn each_us(measured: (u32, Duration)) -> f64 {
    measured.1.as_secs_f64() * 1e6 / f64::from(measured.0)
}

/// A run for every step of the calm one: crashed right before it.
fn all_single_crashes(scenario: &Scenario, lane: usize) -> (usize, usize) {
    let calm = Scenario { drive: Drive::Time(Vec::new()), ..scenario.clone() };
    let mut moments = Run::new(Plan::new(&calm, lane)).times;
    moments.dedup();
    let mut steps = 0;
    for at in &moments {
        let crash = Fault::Crash { when: When::At(*at), how: How::Kill, in_flight: InFlight::Delivered };
        let plan = Plan::new(&Scenario { drive: Drive::Time(vec![crash]), ..scenario.clone() }, lane);
        steps += black_box(Run::new(plan)).len();
    }
    (moments.len(), steps)
}

fn main() {
    let scenario = running_example();
    println!("running example with 24 records, a checkpoint every 6 s, a crash at 10 s");
    for lane in 0..scenario.sinks.len() {
        let plan = Plan::new(&scenario, lane);
        let run = Run::new(plan.clone());
        let run_us = each_us(measure(|| {
            black_box(Run::new(plan.clone()));
        }));
        let outcome_us = each_us(measure(|| {
            black_box(LaneOutcome::of(&run));
        }));
        let middle = run.len() / 2;
        let world_us = each_us(measure(|| {
            black_box(run.world_after(middle + 7));
        }));
        let (kind, steps) = (scenario.sinks[lane].kind(), run.len());
        let million_steps_a_second = steps as f64 / run_us;
        println!(
            "{kind:>16}: {steps:4} steps, {:4} facts, {run_us:6.1} us a run, {million_steps_a_second:5.2} million steps/s, \
             outcome {outcome_us:6.1} us, the world at a step {world_us:5.2} us",
            run.facts.len(),
        );
    }
    println!("all single crashes, one at each moment of the calm run");
    for lane in 0..scenario.sinks.len() {
        let (runs, steps) = all_single_crashes(&scenario, lane);
        let sweep_us = each_us(measure(|| {
            black_box(all_single_crashes(&scenario, lane));
        }));
        let kind = scenario.sinks[lane].kind();
        println!(
            "{kind:>16}: {runs:4} runs, {steps:6} steps, {:6.2} ms together, {:5.1} us a run",
            sweep_us / 1e3,
            sweep_us / runs as f64
        );
    }
}
