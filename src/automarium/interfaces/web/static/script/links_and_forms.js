// Clicks on links and buttons, and forms.

document.addEventListener("click", (event) => {
  if (is_paused(event.target)) { event.preventDefault(); return; }
  const link = event.target.closest("a[href]");
  if (link && !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey) follow_link(event, link);
  const button = event.target.closest("button");
  if (button?.dataset.step) step_number(button);
  if (button?.dataset.figure) set_number(button);
  if (button?.dataset.add) add_thing(button);
  if (button?.dataset.drop) remove_thing(button);
  if (button?.dataset.take) toggle_thing(button);
  if (button?.dataset.erase !== undefined) erase_last(button);
  if (button?.classList.contains("over")) toggle_whole(button.closest(".board"));
  if (button?.dataset.again !== undefined) play_turn();
  if (button?.dataset.copy) copy_field(button);
  if (button?.dataset.send) send_result(button);
  if (button?.dataset.share) navigator.share({ url: button.dataset.share }).catch(() => {});
  const row = event.target.closest("[data-row]");
  if (row) choose_row(row);
  const open = document.querySelector(".menu[open]");
  if (open && !open.contains(event.target)) open.open = false;
});

function follow_link(event, link) {
  const href = link.getAttribute("href");
  if (link.dataset.idle !== undefined) { event.preventDefault(); return; }
  const place = link.querySelector("[data-place]");
  if (place) { event.preventDefault(); tap_place(place.dataset.place, href); return; }
  const to = new URL(href, location.href);
  if (to.origin !== location.origin || link.hasAttribute("download") || link.target || to.hash) return;
  event.preventDefault();
  load_page(to.pathname + to.search);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.enctype === "multipart/form-data") return;
  event.preventDefault();
  if (is_paused(event.submitter) || is_incomplete(event.submitter)) return;
  const data = new FormData(form, event.submitter);
  const method = (event.submitter?.formMethod || form.method).toLowerCase();
  if (method === "get") {
    load_page(`${new URL(form.action).pathname}?${new URLSearchParams(data)}`);
  } else if (!sending) {
    event.submitter?.classList.add("busy");
    load_page(new URL(form.action).pathname, { form: new URLSearchParams(data) });
  }
});

// The options of a new game depend on each other: load the form again after a change.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-again]");
  if (form) refresh_form(form, event.target);
  if (event.target.dataset.tick !== undefined) save_ticks(event.target);
});

async function refresh_form(form, field) {
  const name = field.name, value = field.value, at = scrollY;
  await load_page(`${form.dataset.again}?${new URLSearchParams(new FormData(form))}`, { push: false, focus: false });
  const same = [...document.querySelectorAll("form[data-again] input")].find((one) => one.name === name && one.value === value);
  same?.focus({ preventScroll: true });
  scrollTo({ top: at, behavior: "instant" });
}

async function copy_field(button) {
  const field = document.getElementById(button.dataset.copy);
  try { await navigator.clipboard.writeText(field.value); }
  catch { field.select(); document.execCommand("copy"); }
  button.parentElement.querySelector("[role=status]").hidden = false;
}
