// What can be taken along: the picture, the data, the session; and the moment as tables.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { started } from "./browser.mjs";
import { Lab, outcome, scenarioOf, walks } from "./lab.mjs";

const walk = walks();

async function save(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  await page.getByRole("status").getByText(download.suggestedFilename()).waitFor();
  return readFile(await download.path());
}

walk("the picture as SVG and PNG, the run as JSON and CSV", { hash: "s=running-example&t=13.4", acceptDownloads: true }, async ({ lab, page, requests, url, browser }) => {
  await lab.button(lab.w.share).click();
  await page.getByRole("dialog").getByRole("link", { name: lab.w.take }).click();
  const svg = (await save(page, "Save as SVG")).toString();
  // In a page without the lab's policy, which lets nothing be parsed.
  const blank = await browser.newPage();
  const shown = await blank.evaluate((svg) => {
    const xml = new DOMParser().parseFromString(svg, "image/svg+xml");
    return { root: xml.documentElement.nodeName, text: xml.documentElement.textContent, scripts: xml.querySelectorAll("script,foreignObject,image").length };
  }, svg);
  await blank.close();
  assert.equal(shown.root, "svg");
  assert.equal(shown.scripts, 0);
  for (const text of ["13.4", lab.w.v_twice, lab.w.sink_2pc, lab.w.state_aborted]) assert.ok(shown.text.includes(text), text);
  const png = await save(page, "Save as PNG");
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  assert.equal(width, 2_800);
  assert.ok(height > 1_000 && png.length > 100_000, `${height} ${png.length}`);
  const scenario = await scenarioOf("running-example");
  const json = JSON.parse(await save(page, "Save as JSON"));
  assert.deepEqual(json.lanes.map((lane) => lane.outcome), (await outcome(scenario)).lanes);
  const csv = (await save(page, "Save as CSV")).toString();
  assert.equal(csv.split("\r\n").length, json.lanes.reduce((sum, lane) => sum + lane.facts.length, 0) + 2);
  assert.deepEqual(requests.filter((one) => !one.startsWith(url) && !one.startsWith("data:") && !one.startsWith("blob:")), []);
});

walk("a long export shows how far it is and can be cancelled", {}, async ({ lab, page }) => {
  const records = Array.from({ length: 2_000 }, (_, n) => ({ t: n / 10, key: `k${n % 7}`, value: n % 9 }));
  const sinks = ["append", "upsert", "increment", "write_ahead_log", "two_phase_commit", "file"].map((kind) => ({ kind }));
  await lab.goTo(`scenario=${encodeURIComponent(JSON.stringify({ format: 1, records, checkpointing: { interval: 5 }, sinks }))}&room=take`);
  await page.locator(".take-room").waitFor({ timeout: 30_000 });
  await page.evaluate(() => {
    window.seen = [];
    new MutationObserver(() => {
      const bar = document.querySelector("progress");
      if (!bar) return;
      if (window.seen.at(-1) !== bar.value) window.seen.push(bar.value);
      if (window.seen.length === 8) [...document.querySelectorAll("button")].find((one) => one.textContent === "Cancel").click();
    }).observe(document.querySelector(".take-room"), { subtree: true, childList: true, attributes: true, characterData: true });
    [...document.querySelectorAll("button")].find((one) => one.textContent === "Save as CSV").click();
  });
  await page.getByText("Cancelled; nothing was saved.").waitFor({ timeout: 30_000 });
  const seen = await page.evaluate(() => window.seen);
  assert.ok(seen.at(-1) > 0 && seen.at(-1) < 1_000 && seen.every((value, n) => n === 0 || value >= seen[n - 1]), seen.join());
});

walk("a session goes into another browser as a file; a bad file changes nothing", { hash: "s=running-example&t=4.6", acceptDownloads: true }, async ({ lab, page, browser, url }) => {
  await lab.button(lab.w.crash_now).click();
  const faults = await lab.faults();
  const here = await page.evaluate(() => location.hash);
  await lab.goTo(`${here.slice(1)}&room=take`);
  const file = await save(page, "Save the session");
  const context = await browser.newContext({ locale: "en-US" });
  const other = await context.newPage();
  await other.addInitScript(() => addEventListener("TrunkApplicationStarted", () => (window.hasStarted = true)));
  await other.goto(`${url}#s=no-crash&t=2&room=take`);
  await started(other, []);
  const give = (buffer) => other.locator("input[type=file]").setInputFiles({ name: "session.json", mimeType: "application/json", buffer });
  await give(Buffer.from("no session"));
  await other.getByText("This file cannot be opened; nothing was changed.").waitFor();
  await give(file);
  const there = new Lab(other);
  await there.isPaused();
  assert.deepEqual(await there.faults(), faults);
  await there.button(there.w.undo).click();
  await there.isAt(4.6);
  await context.close();
});

walk("the moment as tables, by keyboard", { hash: "s=running-example&t=13.4&room=table" }, async ({ page }) => {
  const sinks = page.getByRole("region", { name: /Sinks/ }).getByRole("row");
  assert.match(await sinks.nth(1).innerText(), /At-least-once[^]*a 1, b 3, a 5, a 8[^]*Duplicates/);
  const title = page.getByRole("heading", { level: 2 });
  const before = await title.innerText();
  await page.getByRole("link", { name: "Step forward" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => document.querySelector(".table-room h2").innerText !== before, before);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Step forward", "the focus stays where it was");
});
