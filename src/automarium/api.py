"""The public Python API: a game as an object.

    >>> import automarium
    >>> game = automarium.new("expeditions", level=2, starts="human", seed=7)
    >>> game.tell("go", to="N4")
    >>> game.next()
    >>> [str(hand) for hand in game.hands]
    ["Automa's north mech: N1 → N3", "Automa's central mech: C7 → C6"]

The names in ``automarium.__all__`` and the members of these classes without an underscore are public. They change only
with the major version; the wording of texts and the rest of the package may change at any time.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from automarium.box.box import checked_pack
from automarium.engine import layout as hands
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.engine.game import playthrough
from automarium.engine.game.record import begin, encode, make_header
from automarium.engine.game.undo import redo_steps
from automarium.engine.message import Refused
from automarium.engine.play import event
from automarium.engine.question import Answer
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES, check_language
from automarium.i18n.translator import Translator
from automarium.views.game import View
from automarium.views.json_views import Plain, encode_question, encode_score, encode_trace

T = TypeVar("T")


class GameError(ValueError):
    """Something was refused. ``where`` names the field; the text says what would be right."""

    def __init__(self, refused: Refused, translator: Translator) -> None:
        super().__init__(translator.refusal(refused))
        self.where = refused.where


class Worded:
    """Data whose ``str()`` is its text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._text}>"


class Hand(Worded):
    """One thing to move: ``data`` as in the table protocol, ``str()`` as text."""

    def __init__(self, hand: hands.Hand, text: str) -> None:
        super().__init__(text)
        self.data: Plain = dict(hands.to_data(hand))


class Step(Worded):
    """One step: its ``event`` as data, the ``clauses`` it follows, the ``trace`` of the decision."""

    def __init__(self, step: event.Step, text: str) -> None:
        super().__init__(text)
        self.event: Plain = msgspec.to_builtins(step.event)
        self.clauses: tuple[str, ...] = step.clauses
        self.trace: list[Plain] = [stage for trace in step.traces for stage in encode_trace(trace)]


class Game:
    """A game in progress, begun with :func:`automarium.new`. Whatever raises :class:`GameError` changes nothing."""

    def __init__(self, game: playthrough.Playthrough, header: object, lang: str) -> None:
        self._game = game
        self._header = header
        self._view = View(game, Translator(lang, [game.definition.folder]))
        self._lines: list[Plain] = []
        self._steps: list[event.Step] = list(game.runs[0].steps)

    def tell(self, command: str, **fields: object) -> None:
        """Report what you did: ``game.tell("go", unit="mech", to="r4c4", from_="r3c5")``. A trailing underscore of a
        field's name is dropped."""
        data = {"do": command, **{name.removesuffix("_"): value for name, value in fields.items()}}
        self._put(data)

    def next(self) -> None:
        """Play the Automa's turn."""
        self._put({"do": "next"})

    def answer(self, answer: int | str | Sequence[int | str] | Plain) -> None:
        """Answer the open question."""
        self._put({"do": "answer", "to": list(answer) if isinstance(answer, tuple) else answer})

    def undo(self) -> str:
        """Undo the last input and return its name."""
        undone = self._refusing(self._game.undo)
        self._steps = []
        self._lines.append({"do": "undo"})
        return self._view.describe_input(undone)

    def redo(self) -> str:
        """Redo what was undone last and return its name."""
        again, self._steps = self._refusing(lambda: redo_steps(self._game))
        self._lines.append({"do": "redo"})
        return self._view.describe_input(again)

    def _put(self, data: Plain) -> None:
        self._steps = self._refusing(lambda: self._game.put(playthrough.parse_input(self._game.definition, data)))
        self._lines.append(data)

    def _refusing(self, act: Callable[[], T]) -> T:
        """Raise GameError instead of Refused."""
        try:
            return act()
        except Refused as refused:
            raise GameError(refused, self._view.translator) from None

    @property
    def steps(self) -> list[Step]:
        """The steps of the last input."""
        return [Step(step, self._view.translator.sentence(step.event)) for step in self._steps]

    @property
    def hands(self) -> list[Hand]:
        """What you must move on your table now."""
        return [Hand(todo.hand, todo.text) for todo in self._view.hands()]

    @property
    def question(self) -> Plain | None:
        """The open question as in the table protocol, or None."""
        asked = self._view.question
        return None if asked is None else encode_question(asked)

    @property
    def table(self) -> list[Plain]:
        """Everything on the table, as in the table protocol."""
        return [dict(hands.to_data(thing)) for thing in self._game.layout().lines()]

    @property
    def setup(self) -> list[str]:
        """The setup as a checklist."""
        return [item.text for item in self._view.setup()]

    @property
    def commands(self) -> list[str]:
        """The commands that can be given now."""
        return list(self._view.command_names())

    @property
    def stage(self) -> str:
        """The stage of the game in a few words."""
        return self._view.stage

    @property
    def over(self) -> bool:
        return self._game.position is not None and self._game.definition.is_over(self._game.position)

    def score(self) -> Plain:
        """Return ``lines``, ``totals``, ``verdict`` and ``winner`` as in the table protocol."""
        return encode_score(self._refusing(self._view.score))

    def odds(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return what the next card may do, the likeliest first, with the cards that do it."""
        return [(one.text, one.cards) for one in self._refusing(self._view.odds).outcomes]

    def record(self) -> str:
        """Return the game as a record, which ``automarium verify`` and ``automarium play --resume`` read."""
        return b"".join(map(encode, (self._header, *self._lines))).decode()

    def _repr_svg_(self) -> str | None:
        """Return the board, which a notebook shows; None during the setup."""
        game = self._game
        if game.shown is None:
            return None
        svg: str = game.definition.draw(game.shown, game.rulings, self._view.translator.say)
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
    """Begin a game: ``new("scythe", level="automa", seed=7)``. Options that are left out take their defaults. A
    trailing underscore of an option's name is dropped: ``own_="mine"`` is Golem's option ``own``. Raise GameError if an
    argument is wrong."""
    given = {name.removesuffix("_"): value for name, value in options.items()}
    try:
        check_language(lang)
        definition = plugins.load_definition(game)
        pack = checked_pack(definition, own or {})
        chosen = fill_options(definition, given, settle(definition.rulings, rulings or {}), pack)
        header = make_header(definition, chosen, rulings or {}, secrets.randbits(48) if seed is None else seed, pack)
        return Game(begin(definition, header, pack), header, lang)
    except Refused as refused:
        spoken = lang if lang in LANGUAGES else "en"
        raise GameError(refused, Translator(spoken, plugins.folders())) from None
