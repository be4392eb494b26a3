#!/usr/bin/env node
// The licences of what is shipped: node scripts/licences.mjs [OUT.txt]
//
// Looks at every crate that page, studio, JavaScript API and command line are made of, checks its licence against the list
// in deny.toml, and writes all of them with their texts. Exits 1 if a crate has another licence, or no text.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [out] = process.argv.slice(2);
const here = fileURLToPath(import.meta.url);
const own = (name) => readFileSync(join(dirname(here), "..", name), "utf8");
const allowed = JSON.parse(own("deny.toml").match(/^allow = (\[[^\]]*\])/m)[1]);

/** The crates that an artefact is made of: what is compiled in, not what is only used for building or testing. */
function shipped(platform, features) {
  const args = ["metadata", "--locked", "--format-version", "1", "--filter-platform", platform, ...features];
  const { packages, resolve } = JSON.parse(execFileSync("cargo", args, { maxBuffer: 1e9, stdio: ["ignore", "pipe", "inherit"] }));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const found = new Set();
  const walk = (id) => {
    if (found.has(id)) return;
    found.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      if (dep_kinds.some(({ kind }) => kind === null)) walk(pkg);
    }
  };
  walk(resolve.root);
  found.delete(resolve.root);
  return packages.filter(({ id }) => found.has(id));
}

/** The licences that an SPDX expression comes to, the preferred ones of those that are allowed; undefined if none is. */
export function choose(expression) {
  const tokens = expression.replaceAll("/", " OR ").match(/\(|\)|[^\s()]+/g);
  let at = 0;
  const rank = (list) => Math.max(...list.map((name) => allowed.indexOf(name)));
  function one() {
    const token = tokens[at++];
    if (token !== "(") {
      if (tokens[at] === "WITH") at += 2; // an exception gives more leave, never less
      return allowed.includes(token) ? [token] : undefined;
    }
    const inner = or();
    at += 1;
    return inner;
  }
  function and() {
    let all = one();
    while (tokens[at] === "AND") {
      at += 1;
      const next = one();
      all = all && next && [...new Set([...all, ...next])];
    }
    return all;
  }
  function or() {
    let best = and();
    while (tokens[at] === "OR") {
      at += 1;
      const next = and();
      if (!best || (next && rank(next) < rank(best))) best = next;
    }
    return best;
  }
  return or();
}

const hints = {
  "Apache-2.0": [/apache/i, /Apache License\s+Version 2\.0/],
  MIT: [/mit/i, /Permission is hereby granted, free of charge/],
  "BSD-3-Clause": [/bsd/i, /Redistribution and use in source and binary forms/],
  Zlib: [/zlib/i, /provided 'as-is', without any express or implied/],
  "Unicode-3.0": [/unicode/i, /UNICODE LICENSE V3/i],
  "BSL-1.0": [/boost|bsl/i, /Boost Software License/],
};

/** The comment above a crate's code; some have their licence there and in no file. */
export function aboveTheCode(folder) {
  try {
    const [, comment] = readFileSync(join(folder, "src/lib.rs"), "utf8").match(/^\s*\/\*([\s\S]*?)\*\//) ?? [];
    return comment ? [comment.replace(/^ ?\* ?/gm, "").trim()] : [];
  } catch {
    return [];
  }
}

/** The texts of these licences, and notices, in a crate's folder. */
function texts(folder, licences) {
  const files = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice|unlicense|copyright)/i.test(name));
  const read = (name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim();
  const all = [...files.map(read), ...aboveTheCode(folder)];
  const found = licences.map((licence) => all.find((text) => hints[licence][1].test(text)));
  const notices = files.filter((name) => /^notice/i.test(name)).map(read);
  return { texts: [...found.filter(Boolean), ...notices], missing: licences.filter((_, n) => !found[n]) };
}

if (process.argv[1] === here) {
  const host = execFileSync("rustc", ["-vV"], { encoding: "utf8" }).match(/^host: (.*)$/m)[1];
  const crates = new Map();
  for (const crate of [
    ...shipped("wasm32-unknown-unknown", ["--features", "ui,api"]),
    ...shipped(host, []),
  ]) crates.set(`${crate.name} ${crate.version}`, crate);

  const wrong = [];
  const list = [];
  const groups = new Map();
  for (const [name, crate] of [...crates].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const chosen = crate.license && choose(crate.license);
    if (!chosen) {
      wrong.push(`${name}: ${crate.license ?? "no licence"} is not among ${allowed.join(", ")}`);
      continue;
    }
    const found = texts(dirname(crate.manifest_path), chosen);
    // The standard text stands in this project's own LICENSE.
    const missing = found.missing.filter((licence) => licence !== "Apache-2.0");
    if (missing.length > 0) wrong.push(`${name}: no text of ${missing.join(", ")} in it`);
    list.push(`${name}\n    ${chosen.join(" and ")}${crate.license === chosen.join(" AND ") ? "" : `, chosen from: ${crate.license}`}\n    ${crate.repository ?? ""}`.trimEnd());
    for (const text of found.missing.includes("Apache-2.0") ? [...found.texts, own("LICENSE").trim()] : found.texts) {
      const key = createHash("sha256").update(text.replace(/\s+/g, " ")).digest("hex");
      if (!groups.has(key)) groups.set(key, { text, crates: [] });
      groups.get(key).crates.push(name);
    }
  }
  if (wrong.length > 0) {
    console.error(wrong.map((line) => `licences: ${line}`).join("\n"));
    process.exit(1);
  }
  console.log(`licences: ${crates.size} crates, all under ${allowed.join(", ")}`);
  if (out) {
    const rule = "-".repeat(100);
    const head = `What Exactly-Once Lab is made of

Exactly-Once Lab is under the Apache License 2.0. It contains the following crates, and Rust's standard library (MIT or
Apache-2.0, https://github.com/rust-lang/rust). Where one offers a choice of licences, the one that is used here stands first.
`;
    const body = [...groups.values()].map(({ text, crates }) => `${rule}\nFor: ${crates.join(", ")}\n\n${text}\n`);
    writeFileSync(out, `${head}\n${list.join("\n")}\n\n${body.join("\n")}`);
  }
}
