"""The layout of the table, and the words for what a person must move."""

from __future__ import annotations

from functools import lru_cache

from automarium.engine.definition import TableLayout
from automarium.engine.display import Joint
from automarium.engine.layout import MAT, OUT, Hand, Layout, PlacedPieces, Side, TrackKey, TrackValue
from automarium.engine.message import Message, message, term
from automarium.engine.play.command import Given
from automarium.games.scythe.map import BASE, ENCOUNTERS, FACTORY, TERRAIN
from automarium.games.scythe.position import MECHS, STRUCTURES, WORKERS, Automa, Human, Position
from automarium.games.scythe.rules.gains import PRODUCES

RESOURCES, CLEARED, RECRUIT = "resources-", "cleared-", "recruit-"  # tracks of a territory, of a kind of bonus
DUES = ("recruit-power", "recruit-coin", "recruit-popularity", "recruit-combat_card", "combat-card", "popularity")
COUNTERS: dict[TrackKey, int] = {
    **{("table", f"{RESOURCES}{at}"): 0 for at, terrain in TERRAIN.items() if terrain in PRODUCES},
    **{("table", f"{CLEARED}{at}"): 0 for at in TERRAIN},
    **{("human", due): 0 for due in DUES},
}
# Tracks and pieces, and their names in a correction.
TRACKS = {
    ("automa", "power"): "power",
    ("automa", "combat-cards"): "combat-cards",
    ("automa", "coins"): "coins",
    ("automa", "tracker"): "tracker",
    ("automa", "stars"): "stars",
    ("human", "stars"): "your-stars",
    ("table", "scheme"): "scheme",
}
PIECES = {
    ("automa", "character"): "character",
    ("automa", "mech"): "mech",
    ("automa", "worker"): "worker",
    ("human", "character"): "your-character",
    ("human", "mech"): "your-mech",
    ("human", "worker"): "your-worker",
    ("human", "structure"): "structure",
    ("table", "encounter"): "token",
    ("automa", "factory-card"): "factory-card",
}


class ScytheTable(TableLayout[Position]):
    def layout(self, position: Position) -> Layout:
        """Pieces out of the game are on ``out``. What the app does not count (the human's resources, what they take or
        give themselves) is a counter of how often, which only rises."""
        table = Layout()
        automa, human = position.automa, position.human
        sides: tuple[tuple[Side, Automa | Human], ...] = (("automa", automa), ("human", human))
        for side, pieces in sides:
            table.lay(side, "character", pieces.character)
            table.lay_all(_lay_units(side, "mech", tuple(pieces.mechs), MECHS))
            table.lay_all(_lay_units(side, "worker", tuple(pieces.workers), WORKERS))
        table.lay_all(_lay_units("human", "structure", tuple(human.structures), STRUCTURES))
        table.lay_all(_lay_encounters(tuple(position.encounters)))
        table.lay("automa", "factory-card", MAT if automa.factory_card else FACTORY)
        _mark_tracks(table, position)
        return table

    def hand_words(self, position: Position, hand: Hand) -> Message | None:
        if hand.track == "tracker":
            return _describe_cube(position, hand)
        if hand.track == "scheme":
            return message("hand.scheme", scheme=hand.to)
        if hand.piece == "encounter" and OUT in (hand.from_, hand.to):
            off = hand.to == OUT
            at = term("place", hand.from_ if off else hand.to)
            return message("hand.encounter" if off else "hand.encounter.back", at=at)
        if hand.piece == "factory-card" and hand.to == MAT:
            return message("hand.factory-card")
        if isinstance(hand.from_, int) and isinstance(hand.to, int):
            more = hand.to - hand.from_
            if hand.track.startswith(CLEARED) and more < 0:
                return message("hand.clear.back", at=term("place", hand.track.removeprefix(CLEARED)))
            done = _describe_count(position, hand, abs(more))
            return done if done is None or _is_forward(hand, more) else message("hand.back", what=done)
        return None

    def joint(self, position: Position, hand: Hand) -> Joint | None:
        """Pieces going home after a combat, territories to clear, and turning and shuffling the Automa cards are done
        in one go."""
        if hand.track == "scheme" and hand.to == "II":
            return Joint("deck", message("part.scheme", scheme=hand.to))
        if (
            hand.track == "shuffles"
            and isinstance(hand.from_, int)
            and isinstance(hand.to, int)
            and hand.to > hand.from_
        ):
            return Joint("deck", message("part.shuffle"))
        if hand.side == "human" and hand.piece and hand.to == BASE and not hand.at:
            what, at = term("piece", f"human.{hand.piece}"), term("place", hand.from_)
            return Joint(
                "home",
                message("part.home" if hand.count == 1 else "part.home.several", what=what, at=at, count=hand.count),
            )
        if hand.track.startswith((CLEARED, RESOURCES)) and isinstance(hand.from_, int) and isinstance(hand.to, int):
            clears = hand.to > hand.from_ if hand.track.startswith(CLEARED) else hand.to == 0
            return (
                Joint("cleared", message("part.at", at=term("place", hand.track.partition("-")[2]))) if clears else None
            )
        return None

    def corrects(self, position: Position, thing: PlacedPieces | TrackValue) -> Given | None:
        """Return the fields of ``adjust`` for a track or a piece; for a mech or a worker on the map also its place."""
        if isinstance(thing, TrackValue):
            what = TRACKS.get((thing.side, thing.track))
            return None if what is None else {"what": what}
        what = PIECES.get((thing.side, thing.piece))
        if what is None:
            return None
        several = thing.piece in ("mech", "worker") and thing.at not in (MAT, BASE)
        return {"what": what, "at": thing.at} if several else {"what": what}


# Most steps move few pieces: what stayed as it was is not laid out again.


@lru_cache(1000)
def _lay_units(side: Side, piece: str, places: tuple[str, ...], most: int) -> Layout:
    """Return the pieces of a kind; those of ``most`` that are not in play are on the mat."""
    table = Layout()
    for at in places:
        table.lay(side, piece, at)
    table.lay(side, piece, MAT, max(0, most - len(places)))
    return table


@lru_cache(256)
def _lay_encounters(encounters: tuple[str, ...]) -> Layout:
    table = Layout()
    for at in encounters:
        table.lay("table", "encounter", at)
    gone = len(ENCOUNTERS) - len(encounters)
    table.lay("table", "encounter", OUT, max(0, gone))
    table.lay_supply("table", "encounter", max(0, -gone))  # for corrections beyond those of the game
    return table


def _mark_tracks(table: Layout, position: Position) -> None:
    automa, human = position.automa, position.human
    table.mark("automa", "power", automa.power)
    table.mark("automa", "combat-cards", automa.combat_cards)
    table.mark("automa", "coins", automa.coins)
    table.mark("automa", "tracker", position.tracker)  # its hand goes before that of the star that follows
    table.mark("automa", "stars", position.stars)
    table.mark("human", "stars", human.stars)
    for at, count in position.resources.items():
        table.mark("table", f"{RESOURCES}{at}", count)
    for at in {**position.cleared, **position.swept}:
        table.mark("table", f"{CLEARED}{at}", position.cleared.get(at, 0) + position.swept.get(at, 0))
    for due, times in position.dues.items():
        table.mark("human", due, times)
    if position.deck.physical:  # cards of the app need no turning and shuffling
        table.mark("table", "scheme", position.scheme)
        table.mark("table", "shuffles", position.shuffles)
    table.mark_zero(COUNTERS)


def _is_forward(hand: Hand, more: int) -> bool:
    """Return whether a counter changes by a move. Counters only rise unless something is undone; resources are also
    taken away."""
    return more > 0 or (hand.track.startswith(RESOURCES) and hand.to == 0)


def _describe_count(position: Position, hand: Hand, count: int) -> Message | None:
    """Return what to do for a counter that has risen by ``count``."""
    if hand.track.startswith(CLEARED):
        return message("hand.clear", at=term("place", hand.track.removeprefix(CLEARED)))
    if hand.track.startswith(RESOURCES):
        place = hand.track.removeprefix(RESOURCES)
        at = term("place", place)
        if hand.to == 0:
            return message("hand.clear", at=at)
        return message(f"hand.place.{PRODUCES[TERRAIN[place]]}", at=at, many=count)
    if hand.track.startswith(RECRUIT) and hand.track.removeprefix(RECRUIT) in position.human.recruits:
        return message(f"hand.own-{hand.track}", count=count)
    if hand.side == "human" and (hand.track.startswith(RECRUIT) or hand.track in ("combat-card", "popularity")):
        return message(f"hand.{hand.track}", count=count)
    return message("hand.shuffle") if hand.track == "shuffles" else None


def _describe_cube(position: Position, hand: Hand) -> Message:
    """Return how many spaces the cube moves and how far the next mark is: the printed marks have other numbers than
    ours."""
    assert isinstance(hand.from_, int)
    steps = position.tracker - hand.from_
    way = "on" if steps > 0 else "back"
    to, left = _find_next_mark(position)
    there = "" if left else ".there"
    return message(f"hand.cube.{way}.{to}{there}", count=abs(steps), left=left)


def describe_next_mark(position: Position) -> Message:
    """Return how far the cube is from the next printed mark."""
    to, left = _find_next_mark(position)
    return message(f"track.{to}" if left else f"track.{to}.there", left=left)


def _find_next_mark(position: Position) -> tuple[str, int]:
    """Return whether the next mark is the star of scheme II or another one, and how many spaces away it is."""
    card, at = position.star_card, position.tracker
    mark = next(space for space in card.stars if space >= at)  # the last space is a star: SCY-STAR-09
    return "second" if mark == card.scheme_two else "star", mark - at
