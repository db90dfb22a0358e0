"""The OpenAPI description, tested by schemathesis with valid and invalid requests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from automarium.games import plugins
from automarium.interfaces.web.app import Settings, make_app
from automarium.interfaces.web.routes import api
from automarium.storage.store_factory import open_store
from tests.proof import scale

SCHEMA = schemathesis.openapi.from_dict(api.describe_api())
DECIDE = SCHEMA["/api/decide"]["POST"]
# Not among them: that everything which fits the types is accepted. Facts can fit and still contradict each other.
CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
FUZZED = settings(deadline=None, max_examples=scale(20, 80), suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    store = open_store(f"sqlite:{tmp_path_factory.mktemp('api') / 'games.db'}")
    yield TestClient(make_app(Settings(rate=0), store), base_url="http://localhost", raise_server_exceptions=False)
    store.close()


def check(client: TestClient, case: Any) -> int:
    """Ask, and compare the answer with what the description promises."""
    sent = case.as_transport_kwargs(base_url="http://localhost")
    known = {name: sent[name] for name in ("method", "url", "json", "headers", "params") if name in sent}
    if "data" in sent:
        known["content"] = sent["data"]
    answer = client.request(**known)
    assert answer.status_code < 500, answer.text
    case.validate_response(answer, checks=CHECKS)
    return answer.status_code


@FUZZED
@given(case=DECIDE.as_strategy(generation_mode=GenerationMode.POSITIVE))
def test_valid_requests_by_the_description(client: TestClient, case: Any) -> None:
    assert check(client, case) in (200, 422)


@FUZZED
@given(case=DECIDE.as_strategy(generation_mode=GenerationMode.NEGATIVE))
def test_invalid_requests_by_the_description(client: TestClient, case: Any) -> None:
    check(client, case)


def test_every_decision_of_every_game_is_described() -> None:
    requests = api.describe_api()["paths"]["/api/decide"]["post"]["requestBody"]["content"]["application/json"][
        "schema"
    ]
    described = {(one["properties"]["game"]["const"], one["properties"]["ask"]["const"]) for one in requests["oneOf"]}
    assert described == {(name, ask) for name in plugins.names() for ask in plugins.load_definition(name).decisions}
