// The second part of the page (src/app/doors.rs): what is there without it, and that everything else waits for it.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { dist, launch, open, singleFile } from "./browser.mjs";
import { Lab, walks } from "./lab.mjs";

const walk = walks();
const more = "**/more-*.wasm";
const withoutMore = { whole: false, tolerates: /more-|Failed to load/, before: (page) => page.route(more, (route) => route.abort()) };
/** Lets it come from now on. */
const lets = (page) => page.unroute(more);

walk("without its second part the first run is played and looked at from all sides, and the rest can be tried again", withoutMore, async ({ lab, page }) => {
  await lab.button(lab.w.play).click();
  await lab.button(lab.w.pause).click();
  await lab.key("ArrowRight", "ArrowRight", "Shift+ArrowRight", "ArrowLeft", "5", ".", ",");
  await lab.key("h");
  await lab.lane(2).reveal.click();
  await lab.key("h");
  await lab.lane(3).name.click();
  await lab.slider.press("End");
  await lab.isAtEnd();
  await page.getByRole("checkbox").check();
  assert.deepEqual(await lab.words(), await lab.verdictsAgree());
  await lab.key("p", "b", "b", "p");

  // What is in it says that it did not come, and a click on anything else changes nothing.
  for (const name of [lab.w.tab_job, lab.w.tab_world, lab.w.tab_sinks, lab.w.learn]) {
    await page.getByRole("tab", { name, exact: true }).click();
    await lab.account.getByText(lab.w.failed).waitFor();
  }
  await lab.key("?");
  await page.getByRole("dialog").getByText(lab.w.failed).waitFor();
  await lab.key("Escape");
  const address = page.url();
  await lab.key("c", "Control+z");
  await lab.notice.filter({ hasText: lab.w.failed }).waitFor();
  await lab.isKept();
  assert.equal(page.url(), address);

  await lets(page);
  await page.getByRole("tab", { name: lab.w.tab_job }).click();
  await page.getByLabel(/Checkpoint interval/).waitFor();
  await lab.key("Home", "c");
  await page.locator(".fault").first().waitFor();
  await lab.verdictsAgree().catch(() => {});
  assert.deepEqual(await lab.faults(), [{ crash: true, at: 0.001 }]);
});

walk("a pointer that lies still does not ask for it, one that moves does", { whole: false }, async ({ page, requests }) => {
  const asked = () => requests.some((url) => /more-/.test(url));
  const send = (movementX) => page.evaluate((movementX) => dispatchEvent(new PointerEvent("pointermove", { movementX })), movementX);
  await send(0);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  assert.ok(!asked());
  const come = page.waitForRequest(/more-/);
  await send(1);
  await come;
});

walk("the first click on what needs it is done when it has come", { whole: false }, async ({ lab, page }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(more, async (route) => {
    await held;
    await route.continue();
  });
  await lab.button(lab.w.learn_start).first().click();
  await lab.account.getByText(lab.w.loading).waitFor();
  // One goes on meanwhile.
  await lab.key("ArrowRight");
  release();
  await page.locator(".learn h3").waitFor();
  await page.waitForURL(/lesson=first/);
});

walk("a link waits for it, and is told if it does not come", { ...withoutMore, hash: "s=mid-flush&t=4.75", starts: false }, async ({ lab, page }) => {
  await page.locator("#failure").waitFor();
  await lets(page);
  await page.locator("#failure-again").click();
  await lab.isAt(4.75);
});

walk("Chinese that came before it stays, and it speaks Chinese", { whole: false }, async ({ lab, page }) => {
  await page.route(more, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await lab.button("中文").click();
  const zh = new Lab(page, "zh");
  await zh.button(zh.w.play).waitFor();
  await page.getByRole("tab", { name: zh.w.tab_job }).click();
  await page.getByLabel(/检查点间隔/).waitFor();
  await page.getByText("每隔这么多秒触发一个检查点。").waitFor();
});

test("the single file has it too", { timeout: 60_000, skip: !existsSync(singleFile) && "no single file" }, async () => {
  const browser = await launch();
  try {
    const { page, problems } = await open(browser, String(pathToFileURL(singleFile)));
    const lab = new Lab(page, "en");
    await page.getByRole("tab", { name: lab.w.tab_sinks }).click();
    await page.getByRole("button", { name: `+ ${lab.w.add_lane}` }).waitFor();
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
  }
});

test("there is one second part", () => {
  assert.equal(readdirSync(dist).filter((name) => name.startsWith("more-")).length, 1);
});
