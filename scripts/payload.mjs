#!/usr/bin/env node
// What a visitor downloads, compressed as a web server would, against the
// budget: node scripts/payload.mjs DIST [BUDGET]
//
// The budget is for the first load: what a browser asks for before the page can be used. What is loaded later, when
// something is opened or for the time without a network, is listed apart; a test holds the list against a browser.
// Exits 1 if it is over the budget. No times are judged, only bytes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { filesOf, firstLoad, singleFile } from "./dist.mjs";

const [dist, budgetText = "200000"] = process.argv.slice(2);
const budget = Number(budgetText);
if (!dist || !(budget > 0)) {
  console.error("payload: usage: node scripts/payload.mjs DIST [BUDGET]");
  process.exit(2);
}

let files = [];
try {
  files = filesOf(dist).filter((name) => name !== singleFile);
} catch {
  // Said below: a folder that is not there has no page in it.
}
if (!files.includes("index.html")) {
  console.error(`payload: there is no page in ${dist}; run scripts/build`);
  process.exit(1);
}
const first = firstLoad(dist);
const missing = [...first].filter((name) => !files.includes(name));
if (missing.length > 0) {
  console.error(`payload: index.html points to what is not there: ${missing.join(", ")}`);
  process.exit(1);
}

const row = (raw, gzip, brotli, name) =>
  console.log([raw, gzip, brotli].map((n) => String(n).padStart(9)).join("") + `  ${name}`);
function table(title, names) {
  row("raw", "gzip", "brotli", title);
  const total = { raw: 0, gzip: 0, brotli: 0 };
  for (const name of names) {
    const bytes = readFileSync(join(dist, name)); // both compress at their best level
    const size = { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
    for (const kind of Object.keys(total)) total[kind] += size[kind];
    row(size.raw, size.gzip, size.brotli, name);
  }
  row(total.raw, total.gzip, total.brotli, "all");
  return total.brotli;
}
table("loaded later", files.filter((name) => !first.has(name)));
const bytes = table("first load", files.filter((name) => first.has(name)));

const over = bytes - budget;
if (over > 0) {
  console.error(`payload: ${over} bytes over the budget of ${budget} (brotli)`);
  process.exit(1);
}
console.log(`payload: ${bytes} of ${budget} bytes (brotli)`);
