// The guide of the first start: shown once in this browser, on a home page without games.

const GUIDED = "guided";

function start_guide() {
  const guide = document.getElementById("guide");
  if (!guide || guide.open || localStorage.getItem(GUIDED)) return;
  localStorage.setItem(GUIDED, "1");
  guide.showModal();
}

function turn_guide(to) {
  const guide = document.getElementById("guide");
  if (to === "end") { guide.close(); return; }
  for (const step of guide.querySelectorAll("[data-step-of-guide]")) step.hidden = step.dataset.stepOfGuide !== to;
  guide.querySelector(`[data-step-of-guide="${to}"] h2`).focus();
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-guide]");
  if (button) turn_guide(button.dataset.guide);
});
