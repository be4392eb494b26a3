#!/usr/bin/env node
// Runs Lighthouse for scripts/lighthouse: the lab in English, a room of the studio, the lab in Chinese; on a desk and on a
// phone.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../tests/e2e/server.mjs";

const require = createRequire(join(process.env.TOOLS, "package.json"));
const { default: lighthouse } = await import(require.resolve("lighthouse"));
const server = await serve(process.env.DIST, "/lab/");
const profile = mkdtempSync(join(tmpdir(), "lighthouse-"));
const chromium = spawn("chromium", [
  "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "--no-sandbox", "--disable-gpu", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "about:blank",
], { stdio: ["ignore", "ignore", "pipe"] });
const port = await new Promise((found, failed) => {
  let said = "";
  chromium.stderr.on("data", (text) => {
    said += text;
    const match = said.match(/DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/);
    if (match) found(Number(match[1]));
  });
  chromium.on("exit", () => failed(new Error(`chromium ended: ${said}`)));
});

/** Lighthouse's own settings are those of a phone on a slow line; these are its settings for a desk. */
const desk = {
  formFactor: "desktop",
  screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
  throttling: { rttMs: 40, throughputKbps: 10240, cpuSlowdownMultiplier: 1, requestLatencyMs: 0, downloadThroughputKbps: 0, uploadThroughputKbps: 0 },
};

let isGood = true;
for (const [device, settings] of [["desk", desk], ["phone", {}]]) for (const hash of ["#s=running-example&t=4.75", "#s=running-example&t=10.5&room=keys", "#s=running-example&t=13&lang=zh"]) {
  const { lhr } = await lighthouse(`${server.url}${hash}`, { port, output: "json", logLevel: "error", ...settings, onlyCategories: ["accessibility", "best-practices", "performance"] });
  const score = (name) => Math.round((lhr.categories[name].score ?? 0) * 100);
  console.log(`${device} ${hash}: accessibility ${score("accessibility")}, best practices ${score("best-practices")}, performance ${score("performance")}`);
  for (const name of ["accessibility", "best-practices"]) {
    if (score(name) === 100) continue;
    isGood = false;
    for (const { id, weight } of lhr.categories[name].auditRefs) {
      const audit = lhr.audits[id];
      if (weight > 0 && audit.score !== null && audit.score < 1) console.log(`  ${id}: ${audit.title} ${JSON.stringify(audit.details?.items?.slice(0, 3) ?? "")}`);
    }
  }
}
chromium.removeAllListeners("exit");
await new Promise((gone) => {
  chromium.on("exit", gone);
  chromium.kill();
});
await server.close();
rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
process.exit(isGood ? 0 : 1);
