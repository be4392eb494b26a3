#!/usr/bin/env node
// What a visitor downloads, compressed as a web server would, against the
// budget: node scripts/payload.mjs DIST [BUDGET]
//
// Counts every file in DIST but the single file, which is an extra download.
// Exits 1 if they are over the budget. No times are judged, only bytes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const singleFile = "exactly-once-lab.html";
const [dist, budgetText = "200000"] = process.argv.slice(2);
const budget = Number(budgetText);
if (!dist || !(budget > 0)) {
  console.error("payload: usage: node scripts/payload.mjs DIST [BUDGET]");
  process.exit(2);
}

let files = [];
try {
  files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== singleFile)
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
} catch {
  // Said below: a folder that is not there has no page in it.
}
if (!files.includes(join(dist, "index.html"))) {
  console.error(`payload: there is no page in ${dist}; run scripts/build`);
  process.exit(1);
}

const row = (raw, gzip, brotli, name) =>
  console.log([raw, gzip, brotli].map((n) => String(n).padStart(9)).join("") + `  ${name}`);
row("raw", "gzip", "brotli", "bytes");
const total = { raw: 0, gzip: 0, brotli: 0 };
for (const file of files) {
  const bytes = readFileSync(file); // both compress at their best level
  const size = { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
  for (const kind of Object.keys(total)) total[kind] += size[kind];
  row(size.raw, size.gzip, size.brotli, file.slice(join(dist, "/").length));
}
row(total.raw, total.gzip, total.brotli, "all");

const over = total.brotli - budget;
if (over > 0) {
  console.error(`payload: ${over} bytes over the budget of ${budget} (brotli)`);
  process.exit(1);
}
console.log(`payload: ${total.brotli} of ${budget} bytes (brotli)`);
