// Write your own: records as a table, the story, everything as text; mistakes at their place, files, links, undo, and
// nothing that was typed is lost.
import assert from "node:assert/strict";
import { readFile, writeFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outcome, scenarioAt, scenarioOf, verdictsOf, walks, words, wordsOf } from "./lab.mjs";

const walk = walks();
const all = await wordsOf("write.rs");
const hash = "s=running-example&room=write";

/** The room as a person finds things in it. */
class Desk {
  constructor(page, lang = "en") {
    this.page = page;
    this.lang = lang;
    this.w = all[lang];
  }
  button(name) {
    return this.page.locator(".write").getByRole("button", { name, exact: true });
  }
  tab(name) {
    return this.page.getByRole("tab", { name: new RegExp(`^${name}`) });
  }
  async show(name) {
    await this.tab(name).click();
  }
  /** A cell of the table by row (from 0) and column (0: time, 1: key, 2: value). */
  cell(row, column) {
    return this.page.locator("table.records tbody tr:has(input)").nth(row).locator("input").nth(column);
  }
  get story() {
    return this.page.getByRole("textbox", { name: this.w.story });
  }
  get text() {
    return this.page.getByRole("textbox", { name: this.w.text });
  }
  get mistake() {
    return this.page.locator("#mistake");
  }
  get fine() {
    return this.page.locator(".fine");
  }
  get options() {
    return this.page.getByRole("option").locator("code");
  }
  /** The whole draft, as text. */
  async all() {
    await this.show(this.w.text);
    return this.text.inputValue();
  }
  /** Waits until what is written is in the address, and answers the scenario there. */
  async address(isIt) {
    for (const end = Date.now() + 10_000; ; await this.page.waitForTimeout(50)) {
      const scenario = await scenarioAt(this.page.url()).catch(() => ({}));
      if (isIt(scenario)) return scenario;
      assert.ok(Date.now() < end, `the address has ${JSON.stringify(scenario)}`);
    }
  }
  /** The verdicts of the preview. */
  verdicts() {
    return this.page.locator(".preview .tag").allInnerTexts();
  }
  /** The preview says what the engine says of the scenario in the address. */
  async previewAgrees(isIt) {
    const scenario = await this.address(isIt);
    const { lanes } = await outcome(scenario);
    const wanted = { exactly_once: "v_once", duplicates: "v_twice", loss: "v_lost", duplicates_and_loss: "v_twice_lost", differs: "v_differs" };
    assert.deepEqual(await this.verdicts(), lanes.map((lane) => words[this.lang][wanted[lane.verdict]]));
    return lanes;
  }
}

const room = (name, options, body) =>
  walk(name, { until: ".write", ...options }, async (given) => {
    await given.page.locator(".write").waitFor({ timeout: 20_000 });
    await body({ ...given, desk: new Desk(given.page, options.lang) });
  });

room("a record is changed in the table and the preview follows the engine", { hash }, async ({ desk }) => {
  await desk.cell(3, 0).fill("10.5");
  await desk.previewAgrees((scenario) => scenario.records?.[3].t === 10.5);
  await desk.button(`+ ${desk.w.add_row}`).click();
  await desk.cell(6, 1).fill("z");
  const lanes = await desk.previewAgrees((scenario) => scenario.records?.[6]?.key === "z");
  assert.equal(lanes.length, 4);
});

room("a mistake stands below its row, and the last result stays in sight", { hash }, async ({ desk, page }) => {
  await desk.cell(3, 0).fill("soon");
  assert.match(await desk.mistake.innerText(), /^records\[3\]\.t: "soon" .*0 to 86400 seconds/);
  assert.equal(await desk.cell(3, 0).getAttribute("aria-invalid"), "true");
  assert.equal(await page.evaluate(() => document.activeElement.value), "soon", "the cell keeps the cursor");
  assert.match(await desk.page.locator(".preview").innerText(), new RegExp(desk.w.preview_old));
  await desk.show(desk.w.text);
  await desk.button(desk.w.show_mistake).click();
  await desk.cell(3, 0).fill("8");
  await desk.fine.waitFor();
});

room("错误用中文说明在出错的那一行", { hash: `${hash}&lang=zh`, lang: "zh" }, async ({ desk }) => {
  await desk.cell(1, 2).fill("很多");
  assert.match(await desk.mistake.innerText(), /^records\[1\]\.value："很多" 的类型不对；应为：.*整数。$/);
});

room("a reload loses nothing, however wrong it is", { hash }, async ({ desk, page }) => {
  await desk.cell(0, 2).fill("1e");
  await desk.show(desk.w.story);
  await desk.button(desk.w.begin_story).click();
  await desk.story.fill("emit 3; jump");
  const before = await desk.all();
  await page.reload();
  await page.locator(".write").waitFor();
  assert.equal(await desk.all(), before);
  assert.match(before, /emit 3; jump/);
});

room("a story is written with what can come next, by keys alone", { hash }, async ({ desk, page }) => {
  await desk.show(desk.w.story);
  await desk.button(desk.w.begin_story).click();
  await desk.story.fill("");
  await desk.story.pressSequentially("em");
  assert.deepEqual(await desk.options.allInnerTexts(), ["emit"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.equal(await desk.story.inputValue(), "emit ");
  assert.deepEqual(await desk.options.allInnerTexts(), ["1", "2", "3", "4", "6"]);
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await desk.story.pressSequentially(";\narm wal.send.m");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await desk.story.pressSequentially("error;");
  await page.keyboard.press("Escape");
  await desk.story.pressSequentially(" checkpoint; finish");
  assert.equal(await desk.story.inputValue(), "emit 3;\narm wal.send.mid error; checkpoint; finish");
  const lanes = await desk.previewAgrees((scenario) => scenario.story?.endsWith("finish"));
  assert.equal(lanes[2].attempts.length, 2, "the write-ahead sink has failed");
  assert.equal(await page.locator(".step-effects li").count(), 4);
});

room("a mistake in a story is marked at its word, with line and column", { hash }, async ({ desk, page }) => {
  await desk.show(desk.w.story);
  await desk.button(desk.w.begin_story).click();
  await desk.story.fill("emit 3;\n  jump; finish");
  assert.match(await desk.mistake.innerText(), /^Line 2, column 3\s+story\[1\]: "jump" is not a step/);
  assert.equal(await page.locator("mark").innerText(), "jump");
  await page.keyboard.press("Escape");
  await desk.button(desk.w.show_mistake).click();
  const selected = await desk.story.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
  assert.equal(selected, "jump");
  await page.keyboard.type("crash");
  await desk.fine.waitFor();
});

room("a step that finds nothing to do says so", { hash }, async ({ desk, page }) => {
  await desk.show(desk.w.story);
  await desk.button(desk.w.begin_story).click();
  await desk.story.fill("emit 2; complete; finish");
  await page.locator(".step-effects .skipped").waitFor();
  assert.match(await page.locator(".step-effects li").nth(1).innerText(), /finds nothing to do/);
});

room("text that is not JSON leaves table and story alone until it is mended", { hash }, async ({ desk, page }) => {
  const before = await desk.all();
  await desk.text.fill(before.replace('"records"', '"records'));
  assert.match(await desk.mistake.innerText(), /^Line \d+, column \d+/);
  await desk.show(desk.w.records);
  await page.getByText(desk.w.not_json).waitFor();
  await desk.show(desk.w.story);
  await page.getByText(desk.w.not_json).waitFor();
  await desk.button(desk.w.undo).click();
  await desk.fine.waitFor();
  assert.equal(await desk.all(), before);
});

room("undo and redo go over everything, by button and by key", { hash }, async ({ desk, page }) => {
  const start = await desk.all();
  await desk.show(desk.w.records);
  await desk.cell(0, 2).fill("99");
  await desk.address((scenario) => scenario.records?.[0].value === 99);
  await desk.button(desk.w.remove_row).last().click();
  const end = await desk.all();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  assert.equal(await desk.text.inputValue(), start);
  assert.ok(await desk.button(desk.w.undo).isDisabled());
  await page.keyboard.press("Control+Shift+z");
  await desk.button(desk.w.redo).click();
  assert.equal(await desk.text.inputValue(), end);
});

room("rows from a spreadsheet can be pasted", { hash }, async ({ desk, page }) => {
  await desk.cell(2, 0).click();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text", "4\tx\t7\n4.5\ty\t8\n");
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  const { records } = await desk.address((scenario) => scenario.records?.length === 8);
  assert.deepEqual(records.slice(2, 4), [{ t: 4, key: "x", value: 7 }, { t: 4.5, key: "y", value: 8 }]);
});

const file = async (name, text) => {
  const path = join(await mkdtemp(join(tmpdir(), "lab-")), name);
  await writeFile(path, text);
  return path;
};
const picker = (page) => page.locator("#file-picker");
/** Drops a file onto the page. */
const drop = (page, name, text) =>
  page.evaluate(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name, { type: "application/json" }));
      for (const kind of ["dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
      }
    },
    [name, text],
  );

room("files are opened by the picker and by dropping, and saved as they are", { hash }, async ({ desk, page }) => {
  const surge = JSON.stringify(await scenarioOf("surge"));
  await picker(page).setInputFiles(await file("surge.json", surge));
  await page.getByText(`${desk.w.opened} surge.json`).waitFor();
  assert.equal(await desk.all(), surge);
  const alignment = JSON.stringify(await scenarioOf("alignment"), null, 1);
  await drop(page, "alignment.json", alignment);
  await page.getByText(`${desk.w.opened} alignment.json`).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), desk.button(desk.w.save_file).click()]);
  assert.match(download.suggestedFilename(), /^[\w-]+\.json$/);
  assert.equal(await readFile(await download.path(), "utf8"), alignment);
});

room("a file with a mistake is opened at the mistake, and what was written before is kept", { hash }, async ({ desk, page }) => {
  await desk.cell(0, 2).fill("4711");
  await drop(page, "bad.json", JSON.stringify({ ...(await scenarioOf("no-crash")), records: [{ t: 1, key: "a", value: "x" }] }));
  assert.match(await desk.mistake.innerText(), /^records\[0\]\.value: "x" is of the wrong type/);
  await page.getByRole("combobox", { name: desk.w.earlier }).selectOption("0");
  assert.equal(await desk.cell(0, 2).inputValue(), "4711");
});

room("a file that is too large or no text is refused, and says why", { hash }, async ({ desk, page }) => {
  const before = await desk.all();
  const notice = page.locator(".notices .wrong");
  await picker(page).setInputFiles(await file("huge.json", " ".repeat(1_000_001)));
  assert.match(await notice.innerText(), /^Not opened: huge\.json\. .*1000001 is too long; allowed: at most 1000000 bytes/);
  await picker(page).setInputFiles(await file("picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 255])));
  await page.getByText(/picture\.png\. .*is not JSON/).waitFor();
  assert.equal(await desk.all(), before);
});

room("2,000 records and 500 steps are taken, one more is refused with the limit", { hash: "s=no-crash&room=write" }, async ({ desk, page }) => {
  const scenario = (records, steps) =>
    JSON.stringify({
      format: 1,
      records: Array.from({ length: records }, (_, n) => ({ t: n, key: "abc"[n % 3], value: n })),
      sinks: [{ kind: "append" }, { kind: "two_phase_commit" }],
      story: `${Array.from({ length: steps - 1 }, (_, n) => `emit ${(n + 1) * 4}`).join(";")};finish`,
    });
  await picker(page).setInputFiles(await file("full.json", scenario(2000, 500)));
  await desk.fine.waitFor();
  await desk.previewAgrees((scenario) => scenario.records?.length === 2000);
  await desk.show(desk.w.records);
  assert.equal(await page.locator("table.records input").count(), 300, "a page of rows");
  await page.getByRole("button", { name: desk.w.later_rows }).click();
  assert.equal(await desk.cell(0, 0).inputValue(), "100");
  await picker(page).setInputFiles(await file("rows.json", scenario(2001, 10)));
  await desk.mistake.getByText(/2001 are too many; allowed: at most 2000 records/).waitFor();
  await picker(page).setInputFiles(await file("steps.json", scenario(10, 501)));
  await desk.mistake.getByText(/501 are too many; allowed: at most 500 steps/).waitFor();
});

room("copied as a link, the scenario opens in the lab elsewhere", { hash, permissions: ["clipboard-read", "clipboard-write"] }, async ({ desk, page }) => {
  await desk.cell(0, 1).fill("q");
  await desk.button(desk.w.copy_link).click();
  await page.getByText(desk.w.copied).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal((await scenarioAt(link)).records[0].key, "q");
  assert.ok(!link.includes("room="));
});

room("opened in the lab and come back to, the draft is as it was", { hash }, async ({ desk, lab, page }) => {
  await desk.cell(5, 0).fill("15");
  const mine = await desk.all();
  await desk.address((scenario) => scenario.records?.[5].t === 15);
  await page.getByRole("link", { name: desk.w.to_lab }).click();
  await page.locator(".stage").waitFor();
  assert.equal((await scenarioAt(await lab.isKept())).records[5].t, 15);
  await lab.button(lab.w.room_write).click();
  await page.locator(".write").waitFor();
  assert.equal(await desk.all(), mine);
});

room(
  "where nothing can be stored it says so, and a reload still loses nothing",
  {
    hash,
    before: (page) =>
      page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException("full", "QuotaExceededError");
        };
      }),
  },
  async ({ desk, page }) => {
    await desk.cell(0, 2).fill("123");
    await page.getByText(desk.w.not_kept).waitFor();
    const before = await desk.all();
    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    await page.locator(".write").waitFor();
    assert.equal(await desk.all(), before);
  },
);

walk("a scenario file dropped on the lab opens there", { hash: "s=running-example&t=3" }, async ({ lab, page }) => {
  const surge = await scenarioOf("surge");
  await drop(page, "surge.json", JSON.stringify(surge));
  await page.waitForFunction((title) => document.querySelector("header select").selectedOptions[0].textContent.includes(title), lab.w.p_surge);
  assert.deepEqual(await verdictsOf(surge), await verdictsOf(await scenarioAt(await lab.isKept())));
});

for (const [what, text, message] of [
  ["with a mistake", '{"format": 1, "records": [], "sinks": []}', /sinks: 0 are too few/],
  ["that is too large", " ".repeat(1_000_001), /1000001 is too long/],
  ["that is no scenario", "hello", /not JSON/],
]) {
  walk(`a file ${what} dropped on the lab says why and changes nothing`, { hash: "s=no-crash&t=3" }, async ({ lab, page }) => {
    const before = await lab.isKept();
    await drop(page, "bad.json", text);
    assert.match(await lab.notice.innerText(), message);
    assert.match(await lab.notice.innerText(), new RegExp(lab.w.bad_file));
    assert.equal(await lab.isKept(), before);
  });
}
