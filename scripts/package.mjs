#!/usr/bin/env node
// Makes the npm package: node scripts/package.mjs DIST ENGINE OUT
//
// DIST is the finished page, ENGINE what wasm-bindgen made of the JavaScript API, OUT a folder that is made anew.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesOf, singleFile, worker } from "./dist.mjs";

const [dist, engine, out] = process.argv.slice(2);
if (!dist || !engine || !out) {
  console.error("package: usage: node scripts/package.mjs DIST ENGINE OUT");
  process.exit(2);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
cpSync("package", out, { recursive: true });
cpSync("LICENSE", join(out, "LICENSE"));

const manifest = JSON.parse(readFileSync("package/package.json", "utf8"));
manifest.version = readFileSync("Cargo.toml", "utf8").match(/^version = "(.*)"$/m)[1];
writeFileSync(join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);

for (const name of filesOf(engine)) {
  // Of the Wasm itself nobody writes against.
  if (!name.endsWith(".wasm.d.ts")) cpSync(engine + "/" + name, join(out, "engine", name));
}

// The page as it is, but for what belongs to a site of its own: no worker is put into a stranger's site, nothing is
// offered for installing or download.
for (const name of filesOf(dist)) {
  if (![worker, singleFile, "manifest.webmanifest"].includes(name) && !name.startsWith("icon")) {
    cpSync(join(dist, name), join(out, "page", name));
  }
}
const page = join(out, "page/index.html");
const html = readFileSync(page, "utf8")
  .replace(/ data-(?:download|worker)="[^"]*"/g, "")
  .replace(/\s*<link rel="manifest"[^>]*>/, "");
writeFileSync(page, html);
console.log(`${out}: ${manifest.name} ${manifest.version}, ${filesOf(out).length} files`);
