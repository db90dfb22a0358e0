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
    const before = { path: location.pathname + location.search, steps: sentences(), revision: main().dataset.revision };
    const page = new DOMParser().parseFromString(text, "text/html");
    const same = path.split("?")[0] === before.path.split("?")[0];
    document.title = page.title;
    root.lang = page.documentElement.lang;
    root.dataset.theme = page.documentElement.dataset.theme;
    document.querySelector('meta[name="color-scheme"]').content = page.querySelector('meta[name="color-scheme"]').content;
    document.querySelector("header.bar").replaceWith(page.querySelector("header.bar"));
    main().replaceWith(page.getElementById("main"));
    if (push && path !== before.path) history.pushState({}, "", path);
    if (!same) scrollTo(0, 0);
    ready(before);
    if (changed && same && main().dataset.game) guard();
    if (changed) come_to_what_is_new();
    if (focus) (document.getElementById("notice") ? main() : document.getElementById("question") || main()).focus?.({ preventScroll: true });
  }

  function come_to_what_is_new() {
    const to = document.getElementById("notice") || document.getElementById("question") || document.querySelector("[aria-current=step]") || main();
    if (to === main() || to.id === "notice") scrollTo(0, 0);
    else to.closest(".turn") && !document.getElementById("question") ? to.closest(".turn").scrollIntoView() : to.scrollIntoView({ block: "nearest" });
  }

  // ------------------------------------------------------------------------------------------------ links, forms, taps

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (link && !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey) follow(event, link);
    const button = event.target.closest("button");
    if (button?.dataset.step) step(button);
    if (button?.dataset.key) press(button);
    if (button?.dataset.add) add(button);
    if (button?.dataset.drop) drop(button);
    if (button?.classList.contains("ready")) advance(button.closest(".step").nextElementSibling, true);
    if (button?.dataset.copy) copy(button);
    if (button?.dataset.share) navigator.share({ url: button.dataset.share }).catch(() => {});
    if (event.target.closest(".tappable svg")) touch(event.clientX, event.clientY);
    const open = document.querySelector(".settings[open]");
    if (open && !open.contains(event.target)) open.open = false;
  });

  function follow(event, link) {
    const to = new URL(link.href, location.href);
    if (to.origin !== location.origin || link.download || link.hasAttribute("download") || link.target || link.hash) return;
    event.preventDefault();
    if (link.dataset.unfold !== undefined) unfold(link);
    else go(to.pathname + to.search);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.enctype === "multipart/form-data") return;
    event.preventDefault();
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

  // A piece may lie over its place: what counts is the place underneath.
  function touch(x, y) {
    const under = document.elementsFromPoint(x, y).map((one) => one.closest("[data-place]")).find(Boolean);
    if (under) tap(under.dataset.place);
  }

  function tap(place) {
    const option = [...document.querySelectorAll(".asking [data-option]")].find((one) => one.dataset.option === place);
    if (option) option.click();
    else if (main().dataset.at) go(main().dataset.at + encodeURIComponent(place));
  }

  // "Why?" unfolds under its step; without the script it is a page.
  async function unfold(link) {
    const row = link.closest("li");
    const there = row.querySelector(":scope > .reasons");
    if (there) { there.remove(); link.setAttribute("aria-expanded", "false"); return; }
    const answer = await reach(link.href, {});
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const reasons = page.getElementById("reasons");
    if (!reasons) { location.assign(link.href); return; }
    reasons.removeAttribute("id");
    if (row.querySelector(":scope > .reasons")) return;
    row.append(reasons);
    link.setAttribute("aria-expanded", "true");
  }

  function step(button) {
    const field = button.parentElement.querySelector("input");
    const low = Number(field.min), high = Number(field.max);
    const from = field.value === "" ? (Number(button.dataset.step) > 0 ? low - 1 : low + 1) : Number(field.value);
    field.value = Math.min(high, Math.max(low, from + Number(button.dataset.step)));
  }

  function press(button) {
    const field = button.closest(".entry").querySelector("[data-series]");
    const numbers = field.value.split(/[\s,]+/).filter(Boolean);
    if (button.dataset.key === "back") numbers.pop();
    else numbers.push(button.dataset.key);
    field.value = numbers.join(" ");
  }

  // Several of some things: the field holds their names, the row shows them.
  const names_in = (field) => field.value.split(/[\s,]+/).filter(Boolean);

  function add(button) {
    const field = button.closest(".several").querySelector("[data-several]");
    const names = names_in(field);
    const same = names.filter((one) => one === button.dataset.add).length;
    if (names.length >= Number(field.dataset.several) || same >= Number(button.dataset.limit ?? Infinity)) return;
    field.value = [...names, button.dataset.add].join(" ");
    lay_out(field);
  }

  function drop(button) {
    const field = button.closest(".several").querySelector("[data-several]");
    field.value = names_in(field).filter((_, index) => index !== Number(button.dataset.drop)).join(" ");
    lay_out(field);
  }

  function lay_out(field) {
    const entry = field.closest(".several"), row = entry.querySelector(".chosen");
    const called = new Map([...entry.querySelectorAll("[data-add]")].map((one) => [one.dataset.add, one.textContent]));
    row.replaceChildren(...names_in(field).map((name, index) => {
      const chip = document.createElement("button");
      chip.type = "button";
      chip.className = "chip";
      chip.dataset.drop = index;
      chip.textContent = `${called.get(name) ?? name} ✕`;
      chip.setAttribute("aria-label", `${called.get(name) ?? name}: ${row.dataset.away}`);
      const item = document.createElement("li");
      item.append(chip);
      return item;
    }));
    const names = names_in(field), full = names.length >= Number(field.dataset.several);
    for (const one of entry.querySelectorAll("[data-add]"))
      one.disabled = full || names.filter((name) => name === one.dataset.add).length >= Number(one.dataset.limit ?? Infinity);
  }

  async function copy(button) {
    const field = document.querySelector("[data-select]");
    try { await navigator.clipboard.writeText(button.dataset.copy); }
    catch { field.select(); document.execCommand("copy"); }
    button.parentElement.querySelector("[role=status]").hidden = false;
  }

  // Arrow keys walk over options; typing goes to the option that begins so.
  let typed = "", typed_at = 0;
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.querySelector(".settings[open]")?.removeAttribute("open");
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

  // -------------------------------------------------------------------------------------------------- the Automa's steps

  const sentences = () => [...document.querySelectorAll(".steps[data-steps] .sentence")].map((one) => one.textContent);

  // The first step that is new is the current one; each "done" goes to the next.
  function begin_steps(before) {
    const list = document.querySelector(".steps[data-steps]");
    if (!list) return;
    const rows = [...list.children];
    const texts = sentences();
    const kept = `at:${main().dataset.game}:${list.dataset.steps.split(".")[0]}`;
    const known = Number(sessionStorage.getItem(kept) ?? "0");
    if (document.querySelector(".turn.done")) rows.forEach((row) => row.classList.add("past"));
    else advance(rows[Math.min(known, rows.length - 1)], false);
    if (before && texts.join() !== before.steps.join()) {
      const more = before.steps.every((text, index) => text === texts[index]) ? texts.slice(before.steps.length) : texts;
      const question = document.getElementById("asked");
      say([...more, question ? question.textContent : ""].join(" "));
    }
  }

  function advance(row, by_hand) {
    if (!row) return;
    const rows = [...row.parentElement.children];
    const at = rows.indexOf(row);
    rows.forEach((one, index) => {
      one.classList.toggle("past", index < at);
      one.classList.toggle("current", index === at);
      index === at ? one.setAttribute("aria-current", "step") : one.removeAttribute("aria-current");
    });
    sessionStorage.setItem(`at:${main().dataset.game}:${row.parentElement.dataset.steps.split(".")[0]}`, String(at));
    if (by_hand) {
      row.scrollIntoView({ block: "nearest" });
      (row.querySelector(".ready") || row.querySelector(".why") || row).focus?.({ preventScroll: true });
      say(row.querySelector(".sentence").textContent);
    }
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
    if (!url) return;
    stream = new EventSource(url);
    stream.addEventListener("revision", (event) => { heard = Math.max(heard, Number(event.data)); catch_up(); });
    stream.onopen = () => offline(false);
    stream.onerror = () => offline(true);
  }

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

  function ready(before) {
    const list = document.querySelector("[data-ticks]");
    if (list) for (const box of list.querySelectorAll("[data-tick]")) box.checked = ticks_of(list).includes(box.dataset.tick);
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
    for (const link of document.querySelectorAll("[data-unfold]")) link.setAttribute("aria-expanded", "false");
    for (const field of document.querySelectorAll("[data-several]")) { field.type = "hidden"; lay_out(field); }
    begin_steps(before);
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
