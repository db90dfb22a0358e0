"""What each part of the Automa is worth: it is taken away, one part at a time, and the same games are played again."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from automarium.engine.content.pack import Entries, Pack, check_kinds, check_layer, check_size
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, AutomaPart
from automarium.engine.message import message, refuse, term
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Table
from automarium.lab.configuration import MOST_GAMES, Configuration, Design, Plan, make_plan
from automarium.lab.result_files import Row
from automarium.lab.simulated_game import PreparedGame
from automarium.lab.statistics import Interval, Moments
from automarium.lab.summary import find_interval

RULING, FACT = "ruling", "fact"  # kinds of parts of every game
WITHOUT = " without "  # in the label of a configuration from which a part was taken away
MEASURES = ("automa", "wins", "lead")
FIRST = 3  # parts that are named
Figures: TypeAlias = "dict[str, dict[str, array[float]]]"  # of each configuration and measure, game by game


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
    """The worths of parts, the largest first by ``measure``. ``more``: how many more games would settle that the first
    ``FIRST`` of them are the first; 0 if it is settled, None if others are like them."""

    measure: str
    worths: tuple[Worth, ...]
    more: int | None

    @property
    def first(self) -> list[Worth]:
        """The first parts that make the Automa stronger."""
        return [worth for worth in self.worths[:FIRST] if worth.get(self.measure).value > 0]

    def get_figure(self, worth: Worth) -> Interval:
        """Return what a part is worth in the measure that ranks it, as it is shown: wins per 100 games."""
        return worth.get(self.measure).scale(100 if self.measure == "wins" else 1)


def find_parts(
    definition: AnyDefinition, configuration: Configuration, kind: str | None = None, only: Sequence[str] = ()
) -> list[AutomaPart]:
    """Return the parts of a kind that a game of this configuration has, or ``only`` these. Raise Refused if there is no
    such kind or part."""
    parts = list_all_parts(definition, configuration)
    kinds = list(dict.fromkeys(part.kind for part in parts))
    if not kinds:
        raise refuse("lab.no-parts", "--of")
    chosen = kinds[0] if kind is None and kinds else kind
    if chosen not in kinds:
        raise refuse("read.choice", "--of", given=str(chosen), options=kinds)
    return choose_parts([part for part in parts if part.kind == chosen], only)


def choose_parts(parts: Sequence[AutomaPart], only: Sequence[str]) -> list[AutomaPart]:
    """Return these of the parts, or all if none is named. Raise Refused if there is no such part."""
    ids = [part.id for part in parts]
    for id_ in only:
        if id_ not in ids:
            raise refuse("read.choice", "--only", given=id_, options=ids)
    return [part for part in parts if not only or part.id in only]


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
                family = f"ruling.{ruling.id}"
                now, other = term(family, chosen[ruling.id]), term(family, choice)
                words = message("taken.ruling", ruling=ruling.id, now=now, other=other)
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
            id_ = ".".join(way)
            shown = "–" if neutral is LEFT_OUT else msgspec.json.encode(neutral).decode()
            words = message("taken.fact", path=id_, value=shown)
            without = _replace(facts, way, neutral)
            check_size(without)
            check_layer(without, facts, list(facts))
            check_kinds(without, facts)
            found.append(AutomaPart(FACT, f"{id_}={shown}" if equals else id_, words, without, layer))
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
    from tomllib import TOMLDecodeError

    from automarium.engine.strict_toml import parse_toml  # only for --take

    try:
        return parse_toml(f"value = {text}")["value"]
    except TOMLDecodeError:
        return text


def _replace(facts: Any, way: Sequence[str], value: object) -> Entries:
    """Return facts that put a value in its place; a list is written as a whole."""
    key, *rest = way
    inner = facts[key]
    if not rest:
        if value is LEFT_OUT:
            raise refuse("lab.no-neutral", "--take", given=".".join(way))
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
    label = f"{base.label}{WITHOUT}{part.kind} {part.id}".strip()
    return msgspec.structs.replace(base, taken=taken, rulings=rulings, label=label)


def check_taken(configuration: Configuration) -> None:
    """Raise Refused if no game can be played without a part."""
    ready = PreparedGame(configuration)
    ready.definition.content.check_pack(ready.pack)
    set_up_game(ready)


def set_up_game(ready: PreparedGame) -> Any:
    """Return the position in which a game begins."""
    rival = ready.definition.lab.rival(ready.pack, Chance(1))
    table = Table(Chance(1), stand_in=rival.answer, explain=False)
    return ready.definition.setup.set_up(ready.configuration.options, ready.pack, ready.rulings, table)


def measure_blame(plan: Plan, parts: Sequence[AutomaPart], rows: Iterable[Row], measure: str = "automa") -> Blame:
    """Return the worths of the parts of a plan from its rows."""
    figures: Figures = {}
    for row in rows:
        add_figures(figures, row)
    base, *without = (one.digest for one in plan.configurations)
    return rank_worths(figures, base, list(zip(parts, without, strict=True)), measure)


def add_figures(figures: Figures, row: Row) -> None:
    """Add the figures of a game."""
    found = figures.setdefault(row.configuration, {name: array("d") for name in MEASURES})
    found["automa"].append(row.automa)
    if row.human is not None:
        found["lead"].append(row.automa - row.human)
        found["wins"].append(float(row.winner == "automa"))


def rank_worths(figures: Figures, base: str, parts: Sequence[tuple[AutomaPart, str]], measure: str) -> Blame:
    """Return the worths of parts from the figures of the configurations with and without them, which are given by their
    digests. A run that was stopped has fewer games without the last parts. Raise Refused if the rival has no points, on
    which the measure rests."""
    if not figures[base][measure]:
        raise refuse("lab.no-points", "--by", given=measure)
    worths = []
    for part, without in parts:
        gains = {name: subtract(figures[base][name], figures[without][name]) for name in MEASURES}
        found = {name: find_interval(gain, name) if gain.count else None for name, gain in gains.items()}
        assert found["automa"] is not None
        more = count_more(gains[measure], measure)
        worths.append(Worth(part, found["automa"], found["lead"], found["wins"], more, without))
    worths.sort(key=lambda worth: -worth.get(measure).value)
    left = [figures[worth.configuration][measure] for worth in worths]
    needed = [
        count_more(subtract(other, one), measure) if len(one) == len(other) else None
        for one in left[:FIRST]
        for other in left[FIRST:]
    ]
    more = None if None in needed else max((count or 0 for count in needed), default=0)
    return Blame(measure, tuple(worths), more)


def subtract(with_it: Sequence[float], without: Sequence[float]) -> Moments:
    """Return the differences game by game, of the games that were played without it too. Raise Refused if these are not
    the same games."""
    if len(with_it) < len(without):
        raise refuse("lab.unpaired")
    gained = Moments()
    for one, other in zip(with_it, without, strict=False):
        gained.add(one - other)
    return gained


def count_more(gained: Moments, measure: str = "automa") -> int | None:
    """Return how many more games would settle that a difference is not zero; 0 if it is settled, None if none was
    seen."""
    if find_interval(gained, measure).settled:
        return 0
    needed = gained.games_to_settle()
    return None if needed is None or needed > MOST_GAMES else max(needed - gained.count, 1)
