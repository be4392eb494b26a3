// Hidden answers: the class guesses first.
import assert from "node:assert/strict";
import { presets, scenarioOf, walks, words } from "./lab.mjs";

const walk = walks();

/** Words by which the page gives an answer away. */
const telling = (lang) =>
  ["v_once", "v_once_so_far", "v_twice", "v_lost", "v_twice_lost", "v_differs", "v_back", "v_once_note", "v_lost_note", "v_twice_note"].map((name) => words[lang][name]);

for (const lang of ["en", "zh"]) {
  walk(`H covers verdicts, reasons and what readers get, until asked for (${lang})`, { hash: `s=running-example&lang=${lang}&t=99999`, lang }, async ({ lab, page }) => {
    await lab.isAtEnd();
    const open = await lab.words();
    const outside = [];
    for (let lane = 1; lane <= 4; lane += 1) outside.push(await lab.lane(lane).outside.innerText());
    assert.ok(await page.locator(".why").count());
    const pictureBefore = await lab.picture();

    await lab.key("h");
    assert.deepEqual(await lab.words(), [1, 2, 3, 4].map(() => lab.w.hidden));
    for (let lane = 1; lane <= 4; lane += 1) {
      const covered = await lab.lane(lane).outside.innerText();
      assert.match(covered, new RegExp(lab.w.guess.slice(0, 6)));
      assert.equal(await lab.lane(lane).outside.locator(".tok, [role=row]").count(), 0);
    }
    assert.equal(await page.locator(".why").count(), 0);
    assert.equal(await page.locator(".chart").count(), 0, "the value over time shows the fall");
    assert.equal(await page.locator("aside .harm, aside .good, aside .warn").count(), 0);

    // One at a time.
    await lab.lane(3).reveal.click();
    assert.deepEqual(await lab.words(), [1, 2, 3, 4].map((lane) => (lane === 3 ? open[2] : lab.w.hidden)));
    assert.equal(await lab.lane(3).outside.innerText(), outside[2]);
    // All again, as it was.
    await lab.key("H");
    assert.deepEqual(await lab.words(), open);
    await lab.looksLike(pictureBefore, "shown again");
    // Hidden again, nothing is revealed any more.
    await lab.button(lab.w.hide_answers).click();
    assert.deepEqual(await lab.words(), [1, 2, 3, 4].map(() => lab.w.hidden));
  });
}

for (const preset of presets) {
  walk(`nothing gives the answer away: ${preset}`, { hash: `s=${preset}&hide=1` }, async ({ lab, page }) => {
    for (const stop of ["3", "5", "7", "9", "End"]) {
      await lab.key(stop);
      const shown = await page.evaluate(() => document.querySelector("main").innerText + document.querySelector(".transport").innerText);
      for (const word of telling("en")) assert.ok(!shown.includes(word), `${stop}: ${word}`);
      assert.doesNotMatch(shown, /\b(twice|appended again|added again|duplicates?|falls from|lost for good|overwritten)\b/i, stop);
    }
    // A fault may be added and the run played without a word of it.
    assert.equal((await lab.words()).length, (await scenarioOf(preset)).sinks.length);
  });
}

walk("answers stay hidden when the scenario changes, and a revealed lane is covered again", { hash: "s=running-example&hide=1" }, async ({ lab }) => {
  await lab.lane(1).reveal.click();
  assert.notEqual((await lab.words())[0], lab.w.hidden);
  await lab.picker.selectOption("mid-flush");
  assert.deepEqual(new Set(await lab.words()), new Set([lab.w.hidden]));
});
