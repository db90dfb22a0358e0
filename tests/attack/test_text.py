"""Text from outside is cleaned before it reaches a terminal, a page or a picture."""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata
from pathlib import Path
from xml.etree import ElementTree

import pytest

from automarium.box.box import checked_pack
from automarium.engine.drawing.svg import element, escape_text, text
from automarium.engine.message import Refused, clean, message, refuse, term
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.sessions.session import add_record
from automarium.storage.store_factory import open_store
from tests.attack.mutations import fill_own, list_option_sets, make_record

NASTY = "\x1b[2J\x07\x9b31m\u202eevil\u2066\u200f\x00\ud800\ufffe\r\n"


def odd(text: str) -> list[str]:
    return [
        letter
        for letter in text
        if (unicodedata.category(letter) in ("Cc", "Cs") and letter != "\n")
        or unicodedata.bidirectional(letter) in ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")
        or letter in "\u200e\u200f\u061c"
    ]


@pytest.mark.parametrize("letter", list("\x00\x1b\n\x7f\x9b\u202e\u2066\u200f\u061c\ud800"))
def test_what_is_no_letter_has_a_sign_in_its_place(letter: str) -> None:
    assert clean(f"a{letter}b") == "a\N{REPLACEMENT CHARACTER}b"


def test_what_people_write_stays_as_it_is() -> None:
    for words in ("Привіт, світе!", "l’été – naïve «ґ»", "日本語 👩‍👩‍👧 عربي עברית", "a\u00a0b", ""):
        assert clean(words) == words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_repeats_it(lang: str) -> None:
    translator = Translator(lang, plugins.folders())
    for refused in (
        refuse("answer.option", NASTY, given=NASTY, options=[NASTY, {"a": NASTY}]),
        refuse("read.choice", f"own.{NASTY}", given={"family": "place", "value": NASTY}, options=[]),
        refuse("games.unknown", given=term("place", [NASTY])),
        refuse("record.fault", line=1, where=NASTY, fault=message("read.other", detail=NASTY)),
    ):
        assert odd(translator.refusal(refused)) == []
    assert odd(translator.term("place", NASTY)) == []


def test_what_is_given_is_not_repeated_without_end() -> None:
    translator = Translator("en")
    for given in ("x" * 10**6, ["x"] * 10**6, {str(number): 1 for number in range(10**5)}, 10**20_000, [10**20_000]):
        assert len(translator.refusal(refuse("answer.option", given=given, options=[]))) < 3000


def nasty_records() -> list[bytes]:
    """Return records of every game in which all texts of lines and headers are nasty, one after the other."""
    found = []
    for name in plugins.names():
        definition = plugins.load_definition(name)
        own = fill_own(definition)
        options = next(iter(list_option_sets(definition, checked_pack(definition, own))))
        lines = make_record(definition, options, 6, own)
        for number in range(len(lines)):
            changed = [*lines[:number], made_nasty(lines[number]), *lines[number + 1 :]]
            found.append(b"".join(json.dumps(line).encode() + b"\n" for line in changed))
    return found


def made_nasty(value: object) -> object:
    if isinstance(value, dict):
        return {key: made_nasty(one) if key not in ("game", "do") else one for key, one in value.items()}
    if isinstance(value, list):
        return [made_nasty(one) for one in value]
    return value + NASTY if isinstance(value, str) else value


def test_a_replay_of_a_strangers_record_sends_nothing_to_the_terminal_but_words(tmp_path: Path) -> None:
    file = tmp_path / "nasty.jsonl"
    for content in nasty_records()[::4]:
        file.write_bytes(content)
        for arguments in (["replay", "--why"], ["verify"]):
            command = [sys.executable, "-m", "automarium", arguments[0], str(file), *arguments[1:], "--lang", "en"]
            done = subprocess.run(command, capture_output=True, check=False)
            assert done.returncode in (0, 1, 2)
            told = (done.stdout + done.stderr).decode()
            assert odd(told) == []
            assert "Traceback" not in told


def test_no_nasty_record_becomes_a_game_with_it() -> None:
    store = open_store()
    for content in nasty_records():
        try:
            session = add_record(store, content)
        except Refused:
            continue
        assert odd(json.dumps(session.header.own, ensure_ascii=False)) == []
    store.close()


def test_pictures_are_well_formed_whatever_is_written_in_them() -> None:
    for words in (NASTY, "<&\"'>", "]]>"):
        drawn = element("svg", text(words, 1, 2, 3, "red"), element("title", escape_text(words)), id_=words)
        ElementTree.fromstring(drawn.encode())
        assert odd(drawn) == []
