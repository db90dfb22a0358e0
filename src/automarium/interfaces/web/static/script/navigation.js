// Going and coming: what the person did is carried to the server, and what comes back is swapped in.

const root = document.documentElement;
const main = () => document.getElementById("main");
const WIDE = matchMedia("(min-width: 62rem)"); // the board beside the list
root.classList.add("scripted");

let under_way = null; // one request at a time
let sending = false; // while a change is on its way a second tap changes nothing

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

// A page that runs its own server (interfaces/offline) has it answer at once; everybody else asks by the network.
const ask = async (url, options) => (await window.own_server?.(url, options)) ?? fetch(url, options);

// The same request until it gets through: each carries the revision it was made at, so nothing is done twice.
async function reach(url, options) {
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await ask(url, { ...options, headers: { accept: "text/html" }, credentials: "same-origin" });
      if (answer.status === 502 || answer.status === 503) throw new TypeError("away");
      offline(false);
      return answer;
    } catch (fault) {
      if (options.signal?.aborted || !(fault instanceof TypeError)) throw fault;
      offline(true);
      await wait(Math.min(500 * 2 ** attempt, 5000));
    }
  }
}

const offline = (is) => { document.getElementById("offline").hidden = !is; };

async function go(url, { form = null, push = true, focus = true } = {}) {
  if (under_way) under_way.abort();
  const control = (under_way = new AbortController());
  sending = Boolean(form);
  try {
    const answer = await reach(url, form ? { method: "POST", body: form, signal: control.signal } : { signal: control.signal });
    const text = await answer.text();
    if (control !== under_way) return;
    if (!(answer.headers.get("content-type") || "").startsWith("text/html")) { location.assign(url); return; }
    const to = new URL(answer.headers.get("content-location") ?? "", answer.url || new URL(url, location.href)); // where there is no server, the page comes at once
    const shown = to.pathname.endsWith("/do") ? to.pathname.slice(0, -3) : to.pathname + to.search;
    show(text, shown, { push, focus, changed: Boolean(form) });
  } catch (fault) {
    if (fault.name !== "AbortError") throw fault;
  } finally {
    if (control === under_way) { under_way = null; sending = false; }
  }
  catch_up();
}

function show(text, path, { push, focus, changed }) {
  const before = { path: location.pathname + location.search, told: told_words(), revision: main().dataset.revision };
  const page = new DOMParser().parseFromString(text, "text/html"), next = page.getElementById("main");
  const same = path.split("?")[0] === before.path.split("?")[0];
  // First what may have the focus: when that goes the browser wants every style, and so far none has changed.
  document.getElementById("bar")?.remove();
  if (focus) document.activeElement?.blur(); // or who is there already would not hear of it
  if (main().dataset.game && main().dataset.game === next.dataset.game) become(main(), next);
  else main().replaceWith(next);
  document.title = page.title;
  for (const name of ["lang", "data-theme", "data-drawn", "data-game"]) become_in(name, root, page.documentElement);
  for (const sheet of page.querySelectorAll('link[rel="stylesheet"]'))
    if (![...document.querySelectorAll('link[rel="stylesheet"]')].some((one) => one.href === new URL(sheet.getAttribute("href"), location.href).href)) document.head.append(sheet);
  become_in("content", document.querySelector('meta[name="color-scheme"]'), page.querySelector('meta[name="color-scheme"]'));
  become(document.querySelector("header.top"), page.querySelector("header.top"));
  const bar = page.getElementById("bar");
  if (bar) main().after(bar);
  const told = document.getElementById("offline-notices");
  if (told) become(told, page.getElementById("offline-notices"));
  if (push && path !== before.path) history.pushState({}, "", path);
  if (!same || changed) scrollTo({ top: 0, behavior: "instant" });
  ready(before);
  sleep();
  if (changed && same && main().dataset.game) guard();
  if (changed) come_to_what_is_new();
  if (focus) (document.getElementById("notice") ? main() : document.getElementById("question") || main()).focus?.({ preventScroll: true });
}

// After every change the button sleeps: a second tap of a double tap presses nothing.
const SLEEP = 600;
function sleep() {
  const buttons = [...document.querySelectorAll("#bar .go:not(.idle)")];
  for (const one of buttons) { one.classList.add("asleep"); one.setAttribute("aria-disabled", "true"); }
  setTimeout(() => { for (const one of buttons) { one.classList.remove("asleep"); one.removeAttribute("aria-disabled"); } }, SLEEP);
}
const asleep = (element) => element?.closest?.(".asleep");
const missing = (element) => element?.closest?.(".missing");

function come_to_what_is_new() {
  const question = document.getElementById("question");
  if (!document.getElementById("notice") && question) {
    const { bottom, height } = question.getBoundingClientRect(), bar = document.getElementById("bar")?.offsetHeight ?? 0;
    const top = document.querySelector(".top")?.offsetHeight ?? 0;
    if (bottom <= innerHeight - bar) return;
    // what must be done first stays in sight; what is longer than the screen is read from its beginning
    const room = innerHeight - bar - top, first = document.querySelector(".asking-page .hands:not(:has(> #story))") ?? question;
    const whole = bottom - first.getBoundingClientRect().top;
    if (whole > room) first.scrollIntoView({ block: "start" });
    else question.scrollIntoView({ block: height > room ? "start" : "end" });
  }
}
