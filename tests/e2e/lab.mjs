// What the tests know of the page: how a person finds things in it, and what the
// engine says that should stand there. Expected words and verdicts are not typed in:
// words come from src/i18n/words.rs, verdicts from `lab run`.
// LAB    the command line tool (default: built by cargo, which is quick when it is there)
// SHOTS  a folder for a picture of the page when a walk fails
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { dist, drawn, launch, newPage, started } from "./browser.mjs";
import { serve } from "./server.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

// The page's words.

/** The short texts of a file of `src/i18n`: `en.play`, `zh.play`. */
export async function wordsOf(file) {
  const source = await readFile(join(root, "src/i18n", file), "utf8");
  const both = [...source.matchAll(/^\s*(\w+) = ("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*");/gm)];
  assert.ok(both.length > 5, `src/i18n/${file} is no longer read right`);
  return {
    en: Object.fromEntries(both.map(([, name, en]) => [name, JSON.parse(en)])),
    zh: Object.fromEntries(both.map(([, name, , zh]) => [name, JSON.parse(zh)])),
  };
}
/** Every short text of the lab: `words.en.play`, `words.zh.play`. */
export const words = await wordsOf("words.rs");
assert.ok(words.en.play && words.zh.play);

const verdictWords = {
  exactly_once: "v_once",
  duplicates: "v_twice",
  loss: "v_lost",
  duplicates_and_loss: "v_twice_lost",
  differs: "v_differs",
  extra: "v_extra", // what the page calls `differs` where the table has rows that should not be there
};

// Presets and what the engine says of them.

const folder = join(root, "www/scenarios");
/** Names of the presets that are files. */
export const presets = (await readdir(folder)).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));
/** The scenario of a preset. */
export const scenarioOf = async (preset) => JSON.parse(await readFile(join(folder, `${preset}.json`), "utf8"));

let built;
async function tool() {
  if (process.env.LAB) return process.env.LAB;
  built ??= run("cargo", ["build", "--quiet", "--locked", "--bin", "lab", "--message-format=json"], {
    cwd: root,
    maxBuffer: 1e8,
  }).then(({ stdout }) => {
    const made = stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    return made.find((one) => one.target?.name === "lab" && one.executable).executable;
  });
  return built;
}

async function feed(args, text) {
  const child = spawn(await tool(), args, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(text);
  let out = "";
  for await (const chunk of child.stdout) out += chunk;
  return out;
}

/** The names of points and facts at which a crash can strike, as scenarios write them. */
export async function names() {
  const { point, fact } = JSON.parse((await run(await tool(), ["schema"])).stdout).$defs;
  const found = [...point.anyOf.flatMap((one) => one.enum ?? []), ...fact.enum];
  assert.ok(found.includes("2pc.commit.after") && found.includes("checkpoint_completed"));
  return found;
}

/** The outcome of a scenario. */
export async function outcome(scenario) {
  const answer = JSON.parse(await feed(["run", "--lines"], `${JSON.stringify(scenario)}\n`));
  assert.equal(answer.error, undefined);
  return answer;
}

/** What happens in a lane (from 1) of a scenario: `{ at, name, text }`, as `lab run --table` tells it. */
export async function facts(scenario, lane) {
  const table = await feed(["run", "-", "--table", "--lane", String(lane)], JSON.stringify(scenario));
  return table.split("\n").flatMap((line) => {
    const match = line.match(/^ *([\d.]+) +\d+ +\d+ +(\w+) ?(.*)$/);
    return match ? [{ at: Number(match[1]), name: match[2], text: match[3] }] : [];
  });
}

/** The scenario that an address names. */
export async function scenarioAt(address) {
  const link = new URLSearchParams(new URL(address).hash.slice(1));
  if (link.has("scenario")) return JSON.parse(link.get("scenario"));
  const scenario = await scenarioOf(link.get("s"));
  return link.has("faults") ? { ...scenario, faults: JSON.parse(link.get("faults")) } : scenario;
}

/** The verdict's word of every lane at the end of a scenario, in a language. */
export async function verdictsOf(scenario, lang = "en") {
  const { lanes } = await outcome(scenario);
  const { lanes: calm } = lanes.some((lane) => lane.verdict === "differs") ? await outcome({ ...scenario, faults: [] }) : { lanes };
  return lanes.map((lane, n) => {
    const isExtra = lane.verdict === "differs" && Object.keys(lane.table).some((row) => !(row in calm[n].table));
    // What is right in a store may not have got to its readers, or more than that.
    const isWell = lane.verdict === "exactly_once";
    if (isWell && lane.reader?.dirty.length) return words[lang].v_dirty;
    if (isWell && lane.reader?.hidden.length) return words[lang].v_blocked;
    return words[lang][verdictWords[isExtra ? "extra" : lane.verdict]];
  });
}

// The page.

/** What `read` gives once it is as wanted; after half a minute what it gives then. The page draws in its own time. */
export async function soon(read, isWanted) {
  for (const end = Date.now() + 30_000; ; await new Promise((go) => setTimeout(go, 20))) {
    const found = await read();
    if (isWanted(found) || Date.now() > end) return found;
  }
}

/** The page as a person finds things in it. */
export class Lab {
  constructor(page, lang = "en") {
    this.page = page;
    this.lang = lang;
  }

  get w() {
    return words[this.lang];
  }

  /** A button by the beginning of its name (behind it may stand its key). */
  button(name) {
    const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return this.page.getByRole("button", { name: new RegExp(`^${quoted}( |$)`) });
  }

  get slider() {
    return this.page.getByRole("slider");
  }

  get picker() {
    return this.page.getByRole("combobox", { name: this.w.scenario });
  }

  get notice() {
    return this.page.locator(".notice");
  }

  get account() {
    return this.page.getByRole("complementary", { name: this.w.what_happened });
  }

  /** The sentence of the moment. */
  get say() {
    return this.page.locator(".say");
  }

  get lanes() {
    return this.page.locator(".lane");
  }

  /** The strip of a lane (from 1) in the crash map. */
  strip(number) {
    return this.page.locator(".crash-map").getByRole("button").nth(number - 1);
  }

  /** What the crash map says of the moment under the pointer. */
  get mapSays() {
    return this.page.locator(".map-says");
  }

  /** A lane by its number from 1. */
  lane(number) {
    const lane = this.lanes.nth(number - 1);
    return {
      name: lane.locator(".lane-name"),
      sink: lane.locator(".sink"),
      wire: lane.locator(".wire"),
      outside: lane.locator(".out"),
      verdict: lane.locator(".verdict"),
      word: lane.locator(".verdict b"),
      reveal: lane.getByRole("button", { name: this.w.reveal, exact: true }),
    };
  }

  /** The word of every verdict as it stands. */
  words() {
    return this.page.locator(".verdict b").allInnerTexts();
  }

  /** The moment under the playhead, in seconds. */
  async time() {
    return Number(await this.page.locator(".playhead b").innerText());
  }

  /** Waits until the playhead stands at a moment. */
  async isAt(seconds) {
    await this.page.waitForFunction((at) => Number(document.querySelector(".playhead b")?.innerText) === at, seconds);
  }

  async isPaused() {
    await this.button(this.w.play).waitFor();
  }

  async isAtEnd() {
    await this.button(this.w.again).waitFor();
  }

  /** Presses a key on nothing in particular. */
  async key(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
    await drawn(this.page);
  }

  /** Goes to another address by changing what stands after the #. */
  async goTo(hash) {
    await this.page.evaluate((hash) => (location.hash = hash), hash);
  }

  /** Shows a moment of a preset, as quickly as the page can; asks again while the page is still busy with the last one. */
  async show(preset, seconds) {
    await this.page.waitForFunction(
      ([preset, seconds, lang]) => {
        const shown = document.querySelector("header select").value === preset;
        const [at, end] = [Number(document.querySelector(".playhead b").innerText), document.querySelector("input[type=range]")];
        if (shown && (Math.abs(at - seconds) < 0.01 || (seconds > at && end.value === end.max))) return true;
        location.hash = `s=${preset}&t=${seconds}&lang=${lang}&n=${Math.random()}`;
        return false;
      },
      [preset, seconds, this.lang],
    );
  }

  /** Waits until the address holds the moment and the faults that the page shows. */
  async isKept() {
    const read = async () => {
      const { address, time, chips } = await this.page.evaluate(() => ({
        address: location.href,
        time: document.querySelector(".playhead b").innerText,
        chips: [...document.querySelectorAll(".fault")].map((chip) => chip.textContent),
      }));
      // A crash a millisecond after a moment is told as one right after it.
      const tells = (chip, at) => [at, at - 0.001].some((at) => chip.includes(` ${Number(at.toFixed(3))} `));
      // A broken link names no scenario; it is soon replaced.
      const [link, { format, faults = [] }] = [new URLSearchParams(new URL(address).hash.slice(1)), await scenarioAt(address).catch(() => ({}))];
      const isSame = format && faults.length === chips.length && faults.every(({ at }, n) => at === undefined || tells(chips[n], at));
      return { address, time, chips, holds: link.get("t") === time && isSame };
    };
    const { address, time, chips, holds } = await soon(read, ({ holds }) => holds);
    assert.ok(holds, `the address ${address} does not hold what the page shows: ${time}, ${chips.join("; ")}`);
    return address;
  }

  /** The faults of the scenario, as the address holds them. */
  async faults() {
    return (await scenarioAt(await this.isKept())).faults ?? [];
  }

  /** Everything that the picture and the account show. */
  picture() {
    return this.page.evaluate(() => {
      const draw = (node) => {
        if (node.nodeType !== Node.ELEMENT_NODE) return node.textContent;
        const attributes = [...node.attributes].map((one) => ` ${one.name}="${one.value}"`).sort().join("");
        return `<${node.localName}${attributes}>${[...node.childNodes].map(draw).join("")}</>`;
      };
      return draw(document.querySelector("main"));
    });
  }

  /** The picture is this one, or soon will be; says only where it differs. */
  async looksLike(wanted, where) {
    const found = await soon(() => this.picture(), (found) => found === wanted);
    if (found === wanted) return;
    let at = 0;
    while (found[at] === wanted[at]) at += 1;
    const part = (text) => text.slice(Math.max(0, at - 60), at + 90);
    assert.fail(`${where}: the picture differs:\n  is     …${part(found)}…\n  wanted …${part(wanted)}…`);
  }

  /** Plays to the end at full speed. */
  async playToEnd() {
    await this.key(".", ".", ".", ".", ".");
    await this.key(" ");
    await this.button(this.w.again).waitFor({ timeout: 60_000 });
  }

  /** Every lane's verdict at the end is the engine's. The scenario is read from the address. */
  async verdictsAgree() {
    await this.isAtEnd();
    const address = await this.isKept();
    const found = await this.words();
    assert.deepEqual(found, await verdictsOf(await scenarioAt(address), this.lang));
    return found;
  }
}

/**
 * Gives `walk(name, options, body)`: a test with a page of its own that has been opened
 * and started, and after which nothing may have gone wrong in the console. Options:
 * `hash` (what stands behind the #), `lang` (what the test speaks), `before` (what to do
 * with the page before it opens), `starts: false` (the page is not expected to start), `whole: false` (its second part
 * is not loaded before the walk begins),
 * `tolerates` (a pattern of problems that belong to the test), and those of a browser's context.
 */
export function walks() {
  let browser;
  let server;
  before(async () => ([browser, server] = await Promise.all([launch(), serve(dist, "/lab/v1/")])));
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return function walk(name, options, body) {
    const { hash = "", lang, before, starts = true, whole = true, tolerates, ...context } = options;
    test(name, { timeout: 300_000 }, async () => {
      const { page, problems, requests } = await newPage(browser, context);
      page.setDefaultTimeout(30_000); // much more than anything takes, on a machine that has other things to do, too
      try {
        await before?.(page);
        await page.goto(`${server.url}${hash && "#"}${hash}`);
        if (starts) await started(page, problems);
        if (starts && whole) await page.evaluate(async () => void (isSplit && (await loadMore(page))));
        await body({ lab: new Lab(page, lang), page, problems, requests, url: server.url, browser });
        assert.deepEqual(problems.filter((problem) => !tolerates?.test(problem)), []);
      } catch (error) {
        if (problems.length) error.message += `\nproblems of the page: ${problems.join("\n")}`;
        if (process.env.SHOTS) {
          const path = join(process.env.SHOTS, `${name.replace(/\W+/g, "-")}.png`);
          await page.screenshot({ path }).catch(() => {});
        }
        throw error;
      } finally {
        await page.context().close();
      }
    });
  };
}
