#!/usr/bin/env node
// What is known against the versions in Cargo.lock: node scripts/advisories.mjs DB [Cargo.lock]
//
// DB is a clone of https://github.com/rustsec/advisory-db; nothing is fetched. Exits 1 if a vulnerability is known. What is
// only told (a crate that nobody keeps up any more) is listed and does not fail.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A version as numbers, with what stands behind a dash; `1.2` is 1.2.0. */
function version(text) {
  const [, numbers, pre = ""] = text.trim().match(/^v?([\d.]+)(?:-([0-9A-Za-z.-]+))?/);
  const [major = 0, minor = 0, patch = 0] = numbers.split(".").map(Number);
  return { major, minor, patch, pre, parts: numbers.split(".").length };
}

function compare(a, b) {
  for (const part of ["major", "minor", "patch"]) if (a[part] !== b[part]) return a[part] - b[part];
  if (a.pre === b.pre) return 0;
  // Before a release stand its previews.
  if (!a.pre || !b.pre) return a.pre ? -1 : 1;
  return a.pre < b.pre ? -1 : 1;
}

/** The first version that `^of` (or a plain one) no longer takes. */
function beyond({ major, minor, patch, parts }) {
  if (major > 0 || parts === 1) return version(`${major + 1}.0.0`);
  if (minor > 0 || parts === 2) return version(`0.${minor + 1}.0`);
  return version(`0.0.${patch + 1}`);
}

/** Does a requirement as Cargo writes them (">= 1.2, < 2", "^0.3.1", "~1.2", "= 1.0.0", "*") take a version? */
export function takes(requirement, text) {
  const found = version(text);
  return requirement.split(",").every((part) => {
    const [, sign, of] = part.trim().match(/^(>=|<=|>|<|=|\^|~)?\s*(.*)$/);
    if (of === "*") return true;
    const wanted = version(of.replace(/\.\*$/, ""));
    const order = compare(found, wanted);
    switch (sign) {
      case ">=": return order >= 0;
      case "<=": return order <= 0;
      case ">": return order > 0;
      case "<": return order < 0;
      case "=": return order === 0;
      case "~": return order >= 0 && compare(found, version(wanted.parts === 1 ? `${wanted.major + 1}` : `${wanted.major}.${wanted.minor + 1}`)) < 0;
      default: return order >= 0 && compare(found, beyond(wanted)) < 0;
    }
  });
}

/** What an advisory says: TOML between the first lines of a text, of which this reads what it needs. */
export function read(text) {
  const [, toml] = text.match(/```toml\n([\s\S]*?)```/) ?? [];
  if (!toml) throw new Error("an advisory without its TOML");
  const value = (name) => toml.match(new RegExp(`^${name} = "(.*)"`, "m"))?.[1];
  const list = (name) => [...(toml.match(new RegExp(`^${name} = \\[([^\\]]*)\\]`, "m"))?.[1] ?? "").matchAll(/"([^"]*)"/g)].map(([, one]) => one);
  return {
    id: value("id"),
    crate: value("package"),
    informational: value("informational"),
    withdrawn: value("withdrawn") !== undefined || /^withdrawn/m.test(toml),
    fine: [...list("patched"), ...list("unaffected")],
    title: text.match(/^# (.*)$/m)?.[1] ?? "",
  };
}

/** Is a version of the crate one of those that the advisory is about? */
export const concerns = (advisory, text) => !advisory.withdrawn && !advisory.fine.some((requirement) => takes(requirement, text));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [db, lock = "Cargo.lock"] = process.argv.slice(2);
  if (!db) {
    console.error("advisories: usage: node scripts/advisories.mjs DB [Cargo.lock]");
    process.exit(2);
  }
  let known;
  try {
    known = new Set(readdirSync(join(db, "crates")));
  } catch {
    console.error(`advisories: ${db} is no clone of rustsec/advisory-db`);
    process.exit(2);
  }
  const crates = [...readFileSync(lock, "utf8").matchAll(/^name = "(.*)"\nversion = "(.*)"\nsource/gm)];
  let bad = 0;
  let looked = 0;
  for (const [, name, of] of crates.filter(([, name]) => known.has(name))) {
    for (const file of readdirSync(join(db, "crates", name)).filter((file) => file.endsWith(".md"))) {
      const advisory = read(readFileSync(join(db, "crates", name, file), "utf8"));
      looked += 1;
      if (!concerns(advisory, of)) continue;
      console.log(`${advisory.id} ${name} ${of}: ${advisory.informational ?? "vulnerability"}: ${advisory.title}`);
      if (!advisory.informational) bad += 1;
    }
  }
  console.log(`advisories: ${crates.length} crates, ${looked} advisories about them looked at, ${bad} vulnerabilities`);
  process.exit(bad > 0 ? 1 : 0);
}
