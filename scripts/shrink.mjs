#!/usr/bin/env node
// Makes what a visitor downloads smaller: node scripts/shrink.mjs DIST [LINKED]
//
// - What passes between WebAssembly and JavaScript gets short names. wasm-bindgen names each import and export by what it
//   is and by a hash of 16 digits, which no compression makes any smaller; and each name stands on both sides.
// - The Chinese texts of the page's module go into a file that is loaded when the page is to speak Chinese.
// - What is behind doors leaves the page's module (split.mjs). LINKED is the module that it was made of, as cargo left it;
//   without it all stays in one.
// - Modules lose names for debugging and what else linkers leave.
// - Text files lose indentation and the comments that fill lines of their own.
// A second time it finds nothing left to do.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesOf, singleFile } from "./dist.mjs";
import { split } from "./split.mjs";
import { chineseIn, takeOut } from "./texts.mjs";
import { EXPORTS, IMPORTS, Reader, importType, list, module, sections, text } from "./wasm.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const [dist, linked] = process.argv.slice(2);
if (!dist) {
  console.error("shrink: usage: node scripts/shrink.mjs DIST [LINKED]");
  process.exit(2);
}
const isWhole = !filesOf(dist).some((name) => /^more\b.*\.wasm$/.test(name));

const HASHED = /^(?:__wbg_|__wbindgen_|wasm_bindgen_).*[0-9a-f]{16}$/;

/** A section of imports or exports with other names. */
function renamed({ id, body }, rename) {
  const entries = new Reader(body).list((at) => {
    const module = id === IMPORTS ? text(at.text()) : Buffer.alloc(0);
    const name = text(rename(at.text()));
    const start = at.place;
    if (id === IMPORTS) importType(at);
    else {
      at.byte();
      at.passNumber();
    }
    return Buffer.concat([module, name, body.subarray(start, at.place)]);
  });
  return { id, body: list(entries) };
}

/** A module whose hashed names are short, and the names by which they went. */
function shrink(bytes) {
  const short = new Map();
  const rename = (name) => {
    if (!HASHED.test(name)) return name;
    if (!short.has(name)) short.set(name, `$${short.size.toString(36)}`);
    return short.get(name);
  };
  const all = sections(bytes).map((section) => ([IMPORTS, EXPORTS].includes(section.id) ? renamed(section, rename) : section));
  return { module: module(all), short };
}

/** A module without names for debugging and what else linkers leave. */
const bare = (bytes) => module(sections(bytes).filter(({ id }) => id !== 0));

/** Without indentation, and without comments that have lines of their own. Nothing here has texts of several lines. */
const dense = (text) =>
  text
    .replace(/^\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/|<!--(?:(?!-->)[\s\S])*-->)\s*$/gm, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/^\s+/gm, "");

/** Gives the page's root element an attribute. */
function mark(attribute) {
  const page = join(dist, "index.html");
  writeFileSync(page, readFileSync(page, "utf8").replace(/<html\b/, `<html ${attribute}`));
}

/** The page's module without its Chinese texts, which go into a file whose name the page's root element has. */
function withoutChinese(module) {
  const without = takeOut(module, chineseIn(join(root, "src")));
  if (without.texts === "") return module;
  const file = `zh-${createHash("sha256").update(without.texts).digest("hex").slice(0, 16)}.txt`;
  writeFileSync(join(dist, file), without.texts);
  mark(`data-texts="${file}"`);
  return without.module;
}

/** The page's module without what is behind doors, which goes into a module of its own. */
function withoutMore(module) {
  const parts = split(module, readFileSync(linked));
  writeFileSync(join(dist, "more.wasm"), parts.more);
  mark("data-more");
  return parts.module;
}

for (const name of filesOf(dist).filter((name) => name.endsWith("_bg.wasm"))) {
  const [wasm, js] = [join(dist, name), join(dist, name.replace("_bg.wasm", ".js"))];
  let { module, short } = shrink(readFileSync(wasm));
  if (name.startsWith("app-")) module = withoutChinese(module);
  if (name.startsWith("app-") && linked && isWhole) module = withoutMore(module);
  const script = readFileSync(js, "utf8").replace(/[\w$]+/g, (word) => short.get(word) ?? word);
  writeFileSync(wasm, bare(module));
  writeFileSync(js, script);
  console.log(`${name}: ${short.size} names`);
}

for (const name of filesOf(dist).filter((name) => /\.(?:js|css|html)$/.test(name) && name !== singleFile)) {
  writeFileSync(join(dist, name), dense(readFileSync(join(dist, name), "utf8")));
}
