"""A room: what a game must offer so that every face can run it. The same furniture in every room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from automarium.kernel.chance import Chance
from automarium.kernel.choice import Trace
from automarium.kernel.pack import Pack
from automarium.kernel.ruling import Ruling
from automarium.kernel.saying import Saying
from automarium.kernel.table import Answer, AnyQuestion, Event, Table


class Input(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Something the person tells. Its tag is the command's name and the key of its sentence (``input.<tag>``)."""

    def said(self) -> Saying:
        """What was told, in a few words: the name under which it is undone."""
        fields = zip(self.__struct_fields__, self.__struct_encode_fields__, strict=True)
        params = {encoded: getattr(self, name) for name, encoded in fields}
        return Saying(f"input.{self.__struct_config__.tag}", params)


class Field(msgspec.Struct, frozen=True):
    """One thing to be filled in, of an input or of the options: a name and the question that asks for it."""

    name: str
    question: AnyQuestion


class Status(msgspec.Struct, frozen=True):
    """Where the game stands: who is to move, and whether anything can still happen."""

    to_move: str
    over: bool
    turn: int


class ScoreLine(msgspec.Struct, frozen=True):
    """One way a side came to its points. ``amount`` is how many things, ``each`` their worth."""

    side: str
    what: str
    amount: int
    each: int
    clause: str

    @property
    def points(self) -> int:
        return self.amount * self.each


class ScoreSheet(msgspec.Struct, frozen=True):
    lines: tuple[ScoreLine, ...]
    totals: dict[str, int]
    verdict: Saying | None = None


class Chances(msgspec.Struct, frozen=True):
    """One outcome of the next card, and the cards that bring it."""

    outcome: tuple[Event, ...]
    cards: tuple[int, ...]


class Odds(msgspec.Struct, frozen=True):
    """Over all cards that can come next: what each would do now. ``tallies`` count one event each over all of them."""

    cards: tuple[int, ...]
    by_card: dict[int, tuple[Event, ...]]
    tallies: tuple[Chances, ...]

    @classmethod
    def counted(cls, by_card: dict[int, tuple[Event, ...]]) -> Odds:
        """Every event with the cards that bring it, the likeliest first."""
        found: dict[str, tuple[Event, dict[int, None]]] = {}
        for card, events in by_card.items():
            for event in events:
                found.setdefault(repr(event), (event, {}))[1][card] = None
        ranked = sorted(found.values(), key=lambda tally: -len(tally[1]))
        return cls(tuple(by_card), by_card, tuple(Chances((event,), tuple(cards)) for event, cards in ranked))


class Verdict(msgspec.Struct, frozen=True):
    """What the oracle answers: plain data, the narrowing behind it, and what would be said."""

    answer: Any
    traces: tuple[Trace, ...]
    said: tuple[Event | Saying, ...]


class Ask(msgspec.Struct, frozen=True):
    """One question another program may put: the type of its facts, the function that settles it, and the same
    facts asked from a person one by one (``gather``), only as far as the decision needs them."""

    facts: Any
    settle: Callable[[Any, dict[str, str]], Verdict]
    gather: Callable[[Table, Pack], Verdict]


class Rival(Protocol):
    """A stand-in for the human in the lab: answers what the table asks, and plays the human's side."""

    def answer(self, question: AnyQuestion) -> Answer: ...
    def turn(self, look: Callable[[], Any]) -> Iterator[Input]:
        """One human turn, input by input; ``look`` shows the table as it is then."""


class Room(Protocol):
    """The functions a game is made of. Positions are the room's own type and opaque outside it."""

    @property
    def name(self) -> str: ...
    @property
    def prefix(self) -> str:
        """What the ids of its clauses begin with."""

    @property
    def folder(self) -> str:
        """Where its pack and its messages lie."""

    @property
    def rulings(self) -> Sequence[Ruling]: ...
    @property
    def option_names(self) -> Sequence[str]: ...
    @property
    def inputs(self) -> Mapping[str, type[Input]]:
        """What the person may tell, by command name; the one that goes on with the game is ``next``."""

    @property
    def asks(self) -> Mapping[str, Ask]: ...

    def option_field(self, given: Mapping[str, Any], rulings: Mapping[str, str]) -> Field | None:
        """The next option to be chosen, seeing those given and the rulings; None when all are known."""

    def set_up(self, options: Mapping[str, Any], pack: Pack, table: Table) -> Any: ...
    def checklist(self, position: Any, rulings: Mapping[str, str]) -> Sequence[tuple[Saying, tuple[str, ...]]]: ...
    def input_field(self, position: Any, name: str, given: Mapping[str, Any]) -> Field | None:
        """The next thing an input must say, seeing what is given; None when it is complete."""

    def apply(self, position: Any, input_: Input, pack: Pack, table: Table) -> None: ...
    def status(self, position: Any) -> Status: ...
    def score(self, position: Any, rulings: Mapping[str, str]) -> ScoreSheet: ...
    def odds(self, position: Any, pack: Pack, rulings: dict[str, str]) -> Odds: ...
    def board(self, position: Any, rulings: Mapping[str, str], say: Callable[..., str], width: int) -> Sequence[str]:
        """The table as lines of text that fit ``width``; a narrow width gives one line a place."""

    def draw(
        self,
        position: Any,
        rulings: Mapping[str, str],
        say: Callable[..., str],
        trace: Trace | None = None,
        origin: str | None = None,
        dark: bool = False,
    ) -> str | None:
        """The board as SVG; None if the room has no picture yet. With ``trace`` the decision is drawn on it, and with
        ``origin`` the way from there to what was chosen."""

    def details(self, event: Event, pack: Pack) -> Sequence[Saying]:
        """What stands on the card that an event shows; nothing for other events."""

    @property
    def own_sections(self) -> Sequence[str]:
        """The sections of the pack that a person may fill or correct."""

    def check_pack(self, pack: Pack) -> None:
        """Refuse a pack whose entries cannot be read."""

    def overview(self, position: Any) -> Sequence[Saying]:
        """The table in a few sentences, for those who do not see a board."""

    def rival(self, pack: Pack, chance: Chance) -> Rival:
        """A stand-in for the human."""
