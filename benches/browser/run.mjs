// Runs the benchmark inside headless Chromium: node run.mjs LABEL=FILE.wasm ...
import { readFileSync } from "node:fs";
import { launch } from "../../tests/e2e/browser.mjs";

const browser = await launch();
const page = await browser.newPage();
for (const argument of process.argv.slice(2)) {
  const [label, file] = argument.split("=");
  const text = readFileSync(file).toString("base64");
  const lines = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const { instance } = await WebAssembly.instantiate(bytes, {});
    const run = instance.exports;
    const tell = (what, work, times) => {
      let best = Infinity;
      let runs = 0;
      // The best of several: whatever else the machine does only makes it worse.
      for (let i = 0; i < times; i += 1) {
        const begin = performance.now();
        runs = work();
        best = Math.min(best, performance.now() - begin);
      }
      const steps = run.steps();
      const times_more = ((steps + run.spared()) / steps).toFixed(1);
      const rate = steps ? `, ${steps} steps (${times_more} times as many without known ends), ${(steps / best / 1000).toFixed(1)} million steps/s` : "";
      return `${what}: ${runs} runs${rate}, ${best.toFixed(1)} ms`;
    };
    const memory = () => `${(run.memory.buffer.byteLength / 1024).toFixed(0)} KiB of memory`;
    return [
      tell("what is to be seen of crash maps, 24 records, four lanes", () => run.crash_maps_to_see(24), 40),
      tell("what is to be seen of crash maps, 50 records, four lanes", () => run.crash_maps_to_see(50), 20),
      tell("crash maps, 24 records, four lanes", () => run.crash_maps(24), 40),
      tell("crash maps, 50 records, four lanes", () => run.crash_maps(50), 20),
      memory(),
      tell("all pairs, 12 records", () => run.explore(12, 2), 5),
      memory(),
      tell("all pairs, 24 records", () => run.explore(24, 2), 5),
      memory(),
      tell("all pairs, 48 records", () => run.explore(48, 2), 2),
      memory(),
      tell("all sinks, all faults, 24 records", () => run.table(24), 3),
    ];
  }, text);
  console.log(`${label}, ${(text.length * 0.75 / 1024).toFixed(0)} KiB`);
  for (const line of lines) console.log(`  ${line}`);
}
await browser.close();
