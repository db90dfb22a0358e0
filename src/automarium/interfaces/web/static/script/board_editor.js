// The board editor of the box: columns of lines, each built from chips or typed.

const find_editor = () => document.querySelector("[data-sheet]");
const find_chosen_column = () => find_editor()?.querySelector("[data-column].sel");
const read_lines = (column) => column.querySelector("[data-lines]").value.split("\n").filter((line) => line.trim());
const read_heading = (number) => find_editor().querySelector(`[data-heading="${number}"] input`).value.trim() || `$${number}`;
const insert_headings = (text) => text.replace(/\$(\d)/g, (_, number) => read_heading(number));

// A line: conditions, a colon, effects separated by commas.
function parse_line(line) {
  const at = line.indexOf(": "), has = at >= 0;
  const when = has ? line.slice(0, at).split(/\s+/) : [];
  const effects = (has ? line.slice(at + 2) : line.endsWith(":") ? "" : line).split(/,\s*/).filter(Boolean);
  return { when: line.endsWith(":") ? line.slice(0, -1).split(/\s+/).filter(Boolean) : when.filter(Boolean), effects };
}
const format_line = ({ when, effects }) => (when.length ? `${when.join(" ")}:${effects.length ? " " : ""}` : "") + effects.join(", ");

function write_lines(column, lines, at = Math.max(0, lines.length - 1)) {
  column.querySelector("[data-lines]").value = lines.join("\n");
  column.dataset.at = at;
  show_column(column);
  schedule_preview();
}

function show_column(column) {
  const list = column.querySelector("ol.lines"), lines = read_lines(column), at = Number(column.dataset.at ?? lines.length - 1);
  const chips = new Map([...find_editor().querySelectorAll("[data-chip]")].map((one) => [insert_headings(one.dataset.chip), insert_headings(one.textContent)]));
  list.replaceChildren(...lines.map((line, index) => {
    const item = document.createElement("li"), button = document.createElement("button"), { when, effects } = parse_line(line);
    button.type = "button";
    button.dataset.line_at = index;
    button.className = index === at ? "sel" : "";
    for (const one of when) button.append(Object.assign(document.createElement("i"), { className: "when", textContent: chips.get(one) ?? one }));
    for (const one of effects) button.append(Object.assign(document.createElement("i"), { className: "do", textContent: chips.get(one) ?? one }));
    item.append(button);
    return item;
  }));
  if (column === find_chosen_column()) show_chips(parse_line(lines[at] ?? ""));
}

function show_chips({ when, effects }) {
  for (const chip of find_editor().querySelectorAll("[data-chip]")) {
    const text = insert_headings(chip.dataset.chip);
    if (chip.dataset.chip.includes("$")) chip.textContent = insert_headings(chip.dataset.words ??= chip.textContent).replace("$", "");
    chip.setAttribute("aria-pressed", (chip.dataset.when !== undefined ? when : effects).includes(text));
  }
}

function choose_column(column) {
  for (const one of find_editor().querySelectorAll("[data-column]")) one.classList.toggle("sel", one === column);
  show_column(column);
}

// A condition after an effect begins the next line.
function press_chip(chip) {
  const column = find_chosen_column(), lines = read_lines(column), text = insert_headings(chip.dataset.chip), is_when = chip.dataset.when !== undefined;
  let at = Number(column.dataset.at ?? Math.max(0, lines.length - 1));
  let line = parse_line(lines[at] ?? "");
  const begins = is_when && line.effects.length && at === lines.length - 1 && !line.when.includes(text);
  if (begins) { at = lines.length; line = { when: [], effects: [] }; }
  const list = is_when ? line.when : line.effects, has = list.includes(text);
  const group = chip.dataset.one && new Set([...find_editor().querySelectorAll("[data-one]")].filter((one) => one.dataset.one === chip.dataset.one).map((one) => insert_headings(one.dataset.chip)));
  const rest = list.filter((one) => one !== text && !group?.has(one));
  line = { ...line, [is_when ? "when" : "effects"]: has ? rest : [...rest, text] };
  const order = [...find_editor().querySelectorAll("[data-chip][data-when]")].map((one) => insert_headings(one.dataset.chip));
  line.when.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const written = format_line(line);
  write_lines(column, written ? [...lines.slice(0, at), written, ...lines.slice(at + 1)] : lines.filter((_, index) => index !== at), written ? at : undefined);
  if (text.endsWith("…")) type_line(column, at);
}

// Edit a line as text, for what no chip offers.
function type_line(column, at) {
  const item = column.querySelectorAll("ol.lines li")[at], field = document.createElement("input");
  field.type = "text";
  field.value = read_lines(column)[at].replace("…", "");
  field.addEventListener("change", () => { const lines = read_lines(column); lines[at] = field.value.trim(); write_lines(column, lines.filter(Boolean), at); });
  item.replaceChildren(field);
  field.focus();
}

document.addEventListener("click", (event) => {
  if (!find_editor()) return;
  const chip = event.target.closest("[data-chip]"), line = event.target.closest("[data-line_at]"), column = event.target.closest("[data-column]");
  if (column && column !== find_chosen_column()) choose_column(column);
  if (chip) press_chip(chip);
  else if (event.target.closest("[data-new-line]")) { column.dataset.at = read_lines(column).length; show_column(column); }
  else if (line) {
    if (line.classList.contains("sel") && line.dataset.again) type_line(column, Number(line.dataset.line_at));
    else { column.dataset.at = line.dataset.line_at; show_column(column); const now = column.querySelector("ol.lines button.sel"); if (now) now.dataset.again = "1"; }
  }
});
document.addEventListener("input", (event) => { if (event.target.closest?.("[data-heading]")) show_chips({ when: [], effects: [] }); });

function start_editor() {
  const one = find_editor();
  if (!one) return;
  for (const column of one.querySelectorAll("[data-column]")) { column.querySelector("[data-lines]").hidden = true; show_column(column); }
  choose_column(one.querySelector("[data-column]"));
}
