"""The board editor: a printed board question by question, its lists line by line, and back from an entry to lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from automarium.games.penumbra.boards import BoardTable, FromLevel, Scoring, is_certain, read_board
from automarium.games.penumbra.lines import ALWAYS, SLOTS
from automarium.games.penumbra.notation import read_line, words_of, written
from automarium.games.penumbra.oddities import oddities
from automarium.games.penumbra.sheet import (
    CHIPS,
    MOST_LINES,
    OTHER,
    count_question,
    scoring_question,
    sheet,
    sheet_answers,
    sheet_lines,
)
from automarium.games.penumbra.text import line_in_words
from automarium.kernel.boards import BoardField, Chips, SheetPart
from automarium.kernel.command import Given
from automarium.kernel.pack import HOLE, Pack
from automarium.kernel.question import Answer, Pick, Words
from automarium.kernel.reading import read
from automarium.kernel.saying import Refused, Saying, refuse, saying, term

SCORINGS: dict[str, Scoring] = {
    "discipline_card": Scoring("discipline_card", 1),  # PEN-SCORE-05
    "contract": Scoring("contract", 1),  # PEN-SCORE-06
    "trial": Scoring("trial", 3),  # PEN-SCORE-07
}


class BoardEditor:
    section = "board"
    family = "board-name"

    def names(self, pack: Pack) -> Mapping[str, bool]:
        return {id_: HOLE not in pack.entry("board", id_).values() for id_ in pack.printed["board"]}

    def house(self, pack: Pack) -> Sequence[str]:
        return list(pack.house["board"])

    def entry(self, name: str, pack: Pack) -> dict[str, object]:
        kind = "house" if name in pack.house["board"] else "printed"
        return pack.entry("board", name, kind)

    # ------------------------------------------------------------------------------------------------------- questions

    def field(self, given: Given, known: Given) -> BoardField | None:
        """Slots, Tomes, Marks, scoring, the number of Instructions; then each list from the top to its last line."""
        for field in self._fields(given, known):
            if field.name not in given:
                return field
        return None

    def _fields(self, given: Given, known: Given) -> Iterator[BoardField]:
        yield BoardField(
            "slots", Words(about="ask.board.slots", default=known.get("slots")), heading=saying("board.intro")
        )
        slots = read_slots(given["slots"])
        tome = known.get("tome")
        default = tome if tome in slots else None
        yield BoardField("tome", Pick(about="ask.board.tome", options=slots, default=default))
        yield BoardField("marks", count_question("marks", known))
        yield from self._scoring(given, known)
        yield BoardField("first", count_question("first", known))
        yield BoardField("later", count_question("later", known))
        yield BoardField("levels", Words(about="ask.board.levels", default=known.get("levels")), may_end=True)
        read_levels(str(given["levels"]))
        heading: Saying | None = saying("board.lists")
        for slot in slots:
            may_end = False
            for number in range(1, MOST_LINES + 1):
                name = f"{slot}:{number}"
                params = {"slot": term("slot", slot), "number": number}
                line = Words(about="ask.board.line", params=params, default=known.get(name))
                yield BoardField(name, line, may_end, heading)
                heading = None
                if given[name] == "":
                    break
                entry = read_line(str(given[name]), slots)
                if is_certain(entry):
                    break
                may_end = entry.when == ALWAYS

    def _scoring(self, given: Given, known: Given) -> Iterator[BoardField]:
        yield BoardField("scoring", scoring_question(known))
        if given["scoring"] == OTHER:
            yield BoardField("scoring-what", Words(about="ask.board.scoring-what", default=known.get("scoring-what")))
            if not str(given["scoring-what"]).strip():
                raise refuse("board.scoring-what", "scoring-what")
            yield BoardField("scoring-vp", count_question("scoring-vp", known))

    def heard(self, name: str, answer: Answer, given: Given, say: Callable[..., str]) -> Answer:
        """A line may be typed in the words of the person's language; it is kept in ours."""
        if ":" not in name or answer == "":
            return answer
        slots = read_slots(given["slots"])
        return written(read_line(str(answer), slots, words=words_of(say, slots)))

    def answers(self, entry: Given) -> dict[str, object]:
        """What is a hole is left out; an entry that cannot be read gives no lines."""
        known: dict[str, Any] = {}
        if isinstance(entry.get("slots"), list):
            known["slots"] = ", ".join(str(slot) for slot in entry["slots"])
        simple = {"tome": entry.get("tome_slot"), "marks": entry.get("mark_places")}
        known |= {name: value for name, value in simple.items() if value not in (None, HOLE)}
        scoring = entry.get("scoring")
        if isinstance(scoring, dict) and scoring.get("per") in (*SCORINGS, OTHER):
            known["scoring"] = scoring["per"]
            if scoring["per"] == OTHER:
                known |= {"scoring-what": scoring.get("what", ""), "scoring-vp": scoring.get("vp", 0)}
        known |= entry.get("instructions") or {}
        if known.get("levels"):
            known["levels"] = ", ".join(f"{step['level']}: {step['count']}" for step in known["levels"])
        if HOLE not in entry.values():
            board = read_board("", dict(entry))
            for slot, lines in zip(board.slots, board.lists, strict=True):
                known |= {f"{slot}:{number}": written(line) for number, line in enumerate(lines, 1)}
        return known

    def made(self, given: Given) -> dict[str, Any]:
        slots = read_slots(given["slots"])
        lists: dict[str, list[str]] = {slot: [] for slot in slots}
        for name, line in given.items():
            slot, colon, _ = name.rpartition(":")
            if colon and line:
                lists[slot].append(written(read_line(line, slots)))
        per = given["scoring"]
        scoring = Scoring("other", given["scoring-vp"], given["scoring-what"]) if per == OTHER else SCORINGS[per]
        levels = msgspec.to_builtins(read_levels(str(given.get("levels", ""))))
        return {
            "slots": list(slots),
            "tome_slot": given["tome"],
            "mark_places": given["marks"],
            "scoring": msgspec.to_builtins(scoring),
            "instructions": {
                "first": given["first"],
                "later": given["later"],
                **({"levels": levels} if levels else {}),
            },
            "lists": lists,
        }

    # ------------------------------------------------------------------------------------------------------- the sheet

    def sheet(self, entry: Given) -> Sequence[SheetPart]:
        return sheet(self.answers(entry))

    def chips(self) -> Sequence[Chips]:
        return CHIPS

    def entered(self, given: Given, say: Callable[..., str]) -> dict[str, object]:
        answers = sheet_answers(given)
        slots = read_slots(answers["slots"])
        for index, slot in enumerate(slots):
            for number, line in enumerate(sheet_lines(given, index), 1):
                name = f"{slot}:{number}"
                try:
                    answers[name] = self.heard(name, line, answers, say)
                except Refused as refused:
                    raise Refused(refused.message, f"lists.{slot}[{number - 1}]") from None
        if answers["scoring"] != OTHER:
            answers.pop("scoring-what", None)
        return self.made(answers)

    # --------------------------------------------------------------------------------------------------------- looking

    def check(self, name: str, entry: Given) -> Sequence[Saying]:
        holes = [field for field, value in entry.items() if value == HOLE]
        if holes:
            raise refuse("board.holes", name, fields=holes)
        return oddities(read_board(name, dict(entry), name))

    def show(self, name: str, entry: Given, say: Callable[..., str]) -> Sequence[str]:
        board = read_board(name, dict(entry), name)
        lines = [
            say("board.marks", count=board.mark_places),
            say("board.scoring", what=board.scoring.what or term("scoring", board.scoring.per), vp=board.scoring.vp),
            say("board.instructions", first=board.regular.first, later=board.regular.later),
            *(say("board.from-level", level=step.level, count=step.count) for step in board.regular.levels),
        ]
        for index, slot in enumerate(board.slots):
            tome = f" ({say('symbol.tome')})" if index == board.tome else ""
            lines.append(f"{say('slot-name', slot=term('slot', slot))}{tome}:")
            lines += [f"   {number}. {line_in_words(line, say)}" for number, line in enumerate(board.lists[index], 1)]
        return lines

    def schema(self) -> dict[str, Any]:
        return msgspec.json.schema(BoardTable)


def read_slots(text: str) -> tuple[str, ...]:
    """Four names with commas between them, from the left."""
    slots = tuple(part.strip() for part in str(text).split(","))
    if len(slots) != SLOTS or not all(slots):
        raise refuse("board.four-slots", "slots", count=len([slot for slot in slots if slot]))
    lists = {slot: ["arcana"] for slot in slots}
    scoring = {"per": "contract", "vp": 1}
    read_board("", {"slots": list(slots), "tome_slot": slots[0], "mark_places": 1, "scoring": scoring, "lists": lists})
    return slots


def read_levels(text: str) -> tuple[FromLevel, ...]:
    """``4: 3, 6: 4``: three Instructions from Level 4 on, four from Level 6."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        numbers = re.fullmatch(r"\D*(\d{1,2})\s*[:=]\s*(\d)", part)
        if numbers is None:
            raise refuse("board.levels", "levels", given=part)
        found.append(FromLevel(int(numbers[1]), int(numbers[2])))
    return tuple(read(list[FromLevel], msgspec.to_builtins(found), "levels"))
