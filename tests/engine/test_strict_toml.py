"""TOML from outside is measured before it is parsed: no text within the limits of an upload takes much memory."""

from __future__ import annotations

import ast
import tomllib
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.engine.message import Refused
from automarium.engine.strict_toml import DEEPEST, LONGEST_WORD, MOST_NAMES, parse_toml
from tests.attack.parser_bombs import MOST_MEMORY, find_toml_bombs

SOURCE = Path(__file__).parents[2] / "src" / "automarium"
SHIPPED = {"engine/content/pack.py", "engine/strict_toml.py"}  # the first parses files of the installation only


def test_all_toml_from_outside_goes_through_the_bounded_parser() -> None:
    used = set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and ast.unparse(node) in ("tomllib.load", "tomllib.loads"):
                used.add(str(file.relative_to(SOURCE)))
            if isinstance(node, ast.ImportFrom) and node.module == "tomllib":
                assert {alias.name for alias in node.names} <= {"TOMLDecodeError"}, file
    assert used == SHIPPED


@pytest.mark.parametrize(("name", "text"), list(find_toml_bombs(12_000)))
def test_a_parser_bomb_is_refused_or_costs_little(name: str, text: str) -> None:
    tracemalloc.start()
    try:
        parse_toml(text)
    except (Refused, tomllib.TOMLDecodeError):
        pass
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < MOST_MEMORY, name


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("x = 1\n" + ".".join("a" * (DEEPEST + 1)) + " = 1", "toml.deep", 2),
        ("['a' . " + '"b".' * DEEPEST + "c]", "toml.deep", 1),
        ("x = " + "[" * (DEEPEST + 1), "toml.deep", 1),
        ("x = '''\n'''\n" + "y = " + "{a=" * (DEEPEST + 1), "toml.deep", 3),
        ("\n".join(f"k{n} = 1" for n in range(MOST_NAMES + 1)), "toml.many", MOST_NAMES + 1),
        ("\n\nx = 0x" + "f" * LONGEST_WORD, "toml.long", 3),
        ("x" * (LONGEST_WORD + 1) + " = 1", "toml.long", 1),
    ],
)
def test_a_refusal_says_what_and_where_and_what_would_be_right(text: str, key: str, line: int) -> None:
    with pytest.raises(Refused) as refused:
        parse_toml(text, "box")
    assert refused.value.message.key == key
    assert refused.value.message.params["line"] == line
    assert refused.value.message.params["most"] in (DEEPEST, MOST_NAMES, LONGEST_WORD)
    assert refused.value.where == "box"


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("pack/*.toml")), ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_what_people_write_is_parsed_as_before(file: Path) -> None:
    text = file.read_text("utf-8")
    assert parse_toml(text) == tomllib.loads(text)


DOTS = "." * 40
BRACKETS = "[" * 40


@pytest.mark.parametrize(
    "text",
    [
        f'a = "{DOTS}"',
        f"a = '{BRACKETS}'",
        f'a = """\n{DOTS}\n{BRACKETS}\n"""',
        f"a = '''{DOTS}''' # {BRACKETS}",
        f'a = """x""""\nb = "{DOTS}"',
        f"a = '''x'''''\nb = '{BRACKETS}'",
        f'a = "\\"{DOTS}"',
        f"# {DOTS}\n'{DOTS}' = 1",
        "a = [" + "1.5, " * 500 + "]",
    ],
)
def test_dots_and_brackets_in_texts_and_comments_do_not_count(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


@given(st.text("\"'\\#\n=a. ", max_size=25))
def test_no_string_hides_a_deep_name_from_the_count(before: str) -> None:
    """What ``tomllib`` would reach after any beginning is counted as well."""
    bomb = ".".join("z" * (DEEPEST + 1)) + " = 1\n"
    text = before + "\n" + bomb
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    if "z" in found:
        with pytest.raises(Refused):
            parse_toml(text)
