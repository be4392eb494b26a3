// The page opens: from a web server in a sub-folder, and as one file from disk.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { dist, launch, open, singleFile } from "./browser.mjs";
import { serve } from "./server.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

test("the page opens under a sub-path and stays on it", async () => {
  const server = await serve(dist, "/lab/v1/");
  try {
    const { page, problems, requests } = await open(browser, server.url);
    assert.deepEqual(problems, []);
    assert.equal(await page.title(), "Exactly-Once Lab");
    assert.ok(requests.some((url) => url.endsWith(".wasm")), `no Wasm among ${requests}`);
    const elsewhere = requests.filter((url) => !url.startsWith(server.url) && !/^(?:data|blob):/.test(url));
    assert.deepEqual(elsewhere, []);
  } finally {
    await server.close();
  }
});

test("the single file opens from disk and asks for nothing else", async () => {
  const url = pathToFileURL(singleFile).href;
  const { page, problems, requests } = await open(browser, url);
  assert.deepEqual(problems, []);
  assert.equal(await page.title(), "Exactly-Once Lab");
  const elsewhere = requests.filter((request) => request !== url && !/^(?:data|blob):/.test(request));
  assert.deepEqual(elsewhere, []);
  assert.equal(await page.evaluate(() => typeof window.wasmBindings.initSync), "function");
});

test("the help says which version it is, and offers the page as one file where it is served", async () => {
  const server = await serve(dist, "/lab/v1/");
  const version = readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8").match(/^version = "(.*)"$/m)[1];
  try {
    for (const [url, isServed] of [[server.url, true], [pathToFileURL(singleFile).href, false]]) {
      const { page, problems } = await open(browser, url);
      await page.keyboard.press("?");
      const about = page.locator("dialog .about");
      assert.match(await about.locator(".note").innerText(), new RegExp(`^Version ${version.replaceAll(".", "\\.")} \\([0-9a-f]{12}\\)$`));
      const link = about.getByRole("link");
      assert.equal(await link.count(), isServed ? 1 : 0);
      if (isServed) {
        const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
        assert.deepEqual(readFileSync(await download.path()), readFileSync(singleFile));
      }
      assert.deepEqual(problems, []);
      await page.context().close();
    }
  } finally {
    await server.close();
  }
});
