"""Options, setup and its checklist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.definition import Checklist, Setup
from automarium.engine.message import Message, message, refuse, term
from automarium.engine.play.command import Given
from automarium.engine.play.decision import YES_NO
from automarium.engine.play.deck import Deck
from automarium.engine.play.desk import Table
from automarium.engine.question import Count, Field, Pick
from automarium.engine.validation import convert
from automarium.games.scythe.map import BASE, FACTIONS, JOINED, PRINTED, measure_bases
from automarium.games.scythe.position import (
    LEVELS,
    MECHS,
    STARS,
    WORKERS,
    Automa,
    Faction,
    Human,
    Level,
    Position,
    Variants,
)
from automarium.games.scythe.rulings import Rulings

SWITCHES = ("skipping", "move_gate", "placement_gate", "all_moves")
_facts = PRINTED.printed
CARDS = tuple(int(id_) for id_ in _facts["card"])
FACTORY_CARDS: int = _facts["factory"]["territory"]["deck"]

YesNo = Literal["no", "yes"]
Change = Annotated[int, msgspec.Meta(ge=-2, le=2)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``options`` says whether optional rules of the rulebook are used (SCY-VAR)."""

    level: Level = "autometta"  # SCY-SETUP-13
    human: Faction = "nordic"
    faction: Faction = "crimea"
    cards: Literal["base", "expansion"] = "base"
    deck: Literal["app", "mine"] = "app"
    options: YesNo = "no"
    coins: Change = 0
    power: Change = 0
    skipping: YesNo = "no"
    move_gate: YesNo = "no"
    placement_gate: YesNo = "no"
    all_moves: YesNo = "no"


def find_farthest(human: str) -> list[str]:
    """Return the factions whose base is farthest from the human's (SCY-SETUP-04, advice for a first game; base game
    only)."""
    others = [name for name in FACTIONS if name != human and not _facts["faction"][name]["expansion"]]
    far = max(measure_bases(human, name) for name in others)
    return [name for name in others if measure_bases(human, name) == far]


class ScytheSetup(Setup[Position, Rulings]):
    options = Options

    def option_fields(self, given: Given, rulings: Rulings, pack: Pack) -> Iterator[Field]:
        """The optional rules are asked for only if the person wants any."""
        yield Field("level", Pick(about="option.level", options=LEVELS, family="level", default="autometta"))
        yield Field("human", Pick(about="option.human", options=FACTIONS, family="faction", default=FACTIONS[0]))
        human = given.get("human", FACTIONS[0])
        others = tuple(name for name in FACTIONS if name != human)
        far = find_farthest(human)  # SCY-SETUP-04
        pick = Pick(about="option.far", params={"far": term("faction", far)}, options=others, family="faction")
        yield Field("faction", msgspec.structs.replace(pick, default=far[0]))
        if any(_facts["faction"][given[side]]["expansion"] for side in ("human", "faction") if side in given):
            cards = Pick(about="option.cards", options=("expansion", "base"), family="cards", default="expansion")
            yield Field("cards", cards)
        yield Field("deck", Pick(about="option.deck", options=("app", "mine"), family="deck", default="app"))
        yield Field("options", Pick(about="option.options", options=YES_NO, family="answer", default="no"))
        if given.get("options") == "yes":
            yield Field("coins", Count(about="option.coins", low=-2, high=2, default=0))
            yield Field("power", Count(about="option.power", low=-2, high=2, default=0))
            for name in SWITCHES:
                if name != "skipping" or given.get("level") in ("automa", "automaszyna"):  # SCY-VAR-09
                    yield Field(name, Pick(about=f"option.{name}", options=YES_NO, family="answer", default="no"))

    def set_up(self, options: Mapping[str, object], pack: Pack, rulings: Rulings, table: Table) -> Position:
        """The first turn is the human's (SCY-TURN-01, SCY-SETUP-17)."""
        chosen = convert(Options, dict(options), "options")
        if chosen.human == chosen.faction:  # SCY-SETUP-03
            raise refuse("setup.same-faction", "options.faction", faction=term("faction", chosen.faction))
        if chosen.skipping == "yes" and chosen.level not in ("automa", "automaszyna"):
            raise refuse("setup.skipping", "options.skipping")
        variants = Variants(
            skipping=chosen.skipping == "yes",
            coins=chosen.coins,
            power=chosen.power,
            move_gate=chosen.move_gate == "yes",
            placement_gate=chosen.placement_gate == "yes",
            all_moves=chosen.all_moves == "yes",
        )
        facts = pack.printed["faction"][chosen.faction]
        deck = Deck(cards=CARDS, physical=chosen.deck == "mine")
        deck.shuffle_all(table.chance)  # SCY-SETUP-15
        return Position(
            level=chosen.level,
            automa=Automa(
                faction=chosen.faction,
                power=facts["power"],  # SCY-SETUP-05
                combat_cards=facts["combat_cards"],  # SCY-SETUP-06
                coins=pack.printed["automa"]["start"]["coins"],  # SCY-SETUP-07
                character=BASE,
                workers=list(JOINED[chosen.faction]),  # SCY-SETUP-09
            ),
            human=Human(faction=chosen.human, workers=list(JOINED[chosen.human])),
            deck=deck,
            expansion=chosen.cards == "expansion",
            variants=variants,
        )

    def describe_pairing(self, options: Given) -> Message | None:
        return message("names", hers=term("faction", options["faction"]), yours=term("faction", options["human"]))

    def checklist(self, position: Position, rulings: Rulings) -> Checklist:
        automa = position.automa
        mat = PRINTED.printed["faction"][automa.faction]
        start = PRINTED.printed["automa"]["start"]
        dealt = mat["combat_cards"]
        faction = term("faction", automa.faction)
        first, second = JOINED[automa.faction]
        return [
            (message("setup.human", count=FACTORY_CARDS), ("SCY-SETUP-01", "SCY-GEN-01", "SCY-GEN-02", "SCY-SETUP-02")),
            (
                message("setup.faction", faction=faction, mechs=MECHS, stars=STARS, workers=WORKERS - 2),
                ("SCY-SETUP-03", "SCY-GEN-05", "SCY-GEN-12", "SCY-SETUP-10"),
            ),
            (
                message("setup.tracks", power=mat["power"], popularity=start["popularity"]),
                ("SCY-SETUP-05", "SCY-SETUP-08"),
            ),
            (
                message("setup.cards" if dealt else "setup.no-cards", coins=start["coins"], count=dealt),
                ("SCY-SETUP-07", "SCY-SETUP-06"),
            ),
            (message("setup.pieces", first=term("place", first), second=term("place", second)), ("SCY-SETUP-09",)),
            (
                message("setup.level", level=term("level", position.level)),
                ("SCY-SETUP-11", "SCY-SETUP-12", "SCY-SETUP-13", "SCY-SETUP-14"),
            ),
            *(_list_deck_steps(position) if position.deck.physical else ()),
            *self.reminders(position, rulings),
        ]

    def reminders(self, position: Position, rulings: Rulings) -> Checklist:
        chosen = list_optional_rules(position.variants)
        return [
            (message("setup.first"), ("SCY-TURN-01",)),
            *(() if position.deck.physical else _list_deck_steps(position)),
            (message("remind.pieces"), ("SCY-GEN-11", "SCY-GEN-09", "SCY-GEN-10", "SCY-MOVE-16")),
            (message("remind.resources"), ("SCY-GEN-07", "SCY-GEN-08", "SCY-RES-09", "SCY-RES-10", "SCY-RES-11")),
            (message("remind.popularity"), ("SCY-GEN-06", "SCY-RAID-09")),
            (message("remind.tell"), ("SCY-NEIGH-08", "SCY-COMBAT-02")),
            (message("remind.recruit"), ("SCY-RECRUIT-04", "SCY-RECRUIT-05")),
            (message("remind.abilities"), ("SCY-COMBAT-17", "SCY-A26", "SCY-A27")),
            *([(message("remind.optional", rules=chosen), ("SCY-LEVEL-05", "SCY-VAR-09"))] if chosen else []),
        ]


def list_optional_rules(variants: Variants) -> list[Message]:
    """Return the optional rules in use, in words."""
    switched = [message(f"variant.{name}") for name in SWITCHES if getattr(variants, name)]
    changes = [(name, getattr(variants, name)) for name in ("coins", "power")]
    return [message(f"variant.{name}", change=f"{change:+}") for name, change in changes if change] + switched


def _list_deck_steps(position: Position) -> Checklist:
    """Return what to do with the person's own cards, or a note on those of the app."""
    deck = "mine" if position.deck.physical else "app"
    shuffled = (message(f"setup.deck.{deck}"), ("SCY-SETUP-15", "SCY-SETUP-16", "SCY-DECK-03"))
    expansion = (message("setup.expansion"), ("SCY-DECK-15",))
    return [expansion, shuffled] if position.expansion else [shuffled]
