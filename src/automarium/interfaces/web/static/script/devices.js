// What is said aloud, several devices, Back, and a screen that stays awake.

const told_words = () => [...document.querySelectorAll(".hands .hand .what, #asked")].map((one) => one.textContent);

function say_news(before) {
  const now = told_words();
  if (before && now.length && now.join() !== before.told.join()) say(now.join(". "));
}

const say = (words) => { document.getElementById("said").textContent = words; };

const table_of = (game) => `${root.dataset.offline || "/"}g/${game}`; // a page that is its own server may lie in a folder

let stream = null, listening = "", heard = 0;

function listen() {
  const { game, revision } = main().dataset;
  const url = game ? `${table_of(game)}/events?since=${revision}` : "";
  const wanted = game || "";
  if (wanted === listening && stream && stream.readyState !== EventSource.CLOSED) return;
  stream?.close();
  stream = null;
  listening = wanted;
  heard = 0;
  if (!url || root.dataset.offline !== undefined) return; // a page that is its own server hears its other windows below
  stream = new EventSource(url);
  stream.addEventListener("revision", (event) => { heard = Math.max(heard, Number(event.data)); catch_up(); });
  stream.onopen = () => offline(false);
  stream.onerror = () => offline(true);
}

// Where the page is its own server (interfaces/offline): other windows move a game on, and the shell becomes the page.
addEventListener("automarium-moved", ({ detail }) => { if (detail.game === listening) { heard = Math.max(heard, detail.revision); catch_up(); } });
addEventListener("automarium-open", () => go(location.pathname + location.search, { push: false }));

// What was heard while something else was under way is not forgotten.
async function catch_up() {
  const { game, revision, new: words } = main().dataset;
  if (!game || game !== listening || under_way || heard <= Number(revision)) return;
  await go(table_of(game), { push: location.pathname !== table_of(game), focus: false });
  notice(words);
}

function notice(words) {
  document.getElementById("notice")?.remove();
  const told = document.createElement("p");
  told.id = "notice";
  told.className = "notice";
  told.setAttribute("role", "alert");
  told.textContent = words;
  main().prepend(told);
}

// One entry of history guards the table: Back shows where undo is, a second Back leaves.
function guard() {
  if (history.state?.guard) return;
  history.pushState({ guard: true }, "");
}

addEventListener("popstate", async () => {
  const path = location.pathname + location.search;
  const { game, back } = main().dataset;
  const stays = game && location.pathname === table_of(game) && main().classList.contains("at-table");
  await go(path, { push: false });
  const undo = document.getElementById("undo");
  if (stays && undo) {
    notice(back);
    undo.classList.add("wanted");
    undo.focus();
  }
});

let awake = null;
async function stay_awake() {
  const wanted = main().classList.contains("at-table") && !main().dataset.over;
  if (!wanted) { awake?.release().catch(() => {}); awake = null; return; }
  if (awake && !awake.released) return;
  try { awake = await navigator.wakeLock?.request("screen"); } catch { awake = null; }
}
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") { stay_awake(); listen(); } });
addEventListener("online", () => listen());
