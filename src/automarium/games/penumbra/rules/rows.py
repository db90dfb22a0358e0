"""What stays known from turn to turn, as fields of a form: the Classes in play, told once; the rows of Contracts and
Trials, where what was told last is offered and only what is new is entered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias

import msgspec

from automarium.games.penumbra.lines import EffectName, Entry
from automarium.games.penumbra.position import Desk, Position
from automarium.kernel.saying import refuse
from automarium.kernel.table import Field, Form, Series, Several

RowName: TypeAlias = Literal["contracts", "trials"]
ROWS: tuple[RowName, ...] = ("contracts", "trials")
EFFECTS: dict[RowName, EffectName] = {"contracts": "contract", "trials": "trial"}  # what looks at them
CLASSES = "classes"
VPS = "trials-vp"
AFTER = "contracts-then"
MORE = "more"  # a Contract of more VP than she can ever complete
OTHER = "other"  # a Contract of another side than Light or Darkness: which one is asked where it decides
KINDS = ("light", "dark", OTHER)
MOST_VP = 30
LONGEST_ROW = 12
NAMED_VP = 10  # a Contract of fewer VP is named by them, also where she could never complete it


def classes_question(about: str, colours: tuple[str, ...], default: list[str] | None = None) -> Several:
    """Her own is in play anyway (PEN-AMB-22)."""
    limits = dict.fromkeys(colours, 1)
    return Several(about=about, options=colours, most=len(colours), limits=limits, family="colour", default=default)


def open_classes(position: Position) -> list[Field]:
    """The Classes in play, if nobody has told them yet."""
    if position.classes or position.one_by_one:
        return []
    return [Field(CLASSES, classes_question("ask.classes", position.colours))]


def may_look_at(position: Position, ordinal: int, level: int) -> list[RowName]:
    """The rows that a card about to be turned up may look at."""
    return [row for row in ROWS if _speaks_of(EFFECTS[row], position.board.lists, ordinal, level)]


def _speaks_of(effect: EffectName, lists: Sequence[Sequence[Entry]], ordinal: int, level: int) -> bool:
    first = ordinal == 1
    for lines in lists:
        for line in lines:
            for one in line.do:
                if one.effect == effect:
                    when = line.when
                    in_order = when.order is None or (when.order == "first") == first
                    if in_order and (when.min_level or 0) <= level:
                        return True
    return False


def open_fields(position: Position, wanted: Iterable[RowName]) -> list[Field]:
    """A field for each row that was not told in this turn yet; in a game of an earlier version they are asked when
    they are looked at."""
    if position.one_by_one:
        return []
    return [field for row in wanted if row not in position.rows.told for field in _fields(position, row)]


def _fields(position: Position, row: RowName) -> list[Field]:
    if row == "contracts":
        return [Field(row, _contracts(position))]
    known = position.rows.trials
    difficulties = None if known is None else [difficulty for difficulty, _ in known]
    worth = [vp for _, vp in known or () if vp is not None]
    vps = worth if len(worth) == len(known or ()) else []
    return [
        Field(row, numbers("ask.trials", difficulties)),
        Field(VPS, numbers("ask.trials.all-vp", vps)),
    ]


def after(position: Position, taken: int | None) -> Field:
    """The row of Contracts once one is taken and the row is filled up."""
    lying = position.rows.contracts or []
    left = lying if taken is None else [*lying[:taken], *lying[taken + 1 :]]
    asked = _contracts(position)
    return Field(AFTER, msgspec.structs.replace(asked, about="ask.contracts.then", default=left))


def keep_after(position: Position, told: Mapping[str, Any]) -> None:
    if AFTER in told:
        keep(position, {"contracts": told[AFTER]})


def _contracts(position: Position) -> Several:
    return Several(
        about="ask.contracts.row",
        options=_contract_cards(max(NAMED_VP, position.board.mark_places)),
        most=LONGEST_ROW,
        family="contract-card",
        default=position.rows.contracts,
    )


@cache
def _contract_cards(named: int) -> tuple[str, ...]:
    """A Contract by its side and its VP."""
    return (*(f"{kind}-{vp}" for kind in KINDS for vp in range(named)), MORE)


def numbers(about: str, default: Sequence[int] | None, **more: Any) -> Series:
    """Numbers of a row, left first: VP or difficulties."""
    known = None if default is None else list(default)
    return Series(about=about, low=0, high=MOST_VP, default=known, **{"most": LONGEST_ROW, **more})


def keep(position: Position, told: Mapping[str, Any]) -> None:
    """What a form told."""
    rows = position.rows
    if CLASSES in told:
        position.classes = {colour: colour in told[CLASSES] for colour in position.colours}
    if "contracts" in told:
        rows.contracts = list(told["contracts"])
        rows.told.append("contracts")
    if "trials" in told:
        rows.trials = _trials(told["trials"], told[VPS], position.level)
        rows.told.append("trials")


def _trials(difficulties: Sequence[int], vps: Sequence[int], level: int) -> list[tuple[int, int | None]]:
    """Trials with their VP: of all, or only of those that she can pass."""
    low = [index for index, difficulty in enumerate(difficulties) if difficulty < level]
    if len(vps) == len(difficulties):
        return list(zip(difficulties, vps, strict=True))
    if len(vps) != len(low):
        raise refuse("ask.as-many", f"to.{VPS}", count=len(difficulties))
    worth = dict(zip(low, vps, strict=True))
    return [(difficulty, worth.get(index)) for index, difficulty in enumerate(difficulties)]


def look(desk: Desk, row: RowName) -> None:
    """Ask for a row that is looked at now, unless it was told in this turn and still lies so; with it for the other
    one, if that may be looked at, too."""
    position = desk.position
    if row == "trials" and _worth_missing(position):
        position.rows.told.remove(row)
    if row in position.rows.told:
        return
    other = may_look_at(position, position.ordinal, position.level)
    fields = open_fields(position, [one for one in ROWS if one == row or one in other])
    if len(fields) == 1:
        keep(position, {row: desk.ask(fields[0].question)})
    elif fields:
        keep(position, desk.ask(Form(about="ask.rows", fields=tuple(fields))))


def _worth_missing(position: Position) -> bool:
    """Whether a Trial has come within her reach whose VP nobody has told."""
    rows = position.rows
    if "trials" not in rows.told:
        return False
    return any(vp is None and difficulty < position.level for difficulty, vp in rows.trials or ())


def take(position: Position, row: RowName, index: int, *, refilled: bool) -> None:
    """A card is hers now. Where the row is filled up at once, there is a new one that nobody has told yet."""
    if position.one_by_one:
        return
    lying = position.rows.contracts if row == "contracts" else position.rows.trials
    assert lying is not None
    del lying[index]
    if refilled:
        position.rows.told.remove(row)
