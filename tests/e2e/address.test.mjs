// The address holds the whole state: reload, copy, paste, back, forward; and what is no link.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { open } from "./browser.mjs";
import { Lab, scenarioOf, soon, verdictsOf, walks } from "./lab.mjs";

const walk = walks();

const everything = async ({ lab, page }) => ({
  picture: await lab.picture(),
  time: await lab.time(),
  faults: await page.locator(".fault").allInnerTexts(),
  lang: await page.evaluate(() => document.documentElement.lang),
  hides: await page.getByRole("button", { pressed: true }).evaluateAll((all) => all.map((one) => one.textContent)),
  words: await lab.words(),
  preset: await lab.picker.locator("option:checked").innerText(),
});

const isThere = async (place, wanted, where) =>
  assert.deepEqual(await soon(() => everything(place), (found) => isDeepStrictEqual(found, wanted)), wanted, where);

walk("reload and paste bring scenario, faults, moment, language and hidden answers back", { lang: "zh" }, async ({ lab, page, browser }) => {
  await page.getByRole("combobox").first().selectOption("mid-flush");
  await page.getByRole("button", { name: "中文" }).click();
  await lab.key("h");
  await lab.key("6");
  await lab.key("c");
  await lab.key("ArrowRight", "ArrowRight", "ArrowRight");
  await lab.isKept();
  const wanted = await everything({ lab, page });
  const address = page.url();
  assert.equal(wanted.lang, "zh-CN");
  assert.ok(wanted.hides.some((text) => text.includes(lab.w.show_answers)));
  assert.ok(wanted.words.every((word) => word === lab.w.hidden), wanted.words.join());
  assert.ok(wanted.preset.includes(lab.w.changed));

  await page.reload();
  await isThere({ lab, page }, wanted, "after a reload");
  await lab.isKept();
  assert.equal(page.url(), address);

  // Someone else's browser, which knows nothing of this one and speaks English.
  const { page: other } = await open(browser, address);
  await isThere({ lab: new Lab(other, "zh"), page: other }, wanted, "in another browser");
  await other.context().close();
});

walk("a pasted link changes the open page, back and forward go between", { hash: "s=running-example&t=4" }, async ({ lab, page }) => {
  await lab.goTo("s=socket-source&t=11");
  await lab.isAt(11);
  assert.equal(await lab.picker.inputValue(), "socket-source");
  await lab.goTo("s=mid-flush&t=2.5");
  await lab.isAt(2.5);
  await page.goBack();
  await lab.isAt(11);
  assert.equal(await lab.picker.inputValue(), "socket-source");
  await page.goBack();
  await lab.isAt(4);
  assert.equal(await lab.picker.inputValue(), "running-example");
  await page.goForward();
  await lab.isAt(11);
  // And undo knows the scenarios that were open.
  await lab.button(lab.w.undo).click();
  assert.equal(await lab.picker.inputValue(), "running-example");
});

for (const [what, hash] of [
  ["a preset that is not", "s=no-such-thing"],
  ["a moment that is none", "s=running-example&t=soon"],
  ["faults that are no JSON", "s=running-example&faults=[{"],
  ["a scenario of another format", 'scenario={"format":99}'],
]) {
  walk(`a link with ${what} is refused in words and loses nothing`, { hash: "s=mid-flush&t=4" }, async ({ lab, page }) => {
    await lab.key("c");
    await lab.isAt(4.001);
    await lab.isKept();
    const wanted = { ...(await everything({ lab, page })) };
    await lab.goTo(hash);
    await lab.notice.getByText(lab.w.bad_link).waitFor();
    const why = await lab.notice.locator("small").innerText();
    assert.ok(why.length > 10);
    await isThere({ lab, page }, wanted, "after the link");
    // The address is mended, so that a reload or a copy does not fail again.
    await lab.isKept();
    // In Chinese it is said in Chinese.
    await page.getByRole("button", { name: "中文" }).click();
    lab.lang = "zh";
    await lab.notice.getByText(lab.w.bad_link).waitFor();
    assert.match(await lab.notice.locator("small").innerText(), /[\u4e00-\u9fff]/);
    await lab.notice.getByRole("button", { name: lab.w.close }).click();
    assert.equal(await lab.notice.count(), 0);
  });
}

walk("the page opens with a broken link: it says so and shows the first scenario", { hash: "s=nothing&lang=zh", locale: "zh-CN", lang: "zh" }, async ({ lab }) => {
  await lab.notice.getByText(lab.w.bad_link).waitFor();
  assert.equal(await lab.picker.inputValue(), "running-example");
  assert.equal(await lab.time(), 0);
});

walk("a whole scenario fits into a link", {}, async ({ lab, page }) => {
  const scenario = { ...(await scenarioOf("running-example")), title: '50% + "mine" #1 精确', sinks: [{ kind: "increment" }, { kind: "two_phase_commit" }] };
  await lab.goTo(`scenario=${encodeURIComponent(JSON.stringify(scenario))}&t=9999`);
  await page.waitForFunction(() => document.querySelectorAll(".lane").length === 2);
  await lab.isAtEnd();
  assert.deepEqual(await lab.words(), await verdictsOf(scenario));
  assert.equal((await lab.picker.locator("option:checked").innerText()).trim(), scenario.title);
  await page.reload();
  await lab.isAtEnd();
  await lab.verdictsAgree();
});

walk("a story can be watched; it cannot be crashed by hand", {}, async ({ lab, page }) => {
  const scenario = {
    format: 1,
    records: [{ t: 1, key: "a", value: 1 }, { t: 3, key: "b", value: 2 }, { t: 5, key: "a", value: 3 }],
    sinks: [{ kind: "append" }, { kind: "two_phase_commit" }],
    story: "emit 2; checkpoint; emit 3; crash; finish",
  };
  await lab.goTo(`scenario=${encodeURIComponent(JSON.stringify(scenario))}`);
  await page.waitForFunction(() => document.querySelectorAll(".lane").length === 2);
  assert.ok(await lab.button(lab.w.crash_now).isDisabled());
  assert.equal(await page.getByRole("button", { name: lab.w.crash_strip }).count(), 0);
  await lab.key("c");
  await lab.notice.getByText(lab.w.is_story).waitFor();
  await lab.playToEnd();
  await lab.verdictsAgree();
});

walk("the share panel shows the address and copies it", { permissions: ["clipboard-read", "clipboard-write"], hash: "s=mid-flush&t=5" }, async ({ lab, page }) => {
  await lab.isKept();
  await lab.button(lab.w.share).click();
  const dialog = page.getByRole("dialog", { name: lab.w.share_title });
  assert.equal(await dialog.getByRole("textbox").inputValue(), page.url());
  await dialog.getByRole("button", { name: lab.w.copy }).click();
  await page.getByText(lab.w.copied).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await lab.key("Escape");
  await dialog.waitFor({ state: "detached" });
});

walk("language and theme are kept for the next visit", {}, async ({ lab, page, url }) => {
  await page.getByRole("button", { name: "中文" }).click();
  lab.lang = "zh";
  await lab.button(lab.w.theme).click();
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.goto("about:blank");
  await page.goto(url);
  await lab.isPaused();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-CN");
});
