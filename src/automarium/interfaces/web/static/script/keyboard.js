// Keyboard shortcuts: the main button, undo, redo, and the reasons of a line.
function shortcut(event) {
  if (event.metaKey || event.ctrlKey || event.altKey || !main().classList.contains("at-table")) return false;
  if (event.target.closest("input, textarea, select, [data-keys]")) return false;
  const press = { z: "#undo", y: "#redo" }[event.key.toLowerCase()];
  const free = !event.target.closest("a, button, summary");
  const wanted = press ? document.querySelector(press) : event.key === "Enter" && free ? document.querySelector("#bar .go:not(.idle)") : null;
  if (wanted && !is_paused(wanted)) { event.preventDefault(); wanted.click(); return true; }
  const line = /^[1-9]$/.test(event.key) ? document.querySelector(`details.hand[data-line="${event.key}"]`) : null;
  if (line) { line.open = !line.open; line.querySelector("summary").focus(); return true; }
  return false;
}

// Arrow keys move between options; typing focuses the option that begins so.
let typed = "", typed_at = 0;
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.querySelector(".menu[open]")?.removeAttribute("open");
  if (shortcut(event)) return;
  const group = event.target.closest?.("[data-keys]");
  if (!group || event.metaKey || event.ctrlKey || event.altKey) return;
  const options = [...group.querySelectorAll("button")];
  const here = options.indexOf(document.activeElement);
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by) {
    options[(here + by + options.length) % options.length].focus();
    event.preventDefault();
  } else if (event.key.length === 1) {
    const goes_on = event.timeStamp - typed_at < 1000;
    if (event.key === " " && !goes_on) return; // the space bar presses the button
    if (event.key === " ") event.preventDefault();
    typed = goes_on ? typed + event.key : event.key;
    typed_at = event.timeStamp;
    const wanted = typed.toLowerCase();
    const found = options.find((one) => one.textContent.toLowerCase().startsWith(wanted) || one.value.toLowerCase().startsWith(wanted));
    found?.focus();
  }
});
