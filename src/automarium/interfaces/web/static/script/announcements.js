// Announcements to screen readers, and notices on the page.

const read_hands = () => [...document.querySelectorAll(".hands .hand .what, #asked")].map((one) => one.textContent);

function announce_changes(before) {
  const now = read_hands();
  if (before && now.length && now.join() !== before.told.join()) announce(now.join(". "));
}

const announce = (words) => { document.getElementById("said").textContent = words; };

function show_notice(words) {
  document.getElementById("notice")?.remove();
  const told = document.createElement("p");
  told.id = "notice";
  told.className = "notice";
  told.setAttribute("role", "alert");
  told.textContent = words;
  main().prepend(told);
}
