// The page opens: from a web server in a sub-folder, and as one file from disk.
import assert from "node:assert/strict";
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
