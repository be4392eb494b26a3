// The published page in Firefox: served, as one file from disk, without a network, and in somebody else's page.
// DIST      what scripts/build made (default: dist/)
// PACKAGE   the npm package (default: DIST with "-package" behind it)
// SHOTS     a folder for a picture of the page
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serve } from "../e2e/server.mjs";
import { launch } from "./webdriver.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const dist = process.env.DIST ?? join(root, "dist");
const package_ = process.env.PACKAGE ?? `${dist.replace(/\/$/, "")}-package`;
let firefox;
before(async () => (firefox = await launch()));
after(() => firefox?.close());

/** The page with a listener before its policy begins to count, which notes what goes wrong. */
function watched(context) {
  const folder = mkdtempSync(join(tmpdir(), "firefox-test-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(dist, folder, { recursive: true });
  for (const name of ["index.html", "exactly-once-lab.html"]) {
    const watch = `<script>
      window.problems = [];
      document.addEventListener("securitypolicyviolation", (e) => problems.push(e.effectiveDirective + ": " + e.blockedURI));
      addEventListener("error", (e) => problems.push(String(e.message ?? e.target?.src)), true);
      addEventListener("unhandledrejection", (e) => problems.push(String(e.reason)));
    </script>`;
    const html = readFileSync(join(folder, name), "utf8");
    assert.match(html, /<meta http-equiv="Content-Security-Policy"/);
    writeFileSync(join(folder, name), html.replace(/<meta http-equiv="Content-Security-Policy"/, (meta) => watch + meta));
  }
  return folder;
}

const isAt = (seconds) => firefox.until((seconds) => Number(document.querySelector(".playhead b")?.textContent) === seconds, seconds);
const words = () => [...document.querySelectorAll(".verdict b")].map((b) => b.textContent);

/** What a visitor does, by keyboard; nothing may go wrong meanwhile. */
async function walk(url) {
  await firefox.open(`${url}#s=running-example&lang=en`);
  await isAt(0);
  assert.equal(await firefox.title(), "Exactly-Once Lab");
  await firefox.keys("End");
  await firefox.until((at) => document.querySelector(".playhead b").textContent !== at, "0");
  const calm = await firefox.run(words);
  assert.equal(calm.length, 4);
  await firefox.keys("Home");
  await isAt(0);
  // It plays, and time goes on by itself.
  await firefox.keys(" ");
  await firefox.until(() => Number(document.querySelector(".playhead b").textContent) > 1);
  await firefox.keys(" ");
  // A crash where there was none, and back.
  const before = await firefox.run(() => document.querySelectorAll(".fault").length);
  await firefox.keys("c");
  await firefox.until(() => /faults=/.test(location.hash));
  assert.deepEqual([before, await firefox.run(() => document.querySelectorAll(".fault").length)], [1, 1], "the later crash is gone");
  // Another moment by its address, in the other language.
  await firefox.run(() => (location.hash = "s=mid-flush&t=4.75&lang=zh"));
  await isAt(4.75);
  await firefox.until(() => document.documentElement.lang === "zh-CN" && /[\u4e00-\u9fff]/.test(document.querySelector(".verdict").textContent));
  if (process.env.SHOTS) writeFileSync(join(process.env.SHOTS, "firefox.png"), await firefox.picture());
  // A room of the studio: a module that is loaded now.
  await firefox.run(() => (location.hash = "s=mid-flush&room=explore&lang=en"));
  await firefox.until(() => document.querySelector("#studio [aria-current=page]"));
  assert.deepEqual(await firefox.run(() => problems), []);
}

test("a walk through the page served from a sub-folder", async (t) => {
  const server = await serve(watched(t), "/lab/v1/");
  t.after(() => server.close());
  t.diagnostic(`Firefox ${firefox.version}`);
  await walk(server.url);
});

test("a walk through the single file from disk", async (t) => {
  const folder = watched(t);
  await walk(pathToFileURL(join(folder, "exactly-once-lab.html")).href);
  // The help says which version it is, and does not offer what is open already.
  await firefox.run(() => (location.hash = "s=mid-flush&lang=en"));
  await firefox.until(() => !document.documentElement.hasAttribute("data-room"));
  await firefox.keys("?");
  assert.match(await firefox.until(() => document.querySelector("dialog .about")?.textContent), /^Version \d+\.\d+\.\d+ \([0-9a-f]{12}\)$/);
});

test("after the first visit it works without a network", async (t) => {
  const server = await serve(dist, "/some/folder/");
  await firefox.open(server.url);
  await firefox.until(() => navigator.serviceWorker.controller);
  await server.close();
  // Opened anew: the driver's own reload goes past workers.
  await firefox.open("about:blank");
  await firefox.open(`${server.url}#s=mid-flush&t=4.75`);
  await isAt(4.75);
  await firefox.run(() => (location.hash = "s=mid-flush&room=explore"));
  await firefox.until(() => document.querySelector("#studio [aria-current=page]"));
});

test("the element in an HTML page: it shows, tells and obeys", async (t) => {
  const site = mkdtempSync(join(tmpdir(), "firefox-site-"));
  t.after(() => rmSync(site, { recursive: true, force: true }));
  cpSync(package_, join(site, "exactly-once-lab"), { recursive: true });
  cpSync(join(root, "examples/plain.html"), join(site, "plain.html"));
  const server = await serve(site, "/course/");
  t.after(() => server.close());
  await firefox.open(`${server.url}plain.html`);
  await firefox.until(() => /^At 4 s: /.test(document.getElementById("says").textContent));
  assert.equal(await firefox.until(() => /,/.test(document.getElementById("engine").textContent) && document.getElementById("engine").textContent), "duplicates, exactly_once");
  await firefox.click("#there");
  await firefox.until(() => /^At 4.75 s: /.test(document.getElementById("says").textContent));
});
