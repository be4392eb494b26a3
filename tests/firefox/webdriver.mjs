// Firefox for the tests, by way of geckodriver and the WebDriver protocol: as little of it as they need.
// FIREFOX      the browser (default: the firefox-esr or firefox on PATH)
// GECKODRIVER  its driver (default: the one on PATH)
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";

const onPath = (...names) =>
  names.flatMap((name) => (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name))).find((path) => existsSync(path));
const geckodriver = process.env.GECKODRIVER ?? onPath("geckodriver");
const binary = process.env.FIREFOX ?? onPath("firefox-esr", "firefox");

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
const wait = (ms) => new Promise((go) => setTimeout(go, ms));
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** A started Firefox, with a fresh profile. Call `close` at the end. */
export async function launch() {
  const port = await freePort();
  const driver = spawn(geckodriver, ["--port", String(port), "--binary", binary], { stdio: "ignore" });
  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (const end = Date.now() + 20_000; ; await wait(100)) {
    const ready = await call("GET", "/status").catch(() => ({}));
    if (ready.ready) break;
    if (Date.now() > end) throw new Error(`${geckodriver} does not answer`);
  }
  const prefs = {
    "app.update.enabled": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "browser.aboutwelcome.enabled": false,
  };
  const capabilities = { alwaysMatch: { "moz:firefoxOptions": { args: ["-headless", "--width=1280", "--height=900"], prefs } } };
  const { sessionId, capabilities: found } = await call("POST", "/session", { capabilities });
  const session = `/session/${sessionId}`;
  const self = {
    version: found.browserVersion,
    open: (url) => call("POST", `${session}/url`, { url }),
    url: () => call("GET", `${session}/url`),
    title: () => call("GET", `${session}/title`),
    /** Runs a function in the page and gives what it answers; a promise is waited for. */
    run: (what, ...args) => call("POST", `${session}/execute/sync`, { script: `return (${what})(...arguments)`, args }),
    /** Waits until a function of the page answers with something true, and gives it. */
    async until(what, ...args) {
      for (const end = Date.now() + 20_000; ; await wait(50)) {
        const answer = await self.run(what, ...args).catch((error) => ({ error }));
        if (answer && !answer.error) return answer;
        if (Date.now() > end) throw new Error(`never so: ${what} ${answer?.error ?? ""}`);
      }
    },
    /** Presses keys as a person does. */
    async keys(...keys) {
      const named = { ArrowRight: "\uE014", ArrowLeft: "\uE012", Home: "\uE011", End: "\uE010", Escape: "\uE00C", Tab: "\uE004", Enter: "\uE007" };
      const actions = keys.flatMap((key) => ["keyDown", "keyUp"].map((type) => ({ type, value: named[key] ?? key })));
      await call("POST", `${session}/actions`, { actions: [{ type: "key", id: "keyboard", actions }] });
    },
    /** Clicks the first element of a selector. */
    async click(selector) {
      const { [elementKey]: id } = await call("POST", `${session}/element`, { using: "css selector", value: selector });
      await call("POST", `${session}/element/${id}/click`, {});
    },
    /** A picture of the page, as the bytes of a PNG. */
    picture: async () => Buffer.from(await call("GET", `${session}/screenshot`), "base64"),
    async close() {
      await call("DELETE", session).catch(() => {});
      driver.kill();
    },
  };
  return self;
}
