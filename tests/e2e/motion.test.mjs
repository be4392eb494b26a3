// Reduced motion, light and dark.
import assert from "node:assert/strict";
import { walks } from "./lab.mjs";

const walk = walks();

/** Every position of the playhead and of what moves, frame by frame, as long as it plays. */
const watch = (page) =>
  page.evaluate(async () => {
    const seen = { times: new Set(), places: new Set() };
    for (let frame = 0; frame < 90; frame += 1) {
      await new Promise(requestAnimationFrame);
      seen.times.add(document.querySelector(".playhead b").innerText);
      for (const mover of document.querySelectorAll(".mover")) seen.places.add(mover.getAttribute("style"));
    }
    return { times: [...seen.times].map(Number), places: seen.places.size };
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
  const { times, places } = await watch(page);
  const between = times.filter((time) => !allowed.includes(time));
  assert.ok(between.length > 10, `${between.length} moments between events`);
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
