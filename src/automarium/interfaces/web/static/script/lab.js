// A run of the lab grows by itself: the page comes again as long as it says so, wherever the person is in it.

let coming_again = 0;
function come_again() {
  clearTimeout(coming_again);
  if (main().dataset.again === undefined) return;
  coming_again = setTimeout(() => {
    if (document.hidden || under_way) come_again();
    else go(location.pathname + location.search, { push: false, focus: false });
  }, 1500);
}
