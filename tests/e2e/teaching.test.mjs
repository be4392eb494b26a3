// In a classroom: the tour, help on terms, presenting, and the link on the wall.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { parse } from "../../www/terms.js";
import { steps } from "../../www/tour.js";
import { singleFile, started } from "./browser.mjs";
import { Lab, walks } from "./lab.mjs";

const walk = walks();
const glossary = {};
for (const lang of ["en", "zh"]) {
  glossary[lang] = parse(await readFile(new URL(`../../www/glossary/${lang}.txt`, import.meta.url), "utf8"));
}
const locales = { en: "en-US", zh: "zh-CN" };
const isSeen = (page) => page.evaluate(() => localStorage.getItem("exactly-once-lab.tour"));
const names = { en: { next: "Next", done: "Done", skip: "Skip" }, zh: { next: "下一步", done: "完成", skip: "跳过" } };

for (const [lang, locale] of Object.entries(locales)) {
  walk(`a first visit is led around in five steps: ${lang}`, { lang, locale, isFirstVisit: true }, async ({ page }) => {
    const tour = page.locator(".tour");
    for (const [index, step] of steps.entries()) {
      await tour.getByText(step[lang][0], { exact: true }).waitFor();
      await tour.getByText(step[lang][1], { exact: true }).waitFor();
      const [ring, card, target] = await Promise.all(
        [".tour-ring", ".tour", step.at].map((what) => page.locator(what).first().boundingBox()),
      );
      for (const edge of ["x", "y"]) assert.ok(Math.abs(ring[edge] - target[edge]) < 12, `step ${index + 1}: ${edge}`);
      const size = page.viewportSize();
      assert.ok(card.x >= 0 && card.y >= 0 && card.x + card.width <= size.width && card.y + card.height <= size.height);
      // What it speaks of is not hidden behind it, unless it fills the window.
      const isOver = card.y < target.y + target.height && card.y + card.height > target.y;
      assert.ok(!isOver || target.height > size.height / 2, `step ${index + 1} lies over what it shows`);
      await tour.getByRole("button", { name: index < 4 ? names[lang].next : names[lang].done }).click();
    }
    assert.equal(await tour.count(), 0);
    assert.equal(await isSeen(page), "seen");
    await page.reload();
    await page.locator(".stage").waitFor();
    assert.equal(await tour.count(), 0, "once is enough");
  });
}

walk("the tour is skipped by button or Escape, leaves the page usable, and is found again in the help", { isFirstVisit: true }, async ({ lab, page }) => {
  const tour = page.locator(".tour");
  await tour.getByRole("button", { name: names.en.skip }).click();
  await tour.waitFor({ state: "detached" });
  await lab.key("?");
  await lab.button(lab.w.tour).click();
  await tour.getByText(steps[0].en[0], { exact: true }).waitFor();
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await lab.key("c");
  assert.deepEqual((await lab.faults()).map((fault) => fault.crash), [true], "the crash at 10 gave way to the one of now");
  await page.getByRole("button", { name: "中文" }).click();
  await tour.getByText(steps[0].zh[0], { exact: true }).waitFor();
  await lab.key("Escape");
  await tour.waitFor({ state: "detached" });
});

walk("who comes by a link is not led around", { isFirstVisit: true, hash: "s=mid-flush&t=4.75" }, async ({ page }) => {
  await page.locator(".stage").waitFor();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  assert.equal(await page.locator(".tour").count(), 0);
});

const help = (page) => page.locator("#term");
const says = async (page, lang, id) => {
  const term = glossary[lang].find((term) => term.id === id);
  await help(page).getByText(term.text, { exact: true }).waitFor();
  assert.equal(await help(page).locator("b").innerText(), term.name);
};

walk("pointing at a part of the picture explains it, and going away ends that", { hash: "s=running-example&t=12.75" }, async ({ lab, page, requests }) => {
  assert.ok(!requests.some((url) => /terms|glossary/.test(url)), "nothing is loaded before it is asked for");
  await lab.lane(1).word.hover();
  await says(page, "en", "at-least-once");
  await lab.lane(2).word.hover();
  await says(page, "en", "going-back");
  // The box itself can be pointed at, to read it in peace.
  await help(page).hover();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
  await says(page, "en", "going-back");
  await page.mouse.move(2, 2);
  await help(page).waitFor({ state: "detached" });
  assert.equal(requests.filter((url) => url.includes("glossary")).length, 1);
});

/** The middle of a word in the account. */
const middle = (page, word) =>
  page.evaluate((word) => {
    const walker = document.createTreeWalker(document.querySelector("aside ol"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.data.toLowerCase().indexOf(word);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      const rect = range.getBoundingClientRect();
      if (rect.bottom < document.querySelector("aside").getBoundingClientRect().bottom) return [rect.x + rect.width / 2, rect.y + rect.height / 2];
    }
    throw new Error(`no “${word}” is seen`);
  }, word);

for (const [lang, word, id] of [["en", "checkpoint", "checkpoint"], ["zh", "重放", "replay"]]) {
  walk(`words in sentences are explained too: ${lang}`, { lang, locale: locales[lang], hash: `s=running-example&t=12.75&lang=${lang}` }, async ({ page }) => {
    await page.mouse.move(...(await middle(page, word)));
    await says(page, lang, id);
  });
}

walk("by keyboard: what has the focus is explained, and Escape ends that", { hash: "s=running-example&t=12.75" }, async ({ lab, page }) => {
  await page.locator(".cp [data-term=checkpoint]").focus();
  await lab.key("Tab", "Shift+Tab");
  await says(page, "en", "checkpoint");
  const described = await page.evaluate(() => document.activeElement.getAttribute("aria-describedby"));
  assert.equal(described, await help(page).getAttribute("id"));
  await lab.key("Escape");
  await help(page).waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.hasAttribute("aria-describedby")), false);
});

walk("by touch: a tap explains, in Chinese, within a narrow window", {
  lang: "zh", locale: "zh-CN", hasTouch: true, viewport: { width: 390, height: 844 }, hash: "s=running-example&t=12.75&lang=zh",
}, async ({ page }) => {
  await page.locator(".cp [data-term=checkpoint]").tap();
  await says(page, "zh", "checkpoint");
  const box = await help(page).boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390);
});

for (const lang of ["en", "zh"]) {
  walk(`the help lists every term: ${lang}`, { lang, locale: locales[lang] }, async ({ lab, page }) => {
    await lab.key("?");
    await page.locator(".glossary summary").click();
    await page.locator(".glossary dt").nth(glossary[lang].length - 1).waitFor();
    assert.deepEqual(await page.locator(".glossary dt").allInnerTexts(), glossary[lang].map((term) => term.name));
    assert.deepEqual(await page.locator(".glossary dd").allInnerTexts(), glossary[lang].map((term) => term.text));
  });
}

walk("terms and tour work in the single file as well", { starts: false }, async ({ page, problems }) => {
  await page.goto(`${pathToFileURL(singleFile).href}#s=running-example&t=12.75&lang=zh`);
  await started(page, problems);
  await new Lab(page, "zh").lane(1).word.hover();
  await says(page, "zh", "at-least-once");
  await page.keyboard.press("?");
  await page.locator("[data-tour]").click();
  await page.locator(".tour").getByText(steps[0].zh[0], { exact: true }).waitFor();
});

walk("presenting hides everything but the picture, and the answers until they are asked for", { hash: "s=running-example&t=12.75" }, async ({ lab, page }) => {
  const before = await page.evaluate(() => parseFloat(getComputedStyle(document.querySelector(".lane-name")).fontSize) * document.querySelector(".lane-name").currentCSSZoom);
  await lab.key("p");
  await page.locator(".presents").waitFor();
  for (const clutter of ["header", "aside", ".crash-map", ".faults"]) {
    assert.equal(await page.locator(clutter).filter({ visible: true }).count(), 0, clutter);
  }
  assert.deepEqual(await lab.words(), Array(4).fill(lab.w.hidden));
  await lab.lane(2).reveal.click();
  assert.deepEqual((await lab.words())[1], lab.w.v_back);
  await lab.key("h");
  assert.deepEqual((await lab.words())[0], lab.w.v_twice);
  // Everything that is there is within the window.
  const { width, height } = page.viewportSize();
  for (const part of [".stage", ".transport", ".timeline"]) {
    const box = await page.locator(part).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1, `${part}: ${JSON.stringify(box)}`);
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  const large = await page.evaluate(() => parseFloat(getComputedStyle(document.querySelector(".lane-name")).fontSize) * document.querySelector(".lane-name").currentCSSZoom);
  assert.ok(large > before * 1.2, `${before} became ${large}`);
  await lab.key("Escape");
  await page.locator("header").waitFor();
  assert.deepEqual((await lab.words())[0], lab.w.v_twice, "answers are as they were before");
});

walk("a presenter's remote leaps there and back, and makes the screen black", { hash: "s=running-example&t=9" }, async ({ lab, page }) => {
  await lab.key("p", "PageDown");
  const first = await lab.time();
  assert.ok(first > 9);
  await lab.key("PageUp");
  assert.ok((await lab.time()) < first);
  const black = page.locator(".blank");
  for (const blank of [".", "b"]) {
    const at = await lab.time();
    await lab.key(blank);
    const box = await black.boundingBox();
    assert.deepEqual(box, { x: 0, y: 0, ...page.viewportSize() });
    assert.equal(await black.evaluate((one) => getComputedStyle(one).backgroundColor), "rgb(0, 0, 0)");
    await lab.key("PageDown");
    await black.waitFor({ state: "detached" });
    assert.equal(await lab.time(), at, "the first key only brings the picture back");
  }
  await lab.key("b");
  await black.click();
  await black.waitFor({ state: "detached" });
  await lab.button(lab.w.present_end).click();
  await page.locator("header").waitFor();
});

walk("the share panel leads to a QR code of the moment", { hash: "s=running-example&t=12.75" }, async ({ lab, page }) => {
  await lab.button(lab.w.share).click();
  await page.getByRole("link", { name: lab.w.share_code }).click();
  const code = page.locator(".code-room svg.qr");
  await code.waitFor();
  const link = await page.locator(".code-room a").getAttribute("href");
  assert.match(link, /#s=running-example&t=12\.75/);
  assert.ok(!link.includes("room="));
  const [side, modules] = await code.evaluate((svg) => [svg.viewBox.baseVal.width, svg.querySelector("path").getTotalLength()]);
  assert.ok(side >= 29 && modules > 100);
  assert.deepEqual(
    await code.evaluate((svg) => [getComputedStyle(svg).backgroundColor, getComputedStyle(svg.querySelector("path")).fill]),
    ["rgb(255, 255, 255)", "rgb(0, 0, 0)"],
  );
});

walk("a link that is too long for a QR code says so", {}, async ({ page }) => {
  const records = Array.from({ length: 120 }, (_, i) => ({ t: i, key: "a", value: i }));
  const scenario = { format: 1, records, sinks: [{ kind: "append" }] };
  await page.evaluate((text) => (location.hash = `scenario=${encodeURIComponent(text)}&lang=en&room=code`), JSON.stringify(scenario));
  await page.locator(".code-room .wrong").getByText("too long").waitFor();
  assert.equal(await page.locator(".code-room svg").count(), 0);
});
