"""The oracle: one decision in, one answer out (docs/oracle.md is the contract, to the letter)."""

from __future__ import annotations

import msgspec

from automarium.engine import strict_json
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.decision import AnyDecision
from automarium.engine.play.desk import Table
from automarium.engine.question import Answer, AnyQuestion, Count
from automarium.engine.validation import convert
from automarium.games import plugins
from automarium.i18n.translator import LANGUAGES, Translator
from automarium.views.json_views import Plain, check_plain, trace_data


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    ask: str
    facts: dict[str, object]
    rulings: dict[str, str] = {}
    lang: str = "en"


def decide(request: object) -> Plain:
    """The answer to one request, both as plain JSON data. Never raises for what the caller gave."""
    try:
        return _decide(_checked(request))
    except Refused as refused:
        return _error(refused, request)


def _checked(request: object) -> Request:
    if not isinstance(request, dict):
        raise refuse("oracle.object")
    check_plain(request)
    checked = convert(Request, request)
    if checked.lang not in LANGUAGES:
        raise refuse("lang.unknown", "lang", given=checked.lang, options=list(LANGUAGES))
    return checked


def _decide(request: Request) -> Plain:
    definition = plugins.load_definition(request.game)
    ask = _ask_of(definition, request.ask)
    rulings = settle(definition.rulings, request.rulings)
    facts = convert(ask.facts, request.facts, "facts")
    verdict = ask.settle(facts, rulings, Table(Chance(0), stand_in=nothing_more))
    translator = Translator(request.lang, [definition.folder])
    return {
        "answer": verdict.answer,
        "trace": [stage for trace in verdict.traces for stage in trace_data(trace)],
        "text": " ".join(translator.sentence(one) for one in verdict.sentences),
    }


def _ask_of(definition: AnyDefinition, name: str) -> AnyDecision:
    if name not in definition.decisions:
        raise refuse("oracle.ask", "ask", given=name, options=sorted(definition.decisions))
    return definition.decisions[name]


def nothing_more(question: AnyQuestion) -> Answer:
    """Whoever asks the oracle has given all facts; what the table would still be asked (resources, tokens that are laid
    out after a move) is no fact here, and there is none of it."""
    if question.default is not None:
        return question.default
    return 0 if isinstance(question, Count) else []


def _error(refused: Refused, request: object = None) -> Plain:
    """The refusal in the words of the game that was asked about, as far as the request tells which."""
    asked: Plain = request if isinstance(request, dict) else {}
    lang, game = asked.get("lang"), asked.get("game")
    definitions = [plugins.load_definition(game).folder] if isinstance(game, str) and game in plugins.names() else []
    translator = Translator(lang if isinstance(lang, str) and lang in LANGUAGES else "en", definitions)
    return {"error": {"where": refused.where, "message": translator.sentence(refused.message)}}


def decide_text(text: bytes) -> bytes:
    """The same from JSON text to JSON text, both without a line feed."""
    try:
        request = strict_json.parse(text)
    except Refused as refused:
        return strict_json.encode(_error(refused))
    return strict_json.encode(decide(request))
