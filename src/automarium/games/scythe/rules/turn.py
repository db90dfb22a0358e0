"""The Automa's turn: a card, the move row, the gains, the recruit bonus, the star card (SCY-TURN-07)."""

from __future__ import annotations

from automarium.engine.play.decision import YES_NO
from automarium.engine.question import Pick
from automarium.games.scythe.events import (
    Attack,
    Encounter,
    Factory,
    Move,
    NoMove,
    OwnRecruit,
    Raid,
    Recruit,
    Sent,
    Skip,
    Tracker,
    WaterFree,
)
from automarium.games.scythe.map import BASE, FACTORY
from automarium.games.scythe.position import STARS, Bonus, Card, Desk, Position, Symbol, get_cards
from automarium.games.scythe.rules import gains
from automarium.games.scythe.rules.combat import fight, owe
from automarium.games.scythe.rules.deck import begin_scheme_two, draw_card
from automarium.games.scythe.rules.gains import clear_resources, pass_over, remember_places, take_gains
from automarium.games.scythe.rules.moves import BoardView, ChosenMove, find_move, put_piece, view_board
from automarium.games.scythe.rules.stars import place_human_star, place_star


class Stopped(Exception):
    """An attack in a turn without combats (oracle, odds): the turn ends here."""


def play_turn(desk: Desk) -> None:
    desk.position.turn += 1
    remember_places(desk.position)
    play_card(desk, get_cards(desk.pack, desk.position.expansion)[draw_card(desk)])


def play_card(desk: Desk, card: Card, *, fights: bool = True) -> None:
    """Play stages 2 and 3. Without ``fights`` raise :class:`Stopped` after an attack."""
    if card.skip and is_skipped(desk.position):
        desk.emit(Skip, "SCY-TURN-04")
        if desk.rulings.a14 == "cube-moves" and card.golden:
            move_cube(desk)
        return
    scheme = card.scheme(desk.position.scheme)
    play_moves(desk, scheme.moves, fights)
    take_gains(desk, scheme.gains)
    if scheme.recruit is not None:
        offer_recruit(desk, scheme.recruit)
    if desk.rulings.a29 == "end-of-turn":
        take_factory_card(desk)
    if card.golden:  # SCY-STAR-01, SCY-STAR-02
        move_cube(desk)


def is_skipped(position: Position) -> bool:
    """Return whether a skip symbol counts: in Autometta, or by the optional rule (SCY-TURN-06, SCY-VAR-01)."""
    return position.star_card.skips or (position.variants.skipping and position.level != "ultimaszyna")


def play_moves(desk: Desk, symbols: tuple[Symbol, ...], fights: bool) -> None:
    """Carry out the first legal symbol from the left, or all (SCY-MOVE-02, SCY-ULTRA-02, SCY-VAR-06)."""
    position = desk.position
    all_moves = position.level == "ultimaszyna" or position.variants.all_moves
    moved = False
    view: BoardView | None = None
    for symbol in symbols:
        if symbol.faction not in (None, position.automa.faction):  # SCY-MOVE-07
            continue
        view = view or view_board(desk)
        chosen = find_move(desk, symbol, view)
        if chosen is None:  # SCY-MOVE-03
            continue
        gated = position.variants.move_gate and not (moved and desk.rulings.a34 == "once-a-turn")
        if gated and not gains.pass_gate(desk, "move", "SCY-VAR-04"):
            return
        moved = True
        carry_out(desk, symbol, chosen, fights)
        if not all_moves:  # SCY-MOVE-06
            return
        view = None  # the next symbol looks at the table as this one left it: SCY-ULTRA-07
    if not moved:
        desk.emit(NoMove, "SCY-MOVE-09")


def carry_out(desk: Desk, symbol: Symbol, chosen: ChosenMove, fights: bool = True) -> None:
    """Move the piece, then carry out what follows from its arrival."""
    automa = desk.position.automa
    kind, here, there = chosen.piece.kind, chosen.piece.at, chosen.to
    put_piece(automa, chosen)
    if symbol.action == "attack_combat_unit":
        desk.emit(Attack, "SCY-ATTACK-11", kind, here, there)
        if not fights:
            raise Stopped
        fight(desk, there, "automa")
    elif symbol.action == "attack_workers":
        desk.emit(Raid, "SCY-RAID-07", kind, here, there)
        send_home(desk, there)
    else:
        desk.emit(Move, MOVE_CLAUSES[symbol.action], kind, here, there)
        if here != there:
            pass_over(desk, there)
    if kind == "character" and automa.character == there:  # SCY-ENC-11
        arrive(desk)


MOVE_CLAUSES = {
    "worker_move": "SCY-WORKER-08",
    "mech_move": "SCY-UNIT-05",
    "character_move": "SCY-UNIT-05",
    "encounter_or_factory": "SCY-ENC-05",
}


def send_home(desk: Desk, at: str) -> None:
    """Carry out a raid: enemy workers go home, resources are removed; no combat, no star (SCY-RAID-07…09)."""
    human = desk.position.human
    sent = human.workers.count(at)
    human.workers = [BASE if place == at else place for place in human.workers]
    if sent:  # resources alone are a target only by a switched ruling (SCY-A08)
        desk.emit(Sent, "SCY-RAID-07", "human", at, sent)
    clear_resources(desk, at)


def arrive(desk: Desk) -> None:
    """Let the Automa's character remove an encounter token or take a Factory card (SCY-ENC-07, SCY-ENC-08)."""
    at, encounters = desk.position.automa.character, desk.position.encounters
    if at in encounters:
        encounters.remove(at)
        desk.emit(Encounter, "SCY-ENC-07", at)
    if desk.rulings.a29 == "after-the-move":
        take_factory_card(desk)


def take_factory_card(desk: Desk) -> None:
    automa = desk.position.automa
    if automa.character == FACTORY and not automa.factory_card:
        automa.factory_card = True
        desk.emit(Factory, "SCY-ENC-08")


def offer_recruit(desk: Desk, bonus: Bonus) -> None:
    """Offer the human a recruit bonus; if they have reported recruits, only one of theirs (SCY-RECRUIT-02…04). It may
    bring their sixth star."""
    recruits = desk.position.human.recruits
    if recruits and bonus not in recruits:
        return
    for _ in range(2 if desk.rulings.a20 == "twice" else 1):
        owe(desk, f"recruit-{bonus}")
        desk.emit(OwnRecruit if recruits else Recruit, "SCY-RECRUIT-02", bonus)
    if desk.position.human.stars == STARS - 1 and bonus in ("power", "popularity"):
        answer = desk.ask(Pick(about="ask.sixth-star", options=YES_NO, family="answer", default="no"))
        if answer == "yes":
            place_human_star(desk)


def move_cube(desk: Desk) -> None:
    """Stage 3: move the cube one space, and carry out the effect of that space."""
    position = desk.position
    star_card = position.star_card
    if position.tracker >= star_card.spaces - 1:  # SCY-STAR-09: never in a game
        return
    position.tracker += 1
    desk.emit(Tracker, "SCY-STAR-01", position.tracker)
    if position.tracker in star_card.stars:
        place_star(desk, "tracker", "SCY-STAR-04")
    if position.tracker == star_card.scheme_two:
        begin_scheme_two(desk)
    if position.tracker == star_card.restricted:
        desk.emit(WaterFree, "SCY-STAR-03")
