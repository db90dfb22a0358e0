"""The README in three languages: the same commands, the same number of sections, links that lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from automarium import __version__

ROOT = Path(__file__).parent.parent
READMES = [ROOT / name for name in ("README.md", "README.uk.md", "README.ru.md")]


def list_commands(text: str) -> list[str]:
    """Return the commands of a page, without their comments."""
    return [line.split("#")[0].strip() for line in text.splitlines() if line.startswith("    ")]


@pytest.mark.parametrize("file", READMES, ids=lambda file: file.name)
def test_commands_and_sections_are_those_of_the_english_page(file: Path) -> None:
    english, text = READMES[0].read_text("utf-8"), file.read_text("utf-8")
    assert list_commands(text) == list_commands(english)
    assert len(re.findall(r"^## ", text, re.MULTILINE)) == len(re.findall(r"^## ", english, re.MULTILINE))
    assert len(re.findall(r"^- \*\*", text, re.MULTILINE)) == len(re.findall(r"^- \*\*", english, re.MULTILINE))
    assert f"automarium-{__version__}-" in text


def test_workflow_runs_the_ways_in_of_the_english_page() -> None:
    steps = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    ways = [command for command in list_commands(READMES[0].read_text("utf-8")) if ".whl" in command]
    assert len(ways) == 3
    for way in ways:
        assert f"run: {way.removesuffix(' serve')}" in steps
    for file in READMES:
        assert "python -m pip wheel --no-deps ." in file.read_text("utf-8")
    assert "run: python -m pip wheel --no-deps ." in steps


def test_no_name_on_a_public_index_is_recommended() -> None:
    """Whoever publishes the package adds its name there; until then it may belong to someone else."""
    files = [
        *READMES,
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "examples").rglob("*.md"),
        *(ROOT / "src").rglob("*.po"),
    ]
    for file in files:
        found = re.findall(
            r"(?:pip|pipx) install [\\\"']*automarium\b(?!-).*|uvx automarium.*", file.read_text("utf-8")
        )
        assert found == [], file


@pytest.mark.parametrize("file", [*READMES, *sorted((ROOT / "docs").glob("*.md"))], ids=lambda file: file.name)
def test_links_lead_to_files(file: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", file.read_text("utf-8")):
        assert (file.parent / target).exists(), f"{file.name}: {target}"
