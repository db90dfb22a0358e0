// In every window: one of them runs Python in a worker and answers for all (a Web Lock says which), and every one shows how
// far it is. If the worker dies it is started again, and what it was asked is asked once more: revisions make that safe.

const VERSION = "development"; // the fingerprint of all files, when the site is made (tools/make_site.py)
const HOME = new URL("..", import.meta.url).pathname; // the folder that the site lies in; its host may have others like it
const NAME = HOME === "/" ? "automarium" : `automarium ${HOME}`;
const root = document.documentElement;
const shell = document.getElementById("loading"); // only while nothing else is shown
const channel = new BroadcastChannel(NAME);
let fetching = 0; // the part of the bar that stands for what is fetched: nothing, where all is there and only Python must wake up
let fault = ""; // what the shell has to say instead of how far it is

// ---------------------------------------------------------------------------------------------------- Python's worker

const MOST_STARTS = 4; // in a row that came to nothing; then the person must know

let worker = null, current = "", alive = false, ready = false, running = false, in_vain = 0;
let count = 0;
const asked = new Map(); // what is not answered yet
const latest = new Map(); // the games that moved on while we ran Python, and how far

function start() {
  const id = (current = crypto.randomUUID());
  alive = ready = false;
  // What has gone wrong once is tried without the memory of last time.
  worker = new Worker(`${HOME}alone/python_worker.js?v=${VERSION}${in_vain ? "&fresh" : ""}`, { type: "module", name: id });
  worker.onmessage = (event) => heard(event.data, id);
  worker.onerror = (event) => {
    console.warn("Python's worker:", event.message);
    worker.terminate();
    if (!alive) died();
  };
}

function heard(data, id) {
  if (data.alive) { alive = true; mourn(id); }
  if (data.step !== undefined) channel_say({ step: data.step });
  if (data.dead) worker.terminate(); // it knows itself that it cannot go on
  if (data.ready) {
    ready = true;
    in_vain = 0;
    for (const one of asked.values()) send(one);
  }
  const one = asked.get(data.id);
  if (!one) return;
  asked.delete(data.id);
  one.port.postMessage({ answer: data.answer });
  if (data.moved) latest.set(data.moved.game, data.moved);
  channel_say({ unsaved: data.unsaved, ...(data.moved ? { moved: data.moved } : {}) });
  if (data.kept) persist();
}

// The worker holds a lock as long as it lives: whoever gets it knows at once that it is dead.
const mourn = (id) => navigator.locks.request(`${NAME}-worker-${id}`, () => { if (id === current) died(); });

function died() {
  if (!running) return;
  if (!ready) in_vain += 1;
  for (const one of [...asked.values()]) if (one.tries > 1 || in_vain >= MOST_STARTS) give_up(one);
  if (in_vain < MOST_STARTS) start();
  else channel_say({ failed: "slow" });
}

function give_up(one) {
  asked.delete(one.id);
  one.port.postMessage({ answer: { status: 500, headers: [["content-type", "text/plain"]], body: "Automarium was stopped twice by this request." } });
}

function send(one) {
  one.tries += 1;
  worker.postMessage({ id: one.id, request: one.request });
}

navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (data.fetched !== undefined && !navigator.serviceWorker.controller) show_progress((fetching = 0.8) * data.fetched / data.of, "fetch");
  if (data.take_over) run({ steal: true });
  if (!data.request) return;
  if (!running || (data.at_once && !ready)) { ports[0].postMessage({ taken: false }); return; }
  ports[0].postMessage({ taken: true });
  put(data.request, ports[0]);
});

function put(request, port) {
  const one = { id: ++count, request: { ...request, headers: [...request.headers, ...about_us()] }, port, tries: 0 };
  asked.set(one.id, one);
  if (ready) send(one);
}

// The window that runs Python asks it directly: the way by the service worker is for the others. Null: go that way.
window.own_server = async (path, { method = "GET", headers = {}, body }) => {
  if (!running || !ready) return null;
  const sent = new Request(path, { method, headers, body });
  const from = method === "GET" ? [] : [["origin", location.origin]];
  const request = { method, url: sent.url, headers: [...sent.headers, ...from], follow: true, body: await sent.arrayBuffer() };
  const { answer } = await new Promise((done) => put(request, { postMessage: done }));
  return answer ? new Response(is_bare(answer.status) ? null : answer.body, answer) : null; // none: another window took over
};
const is_bare = (status) => [204, 303, 304].includes(status);

const about_us = () => [
  ["accept-language", navigator.languages.join(",")],
  ["sec-ch-prefers-color-scheme", matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"],
];

function run(how = {}) {
  if (running) return;
  navigator.locks.request(NAME, how, () => {
    running = true;
    start();
    return new Promise(() => {});
  }).catch(() => { // another window took over: this one slept too long
    running = false;
    current = "";
    worker.terminate();
    for (const one of asked.values()) one.port.postMessage({ taken: false }); // let them be asked there
    asked.clear();
    run();
    channel.postMessage({ missed: true });
  });
}

document.addEventListener("resume", () => channel.postMessage({ missed: true })); // what is said to a frozen window is lost

// ------------------------------------------------------------------------------------------------------ what is to be said

function channel_say(data) { channel.postMessage(data); said({ data }); }
channel.onmessage = said;

function said({ data }) {
  if (data.step !== undefined) show_progress(fetching + (1 - fetching) * data.step, "wake");
  if (data.failed) show_fault(data.failed);
  if (data.unsaved !== undefined) root.toggleAttribute("data-unsaved", data.unsaved);
  if (data.missed && running) for (const moved of latest.values()) channel.postMessage({ moved });
  if (data.moved) dispatchEvent(new CustomEvent("automarium-moved", { detail: data.moved }));
}

function show_progress(part, what) {
  if (!shell?.isConnected || fault) return; // what went wrong stays in sight, also while the rest is still on its way
  for (const bar of shell.querySelectorAll("progress")) bar.value = Math.max(bar.value, part);
  shell.dataset.now = what;
}

addEventListener("online", () => { if (fault === "no-network") location.reload(); });

function show_fault(which) {
  fault = which;
  if (!shell?.isConnected) return;
  shell.dataset.now = which;
  shell.ariaBusy = "false";
}

shell?.addEventListener("click", (event) => { if (event.target.closest("[data-again]")) location.reload(); });

addEventListener("beforeunload", (event) => { if (root.hasAttribute("data-unsaved")) event.preventDefault(); });

// The shell of the next visit is in the language and the theme of this one.
const remember = () => { try { localStorage[`shell${HOME}`] = JSON.stringify({ lang: root.lang, theme: root.dataset.theme }); } catch { /* then not */ } };
const rename = () => { document.querySelector('link[rel="manifest"]').href = `${HOME}manifest.${root.lang}.webmanifest`; };
new MutationObserver(() => { remember(); rename(); }).observe(root, { attributeFilter: ["lang", "data-theme"] });

let persisted = false;
async function persist() {
  if (persisted) return;
  persisted = true;
  root.toggleAttribute("data-fleeting", !(await navigator.storage?.persist?.()));
}

// A link that saves a file would go past the service worker.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[download]");
  if (!link) return;
  event.preventDefault();
  const answer = await fetch(link.href);
  const name = answer.headers.get("content-disposition")?.match(/filename="([^"]+)"/)?.[1] ?? "automarium";
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

async function begin() {
  if (location.hash.startsWith("#/")) history.replaceState(null, "", HOME + location.hash.slice(2)); // by way of not_found.js
  if (!navigator.serviceWorker || !navigator.locks || !window.indexedDB) { show_fault(window.isSecureContext && "serviceWorker" in Navigator.prototype ? "no-worker" : "old"); return; }
  const before = navigator.serviceWorker.controller;
  if (before) run(); // everything is here: Python wakes up while we look for a new version
  let registration;
  try {
    registration = await navigator.serviceWorker.register(`${HOME}service.js`, { updateViaCache: "none" });
  } catch {
    registration = await navigator.serviceWorker.getRegistration();
    if (!registration?.active) { show_fault(navigator.onLine ? "no-worker" : "no-network"); return; }
  }
  // If something could not be fetched the whole installation is thrown away, at once or later.
  const coming = registration.installing ?? registration.waiting ?? registration.active;
  const look = () => { if (!registration.active && (!coming || coming.state === "redundant")) show_fault("no-network"); };
  coming?.addEventListener("statechange", look);
  look();
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) await new Promise((done) => {
    navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
    registration.active?.postMessage("claim"); // it has let us pass by: the person reloaded without the browser's cache
  });
  if (before) navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  watch_versions(registration);
  if (!before) run();
  root.toggleAttribute("data-fleeting", !(await navigator.storage?.persisted?.()));
  if (shell) dispatchEvent(new Event("automarium-open"));
}

begin();
