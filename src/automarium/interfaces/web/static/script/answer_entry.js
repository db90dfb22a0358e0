// Answers to questions: numbers, rows of things, and the preview before they are sent.

function step_number(button) {
  const field = button.parentElement.querySelector("input");
  const low = Number(field.min), high = Number(field.max);
  const from = field.value === "" ? (Number(button.dataset.step) > 0 ? low - 1 : low + 1) : Number(field.value);
  field.value = Math.min(high, Math.max(low, from + Number(button.dataset.step)));
  schedule_preview();
}

// Small numbers have a key each; the field beside them takes any number.
function set_number(key) {
  key.parentElement.querySelector("input").value = key.dataset.figure;
  mark_number(key.parentElement);
  schedule_preview();
}

function mark_number(keys) {
  const entered = keys.querySelector("input").value;
  for (const key of keys.querySelectorAll("[data-figure]")) key.setAttribute("aria-pressed", key.dataset.figure === entered);
}
document.addEventListener("input", ({ target }) => { if (target.closest(".number-keys")) mark_number(target.closest(".number-keys")); });

// A row: the hidden field holds the names of the things, the list shows them. Rows of one form share their keys.
const read_names = (field) => field.value.split(/[\s,]+/).filter(Boolean);
const find_row = (field) => field.closest(".several");
const find_keys = (field) => (find_row(field).dataset.row === undefined ? find_row(field) : find_row(field).closest(".rows"));
const find_chosen_row = () => document.querySelector("[data-row].sel") || document.querySelector("[data-row]");
const find_fields = (form) => [...form.querySelectorAll("[data-several]")];
const parse_limits = (text) => Object.fromEntries((text ?? "").split(" ").filter(Boolean).map((one) => [one.slice(0, one.lastIndexOf(":")), Number(one.slice(one.lastIndexOf(":") + 1))]));

// With one of each kind, the number of copies left is not shown.
const is_set = (field) => /^(\S+:1 ?)+$/.test(field.dataset.limits ?? "");

// How many more of a thing can be added: to this row, or to all rows that share a stock.
function count_left(field, name) {
  const all = find_keys(field), shared = all.dataset?.shared;
  const limit = parse_limits(shared ?? field.dataset.limits)[name];
  if (limit === undefined) return Infinity;
  const lying = shared ? find_fields(all).flatMap(read_names) : read_names(field);
  return limit - lying.filter((one) => one === name).length;
}

// The keys that fill a row: its own, or the shared ones of the form.
const find_own_keys = (field) => [...find_keys(field).querySelectorAll("[data-add]")].filter((key) => (key.closest(".several") ?? find_row(field)) === find_row(field));

const is_full = (field) => read_names(field).length >= Number(field.dataset.several);

function choose_row(row) {
  row.closest(".resting")?.classList.replace("resting", "opened"); // show its keys
  for (const one of document.querySelectorAll("[data-row]")) one.classList.toggle("sel", one === row);
  for (const all of document.querySelectorAll(".composer")) show_recent(all); // not after a tap: keys stay in place
  show_keys(row.querySelector("[data-several]"));
}

const find_field = (key) => (key.closest(".several") || find_chosen_row()).querySelector("[data-several]");

// A thing is inserted where one was removed (a card is replaced in its place), otherwise at the end.
const find_gap = (field) => Math.min(Number(field.dataset.gap ?? Infinity), read_names(field).length);

function add_thing(key) {
  const field = find_field(key), at = find_gap(field), names = read_names(field);
  if (field.dataset.changing !== undefined) {
    names[Number(field.dataset.changing)] = key.dataset.add;
    delete field.dataset.changing;
    return set_names(field, names);
  }
  if (is_full(field) || count_left(field, key.dataset.add) < 1) return;
  field.dataset.gap = at + 1;
  set_names(field, [...names.slice(0, at), key.dataset.add, ...names.slice(at)]);
}

// How many of the things that were known when the question was shown are still in the row; they come first.
const count_kept = (field) => Number(field.dataset.kept ?? find_row(field).dataset.known ?? 0);

// A thing entered into one of several places: a tap replaces it, the others keep their places.
const is_in_place = (field, index) => find_row(field).dataset.places !== undefined && Number(index) >= count_kept(field);

function toggle_replaced(field, index) {
  field.dataset.changing === index ? delete field.dataset.changing : (field.dataset.changing = index);
  show_names(field);
}

function remove_thing(chip) {
  const row = chip.closest("[data-row]");
  if (row) choose_row(row); // the next thing is inserted where one was removed
  const field = find_row(chip).querySelector("[data-several]");
  if (is_in_place(field, chip.dataset.drop)) return toggle_replaced(field, chip.dataset.drop);
  // in a display that is filled up from the end the others move up
  if (find_row(chip).dataset.places === undefined) field.dataset.gap = chip.dataset.drop;
  else field.dataset.kept = count_kept(field) - 1;
  set_names(field, read_names(field).filter((_, index) => index !== Number(chip.dataset.drop)));
}

// A tap selects a thing or deselects it; beyond the limit it replaces the last one.
function toggle_thing(key) {
  const field = find_field(key), taken = () => [...find_row(field).querySelectorAll('[data-take][aria-pressed="true"]')];
  const is_taken = key.getAttribute("aria-pressed") === "true";
  if (!is_taken && taken().length >= Number(field.dataset.several)) taken().at(-1).setAttribute("aria-pressed", false);
  key.setAttribute("aria-pressed", !is_taken);
  field.value = taken().map((one) => one.dataset.take).join(" ");
  schedule_preview();
}

function erase_last(key) {
  const field = find_field(key);
  delete field.dataset.gap;
  set_names(field, read_names(field).slice(0, -1));
}

function set_names(field, names) {
  field.value = names.join(" ");
  show_names(field);
  schedule_preview();
}

// Show on each key how many are left, and disable those that cannot be used.
function show_keys(field) {
  const all = find_keys(field);
  for (const key of find_own_keys(field)) {
    const left = count_left(field, key.dataset.add), count = key.querySelector(".left");
    key.classList.toggle("used", left < 1);
    key.disabled = left < 1 || (is_full(field) && field.dataset.changing === undefined);
    if (count) count.textContent = left < 1 ? "✓" : left === Infinity || is_set(field) ? "" : `+${left}`;
  }
  const told = all.querySelector("[data-told]");
  if (!told) return;
  const { total, laid } = count_laid(all.parentElement);
  told.textContent = told.dataset.told.replace("##", total).replace("#", laid);
  all.classList.toggle("complete", laid === total);
  all.querySelector("[data-chosen]").textContent = find_chosen_row().querySelector("legend").textContent;
}

function show_names(field) {
  const list = find_row(field).querySelector(".channel");
  if (!list) return;
  const keys = new Map(find_own_keys(field).map((one) => [one.dataset.add, one]));
  list.replaceChildren(...read_names(field).map((name, index) => {
    const key = keys.get(name), face = key?.querySelector(".dot")?.cloneNode(true);
    const words = (key?.querySelector("span:not(.dot)") ?? key)?.textContent.trim() ?? name;
    const chip = document.createElement("button");
    chip.type = "button";
    chip.dataset.drop = index;
    const kind = find_row(field).querySelector(`[data-stem="${key?.closest("[data-amounts]")?.dataset.amounts}"] svg`);
    const short = find_row(field).closest(".thing") && key?.querySelector("[data-beside]"); // as on the face
    if (face) chip.append(face);
    else if (short) { chip.className = "plain short"; chip.append(key.querySelector("svg").cloneNode(true), short.dataset.beside); }
    else if (kind && key.querySelector("b")) { chip.className = "plain card-chip"; chip.append(key.querySelector("b").cloneNode(true), kind.cloneNode(true)); }
    else { chip.className = words.length < 4 ? "plain short" : "plain"; chip.textContent = words; }
    const changes = is_in_place(field, index);
    if (changes) chip.setAttribute("aria-pressed", field.dataset.changing === String(index));
    chip.setAttribute("aria-label", `${words}: ${changes ? list.dataset.other : list.dataset.away}`);
    const item = document.createElement("li");
    item.append(chip);
    return item;
  }));
  list.classList.toggle("full", is_full(field));
  const free = Number(find_row(field).dataset.places ?? 0) - read_names(field).length; // empty places
  for (let n = 0; n < free; n++) list.append(Object.assign(document.createElement("li"), { className: n ? "free" : "free next", ariaHidden: "true" }));
  if (find_row(field).dataset.places === undefined && !is_full(field) && find_gap(field) < read_names(field).length) {
    const gap = Object.assign(document.createElement("li"), { className: "gap", ariaHidden: "true" });
    list.insertBefore(gap, list.children[find_gap(field)]);
  }
  if (find_gap(field) >= list.children.length - 1) list.scrollLeft = list.scrollWidth; // the end, where things are added
  if (field.closest("[data-row]") === null || field.closest("[data-row]") === find_chosen_row()) show_keys(field);
}

// After a pause in typing, ask the server what the answer would do or why it would be refused.
let preview_timer = 0;
function schedule_preview() {
  const form = document.getElementById("asking"), send = document.querySelector("#bar button.go");
  if (send?.dataset.done) send.textContent = describe_done(form, send);
  if (show_open(form, send) || !form?.dataset.try || send?.name) return; // a button with a name is an answer itself
  clearTimeout(preview_timer);
  preview_timer = setTimeout(() => preview_answer(form), 250);
}
document.addEventListener("input", (event) => {
  const usual = event.target.closest(".usual:not(.optional)");
  if (usual) show_choice(usual, event.target);
  if (event.target.closest("#asking")) schedule_preview();
});

// Hidden keys are shown when a thing of their row has the focus; those of other rows are hidden then.
document.addEventListener("focusin", (event) => {
  if (!event.target.matches(":focus-visible")) return; // a tap is a click: keys that go before it would move what is tapped
  const row = event.target.closest?.(".resting [data-row]");
  if (row) choose_row(row);
  close_rows(event);
});
document.addEventListener("click", close_rows);

function close_rows(event) {
  const other = event.target.closest?.(".opened > fieldset:has(.composer)"), all = other?.parentElement;
  all?.classList.replace("opened", "resting");
  for (const row of all?.querySelectorAll("[data-row].sel") ?? []) row.classList.remove("sel");
}

// Another option of a folded choice was taken: show it in the summary and fold again.
function show_choice(usual, radio) {
  usual.querySelector("[data-answer]").textContent = radio.closest("label").textContent.trim();
  usual.open = false;
}

// A field that another answer makes superfluous is hidden and not sent. Before that answer a choice is
// shown if nearly every answer needs it.
function show_asked(form) {
  let shown;
  for (const field of form?.querySelectorAll("[data-asked-with]") ?? []) {
    const others = [...form.querySelectorAll(`input[name="${CSS.escape(field.dataset.askedWith)}"]:not(:disabled)`)];
    const needed = field.dataset.askedFor.split("\n"), chosen = others.find((one) => one.checked);
    const was = field.hidden;
    field.hidden = field.disabled = chosen ? !needed.includes(chosen.value) : !field.querySelector("input[type=radio]") || !others.length || others.filter((one) => !needed.includes(one.value)).length > 1;
    if (was && !field.hidden) shown = field;
  }
  const keys = shown?.matches("[data-row]") && shown.parentElement.querySelector(":scope > .pad");
  (keys || shown)?.scrollIntoView({ block: "nearest" }); // not behind the bar
}

// While a required number or choice is missing, the button is disabled and says so.
function show_open(form, send) {
  show_asked(form);
  if (!form || !send || send.localName !== "button") return false;
  const thing = form.querySelector("[data-thing]");
  if (thing) return show_still_open(thing) > 0;
  if (!send.dataset.still) {
    if (!find_editor()) show_missing(send, "");
    return false;
  }
  const numbers = [...form.querySelectorAll("input[type=number][required]:not(:disabled)")].filter((one) => one.value === "");
  const radios = [...form.querySelectorAll("input[type=radio][required]:not(:disabled)")].map((one) => one.name);
  const unchosen = new Set(radios.filter((name) => !form.querySelector(`input[name="${CSS.escape(name)}"]:checked`)));
  const free = form.querySelectorAll(".in-places .free").length;
  const open = numbers.length + unchosen.size + free;
  const nothing = !count_laid(form)?.laid && describe_laid(form);
  show_missing(send, !open ? nothing : open === 1 && numbers.length ? send.dataset.number : send.dataset.still.replace("#", open));
  return open > 0 || Boolean(nothing);
}

// Rows that share a stock: how many things are entered, of how many. None is an oversight; fewer than all can be right
// (another player may have taken one), so that the button only shows the count.
function count_laid(form) {
  const all = form?.querySelector("[data-shared]");
  const total = Object.values(parse_limits(all?.dataset.shared)).reduce((sum, one) => sum + one, 0);
  return all && { all, total, laid: find_fields(all).flatMap(read_names).length };
}

function describe_laid(form) {
  const { all, total, laid } = count_laid(form) ?? {};
  return all && laid < total ? all.querySelector("[data-told]").dataset.told.replace("##", total).replace("#", laid) : "";
}

const describe_done = (form, send) => [send.dataset.done, describe_laid(form)].filter(Boolean).join(": ");

// What the server refused, and the words for it. The same entries would be refused again: the button is disabled until they
// change.
let refused = null;
function list_entries(sent) {
  const entries = new URLSearchParams(sent);
  entries.delete("revision");
  return entries.toString();
}
const is_refused = (form) => refused !== null && refused.entries === list_entries(new FormData(form));

function show_missing(send, words) {
  send.dataset.usual ??= send.textContent;
  if (!words && is_refused(send.form)) words = refused.words || send.dataset.usual;
  send.classList.toggle("missing", Boolean(words));
  words && !find_editor() ? send.setAttribute("aria-disabled", "true") : send.removeAttribute("aria-disabled"); // there it leads on
  if (words && words !== send.textContent) send.textContent = words;
}

async function preview_answer(form, { first = false } = {}) {
  const place = document.getElementById("preview"), send = document.querySelector("#bar button.go");
  if (!place || !form.isConnected) return;
  const body = new URLSearchParams(new FormData(form));
  const answer = await send_request(form.dataset.try, { method: "POST", body, headers: { accept: "text/html" }, credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok || !form.isConnected || !place.isConnected) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("preview");
  if (!found || !form.isConnected || !place.isConnected || body.toString() !== new URLSearchParams(new FormData(form)).toString()) return;
  const lacking = found.dataset.missing;
  refused = lacking ? { entries: list_entries(body), words: lacking } : null;
  if (send) show_missing(send, lacking);
  if (send && !lacking) {
    const label = found.dataset.go || describe_done(form, send) || send.dataset.usual;
    send.textContent = first && !find_scene() ? send.dataset.usual : label;
  }
  if (!first || !lacking || find_editor()) place.replaceWith(found);
  if (find_scene()) show_combat();
  show_remarks();
  for (const sum of document.querySelectorAll("[data-sum]")) sum.textContent = found.querySelector(`[data-total="${sum.dataset.sum}"]`)?.textContent ?? sum.textContent;
}
