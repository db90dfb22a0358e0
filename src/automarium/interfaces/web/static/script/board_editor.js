// The board editor of the box. A line is two lists of texts, conditions and effects; "$1" in a text is the first column,
// whatever its name is. The server has the words of every text, checks the board, and says what is wrong with which line.

const LONGEST_CAPTION = 9; // letters of a word under a sign of the bar
const LONG_NAMES = 30; // letters of all names that fit beside each other on a phone
const find_editor = () => document.querySelector("[data-sheet]");
const sheet = { columns: [], column: 0, line: 0, of_column: 0, tab: "0", typing: "", going: false, past: [], future: [] };
const editor_words = () => JSON.parse(find_editor().dataset.sheet);
const find_column = (index = sheet.column) => find_editor().querySelector(`[data-column="${index + 1}"]`);
const name_column = (index) => sheet.columns[index].name || String(index + 1);
const insert_names = (text) => text.replace(/\$(\d)/g, (_, number) => name_column(number - 1));
const get_line = () => sheet.columns[sheet.column].lines[sheet.line] ?? [[], []];
const make_element = (tag, props = {}, ...inside) => {
  const { dataset, ...rest } = props, element = Object.assign(document.createElement(tag), rest);
  Object.assign(element.dataset, dataset);
  element.append(...inside);
  return element;
};

// The words of a text: those of its chip; of a typed one with what was typed.
function describe_chip(text) {
  const chips = [...find_editor().querySelectorAll("[data-chip]")], chip = chips.find((one) => one.dataset.chip === text);
  if (chip) return insert_names(chip.dataset.words);
  for (const typed of chips.filter((one) => one.dataset.typed)) {
    const [before, after] = typed.dataset.chip.split("…");
    if (text.startsWith(before) && text.endsWith(after)) return typed.dataset.words.replace("…", text.slice(before.length, text.length - after.length));
  }
  return insert_names(text);
}

const format_line = ([when, effects]) => when.join(" ") + (when.length ? ":" : "") + (when.length && effects.length ? " " : "") + effects.join(", ");
const is_blank_line = ([when, effects]) => !when.length && !effects.length;

// A list ends with a line without a condition; before that the next line is open.
function find_next_line(column) {
  const { lines } = sheet.columns[column];
  return lines.length && !lines.at(-1)[0].length ? lines.length - 1 : lines.length;
}

// Every change goes through here: it can be undone, is written to the form, shown and checked.
function change_board(what, change) {
  sheet.past.push({ what, columns: structuredClone(sheet.columns), column: sheet.column, line: sheet.line });
  sheet.future = [];
  change();
  show_editor({ changed: true });
}

function step_board(from, to) {
  const { what, columns, column, line } = sheet[from].pop();
  sheet[to].push({ what, columns: sheet.columns, column: sheet.column, line: sheet.line });
  Object.assign(sheet, { columns, column, line, typing: "" });
  find_editor().querySelector("[data-renamed]").hidden = true;
  show_editor({ changed: true });
}

function press_chip(chip) {
  const text = chip.dataset.chip, is_when = chip.dataset.when !== undefined;
  if (chip.dataset.typed) { sheet.typing = text; show_editor(); find_editor().querySelector("[data-typing] input").focus(); return; }
  put_text(chip, text, is_when);
}

function put_text(chip, text, is_when) {
  change_board(describe_chip(text), () => {
    const lines = sheet.columns[sheet.column].lines;
    sheet.going ||= sheet.line >= lines.length; // lines are entered one after the other, not corrected
    let [when, effects] = get_line();
    const group = chip.dataset.one && [...find_editor().querySelectorAll("[data-one]")].filter((one) => one.dataset.one === chip.dataset.one);
    if (is_when && effects.length && sheet.going && sheet.line === lines.length - 1) { // a condition after an effect begins the next line
      sheet.line = lines.length;
      [when, effects] = [[], []];
    }
    if (is_when) when = when.includes(text) ? when.filter((one) => one !== text) : [...when.filter((one) => !is_of(one, group)), text].sort((a, b) => find_order(a) - find_order(b));
    else effects = [...effects, text];
    lines[sheet.line] = [when, effects];
    if (is_blank_line(lines[sheet.line])) lines.splice(sheet.line, 1);
  });
}

const matches_chip = (chip, text) => chip.dataset.chip === text || (chip.dataset.typed && text.startsWith(chip.dataset.chip.split("…")[0]));
const is_of = (text, group) => Boolean(group) && group.some((chip) => matches_chip(chip, text));
const find_order = (text) => [...find_editor().querySelectorAll("[data-chip][data-when]")].findIndex((chip) => matches_chip(chip, text));

function accept_typed() {
  const field = find_editor().querySelector("[data-typing] input"), entered = field.value.trim().replace(/[“”«»]/g, '"');
  const chip = [...find_editor().querySelectorAll("[data-typed]")].find((one) => one.dataset.chip === sheet.typing);
  sheet.typing = "";
  if (!entered || (chip.dataset.typed === "number" && !/^\d{1,2}$/.test(entered))) { show_editor(); return; }
  put_text(chip, chip.dataset.chip.replace("…", entered), chip.dataset.when !== undefined);
}

function remove_text(button) {
  const [kind, index] = button.dataset.text.split(":").map(Number);
  change_board(describe_chip(get_line()[kind][index]), () => {
    const lines = sheet.columns[sheet.column].lines;
    lines[sheet.line] = get_line().map((list, at) => (at === kind ? list.filter((_, n) => n !== index) : list));
    if (is_blank_line(lines[sheet.line])) lines.splice(sheet.line, 1);
  });
}

// ---------------------------------------------------------------------------------------------------------------- show

function show_editor({ changed = false } = {}) {
  const form = find_editor();
  sheet.columns.forEach(({ name, lines }, index) => {
    const column = find_column(index), field = column.querySelector("[data-part^=slot] input, .sheet-name input");
    if (field.value !== name && document.activeElement !== field) field.value = name;
    column.querySelector("[data-lines]").value = lines.filter((line) => !is_blank_line(line)).map(format_line).join("\n");
    column.classList.toggle("sel", index === sheet.column);
  });
  show_tabs(form);
  show_lines();
  show_palette(form);
  for (const keys of form.querySelectorAll("[data-of-columns]"))
    for (const key of keys.querySelectorAll("[data-option]")) key.querySelector("span").textContent = name_column(key.dataset.option - 1);
  for (const part of form.querySelectorAll("[data-needs]")) part.hidden = !form.elements[part.dataset.needs]?.checked;
  const offer = form.querySelector("[data-names]");
  if (offer) offer.hidden = sheet.columns.some(({ name }) => name);
  for (const [do_, from] of [["undo", "past"], ["redo", "future"]]) {
    const button = document.querySelector(`[data-editor="${do_}"]`), last = sheet[from].at(-1);
    if (!button) continue;
    button.disabled = !last;
    button.dataset.usual ??= button.querySelector(".what").textContent;
    const fits = last?.what && last.what.split(/\s/).every((word) => word.length <= LONGEST_CAPTION);
    button.querySelector(".what").textContent = fits ? last.what : button.dataset.usual;
    last?.what ? button.setAttribute("aria-label", editor_words()[do_].replace("#", last.what)) : button.removeAttribute("aria-label");
  }
  show_remarks();
  if (changed) schedule_preview();
}

function show_tabs(form) {
  const words = editor_words(), focused = document.activeElement?.dataset.choose;
  form.querySelector(".sheet-tabs").replaceChildren(...sheet.columns.map(({ lines }, index) => {
    const count = lines.filter((line) => !is_blank_line(line)).length;
    const tab = make_element("button", { type: "button", className: "b", dataset: { choose: index } }, make_element("b", { textContent: name_column(index) }), make_element("small", { textContent: count ? words.lines[count] ?? count : words.empty }));
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-selected", index === sheet.column);
    return tab;
  }));
  form.querySelector(".sheet-tabs").classList.toggle("long", sheet.columns.map(({ name }) => name).join("").length > LONG_NAMES);
  if (focused !== undefined) form.querySelector(`[data-choose="${focused}"]`)?.focus();
}

function show_lines() {
  const words = editor_words();
  sheet.columns.forEach(({ lines }, index) => {
    const chosen = index === sheet.column, shown = chosen && sheet.line >= lines.length ? [...lines, [[], []]] : lines;
    const items = shown.map((line, at) => make_line(line, at, shown.length, chosen && at === sheet.line, words));
    if (chosen && sheet.line < lines.length) items.push(make_element("li", { className: "more" }, make_element("button", { type: "button", className: "b", textContent: `+ ${words.line}`, dataset: { newLine: "" } })));
    find_column(index).querySelector("ol.lines").replaceChildren(...items);
  });
}

function make_line([when, effects], index, count, open, words) {
  const text = make_element("div", { className: "sentence" });
  const chip = (kind, one, at) => {
    const said = describe_chip(one), look = kind === 0 ? "when" : one.includes("$") ? "do to" : "do";
    if (!open) return make_element("i", { className: look, textContent: said });
    const button = make_element("button", { type: "button", className: `${look} b`, textContent: said, dataset: { text: `${kind}:${at}` } });
    button.setAttribute("aria-label", words.remove.replace("#", said));
    return button;
  };
  const first = when.length ? words.if : index && index === count - 1 ? words.otherwise : index || count > 1 ? "" : words.always;
  text.append(first, " ");
  when.forEach((one, at) => text.append(at ? ` ${words.and} ` : "", chip(0, one, at)));
  text.append(make_element("span", { className: "soft", textContent: " → " }));
  effects.forEach((one, at) => text.append(chip(1, one, at), " "));
  if (open && sheet.typing) text.append(make_typing(words));
  const item = make_element("li", { className: open ? "open" : "", dataset: { line: index } });
  const number = make_element("button", { type: "button", className: "no", textContent: index + 1, dataset: { openLine: index } });
  number.setAttribute("aria-expanded", open);
  item.append(number, text);
  return item;
}

function make_typing(words) {
  const chip = [...find_editor().querySelectorAll("[data-typed]")].find((one) => one.dataset.chip === sheet.typing);
  const field = make_element("input", { type: "text", maxLength: 200, inputMode: chip.dataset.typed === "number" ? "numeric" : "text" });
  field.setAttribute("aria-label", chip.dataset.typed === "number" ? chip.dataset.words : words.typed);
  field.placeholder = chip.dataset.typed === "number" ? chip.dataset.words : words.typed;
  return make_element("span", { className: "typing", dataset: { typing: "" } }, field, make_element("button", { type: "button", className: "b", textContent: words.add, dataset: { accept: "" } }));
}

function show_palette(form) {
  const [when, effects] = get_line(), words = editor_words();
  for (const tab of form.querySelectorAll("[data-tab]")) tab.setAttribute("aria-pressed", tab.dataset.tab === sheet.tab);
  for (const panel of form.querySelectorAll("[data-panel-of]")) panel.hidden = panel.dataset.panelOf !== sheet.tab;
  for (const which of form.querySelectorAll("[data-of-column]")) {
    const number = Number(which.dataset.ofColumn);
    which.hidden = number === sheet.column + 1;
    which.textContent = number ? name_column(number - 1) : words.here;
    which.setAttribute("aria-pressed", number === sheet.of_column);
  }
  for (const chip of form.querySelectorAll("[data-chip]")) {
    const elsewhere = chip.dataset.forColumn !== undefined && Number(chip.dataset.forColumn) !== sheet.of_column;
    chip.hidden = elsewhere || chip.dataset.chip.includes(`$${sheet.column + 1}`); // a line does not name its own column
    if (/\$\d/.test(chip.dataset.short ??= chip.textContent)) chip.textContent = insert_names(chip.dataset.short);
    if (/\$\d/.test(chip.dataset.words)) chip.setAttribute("aria-label", insert_names(chip.dataset.words));
    chip.setAttribute("aria-pressed", (chip.dataset.when !== undefined ? when : effects).some((one) => matches_chip(chip, one)));
  }
}

// Put each remark under the line or the part that it is about. What is only missing is left to the button.
function show_remarks() {
  const form = find_editor(), found = document.getElementById("preview");
  if (!form || !found) return;
  for (const old of form.querySelectorAll(".line-remark.placed")) old.remove();
  for (const remark of found.querySelectorAll(".line-remark:not(.missing)")) {
    const { at, atLine } = remark.dataset;
    const part = at && form.querySelector(`[data-part="${at}"]`), place = part && atLine !== undefined ? part.querySelector(`[data-line="${atLine}"]`) : part;
    if (!place) continue;
    const copy = remark.cloneNode(true);
    copy.classList.add("placed");
    copy.querySelector(".where")?.remove();
    place.append(copy);
  }
  for (const tab of form.querySelectorAll("[data-choose]"))
    tab.classList.toggle("marked", Boolean(form.querySelector(`[data-column="${Number(tab.dataset.choose) + 1}"] .line-remark.wrong`)));
  found.hidden = !found.querySelector("p, .line-remark:not(.missing):not([data-at])");
}

// The button leads to what it says: another column, a line of it, or a part below.
function go_to_remark() {
  const found = document.getElementById("preview"), { to, toLine } = found.dataset, part = to && find_editor().querySelector(`[data-part="${to}"]`);
  if (!part) return;
  const column = part.closest("[data-column]");
  if (column) {
    sheet.column = Number(column.dataset.column) - 1;
    const remark = found.querySelector(`.line-remark[data-at="${to}"]${toLine === undefined ? "" : `[data-at-line="${toLine}"]`}`), way = remark?.querySelector("[data-way]");
    sheet.line = toLine === undefined ? find_next_line(sheet.column) : Number(toLine);
    if (remark?.classList.contains("missing") && way && JSON.parse(way.dataset.way).at(-1).every((list) => !list.length)) sheet.line = sheet.columns[sheet.column].lines.length; // a new last line
    sheet.of_column = 0;
    show_editor();
  }
  const target = column && to.startsWith("lines") ? column.querySelector("li.open") ?? column : part;
  target.scrollIntoView({ block: "center" });
  const field = column && to.startsWith("lines") ? null : target.querySelector("input:not([type=hidden])");
  field?.focus();
}

function rename_column(index, name) {
  const old = sheet.columns[index].name, number = `$${index + 1}`;
  if (old === name) return;
  const count = sheet.columns.flatMap(({ lines }) => lines).filter((line) => line.flat().some((text) => text.includes(number))).length;
  change_board(name, () => { sheet.columns[index].name = name; });
  const notice = find_editor().querySelector("[data-renamed]"), words = editor_words();
  notice.hidden = !old || !count;
  if (!notice.hidden) notice.textContent = words.renamed.replace("#1", old).replace("#2", name_column(index)).replace("#3", count);
}

document.addEventListener("click", (event) => {
  const form = find_editor();
  if (!form) return;
  const button = event.target.closest("button"), { dataset = {} } = button ?? {};
  const line = event.target.closest("ol.lines li"), part = event.target.closest(".line-remark")?.closest("[data-column]");
  if (dataset.choose !== undefined) { Object.assign(sheet, { column: Number(dataset.choose), of_column: 0, typing: "", going: false }); sheet.line = find_next_line(sheet.column); show_editor(); }
  else if (dataset.chip !== undefined) press_chip(button);
  else if (dataset.tab !== undefined) { sheet.tab = dataset.tab; show_editor(); }
  else if (dataset.ofColumn !== undefined) { sheet.of_column = Number(dataset.ofColumn); show_editor(); }
  else if (dataset.text !== undefined) remove_text(button);
  else if (dataset.accept !== undefined) accept_typed();
  else if (dataset.way !== undefined && part) change_board(button.textContent, () => {
    const { lines } = sheet.columns[sheet.column] = { ...sheet.columns[Number(part.dataset.column) - 1], lines: JSON.parse(dataset.way) };
    sheet.line = Math.min(sheet.line, lines.length - 1);
    if (is_blank_line(lines.at(-1) ?? [[], []])) { lines.pop(); sheet.line = lines.length; }
  });
  else if (dataset.names !== undefined) change_board(button.textContent, () => JSON.parse(dataset.names).forEach((name, index) => { sheet.columns[index].name = name; }));
  else if (dataset.newLine !== undefined) { sheet.line = sheet.columns[sheet.column].lines.length; show_editor(); }
  else if (dataset.editor !== undefined) step_board(...(dataset.editor === "undo" ? ["past", "future"] : ["future", "past"]));
  else if (button?.matches("#bar .go.missing")) { event.preventDefault(); go_to_remark(); }
  else if (line && !line.classList.contains("open")) { sheet.line = Number(line.dataset.line); Object.assign(sheet, { typing: "", going: false }); show_editor(); find_column().querySelector("li.open .no").focus({ preventScroll: true }); }
});
document.addEventListener("change", (event) => {
  const form = find_editor(), column = event.target.closest?.(".sheet-name")?.closest("[data-column]");
  if (!form || !form.contains(event.target) || event.target.closest("[data-typing]")) return;
  if (column) rename_column(Number(column.dataset.column) - 1, event.target.value.trim());
  else show_editor();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !find_editor()?.contains(event.target) || event.target.localName !== "input") return;
  event.preventDefault();
  if (event.target.closest("[data-typing]")) accept_typed();
  else event.target.blur();
});

function start_editor() {
  const form = find_editor();
  if (!form) return;
  const columns = [...form.querySelectorAll("[data-column]")].map((column) => ({
    name: column.querySelector(".sheet-name input").value.trim(), lines: JSON.parse(column.querySelector("[data-lines]").dataset.lines),
  }));
  Object.assign(sheet, { columns, column: 0, of_column: 0, tab: "0", typing: "", going: false, past: [], future: [] });
  sheet.line = find_next_line(0);
  for (const field of form.querySelectorAll("[data-lines]")) field.hidden = true;
  const wrong = document.getElementById("preview")?.dataset.to;
  show_editor({ changed: true });
  if (wrong) go_to_remark();
}
