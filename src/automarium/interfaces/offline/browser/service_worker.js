// The service worker: serves the cached files of this version and forwards other requests to the window that runs Python.
// tools/make_site.py puts FILES (path in the site → [fingerprint, bytes]), POLICY and CLEARED (a page) above this.
"use strict";

const ROOT = new URL("./", location.href); // the root of the site
const CACHE = ROOT.pathname === "/" ? "automarium-files" : `automarium ${ROOT.pathname}-files`; // by fingerprint: versions share unchanged files
const SNAPSHOTS = CACHE.replace(/files$/, "snapshots"); // as in python_worker.js
const SHELL = "index.html";
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", mjs: "text/javascript", css: "text/css", json: "application/json",
  wasm: "application/wasm", svg: "image/svg+xml", png: "image/png", webmanifest: "application/manifest+json", txt: "text/plain; charset=utf-8" };
const PATIENCE = 4000; // ms for a window to acknowledge a request
const HASTE = 1000; // the same for a navigation: then the loading page is shown

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const key_of = (path) => `/kept/${FILES[path][0]}`;
const path_of = (url) => (url.href.startsWith(ROOT.href) ? url.pathname.slice(ROOT.pathname.length) : null);
const find_windows = async (more) => (await clients.matchAll({ type: "window", ...more })).filter((client) => client.url.startsWith(ROOT.href));

// ------------------------------------------------------------------------------------------------- the files, once

addEventListener("install", (event) => event.waitUntil(fetch_all()));

async function fetch_all() {
  const cache = await caches.open(CACHE);
  const paths = Object.keys(FILES);
  const total = paths.reduce((sum, path) => sum + FILES[path][1], 0);
  let done = 0, told = 0;
  const progress = async (bytes) => {
    done += bytes;
    if (Date.now() - told < 100 && done < total) return;
    told = Date.now();
    for (const client of await find_windows({ includeUncontrolled: true })) client.postMessage({ fetched: done, of: total });
  };
  const next = async () => {
    for (let path = paths.shift(); path; path = paths.shift()) {
      if (await cache.match(key_of(path))) await progress(FILES[path][1]);
      else await fetch_one(cache, path, progress);
    }
  };
  await Promise.all([next(), next(), next(), next()]);
}

async function fetch_one(cache, path, progress) {
  const answer = await fetch(new URL(path, ROOT), { cache: "no-cache", credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const parts = [], reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    await progress(part.value.length);
  }
  const content = await new Blob(parts).arrayBuffer();
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", content))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!digest.startsWith(FILES[path][0])) throw new Error(`${path} is of another version`); // the host is being updated: retry later
  const type = TYPES[path.split(".").pop()] ?? "application/octet-stream";
  await cache.put(key_of(path), new Response(content, { headers: { "content-type": type, "content-length": content.byteLength, "content-security-policy": POLICY } }));
}

addEventListener("activate", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE), wanted = new Set(Object.keys(FILES).map(key_of));
  for (const request of await cache.keys()) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  await caches.delete(SNAPSHOTS); // Python's memory of the version before: tens of megabytes
  await clients.claim();
})()));

// Windows that show the version before: they reload, and until they have gone their Python must not answer.
let outdated = new Set();

async function use() {
  outdated = new Set((await find_windows({ includeUncontrolled: true })).map((client) => client.id));
  await skipWaiting();
}

addEventListener("message", (event) => {
  if (event.data === "use") event.waitUntil(use());
  if (event.data === "claim") event.waitUntil(clients.claim());
});

// ------------------------------------------------------------------------------------------------------------ requests

addEventListener("fetch", (event) => {
  const path = path_of(new URL(event.request.url));
  if (path === null) return;
  if (path === SHELL) event.respondWith(Response.redirect(ROOT));
  else if (event.request.method === "GET" && path in FILES) event.respondWith(get_file(path));
  else event.respondWith(forward(event));
});

async function get_file(path) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(key_of(path));
  if (found) return found;
  try {
    await fetch_one(cache, path, () => {}); // the browser has cleared the cache
  } catch (fault) {
    for (const client of await find_windows({ includeUncontrolled: true })) client.postMessage({ failed: "no-network" });
    return path === SHELL ? new Response(CLEARED, { headers: { "content-type": TYPES.html, "content-security-policy": POLICY } }) : Response.error();
  }
  return cache.match(key_of(path));
}

// The loading page, with absolute addresses, so that it works at every address.
async function get_shell() {
  const kept = await get_file(SHELL), text = await kept.text(), headers = new Headers(kept.headers);
  headers.delete("content-length");
  return new Response(text.replaceAll('="./', `="${ROOT.pathname}`), { headers });
}

async function forward(event) {
  const { request } = event;
  const arriving = request.mode === "navigate" && request.method === "GET";
  const told = await describe_request(request);
  for (const began = Date.now(); ;) {
    const answer = await ask_all_windows(told, arriving);
    if (answer) return new Response([204, 303, 304].includes(answer.status) ? null : answer.body, { status: answer.status, headers: answer.headers });
    if (arriving) return get_shell(); // no window runs Python yet: the loading page will start it
    if (Date.now() - began > PATIENCE) (await clients.get(event.clientId))?.postMessage({ take_over: true });
    if (Date.now() - began > 10 * PATIENCE) return new Response("", { status: 503 });
    await wait(100);
  }
}

// A service worker does not see the origin or the browser's language headers; the window adds them.
async function describe_request(request) {
  const headers = [...request.headers].filter(([name]) => ["accept", "content-type"].includes(name));
  if (request.method !== "GET") headers.push(["origin", request.referrer ? new URL(request.referrer).origin : "null"]);
  const follow = request.mode !== "navigate"; // a script gets the page after a redirect at once
  return { method: request.method, url: request.url, headers, follow, body: request.method === "GET" ? new ArrayBuffer(0) : await request.arrayBuffer() };
}

// Ask all windows: the one that runs Python accepts, the others decline, and a window showing an image does not answer.
async function ask_all_windows(request, arriving) {
  const answers = (await find_windows()).filter((client) => !outdated.has(client.id)).map((client) => ask_window(client, request, arriving));
  return new Promise((done) => {
    for (const answer of answers) answer.then((found) => { if (found) done(found); });
    Promise.all(answers).then(() => done(null));
  });
}

// Null: this window does not run Python, does not answer, or is closed.
function ask_window(client, request, arriving) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    let watch = setTimeout(() => done(null), arriving ? HASTE : PATIENCE);
    port1.onmessage = ({ data }) => {
      clearTimeout(watch);
      if (data.answer) { clearInterval(watch); done(data.answer); }
      else if (!data.taken) done(null);
      else watch = setInterval(async () => { if (!(await clients.get(client.id))) { clearInterval(watch); done(null); } }, 500);
    };
    client.postMessage({ request, at_once: arriving }, [port2]);
  });
}
