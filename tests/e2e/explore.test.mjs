// The room "Every crash", and the crash map by keyboard. Expected words are read from src/i18n, what runs come to is asked
// of the engine.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { outcome, scenarioAt, scenarioOf, verdictsOf, walks, words } from "./lab.mjs";

const source = await readFile(new URL("../../src/i18n/explore.rs", import.meta.url), "utf8");
const both = [...source.matchAll(/^\s*(\w+) = ("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*");/gm)];
const w = Object.fromEntries(both.map(([, name, en]) => [name, JSON.parse(en)]));
const zh = Object.fromEntries(both.map(([, name, , zh]) => [name, JSON.parse(zh)]));
assert.ok(w.pairs && w.hunt_tell, "src/i18n/explore.rs is no longer read right");

const walk = walks();

/** Waits until everything is explored and every table complete. */
async function explored(page) {
  await page.locator(".studio .explore").waitFor();
  await page.waitForFunction(() => !document.querySelector(".explore section progress") && document.querySelector(".verdicts") && !document.querySelector(".verdicts").innerText.includes("…"), undefined, {
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
  const word = (await says.locator("b").innerText()).split(": ")[1];
  const found = await outcome(offered);
  assert.equal(word, words.en[harmOf[found.lanes[0].verdict]]);
  await page.keyboard.press("Enter");
  await page.locator(".timeline").waitFor();
});

/** What is asked and shown, as a person would see it. */
const seen = (page) =>
  page.evaluate(() => ({
    choices: [...document.querySelectorAll(".explore .controls select, .explore .hunt select")].map((one) => one.value),
    lane: document.querySelector(".explore .lanes [aria-pressed=true]").innerText,
    place: document.querySelector("#matrix-says").innerText,
    more: document.querySelector(".explore section .check input").checked,
    cell: document.querySelector(".verdicts [aria-pressed=true]")?.innerText,
    counts: document.querySelector(".explore .counts .mono").innerText.split(",").slice(0, -1).join(),
  }));

for (const [name, ask] of [
  ["crashes, cursor and table", async (page) => {
    await page.getByRole("combobox", { name: w.timings }).selectOption("slow_sink");
    await page.getByRole("checkbox", { name: w.with_crash }).check();
    await explored(page);
    await page.locator(".explore .lanes button").nth(2).click();
    await page.locator(".verdicts tbody tr").nth(1).locator("button").nth(1).click();
    await page.getByRole("button", { name: w.next_harm }).click();
  }],
  ["a hunt", async (page) => {
    await page.locator(".explore summary").click();
    await page.getByRole("combobox", { name: w.hunt_number }).selectOption("9");
    await page.getByRole("combobox", { name: w.timings }).selectOption("own");
    await explored(page);
    await page.getByRole("application").focus();
    for (const key of ["n", "ArrowRight", "n"]) await page.keyboard.press(key);
  }],
]) {
  walk(`what was asked is there again: ${name}`, { hash: "s=no-crash&room=explore" }, async ({ page }) => {
    await explored(page);
    await ask(page);
    await explored(page);
    // The address follows a cursor a little later.
    await page.waitForFunction(() => location.hash.includes("place="));
    await page.waitForTimeout(400);
    const before = await seen(page);
    await page.reload();
    await explored(page);
    assert.deepEqual(await seen(page), before, "after a reload");
    await page.locator("#matrix-says a").click();
    await page.locator(".timeline").waitFor();
    await page.goBack();
    await explored(page);
    assert.deepEqual(await seen(page), before, "after a look at the run");
    const asked = (hash) => [...new URLSearchParams(hash.slice(1))].filter(([name]) => name !== "lang");
    const address = await page.evaluate(() => location.hash);
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("heading", { name: zh.pairs }).waitFor();
    assert.deepEqual(asked(await page.evaluate(() => location.hash)), asked(address));
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { name: w.pairs }).waitFor();
    assert.deepEqual(await seen(page), before, "in another language and back");
  });
}

walk("it is stopped, shows what it found, and goes on to the same end", { hash: "s=no-crash&room=explore&crashes=3" }, async ({ page }) => {
  await page.locator(".explore .squares").waitFor();
  await page.getByRole("button", { name: w.cancel }).click();
  await page.getByText(w.cancelled).waitFor();
  const number = async () => Number((await page.locator(".explore .counts .mono").innerText()).split(" ")[0].replaceAll(",", ""));
  const stopped = await number();
  // What harm was found opens, the place under the cursor is one that was tried, and what is not known cannot be saved.
  const isShort = await page.evaluate(() => document.querySelector(".explore .counts progress").value < 1_000);
  assert.ok(isShort, "three crashes take long enough to be stopped");
  for (const cell of await page.locator(".tally td.num:not(.nil)").all()) {
    const isHarm = await cell.locator(".harm:not(.m-ok)").count();
    if (isHarm) assert.equal(await cell.locator("a").count(), 1, await cell.innerHTML());
  }
  assert.match(await page.locator("#matrix-says b").innerText(), /run/);
  assert.ok(await page.getByRole("button", { name: w.csv }).isDisabled());
  assert.equal(await number(), stopped, "nothing goes on");
  await page.getByRole("button", { name: w.go_on, exact: true }).click();
  await explored(page);
  assert.equal(await page.getByText(w.cancelled).count(), 0);
  const whole = await number();
  await page.getByRole("button", { name: w.again }).click();
  await page.waitForFunction((whole) => !document.querySelector(".explore .counts").innerText.startsWith(whole), whole.toLocaleString("en"));
  await explored(page);
  assert.equal(await number(), whole);
});

walk("the cursor of the matrix goes where one clicks", { hash: "s=no-crash&room=explore" }, async ({ page }) => {
  await explored(page);
  const squares = page.locator(".explore .squares");
  const { width, height } = await squares.boundingBox();
  for (const [across, down] of [[0.9, 0.1], [0.55, 0.2], [0.4, 0.35]]) {
    await squares.click({ position: { x: width * across, y: height * down } });
    const cursor = await squares.locator(".cursor").evaluate(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) => ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }));
    const isIn = (at, from, length) => from - 2 <= at && at <= from + length + 2;
    assert.ok(
      isIn(width * across, cursor.offsetLeft, cursor.offsetWidth) && isIn(height * down, cursor.offsetTop, cursor.offsetHeight),
      `clicked at ${across} of ${width}, ${down} of ${height}; the cursor is at ${JSON.stringify(cursor)}`,
    );
  }
});

walk("every place of the table with harm opens a run that comes to it", { hash: "s=no-crash&room=explore" }, async ({ page }) => {
  await explored(page);
  const harmful = page.locator(".verdicts button.harm:not(.m-ok)");
  const count = await harmful.count();
  assert.ok(count > 20, `${count} places`);
  let checked = 0;
  for (let i = 0; i < count; i += 3) {
    const cell = harmful.nth(i);
    await cell.click();
    assert.equal(await cell.getAttribute("aria-pressed"), "true");
    const word = await cell.locator("span").innerText();
    const link = page.locator("section p.says a");
    assert.ok((await link.getAttribute("aria-label")).endsWith(word));
    const { lanes } = await outcome(await scenarioAt(new URL(await link.getAttribute("href"), page.url()).href));
    // Of a job that never comes to its end that is told first.
    const known = lanes[0].job !== "finished" ? undefined : harmOf[lanes[0].verdict];
    if (known) {
      assert.equal(words.en[known], word);
      checked += 1;
    } else {
      assert.ok([words.en.h_back, words.en.h_stuck, words.en.h_dirty, words.en.h_blocked].includes(word), `${word}: ${lanes[0].verdict}`);
    }
  }
  assert.ok(checked > 5, `${checked} verdicts compared`);
});

walk("what is saved says what the page says", { hash: "s=no-crash&room=explore", acceptDownloads: true }, async ({ page, browser }) => {
  await explored(page);
  const save = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
  };
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll(".verdicts tbody tr")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.querySelector("button span")?.innerText ?? "-")));
  const inWords = { none: "h_none", dirty_read: "h_dirty", went_back: "h_back", blocked: "h_blocked", duplicates: "h_dup", loss: "h_loss", duplicates_and_loss: "h_dup_loss", differs: "h_differs", stuck: "h_stuck" };
  const csv = await save(w.csv);
  assert.match(csv.name, /\.csv$/);
  const lines = csv.text.trimEnd().split("\r\n").map((line) => line.split(","));
  assert.equal(new Set(lines.map((line) => line.length)).size, 1, "every line has as many fields");
  const saved = lines.slice(1).map((line) => line.slice(1).map((word) => (word === "not_applicable" ? "-" : words.en[inWords[word]])));
  assert.deepEqual(saved, rows);
  const json = JSON.parse((await save(w.json)).text);
  const runs = await page.locator(".tally tbody tr td:first-of-type").allInnerTexts();
  assert.deepEqual(json.explored.lanes.map(({ runs }) => runs), runs.map((text) => parseInt(text.replaceAll(",", ""), 10)));
  assert.equal(json.sinks_and_faults.sinks.length, rows.length);
  for (const { harm, scenario } of json.explored.lanes.flatMap((lane) => lane.counterexamples)) {
    const { lanes } = await outcome(scenario);
    if (harm in harmOf) assert.equal(lanes[0].verdict, harm);
  }
  // In a page without the lab's policy, which lets nothing be parsed.
  const blank = await browser.newPage();
  for (const name of [w.map_svg, w.matrix_svg]) {
    const { text } = await save(name);
    assert.doesNotMatch(text, /var\(|<script|href=/, "it stands for itself");
    const shown = await blank.evaluate((svg) => {
      const xml = new DOMParser().parseFromString(svg, "image/svg+xml");
      return { root: xml.documentElement.nodeName, title: xml.querySelector("title").textContent, text: xml.documentElement.textContent };
    }, text);
    assert.equal(shown.root, "svg");
    assert.ok(shown.title.length > 5 && shown.text.includes(words.en.h_dup), shown.text.slice(0, 200));
  }
  await blank.close();
});

for (const [name, hash] of Object.entries({ done: "", hunt: "&find=17", looked: "&cell=0.1&more=1&sink=4", story: null })) {
  walk(`on a phone nothing lies beside the page: ${name}`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async ({ page, lab }) => {
    const story = { format: 1, records: [{ t: 1, key: "a", value: 1 }], sinks: [{ kind: "append" }], story: "emit 1; crash; finish" };
    await lab.goTo(hash === null ? `scenario=${encodeURIComponent(JSON.stringify(story))}&room=explore` : `s=no-crash&room=explore${hash}`);
    if (hash === null) await page.getByText(w.story).waitFor();
    else await explored(page);
    // The browser zooms out where something does; taps then go astray.
    const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.deepEqual([wide, shown], [390, 390]);
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll(".explore *")]
        .filter((one) => !one.closest(".sideways, svg") && one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => one.className || one.tagName));
    assert.deepEqual(outside, []);
  });
}

walk("a bug is looked for, guessed and told", { hash: "s=no-crash&room=explore" }, async ({ page }) => {
  await page.locator(".explore summary").click();
  const number = page.getByRole("combobox", { name: w.hunt_number });
  await number.selectOption("17");
  await page.getByText(w.hunt_question).waitFor();
  assert.match(page.url(), /find=17/);
  await explored(page);
  assert.equal(await page.getByText(w.hunt_should).count(), 0, "the answer is hidden");
  const buttons = page.locator(".candidates button");
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

walk("what is covered is not told by the crash map", { hash: "s=no-crash&t=6&hide=1" }, async ({ lab, page }) => {
  await lab.mapSays.getByText(lab.w.crash_strip).waitFor();
  const harms = ["h_back", "h_dup", "h_loss", "h_none", "why_dup", "map_after", "map_before"].map((name) => lab.w[name]);
  for (const number of [1, 2, 3, 4]) {
    await lab.strip(number).hover();
    await lab.mapSays.getByText(lab.w.hidden).waitFor();
    await lab.strip(number).focus();
    await page.keyboard.press("ArrowRight");
    const told = [await lab.mapSays.innerText(), await lab.strip(number).getAttribute("aria-label"), await lab.strip(number).innerText()].join(" ");
    for (const harm of harms) assert.ok(!told.includes(harm), told);
  }
});

const phone = { hash: "s=no-crash&t=6", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

walk("a finger that moves along the crash map reads it and changes nothing", phone, async ({ lab, page }) => {
  await lab.mapSays.getByText(lab.w.crash_strip).waitFor();
  await lab.strip(1).scrollIntoViewIfNeeded();
  // Every span is seen, and long ones say what they are.
  const spans = await page.evaluate(() => [...document.querySelectorAll(".map-strip .seg")].map((one) => [one.checkVisibility(), one.clientWidth > 0]));
  assert.ok(spans.length > 4 && spans.flat().every(Boolean), JSON.stringify(spans));
  const named = await page.evaluate(() => [...document.querySelectorAll(".map-strip .seg[data-word]")].filter((one) => parseFloat(getComputedStyle(one).fontSize) >= 9).length);
  assert.ok(named >= 4, `${named} spans are named`);
  const box = await lab.strip(1).boundingBox();
  const [y, x] = [box.y + box.height / 2, (part) => box.x + box.width * part];
  const touch = await page.context().newCDPSession(page);
  const send = (type, part) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: part === undefined ? [] : [{ x: x(part), y }] });
  await send("touchStart", 0.2);
  for (const part of [0.3, 0.4, 0.5, 0.6]) await send("touchMove", part);
  await lab.mapSays.getByText(lab.w.why_dup).waitFor();
  await send("touchEnd");
  await lab.mapSays.getByText(lab.w.crash_strip).waitFor();
  assert.deepEqual(await lab.faults(), []);
});

walk("a tap on the crash map crashes there", phone, async ({ lab, page }) => {
  await lab.mapSays.getByText(lab.w.crash_strip).waitFor();
  await lab.strip(1).scrollIntoViewIfNeeded();
  const box = await lab.strip(1).boundingBox();
  await page.touchscreen.tap(box.x + box.width * 0.6, box.y + box.height / 2);
  await page.getByText(lab.w.job_down).first().waitFor();
  assert.equal((await lab.faults()).length, 1);
});
