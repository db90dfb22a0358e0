"""The static site: built from pinned packages, reproducible, with an unchanged runtime, and small."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
import zlib
from pathlib import Path
from typing import Any

import pytest
from tools import make_site
from tools.make_site import (
    NEEDED,
    PINS,
    ROOT,
    RUNTIME,
    RUNTIME_FILES,
    collect_licences,
    pack,
    pick_pins,
    write_covers,
)
from tools.test_page import NEEDED as NEEDED_BY_TESTS
from tools.test_page import NOT_HERE, TESTS

from automarium.games import plugins
from tests.proof import PROOF
from tests.test_architecture import list_imports

BUILT = ROOT / "build" / "site"
made = pytest.mark.skipif(not (BUILT / "service.js").exists(), reason="the site is not made: make site")
# The pinned runtime takes 2.96 MB by brotli, our part of the standard library 1.7; the whole must stay below 7.5.
OURS = 4_300_000


def listed() -> dict[str, tuple[str, int]]:
    found = re.match(r"const FILES = (\{.*?\n\});", (BUILT / "service.js").read_text("utf-8"), re.DOTALL)
    assert found is not None
    files: dict[str, Any] = json.loads(found[1])
    return {path: (digest, size) for path, (digest, size) in files.items()}


def test_every_package_is_taken_with_its_hashes() -> None:
    taken = pick_pins(PINS.read_text("utf-8"), NEEDED)
    for part in re.split(r"\n(?=\S)", taken.strip()):
        assert "==" in part
        assert "--hash=sha256:" in part
    with pytest.raises(SystemExit, match="nobody"):
        pick_pins(PINS.read_text("utf-8"), frozenset({"nobody"}))


def test_an_archive_knows_no_times(tmp_path: Path) -> None:
    for name, when in (("one", 1_000_000_000), ("two", 1_700_000_000)):
        for file in ("b/c.py", "a.py", "x.po", "bin/program"):
            path = tmp_path / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file)
            os.utime(path, (when, when))
    assert pack(tmp_path / "one") == pack(tmp_path / "two")


def test_what_runs_in_the_pages_python_asks_for_nothing_that_is_not_there() -> None:
    """`make test-page` takes minutes and is not part of every run; one wrong import would break all of it."""
    there = {name.replace("-", "_") for name in NEEDED_BY_TESTS} | {
        "automarium",
        "tests",
        "tools",
        "benchmarks",
        "_pytest",
    }
    todo = [file for one in TESTS for file in [ROOT / one, *(ROOT / one).rglob("*.py")] if file.is_file()]
    seen = {ROOT / one for one in NOT_HERE}
    while todo:
        file = todo.pop()
        if file in seen:
            continue
        seen.add(file)
        asked = set(list_imports(file))
        assert {one.split(".")[0] for one in asked} - there - sys.stdlib_module_names == set(), file
        own = [ROOT.joinpath(*one.split(".")[:-1]).with_suffix(".py") for one in asked if one.startswith("tests.")]
        todo += [one for one in own if one.is_file()]


@made
def test_every_file_of_the_list_is_there_as_it_is_listed() -> None:
    for path, (digest, size) in listed().items():
        content = (BUILT / path).read_bytes()
        assert (hashlib.sha256(content).hexdigest()[:16], len(content)) == (digest, size), path
    assert {"index.html", "manifest.uk.webmanifest", "alone/engine.bin", "alone/window.js"} <= set(listed())


@made
def test_the_runtime_is_as_it_came_and_named_with_its_licence() -> None:
    for name in RUNTIME_FILES:
        assert (BUILT / "pyodide" / name).read_bytes() == (RUNTIME / name).read_bytes()
    told = (BUILT / "licences.txt").read_text("utf-8")
    packages = ("starlette-", "anyio-", "msgspec-", "python_multipart-")
    for name in ("Automarium", "Mozilla Public License", "PYTHON SOFTWARE FOUNDATION LICENSE", "SQLite", *packages):
        assert name in told
    for name in ("hiwire", "MiniLZ4", "liblzma", "UNICODE LICENSE V3", "dlmalloc", "libc++"):
        assert name in told
    assert len(re.findall(r"^={78}\nautomarium", told, re.IGNORECASE | re.MULTILINE)) == 1, "ours once"


def test_part_without_a_licence_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "some-1.0.dist-info").mkdir()
    with pytest.raises(SystemExit, match=r"some-1\.0, _odd"):
        collect_licences(tmp_path, {"_odd", "zlib"})


def test_runtime_with_unknown_libraries_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_site, "LISTED_FOR", "0")
    with pytest.raises(SystemExit, match="libraries of pyodide"):
        collect_licences(tmp_path, set())


def test_licence_text_that_was_changed_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in make_site.LICENCES.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    known = tomllib.loads((make_site.LICENCES / "sources.toml").read_text("utf-8"))
    assert {f"{name}.txt" for name in known} == {file.name for file in make_site.LICENCES.glob("*.txt")}
    assert all(make_site.read_licence(name) for name in known)
    monkeypatch.setattr(make_site, "LICENCES", tmp_path)
    (tmp_path / "zlib.txt").write_text("something else", "utf-8")
    assert make_site.read_licence("zlib") == ""


SHELF = """
import asyncio, os, sys
from pathlib import Path
os.environ["AUTOMARIUM_HOME"] = sys.argv[1]
from automarium.interfaces.web import static_files
static_files.__file__ = sys.argv[2]
from automarium.interfaces.offline.bridge import begin
found = asyncio.run(begin("here", "/").answer("GET", "http://here/", [], b""))
assert found.status == 200
assert b"new-game" in found.body
print(*sorted(name for name in sys.modules if name.startswith("automarium.games.")))
"""


def test_the_list_of_games_is_shown_before_any_game_is_loaded(tmp_path: Path) -> None:
    """Loading them is most of the work until a page is there."""
    for game in plugins.names():
        definition = tmp_path / "automarium" / "games" / game / "definition.pyc"
        definition.parent.mkdir(parents=True)
        definition.touch()
    web = tmp_path / "automarium" / "interfaces" / "web"
    web.mkdir(parents=True)
    write_covers(tmp_path)
    program = [sys.executable, "-c", SHELF, str(tmp_path / "home"), str(web / "covers.py")]
    assert (
        subprocess.run(program, check=True, capture_output=True, text=True).stdout.strip() == "automarium.games.plugins"
    )


@made
def test_our_part_is_small() -> None:
    ours = [path for path in listed() if path.removeprefix("pyodide/") not in RUNTIME_FILES]
    contents = [(BUILT / path).read_bytes() for path in ours]
    assert sum(min(len(content), len(zlib.compress(content, 9))) for content in contents) <= OURS


@made
@pytest.mark.skipif(not PROOF, reason="a slice does not make it twice")
def test_it_comes_out_the_same_again(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "tools.make_site", str(tmp_path / "again")], cwd=ROOT, check=True)
    for path in sorted((tmp_path / "again").rglob("*")):
        if path.is_file():
            assert path.read_bytes() == (BUILT / path.relative_to(tmp_path / "again")).read_bytes(), path
