// What the scripts know of a folder that `trunk build --release` made.
import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** The page as one file: an extra download, no part of what a visitor gets. */
export const singleFile = "exactly-once-lab.html";
/** The service worker; it keeps all the other files. */
export const worker = "sw.js";

/** The names of all files of a folder, in order, with `/` between folder and file. */
export const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).split(sep).join("/"))
    .sort();

/** Does an address lead to a file beside the page? */
export const isLocal = (url) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(url);

/** An attribute of a tag; empty if it has none of that name. */
export const attribute = (tag, name) => tag.match(new RegExp(`\\b${name}\\s*=\\s*["']?([^"'\\s>]*)`))?.[1] ?? "";

const bare = (url) => url.replace(/^(\.?\/)+/, "").replace(/[?#].*$/, "");

/**
 * The files that a browser asks for to show the page: the page itself, what its tags point to, what its start-up
 * script imports and loads, and the manifest with its first icon.
 */
export function firstLoad(dist) {
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const found = new Set(["index.html"]);
  for (const [tag] of html.matchAll(/<(?:link|script|img)\b[^>]*>/g)) {
    const url = attribute(tag, tag.startsWith("<link") ? "href" : "src");
    if (url && isLocal(url)) found.add(bare(url));
  }
  for (const [, text] of html.matchAll(/<script type="module"[^>]*>([\s\S]*?)<\/script>/g)) {
    for (const [, url] of text.matchAll(/["'](\.\/[^"']+)["']/g)) found.add(bare(url));
  }
  const manifest = [...found].find((name) => name.endsWith(".webmanifest"));
  const [icon] = manifest ? (JSON.parse(readFileSync(join(dist, manifest), "utf8")).icons ?? []) : [];
  if (icon) found.add(bare(icon.src));
  return found;
}
