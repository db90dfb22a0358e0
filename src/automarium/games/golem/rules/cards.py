"""The Automa cards: revealing them, taking their bonus, putting them away (GOL-CARD, GOL-BONUS)."""

from __future__ import annotations

from contextlib import nullcontext

from automarium.engine.question import Field, Form
from automarium.games.golem.events import BonusFails, BonusTaken, CardsAway, Reveal
from automarium.games.golem.position import CARDS_A_ROUND, Card, Desk
from automarium.games.golem.printed_cards import build_choice, find_meant, get_card
from automarium.games.golem.rules.artifacts import take_ingot
from automarium.games.golem.rules.effects import console
from automarium.games.golem.rules.golems import create
from automarium.games.golem.rules.rabbi import OCCUPIED, build_occupied_field, is_asked_with_card
from automarium.games.golem.rules.students import move_student
from automarium.games.golem.rules.synagogue import build_marble_fields, keep_marbles
from automarium.games.golem.rules.tracks import move_track

FEW_GOLEMS = {"golem-1": (1, "GOL-BONUS-06"), "golem-2": (2, "GOL-BONUS-07")}


def reveal(desk: Desk) -> Card:
    """Reveal the top card, to the right of those of this round (GOL-CARD-01, GOL-CARD-02)."""
    position = desk.position
    id_ = draw_card(desk)
    # A card of the person's own deck is laid out already, before its columns are asked for; others are on no table.
    with desk.reported() if position.deck.physical else nullcontext():
        position.cards.append(Card.of_hole(id_))
    position.cards[-1] = card = get_card(desk, id_)
    desk.emit(Reveal, ("GOL-CARD-01", "GOL-CARD-02"), card, len(position.cards))
    return card


def draw_card(desk: Desk) -> int:
    """Return the number of the top card. One of the person's own deck is asked for together with the marbles and, until
    its rabbi has gone, the rabbis. A last turn that must be the rabbi's does not look at marbles (GOL-TURN-07). A game
    without ``one_screen`` asks for the card alone."""
    position = desk.position
    deck = position.deck
    if not deck.physical or not position.one_screen:
        return deck.draw(desk, "ask.card")
    by_looks = position.own_cards
    which = build_choice(desk, "card", "ask.card", deck.unseen) if by_looks else deck.build_question("ask.card")
    rabbis = (build_occupied_field(position),) if is_asked_with_card(position) and "rabbi" not in position.types else ()
    marbles = () if rabbis and len(position.types) == CARDS_A_ROUND - 1 else build_marble_fields(desk)
    fields = (*(() if which is None else (Field("card", which),)), *marbles, *rabbis)
    thrown = position.rows is None and bool(marbles)  # all of them lie somewhere
    about = "form.marbles" if which is None else "form.turn"
    answers = desk.ask(Form(about=about, fields=fields, filled=thrown)) if fields else {}
    if marbles:
        keep_marbles(desk, answers)
    if rabbis:
        position.occupied = list(answers[OCCUPIED])
    id_ = find_meant(desk, "card", deck.unseen, answers.get("card")) if by_looks else answers["card"]
    deck.take(id_)
    return int(id_)


def take_bonus(desk: Desk, card: Card) -> None:
    """Take the bonus of the brown column if its level reaches its number (GOL-CARD-06, GOL-BONUS-01, GOL-BONUS-02)."""
    if card.bonus == "none":
        return
    always = card.bonus == "shuffle" and desk.rulings.a19 == "always"
    due = desk.position.strength >= card.level or always
    desk.emit(BonusTaken, "GOL-A19" if always else "GOL-BONUS-01", card.bonus, card.level, due)
    if due and not _bonus(desk, card):
        console(desk, "bonus")


def _bonus(desk: Desk, card: Card) -> bool:
    """Carry out a bonus and return whether it had an effect; one for few golems that does not apply has not failed
    (GOL-BONUS-10)."""
    position = desk.position
    match card.bonus:
        case "gold":
            return take_ingot(desk, "GOL-BONUS-03")
        case "study":
            return move_track(desk, "study", 1, "GOL-BONUS-04")
        case "student":
            return move_student(desk, position.order[0], "GOL-BONUS-05")
        case "golem-1" | "golem-2":
            most, clause = FEW_GOLEMS[card.bonus]
            if len(position.golems) > most:  # GOL-BONUS-09
                desk.emit(BonusFails, (clause, "GOL-BONUS-10"), len(position.golems))
                return True
            return create(desk, 0, clause, "GOL-BONUS-08", "GOL-BONUS-11")
        case _:
            position.reshuffle = True
            return True


def put_away(desk: Desk) -> None:
    """Put the three cards of the round under the deck, or shuffle all into a new one (GOL-CARD-09, GOL-BONUS-12,
    -13)."""
    position = desk.position
    if position.reshuffle:  # otherwise, of 20 cards no more than 12 are seen, and none comes again: GOL-CARD-10
        position.deck.shuffle_all(desk.chance)
    desk.emit(CardsAway, "GOL-BONUS-12" if position.reshuffle else "GOL-CARD-09", position.reshuffle)
    position.reshuffle = False
    position.cards = []
    position.types = []
