// When the page cannot start, has not started yet, or breaks: what a person sees then.
import assert from "node:assert/strict";
import { walks } from "./lab.mjs";

const walk = walks();

walk("without WebAssembly the page says so in both languages", {
  starts: false,
  tolerates: /WebAssembly/,
  before: (page) => page.addInitScript(() => delete window.WebAssembly),
}, async ({ page }) => {
  const missing = page.locator("#boot-missing");
  await missing.waitFor();
  assert.match(await missing.innerText(), /Firefox.*Chrome/s);
  assert.match(await missing.innerText(), /[\u4e00-\u9fff]{10}/);
  assert.ok(await page.locator("#boot-loading").isHidden(), "it does not claim to be loading");
  assert.ok(await page.locator("#failure").isHidden(), "it is no mistake of the page");
});

walk("while the engine loads the page says so", {
  starts: false,
  before: (page) =>
    page.route("**/*.wasm", async (route) => {
      await new Promise((go) => (page.letGo = go));
      await route.continue();
    }),
}, async ({ page, lab }) => {
  await page.locator("#boot-loading").waitFor();
  assert.match(await page.locator("#boot-loading").innerText(), /loading.*加载/s);
  while (!page.letGo) await page.evaluate(() => new Promise(requestAnimationFrame));
  page.letGo();
  await lab.isPaused();
  assert.equal(await page.locator("#boot").count(), 0);
});

walk("an engine that cannot be fetched leaves a page that says what to do", {
  starts: false,
  tolerates: /\.wasm|Failed to load resource|net::|WebAssembly|fetch/i,
  before: (page) => page.route("**/*.wasm", (route) => route.abort()),
}, async ({ page }) => {
  const failure = page.locator("#failure");
  await failure.waitFor();
  assert.ok((await failure.locator("pre").innerText()).length > 5);
  assert.ok(await page.getByRole("button", { name: /Start again/ }).isVisible());
});

walk("a panic leaves a page that says what happened, and a way back with everything kept", {
  hash: "s=mid-flush&t=4&lang=zh",
  lang: "zh",
  tolerates: /panicked|unreachable|RuntimeError|failed to (?:insert node|append child)/,
}, async ({ page, lab }) => {
  await lab.isAt(4);
  const address = page.url();
  // An extension of the browser might do as much.
  await page.evaluate(() => {
    Node.prototype.insertBefore = Node.prototype.appendChild = () => {
      throw new Error("no");
    };
  });
  await lab.key("ArrowRight", "End");
  const failure = page.getByRole("alert");
  await failure.waitFor();
  assert.match(await failure.locator("pre").innerText(), /panicked/);
  assert.match(await failure.innerText(), /Something went wrong.*出错了/s);
  await Promise.all([page.waitForEvent("load"), failure.getByRole("button", { name: /Start again/ }).click()]);
  await lab.isAt(4);
  assert.equal(page.url(), address);
  assert.equal(await lab.picker.inputValue(), "mid-flush");
});
