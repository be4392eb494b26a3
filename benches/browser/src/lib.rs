//! What is measured in the browser: functions of numbers, so that nothing has to be passed but numbers.

use exactly_once_lab::explore::{first_crash, CrashMap, Explorer, Options, Timings, Verdicts};
use exactly_once_lab::run::Run;
use exactly_once_lab::sim::scenario::{How, Scenario};
use std::cell::Cell;
use std::rc::Rc;

thread_local! {
    static STEPS: Cell<u32> = const { Cell::new(0) };
    static SPARED: Cell<u32> = const { Cell::new(0) };
}

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

/// Steps of the engine that the last call took.
#[no_mangle]
pub extern "C" fn steps() -> u32 {
    STEPS.get()
}

/// Steps that the last call did not take, as the end of a run was known.
#[no_mangle]
pub extern "C" fn spared() -> u32 {
    SPARED.get()
}

/// The crash maps of four lanes: every single crash, both fates of requests, killed and thrown. Answers the runs.
#[no_mangle]
pub extern "C" fn crash_maps(records: u32) -> u32 {
    maps(records, CrashMap::is_done)
}

/// As much of them as the page shows at once: where the process is killed and requests on their way arrive.
#[no_mangle]
pub extern "C" fn crash_maps_to_see(records: u32) -> u32 {
    maps(records, CrashMap::is_seen)
}

fn maps(records: u32, is_enough: fn(&CrashMap) -> bool) -> u32 {
    let runs = Run::lanes(&scenario(records));
    let (mut count, mut steps, mut spared) = (0, 0, 0);
    for run in &runs {
        let map = CrashMap::new(&run.plan, run.right_table().map(Rc::new), first_crash(&runs));
        let mut map = map.first(How::Kill);
        while !is_enough(&map) {
            map.advance(u32::MAX);
        }
        count += map.runs();
        steps += map.steps();
        spared += map.spared();
    }
    STEPS.set(steps);
    SPARED.set(spared);
    count
}

/// All crashes up to so many in one run, in one timing. Answers the runs.
#[no_mangle]
pub extern "C" fn explore(records: u32, crashes: u32) -> u32 {
    let options = Options { crashes, timings: Timings::Own, ..Options::default() };
    let mut explorer = Explorer::new(&scenario(records), options).expect("driven by time");
    explorer.finish();
    STEPS.set(explorer.progress().steps as u32);
    SPARED.set(explorer.progress().spared as u32);
    explorer.progress().runs
}

/// The table of all sinks and all faults. Answers the runs.
#[no_mangle]
pub extern "C" fn table(records: u32) -> u32 {
    let mut verdicts = Verdicts::new(&scenario(records), false).expect("driven by time");
    verdicts.finish();
    STEPS.set(0);
    verdicts.runs()
}
