// A board as it lies before its owner: columns of lines, each built from chips; the text itself can always be typed.

const sheet = () => document.querySelector("[data-sheet]");
const column_sel = () => sheet()?.querySelector("[data-column].sel");
const lines_in = (column) => column.querySelector("[data-lines]").value.split("\n").filter((line) => line.trim());
const heading = (number) => sheet().querySelector(`[data-heading="${number}"] input`).value.trim() || `$${number}`;
const named = (text) => text.replace(/\$(\d)/g, (_, number) => heading(number));

// A line is conditions, a colon, effects with commas between them.
function parts_of(line) {
  const at = line.indexOf(": "), has = at >= 0;
  const when = has ? line.slice(0, at).split(/\s+/) : [];
  const effects = (has ? line.slice(at + 2) : line.endsWith(":") ? "" : line).split(/,\s*/).filter(Boolean);
  return { when: line.endsWith(":") ? line.slice(0, -1).split(/\s+/).filter(Boolean) : when.filter(Boolean), effects };
}
const line_of = ({ when, effects }) => (when.length ? `${when.join(" ")}:${effects.length ? " " : ""}` : "") + effects.join(", ");

function write_lines(column, lines, at = Math.max(0, lines.length - 1)) {
  column.querySelector("[data-lines]").value = lines.join("\n");
  column.dataset.at = at;
  show_column(column);
  touched();
}

function show_column(column) {
  const list = column.querySelector("ol.lines"), lines = lines_in(column), at = Number(column.dataset.at ?? lines.length - 1);
  const chips = new Map([...sheet().querySelectorAll("[data-chip]")].map((one) => [named(one.dataset.chip), named(one.textContent)]));
  list.replaceChildren(...lines.map((line, index) => {
    const item = document.createElement("li"), button = document.createElement("button"), { when, effects } = parts_of(line);
    button.type = "button";
    button.dataset.line_at = index;
    button.className = index === at ? "sel" : "";
    for (const one of when) button.append(Object.assign(document.createElement("i"), { className: "when", textContent: chips.get(one) ?? one }));
    for (const one of effects) button.append(Object.assign(document.createElement("i"), { className: "do", textContent: chips.get(one) ?? one }));
    item.append(button);
    return item;
  }));
  if (column === column_sel()) show_chips(parts_of(lines[at] ?? ""));
}

function show_chips({ when, effects }) {
  for (const chip of sheet().querySelectorAll("[data-chip]")) {
    const text = named(chip.dataset.chip);
    if (chip.dataset.chip.includes("$")) chip.textContent = named(chip.dataset.words ??= chip.textContent).replace("$", "");
    chip.setAttribute("aria-pressed", (chip.dataset.when !== undefined ? when : effects).includes(text));
  }
}

function choose_column(column) {
  for (const one of sheet().querySelectorAll("[data-column]")) one.classList.toggle("sel", one === column);
  show_column(column);
}

// A condition after an effect begins the next line: that is how one reads a list.
function press_chip(chip) {
  const column = column_sel(), lines = lines_in(column), text = named(chip.dataset.chip), is_when = chip.dataset.when !== undefined;
  let at = Number(column.dataset.at ?? Math.max(0, lines.length - 1));
  let line = parts_of(lines[at] ?? "");
  const begins = is_when && line.effects.length && at === lines.length - 1 && !line.when.includes(text);
  if (begins) { at = lines.length; line = { when: [], effects: [] }; }
  const list = is_when ? line.when : line.effects, has = list.includes(text);
  const group = chip.dataset.one && new Set([...sheet().querySelectorAll("[data-one]")].filter((one) => one.dataset.one === chip.dataset.one).map((one) => named(one.dataset.chip)));
  const rest = list.filter((one) => one !== text && !group?.has(one));
  line = { ...line, [is_when ? "when" : "effects"]: has ? rest : [...rest, text] };
  const order = [...sheet().querySelectorAll("[data-chip][data-when]")].map((one) => named(one.dataset.chip));
  line.when.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const written = line_of(line);
  write_lines(column, written ? [...lines.slice(0, at), written, ...lines.slice(at + 1)] : lines.filter((_, index) => index !== at), written ? at : undefined);
  if (text.endsWith("…")) type_line(column, at);
}

// What no chip says is typed: the line opens as text.
function type_line(column, at) {
  const item = column.querySelectorAll("ol.lines li")[at], field = document.createElement("input");
  field.type = "text";
  field.value = lines_in(column)[at].replace("…", "");
  field.addEventListener("change", () => { const lines = lines_in(column); lines[at] = field.value.trim(); write_lines(column, lines.filter(Boolean), at); });
  item.replaceChildren(field);
  field.focus();
}

document.addEventListener("click", (event) => {
  if (!sheet()) return;
  const chip = event.target.closest("[data-chip]"), line = event.target.closest("[data-line_at]"), column = event.target.closest("[data-column]");
  if (column && column !== column_sel()) choose_column(column);
  if (chip) press_chip(chip);
  else if (event.target.closest("[data-new-line]")) { column.dataset.at = lines_in(column).length; show_column(column); }
  else if (line) {
    if (line.classList.contains("sel") && line.dataset.again) type_line(column, Number(line.dataset.line_at));
    else { column.dataset.at = line.dataset.line_at; show_column(column); const now = column.querySelector("ol.lines button.sel"); if (now) now.dataset.again = "1"; }
  }
});
document.addEventListener("input", (event) => { if (event.target.closest?.("[data-heading]")) show_chips({ when: [], effects: [] }); });

function ready_sheet() {
  const one = sheet();
  if (!one) return;
  for (const column of one.querySelectorAll("[data-column]")) { column.querySelector("[data-lines]").hidden = true; show_column(column); }
  choose_column(one.querySelector("[data-column]"));
}
