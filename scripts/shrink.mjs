#!/usr/bin/env node
// Makes what a visitor downloads smaller: node scripts/shrink.mjs DIST
//
// - What passes between WebAssembly and JavaScript gets short names. wasm-bindgen names each import and export by what it
//   is and by a hash of 16 digits, which no compression makes any smaller; and each name stands on both sides.
// - The Chinese texts of the page's module go into a file that is loaded when the page is to speak Chinese.
// - Text files lose indentation and the comments that fill lines of their own.
// A second time it finds nothing left to do.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesOf, singleFile } from "./dist.mjs";
import { chineseIn, takeOut } from "./texts.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const [dist] = process.argv.slice(2);
if (!dist) {
  console.error("shrink: usage: node scripts/shrink.mjs DIST");
  process.exit(2);
}

const IMPORTS = 2;
const EXPORTS = 7;
const HASHED = /^(?:__wbg_|__wbindgen_|wasm_bindgen_).*[0-9a-f]{16}$/;

/** Reads a number as WebAssembly writes them (LEB128). */
function number(at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = at.bytes[at.place++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
}

function written(value) {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value > 0);
  return Buffer.from(bytes);
}

const text = (at) => {
  const length = number(at);
  at.place += length;
  return at.bytes.subarray(at.place - length, at.place).toString();
};

const textWritten = (name) => Buffer.concat([written(Buffer.byteLength(name)), Buffer.from(name)]);

/** Passes over limits, as tables and memories have them. */
function limits(at) {
  const flags = number(at);
  number(at);
  if (flags & 1) number(at);
}

/** Passes over what an import is: a function, a table, a memory, a global or a tag. */
const passOver = [
  (at) => number(at),
  (at) => {
    at.place++;
    limits(at);
  },
  limits,
  (at) => (at.place += 2),
  (at) => {
    at.place++;
    number(at);
  },
];

/** A section of imports or exports with other names. */
function renamed(section, id, rename) {
  const at = { bytes: section, place: 0 };
  const count = number(at);
  const out = [written(count)];
  for (let index = 0; index < count; index++) {
    if (id === IMPORTS) out.push(textWritten(text(at)));
    out.push(textWritten(rename(text(at))));
    const start = at.place;
    if (id === EXPORTS) {
      at.place++;
      number(at);
    } else {
      passOver[number(at)](at);
    }
    out.push(section.subarray(start, at.place));
  }
  return Buffer.concat(out);
}

/** A module whose hashed names are short, and the names by which they went. */
function shrink(module) {
  const short = new Map();
  const rename = (name) => {
    if (!HASHED.test(name)) return name;
    if (!short.has(name)) short.set(name, `$${short.size.toString(36)}`);
    return short.get(name);
  };
  const at = { bytes: module, place: 8 };
  const out = [module.subarray(0, 8)];
  while (at.place < module.length) {
    const id = module[at.place++];
    const length = number(at);
    let body = module.subarray(at.place, at.place + length);
    at.place += length;
    if (id === IMPORTS || id === EXPORTS) body = renamed(body, id, rename);
    out.push(Buffer.from([id]), written(body.length), body);
  }
  return { module: Buffer.concat(out), short };
}

/** Without indentation, and without comments that have lines of their own. Nothing here has texts of several lines. */
const dense = (text) =>
  text
    .replace(/^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/|<!--(?:(?!-->)[\s\S])*-->)\s*$/gm, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/^\s+/gm, "");

/** The page's module without its Chinese texts, which go into a file whose name the page's root element has. */
function withoutChinese(module) {
  const without = takeOut(module, chineseIn(join(root, "src")));
  if (without.texts === "") return module;
  const file = `zh-${createHash("sha256").update(without.texts).digest("hex").slice(0, 16)}.txt`;
  writeFileSync(join(dist, file), without.texts);
  const page = join(dist, "index.html");
  writeFileSync(page, readFileSync(page, "utf8").replace(/<html\b/, `<html data-texts="${file}"`));
  return without.module;
}

for (const name of filesOf(dist).filter((name) => name.endsWith("_bg.wasm"))) {
  const [wasm, js] = [join(dist, name), join(dist, name.replace("_bg.wasm", ".js"))];
  let { module, short } = shrink(readFileSync(wasm));
  if (name.startsWith("app-")) module = withoutChinese(module);
  const script = readFileSync(js, "utf8").replace(/[\w$]+/g, (word) => short.get(word) ?? word);
  writeFileSync(wasm, module);
  writeFileSync(js, script);
  console.log(`${name}: ${short.size} names`);
}

for (const name of filesOf(dist).filter((name) => /\.(?:js|css|html)$/.test(name) && name !== singleFile)) {
  writeFileSync(join(dist, name), dense(readFileSync(join(dist, name), "utf8")));
}
