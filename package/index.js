// The engine, for browsers: `await init()` first, which fetches the WebAssembly that stands beside.
export { default, initSync, Simulation } from "./engine/exactly_once_lab.js";
