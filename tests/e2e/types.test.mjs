// The types of the JavaScript API hold for those who write against them, and for
// what the engine gives. (That facts are as typed is a test in Rust.)
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import ts from "typescript";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const read = (name) => readFileSync(path(name), "utf8");

/** Checks a file of TypeScript, with `text` in place of what is in it; gives the complaints. */
function check(file, text) {
  const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, lib: ["lib.es2022.d.ts", "lib.dom.d.ts"], module: ts.ModuleKind.ES2022, types: [] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === file && text !== undefined ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.text.slice(0, start).split("\n").length;
    return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

test("a program against the types compiles, and its mistakes do not", () => {
  assert.deepEqual(check(path("types/sample.ts")), []);
});

test("the scenarios of the page, and what comes of them, are of their types", () => {
  // The files that hold browser and host together: a table, the outcome, a state.
  const values = readdirSync(path("../golden/wasm")).flatMap((name) => {
    const text = read(`../golden/wasm/${name}`);
    const outcomes = [...text.matchAll(/^\{\n.*?^\}$/gms)].map(([json]) => ["LaneOutcome", json]);
    const states = [...text.matchAll(/^\{"step":.*$/gm)].map(([json]) => ["State", json]);
    assert.equal(outcomes.length, states.length, name);
    return [...outcomes, ...states];
  });
  for (const name of readdirSync(path("../../www/scenarios"))) values.push(["Scenario", read(`../../www/scenarios/${name}`)]);
  assert.ok(values.length > 50, `${values.length} values`);
  const text = values.map(([type, json], index) => `const _${index}: Lab.${type} = ${json};`).join("\n");
  assert.deepEqual(check(path("types/values.ts"), `import type * as Lab from "../../../www/exactly-once-lab";\n${text}`), []);
  const wrong = `import type * as Lab from "../../../www/exactly-once-lab";\nconst wrong: Lab.State = { ...${values.find(([type]) => type === "State")[1]}, step: "1" };`;
  assert.equal(check(path("types/values.ts"), wrong).length, 1);
});
