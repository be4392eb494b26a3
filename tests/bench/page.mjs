#!/usr/bin/env node
// How fast the published page is, in numbers to read; nothing is judged:
//   DIST=dist node tests/bench/page.mjs [LOOPS]
//
// - Script time a frame while six lanes play with four hundred records on their way: by the clock, and what the processor
//   spent on it. The two part where a browser without a GPU paints on the same few cores and takes them from the script.
// - Memory, that of the process among it, over LOOPS runs through the running example from start to end (500; a thorough look takes 10000).
// - Time from navigation until the page can be used, with a processor that is four times as slow.
import { readFile } from "node:fs/promises";
import { dist, launch } from "../e2e/browser.mjs";
import { serve } from "../e2e/server.mjs";

const loops = Number(process.argv[2] ?? 500);
const server = await serve(dist, "/lab/");
const browser = await launch();

/** A page that lets its memory be seen. */
async function open(hash, prepare = async () => {}) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    addEventListener("TrunkApplicationStarted", (event) => (window.wasmMemory = event.detail.wasm.memory));
  });
  await prepare(page);
  await page.goto(`${server.url}#${hash}`);
  await page.waitForSelector(".transport .play");
  return page;
}

/** Milliseconds of script from each frame to the next: by the clock, and of the processor's time. */
function scriptOfFrames(events) {
  const kinds = new Set(["FunctionCall", "RunMicrotasks", "FireAnimationFrame", "TimerFire", "EvaluateScript"]);
  const known = events.filter((event) => event.ph === "X" && kinds.has(event.name));
  const drawing = new Map();
  for (const { name, pid, tid } of known) if (name === "FireAnimationFrame") drawing.set(`${pid} ${tid}`, 1 + (drawing.get(`${pid} ${tid}`) ?? 0));
  const [busiest] = [...drawing].sort((a, b) => b[1] - a[1])[0] ?? [];
  const frames = [];
  let end = 0;
  for (const { name, ts, dur, tdur, pid, tid } of known.sort((a, b) => a.ts - b.ts)) {
    if (`${pid} ${tid}` !== busiest) continue;
    if (name === "FireAnimationFrame") frames.push({ clock: 0, processor: 0 });
    // What runs inside another one has been counted with it.
    if (frames.length > 0 && ts >= end) {
      frames.at(-1).clock += dur / 1000;
      frames.at(-1).processor += tdur / 1000;
      end = ts + dur;
    }
  }
  return frames.slice(0, -1);
}

const percentile = (list, part) => [...list].sort((a, b) => a - b)[Math.floor(list.length * part)] ?? NaN;

// More than four hundred records on their way: each takes ten seconds for a hop, and a channel takes sixteen.
const source = (name) => ({ name, records: Array.from({ length: 900 }, (_, i) => ({ t: (10 + i) / 10, key: "abcdefghijkl"[i % 12], value: i })) });
const kinds = ["append", "upsert", "increment", "write_ahead_log", "two_phase_commit", "committer"];
const crowded = {
  format: 1,
  sources: ["one", "two"].map(source),
  parallelism: { operator: 2, sink: 4 },
  checkpointing: { interval: 600 },
  timing: { hop: 10, process: 0.01 },
  sinks: kinds.map((kind) => ({ kind })),
};
const page = await open(`scenario=${encodeURIComponent(JSON.stringify(crowded))}&t=45`);
await page.keyboard.press("Space");
await page.waitForTimeout(1000);
await browser.startTracing(page, { categories: ["devtools.timeline"] });
let most = 0;
for (let second = 0; second < 8; second++) {
  await page.waitForTimeout(1000);
  most = Math.max(most, await page.evaluate(() => document.querySelectorAll(".mover").length));
}
const frames = scriptOfFrames(JSON.parse(await browser.stopTracing()).traceEvents);
const script = (kind) => [0.5, 0.95].map((part) => percentile(frames.map((frame) => frame[kind]), part).toFixed(1)).join(" and ");
console.log(
  `six lanes, up to ${most} things on their way: ${frames.length} frames, script a frame ${script("clock")} ms by the clock` +
    ` (median and 95th percentile), ${script("processor")} ms of the processor's time`,
);
await page.close();

const looped = await open("s=running-example");
const session = await looped.context().newCDPSession(looped);
async function memory() {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  const wasm = await looped.evaluate(() => window.wasmMemory.buffer.byteLength);
  return { wasm, heap: usedSize, nodes, listeners: jsEventListeners, processes: await ofProcesses() };
}
/** What the pages' processes have to themselves, in bytes; NaN where the system does not tell. */
async function ofProcesses() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  const texts = renderers.map(({ id }) => readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => ""));
  return (await Promise.all(texts)).reduce((sum, text) => sum + 1024 * Number(text.match(/Private_Dirty:\s+(\d+)/)?.[1]), 0);
}
const said = ({ wasm, heap, nodes, listeners, processes }) =>
  `${(wasm / 2 ** 20).toFixed(1)} MiB of WebAssembly, ${(heap / 2 ** 20).toFixed(2)} MiB of JavaScript, ${nodes} nodes, ${listeners} listeners, ${(processes / 2 ** 20).toFixed(1)} MiB of the process's own`;
for (const part of [0, 0.1, 0.5, 1]) {
  const until = Math.round(loops * part);
  const from = Math.round(loops * ({ 0.1: 0, 0.5: 0.1, 1: 0.5 }[part] ?? 0));
  await looped.evaluate(async (loops) => {
    for (let loop = 0; loop < loops; loop += 1) {
      // To the start, through the middle, to the end.
      for (const key of ["Home", "3", "6", "End"]) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await new Promise((drawn) => setTimeout(drawn));
      }
    }
  }, until - from);
  console.log(`after ${until} loops: ${said(await memory())}`);
}
await looped.close();

const started = performance.now();
const slow = await open("s=running-example", async (page) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
});
const usable = await slow.evaluate(() => performance.now());
console.log(`four times as slow: usable ${Math.round(usable)} ms after navigation (${Math.round(performance.now() - started)} ms with the browser's own preparation)`);
await browser.close();
await server.close();
