// Runs Python (Pyodide) in a worker. Changed files are saved to IndexedDB before an answer is sent.

const HOME = "/home/automarium"; // the user's folder, saved in the browser
const SITE = "/engine"; // the package and its dependencies
const ROOT = new URL("..", import.meta.url); // the root of the site
const NAME = ROOT.pathname === "/" ? "automarium" : `automarium ${ROOT.pathname}`; // prefix of stored data: a host may have several sites
const SNAPSHOTS = `${NAME}-snapshots`;
const BEGIN = new URL(import.meta.url).searchParams; // version and start mode
const SNAPSHOT_ONLY = BEGIN.has("snapshot");
const PURE = ["asyncio", "http.cookies", "importlib.metadata", "ipaddress", "logging", "sqlite3", "starlette.applications", "tempfile",
  "tomllib"]; // slow to import and pure Python: part of the snapshot

const report_progress = (part) => { if (!SNAPSHOT_ONLY) postMessage({ step: part }); };

async function answer_request({ id, request }) {
  const { method, url, headers, body, follow } = request, began = performance.now();
  const found = await answer(app, method, url, JSON.stringify(headers), new Uint8Array(body), follow);
  const data = { status: found.status, headers: copy_from_python(found.headers), body: copy_from_python(found.body) };
  const { changed, game, revision } = found;
  found.destroy();
  performance.measure("answered", { start: began });
  // no answer if another window has taken over: it is asked instead
  if ((changed || unsaved) && !((await is_still_owner()) && (await save_or_warn()))) return;
  performance.measure("kept", { start: began });
  postMessage({ id, answer: data, kept: changed && !unsaved, unsaved, moved: game ? { game, revision } : null });
}

function copy_from_python(proxy) { const content = proxy.toJs(); proxy.destroy(); return content; } // a copy in JavaScript; frees the Python object

// --------------------------------------------------------------------------------------------------------- saving

// The user's folder is in memory; IndexedDB has a copy of each file. All changed files are written in one strict
// transaction, so that SQLite's file and its log always belong together.
let unsaved = false;
let python, app, answer, load_next, has_snapshot; // set when Python runs
let kept = null; // the database
const MARK = "mark", OURS = crypto.randomUUID(); // an entry among the files: the worker that read them last and may write
const stamps = new Map(); // path → time and length of the saved copy

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

function* list_files(folder) {
  for (const name of python.FS.readdir(folder)) {
    if (name === "." || name === ".." || name.endsWith("-shm")) continue; // SQLite's shared-memory index is rebuilt
    const path = `${folder}/${name}`;
    if (python.FS.isDir(python.FS.stat(path).mode)) yield* list_files(path);
    else yield path;
  }
}

// Return whether the files were saved: false if another worker has read them since.
async function save() {
  const now = new Map([...list_files(HOME)].map((path) => [path, stamp(path)]));
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

async function save_or_warn() {
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

// A window that was frozen may have been replaced: it must not overwrite newer data.
if (!SNAPSHOT_ONLY) navigator.locks.request(`${NAME}-engine`, { steal: true }, () => new Promise(() => {})).catch(() => {});

async function is_still_owner() {
  const { held } = await navigator.locks.query();
  const holder = (name) => held.find((lock) => lock.name === name)?.clientId;
  return holder(`${NAME}-engine`) === holder(`${NAME}-worker-${self.name}`);
}

// -------------------------------------------------------------------------------------------------------- starting

async function start_python() {
  const unpacking = unpack_engine(); // in parallel with the start of Python
  unpacking.catch(() => {}); // the error is raised where it is awaited
  const [{ loadPyodide }, known] = await Promise.all([import(new URL("pyodide/pyodide.mjs", ROOT)), BEGIN.has("fresh") || SNAPSHOT_ONLY ? null : load_snapshot()]);
  report_progress(0.2);
  const options = { indexURL: new URL("pyodide/", ROOT).href, packages: [], env: { HOME: "/home", AUTOMARIUM_HOME: HOME, LANG: "C.UTF-8" } };
  python = await loadPyodide({ ...options, ...(known ? { _loadSnapshot: known } : {}), _makeSnapshot: SNAPSHOT_ONLY });
  report_progress(0.6);
  write_files(python.FS, await unpacking);
  if (!known) python.runPython(`import sys; sys.path.insert(0, "${SITE}"); import ${PURE.join(", ")}`);
  if (SNAPSHOT_ONLY) return;
  python.FS.mkdirTree(HOME);
  await load().catch(() => { unsaved = true; }); // reported with the first change
  report_progress(0.8);
  const bridge = python.pyimport("automarium.interfaces.offline.bridge");
  app = bridge.begin(location.hostname, ROOT.pathname);
  ({ answer, load_next } = bridge);
  has_snapshot = Boolean(known);
  report_progress(1);
}

// The archive is a gzipped tar; its files are written without a copy.
async function unpack_engine() {
  const answer = await fetch(new URL("alone/engine.bin", ROOT));
  const stream = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function write_files(files, archive) {
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

// Python's memory after the slow imports. At the first visit of a version a second worker saves it while a page is shown.
const SNAPSHOT = `/kept/snapshot-${BEGIN.get("v")}`;

async function load_snapshot() {
  const kept = await caches.open(SNAPSHOTS).then((cache) => cache.match(SNAPSHOT)).catch(() => null);
  return kept ? kept.arrayBuffer() : null;
}

async function save_snapshot(memory) {
  const cache = await caches.open(SNAPSHOTS);
  for (const old of await cache.keys()) await cache.delete(old);
  await cache.put(SNAPSHOT, new Response(memory));
}

// ------------------------------------------------------------------------------------------------------------- begin

if (SNAPSHOT_ONLY) {
  await start_python();
  await save_snapshot(python.makeMemorySnapshot()).catch(() => {}); // without a snapshot the next start is slower
  close();
  await new Promise(() => {});
}

// The window waits for this lock: it is released when this worker dies.
await new Promise((held) => { navigator.locks.request(`${NAME}-worker-${self.name}`, () => { held(); return new Promise(() => {}); }); });
postMessage({ alive: true });

let fatal_error = null; // set when Python has crashed
const is_fatal = (fault) => {
  if (!fault?.pyodide_fatal_error && !fatal_error) return false;
  fatal_error = fault;
  postMessage({ dead: true });
  return true;
};

await start_python();
let queue = Promise.resolve(); // one request at a time
const enqueue = (work) => { queue = queue.then(work).catch((fault) => { if (!is_fatal(fault)) throw fault; }); };
onmessage = ({ data }) => {
  at_home = new URL(data.request.url).pathname === ROOT.pathname;
  enqueue(() => answer_request(data));
  load_games_later();
};

// The first page needs no game definitions. While it is shown they are loaded one by one, in pauses of 500 ms.
let at_home = false, load_timer = 0;
function load_games_later() {
  clearTimeout(load_timer);
  load_timer = setTimeout(() => enqueue(() => { if (at_home && load_next()) load_games_later(); }), 500);
}
postMessage({ ready: true, has_snapshot });
