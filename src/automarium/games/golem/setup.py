"""Options, setup and its checklist (GOL-SETUP)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec

from automarium.engine.content.component import Own, facts_field, own_field
from automarium.engine.content.pack import Pack
from automarium.engine.definition import Checklist, Setup, level_field, split_new_level
from automarium.engine.message import Message, message, term
from automarium.engine.play.command import Given
from automarium.engine.play.deck import Deck
from automarium.engine.play.desk import Desk as AnyDesk
from automarium.engine.play.desk import Table
from automarium.engine.question import Field, Pick
from automarium.engine.validation import convert
from automarium.games.golem.events import Column, StartingGolem
from automarium.games.golem.position import (
    AREAS,
    COLOURS,
    COLUMNS,
    DISPLAY,
    DISTRICTS,
    LOW,
    PRINTED,
    STARTING_GOLEMS,
    TOLLS,
    Desk,
    Golem,
    NewLevel,
    Position,
)
from automarium.games.golem.printed_cards import is_whole_deck
from automarium.games.golem.rules.starting_tiles import ARTIFACT_TILES, take_tiles
from automarium.games.golem.rulings import Rulings
from automarium.games.golem.score import LEVELS

CARDS = tuple(int(id_) for id_ in PRINTED.printed["card"])
SOURCES = ("house", "printed")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``own``: whose components are used; the defaults of ``cards`` and ``board`` follow it."""

    own: Own | None = None
    level: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1  # GOL-SETUP-01
    humans: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1  # GOL-GEN-01
    cards: Literal["house", "printed"] | None = None
    board: Literal["house", "printed"] | None = None
    deck: Literal["app", "mine"] = "app"
    facts: Literal["things", "single"] = "single"  # how unknown facts of own components are asked for

    @property
    def source(self) -> str:
        """Return the default of ``cards`` and ``board``."""
        return "printed" if self.own == "mine" else "house"


class GolemSetup(Setup[Position, Rulings]):
    options = Options

    def option_fields(self, given: Given, rulings: Rulings, pack: Pack) -> Iterable[Field]:
        is_owner = given.get("own") == "mine"
        source = "printed" if is_owner else "house"
        deck = "mine" if is_owner else "app"  # an owner draws the cards as well
        return (
            own_field(),
            level_field(LEVELS, 1, pack.new_levels(NewLevel), pack),
            Field("humans", Pick(about="option.humans", options=(1, 2, 3), family="humans", default=1)),
            Field("cards", Pick(about="option.cards", options=SOURCES, family="cards", default=source), aside=True),
            Field("board", Pick(about="option.board", options=SOURCES, family="board", default=source), aside=True),
            Field(
                "deck",
                Pick(about="option.deck", options=("app", "mine"), family="deck", default=deck),
                aside=not is_owner,
            ),
            *((facts_field(),) if is_owner else ()),
        )

    def set_up(self, options: Mapping[str, object], pack: Pack, rulings: Rulings, table: Table) -> Position:
        """Set up the strategy column, golems, the marker on 0, then the starting tiles."""
        plain, added = split_new_level(options, pack.new_levels(NewLevel))
        chosen = convert(Options, plain, "options")
        own_cards = (chosen.cards or chosen.source) == "printed"
        recognises = chosen.own is not None
        unknown = own_cards and recognises and not is_whole_deck(pack)  # the app cannot draw from an unknown deck
        deck = Deck(cards=CARDS, physical=chosen.deck == "mine" or unknown)
        deck.shuffle_all(table.chance)  # GOL-SETUP-21
        order = list(DISTRICTS)
        table.chance.shuffle(order)  # GOL-SETUP-12, GOL-SETUP-13
        position = Position(
            level=str(options["level"]) if added else chosen.level,
            humans=chosen.humans,
            own_cards=own_cards,
            recognises=recognises,
            own_board=(chosen.board or chosen.source) == "printed",
            one_screen=chosen.own is not None,  # without the option one thing is asked at a time
            own_characters=chosen.own == "mine",
            asks_things=chosen.facts == "things",
            order=order,
            students=dict.fromkeys(DISTRICTS, 1),
            golem_track=pack.printed["track"]["golem"]["start"],
            upgrades={area: [] for area in AREAS},
            menorah_count=dict.fromkeys(AREAS, 0),
            columns=[[] for _ in range(COLUMNS)],
            deck=deck,
            added=added,
        )
        desk = AnyDesk(position, pack, rulings, table)
        desk.emit(Column, "GOL-SETUP-13", tuple(order))
        place_golems(desk)
        if position.asks_things:  # they are asked for in the first morning, when the table is set up
            position.artifact_tile = ARTIFACT_TILES[0]
        else:
            take_tiles(desk)
        return position

    def checklist(self, position: Position, rulings: Rulings) -> Checklist:
        marbles = PRINTED.printed["marbles"][str(position.participants)]
        thrown = {colour: marbles[colour] for colour in COLOURS}
        golems = [golem.at for golem in position.golems if golem.number in (1, 2)]
        solo = position.humans == 1
        column = {"district": term("district", list(position.order)), "golems": term("place", golems)}
        count = position.participants
        later = ".later" if position.asks_things and position.own_board and not position.round else ""
        track = message(
            f"setup.track{later}.added" if position.added else f"setup.track{later}",
            level=position.level if position.added else term("level", position.level),
            count=position.starting_tiles,
            marker=position.marker,
            vp=position.vp,
        )
        return [
            (
                message("setup.base", count=count, tiles=count + 1, **thrown),
                ("GOL-SETUP-02", "GOL-GEN-02", "GOL-GEN-03", "GOL-A32"),
            ),
            (message("setup.special"), ("GOL-SETUP-03", "GOL-SETUP-04", "GOL-GEN-04", "GOL-ART-03")),
            (message("setup.first"), ("GOL-SETUP-05", "GOL-SETUP-06")),
            (
                message("setup.goals.solo" if solo else "setup.goals.more"),
                ("GOL-SETUP-08", "GOL-GEN-06", "GOL-SETUP-10" if solo else "GOL-SETUP-09"),
            ),
            (message("setup.artifact"), ("GOL-SETUP-11",)),
            (message("setup.column", **column), tuple(f"GOL-SETUP-{number}" for number in range(12, 17))),
            (
                track,
                ("GOL-SETUP-17", "GOL-SETUP-18", "GOL-SETUP-07", "GOL-SETUP-19"),
            ),
            (message("setup.deck.mine" if position.deck.physical else "setup.deck.app"), ("GOL-SETUP-21",)),
            *self.reminders(position, rulings),
        ]

    def reminders(self, position: Position, rulings: Rulings) -> Checklist:
        """Return a list by name of what is our own design and not printed."""
        ours: list[tuple[Message, tuple[str, ...]]] = []
        if not position.own_board:
            house = PRINTED.house
            tolls = [house["toll"][str(section)]["knowledge"] for section in TOLLS]
            display = [house["library"][str(place)]["cost"] for place in range(1, DISPLAY + 1)]
            zone = position.added.red_zone if position.added else house["red_zone"][str(position.level)]["spaces"]
            red = max(zone, default=LOW)
            ours.append((message("remind.ours.board", red=red, tolls=tolls, display=display), ("GOL-A01",)))
        if not position.own_cards:
            ours.append((message("remind.ours.cards"), ("GOL-CARD-04",)))
        return [
            (message("remind.humans"), ("GOL-GEN-01", "GOL-ORDER-01")),
            (message("remind.evening"), ("GOL-GEN-05",)),
            (message("remind.refresh"), ("GOL-PHASE-01", "GOL-PHASE-02")),
            (message("remind.refill"), ("GOL-GEN-02",)),
            (message("remind.asked"), ("GOL-PHASE-01",)),
            (message("remind.books"), ("GOL-BOOK-14",)),
            *ours,
        ]


def place_golems(desk: Desk) -> None:
    """Place one in each of the districts of the two upper coloured tiles (GOL-SETUP-14…16)."""
    position = desk.position
    for number, district in enumerate(position.order[:STARTING_GOLEMS], 1):
        position.golems.append(Golem(district, 1, number=number))
        desk.emit(StartingGolem, "GOL-SETUP-16", district)
