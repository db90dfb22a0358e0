"""Automarium from Python: a game as an object.

    >>> import automarium
    >>> game = automarium.new("expeditions", level=2, starts="human", seed=7)
    >>> game.tell("go", to="N4")
    >>> game.next()
    >>> [str(hand) for hand in game.hands]
    ['Her north mech: N1 → N3', 'Her central mech: C7 → C6']

What is public: the names in ``automarium.__all__`` and everything of the classes here without an underscore. They
change only with the major version; texts may read better at any time. Everything else of the package is ours to change.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from automarium.box.box import checked_pack
from automarium.engine import layout as hands
from automarium.engine.content.rulings import settle
from automarium.engine.definition import filled_options
from automarium.engine.game import playthrough as kernel
from automarium.engine.game.record import begin, encode, make_header
from automarium.engine.game.replay import redo_steps
from automarium.engine.message import Refused
from automarium.engine.play import event
from automarium.engine.question import Answer
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.views.game import View
from automarium.views.json_views import Plain, question_data, score_data, trace_data

T = TypeVar("T")


class GameError(ValueError):
    """What was told cannot be taken. ``where`` names the field, the text says what would be right."""

    def __init__(self, refused: Refused, translator: Translator) -> None:
        super().__init__(translator.refusal(refused))
        self.where = refused.where


class Worded:
    """Something that ``str()`` gives in words."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._text}>"


class Hand(Worded):
    """One thing to move: ``data`` as in the table protocol, ``str()`` as words."""

    def __init__(self, hand: hands.Hand, text: str) -> None:
        super().__init__(text)
        self.data: Plain = dict(hands.to_data(hand))


class Step(Worded):
    """Something that happened: its ``event`` as data, the ``clauses`` it follows, the ``trace`` of the decision."""

    def __init__(self, step: event.Step, text: str) -> None:
        super().__init__(text)
        self.event: Plain = msgspec.to_builtins(step.event)
        self.clauses: tuple[str, ...] = step.clauses
        self.trace: list[Plain] = [stage for trace in step.traces for stage in trace_data(trace)]


class Game:
    """A game in progress; begin one with :func:`automarium.new`. Whatever is refused raises :class:`GameError` and
    changes nothing."""

    def __init__(self, game: kernel.Playthrough, header: object, lang: str) -> None:
        self._game = game
        self._header = header
        self._view = View(game, Translator(lang, [game.definition.folder]))
        self._lines: list[Plain] = []
        self._steps: list[event.Step] = list(game.runs[0].steps)

    # ------------------------------------------------------------------------------------------------------------ play

    def tell(self, command: str, **fields: object) -> None:
        """Tell what you did: ``game.tell("go", unit="mech", to="r4c4", **{"from": "r3c5"})``. A trailing underscore is
        dropped, so ``from_="r3c5"`` is ``from`` as well."""
        data = {"do": command, **{name.removesuffix("_"): value for name, value in fields.items()}}
        self._put(data)

    def next(self) -> None:
        """The game goes on: her turn."""
        self._put({"do": "next"})

    def answer(self, answer: int | str | Sequence[int | str] | Plain) -> None:
        """Answer the open question."""
        self._put({"do": "answer", "to": list(answer) if isinstance(answer, tuple) else answer})

    def undo(self) -> str:
        """Take the last thing back; what it was, in words."""
        undone = self._refusing(self._game.undo)
        self._steps = []
        self._lines.append({"do": "undo"})
        return self._view.said(undone)

    def redo(self) -> str:
        """Do again what was undone; what it was, in words."""
        again, self._steps = self._refusing(lambda: redo_steps(self._game))
        self._lines.append({"do": "redo"})
        return self._view.said(again)

    def _put(self, data: Plain) -> None:
        self._steps = self._refusing(lambda: self._game.put(kernel.parse_input(self._game.definition, data)))
        self._lines.append(data)

    def _refusing(self, act: Callable[[], T]) -> T:
        """What the game refuses, in the words of this package."""
        try:
            return act()
        except Refused as refused:
            raise GameError(refused, self._view.translator) from None

    # ------------------------------------------------------------------------------------------------------------ look

    @property
    def steps(self) -> list[Step]:
        """What the last input brought about."""
        return [Step(step, self._view.translator.sentence(step.event)) for step in self._steps]

    @property
    def hands(self) -> list[Hand]:
        """What you must move now so that your table agrees."""
        return [Hand(todo.hand, todo.text) for todo in self._view.hands()]

    @property
    def question(self) -> Plain | None:
        """What must be answered before the game goes on, as in the table protocol."""
        asked = self._view.question
        return None if asked is None else question_data(asked)

    @property
    def table(self) -> list[Plain]:
        """What lies on the table."""
        return [dict(hands.to_data(thing)) for thing in self._game.layout().lines()]

    @property
    def setup(self) -> list[str]:
        """The set-up as a checklist."""
        return [item.text for item in self._view.setup()]

    @property
    def commands(self) -> list[str]:
        """What can be told now."""
        return list(self._view.command_names())

    @property
    def stage(self) -> str:
        """Where the game stands, in a few words."""
        return self._view.stage

    @property
    def over(self) -> bool:
        return self._game.position is not None and self._game.definition.is_over(self._game.position)

    def score(self) -> Plain:
        """``lines``, ``totals`` and ``verdict`` as in the table protocol."""
        return score_data(self._view.score())

    def odds(self) -> list[tuple[str, tuple[int, ...]]]:
        """What the next card may bring, the likeliest first, with the cards that bring it."""
        return [(one.text, one.cards) for one in self._refusing(self._view.odds).outcomes]

    def record(self) -> str:
        """The game as a record, to be saved: ``automarium verify`` and ``automarium play --resume`` take it."""
        return b"".join(map(encode, (self._header, *self._lines))).decode()

    def _repr_svg_(self) -> str:
        """The board, where a notebook shows a game."""
        game = self._game
        svg: str = game.definition.page.draw(game.shown, game.rulings, self._view.translator.say)
        return svg

    def __repr__(self) -> str:
        return f"<{self._game.definition.name}: {self.stage}>"


def new(
    game: str,
    *,
    seed: int | None = None,
    lang: str = "en",
    rulings: dict[str, str] | None = None,
    own: Plain | None = None,
    **options: Answer,
) -> Game:
    """Begin a game: ``new("scythe", level="automa", seed=7)``. Options that are left out take their defaults."""
    translator = Translator(lang, plugins.folders())
    try:
        definition = plugins.load_definition(game)
        pack = checked_pack(definition, own or {})
        chosen = filled_options(definition, options, settle(definition.rulings, rulings or {}), pack)
        header = make_header(definition, chosen, rulings or {}, secrets.randbits(48) if seed is None else seed, pack)
        return Game(begin(definition, header, pack), header, lang)
    except Refused as refused:
        raise GameError(refused, translator) from None
