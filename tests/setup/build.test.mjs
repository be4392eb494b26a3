// Packing the page into one file, and counting its bytes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { repository } from "./sandbox.mjs";

const node = (script, ...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(repository, "scripts", script), ...args], { encoding: "utf8" });
  return { status, output: stdout + stderr };
};

// What Trunk leaves, with the kinds of files that the page may have.
const wasm = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const trunkDist = {
  "index.html": `<!doctype html>
<html><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<link rel="icon" href="./icon-1.svg" type="image/svg+xml">
<link rel="stylesheet" href="./style-1.css" integrity="sha384-x"/>
<style>p { color: red }</style>
<script type="module" nonce="abc">
import init, * as bindings from './app-1.js';
const wasm = await init({ module_or_path: './app-1_bg.wasm' });


window.wasmBindings = bindings;
dispatchEvent(new CustomEvent("TrunkApplicationStarted", {detail: {wasm}}));

</script>
<link rel="modulepreload" href="./app-1.js"><link rel="preload" href="./app-1_bg.wasm" as="fetch">
</head><body><p>Loading $& $1</p><a href="embed.html">embed</a></body></html>`,
  "app-1.js": `/* @ts-self-types="./app.d.ts" */
let wasm;
export function run(text) { return "</script>" + text; }
export class Lab {}
function start() {}
export { initSync, start as default };
`,
  "app-1_bg.wasm": wasm,
  "style-1.css": "body { background: url('./icon-1.svg') }",
  "icon-1.svg": "<svg/>",
};

function folder(context, files) {
  const path = mkdtempSync(join(tmpdir(), "build-test-"));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

function pack(context, changes = {}) {
  const dist = folder(context, { ...trunkDist, ...changes });
  const out = join(dist, "exactly-once-lab.html");
  const result = node("single-file.mjs", dist, out);
  return { ...result, html: result.status === 0 ? readFileSync(out, "utf8") : "" };
}

test("the single file holds everything and points to no file", (t) => {
  const { status, output, html } = pack(t);
  assert.equal(status, 0, output);
  assert.deepEqual(html.match(/(?:src|href)="(?!data:)[^"]*"/g), ['href="embed.html"']);
  assert.ok(!html.includes("./"), html);
  const svg = `data:image/svg+xml;base64,${Buffer.from("<svg/>").toString("base64")}`;
  assert.ok(html.includes(`<link rel="icon" href="${svg}"`));
  assert.ok(html.includes(`<style>\nbody { background: url("${svg}") }</style>`));
  assert.deepEqual(gunzipSync(Buffer.from(html.match(/atob\("([^"]*)"\)/)[1], "base64")), wasm);
});

test("what was on the page stays as it was", (t) => {
  const { html } = pack(t);
  assert.ok(html.includes("<p>Loading $& $1</p>"));
  assert.ok(html.includes("<style>p { color: red }</style>"));
  assert.ok(html.includes(`content="default-src 'self'"`));
});

test("the module comes last, with its attributes, and no text in it ends it early", (t) => {
  const { html } = pack(t);
  assert.ok(html.indexOf("Loading") < html.indexOf('<script type="module" nonce="abc">'));
  assert.equal(html.split("</script").length, 2);
});

test("the JavaScript API and Trunk's event are kept", (t) => {
  const { html } = pack(t);
  assert.ok(html.includes("const bindings = { run: run, Lab: Lab, initSync: initSync, default: start };"));
  assert.ok(html.includes("window.wasmBindings = bindings;"));
  assert.ok(html.includes("TrunkApplicationStarted"));
  assert.ok(!/^export /m.test(html));
});

for (const [what, changes, reason] of [
  ["a build by `trunk serve`", { "index.html": `${trunkDist["index.html"]}/.well-known/trunk/ws` }, /holds what `trunk serve` made; run scripts\/build/],
  ["a page without Trunk's script", { "index.html": "<body></body>" }, /no start-up script by Trunk/],
  ["glue that imports a snippet", { "app-1.js": `import { a } from './snippets/a.js';\n${trunkDist["app-1.js"]}` }, /imports other modules/],
  ["a script of its own", { "index.html": trunkDist["index.html"].replace("</head>", '<script src="x.js"></script></head>') }, /not inlined: x\.js/],
  ["an @import", { "style-1.css": '@import "other.css";' }, /@import in a style sheet/],
  ["a file that is not there", { "style-1.css": "p { background: url(gone.png) }" }, /gone\.png is missing/],
]) {
  test(`the single file refuses ${what}`, (t) => {
    const { status, output } = pack(t, changes);
    assert.equal(status, 1);
    assert.match(output, reason);
  });
}

test("the payload counts every file but the single file", (t) => {
  const dist = folder(t, { "index.html": "x", "app.wasm": randomBytes(1000), "exactly-once-lab.html": randomBytes(5000) });
  const within = node("payload.mjs", dist, "1100");
  assert.equal(within.status, 0, within.output);
  assert.match(within.output, /app\.wasm/);
  assert.doesNotMatch(within.output, /exactly-once-lab/);
  const over = node("payload.mjs", dist, "1000");
  assert.equal(over.status, 1);
  assert.match(over.output, /\d+ bytes over the budget of 1000 \(brotli\)/);
});

test("the budget is 200 KB after compression", (t) => {
  const dist = folder(t, { "index.html": "x".repeat(1_000_000), "a.wasm": randomBytes(199_000) });
  assert.equal(node("payload.mjs", dist).status, 0);
  writeFileSync(join(dist, "b.wasm"), randomBytes(1_000));
  assert.equal(node("payload.mjs", dist).status, 1);
});

test("the payload of no page is an error", (t) => {
  const { status, output } = node("payload.mjs", folder(t, {}));
  assert.equal(status, 1);
  assert.match(output, /there is no page in .*; run scripts\/build/);
});
