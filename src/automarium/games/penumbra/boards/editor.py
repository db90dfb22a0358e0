"""The board editor: questions and a form for a printed board, and the way from an entry back to lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from automarium.engine.content.board_editor import BoardField, Chips, SheetPart
from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.message import Message, Refused, message, refuse, term
from automarium.engine.play.command import Given
from automarium.engine.question import Answer, Count, Pick, Words
from automarium.engine.validation import convert
from automarium.games.penumbra.boards.board import BoardTable, FromLevel, Scoring, is_certain, read_board
from automarium.games.penumbra.boards.line import ALWAYS, EFFECTS, MOST_INSTRUCTIONS, MOST_MARKS, SLOTS
from automarium.games.penumbra.boards.line_notation import list_words, read_line, write_line
from automarium.games.penumbra.boards.lint import find_oddities
from automarium.games.penumbra.text import describe_line

OTHER = "other"  # any other scoring: its words and its VP are asked
SCORING_KINDS = ("discipline_card", "contract", "trial", OTHER)
MOST_LINES = 20
MOST_TEXT = 2000  # letters of a column
HIGHEST_LEVEL = 12  # with a chip; a higher one can be typed
COUNTS = {  # low, high, and what most boards have
    "marks": (1, MOST_MARKS, None),
    "scoring-vp": (0, 30, None),
    "first": (1, MOST_INSTRUCTIONS, 1),
    "later": (1, MOST_INSTRUCTIONS, 2),
}


def _label(text: str) -> Message:
    return message("component.label", label=text)


CHIPS: tuple[Chips, ...] = (
    Chips(message("chips.cards"), True, tuple((sign, _label(sign)) for sign in ("=1", "=2", "2+")), one=True),
    Chips(
        message("chips.order"), True, (("first", message("when.first")), ("later", message("when.second+"))), one=True
    ),
    Chips(
        message("chips.level"),
        True,
        tuple((f"L{level}", message("when.level", level=level)) for level in range(1, HIGHEST_LEVEL + 1)),
        one=True,
    ),
    Chips(
        message("chips.do"),
        False,
        tuple((name, message(f"effect-short.{name}")) for name in EFFECTS if name not in ("substitution", "unique")),
    ),
    Chips(message("chips.to"), False, tuple((f"to ${n}", _label(f"→ ${n}")) for n in range(1, SLOTS + 1))),
    Chips(message("chips.unique"), False, (("unique …", message("chips.unique.one")),)),
)


def make_sheet(known: Given) -> Sequence[SheetPart]:
    """Return names and lines of the four columns, then the rest of the board; ``known`` are the editor's answers."""
    names = [name.strip() for name in str(known.get("slots", "")).split(",")] if "slots" in known else [""] * SLOTS
    parts = []
    for index, name in enumerate(names[:SLOTS]):
        params = {"number": index + 1}
        heading = Words(about="ask.sheet.slot", params=params, default=name or None, most=60)
        parts.append(SheetPart(f"slot-{index}", heading, index, heading=True))
        lines = "\n".join(_known_lines(known, name))
        column = Words(about="ask.sheet.lines", params=params, default=lines or None, most=MOST_TEXT)
        parts.append(SheetPart(f"lines-{index}", column, index, lines=True))
    tome = names.index(known["tome"]) + 1 if known.get("tome") in names else None
    numbers = tuple(range(1, SLOTS + 1))
    parts += [
        SheetPart("tome", Pick(about="ask.board.tome", options=numbers, default=tome)),
        SheetPart("marks", make_count("marks", known)),
        SheetPart("scoring", make_scoring(known)),
        SheetPart("scoring-what", Words(about="ask.board.scoring-what", default=known.get("scoring-what", ""))),
        SheetPart("scoring-vp", make_count("scoring-vp", {"scoring-vp": 1, **known})),
        SheetPart("first", make_count("first", known)),
        SheetPart("later", make_count("later", known)),
        SheetPart("levels", Words(about="ask.board.levels", default=known.get("levels", ""))),
    ]
    return parts


def make_count(name: str, known: Given) -> Count:
    """Return the question for a number of the board; the default is the known or the usual one."""
    low, high, usual = COUNTS[name]
    return Count(about=f"ask.board.{name}", low=low, high=high, default=known.get(name, usual))


def make_scoring(known: Given) -> Pick:
    return Pick(about="ask.board.scoring", options=SCORING_KINDS, family="scoring", default=known.get("scoring"))


def _known_lines(known: Given, slot: str) -> list[str]:
    found = (known.get(f"{slot}:{number}") for number in range(1, MOST_LINES + 1))
    return [str(line) for line in found if line]


def read_sheet(given: Given) -> dict[str, Any]:
    """Return the editor's answers from a filled-in sheet, without the lines."""
    slots = [str(given.get(f"slot-{index}", "")).strip() for index in range(SLOTS)]
    tome = given.get("tome")
    if not isinstance(tome, int):
        raise refuse("answer.missing", "tome", name="tome")
    rest = ("marks", "scoring", "scoring-what", "scoring-vp", "first", "later", "levels")
    return {"slots": ", ".join(slots), "tome": slots[tome - 1], **{name: given[name] for name in rest if name in given}}


def read_sheet_lines(given: Given, column: int) -> list[str]:
    found = [line.strip() for line in str(given.get(f"lines-{column}", "")).splitlines() if line.strip()]
    if len(found) > MOST_LINES:
        raise refuse("read.long", f"lines-{column}", count=MOST_LINES)
    return found


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
        """Return the first field that is not ``given``: slots, Tomes, Marks, scoring, Instructions, then the lists."""
        for field in self._fields(given, known):
            if field.name not in given:
                return field
        return None

    def _fields(self, given: Given, known: Given) -> Iterator[BoardField]:
        yield BoardField(
            "slots", Words(about="ask.board.slots", default=known.get("slots")), heading=message("board.intro")
        )
        slots = read_slots(given["slots"])
        tome = known.get("tome")
        default = tome if tome in slots else None
        yield BoardField("tome", Pick(about="ask.board.tome", options=slots, default=default))
        yield BoardField("marks", make_count("marks", known))
        yield from self._scoring(given, known)
        yield BoardField("first", make_count("first", known))
        yield BoardField("later", make_count("later", known))
        yield BoardField("levels", Words(about="ask.board.levels", default=known.get("levels")), may_end=True)
        read_levels(str(given["levels"]))
        heading: Message | None = message("board.lists")
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
        yield BoardField("scoring", make_scoring(known))
        if given["scoring"] == OTHER:
            yield BoardField("scoring-what", Words(about="ask.board.scoring-what", default=known.get("scoring-what")))
            if not str(given["scoring-what"]).strip():
                raise refuse("board.scoring-what", "scoring-what")
            yield BoardField("scoring-vp", make_count("scoring-vp", known))

    def heard(self, name: str, answer: Answer, given: Given, say: Callable[..., str]) -> Answer:
        """Return an answer as it is kept: a line typed in words of the person's language is written in ours."""
        if ":" not in name or answer == "":
            return answer
        slots = read_slots(given["slots"])
        return write_line(read_line(str(answer), slots, words=list_words(say, slots)))

    def answers(self, entry: Given) -> dict[str, object]:
        """Return the answers that make an entry, without its holes; an entry with holes gives no lines."""
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
                known |= {f"{slot}:{number}": write_line(line) for number, line in enumerate(lines, 1)}
        return known

    def made(self, given: Given) -> dict[str, Any]:
        slots = read_slots(given["slots"])
        lists: dict[str, list[str]] = {slot: [] for slot in slots}
        for name, line in given.items():
            slot, colon, _ = name.rpartition(":")
            if colon and line:
                lists[slot].append(write_line(read_line(line, slots)))
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
        return make_sheet(self.answers(entry))

    def chips(self) -> Sequence[Chips]:
        return CHIPS

    def entered(self, given: Given, say: Callable[..., str]) -> dict[str, object]:
        answers = read_sheet(given)
        slots = read_slots(answers["slots"])
        for index, slot in enumerate(slots):
            for number, line in enumerate(read_sheet_lines(given, index), 1):
                name = f"{slot}:{number}"
                try:
                    answers[name] = self.heard(name, line, answers, say)
                except Refused as refused:
                    raise Refused(refused.message, f"lists.{slot}[{number - 1}]") from None
        if answers["scoring"] != OTHER:
            answers.pop("scoring-what", None)
        return self.made(answers)

    # --------------------------------------------------------------------------------------------------------- looking

    def check(self, name: str, entry: Given) -> Sequence[Message]:
        holes = [field for field, value in entry.items() if value == HOLE]
        if holes:
            raise refuse("board.holes", name, fields=holes)
        return find_oddities(read_board(name, dict(entry), name))

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
            lines += [f"   {number}. {describe_line(line, say)}" for number, line in enumerate(board.lists[index], 1)]
        return lines

    def schema(self) -> dict[str, Any]:
        return msgspec.json.schema(BoardTable)


def read_slots(text: str) -> tuple[str, ...]:
    """Return four slot names from a text with commas. Raise Refused if one cannot be used."""
    slots = tuple(part.strip() for part in str(text).split(","))
    if len(slots) != SLOTS or not all(slots):
        raise refuse("board.four-slots", "slots", count=len([slot for slot in slots if slot]))
    lists = {slot: ["arcana"] for slot in slots}
    scoring = {"per": "contract", "vp": 1}
    read_board("", {"slots": list(slots), "tome_slot": slots[0], "mark_places": 1, "scoring": scoring, "lists": lists})
    return slots


def read_levels(text: str) -> tuple[FromLevel, ...]:
    """Read ``4: 3, 6: 4``: three Instructions from Level 4 on, four from Level 6."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        numbers = re.fullmatch(r"\D*(\d{1,2})\s*[:=]\s*(\d)", part)
        if numbers is None:
            raise refuse("board.levels", "levels", given=part)
        found.append(FromLevel(int(numbers[1]), int(numbers[2])))
    return tuple(convert(list[FromLevel], msgspec.to_builtins(found), "levels"))
