// Lessons and challenges, as a learner walks through them.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dist, launch, open, singleFile } from "./browser.mjs";
import { outcome, scenarioOf, walks } from "./lab.mjs";

const walk = walks();
const text = async (lang, name) =>
  readFile(fileURLToPath(new URL(`../../www/lessons/${lang}/${name}.md`, import.meta.url)), "utf8");

/** The steps of a text: title, options as far as they have no placeholder in them. */
const steps = async (lang, name) =>
  (await text(lang, name)).split(/^## /m).slice(1).map((part) => ({
    title: part.split("\n")[0],
    asks: /^### /m.test(part),
    said: [...part.matchAll(/^- .*? :: (.*)$/gm)].map(([, said]) => said.split(/[{*`]/)[0].trim()),
  }));

const title = (page) => page.locator(".learn h3");
const next = (lab) => lab.page.locator(".learn-nav").getByRole("button", { name: lab.w.learn_next, exact: true });

/** Waits until the lesson has moved the picture to where it wants it. */
const rests = (page) => page.waitForFunction(() => !document.querySelector(".learn") || document.querySelector(".btn.play .icon path")?.getAttribute("d").startsWith("M4.5"));

for (const lang of ["en", "zh"]) {
  walk(`the first lesson, walked through by someone who comes for the first time (${lang})`, {
    locale: lang === "zh" ? "zh-CN" : "en-US",
    lang,
    whole: false,
  }, async ({ lab, page }) => {
    await lab.button(lab.w.learn_start).first().click();
    const wanted = await steps(lang, "first");
    assert.equal(wanted.length, 12);
    for (const [index, step] of wanted.entries()) {
      await title(page).filter({ hasText: step.title }).waitFor();
      await rests(page);
      if (step.asks) {
        assert.deepEqual(new Set(await lab.words()), new Set([lab.w.hidden]), `${step.title}: verdicts are hidden`);
        assert.equal(await page.locator(".seg:not(.m-hidden)").count(), 0, "so is the crash map");
        const options = page.locator(".ask .option");
        if (await options.count()) {
          await options.first().click();
          assert.equal(await page.locator(".option.is-right").count(), 1, step.title);
          const said = await page.locator(".said p").first().innerText();
          assert.ok(said.includes(step.said[0]), `${step.title}: what is said fits the answer: ${said}`);
        } else if (await page.locator(".pick").count()) {
          // Nothing is chosen: what was left out is told.
          await lab.button(lab.w.learn_check).click();
          assert.ok((await page.locator(".pick.is-right").count()) > 0, step.title);
          assert.ok((await page.locator(".said p").first().innerText()).startsWith(lab.w.learn_wrong));
        } else {
          await page.locator(".entry input").fill("99");
          await page.keyboard.press("Enter");
          assert.ok((await page.locator(".said p").first().innerText()).includes(step.said[2]), step.title);
        }
        await rests(page);
        assert.ok(!(await lab.words()).includes(lab.w.hidden), "the answer is seen");
      }
      await (index === 11 ? lab.button(lab.w.learn_done) : next(lab)).click();
    }
    // Back at the list, which knows what was done, also after the page was closed.
    const first = page.locator(".lessons button").first();
    assert.match(await first.innerText(), /12\/12/);
    await page.waitForFunction(() => location.hash && !location.hash.includes("lesson="));
    await page.reload();
    await lab.button(lab.w.learn).click();
    await first.filter({ hasText: "12/12" }).waitFor();
    const file = decodeURIComponent(await page.locator("a[download^=exactly-once-lab-progress]").getAttribute("href"));
    assert.match(file, /exactly-once-lab progress 1\n.*step first 12\n/s);
    await lab.button(lab.w.learn_forget).click();
    await lab.button(lab.w.learn_start).first().waitFor();
  });
}

walk("the records that are marked right are those that the engine says", { hash: "lesson=first&step=7" }, async ({ lab, page }) => {
  const { lanes } = await outcome(await scenarioOf("running-example"));
  await page.locator(".pick").first().waitFor();
  for (const offset of lanes[0].duplicates) await page.locator(".pick").nth(offset).click();
  await lab.button(lab.w.learn_check).click();
  assert.ok((await page.locator(".said p").first().innerText()).startsWith(lab.w.learn_right));
  const right = await page.locator(".pick").evaluateAll((picks) => picks.flatMap((pick, n) => (pick.classList.contains("is-right") ? [n] : [])));
  assert.deepEqual(right, lanes[0].duplicates);
});

walk("one can play by oneself and come back to the step; a link leads to it", { hash: "lesson=first&step=4" }, async ({ lab, page }) => {
  await title(page).waitFor();
  const at = await lab.time();
  await lab.key("Home");
  assert.equal(await lab.time(), 0);
  await lab.button(lab.w.learn_return).click();
  await lab.isAt(at);
  await lab.key("ArrowRight", "c");
  assert.ok((await page.locator(".fault").count()) > 0);
  await lab.button(lab.w.learn_return).click();
  await lab.isAt(at);
  await page.waitForFunction((at) => /^#lesson=first&step=4&t=/.test(location.hash) && location.hash.includes(`t=${at}&`), at);
  await page.reload();
  await title(page).waitFor();
  await lab.isAt(at);
  // Whoever runs ahead does not see what readers get.
  await lab.key("End");
  assert.ok((await page.locator(".cover").count()) > 0);
});

walk("a challenge is judged as one plays, with hints on demand", { hash: "s=no-crash" }, async ({ lab, page }) => {
  await page.getByRole("tab", { name: lab.w.learn }).click();
  const challenge = (await steps("en", "challenges"))[1];
  await page.locator(".lessons button", { hasText: challenge.title }).click();
  await title(page).filter({ hasText: challenge.title }).waitFor();
  assert.ok((await page.locator(".said").innerText()).startsWith(lab.w.learn_not_yet));
  await lab.button(lab.w.learn_hint).click();
  assert.equal(await page.locator(".hints li").count(), 1);
  await lab.goTo("s=no-crash&t=4.6");
  await lab.isAt(4.6);
  await lab.key("c");
  await page.locator(".said", { hasText: lab.w.learn_won }).waitFor();
  await lab.button(lab.w.learn_all).click();
  assert.equal(await page.locator(".lessons button", { hasText: challenge.title }).locator("svg").count(), 1);
});

walk("without its texts a lesson says so, and tries again", { tolerates: /lessons|Failed to load/, hash: "lesson=first", before: (page) => page.route("**/lessons/**", (route) => route.abort()) }, async ({ lab, page }) => {
  await page.getByText(lab.w.failed).waitFor();
  await page.unroute("**/lessons/**");
  await lab.button(lab.w.retry).click();
  await title(page).waitFor();
});

walk("without storage everything works but keeping", {
  before: (page) => page.addInitScript(() => Object.defineProperty(window, "localStorage", { get() { throw new Error("blocked"); } })),
}, async ({ lab, page }) => {
  await lab.button(lab.w.learn_start).first().click();
  await title(page).waitFor();
  await next(lab).click();
  await title(page).filter({ hasText: (await steps("en", "first"))[1].title }).waitFor();
});

walk("progress of another version or in pieces is no obstacle", {
  before: (page) => page.addInitScript(() => localStorage.setItem("exactly-once-lab.progress.1", "exactly-once-lab progress 1\nstep first 1\nstep first 999\n{\"glory\":7}\n\u0000")),
}, async ({ lab, page }) => {
  await lab.button(lab.w.learn).click();
  await page.locator(".lessons button").first().filter({ hasText: "1/12" }).waitFor();
});

test("the texts are in the single file, from disk", { timeout: 60_000, skip: !existsSync(singleFile) && "no single file" }, async () => {
  const browser = await launch();
  try {
    const { page, problems } = await open(browser, `${pathToFileURL(singleFile)}#lesson=first&step=2&lang=zh`);
    await page.locator(".learn h3", { hasText: (await steps("zh", "first"))[1].title }).waitFor();
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
  }
});

test("texts are not part of the first load", async () => {
  assert.ok(existsSync(join(dist, "lessons/en/first.md")));
  assert.ok(!(await readFile(join(dist, "index.html"), "utf8")).includes("lessons/"));
});
