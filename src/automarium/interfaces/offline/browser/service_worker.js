// The service worker: hands out the files of this version, and passes every other request to the window that runs Python.
// FILES (path in the site → [fingerprint, bytes]) and POLICY stand above this when the site is made (tools/make_site.py).
"use strict";

const ROOT = new URL("./", location.href); // where the site begins: any folder of its host
const CACHE = ROOT.pathname === "/" ? "automarium-files" : `automarium ${ROOT.pathname}-files`; // each file under its fingerprint: what two versions share is fetched once
const SHELL = "index.html";
const LICENCES = "licences.txt"; // for people who look for it; it stays with the host
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", mjs: "text/javascript", css: "text/css", json: "application/json",
  wasm: "application/wasm", svg: "image/svg+xml", png: "image/png", webmanifest: "application/manifest+json" };
const PATIENCE = 4000; // ms in which a living window says that it has heard us
const HASTE = 1000; // the same for somebody who is just arriving: the shell is better than nothing

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const key_of = (path) => `/kept/${FILES[path][0]}`;
const path_of = (url) => (url.href.startsWith(ROOT.href) ? url.pathname.slice(ROOT.pathname.length) : null);
const windows = async (more) => (await clients.matchAll({ type: "window", ...more })).filter((client) => client.url.startsWith(ROOT.href));

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
    for (const client of await windows({ includeUncontrolled: true })) client.postMessage({ fetched: done, of: total });
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
  if (!digest.startsWith(FILES[path][0])) throw new Error(`${path} is of another version`); // the host is being updated: next time
  const type = TYPES[path.split(".").pop()] ?? "application/octet-stream";
  await cache.put(key_of(path), new Response(content, { headers: { "content-type": type, "content-length": content.byteLength, "content-security-policy": POLICY } }));
}

addEventListener("activate", (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE), wanted = new Set(Object.keys(FILES).map(key_of));
  for (const request of await cache.keys()) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  await clients.claim();
})()));

addEventListener("message", (event) => {
  if (event.data === "use") skipWaiting();
  if (event.data === "claim") event.waitUntil(clients.claim());
});

// ------------------------------------------------------------------------------------------------------------ requests

addEventListener("fetch", (event) => {
  const path = path_of(new URL(event.request.url));
  if (path === null) return;
  if (path === SHELL) event.respondWith(Response.redirect(ROOT));
  else if (event.request.method === "GET" && path in FILES) event.respondWith(file(path));
  else if (path !== LICENCES) event.respondWith(pass_on(event));
});

async function file(path) {
  const cache = await caches.open(CACHE);
  if (!(await cache.match(key_of(path)))) await fetch_one(cache, path, () => {}); // somebody has cleared the cache
  return cache.match(key_of(path));
}

// At whatever address it is shown, its own addresses begin at the root.
async function shell() {
  const kept = await file(SHELL), text = await kept.text(), headers = new Headers(kept.headers);
  headers.delete("content-length");
  return new Response(text.replaceAll('="./', `="${ROOT.pathname}`), { headers });
}

async function pass_on(event) {
  const { request } = event;
  const arriving = request.mode === "navigate" && request.method === "GET";
  const told = await as_data(request);
  for (const began = Date.now(); ;) {
    const answer = await ask_windows(told, arriving);
    if (answer) return new Response([204, 303, 304].includes(answer.status) ? null : answer.body, { status: answer.status, headers: answer.headers });
    if (arriving) return shell(); // nobody runs Python yet: the shell will, and asks again
    if (Date.now() - began > PATIENCE) (await clients.get(event.clientId))?.postMessage({ take_over: true });
    if (Date.now() - began > 10 * PATIENCE) return new Response("", { status: 503 });
    await wait(100);
  }
}

// A service worker is not told where a request comes from, nor what the browser would say about itself; the window adds that.
async function as_data(request) {
  const headers = [...request.headers].filter(([name]) => ["accept", "content-type"].includes(name));
  if (request.method !== "GET") headers.push(["origin", request.referrer ? new URL(request.referrer).origin : "null"]);
  const follow = request.mode !== "navigate"; // a script gets the page that a change leads to at once
  return { method: request.method, url: request.url, headers, follow, body: request.method === "GET" ? new ArrayBuffer(0) : await request.arrayBuffer() };
}

// All at once: the one that runs Python takes it, the others say no, and a window that shows a picture says nothing.
async function ask_windows(request, arriving) {
  const answers = (await windows()).map((client) => ask(client, request, arriving));
  return new Promise((done) => {
    for (const answer of answers) answer.then((found) => { if (found) done(found); });
    Promise.all(answers).then(() => done(null));
  });
}

// Null: this window does not run Python, does not hear us, or has gone.
function ask(client, request, arriving) {
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
