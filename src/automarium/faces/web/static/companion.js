// Carries what the person did to the server and swaps in what comes back. Everything works without it as plain forms.
"use strict";

(() => {
  const root = document.documentElement;
  const main = () => document.getElementById("main");
  root.classList.add("scripted");

  // ------------------------------------------------------------------------------------------------- going and coming

  let under_way = null; // one request at a time
  let sending = false; // while a change is on its way a second tap changes nothing

  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  // The same request until it gets through: each carries the revision it was made at, so nothing is done twice.
  async function reach(url, options) {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await fetch(url, { ...options, headers: { accept: "text/html" }, credentials: "same-origin" });
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
      const to = new URL(answer.url);
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
    const page = new DOMParser().parseFromString(text, "text/html");
    const same = path.split("?")[0] === before.path.split("?")[0];
    document.title = page.title;
    root.lang = page.documentElement.lang;
    root.dataset.theme = page.documentElement.dataset.theme;
    page.documentElement.dataset.game ? (root.dataset.game = page.documentElement.dataset.game) : delete root.dataset.game;
    for (const sheet of page.querySelectorAll('link[rel="stylesheet"]'))
      if (![...document.querySelectorAll('link[rel="stylesheet"]')].some((one) => one.href === new URL(sheet.getAttribute("href"), location.href).href)) document.head.append(sheet);
    document.querySelector('meta[name="color-scheme"]').content = page.querySelector('meta[name="color-scheme"]').content;
    document.querySelector("header.top").replaceWith(page.querySelector("header.top"));
    document.getElementById("bar")?.remove();
    main().replaceWith(page.getElementById("main"));
    const bar = page.getElementById("bar");
    if (bar) main().after(bar);
    document.getElementById("alone")?.replaceWith(page.getElementById("alone") ?? "");
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

  function come_to_what_is_new() {
    const question = document.getElementById("question");
    if (!document.getElementById("notice") && question) {
      const low = question.getBoundingClientRect().bottom, bar = document.getElementById("bar")?.offsetHeight ?? 0;
      if (low > innerHeight - bar) question.scrollIntoView({ block: "end" });
    }
  }

  // ------------------------------------------------------------------------------------------------ links, forms, taps

  document.addEventListener("click", (event) => {
    if (asleep(event.target)) { event.preventDefault(); return; }
    const link = event.target.closest("a[href]");
    if (link && !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey) follow(event, link);
    const button = event.target.closest("button");
    if (button?.dataset.step) step(button);
    if (button?.dataset.key) press(button);
    if (button?.dataset.add) add(button);
    if (button?.dataset.drop) drop(button);
    if (button?.classList.contains("over")) whole(button.closest(".board"));
    if (button?.dataset.copy) copy(button);
    if (button?.dataset.share) navigator.share({ url: button.dataset.share }).catch(() => {});
    const row = event.target.closest("[data-row]");
    if (row) choose_row(row);
    const open = document.querySelector(".menu[open]");
    if (open && !open.contains(event.target)) open.open = false;
  });

  function follow(event, link) {
    const href = link.getAttribute("href");
    const place = link.querySelector("[data-place]");
    if (place) { event.preventDefault(); tap(place.dataset.place, href); return; }
    const to = new URL(href, location.href);
    if (to.origin !== location.origin || link.download || link.hasAttribute("download") || link.target || to.hash) return;
    event.preventDefault();
    go(to.pathname + to.search);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.enctype === "multipart/form-data") return;
    event.preventDefault();
    if (asleep(event.submitter)) return;
    const data = new FormData(form, event.submitter);
    const method = (event.submitter?.formMethod || form.method).toLowerCase();
    if (method === "get") {
      go(`${new URL(form.action).pathname}?${new URLSearchParams(data)}`);
    } else if (!sending) {
      event.submitter?.classList.add("busy");
      go(new URL(form.action).pathname, { form: new URLSearchParams(data) });
    }
  });

  // The options of a new game depend on each other: a change shows what follows from it.
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-again]");
    if (form) again(form, event.target);
    if (event.target.dataset.tick !== undefined) tick(event.target);
  });

  async function again(form, field) {
    const name = field.name, value = field.value, at = scrollY;
    await go(`${form.dataset.again}?${new URLSearchParams(new FormData(form))}`, { push: false, focus: false });
    const same = [...document.querySelectorAll("form[data-again] input")].find((one) => one.name === name && one.value === value);
    same?.focus({ preventScroll: true });
    scrollTo({ top: at, behavior: "instant" });
  }

  // A tap on a place: the option of the open question if it is one, otherwise wherever its link leads.
  function tap(place, href) {
    const option = [...document.querySelectorAll("#asking [data-option]")].find((one) => one.dataset.option === place);
    if (option) (option.querySelector("input") || option).click();
    else if (!href.startsWith("#")) go(href);
  }

  // The whole board, or again the part where something happened; a line of the list zooms to its place.
  function whole(board) {
    const svg = board.querySelector("svg:not(.sign)");
    board.dataset.crop ??= svg.getAttribute("viewBox");
    svg.setAttribute("viewBox", svg.getAttribute("viewBox") === board.dataset.whole ? board.dataset.crop : board.dataset.whole);
  }

  document.addEventListener("toggle", (event) => {
    const hand = event.target;
    if (!hand.matches?.("details.hand")) return;
    if (hand.open) for (const other of document.querySelectorAll("details.hand[open]")) if (other !== hand) other.open = false;
    const number = document.querySelector("details.hand[open]")?.dataset.line;
    for (const mark of document.querySelectorAll(".marks [data-line]")) mark.classList.toggle("faded", Boolean(number) && mark.dataset.line !== number);
  }, true);

  function step(button) {
    const field = button.parentElement.querySelector("input");
    const low = Number(field.min), high = Number(field.max);
    const from = field.value === "" ? (Number(button.dataset.step) > 0 ? low - 1 : low + 1) : Number(field.value);
    field.value = Math.min(high, Math.max(low, from + Number(button.dataset.step)));
    touched(field);
  }

  const words_in = (field) => field.value.split(/[\s,]+/).filter(Boolean);

  function press(button) {
    const field = button.closest(".keyed").querySelector("[data-series]");
    const numbers = words_in(field);
    if (button.dataset.key === "back") numbers.pop();
    else if (numbers.length < Number(field.dataset.series)) numbers.push(button.dataset.key);
    field.value = numbers.join(" ");
    touched(field);
  }

  // Numbers that can lie only once are dashed when they are entered.
  function mark_used(field) {
    const once = (field.dataset.once ?? "").split(" "), numbers = words_in(field);
    for (const key of field.closest(".keyed").querySelectorAll("[data-key]"))
      key.classList.toggle("used", once.includes(key.dataset.key) && numbers.includes(key.dataset.key));
  }

  // Several of some things: the field holds their names, the row shows them. Rows of one form share their keys.
  const keys_of = (field) => {
    const own = field.closest(".several");
    return own.dataset.row === undefined ? own : own.closest(".rows");
  };
  const chosen_row = () => document.querySelector("[data-row].sel") || document.querySelector("[data-row]");

  function choose_row(row) {
    for (const one of document.querySelectorAll("[data-row]")) one.classList.toggle("sel", one === row);
    dim(row.querySelector("[data-several]"));
  }

  function add(button) {
    const own = button.closest(".several");
    const field = (own || chosen_row()).querySelector("[data-several]");
    const names = words_in(field);
    if (names.length >= Number(field.dataset.several) || full_of(field, button.dataset.add)) return;
    field.value = [...names, button.dataset.add].join(" ");
    lay_out(field);
    touched(field);
  }

  function drop(button) {
    const field = button.closest(".several").querySelector("[data-several]");
    field.value = words_in(field).filter((_, index) => index !== Number(button.dataset.drop)).join(" ");
    lay_out(field);
    touched(field);
  }

  const full_of = (field, name) => {
    const limits = Object.fromEntries((field.dataset.limits ?? "").split(" ").filter(Boolean).map((one) => one.split(":")));
    return words_in(field).filter((one) => one === name).length >= Number(limits[name] ?? Infinity);
  };

  function dim(field) {
    const full = words_in(field).length >= Number(field.dataset.several);
    for (const one of keys_of(field).querySelectorAll("[data-add]")) one.disabled = full || full_of(field, one.dataset.add);
  }

  function lay_out(field) {
    const row = field.closest(".several").querySelector(".channel");
    const keys = new Map([...keys_of(field).querySelectorAll("[data-add]")].map((one) => [one.dataset.add, one]));
    row.replaceChildren(...words_in(field).map((name, index) => {
      const key = keys.get(name), dot = key?.querySelector(".dot")?.cloneNode(true), words = key?.textContent.trim() ?? name;
      const chip = document.createElement("button");
      chip.type = "button";
      chip.dataset.drop = index;
      if (dot) chip.append(dot);
      else { chip.className = "plain"; chip.textContent = `${words} ✕`; }
      chip.setAttribute("aria-label", `${words}: ${row.dataset.away}`);
      const item = document.createElement("li");
      item.append(chip);
      return item;
    }));
    if (field.closest("[data-row]") === null || field.closest("[data-row]") === chosen_row()) dim(field);
  }

  // What is entered is tried out before it is sent: the same engine says what would be refused, or what it would bring.
  let trying = 0;
  function touched(field) {
    if (field.dataset.series !== undefined) mark_used(field);
    const form = document.getElementById("asking"), send = document.querySelector("#bar button.go");
    if (send?.dataset.done) send.textContent = send.dataset.done;
    if (!form?.dataset.try) return;
    clearTimeout(trying);
    trying = setTimeout(() => try_out(form), 250);
  }
  document.addEventListener("input", (event) => { if (event.target.closest("#asking")) touched(event.target); });

  async function try_out(form) {
    const place = document.getElementById("preview");
    if (!place || !form.isConnected) return;
    const answer = await fetch(form.dataset.try, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { accept: "text/html" }, credentials: "same-origin" }).catch(() => null);
    if (!answer || !place.isConnected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.getElementById("preview");
    place.replaceWith(found ?? place);
  }

  async function copy(button) {
    const field = document.querySelector("[data-select]");
    try { await navigator.clipboard.writeText(button.dataset.copy); }
    catch { field.select(); document.execCommand("copy"); }
    button.parentElement.querySelector("[role=status]").hidden = false;
  }

  // A laptop's keys: the button, undo, redo, and the why of a line.
  function shortcut(event) {
    if (event.metaKey || event.ctrlKey || event.altKey || !main().classList.contains("at-table")) return false;
    if (event.target.closest("input, textarea, select, [data-keys]")) return false;
    const press = { z: "#undo", y: "#redo" }[event.key.toLowerCase()];
    const free = !event.target.closest("a, button, summary");
    const wanted = press ? document.querySelector(press) : event.key === "Enter" && free ? document.querySelector("#bar .go:not(.idle)") : null;
    if (wanted && !asleep(wanted)) { event.preventDefault(); wanted.click(); return true; }
    const line = /^[1-9]$/.test(event.key) ? document.querySelector(`details.hand[data-line="${event.key}"]`) : null;
    if (line) { line.open = !line.open; line.querySelector("summary").focus(); return true; }
    return false;
  }

  // Arrow keys walk over options; typing goes to the option that begins so.
  let typed = "", typed_at = 0;
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.querySelector(".menu[open]")?.removeAttribute("open");
    if (shortcut(event)) return;
    const group = event.target.closest?.("[data-keys]");
    if (!group || event.metaKey || event.ctrlKey || event.altKey) return;
    const options = [...group.querySelectorAll("button")];
    const here = options.indexOf(document.activeElement);
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by) {
      options[(here + by + options.length) % options.length].focus();
      event.preventDefault();
    } else if (event.key.length === 1) {
      const goes_on = event.timeStamp - typed_at < 1000;
      if (event.key === " " && !goes_on) return; // that presses the button
      if (event.key === " ") event.preventDefault();
      typed = goes_on ? typed + event.key : event.key;
      typed_at = event.timeStamp;
      const wanted = typed.toLowerCase();
      const found = options.find((one) => one.textContent.toLowerCase().startsWith(wanted) || one.value.toLowerCase().startsWith(wanted));
      found?.focus();
    }
  });

  // ------------------------------------------------------------------------------------------------------ said aloud

  const told_words = () => [...document.querySelectorAll(".hands .hand .what, #asked")].map((one) => one.textContent);

  function say_news(before) {
    const now = told_words();
    if (before && now.length && now.join() !== before.told.join()) say(now.join(". "));
  }

  const say = (words) => { document.getElementById("said").textContent = words; };

  // -------------------------------------------------------------------------------------------------- several devices

  let stream = null, listening = "", heard = 0;

  function listen() {
    const { game, revision } = main().dataset;
    const url = game ? `/g/${game}/events?since=${revision}` : "";
    const wanted = game || "";
    if (wanted === listening && stream && stream.readyState !== EventSource.CLOSED) return;
    stream?.close();
    stream = null;
    listening = wanted;
    heard = 0;
    if (!url || root.dataset.alone !== undefined) return; // a page that is its own server hears its other windows below
    stream = new EventSource(url);
    stream.addEventListener("revision", (event) => { heard = Math.max(heard, Number(event.data)); catch_up(); });
    stream.onopen = () => offline(false);
    stream.onerror = () => offline(true);
  }

  // Where the page is its own server (faces/alone): other windows move a game on, and the shell becomes the page.
  addEventListener("automarium-moved", ({ detail }) => { if (detail.game === listening) { heard = Math.max(heard, detail.revision); catch_up(); } });
  addEventListener("automarium-open", () => go(location.pathname + location.search, { push: false }));

  // What was heard while something else was under way is not forgotten.
  async function catch_up() {
    const { game, revision, new: words } = main().dataset;
    if (!game || game !== listening || under_way || heard <= Number(revision)) return;
    await go(`/g/${game}`, { push: location.pathname !== `/g/${game}`, focus: false });
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

  // ------------------------------------------------------------------------------------------------------ Back, and awake

  // One entry of history guards the table: Back shows where undo is, a second Back leaves.
  function guard() {
    if (history.state?.guard) return;
    history.pushState({ guard: true }, "");
  }

  addEventListener("popstate", async () => {
    const path = location.pathname + location.search;
    const { game, back } = main().dataset;
    const stays = game && location.pathname === `/g/${game}` && main().classList.contains("at-table");
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
    const hint = document.getElementById("awake");
    if (hint) hint.hidden = !wanted || "wakeLock" in navigator;
    if (!wanted) { awake?.release().catch(() => {}); awake = null; return; }
    if (awake && !awake.released) return;
    try { awake = await navigator.wakeLock?.request("screen"); } catch { awake = null; }
  }
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") { stay_awake(); listen(); } });
  addEventListener("online", () => listen());

  // --------------------------------------------------------------------------------------------------------- checklists

  const ticks_of = (list) => JSON.parse(localStorage.getItem(`ticks:${list.dataset.ticks}`) || "[]");

  function tick(box) {
    const list = box.closest("[data-ticks]");
    const on = [...list.querySelectorAll("[data-tick]")].filter((one) => one.checked).map((one) => one.dataset.tick);
    localStorage.setItem(`ticks:${list.dataset.ticks}`, JSON.stringify(on));
  }

  // -------------------------------------------------------------------------------------------------------------- begin

  const WIDE = matchMedia("(min-width: 62rem)");

  function ready(before) {
    const list = document.querySelector("[data-ticks]");
    if (list) for (const box of list.querySelectorAll("[data-tick]")) box.checked = ticks_of(list).includes(box.dataset.tick);
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
    for (const field of document.querySelectorAll("[data-several]")) { field.type = "hidden"; lay_out(field); }
    for (const field of document.querySelectorAll("[data-series]")) mark_used(field);
    if (document.querySelector("[data-row]")) choose_row(chosen_row());
    if (WIDE.matches) {
      for (const board of document.querySelectorAll(".board[data-whole]")) whole(board);
      if (document.getElementById("story")) document.getElementById("story").open = true;
    }
    say_news(before);
    listen();
    stay_awake();
  }

  // Pictures are drawn on the server: it must know which way round where the theme follows the system.
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const tell_scheme = () => { document.cookie = `scheme=${dark.matches ? "dark" : "light"}; path=/; max-age=31536000; samesite=lax`; };
  const told = document.cookie.match(/scheme=(\w+)/)?.[1] ?? "light";
  tell_scheme();
  dark.addEventListener("change", () => { tell_scheme(); if (root.dataset.theme === "auto") go(location.pathname + location.search, { push: false, focus: false }); });
  if (root.dataset.theme === "auto" && told !== (dark.matches ? "dark" : "light") && document.querySelector(".board svg"))
    go(location.pathname + location.search, { push: false, focus: false });

  ready(null);
})();
