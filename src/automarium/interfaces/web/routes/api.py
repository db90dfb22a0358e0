"""The HTTP API: one decision or a whole game, and its OpenAPI description."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from automarium import __version__
from automarium.engine import strict_json
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused
from automarium.engine.validation import prepare_type
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.interfaces.web.errors import make_problem
from automarium.interfaces.web.routes.game_request import HeavyRoute, PageRoute
from automarium.protocol.oracle import decide_text
from automarium.protocol.stream import encode_answers
from automarium.storage.store import Store
from automarium.views.json_views import Plain

JSON = "application/json"
LONGEST = strict_json.LONGEST
SECONDS = 10.0  # that one request may take
MOST_LINES = 10_000  # of one request
MOST_BYTES = 4_000_000  # of the answers to them


class Fault(msgspec.Struct):
    where: str
    message: str


class Verdict(msgspec.Struct):
    """What the server reads of an answer of the oracle."""

    error: Fault | None = None


def decide(body: bytes) -> Response:
    """Return the answer of the oracle."""
    text = decide_text(body)
    fault = msgspec.json.decode(text, type=prepare_type(Verdict)).error
    if fault is None:
        return Response(text, media_type=JSON)
    return make_problem(422 if fault.where else 400, fault.message, where=fault.where)


def answer_table(body: bytes) -> Response:
    """Return the answers to the lines of a game. Only a malformed body is a problem."""
    try:
        request = strict_json.parse(body, LONGEST)
    except Refused as refused:
        return make_problem(400, Translator("en").sentence(refused.message), where=refused.where)
    if not isinstance(request, dict) or set(request) != {"lines"} or not isinstance(request["lines"], list):
        return make_problem(400, 'The body must be {"lines": [header, line, …]}.', where="")
    if len(request["lines"]) > MOST_LINES:
        return make_problem(413, f"At most {MOST_LINES} lines are taken here.", where="lines")
    text = io.BytesIO()  # encoded line by line, so that the answers are in memory once
    text.write(b'{"answers": [')
    for number, answer in enumerate(encode_answers(request["lines"], SECONDS, MOST_BYTES)):
        text.write(b", " if number else b"")
        text.write(answer)
    text.write(b"]}")
    return Response(text.getvalue(), media_type=JSON)


def answer_json(answer: Callable[[bytes], Response]) -> Callable[[Request, bytes], Response]:
    """Return the work of a route that takes only JSON."""

    def work(request: Request, body: bytes) -> Response:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        return answer(body) if kind == JSON else make_problem(415, "The body must be application/json.")

    return work


def _describe_object(type_: type) -> Plain:
    """Return the schema of ``object``: any value."""
    if type_ is not object:
        raise NotImplementedError
    return {"description": "Anything; what is wrong with it is said in the answer."}


@lru_cache(maxsize=1)
def describe_api() -> Plain:
    """Return the OpenAPI description, with every decision of every game and the types of its facts."""
    definitions = [plugins.load_definition(name) for name in plugins.names()]
    asks = [(definition, ask) for definition in definitions for ask in definition.decisions]
    types = [definition.decisions[ask].facts for definition, ask in asks]
    where = "#/components/schemas/{name}"
    schemas, components = msgspec.json.schema_components(types, schema_hook=_describe_object, ref_template=where)
    requests = [
        _describe_request(definition, ask, schema) for (definition, ask), schema in zip(asks, schemas, strict=True)
    ]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Automarium",
            "version": __version__,
            "description": "One decision of an Automa in, its answer with the reasons out (docs/oracle.md); "
            "or a whole game, a line in, a line out (docs/protocol.md).",
        },
        "paths": {
            "/api/decide": {"post": _describe_decide(requests)},
            "/api/table": {"post": _describe_table()},
            "/health": {"get": _describe_health()},
        },
        "components": {"schemas": {**components, "Problem": PROBLEM, "Answer": ANSWER}},
    }


def _describe_request(definition: AnyDefinition, ask: str, facts: Plain) -> Plain:
    rulings = {ruling.id: {"enum": list(ruling.choices)} for ruling in definition.rulings.rulings()}
    return {
        "title": f"{definition.name}: {ask}",
        "type": "object",
        "properties": {
            "game": {"const": definition.name},
            "ask": {"const": ask},
            "facts": facts,
            "rulings": {"type": "object", "properties": rulings, "additionalProperties": False},
            "lang": {"enum": list(LANGUAGES), "default": "en"},
        },
        "required": ["game", "ask", "facts"],
        "additionalProperties": False,
    }


PROBLEM: Plain = {
    "type": "object",
    "description": "Problem details (RFC 9457); “where” is the path of the bad field.",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "where": {"type": "string"},
    },
    "required": ["type", "title", "status", "detail"],
}
ANSWER: Plain = {
    "type": "object",
    "properties": {
        "answer": {},
        "trace": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "clause": {"type": "string"},
                    "kept": {"type": "array", "items": {"type": "string"}},
                    "scores": {"type": "object"},
                },
                "required": ["clause", "kept", "scores"],
            },
        },
        "text": {"type": "string"},
    },
    "required": ["answer", "trace", "text"],
}


def _describe_problem(what: str) -> Plain:
    return {
        "description": what,
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }


REFUSALS = {
    "403": _describe_problem("A page of another server asks"),
    "413": _describe_problem("The body is too large"),
    "415": _describe_problem("The body is not application/json"),
    "421": _describe_problem("This server does not answer to that host name"),
    "429": _describe_problem("Too many requests, or too many at once; Retry-After says when to ask again"),
}


def _describe_decide(requests: list[Plain]) -> Plain:
    return {
        "operationId": "decide",
        "summary": "One decision with all the facts that it needs",
        "requestBody": {"required": True, "content": {"application/json": {"schema": {"oneOf": requests}}}},
        "responses": {
            "200": {
                "description": "The decision, the narrowing behind it and the sentence",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}},
            },
            "400": _describe_problem("The body is no request"),
            **REFUSALS,
            "422": _describe_problem("A fact cannot be taken"),
        },
    }


def _describe_table() -> Plain:
    lines = {"type": "array", "items": {}, "description": "A header, then inputs and looks (docs/protocol.md)"}
    request = {"type": "object", "properties": {"lines": lines}, "required": ["lines"], "additionalProperties": False}
    answers = {"type": "object", "properties": {"answers": {"type": "array", "items": {"type": "object"}}}}
    return {
        "operationId": "table",
        "summary": "The lines of a game, each with its answer; nothing is kept",
        "requestBody": {"required": True, "content": {"application/json": {"schema": request}}},
        "responses": {
            "200": {
                "description": "An answer to each line, also where lines failed",
                "content": {"application/json": {"schema": {**answers, "required": ["answers"]}}},
            },
            "400": _describe_problem("The body is no such object"),
            **REFUSALS,
        },
    }


def _describe_health() -> Plain:
    fine = {"type": "object", "properties": {"status": {"const": "ok"}, "version": {"type": "string"}}}
    return {
        "operationId": "health",
        "summary": "Whether the server and its database answer",
        "responses": {
            "200": {"description": "They do", "content": {"application/json": {"schema": fine}}},
            "503": _describe_problem("The database does not"),
        },
    }


LARGE = 256 * 1024  # of a decision's facts


class ApiRoutes:
    def __init__(self, store: Store) -> None:
        self._store = store

    def routes(self) -> list[Route]:
        return [
            HeavyRoute("/api/decide", answer_json(decide), Request.body),
            HeavyRoute("/api/table", answer_json(answer_table), Request.body),
            PageRoute("/openapi.json", self.openapi),
            PageRoute("/health", self.health),
        ]

    def openapi(self, _: Request) -> Response:
        return JSONResponse(describe_api())

    def health(self, _: Request) -> Response:
        self._store.revisions(["-" * 22])
        return JSONResponse({"status": "ok", "version": __version__})
