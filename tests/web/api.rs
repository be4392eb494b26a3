//! Every function of the API.

use crate::js::run;
use exactly_once_lab::app::presets::PRESETS;
use exactly_once_lab::run::{view, Outcome, Run};
use wasm_bindgen_test::wasm_bindgen_test;

const TYPES: &str = include_str!("../../www/exactly-once-lab.d.ts");

/// The methods that the types promise, static ones and getters too.
fn promised() -> Vec<String> {
    let (_, class) = TYPES.split_once("export class Simulation {").expect("the class");
    let (body, _) = class.split_once("\n}").expect("its end");
    let name = |line: &str| {
        let line = line.trim();
        let line = line.trim_start_matches("static ").trim_start_matches("readonly ");
        let end = line.find(['(', ':'])?;
        let name = &line[..end];
        name.chars().all(|c| c.is_ascii_alphabetic()).then(|| name.to_string())
    };
    let mut names: Vec<String> = body.lines().filter_map(name).collect();
    names.sort();
    names
}

#[wasm_bindgen_test]
fn the_class_is_as_the_types_say() {
    let there = run(r#"
        const own = (object) => Object.getOwnPropertyNames(object);
        const statics = own(Simulation).filter((name) => !["length", "name", "prototype"].includes(name));
        const names = [...own(Simulation.prototype), ...statics].filter((name) => !name.startsWith("__"));
        return names.sort().join();
    "#);
    assert_eq!(there.as_string(), Some(promised().join(",")));
}

#[wasm_bindgen_test]
fn a_simulation_tells_its_run() {
    run(r#"
        const simulation = new Simulation(small);
        same(simulation.lanes, ["append", "two_phase_commit"]);
        same(simulation.verdicts(), ["duplicates", "exactly_once"]);
        same(simulation.scenario(), small);
        const { lanes } = simulation.outcome();
        same(lanes.map((lane) => lane.verdict), simulation.verdicts());
        same(lanes[1].visible, [0, 1, 2, 3]);
        for (const lane of [0, 1]) {
          same(simulation.length(lane), lanes[lane].steps);
          const facts = simulation.facts(lane);
          check(facts.length > 20, "facts");
          same(facts.filter((f) => f.fact === "crashed"), [
            { at: 7, attempt: 0, step: facts.find((f) => f.fact === "crashed").step, fact: "crashed", how: "kill", task: null, cause: "asked" },
          ]);
          check(facts.every((f) => f.step < simulation.length(lane)), "steps");
        }
        same(Simulation.version().split(".").length, 3);
    "#);
}

#[wasm_bindgen_test]
fn a_state_parts_what_a_crash_takes_from_what_it_leaves() {
    run(r#"
        const simulation = new Simulation(small);
        const start = simulation.state(1, 0);
        same([start.step, start.at, start.volatile, start.job], [0, 0, null, "down"]);
        const crash = simulation.facts(1).find((f) => f.fact === "crashed").step;
        const [before, after] = [simulation.state(1, crash), simulation.state(1, crash + 1)];
        same(before.volatile.sources, [{ task: "source", offset: 3, ended: false }]);
        same(before.volatile.operators[0].state, { a: { count: 2, sum: 60 }, b: { count: 1, sum: 30 } });
        same(before.volatile.sinks[0].holds, { current: "T1", pending: [] });
        same([after.volatile, after.job, after.restart_at], [null, "down", 9]);
        same(after.durable, before.durable);
        same([after.durable.checkpoint.checkpoint, after.durable.checkpoint.offset], [1, 2]);
        same(after.durable.outside.transactions, {
          T0: { state: "committed", records: [0, 1] },
          T1: { state: "open", records: [2] },
        });
        const end = simulation.state(1, simulation.length(1));
        same([end.job, end.volatile, end.durable.outside.visible], ["finished", null, [0, 1, 2, 3]]);
    "#);
}

#[wasm_bindgen_test]
fn outcome_facts_and_states_are_those_of_the_engine() {
    let scenario = PRESETS[0].scenario();
    let runs = Run::lanes(&scenario);
    let script = |what: &str| {
        let scenario = scenario.to_json();
        let text = run(&format!("return JSON.stringify(new Simulation({scenario}).{what});"));
        text.as_string().expect("a text")
    };
    // Keys of objects that are no numbers keep their order.
    assert_eq!(script("outcome()"), serde_json::to_string(&Outcome::of(&scenario)).expect("JSON"));
    for (lane, run) in runs.iter().enumerate() {
        let facts: Vec<_> = run.facts.iter().map(|noted| view::fact(&run.plan, noted)).collect();
        assert_eq!(script(&format!("facts({lane})")), serde_json::to_string(&facts).expect("JSON"));
        for step in [0, 7, run.len()] {
            let state = serde_json::to_string(&view::state(run, step)).expect("JSON");
            assert_eq!(script(&format!("state({lane}, {step})")), state);
        }
    }
}

#[wasm_bindgen_test]
fn a_fault_makes_another_simulation() {
    run(r#"
        const none = new Simulation({ ...small, faults: undefined });
        same(none.verdicts(), ["exactly_once", "exactly_once"]);
        const one = none.withFault({ crash: true, at: 7 });
        same(one.verdicts(), ["duplicates", "exactly_once"]);
        same(none.verdicts(), ["exactly_once", "exactly_once"]);
        same([none.scenario().faults, one.scenario().faults], [undefined, [{ crash: true, at: 7 }]]);
        const two = one.withFault({ crash: true, at: 8, how: "fail" });
        same(two.scenario().faults.length, 2);
        refused(() => one.withFault({ crash: true, at: -1 }), "out_of_range", "fault.at");
        same(refused(() => one.withFault({ crash: true, at: NaN }), "wrong_type", "fault.at").value, "NaN");
        same(refused(() => one.withFault(undefined), "wrong_type", "fault").value, "undefined");
        refused(() => one.withFault({}), "missing_field", "fault");
        refused(() => one.withFault([]), "wrong_type", "fault");
        const jitter = { jitter: { seed: 1, up_to: 1 } };
        refused(() => one.withFault(jitter).withFault(jitter), "too_many", "faults");
        const { faults, ...story } = { ...small, story: "emit 2; crash; finish" };
        refused(() => new Simulation(story).withFault({ crash: true, at: 1 }), "not_together", "faults");
        let many = none;
        for (let i = 0; i < 64; i++) many = many.withFault({ crash: true, at: i });
        refused(() => many.withFault({ crash: true, at: 64 }), "too_many", "faults");
    "#);
}

#[wasm_bindgen_test]
fn links_lead_there_and_back() {
    run(r##"
        const simulation = new Simulation(small);
        const link = simulation.toLink();
        check(link.startsWith("scenario=%7B%22format%22:1,"), link);
        for (const text of [link, "#" + link, "https://example.org/lab/#" + link]) {
          same(Simulation.fromLink(text).scenario(), small);
        }
        same(Simulation.fromLink("s=no-crash&t=4&lang=zh").toLink(), "s=no-crash");
        const crashed = Simulation.fromLink("s=no-crash").withFault({ crash: true, at: 4.65 });
        same(Simulation.fromLink(crashed.toLink()).scenario(), crashed.scenario());
        // The browser leaves such a link as it is.
        same(new URL("https://example.org/#" + link).hash, "#" + link);
        refused(() => Simulation.fromLink("s=nothing"), "unknown_value", "s");
        refused(() => Simulation.fromLink('faults=[{"crash":true,"at":-1}]'), "out_of_range", "faults[0].at");
        refused(() => Simulation.fromLink("x".repeat(1e6 + 1)), "too_long", "link");
        for (const odd of [undefined, null, 1, 10n, {}, [], Symbol("s"), () => ""]) {
          refused(() => Simulation.fromLink(odd), "wrong_type", "link");
        }
    "##);
}

#[wasm_bindgen_test]
fn bad_lanes_and_steps_are_range_errors() {
    run(r#"
        const simulation = new Simulation(small);
        for (const lane of [-1, 2, 0.5, NaN, Infinity, 2 ** 32]) {
          for (const call of [() => simulation.length(lane), () => simulation.facts(lane), () => simulation.state(lane, 0)]) {
            refused(call, "out_of_range", "lane", RangeError);
          }
        }
        for (const lane of [undefined, null, "0", 0n, {}, Symbol("s")]) {
          refused(() => simulation.length(lane), "wrong_type", "lane", RangeError);
        }
        const error = refused(() => simulation.state(0, simulation.length(0) + 1), "out_of_range", "step", RangeError);
        check(error.message.endsWith(`a whole number from 0 to ${simulation.length(0)}`), error.message);
        refused(() => simulation.state(0), "wrong_type", "step", RangeError);
    "#);
}

#[wasm_bindgen_test]
fn what_was_freed_throws_and_harms_nobody() {
    let left = run(r#"
        const [freed, other] = [new Simulation(small), new Simulation(small)];
        const facts = freed.facts(0);
        freed.free();
        let thrown;
        try { freed.verdicts(); } catch (error) { thrown = error; }
        check(thrown instanceof Error, `thrown: ${thrown}`);
        same(other.verdicts(), ["duplicates", "exactly_once"]);
        return facts.length;
    "#);
    assert!(left.as_f64() > Some(20.0));
}
