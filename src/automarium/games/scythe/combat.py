"""Combat: the human commits first, then an Automa card says what she uses (SCY-COMBAT)."""

from __future__ import annotations

from automarium.games.scythe.atlas import BASE, MAT, PRINTED, TERRAIN
from automarium.games.scythe.deck import combat_card
from automarium.games.scythe.events import (
    Battle,
    CombatCard,
    LoserCard,
    Outcome,
    PlaceResources,
    Retreat,
    Sent,
    Spent,
    TokensBroughtAlong,
    TokenTaken,
)
from automarium.games.scythe.position import COMBAT_STARS, MOST_POWER, RESOURCE_BOX, Card, Position
from automarium.games.scythe.resources import clear_resources
from automarium.games.scythe.stars import automa_star, human_star
from automarium.kernel.table import Count, Pick, Table

COLUMNS: list[int] = PRINTED.printed["power"]["columns"]["from"]
PRODUCES: dict[str, str] = PRINTED.printed["terrain"]["produces"]
_values = [int(value) for value in PRINTED.printed["deck"]["combat"]["values"]]
LOWEST_CARD, HIGHEST_CARD = min(_values), max(_values)
MOST_TOTAL = 99


def strength(card: Card, power: int, combat_cards: int) -> tuple[int, int]:
    """The power and the number of combat cards she uses, or all that she has (SCY-COMBAT-05…08)."""
    column = sum(1 for lowest in COLUMNS if power >= lowest) - 1
    return min(card.spend[column], power), min(card.combat_cards, combat_cards)


def fight(position: Position, at: str, attacker: str, cards: dict[int, Card], table: Table) -> None:
    """One combat on a territory, from the dials to the stars."""
    table.tell(Battle(at, attacker), "SCY-COMBAT-01")
    # SCY-COMBAT-03: dial and cards are set before her card is seen.
    automa = position.automa
    options = ("ready", "power") if table.rulings["SCY-A26"] == "applies" else ("ready",)
    ready = Pick(about="ask.ready", options=options, family="ready", default="ready", place=at, params={"at": at})
    if table.ask(ready) == "power":  # an ability of the human's changed it before the reveal: SCY-COMBAT-17
        automa.power = table.ask(Count(about="ask.her-power", low=0, high=MOST_POWER, place=at))
    card = cards[combat_card(position, table, in_automas_turn=attacker == "automa")]
    power, used = strength(card, automa.power, automa.combat_cards)
    table.tell(CombatCard(card.id, power, used), "SCY-COMBAT-06", "SCY-COMBAT-07")
    values = 0
    if used:
        low, high = used * LOWEST_CARD, used * HIGHEST_CARD
        values = table.ask(Count(about="ask.her-cards", params={"count": used}, low=low, high=high, place=at))
    humans: int = table.ask(Count(about="ask.your-total", low=0, high=MOST_TOTAL, place=at))
    automa.power -= power  # SCY-COMBAT-11
    automa.combat_cards -= used
    hers = power + values
    wins = hers >= humans if attacker == "automa" else hers > humans  # SCY-COMBAT-10
    winner = "automa" if wins else "human"
    table.tell(Outcome(winner, hers, humans), "SCY-COMBAT-10")
    table.tell(Spent(automa.power, automa.combat_cards), "SCY-COMBAT-11")
    if wins:
        automa_wins(position, at, attacker, humans > 0, table)
    else:
        automa_loses(position, at, attacker, bool(power or used), table)


def automa_wins(position: Position, at: str, attacker: str, human_used: bool, table: Table) -> None:
    human = position.human
    if human.character == at:
        human.character = BASE
    human.mechs = [BASE if place == at else place for place in human.mechs]
    human.workers = [BASE if place == at else place for place in human.workers]
    table.tell(Retreat("human", at, BASE), "SCY-COMBAT-15")
    if human_used:
        table.tell(LoserCard("human"), "SCY-COMBAT-11")
    if attacker == "automa":
        clear_resources(position, at, table)
    else:
        table.tell(TokensBroughtAlong(at, table.rulings["SCY-A24"]), "SCY-RES-08")
    if position.automa.combat_stars < COMBAT_STARS:
        position.automa.combat_stars += 1
        automa_star(position, "combat", table, "SCY-STAR-06")


def automa_loses(position: Position, at: str, attacker: str, she_used: bool, table: Table) -> None:
    automa = position.automa
    # SCY-COMBAT-12: to the mat; at the highest level only to the base (SCY-ULTRA-04).
    if position.level == "ultimaszyna":
        automa.character = BASE if automa.character == at else automa.character
        automa.mechs = [BASE if place == at else place for place in automa.mechs]
        table.tell(Retreat("automa", at, BASE), "SCY-ULTRA-04")
    else:
        automa.character = MAT if automa.character == at else automa.character
        automa.mechs = [place for place in automa.mechs if place != at]
        table.tell(Retreat("automa", at, MAT), "SCY-COMBAT-12")
    send_workers_home(position, at, attacker, table, "SCY-COMBAT-13")
    if she_used:
        automa.combat_cards += 1
        table.tell(LoserCard("automa"), "SCY-COMBAT-11")
    if attacker == "human":
        place_resources(position, at, table)  # SCY-COMBAT-14
        take_token(position, table)
    star = table.ask(Pick(about="ask.your-star", options=("yes", "no"), family="answer", default="yes", place=at))
    if star == "yes":
        human_star(position)


def send_workers_home(position: Position, at: str, attacker: str, table: Table, clause: str) -> None:
    """Her workers go to her base; a human attacker loses popularity for each (SCY-COMBAT-02, SCY-COMBAT-13)."""
    automa = position.automa
    sent = automa.workers.count(at)
    if sent:
        automa.workers = [BASE if place == at else place for place in automa.workers]
        table.tell(Sent("automa" if attacker == "human" else "automa-attacker", at, sent), clause)


def place_resources(position: Position, at: str, table: Table) -> None:
    """By the resource box of the last main card, of the terrain's kind (SCY-RES-01…06)."""
    card = position.last_card  # remembered through every shuffle: SCY-RES-06
    if table.rulings["SCY-A22"] == "top-of-pile":
        card = position.main_discard[-1] if position.main_discard else None
    box = RESOURCE_BOX[card] if card is not None else 0
    what = PRODUCES.get(TERRAIN[at])
    if what is not None and box:
        table.tell(PlaceResources(at, what, box), "SCY-RES-01", "SCY-RES-02", "SCY-RES-03")
        if at not in position.resources:
            position.resources.append(at)


def take_token(position: Position, table: Table) -> None:
    """The human's character on an encounter token, alone there: the token is theirs, and no target of hers any more."""
    at = position.human.character
    if at in position.encounters:
        position.encounters.remove(at)
        table.tell(TokenTaken(at))


def human_enters(position: Position, at: str, table: Table) -> None:
    """A human combat unit on a territory with her workers only: they go home, no combat (SCY-COMBAT-02)."""
    send_workers_home(position, at, "human", table, "SCY-COMBAT-02")
    place_resources(position, at, table)
