// Follow the changes that other devices and windows make to the open game.

const make_table_url = (game) => `${root.dataset.offline || "/"}g/${game}`; // an offline site may lie in a folder of its host

let stream = null, open_game = "", latest_revision = 0;

function open_stream() {
  const { game, revision } = main().dataset;
  const url = game ? `${make_table_url(game)}/events?since=${revision}` : "";
  const wanted = game || "";
  if (wanted === open_game && stream && stream.readyState !== EventSource.CLOSED) return;
  stream?.close();
  stream = null;
  open_game = wanted;
  latest_revision = 0;
  if (!url || root.dataset.offline !== undefined) return; // offline, other windows send events (below)
  stream = new EventSource(url);
  stream.addEventListener("revision", (event) => { latest_revision = Math.max(latest_revision, Number(event.data)); catch_up(); });
  stream.onopen = () => show_offline(false);
  stream.onerror = () => show_offline(true);
}

// Offline (interfaces/offline): another window has changed a game, or Python is ready and the loading page is replaced.
addEventListener("automarium-moved", ({ detail }) => { if (detail.game === open_game) { latest_revision = Math.max(latest_revision, detail.revision); catch_up(); } });
addEventListener("automarium-open", () => load_page(location.pathname + location.search, { push: false }));

// Load the newest revision, unless a request is under way: then this is called again after it.
async function catch_up() {
  const { game, revision, new: words } = main().dataset;
  if (!game || game !== open_game || current_request || latest_revision <= Number(revision)) return;
  await load_page(make_table_url(game), { push: location.pathname !== make_table_url(game), focus: false });
  show_notice(words);
}

addEventListener("online", () => open_stream());
