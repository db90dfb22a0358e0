"""A game that a stream plays: begun with a header line, answering line by line."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from automarium.box.box import checked_pack
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, filled_options
from automarium.engine.game.migrations import VERSION, migrate
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.record import Header, begin, new_header
from automarium.engine.layout import as_data
from automarium.engine.message import Refused, refuse
from automarium.engine.play.event import Step
from automarium.engine.validation import read
from automarium.games import plugins
from automarium.i18n.translator import LANGUAGES, Translator
from automarium.views.game import View
from automarium.views.json_views import Plain, question_data, trace_data

MOST_SEED = 1 << 63


class HeaderLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What begins a game; only ``game`` is required. The last three stand in stored records."""

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


class Played:
    """A game that a stream plays: its header, the game, and every line it took."""

    def __init__(self, header: Header, game: Playthrough, translator: Translator, why: bool) -> None:
        self.header, self.game, self.why = header, game, why
        self.view = View(game, translator)
        self.lines: list[Plain] = []

    @property
    def revision(self) -> int:
        return 1 + len(self.lines)


def begun(line: Mapping[str, object]) -> Played:
    """A game from its header."""
    asked_for = read(HeaderLine, migrate([dict(line)], "automarium")[0])
    if asked_for.lang not in LANGUAGES:
        raise refuse("lang.unknown", "lang", given=asked_for.lang, options=list(LANGUAGES))
    if asked_for.seed is not None and not -MOST_SEED <= asked_for.seed < MOST_SEED:
        raise refuse("read.range", "seed", given=asked_for.seed, low=-MOST_SEED, high=MOST_SEED - 1)
    definition = plugins.load_definition(asked_for.game)
    pack = _pack(definition, asked_for)
    seed = secrets.randbits(48) if asked_for.seed is None else asked_for.seed
    options = asked_for.options
    if not asked_for.packs:  # a record names its packs, and all its options
        options = filled_options(definition, options, settle(definition.rulings, asked_for.rulings), pack)
    header = new_header(definition, options, asked_for.rulings, seed, pack)
    return Played(
        header, begin(definition, header, pack), Translator(asked_for.lang, [definition.folder]), asked_for.why
    )


def _pack(definition: AnyDefinition, asked_for: HeaderLine) -> Pack:
    try:
        return checked_pack(definition, asked_for.own, asked_for.packs or None)
    except Refused as fault:
        inside = fault.where and not fault.where.startswith(("own", "packs"))
        raise Refused(fault.message, f"own.{fault.where}" if inside else fault.where or "own") from None


def answer(played: Played, steps: Iterable[Step], *, hands: bool = True) -> Plain:
    """Where the game stands after these steps."""
    game, view = played.game, played.view
    shown = game.shown
    status = None if shown is None else game.definition.status(shown)
    return {
        "revision": played.revision,
        "turn": 0 if status is None else status.turn,
        "to_move": "human" if status is None else status.to_move,
        "over": status is not None and status.over,
        "then": game.digest(),
        "steps": [_step(played, step) for step in steps],
        "hands": [{**as_data(todo.hand), "text": todo.text} for todo in view.hands()] if hands else [],
        "question": None if view.question is None else question_data(view.question),
    }


def _step(played: Played, step: Step) -> Plain:
    data: Plain = {"event": msgspec.to_builtins(step.event), "clauses": list(step.clauses)}
    if played.why:
        data["trace"] = [stage for trace in step.traces for stage in trace_data(trace)]
    data["text"] = played.view.translator.sentence(step.event)
    return data


def setup(played: Played) -> list[Plain]:
    """The checklist, as far as there is one yet."""
    return [{"text": item.text, "clauses": list(item.clauses)} for item in played.view.setup()]
