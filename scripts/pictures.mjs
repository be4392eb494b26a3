// The pictures for slides: see scripts/pictures. Each is the page presented, in both languages, at the moment of its link.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dist, launch, open } from "../tests/e2e/browser.mjs";
import { serve } from "../tests/e2e/server.mjs";
import { fewerColours } from "./png.mjs";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const size = { width: 1280, height: 720 };

const list = readFileSync(`${folder}README.md`, "utf8")
  .split("\n")
  .map((line) => line.match(/^\| `([a-z-]+)` \| `(#[^`]+)`/))
  .filter(Boolean)
  .map(([, name, link]) => ({ name, link }));
if (list.length === 0) throw new Error("docs/pictures/README.md lists no pictures");

const [browser, server] = await Promise.all([launch(), serve(dist, "/")]);
try {
  for (const { name, link } of list) {
    for (const [lang, locale] of [["en", "en-US"], ["zh", "zh-CN"]]) {
      const options = { viewport: size, locale, colorScheme: "light", reducedMotion: "reduce", bypassCSP: true };
      const { page, problems } = await open(browser, `${server.url}${link}&lang=${lang}`, options);
      await page.keyboard.press("p");
      // Presenting hides the answers; here they are wanted, unless the link hides them too.
      if (!/[#&]hide=1/.test(link)) await page.keyboard.press("h");
      await page.evaluate(() => document.fonts.ready);
      await page.locator(".presents").waitFor();
      // The page's policy would not let a style in; it is not what is pictured.
      await page.addStyleTag({ content: ".unpresent { display: none }" });
      const picture = fewerColours(await page.screenshot({ animations: "disabled" }));
      if (problems.length > 0) throw new Error(`${name}: ${problems.join("; ")}`);
      writeFileSync(`${folder}${name}.${lang}.png`, picture);
      console.log(`docs/pictures/${name}.${lang}.png: ${picture.length} bytes`);
      await page.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}
