"""The Automa's turn: a card, the move row, the gains, the recruit bonus, the star card (SCY-TURN-07)."""

from __future__ import annotations

from collections.abc import Callable

from automarium.games.scythe.atlas import BASE, FACTORY
from automarium.games.scythe.deck import shuffle_for_scheme_two, turn_card
from automarium.games.scythe.events import (
    Attack,
    Encounter,
    Factory,
    Gate,
    Move,
    NoMove,
    Raid,
    Recruit,
    SchemeTwo,
    Sent,
    Skip,
    Tracker,
    WaterFree,
)
from automarium.games.scythe.gains import take_gains
from automarium.games.scythe.moves import Chosen, Scene, find_move, put_down
from automarium.games.scythe.position import STARS, Card, Position, Symbol
from automarium.games.scythe.resources import clear_resources, pass_over
from automarium.games.scythe.stars import automa_star, human_star
from automarium.kernel.table import Count, Pick, Table

Fight = Callable[[Position, str, Table], None]
MOVE_GATE_SHUTS = 4  # SCY-VAR-04: on 4 or 5


class Stopped(Exception):
    """An attack, where nobody carries the combat out: the oracle's turn ends here."""


def automa_turn(position: Position, cards: dict[int, Card], table: Table, fight: Fight) -> None:
    position.turn += 1
    play_card(position, cards[turn_card(position, table)], table, fight)


def play_card(position: Position, card: Card, table: Table, fight: Fight | None) -> None:
    """Stages 2 and 3. Without ``fight`` the card stops behind an attack (:class:`Stopped`)."""
    if card.skip and skips(position):
        table.tell(Skip(), "SCY-TURN-04")
        if table.rulings["SCY-A14"] == "cube-moves" and card.golden:
            move_cube(position, table)
        return
    scheme = card.scheme(position.scheme)
    move_row(position, scheme.moves, table, fight)
    take_gains(position, scheme.gains, table)
    if scheme.recruit is not None:
        recruit_bonus(position, scheme.recruit, table)
    if table.rulings["SCY-A29"] == "end-of-turn":
        take_factory_card(position, table)
    if card.golden:  # SCY-STAR-01, SCY-STAR-02
        move_cube(position, table)


def skips(position: Position) -> bool:
    """Autometta, or the optional rule at the two levels in the middle (SCY-TURN-06, SCY-VAR-01)."""
    return position.star_card.skips or (position.variants.skipping and position.level != "ultimaszyna")


def move_row(position: Position, symbols: tuple[Symbol, ...], table: Table, fight: Fight | None) -> None:
    """From left to right, the first legal symbol, or all of them (SCY-MOVE-02, SCY-ULTRA-02, SCY-VAR-06)."""
    all_moves = position.level == "ultimaszyna" or position.variants.all_moves
    moved = False
    scene: Scene | None = None
    for symbol in symbols:
        if symbol.faction not in (None, position.automa.faction):  # SCY-MOVE-07
            continue
        scene = scene or Scene(position, table)
        chosen = find_move(position, symbol, table, scene)
        if chosen is None:  # SCY-MOVE-03
            continue
        if position.variants.move_gate and not (moved and table.rulings["SCY-A34"] == "once-a-turn"):
            value = revealed_combat_card(table)
            table.tell(Gate(value, "move"), "SCY-VAR-04")
            if value >= MOVE_GATE_SHUTS:
                return
        moved = True
        carry_out(position, symbol, chosen, table, fight)
        if not all_moves:  # SCY-MOVE-06
            return
        scene = None  # the next symbol looks at the table as this one left it: SCY-ULTRA-07
    if not moved:
        table.tell(NoMove(), "SCY-MOVE-09")


def revealed_combat_card(table: Table) -> int:
    """The normal combat cards are the person's own: they reveal one and say its value (SCY-VAR-04, SCY-VAR-05)."""
    value: int = table.ask(Count(about="ask.gate", low=0, high=5))
    return value


def carry_out(position: Position, symbol: Symbol, chosen: Chosen, table: Table, fight: Fight | None) -> None:
    """Put the piece down, then everything that its arrival brings about."""
    kind, here, there = chosen.piece.kind, chosen.piece.at, chosen.to
    put_down(position.automa, chosen)
    if symbol.action == "attack_combat_unit":
        table.tell(Attack(kind, here, there), "SCY-ATTACK-11")
        if fight is None:
            raise Stopped
        fight(position, there, table)
    elif symbol.action == "attack_workers":
        table.tell(Raid(kind, here, there), "SCY-RAID-07")
        send_home(position, there, table)
    else:
        table.tell(Move(kind, here, there), MOVE_CLAUSES[symbol.action])
        pass_over(position, there, table)
    if kind == "character" and position.automa.character == there:  # SCY-ENC-11
        arrive(position, table)


MOVE_CLAUSES = {
    "worker_move": "SCY-WORKER-08",
    "mech_move": "SCY-UNIT-05",
    "character_move": "SCY-UNIT-05",
    "encounter_or_factory": "SCY-ENC-05",
}


def send_home(position: Position, at: str, table: Table) -> None:
    """A raid: all enemy workers go home, the resources are removed; no combat, no star (SCY-RAID-07…09)."""
    workers = position.human.workers
    sent = workers.count(at)
    position.human.workers = [BASE if place == at else place for place in workers]
    if sent:  # resources alone are a target only by a switched ruling (SCY-A08)
        table.tell(Sent("human", at, sent), "SCY-RAID-07")
    clear_resources(position, at, table)


def arrive(position: Position, table: Table) -> None:
    """Her character on an encounter token removes it, on the Factory takes a card (SCY-ENC-07, SCY-ENC-08)."""
    automa = position.automa
    if automa.character in position.encounters:
        position.encounters.remove(automa.character)
        table.tell(Encounter(automa.character), "SCY-ENC-07")
    if table.rulings["SCY-A29"] == "after-the-move":
        take_factory_card(position, table)


def take_factory_card(position: Position, table: Table) -> None:
    automa = position.automa
    if automa.character == FACTORY and not automa.factory_card:
        automa.factory_card = True
        table.tell(Factory(), "SCY-ENC-08")


def recruit_bonus(position: Position, bonus: str, table: Table) -> None:
    """The human may take it if they have that recruit; it may bring their sixth star (SCY-RECRUIT-02…04)."""
    for _ in range(2 if table.rulings["SCY-A20"] == "twice" else 1):
        table.tell(Recruit(bonus), "SCY-RECRUIT-02")
    if position.human.stars == STARS - 1 and bonus in ("power", "popularity"):
        answer = table.ask(Pick(about="ask.sixth-star", options=("no", "yes"), family="answer", default="no"))
        if answer == "yes":
            human_star(position)


def move_cube(position: Position, table: Table) -> None:
    """Stage 3: one space; a star, the second scheme, the end of the water restriction may come with it."""
    star_card = position.star_card
    if position.tracker >= star_card.spaces - 1:  # SCY-STAR-09: never in a game
        return
    was_restricted = position.restricted
    position.tracker += 1
    table.tell(Tracker(position.tracker), "SCY-STAR-01")
    if position.tracker in star_card.stars:
        automa_star(position, "tracker", table, "SCY-STAR-04")
    if position.tracker == star_card.scheme_two:
        position.scheme = "II"
        shuffle_for_scheme_two(position, table)
        table.tell(SchemeTwo(), "SCY-SCHEME-01", "SCY-SCHEME-02")
    if was_restricted and not position.restricted:
        table.tell(WaterFree(), "SCY-STAR-03")
