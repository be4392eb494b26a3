// Packing the page into one file, and counting its bytes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
<html lang="en"><head><meta charset="utf-8" />
<link rel="manifest" href="./manifest.webmanifest" />
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
</head><body><p>Loading $& $1</p><a href="embed.html">embed</a><script>
var sheet = "./studio.css";
function later() { return import("./studio.js").then((m) => m.default({ module_or_path: "./studio_bg.wasm" })); }
</script></body></html>`,
  "app-1.js": `/* @ts-self-types="./app.d.ts" */
let wasm;
export function run(text) { return "</script>" + text; }
export class Lab {}
function start() {}
export { initSync, start as default };
`,
  "app-1_bg.wasm": wasm,
  "studio.js": `let wasm;\nexport function room() {}\nasync function load() {}\nexport { load as default };`,
  "studio_bg.wasm": Buffer.concat([wasm, Buffer.from([1])]),
  "studio.css": ".studio { color: blue }",
  "manifest.webmanifest": `{ "icons": [{ "src": "./icon-1.svg" }, { "src": "./large.png" }] }`,
  "large.png": "png",
  "style-1.css": "body { background: url('./icon-1.svg') }",
  "icon-1.svg": "<svg/>",
};

function folder(context, files) {
  const path = mkdtempSync(join(tmpdir(), "build-test-"));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
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
  const packed = [...html.matchAll(/unpack\("([^"]*)"\)/g)].map(([, text]) => gunzipSync(Buffer.from(text, "base64")));
  assert.deepEqual(packed, [trunkDist["studio_bg.wasm"], wasm]);
});

test("what is loaded later waits in the single file", (t) => {
  const { html } = pack(t);
  assert.ok(html.includes(`return packed.modules["studio.js"]().then((m) => m.default({ module_or_path: packed.files["studio_bg.wasm"]() }))`), html);
  assert.match(html, /"studio\.js": async \(\) => \{\nlet wasm;\nfunction room\(\) \{\}\nasync function load\(\) \{\}\s*return \{ room: room, default: load \};/);
  assert.ok(html.includes("<style>\n.studio { color: blue }</style>"));
  assert.ok(html.includes('var sheet = "";'));
});

test("texts of lessons stand in the single file, where nothing runs them", (t) => {
  const text = "# Title\n\n## Step with $& and <b>\n";
  const { html, output } = pack(t, { "lessons/en/first.md": text });
  assert.ok(html.includes(`<script type="text/plain" data-file="lessons/en/first.md">${text}</script>`), output);
  const bad = pack(t, { "lessons/en/first.md": "</script>" });
  assert.notEqual(bad.status, 0);
  assert.match(bad.output, /lessons\/en\/first\.md/);
});

test("the single file allows its own scripts and styles, and nothing from anywhere", (t) => {
  const { html } = pack(t);
  const policy = html.match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)"/)[1];
  assert.match(policy, /^default-src 'none'; script-src 'wasm-unsafe-eval' 'sha256-/);
  assert.ok(!policy.includes("'self'") && !policy.includes("http"), policy);
  for (const [, kind, text] of html.matchAll(/<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g)) {
    const hash = createHash("sha256").update(text).digest("base64");
    assert.match(policy, new RegExp(`${kind}-src [^;]*'sha256-${hash.replace(/[+]/g, "\\+")}'`), text.slice(0, 60));
  }
});

const finish = (context, changes = {}) => {
  const dist = folder(context, { ...trunkDist, ...changes });
  const result = node("finish.mjs", dist);
  return { ...result, dist, read: (name) => readFileSync(join(dist, name), "utf8") };
};

test("what is loaded later is named by its content, and a second time nothing changes", (t) => {
  const { status, output, dist, read } = finish(t);
  assert.equal(status, 0, output);
  const later = readdirSync(dist).filter((name) => name.startsWith("studio"));
  for (const name of later) assert.match(name, /^studio(_bg)?-[0-9a-f]{16}\.(js|css|wasm)$/);
  assert.equal(later.length, 3);
  for (const name of later) assert.ok(read("index.html").includes(`"./${name}"`), name);
  const before = readdirSync(dist).map((name) => [name, read(name)]);
  assert.equal(node("finish.mjs", dist).status, 0);
  assert.deepEqual(readdirSync(dist).map((name) => [name, read(name)]), before);
});

test("the worker knows every file with its hash, and another build is another worker", (t) => {
  const { dist, read } = finish(t, { "exactly-once-lab.html": "extra" });
  const list = JSON.parse(read("sw.js").match(/^const files = (\{[^;]*\});$/m)[1]);
  const expected = readdirSync(dist).filter((name) => !["sw.js", "exactly-once-lab.html"].includes(name));
  assert.deepEqual(Object.keys(list).sort(), expected.map((name) => `./${name}`).sort());
  for (const [path, hash] of Object.entries(list)) {
    assert.equal(hash, `sha256-${createHash("sha256").update(readFileSync(join(dist, path))).digest("base64")}`);
  }
  const build = (text) => text.match(/const build = "([0-9a-f]{12})"/)[1];
  assert.ok(read("index.html").includes(`data-build="${build(read("sw.js"))}"`));
  const other = finish(t, { "large.png": "other" });
  assert.notEqual(build(other.read("sw.js")), build(read("sw.js")));
});

test("only a page that Trunk made for publishing is finished", (t) => {
  assert.match(finish(t, { "index.html": `${trunkDist["index.html"]}/.well-known/trunk/ws` }).output, /run scripts\/build/);
  const empty = folder(t, {});
  assert.equal(node("finish.mjs", empty).status, 1);
  assert.ok(!existsSync(join(empty, "sw.js")));
});

test("what was on the page stays as it was", (t) => {
  const { html } = pack(t);
  assert.ok(html.includes("<p>Loading $& $1</p>"));
  assert.ok(html.includes("<style>p { color: red }</style>"));
});

test("the module comes last, with its attributes, and no text in it ends it early", (t) => {
  const { html } = pack(t);
  assert.ok(html.indexOf("Loading") < html.indexOf('<script type="module" nonce="abc">'));
  assert.equal(html.split("</script").length, 3);
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

test("the payload is what the first load asks for; the rest is listed apart", (t) => {
  const { dist } = finish(t, { "app-1_bg.wasm": randomBytes(5000), "exactly-once-lab.html": randomBytes(90_000) });
  const within = node("payload.mjs", dist, "8000");
  assert.equal(within.status, 0, within.output);
  const [later, first] = within.output.split("first load");
  for (const name of ["app-1.js", "app-1_bg.wasm", "icon-1.svg", "index.html", "manifest.webmanifest", "style-1.css"]) {
    assert.ok(first.includes(`  ${name}\n`) && !later.includes(name), name);
  }
  for (const name of [/studio-\w+\.js/, /studio_bg-\w+\.wasm/, /sw\.js/, /large\.png/]) assert.match(later, name);
  assert.doesNotMatch(within.output, /exactly-once-lab/);
  const over = node("payload.mjs", dist, "5000");
  assert.equal(over.status, 1);
  assert.match(over.output, /\d+ bytes over the budget of 5000 \(brotli\)/);
});

test("the budget is 200 KB after compression", (t) => {
  const page = (bytes) => folder(t, { "index.html": '<link rel="preload" href="./a.wasm">'.padEnd(1_000_000), "a.wasm": randomBytes(bytes) });
  assert.equal(node("payload.mjs", page(199_800)).status, 0);
  assert.equal(node("payload.mjs", page(200_100)).status, 1);
});

test("a page that points to what is not there has no payload", (t) => {
  const { status, output } = node("payload.mjs", folder(t, { "index.html": '<link rel="preload" href="./a.wasm">' }));
  assert.equal(status, 1);
  assert.match(output, /not there: a\.wasm/);
});

test("the payload of no page is an error", (t) => {
  const { status, output } = node("payload.mjs", folder(t, {}));
  assert.equal(status, 1);
  assert.match(output, /there is no page in .*; run scripts\/build/);
});
