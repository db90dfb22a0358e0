// The board: taps on places, zoom, and the marks of the opened line.

// A tap on a place chooses the option of the open question, or follows the link of the place.
function tap_place(place, href) {
  const option = [...document.querySelectorAll("#asking [data-option]")].find((one) => one.dataset.option === place);
  if (option) (option.querySelector("input") || option).click();
  else if (!href.startsWith("#")) load_page(href);
}

// After a tap on a place that is not offered, the bottom bar says why.
document.addEventListener("click", (event) => {
  const bar = document.querySelector("#bar [data-beyond]"), place = event.target.closest(".board.tappable [data-place]");
  const href = place?.closest("a[href]");
  if (bar && place && (!href || href.dataset.idle !== undefined)) bar.textContent = JSON.parse(bar.dataset.closed)[place.dataset.place] ?? bar.dataset.beyond;
});

// Show the whole board or the cropped part; opening a line zooms to its place.
const find_drawing = (board) => board.querySelector("svg:not(.sign, .small)");

function zoom(board, box) {
  board.dataset.crop ??= find_drawing(board).getAttribute("viewBox");
  find_drawing(board).setAttribute("viewBox", box || board.dataset.crop);
  const part = board.querySelector(".part"), [x, y, width, height] = (box || board.dataset.crop).split(" ");
  if (part) for (const [name, value] of Object.entries({ x, y, width, height })) part.setAttribute(name, value);
}

function toggle_whole(board) {
  zoom(board, find_drawing(board).getAttribute("viewBox") === board.dataset.whole ? "" : board.dataset.whole);
}

document.addEventListener("toggle", (event) => {
  const hand = event.target;
  if (!hand.matches?.("details.hand")) return;
  if (hand.open) for (const other of document.querySelectorAll("details.hand[open]")) if (other !== hand) other.open = false;
  const shown = document.querySelector("details.hand[open]"), number = shown?.dataset.line, board = document.querySelector(".board[data-whole]");
  for (const mark of document.querySelectorAll(".marks [data-line]")) mark.classList.toggle("faded", Boolean(number) && mark.dataset.line !== number);
  if (board && !WIDE.matches) zoom(board, shown?.dataset.zoom);
}, true);
