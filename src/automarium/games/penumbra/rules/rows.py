"""Fields for what stays known from turn to turn: the Classes in play, asked once, and the rows of Contracts and Trials,
asked with the last report as default."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Literal, TypeAlias

import msgspec

from automarium.engine.message import refuse
from automarium.engine.play.command import Given
from automarium.engine.question import Field, Form, Series, Several
from automarium.games.penumbra.boards.board import AutomaBoard
from automarium.games.penumbra.boards.line import SLOTS, EffectName, Entry
from automarium.games.penumbra.position import TOME, Desk, Position, Rows

RowName: TypeAlias = Literal["contracts", "trials"]
ROWS: tuple[RowName, ...] = ("contracts", "trials")
EFFECTS: dict[RowName, EffectName] = {"contracts": "contract", "trials": "trial"}  # what looks at them
CLASSES = "classes"
VPS = "trials-vp"
AFTER = "contracts-then"
MORE = "more"  # a Contract of more VP than the Automa can ever complete
OTHER = "other"  # a Contract of a side other than Light or Darkness: which one is asked where it decides
KINDS = ("light", "dark", OTHER)
MOST_VP = 30
MANY = 3  # cards in a slot: more make no difference to any condition
LONGEST_ROW = 12
NAMED_VP = 10  # a Contract of fewer VP is named by them, even where the Automa could never complete it


def make_classes_field(about: str, colours: tuple[str, ...], default: list[str] | None = None) -> Several:
    """Return the question for the Classes in play; the Automa's own is in play anyway (PEN-AMB-22)."""
    limits = dict.fromkeys(colours, 1)
    return Several(about=about, options=colours, most=len(colours), limits=limits, family="colour", default=default)


def find_open_classes(position: Position) -> list[Field]:
    """Return a field for the Classes in play if they are unknown."""
    if position.classes:
        return []
    return [Field(CLASSES, make_classes_field("ask.classes", position.colours))]


def find_rows_needed(position: Position, ordinal: int, level: int) -> Sequence[RowName]:
    """Return the rows that a card about to be revealed may look at."""
    return _looked_at(position.board, ordinal == 1, level)


@lru_cache(maxsize=1024)
def _looked_at(board: AutomaBoard, first: bool, level: int) -> tuple[RowName, ...]:
    return tuple(row for row in ROWS if _speaks_of(EFFECTS[row], board.lists, first, level))


def _speaks_of(effect: EffectName, lists: Sequence[Sequence[Entry]], first: bool, level: int) -> bool:
    for lines in lists:
        for line in lines:
            for one in line.do:
                if one.effect == effect:
                    when = line.when
                    in_order = when.order is None or (when.order == "first") == first
                    if in_order and (when.min_level or 0) <= level:
                        return True
    return False


def find_symbols(position: Position, row: RowName, ordinal: int, level: int) -> tuple[str, ...]:
    """Return the symbols of a card about to be revealed with which a row is looked at: nothing is asked about a row
    that does not matter. It is only a forecast: a row that matters after all is asked then."""
    board = position.board
    free = position.free_marks > 0
    counts = tuple(min(len(stack), MANY) for stack in position.slots)
    slots = [slot for slot in range(SLOTS) if _reaches(board, slot, EFFECTS[row], ordinal == 1, level, counts, free)]
    return (*(board.slots[slot] for slot in slots), *((TOME,) if board.tome in slots else ()))


@lru_cache(maxsize=4096)
def _reaches(
    board: AutomaBoard,
    slot: int,
    effect: EffectName,
    first: bool,
    level: int,
    counts: tuple[int, ...],
    free: bool,
    lain: tuple[int, ...] = (),
) -> bool:
    """Return whether the list under a slot may come to an effect for a card that is put there, also by Substitution
    and Joker; ``free``: the Automa's board has a free place for a Mark."""
    now = tuple(count + (index == slot) for index, count in enumerate(counts))
    for line in board.lists[slot]:
        if not _may_hold(board, line, slot, first, level, now):
            continue
        for one in line.do:
            onward = [board.named(one.slot)] if one.effect == "substitution" else range(SLOTS)
            if one.effect == effect:
                return True
            if one.effect in ("substitution", "joker") and any(
                _reaches(board, there, effect, first, level, counts, free, (*lain, slot))
                for there in onward
                if there not in (*lain, slot)
            ):
                return True
        if not [one for one in line.doubtful if one != "mark_and_card" or not free]:
            return False
    return False


def _may_hold(board: AutomaBoard, line: Entry, slot: int, first: bool, level: int, counts: tuple[int, ...]) -> bool:
    when = line.when
    if when.cards is not None:
        count = counts[slot if when.slot is None else board.named(when.slot)]
        if not {"==1": count == 1, "==2": count == 2, ">=2": count >= 2}[when.cards]:
            return False
    return (when.order is None or (when.order == "first") == first) and (when.min_level or 0) <= level


def find_open_rows(
    position: Position, wanted: Iterable[RowName], card: tuple[str, int, int] | None = None
) -> list[Field]:
    """Return fields for those rows that were not reported in this turn. ``card``: the field of the symbol of a card
    that is asked for with them, with the ordinal and the Level for it."""
    reported = position.rows.told
    fields = []
    for row in wanted:
        if row not in reported:
            needs = None if card is None else (card[0], find_symbols(position, row, *card[1:]))
            new = _row_fields([row], position.board, position.rows)
            fields += new if needs is None else [msgspec.structs.replace(field, needs=needs) for field in new]
    return fields


def _row_fields(wanted: Iterable[RowName], board: AutomaBoard, lying: Rows) -> list[Field]:
    fields: list[Field] = []
    for row in wanted:
        fields += [Field(row, _contracts(board, lying))] if row == "contracts" else _trial_fields(lying.trials)
    return fields


def _trial_fields(known: Sequence[tuple[int, int | None]] | None) -> list[Field]:
    difficulties = None if known is None else [difficulty for difficulty, _ in known]
    worth = [vp for _, vp in known or () if vp is not None]
    vps = worth if len(worth) == len(known or ()) else []
    return [
        Field("trials", make_series("ask.trials", difficulties)),
        Field(VPS, make_series("ask.trials.all-vp", vps)),
    ]


def make_after_field(position: Position, taken: int | None) -> Field:
    """Return a field for the row of Contracts after one is taken and the row is refilled."""
    lying = position.rows.contracts or []
    left = lying if taken is None else [*lying[:taken], *lying[taken + 1 :]]
    asked = _contracts(position.board, position.rows)
    return Field(AFTER, msgspec.structs.replace(asked, about="ask.contracts.then", default=left))


def keep_after(position: Position, answers: Given) -> None:
    if AFTER in answers:
        keep_reported(position, {"contracts": answers[AFTER]})


def _contracts(board: AutomaBoard, lying: Rows) -> Several:
    return Several(
        about="ask.contracts.row",
        options=_contract_cards(max(NAMED_VP, board.mark_places)),
        most=LONGEST_ROW,
        family="contract-card",
        default=lying.contracts,
    )


@cache
def _contract_cards(named: int) -> tuple[str, ...]:
    return (*(f"{kind}-{vp}" for kind in KINDS for vp in range(named)), MORE)


@cache
def get_side(contract: str) -> str | None:
    """Return the side of a Contract from its name; None if the name does not say it."""
    kind = contract.partition("-")[0]
    return kind if kind in ("light", "dark") else None


def get_vp(contract: str) -> int:
    return MOST_VP if contract == MORE else int(contract.partition("-")[2])


def make_series(about: str, default: Sequence[int] | None) -> Series:
    """Return a question for VP or difficulties of a row, left first."""
    known = None if default is None else list(default)
    return Series(about=about, low=0, high=MOST_VP, most=LONGEST_ROW, default=known)


def keep_reported(position: Position, answers: Given) -> None:
    """Keep Classes and rows from the answer to a form."""
    rows = position.rows
    if CLASSES in answers:
        position.classes = {colour: colour in answers[CLASSES] for colour in position.colours}
    if "contracts" in answers:
        rows.contracts = list(answers["contracts"])
        rows.told.append("contracts")
    if "trials" in answers:
        rows.trials = _trials(answers["trials"], answers.get(VPS, ()), len(position.marks))
        rows.told.append("trials")


def _trials(difficulties: Sequence[int], vps: Sequence[int], level: int) -> list[tuple[int, int | None]]:
    """Return Trials with their VP; VP are given of all, or only of those that the Automa can pass."""
    if len(vps) == len(difficulties):
        return list(zip(difficulties, vps, strict=True))
    low = [index for index, difficulty in enumerate(difficulties) if difficulty < level]
    if len(vps) != len(low):
        raise refuse("ask.as-many", f"to.{VPS}", count=len(difficulties))
    worth = dict(zip(low, vps, strict=True))
    return [(difficulty, worth.get(index)) for index, difficulty in enumerate(difficulties)]


def ask_row(desk: Desk, row: RowName) -> None:
    """Ask for a row unless it was reported in this turn and has not changed, with it for the other row if that may be
    looked at as well."""
    position = desk.position
    reported = position.rows.told
    if row in reported:
        if row == "contracts" or not _worth_missing(position):
            return
        reported.remove(row)
    wanted, question = _asked_with(position.board, row, position.ordinal == 1, len(position.marks), bool(reported))
    seen = desk.ask(question, lambda: _rows_question(wanted, position.board, position.rows))
    keep_reported(position, seen if type(seen) is dict else {row: seen})


@lru_cache(maxsize=1024)
def _asked_with(
    board: AutomaBoard, row: RowName, first: bool, level: int, other_reported: bool
) -> tuple[tuple[RowName, ...], Several | Form]:
    """Return the rows to ask for, and the question without defaults."""
    also = () if other_reported else _looked_at(board, first, level)
    wanted = tuple(one for one in ROWS if one == row or one in also)
    return wanted, _rows_question(wanted, board, Rows())


def _rows_question(wanted: tuple[RowName, ...], board: AutomaBoard, lying: Rows) -> Several | Form:
    if wanted == ("contracts",):
        return _contracts(board, lying)
    return Form(about="ask.rows", fields=tuple(_row_fields(wanted, board, lying)))


def _worth_missing(position: Position) -> bool:
    """Return whether the Automa can now pass a Trial whose VP are unknown."""
    level = len(position.marks)
    return bool([low for low, vp in position.rows.trials or () if vp is None and low < level])


def take_from_row(position: Position, row: RowName, index: int, *, refilled: bool) -> None:
    """Take a card from its row. A row that is ``refilled`` at once has an unknown card and is asked again."""
    lying = position.rows.contracts if row == "contracts" else position.rows.trials
    assert lying is not None
    del lying[index]
    if refilled:
        position.rows.told.remove(row)
