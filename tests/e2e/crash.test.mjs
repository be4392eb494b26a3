// Crashing: at any moment, by every way; acting in the past; taking it back.
import assert from "node:assert/strict";
import { drawn } from "./browser.mjs";
import { facts, scenarioOf, verdictsOf, walks } from "./lab.mjs";

const walk = walks();
const example = await scenarioOf("running-example");

/** The chips of the faults in the scenario. */
const chips = (page) => page.locator(".fault").allInnerTexts();
// Between a commit's request and its coming into force at the store.
const twoPhase = await facts(example, 4);
const heard = twoPhase.find((fact) => fact.name === "notification_received").at;
const committed = twoPhase.find((fact) => fact.name === "transaction_committed").at;
const midCommit = Number(((heard + committed) / 2).toFixed(3));

walk("a crash in the middle of a commit", { hash: `s=running-example&t=${midCommit}` }, async ({ lab, page }) => {
  await lab.isAt(midCommit);
  assert.match(await lab.lane(4).wire.innerText(), /commit/, "the commit is under way");
  assert.match(await lab.lane(4).outside.innerText(), new RegExp(lab.w.state_prepared));
  const former = await lab.picture();
  const formerChips = await chips(page);
  assert.equal(formerChips.length, 1);

  await lab.key("c");
  // The job is down, and what it held in memory is gone.
  await page.getByText(lab.w.job_down).waitFor();
  assert.equal(await page.locator(".sink.gone").count(), 4);
  await lab.lane(3).sink.getByText(lab.w.memory_gone).waitFor();
  // What the store holds is still there.
  assert.match(await lab.lane(4).outside.innerText(), new RegExp(lab.w.state_prepared));
  // The past was changed: the later crash is gone, and the page says so.
  await lab.notice.getByText(lab.w.forked).waitFor();
  const forked = await lab.faults();
  assert.equal(forked.length, 1);
  assert.ok(Math.abs(forked[0].at - midCommit) <= 0.002, JSON.stringify(forked));
  assert.equal((await chips(page)).length, 1);

  await lab.playToEnd();
  const found = await lab.verdictsAgree();
  assert.equal(found[3], lab.w.v_once, "two-phase commit survives it");

  // Undo brings the former run back as it was, redo this one.
  await lab.button(lab.w.undo).click();
  await lab.isAt(midCommit);
  await lab.looksLike(former, "after undo");
  assert.deepEqual(await chips(page), formerChips);
  assert.deepEqual(await lab.faults(), example.faults);
  await lab.key("End");
  assert.deepEqual(await lab.words(), await verdictsOf(example));
  await lab.button(lab.w.redo).click();
  await page.waitForFunction(() => !document.querySelector(".notice"));
  assert.deepEqual(await lab.faults(), forked);
  await lab.key("End");
  assert.deepEqual(await lab.verdictsAgree(), found);
});

walk("undo and redo by keys; the notice offers it too", { hash: `s=running-example&t=${midCommit}` }, async ({ lab, page }) => {
  const [before] = await chips(page);
  const changes = (from) => page.waitForFunction((from) => document.querySelector(".fault").innerText !== from, from);
  await lab.key("c");
  await changes(before);
  const [after] = await chips(page);
  const all = { [before]: after, [after]: before };
  // Each brings the other of the two runs, and nothing else.
  const goes = async (keys, to) => {
    await lab.key(...keys);
    await changes(all[to]);
    assert.deepEqual(await chips(page), [to]);
  };
  await goes(["Control+z"], before);
  await goes(["Control+Shift+Z"], after);
  await goes(["Control+z"], before);
  await goes(["Control+y"], after);
  await goes(["Control+z"], before);
  await goes(["c"], after);
  await lab.notice.getByRole("button", { name: lab.w.undo }).click();
  await changes(after);
  assert.deepEqual(await chips(page), [before]);
  assert.equal(await lab.notice.count(), 0);
});

walk("a crash while it plays, and it goes on playing", { hash: "s=no-crash&t=5" }, async ({ lab, page }) => {
  await lab.button(lab.w.play).click();
  await page.waitForFunction(() => Number(document.querySelector(".playhead b").innerText) > 5.4);
  await lab.button(lab.w.crash_now).click();
  await lab.button(lab.w.pause).waitFor();
  await page.getByText(lab.w.job_down).waitFor();
  assert.equal(await lab.notice.count(), 0, "nothing was taken out, so nothing is said");
  assert.equal((await chips(page)).length, 1);
  // The space bar plays and pauses: the button that was clicked does not catch it.
  await lab.key(" ");
  await lab.isPaused();
  assert.equal((await lab.faults()).length, 1);
  await lab.playToEnd();
  await lab.verdictsAgree();
});

walk("a click on the crash map crashes the job there", { hash: "s=no-crash" }, async ({ lab, page }) => {
  await lab.mapSays.getByText(lab.w.crash_strip).waitFor();
  const strip = lab.strip(2);
  const box = await strip.boundingBox();
  // The map says which moment of which sink the pointer is at, and what a crash there would lead to.
  await strip.hover({ position: { x: box.width * 0.4, y: box.height / 2 } });
  await lab.mapSays.getByText(` · ${lab.w.map_kv}: `).waitFor();
  const offered = parseFloat(await lab.mapSays.innerText());
  await strip.click({ position: { x: box.width * 0.4, y: box.height / 2 } });
  await page.getByText(lab.w.job_down).waitFor();
  const [fault] = await lab.faults();
  assert.ok(Math.abs(fault.at - offered) <= 0.01, `${fault.at}, offered ${offered}`);
  assert.ok(Math.abs((await lab.time()) - fault.at) <= 0.01, "one looks from there on");
  await lab.key("End");
  await lab.verdictsAgree();
});

walk("a place on the crash map is the same moment as that place on the time line", { hash: "s=no-crash" }, async ({ lab, page }) => {
  await lab.mapSays.getByText(lab.w.crash_strip).waitFor();
  const [box, track] = [await lab.strip(2).boundingBox(), await page.locator(".track").boundingBox()];
  assert.ok(Math.abs(box.x - track.x) <= 1 && Math.abs(box.width - track.width) <= 1, "they stand one under the other");
  for (const part of [0.06, 0.3, 0.55, 0.8]) {
    const x = box.x + box.width * part;
    await page.mouse.click(x, track.y + track.height / 2);
    await drawn(page);
    const there = await lab.time();
    await page.mouse.move(x, box.y + box.height / 2);
    await drawn(page);
    const said = parseFloat(await lab.mapSays.innerText());
    assert.ok(Math.abs(said - there) <= 0.1, `at ${part}: the time line goes to ${there}, the map says ${said}`);
    const line = await page.locator(".map-line").first().boundingBox();
    assert.ok(Math.abs(line.x - x) <= 2, `at ${part}: the pointer is at ${x}, the line at ${line.x}`);
  }
});

walk("a second crash later keeps the first; taking them out brings the run without a crash", { hash: "s=no-crash&t=4" }, async ({ lab, page }) => {
  await lab.key("c");
  await lab.key("9");
  await lab.key("c");
  assert.equal((await lab.faults()).length, 2);
  await lab.key("End");
  await lab.verdictsAgree();
  for (const left of [1, 0]) {
    await page.getByRole("button", { name: new RegExp(`^${lab.w.remove}: `) }).first().click();
    assert.equal((await chips(page)).length, left);
    assert.equal((await lab.faults()).length, left);
  }
  await lab.key("End");
  assert.deepEqual(await lab.verdictsAgree(), await verdictsOf(await scenarioOf("no-crash")));
});

walk("the task can throw in place of being killed", { hash: "s=no-crash&t=8.4" }, async ({ lab, page }) => {
  const how = page.getByRole("combobox", { name: lab.w.how_title });
  await how.selectOption({ label: lab.w.how_fail });
  await lab.page.getByRole("heading", { level: 1 }).click();
  await lab.key("c");
  const [fault] = await lab.faults();
  assert.equal(fault.how ?? fault.failure, "fail");
  assert.match((await chips(page))[0], new RegExp(lab.w.how_fail));
  await lab.key("End");
  await lab.verdictsAgree();
});

walk("crashing again and again, everywhere", { hash: "s=no-crash" }, async ({ lab, page }) => {
  const length = Number(await lab.slider.getAttribute("max"));
  for (const part of [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1]) {
    await lab.key("Home");
    await page.evaluate((part) => {
      const slider = document.querySelector("input[type=range]");
      slider.value = Math.round(part * slider.max);
      slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }, part);
    await lab.key("c");
    await lab.key("End");
    await lab.verdictsAgree();
  }
  assert.ok(length > 0);
});
