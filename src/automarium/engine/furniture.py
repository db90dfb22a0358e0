"""A room from its modules: where they have the same names in every room, nobody lists them.

Each module is one of the protocols below. One that is missing, lacks something or takes something else is refused when
the room is loaded; ``tests/contract/test_furniture.py`` compares the types as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from inspect import signature
from operator import attrgetter
from os.path import dirname
from typing import Any, Protocol, TypeVar

import msgspec

from automarium.engine.content.component import Kind
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook
from automarium.engine.definition import Checklist, GameDefinition, Rivals, Status, later
from automarium.engine.display import Gauge
from automarium.engine.layout import Hand, Layout, PlacedPieces, TrackValue
from automarium.engine.message import Message, Say
from automarium.engine.play.command import Given, collect_commands
from automarium.engine.play.decision import Decisions
from automarium.engine.play.desk import Table
from automarium.engine.play.odds import Odds
from automarium.engine.play.score import Counting, ScoreSheet
from automarium.engine.question import Field


class Playable(Protocol):
    """A position that knows when the game has ended."""

    @property
    def over(self) -> bool: ...


P = TypeVar("P", bound=Playable)
R = TypeVar("R", bound=RulingBook)
Seen = TypeVar("Seen", bound=Playable, contravariant=True)
By = TypeVar("By", bound=RulingBook, contravariant=True)


class SettingUp(Protocol[P, By]):
    """``setup.py``."""

    @property
    def Options(self) -> type[msgspec.Struct]: ...  # noqa: N802
    def option_fields(self, given: Given, rulings: By, pack: Pack, /) -> Iterable[Field]: ...
    def set_up(self, options: Mapping[str, object], pack: Pack, rulings: By, table: Table, /) -> P: ...
    def checklist(self, position: P, rulings: By, /) -> Checklist: ...
    def reminders(self, position: P, rulings: By, /) -> Checklist: ...
    def check_pack(self, pack: Pack, /) -> None: ...


class Stock(Protocol):
    """``components.py``."""

    @property
    def OWN_SECTIONS(self) -> Sequence[str]: ...  # noqa: N802
    def components(self, pack: Pack, /) -> Sequence[Kind]: ...


class Standing(Protocol[Seen]):
    """``status.py``."""

    def status(self, position: Seen, /) -> Status: ...


class Laying(Protocol[Seen]):
    """``hands.py``."""

    def layout(self, position: Seen, /) -> Layout: ...
    def hand_words(self, position: Seen, hand: Hand, /) -> Message | None: ...


class Scoring(Protocol[Seen, By]):
    """``score.py``."""

    def score_sheet(self, position: Seen, rulings: By, /) -> ScoreSheet: ...
    def countings(self, position: Seen, /) -> Sequence[Counting]: ...
    def pace(self, position: Seen, /) -> int: ...


class Foretelling(Protocol[Seen, By]):
    """``odds.py``."""

    def odds(self, position: Seen, pack: Pack, rulings: By, /) -> Odds: ...


class Telling(Protocol[Seen, By]):
    """``text.py``."""

    def overview(self, position: Seen, /) -> Sequence[Message]: ...
    def board(self, position: Seen, rulings: By, say: Say, width: int, /) -> Sequence[str]: ...


class Showing(Protocol[Seen]):
    """``shown.py``."""

    @property
    def ACCENT(self) -> tuple[str, str]: ...  # noqa: N802
    @property
    def SIGNS(self) -> Mapping[str, str]: ...  # noqa: N802
    def gauges(self, position: Seen, pack: Pack, /) -> Sequence[Gauge]: ...
    def corrects(self, position: Seen, thing: PlacedPieces | TrackValue, /) -> Given | None: ...


class Answering(Protocol):
    """``asks.py``, or a folder of that name."""

    @property
    def ASKS(self) -> Decisions: ...  # noqa: N802


class Opposing(Protocol):
    """``rival.py``."""

    @property
    def RIVALS(self) -> Rivals: ...  # noqa: N802


FURNITURE: Mapping[str, type] = {
    "decisions": Answering,
    "layout": Laying,
    "odds": Foretelling,
    "rivals": Opposing,
    "score": Scoring,
    "setup": SettingUp,
    "page": Showing,
    "text": Telling,
}


def names_in(kind: type) -> dict[str, property | Callable[..., object]]:
    """What a protocol names: properties and functions."""
    return {name: thing for name, thing in vars(kind).items() if not name.startswith("_")}


def _piece(package: str, name: str) -> Any:
    """A module of a room, once it is seen that it is what its name says."""
    module = import_module(f"{package}.{name}")
    for part, wanted in names_in(FURNITURE[name]).items():
        if not hasattr(module, part):
            raise TypeError(f"{module.__name__} has no {part}, as every room has it")
        if not isinstance(wanted, property):
            arguments = list(signature(wanted).parameters)[1:]
            try:
                signature(getattr(module, part)).bind(*arguments)
            except TypeError:
                raise TypeError(f"{module.__name__}.{part} does not take ({', '.join(arguments)})") from None
    return module


def furnished(
    package: str, position: type[P], rulings: type[R], *, commands: Iterable[str] = ("commands", "corrections")
) -> GameDefinition[P, R]:
    """What every room of ours has; ``dataclasses.replace`` adds what only some have.

    ``commands`` are the modules that declare them. The pictures (``svg`` and ``bare``) are named only: whoever wants
    none does not load them."""
    asks: Answering = _piece(package, "decisions")
    try:
        components: Stock = import_module(f"{package}.components")
    except ModuleNotFoundError:
        components = import_module(f"{package}.definition")
    hands: Laying[P] = _piece(package, "layout")
    odds: Foretelling[P, R] = _piece(package, "odds")
    rival: Opposing = _piece(package, "rivals")
    score: Scoring[P, R] = _piece(package, "score")
    setup: SettingUp[P, R] = _piece(package, "setup")
    shown: Showing[P] = _piece(package, "page")
    status: Standing[P] = import_module(f"{package}.definition")
    text: Telling[P, R] = _piece(package, "text")
    return GameDefinition(
        name=package.rpartition(".")[2],
        folder=dirname(import_module(package).__file__ or ""),
        rulings=rulings,
        commands=collect_commands(*(import_module(f"{package}.{name}") for name in commands)),
        decisions=asks.ASKS,
        options=setup.Options,
        option_fields=setup.option_fields,
        set_up=setup.set_up,
        checklist=setup.checklist,
        reminders=setup.reminders,
        status=status.status,
        over=attrgetter("over"),
        layout=hands.layout,
        hand_words=hands.hand_words,
        score=score.score_sheet,
        countings=score.countings,
        pace=score.pace,
        odds=odds.odds,
        overview=text.overview,
        text=text.board,
        svg=later(f"{package}.picture", "draw"),
        legend=later(f"{package}.page_board", "legend"),
        rivals=rival.RIVALS,
        own_sections=components.OWN_SECTIONS,
        components=components.components,
        check_pack=setup.check_pack,
        gauges=shown.gauges,
        corrects=shown.corrects,
        signs=shown.SIGNS,
        accent=shown.ACCENT,
    )
