// What is fetched, what is kept, and that files of two builds never meet.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { execFileSync } from "node:child_process";
import { filesOf, firstLoad, singleFile } from "../../scripts/dist.mjs";
import { dist, launch, newPage, started } from "./browser.mjs";
import { serve } from "./server.mjs";

const finish = fileURLToPath(new URL("../../scripts/finish.mjs", import.meta.url));
let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** A copy of the published page, to be changed. */
function copy(context) {
  const folder = mkdtempSync(join(tmpdir(), "offline-test-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(dist, folder, { recursive: true });
  return folder;
}

/** Makes another build of the page in a folder: another title, and another name for the studio's style sheet. */
function change(folder, title) {
  const page = join(folder, "index.html");
  const style = filesOf(folder).find((name) => /^studio-\w+\.css$/.test(name));
  const other = `studio-${"0123456789abcdef".slice(title.length)}${style.slice(7, 7 + title.length)}.css`;
  renameSync(join(folder, style), join(folder, other));
  const html = readFileSync(page, "utf8").replaceAll(style, other).replace(/<meta name="description"/, `<meta name="build" content="${title}" /><meta name="description"`);
  writeFileSync(page, html);
  execFileSync(process.execPath, [finish, folder]);
}

/** Opens the page and waits until its worker has everything. */
async function visit(url, test) {
  const context = await browser.newContext();
  test.after(() => context.close());
  const { page, problems, requests } = await newPage(context);
  await page.goto(url);
  await started(page, problems);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  return { page, problems, requests };
}

const buildOf = (page) => page.evaluate(() => document.documentElement.dataset.build);
const cachesOf = (page) => page.evaluate(async () => (await caches.keys()).map((name) => name.split(" ").at(-1)));
const waits = (page) => page.evaluate(async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update().catch(() => {});
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((go) => setTimeout(go, 50))) {
    if (registration.waiting) return true;
    if (!registration.installing) return false;
  }
  return false;
});

/** Opens a room of the studio: files that were not needed so far. */
async function openStudio(page, problems) {
  await page.evaluate(() => (location.hash = "s=running-example&room=explore"));
  await page.locator("#studio h1").waitFor();
  assert.deepEqual(problems, []);
}

test("the first load asks for what the payload counts, and for nothing else", async (t) => {
  const server = await serve(dist, "/lab/");
  t.after(() => server.close());
  // Without a worker: what it fetches later for the time without a network is no part of the first load.
  const { page, problems, requests } = await newPage(browser, { serviceWorkers: "block" });
  t.after(() => page.context().close());
  await page.goto(server.url);
  await started(page, problems);
  await page.locator(".lane").first().waitFor();
  const asked = new Set(requests.filter((url) => url.startsWith("http")).map((url) => url.slice(server.url.length) || "index.html"));
  const counted = firstLoad(dist);
  // A headless browser leaves these two out, which others load for their menus.
  for (const name of ["manifest.webmanifest", "icon.svg"]) asked.add(name);
  assert.deepEqual([...asked].sort(), [...counted].sort());
});

test("after the first visit it works without a network, the studio too", async (t) => {
  const server = await serve(dist, "/some/folder/");
  const { page, problems } = await visit(server.url, t);
  await server.close();
  await page.reload();
  await page.keyboard.press("End");
  await page.locator(".verdict b").first().waitFor();
  await openStudio(page, problems);
  // In a tab of its own, with a link in the address.
  const other = await page.context().newPage();
  await other.goto(`${server.url}#s=mid-flush&t=4.75`);
  await other.waitForFunction(() => Number(document.querySelector(".playhead b")?.innerText) === 4.75);
});

test("the worker keeps every file of the build but the single file and itself", async (t) => {
  const server = await serve(dist, "/lab/");
  t.after(() => server.close());
  const { page } = await visit(server.url, t);
  const kept = await page.evaluate(async (base) => {
    const [name] = await caches.keys();
    return (await (await caches.open(name)).keys()).map((request) => request.url.slice(base.length));
  }, server.url);
  assert.deepEqual(kept.sort(), filesOf(dist).filter((name) => ![singleFile, "sw.js"].includes(name)));
});

test("an update is taken whole: the open page keeps its own files, the next load has the new ones", async (t) => {
  const folder = copy(t);
  const server = await serve(folder, "/lab/");
  t.after(() => server.close());
  const { page, problems } = await visit(server.url, t);
  const old = await buildOf(page);
  change(folder, "b");
  assert.ok(await waits(page), "the new worker waits");
  // The server no longer has the old studio; the open page does.
  await openStudio(page, problems);
  assert.equal(await buildOf(page), old);
  await page.goto(server.url);
  await page.waitForFunction((old) => document.documentElement?.dataset.build && document.documentElement.dataset.build !== old, old);
  await started(page, problems);
  assert.equal(await page.evaluate(() => document.querySelector('meta[name="build"]').content), "b");
  await openStudio(page, problems);
  assert.deepEqual(await cachesOf(page), [await buildOf(page)]);
});

test("with a second tab open an update waits until it is closed", async (t) => {
  const folder = copy(t);
  const server = await serve(folder, "/lab/");
  t.after(() => server.close());
  const { page, problems } = await visit(server.url, t);
  const old = await buildOf(page);
  const other = await page.context().newPage();
  await other.goto(server.url);
  await other.locator(".lane").first().waitFor();
  change(folder, "b");
  assert.ok(await waits(page));
  await page.reload();
  assert.equal(await buildOf(page), old);
  await openStudio(page, problems);
  await other.close();
  await page.goto(server.url);
  await page.waitForFunction((old) => document.documentElement?.dataset.build && document.documentElement.dataset.build !== old, old);
});

for (const [what, damage] of [
  ["a file is missing", (folder, name) => rmSync(join(folder, name))],
  ["a file is of another build", (folder, name) => writeFileSync(join(folder, name), "another")],
]) {
  test(`an update of which ${what} is not taken, and the page stays whole`, async (t) => {
    const folder = copy(t);
    const server = await serve(folder, "/lab/");
    t.after(() => server.close());
    const { page, problems } = await visit(server.url, t);
    const old = await buildOf(page);
    change(folder, "b");
    damage(folder, filesOf(folder).find((name) => /^studio-\w+\.css$/.test(name)));
    assert.equal(await waits(page), false, "no new worker");
    problems.length = 0; // the file that could not be had
    await page.reload();
    assert.equal(await buildOf(page), old);
    await openStudio(page, problems);
    assert.deepEqual(await cachesOf(page), [old]);
  });
}

test("it can be installed", async (t) => {
  const server = await serve(dist, "/lab/");
  t.after(() => server.close());
  const { page } = await visit(server.url, t);
  const session = await page.context().newCDPSession(page);
  const { errors, url, data } = await session.send("Page.getAppManifest");
  assert.deepEqual([errors, url], [[], `${server.url}manifest.webmanifest`]);
  for (const { src } of JSON.parse(data).icons) assert.ok(existsSync(join(dist, src)), src);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // The tests' windows are private ones, in which nothing is installed.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
});

test("the page is painted before the engine has come", async (t) => {
  const server = await serve(dist, "/lab/");
  t.after(() => server.close());
  const { page, problems } = await newPage(browser);
  t.after(() => page.context().close());
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 100, downloadThroughput: 200_000, uploadThroughput: 50_000 });
  await page.goto(server.url, { waitUntil: "commit" });
  await started(page, problems);
  const [painted, came] = await page.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0].startTime,
    performance.getEntriesByType("resource").find(({ name }) => name.endsWith("_bg.wasm")).responseEnd,
  ]);
  assert.ok(painted < came, `painted at ${painted} ms, the engine was there at ${came} ms`);
  t.diagnostic(`at 200 kB/s: painted after ${Math.round(painted)} ms, the engine was there after ${Math.round(came)} ms`);
  assert.deepEqual(problems, []);
});
