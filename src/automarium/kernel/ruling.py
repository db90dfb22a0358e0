"""Rulings: where a rulebook is silent or contradicts itself, an id, its choices and a default that can be switched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from automarium.kernel.saying import refuse


class Ruling(msgspec.Struct, frozen=True):
    """``choices`` has the catalogue's default first. ``clauses`` are those that rest on it as a whole.

    Where a clause rests on it only in part, the rules name the ruling's id itself in the place of a clause.

    A ruling with a single choice is settled for everybody: it is listed, so that nobody has to wonder.
    """

    id: str
    choices: tuple[str, ...]
    clauses: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        return self.choices[0]


def settle(rulings: Sequence[Ruling], chosen: Mapping[str, str], where: str = "rulings") -> dict[str, str]:
    """Every ruling's choice: the chosen one or its default."""
    known = {ruling.id: ruling for ruling in rulings}
    for id_, choice in chosen.items():
        if id_ not in known:
            raise refuse("ruling.unknown", f"{where}.{id_}", given=id_, options=sorted(known))
        if choice not in known[id_].choices:
            options = list(known[id_].choices)
            raise refuse("ruling.choice", f"{where}.{id_}", given=choice, options=options)
    return {ruling.id: chosen.get(ruling.id, ruling.default) for ruling in rulings}
