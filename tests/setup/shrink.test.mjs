// scripts/shrink.mjs on modules made here.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const shrink = fileURLToPath(new URL("../../scripts/shrink.mjs", import.meta.url));
const text = (name) => [name.length, ...Buffer.from(name)];
const section = (id, body) => [id, body.length, ...body];

const asked = "__wbg_alert_0123456789abcdef";
const given = "wasm_bindgen__convert__closures_____invoke__h0123456789abcdef";

// A function of one type is imported and exported again, with a memory and a global beside it.
const module = Buffer.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 0, 1, 0x7f]),
  ...section(2, [3, ...text("./x.js"), ...text(asked), 0, 0, ...text("./x.js"), ...text("g"), 3, 0x7f, 0, ...text("./x.js"), ...text("m"), 2, 1, 1, 2]),
  ...section(7, [2, ...text(given), 0, 0, ...text("start"), 0, 0]),
]);

test("names with a hash are short on both sides, and the module does what it did", () => {
  const dist = mkdtempSync(join(tmpdir(), "shrink-"));
  try {
    writeFileSync(join(dist, "page_bg.wasm"), module);
    writeFileSync(join(dist, "page.js"), `// A comment.\n  /**\n   * Another.\n   */\n  /* stays */ ({ imports: (g, m) => ({ ${asked}: () => 42, g, m }), call: (wasm) => wasm.${given}() + wasm.start() })`);
    execFileSync("node", [shrink, dist]);
    const [wasm, script] = [readFileSync(join(dist, "page_bg.wasm")), readFileSync(join(dist, "page.js"), "utf8")];
    assert.ok(wasm.length < module.length - 60);
    assert.doesNotMatch(script, /[0-9a-f]{16}|comment|Another|^\s/);
    const { imports, call } = eval(script);
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), { "./x.js": imports(1, memory) });
    assert.equal(call(instance.exports), 84);
    execFileSync("node", [shrink, dist]);
    assert.deepEqual(readFileSync(join(dist, "page_bg.wasm")), wasm);
    assert.equal(readFileSync(join(dist, "page.js"), "utf8"), script);
  } finally {
    rmSync(dist, { recursive: true });
  }
});
