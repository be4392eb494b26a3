// The browser for the tests: Chromium, kept off the network.
// CHROMIUM   the browser (default: on PATH `chromium-headless-shell`, which starts pages twice as fast, or else `chromium`)
// DIST       what scripts/build made (default: dist/)
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const dist = process.env.DIST ?? fileURLToPath(new URL("../../dist/", import.meta.url));
export const singleFile = join(dist, "exactly-once-lab.html");

const folders = (process.env.PATH ?? "").split(delimiter);
const executablePath =
  process.env.CHROMIUM ??
  ["chromium-headless-shell", "chromium"].flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));

export function launch() {
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox", // Chromium's own does not work for root
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Gives the page time to draw what has just been asked of it. */
export const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))).catch(() => {
    // It went elsewhere, or is gone.
  });

/** Makes every action of a locator wait for that: what a test reads next is what a person would see. */
function waitForDrawing(page) {
  const prototype = Object.getPrototypeOf(page.locator("body"));
  if (prototype.waitsForDrawing) return;
  prototype.waitsForDrawing = true;
  for (const name of ["check", "clear", "click", "dblclick", "dispatchEvent", "fill", "press", "pressSequentially", "selectOption", "tap", "uncheck"]) {
    const act = prototype[name];
    prototype[name] = async function (...given) {
      const answer = await act.apply(this, given);
      await drawn(this.page());
      return answer;
    };
  }
}

/**
 * A page of its own, with lists that go on growing: `problems` (errors in the console
 * or thrown, requests that failed) and `requests` (every URL asked for). Without
 * `isFirstVisit` the tour of the page has been seen before. Its `reload` waits until
 * it has started again.
 */
export async function newPage(browser, { isFirstVisit = false, ...options } = {}) {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    serviceWorkers: "block", // offline.test.mjs is about those
    ...options,
  });
  waitForDrawing(page);
  const problems = [];
  const requests = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  // What was on its way when the page went elsewhere is broken off by that.
  const isBrokenOff = (request) => request.failure()?.errorText === "net::ERR_ABORTED";
  page.on("requestfailed", (request) => {
    if (!isBrokenOff(request)) problems.push(`${request.url()}: ${request.failure()?.errorText}`);
  });
  page.on("response", (response) => response.status() >= 400 && problems.push(`${response.url()}: ${response.status()}`));
  page.on("request", (request) => requests.push(request.url()));
  await page.addInitScript((isFirstVisit) => {
    addEventListener("TrunkApplicationStarted", () => (window.hasStarted = true));
    try {
      if (!isFirstVisit) localStorage.setItem("exactly-once-lab.tour", "seen");
    } catch {
      // A page without storage has no first visit.
    }
  }, isFirstVisit);
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    await reload(options);
    await started(page, problems);
  };
  return { page, problems, requests };
}

/** Waits until the page has started and shows itself (the texts of another language come after the engine); says so among
 *  its problems if it does not. */
export async function started(page, problems) {
  await page
    .waitForFunction(() => window.hasStarted && !document.getElementById("boot"), undefined, { timeout: 40_000 })
    .catch((error) => problems.push(`the page did not start: ${error.message}`));
}

/** Opens `url` in a page of its own and waits until it has started. */
export async function open(browser, url, options = {}) {
  const opened = await newPage(browser, options);
  await opened.page.goto(url);
  await started(opened.page, opened.problems);
  return opened;
}
