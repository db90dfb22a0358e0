// Keep the screen on during a game.

let wake_lock = null;
async function update_wake_lock() {
  const wanted = main().classList.contains("at-table") && !main().dataset.over;
  if (!wanted) { wake_lock?.release().catch(() => {}); wake_lock = null; return; }
  if (wake_lock && !wake_lock.released) return;
  try { wake_lock = await navigator.wakeLock?.request("screen"); } catch { wake_lock = null; }
}
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") { update_wake_lock(); open_stream(); } });
