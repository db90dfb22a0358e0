"""A board as one form: its parts, the chips of its lines, and remarks about what is missing, wrong or odd.

Inside a form a line names a slot by its number (``$1``), so that a slot can be renamed at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from automarium.engine.content.board_editor import Chips, LineChip, Remark, SheetLine, SheetPart, Way
from automarium.engine.message import Message, Refused, Say, message, refuse
from automarium.engine.play.command import Given
from automarium.engine.question import Count, Pick, Several, Words
from automarium.games.penumbra.boards.board import (
    AutomaBoard,
    Regular,
    Scoring,
    find_circle,
    is_certain,
    is_slot_name,
    read_levels,
)
from automarium.games.penumbra.boards.line import (
    ALWAYS,
    EFFECTS,
    MOST_INSTRUCTIONS,
    MOST_MARKS,
    SLOTS,
    Entry,
    list_words,
    read_line,
    write_conditions,
    write_effect,
)
from automarium.games.penumbra.boards.lint import find_oddities

OTHER = "other"  # any other scoring: its words and its VP are asked
SCORING_KINDS = ("discipline_card", "contract", "trial", OTHER)
MOST_LINES = 20
MOST_TEXT = 2000  # letters of a column
HIGHEST_LEVEL = 8  # with a chip; a higher one is typed
LEVEL_STEPS = 3  # how often the number of Instructions may change with the Level
NUMBERS = tuple(f"${number}" for number in range(1, SLOTS + 1))  # the slots as a form names them
COUNTS = {  # low, high, and what the rulebook says
    "marks": (1, MOST_MARKS, None),
    "scoring-vp": (0, 30, None),
    "first": (1, MOST_INSTRUCTIONS, 1),
    "later": (1, MOST_INSTRUCTIONS, 2),
}
CARDS = {"=1": "==1", "=2": "==2", "2+": ">=2"}


# ---------------------------------------------------------------------------------------------------------------- chips


def _label(text: str) -> Message:
    return message("component.label", label=text)


def _make_card_chips() -> Iterator[LineChip]:
    for sign, cards in CARDS.items():
        key = _label(sign.removeprefix("="))
        yield LineChip(sign, message(f"chip.cards.{cards}"), key)
        for number, slot in enumerate(NUMBERS, 1):
            words = message(f"chip.cards.{cards}.slot", slot=slot)
            yield LineChip(f"{sign}@{slot}", words, key, column=number)


IF, DOES, CARD_TO = (message(f"chips.tab.{name}") for name in ("if", "do", "to"))
CHIPS: tuple[Chips, ...] = (
    Chips(IF, message("chips.cards"), True, tuple(_make_card_chips()), one=True),
    Chips(
        IF,
        message("chips.order"),
        True,
        tuple(LineChip(name, message(f"chip.{name}"), message(f"chip.{name}.key")) for name in ("first", "later")),
        one=True,
    ),
    Chips(
        IF,
        message("chips.level"),
        True,
        (
            *(
                LineChip(f"L{level}", message("chip.level", level=level), _label(str(level)))
                for level in range(1, HIGHEST_LEVEL + 1)
            ),
            LineChip("L…", message("chip.level", level="…"), _label("…"), typed="number"),
        ),
        one=True,
    ),
    Chips(
        DOES,
        message("chips.do"),
        False,
        (
            *(
                LineChip(name, message(f"effect-short.{name}"))
                for name in EFFECTS
                if name not in ("substitution", "unique")
            ),
            LineChip("unique “…”", message("chip.unique"), message("chips.unique.one"), typed="text"),
        ),
    ),
    Chips(
        CARD_TO,
        message("chips.to"),
        False,
        tuple(LineChip(f"to {slot}", message("chip.to", slot=slot), _label(slot)) for slot in NUMBERS),
    ),
)


# ------------------------------------------------------------------------------------------------------------ the sheet


def make_sheet(known: Given, offered: Given) -> Sequence[SheetPart]:
    """Return names and lines of the four columns, then the rest of the board; ``known`` are the editor's answers,
    ``offered`` those of another board."""
    names = _list_names(known) or [""] * SLOTS
    offers = _list_names(offered) or [""] * SLOTS
    parts = []
    for index, (name, offer) in enumerate(zip(names, offers, strict=True)):
        params = {"number": index + 1}
        heading = Words(about="ask.sheet.slot", params=params, default=name or None, most=60)
        parts.append(SheetPart(f"slot-{index}", heading, index, heading=True, offer=offer))
        texts = get_known_lines(known, name)
        entries = [read_line(text, tuple(names)) for text in texts]
        numbered = tuple(split_entry(renamed(entry, names, NUMBERS)) for entry in entries)
        column = Words(about="ask.sheet.lines", params=params, default="\n".join(texts) or None, most=MOST_TEXT)
        parts.append(SheetPart(f"lines-{index}", column, index, lines=numbered))
    tome = names.index(known["tome"]) + 1 if known.get("tome") in names else None
    numbers = tuple(range(1, SLOTS + 1))
    other = ("scoring", OTHER)
    what = Words(about="ask.board.scoring-what", default=known.get("scoring-what", ""))
    return [
        *parts,
        SheetPart("tome", Pick(about="ask.board.tome", options=numbers, default=tome), of_columns=True),
        SheetPart("marks", make_count("marks", known)),
        SheetPart("scoring", make_scoring(known)),
        SheetPart("scoring-what", what, needs=other),
        SheetPart("scoring-vp", make_count("scoring-vp", known), needs=other),
        SheetPart("first", make_count("first", known)),
        SheetPart("later", make_count("later", known)),
        *_make_level_parts(known),
    ]


def _make_level_parts(known: Given) -> Iterator[SheetPart]:
    steps = read_levels(str(known.get("levels", "")))
    for number in range(LEVEL_STEPS):
        step = steps[number] if number < len(steps) else None
        level = Count(about="ask.sheet.level", low=1, high=MOST_MARKS, default=None if step is None else step.level)
        count = Count(
            about="ask.sheet.count", low=1, high=MOST_INSTRUCTIONS, default=None if step is None else step.count
        )
        for name, question in ((f"level-{number}", level), (f"count-{number}", count)):
            yield SheetPart(name, question, optional=True, group=message("ask.sheet.levels"))


def _list_names(known: Given) -> list[str]:
    names = [name.strip() for name in str(known.get("slots", "")).split(",")]
    return names if len(names) == SLOTS else []


def make_count(name: str, known: Given) -> Count:
    """Return the question for a number of the board; the default is the known one or that of the rulebook."""
    low, high, usual = COUNTS[name]
    return Count(about=f"ask.board.{name}", low=low, high=high, default=known.get(name, usual))


def make_scoring(known: Given) -> Several:
    """Return the question for the conditions of end scoring; a board may have more than one."""
    kinds = known.get("scoring")
    return Several(
        about="ask.board.scoring",
        options=SCORING_KINDS,
        most=len(SCORING_KINDS),
        limits=dict.fromkeys(SCORING_KINDS, 1),
        family="scoring",
        default=kinds if isinstance(kinds, list) else None,
        filled=True,
    )


def get_known_lines(known: Given, slot: str) -> list[str]:
    found = (known.get(f"{slot}:{number}") for number in range(1, MOST_LINES + 1))
    return [str(line) for line in found if line]


def renamed(entry: Entry, names: Sequence[str], new: Sequence[str]) -> Entry:
    """Return a line with other names for the slots that it speaks of."""
    by_name = dict(zip(names, new, strict=True))
    when = entry.when
    if when.slot is not None:
        when = msgspec.structs.replace(when, slot=by_name[when.slot])
    effects = [one if one.slot is None else msgspec.structs.replace(one, slot=by_name[one.slot]) for one in entry.do]
    return Entry(tuple(effects), when)


def split_entry(entry: Entry) -> SheetLine:
    return SheetLine(tuple(write_conditions(entry.when)), tuple(write_effect(effect) for effect in entry.do))


def join_line(line: SheetLine) -> str:
    return ": ".join(filter(None, (" ".join(line.when), ", ".join(line.do))))


# ------------------------------------------------------------------------------------------------------------- reading


def read_names(given: Given) -> list[str]:
    return [str(given.get(f"slot-{index}", "")).strip() for index in range(SLOTS)]


def read_texts(given: Given, column: int) -> list[str]:
    found = [line.strip() for line in str(given.get(f"lines-{column}", "")).splitlines() if line.strip()]
    if len(found) > MOST_LINES:
        raise refuse("read.long", f"lines-{column}", count=MOST_LINES)
    return found


def make_reader(given: Given, say: Say) -> Callable[[str], Entry]:
    """Return what reads a line of a form: in words of the language, its slots by name or number."""
    words = dict(list_words(say, ()))
    words |= {name.casefold(): slot for name, slot in zip(read_names(given), NUMBERS, strict=True) if name}
    return lambda text: read_line(text, NUMBERS, words=words)


def read_level_steps(given: Given) -> str:
    """Return the steps of a form as the editor's answer: ``4: 3, 6: 4``."""
    pairs = [(given.get(f"level-{number}"), given.get(f"count-{number}")) for number in range(LEVEL_STEPS)]
    return ", ".join(f"{level}: {count}" for level, count in pairs if level is not None and count is not None)


# ------------------------------------------------------------------------------------------------------------- remarks


def review_sheet(given: Given, say: Say) -> Iterator[Remark]:
    """Yield what is missing, wrong or odd; a list with a line that is wrong is left out where lists are compared."""
    yield from _review_names(read_names(given))
    read = make_reader(given, say)
    lists: list[tuple[Entry, ...]] = []
    for column in range(SLOTS):
        found, entries = _review_column(given, column, read)
        yield from found
        is_wrong = any(remark.kind == "wrong" for remark in found)
        lists.append(() if is_wrong else tuple(entries))
    yield from _review_levels(given)
    yield from _review_board(given, tuple(lists))


def _review_names(names: list[str]) -> Iterator[Remark]:
    folded = [name.casefold() for name in names]
    for index, name in enumerate(names):
        part = f"slot-{index}"
        if not name:
            yield Remark(message("sheet.name-missing", number=index + 1), part, kind="missing")
        elif not is_slot_name(name):
            yield Remark(message("board.slot-name", slot=name), part)
        elif folded.index(folded[index]) < index:
            yield Remark(message("board.slot-twice", slot=name), part)


def _review_column(given: Given, column: int, read: Callable[[str], Entry]) -> tuple[list[Remark], list[Entry]]:
    part = f"lines-{column}"
    found: list[Remark] = []
    entries: list[Entry] = []
    texts = read_texts(given, column)
    lines = [split_text(text, read) for text in texts]
    for number, text in enumerate(texts):
        without = Way(message("way.remove"), tuple(lines[:number] + lines[number + 1 :]))
        if text.endswith(":"):
            words = message("sheet.no-effect", number=number + 1)
            found.append(Remark(words, part, number, "missing", (without,)))
            continue
        try:
            entries.append(read(text))
        except Refused as refused:
            found.append(Remark(refused.message, part, number, ways=(without,)))
    if found:
        return found, []
    if not entries:
        return [Remark(message("sheet.no-lines", number=column + 1), part, kind="missing")], []
    for number, entry in enumerate(entries[:-1]):
        if is_certain(entry):
            rest = lines[:number] + lines[number + 1 :]
            ways = (Way(message("way.last"), (*rest, lines[number])), Way(message("way.remove"), tuple(rest)))
            found.append(Remark(message("sheet.early-end"), part, number, ways=ways))
    if entries[-1].when != ALWAYS:
        more = Way(message("way.otherwise"), (*lines, SheetLine()))
        found.append(Remark(message("sheet.no-end"), part, len(lines) - 1, "missing", (more,)))
    return found, entries


def _review_levels(given: Given) -> Iterator[Remark]:
    for number in range(LEVEL_STEPS):
        level, count = (f"{name}-{number}" for name in ("level", "count"))
        if (given.get(level) is None) != (given.get(count) is None):
            missing = count if given.get(count) is None else level
            yield Remark(message("sheet.half-level"), missing, kind="missing")


def _review_board(given: Given, lists: tuple[tuple[Entry, ...], ...]) -> Iterator[Remark]:
    """Yield remarks about lines that can be read but not carried out, or never are."""
    names = [name or str(number) for number, name in enumerate(read_names(given), 1)]
    marks = given.get("marks")
    most = marks if isinstance(marks, int) else MOST_MARKS
    board = AutomaBoard("", NUMBERS, 0, most, Scoring("contract", 1), lists, Regular())
    if way := find_circle(board, certain=True):
        around = ", ".join(names[NUMBERS.index(slot)] for slot in [*way, way[0]])
        column = NUMBERS.index(way[0])
        way_out = Way(message("way.remove"), tuple(map(split_entry, lists[column][1:])))
        yield Remark(message("board.circle", slots=around), f"lines-{column}", 0, ways=(way_out,))
        return
    for odd in find_oddities(board):
        if odd.key == "board.round":
            around = ", ".join(names[NUMBERS.index(str(slot))] for slot in odd.params["slots"].value)
            yield Remark(message("board.round", slots=around), kind="odd")
        elif "slot" in odd.params:
            column, number = NUMBERS.index(str(odd.params["slot"].value)), odd.params["number"] - 1
            params = {key: value for key, value in odd.params.items() if key not in ("slot", "number")}
            ways = tuple(_find_ways(odd.key, lists[column], number))
            yield Remark(Message(odd.key.replace("board.", "sheet."), params), f"lines-{column}", number, "odd", ways)
        else:
            yield Remark(odd, kind="odd")


def _find_ways(key: str, entries: Sequence[Entry], number: int) -> Iterator[Way]:
    lines = [split_entry(entry) for entry in entries]
    before, line, after = lines[:number], lines[number], lines[number + 1 :]
    if key != "board.after-trial":
        yield Way(message("way.remove"), (*before, *after))
        return
    at = line.do.index("trial")
    last = SheetLine(line.when, (*line.do[:at], *line.do[at + 1 :], "trial"))
    yield Way(message("way.trial-last"), (*before, last, *after))
    yield Way(message("way.trial-ends"), (*before, SheetLine(line.when, line.do[: at + 1]), *after))


def split_text(text: str, read: Callable[[str], Entry]) -> SheetLine:
    """Return a written line as texts of chips; one that cannot be read is a single text."""
    try:
        if text.endswith(":"):
            return SheetLine(split_entry(read(f"{text} arcana")).when)
        return split_entry(read(text))
    except Refused:
        return SheetLine((), (text,))
