// Play the Automa's turn: light its lines one after the other while their pieces glide on the board or the line is read
// aloud. Nothing waits for it: the list is complete from the start, and a tap or a key shows the end.

const BETWEEN = 80, GLANCE = 250, SHORTEST = 300, LONGEST = 500; // ms: between two lines, a line without a piece, a glide
const LIFTED = 1.14; // how much larger a piece is on its way
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const can_glide = () => !STILL.matches && root.dataset.motion !== "off";

let playback = null; // the AbortController of the turn that is played

const list_lines = () => [...document.querySelectorAll(".hands:not(.back) > .hand[data-line]")].filter((line) => !line.querySelector(".n.done"));
const pause = (ms, signal) => new Promise((done) => {
  const timer = setTimeout(done, ms);
  signal.addEventListener("abort", () => { clearTimeout(timer); done(); });
});

async function play_turn() {
  stop_playback();
  const lines = list_lines(), glides = can_glide(), board = document.querySelector(".board");
  if (!lines.length || (!glides && !reads_aloud())) return;
  const control = (playback = new AbortController()), { signal } = control;
  const movers = glides && board ? lift_pieces(board, lines) : new Map();
  for (const line of lines) line.classList.add("waiting");
  for (const mark of find_marks(lines)) mark.classList.toggle("waiting", glides);
  for (const [nth, line] of lines.entries()) {
    light_line(line, nth + 1, lines.length);
    const glide = glides ? Promise.all([pause(GLANCE, signal), ...(movers.get(line.dataset.line) ?? []).map((mover) => mover.glide(signal))]) : null;
    await Promise.all([glide, reads_aloud() ? speak(read_line(line), signal) : null]);
    if (signal.aborted) return; // stop_playback has shown the end
    for (const mark of find_marks([line])) mark.classList.remove("waiting");
    await pause(BETWEEN, signal);
    if (signal.aborted) return;
  }
  stop_playback();
}

// Show the end: every piece in its place, no line lit.
function stop_playback() {
  playback?.abort();
  playback = null;
  for (const one of document.querySelectorAll(".waiting, .lit, .coming, .fewer")) one.classList.remove("waiting", "lit", "coming", "fewer");
  for (const clone of document.querySelectorAll(".gliding")) clone.remove();
  const row = document.querySelector(".playback");
  if (row) show_progress(row, row.dataset.done, 1);
}

function light_line(line, number, count) {
  for (const one of document.querySelectorAll(".hand.lit")) one.classList.remove("lit");
  line.classList.remove("waiting");
  line.classList.add("lit");
  const row = document.querySelector(".playback");
  if (row) show_progress(row, row.dataset.now.replace("{number}", number).replace("{count}", count), number / count);
}

function show_progress(row, words, share) {
  row.classList.toggle("ended", share === 1 && !playback);
  row.querySelector(".progress").textContent = words;
  row.querySelector("progress").value = share;
}

const find_marks = (lines) => lines.flatMap((line) => [...document.querySelectorAll(`:is(.marks, #strip) [data-line="${line.dataset.line}"]`)]);
const read_line = (line) => line.querySelector(".what").textContent.replaceAll("→", document.querySelector(".playback").dataset.to);

// Replace the pieces that have moved by copies where they were; return the copies by line.
function lift_pieces(board, lines) {
  const found = new Map();
  const add = (line, mover) => found.set(line.dataset.line, [...(found.get(line.dataset.line) ?? []), mover]);
  for (const line of lines)
    for (const way of board.querySelectorAll(`.way[data-line="${line.dataset.line}"][data-piece]`)) {
      const mover = lift_piece(board, way);
      if (mover) add(line, mover);
    }
  const first = document.querySelector(".hands .n.done") ? null : lines[0]; // cards of the app's deck are in no line
  for (const card of board.querySelectorAll("#board [data-arrives], #board [data-leaves]")) {
    const slot = card.dataset.arrives ?? card.dataset.leaves;
    const line = lines.find((one) => board.querySelector(`.way[data-line="${one.dataset.line}"][data-track="${slot}"]`)) ?? first;
    if (line) add(line, lift_card(board, card));
  }
  for (const line of lines)
    for (const mark of document.querySelectorAll(`#strip [data-line="${line.dataset.line}"] .laid.here`)) add(line, lift_mark(mark, line));
  return found;
}

// A card that comes from the deck beside the board or goes back there.
function lift_card(board, card) {
  const drawing = find_drawing(board), { y, height } = card.getBBox(), leaves = "leaves" in card.dataset;
  const clone = card.cloneNode(true), here = { transform: "none", opacity: 1 };
  const away = { transform: `translate(0, ${drawing.viewBox.baseVal.y - y - height}px)`, opacity: 0 };
  for (const name of ["visibility", "data-arrives", "data-leaves"]) clone.removeAttribute(name);
  clone.classList.add("gliding");
  if (leaves) clone.style.opacity = 1;
  else { clone.style.opacity = 0; card.classList.add("coming"); }
  drawing.append(clone);
  return {
    async glide(signal) {
      if (signal.aborted) return;
      clone.classList.add("lifted");
      await animate(clone, leaves ? [here, away] : [away, here], LONGEST, signal);
      clone.remove();
      card.classList.remove("coming");
    },
  };
}

// A piece of the strip that comes from its line.
function lift_mark(mark, line) {
  mark.classList.add("coming");
  return {
    async glide(signal) {
      if (signal.aborted) return;
      const from = line.querySelector(".n").getBoundingClientRect(), to = mark.getBoundingClientRect();
      mark.classList.remove("coming");
      const away = { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${LIFTED})`, zIndex: 2 };
      await animate(mark, [away, { transform: "none", zIndex: 2 }], LONGEST, signal);
    },
  };
}

async function animate(one, frames, duration, signal) {
  const moving = one.animate(frames, { duration, easing: "ease-in-out" });
  signal.addEventListener("abort", () => moving.cancel());
  await moving.finished.catch(() => {}); // stopped
}

function lift_piece(board, way) {
  const { piece, to, many, way: points } = way.dataset, side = piece.split(".")[0];
  const place = [...board.querySelectorAll(`#board [data-place="${to}"]`)].find((one) => !one.dataset.side || one.dataset.side === side);
  const there = place?.querySelector(`[data-piece~="${piece}"]`), figure = there?.dataset.box ? there : there?.querySelector("[data-box]");
  if (!figure || way.querySelector(".gone")) return null;
  const [left, top, width, height] = figure.dataset.box.split(" ").slice(1).map(Number);
  const [x, y] = [left + width / 2, top + height / 2];
  const stretches = (points ?? `${x} ${y}`).split(" / ").map((stretch) => stretch.match(/\S+ \S+/g).map((point) => point.split(" ").map(Number)));
  stretches.at(-1)[stretches.at(-1).length - 1] = [x, y]; // to its very place
  const put = ([to_x, to_y], size = 1) => `translate(${to_x}px, ${to_y}px) scale(${size}) translate(${-x}px, ${-y}px)`;
  const clone = figure.cloneNode(true);
  clone.classList.add("gliding");
  clone.dataset.of = `${to} ${piece}`;
  clone.dataset.many = many;
  clone.removeAttribute("data-piece");
  clone.style.transform = put(stretches[0][0]);
  way.closest("svg").append(clone);
  hide_coming(board, there, clone.dataset.of);
  if (!points) clone.style.opacity = 0;
  return {
    async glide(signal) {
      if (signal.aborted) return;
      const unit = find_drawing(board).viewBox.baseVal.width / board.clientWidth;
      const frames = points ? make_frames(stretches, put) : [{ transform: put([x, y], 1.5), opacity: 0 }, { transform: put([x, y]), opacity: 1 }];
      const duration = Math.min(LONGEST, SHORTEST + measure(stretches) / unit);
      clone.classList.add("lifted");
      await animate(clone, frames, duration, signal);
      clone.remove();
      hide_coming(board, there, clone.dataset.of);
    },
  };
}

// Hide the pieces that are still on their way; of several alike the others stay, without their number.
function hide_coming(board, there, of) {
  const coming = [...board.querySelectorAll(`.gliding[data-of="${of}"]`)].reduce((sum, one) => sum + Number(one.dataset.many), 0);
  there.classList.toggle("coming", coming > 0 && coming >= Number(there.dataset.count ?? 1));
  there.classList.toggle("fewer", coming > 0);
}

const measure = (stretches) => stretches.reduce((sum, points) => sum + points.slice(1).reduce((length, [x, y], nth) => length + Math.hypot(x - points[nth][0], y - points[nth][1]), 0), 0);

// Keyframes at even speed; from the end of a stretch to the next there is no way.
function make_frames(stretches, put) {
  const whole = measure(stretches) || 1, frames = [];
  let gone = 0;
  for (const points of stretches)
    for (const [nth, point] of points.entries()) {
      if (nth) gone += Math.hypot(point[0] - points[nth - 1][0], point[1] - points[nth - 1][1]);
      const last = points === stretches.at(-1) && nth === points.length - 1;
      frames.push({ transform: put(point, last ? 1 : LIFTED), offset: last ? 1 : Math.min(1, gone / whole) });
    }
  return frames;
}

for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, () => { if (playback) stop_playback(); }, true);

function start_playback(before) {
  show_voice();
  root.classList.toggle("glides", can_glide());
  const turned_on = before?.aloud !== "on" && reads_aloud();
  if (before?.revision !== undefined && (before.revision !== main().dataset.revision || turned_on)) play_turn();
}
STILL.addEventListener("change", () => root.classList.toggle("glides", can_glide()));
