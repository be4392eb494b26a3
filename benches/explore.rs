//! What exploring costs: counts of runs and steps, their rate, and that memory does not grow with the number of runs.
//! `cargo bench --bench explore`. Beside a general model checker: `benches/versus`.

use exactly_once_lab::explore::{first_crash, CrashMap, Explorer, Options, Timings};
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::scenario::Scenario;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How often each figure is taken; the best counts, as whatever else the machine does only makes it worse.
const TIMES: u32 = 5;

/// The running example, longer: so many records, a checkpoint every 5 s, four lanes.
fn scenario(records: u32) -> Scenario {
    let keys = ["a", "b", "a", "a", "c", "b"];
    let record = |i: u32| format!(r#"{{"t":{},"key":"{}","value":{}}}"#, i + 1, keys[i as usize % 6], 10 * (i + 1));
    let records: Vec<String> = (0..records).map(record).collect();
    let text = format!(
        r#"{{"format":1,"records":[{}],"checkpointing":{{"interval":5}},"sinks":[{{"kind":"append"}},{{"kind":"upsert"}},
            {{"kind":"write_ahead_log"}},{{"kind":"two_phase_commit"}}]}}"#,
        records.join(",")
    );
    Scenario::from_json(&text).expect("a valid scenario")
}

/// The least time of several, with what the last one answered.
fn best<T>(mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut once = || {
        let begin = Instant::now();
        let result = work();
        (begin.elapsed(), result)
    };
    let mut best = once();
    for _ in 1..TIMES {
        let next = once();
        best = (best.0.min(next.0), next.1);
    }
    best
}

/// The most memory that the process has held so far, where the system tells.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.map_or("not known here".to_string(), |peak| peak.trim().to_string())
}

fn tell(what: &str, time: Duration, runs: u32, steps: u64, spared: u64) {
    let rate = steps as f64 / time.as_secs_f64() / 1e6;
    let ms = time.as_secs_f64() * 1e3;
    println!(
        "{what}: {runs} runs, {steps} steps ({:.1} times as many without known ends), {ms:.1} ms, {rate:.1} million steps/s; peak memory {}",
        (steps + spared) as f64 / steps as f64,
        peak_memory()
    );
}

fn main() {
    let running_example = scenario(24);
    let runs = Run::lanes(&running_example);
    let (time, (count, steps, spared)) = best(|| {
        let (mut count, mut steps, mut spared) = (0, 0, 0);
        for run in &runs {
            let mut map = CrashMap::new(&run.plan, run.right_table().map(Rc::new), first_crash(&runs));
            while !map.advance(u32::MAX) {}
            count += map.runs();
            steps += u64::from(map.steps());
            spared += u64::from(map.spared());
        }
        (count, steps, spared)
    });
    tell("crash maps of four lanes, 24 records", time, count, steps, spared);
    for (crashes, timings, records) in [
        (1, Timings::Own, 24),
        (1, Timings::All, 24),
        (2, Timings::Own, 12),
        (2, Timings::Own, 24),
        (2, Timings::Own, 48),
        (3, Timings::Own, 4),
    ] {
        let scenario = scenario(records);
        let (time, progress) = best(|| {
            let options = Options { crashes, timings, ..Options::default() };
            let mut explorer = Explorer::new(&scenario, options).expect("driven by time");
            explorer.finish();
            explorer.progress()
        });
        tell(
            &format!("up to {crashes} crashes, {timings:?} timings, {records} records"),
            time,
            progress.runs,
            progress.steps,
            progress.spared,
        );
    }
}
