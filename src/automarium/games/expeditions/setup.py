"""Options, setup and its checklist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Annotated, Literal

import msgspec

from automarium.engine.content.component import Own, build_form, facts_field, find_entered_facts, own_field, value_of
from automarium.engine.content.pack import HOLE, NEW_LEVELS, Pack, with_fact
from automarium.engine.definition import Checklist, Setup, check_new_levels, level_field, split_new_level
from automarium.engine.message import Message, message, refuse, term
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Given
from automarium.engine.play.deck import Deck
from automarium.engine.play.desk import Table, Unanswered
from automarium.engine.question import Count, Field, Pick, Series, check
from automarium.engine.validation import convert
from automarium.games.expeditions.components import UNPUBLISHED, ask_glory_spaces, ask_rate, ask_spaces, build_card
from automarium.games.expeditions.events import Starts
from automarium.games.expeditions.position import (
    CENTRAL,
    GLORY_TOKENS,
    NORTH,
    PRINTED,
    ROWS,
    START,
    Coins,
    NewLevel,
    Position,
    ProgressCard,
    Side,
    Tile,
    read_cards,
)
from automarium.games.expeditions.rulings import Rulings

CARDS = tuple(int(id_) for id_ in PRINTED.printed["decision"])  # EXP-CARD-01
SET_ASIDE = 2  # EXP-SETUP-12
LEVELS = (1, 2, 3, 4, 5)  # EXP-LEVEL-02
COIN_CHANGE = (-2, 3)  # EXP-LEVEL-04
ANY_COIN_CHANGE = (-99, 99)  # by a switched ruling (EXP-AMB-13)
CARD_SOURCES = ("house", "printed")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``card`` is the progress card of levels 4 and 5: the house card, or the printed one that its owner enters, at
    once or fact by fact. Its default follows ``own``."""

    own: Own | None = None
    level: Annotated[int, msgspec.Meta(ge=LEVELS[0], le=LEVELS[-1])] = 2
    card: Literal["house", "printed"] | None = None
    coin_change: Annotated[int, msgspec.Meta(ge=ANY_COIN_CHANGE[0], le=ANY_COIN_CHANGE[1])] = 0
    deck: Literal["app", "mine"] = "app"
    starts: Literal["random", "human", "automa"] = "random"
    facts: Literal["things", "single"] = "single"

    @property
    def is_house(self) -> bool:
        """Return whether the progress card is a house card."""
        source = self.card or ("printed" if self.own == "mine" else "house")
        return self.level in UNPUBLISHED and source == "house"


class ExpeditionsSetup(Setup[Position, Rulings]):
    options = Options

    def option_fields(self, given: Given, rulings: Rulings, pack: Pack) -> Iterator[Field]:
        """Yield the options; EXP-SETUP-09 suggests level 2 for a first game."""
        yield own_field()
        yield level_field(LEVELS, 2, pack.new_levels(NewLevel), pack)
        if given.get("level") in UNPUBLISHED:
            source = "printed" if given.get("own") == "mine" else "house"
            card = Pick(about="option.card", options=CARD_SOURCES, family="card-source", default=source)
            yield Field("card", card, aside=True)
            if given.get("own") == "mine":
                yield facts_field()
        low, high = COIN_CHANGE if rulings.amb_13 == "recommended" else ANY_COIN_CHANGE
        yield Field("coin_change", Count(about="option.coin_change", low=low, high=high, default=0))
        yield Field("deck", Pick(about="option.deck", options=("app", "mine"), family="deck", default="app"))
        starters = ("random", "human", "automa")
        yield Field("starts", Pick(about="option.starts", options=starters, family="starter", default="random"))

    def set_up(self, options: Mapping[str, object], pack: Pack, rulings: Rulings, table: Table) -> Position:
        """Return the position before the first turn. The Automa has nothing yet (EXP-SETUP-17); the closed tiles under
        its mechs keep their map tokens (EXP-SETUP-07)."""
        plain, added = split_new_level(options, pack.new_levels(NewLevel))
        chosen = convert(Options, plain, "options")
        low, high = COIN_CHANGE
        if rulings.amb_13 == "recommended" and not low <= chosen.coin_change <= high:
            raise refuse("answer.number", "options.coin_change", given=chosen.coin_change, low=low, high=high)
        card = added.make_card(str(options["level"])) if added else find_progress_card(chosen, pack, table)
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
            house=added is not None or chosen.is_house,
            deck=deck,
            to_move=starts,
            starts=starts,
        )

    def checklist(self, position: Position, rulings: Rulings) -> Checklist:
        card = "added" if position.card.is_added else "house" if position.house else "printed"
        always = rulings.amb_07 == "always"  # then they go before the main deck is shuffled
        deck = (message("setup.deck.mine"), DECK_CLAUSES)
        return [
            *([list_removed_cards(rulings)] if always else []),
            (message("setup.two-players"), ("EXP-SETUP-01", "EXP-SETUP-02", "EXP-SETUP-03")),
            (
                message("setup.north", at=term("place", NORTH[0])),
                ("EXP-SETUP-04", "EXP-SETUP-06", "EXP-SETUP-07", "EXP-AMB-15"),
            ),
            (message("setup.central", at=term("place", CENTRAL[-1])), ("EXP-SETUP-05", "EXP-SETUP-06", "EXP-SETUP-07")),
            (
                message(f"setup.level.{card}", level=position.card.level),
                ("EXP-SETUP-08", "EXP-LEVEL-01", "EXP-LEVEL-06"),
            ),
            *([] if position.house else [(message("setup.progress"), ("EXP-SETUP-10",))]),
            *([deck] if position.deck.physical else []),
            (message("setup.glory", count=GLORY_TOKENS), ("EXP-SETUP-14", "EXP-SETUP-15", "EXP-SETUP-16")),
            *self.reminders(position, rulings),
        ]

    def reminders(self, position: Position, rulings: Rulings) -> Checklist:
        printed, change = position.card.coins.glory_token, position.coin_change
        rates = message("setup.coin-change", total=printed + change, printed=printed)
        return [
            *([] if position.deck.physical else [(message("setup.deck.app"), DECK_CLAUSES)]),
            *([(rates, ("EXP-LEVEL-03", "EXP-LEVEL-05"))] if change else []),
            *([] if rulings.amb_07 == "always" else [list_removed_cards(rulings)]),
            (message("remind.pass"), ("EXP-MOVE-19", "EXP-MOVE-20", "EXP-MOVE-21", "EXP-AMB-17")),
            (message("remind.location-19"), ("EXP-MOVE-22",)),
            (message("remind.opponent"), ("EXP-GEN-01", "EXP-GEN-02", "EXP-AMB-14")),
            (message("remind.corner"), ("EXP-PROG-07", "EXP-PROG-08", "EXP-AMB-16")),
            (message(f"remind.refill.{rulings.amb_06}"), ("EXP-MECH-03", "EXP-AMB-06")),
            (message("remind.bag"), ("EXP-EXPLORE-03", "EXP-AMB-12")),
            (message("remind.tokens"), ("EXP-GEN-07", "EXP-GEN-10")),
        ]


def find_progress_card(options: Options, pack: Pack, table: Table) -> ProgressCard:
    """Return the progress card in play (EXP-SETUP-08). Facts of a printed card that are not published are asked."""
    level = options.level
    if options.is_house:
        return pack.once(HOUSE[level])
    if (known := pack.once(PUBLISHED[level])) is not None:
        return known
    return read_printed_card(level, ask_card(level, pack, table) if options.facts == "things" else pack, table)


def ask_card(level: int, pack: Pack, table: Table) -> Pack:
    """Ask for the unknown facts of a printed card on one screen and return the pack with them."""
    card = build_card(level, pack)
    parts = [part for part in card.parts if value_of(pack, part.path) is None]
    form = build_form(card.name, parts, {part.path for part in parts})
    own = pack.own
    for path, value in find_entered_facts(form, table.ask(form)).items():
        own = with_fact(own, path, value)
    return Pack(pack.as_printed, pack.house, own, pack.names)


def read_printed_card(level: int, pack: Pack, table: Table) -> ProgressCard:
    spaces = int(pack.fact(ask_spaces(level), table))
    glory_spaces = tuple(pack.fact(ask_glory_spaces(level, spaces), table))
    name = pack.printed["progress"][str(level)]["name"]
    rates = read_printed_rates(level, pack, table)
    return ProgressCard(level, spaces, glory_spaces, rates, name=None if name == HOLE else name)


def find_published_card(level: int, pack: Pack) -> ProgressCard | None:
    """Return a printed card whose facts are all known; None if its owner must be asked."""
    with suppress(Unanswered):
        return read_printed_card(level, pack, Table(Chance(0)))
    return None


def read_house_card(level: int, pack: Pack) -> ProgressCard:
    return pack.typed(ProgressCard, "progress", level, "house")


# Read once a pack:
PUBLISHED = {level: partial(find_published_card, level) for level in LEVELS}
HOUSE = {level: partial(read_house_card, level) for level in UNPUBLISHED}


def read_printed_rates(level: int, pack: Pack, table: Table) -> Coins:
    """Return what a printed progress card pays; unpublished rates are asked."""
    return Coins(*(int(pack.fact(ask_rate(level, kind), table)) for kind in Coins.__struct_fields__))


def check_pack(pack: Pack) -> None:
    read_cards(pack)
    for level in LEVELS:
        with suppress(Unanswered):
            find_progress_card(Options(level=level, card="printed"), pack, Table(Chance(0)))
    for level in UNPUBLISHED:
        _check_house_card(pack.typed(ProgressCard, "progress", level, "house"), f"progress.{level}")
    check_new_levels(pack, NewLevel, LEVELS)
    for name, added in pack.new_levels(NewLevel).items():
        _check_house_card(added.make_card(name), f"{NEW_LEVELS}.{name}")


def _check_house_card(card: ProgressCard, where: str) -> None:
    """Raise Refused if a house or designer's card is not within the bounds of a printed one."""
    questions: list[Count | Series] = [
        ask_spaces(1),
        ask_glory_spaces(1, card.spaces_including_start),
        *(ask_rate(1, kind) for kind in Coins.__struct_fields__),
    ]
    rates = msgspec.structs.astuple(card.coins)
    for question, value in zip(questions, (card.spaces_including_start, list(card.glory_spaces), *rates), strict=True):
        check(question, value, str(question.hole).replace("progress.1", where))


DECK_CLAUSES = ("EXP-SETUP-11", "EXP-SETUP-12", "EXP-SETUP-13")


def list_removed_cards(rulings: Rulings) -> tuple[Message, tuple[str, ...]]:
    """Return the item on the four cards that refer to another player: removed before the shuffle, or when drawn."""
    return message(f"setup.removed.{rulings.amb_07}"), ("EXP-GEN-03", "EXP-GEN-06", "EXP-AMB-07")
