"""The board editor: questions and a form for a printed board, and the way from an entry back to lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from automarium.engine.content.board_editor import BoardField, Chips, Remark, SheetLine, SheetPart
from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.message import Message, message, refuse, term
from automarium.engine.play.command import Given
from automarium.engine.question import Answer, Pick, Words
from automarium.games.penumbra.boards.board import BoardTable, Scoring, is_certain, read_board, read_levels
from automarium.games.penumbra.boards.line import ALWAYS, SLOTS, list_words, read_line, write_line
from automarium.games.penumbra.boards.lint import find_oddities
from automarium.games.penumbra.boards.sheet import (
    CHIPS,
    MOST_LINES,
    NUMBERS,
    OTHER,
    get_known_lines,
    make_count,
    make_reader,
    make_scoring,
    make_sheet,
    read_level_steps,
    read_names,
    read_texts,
    renamed,
    review_sheet,
    split_text,
)
from automarium.games.penumbra.text import describe_line

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
        known = _rename(known, slots)
        default = known["tome"] if known.get("tome") in slots else None
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
        if not given["scoring"]:
            raise refuse("answer.empty", "scoring")
        if OTHER in given["scoring"]:
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
        known |= entry.get("instructions") or {}
        if known.get("levels"):
            known["levels"] = ", ".join(f"{step['level']}: {step['count']}" for step in known["levels"])
        if HOLE not in entry.values():  # before that, what is scored is only a guess: PEN-AMB-14
            board = read_board("", dict(entry))
            known["scoring"] = [one.per for one in board.scoring.all]
            if (other := board.scoring.other) is not None:
                known |= {"scoring-what": other.what, "scoring-vp": other.vp}
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
        conditions = [
            Scoring("other", given["scoring-vp"], given["scoring-what"]) if per == OTHER else SCORINGS[per]
            for per in given["scoring"]
        ]
        scoring = msgspec.structs.replace(conditions[0], also=tuple(conditions[1:]))
        levels = [msgspec.to_builtins(step) for step in read_levels(str(given.get("levels", "")))]
        return {
            "slots": list(slots),
            "tome_slot": given["tome"],
            "mark_places": given["marks"],
            "scoring": msgspec.json.decode(msgspec.json.encode(scoring)),
            "instructions": {
                "first": given["first"],
                "later": given["later"],
                **({"levels": levels} if levels else {}),
            },
            "lists": lists,
        }

    # ------------------------------------------------------------------------------------------------------- the sheet

    def offered(self, name: str, pack: Pack) -> dict[str, object]:
        """Return the slots of another board that was entered: all boards have the same Equipment."""
        for other, entered in self.names(pack).items():
            if entered and other != name:
                return {"slots": ", ".join(read_printed_names(pack, other))}
        return {}

    def sheet(self, entry: Given, offered: Given) -> Sequence[SheetPart]:
        return make_sheet(self.answers(entry), offered)

    def chips(self) -> Sequence[Chips]:
        return CHIPS

    def split_lines(self, given: Given, column: int, say: Callable[..., str]) -> Sequence[SheetLine]:
        read = make_reader(given, say)
        return [split_text(text, read) for text in read_texts(given, column)]

    def review(self, given: Given, say: Callable[..., str]) -> Sequence[Remark]:
        return list(review_sheet(given, say))

    def entered(self, given: Given, say: Callable[..., str]) -> dict[str, object]:
        names = read_names(given)
        answers: dict[str, Any] = {"slots": ", ".join(names), "tome": names[given["tome"] - 1]}
        answers |= {name: given[name] for name in ("marks", "scoring", "first", "later")}
        answers["levels"] = read_level_steps(given)
        if OTHER in given["scoring"]:
            answers |= {name: given[name] for name in ("scoring-what", "scoring-vp")}
        read = make_reader(given, say)
        for column, name in enumerate(names):
            for number, text in enumerate(read_texts(given, column), 1):
                answers[f"{name}:{number}"] = write_line(renamed(read(text), NUMBERS, names))
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
            *(say("board.scoring", what=one.what or term("scoring", one.per), vp=one.vp) for one in board.scoring.all),
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


def read_printed_names(pack: Pack, name: str) -> list[str]:
    return [str(slot) for slot in pack.entry("board", name)["slots"]]


def _rename(known: Given, slots: tuple[str, ...]) -> Given:
    """Return the known answers for other names of the slots: a line keeps the slot that it speaks of."""
    before = tuple(str(known.get("slots", "")).split(", "))
    if before == slots or len(before) != SLOTS:
        return known
    found: dict[str, object] = {name: value for name, value in known.items() if ":" not in name}
    if known.get("tome") in before:
        found["tome"] = slots[before.index(known["tome"])]
    for old, new in zip(before, slots, strict=True):
        for number, text in enumerate(get_known_lines(known, old), 1):
            found[f"{new}:{number}"] = write_line(renamed(read_line(text, before), before, slots))
    return found
