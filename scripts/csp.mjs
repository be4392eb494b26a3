// The Content-Security-Policy of the page: nothing from elsewhere, no script but its own, nothing inserted as HTML.
import { createHash } from "node:crypto";

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// A script of another type is data and does not run.
const isData = (attributes) => /\btype\s*=\s*["']?(?!module\b|text\/javascript\b)[\w./+-]/i.test(attributes);

/** The texts of the elements of a name that stand in the page and have no address. */
const inline = (html, name) =>
  [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>([\\s\\S]*?)</${name}>`, "gi"))]
    .filter(([, attributes]) => !/\bsrc\s*=/.test(attributes) && !isData(attributes))
    .map(([, , text]) => text);

/** Lets the page use its own files (`self`: not so in the single file, which has none). */
export function policy(html, { self }) {
  const own = self ? ["'self'"] : [];
  const directives = [
    ["default-src", "'none'"],
    ["script-src", ...own, "'wasm-unsafe-eval'", ...inline(html, "script").map(hash)],
    ["style-src", ...own, ...inline(html, "style").map(hash)],
    // Positions on the picture are style attributes. They can load nothing, as images are only taken from here.
    ["style-src-attr", "'unsafe-inline'"],
    ["img-src", ...own, "data:", "blob:"],
    ...(self ? ["connect-src", "worker-src", "manifest-src"].map((name) => [name, "'self'"]) : []),
    ["base-uri", "'none'"],
    ["form-action", "'none'"],
    ["require-trusted-types-for", "'script'"],
    // Gives the address of the service worker; no other may be made.
    ["trusted-types", self ? "lab-worker" : "'none'"],
  ];
  return directives.map((directive) => directive.join(" ")).join("; ");
}

const tag = /\s*<meta http-equiv="Content-Security-Policy"[^>]*>/g;

/** The page with its policy, right behind the encoding, in place of one that it may have. */
export function withPolicy(html, options) {
  const bare = html.replace(tag, "");
  const place = /<meta charset="utf-8" ?\/?>/;
  if (!place.test(bare)) throw new Error('no <meta charset="utf-8"> in index.html');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy(bare, options)}" />`;
  return bare.replace(place, (charset) => `${charset}\n    ${meta}`);
}
