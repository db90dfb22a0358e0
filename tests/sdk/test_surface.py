"""The promise to games of other packages: what automarium.sdk has, and how it is described."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from tools.build_reference import MODULES, REFERENCE, SURFACE, find_node, get_words, render_reference, render_surface


def describe(module: ModuleType, name: str) -> str:
    """Return the docstring of a class or a function; an alias or a number is described where it is used."""
    node = find_node(module, name)
    return get_words(node) if isinstance(node, (ast.ClassDef, ast.FunctionDef)) else name


EXAMPLE = Path(__file__).parents[2] / "examples" / "heron"


def test_the_surface_changes_only_on_purpose() -> None:
    """A name that is removed or changed breaks games of other packages: raise the first number of SDK_VERSION. For one
    that is added raise the second. Then run ``make reference`` and commit both files."""
    assert SURFACE.read_text("utf-8") == render_surface(), "run `make reference` and look at the difference"


def test_the_reference_is_current() -> None:
    assert REFERENCE.read_text("utf-8") == render_reference(), "run `make reference`"


@pytest.mark.parametrize("name", MODULES)
def test_every_listed_name_is_there_and_described(name: str) -> None:
    module = import_module(name)
    assert len(set(module.__all__)) == len(module.__all__)
    undescribed = [one for one in module.__all__ if not describe(module, one)]
    assert not undescribed


def test_the_example_imports_nothing_else_of_automarium() -> None:
    for file in EXAMPLE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("automarium"):
                assert node.module in MODULES, f"{file.name}:{node.lineno} imports {node.module}"
