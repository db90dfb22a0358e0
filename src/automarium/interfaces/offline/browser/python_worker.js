// Python inside a worker of the page. What has changed is kept (IndexedDB) before an answer goes out.

const HOME = "/home/automarium"; // the person's folder, kept
const SITE = "/engine"; // our package and what it stands on
const ROOT = new URL("..", import.meta.url); // where the site begins
const NAME = ROOT.pathname === "/" ? "automarium" : `automarium ${ROOT.pathname}`; // of what is kept: a host may have several sites
const SNAPSHOTS = `${NAME}-snapshots`;
const BEGIN = new URL(import.meta.url).searchParams; // which version, and how
const PURE = ["asyncio", "email.message", "http.cookies", "importlib.metadata", "ipaddress", "logging", "multiprocessing.context", "sqlite3",
  "starlette.applications", "tempfile", "tomllib", "urllib.request"]; // slow to import, and without a word of C: they go into the snapshot

const step = (part) => postMessage({ step: part });

async function serve({ id, request }) {
  const { method, url, headers, body, follow } = request, began = performance.now();
  const found = await answer(app, method, url, JSON.stringify(headers), new Uint8Array(body), follow);
  const data = { status: found.status, headers: taken(found.headers), body: taken(found.body) };
  const { changed, game, revision } = found;
  found.destroy();
  performance.measure("answered", { start: began });
  // otherwise our window is about to hear it, and what it was asked is asked elsewhere
  if ((changed || unsaved) && !((await still_ours()) && (await keep()))) return;
  performance.measure("kept", { start: began });
  postMessage({ id, answer: data, kept: changed && !unsaved, unsaved, moved: game ? { game, revision } : null });
}

function taken(proxy) { const content = proxy.toJs(); proxy.destroy(); return content; } // out of Python's hands

// --------------------------------------------------------------------------------------------------------- keeping

// The person's folder lies in memory; IndexedDB has a copy of each file. What belongs together is written in one go, and is on
// disk when that is done ("strict"): SQLite's file and its log never come from two different moments.
let unsaved = false;
let python, app, answer, load_next; // as soon as they run
let kept = null; // the database
const MARK = "mark", OURS = crypto.randomUUID(); // among the files: who read them last, and may write
const stamps = new Map(); // path → when the kept copy was written, and its length

const finished = (request) => new Promise((done, fail) => { request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error); });

async function load() {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("files");
  kept = await finished(asked);
  const files = kept.transaction("files", "readwrite").objectStore("files");
  const [paths, contents] = await Promise.all([finished(files.getAllKeys()), finished(files.getAll()), finished(files.put(OURS, MARK))]);
  paths.forEach((path, index) => {
    if (path === MARK) return;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, contents[index]);
    stamps.set(path, stamp(path));
  });
}

const stamp = (path) => { const { mtime, size } = python.FS.stat(path); return `${mtime.getTime()} ${size}`; };

function* files_in(folder) {
  for (const name of python.FS.readdir(folder)) {
    if (name === "." || name === ".." || name.endsWith("-shm")) continue; // SQLite makes its index of the log anew
    const path = `${folder}/${name}`;
    if (python.FS.isDir(python.FS.stat(path).mode)) yield* files_in(path);
    else yield path;
  }
}

// Whether it was kept: not if somebody else has read the files since, even while we were between two steps.
async function save() {
  const now = new Map([...files_in(HOME)].map((path) => [path, stamp(path)]));
  const change = kept.transaction("files", "readwrite", { durability: "strict" }), files = change.objectStore("files");
  const done = new Promise((good, bad) => { change.oncomplete = good; change.onabort = () => bad(change.error); });
  try {
    if (((await finished(files.get(MARK))) ?? OURS) !== OURS) throw new Lost();
    for (const [path, at] of now) if (stamps.get(path) !== at) files.put(python.FS.readFile(path), path);
    for (const path of stamps.keys()) if (!now.has(path)) files.delete(path);
  } catch (fault) {
    change.abort();
    await done.catch(() => {});
    if (fault instanceof Lost) return false;
    throw fault;
  }
  await done;
  stamps.clear();
  for (const [path, at] of now) stamps.set(path, at);
  return true;
}

class Lost extends Error {}

async function keep() {
  try {
    if (!kept) throw new Error("this browser keeps nothing");
    if (!(await save())) return false;
    unsaved = false;
  } catch (fault) {
    console.warn("not kept:", fault);
    unsaved = true;
  }
  return true;
}

// A window that slept for long may have lost its place: then it must not write over what came after it.
navigator.locks.request(`${NAME}-engine`, { steal: true }, () => new Promise(() => {})).catch(() => {});

async function still_ours() {
  const { held } = await navigator.locks.query();
  const holder = (name) => held.find((lock) => lock.name === name)?.clientId;
  return holder(`${NAME}-engine`) === holder(`${NAME}-worker-${self.name}`);
}

// -------------------------------------------------------------------------------------------------------- starting

async function begin() {
  const unpacking = unpacked(); // while Python wakes up
  unpacking.catch(() => {}); // whoever waits for it hears of it
  const [{ loadPyodide }, known] = await Promise.all([import(new URL("pyodide/pyodide.mjs", ROOT)), BEGIN.has("fresh") ? null : snapshot()]);
  step(0.2);
  const options = { indexURL: new URL("pyodide/", ROOT).href, packages: [], env: { HOME: "/home", AUTOMARIUM_HOME: HOME, LANG: "C.UTF-8" } };
  python = known ? await loadPyodide({ ...options, _loadSnapshot: known }) : await loadPyodide({ ...options, _makeSnapshot: true });
  step(0.6);
  lay_out(python.FS, await unpacking);
  if (!known) {
    python.runPython(`import sys; sys.path.insert(0, "${SITE}"); import ${PURE.join(", ")}`);
    await keep_snapshot(python.makeMemorySnapshot()).catch(() => {}); // next time it takes longer, that is all
  }
  python.FS.mkdirTree(HOME);
  await load().catch(() => { unsaved = true; }); // said as soon as there is something to keep
  step(0.8);
  const bridge = python.pyimport("automarium.interfaces.offline.bridge");
  app = bridge.begin(location.hostname, ROOT.pathname);
  ({ answer, load_next } = bridge);
  step(1);
}

// The archive is a tar, packed: its files are laid out as they are, without a copy.
async function unpacked() {
  const answer = await fetch(new URL("alone/engine.bin", ROOT));
  const stream = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function lay_out(files, archive) {
  const text = (at, length) => new TextDecoder().decode(archive.subarray(at, at + length)).split("\0")[0];
  const made = new Set();
  for (let at = 0; at < archive.length && archive[at]; ) {
    const before = text(at + 345, 155), name = `${SITE}/${before ? `${before}/` : ""}${text(at, 100)}`, size = parseInt(text(at + 124, 12), 8);
    const folder = name.slice(0, name.lastIndexOf("/"));
    if (!made.has(folder)) { files.mkdirTree(folder); made.add(folder); }
    files.createDataFile(folder, name.slice(folder.length + 1), archive.subarray(at + 512, at + 512 + size), true, false, true);
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

// Python's memory with the slow imports done, made at the first visit of a version and kept beside the files.
const SNAPSHOT = `/kept/snapshot-${BEGIN.get("v")}`;

async function snapshot() {
  const kept = await caches.open(SNAPSHOTS).then((cache) => cache.match(SNAPSHOT)).catch(() => null);
  return kept ? kept.arrayBuffer() : null;
}

async function keep_snapshot(memory) {
  const cache = await caches.open(SNAPSHOTS);
  for (const old of await cache.keys()) await cache.delete(old);
  await cache.put(SNAPSHOT, new Response(memory));
}

// ------------------------------------------------------------------------------------------------------------- begin

// Whoever waits for this lock knows when we are dead.
await new Promise((held) => { navigator.locks.request(`${NAME}-worker-${self.name}`, () => { held(); return new Promise(() => {}); }); });
postMessage({ alive: true });

let fate = null; // if Python has come to its end there is no going on
const mourned = (fault) => {
  if (!fault?.pyodide_fatal_error && !fate) return false;
  fate = fault;
  postMessage({ dead: true });
  return true;
};

await begin();
let turn = Promise.resolve(); // one request at a time
const next = (work) => { turn = turn.then(work).catch((fault) => { if (!mourned(fault)) throw fault; }); };
onmessage = ({ data }) => {
  at_home = new URL(data.request.url).pathname === ROOT.pathname;
  next(() => serve(data));
  rest();
};

// The first page does without the rooms. While somebody looks at it they are loaded, one by one; at a table nobody waits for others.
let at_home = false, resting = 0;
function rest() {
  clearTimeout(resting);
  resting = setTimeout(() => next(() => { if (at_home && load_next()) rest(); }), 500);
}
postMessage({ ready: true });
