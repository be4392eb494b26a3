#!/usr/bin/env node
// Packs what `trunk build --release` made into one HTML file that opens from
// disk: node scripts/single-file.mjs DIST OUT.html
//
// A browser refuses to load a module or to fetch() from a file:// page, but it
// runs an inline module and WebAssembly.instantiate(bytes) there. So the
// JavaScript goes in as an inline module, the Wasm gzipped as base64, and style
// sheets and pictures with it. Modules that the page imports later wait in a table
// of functions. Anything that can't be inlined is an error: the file must not work
// only beside its former folder.
import { readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { withPolicy } from "./csp.mjs";
import { attribute, filesOf, isLocal } from "./dist.mjs";

const mimeTypes = {
  ".gif": "image/gif",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const fail = (why) => {
  console.error(`single-file: ${why}`);
  process.exit(1);
};

const [dist, out] = process.argv.slice(2);
if (!dist || !out) fail("usage: node scripts/single-file.mjs DIST OUT.html");

const read = (url, encoding) => {
  const path = join(dist, url.replace(/^(\.?\/)+/, "").replace(/[?#].*$/, ""));
  try {
    return readFileSync(path, encoding);
  } catch {
    return fail(`${path} is missing; run scripts/build`);
  }
};
const dataUri = (url) => {
  const type = mimeTypes[extname(url.replace(/[?#].*$/, ""))] ?? fail(`not inlined: ${url} (unknown kind of file)`);
  return `data:${type};base64,${read(url).toString("base64")}`;
};

// The text of a style sheet, with what it points to. Its paths are relative to
// itself; Trunk puts all files into one folder, so that is the page's folder too.
const inlineCss = (css) => {
  if (/@import\b/.test(css)) fail("not inlined: an @import in a style sheet");
  return css.replace(/url\(\s*(["']?)([^"')]+)\1\s*\)/g, (whole, _, url) => (isLocal(url) ? `url("${dataUri(url)}")` : whole));
};

// The glue that wasm-bindgen wrote, its exports as the object that
// `import * as bindings` would give.
const inlineGlue = (url) => {
  const glue = read(url, "utf8").replace(/\/\* @ts-self-types=.*?\*\/\s*/, "");
  if (/^\s*import\b[^(]*?["'][^"']+["']/m.test(glue)) fail(`${url} imports other modules; those can't be inlined`);
  const exports = [...glue.matchAll(/^export (?:async )?(?:function|class|const|let) (\w+)/gm)].map(([, name]) => [name, name]);
  for (const [, list] of glue.matchAll(/^export \{([^}]*)\}/gm)) {
    for (const item of list.split(",").filter((item) => item.trim())) {
      const [name, as = name] = item.trim().split(/\s+as\s+/);
      exports.push([as, name]);
    }
  }
  const init = exports.find(([as]) => as === "default");
  return {
    code: glue.replace(/^export \{[^}]*\};?$/gm, "").replace(/^export /gm, ""),
    init: init?.[1],
    bindings: `{ ${exports.map(([as, name]) => `${as}: ${name}`).join(", ")} }`,
  };
};

let html = read("index.html", "utf8");
if (html.includes("/.well-known/trunk/ws") || html.includes("__TRUNK_ADDRESS__")) {
  fail(`${dist} holds what \`trunk serve\` made; run scripts/build`);
}

// The start-up script that Trunk writes. What comes after the call of init() stays
// as it is: it puts the JavaScript API on `window` and tells that the page runs.
const start =
  /<script type="module"([^>]*)>\s*import init(?:, \* as bindings)? from ["']([^"']+)["'];\s*const wasm = await init\(\{ module_or_path: ["']([^"']+)["'] \}\);([\s\S]*?)<\/script>/;
const [, attributes, glueUrl, wasmUrl, rest] = html.match(start) ?? fail("no start-up script by Trunk in index.html");
const glue = inlineGlue(glueUrl);
if (!glue.init) fail(`${glueUrl} has no default export`);
const gzipped = (url) => `unpack("${gzipSync(read(url), { level: 9 }).toString("base64")}")`;

// What the page's own script loads later: modules as functions that run them, Wasm and texts packed as the page's own,
// style sheets with the others.
const later = { modules: [], files: [], styles: "" };
html = html.replace(/(<script>)([\s\S]*?)(<\/script>)/g, (_, open, code, close) => {
  const packed = code
    .replace(/\bimport\(["']\.\/([^"']+)["']\)/g, (_, url) => {
      const module = inlineGlue(url);
      later.modules.push(`"${url}": async () => {\n${module.code}\nreturn ${module.bindings};\n},`);
      return `packed.modules["${url}"]()`;
    })
    .replace(/["']\.\/([^"']+\.(?:wasm|txt))["']/g, (_, url) => {
      later.files.push(`"${url}": () => ${gzipped(url)},`);
      return `packed.files["${url}"]()`;
    })
    .replace(/["']\.\/([^"']+\.css)["']/g, (_, url) => {
      later.styles += `<style>\n${inlineCss(read(url, "utf8"))}</style>\n`;
      return '""';
    });
  const left = packed.match(/["']\.\/[^"']+["']/);
  if (left) fail(`not inlined: ${left[0]}`);
  return open + packed + close;
});

// The braces: both the glue and the start-up script have a variable `wasm`.
const script = `async function unpack(text) {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}
window.packed = {
modules: {
${later.modules.join("\n")}
},
files: {
${later.files.join("\n")}
},
};
${glue.code}
{
  const bindings = ${glue.bindings};
  const wasm = await ${glue.init}({ module_or_path: await ${gzipped(wasmUrl)} });${rest}}
`.replaceAll("</script", "<\\/script");

html = html
  .replace(start, "")
  // From disk there is no worker, and the file need not be offered once more.
  .replace(/ data-(?:download|worker)="[^"]*"/g, "")
  .replace(/(<style[^>]*>)([\s\S]*?)(<\/style>)/g, (_, open, css, close) => open + inlineCss(css) + close)
  .replace(/<link\b[^>]*>/g, (tag) => {
    const [rel, href] = [attribute(tag, "rel"), attribute(tag, "href")];
    if (!isLocal(href)) return tag;
    if (["modulepreload", "preload", "manifest"].includes(rel)) return "";
    if (rel === "stylesheet") return `<style>\n${inlineCss(read(href, "utf8"))}</style>`;
    return tag.replace(href, () => dataUri(href));
  })
  .replace(/<img\b[^>]*>/g, (tag) => {
    const src = attribute(tag, "src");
    return isLocal(src) ? tag.replace(src, () => dataUri(src)) : tag;
  });
const left = [...html.matchAll(/<(?:script|iframe|source|video|audio|object|embed)\b[^>]*\b(?:src|data)=["']?([^"'\s>]+)/g)]
  .map(([, url]) => url)
  .filter(isLocal);
if (left.length > 0) fail(`not inlined: ${left.join(", ")}`);

// Texts that the page fetches when they are opened stand in elements that nothing runs or shows; src/ui/browser.rs looks
// there first.
const texts = filesOf(dist).filter((name) => /^(?:lessons\/.*\.md|zh-[0-9a-f]+\.txt)$/.test(name));
const inert = texts.map((name) => {
  const text = read(name, "utf8");
  if (/<\/script/i.test(text)) fail(`${name} has an end of a script in it`);
  return `<script type="text/plain" data-file="${name}">${text}</script>\n`;
});

// At the end of the body, so that what the page shows while it loads comes first.
const end = html.lastIndexOf("</body>");
if (end < 0) fail("no </body> in index.html");
html = `${html.slice(0, end)}${inert.join("")}<script type="module"${attributes}>\n${script}</script>\n${html.slice(end)}`;
if (later.styles) html = html.replace("</head>", () => `${later.styles}</head>`);
html = withPolicy(html, { self: false });
writeFileSync(out, html);
console.log(`${out}: ${Buffer.byteLength(html)} bytes`);
