// Keeps a copy of the page for the time without a network: all files of one build, or none of them.
//
// scripts/finish.mjs fills in the two lines below. Another build is another worker with a cache of its own: it fetches
// every file, checks each against its hash (a half-made upload, or one that changes meanwhile, is not taken), and waits
// until the old one is no longer in use. So a page never gets files of two builds.
const build = "__BUILD__";
const files = /*__FILES__*/ {};

const scope = registration.scope;
const prefix = `exactly-once-lab ${scope} `;
const cacheName = prefix + build;

async function install() {
  const cache = await caches.open(cacheName);
  const keep = async ([path, integrity]) => {
    const response = await fetch(new Request(path, { integrity, cache: "no-cache" }));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    // A copy: what came by a redirect would be refused as a page.
    const headers = { "content-type": response.headers.get("content-type") ?? "application/octet-stream" };
    await cache.put(path, new Response(await response.arrayBuffer(), { headers }));
  };
  try {
    await Promise.all(Object.entries(files).map(keep));
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)));
  await clients.claim();
}

/** The name of a file of this build, if the request is for one. */
function fileOf(request) {
  const [address] = request.url.split(/[?#]/);
  if (request.method !== "GET" || !address.startsWith(scope)) return undefined;
  const path = `./${address.slice(scope.length) || "index.html"}`;
  return Object.hasOwn(files, path) ? path : undefined;
}

async function answer(request, path) {
  // Another build waits and nobody else has this one open: it takes over now, and the page is asked for again.
  if (request.mode === "navigate" && registration.waiting && (await clients.matchAll()).length < 2) {
    registration.waiting.postMessage("take over");
    // With an icon of its own, or the browser would ask the server for one.
    return new Response('<link rel="icon" href="data:,">', { headers: { refresh: "0", "content-type": "text/html" } });
  }
  const cache = await caches.open(cacheName);
  return (await cache.match(path)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  const path = fileOf(event.request);
  if (path) event.respondWith(answer(event.request, path));
});
