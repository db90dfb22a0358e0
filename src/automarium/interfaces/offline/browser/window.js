// Runs in every window of the offline app. One window, the holder of a Web Lock, runs Python in a worker and answers for
// all; every window shows the progress. A worker that dies is started again and its requests are repeated, which is safe
// because each carries its revision.

const VERSION = "development"; // replaced by the fingerprint of all files (tools/make_site.py)
const HOME = new URL("..", import.meta.url).pathname; // the folder of the site; its host may have several sites
const NAME = HOME === "/" ? "automarium" : `automarium ${HOME}`;
const root = document.documentElement;
const shell = document.getElementById("loading"); // the loading page, if it is shown
const channel = new BroadcastChannel(NAME);
let fetching = 0; // the part of the progress bar for downloads; 0 if all files are cached
let fault = ""; // the message on the loading page instead of the progress

// ---------------------------------------------------------------------------------------------------- Python's worker

const MOST_STARTS = 4; // failed starts in a row before an error is shown
const CALM = 4000; // ms after a start until the next one is prepared

let worker = null, current = "", alive = false, ready = false, running = false, failed_starts = 0;
let count = 0;
const pending = new Map(); // requests without an answer, by id
const latest = new Map(); // the last revision of each game that was changed here

function start_worker() {
  const id = (current = crypto.randomUUID());
  alive = ready = false;
  // After a failed start the memory snapshot is not used.
  worker = new Worker(`${HOME}alone/python_worker.js?v=${VERSION}${failed_starts ? "&fresh" : ""}`, { type: "module", name: id });
  worker.onmessage = (event) => handle_worker_message(event.data, id);
  worker.onerror = (event) => {
    console.warn("Python's worker:", event.message);
    worker.terminate();
    if (!alive) handle_worker_death();
  };
}

// A second worker does nothing but save Python's memory for the next start.
const save_snapshot = () => { if (running) new Worker(`${HOME}alone/python_worker.js?v=${VERSION}&snapshot`, { type: "module" }).onerror = (event) => event.preventDefault(); };

function handle_worker_message(data, id) {
  if (data.alive) { alive = true; watch_worker(id); }
  if (data.step !== undefined) broadcast({ step: data.step });
  if (data.dead) worker.terminate(); // it has reported a fatal error
  if (data.ready) {
    ready = true;
    failed_starts = 0;
    for (const one of pending.values()) send_request(one);
    if (!data.has_snapshot) setTimeout(save_snapshot, CALM);
  }
  const one = pending.get(data.id);
  if (!one) return;
  pending.delete(data.id);
  one.port.postMessage({ answer: data.answer });
  if (data.moved) latest.set(data.moved.game, data.moved);
  broadcast({ unsaved: data.unsaved, ...(data.moved ? { moved: data.moved } : {}) });
  if (data.kept) persist();
}

// The worker holds this lock as long as it lives: if the request is granted, the worker is dead.
const watch_worker = (id) => navigator.locks.request(`${NAME}-worker-${id}`, () => { if (id === current) handle_worker_death(); });

function handle_worker_death() {
  if (!running) return;
  if (!ready) failed_starts += 1;
  for (const one of [...pending.values()]) if (one.tries > 1 || failed_starts >= MOST_STARTS) refuse_request(one);
  if (fault === "no-network") return; // a file is missing: only a reload helps
  if (failed_starts < MOST_STARTS) start_worker();
  else broadcast({ failed: "slow" });
}

function refuse_request(one) {
  pending.delete(one.id);
  one.port.postMessage({ answer: { status: 500, headers: [["content-type", "text/plain"]], body: "Automarium was stopped twice by this request." } });
}

function send_request(one) {
  one.tries += 1;
  worker.postMessage({ id: one.id, request: one.request });
}

navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (data.fetched !== undefined && !navigator.serviceWorker.controller) show_progress((fetching = 0.8) * data.fetched / data.of, "fetch");
  if (data.take_over) start_when_free({ steal: true });
  if (data.failed) show_fault(data.failed);
  if (!data.request) return;
  if (!running || (data.at_once && !ready)) { ports[0].postMessage({ taken: false }); return; }
  ports[0].postMessage({ taken: true });
  add_request(data.request, ports[0]);
});

function add_request(request, port) {
  const one = { id: ++count, request: { ...request, headers: [...request.headers, ...describe_browser()] }, port, tries: 0 };
  pending.set(one.id, one);
  if (ready) send_request(one);
}

// The window that runs Python asks it directly, without the service worker. Null: use the service worker.
window.own_server = async (path, { method = "GET", headers = {}, body }) => {
  if (!running || !ready) return null;
  const sent = new Request(path, { method, headers, body });
  const from = method === "GET" ? [] : [["origin", location.origin]];
  const request = { method, url: sent.url, headers: [...sent.headers, ...from], follow: true, body: await sent.arrayBuffer() };
  const { answer } = await new Promise((done) => add_request(request, { postMessage: done }));
  return answer ? new Response(has_no_body(answer.status) ? null : answer.body, answer) : null; // no answer: another window took over
};
const has_no_body = (status) => [204, 303, 304].includes(status);

const describe_browser = () => [
  ["accept-language", navigator.languages.join(",")],
  ["user-agent", navigator.userAgent],
  ["sec-ch-prefers-color-scheme", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"],
];

function start_when_free(how = {}) {
  if (running) return;
  navigator.locks.request(NAME, how, () => {
    running = true;
    start_worker();
    return new Promise(() => {});
  }).catch(() => { // another window took the lock, because this one did not answer
    running = false;
    current = "";
    worker.terminate();
    for (const one of pending.values()) one.port.postMessage({ taken: false }); // the service worker asks the other window
    pending.clear();
    setTimeout(start_when_free); // not at once: in a page that is being left every request is refused, and timers do not run
    channel.postMessage({ missed: true });
  });
}

document.addEventListener("resume", () => channel.postMessage({ missed: true })); // a frozen window gets no messages

// ------------------------------------------------------------------------------------------------------ messages between windows

function broadcast(data) { channel.postMessage(data); handle_broadcast({ data }); }
channel.onmessage = handle_broadcast;

function handle_broadcast({ data }) {
  if (data.step !== undefined) show_progress(fetching + (1 - fetching) * data.step, "wake");
  if (data.failed) show_fault(data.failed);
  if (data.unsaved !== undefined) root.toggleAttribute("data-unsaved", data.unsaved);
  if (data.missed && running) for (const moved of latest.values()) channel.postMessage({ moved });
  if (data.moved) dispatchEvent(new CustomEvent("automarium-moved", { detail: data.moved }));
}

function show_progress(part, what) {
  if (!shell?.isConnected || fault) return; // an error stays visible
  for (const bar of shell.querySelectorAll("progress")) bar.value = Math.max(bar.value, part);
  shell.dataset.now = what;
}

addEventListener("online", () => { if (fault === "no-network") location.reload(); });

function show_fault(which) {
  fault = which;
  if (!shell?.isConnected) { root.toggleAttribute("data-stopped", true); return; }
  shell.dataset.now = which;
  shell.ariaBusy = "false";
}

document.addEventListener("click", (event) => { if (event.target.closest("[data-reload]")) location.reload(); });

addEventListener("beforeunload", (event) => { if (root.hasAttribute("data-unsaved")) event.preventDefault(); });

// How the page is put on the home screen depends on the system; an iPad says that it is a Mac.
const is_apple_phone = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
root.dataset.system = is_apple_phone ? "ios" : /Android/.test(navigator.userAgent) ? "android" : "computer";

// Save language and theme for the loading page of the next visit.
const save_preferences = () => { try { localStorage[`shell${HOME}`] = JSON.stringify({ lang: root.lang, theme: root.dataset.theme }); } catch { /* storage is blocked */ } };
const update_manifest = () => { document.querySelector('link[rel="manifest"]').href = `${HOME}manifest.${root.lang}.webmanifest`; };
new MutationObserver(() => { save_preferences(); update_manifest(); }).observe(root, { attributeFilter: ["lang", "data-theme"] });

let persisted = false;
async function persist() {
  if (persisted) return;
  persisted = true;
  root.toggleAttribute("data-fleeting", !(await navigator.storage?.persist?.()));
}

// Downloads bypass the service worker: fetch the file and save it from memory. What is in memory already is saved as it is.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[download]");
  if (!link || link.protocol === "blob:") return;
  event.preventDefault();
  const answer = (await window.own_server(link.href, {})) ?? (await fetch(link.href));
  const name = answer.headers.get("content-disposition")?.match(/filename="([^"]+)"/)?.[1] ?? (link.download || "automarium");
  const file = document.createElement("a");
  file.href = URL.createObjectURL(await answer.blob());
  file.setAttribute("download", name);
  file.dispatchEvent(new MouseEvent("click"));
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
});

// --------------------------------------------------------------------------------------------------------- new versions

function watch_versions(registration) {
  const look = () => root.toggleAttribute("data-newer", Boolean(registration.waiting));
  const follow = () => registration.installing?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", follow);
  follow();
  look();
  document.addEventListener("click", (event) => { if (event.target.closest("[data-newer]") instanceof HTMLButtonElement) registration.waiting?.postMessage("use"); });
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") registration.update().catch(() => {}); });
}

// ------------------------------------------------------------------------------------------------------------- begin

// Show the address that not_found.js has put into the fragment, if it is one below this site.
function show_address(fragment) {
  if (!fragment.startsWith("#/")) return;
  const to = new URL(HOME + fragment.slice(2).replace(/^[/\\]+/, ""), location.href);
  history.replaceState(null, "", to.origin === location.origin && to.pathname.startsWith(HOME) ? to : HOME);
}

// All that the page, its worker, its service worker and Python's runtime use and that a browser of the last years may lack.
const NEEDED = ["BigInt64Array", "BroadcastChannel", "DecompressionStream", "MessageChannel", "ReadableStream", "WeakRef", "WebAssembly", "Worker", "caches", "indexedDB"];
const NEEDED_OF = { navigator: ["locks", "serviceWorker"], crypto: ["randomUUID", "subtle"], WebAssembly: ["Exception"] };

function find_missing() {
  const inside = Object.entries(NEEDED_OF).flatMap(([name, parts]) => parts.filter((part) => !window[name]?.[part]).map((part) => `${name}.${part}`));
  return [...NEEDED.filter((name) => !window[name]), ...inside, ...(has_module_workers() ? [] : ["module workers"])];
}

// A browser that knows modules in workers reads the type, before it refuses the address.
function has_module_workers() {
  let is_read = false;
  try { new Worker("https://", { get type() { is_read = true; return "module"; } }); } catch { /* always */ }
  return is_read;
}

async function begin() {
  show_address(location.hash);
  const missing = find_missing();
  if (missing.length) {
    // a private window hides what the browser has
    const hidden = window.isSecureContext && missing.every((name) => name === "navigator.serviceWorker" || name === "caches") && "serviceWorker" in Navigator.prototype;
    for (const one of shell?.querySelectorAll("[data-missing]") ?? []) one.textContent = missing.join(", ");
    show_fault(hidden ? "no-worker" : "old");
    return;
  }
  const before = navigator.serviceWorker.controller;
  if (before) start_when_free(); // all files are cached: start Python while looking for a new version
  let registration;
  try {
    registration = await navigator.serviceWorker.register(`${HOME}service.js`, { updateViaCache: "none" });
  } catch {
    registration = await navigator.serviceWorker.getRegistration();
    if (!registration?.active) { show_fault(navigator.onLine ? "no-worker" : "no-network"); return; }
  }
  // If a file cannot be fetched, the installation becomes redundant, now or later.
  const coming = registration.installing ?? registration.waiting ?? registration.active;
  const look = () => { if (shell?.isConnected && !registration.active && (!coming || coming.state === "redundant")) show_fault("no-network"); };
  coming?.addEventListener("statechange", look);
  look();
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) await new Promise((done) => {
    navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
    registration.active?.postMessage("claim"); // not controlled after a forced reload
  });
  // a new version; without a controller the browser has cleared its storage, and a reload would lose what is in memory
  navigator.serviceWorker.addEventListener("controllerchange", () => { if (navigator.serviceWorker.controller) location.reload(); });
  watch_versions(registration);
  if (!before) start_when_free();
  root.toggleAttribute("data-fleeting", !(await navigator.storage?.persisted?.()));
  if (shell) dispatchEvent(new Event("automarium-open"));
}

begin();
