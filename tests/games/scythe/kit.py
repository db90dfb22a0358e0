"""Helpers for tests of Scythe: build a position, find a move, play a card, a combat or a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from automarium.engine.choice.trace import Trace
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Term
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Input, Respond, find_missing_field, find_next_field
from automarium.engine.play.desk import Desk as AnyDesk
from automarium.engine.play.desk import Table, Unanswered
from automarium.engine.play.event import Event, Step
from automarium.engine.question import Answer, AnyQuestion, Field, Form, check
from automarium.games import plugins
from automarium.games.scythe.events import ORACLE_STEPS
from automarium.games.scythe.map import ENCOUNTERS, FACTIONS, PRINTED, TERRITORIES
from automarium.games.scythe.position import (
    Action,
    Automa,
    Card,
    Desk,
    Faction,
    Gain,
    Human,
    Level,
    Position,
    Scheme,
    SchemeName,
    Side,
    Symbol,
    load_cards,
    load_expansion,
)
from automarium.games.scythe.rules.combat import fight
from automarium.games.scythe.rules.moves import ChosenMove, find_move
from automarium.games.scythe.rules.stars import SixthStar
from automarium.games.scythe.rules.turn import Stopped, play_card
from automarium.games.scythe.rulings import Rulings
from automarium.i18n.translator import Translator
from tests.answers import is_valid

DEFINITION = plugins.load_definition("scythe")

E = TypeVar("E", bound=Event)

CARDS = load_cards(PRINTED)
EXPANSION = load_expansion(PRINTED)
Switches: TypeAlias = Mapping[str, str]
What: TypeAlias = Literal["coin", "power", "combat_card", "worker", "character_or_mech"]
Bonus: TypeAlias = Literal["power", "coin", "popularity", "combat_card"]
FREE: dict[Level, int] = {
    "autometta": 5,
    "automa": 4,
    "automaszyna": 3,
    "ultimaszyna": 0,
}  # the first tracker space without restriction


def position(
    faction: Faction = "rusviet",
    human: Faction = "crimea",
    *,
    level: Level = "automa",
    restricted: bool = False,
    tracker: int | None = None,
    scheme: SchemeName = "I",
    encounters: Sequence[str] = ENCOUNTERS,
    **pieces: Any,
) -> Position:
    """Return a position. Her side: ``character``, ``mechs``, ``workers``, ``power``, ``coins`` …; the human's side with
    ``human_`` before it (``human_mechs=["r5c3"]``). Unrestricted unless said otherwise."""
    theirs = {name.removeprefix("human_"): value for name, value in pieces.items() if name.startswith("human_")}
    hers = {name: value for name, value in pieces.items() if not name.startswith("human_")}
    if tracker is None:
        tracker = 0 if restricted else FREE[level]
    built = Position(
        level=level,
        tracker=tracker,
        scheme=scheme,
        automa=Automa(faction=faction, **hers),
        human=Human(faction=human, **theirs),
        encounters=list(encounters),
    )
    built.deck.cards = tuple(CARDS)
    built.deck.shuffle_all(Chance(1))
    return built


def rulings(**switched: str) -> Rulings:
    """Return all rulings, some switched: ``A07="least-evil"``."""
    return settle(Rulings, _named(None, switched))


def desk_of(
    table: Position,
    answers: Sequence[Answer] = (),
    stand_in: Callable[[AnyQuestion], Answer] | None = None,
    *,
    chance: Chance | None = None,
    pack: Pack = PRINTED,
    switches: Switches | None = None,
) -> Desk:
    """Return a desk with this position that records steps and answers questions."""
    spoken = Table(chance or Chance(0), stand_in=make_stand_in(answers, stand_in))
    return AnyDesk(table, pack, rulings(**(switches or {})), spoken)


def make_stand_in(
    answers: Sequence[Answer], then: Callable[[AnyQuestion], Answer] | None = None
) -> Callable[[AnyQuestion], Answer]:
    """Return a stand-in with these answers, ``then`` those of another; to a form as :func:`take_answer` does."""
    left = list(answers)

    def answer(question: AnyQuestion) -> Answer:
        if not left:
            if then is None:
                raise Unanswered(question)
            return then(question)
        return check(question, take_answer(question, left))

    return answer


def take_answer(question: AnyQuestion | None, left: list[Any]) -> Answer:
    """Take the next answer from ``left``; for a form the next ones, each for the first field that it fits."""
    if not isinstance(question, Form) or isinstance(left[0], dict):
        return left.pop(0)  # type: ignore[no-any-return]
    answers: dict[str, Any] = {}
    for field in question.fields:
        if left and is_valid(field.question, left[0]):
            answers[field.name] = left.pop(0)
    return answers


def plain(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a message, terms by their ids."""
    return {name: value.value if isinstance(value, Term) else value for name, value in params.items()}


def _named(switches: Switches | None, switched: Switches) -> dict[str, str]:
    """Return both sets of switched rulings by their full ids."""
    return {f"SCY-{name}": choice for name, choice in {**(switches or {}), **switched}.items()}


def nothing(_: AnyQuestion) -> Answer:
    return 0


class Found(msgspec.Struct):
    """A move and the two narrowings behind it."""

    move: ChosenMove | None
    traces: list[Trace]

    @property
    def answer(self) -> tuple[str, str, str] | None:
        """(unit, from, to)"""
        return None if self.move is None else (self.move.piece.kind, self.move.piece.at, self.move.to)

    def trace(self, about: str) -> Trace:
        """ "piece" or "destination"."""
        found = [trace for trace in self.traces if trace.about == about]
        assert len(found) == 1, found
        return found[0]


def find(
    table: Position,
    action: Action,
    min_power: int | None = None,
    answers: Callable[[AnyQuestion], Answer] = nothing,
    *,
    switches: Switches | None = None,
    **switched: str,
) -> Found:
    desk = desk_of(table, stand_in=answers, switches={**(switches or {}), **switched})
    move = find_move(desk, Symbol(action, min_power))
    return Found(move, list(desk.notes or ()))


def scores(trace: Trace, clause: str) -> dict[Any, Any]:
    """Return the score of each candidate at the stage of a clause."""
    return next(stage.scores for stage in trace.stages if stage.clause == clause)


def card(
    moves: Sequence[Symbol] = (),
    gains: Sequence[Gain] = (),
    *,
    recruit: Bonus | None = None,
    golden: bool = True,
    skip: bool = False,
    spend: tuple[int, int, int] = (3, 4, 5),
    combat_cards: int = 0,
    resources: int = 1,
) -> Card:
    """Return a card with the same rows on both schemes."""
    half = Scheme(tuple(moves), tuple(gains), recruit)
    return Card(99, golden, skip, spend, combat_cards, resources, half, half)


class Played(msgspec.Struct):
    """What a card did: all steps, those of the oracle, and why it stopped (attack, sixth star)."""

    position: Position
    told: list[Step]
    stopped: str | None

    @property
    def steps(self) -> list[dict[str, Any]]:
        return [msgspec.to_builtins(step.event) for step in self.told if isinstance(step.event, ORACLE_STEPS)]

    @property
    def tags(self) -> list[str]:
        """The tags of the events in order, without ``spent``."""
        return [tag for step in self.told if (tag := str(step.event.__struct_config__.tag)) != "spent"]

    def the(self, kind: type[E]) -> E:
        """The one event of that kind."""
        (found,) = self.all(kind)
        return found

    def all(self, kind: type[E]) -> list[E]:
        return [step.event for step in self.told if isinstance(step.event, kind)]

    def step(self, do: str) -> Step:
        found = [step for step in self.told if step.event.__struct_config__.tag == do]
        assert len(found) == 1, (do, found)
        return found[0]


def play(
    table: Position,
    drawn: Card | int,
    answers: Sequence[Answer] = (),
    *,
    combat: bool = False,
    switches: Switches | None = None,
    **switched: str,
) -> Played:
    """Play a card (by number or whole). ``combat``: attacks are fought, with ``answers`` to what that asks."""
    desk = desk_of(table, answers, None if combat else nothing, switches={**(switches or {}), **switched})
    stopped = None
    try:
        play_card(desk, CARDS[drawn] if isinstance(drawn, int) else drawn, fights=combat)
    except Stopped:
        stopped = "attack"
    except SixthStar as sixth:
        stopped = f"sixth star: {sixth.side}"
    return Played(table, desk.steps, stopped)


class OtherCards(Pack):
    """The printed pack with other Automa cards in it."""

    def __init__(self, cards: Mapping[int, Card]) -> None:
        super().__init__(PRINTED.printed, PRINTED.house)
        self._made[load_cards] = dict(cards)


def battle(
    table: Position,
    at: str,
    attacker: Side,
    answers: Sequence[Answer],
    cards: Mapping[int, Card] = CARDS,
    *,
    switches: Switches | None = None,
    **switched: str,
) -> Played:
    """Carry out a combat. ``answers``: "ready", [sum of her combat cards], the human's total, [the human's star]."""
    desk = desk_of(table, answers, pack=OtherCards(cards), switches={**(switches or {}), **switched})
    stopped = None
    try:
        fight(desk, at, attacker)
    except SixthStar as sixth:
        stopped = f"sixth star: {sixth.side}"
    return Played(table, desk.steps, stopped)


def top_card(table: Position, card_id: int) -> None:
    """Put a card on top of the deck."""
    with suppress(ValueError):
        table.deck.pile.remove(card_id)
    table.deck.pile.append(card_id)


def game(
    options: Mapping[str, Any] | None = None, seed: int = 1, *, switches: Switches | None = None, **switched: str
) -> Playthrough:
    """Return a playthrough; the human plays Crimea against a Nordic Automa unless ``options`` say otherwise."""
    chosen = {"level": "automa", "human": "crimea", "faction": "nordic", **(options or {})}
    return Playthrough(DEFINITION, chosen, _named(switches, switched), seed, PRINTED)


def refuse_question(question: AnyQuestion) -> Answer:
    """A stand-in for decisions that must not ask."""
    raise AssertionError(f"asked {question.about} about {question.place}")


def tell(live: Playthrough, *said: Input | Answer) -> Played:
    """Put inputs and plain answers into a playthrough and return all steps."""
    told: list[Step] = []
    left = list(said)
    while left:
        first = left[0]
        if isinstance(first, Input):
            told += live.put(first)
            del left[0]
        else:
            told += live.put(Respond(take_answer(live.question, left)))
    return Played(live.position, told, None)


def find_next(table: Position, command: str, given: Mapping[str, Any]) -> Field | None:
    """Return the next field of a command after those given."""
    return find_next_field(DEFINITION.commands[command], table, given)


def find_option(given: Mapping[str, Any]) -> Field | None:
    """Return the next option to choose."""
    return find_missing_field(DEFINITION.setup.option_fields(given, rulings(), PRINTED), given)


def shown(clause: str, table: Position | None = None) -> str:
    """Return the English text of the checklist items that cite a clause; there must be one."""
    items = DEFINITION.setup.checklist(table or position(), rulings())
    texts = [Translator("en", [DEFINITION.folder]).sentence(said) for said, cited in items if clause in cited]
    assert texts, f"nothing on the checklist cites {clause}"
    return " ".join(texts)


def human_and_automa() -> list[tuple[Faction, Faction]]:
    """Return every faction of the Automa with another one of the human: (automa, human)."""
    names = msgspec.convert(list(FACTIONS), list[Faction])
    return [(name, "crimea" if name != "crimea" else "nordic") for name in names]


def scattered(seed: int) -> Position:
    """Return a position with random pieces of both sides, no two on one territory, some on the bases."""
    chance = Chance(seed)
    spots = list(TERRITORIES)
    chance.shuffle(spots)

    def take(count: int) -> list[str]:
        return [spots.pop() if chance.below(4) else "base" for _ in range(count)]

    faction, human = chance.pick(human_and_automa())
    return position(
        faction,
        human,
        restricted=bool(chance.below(2)),
        power=9,
        character=take(1)[0],
        mechs=take(chance.below(5)),
        workers=take(chance.below(9)),
        human_character=take(1)[0],
        human_mechs=take(chance.below(5)),
        human_workers=take(chance.below(9)),
    )


def whole_game(options: Mapping[str, Any], seed: int, **switched: str) -> Iterator[tuple[Position, list[Step]]]:
    """Play a random game and yield the position and the steps after each input."""
    chance = Chance(seed)
    rival = DEFINITION.lab.rival(PRINTED, chance)
    table = Table(chance, stand_in=rival.answer, explain=False)
    chosen = {"level": "automa", "human": "crimea", "faction": "nordic", **options}
    built = DEFINITION.setup.set_up(chosen, PRINTED, rulings(**switched), table)
    desk = AnyDesk(built, PRINTED, rulings(**switched), table)
    for _ in range(200):
        if built.over:
            return
        for input_ in rival.turn(lambda: built):
            assert isinstance(input_, Command)
            input_.carry_out(desk)
            yield built, list(table.steps)
            table.steps.clear()
    raise AssertionError("no end after 200 turns")
