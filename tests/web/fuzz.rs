//! Whatever JavaScript hands in, in any place of a scenario, the API answers or throws an error that names the field.

use crate::damage::{damaged, Numbers};
use crate::js::run;
use crate::{scenarios, tape::Tape};
use wasm_bindgen_test::wasm_bindgen_test;

impl Numbers for Tape {
    fn below(&mut self, end: u32) -> u32 {
        Tape::below(self, end)
    }
}

/// Damaged texts that are tried.
const TEXTS: u64 = 2_000;

#[wasm_bindgen_test]
fn damaged_scenarios_are_taken_or_refused() {
    let texts: Vec<String> = (0..TEXTS)
        .map(|seed| {
            let mut tape = Tape::random(seed);
            let text = scenarios::any(&mut tape).to_json();
            damaged(&text, 2, &mut tape)
        })
        .collect();
    let texts = serde_json::to_string(&texts).expect("JSON");
    run(&format!(
        r#"
        let taken = 0, refusals = 0;
        for (const text of {texts}) {{
          let value;
          try {{ value = JSON.parse(text); }} catch {{ continue; }}
          try {{
            check(new Simulation(value).verdicts().length > 0, "verdicts");
            taken += 1;
          }} catch (error) {{
            check(typeof error.code === "string" && typeof error.field === "string", `${{error}}: ${{text}}`);
            refusals += 1;
          }}
        }}
        check(taken > 50 && refusals > 50, `${{taken}} taken, ${{refusals}} refused`);
        "#
    ));
}

#[wasm_bindgen_test]
fn odd_values_in_any_place_are_taken_or_refused() {
    run(r#"
        let seed = 1;
        const below = (end) => {
          seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
          return Math.floor((seed / 4294967296) * end);
        };
        const cyclic = []; cyclic.push(cyclic);
        const odd = [NaN, Infinity, -0, 1e308, 2 ** 53, 10n, Symbol("s"), () => 1, null, undefined, "", "\0", "\ud800", [], {}, [[]], new Date(),
          new Map([["t", 1]]), new Uint8Array(3), cyclic, new Proxy({}, {}), Object.create(null), new String("a"), new Number(1), true, "x".repeat(1e5),
          { get t() { return 1; } }, { get t() { throw new RangeError("mine"); } }, { toString() { return "a"; } }, document.body, window.location];
        // Only these are gone into: to write into what belongs to the browser would change this very page.
        const isPlain = (value) => Array.isArray(value) || (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype);
        const whole = () => ({ ...JSON.parse(text(small)), checkpointing: { at: [3], interval: 5 }, sinks: [{ kind: "upsert", key: "record" }],
          faults: [{ crash: true, at: 7, how: "kill" }, { jitter: { seed: 7, up_to: 0.4 } }], restart: { delay: 2 }, timing: { hop: 0.1 } });
        let taken = 0, refusals = 0;
        for (let turn = 0; turn < 4_000; turn += 1) {
          const scenario = whole();
          for (let more = 1 + below(3); more > 0; more -= 1) {
            let at = scenario;
            for (;;) {
              const names = Object.keys(at);
              const name = names[below(names.length)] ?? "more";
              const inside = Object.getOwnPropertyDescriptor(at, name)?.value;
              if (isPlain(inside) && below(3) > 0 && Object.keys(inside).length > 0) at = inside;
              else { try { at[name] = odd[below(odd.length)]; } catch {} break; }
            }
          }
          try {
            check(new Simulation(scenario).verdicts().length > 0, "verdicts");
            taken += 1;
          } catch (error) {
            check(error.message === "mine" || (typeof error.code === "string" && typeof error.field === "string"), `${error}`);
            refusals += 1;
          }
        }
        check(taken > 40 && refusals > 1_000, `${taken} taken, ${refusals} refused`);
    "#);
}
