"""Messages: what is done by hand and when, no numbers that are not printed, no codes, one word a thing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from automarium.engine.game.playthrough import Playthrough
from automarium.games.expeditions.events import Cleanse, Cleanse20, Progress
from automarium.games.expeditions.position import Target
from automarium.games.expeditions.text import describe_card as card_words
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from tests.games.expeditions.kit import CARDS, DEFINITION, card, corr, game, lair, map_token, position, section, shown
from tests.i18n.test_translator import PLACEHOLDER, messages, texts

TERMS = Path(__file__).parents[3] / "docs" / "terms" / "expeditions.toml"
VOICES = {lang: Translator(lang, [DEFINITION.folder]) for lang in LANGUAGES}


def said(live: Playthrough, lang: str = "en") -> list[str]:
    """Return the checklist in words."""
    return [VOICES[lang].sentence(one) for one, _ in DEFINITION.setup.checklist(live.position, live.rulings)]


def in_the_messages(lang: str) -> Iterator[tuple[str, str]]:
    for key, message in messages(Path(DEFINITION.folder), lang).items():
        for text in texts(message):
            yield key, PLACEHOLDER.sub("", text)


# --------------------------------------------------------------------------------------------------------------- set-up


@pytest.mark.clause("EXP-GEN-03", "EXP-AMB-07")
def test_the_four_cards_leave_before_the_main_deck_is_shuffled() -> None:
    """Regression: they were named after everything else, when the deck had long been shuffled and dealt."""
    first, second = said(game())[:2]
    assert "before" in first.lower()
    assert "shuffle" in first
    assert "017, 030, 056 and 063" in first
    assert "Set up the table" in second
    assert "Set up the table" in said(game(AMB_07="drawn"))[0], "they leave later then"


@pytest.mark.clause("EXP-SETUP-08", "EXP-SETUP-10")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_house_card_has_no_track_to_put_a_token_on(lang: str) -> None:
    with_token, without = said(game({"level": 3}), lang), said(game({"level": 4, "card": "house"}), lang)
    start = VOICES[lang].say("setup.progress")
    assert start in with_token
    assert start not in without
    assert len(without) == len(with_token) - 1


@pytest.mark.clause("EXP-SETUP-14")
@pytest.mark.parametrize("deck", ["app", "mine"])
def test_the_glory_card_lies_beside_nothing_that_is_in_the_box(deck: str) -> None:
    text = shown(game({"deck": deck}), "EXP-SETUP-14")
    assert "beside" not in text
    assert "glory card" in text


@pytest.mark.clause("EXP-LEVEL-03", "EXP-LEVEL-05")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("change", [-2, 3])
def test_a_coin_change_names_both_rates(change: int, lang: str) -> None:
    """Level 2 pays 4 coins for a glory token."""
    [text] = set(said(game({"coin_change": change}), lang)) - set(said(game(), lang))
    assert re.findall(r"\d+", text) == [str(4 + change), "4"]
    assert "more (or fewer)" not in text


# ------------------------------------------------------------------------------------------------------------ her turns


@pytest.mark.clause("EXP-PROG-02")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_progress_token_is_never_told_by_our_numbers(lang: str) -> None:
    """Printed spaces have no numbers; in the data they are counted from START."""
    translator = VOICES[lang]
    for event in (Progress(17), Progress(19, 5)):
        for text in (translator.sentence(event), translator.say(f"short.{event.key()}", **event.params())):
            assert str(event.to) not in text
    assert "5" in translator.sentence(Progress(19, 5)), "which glory token it is, is printed on the glory card"
    spoken = [translator.sentence(one) for one in DEFINITION.words.overview(position(progress=17, glory=4))]
    assert any(re.search(r"\b2\b", text) for text in spoken), "two more to the next glory"
    assert not any(re.search(r"\b19\b", text) for text in spoken)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("target", [map_token(), corr(2), lair()])
def test_a_card_without_a_glory_number_speaks_of_none(target: Target, lang: str) -> None:
    text = VOICES[lang].sentence(card_words(card(section(1, target)))[1])
    assert "0" not in text.replace("20", "")
    assert "3" in VOICES[lang].sentence(card_words(CARDS[8])[1])


@pytest.mark.clause("EXP-CLEANSE-01", "EXP-LAIR-01")
def test_one_word_for_the_human_and_for_her() -> None:
    for event in (Cleanse("north", "N4", [4]), Cleanse20("north", "N4")):
        assert "vanquishes corruption at N4" in VOICES["en"].sentence(event)
    assert "20-value corruption" in VOICES["en"].sentence(Cleanse20("north", "N4"))


# --------------------------------------------------------------------------------------------------------- all messages


@pytest.mark.parametrize("lang", LANGUAGES)
def test_messages_obey_the_list_of_terms(lang: str) -> None:
    for term, entry in tomllib.loads(TERMS.read_text("utf-8")).items():
        for never in entry.get("never", {}).get(lang, ()):
            for key, text in in_the_messages(lang):
                assert not re.search(rf"(?<!\w){never}", text, re.IGNORECASE), f"{key}: {never} for {term}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_codes_on_the_surface_and_no_words_of_one_face_on_another(lang: str) -> None:
    commands = [VOICES[lang].say(f"command.{name}") for name in (*DEFINITION.commands, "board", "undo", "score")]
    quoted = re.compile(rf"[“«](?:{'|'.join(commands)})\b")
    for key, text in in_the_messages(lang):
        assert "EXP-" not in text, key
        if not key.startswith("help."):
            assert not quoted.search(text), f"{key}: {text}"


@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_no_english_words_of_ours_in_other_languages(lang: str) -> None:
    for key, text in in_the_messages(lang):
        found = set(re.findall(r"\b[A-Za-z]{3,}\b", text)) - {"START"}
        assert not found, f"{key}: {found}"
