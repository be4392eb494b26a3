#!/usr/bin/env node
// The loop of scripts/mutants: chooses the sample, runs one mutant after the other, keeps what came of each.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = join(root, "target/mutants");
const copy = join(folder, "copy");
const results = join(folder, "results.jsonl");
const folders = ["src/sim/**", "src/run/**", "src/explore/**"];
// Deliberate mistakes are switched on by name; a mistake in them is none of the engine's.
const excluded = ["src/sim/mutant.rs", "src/**/tests/**", "src/**/tests.rs"];

const options = { seed: 1, sample: 150, shard: "0/1", "at-most": Infinity };
const args = process.argv.slice(2);
for (let at = 0; at < args.length; at += 2) {
  const name = args[at].replace(/^--/, "");
  if (name === "report") at -= 1;
  else if (!(name in options) || args[at + 1] === undefined) misuse(`${args[at]} is not known or has no value`);
  else options[name] = name === "shard" ? args[at + 1] : Number(args[at + 1]);
}
const [shard, shards] = options.shard.split("/").map(Number);
if (!(shards > 0 && shard >= 0 && shard < shards) || Number.isNaN(options.seed + options.sample + options["at-most"])) {
  misuse("a number is wrong");
}

const known = existsSync(results) ? readFileSync(results, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line)) : [];
if (args.includes("--report")) report();
else run();

function misuse(what) {
  console.error(`mutants: ${what}; see scripts/mutants --help`);
  process.exit(2);
}

/** Every mutant, in an order that the seed decides; the sample is the first of them. */
function sample() {
  const list = ["mutants", "--list", "--json", ...folders.flatMap((one) => ["-f", one]), ...excluded.flatMap((one) => ["-e", one])];
  const all = JSON.parse(execFileSync("cargo", list, { cwd: copy, maxBuffer: 1e9 }));
  const place = (mutant) => createHash("sha256").update(`${options.seed} ${mutant.name}`).digest("hex");
  const ordered = all.map((mutant) => [place(mutant), mutant]).sort(([one], [other]) => (one < other ? -1 : 1));
  console.log(`${all.length} mutants, a sample of ${options.sample} by seed ${options.seed}`);
  return ordered.slice(0, options.sample).map(([, mutant]) => mutant);
}

function run() {
  let left = options["at-most"];
  for (const [index, mutant] of sample().entries()) {
    if (index % shards !== shard || known.some((one) => one.name === mutant.name)) continue;
    if (left-- <= 0) break;
    const out = join(folder, "out");
    rmSync(out, { recursive: true, force: true });
    const started = Date.now();
    const exact = `^${mutant.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
    // In place: the copy is a clone of its own. Its build is kept from one to the next.
    const call = ["mutants", "--in-place", "--baseline", "skip", "--timeout", "400", "--no-shuffle", "--colors", "never", "-F", exact, "-f", mutant.file, "-o", out];
    // Mutants that take a field out come along whatever is asked for.
    if (!mutant.name.includes("delete field")) call.push("-E", "delete field");
    const tests = ["--", "--locked", "--lib", "--test", "it", "--test", "world", "--test", "explore"];
    spawnSync("cargo", [...call, ...tests], {
      cwd: copy,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        // Fewer random runs than usual: what is random finds most mutants at once, and the rest by other tests.
        LAB_CASES: "1500",
        CARGO_PROFILE_TEST_OPT_LEVEL: "1",
        CARGO_PROFILE_TEST_DEBUG: "0",
        ...process.env,
        CARGO_TARGET_DIR: resolve(folder, "build"),
      },
    });
    execFileSync("git", ["checkout", "-q", "--force", "."], { cwd: copy });
    const outcomes = JSON.parse(readFileSync(join(out, "mutants.out/outcomes.json"), "utf8"));
    const outcome = outcomes.outcomes.find((one) => one.scenario.Mutant?.name === mutant.name)?.summary ?? "Nothing";
    const line = { name: mutant.name, outcome, seconds: Math.round((Date.now() - started) / 1000), place: index };
    appendFileSync(results, `${JSON.stringify(line)}\n`);
    known.push(line);
    console.log(`${outcome} (${line.seconds} s) ${mutant.name}`);
  }
  report();
}

function report() {
  const by = (...outcomes) => known.filter((one) => outcomes.includes(one.outcome));
  const [caught, survived, unviable] = [by("CaughtMutant", "Timeout"), by("MissedMutant"), by("Unviable")];
  const viable = caught.length + survived.length;
  const share = viable ? ((caught.length / viable) * 100).toFixed(1) : "-";
  console.log(`${known.length} run: ${caught.length} caught, ${survived.length} survived, ${unviable.length} do not compile; ${share} % of the viable ones caught`);
  for (const one of survived) console.log(`  survived: ${one.name}`);
  for (const one of known.filter((one) => ![...caught, ...survived, ...unviable].includes(one))) console.log(`  ${one.outcome}: ${one.name}`);
}
