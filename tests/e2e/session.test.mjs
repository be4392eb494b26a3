// What a person did is there again after the tab has crashed, been closed or been opened anew; and keys are theirs to change.
import assert from "node:assert/strict";
import { started } from "./browser.mjs";
import { Lab, walks } from "./lab.mjs";

const walk = walks();

const isUndoable = (lab) => lab.button(lab.w.undo).isEnabled();
const blockStorage = (page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
const fillStorage = (page) =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });

for (const [what, before] of [
  ["", undefined],
  [" although storage is blocked", blockStorage],
  [" although storage is full", fillStorage],
]) {
  walk(`after a crash of the tab everything is back${what}`, { hash: "s=running-example&t=4.6", before }, async ({ lab, page }) => {
    await lab.button(lab.w.crash_now).click();
    // Before the steps: what is kept of them is kept of the tab as well.
    await page.getByRole("tab", { name: lab.w.tab_sinks }).click();
    await lab.key("ArrowRight", "ArrowRight");
    const [time, faults] = [await lab.time(), await lab.faults()];
    assert.equal(faults.length, 1);
    await page.reload();
    assert.equal(await lab.time(), time);
    assert.deepEqual(await lab.faults(), faults);
    assert.equal(await page.getByRole("tab", { name: lab.w.tab_sinks }).getAttribute("aria-selected"), "true");
    assert.ok(await isUndoable(lab), "what was done before can be undone");
    await lab.button(lab.w.undo).click();
    await lab.isAt(4.6);
    assert.deepEqual((await lab.faults()).map((fault) => fault.at), [10]);
  });
}

walk("a crash of the tab right after a click loses nothing", { hash: "s=no-crash&t=4" }, async ({ lab, page }) => {
  // No time for anything that would be kept later.
  await page.evaluate(() => {
    [...document.querySelectorAll("button")].find((one) => one.classList.contains("boom")).click();
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  await page.reload();
  assert.equal((await lab.faults()).length, 1);
  assert.ok(await isUndoable(lab));
});

walk("a new tab opens where one was; an address of its own wins", {}, async ({ url, browser }) => {
  const context = await browser.newContext({ locale: "en-US" });
  const open = async (hash) => {
    const other = await context.newPage();
    await other.addInitScript(() => addEventListener("TrunkApplicationStarted", () => (window.hasStarted = true)));
    await other.goto(`${url}${hash}`);
    await started(other, []);
    return new Lab(other);
  };
  const lab = await open("#s=mid-flush&t=4");
  await lab.key("ArrowRight");
  await lab.isKept();
  const time = await lab.time();
  const again = await open("");
  assert.equal(await again.picker.inputValue(), "mid-flush");
  assert.equal(await again.time(), time);
  assert.match(await again.notice.innerText(), new RegExp(again.w.back));
  await again.notice.getByRole("button", { name: again.w.afresh }).click();
  assert.equal(await again.picker.inputValue(), "running-example");
  const asked = await open("#s=no-crash&t=2");
  assert.equal(await asked.picker.inputValue(), "no-crash");
  assert.equal(await asked.time(), 2);
  // The first tab is what it was: its own session is kept with it.
  await lab.page.reload();
  await lab.isAt(time);
  assert.equal(await lab.picker.inputValue(), "mid-flush");
  await context.close();
});

walk("a session that cannot be read is put aside and told", {
  before: (page) =>
    page.addInitScript(() => {
      if (!localStorage.getItem("seen")) localStorage.setItem("exactly-once-lab.session", "exactly-once-lab session 99\nnow s=x");
      localStorage.setItem("seen", "1");
    }),
}, async ({ lab, page }) => {
  assert.match(await lab.notice.innerText(), new RegExp(`${lab.w.bad_session}[^]*99`));
  assert.equal(await lab.picker.inputValue(), "running-example");
  assert.match(await page.evaluate(() => localStorage.getItem("exactly-once-lab.session.aside")), /session 99/);
  await lab.key("End");
  await lab.isKept();
  assert.match(await page.evaluate(() => localStorage.getItem("exactly-once-lab.session")), /^exactly-once-lab session 1\nnow s=running-example&t=/);
});

walk("keys can be changed, taken away and switched off; the lab follows and the browser keeps it", { hash: "s=no-crash&t=4" }, async ({ lab, page }) => {
  await lab.key("?");
  await page.getByRole("dialog").getByRole("link", { name: lab.w.key_change }).click();
  const row = page.getByRole("row", { name: /Crash now/ });
  await row.getByRole("button", { name: /^Change/ }).click();
  assert.match(await page.getByRole("status").innerText(), /Press the key now/);
  await lab.key("h");
  assert.match(await page.getByRole("status").innerText(), /already does something else: Hide/);
  await row.getByRole("button", { name: /^Change/ }).press("Enter");
  await lab.key("x");
  assert.match(await page.getByRole("status").innerText(), /Crash now: X/);
  await page.getByRole("row", { name: /Hide or show/ }).getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("link", { name: "Back to the lab" }).click();
  const chips = page.locator(".fault");
  assert.equal(await page.locator("button.boom kbd").innerText(), "X");
  await lab.key("c", "h");
  assert.equal(await chips.count(), 0);
  assert.ok(!page.url().includes("hide=1"));
  await lab.key("x");
  await chips.waitFor();
  await page.reload();
  assert.equal(await page.locator("button.boom kbd").innerText(), "X");
  await lab.key("?");
  assert.ok((await page.getByRole("dialog").locator("kbd").allInnerTexts()).includes("X"));
  await page.getByRole("dialog").getByRole("link", { name: lab.w.key_change }).click();
  await page.getByRole("checkbox", { name: "Keys are on" }).click();
  await page.getByRole("link", { name: "Back to the lab" }).click();
  // No key stands on a button that does nothing.
  await page.locator("kbd").first().waitFor({ state: "detached" });
  const time = await lab.time();
  await lab.key("x", "ArrowRight", "5", "Home");
  assert.equal(await lab.time(), time);
  assert.equal(await chips.count(), 1);
  await lab.key("Control+z");
  await chips.waitFor({ state: "detached" });
});
