"""Which code names a clause, and which test proves it.

Code names a clause by its id, in a rule of a choice, in what is told, or in a comment; a test names those it proves
with ``@pytest.mark.clause("EXP-MOVE-12")``. This module only reads texts; the command line brings the files.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from automarium.kernel.catalogue import Entry

_MENTION = re.compile(r"\b([A-Z]{3}-(?:[A-Z]+-|[AC]))(\d+)(?:…(\d+))?")


def mentions(source: str) -> Iterator[tuple[str, int]]:
    """The clauses that a piece of code names, each with its line; ``EXP-MOVE-01…06`` names six."""
    for number, line in enumerate(source.splitlines(), 1):
        for stem, first, last in _MENTION.findall(line):
            for index in range(int(first), int(last or first) + 1):
                yield f"{stem}{index:0{len(first)}}", number


def proofs(source: str) -> Iterator[tuple[str, str]]:
    """The clauses that the tests of a file prove, each with the test's name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            for decorator in node.decorator_list:
                yield from ((clause, node.name) for clause in _marked(decorator))


def _marked(decorator: ast.expr) -> Iterator[str]:
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.clause":
        for argument in decorator.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


class Coverage(msgspec.Struct, frozen=True):
    """One clause, the places that name it and the tests that prove it."""

    clause: Entry
    code: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def unproved(self) -> bool:
        return self.clause.must_be_proved and not self.tests


def coverage(entries: Mapping[str, Entry], sources: Mapping[str, str], tests: Mapping[str, str]) -> list[Coverage]:
    """Clause → code → test, in the order of the catalogue. The other mappings are file names to their text."""
    code = _gathered((clause, f"{file}:{line}") for file, text in sources.items() for clause, line in mentions(text))
    proved = _gathered((clause, f"{file}::{test}") for file, text in tests.items() for clause, test in proofs(text))
    return [Coverage(clause, code.get(id_, ()), proved.get(id_, ())) for id_, clause in entries.items()]


def _gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for clause, place in pairs:
        found.setdefault(clause, {})[place] = None
    return {clause: tuple(places) for clause, places in found.items()}
