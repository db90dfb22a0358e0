"""The map as a picture, and a decision on it: every territory with its terrain, rivers, tokens and pieces.

Our own drawing, not the printed board. Her pieces are filled, the human's outlined; kinds differ by shape and letter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from automarium.games.scythe.atlas import BASE, FACTORY, LABEL, MAT, PRINTED, TERRAIN, TERRITORIES, TUNNELS
from automarium.games.scythe.figures import (
    TERRAINS,
    gear,
    grains,
    house,
    land,
    piece,
    river,
    stream,
    tint,
    token,
    tunnel,
)
from automarium.games.scythe.picture import overview, sides
from automarium.games.scythe.position import Automa, Human, Kind, Position
from automarium.kernel import decision
from automarium.kernel.choice import Trace
from automarium.kernel.decision import Mark, Notes
from automarium.kernel.hexes import ROW, SIZE, WIDTH, Point, wave
from automarium.kernel.saying import saying
from automarium.kernel.svg import Entry, Theme, circle, document, element, group, legend, text, theme

Say = Callable[..., str]

KINDS: tuple[Kind, ...] = ("character", "mech", "worker")
MARGIN = 14.0
HEAD = 46.0  # the room of the heading
COLUMNS, ROWS = 8, 9
CANVAS = COLUMNS * WIDTH + 2 * MARGIN
IN_HEX = Notes(line=31, fit=84, spot=(13, 49), spot_fit=30)
ON_BASE = Notes(line=38, fit=70, spot=(0, 53), spot_fit=60)

_facts = PRINTED.printed


def _centre(facts: Mapping[str, int]) -> Point:
    """Even rows are shifted right by half a hex."""
    row, column = facts["row"], facts["column"]
    shift = 0.0 if row % 2 else 0.5
    return MARGIN + (column + shift + 0.5) * WIDTH, HEAD + SIZE + row * ROW


CENTRE: dict[str, Point] = {id_: _centre(facts) for id_, facts in _facts["territory"].items()}
BASES: dict[str, Point] = {name: _centre(facts) for name, facts in _facts["faction"].items()}
RIVERS: tuple[tuple[str, str], ...] = tuple(
    (one, other)
    for one, facts in _facts["territory"].items()
    for other in facts.get("across", ())
    if TERRITORIES.index(one) < TERRITORIES.index(other)
)


class Scene(msgspec.Struct, frozen=True):
    """What all parts of the picture look at."""

    position: Position
    say: Say
    colours: Theme
    marks: dict[str, list[Mark]]

    def name(self, candidate: Any) -> str:
        """What tells several candidates in one place apart: the letter of the piece."""
        return self.say(f"letter.{candidate.kind}") if hasattr(candidate, "kind") else ""

    def at(self, place: str) -> Point:
        """``base`` is the Automa's here: only her pieces are ever candidates."""
        return BASES[self.position.automa.faction] if place == BASE else CENTRE[place]


def draw_map(
    position: Position,
    say: Say,
    trace: Trace | None = None,
    *,
    origin: str | None = None,
    rulings: Mapping[str, str] | None = None,
    dark: bool = False,
) -> str:
    """The map as SVG. With ``trace`` the decision on it, ``origin`` is where the piece came from."""
    colours = theme(dark)
    marks = decision.marks(trace, _place) if trace else {}
    scene = Scene(position, say, colours, marks)
    title = _title(trace, say)
    below, height = _below(scene, trace, origin, rulings or {})
    return document(
        title,
        " ".join([*_said(position, say), *(decision.in_words(trace, say, rulings or {}) if trace else ())]),
        CANVAS,
        height,
        colours,
        element("defs", grains(colours), decision.hatches(colours)),
        text(title, MARGIN, 33, 26, colours.ink, bold=True, anchor="start", fit=CANVAS - 2 * MARGIN),
        *(_territory(id_, scene) for id_ in TERRITORIES),
        *(
            element("g", river(CENTRE[one], CENTRE[other], colours), data_river=f"{one} {other}")
            for one, other in RIVERS
        ),
        *(_base(name, scene) for name in BASES),
        _choice(scene, trace, origin),
        below,
    )


def _place(candidate: Any) -> str:
    return str(getattr(candidate, "at", candidate))


def _title(trace: Trace | None, say: Say) -> str:
    return say("draw.title") if trace is None else f"{say(f'draw.title.{trace.about}')} {decision.outcome(trace, say)}"


def _said(position: Position, say: Say) -> list[str]:
    return [say(one.key, **one.params) for one in overview(position)]


def _choice(scene: Scene, trace: Trace | None, origin: str | None) -> str:
    """The ring around what was chosen, and the way there."""
    if trace is None or trace.chosen is None:
        return ""
    end = scene.at(_place(trace.chosen))
    start = None if origin in (None, MAT) else scene.at(str(origin))
    way = decision.arrow(start, end, scene.colours) if start not in (None, end) else ""
    return element("g", decision.ring(end, scene.colours), way)


# ---------------------------------------------------------------------------------------------------- the map's parts


def _territory(id_: str, scene: Scene) -> str:
    at, colours, here = CENTRE[id_], scene.colours, scene.marks.get(id_, [])
    halo = tint(TERRAIN[id_], colours)
    name = f"{LABEL[id_]} {scene.say(f'letter.{TERRAIN[id_]}')}"
    return group(
        _in_words(id_, scene),
        land(at, TERRAIN[id_], colours),
        gear(at, colours) if id_ == FACTORY else "",
        decision.outline(at, here, colours) if here else "",
        text(name, at[0], at[1] - 25, 21, colours.ink, halo=halo, bold=True),
        _feature(id_, scene, aside=any(mark.scores and not mark.chosen for mark in here)),
        house((at[0] + 37, at[1] - 20), colours) if id_ in scene.position.human.structures else "",
        _pieces(scene, id_, id_, (at[0], at[1] - 3)),
        decision.notes(at, here, colours, halo, IN_HEX, scene.name) if here else "",
        data_place=id_,
    )


def _feature(id_: str, scene: Scene, *, aside: bool) -> str:
    """A tunnel or an encounter token, at the foot of the hex; ``aside`` leaves room for what was counted."""
    x, y = CENTRE[id_]
    at = (x - 16 if aside else x, y + 42)
    if id_ in TUNNELS:
        return tunnel(at, scene.colours)
    return token(at, scene.colours) if id_ in scene.position.encounters else ""


def _base(faction: str, scene: Scene) -> str:
    """A round marker; whose it is stands above the name."""
    (x, y), colours, position = BASES[faction], scene.colours, scene.position
    owner = next((side for side in (position.automa, position.human) if side.faction == faction), None)
    here = scene.marks.get(BASE, []) if owner is position.automa else []
    inside = [
        circle(x, y, 46, fill=colours.paper, stroke=colours.ink, stroke_width=3 if owner else 1.5),
        text(scene.say(f"faction.{faction}"), x, y - 9, 19, colours.ink if owner else colours.faint, bold=True, fit=80),
    ]
    if owner is not None:
        hers = owner is position.automa
        mark = scene.say("mark.automa" if hers else "mark.human")
        inside += [
            piece("worker", (x, y - 33), 9, hers, mark, colours),
            _pieces(scene, BASE, faction, (x, y + 10), owner),
            decision.notes((x, y), here, colours, colours.paper, ON_BASE, scene.name) if here else "",
        ]
    return group(_base_in_words(faction, owner, scene), *inside, data_base=faction)


# ------------------------------------------------------------------------------------------------------------- pieces


def standing(side: Automa | Human, place: str) -> dict[Kind, int]:
    """How many pieces of each kind a side has in a place."""
    counts: dict[Kind, int] = {
        "character": int(side.character == place),
        "mech": side.mechs.count(place),
        "worker": side.workers.count(place),
    }
    return {kind: count for kind, count in counts.items() if count}


def _pieces(scene: Scene, place: str, id_: str, at: Point, owner: Automa | Human | None = None) -> str:
    """Everybody who stands here, in a row; where both sides meet, in two smaller ones."""
    position = scene.position
    owners = (position.automa, position.human) if owner is None else (owner,)
    groups = [(side is position.automa, counts) for side in owners if (counts := standing(side, place))]
    drawn = []
    for row, (hers, counts) in enumerate(groups):
        r = 10.5 if len(groups) > 1 else 14.5 if len(counts) > 2 or owner else 17
        y = at[1] + (row * 23 - 9 if len(groups) > 1 else 0)
        for n, (kind, count) in enumerate(counts.items()):
            x = at[0] + (n - (len(counts) - 1) / 2) * r * 2.15
            letter = f"{scene.say(f'letter.{kind}')}{count if count > 1 else ''}"
            drawn.append(piece(kind, (x, y), r, hers, letter, scene.colours))
    return element("g", *drawn, data_pieces=id_) if drawn else ""


# -------------------------------------------------------------------------------------------------------------- words


def _in_words(id_: str, scene: Scene) -> str:
    """What the pointer reads out on a territory."""
    say, position = scene.say, scene.position
    parts = [say(f"place.{id_}")]
    parts += [say("draw.token")] if id_ in position.encounters else []
    parts += [say("draw.tunnel")] if id_ in TUNNELS else []
    parts += [say("draw.structure")] if id_ in position.human.structures else []
    for side, key in ((position.automa, "draw.hers"), (position.human, "draw.yours")):
        parts += _counted(side, id_, key, say)
    return "; ".join(parts)


def _base_in_words(faction: str, owner: Automa | Human | None, scene: Scene) -> str:
    parts = [f"{scene.say('draw.base')}: {scene.say(f'faction.{faction}')}"]
    if owner is not None:
        key = "draw.hers" if owner is scene.position.automa else "draw.yours"
        parts += _counted(owner, BASE, key, scene.say)
    return "; ".join(parts)


def _counted(side: Automa | Human, place: str, key: str, say: Say) -> list[str]:
    counts = [saying(f"count.{kind}", count=count) for kind, count in standing(side, place).items()]
    return [say(key, pieces=counts)] if counts else []


def _below(scene: Scene, trace: Trace | None, origin: str | None, rulings: Mapping[str, str]) -> tuple[str, float]:
    """The decision's signs and rules, what lies beside the map, and the legend; and where all that ends."""
    say, colours = scene.say, scene.colours
    y = HEAD + SIZE * 2 + (ROWS - 1) * ROW + 4
    blocks: list[tuple[list[Entry], int]] = []
    if trace is not None:
        moved = trace.chosen is not None and origin not in (None, MAT, _place(trace.chosen))
        blocks += [(decision.entries(trace, say, colours, moved), 2), (decision.rules(trace, say, rulings), 1)]
    blocks.append(([Entry(say(one.key, **one.params)) for one in sides(scene.position)], 1))
    blocks.append((_signs(scene), 2))
    blocks.append(([Entry(say("draw.sides"))], 1))
    drawn = []
    for entries, columns in blocks:
        markup, y = legend(entries, y, CANVAS, colours, columns)
        drawn.append(markup)
        y += 14
    return "".join(drawn), y


def _signs(scene: Scene) -> list[Entry]:
    say, colours = scene.say, scene.colours
    middle: Point = (0.0, 0.0)
    entries = [Entry(say(f"draw.{terrain}"), _sample(terrain, scene)) for terrain in TERRAINS]
    entries.append(Entry(say("draw.river"), stream(wave((-24, 0), (24, 0), 4), colours)))
    entries.append(Entry(say("draw.tunnel"), tunnel(middle, colours)))
    entries.append(Entry(say("draw.token"), token(middle, colours)))
    for kind in KINDS:
        letter = say(f"letter.{kind}")
        both = piece(kind, (-14, 0), 12, True, letter, colours) + piece(kind, (14, 0), 12, False, letter, colours)
        entries.append(Entry(say(f"unit.{kind}"), both))
    if scene.position.human.structures:
        entries.append(Entry(say("draw.structure"), house(middle, colours)))
    return entries


def _sample(terrain: str, scene: Scene) -> str:
    letter = scene.say(f"letter.{terrain}")
    halo = tint(terrain, scene.colours)
    return land((0, 0), terrain, scene.colours, 0.36) + text(letter, 0, 7, 20, scene.colours.ink, halo=halo, bold=True)
