"""In Ukrainian and Russian no line breaks between a number and its noun, before a dash or inside a short label."""

from __future__ import annotations

import pytest
from tools.build_package import BOUND_LANGUAGES, bind_words

from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.web.pages.game_frame import keep_together
from tests.i18n.test_translator import FOLDERS, messages, texts


@pytest.mark.parametrize(
    ("key", "written", "bound"),
    [
        ("gain", "Вона бере {count} карти бою", "Вона бере {count}~карти бою"),
        ("setup", "19 карт, 2 ПО і 95 %", "19~карт, 2~ПО і 95~%"),
        ("why", "дзеркало – лише робота", "дзеркало~– лише робота"),
        ("why", "зеркало — только работа", "зеркало~— только работа"),
        ("hand", "Мех: {from} → {to}", "Мех: {from}~→ {to}"),
        ("stage", "Інструкція {ordinal}", "Інструкція~{ordinal}"),
        ("gauge.combat-cards", "карти бою", "карти~бою"),
        ("bonus.golem-1@short", "ґолем ≤ 1", "ґолем~≤~1"),
        ("cell.long", "прибирання всіх карт", "прибирання всіх карт"),
        ("help.go", "«йти N4 4 3» – 3 слова", "«йти N4 4 3»~– 3~слова"),
        ("cli.set", "напр. level=3 або 2.0.0 та новіші", "напр. level=3 або 2.0.0 та новіші"),
    ],
)
def test_words_are_bound(key: str, written: str, bound: str) -> None:
    assert bind_words(key, written).replace("\N{NO-BREAK SPACE}", "~") == bound


@pytest.mark.parametrize("lang", BOUND_LANGUAGES)
def test_the_compiled_messages_are_bound(lang: str) -> None:
    shown = Translator(lang, [plugins.load_definition("expeditions").folder]).say("overview.maps", count=5)
    assert "5\N{NO-BREAK SPACE}" in shown


def test_no_ukrainian_message_is_bound_by_hand() -> None:
    bound = [
        key
        for folder in FOLDERS
        for key, entry in messages(folder, "uk").items()
        if any("\N{NO-BREAK SPACE}" in text for text in texts(entry))
    ]
    assert bound == []


def test_a_number_is_bound_to_one_side_only() -> None:
    """Regression: «щонайбільше 2 очки» became one long word that broke inside «очки» on a narrow phone."""
    assert keep_together("щонайбільше 2\N{NO-BREAK SPACE}очки") == "щонайбільше 2\N{NO-BREAK SPACE}очки"
    assert keep_together("секція VIII") == "секція\N{NO-BREAK SPACE}VIII"
