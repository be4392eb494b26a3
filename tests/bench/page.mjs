#!/usr/bin/env node
// How fast the published page is, in numbers to read; nothing is judged:
//   DIST=dist node tests/bench/page.mjs [LOOPS]
//
// - Time a frame while six lanes play with four hundred records on their way: of the script, by the clock and what the
//   processor spent on it, and of the browser's own work for the page (styles, layout, painting). Clock and processor part
//   where a browser without a GPU paints on the same few cores and takes them from the page.
// - Memory, that of the process among it, over LOOPS runs through the running example from start to end (500; a thorough look takes 10000).
// - Time from navigation until the page can be used and until it is painted, with a processor that is four times as slow:
//   the median of several first visits. The page says itself when it is there, as whatever looks for that from outside would
//   be slowed down with it and counted.
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

const SCRIPT = ["FunctionCall", "RunMicrotasks", "FireAnimationFrame", "TimerFire", "EvaluateScript"];
const BROWSER = ["UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"];

/** Milliseconds of such work from each frame to the next: by the clock, and of the processor's time. */
function ofFrames(events, kinds) {
  const known = events.filter((event) => event.ph === "X" && (kinds.includes(event.name) || event.name === "FireAnimationFrame"));
  const drawing = new Map();
  for (const { name, pid, tid } of known) if (name === "FireAnimationFrame") drawing.set(`${pid} ${tid}`, 1 + (drawing.get(`${pid} ${tid}`) ?? 0));
  const [busiest] = [...drawing].sort((a, b) => b[1] - a[1])[0] ?? [];
  const frames = [];
  let end = 0;
  for (const { name, ts, dur, tdur, pid, tid } of known.sort((a, b) => a.ts - b.ts)) {
    if (`${pid} ${tid}` !== busiest) continue;
    if (name === "FireAnimationFrame") frames.push({ clock: 0, processor: 0 });
    // What runs inside another one has been counted with it.
    if (frames.length > 0 && ts >= end && kinds.includes(name)) {
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
const { traceEvents } = JSON.parse(await browser.stopTracing());
const [script, painting] = [ofFrames(traceEvents, SCRIPT), ofFrames(traceEvents, BROWSER)];
const told = (frames, kind) => [0.5, 0.95].map((part) => percentile(frames.map((frame) => frame[kind]), part).toFixed(1)).join(" and ");
console.log(
  `six lanes, up to ${most} things on their way: ${script.length} frames in 8 s; median and 95th percentile of a frame:` +
    ` script ${told(script, "clock")} ms by the clock, ${told(script, "processor")} ms of the processor's time;` +
    ` styles, layout and painting ${told(painting, "clock")} ms by the clock, ${told(painting, "processor")} ms of the processor's time`,
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

const visits = { usable: [], painted: [] };
for (let visit = 0; visit < 9; visit += 1) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const slow = await context.newPage();
  const session = await context.newCDPSession(slow);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await slow.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(".transport .play")) return;
      watch.disconnect();
      const usable = performance.now();
      requestAnimationFrame(() => setTimeout(() => console.debug(JSON.stringify({ usable, painted: performance.now() }))));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  const said = slow.waitForEvent("console", (message) => message.text().startsWith('{"usable"'));
  await Promise.all([slow.goto(server.url), said]);
  for (const [what, at] of Object.entries(JSON.parse((await said).text()))) visits[what].push(at);
  await context.close();
}
const [usable, painted] = [visits.usable, visits.painted].map((list) => Math.round(percentile(list, 0.5)));
console.log(`four times as slow: usable ${usable} ms, painted ${painted} ms after navigation`);
await browser.close();
await server.close();
