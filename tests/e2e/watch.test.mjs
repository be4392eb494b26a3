// Watching: the running example from its paused beginning to its end, by every way through time.
import assert from "node:assert/strict";
import { presets, scenarioOf, walks, words } from "./lab.mjs";

const walk = walks();

walk("starts paused at the beginning and moves only when asked to", {}, async ({ lab, page }) => {
  await lab.isPaused();
  assert.equal(await lab.time(), 0);
  assert.equal((await lab.say.innerText()).trim(), lab.w.not_started);
  const before = await lab.picture();
  // Two frames and a timer later nothing has moved.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 300)))));
  await lab.looksLike(before, "later");
  assert.equal(await lab.time(), 0);
});

walk("plays the running example to its end: four verdicts, each moment told", {}, async ({ lab, page }) => {
  await lab.button(lab.w.play).click();
  await lab.button(lab.w.pause).waitFor();
  await page.waitForFunction(() => Number(document.querySelector(".playhead b").innerText) > 1);
  await lab.button(lab.w.pause).click();
  await lab.isPaused();
  await lab.playToEnd();
  const { v_twice, v_once } = lab.w;
  assert.deepEqual(await lab.verdictsAgree(), [v_twice, v_once, v_once, v_once]);
  const told = await lab.account.innerText();
  for (const what of ["crash", "checkpoint 1", "checkpoint 2"]) assert.match(told, new RegExp(what, "i"));
  assert.ok((await lab.say.innerText()).trim().length > 10, "the last moment has its sentence");
  assert.equal(await lab.say.getAttribute("aria-live"), "polite");
});

walk("playing again begins at the start", { hash: "s=no-crash&t=99999" }, async ({ lab, page }) => {
  await lab.isAtEnd();
  const end = await lab.time();
  await lab.button(lab.w.again).click();
  await lab.button(lab.w.pause).waitFor();
  await page.waitForFunction((end) => Number(document.querySelector(".playhead b").innerText) < end / 2, end);
});

walk("playing does not let the page grow", { hash: "s=running-example" }, async ({ lab, page }) => {
  const count = () => page.evaluate(() => document.querySelectorAll("*").length);
  await lab.playToEnd();
  const atEnd = await count();
  const counts = [];
  for (let round = 0; round < 3; round += 1) {
    await lab.key("Home");
    await lab.playToEnd();
    counts.push(await count());
  }
  assert.deepEqual(counts, [atEnd, atEnd, atEnd]);
  assert.ok(atEnd < 3_000, `${atEnd} elements`);
  // Chromium keeps memory for each of their parts whenever styles change: see src/ui/rows.rs.
  assert.equal(await page.locator("main table").count(), 0);
});

walk("the picker opens every preset, paused at its beginning", {}, async ({ lab }) => {
  const options = await lab.picker.locator("option").evaluateAll((all) => all.map((one) => [one.value, one.textContent.trim()]));
  assert.deepEqual(options.map(([value]) => value).sort(), [...presets].sort());
  assert.equal(new Set(options.map(([, name]) => name)).size, options.length, "each has a name of its own");
  for (const [preset] of options) {
    await lab.picker.selectOption(preset);
    await lab.isPaused();
    assert.equal(await lab.time(), 0);
    await lab.page.waitForFunction((preset) => location.hash.includes(`s=${preset}&`), preset);
    const names = await lab.lanes.locator(".lane-name").allInnerTexts();
    assert.equal(names.length, (await scenarioOf(preset)).sinks.length);
  }
});

// Ways through time.

const interesting = 12.45; // during the replay of the running example

walk("keys and buttons go the same ways", {}, async ({ lab }) => {
  const ways = [
    ["ArrowRight", lab.w.step_forward],
    ["ArrowRight", lab.w.step_forward],
    ["ArrowLeft", lab.w.step_back],
    ["Shift+ArrowRight", lab.w.next_moment],
    ["PageDown", lab.w.next_moment],
    ["Shift+ArrowLeft", lab.w.previous_moment],
    ["PageUp", lab.w.previous_moment],
    ["Shift+ArrowRight", lab.w.next_moment],
    ["End", lab.w.to_end],
    ["Shift+ArrowLeft", lab.w.previous_moment],
    ["Home", lab.w.to_start],
  ];
  const byKeys = [];
  for (const [key] of ways) {
    await lab.key(key);
    byKeys.push(await lab.time());
  }
  const byButtons = [];
  for (const [, name] of ways) {
    await lab.button(name).click();
    byButtons.push(await lab.time());
  }
  assert.deepEqual(byButtons, byKeys);
  assert.equal(byKeys.at(-1), 0);
  assert.ok(new Set(byKeys).size >= 6, String(byKeys));
});

// From a moment at which something happens: only those are come back to by steps.
walk("forward and back by steps comes by the same pictures", { hash: "s=running-example&t=10" }, async ({ lab }) => {
  const there = [];
  for (let step = 0; step < 25; step += 1) {
    there.push([await lab.time(), await lab.picture()]);
    await lab.key("ArrowRight");
  }
  for (const [time, picture] of there.reverse()) {
    await lab.key("ArrowLeft");
    assert.equal(await lab.time(), time);
    await lab.looksLike(picture, `back at ${time}`);
  }
});

walk("a moment looks the same whichever way one got there", {}, async ({ lab, page, url }) => {
  await lab.goTo(`s=running-example&t=${interesting}`);
  await lab.isAt(interesting);
  const wanted = await lab.picture();
  // From behind.
  await lab.key("End");
  await page.waitForFunction((at) => !location.hash.includes(`t=${at}`), interesting);
  await lab.goTo(`s=running-example&t=${interesting}`);
  await lab.isAt(interesting);
  await lab.looksLike(wanted, "from the end");
  // By the slider: to where it stood then.
  const value = await lab.slider.inputValue();
  await lab.key("Home");
  await lab.slider.fill(value);
  await lab.isAt(interesting);
  await lab.looksLike(wanted, "by the slider");
  // In a page that opens there.
  await page.goto("about:blank");
  await page.goto(`${url}#s=running-example&t=${interesting}`);
  await lab.isAt(interesting);
  await lab.looksLike(wanted, "opened there");
});

walk("the slider scrubs by pointer, back as well as forward", {}, async ({ lab, page }) => {
  const box = await lab.slider.boundingBox();
  const times = [];
  const at = (part) => [box.x + box.width * part, box.y + box.height / 2];
  await page.mouse.move(...at(0.1));
  await page.mouse.down();
  for (const part of [0.3, 0.6, 0.9, 0.5, 0.2]) {
    await page.mouse.move(...at(part));
    times.push(await lab.time());
  }
  await page.mouse.up();
  assert.ok(times[0] < times[1] && times[1] < times[2] && times[2] > times[3] && times[3] > times[4], String(times));
  await lab.isPaused();
});

walk("digits go to tenths, and every place has its name for who listens", {}, async ({ lab }) => {
  const times = [];
  for (let digit = 0; digit <= 9; digit += 1) {
    await lab.key(String(digit));
    const time = await lab.time();
    times.push(time);
    assert.match(await lab.slider.getAttribute("aria-valuetext"), new RegExp(`\\b${String(time).replace(".", "\\.")} s$`));
  }
  assert.equal(times[0], 0);
  assert.ok(times.every((time, n) => n === 0 || time > times[n - 1]), String(times));
});

walk("speed goes up and down within its bounds, by key and by button", {}, async ({ lab }) => {
  const speed = lab.button(words.en.speed);
  const read = () => speed.innerText();
  assert.equal(await read(), "1×");
  for (let n = 0; n < 9; n += 1) await lab.key(".");
  const fastest = await read();
  for (let n = 0; n < 9; n += 1) await lab.key(",");
  const slowest = await read();
  assert.ok(parseFloat(fastest) >= 4 && parseFloat(slowest) <= 0.5, `${slowest} to ${fastest}`);
  const seen = new Set();
  for (let n = 0; n < 6; n += 1) {
    seen.add(await read());
    await speed.click();
  }
  assert.equal(seen.size, 6, "the button goes round all speeds");
});

const long = {
  format: 1,
  records: Array.from({ length: 300 }, (_, n) => ({ t: (n + 1) / 10, key: "abc"[n % 3], value: n })),
  sinks: [{ kind: "append" }, { kind: "write_ahead_log" }, { kind: "two_phase_commit" }],
};
walk("of many records the newest are drawn, and how many there are besides", { hash: `scenario=${encodeURIComponent(JSON.stringify(long))}&t=40` }, async ({ lab, page }) => {
  for (const [lane, place] of [[0, ".readable"], [1, ".held"], [2, ".txn"]]) {
    const box = page.locator(".lane").nth(lane).locator(place).first();
    assert.equal(await box.locator(".tok").count(), 40, place);
    assert.match(await box.innerText(), new RegExp(`\\+\\d{2,} ${lab.w.more}`), place);
  }
});
