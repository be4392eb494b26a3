export * from "./engine/exactly_once_lab.js";
export { default } from "./engine/exactly_once_lab.js";
