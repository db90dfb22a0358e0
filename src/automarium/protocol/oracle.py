"""The oracle: one request in, one decision out (docs/oracle.md specifies both)."""

from __future__ import annotations

from contextlib import suppress

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
from automarium.i18n.languages import check_language, is_language
from automarium.i18n.translator import Translator
from automarium.views.json_views import Plain, check_json, encode_trace


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    ask: str
    facts: dict[str, object]
    rulings: dict[str, str] = {}
    lang: str = "en"


def decide(request: object) -> Plain:
    """Return the answer to one request, both as plain JSON data. A wrong request gets an error as its answer."""
    try:
        return _decide(_check_request(request))
    except Refused as refused:
        return _error(refused, request)


def _check_request(request: object) -> Request:
    if not isinstance(request, dict):
        raise refuse("oracle.object")
    check_json(request)
    checked = convert(Request, request)
    check_language(checked.lang)
    return checked


def _decide(request: Request) -> Plain:
    definition = plugins.load_definition(request.game)
    ask = _find_ask(definition, request.ask)
    rulings = settle(definition.rulings, request.rulings)
    facts = convert(ask.facts, request.facts, "facts")
    verdict = ask.settle(facts, rulings, Table(Chance(0), stand_in=answer_nothing))
    translator = Translator(request.lang, [definition.folder])
    return {
        "answer": verdict.answer,
        "trace": [stage for trace in verdict.traces for stage in encode_trace(trace)],
        "text": " ".join(translator.sentence(one) for one in verdict.sentences),
    }


def _find_ask(definition: AnyDefinition, name: str) -> AnyDecision:
    if name not in definition.decisions:
        raise refuse("oracle.ask", "ask", given=name, options=sorted(definition.decisions))
    return definition.decisions[name]


def answer_nothing(question: AnyQuestion) -> Answer:
    """Return the default answer, 0 or nothing: a request has all facts, so what a game would still ask (tokens that are
    laid out after a move) does not exist."""
    if question.default is not None:
        return question.default
    return 0 if isinstance(question, Count) else []


def _error(refused: Refused, request: object = None) -> Plain:
    return {"error": {"where": refused.where, "message": make_translator(request).sentence(refused.message)}}


def make_translator(request: object) -> Translator:
    """Return a translator for the language of a request or header, with the messages of its game if there is one."""
    asked: Plain = request if isinstance(request, dict) else {}
    lang, folders = asked.get("lang"), []
    with suppress(Refused):
        folders.append(plugins.load_definition(str(asked.get("game"))).folder)
    return Translator(lang if isinstance(lang, str) and is_language(lang) else "en", folders)


def decide_text(text: bytes) -> bytes:
    """Return the answer to one request, both as JSON text without a line feed."""
    try:
        request = strict_json.parse(text, strict_json.LONGEST)
    except Refused as refused:
        return strict_json.encode(_error(refused))
    return strict_json.encode(decide(request))
