// Compare: two runs side by side, only what differs is marked.
import assert from "node:assert/strict";
import { outcome, scenarioAt, scenarioOf, walks, words, wordsOf } from "./lab.mjs";

const walk = walks();
const all = await wordsOf("compare.rs");
const verdictWords = { exactly_once: "v_once", duplicates: "v_twice", loss: "v_lost", duplicates_and_loss: "v_twice_lost", differs: "v_differs" };

/** The room as a person finds things in it. */
class Room {
  constructor(page, lang = "en") {
    this.page = page;
    this.w = all[lang];
    this.lab = words[lang];
  }
  side(name) {
    return this.page.getByRole("region", { name, exact: true });
  }
  field(side, name) {
    return this.side(side).getByLabel(name, { exact: true });
  }
  part(title) {
    return this.page.locator("section.part", { has: this.page.getByRole("heading", { name: title, exact: true }) });
  }
  /** A line of the endings: what stands in A and in B, and whether it is marked. */
  async line(name) {
    const row = this.part(this.w.ended).getByRole("row").filter({ hasText: name });
    const [a, b] = await row.locator("td").allInnerTexts();
    return { a, b, isMarked: (await row.locator(".not-equal").count()) === 1 };
  }
  /** The two scenarios of the address. */
  async scenarios() {
    const link = new URL(this.page.url());
    const second = link.hash.split("&").filter((parameter) => parameter.startsWith("b-")).map((parameter) => parameter.slice(2));
    const first = await scenarioAt(link.href);
    const base = link.href.split("#")[0];
    return [first, second.length ? await scenarioAt(`${base}#${second.join("&")}`) : first];
  }
  /** What stands at the end is the engine's. */
  async agrees(lanes) {
    const scenarios = await this.scenarios();
    const wanted = await Promise.all(scenarios.map(async (scenario, side) => (await outcome(scenario)).lanes[lanes[side]]));
    const { a, b, isMarked } = await this.line(this.w.verdict);
    assert.deepEqual([a.trim(), b.trim()], wanted.map((lane) => this.lab[verdictWords[lane.verdict]]));
    assert.equal(isMarked, wanted[0].verdict !== wanted[1].verdict);
    return wanted;
  }
}

const room = (name, options, body) =>
  walk(name, options, async (given) => {
    await given.page.locator(".compare").waitFor({ timeout: 20_000 });
    await body({ ...given, room: new Room(given.page, options.lang) });
  });

room("from the lab, two sinks of the scenario stand side by side", { hash: "s=running-example&room=compare" }, async ({ room, page }) => {
  await room.agrees([0, 1]);
  await room.field("B", room.w.sink).selectOption("3");
  await room.agrees([0, 3]);
  assert.match(page.url(), /lanes=0\.3/);
  const twice = room.part(room.w.outside).locator(".only");
  assert.equal(await twice.count(), 2, "the two extra copies are marked and nothing else");
  await page.reload();
  await page.locator(".compare").waitFor();
  await room.agrees([0, 3]);
});

room("two crash moments: what differs is marked, in the end and in the account", { hash: "s=running-example&lanes=0.0&room=compare" }, async ({ room, page }) => {
  await page.getByText(room.w.same).waitFor();
  const field = room.field("B", room.w.crashes);
  await field.fill("3.7");
  await field.press("Enter");
  await page.getByText(room.w.same).waitFor({ state: "detached" });
  const [a, b] = await room.agrees([0, 0]);
  assert.notDeepEqual(a.duplicates, b.duplicates);
  assert.ok((await room.line(room.w.twice)).isMarked);
  assert.ok(!(await room.line(room.w.job)).isMarked);
  const [, second] = await room.scenarios();
  assert.deepEqual(second.faults, [{ crash: true, at: 3.7 }]);
  const account = room.part(room.w.account);
  assert.ok((await account.locator("tr.only-a, tr.only-b, tr.changed").count()) > 5);
  const fold = account.locator("summary").first();
  await fold.click();
  assert.ok(await account.locator(".alike li").first().isVisible());
});

room("a moment that is none is refused at its place and stays as it was typed", { hash: "s=running-example&room=compare" }, async ({ room }) => {
  const field = room.field("A", room.w.crashes);
  await field.fill("soon");
  await field.press("Enter");
  assert.match(await room.side("A").getByRole("alert").innerText(), /faults\[0\]\.at: "soon"/);
  assert.equal(await field.inputValue(), "soon");
  await field.fill("");
  await field.press("Enter");
  await room.side("A").getByRole("alert").waitFor({ state: "detached" });
  await room.agrees([0, 1]);
});

room("two settings of one scenario", { hash: "s=running-example&lanes=0.0&room=compare" }, async ({ room, page }) => {
  await room.field("B", room.w.setting).selectOption("sinks[0].buffer");
  const value = room.side("B").getByRole("textbox").last();
  await value.fill("2");
  await value.press("Enter");
  await page.getByText(room.w.same).waitFor({ state: "detached" });
  const [, second] = await room.scenarios();
  assert.equal(second.sinks[0].buffer, 2);
  await room.agrees([0, 0]);
  await room.part(room.w.set).getByText("sink.buffer").waitFor();
  await page.getByRole("button", { name: room.w.swap }).click();
  await page.waitForFunction(() => decodeURIComponent(location.hash).split("&b-")[0].includes('"buffer":2'));
  await room.agrees([0, 0]);
  await page.getByRole("button", { name: room.w.as_left }).click();
  await page.getByText(room.w.same).waitFor();
});

room("a file dropped on the right half is B", { hash: "s=no-crash&room=compare" }, async ({ room, page }) => {
  const drop = (text) =>
    page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "mine.json"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, clientX: innerWidth - 50, bubbles: true, cancelable: true }));
    }, text);
  await drop(JSON.stringify(await scenarioOf("surge")));
  await page.waitForFunction(() => location.hash.includes("b-s=surge"));
  await room.agrees([0, 1]);
  await drop("{");
  assert.match(await room.side("B").getByRole("alert").innerText(), /mine\.json.*not JSON/s);
  await room.agrees([0, 1]);
});

room("中文界面也一样", { hash: "s=running-example&lanes=0.3&room=compare&lang=zh", lang: "zh" }, async ({ room }) => {
  await room.agrees([0, 3]);
  assert.equal((await room.line(room.w.job)).a, "已完成");
});

walk("a second scenario that cannot be opened is said", { hash: "s=no-crash&room=compare&b-s=nothing" }, async ({ page }) => {
  assert.match(await page.locator("main.room").getByRole("alert").innerText(), /"nothing" is not allowed here/);
});
