// The engine, for Node.js: ready at once. `init` is there so that the same code runs in browsers.
import { readFileSync } from "node:fs";
import { initSync } from "./engine/exactly_once_lab.js";

const ready = initSync({ module: readFileSync(new URL("./engine/exactly_once_lab_bg.wasm", import.meta.url)) });

export default async function init() {
  return ready;
}
export { initSync, Simulation } from "./engine/exactly_once_lab.js";
