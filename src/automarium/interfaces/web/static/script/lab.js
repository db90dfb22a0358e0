// Reload the page of a lab run regularly until the run ends, keeping the scroll position.

let reload_timer = 0;
function schedule_reload() {
  clearTimeout(reload_timer);
  if (main().dataset.again === undefined) return;
  reload_timer = setTimeout(() => {
    if (document.hidden || current_request) schedule_reload();
    else load_page(location.pathname + location.search, { push: false, focus: false });
  }, 1500);
}
