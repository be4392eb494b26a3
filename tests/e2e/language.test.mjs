// English and Chinese: the browser's first, switchable, and nothing left over in the other.
import assert from "node:assert/strict";
import { names, presets, walks, words } from "./lab.mjs";

const walk = walks();

/** Visible texts, and those that a screen reader or a pointer gets. */
const texts = (page) =>
  page.evaluate(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (textContent.trim() && !parent.closest("script,style,noscript,[hidden]")) found.push(textContent.trim());
    }
    for (const element of document.querySelectorAll("[title],[aria-label],[aria-valuetext]")) {
      for (const name of ["title", "aria-label", "aria-valuetext"]) {
        if (element.hasAttribute(name)) found.push(element.getAttribute(name));
      }
    }
    return [...found, document.title];
  });

// What may stand in Latin letters on a Chinese page: proper names, keys of the keyboard,
// keys of records.
const allowed = new Set(
  `English Exactly-Once At-Least-Once At-Most-Once WAL 2PC Flink Kafka socket barrier checkpoint
   space Home End PgUp PgDn PageUp PageDown Ctrl Shift Esc`.split(/\s+/),
);

// Names of points and facts, as scenarios write them, stay as they are where a fault strikes at one.
const identifiers = (await names()).sort((one, other) => other.length - one.length);
const crashAt = words.zh.f_crash_when;

/** English words in a text: three letters or more, and none of those allowed. */
const english = (text) =>
  (identifiers.reduce((rest, name) => rest.replace(`${crashAt}${name}`, crashAt), text).match(/[A-Za-z][A-Za-z-]{2,}/g) ?? []).filter((word) => !allowed.has(word) && !/^(t|s)$/.test(word));

walk("the browser's language comes first", { locale: "zh-CN", lang: "zh" }, async ({ lab, page }) => {
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-CN");
  assert.equal(await page.title(), lab.w.title);
  await lab.isPaused();
});

walk("a language that the page does not speak gets English", { locale: "fr-FR" }, async ({ lab, page }) => {
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  await lab.isPaused();
});

walk("the switch goes there and back in the middle of a run, and changes nothing else", { hash: "s=running-example&t=12.65" }, async ({ lab, page }) => {
  const before = await lab.picture();
  const toChinese = page.getByRole("button", { name: "中文" });
  assert.equal(await toChinese.getAttribute("lang"), "zh");
  await toChinese.click();
  lab.lang = "zh";
  await lab.isPaused();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-CN");
  assert.equal(await page.title(), words.zh.title);
  assert.equal(await lab.time(), 12.65);
  assert.equal(await lab.button(lab.w.undo).isDisabled(), true, "switching is nothing to undo");
  await page.getByRole("button", { name: "English" }).click();
  lab.lang = "en";
  await lab.isPaused();
  await lab.looksLike(before, "back in English");
});

for (const preset of presets) {
  walk(`no English is left in Chinese, no Chinese in English: ${preset}`, { hash: `s=${preset}&lang=zh`, lang: "zh" }, async ({ lab, page }) => {
    const left = new Set();
    await page.getByRole("checkbox").check();
    for (const stop of ["Home", "2", "4", "5", "6", "7", "8", "9", "End"]) {
      await lab.key(stop);
      for (const text of await texts(page)) {
        const found = english(text);
        if (found.length) left.add(`${found.join(" ")} in: ${text}`);
      }
    }
    assert.deepEqual([...left], []);
    await page.getByRole("button", { name: "English" }).click();
    lab.lang = "en";
    for (const stop of ["Home", "4", "6", "8", "End"]) {
      await lab.key(stop);
      const chinese = (await texts(page)).filter((text) => /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/.test(text));
      assert.deepEqual(chinese, ["中文"], stop);
    }
  });
}

walk("help and share are translated as well", { hash: "lang=zh", lang: "zh" }, async ({ lab, page }) => {
  for (const name of [lab.w.help, lab.w.share]) {
    await lab.button(name).click();
    const dialog = page.getByRole("dialog");
    // The number of a build is the beginning of a hash.
    const said = (await dialog.innerText()).replace(/\([0-9a-f]{12}\)/, "");
    const left = said.split("\n").filter((text) => english(text).length);
    assert.deepEqual(left, []);
    await dialog.getByRole("button", { name: lab.w.close }).click();
    await dialog.waitFor({ state: "detached" });
  }
});
