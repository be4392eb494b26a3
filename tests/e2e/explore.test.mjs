// The room "Every crash", and the crash map by keyboard. Expected words are read from src/i18n, what runs come to is asked
// of the engine.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { outcome, scenarioAt, scenarioOf, verdictsOf, walks, words } from "./lab.mjs";

const source = await readFile(new URL("../../src/i18n/explore.rs", import.meta.url), "utf8");
const both = [...source.matchAll(/^\s*(\w+) = ("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*");/gm)];
const w = Object.fromEntries(both.map(([, name, en]) => [name, JSON.parse(en)]));
assert.ok(w.pairs && w.hunt_tell, "src/i18n/explore.rs is no longer read right");

const walk = walks();

/** Waits until everything is explored and every table complete. */
async function explored(page) {
  await page.locator(".studio .explore").waitFor();
  await page.waitForFunction(() => !document.querySelector(".explore section progress") && document.querySelector(".verdicts"), undefined, {
    timeout: 60_000,
  });
}

/** The worst verdict word of a lane's cell leads to a run that comes to it. */
const harmOf = { duplicates: "h_dup", loss: "h_loss", duplicates_and_loss: "h_dup_loss", differs: "h_differs" };

walk("every crash is tried, and a run that comes to harm opens in the lab", { hash: "s=no-crash&room=explore" }, async ({ page }) => {
  await explored(page);
  const counts = await page.locator(".explore .counts .mono").innerText();
  assert.match(counts, /^[\d,]+ schedules, [\d,]+ steps, [\d,]+ ms$/);
  const link = page.locator(".explore .grid a.open").first();
  const label = await link.getAttribute("aria-label");
  const scenario = await scenarioAt(new URL(await link.getAttribute("href"), page.url()).href);
  const [lane] = (await outcome(scenario)).lanes;
  assert.ok(label.endsWith(words.en[harmOf[lane.verdict]]), `${label}, ${lane.verdict}`);
  await link.click();
  await page.locator(".timeline").waitFor();
  await page.getByText(words.en.job_down).first().waitFor();
  await page.goBack();
  await explored(page);
});

walk("the matrix is gone through by keyboard", { hash: "s=no-crash&room=explore" }, async ({ page }) => {
  await explored(page);
  const matrix = page.getByRole("application", { name: w.matrix });
  await matrix.focus();
  const says = page.locator("#matrix-says");
  await page.keyboard.press("Home");
  await page.keyboard.press("PageUp");
  assert.match(await says.innerText(), new RegExp(`^${w.first} 0 `));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.doesNotMatch(await says.innerText(), new RegExp(`^${w.first} 0 `));
  await page.keyboard.press("n");
  const offered = await scenarioAt(new URL(await says.locator("a").getAttribute("href"), page.url()).href);
  assert.equal(offered.faults.length, 2);
  const word = (await says.innerText()).match(new RegExp(`${w.of_runs}: ([a-z ]+?) ·`))[1];
  const found = await outcome(offered);
  assert.equal(word, words.en[harmOf[found.lanes[0].verdict]]);
  await page.keyboard.press("Enter");
  await page.locator(".timeline").waitFor();
});

walk("a bug is looked for, guessed and told", { hash: "s=no-crash&room=explore" }, async ({ page }) => {
  await page.locator(".explore summary").click();
  const number = page.getByRole("combobox", { name: w.hunt_number });
  await number.selectOption("17");
  await page.getByText(w.hunt_question).waitFor();
  assert.match(page.url(), /find=17/);
  await explored(page);
  assert.equal(await page.getByText(w.hunt_should).count(), 0, "the answer is hidden");
  const buttons = page.getByRole("button", { name: w.hunt_guess });
  for (let i = 0; i < (await buttons.count()); i += 1) {
    await buttons.nth(i).click();
    await page.waitForFunction((searching) => !document.querySelector(".question .says").innerText.includes(searching), w.searching, {
      timeout: 60_000,
    });
    const said = await page.locator(".question .says").innerText();
    if (said === w.hunt_right) break;
    assert.ok([w.hunt_wrong, w.hunt_alike].includes(said), said);
  }
  await page.getByText(w.hunt_should).waitFor();
});

walk("the crash map is gone through by keyboard", { hash: "s=no-crash&t=2" }, async ({ lab, page }) => {
  await lab.mapSays.getByText(lab.w.crash_strip).waitFor();
  await lab.strip(1).focus();
  await lab.mapSays.getByText(` · ${lab.w.map_append}: `).waitFor();
  const before = await lab.time();
  for (let i = 0; i < 2; i += 1) await page.keyboard.press("ArrowRight");
  await lab.mapSays.getByText(lab.w.why_dup).waitFor();
  assert.equal(await lab.time(), before, "the run itself stays where it is");
  const offered = parseFloat(await lab.mapSays.innerText());
  await page.keyboard.press("Enter");
  await page.getByText(lab.w.job_down).waitFor();
  const [fault] = await lab.faults();
  assert.ok(Math.abs(fault.at - offered) <= 0.01, `${fault.at}, offered ${offered}`);
  await lab.key("End");
  assert.notDeepEqual(await lab.verdictsAgree(), await verdictsOf(await scenarioOf("no-crash")));
});
