"""What each part of the Automa is worth: it is taken away, one part at a time, and the same games are played again."""

from __future__ import annotations

import tomllib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal

import msgspec

from automarium.engine.content.pack import Entries, Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, AutomaPart
from automarium.engine.message import message, refuse
from automarium.engine.strict_toml import parse_toml
from automarium.lab.configuration import MOST_GAMES, Configuration, Design, Plan, make_plan
from automarium.lab.result_files import Row
from automarium.lab.statistics import Interval, Moments
from automarium.lab.summary import find_interval

RULING = "ruling"
MEASURES = ("automa", "wins", "lead")


class Worth(msgspec.Struct, frozen=True):
    """What a part is worth to the Automa: the figures with it minus those without it, in the same games.

    ``points`` and ``lead`` are per game, ``wins`` a share of games; ``lead`` and ``wins`` are None against a rival
    without points. ``more``: how many more games would settle the measure that ranks it; 0 if it is settled, None if
    no difference was seen. ``configuration`` is the digest of the games without it."""

    part: AutomaPart
    points: Interval
    lead: Interval | None
    wins: Interval | None
    more: int | None
    configuration: str

    def get(self, measure: str) -> Interval:
        """Return what it is worth in a measure that is known."""
        found = {"automa": self.points, "lead": self.lead, "wins": self.wins}[measure]
        assert found is not None
        return found


class Blame(msgspec.Struct, frozen=True):
    """The worths of all parts of a kind, the largest first by ``measure``. ``ahead``: for each place in the ranking,
    how many more games would settle that it is ahead of the next one; 0 if it is settled, None if they are alike."""

    configuration: Configuration
    kind: str
    measure: str
    games: int
    worths: tuple[Worth, ...]
    ahead: tuple[int | None, ...]


def find_parts(
    definition: AnyDefinition, configuration: Configuration, kind: str | None = None, only: Sequence[str] = ()
) -> list[AutomaPart]:
    """Return the parts of a kind that a game of this configuration has, or ``only`` these. Raise Refused if there is no
    such kind or part."""
    parts = list_all_parts(definition, configuration)
    kinds = list(dict.fromkeys(part.kind for part in parts))
    chosen = kinds[0] if kind is None and kinds else kind
    if chosen not in kinds:
        raise refuse("read.choice", "--of", given=str(chosen), options=kinds)
    found = {part.id: part for part in parts if part.kind == chosen}
    for id_ in only:
        if id_ not in found:
            raise refuse("read.choice", "--only", given=id_, options=list(found))
    return [part for part in found.values() if not only or part.id in only]


def list_all_parts(definition: AnyDefinition, configuration: Configuration) -> list[AutomaPart]:
    """Return the parts of every kind."""
    return [
        *definition.lab.parts(configuration.pack, configuration.options),
        *_list_rulings(definition, configuration),
    ]


def _list_rulings(definition: AnyDefinition, configuration: Configuration) -> Iterable[AutomaPart]:
    """Yield every other choice of every ruling."""
    chosen = settle(definition.rulings, configuration.rulings).chosen()
    for ruling in definition.rulings.rulings():
        for choice in ruling.choices:
            if choice != chosen[ruling.id]:
                words = message("taken.ruling", ruling=ruling.id, choice=choice)
                yield AutomaPart(RULING, f"{ruling.id}={choice}", words, rulings={ruling.id: choice})


def parse_part(pack: Pack, text: str) -> list[AutomaPart]:
    """Return the parts that ``card.15.II.gains`` or ``progress.5.coins.glory_token=3`` take away: a list is emptied, an
    entry of a list left out, a number is 0, ``yes`` is false; or the value is set. ``*`` is every entry. Raise Refused
    if the pack has no such place."""
    path, equals, value = text.partition("=")
    keys = path.strip().split(".")
    found = []
    layers: tuple[tuple[Literal["house", "printed"], Entries], ...] = (("house", pack.house), ("printed", pack.printed))
    for layer, facts in layers:
        for way, known in _find_facts(facts, keys, ()):
            neutral = _parse_value(value.strip(), path) if equals else _find_neutral(known, path)
            words = message("taken.fact", path=".".join(way), value=msgspec.json.encode(neutral).decode())
            found.append(AutomaPart("fact", ".".join(way), words, _replace(facts, way, neutral), layer))
        if found:
            return found
    raise refuse("free.path", "--take", given=path.strip())


def _find_facts(facts: object, wanted: Sequence[str], way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield every fact at a path with its own path."""
    if not wanted:
        yield way, facts
        return
    entries = facts if isinstance(facts, dict) else dict(_number(facts)) if isinstance(facts, list) else {}
    for key, inner in entries.items():
        if wanted[0] in ("*", key):
            yield from _find_facts(inner, wanted[1:], (*way, key))


def _number(entries: Sequence[object]) -> Iterator[tuple[str, object]]:
    return ((str(index), one) for index, one in enumerate(entries))


LEFT_OUT = None  # instead of an entry of a list


def _find_neutral(known: object, path: str) -> object:
    if isinstance(known, bool):
        return False
    if isinstance(known, int):
        return 0
    if isinstance(known, list):
        return []
    if path.rpartition(".")[2].isdecimal():
        return LEFT_OUT
    raise refuse("lab.no-neutral", "--take", given=path)


def _parse_value(text: str, path: str) -> object:
    try:
        return parse_toml(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _replace(facts: Any, way: Sequence[str], value: object) -> Entries:
    """Return facts that put a value in its place; a list is written as a whole."""
    key, *rest = way
    inner = facts[key]
    if not rest:
        return {key: value}
    if isinstance(inner, list):
        index = int(rest[0])
        if len(rest) > 1:
            raise refuse("free.path", "--take", given=".".join(way))
        return {key: [*inner[:index], *([] if value is LEFT_OUT else [value]), *inner[index + 1 :]]}
    return {key: _replace(inner, rest, value)}


def make_blame_plan(base: Configuration, parts: Sequence[AutomaPart], games: int, seed: int) -> Plan:
    """Return the plan of a configuration and of the same without each part, all with the same seeds."""
    return make_plan([base, *(take_away(base, part) for part in parts)], games, seed, paired=True, explain=0)


def take_away(base: Configuration, part: AutomaPart) -> Configuration:
    """Return a configuration without a part."""
    known = base.design.name if base.design is not None and base.design.kind == part.layer else base.packs[part.layer]
    taken = Design(part.layer, known, part.without) if part.without else None
    rulings = {**base.rulings, **part.rulings}
    label = f"{base.label} without {part.kind} {part.id}".strip()
    return msgspec.structs.replace(base, taken=taken, rulings=rulings, label=label)


def measure_blame(plan: Plan, parts: Sequence[AutomaPart], rows: Iterable[Row], measure: str = "automa") -> Blame:
    """Return the worths of the parts of a plan from its rows."""
    figures = _collect_figures(rows)
    base = plan.configurations[0]
    with_all = figures[base.digest]
    measured = measure if with_all[measure] else "automa"
    worths = []
    for part, one in zip(parts, plan.configurations[1:], strict=True):
        gains = {name: subtract(with_all[name], figures[one.digest][name]) for name in MEASURES}
        found = {name: find_interval(gain, name) if gain.count else None for name, gain in gains.items()}
        assert found["automa"] is not None
        more = count_more(gains[measured], measured)
        worths.append(Worth(part, found["automa"], found["lead"], found["wins"], more, one.digest))
    worths.sort(key=lambda worth: -worth.get(measured).value)
    ahead = [
        count_more(subtract(figures[two.configuration][measured], figures[one.configuration][measured]), measured)
        for one, two in pairwise(worths)
    ]
    return Blame(base, parts[0].kind if parts else "", measured, plan.games, tuple(worths), tuple(ahead))


def _collect_figures(rows: Iterable[Row]) -> dict[str, Mapping[str, array[float]]]:
    """Return the figures of each configuration's games in their order; empty where they are unknown."""
    found: dict[str, Mapping[str, array[float]]] = {}
    for row in rows:
        figures = found.setdefault(row.configuration, {name: array("d") for name in MEASURES})
        figures["automa"].append(row.automa)
        if row.human is not None:
            figures["lead"].append(row.automa - row.human)
            figures["wins"].append(float(row.winner == "automa"))
    return found


def subtract(with_it: Sequence[float], without: Sequence[float]) -> Moments:
    """Return the differences game by game. Raise Refused if these are not the same games."""
    if len(with_it) != len(without):
        raise refuse("lab.unpaired")
    gained = Moments()
    for one, other in zip(with_it, without, strict=True):
        gained.add(one - other)
    return gained


def count_more(gained: Moments, measure: str = "automa") -> int | None:
    """Return how many more games would settle that a difference is not zero; 0 if it is settled, None if none was
    seen."""
    if find_interval(gained, measure).settled:
        return 0
    needed = gained.games_to_settle()
    return None if needed is None or needed > MOST_GAMES else max(needed - gained.count, 1)
