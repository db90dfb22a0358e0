"""Combat: the human commits first, then an Automa card gives what the Automa uses (SCY-COMBAT)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from automarium.engine.message import term
from automarium.engine.play.decision import YES_NO
from automarium.engine.question import Count, Field, Form, Pick
from automarium.games.scythe.events import (
    AutomaLoserCard,
    Battle,
    CombatCard,
    LoserCard,
    Outcome,
    Retreat,
    Sent,
    Spent,
    TokensBroughtAlong,
    TokenTaken,
)
from automarium.games.scythe.map import BASE, MAT, PRINTED
from automarium.games.scythe.position import (
    COMBAT_STARS,
    HIGHEST_CARD,
    LOWEST_CARD,
    MOST_POWER,
    Card,
    Desk,
    Human,
    Side,
    get_cards,
)
from automarium.games.scythe.rules.deck import ensure_card, lay_sideways
from automarium.games.scythe.rules.gains import clear_resources, place_resources, take_off
from automarium.games.scythe.rules.stars import place_human_star, place_star

COLUMNS: list[int] = PRINTED.printed["power"]["columns"]["from"]
MOST_TOTAL = 99
DOMINATES = frozenset(name for name, facts in PRINTED.printed["faction"].items() if facts.get("dominate"))


def compute_strength(card: Card, power: int, combat_cards: int) -> tuple[int, int]:
    """Return the power and the number of combat cards that the Automa uses, at most what it has (SCY-COMBAT-05…08)."""
    column = sum(1 for lowest in COLUMNS if power >= lowest) - 1
    return min(card.spend[column], power), min(card.combat_cards, combat_cards)


def fight(desk: Desk, at: str, attacker: Side) -> None:
    """Carry out a combat on a territory, from the dials to the stars."""
    automa = desk.position.automa
    desk.emit(Battle, "SCY-COMBAT-01", at, attacker)
    card = get_cards(desk.pack, desk.position.expansion)[commit(desk, at, attacker)]
    lay_sideways(desk, card.id)
    power, used = compute_strength(card, automa.power, automa.combat_cards)
    desk.emit(CombatCard, ("SCY-COMBAT-06", "SCY-COMBAT-07"), card.id, power, used)
    shown = desk.ask(make_reckoning(at, attacker, power, used, may_place_star(desk.position.human)))
    humans: int = shown["total"]
    automa.power -= power  # SCY-COMBAT-11
    automa.combat_cards -= used
    automas = power + shown.get("cards", 0)
    wins = is_automa_winner(attacker, automas, humans)
    desk.emit(Outcome, "SCY-COMBAT-10", "automa" if wins else "human", automas, humans)
    desk.emit(Spent, "SCY-COMBAT-11", automa.power, automa.combat_cards)
    if wins:
        win_combat(desk, at, attacker, human_used=humans > 0)
    else:
        lose_combat(desk, at, attacker, power, used)
        if shown.get("star") == "yes":
            place_combat_star(desk)


def is_automa_winner(attacker: Side, automas: int, humans: int) -> bool:
    """Return whether the Automa wins: the higher total, in a tie the attacker (SCY-COMBAT-10)."""
    return automas >= humans if attacker == "automa" else automas > humans


def commit(desk: Desk, at: str, attacker: Side) -> int:
    """Wait until the human has set dial and cards, which is before its card is seen (SCY-COMBAT-03), and return the
    number of the revealed card. An ability of the human's may change its power or cards first (SCY-COMBAT-17). A card
    of the person's own deck is asked for in the same form."""
    position, deck = desk.position, desk.position.deck
    keep_out = position.last_card if attacker == "automa" else None
    ready = make_ready_question(at, attacker, desk.rulings.a26 == "applies")
    if deck.physical:
        ensure_card(desk, keep_out=keep_out)
        ready = msgspec.structs.replace(ready, about="ask.set", family="hers-now")
        fields = (Field("ready", ready), Field("card", deck.build_question("ask.combat-card")))
        said = desk.ask(Form(about="ask.ready.own", params=ready.params, place=at, fields=fields))
        deck.take(said["card"])
        _take_changes(desk, at, said["ready"])
        return int(said["card"])
    _take_changes(desk, at, desk.ask(ready))
    ensure_card(desk, keep_out=keep_out)
    return deck.draw(desk, "ask.card")


@lru_cache(256)
def make_ready_question(at: str, attacker: Side, may_change: bool) -> Pick:
    """Return the question whether the human has committed. ``may_change``: whether their abilities may change the
    Automa's power."""
    return Pick(
        about="ask.ready",
        options=("ready", "power") if may_change else ("ready",),
        family="ready",
        default="ready",
        place=at,
        params={"at": term("place", at), "attacker": attacker},
    )


def _take_changes(desk: Desk, at: str, ready: str) -> None:
    """Ask for the Automa's power and cards after an ability of the human's, if they used one."""
    if ready != "power":
        return
    automa = desk.position.automa
    fields = [Field("power", Count(about="ask.her-power", low=0, high=MOST_POWER, default=automa.power))]
    if automa.combat_cards:
        stolen = Pick(about="ask.stolen", options=YES_NO, family="answer", default="no")
        fields.append(Field("stolen", stolen))
    left = desk.ask(Form(about="ask.changed", place=at, fields=tuple(fields)))
    with desk.reported():
        automa.power = left["power"]
        automa.combat_cards -= left.get("stolen") == "yes"


@lru_cache(1024)
def make_reckoning(at: str, attacker: Side, power: int, used: int, star_possible: bool) -> Form:
    """Return the form for what is known once its card is revealed: its combat cards, the human's total and star."""
    fields = []
    if used:
        low, high = used * LOWEST_CARD, used * HIGHEST_CARD
        fields.append(Field("cards", Count(about="ask.her-cards", params={"count": used}, low=low, high=high)))
    fields.append(Field("total", Count(about="ask.your-total", low=0, high=MOST_TOTAL)))
    if star_possible:
        star = Pick(about="ask.your-star", options=("yes", "no"), family="answer", default="yes")
        fields.append(Field("star", star))
    params = {"at": term("place", at), "attacker": attacker, "power": power, "count": used}
    about = "ask.reckoning" if used else "ask.reckoning.power"
    return Form(about=about, params=params, place=at, fields=tuple(fields))


def may_place_star(human: Human) -> bool:
    """Return whether the human may place a star for a combat: two at most (SCY-STAR-06), unless they have Dominate."""
    return human.combat_stars < COMBAT_STARS or human.faction in DOMINATES


def place_combat_star(desk: Desk) -> None:
    with desk.reported():
        desk.position.human.combat_stars += 1
    place_human_star(desk)


def win_combat(desk: Desk, at: str, attacker: Side, human_used: bool) -> None:
    automa, human = desk.position.automa, desk.position.human
    if human.character == at:
        human.character = BASE
    human.mechs = [BASE if place == at else place for place in human.mechs]
    human.workers = [BASE if place == at else place for place in human.workers]
    desk.emit(Retreat, "SCY-COMBAT-15", "human", at, BASE)
    if human_used:
        owe(desk, "combat-card")
        desk.emit(LoserCard, "SCY-COMBAT-11")
    if attacker == "automa":
        clear_resources(desk, at)
    else:
        if desk.rulings.a24 == "removed":
            take_off(desk.position, at)
        desk.emit(TokensBroughtAlong, "SCY-RES-08", at, desk.rulings.a24)
    if automa.combat_stars < COMBAT_STARS:
        automa.combat_stars += 1
        place_star(desk, "combat", "SCY-STAR-06")


def lose_combat(desk: Desk, at: str, attacker: Side, power: int, used: int) -> None:
    """Remove the Automa's pieces. ``power`` and ``used`` are the power and the number of cards that it used."""
    automa = desk.position.automa
    # SCY-COMBAT-12: to the mat; at the highest level only to the base (SCY-ULTRA-04).
    if desk.position.level == "ultimaszyna":
        automa.character = BASE if automa.character == at else automa.character
        automa.mechs = [BASE if place == at else place for place in automa.mechs]
        desk.emit(Retreat, "SCY-ULTRA-04", "automa", at, BASE)
    else:
        automa.character = MAT if automa.character == at else automa.character
        automa.mechs = [place for place in automa.mechs if place != at]
        desk.emit(Retreat, "SCY-COMBAT-12", "automa", at, MAT)
    send_workers_home(desk, at, attacker, "SCY-COMBAT-13")
    if power or used:
        automa.combat_cards += 1
        desk.emit(AutomaLoserCard, "SCY-COMBAT-11", used)
    if attacker == "human":
        place_resources(desk, at)  # SCY-COMBAT-14
        take_token(desk)


def send_workers_home(desk: Desk, at: str, attacker: Side, clause: str) -> None:
    """Its workers go to its base; a human attacker loses popularity for each (SCY-COMBAT-02, SCY-COMBAT-13)."""
    automa = desk.position.automa
    sent = automa.workers.count(at)
    if not sent:
        return
    automa.workers = [BASE if place == at else place for place in automa.workers]
    if attacker == "human":
        owe(desk, "popularity", sent)
    desk.emit(Sent, clause, "automa" if attacker == "human" else "automa-attacker", at, sent)


def owe(desk: Desk, due: str, times: int = 1) -> None:
    """Count what the human must take or give and the app does not keep: the counter makes a hand of it."""
    dues = desk.position.dues
    dues[due] = dues.get(due, 0) + times


def take_token(desk: Desk) -> None:
    """Give the human the encounter token under their character, unless a combat is still to come there."""
    automa, encounters = desk.position.automa, desk.position.encounters
    at = desk.position.human.character
    if at in encounters and at not in (automa.character, *automa.mechs):
        encounters.remove(at)
        desk.emit(TokenTaken, (), at)


def drive_workers_out(desk: Desk, at: str) -> None:
    """Send its workers home from a territory that a combat unit of the human's enters: no combat (SCY-COMBAT-02)."""
    send_workers_home(desk, at, "human", "SCY-COMBAT-02")
    place_resources(desk, at)
