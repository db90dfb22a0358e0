"""The translator: every message in three languages with the same placeholders, plural forms, noun forms, terms."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from automarium.check.messages import find_message_keys
from automarium.engine.message import Refused, message, refuse, term
from automarium.games import plugins
from automarium.games.expeditions import events
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator

DEFINITION = plugins.load_definition("expeditions")

SOURCE = Path(__file__).parents[2] / "src" / "automarium"
FOLDERS = [SOURCE / "i18n", SOURCE / "lab", SOURCE / "interfaces" / "web", *map(Path, plugins.folders())]
PLACEHOLDER = re.compile(r"{(\w+)(?::\w+)?}")


def messages(folder: Path, lang: str) -> dict[str, Message]:
    with (folder / "locale" / f"{lang}.po").open("rb") as file:
        catalogue = read_po(file, locale=lang, abort_invalid=True)
    return {entry.id if isinstance(entry.id, str) else entry.id[0]: entry for entry in catalogue if entry.id}


def texts(entry: Message) -> list[str]:
    assert entry.string is not None
    return [entry.string] if isinstance(entry.string, str) else list(entry.string)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_is_there_with_the_same_placeholders(folder: Path, lang: str) -> None:
    english, other = messages(folder, "en"), messages(folder, lang)
    forms = {key for key in other if "@" in key}
    assert set(other) - forms == {key for key in english if "@" not in key}
    for key, entry in english.items():
        if "@" in key:
            continue
        wanted = {name for text in texts(entry) for name in PLACEHOLDER.findall(text)}
        plural = not isinstance(entry.id, str)
        for text in texts(other[key]):
            assert text.strip(), key
            left_out = wanted ^ set(PLACEHOLDER.findall(text))
            assert left_out <= ({"count"} if plural else set()), key  # "one space forward" needs no number
        assert isinstance(entry.id, str) == isinstance(other[key].id, str), f"{key}: plural in one language only"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_slavic_plurals_have_three_forms_and_cyrillic_letters(folder: Path, lang: str) -> None:
    for key, entry in messages(folder, lang).items():
        if not isinstance(entry.id, str):
            assert len(texts(entry)) == 3, key
        bare = PLACEHOLDER.sub("", "".join(texts(entry)))
        if len(re.findall(r"[A-Za-z]", bare)) > 12 and not key.startswith(("oracle.usage", "cli.", "pack.usage")):
            assert re.search(r"[а-яіїєґё]", bare, re.IGNORECASE), f"{key} is not translated: {bare}"


def test_the_english_text_of_another_language_is_no_translation() -> None:
    for folder in FOLDERS:
        english = messages(folder, "en")
        for lang in ("uk", "ru"):
            same = [
                key
                for key, entry in messages(folder, lang).items()
                if key in english
                and texts(entry) == texts(english[key])
                and not key.startswith(("value.", "language."))
                and len(re.findall(r"[A-Za-z]", PLACEHOLDER.sub("", texts(entry)[0]))) > 4
            ]
            assert same == [], lang


@pytest.mark.parametrize("definition", plugins.folders(), ids=lambda folder: Path(folder).name)
def test_every_message_named_outside_games_exists(definition: str) -> None:
    """Messages that games name are checked in the contract of games."""
    translator = Translator(
        "en", [definition, *(str(SOURCE / name) for name in ("documents", "lab", "interfaces/web"))]
    )
    house = [file for file in sorted(SOURCE.rglob("*.py")) if "games" not in file.relative_to(SOURCE).parts]
    for key, place in find_message_keys((str(file), file.read_text("utf-8")) for file in house):
        assert translator.look_up(key) or key == "?", f"{place}: {key}"


@pytest.mark.parametrize(
    ("count", "uk", "ru"),
    [
        (1, "жетон", "жетон"),
        (2, "жетони", "жетона"),
        (5, "жетонів", "жетонов"),
        (11, "жетонів", "жетонов"),
        (21, "жетон", "жетон"),
    ],
)
def test_plural_forms(count: int, uk: str, ru: str) -> None:
    for lang, word in (("uk", uk), ("ru", ru)):
        translator = Translator(lang, [DEFINITION.folder])
        assert re.search(rf"{count} {word}\b", translator.say("overview.maps", count=count)), translator.say(
            "overview.maps", count=count
        )


def test_names_bring_their_forms() -> None:
    translator = Translator("uk", [DEFINITION.folder])
    assert f"{translator.term('mech', 'north')}" == "північний мех"
    assert f"{translator.term('mech', 'north'):nothing}" == "північний мех", (
        "an unknown form falls back to the nominative"
    )
    sweep = translator.sentence(events.Sweep("north", "N1"))
    assert "північного меха" in sweep or "північний мех" in sweep.lower()


def test_only_terms_are_named_and_lists_of_them_are() -> None:
    translator = Translator("uk", [DEFINITION.folder])
    assert translator.say("overview.human", at=term("place", "basecamp")) == "Ваш мех: табір."
    assert translator.say("overview.human", at="basecamp") == "Ваш мех: basecamp.", "what is no term is shown as it is"
    assert translator.say("overview.human", at=term("place", ["N4", "basecamp"])) == "Ваш мех: N4, табір."
    kept = {"family": "place", "value": "basecamp"}
    assert translator.say("overview.human", at=kept) == "Ваш мех: табір.", "a term that was kept as JSON"


def test_an_answer_that_is_a_form_is_shown_by_what_it_says() -> None:
    translator = Translator("en")
    assert (
        translator.say("input.answer", answer={"family": "mech", "value": 3, "more": [4, 5]}) == "answer: mech; 3; 4, 5"
    )
    assert translator.say("input.answer", answer={}) == "answer: unchanged"


def test_sayings_inside_sayings_are_said() -> None:
    translator = Translator("en")
    fault = message("record.fault", line=3, where="to", fault=message("read.missing"))
    assert translator.sentence(fault) == "Line 3 is damaged. to: This field is missing. The file was left as it is."


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        Translator("de")
    assert refused.value.message.key == "lang.unknown"
    assert Translator().refusal(refuse("read.missing", "a.b")) == "a.b: This field is missing."


@pytest.mark.parametrize("file", sorted(SOURCE.glob("**/locale/*.po")), ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_message_is_there_twice(file: Path) -> None:
    """The compiler would take one of them silently."""
    keys = re.findall(r'^msgid "(.+)"$', file.read_text("utf-8"), re.MULTILINE)
    assert [key for key in set(keys) if keys.count(key) > 1] == []


@pytest.mark.parametrize(
    ("lang", "decimal", "day"),
    [("en", "−1.5", "2026-11-06"), ("uk", "−1,5", "06.11.2026"), ("ru", "−1,5", "06.11.2026")],
)
def test_numbers_and_days_are_written_as_the_language_does(lang: str, decimal: str, day: str) -> None:
    translator = Translator(lang)
    assert translator.decimal(-1.5) == decimal
    assert translator.decimal(2, places=1) == decimal[1:].replace("1", "2").replace("5", "0")
    assert translator.date(2026, 11, 6) == day
    assert "−3" in translator.sentence(message("answer.number", given=-3, low=0, high=9))


def test_a_file_at_the_beginning_of_a_sentence_keeps_its_letters() -> None:
    said = Translator("en").refusal(refuse("document.utf8", file="my-automa/automa.toml"))
    assert said.startswith("my-automa/automa.toml")
