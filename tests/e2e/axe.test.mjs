// axe-core finds nothing: in the lab at several moments, its dialogs and settings, and in every room of the studio; in both
// languages and themes, on a desk and on a phone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { started } from "./browser.mjs";
import { walks } from "./lab.mjs";

const walk = walks();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const source = await readFile(new URL("../../src/app/room.rs", import.meta.url), "utf8");
const rooms = [...source.matchAll(/^ +Room::\w+ => "(\w+)",$/gm)].map(([, code]) => code);
assert.ok(rooms.includes("keys"), "src/app/room.rs is no longer read right");

/** What axe finds, a line a rule with the elements. */
async function findings(page, rules) {
  // Nothing is judged in the middle of a transition.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))));
  if (!(await page.evaluate("typeof axe"))?.startsWith("obj")) await page.evaluate(axe);
  return page.evaluate(async (rules) => {
    const { violations } = await axe.run(document, { ...rules, resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => {
      const where = nodes.slice(0, 4).map(({ target, html, any }) => `${target} ${html.slice(0, 160)} ${any[0]?.message ?? ""}`);
      return `${id}: ${help} (${nodes.length})\n    ${where.join("\n    ")}`;
    });
  }, rules);
}

/** States of the lab: what stands behind the #, and what is done then. */
const states = [
  ["at the beginning", "s=running-example&t=0"],
  ["while records travel", "s=running-example&t=4.75"],
  ["with the job down", "s=running-example&t=10.5"],
  ["in the replay", "s=running-example&t=13.4"],
  ["at the end", "s=running-example&t=99"],
  ["with answers hidden", "s=running-example&t=13&hide=1"],
  ["with two sources", "s=alignment&t=4"],
  ["with a reader that stands still", "s=blocked-reader&t=9"],
  ["with files", "s=files&t=6"],
  ["with six lanes and every kind of fault", `scenario=${encodeURIComponent(JSON.stringify({
    format: 1,
    records: [{ t: 1, key: "a", value: 10 }, { t: 3, key: "b", value: 20 }, { t: 5, key: "c", value: 30 }, { t: 6, key: "d", value: 1 }],
    checkpointing: { interval: 2 },
    sinks: ["append", "upsert", "increment", "write_ahead_log", "two_phase_commit", "file"].map((kind) => ({ kind })),
    faults: [
      { crash: true, at: 4 }, { lose_notification: 2 }, { abort_checkpoint: 3 }, { expire: "all", at: 8 }, { outage: "external", from: 6, to: 7 },
      { delay_notification: 1, by: 3 }, { lose_reply: "commit" }, { surge: { from: 2, to: 4, factor: 4 } }, { jitter: { seed: 7, up_to: 0.4 } },
    ],
  }))}&t=7`],
  ["with a broken link", "s=nonsense"],
  ["with the keys explained", "s=running-example&t=5", async ({ lab, page }) => {
    await lab.key("?");
    await page.getByRole("dialog").waitFor();
  }],
  ["with the link to share", "s=running-example&t=5", async ({ lab, page }) => {
    await lab.button(lab.w.share).click();
    await page.getByRole("dialog").waitFor();
  }],
  ["with the settings of the job", "s=running-example&t=5", ({ lab, page }) => page.getByRole("tab", { name: lab.w.tab_job }).click()],
  ["with the settings of the world", "s=running-example&t=5", ({ lab, page }) => page.getByRole("tab", { name: lab.w.tab_world }).click()],
  ["with the settings of the sinks", "s=running-example&t=5", ({ lab, page }) => page.getByRole("tab", { name: lab.w.tab_sinks }).click()],
  ["with a setting refused", "s=running-example&t=5", async ({ lab, page }) => {
    await page.getByRole("tab", { name: lab.w.tab_job }).click();
    await page.locator(".settings input").first().fill("soon");
    await page.keyboard.press("Tab");
    await page.locator(".wrong").waitFor();
  }],
  ["after acting in the past", "s=running-example&t=4.6", async ({ lab }) => {
    await lab.button(lab.w.crash_now).click();
    await lab.notice.waitFor();
  }],
  ["inside another page", "embed=1&s=running-example&t=4.75"],
  ["inside another page with every control", "embed=1&controls=all&s=running-example&t=4.75"],
  ...rooms.map((room) => [`in the room ${room}`, `s=running-example&t=10.5&room=${room}`]),
  ["in a room that does not exist", "s=running-example&room=cellar"],
  ["in a room with a broken link", "s=nonsense&room=keys"],
];

const variants = [
  ["English, light, desk", { lang: "en", colorScheme: "light", viewport: { width: 1440, height: 900 } }],
  ["Chinese, dark, phone", { lang: "zh", colorScheme: "dark", viewport: { width: 390, height: 844 }, locale: "zh-CN" }],
];

// Every state in two variants; the other two show what only they have in common: one state of each part.
const others = [
  ["Chinese, light, phone", { lang: "zh", colorScheme: "light", viewport: { width: 390, height: 844 }, locale: "zh-CN" }],
  ["English, dark, desk", { lang: "en", colorScheme: "dark", viewport: { width: 1440, height: 900 } }],
];

/** So many states a walk: a walk has its time, and a busy machine is slow. */
const A_WALK = 6;
const parts = Array.from({ length: Math.ceil(states.length / A_WALK) }, (_, n) => states.slice(n * A_WALK, (n + 1) * A_WALK));

const firsts = parts.map(([first]) => first);
const all = [...variants.flatMap((one) => parts.map((part) => [...one, part])), ...others.map((one) => [...one, firsts])];
for (const [variant, options, part] of all) {
  walk(`axe finds nothing: ${variant}: ${part[0][0]} and ${part.length - 1} more`, { ...options, reducedMotion: "reduce" }, async ({ lab, page, url }) => {
    const found = [];
    for (const [what, hash, act] of part) {
      // From an empty page each time: what was kept must not make the next state another one.
      await page.evaluate(() => localStorage.clear());
      await page.goto("about:blank");
      await page.goto(`${url}#${hash}`);
      await started(page, found);
      const isRoom = hash.includes("room=");
      if (isRoom) await page.locator(".studio main").waitFor();
      if (isRoom) await page.waitForFunction(() => [...document.styleSheets].some((sheet) => sheet.href?.includes("studio")));
      await act?.({ lab, page });
      found.push(...(await findings(page, {})).map((line) => `${what}: ${line}`));
      // On a phone the controls stay in sight at the bottom, over what can be scrolled away from under them. Sizes are those
      // of the whole page.
      await page.setViewportSize({ ...options.viewport, height: Math.max(options.viewport.height, 5_000 - 4 * options.viewport.width) });
      found.push(...(await findings(page, { runOnly: ["target-size"] })).map((line) => `${what}: ${line}`));
      await page.setViewportSize(options.viewport);
    }
    assert.equal(found.length, 0, `\n${found.join("\n")}`);
  });
}
