// The page's Content-Security-Policy: nothing of the page's own offends against it, and what is not its own is kept out.
// (That nothing offends holds for every other walk too: the browser reports it in the console, where nothing may stand.)
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { dist, launch, newPage, singleFile, started } from "./browser.mjs";
import { Lab } from "./lab.mjs";
import { serve } from "./server.mjs";

let browser;
let server;
before(async () => ([browser, server] = await Promise.all([launch(), serve(dist, "/lab/v1/")])));
after(async () => {
  await browser?.close();
  await server?.close();
});

async function open(context, url) {
  const opened = await newPage(browser);
  context.after(() => opened.page.context().close());
  await opened.page.addInitScript(() => {
    window.offences = [];
    document.addEventListener("securitypolicyviolation", (event) => offences.push(`${event.effectiveDirective}: ${event.blockedURI}`));
  });
  await opened.page.goto(url);
  await started(opened.page, opened.problems);
  return { ...opened, offences: () => opened.page.evaluate(() => offences) };
}

for (const [what, url] of [
  ["served from a sub-folder", () => server.url],
  ["as one file from disk", () => pathToFileURL(singleFile).href],
]) {
  test(`${what}: a walk through the whole page offends nothing and asks nobody else`, async (t) => {
    const { page, problems, requests, offences } = await open(t, url());
    const lab = new Lab(page);
    await lab.key("ArrowRight", "End", "Home", " ");
    await page.waitForFunction(() => Number(document.querySelector(".playhead b").innerText) > 1);
    await lab.key("c", " ", "h", "h");
    for (const name of [lab.w.share, lab.w.help, lab.w.theme]) {
      await lab.button(name).first().click();
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "中文" }).click();
    for (const room of ["explore", "write", "compare"]) {
      await page.evaluate((room) => (location.hash = `s=mid-flush&room=${room}`), room);
      await page.locator("#studio [aria-current=page]").waitFor();
    }
    assert.deepEqual([problems, await offences()], [[], []]);
    const own = url().startsWith("file:") ? [url()] : [server.url];
    assert.deepEqual(requests.filter((asked) => !own.some((start) => asked.startsWith(start)) && !/^(?:data|blob):/.test(asked)), []);
  });

  test(`${what}: what is not the page's own does not get in`, async (t) => {
    const { page, offences } = await open(t, url());
    const tried = await page.evaluate(async () => {
      const script = document.createElement("script");
      const image = new Image();
      const attempt = async (what) => {
        // What the debugger runs may do what the page may not; a timer is the page's.
        await new Promise((go) => setTimeout(go));
        try {
          return (await what()) ?? "done";
        } catch (error) {
          return error.name;
        }
      };
      const answers = {
        html: await attempt(() => void (document.body.innerHTML = "<b>x</b>")),
        script: await attempt(() => void (script.textContent = "window.taken = true")),
        eval: await attempt(() => (0, eval)("1")),
        module: await attempt(() => import("http://127.0.0.1:9/x.js")),
        elsewhere: await attempt(() => fetch("http://127.0.0.1:9/")),
      };
      image.src = "http://127.0.0.1:9/x.png";
      document.body.append(image);
      const form = document.createElement("form");
      form.action = "http://127.0.0.1:9/";
      document.body.append(form);
      form.submit();
      await new Promise((go) => setTimeout(go, 200));
      return { ...answers, taken: window.taken };
    });
    assert.deepEqual(tried, { html: "TypeError", script: "TypeError", eval: "EvalError", module: "TypeError", elsewhere: "TypeError", taken: undefined });
    const found = new Set((await offences()).map((offence) => offence.split(":")[0]));
    for (const directive of ["require-trusted-types-for", "script-src-elem", "connect-src", "img-src", "form-action"]) {
      assert.ok(found.has(directive), `${directive} among ${[...found]}`);
    }
    assert.equal(page.url().split("#")[0], url());
  });
}
