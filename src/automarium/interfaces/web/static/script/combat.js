// A combat: the dial and the cards of the person. They are kept in this browser, and never sent before the Automa's
// card is revealed.

const find_scene = () => document.getElementById("scene");
const combat_key = () => `combat:${main().dataset.game}`;
const read_chosen = (name) => document.querySelector(`input[name="${name}"]:checked`)?.value;
const list_cards = () => [...document.querySelectorAll("#setting input[name^=card-]:checked")].map((one) => Number(one.value)).filter(Boolean);

function read_combat() {
  const saved = JSON.parse(localStorage.getItem(combat_key()) || "{}");
  return saved.fight === find_scene().dataset.fight ? saved.chosen : {};
}

function save_combat() {
  const chosen = {};
  for (const one of document.querySelectorAll("#setting input:checked, #asking input[type=radio]:checked")) chosen[one.name] = one.value;
  localStorage.setItem(combat_key(), JSON.stringify({ fight: find_scene().dataset.fight, chosen }));
}

// Numbers of the person that the record does not hold (power, popularity) are noted in this browser.
const note_key = () => `notes:${main().dataset.game}`;
const read_notes = () => JSON.parse(localStorage.getItem(note_key()) || "{}");
const save_note = (name, value) => localStorage.setItem(note_key(), JSON.stringify({ ...read_notes(), [name]: value }));

function start_notes() {
  for (const field of document.querySelectorAll("[data-note]")) field.value = read_notes()[field.dataset.note] ?? "";
}

document.addEventListener("change", ({ target: field }) => {
  if (field.dataset?.note === undefined) return;
  if (field.value !== "") field.value = Math.min(Number(field.max), Math.max(0, Math.round(Number(field.value))));
  save_note(field.dataset.note, field.value === "" ? undefined : Number(field.value));
});

// After a combat the noted power is what is left of it.
document.addEventListener("submit", ({ target: form }) => {
  const { power } = read_notes(), dial = read_chosen("dial");
  if (form.id !== "asking" || !document.querySelector(".combat-outcome input") || dial === undefined) return;
  if (power === undefined || form.dataset.paid !== undefined || is_paused(document.querySelector("#bar .go"))) return;
  form.dataset.paid = "";
  save_note("power", Math.max(0, power - Number(dial)));
});

function start_combat() {
  if (!find_scene()) return;
  for (const [name, value] of Object.entries(read_combat())) {
    const box = document.querySelector(`input[type=radio][name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
    if (box) box.checked = true;
  }
  show_combat();
  show_open(document.getElementById("asking"), document.querySelector("#bar button.go"));
}

// Both sums; once the card is revealed the person's total is entered for them.
function show_combat() {
  const scene = find_scene(), { power, used } = scene.dataset, dial = read_chosen("dial"), cards = list_cards();
  const total = document.querySelector('#asking input[name="to.total"]'), noted = read_notes().power ?? Infinity;
  for (const key of document.querySelectorAll("#setting input[name=dial]")) key.disabled = Number(key.value) > noted && !key.checked;
  const sum = Number(dial ?? 0) + cards.reduce((all, one) => all + one, 0), known = dial !== undefined || cards.length > 0;
  if (total && known) total.value = sum;
  if (total) mark_number(total.parentElement);
  document.getElementById("asking")?.classList.toggle("counted", Boolean(total) && known);
  document.getElementById("my-sum").textContent = known ? sum : total?.value || "–";
  const paid = document.getElementById("paid"), parts = [["power", dial ?? 0], ...cards.map((one) => ["cards", one])];
  show_parts(document.getElementById("my-parts"), known ? parts : []);
  if (paid) show_parts(paid, known ? parts : []);
  if (power === undefined) return;
  const theirs = Number(used) ? read_chosen("to.cards") : 0;
  if (Number(used)) document.getElementById("her-cards").textContent = theirs ?? "?";
  document.getElementById("her-sum").textContent = theirs === undefined ? "?" : Number(power) + Number(theirs);
}

const show_parts = (place, parts) => place.replaceChildren(...parts.flatMap(([name, value], index) => {
  const tag = document.createElement("span");
  tag.className = "tag";
  const sign = document.querySelector(`#setting [data-sign="${name}"] svg`);
  tag.append(...(sign ? [sign.cloneNode(true)] : []), value);
  return index ? [" + ", tag] : [tag];
}));

document.addEventListener("change", ({ target }) => {
  if (!find_scene() || !target.closest("#setting, #asking")) return;
  save_combat();
  show_combat();
  schedule_preview();
});
document.addEventListener("input", ({ target }) => { if (find_scene() && target.name === "to.total") show_combat(); });
document.addEventListener("toggle", ({ target }) => {
  if (target.id === "correct") document.getElementById("asking").classList.toggle("correcting", target.open);
}, true);
