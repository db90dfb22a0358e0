// Navigation: send links and forms to the server, and replace the page by the answer.

const root = document.documentElement;
const main = () => document.getElementById("main");
const WIDE = matchMedia("(min-width: 62rem)"); // board and list side by side
root.classList.add("scripted");

let current_request = null; // the AbortController of the request under way: one at a time
let sending = false; // a change is being sent: ignore further ones

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

// Offline (interfaces/offline) Python in this browser answers; otherwise the network is asked.
const send_request = async (url, options) => (await window.own_server?.(url, options)) ?? fetch(url, options);

// Repeat a request until it is answered. Each carries its revision, so that nothing is done twice.
async function fetch_until_answered(url, options) {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await send_request(url, { ...options, headers: { accept: "text/html" }, credentials: "same-origin" });
      if (answer.status === 502 || answer.status === 503) throw new TypeError("away");
      show_offline(false);
      return answer;
    } catch (fault) {
      if (options.signal?.aborted || !(fault instanceof TypeError)) throw fault;
      show_offline(true);
      await wait(Math.min(500 * 2 ** attempt, 5000));
    }
  }
}

const show_offline = (is) => { document.getElementById("offline").hidden = !is; };

async function load_page(url, { form = null, push = true, focus = true } = {}) {
  if (current_request) current_request.abort();
  const control = (current_request = new AbortController());
  sending = Boolean(form);
  try {
    const answer = await fetch_until_answered(url, form ? { method: "POST", body: form, signal: control.signal } : { signal: control.signal });
    const text = await answer.text();
    if (control !== current_request) return;
    refused = form && answer.status === 422 ? { entries: list_entries(form), words: "" } : null;
    if (!(answer.headers.get("content-type") || "").startsWith("text/html")) { if (answer.ok) location.assign(url); return; } // an error without words: a reload would repeat it
    // offline, the answer to a change is already the page that it leads to
    const to = new URL(answer.headers.get("content-location") ?? "", answer.url || new URL(url, location.href));
    const shown = to.pathname.endsWith("/do") ? to.pathname.slice(0, -3) : to.pathname + to.search;
    show_page(text, shown, { push, focus, changed: Boolean(form) });
  } catch (fault) {
    if (fault.name !== "AbortError") throw fault;
  } finally {
    if (control === current_request) { current_request = null; sending = false; }
  }
  catch_up();
}

function show_page(text, path, { push, focus, changed }) {
  stop_playback();
  const before = { path: location.pathname + location.search, told: read_hands(), revision: main().dataset.revision, aloud: root.dataset.aloud };
  const page = new DOMParser().parseFromString(text, "text/html"), next = page.getElementById("main");
  const same = path.split("?")[0] === before.path.split("?")[0];
  // Remove the focused element first, while no style has changed: its removal forces a style recalculation.
  document.getElementById("bar")?.remove();
  if (focus) document.activeElement?.blur(); // so that the focus below is announced even if it stays on the same element
  if (main().dataset.game && main().dataset.game === next.dataset.game) update_node(main(), next);
  else main().replaceWith(next);
  document.title = page.title;
  for (const name of ["lang", "data-theme", "data-drawn", "data-game", "data-motion", "data-aloud"]) update_attribute(name, root, page.documentElement);
  for (const style of page.querySelectorAll('link[rel="stylesheet"]'))
    if (![...document.querySelectorAll('link[rel="stylesheet"]')].some((one) => one.href === new URL(style.getAttribute("href"), location.href).href)) document.head.append(style);
  update_attribute("content", document.querySelector('meta[name="color-scheme"]'), page.querySelector('meta[name="color-scheme"]'));
  for (const part of ["a.skip", "header.top", "#offline"]) {
    const old = document.querySelector(part), now = page.querySelector(part);
    if (part === "#offline") now.hidden = old.hidden; // only its language may have changed
    update_node(old, now);
  }
  const bar = page.getElementById("bar");
  if (bar) main().after(bar);
  const notices = document.getElementById("offline-notices");
  if (notices) update_node(notices, page.getElementById("offline-notices"));
  if (push && path !== before.path) history.pushState({}, "", path);
  if (!same || changed) scrollTo({ top: 0, behavior: "instant" });
  start_page(before);
  pause_buttons();
  if (changed && same && main().dataset.game) guard_history();
  if (changed) scroll_to_question();
  if (focus) (document.getElementById("notice") ? main() : document.getElementById("question") || main()).focus?.({ preventScroll: true });
}

// Pause the main button after every change, so that a double tap presses it once.
const SLEEP = 600;
function pause_buttons() {
  const buttons = [...document.querySelectorAll("#bar .go:not(.idle)")];
  for (const one of buttons) { one.classList.add("asleep"); one.setAttribute("aria-disabled", "true"); }
  setTimeout(() => { for (const one of buttons) { one.classList.remove("asleep"); if (!is_incomplete(one)) one.removeAttribute("aria-disabled"); } }, SLEEP);
}
const is_paused = (element) => element?.closest?.(".asleep");
const is_incomplete = (element) => element?.closest?.(".missing");

function scroll_to_question() {
  const question = document.getElementById("question");
  if (!document.getElementById("notice") && question && !find_scene()) { // a combat begins with its scene
    const { bottom, height } = question.getBoundingClientRect(), bar = document.getElementById("bar")?.offsetHeight ?? 0;
    const top = document.querySelector(".top")?.offsetHeight ?? 0;
    if (bottom <= innerHeight - bar) return;
    // keep what must be done first in view; show the beginning of what is longer than the screen
    const room = innerHeight - bar - top, first = document.querySelector(".asking-page .hands:not(:has(> #story))") ?? question;
    const whole = bottom - first.getBoundingClientRect().top;
    if (whole > room) first.scrollIntoView({ block: "start" });
    else question.scrollIntoView({ block: height > room ? "start" : "end" });
  }
}
