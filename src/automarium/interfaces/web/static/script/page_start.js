// Checklists, and the set-up of every page after it is shown. Loaded last.

const read_ticks = (list) => JSON.parse(localStorage.getItem(`ticks:${list.dataset.ticks}`) || "[]");

function save_ticks(box) {
  const list = box.closest("[data-ticks]");
  const on = [...list.querySelectorAll("[data-tick]")].filter((one) => one.checked).map((one) => one.dataset.tick);
  localStorage.setItem(`ticks:${list.dataset.ticks}`, JSON.stringify(on));
}

// The row to begin with: the first empty one.
const find_first_row = () => [...document.querySelectorAll("[data-row]")].find((row) => !read_names(row.querySelector("[data-several]")).length) || find_chosen_row();

// Publish the heights of header and bottom bar, so that scrolled content is not covered.
const size_observer = new ResizeObserver((entries) => {
  for (const { target } of entries) root.style.setProperty(target.id === "bar" ? "--bar" : "--head", `${target.offsetHeight}px`);
});

function start_page(before) {
  size_observer.disconnect();
  for (const one of document.querySelectorAll(".top, #bar")) size_observer.observe(one);
  const list = document.querySelector("[data-ticks]");
  if (list) for (const box of list.querySelectorAll("[data-tick]")) box.checked = read_ticks(list).includes(box.dataset.tick);
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  for (const field of document.querySelectorAll("[data-several]")) { field.type = "hidden"; show_names(field); }
  if (document.querySelector("[data-row]") && !document.querySelector(".resting")) choose_row(find_first_row());
  prepare_result();
  start_item_form();
  start_editor();
  open_document_link();
  start_notes();
  start_combat();
  start_guide();
  // our own message says what is missing: without the browser's bubble beside it
  for (const one of document.querySelectorAll("form[data-change]")) one.noValidate = true;
  const form = document.getElementById("asking");
  const open = show_open(form, document.querySelector("#bar button.go"));
  if (!open && form?.dataset.try && form.querySelector("[data-several], fieldset")) preview_answer(form, { first: true });
  if (WIDE.matches) {
    for (const board of document.querySelectorAll(".board[data-whole]")) toggle_whole(board);
    if (document.getElementById("story") && !document.querySelector(".result-page")) document.getElementById("story").open = true;
  }
  announce_changes(before);
  start_playback(before);
  open_stream();
  update_wake_lock();
  schedule_reload();
}

// Pictures are drawn on the server: tell it the system's colour scheme, for the automatic theme.
const dark = matchMedia("(prefers-color-scheme: dark)");
const save_scheme = () => { document.cookie = `scheme=${dark.matches ? "dark" : "light"}; path=/; max-age=31536000; samesite=lax`; };
save_scheme();
// Nothing that was entered is lost by it.
const has_entries = () => [...document.querySelectorAll("main :is(input, textarea)")].some((one) => one.value !== one.defaultValue || one.checked !== one.defaultChecked);
const draw_again = () => { if (root.dataset.theme === "auto" && document.querySelector(".board svg, .scene, main img") && !has_entries()) load_page(location.pathname + location.search, { push: false, focus: false }); };
dark.addEventListener("change", () => { save_scheme(); draw_again(); });
if (root.dataset.drawn !== (dark.matches ? "dark" : "light")) draw_again();

start_page(null);
