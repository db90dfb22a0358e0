// Links, forms, taps.

document.addEventListener("click", (event) => {
  if (asleep(event.target)) { event.preventDefault(); return; }
  const link = event.target.closest("a[href]");
  if (link && !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey) follow(event, link);
  const button = event.target.closest("button");
  if (button?.dataset.step) step(button);
  if (button?.dataset.figure) set_number(button);
  if (button?.dataset.add) add(button);
  if (button?.dataset.drop) drop(button);
  if (button?.dataset.take) take(button);
  if (button?.dataset.erase !== undefined) erase(button);
  if (button?.classList.contains("over")) whole(button.closest(".board"));
  if (button?.dataset.copy) copy(button);
  if (button?.dataset.share) navigator.share({ url: button.dataset.share }).catch(() => {});
  const row = event.target.closest("[data-row]");
  if (row) choose_row(row);
  const open = document.querySelector(".menu[open]");
  if (open && !open.contains(event.target)) open.open = false;
});

function follow(event, link) {
  const href = link.getAttribute("href");
  if (link.dataset.idle !== undefined) { event.preventDefault(); return; }
  const place = link.querySelector("[data-place]");
  if (place) { event.preventDefault(); tap(place.dataset.place, href); return; }
  const to = new URL(href, location.href);
  if (to.origin !== location.origin || link.hasAttribute("download") || link.target || to.hash) return;
  event.preventDefault();
  go(to.pathname + to.search);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.enctype === "multipart/form-data") return;
  event.preventDefault();
  if (asleep(event.submitter) || missing(event.submitter)) return;
  const data = new FormData(form, event.submitter);
  const method = (event.submitter?.formMethod || form.method).toLowerCase();
  if (method === "get") {
    go(`${new URL(form.action).pathname}?${new URLSearchParams(data)}`);
  } else if (!sending) {
    event.submitter?.classList.add("busy");
    go(new URL(form.action).pathname, { form: new URLSearchParams(data) });
  }
});

// The options of a new game depend on each other: a change shows what follows from it.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-again]");
  if (form) again(form, event.target);
  if (event.target.dataset.tick !== undefined) tick(event.target);
});

async function again(form, field) {
  const name = field.name, value = field.value, at = scrollY;
  await go(`${form.dataset.again}?${new URLSearchParams(new FormData(form))}`, { push: false, focus: false });
  const same = [...document.querySelectorAll("form[data-again] input")].find((one) => one.name === name && one.value === value);
  same?.focus({ preventScroll: true });
  scrollTo({ top: at, behavior: "instant" });
}

async function copy(button) {
  const field = document.querySelector("[data-select]");
  try { await navigator.clipboard.writeText(button.dataset.copy); }
  catch { field.select(); document.execCommand("copy"); }
  button.parentElement.querySelector("[role=status]").hidden = false;
}
