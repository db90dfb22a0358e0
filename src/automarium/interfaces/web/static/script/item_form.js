// The form of a component of the box: the face shows what is entered, a tap on a part opens its keys.

const find_thing = () => document.querySelector("[data-thing]");
const find_panels = (one) => [...one.querySelectorAll("[data-panel]")];
const find_panel = (one, name) => find_panels(one).find((panel) => panel.dataset.panel === name);
const NOTHING = "-";

// What is entered in a panel: the keys that were chosen, or texts.
function read_panel(panel) {
  const radio = panel.querySelector("input[type=radio]");
  if (radio) return [...panel.querySelectorAll("input[type=radio]:checked")].map((one) => one.closest("label"));
  const field = panel.querySelector("[data-several]");
  if (field) {
    const keys = new Map([...find_keys(field).querySelectorAll("[data-add]")].map((one) => [one.dataset.add, one]));
    return read_names(field).map((name) => keys.get(name) ?? name);
  }
  return [...panel.querySelectorAll("input")].map((one) => one.value).filter(Boolean);
}

const is_empty = (panel) => panel.dataset.unneeded === undefined && read_panel(panel).length === 0;
const is_open = (panel) => panel.dataset.later === undefined && is_empty(panel); // must be entered now

// A column of a card has places, which may stay empty: so keys stay where they are while it is filled.
const PLACES = 5;
const count_places = (part, panel) => (part.closest("[data-column-of]") && panel.querySelector("[data-several]") ? Math.min(PLACES, Number(panel.querySelector("[data-several]").dataset.several)) : 1);
const make_place = (words) => Object.assign(document.createElement("i"), { textContent: words, className: "open" });

function make_face(said, { whole = false } = {}) {
  const cell = document.createElement("i");
  if (typeof said === "string") { cell.textContent = said === NOTHING ? "–" : said; return cell; }
  const mark = said.querySelector(".dot, svg"), words = said.querySelector("b, span:not(.dot):not(.unseen)") ?? said;
  if (mark) cell.append(mark.cloneNode(true));
  if (words.dataset?.beside !== undefined && !whole) cell.append(words.dataset.beside, Object.assign(document.createElement("span"), { className: "unseen", textContent: words.textContent }));
  else if (!mark || !said.querySelector(".dot")) { const text = document.createElement("span"); text.textContent = (words.dataset?.short ?? (said.querySelector(".unseen") ?? words).textContent).replaceAll("\u00a0", " "); cell.append(text); cell.className = "words"; }
  return cell;
}

function show_thing() {
  const one = find_thing();
  if (!one) return;
  for (const part of one.querySelectorAll("[data-part]")) {
    const panel = find_panel(one, part.dataset.part), said = read_panel(panel);
    if (part.dataset.mark) { // a half symbol on the edge is present or absent
      const on = said.length > 0 && !panel.querySelector("input[type=radio]").checked;
      part.classList.toggle("on", on);
      part.setAttribute("aria-pressed", on);
      part.querySelector(".th-cells").textContent = on ? part.dataset.mark : "·";
      continue;
    }
    const free = Math.max(count_places(part, panel) - said.length, said.length ? 0 : 1);
    part.querySelector(".th-cells").replaceChildren(...said.map((one) => make_face(one, { whole: part.dataset.toggle !== undefined })), ...Array.from({ length: free }, (_, n) => make_place(said.length + n ? "·" : "?")));
    part.classList.toggle("sel", panel.classList.contains("sel"));
    part.classList.toggle("unneeded", panel.dataset.unneeded !== undefined);
    part.classList.toggle("due", is_open(panel));
  }
  one.classList.toggle("composing", Boolean(one.querySelector(".th-panel.sel[data-row]")));
  show_order(one);
  show_tracks(one);
  show_spaces(one);
  show_still_open(one);
}

// The button says how much must still be entered; return the number.
function show_still_open(one) {
  const send = document.querySelector("#bar button.go"), open = find_panels(one).filter(is_open).length;
  if (!send) return 0;
  const words = send.dataset.open ?? send.dataset.still;
  if (!open && words) send.textContent = send.dataset.usual ?? send.textContent;
  show_missing(send, open && words ? words.replace("#", open) : "");
  return words ? open : 0;
}

// Which of two columns is on the left is shown by their order.
function show_order(one) {
  for (const radio of one.querySelectorAll("[data-panel] input[type=radio]:checked")) {
    const names = [...radio.closest("[data-panel]").querySelectorAll("input[type=radio]")].map((other) => other.value);
    const columns = names.map((name) => one.querySelector(`[data-column-of="${name}"]`));
    if (columns.length !== 2 || columns.includes(null)) continue;
    const [first, second] = radio.value === names[0] ? columns : columns.reverse();
    if (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_PRECEDING) second.before(first);
  }
}

// Of a track, only as many rows as it has spaces.
function show_spaces(one) {
  for (const face of one.querySelectorAll(".th-face.as-rows")) {
    const head = face.querySelector(".th-line:not([data-row-of]) [data-part]");
    const length = Number(head && read_panel(find_panel(one, head.dataset.part)).map((said) => said.querySelector?.("input")?.value ?? said)[0]);
    for (const line of face.querySelectorAll("[data-row-of]")) line.hidden = length ? Number(line.dataset.rowOf) > length : Boolean(head) && !line.querySelector(".due");
  }
}

// Mark the entered spaces of each track. Of a card's only track, show as many spaces as its entered length.
function show_tracks(one) {
  const tracks = one.querySelectorAll("[data-track]");
  const length = tracks.length === 1 ? Number(one.querySelector("input[type=number]")?.value) : 0;
  for (const track of tracks) {
    const entered = read_names(track.querySelector("[data-several]"));
    for (const key of track.querySelectorAll("[data-add]")) {
      key.hidden = Boolean(length) && Number(key.dataset.add) >= length;
      key.setAttribute("aria-pressed", entered.includes(key.dataset.add));
      key.disabled = false;
      key.classList.remove("used");
    }
  }
}

function choose_panel(panel) {
  for (const other of find_panels(find_thing())) other.classList.toggle("sel", other === panel);
  const part = panel && find_thing().querySelector(`[data-part="${panel.dataset.panel}"]`);
  if (part?.closest("details")) part.closest("details").open = true;
  if (panel) panel.parentElement.scrollTop = 0;
  if (panel?.dataset.row !== undefined) choose_row(panel);
}

// Parts that depend on another one: a card without a bonus has no number for it.
function update_unneeded(one) {
  for (const panel of one.querySelectorAll("[data-unless]")) {
    const [name, value] = panel.dataset.unless.split("=");
    const chosen = find_panel(one, name)?.querySelector("input:checked")?.value;
    chosen === value ? (panel.dataset.unneeded = "") : delete panel.dataset.unneeded;
    if (panel.dataset.later === undefined) for (const radio of panel.querySelectorAll("input[type=radio]")) radio.required = chosen !== value;
  }
}

function choose_next_panel(panel) {
  const all = find_panels(find_thing()), after = all.slice(all.indexOf(panel) + 1);
  const next = [...after, ...all].find(is_open) ?? after.find(is_empty);
  if (!next) return;
  choose_panel(next);
  find_thing().querySelector(`[data-part="${next.dataset.panel}"]`)?.scrollIntoView({ block: "nearest" });
}

// The button that says how much is still open leads there.
document.addEventListener("click", (event) => {
  const one = find_thing(), next = one && event.target.closest?.("#bar button.go.missing") && find_panels(one).find(is_open);
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  choose_panel(next);
  show_thing();
  one.querySelector(`[data-part="${next.dataset.panel}"]`)?.scrollIntoView({ block: "center" });
}, true);

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-add]");
  if (!key) return;
  const field = key.closest(".several, .rows, .th-panel") && find_field(key);
  if (field?.value.trim() === NOTHING) field.value = "";
  const track = key.closest("[data-track]");
  if (!track) return;
  event.stopPropagation(); // a space of a track is on or off; they are sorted
  const names = read_names(field), has = names.includes(key.dataset.add);
  if (!has && is_full(field)) return;
  set_names(field, (has ? names.filter((one) => one !== key.dataset.add) : [...names, key.dataset.add]).sort((a, b) => a - b));
  show_thing();
}, true);

document.addEventListener("click", (event) => {
  const stem = event.target.closest("[data-stem]"), key = event.target.closest("[data-add]");
  if (stem) open_stem(stem);
  if (key?.closest(".composer")) remember_recent(key);
  else if (key?.closest("[data-amounts]")) close_stems(key.closest(".pad"));
  if (event.target.closest("[data-nothing]")) { const field = find_field(event.target.closest("[data-nothing]")); set_names(field, [NOTHING]); }
  const one = find_thing();
  if (!one) return;
  const part = event.target.closest("[data-part]");
  if (part) {
    const panel = find_panel(one, part.dataset.part);
    if (part.dataset.toggle !== undefined) { const other = panel.querySelector("input[type=radio]:not(:checked)"); if (other) other.checked = true; }
    else choose_panel(panel);
  }
  const panel = event.target.closest("[data-panel]");
  if (panel && key && !key.closest("[data-track]") && is_full(panel.querySelector("[data-several]"))) choose_next_panel(panel);
  const find_top = () => one.querySelector(".th-panels").getBoundingClientRect().top, top = find_top();
  show_thing();
  if (key) scrollBy({ top: find_top() - top, behavior: "instant" }); // the face has grown: the keys stay under the finger
});

document.addEventListener("change", (event) => {
  const one = find_thing(), panel = event.target.closest?.("[data-panel]");
  if (!one || !panel) return;
  update_unneeded(one);
  if (event.target.type === "radio") choose_next_panel(panel);
  show_thing();
});
document.addEventListener("input", (event) => { if (event.target.closest?.("[data-panel]")) show_thing(); });

// ------------------------------------------------------------------------------------------------ effects in two taps

function open_stem(stem) {
  const all = stem.closest(".composer, .pad");
  for (const other of all.querySelectorAll("[data-stem]")) other.setAttribute("aria-expanded", other === stem && stem.getAttribute("aria-expanded") !== "true");
  for (const amounts of all.querySelectorAll("[data-amounts]"))
    amounts.hidden = amounts.dataset.amounts !== stem.dataset.stem || stem.getAttribute("aria-expanded") !== "true";
  all.querySelector(".amounts:not([hidden])")?.scrollIntoView({ block: "nearest" });
}

const RECENT = 6;
const read_recent = (name) => { try { return JSON.parse(localStorage.getItem(`recent.${name}`)) ?? []; } catch { return []; } };

function remember_recent(key) {
  const all = key.closest(".composer"), place = all.querySelector("[data-recent]");
  const names = [key.dataset.add, ...read_recent(place.dataset.recent).filter((one) => one !== key.dataset.add)].slice(0, RECENT);
  try { localStorage.setItem(`recent.${place.dataset.recent}`, JSON.stringify(names)); } catch { /* not important */ }
  close_stems(all);
}

function close_stems(all) {
  for (const stem of all.querySelectorAll("[data-stem]")) stem.setAttribute("aria-expanded", "false");
  for (const amounts of all.querySelectorAll("[data-amounts]")) amounts.hidden = true;
  all.closest(".th-panels")?.scrollTo(0, 0);
}

function show_recent(all) {
  const place = all.querySelector("[data-recent]");
  const keys = new Map([...all.querySelectorAll(".amounts [data-add]")].map((one) => [one.dataset.add, one]));
  place.replaceChildren(...read_recent(place.dataset.recent).filter((name) => keys.has(name)).map((name) => {
    const chip = document.createElement("button");
    chip.type = "button";
    const key = keys.get(name), figure = key.querySelector("b");
    const kind = all.querySelector(`[data-stem="${key.closest("[data-amounts]").dataset.amounts}"] svg`);
    chip.className = figure ? "b amount" : "b";
    chip.dataset.add = name;
    if (figure) chip.append(...[...key.childNodes, kind].map((one) => one.cloneNode(true))); // as shown in the row
    else chip.append(Object.assign(document.createElement("span"), { textContent: key.textContent }));
    return chip;
  }));
}

function start_item_form() {
  for (const all of document.querySelectorAll("[data-cards]")) show_cards(all);
  for (const all of document.querySelectorAll(".composer")) show_recent(all);
  const one = find_thing();
  if (!one) return;
  update_unneeded(one);
  choose_panel(find_panels(one).find(is_open) ?? find_panels(one)[0]);
  show_thing();
}

// ------------------------------------------------------------------------------------------------ own cards to choose

// A criterion leaves the cards that have it; of a column one at a time. Each key shows how many cards would be left.
function show_cards(all) {
  const keys = [...all.querySelectorAll("[data-criterion]")], on = keys.filter((key) => key.getAttribute("aria-pressed") === "true").map((key) => key.dataset.criterion);
  const cards = [...all.querySelectorAll("[data-has]")], has = (card, wanted) => wanted.every((one) => card.dataset.has.split(" ").includes(one));
  for (const card of cards) card.hidden = !has(card, on);
  for (const key of keys) {
    const column = key.dataset.criterion.split(":")[0], others = on.filter((one) => one.split(":")[0] !== column);
    const left = cards.filter((card) => has(card, [...others, key.dataset.criterion])).length;
    key.querySelector(".left").textContent = left;
    key.disabled = !left && key.getAttribute("aria-pressed") !== "true";
  }
  const told = all.querySelector("[data-cards-left]");
  told.textContent = told.dataset.cardsLeft.replace("##", cards.length).replace("#", cards.filter((card) => !card.hidden).length);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-criterion]"), all = key?.closest("[data-cards]");
  if (!all) return;
  const was = key.getAttribute("aria-pressed") === "true";
  for (const other of key.parentElement.children) other.setAttribute("aria-pressed", other === key && !was);
  show_cards(all);
});
