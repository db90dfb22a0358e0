// What is entered: numbers, rows of things; tried out before it is sent.

function step(button) {
  const field = button.parentElement.querySelector("input");
  const low = Number(field.min), high = Number(field.max);
  const from = field.value === "" ? (Number(button.dataset.step) > 0 ? low - 1 : low + 1) : Number(field.value);
  field.value = Math.min(high, Math.max(low, from + Number(button.dataset.step)));
  touched();
}

// A key of its own for each small number; the field beside them takes any.
function set_number(key) {
  key.parentElement.querySelector("input").value = key.dataset.figure;
  mark_number(key.parentElement);
  touched();
}

function mark_number(keys) {
  const entered = keys.querySelector("input").value;
  for (const key of keys.querySelectorAll("[data-figure]")) key.setAttribute("aria-pressed", key.dataset.figure === entered);
}
document.addEventListener("input", ({ target }) => { if (target.closest(".number-keys")) mark_number(target.closest(".number-keys")); });

// A row: the field holds the names of what lies there, the list shows them. Rows of one form share their keys.
const names_in = (field) => field.value.split(/[\s,]+/).filter(Boolean);
const row_of = (field) => field.closest(".several");
const keys_of = (field) => (row_of(field).dataset.row === undefined ? row_of(field) : row_of(field).closest(".rows"));
const chosen_row = () => document.querySelector("[data-row].sel") || document.querySelector("[data-row]");
const fields_of = (form) => [...form.querySelectorAll("[data-several]")];
const limits_in = (text) => Object.fromEntries((text ?? "").split(" ").filter(Boolean).map((one) => [one.slice(0, one.lastIndexOf(":")), Number(one.slice(one.lastIndexOf(":") + 1))]));

// How many more of a thing there can be: in this row, or in all rows that take from the same things.
// One of each kind: how many are left says nothing.
const is_set = (field) => /^(\S+:1 ?)+$/.test(field.dataset.limits ?? "");

function left_of(field, name) {
  const all = keys_of(field), shared = all.dataset?.shared;
  const limit = limits_in(shared ?? field.dataset.limits)[name];
  if (limit === undefined) return Infinity;
  const lying = shared ? fields_of(all).flatMap(names_in) : names_in(field);
  return limit - lying.filter((one) => one === name).length;
}

// The keys that fill a row: its own, or those that the rows of a form share.
const own_keys = (field) => [...keys_of(field).querySelectorAll("[data-add]")].filter((key) => (key.closest(".several") ?? row_of(field)) === row_of(field));

const is_full = (field) => names_in(field).length >= Number(field.dataset.several);

function choose_row(row) {
  row.closest(".resting")?.classList.replace("resting", "opened"); // its keys come now
  for (const one of document.querySelectorAll("[data-row]")) one.classList.toggle("sel", one === row);
  show_keys(row.querySelector("[data-several]"));
}

const field_for = (key) => (key.closest(".several") || chosen_row()).querySelector("[data-several]");

// A thing goes where one was taken away (a card of a row is replaced in its place), otherwise to the end.
const gap_of = (field) => Math.min(Number(field.dataset.gap ?? Infinity), names_in(field).length);

function add(key) {
  const field = field_for(key), at = gap_of(field), names = names_in(field);
  if (field.dataset.changing !== undefined) {
    names[Number(field.dataset.changing)] = key.dataset.add;
    delete field.dataset.changing;
    return lay(field, names);
  }
  if (is_full(field) || left_of(field, key.dataset.add) < 1) return;
  field.dataset.gap = at + 1;
  lay(field, [...names.slice(0, at), key.dataset.add, ...names.slice(at)]);
}

// How many of those that lay in places when the question came are still there: they lie first.
const kept_of = (field) => Number(field.dataset.kept ?? row_of(field).dataset.known ?? 0);

// What was laid by hand into one of several places: a tap says that it is another, the rest stays where it is.
const is_in_place = (field, index) => row_of(field).dataset.places !== undefined && Number(index) >= kept_of(field);

function change_one(field, index) {
  field.dataset.changing === index ? delete field.dataset.changing : (field.dataset.changing = index);
  lay_out(field);
}

function drop(chip) {
  const row = chip.closest("[data-row]");
  if (row) choose_row(row); // where one was taken away the next one goes
  const field = row_of(chip).querySelector("[data-several]");
  if (is_in_place(field, chip.dataset.drop)) return change_one(field, chip.dataset.drop);
  // in places that are filled up from the end (a display) those that lay there move up
  if (row_of(chip).dataset.places === undefined) field.dataset.gap = chip.dataset.drop;
  else field.dataset.kept = kept_of(field) - 1;
  lay(field, names_in(field).filter((_, index) => index !== Number(chip.dataset.drop)));
}

// What is tapped is taken, and tapped again it is not; one more than there can be takes the place of the last.
function take(thing) {
  const field = field_for(thing), taken = () => [...row_of(field).querySelectorAll('[data-take][aria-pressed="true"]')];
  const is_taken = thing.getAttribute("aria-pressed") === "true";
  if (!is_taken && taken().length >= Number(field.dataset.several)) taken().at(-1).setAttribute("aria-pressed", false);
  thing.setAttribute("aria-pressed", !is_taken);
  field.value = taken().map((one) => one.dataset.take).join(" ");
  touched();
}

function erase(key) {
  const field = field_for(key);
  delete field.dataset.gap;
  lay(field, names_in(field).slice(0, -1));
}

function lay(field, names) {
  field.value = names.join(" ");
  lay_out(field);
  touched();
}

// Keys show how many are left; those that cannot be pressed are dashed.
function show_keys(field) {
  const all = keys_of(field);
  for (const key of own_keys(field)) {
    const left = left_of(field, key.dataset.add), count = key.querySelector(".left");
    key.classList.toggle("used", left < 1);
    key.disabled = left < 1 || (is_full(field) && field.dataset.changing === undefined);
    if (count) count.textContent = left < 1 ? "✓" : left === Infinity || is_set(field) ? "" : `+${left}`;
  }
  const told = all.querySelector("[data-told]");
  if (!told) return;
  const { total, laid } = laid_in_rows(all.parentElement);
  told.textContent = told.dataset.told.replace("##", total).replace("#", laid);
  all.classList.toggle("complete", laid === total);
  all.querySelector("[data-chosen]").textContent = chosen_row().querySelector("legend").textContent;
}

function lay_out(field) {
  const list = row_of(field).querySelector(".channel");
  if (!list) return;
  const keys = new Map(own_keys(field).map((one) => [one.dataset.add, one]));
  list.replaceChildren(...names_in(field).map((name, index) => {
    const key = keys.get(name), face = key?.querySelector(".dot")?.cloneNode(true);
    const words = (key?.querySelector("span:not(.dot)") ?? key)?.textContent.trim() ?? name;
    const chip = document.createElement("button");
    chip.type = "button";
    chip.dataset.drop = index;
    const kind = row_of(field).querySelector(`[data-stem="${key?.closest("[data-amounts]")?.dataset.amounts}"] svg`);
    if (face) chip.append(face);
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
  const free = Number(row_of(field).dataset.places ?? 0) - names_in(field).length; // so many places have nothing yet
  for (let n = 0; n < free; n++) list.append(Object.assign(document.createElement("li"), { className: n ? "free" : "free next", ariaHidden: "true" }));
  if (row_of(field).dataset.places === undefined && !is_full(field) && gap_of(field) < names_in(field).length) {
    const gap = Object.assign(document.createElement("li"), { className: "gap", ariaHidden: "true" });
    list.insertBefore(gap, list.children[gap_of(field)]);
  }
  if (field.closest("[data-row]") === null || field.closest("[data-row]") === chosen_row()) show_keys(field);
}

// What is entered is tried out before it is sent: the same engine says what would be refused, or what it would bring.
let trying = 0;
function touched() {
  const form = document.getElementById("asking"), send = document.querySelector("#bar button.go");
  if (send?.dataset.done) send.textContent = done_words(form, send);
  if (still_open(form, send) || !form?.dataset.try) return;
  clearTimeout(trying);
  trying = setTimeout(() => try_out(form), 250);
}
document.addEventListener("input", (event) => {
  const usual = event.target.closest(".usual:not(.optional)");
  if (usual) answered(usual, event.target);
  if (event.target.closest("#asking")) touched();
});

// The keys that rest come when a thing of their row has the focus, too; those of another known row rest meanwhile.
document.addEventListener("focusin", (event) => {
  const row = event.target.closest?.(".resting [data-row]");
  if (row) choose_row(row);
  rest_again(event);
});
document.addEventListener("click", rest_again);

function rest_again(event) {
  const other = event.target.closest?.(".opened > fieldset:has(.composer)"), all = other?.parentElement;
  all?.classList.replace("opened", "resting");
  for (const row of all?.querySelectorAll("[data-row].sel") ?? []) row.classList.remove("sel");
}

// A choice that was made already and is made otherwise: its line says so, and folds again.
function answered(usual, radio) {
  usual.querySelector("[data-answer]").textContent = radio.closest("label").textContent.trim();
  usual.open = false;
}

// As long as a number is not entered or nothing is chosen where one must be, the button sleeps and says so.
function still_open(form, send) {
  if (!form || !send?.dataset.still) return false;
  const numbers = [...form.querySelectorAll("input[type=number][required]")].filter((one) => one.value === "");
  const radios = [...form.querySelectorAll("input[type=radio][required]")].map((one) => one.name);
  const unchosen = new Set(radios.filter((name) => !form.querySelector(`input[name="${CSS.escape(name)}"]:checked`)));
  const free = form.querySelectorAll(".in-places .free").length;
  const open = numbers.length + unchosen.size + free;
  const nothing = !laid_in_rows(form)?.laid && laid_words(form);
  lacks(send, !open ? nothing : open === 1 && numbers.length ? send.dataset.number : send.dataset.still.replace("#", open));
  return open > 0 || Boolean(nothing);
}

// Rows that take from the same things: how many were laid of how many there are. None at all is an oversight; fewer than
// all can be right (somebody took one), so that the button only says so.
function laid_in_rows(form) {
  const all = form?.querySelector("[data-shared]");
  const total = Object.values(limits_in(all?.dataset.shared)).reduce((sum, one) => sum + one, 0);
  return all && { all, total, laid: fields_of(all).flatMap(names_in).length };
}

function laid_words(form) {
  const { all, total, laid } = laid_in_rows(form) ?? {};
  return all && laid < total ? all.querySelector("[data-told]").dataset.told.replace("##", total).replace("#", laid) : "";
}

const done_words = (form, send) => [send.dataset.done, laid_words(form)].filter(Boolean).join(": ");

function lacks(send, words) {
  send.dataset.usual ??= send.textContent;
  send.classList.toggle("missing", Boolean(words));
  words ? send.setAttribute("aria-disabled", "true") : send.removeAttribute("aria-disabled");
  if (words) send.textContent = words;
}

async function try_out(form, { first = false } = {}) {
  const place = document.getElementById("preview"), send = document.querySelector("#bar button.go");
  if (!place || !form.isConnected) return;
  const body = new URLSearchParams(new FormData(form));
  const answer = await ask(form.dataset.try, { method: "POST", body, headers: { accept: "text/html" }, credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok || !form.isConnected || !place.isConnected) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("preview");
  if (!found || !form.isConnected || !place.isConnected || body.toString() !== new URLSearchParams(new FormData(form)).toString()) return;
  const { missing, go } = found.dataset;
  if (send) lacks(send, missing);
  if (send && !missing) send.textContent = first ? send.dataset.usual : go || done_words(form, send) || send.dataset.usual;
  if (!first || !missing) place.replaceWith(found);
  for (const sum of document.querySelectorAll("[data-sum]")) sum.textContent = found.querySelector(`[data-total="${sum.dataset.sum}"]`)?.textContent ?? sum.textContent;
}
