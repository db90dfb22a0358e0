"""The person's own things without a number: found by what is on them, or entered then. Nobody has to number their box.

A thing that is not in the box yet takes the first number that is free; its facts are asked where they are needed, and
from then on it is found like the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from automarium.games.golem.facts import QUESTIONS, known
from automarium.games.golem.position import Desk
from automarium.kernel.command import Given
from automarium.kernel.pack import HOLE, Pack
from automarium.kernel.question import Pick
from automarium.kernel.saying import Saying, saying, term

OTHER = "other"  # none of those that are known
FIRST = 3  # symbols of a column by which a card is told


def recognised(desk: Desk, section: str, about: str, ids: Sequence[int]) -> int:
    """Which one lies there."""
    which = which_of(desk, section, about, ids)
    return meant(desk, section, ids, None if which is None else desk.ask(which))


def which_of(desk: Desk, section: str, about: str, ids: Sequence[int]) -> Pick | None:
    """The question for it; none if nothing is known yet, so that it can only be a new one."""
    looks = _looks(desk, section, ids)
    if not looks:
        return None
    options: tuple[int | str, ...] = tuple(looks) if len(looks) == len(ids) else (*looks, OTHER)
    words = {str(id_): seen for id_, seen in looks.items()} | {OTHER: saying(f"looks.{section}.other")}
    return Pick(about=f"{about}.looks", options=options, looks=words)


def meant(desk: Desk, section: str, ids: Sequence[int], answer: int | str | None) -> int:
    """The thing that was named; one that is not in the box takes the first number that is free."""
    if answer not in (OTHER, None):
        return int(answer)
    looks = _looks(desk, section, ids)
    return next(id_ for id_ in ids if id_ not in looks)


def _looks(desk: Desk, section: str, ids: Sequence[int]) -> dict[int, Saying]:
    return {id_: seen for id_ in ids if (seen := LOOKS[section](desk, id_)) is not None}


def is_whole_deck(pack: Pack) -> bool:
    """Whether every card of the owner's deck is in their box: only then can we draw from it."""
    return all(HOLE not in _needed(fields) for fields in pack.printed["card"].values())


def _needed(fields: Given) -> list[object]:
    """The facts of a card; without a bonus there is no number on it."""
    left_out = ("level",) if fields["bonus"] == "none" else ()
    return [value for name, value in fields.items() if name not in left_out]


def _card(desk: Desk, id_: int) -> Saying | None:
    """The beginning of its columns; a card of which anything is open has not been entered."""
    paths = {field: f"card.{id_}.{field}" for section, field in QUESTIONS if section == "card"}
    facts = {field: known(desk.position, desk.pack, path) for field, path in paths.items()}
    if HOLE in _needed(facts):
        return None
    return saying(
        "looks.card",
        bonus=term("bonus", facts["bonus"]),
        marble=term("criterion", facts["marble"][:FIRST]),
        rabbi=facts["rabbi"][:FIRST],
        books=facts["books"][:FIRST],
    )


def _effects(path: str) -> Callable[[Desk, int], Saying | None]:
    """By what it gives."""

    def seen(desk: Desk, id_: int) -> Saying | None:
        effects = known(desk.position, desk.pack, path.format(id=id_))
        if effects == HOLE:
            return None
        return saying("looks.effects", effects=term("effect", effects)) if effects else saying("looks.nothing")

    return seen


LOOKS: dict[str, Callable[[Desk, int], Saying | None]] = {
    "card": _card,
    "starting_tile": _effects("starting_tile.{id}.effects"),
    "artifact_tile": _effects("artifact_tile.{id}.benefit_1"),
}
