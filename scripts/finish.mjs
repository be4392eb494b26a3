#!/usr/bin/env node
// Makes what `trunk build --release` left fit for publishing: node scripts/finish.mjs DIST
//
// - Files that the page loads later get names that tell their content, as Trunk's have.
// - The page gets its Content-Security-Policy and says which build it is.
// - The service worker gets the list of files, each with its hash.
// A second time it makes the same of what it made.
import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withPolicy } from "./csp.mjs";
import { filesOf, singleFile, worker } from "./dist.mjs";

const fail = (why) => {
  console.error(`finish: ${why}`);
  process.exit(1);
};

const [dist] = process.argv.slice(2);
if (!dist) fail("usage: node scripts/finish.mjs DIST");
const at = (name) => join(dist, name);
const sha256 = (bytes, as) => createHash("sha256").update(bytes).digest(as);

let html;
try {
  html = readFileSync(at("index.html"), "utf8");
} catch {
  fail(`there is no page in ${dist}; run scripts/build`);
}
if (html.includes("/.well-known/trunk/ws") || html.includes("__TRUNK_ADDRESS__")) {
  fail(`${dist} holds what \`trunk serve\` made; run scripts/build`);
}

// What the page's own script loads by a name without a hash: ./studio.js, ./embed.js.
const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text).join("\n");
for (const [, name] of scripts.matchAll(/["']\.\/([\w/-]+\.(?:js|css|wasm|txt))["']/g)) {
  const [stem, end] = name.split(/\.(?=\w+$)/);
  if (name === worker || /-[0-9a-f]{16}(_bg)?$/.test(stem)) continue;
  const hashed = `${stem}-${sha256(readFileSync(at(name)), "hex").slice(0, 16)}.${end}`;
  renameSync(at(name), at(hashed));
  html = html.replaceAll(`./${name}`, `./${hashed}`);
}

// What is made here has no part in the number of the build.
html = html.replace(/ data-(?:build|download|worker)="[^"]*"/g, "");
html = withPolicy(html, { self: true });
writeFileSync(at("index.html"), html);
rmSync(at(worker), { force: true });
const files = filesOf(dist).filter((name) => name !== singleFile);
const source = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "../www", worker), "utf8");
const all = createHash("sha256").update(source);
for (const name of files) all.update(`${name}\0${sha256(readFileSync(at(name)), "hex")}\n`);
const build = all.digest("hex").slice(0, 12);

if (!/<html\b/.test(html)) fail("no <html> in index.html");
html = html.replace(/<html\b/, `<html data-build="${build}" data-download="${singleFile}" data-worker="./${worker}"`);
writeFileSync(at("index.html"), html);
const integrity = files.map((name) => [`./${name}`, `sha256-${sha256(readFileSync(at(name)), "base64")}`]);
writeFileSync(
  at(worker),
  source.replace("__BUILD__", build).replace("/*__FILES__*/ {}", () => JSON.stringify(Object.fromEntries(integrity), null, 1)),
);
console.log(`${dist}: build ${build}, ${files.length} files`);
