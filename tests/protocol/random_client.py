"""A random client: plays whole games of any kind through the protocol alone and keeps a copy of the table."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import automarium
from tests.protocol.mirror_table import MirrorTable, Plain

MOST_LINES = 4000


class RandomClient:
    """Knows no game. Sends inputs from ``inputs`` now and then, answers questions, goes on, and compares tables."""

    def __init__(self, header: Plain, seed: int, *, tells: float = 0.4, undoes: float = 0.05) -> None:
        self.random = Random(seed)
        self.tells, self.undoes = tells, undoes
        self.stream = automarium.table()
        self.lines: list[Plain] = []
        self.last = self.send(header)
        self.table = self.look("table")["table"]
        self.turns = 0

    def send(self, line: Plain) -> Plain:
        answer: Plain = json.loads(json.dumps(self.stream.send(json.loads(json.dumps(line)))))
        assert "error" not in answer, (line, answer)
        self.lines.append(line)
        return answer

    def look(self, what: str, **more: Any) -> Plain:
        answer = self.stream.send({"look": what, **more})
        assert "error" not in answer, (what, answer)
        return answer

    def refused(self, line: Plain) -> bool:
        """Return whether a line is refused; nothing may have changed then."""
        before = self.look("table")
        answer = self.stream.send(line)
        if "error" in answer:
            assert self.look("table") == before
            return True
        self.took(line, answer)
        return False

    def took(self, line: Plain, answer: Plain) -> None:
        self.lines.append(line)
        assert answer["revision"] == self.last["revision"] + 1
        self.last = answer
        after = self.look("table")["table"]
        if not self.table or not after:
            assert answer["hands"] == [], "the table is laid out by the checklist"
        else:
            check_hands(self.table, after, answer["hands"], exactly=line["do"] in ("undo", "redo", "next"))
        assert [one.get("text") for one in answer["hands"]] == [one["text"] for one in answer["hands"] if one["text"]]
        self.table = after

    # ------------------------------------------------------------------------------------------------------------ play

    def play(self) -> None:
        while not self.last["over"]:
            assert len(self.lines) < MOST_LINES, "no end"
            if self.last["question"] is not None:
                self.answer()
            elif self.random.random() < self.undoes and len(self.lines) > 2:
                self.undo_and_redo()
            elif self.random.random() < self.tells:
                self.tell()
            else:
                self.turns += 1
                line = {"do": "next"}
                if self.refused(line):  # an input of the human must come first (a fight)
                    self.tell()

    def answer(self) -> None:
        question = self.last["question"]
        for _ in range(20):
            line = {"do": "answer", "to": self.chosen(question)}
            if not self.refused(line):
                return
        raise AssertionError(f"no answer is taken: {question}")

    def undo_and_redo(self) -> None:
        before = self.last["then"]
        assert not self.refused({"do": "undo"})
        assert not self.refused({"do": "redo"})
        assert self.last["then"] == before

    def tell(self) -> None:
        """Send an input that the protocol offers now, filled in field by field."""
        offered = [one for one in self.look("inputs")["inputs"] if one["do"] not in ("next", "answer")]
        if not offered:
            return
        line: Plain = {"do": self.random.choice(offered)["do"]}
        for _ in range(12):
            got = self.stream.send({"look": "inputs", "given": line})
            if "error" in got:
                return
            fields = got["fields"]
            if not fields:
                break
            if not fields[0].get("options", True):
                return
            line[fields[0]["name"]] = self.chosen(fields[0])
        self.refused(line)

    def how_many(self, question: Plain) -> int:
        exactly: int | None = question["exactly"]
        return self.random.randint(0, min(4, question["most"])) if exactly is None else exactly

    def chosen(self, question: Plain) -> Any:
        match question["kind"]:
            case "pick":
                return self.random.choice(question["options"])["value"]
            case "count":
                return self.random.randint(question["low"], min(question["high"], question["low"] + 12))
            case "series":
                count = (
                    question["exactly"]
                    if question["exactly"] is not None
                    else self.random.randint(0, min(3, question["most"]))
                )
                numbers = list(range(question["low"], question["high"] + 1))
                self.random.shuffle(numbers)
                found = numbers[:count]
                return sorted(found) if question["rising"] else found
            case "several":
                there = [
                    one["value"]
                    for one in question["options"]
                    for _ in range(min(question["limits"].get(one["value"], question["most"]), 10))
                ]
                self.random.shuffle(there)
                count = (
                    question["exactly"]
                    if question["exactly"] is not None
                    else self.random.randint(0, min(4, question["most"]))
                )
                return there[:count]
            case "form":
                return {
                    field["name"]: self.chosen(field)
                    for field in question["fields"]
                    if field["default"] is None or self.random.random() < 0.7
                }
            case _:
                return "x"


def check_hands(before: list[Plain], after: list[Plain], hands: list[Plain], *, exactly: bool) -> None:
    """Check that after moving the hands literally only the client's own changes are left."""
    mine = MirrorTable(before)
    mine.do(hands)
    if exactly:
        assert mine.difference(after) == ""
