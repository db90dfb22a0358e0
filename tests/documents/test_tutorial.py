"""The tutorial in docs/documents.md, followed to the letter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.tutorial_pictures import DOCS, read_tutorial

from automarium.documents.document import RESERVED, find_faults
from automarium.documents.rules import FUNCTIONS, VERBS, DocumentEvent
from automarium.i18n.translator import Translator
from tests.documents.kit import begin_text, do
from tests.interfaces.terminal.kit import run_command

STEPS = 9
PLAYABLE = 5  # steps after which the document is complete
TEXT = (DOCS / "documents.md").read_text("utf-8")


@pytest.mark.parametrize("steps", range(1, PLAYABLE))
def test_what_is_missing_is_said_until_the_document_is_complete(steps: int) -> None:
    said = [Translator("en").refusal(fault) for fault in find_faults(read_tutorial(steps))]
    assert said
    assert all(re.match(r"Line \d+", one) for one in said)


@pytest.mark.parametrize("steps", range(PLAYABLE, STEPS + 1))
def test_document_can_be_played_after_every_later_step(steps: int) -> None:
    game = begin_text(read_tutorial(steps), level="hungry")
    if steps > PLAYABLE:
        do(game, "move", to="P3")
        do(game, "take", count=2)
    do(game, "next")
    assert game.position.counts["fish"]["mat"] > 0


def test_finished_document_has_no_findings(tmp_path: Path) -> None:
    (tmp_path / "automa.toml").write_text(read_tutorial(STEPS), "utf-8")
    done = run_command("check", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr


def test_reference_names_everything_that_there_is() -> None:
    reference = TEXT.partition("## Reference")[2]
    events = {str(event.__struct_config__.tag) for event in DocumentEvent.__subclasses__()} - {"said"}
    functions = {name for name in FUNCTIONS if f"`{name}(" not in reference and f" {name}(" not in reference}
    assert functions == set()
    assert {verb for verb in VERBS if not re.search(rf"`{verb}\b", reference)} == set()
    assert {name for name in events if f"`{name}`" not in TEXT} == set()
    assert "phase" in RESERVED


def test_every_chapter_of_the_shipped_games_is_judged() -> None:
    """Whether a judgement is true no test can tell; that none is left out it can."""
    judged = TEXT.partition("## How much of the four shipped games")[2]
    for game in ("Expeditions", "Scythe", "Golem", "Penumbra"):
        part = judged.partition(f"**{game}**")[2].partition("\n**")[0]
        titles = re.findall(r"^## (.+)$", (DOCS / "rules" / f"{game.lower()}.md").read_text("utf-8"), re.MULTILINE)
        plain = [re.sub(r" \(.*\)$", "", title) for title in titles]
        assert [title for title in plain if title not in part and title != "Open questions"] == []
