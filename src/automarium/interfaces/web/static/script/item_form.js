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

const is_open = (panel) => panel.dataset.unneeded === undefined && read_panel(panel).length === 0;

function make_face(said) {
  const cell = document.createElement("i");
  if (typeof said === "string") { cell.textContent = said === NOTHING ? "–" : said; return cell; }
  const mark = said.querySelector(".dot, svg"), words = said.querySelector("b, span:not(.dot):not(.unseen)") ?? said;
  if (mark) cell.append(mark.cloneNode(true));
  if (!mark || !said.querySelector(".dot")) { const text = document.createElement("span"); text.textContent = words.dataset?.short ?? (said.querySelector(".unseen") ?? words).textContent; cell.append(text); }
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
    part.querySelector(".th-cells").replaceChildren(...(said.length ? said.map(make_face) : [Object.assign(document.createElement("i"), { textContent: "?", className: "open" })]));
    part.classList.toggle("sel", panel.classList.contains("sel"));
    part.classList.toggle("unneeded", panel.dataset.unneeded !== undefined);
  }
  one.classList.toggle("composing", Boolean(one.querySelector(".th-panel.sel[data-row]")) || (one.classList.contains("all") && Boolean(one.querySelector("[data-row]"))));
  show_track_length(one);
  const send = document.querySelector("#bar button.go"), open = find_panels(one).filter(is_open).length;
  if (!send?.dataset.open) return;
  send.dataset.usual ??= send.textContent;
  send.classList.toggle("missing", open > 0);
  open ? send.setAttribute("aria-disabled", "true") : send.removeAttribute("aria-disabled");
  send.textContent = open ? send.dataset.open.replace("#", open) : send.dataset.usual;
}

// Show as many spaces of a track as its entered length.
function show_track_length(one) {
  const length = Number(one.querySelector("input[type=number]")?.value), track = one.querySelector("[data-track]");
  if (!track) return;
  for (const key of track.querySelectorAll("[data-add]")) {
    key.hidden = Boolean(length) && Number(key.dataset.add) >= length;
    key.setAttribute("aria-pressed", read_names(track.querySelector("[data-several]")).includes(key.dataset.add));
    key.disabled = false;
    key.classList.remove("used");
  }
}

function choose_panel(panel) {
  for (const other of find_panels(find_thing())) other.classList.toggle("sel", other === panel);
  if (panel?.dataset.row !== undefined) choose_row(panel);
}

// Parts that depend on another one: a card without a bonus has no number for it.
function update_unneeded(one) {
  for (const panel of one.querySelectorAll("[data-unless]")) {
    const [name, value] = panel.dataset.unless.split("=");
    const chosen = find_panel(one, name)?.querySelector("input:checked")?.value;
    chosen === value ? (panel.dataset.unneeded = "") : delete panel.dataset.unneeded;
    for (const radio of panel.querySelectorAll("input[type=radio]")) radio.required = chosen !== value;
  }
}

function choose_next_panel(panel) {
  const all = find_panels(find_thing()), next = [...all.slice(all.indexOf(panel) + 1), ...all].find(is_open);
  if (next) choose_panel(next);
}

// Fill in the last number of a column: only one is left.
function complete_row(panel) {
  const field = panel.querySelector("[data-several]"), limits = Object.keys(parse_limits(field?.dataset.limits));
  if (!field || limits.length !== Number(field.dataset.several) || read_names(field).length !== limits.length - 1) return;
  const last = limits.filter((name) => !read_names(field).includes(name));
  if (last.length === 1) set_names(field, [...read_names(field), last[0]]);
}

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
  if (panel && key && !key.closest("[data-track]")) { complete_row(panel); if (is_full(panel.querySelector("[data-several]"))) choose_next_panel(panel); }
  show_thing();
});

document.addEventListener("change", (event) => {
  const one = find_thing(), panel = event.target.closest?.("[data-panel]");
  if (!one || !panel) return;
  update_unneeded(one);
  if (event.target.type === "radio" && !one.classList.contains("all")) choose_next_panel(panel);
  show_thing();
});
document.addEventListener("input", (event) => { if (event.target.closest?.("[data-panel]")) show_thing(); });

// ------------------------------------------------------------------------------------------------ effects in two taps

function open_stem(stem) {
  const all = stem.closest(".composer, .pad");
  for (const other of all.querySelectorAll("[data-stem]")) other.setAttribute("aria-expanded", other === stem && stem.getAttribute("aria-expanded") !== "true");
  for (const amounts of all.querySelectorAll("[data-amounts]"))
    amounts.hidden = amounts.dataset.amounts !== stem.dataset.stem || stem.getAttribute("aria-expanded") !== "true";
}

const RECENT = 6;
const read_recent = (name) => { try { return JSON.parse(localStorage.getItem(`recent.${name}`)) ?? []; } catch { return []; } };

function remember_recent(key) {
  const all = key.closest(".composer"), place = all.querySelector("[data-recent]");
  const names = [key.dataset.add, ...read_recent(place.dataset.recent).filter((one) => one !== key.dataset.add)].slice(0, RECENT);
  try { localStorage.setItem(`recent.${place.dataset.recent}`, JSON.stringify(names)); } catch { /* not important */ }
  close_stems(all);
  if (!key.closest("[data-recent]")) show_recent(all);
}

function close_stems(all) {
  for (const stem of all.querySelectorAll("[data-stem]")) stem.setAttribute("aria-expanded", "false");
  for (const amounts of all.querySelectorAll("[data-amounts]")) amounts.hidden = true;
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
  for (const all of document.querySelectorAll(".composer")) show_recent(all);
  const one = find_thing();
  if (!one) return;
  update_unneeded(one);
  if (!one.classList.contains("all")) choose_panel(find_panels(one).find(is_open) ?? find_panels(one)[0]);
  else if (one.querySelector("[data-row]")) choose_row(one.querySelector("[data-row]"));
  show_thing();
}
