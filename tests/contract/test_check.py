"""Every game passes ``automarium check``: files, messages, whole games, board, pages, lab, proofs."""

from __future__ import annotations

from functools import cache

import pytest

from automarium.check import AREAS, check_area
from automarium.check.command import write_finding
from automarium.check.subject import Subject
from automarium.games import plugins
from automarium.i18n.translator import Translator
from tests.contract.kit import definitions


@cache
def get_subject(name: str) -> Subject:
    return Subject(plugins.load_definition(name))


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("name", definitions())
def test_nothing_is_found(name: str, area: str) -> None:
    assert [write_finding(one, Translator("en")) for one in check_area(area, get_subject(name))] == []


@pytest.mark.parametrize("name", definitions())
def test_our_games_have_several_stand_ins(name: str) -> None:
    assert len(plugins.load_definition(name).lab.rivals) >= (3 if get_subject(name).is_ours else 1)
