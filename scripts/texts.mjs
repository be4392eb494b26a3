// The texts of the second language, taken out of the page's module: whoever does not read Chinese need not download it.
//
// They stand in the module's data as bytes at fixed places in memory. Here they become zeros, which compress to nothing,
// and a file of lines `PLACE TEXT`, by which the page puts them back before it speaks the language (src/ui/texts.rs).
// Only what stands in a literal of the source is taken for a text.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { segments } from "./wasm.mjs";

const CHINESE = /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]{2,}/g;
/** The name of the language, which the page shows in the other one too. */
const KEPT = "中文";
/** No literal has so much Chinese without a break. */
const LONGEST = 200;

/** The pieces of Chinese that stand in the Rust files of a folder. */
export function chineseIn(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".rs"));
  return new Set(files.flatMap((name) => readFileSync(join(folder, name), "utf8").match(CHINESE) ?? []));
}

/** Takes the Chinese texts out of a module; gives the lines of the file that has them. */
export function takeOut(module, source) {
  const out = Buffer.from(module);
  const lines = [];
  // Byte by byte, so that a place in the text is a place in the data.
  for (const { to, bytes: data } of segments(out)) {
    const take = (from, text) => {
      const bytes = Buffer.from(text);
      data.fill(0, from, from + bytes.length);
      lines.push(`${to + from} ${text}`);
    };
    for (let from = 0; from < data.length; from++) {
      if (!isChinese(data, from)) continue;
      const run = runAt(data, from);
      // What stands side by side in memory may be several texts; each has to be in the source.
      for (let start = 0; start < run.length; ) {
        let length = Math.min(LONGEST, run.length - start);
        while (length > 1 && !source.has(run.slice(start, start + length))) length--;
        const text = run.slice(start, start + length);
        if (length > 1 && !text.includes(KEPT)) take(from + Buffer.byteLength(run.slice(0, start)), text);
        start += length;
      }
      from += Buffer.byteLength(run) - 1;
    }
  }
  return { module: out, texts: lines.map((line) => `${line}\n`).join("") };
}

/** The Chinese characters that stand from a place on. */
function runAt(data, from) {
  let end = from;
  while (isChinese(data, end)) end += 3;
  return data.subarray(from, end).toString();
}

/** Is there a character of three bytes that is Chinese, or a sign that goes with it? */
function isChinese(data, at) {
  if (at + 2 >= data.length || data[at] < 0xe3 || data[at] > 0xef) return false;
  if ((data[at + 1] & 0xc0) !== 0x80 || (data[at + 2] & 0xc0) !== 0x80) return false;
  const code = ((data[at] & 0xf) << 12) | ((data[at + 1] & 0x3f) << 6) | (data[at + 2] & 0x3f);
  return (code >= 0x3000 && code <= 0x303f) || (code >= 0x4e00 && code <= 0x9fff) || (code >= 0xff00 && code <= 0xffef);
}
