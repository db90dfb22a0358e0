"""The map as a picture, and a decision on it: every territory with its terrain, rivers, tokens and pieces.

Our own drawing, not the printed board. Her pieces are filled, the human's outlined; kinds differ by shape and letter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from automarium.games.scythe.atlas import BASE, FACTORY, LABEL, MAT, ORDER, PRINTED, TERRAIN, TERRITORIES, TUNNELS
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
from automarium.games.scythe.picture import capital, counted, overview, sides, standing
from automarium.games.scythe.position import Automa, Human, Kind, Position
from automarium.kernel import decision
from automarium.kernel.choice import Trace
from automarium.kernel.drawing.narrowing import Mark, Notes
from automarium.kernel.drawing.hexes import ROW, SIZE, WIDTH, Point, wave
from automarium.kernel.drawing.svg import Entry, Theme, circle, document, element, group, legend, text, theme

Say = Callable[..., str]

KINDS: tuple[Kind, ...] = ("character", "mech", "worker")
MARGIN = 14.0
HEAD = 46.0  # the room of the heading
COLUMNS, ROWS = 8, 9
CANVAS = COLUMNS * WIDTH + 2 * MARGIN
END_OF_MAP = HEAD + SIZE * 2 + (ROWS - 1) * ROW + 4
# What was counted stands in the middle; where pieces stand, at the foot, beside a token or alone.
IN_HEX = Notes(line=30, fit=78, spot=(0, 6), spot_size=24, spot_fit=78)
UNDER_PIECES = Notes(line=30, fit=78, spot=(0, 47), spot_size=18, spot_fit=36)
BESIDE_TOKEN = Notes(line=30, fit=78, spot=(12, 46), spot_size=18, spot_fit=24)
CHOSEN_PIECES = Notes(line=30, fit=78, spot=(0, 28), spot_size=18, spot_fit=64)
CHOSEN_BASE = Notes(line=36, fit=70, spot=(0, 39), spot_size=18, spot_fit=60)
ON_BASE = Notes(line=36, fit=70, spot=(0, 52), spot_size=18, spot_fit=40)

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
    if ORDER[one] < ORDER[other]
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
    rulings = rulings or {}
    colours = theme(dark)
    scene = Scene(position, say, colours, decision.marks(trace, _place) if trace else {})
    title = decision.heading(trace, say)
    start = None if origin in (None, MAT) else scene.at(str(origin))
    end = None if trace is None or trace.chosen is None else scene.at(_place(trace.chosen))
    blocks = decision.blocks(trace, say, rulings, colours, way=start is not None and end not in (None, start))
    below, height = legend([*blocks, *_blocks(scene)], END_OF_MAP, CANVAS, colours)
    said = [capital(say(one.key, **one.params)) for one in overview(position)]
    return document(
        title,
        " ".join([*said, *decision.in_words(trace, say, rulings)]),
        CANVAS,
        height,
        colours,
        element("defs", grains(colours), decision.hatches(colours)),
        text(title, MARGIN, 33, 26, colours.ink, bold=True, anchor="start", fit=CANVAS - 2 * MARGIN),
        *(_territory(id_, scene) for id_ in TERRITORIES),
        *(_river(one, other, colours) for one, other in RIVERS),
        *(_base(name, scene) for name in BASES),
        decision.choice(start, end, colours) if end else "",
        below,
    )


def _place(candidate: Any) -> str:
    """Where a candidate is drawn: a piece where it stands, a territory as itself."""
    return str(getattr(candidate, "at", candidate))


# ---------------------------------------------------------------------------------------------------- the map's parts


def _territory(id_: str, scene: Scene) -> str:
    at, colours, here = CENTRE[id_], scene.colours, scene.marks.get(id_, [])
    halo = tint(TERRAIN[id_], colours)
    name = f"{LABEL[id_]} {scene.say(f'letter.{TERRAIN[id_]}')}"
    room = _room(id_, scene)
    return group(
        _in_words(id_, scene),
        land(at, TERRAIN[id_], colours),
        gear(at, colours) if id_ == FACTORY else "",
        decision.outline(at, here, colours) if here else "",
        text(name, at[0], at[1] - 23, 21, colours.ink, halo=halo, bold=True),
        _feature(id_, scene, room),
        house((at[0] + 38, at[1] - 23), colours) if id_ in scene.position.human.structures else "",
        _pieces(scene, id_, id_, (at[0], at[1] - 2)),
        decision.notes(at, here, colours, halo, room, scene.name) if room else "",
        data_place=id_,
    )


def _room(id_: str, scene: Scene) -> Notes | None:
    """Where this hex has room for what the decision says about it; None if it says nothing."""
    here, position = scene.marks.get(id_, []), scene.position
    if not here:
        return None
    if not any(standing(side, id_) for side in (position.automa, position.human)):
        return IN_HEX
    if here[0].chosen:
        return CHOSEN_PIECES
    marked = id_ in TUNNELS or id_ in position.encounters
    return BESIDE_TOKEN if marked and here[0].scores else UNDER_PIECES


def _river(one: str, other: str, colours: Theme) -> str:
    return element("g", river(CENTRE[one], CENTRE[other], colours), data_river=f"{one} {other}")


def _feature(id_: str, scene: Scene, room: Notes | None) -> str:
    """A tunnel or an encounter token, low in the hex; it gives way to words about the decision."""
    x, y = CENTRE[id_]
    at = (x, y + 33) if room is None else (x - 9, y + 40) if room is BESIDE_TOKEN else (x, y + 42)
    if id_ in TUNNELS:
        return tunnel(at, scene.colours)
    return token(at, scene.colours) if id_ in scene.position.encounters else ""


def _base(faction: str, scene: Scene) -> str:
    """A round marker; whose it is stands on its rim."""
    (x, y), colours, position = BASES[faction], scene.colours, scene.position
    owner = next((side for side in (position.automa, position.human) if side.faction == faction), None)
    here = scene.marks.get(BASE, []) if owner is position.automa else []
    name = scene.say(f"faction.{faction}")
    ink, foot = (colours.ink, y - 10) if owner else (colours.faint, y + 6)
    inside = [
        circle(x, y, 46, fill=colours.paper, stroke=colours.ink, stroke_width=3 if owner else 1.5),
        text(name, x, foot, 17, ink, bold=True, fit=80),
    ]
    if owner is not None:
        hers = owner is position.automa
        room = CHOSEN_BASE if any(mark.chosen for mark in here) else ON_BASE
        mark = scene.say("mark.automa" if hers else "mark.human")
        inside += [
            piece("worker", (x, y - 40), 13, hers, mark, colours),
            _pieces(scene, BASE, faction, (x, y + 8), owner),
            decision.notes((x, y), here, colours, colours.paper, room, scene.name) if here else "",
        ]
    words = [f"{scene.say('draw.base')}: {name}"]
    words += _whose(owner, BASE, scene) if owner else []
    return group("; ".join(words), *inside, data_base=faction)


# ------------------------------------------------------------------------------------------------------------- pieces


def _pieces(scene: Scene, place: str, id_: str, at: Point, owner: Automa | Human | None = None) -> str:
    """Everybody who stands here, in a row; many of both sides stand in two smaller ones."""
    position = scene.position
    owners = (position.automa, position.human) if owner is None else (owner,)
    rows = [[(side, kind, count) for kind, count in standing(side, place).items()] for side in owners]
    if sum(map(len, rows)) <= len(KINDS):
        rows = [[standing_there for row in rows for standing_there in row]]
    drawn = []
    for n, row in enumerate(rows):
        r = 9.5 if len(rows) > 1 else 13.5 if len(row) > 2 else 15 if owner else 17
        y = at[1] + (n - (len(rows) - 1) / 2) * 19.5
        for m, (side, kind, count) in enumerate(row):
            x = at[0] + (m - (len(row) - 1) / 2) * r * 2.15
            letter = f"{scene.say(f'letter.{kind}')}{count if count > 1 else ''}"
            drawn.append(piece(kind, (x, y), r, side is position.automa, letter, scene.colours))
    return element("g", *drawn, data_pieces=id_) if drawn else ""


# -------------------------------------------------------------------------------------------------------------- words


def _in_words(id_: str, scene: Scene) -> str:
    """What the pointer reads out on a territory."""
    say, position = scene.say, scene.position
    parts = [say(f"place.{id_}")]
    parts += [say("draw.token")] if id_ in position.encounters else []
    parts += [say("draw.tunnel")] if id_ in TUNNELS else []
    parts += [say("draw.structure")] if id_ in position.human.structures else []
    return "; ".join([*parts, *_whose(position.automa, id_, scene), *_whose(position.human, id_, scene)])


def _whose(side: Automa | Human, place: str, scene: Scene) -> list[str]:
    pieces = counted(side, place)
    key = "draw.hers" if side is scene.position.automa else "draw.yours"
    return [scene.say(key, pieces=pieces)] if pieces else []


def _blocks(scene: Scene) -> list[tuple[list[Entry], int]]:
    """What lies beside the map, and the legend of its signs."""
    say = scene.say
    beside = [Entry(capital(say(one.key, **one.params))) for one in sides(scene.position)]
    return [(beside, 1), (_signs(scene), 3), ([Entry(say("draw.sides"))], 1)]


def _signs(scene: Scene) -> list[Entry]:
    say, colours = scene.say, scene.colours
    middle: Point = (0.0, 0.0)
    entries = [Entry(say(f"draw.{terrain}"), _sample(terrain, scene)) for terrain in TERRAINS]
    entries.append(Entry(say("draw.river"), stream(wave((-20, 0), (20, 0), 4), colours)))
    entries.append(Entry(say("draw.tunnel"), tunnel(middle, colours)))
    entries.append(Entry(say("draw.token"), token(middle, colours)))
    for kind in KINDS:
        letter = say(f"letter.{kind}")
        both = piece(kind, (-14, 0), 11, True, letter, colours) + piece(kind, (12, 0), 11, False, letter, colours)
        entries.append(Entry(say(f"unit.{kind}"), both))
    if scene.position.human.structures:
        entries.append(Entry(say("draw.structure"), house(middle, colours)))
    return entries


def _sample(terrain: str, scene: Scene) -> str:
    letter = scene.say(f"letter.{terrain}")
    halo = tint(terrain, scene.colours)
    return land((0, 0), terrain, scene.colours, 0.36) + text(letter, 0, 7, 20, scene.colours.ink, halo=halo, bold=True)
