// The npm package: installed from its folder, the engine in it, the element, the page in a frame, and the examples.
// DIST      what scripts/build made (default: dist/)
// PACKAGE   the package (default: DIST with "-package" behind it)
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { filesOf } from "../../scripts/dist.mjs";
import { dist, launch, newPage } from "./browser.mjs";
import { outcome, scenarioOf } from "./lab.mjs";
import { serve } from "./server.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = process.env.PACKAGE ?? `${dist.replace(/\/$/, "")}-package`;
const example = (path) => join(root, "examples", path);

let browser;
let site;
let server;
before(async () => {
  // A teacher's site: the examples, with package and reveal.js where they say.
  site = mkdtempSync(join(tmpdir(), "package-test-"));
  for (const place of ["exactly-once-lab", "reveal/exactly-once-lab"]) cpSync(folder, join(site, place), { recursive: true });
  cpSync(join(folder, "page"), join(site, "book/lab"), { recursive: true });
  cpSync(join(root, "tests/e2e/node_modules/reveal.js/dist"), join(site, "reveal/reveal.js"), { recursive: true });
  cpSync(example("plain.html"), join(site, "plain.html"));
  cpSync(example("reveal/slides.html"), join(site, "reveal/slides.html"));
  // What mdBook makes of a chapter: blocks of HTML stay as they are.
  const chapter = readFileSync(example("mdbook/src/completed-not-notified.md"), "utf8");
  const [frame] = chapter.match(/<iframe[\s\S]*?<\/iframe>/);
  writeFileSync(join(site, "book/chapter.html"), `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><main>${frame}</main>`);
  [browser, server] = await Promise.all([launch(), serve(site, "/course/")]);
});
after(async () => {
  await browser?.close();
  await server?.close();
  if (site) rmSync(site, { recursive: true, force: true });
});

/** Opens a page of the site; `lab` is the frame with the lab in it. */
async function open(context, path, options = {}) {
  const opened = await newPage(browser, options);
  context.after(() => opened.page.context().close());
  await opened.page.goto(server.url + path);
  return opened;
}

/** A page of the site with this in it. */
async function openWith(context, html, options) {
  writeFileSync(join(site, "own.html"), `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><body>${html}`);
  return open(context, "own.html", options);
}

const noted = `<script>
  window.noted = [];
  addEventListener("message", (event) => event.data?.source === "exactly-once-lab" && noted.push(event.data));
</script>`;
const element = (attributes) => `<script type="module" src="./exactly-once-lab/element.js"></script>
  <exactly-once-lab ${attributes}></exactly-once-lab>`;
const frame = (hash) => `<iframe title="lab" width="1000" height="640" src="./exactly-once-lab/page/index.html#${hash}"></iframe>`;
const hears = (page, type) => page.waitForFunction((type) => noted.findLast((event) => event.type === type), type).then((found) => found.jsonValue());
const shown = (lab, at) => lab.locator(".playhead b", { hasText: new RegExp(`^${at}$`) }).waitFor({ timeout: 20_000 });
const send = (page, message) =>
  page.evaluate((message) => frames[0].postMessage({ target: "exactly-once-lab", ...message }, "*"), message);

test("installed from its folder it gives the engine and the element to Node.js, typed", (t) => {
  const project = mkdtempSync(join(tmpdir(), "package-user-"));
  t.after(() => rmSync(project, { recursive: true, force: true }));
  writeFileSync(join(project, "package.json"), '{ "type": "module", "private": true }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", folder], { cwd: project, stdio: "pipe" });
  writeFileSync(
    join(project, "use.ts"),
    `import init, { Simulation, type Outcome } from "exactly-once-lab";
import type { LabCommand, LabEvent } from "exactly-once-lab/element";
import "exactly-once-lab/element";
await init();
const simulation = new Simulation({ format: 1, records: [{ t: 1, key: "a", value: 1 }], sinks: [{ kind: "append" }] });
const outcome: Outcome = simulation.outcome();
const seek: LabCommand = { target: "exactly-once-lab", command: "seek", t: 1 };
const lab = document.querySelector("exactly-once-lab")!;
lab.addEventListener("verdicts", ({ detail }) => detail.verdicts.map((verdict) => verdict === "waiting"));
lab.scenario = { format: 1, sinks: [{ kind: "increment" }] };
export { outcome, seek, type LabEvent };
// @ts-expect-error there is no such command
export const wrong: LabCommand = { target: "exactly-once-lab", command: "stop" };
`,
  );
  const options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext", "--lib", "es2022,dom"];
  const tsc = join(root, "tests/e2e/node_modules/typescript/bin/tsc");
  try {
    execFileSync(process.execPath, [tsc, ...options, "use.ts"], { cwd: project, stdio: "pipe" });
  } catch (error) {
    assert.fail(String(error.stdout));
  }
  writeFileSync(
    join(project, "run.mjs"),
    `import init, { Simulation } from "exactly-once-lab";
import { ExactlyOnceLab } from "exactly-once-lab/element";
await init();
let text = "";
for await (const part of process.stdin) text += part;
console.log(JSON.stringify([Simulation.version(), typeof ExactlyOnceLab, new Simulation(JSON.parse(text)).verdicts()]));
`,
  );
  return scenarioOf("running-example").then(async (scenario) => {
    const answer = JSON.parse(execFileSync(process.execPath, ["run.mjs"], { cwd: project, input: JSON.stringify(scenario) }));
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const { lanes } = await outcome(scenario);
    assert.deepEqual(answer, [version, "function", lanes.map((lane) => lane.verdict)]);
  });
});

test("it brings no worker, manifest or second copy into a stranger's site", () => {
  const files = filesOf(folder);
  assert.ok(files.includes("page/index.html") && files.includes("LICENSE") && files.includes("README.md"));
  assert.deepEqual(files.filter((name) => /sw\.js|manifest\.webmanifest|exactly-once-lab\.html/.test(name)), []);
  const html = readFileSync(join(folder, "page/index.html"), "utf8");
  assert.doesNotMatch(html, /data-worker|data-download|rel="manifest"/);
  assert.match(html, /Content-Security-Policy/);
});

test("the element shows what its attributes say, and follows them", async (t) => {
  const { page, problems } = await openWith(t, element('scenario="mid-flush" start="4" end="7" lang="zh" label="在刷新中途"'));
  const lab = page.frameLocator("exactly-once-lab iframe");
  await shown(lab, 4);
  assert.equal(await page.locator("exactly-once-lab iframe").getAttribute("title"), "在刷新中途");
  assert.equal(await lab.locator("header, aside").count(), 0, "neither head nor account");
  assert.match(await lab.locator(".verdict").first().innerText(), /[\u4e00-\u9fff]/);
  await lab.getByRole("slider").press("End");
  await shown(lab, 7);
  await page.evaluate(() => document.querySelector("exactly-once-lab").setAttribute("at", "4.75"));
  await shown(lab, 4.75);
  await page.evaluate(() => document.querySelector("exactly-once-lab").setAttribute("controls", "none"));
  await lab.locator("footer").waitFor({ state: "hidden" });
  // A scenario of one's own, as an object.
  await page.evaluate(() => {
    const lab = document.querySelector("exactly-once-lab");
    for (const name of ["start", "end", "at", "controls"]) lab.removeAttribute(name);
    lab.scenario = { format: 1, records: [{ t: 1, key: "k", value: 1 }], sinks: [{ kind: "increment" }] };
  });
  await lab.locator('.lane[data-sink="increment"]').waitFor();
  assert.equal(await lab.locator(".lane").count(), 1);
  assert.deepEqual(problems, []);
});

test("the element's events and methods", async (t) => {
  const { page, problems } = await openWith(t, `${element('scenario="running-example" controls="all"')}
    <script>
      window.noted = [];
      const lab = document.querySelector("exactly-once-lab");
      for (const type of ["ready", "moment", "verdicts", "crash", "refused"]) {
        lab.addEventListener(type, ({ detail }) => noted.push({ type, ...detail }));
      }
    </script>`);
  // Before it is ready; the command waits.
  await page.evaluate(() => customElements.whenDefined("exactly-once-lab").then(() => document.querySelector("exactly-once-lab").seek(12.75)));
  const lab = page.frameLocator("exactly-once-lab iframe");
  await shown(lab, 12.75);
  const { verdicts, start, end, t: at } = await hears(page, "ready");
  assert.deepEqual([at, start, verdicts], [0, 0, Array(4).fill("nothing_read")]);
  await page.waitForFunction(() => noted.some(({ type, t }) => type === "moment" && t === 12.75));
  assert.equal((await hears(page, "verdicts")).t, 12.75);
  await page.evaluate((end) => document.querySelector("exactly-once-lab").seek(end), end);
  // At the end the verdicts are the engine's.
  const scenario = await scenarioOf("running-example");
  const wanted = (await outcome(scenario)).lanes.map((lane) => lane.verdict);
  await page.waitForFunction((wanted) => `${noted.findLast(({ type }) => type === "verdicts")?.verdicts}` === `${wanted}`, wanted);
  await page.evaluate(() => {
    const lab = document.querySelector("exactly-once-lab");
    lab.seek(4.6);
    lab.crash();
  });
  const { at: crashed } = await hears(page, "crash");
  const faults = [{ crash: true, at: crashed }];
  await page.evaluate(() => document.querySelector("exactly-once-lab").seek(10_000));
  const other = (await outcome({ ...scenario, faults })).lanes.map((lane) => lane.verdict);
  await page.waitForFunction((wanted) => `${noted.findLast(({ type }) => type === "verdicts")?.verdicts}` === `${wanted}`, other);
  await page.evaluate(() => document.querySelector("exactly-once-lab").seek(-1));
  assert.match((await hears(page, "refused")).why, /t has to be a number of seconds/);
  assert.deepEqual(problems, []);
});

test("a loop goes round within its range until it is paused", async (t) => {
  const { page, problems } = await openWith(t, noted + frame("s=running-example&embed=1&start=9&end=11&loop=1&play=1"));
  await page.waitForFunction(() => noted.some((event, n) => event.type === "moment" && noted.slice(n).some((later) => later.t < event.t)), undefined, { timeout: 60_000 });
  await send(page, { command: "pause" });
  await page.waitForFunction(() => noted.findLast(({ type }) => type === "moment").playing === false);
  const times = await page.evaluate(() => noted.flatMap(({ t }) => t ?? []));
  assert.ok(times.length > 5 && times.every((at) => at >= 9 && at <= 11), `${Math.min(...times)} to ${Math.max(...times)}`);
  assert.deepEqual(problems, []);
});

test("the frame listens to its parent alone, and takes nothing but commands", async (t) => {
  const { page, problems } = await openWith(t, noted + frame("s=running-example&embed=1") + '<iframe title="other" name="other" srcdoc="x"></iframe>');
  await hears(page, "ready");
  for (const message of [{ command: "stop" }, { command: "seek" }, { command: "seek", t: "4" }, { command: "seek", t: Number.NaN }, { command: "seek", t: -0.1 }, { command: "seek", t: 1e9 }, { command: { toString: 1 } }, {}]) {
    await page.evaluate(() => (noted.length = 0));
    await send(page, message);
    assert.match((await hears(page, "refused")).why, /has to be/, JSON.stringify(message));
  }
  // Not for the lab, or from somebody else: no answer at all.
  await page.evaluate(() => {
    noted.length = 0;
    for (const message of [null, 1, "play", [], { command: "play" }, { target: "other", command: "play" }]) frames[0].postMessage(message, "*");
  });
  const sibling = page.frames().find((one) => one.name() === "other");
  await sibling.evaluate(() => parent.frames[0].postMessage({ target: "exactly-once-lab", command: "play" }, "*"));
  await send(page, { command: "seek", t: 4.6504 });
  await shown(page.frameLocator("iframe[title=lab]"), "4.65");
  const heard = await page.evaluate(() => noted.map(({ type, playing }) => [type, playing]));
  assert.deepEqual(heard.filter(([type, playing]) => type === "refused" || playing), []);
  assert.deepEqual(problems, []);
});

test("what is hidden is not told either", async (t) => {
  const { page } = await openWith(t, noted + frame("s=running-example&embed=1&hide=1&t=12.75"));
  assert.deepEqual((await hears(page, "ready")).verdicts, [null, null, null, null]);
  await page.frameLocator("iframe").locator(".cover button, .covered button").first().click();
  await page.waitForFunction(() => noted.findLast(({ type }) => type === "verdicts")?.verdicts[0]);
});

test("a bad parameter is said in the frame", async (t) => {
  const { page, problems } = await openWith(t, noted + frame("s=running-example&embed=1&start=5&end=4"));
  const notice = page.frameLocator("iframe").locator(".notice");
  await notice.waitFor({ timeout: 20_000 });
  assert.match(await notice.innerText(), /end.*"4".*5\.001/s);
  assert.deepEqual(problems, []);
});

test("the way to the whole page leads to the same place", async (t) => {
  const { page } = await openWith(t, noted + frame("s=mid-flush&embed=1&t=4.75&lang=en"));
  await hears(page, "ready");
  const link = page.frameLocator("iframe").getByRole("link", { name: "Open in the lab" });
  await link.waitFor();
  const [other] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await other.waitForFunction(() => document.querySelector(".playhead b")?.innerText === "4.75", undefined, { timeout: 20_000 });
  assert.equal(await other.locator("header").count(), 1);
});

test("example: an HTML page", async (t) => {
  const { page, problems, requests } = await open(t, "plain.html");
  const lab = page.frameLocator("iframe");
  await shown(lab, 4);
  assert.equal(await page.locator("#engine").innerText(), "duplicates, exactly_once");
  await page.getByRole("button", { name: "To the moment of the crash" }).click();
  await shown(lab, 4.75);
  await page.locator("#says", { hasText: "At 4.75 s" }).waitFor();
  assert.deepEqual(problems, []);
  assert.deepEqual(requests.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:")), []);
});

test("example: a chapter of an mdBook", async (t) => {
  const { page, problems } = await open(t, "book/chapter.html");
  const lab = page.frameLocator("iframe");
  await shown(lab, 2);
  assert.equal(await lab.locator(".covered").count() > 0, true, "answers are hidden");
  assert.deepEqual(problems, []);
});

test("example: slides, where the lab plays while its slide is shown", async (t) => {
  const { page, problems } = await open(t, "reveal/slides.html", { viewport: { width: 1280, height: 800 } });
  await page.waitForFunction(() => window.deck?.isReady());
  await page.keyboard.press("ArrowRight");
  const lab = page.frameLocator("exactly-once-lab[loop] iframe");
  const moment = async () => Number(await lab.locator(".playhead b").textContent({ timeout: 20_000 }));
  for (const end = Date.now() + 20_000; (await moment()) <= 9; ) assert.ok(Date.now() < end, "it plays");
  assert.ok(await page.locator("exactly-once-lab[loop]").isVisible());
  await page.evaluate(() => deck.next());
  await shown(page.frameLocator('exactly-once-lab[scenario="mid-flush"] iframe'), 4.75);
  for (const end = Date.now() + 20_000; ; ) {
    const now = await moment();
    await page.waitForTimeout(300);
    if ((await moment()) === now) break;
    assert.ok(Date.now() < end, "it stops");
  }
  assert.deepEqual(problems, []);
});

for (const [width, height] of [[960, 540], [800, 450], [640, 700], [390, 600]]) {
  test(`a frame of ${width} by ${height} is filled by the page in it`, async (t) => {
    const { page } = await openWith(t, `<iframe title="lab" width="${width}" height="${height}" src="./exactly-once-lab/page/index.html#s=mid-flush&embed=1&t=5"></iframe>`);
    const lab = page.frameLocator("iframe");
    await lab.locator(".transport .play").waitFor({ timeout: 20_000 });
    const box = await lab.locator(".app").evaluate((app) => {
      const [main, footer] = ["main", "footer"].map((name) => app.querySelector(name).getBoundingClientRect());
      return { top: main.top, gap: footer.top - main.bottom, end: innerHeight - footer.bottom, picture: main.height };
    });
    assert.ok(Math.abs(box.top) < 2 && Math.abs(box.gap) < 2 && Math.abs(box.end) < 2, JSON.stringify(box));
    assert.ok(box.picture > height * 0.4, JSON.stringify(box));
  });
}
