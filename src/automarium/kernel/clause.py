"""Clauses: the numbered rules of the catalogue, where code names them and where tests prove them.

Code names a clause by its id, in a rule of a choice, in what is told, or in a comment; a test names those it proves
with ``@pytest.mark.clause("EXP-MOVE-12")``. This module only reads texts; the command line brings the files.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

# A row of a table `| EXP-MOVE-12 | text | S |`, or an item of a list "- GOL-GEN-01 `UA+RU` text".
_ROW = re.compile(r"^\| (?P<id>[A-Z]{3}-[A-Z]+-\d+[a-z]?) \| (?P<cells>.+) \|$")
_ITEM = re.compile(r"^- (?P<id>[A-Z]{3}-[A-Z]+-\d+[a-z]?) `(?P<basis>[^`]+)` (?P<text>.+)$")
# A row of the rulings, `| A-01 | …` or `| A01 | …`: its full id has the game's prefix, SCY-A01.
_RULING = re.compile(r"^\| A-?(?P<number>\d\d) \| (?P<cells>.+) \|$")
# A row where two rulebooks contradict each other, `| C03 | H | one | other | what is played, and why |`: GOL-C03.
_CONTRADICTION = re.compile(r"^\| C(?P<number>\d\d) \| (?P<weight>[HML]) \| (?P<cells>.+) \|$")
_MENTION = re.compile(r"\b([A-Z]{3}-(?:[A-Z]+-|[AC]))(\d+)(?:…(\d+))?")

# Kinds of rows that are no rules by themselves: examples, scenarios, pictures, facts about the table.
# Contradictions are settled in the clauses that name them, and proved there.
_NO_RULES = ("EX", "SCN", "ICON", "FACT", "BASE", "AMB", "C")


class Clause(msgspec.Struct, frozen=True):
    """``basis`` says where it comes from. Advice is shown but need not be proved."""

    id: str
    text: str
    basis: str

    @property
    def group(self) -> str:
        """MOVE of EXP-MOVE-12; A of SCY-A01."""
        return self.id.split("-")[1].rstrip("0123456789")

    @property
    def is_ruling(self) -> bool:
        return self.group in ("AMB", "A")

    @property
    def must_be_proved(self) -> bool:
        return self.is_ruling or (self.group not in _NO_RULES and self.basis not in ("Adv", "advice"))


def read_catalogue(text: str, prefix: str) -> dict[str, Clause]:
    """All numbered rows of a catalogue, in order; ``prefix`` is what the game's ids begin with."""
    clauses: dict[str, Clause] = {}
    for line in text.splitlines():
        if row := _ROW.match(line):
            cells = [cell.strip() for cell in row["cells"].split(" | ")]
            clauses[row["id"]] = Clause(row["id"], " | ".join(cells[:-1]) or cells[0], cells[-1])
        elif ruling := _RULING.match(line):
            id_ = f"{prefix}-A{ruling['number']}"
            clauses[id_] = Clause(id_, ruling["cells"], "ruling")
        elif row := _CONTRADICTION.match(line):
            id_ = f"{prefix}-C{row['number']}"
            clauses[id_] = Clause(id_, row["cells"], f"contradiction {row['weight']}")
        elif item := _ITEM.match(line):
            clauses[item["id"]] = Clause(item["id"], item["text"], item["basis"])
    return clauses


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

    clause: Clause
    code: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def unproved(self) -> bool:
        return self.clause.must_be_proved and not self.tests


def coverage(catalogue: Mapping[str, Clause], sources: Mapping[str, str], tests: Mapping[str, str]) -> list[Coverage]:
    """Clause → code → test, in the order of the catalogue. The mappings are file names to their text."""
    code = _gathered((clause, f"{file}:{line}") for file, text in sources.items() for clause, line in mentions(text))
    proved = _gathered((clause, f"{file}::{test}") for file, text in tests.items() for clause, test in proofs(text))
    return [Coverage(clause, code.get(id_, ()), proved.get(id_, ())) for id_, clause in catalogue.items()]


def _gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for clause, place in pairs:
        found.setdefault(clause, {})[place] = None
    return {clause: tuple(places) for clause, places in found.items()}
