// Checklists, and what is done when a page is there.

const ticks_of = (list) => JSON.parse(localStorage.getItem(`ticks:${list.dataset.ticks}`) || "[]");

function tick(box) {
  const list = box.closest("[data-ticks]");
  const on = [...list.querySelectorAll("[data-tick]")].filter((one) => one.checked).map((one) => one.dataset.tick);
  localStorage.setItem(`ticks:${list.dataset.ticks}`, JSON.stringify(on));
}

// The row to begin with: the first that is empty.
const first_row = () => [...document.querySelectorAll("[data-row]")].find((row) => !names_in(row.querySelector("[data-several]")).length) || chosen_row();

// How high the head and the bar are, whatever letters they have: what is reached is kept clear of them.
const measured = new ResizeObserver((entries) => {
  for (const { target } of entries) root.style.setProperty(target.id === "bar" ? "--bar" : "--head", `${target.offsetHeight}px`);
});

function ready(before) {
  measured.disconnect();
  for (const one of document.querySelectorAll(".top, #bar")) measured.observe(one);
  const list = document.querySelector("[data-ticks]");
  if (list) for (const box of list.querySelectorAll("[data-tick]")) box.checked = ticks_of(list).includes(box.dataset.tick);
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  for (const field of document.querySelectorAll("[data-several]")) { field.type = "hidden"; lay_out(field); }
  if (document.querySelector("[data-row]") && !document.querySelector(".resting")) choose_row(first_row());
  ready_things();
  ready_sheet();
  const form = document.getElementById("asking");
  const open = still_open(form, document.querySelector("#bar button.go"));
  if (!open && form?.dataset.try && form.querySelector("[data-several], fieldset")) try_out(form, { first: true });
  if (WIDE.matches) {
    for (const board of document.querySelectorAll(".board[data-whole]")) whole(board);
    if (document.getElementById("story") && !document.querySelector(".result-page")) document.getElementById("story").open = true;
  }
  say_news(before);
  listen();
  stay_awake();
  come_again();
}

// Pictures are drawn on the server: it must know which way round where the theme follows the system.
const dark = matchMedia("(prefers-color-scheme: dark)");
const tell_scheme = () => { document.cookie = `scheme=${dark.matches ? "dark" : "light"}; path=/; max-age=31536000; samesite=lax`; };
tell_scheme();
dark.addEventListener("change", () => { tell_scheme(); if (root.dataset.theme === "auto") go(location.pathname + location.search, { push: false, focus: false }); });
if (root.dataset.theme === "auto" && root.dataset.drawn !== (dark.matches ? "dark" : "light") && document.querySelector(".board svg"))
  go(location.pathname + location.search, { push: false, focus: false });

ready(null);
