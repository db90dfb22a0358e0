"use strict";
// The game is its lines: every request sends all of them, and the last answer is shown. Nothing is stored on the server.

let lines = [];
const find = (id) => document.getElementById(id);

async function send(line) {
  const asked = [...lines, line];
  const response = await fetch("/api/table", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ lines: asked }) });
  const answer = (await response.json()).answers.at(-1);
  if (answer.error) { find("state").textContent = answer.error.message; return; }
  if (!line.look) lines = asked;
  return answer;
}

async function put(line) {
  const answer = await send(line);
  if (!answer) return;
  find("state").textContent = answer.over ? "The game is over." : `Turn ${answer.turn}`;
  find("hands").replaceChildren(...answer.hands.map((hand) => make("li", hand.text)));
  find("question").replaceChildren(...(answer.question ? ask(answer.question) : []));
  find("next").hidden = answer.over || Boolean(answer.question);
  find("undo").hidden = lines.length < 2;
  find("score").textContent = answer.over ? JSON.stringify((await send({ look: "score" })).score.totals) : "";
}

function make(tag, text, click) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (click) made.addEventListener("click", click);
  return made;
}

// One button per option; a number has one per value; everything else takes its default.
function ask(question) {
  const reply = (to) => () => put({ do: "answer", to });
  const buttons = question.kind === "pick" ? question.options.map((one) => make("button", one.text, reply(one.value)))
    : question.kind === "count" ? [...Array(question.high - question.low + 1).keys()].map((n) => make("button", `${question.low + n}`, reply(question.low + n)))
    : [make("button", "Use what is offered", reply(usual(question)))];
  return [make("p", question.text), ...buttons];
}

function usual(question) {
  if (question.default !== null && question.default !== undefined) return question.default;
  if (question.kind === "pick") return question.options[0].value;
  if (question.kind === "count") return question.low;
  if (question.kind === "form") return Object.fromEntries(question.fields.map((field) => [field.name, usual(field)]));
  if (question.kind === "series") return [...Array(question.exactly || 0).keys()].map((n) => question.low + (question.rising ? n : 0));
  return question.kind === "words" ? "x" : question.options.slice(0, question.exactly || 0).map((one) => one.value);
}

find("new").addEventListener("submit", (event) => {
  event.preventDefault();
  lines = [];
  const seed = new URLSearchParams(location.search).get("seed");
  put({ game: new FormData(event.target).get("game"), ...(seed ? { seed: Number(seed) } : {}) });
});
find("next").addEventListener("click", () => put({ do: "next" }));
find("undo").addEventListener("click", () => put({ do: "undo" }));
