"""A fourth language needs message files only; what it lacks is shown in English."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools.build_package import compile_catalogues

SOURCE = Path(__file__).parents[2] / "src" / "automarium"
NEW = ["play", "expeditions", "--new", "--seed", "5", "--set", "level=2", "--set", "starts=automa", "--set", "deck=app"]
COMMON = {
    "language.name": "polski",
    "number.decimal": ",",
    "letters.folded": "łl ęe",
    "lang.changed": "Teraz mówimy po polsku.",
    "command.language": "język",
    "command.quit": "koniec",
}
WEB = {"web.home": "Wszystkie gry"}
EXPEDITIONS = {
    "command.next": "dalej",
    "stage.turn.human": "Twoja tura {turn}",
    "piece.automa.mech-north": "północny mech Automy",
}
PAGE = """
from starlette.testclient import TestClient
from automarium.i18n.translator import Translator
from automarium.interfaces.web.app import Settings, make_app
from automarium.storage.store_factory import open_store
client = TestClient(make_app(Settings(rate=0), open_store()), base_url="http://localhost", cookies={"lang": "pl"})
print(client.get("/rules/expeditions").text)
print(Translator("pl").decimal(1.5), Translator("pl").date(2026, 11, 6))
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the package with ten messages in Polish; the lab and the other games have none."""
    root = tmp_path_factory.mktemp("polish")
    shutil.copytree(SOURCE, root / "src" / "automarium", ignore=shutil.ignore_patterns("__pycache__"))
    for package, messages in (("i18n", COMMON), ("interfaces/web", WEB), ("games/expeditions", EXPEDITIONS)):
        text = "".join(f'msgid "{key}"\nmsgstr "{words}"\n\n' for key, words in messages.items())
        (root / "src" / "automarium" / package / "locale" / "pl.po").write_text(text, "utf-8")
    compile_catalogues(root)
    return root


def run(root: Path, *arguments: str, typed: str = "") -> tuple[str, str]:
    environment = {**os.environ, "PYTHONPATH": str(root / "src"), "AUTOMARIUM_HOME": str(root / "home")}
    command = [sys.executable, "-X", "utf8", *arguments]
    done = subprocess.run(
        command, input=typed, capture_output=True, encoding="utf-8", env=environment, cwd=root, check=True
    )
    return done.stdout, done.stderr


def test_a_turn_is_played_in_the_terminal(root: Path) -> None:
    typed = "dalej\nwhy 1\njezyk\nczeski\npolski\njęzyk\nen\nlanguage\npl\nkoniec\n"
    shown, warned = run(root, "-m", "automarium", *NEW, "--lang", "pl", typed=typed)
    assert "A new game of Expeditions." in shown
    assert "Progress token: advance 1 space" in shown
    assert "Północny mech Automy: N1 → N3" in shown
    assert "Automa's central mech: C7 → C4" in shown
    assert "[Twoja tura 1]" in shown
    assert "Which language? (English, українська, русский, polski)" in shown
    assert "The language is now English." in shown
    assert "Teraz mówimy po polsku." in shown
    assert "{" not in shown
    assert "Traceback" not in warned


def test_a_package_without_the_language_is_named_once(root: Path) -> None:
    _, warned = run(root, "-m", "automarium", "rules", "golem", "--lang", "pl")
    lines = [line for line in warned.splitlines() if str(Path("golem", "locale", "pl.po")) in line]
    assert len(lines) == 1
    assert lines[0].startswith("automarium: golem has no messages in 'pl'")


def test_a_page_is_shown_in_it(root: Path) -> None:
    page, _ = run(root, "-c", PAGE)
    assert '<html lang="pl"' in page
    assert re.search(r'value="pl"[^>]*>Polski<', page)
    assert "Wszystkie gry" in page
    assert "The Automa" in page
    assert page.endswith("1,5 2026-11-06\n")
