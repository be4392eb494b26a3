// Reduced motion, light and dark.
import assert from "node:assert/strict";
import { walks } from "./lab.mjs";

const walk = walks();

/** Every position of the playhead and of what moves, frame by frame, as long as it plays. */
const watch = (page) =>
  page.evaluate(async () => {
    const seen = { times: new Set(), places: new Set(), playhead: new Set() };
    for (let frame = 0; frame < 90; frame += 1) {
      await new Promise(requestAnimationFrame);
      seen.times.add(document.querySelector(".playhead b").innerText);
      seen.playhead.add(document.querySelector(".playhead").getAttribute("style"));
      for (const mover of document.querySelectorAll(".mover")) seen.places.add(mover.getAttribute("style"));
    }
    return { times: [...seen.times].map(Number), places: seen.places.size, playhead: seen.playhead.size };
  });

const stops = async (lab) => {
  const found = [0];
  while (found.at(-1) < 3.5) {
    await lab.key("ArrowRight");
    found.push(await lab.time());
  }
  await lab.key("Home");
  return found;
};

walk("with motion reduced the playhead goes from event to event", { reducedMotion: "reduce" }, async ({ lab, page }) => {
  const allowed = await stops(lab);
  await lab.key(" ");
  const { times } = await watch(page);
  assert.ok(times.length > 1, "it does move");
  assert.deepEqual(times.filter((time) => time <= 3.5 && !allowed.includes(time)), []);
  const transitions = await page.evaluate(() =>
    [...document.querySelectorAll("*")].filter((one) => {
      const { transitionDuration, animationName } = getComputedStyle(one);
      return parseFloat(transitionDuration) > 0 || animationName !== "none";
    }).length,
  );
  assert.equal(transitions, 0);
});

walk("otherwise it glides", { reducedMotion: "no-preference" }, async ({ lab, page }) => {
  const allowed = await stops(lab);
  await lab.key(" ");
  const { times, places, playhead } = await watch(page);
  const between = times.filter((time) => !allowed.includes(time));
  assert.ok(between.length > 2, `${between.length} moments between events`);
  assert.ok(playhead > 20, `${playhead} places of the playhead`);
  assert.ok(places > 10, `${places} places of what moves`);
});

const slow = {
  format: 1,
  records: Array.from({ length: 20 }, (_, n) => ({ t: 1 + n / 4, key: "abc"[n % 3], value: n })),
  timing: { hop: 2 },
  sinks: [{ kind: "append" }],
};
walk("who left first is ahead, at every moment", { hash: `scenario=${encodeURIComponent(JSON.stringify(slow))}` }, async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const seen = [];
    const slider = document.querySelector("input[type=range]");
    // There and back again: things come and go at both ends of the row.
    const stops = Array.from({ length: 80 }, (_, n) => (n < 40 ? n : 80 - n) / 40);
    for (const part of stops) {
      slider.value = Math.round(slider.max * part);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
      for (const area of document.querySelectorAll(".pipe .moving")) {
        seen.push([...area.children].map((one) => parseFloat(one.style.translate)));
      }
    }
    return seen;
  });
  const rows = seen.filter((places) => places.length > 1);
  assert.ok(rows.length > 20, `${rows.length} rows of things under way`);
  for (const places of rows) assert.deepEqual(places, [...places].sort((one, other) => other - one));
});

walk("the preference is heeded when it changes while the page is open", { reducedMotion: "no-preference" }, async ({ lab, page }) => {
  const allowed = await stops(lab);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await lab.key(" ");
  const { times } = await watch(page);
  assert.deepEqual(times.filter((time) => time <= 3.5 && !allowed.includes(time)), []);
});

const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const isDark = (colour) => colour.match(/\d+/g).slice(0, 3).map(Number).reduce((a, b) => a + b) < 200;

walk("light and dark follow the system until one chooses", { colorScheme: "dark" }, async ({ lab, page }) => {
  assert.ok(isDark(await paper(page)));
  await page.emulateMedia({ colorScheme: "light" });
  assert.ok(!isDark(await paper(page)));
  await lab.button(lab.w.theme).click();
  assert.ok(isDark(await paper(page)));
  await lab.button(lab.w.theme).click();
  assert.ok(!isDark(await paper(page)));
});

const few = {
  format: 1,
  records: Array.from({ length: 6 }, (_, n) => ({ t: 1 + n, key: "ab"[n % 2], value: n })),
  timing: { hop: 5 },
  sinks: [{ kind: "append" }, { kind: "upsert" }],
};
walk("what glides is moved only: nothing is laid out for it", { hash: `scenario=${encodeURIComponent(JSON.stringify(few))}&t=4` }, async ({ lab, page }) => {
  await lab.key(" ");
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  const { frames, loud } = await page.evaluate(async () => {
    let isLoud = false;
    const isMoved = ({ type, attributeName, target }) => type === "attributes" && attributeName === "style" && target.matches(".mover, .playhead");
    const watch = new MutationObserver((changes) => { isLoud ||= !changes.every(isMoved); });
    watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    const slider = document.querySelector("input[type=range]");
    let [frames, loud, value] = [0, 0, slider.value];
    for (const end = performance.now() + 2000; performance.now() < end; frames += 1) {
      await new Promise(requestAnimationFrame);
      if (isLoud || slider.value !== value) loud += 1;
      [isLoud, value] = [false, slider.value];
    }
    watch.disconnect();
    return { frames, loud };
  });
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const layouts = traceEvents.filter((event) => event.name === "Layout" && event.ph === "X").length;
  assert.ok(frames - loud > 5, `${frames} frames, ${loud} in which more than places changed`);
  // One more for each, as a change may be laid out with the frame after it, and a few around the trace.
  assert.ok(layouts <= loud + 4, `${layouts} layouts for ${loud} changes in ${frames} frames`);
});

for (const [width, height] of [[1440, 900], [1280, 800]]) {
  walk(`a request gets on from the sink to the outside, at ${width} by ${height}`, { hash: "s=running-example&t=3.4", viewport: { width, height } }, async ({ lab, page }) => {
    await lab.key(" ");
    const ways = await page.evaluate(async () => {
      const seen = new Map();
      for (let frame = 0; frame < 120; frame += 1) {
        await new Promise(requestAnimationFrame);
        for (const one of document.querySelectorAll(".wire .mover.request")) {
          seen.set(one, [...(seen.get(one) ?? []), one.getBoundingClientRect().left]);
        }
      }
      return [...seen.values()].filter((places) => places.length > 3);
    });
    assert.ok(ways.length > 1, `${ways.length} requests`);
    for (const places of ways) {
      assert.ok(places.every((place, n) => n === 0 || place >= places[n - 1]), `it goes back: ${places}`);
      assert.ok(places.at(-1) - places[0] > 5, `it stands still: ${places}`);
    }
  });
}
