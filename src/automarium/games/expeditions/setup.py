"""Options of a game, and the set-up as a checklist for the person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Annotated, Literal

import msgspec

from automarium.engine.content.component import Own, own_field
from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.definition import Checklist
from automarium.engine.message import Message, message, refuse, term
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Given
from automarium.engine.play.deck import Deck
from automarium.engine.play.desk import Table, Unanswered
from automarium.engine.question import Count, Field, Pick, Series, check
from automarium.engine.validation import convert
from automarium.games.expeditions.components import UNPUBLISHED, glory_question, rate_question, spaces_question
from automarium.games.expeditions.events import Starts
from automarium.games.expeditions.position import (
    CENTRAL,
    GLORY_TOKENS,
    NORTH,
    PRINTED,
    ROWS,
    START,
    Coins,
    Position,
    ProgressCard,
    Side,
    Tile,
    decision_cards,
)
from automarium.games.expeditions.rulings import Rulings

CARDS = tuple(int(id_) for id_ in PRINTED.printed["decision"])  # EXP-CARD-01
SET_ASIDE = 2  # EXP-SETUP-12
LEVELS = (1, 2, 3, 4, 5)  # EXP-LEVEL-02
COIN_CHANGE = (-2, 3)  # EXP-LEVEL-04
ANY_COIN_CHANGE = (-99, 99)  # by a switched ruling (EXP-AMB-13)
CARD_SOURCES = ("house", "printed")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``card`` says which progress card levels 4 and 5 use: our own, or the printed one that the owner enters once. It
    follows ``own``."""

    own: Own | None = None
    level: Annotated[int, msgspec.Meta(ge=LEVELS[0], le=LEVELS[-1])] = 2
    card: Literal["house", "printed"] | None = None
    coin_change: Annotated[int, msgspec.Meta(ge=ANY_COIN_CHANGE[0], le=ANY_COIN_CHANGE[1])] = 0
    deck: Literal["app", "mine"] = "app"
    starts: Literal["random", "human", "automa"] = "random"

    @property
    def is_house(self) -> bool:
        """Whether the progress card is our own."""
        source = self.card or ("printed" if self.own == "mine" else "house")
        return self.level in UNPUBLISHED and source == "house"


def option_fields(given: Given, rulings: Rulings, pack: Pack) -> Iterator[Field]:
    """The options to choose, in order; EXP-SETUP-09 suggests level 2 for a first game."""
    yield own_field()
    yield Field("level", Pick(about="option.level", options=LEVELS, family="level", default=2))
    if given.get("level") in UNPUBLISHED:
        source = "printed" if given.get("own") == "mine" else "house"
        card = Pick(about="option.card", options=CARD_SOURCES, family="card-source", default=source)
        yield Field("card", card, aside=True)
    low, high = COIN_CHANGE if rulings.amb_13 == "recommended" else ANY_COIN_CHANGE
    yield Field("coin_change", Count(about="option.coin_change", low=low, high=high, default=0))
    yield Field("deck", Pick(about="option.deck", options=("app", "mine"), family="deck", default="app"))
    starters = ("random", "human", "automa")
    yield Field("starts", Pick(about="option.starts", options=starters, family="starter", default="random"))


def set_up(options: Mapping[str, object], pack: Pack, rulings: Rulings, table: Table) -> Position:
    """The table before the first turn. The Automa has nothing yet (EXP-SETUP-17), and the closed tiles under her mechs
    stay as they are, with their map tokens (EXP-SETUP-07)."""
    chosen = convert(Options, dict(options), "options")
    low, high = COIN_CHANGE
    if rulings.amb_13 == "recommended" and not low <= chosen.coin_change <= high:
        raise refuse("answer.number", "options.coin_change", given=chosen.coin_change, low=low, high=high)
    card = progress_card(chosen, pack, table)
    deck = Deck(cards=CARDS, hidden=SET_ASIDE, physical=chosen.deck == "mine")
    deck.shuffle_all(table.chance)  # EXP-SETUP-11…13
    sides: tuple[Side, Side] = ("human", "automa")
    starts = table.chance.pick(sides) if chosen.starts == "random" else chosen.starts  # EXP-SETUP-18
    table.emit(Starts, "EXP-SETUP-18", starts)
    return Position(
        card=card,
        tiles={place: Tile() for place in ROWS},
        mechs=dict(START),
        coin_change=chosen.coin_change,
        house=chosen.is_house,
        deck=deck,
        to_move=starts,
        starts=starts,
    )


def progress_card(options: Options, pack: Pack, table: Table) -> ProgressCard:
    """The one progress card in play (EXP-SETUP-08). A printed card that nobody published is asked from its owner."""
    level = options.level
    if options.is_house:
        return pack.once(HOUSE[level])
    return pack.once(PUBLISHED[level]) or printed_card(level, pack, table)


def printed_card(level: int, pack: Pack, table: Table) -> ProgressCard:
    spaces = int(pack.fact(spaces_question(level), table))
    glory_spaces = tuple(pack.fact(glory_question(level, spaces), table))
    name = pack.printed["progress"][str(level)]["name"]
    rates = printed_rates(level, pack, table)
    return ProgressCard(level, spaces, glory_spaces, rates, name=None if name == HOLE else name)


def published_card(level: int, pack: Pack) -> ProgressCard | None:
    """A printed card whose facts are all known; None if its owner must be asked."""
    with suppress(Unanswered):
        return printed_card(level, pack, Table(Chance(0)))
    return None


def house_card(level: int, pack: Pack) -> ProgressCard:
    return pack.typed(ProgressCard, "progress", level, "house")


# Read once a pack:
PUBLISHED = {level: partial(published_card, level) for level in LEVELS}
HOUSE = {level: partial(house_card, level) for level in UNPUBLISHED}


def printed_rates(level: int, pack: Pack, table: Table) -> Coins:
    """What a printed progress card pays; its owner is asked for what nobody published."""
    return Coins(*(int(pack.fact(rate_question(level, kind), table)) for kind in Coins.__struct_fields__))


def check_pack(pack: Pack) -> None:
    """Whatever is known of the cards must be possible; holes are no fault."""
    decision_cards(pack)
    for level in LEVELS:
        with suppress(Unanswered):
            progress_card(Options(level=level, card="printed"), pack, Table(Chance(0)))
    for level in UNPUBLISHED:
        _check_house_card(pack.typed(ProgressCard, "progress", level, "house"))


def _check_house_card(card: ProgressCard) -> None:
    """A card of our own, or of a designer's, keeps within what a printed one could be."""
    questions: list[Count | Series] = [
        spaces_question(card.level),
        glory_question(card.level, card.spaces_including_start),
        *(rate_question(card.level, kind) for kind in Coins.__struct_fields__),
    ]
    rates = msgspec.structs.astuple(card.coins)
    for question, value in zip(questions, (card.spaces_including_start, list(card.glory_spaces), *rates), strict=True):
        check(question, value, str(question.hole))


def checklist(position: Position, rulings: Rulings) -> Checklist:
    """What the person does before the first turn, in order, then what they should remember in play."""
    card = "house" if position.house else "printed"
    always = rulings.amb_07 == "always"  # then they go before the main deck is shuffled
    deck = (message("setup.deck.mine"), DECK_CLAUSES)
    return [
        *([removed_cards(rulings)] if always else []),
        (message("setup.two-players"), ("EXP-SETUP-01", "EXP-SETUP-02", "EXP-SETUP-03")),
        (
            message("setup.north", at=term("place", NORTH[0])),
            ("EXP-SETUP-04", "EXP-SETUP-06", "EXP-SETUP-07", "EXP-AMB-15"),
        ),
        (message("setup.central", at=term("place", CENTRAL[-1])), ("EXP-SETUP-05", "EXP-SETUP-06", "EXP-SETUP-07")),
        (message(f"setup.level.{card}", level=position.card.level), ("EXP-SETUP-08", "EXP-LEVEL-01", "EXP-LEVEL-06")),
        *([] if position.house else [(message("setup.progress"), ("EXP-SETUP-10",))]),
        *([deck] if position.deck.physical else []),
        (message("setup.glory", count=GLORY_TOKENS), ("EXP-SETUP-14", "EXP-SETUP-15", "EXP-SETUP-16")),
        *reminders(position, rulings),
    ]


DECK_CLAUSES = ("EXP-SETUP-11", "EXP-SETUP-12", "EXP-SETUP-13")


def removed_cards(rulings: Rulings) -> tuple[Message, tuple[str, ...]]:
    """The four cards that refer to another player: out of the deck, or out of the hand when they come up."""
    return message(f"setup.removed.{rulings.amb_07}"), ("EXP-GEN-03", "EXP-GEN-06", "EXP-AMB-07")


def reminders(position: Position, rulings: Rulings) -> Checklist:
    """What is good to know: what the app does, and rules of the solo game alone. Nobody checks them; they are shown so
    that nobody forgets."""
    printed, change = position.card.coins.glory_token, position.coin_change
    rates = message("setup.coin-change", total=printed + change, printed=printed)
    return [
        *([] if position.deck.physical else [(message("setup.deck.app"), DECK_CLAUSES)]),
        *([(rates, ("EXP-LEVEL-03", "EXP-LEVEL-05"))] if change else []),
        *([] if rulings.amb_07 == "always" else [removed_cards(rulings)]),
        (message("remind.pass"), ("EXP-MOVE-19", "EXP-MOVE-20", "EXP-MOVE-21", "EXP-AMB-17")),
        (message("remind.location-19"), ("EXP-MOVE-22",)),
        (message("remind.opponent"), ("EXP-GEN-01", "EXP-GEN-02", "EXP-AMB-14")),
        (message("remind.corner"), ("EXP-PROG-07", "EXP-PROG-08", "EXP-AMB-16")),
        (message(f"remind.refill.{rulings.amb_06}"), ("EXP-MECH-03", "EXP-AMB-06")),
        (message("remind.bag"), ("EXP-EXPLORE-03", "EXP-AMB-12")),
        (message("remind.tokens"), ("EXP-GEN-07", "EXP-GEN-10")),
    ]
