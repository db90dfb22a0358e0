// The Back button of the browser at the table.

// One extra history entry: the first Back stays at the table and points to undo, a second one leaves.
function guard_history() {
  if (history.state?.guard) return;
  history.pushState({ guard: true }, "");
}

addEventListener("popstate", async () => {
  const path = location.pathname + location.search;
  const { game, back } = main().dataset;
  const stays = game && location.pathname === make_table_url(game) && main().classList.contains("at-table");
  await load_page(path, { push: false });
  const undo = document.getElementById("undo");
  if (stays && undo) {
    show_notice(back);
    undo.classList.add("wanted");
    undo.focus();
  }
});
