// By keyboard alone.
import assert from "node:assert/strict";
import { walks } from "./lab.mjs";

const walk = walks();

const focused = (page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const style = getComputedStyle(one);
    const track = one.closest(".track");
    const shown = track ? getComputedStyle(track) : style;
    return {
      name: (one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent).trim(),
      tag: one.tagName,
      index: window.controls?.indexOf(one),
      isVisible: (shown.outlineStyle !== "none" && parseFloat(shown.outlineWidth) >= 2) || shown.boxShadow !== "none",
    };
  });

for (const [what, hash] of [
  ["in the middle of a run", "s=running-example&t=9"],
  ["with answers hidden", "s=running-example&t=9&hide=1"],
]) {
  walk(`Tab reaches every control, in order, and shows where it is: ${what}`, { hash }, async ({ page }) => {
    // The elements themselves: focus on a strip of the crash map adds what it says to the page.
    const wanted = await page.evaluate(() => {
      const controls = document.querySelectorAll("button, select, input, a[href]");
      window.controls = [...controls].filter((one) => !one.disabled && one.checkVisibility());
      return window.controls.map((_, index) => index);
    });
    const reached = [];
    for (let press = 0; press < 80; press += 1) {
      await page.keyboard.press("Tab");
      const now = await focused(page);
      if (!now) break;
      assert.ok(now.isVisible, `focus cannot be seen on ${now.tag} “${now.name}”`);
      // The browser itself lets the keyboard stop at what scrolls.
      if (!/^(BUTTON|SELECT|INPUT|A)$/.test(now.tag)) continue;
      assert.ok(now.name, `${now.tag} has no name`);
      reached.push(now.index);
    }
    assert.deepEqual(reached, wanted);
  });
}

walk("every control has a name, and the page landmarks and one heading", {}, async ({ page }) => {
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, input, a[href], [role=img]")]
      .filter((one) => !(one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent).trim())
      .map((one) => one.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(nameless, []);
  assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
  for (const role of ["main", "banner", "contentinfo", "complementary"]) assert.equal(await page.getByRole(role).count(), 1, role);
});

walk("space and enter press the focused button and do nothing else", { hash: "s=running-example&t=5" }, async ({ lab }) => {
  for (const key of [" ", "Enter"]) {
    const before = await lab.time();
    await lab.button(lab.w.step_forward).focus();
    await lab.key(key);
    await lab.isPaused();
    const after = await lab.time();
    assert.ok(after > before && after < before + 1, `${key}: ${before} → ${after}`);
  }
  await lab.button(lab.w.play).focus();
  await lab.key("Enter");
  await lab.button(lab.w.pause).waitFor();
  await lab.key(" ");
  await lab.isPaused();
});

walk("space plays from anywhere else, the slider too", {}, async ({ lab }) => {
  await lab.slider.focus();
  await lab.key(" ");
  await lab.button(lab.w.pause).waitFor();
  await lab.key(" ");
  await lab.isPaused();
});

walk("arrows step when the slider has the focus, once a press", { hash: "s=running-example&t=5" }, async ({ lab }) => {
  await lab.key("ArrowRight");
  const [first] = [await lab.time()];
  await lab.key("ArrowRight");
  const second = await lab.time();
  await lab.key("ArrowLeft", "ArrowLeft");
  await lab.slider.focus();
  await lab.key("ArrowRight");
  assert.equal(await lab.time(), first);
  await lab.key("ArrowRight");
  assert.equal(await lab.time(), second);
});

walk("keys are left alone in lists and text fields", { hash: "s=running-example&t=5" }, async ({ lab, page }) => {
  await page.getByRole("combobox", { name: lab.w.how_title }).focus();
  const faults = () => page.locator(".fault").allInnerTexts();
  const before = await faults();
  await lab.key("c", "h", "Home", "5");
  assert.deepEqual(await faults(), before);
  assert.equal(await lab.time(), 5);
  await lab.button(lab.w.share).click();
  await page.getByRole("dialog").getByRole("textbox").focus();
  await lab.key("c", "h", "Home", " ", "5");
  assert.deepEqual(await faults(), before);
  assert.equal(await lab.time(), 5);
  await lab.isPaused();
});

walk("the browser's own shortcuts stay its own", { hash: "s=running-example&t=5" }, async ({ lab, page }) => {
  const before = await page.locator(".fault").allInnerTexts();
  await lab.key("Control+c", "Alt+h", "Control+.");
  assert.deepEqual(await page.locator(".fault").allInnerTexts(), before);
  assert.equal(await lab.time(), 5);
});

walk("a dialog takes the focus, keeps it, gives it back, and closes with escape", {}, async ({ lab, page }) => {
  const opener = lab.button(lab.w.help);
  await opener.focus();
  await lab.key("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  const place = () =>
    page.evaluate(() => {
      const one = document.activeElement;
      if (document.querySelector("dialog[open] .panel").contains(one)) return "dialog";
      return one === document.body ? "browser" : one.outerHTML.slice(0, 80);
    });
  assert.equal(await place(), "dialog", "the focus is in the dialog");
  // The keyboard goes round the dialog and the browser's own controls, never to the page under it.
  const places = [];
  for (let press = 0; press < 12; press += 1) {
    await lab.key(press < 6 ? "Tab" : "Shift+Tab");
    places.push(await place());
  }
  assert.deepEqual(places.filter((one) => one !== "dialog" && one !== "browser"), [], "and stays there");
  assert.ok(places.slice(1).includes("dialog") && !places.join().includes("browser,browser"), places.join());
  await lab.key("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.ok(await opener.evaluate((one) => one === document.activeElement), "and goes back to what opened it");
});

walk("? opens the help, which lists the keys that work", {}, async ({ lab, page }) => {
  await lab.key("?");
  const listed = (await page.getByRole("dialog").locator("kbd").allInnerTexts()).join(" ");
  for (const key of ["C", "H", "Home", "End", "PgUp", "PgDn", "0–9", "Ctrl"]) assert.ok(listed.includes(key), `${key} in ${listed}`);
  // The page under it does not hear keys.
  await lab.key("c");
  assert.equal((await page.locator(".fault").count()), 1);
});

for (const key of ["Enter", " "]) {
  walk(`crashing by keyboard on the crash map crashes now: ${key.trim() || "space"}`, { hash: "s=no-crash&t=5" }, async ({ lab, page }) => {
    const strip = lab.strip(1);
    assert.match(await strip.getAttribute("aria-label"), new RegExp(`^${lab.w.map_append}: 5 `));
    await strip.focus();
    await lab.key(key);
    await page.getByText(lab.w.job_down).waitFor();
    assert.ok(Math.abs((await lab.time()) - 5) < 0.01);
    await lab.isPaused();
    const [fault] = await lab.faults();
    assert.ok(Math.abs(fault.at - 5) <= 0.002, JSON.stringify(fault));
  });
}
