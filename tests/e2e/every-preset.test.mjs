// Every preset, watched to its end and step by step, in both languages. In a file of its own: files run side by side.
import assert from "node:assert/strict";
import { presets, scenarioOf, verdictsOf, walks } from "./lab.mjs";

const walk = walks();

// Playing takes its time; the others are watched by steps only.
const played = ["running-example", "blocked-reader", "unaligned", "files", "store-away"];
assert.ok(played.every((preset) => presets.includes(preset)));

for (const preset of presets) {
  walk(`${preset} comes to its end, every step of it is drawn, in both languages`, { hash: `s=${preset}` }, async ({ lab, page }) => {
    await lab.isPaused();
    assert.equal(await lab.picker.inputValue(), preset);
    if (played.includes(preset)) await lab.playToEnd();
    else await lab.key("End");
    assert.deepEqual(await lab.verdictsAgree(), await verdictsOf(await scenarioOf(preset)));

    await lab.goTo(`s=${preset}&lang=zh`);
    lab.lang = "zh";
    await lab.isPaused();
    // Step by step. What is drawn must hold no leftovers of a program.
    const odd = await page.evaluate(async () => {
      const odd = new Set();
      const again = () => document.querySelector("input[type=range]").value === document.querySelector("input[type=range]").max;
      for (let step = 0; step < 2_000 && !again(); step += 1) {
        dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        await new Promise((done) => setTimeout(done));
        for (const [found] of document.body.innerText.matchAll(/.*\b(NaN|undefined|None|Some|null|Object)\b.*/g)) odd.add(found);
      }
      return [...odd];
    });
    assert.deepEqual(odd, []);
    await lab.verdictsAgree();
  });
}
