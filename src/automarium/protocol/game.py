"""A game of the table protocol: begun with a header line, with an answer to every line."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from automarium.box.box import checked_pack
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, fill_options
from automarium.engine.game.migrations import VERSION, migrate
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.record import Header, begin, make_header
from automarium.engine.layout import to_data
from automarium.engine.message import Refused, refuse
from automarium.engine.play.event import Step
from automarium.engine.validation import convert
from automarium.games import plugins
from automarium.i18n.languages import check_language
from automarium.i18n.translator import Translator
from automarium.views.game import View
from automarium.views.json_views import Plain, encode_question, encode_trace

MOST_SEED = 1 << 63


class HeaderLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line that begins a game; only ``game`` is required. Stored records have the three after
    ``why``. ``document``: the game is this document, and ``game`` its name, with or without the hash."""

    game: str
    options: dict[str, Any] = {}
    rulings: dict[str, str] = {}
    own: dict[str, object] = {}
    seed: int | None = None
    lang: str = "en"
    why: bool = False
    automarium: int = VERSION
    app: str = ""
    packs: dict[str, str] = {}
    document: str = ""


class ProtocolGame:
    """A game with its header and every line that it took."""

    def __init__(self, header: Header, game: Playthrough, translator: Translator, why: bool) -> None:
        self.header, self.game, self.why = header, game, why
        self.view = View(game, translator)
        self.lines: list[Plain] = []

    @property
    def revision(self) -> int:
        return 1 + len(self.lines)

    @contextlib.contextmanager
    def atomic(self) -> Iterator[None]:
        """Return a context that puts the game and its lines back if the ``with`` block raises an exception."""
        known = len(self.lines)
        try:
            with self.game.atomic():
                yield
        except BaseException:
            del self.lines[known:]
            raise


def begin_game(line: Mapping[str, object]) -> ProtocolGame:
    """Return the game that a header line begins. Raise Refused if the line is wrong."""
    asked_for = convert(HeaderLine, migrate([dict(line)], "automarium")[0])
    check_language(asked_for.lang)
    if asked_for.seed is not None and not -MOST_SEED <= asked_for.seed < MOST_SEED:
        raise refuse("read.range", "seed", given=asked_for.seed, low=-MOST_SEED, high=MOST_SEED - 1)
    definition = _find_definition(asked_for)
    pack = _check_pack(definition, asked_for)
    seed = secrets.randbits(48) if asked_for.seed is None else asked_for.seed
    options = asked_for.options
    if not asked_for.packs:  # a record names its packs, and all its options
        options = fill_options(definition, options, settle(definition.rulings, asked_for.rulings), pack)
    header = make_header(definition, options, asked_for.rulings, seed, pack)
    return ProtocolGame(
        header, begin(definition, header, pack), Translator(asked_for.lang, [definition.folder]), asked_for.why
    )


def _find_definition(asked_for: HeaderLine) -> AnyDefinition:
    if not asked_for.document:
        return plugins.load_definition(asked_for.game)
    name = plugins.add_document(asked_for.document)
    plain = name.rpartition("-")[0]
    return plugins.load_recorded(name if asked_for.game == plain else asked_for.game, asked_for.document)


def _check_pack(definition: AnyDefinition, asked_for: HeaderLine) -> Pack:
    try:
        return checked_pack(definition, asked_for.own, asked_for.packs or None)
    except Refused as fault:
        inside = fault.where and not fault.where.startswith(("own", "packs"))
        raise Refused(fault.message, f"own.{fault.where}" if inside else fault.where or "own") from None


def build_answer(played: ProtocolGame, steps: Iterable[Step], *, completes_setup: bool = False) -> Plain:
    """Return the state of the game after these steps, with the checklist if they complete the set-up."""
    game, view = played.game, played.view
    shown = game.shown
    status = None if shown is None else game.definition.status(shown)
    answer = {
        "revision": played.revision,
        "turn": 0 if status is None else status.turn,
        "to_move": "human" if status is None else status.to_move,
        "over": status is not None and status.over,
        "then": game.digest(),
        "steps": [_encode_step(played, step) for step in steps],
        "hands": [{**to_data(todo.hand), "text": todo.text} for todo in view.hands()],
        "question": None if view.question is None else encode_question(view.question),
    }
    if completes_setup:
        answer["setup"] = [{"text": item.text, "clauses": list(item.clauses)} for item in view.setup()]
    return answer


def _encode_step(played: ProtocolGame, step: Step) -> Plain:
    data: Plain = {"event": msgspec.to_builtins(step.event), "clauses": list(step.clauses)}
    if played.why:
        data["trace"] = [stage for trace in step.traces for stage in encode_trace(trace)]
    data["text"] = played.view.translator.sentence(step.event)
    return data
