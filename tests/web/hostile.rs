//! Whatever is handed in is refused with an error or taken as what it says; nothing ends the engine.

use crate::js::run;
use exactly_once_lab::sim::scenario::Scenario;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn errors_are_those_of_the_engine() {
    for text in [
        r#"{"format":2}"#,
        r#"{"format":1,"records":[],"sinks":[{"kind":"kafka"}]}"#,
        r#"{"format":1,"records":[{"t":-1,"key":"a","value":1}],"sinks":[{"kind":"append"}]}"#,
        r#"{"format":1,"records":[],"sinks":[{"kind":"append"}],"story":"emit 3; jump"}"#,
        r#"{"format":1,"records":[],"sinks":[],"surprise":{"a":[{}]}}"#,
        r#"[]"#,
    ] {
        let there = Scenario::from_json(text).expect_err(text);
        let here = run(&format!(
            "try {{ new Simulation({text}); }} catch (e) {{ return [e.code, e.field, e.value, e.message].join('|'); }}"
        ));
        let expected = format!("{}|{}|{}|{there}", there.code.as_str(), there.field, there.value);
        assert_eq!(here.as_string(), Some(expected), "{text}");
    }
}

#[wasm_bindgen_test]
fn what_json_cannot_hold_is_named() {
    run(r#"
        const value = (value) => ({ ...small, records: [{ t: 1, key: "a", value }] });
        for (const [odd, shown] of [[NaN, "NaN"], [-Infinity, "-Infinity"], [10n, "bigint"], [Symbol("s"), "symbol"],
                                    [() => 1, "function"], [null, "null"]]) {
          same(refused(() => new Simulation(value(odd)), "wrong_type", "records[0].value").value, shown);
        }
        same(refused(() => new Simulation(value(undefined)), "missing_field", "records[0].value").value, "");
        refused(() => new Simulation(value(1.5)), "out_of_range", "records[0].value");
        refused(() => new Simulation(value(2 ** 64)), "out_of_range", "records[0].value");
        same(refused(() => new Simulation({ ...small, records: [, 1] }), "wrong_type", "records[0]").value, "undefined");
        for (const odd of [undefined, null, 1, "{}", 10n, Symbol("s"), () => 1, [], NaN]) {
          refused(() => new Simulation(odd), "wrong_type", "");
        }
        refused(() => new Simulation(), "wrong_type", "");
        for (const odd of [{}, new Map([["format", 1]]), new Date(), new Uint8Array(1e8), document]) {
          refused(() => new Simulation(odd), "missing_field", "format");
        }
        // Not a number is not taken for one.
        refused(() => new Simulation({ ...small, title: 1 }), "wrong_type", "title");
        // Half a character becomes a whole one; what else a text holds is kept.
        same(new Simulation({ ...small, title: "\ud800 精确\0" }).scenario().title, "\ufffd 精确\0");
    "#);
}

#[wasm_bindgen_test]
fn input_without_end_is_refused() {
    run(r#"
        const cyclic = { ...small };
        cyclic.self = cyclic;
        refused(() => new Simulation(cyclic), "unknown_field", "self");
        cyclic.records = [cyclic];
        delete cyclic.self;
        check(refused(() => new Simulation(cyclic), "unknown_field", "records[0].format").value !== "", "a value");
        const list = []; list.push(list);
        refused(() => new Simulation({ ...small, records: list }), "wrong_type", "records[0]");
        let deep = {};
        for (let i = 0; i < 1e5; i++) deep = { deep };
        refused(() => new Simulation({ ...small, deep }), "unknown_field", "deep");
        const endless = new Proxy({}, { get: (_, name) => name === "format" ? 1 : endless, ownKeys: () => ["format", "next"],
          getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) });
        refused(() => new Simulation(endless), "unknown_field", "next");
        const wide = { ...small };
        wide.a = wide.b = wide.c = wide.d = wide.e = wide.f = wide.g = wide.h = [wide, wide, wide, wide, wide, wide, wide, wide];
        refused(() => new Simulation(wide), "too_long", "");
    "#);
}

#[wasm_bindgen_test]
fn input_that_is_huge_is_refused_soon() {
    run(r#"
        const soon = (call, ...wanted) => {
          const start = performance.now();
          refused(call, ...wanted);
          check(performance.now() - start < 5000, "soon");
        };
        soon(() => new Simulation({ ...small, records: new Array(2 ** 32 - 1) }), "too_long", "");
        soon(() => new Simulation({ ...small, title: "x".repeat(2 ** 28) }), "too_long", "");
        soon(() => new Simulation({ ...small, ["x".repeat(2 ** 28)]: 1 }), "too_long", "");
        soon(() => new Simulation({ ...small, records: new Array(2001).fill({}) }), "too_many", "records");
        soon(() => new Simulation(new Proxy([], { get: (_, name) => name === "length" ? Infinity : 1 })), "too_long", "");
        refused(() => new Simulation({ ...small, title: "x".repeat(201) }), "too_long", "title");
    "#);
}

#[wasm_bindgen_test]
fn what_the_input_throws_comes_through() {
    run(r#"
        const thrown = (input) => { try { new Simulation(input); } catch (error) { return error; } };
        const mine = { mine: true };
        same(thrown({ ...small, get title() { throw mine; } }), mine);
        same(thrown(new Proxy({}, { ownKeys() { throw mine; } })), mine);
        same(thrown(new Proxy([], { get() { throw mine; } })), mine);
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        check(thrown(proxy) instanceof TypeError, "a TypeError");
        // Getters may use the API themselves, and change the input under way.
        const simulation = new Simulation(small);
        const nested = { crash: true, get at() { simulation.withFault({ crash: true, at: 5 }); return 7; } };
        same(simulation.withFault(nested).scenario().faults.length, 2);
        const shrinking = [1, 2, 3];
        Object.defineProperty(shrinking, 0, { get() { shrinking.length = 1; return {}; } });
        refused(() => new Simulation({ ...small, records: shrinking }), "missing_field", "records[0].t");
        same(simulation.verdicts(), ["duplicates", "exactly_once"]);
    "#);
}
