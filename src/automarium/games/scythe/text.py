"""The position as text: the map, sentences, and the words of a card."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from automarium.engine.content.pack import Pack
from automarium.engine.definition import GameWords
from automarium.engine.message import Message, Say, capitalise, message, term
from automarium.engine.play.event import Event
from automarium.games.scythe.events import Draw
from automarium.games.scythe.map import BASE, LABEL, MAT, PRINTED, TERRAIN, TERRITORIES, TUNNELS
from automarium.games.scythe.position import (
    STARS,
    Automa,
    Card,
    Gain,
    Human,
    Kind,
    Position,
    SchemeName,
    Symbol,
    get_cards,
)
from automarium.games.scythe.rulings import Rulings

CELL = 10  # characters a territory takes
MAP_WIDTH = CELL * 7 + CELL // 2 + 1
_territories = PRINTED.printed["territory"]


class ScytheWords(GameWords[Position, Rulings]):
    def overview(self, position: Position) -> Sequence[Message]:
        """Return the sides, every occupied territory, and the tokens that are left."""
        said = describe_sides(position)
        for side, owner in (("automa", position.automa), ("human", position.human)):
            for kind, places in (("character", [owner.character]), ("mech", owner.mechs), ("worker", owner.workers)):
                on_map = [place for place in places if place != MAT]
                if on_map:
                    said.append(message(f"overview.{side}.{kind}", places=term("place", on_map), count=len(on_map)))
        if position.human.recruits:
            said.append(message("overview.recruits", recruits=term("enlisted", position.human.recruits)))
        abilities = list_abilities(position.human)
        if abilities:
            said.append(message("overview.abilities", abilities=term("ability", abilities)))
        if position.human.structures:
            said.append(message("overview.structures", places=term("place", position.human.structures)))
        if position.encounters:
            said.append(message("overview.tokens", places=term("place", position.encounters)))
        return said

    def text(self, position: Position, rulings: Rulings, say: Say, width: int) -> list[str]:
        """Return the map in rows, even ones shifted by half a territory; on a narrow screen the overview."""
        if width < MAP_WIDTH:
            return [capitalise(say(one.key, **one.params)) for one in self.overview(position)]
        lines: list[str] = []
        for row in range(1, 9):
            names, standing = [" " * CELL] * 7, [" " * CELL] * 7
            for id_ in (id_ for id_ in TERRITORIES if _territories[id_]["row"] == row):
                column = _territories[id_]["column"]
                names[column] = render_territory(position, id_, say).ljust(CELL)
                standing[column] = " ".join(render_pieces(position, id_, say)).ljust(CELL)
            shift = " " * (CELL // 2) if row % 2 == 0 else ""
            lines += [(shift + "".join(names)).rstrip(), (shift + "".join(standing)).rstrip()]
        lines += [*textwrap.wrap(say("board.key"), width), ""]
        lines += [say(one.key, **one.params) for one in describe_sides(position)]
        return lines

    def details(self, event: Event, pack: Pack) -> Sequence[Message]:
        if not isinstance(event, Draw):
            return ()
        return describe_card(get_cards(pack, event.expansion)[event.card], event.scheme)


def render_territory(position: Position, id_: str, say: Say) -> str:
    """Return label and terrain letter; ``?`` is an encounter token, ``o`` a tunnel."""
    token = "?" if id_ in position.encounters else ""
    tunnel = "o" if id_ in TUNNELS else ""
    return f"{LABEL[id_]} {say(f'letter.{TERRAIN[id_]}')}{token}{tunnel}"


def describe_land(id_: str, say: Say, *, token: bool, built: bool = False) -> str:
    """Return a territory with its token, tunnel and structure, in words."""
    parts = [say(f"place.{id_}")]
    parts += [say("draw.token")] if token else []
    parts += [say("draw.tunnel")] if id_ in TUNNELS else []
    parts += [say("draw.structure")] if built else []
    return "; ".join(parts)


def count_pieces(side: Automa | Human, at: str) -> dict[Kind, int]:
    """Return how many pieces of each kind a side has in a place."""
    counts: dict[Kind, int] = {
        "character": int(side.character == at),
        "mech": side.mechs.count(at),
        "worker": side.workers.count(at),
    }
    return {kind: count for kind, count in counts.items() if count}


def list_pieces(side: Automa | Human, at: str) -> list[Message]:
    """Return the same in words: one character, two mechs."""
    return [message(f"count.{kind}", count=count) for kind, count in count_pieces(side, at).items()]


def render_pieces(position: Position, at: str, say: Say) -> list[str]:
    """Return both sides' pieces on a territory: ``A:cm2`` is the Automa's character and two mechs."""
    shown = []
    for mark, side in (("automa", position.automa), ("human", position.human)):
        counts = count_pieces(side, at)
        letters = [f"{say(f'letter.{kind}')}{count if count > 1 else ''}" for kind, count in counts.items()]
        if letters:
            shown.append(f"{say(f'mark.{mark}')}:{''.join(letters)}")
    return shown


def describe_sides(position: Position) -> list[Message]:
    """Return what is beside the map: the Automa's tracks and mats, the stars of both."""
    automa = position.automa
    on_base = list_pieces(automa, BASE)
    said = [
        message(
            "overview.level",
            level=term("level", position.level),
            faction=term("faction", automa.faction),
            scheme=position.scheme,
        ),
        message("overview.tracks", power=automa.power, coins=automa.coins, cards=automa.combat_cards),
        message("overview.stars", hers=position.stars, yours=position.human.stars, all=STARS),
        describe_cube(position),
        message("overview.restricted" if position.restricted else "overview.free"),
    ]
    if on_base:
        said.append(message("overview.base", pieces=on_base))
    if automa.character == MAT:
        said.append(message("overview.character-mat"))
    if automa.factory_card:
        said.append(message("overview.factory-card"))
    return said


def describe_cube(position: Position) -> Message:
    """Return how far the cube is from the next mark: the printed marks have other numbers than ours."""
    card, at = position.star_card, position.tracker
    mark = next((space for space in card.stars if space > at), None)
    if mark is None:
        return message("overview.cube.last")
    return message(f"overview.cube.{'second' if mark == card.scheme_two else 'star'}", count=mark - at)


def list_abilities(human: Human) -> list[str]:
    """Return the names of the human's abilities that were reported."""
    rivers = {False: "", True: "riverwalk", "tunnels": "burrow", "all": "toka"}[human.riverwalk]
    abilities = {rivers: bool(rivers), "lakes": human.lakes, "speed": human.speed}
    return [name for name, is_open in abilities.items() if is_open]


def describe_card(drawn: Card, scheme: SchemeName) -> list[Message]:
    """Return the three rows of the active scheme, and the star."""
    half = drawn.scheme(scheme)
    lines = [message("card.moves", moves=[describe_symbol(one) for one in half.moves])]
    if half.gains:
        lines.append(message("card.gains", gains=[describe_gain(one) for one in half.gains]))
    if half.recruit is not None:
        lines.append(message(f"card.recruit.{half.recruit}"))
    lines.append(message("card.golden" if drawn.golden else "card.grey"))
    return lines


def describe_symbol(one: Symbol) -> Message:
    named = message(f"symbol.{one.action}", power=one.min_power)
    return named if one.faction is None else message("bracket", faction=term("faction", one.faction), what=named)


def describe_gain(one: Gain) -> Message:
    named = message(f"icon.{one.gain}", count=one.amount)
    return named if one.faction is None else message("bracket", faction=term("faction", one.faction), what=named)
