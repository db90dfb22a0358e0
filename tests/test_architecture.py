"""The architecture: imports go down only, engine, games and i18n have few dependencies, choices go through the
engine."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "automarium"
FILES = sorted(SOURCE.rglob("*.py"))

# The layers, from the lowest; each may import those below.
MAY_USE = {
    "engine": {"engine"},
    "i18n": {"engine", "i18n"},
    "documents": {"engine", "i18n", "documents"},
    "games": {"engine", "games", "documents"},
    "lab": {"engine", "games", "lab"},
    "views": {"engine", "games", "i18n", "views"},
    "protocol": {"engine", "games", "i18n", "views", "box", "protocol"},
    "box": {"engine", "games", "i18n", "views", "box"},
    "storage": {"engine", "games", "i18n", "views", "box", "storage", "sessions"},
    "sessions": {"engine", "games", "i18n", "views", "box", "storage", "sessions"},
    "sdk": {"engine", "lab", "sdk"},
    "check": {
        "check",
        "engine",
        "games",
        "i18n",
        "lab",
        "views",
        "protocol",
        "box",
        "storage",
        "sessions",
        "interfaces",
    },
    "interfaces": {
        "engine",
        "documents",
        "games",
        "i18n",
        "lab",
        "views",
        "protocol",
        "box",
        "storage",
        "sessions",
        "interfaces",
    },
}
PURE = ("engine", "games", "documents", "i18n")
ITS_OWN = {"chance.py": "random", "validation.py": "threading"}  # the random generator; a lock for threads
NO_OUTSIDE = {"time", "datetime", "threading", "socket", "subprocess", "asyncio", "random"}


def list_imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def find_layer(file: Path) -> str:
    return file.relative_to(SOURCE).parts[0]


@pytest.mark.parametrize(
    "file", [f for f in FILES if find_layer(f) in MAY_USE], ids=lambda f: str(f.relative_to(SOURCE))
)
def test_imports_go_down_only(file: Path) -> None:
    for name in list_imports(file):
        parts = name.split(".")
        if parts[0] == "automarium" and len(parts) > 1 and parts[1] in MAY_USE:
            assert parts[1] in MAY_USE[find_layer(file)], f"{file} uses {name}"
            if find_layer(file) == "games" and parts[1] == "games" and len(file.relative_to(SOURCE).parts) > 2:
                assert parts[2] == file.relative_to(SOURCE).parts[1], f"{file}: no game imports another"


# The offline interface runs the web interface in a page; the others do not import each other.
BROUGHT = {"offline": {"offline", "web"}}


@pytest.mark.parametrize(
    "file", [f for f in FILES if find_layer(f) == "interfaces"], ids=lambda f: str(f.relative_to(SOURCE))
)
def test_interfaces_do_not_import_each_other(file: Path) -> None:
    own = file.relative_to(SOURCE).with_suffix("").parts[1]
    for name in list_imports(file):
        parts = name.split(".")
        if parts[:2] == ["automarium", "interfaces"] and own != "__init__":
            assert parts[2] in BROUGHT.get(own, {own}), f"{file} uses {name}"


@pytest.mark.parametrize("file", [f for f in FILES if find_layer(f) in PURE], ids=lambda f: str(f.relative_to(SOURCE)))
def test_the_pure_floors_stand_on_the_standard_library_and_msgspec(file: Path) -> None:
    for name in list_imports(file):
        top = name.split(".")[0]
        assert top in sys.stdlib_module_names or top in ("msgspec", "automarium"), f"{file} uses {name}"
        assert top not in NO_OUTSIDE or top == ITS_OWN.get(file.name), f"{file}: no clock, no threads, no chance"


# Modules and folders that never choose for the Automa: rivals and pictures.
NOT_HERS = {"page_board", "rivals", "icons", "picture", "text"}
# Functions that sort without choosing, by game.
IN_ORDER = {
    # The order in which the Automa looks (it chooses afterwards), numbers of Instructions, names as typed.
    "penumbra": {"_looked_at", "choose_contract", "of", "_named_slot"},
    "scythe": {"candidates", "_toggle"},  # reading order for screen readers
}


def find_unexplained_choices(code: str, allowed: Collection[str] = ()) -> Iterator[int]:
    """Return the lines that pick by a key (``min``, ``max``, ``sorted``, ``.sort``) or pick from a sorted list, instead
    of using the engine's narrowings."""
    orders = {"min", "max", "sorted", "sort", "nsmallest", "nlargest"}

    def name_of(node: ast.expr) -> str:
        called = node.func if isinstance(node, ast.Call) else None
        return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""

    def look(node: ast.AST) -> Iterator[int]:
        if isinstance(node, ast.FunctionDef) and node.name in allowed:
            return
        if isinstance(node, ast.Call) and name_of(node) in orders and any(word.arg == "key" for word in node.keywords):
            yield node.lineno
        if isinstance(node, ast.Subscript) and name_of(node.value) in orders - {"min", "max"}:
            yield node.lineno
        for child in ast.iter_child_nodes(node):
            yield from look(child)

    return look(ast.parse(code))


IN_A_ROOM = [file for file in FILES if find_layer(file) == "games" and len(file.relative_to(SOURCE).parts) > 2]


@pytest.mark.parametrize("file", IN_A_ROOM, ids=lambda f: str(f.relative_to(SOURCE)))
def test_games_choose_only_through_the_engine(file: Path) -> None:
    _, definition, *inside = file.relative_to(SOURCE).with_suffix("").parts
    if NOT_HERS.isdisjoint(inside):
        assert list(find_unexplained_choices(file.read_text("utf-8"), IN_ORDER.get(definition, ()))) == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("min(places, key=distance)", True),
        ("max(((place, 1) for place in places), key=lambda pair: pair[1])[0]", True),
        ("sorted(places, key=ORDER.get)", True),
        ("places.sort(key=ORDER.get)", True),
        ("heapq.nsmallest(1, places, key=distance)", True),
        ("sorted(places)[0]", True),
        ("def turn():\n    def deep():\n        return min(places, key=distance)", True),
        ("def shown():\n    return sorted(places, key=ORDER.get)", False),
        ("min(power, 7)", False),
        ("max(steps[place] for place in places)", False),
        ("choose(places, least(distance, 'EXP-MOVE-12'), first(ORDER.get, 'EXP-MOVE-13'))", False),
    ],
)
def test_the_check_knows_a_choice_when_it_sees_one(code: str, found: bool) -> None:
    assert bool(list(find_unexplained_choices(code, {"shown"}))) is found


# What a game may import from engine/choice: the entries, the rules, sets of places, and types.
CHOICE = {
    "choose": {
        *("choose", "left_by", "Ranking", "read_down", "decision"),
        *("only", "prefer", "most", "least", "first", "given", "for_rest", "in_turn"),
        *("Rule", "Condition", "Undecided"),
    },
    "places": {"Board", "NOWHERE", "Places", "Sums", "Tiers", "PlaceRule", "PlaceRules", "counted", "nearest"},
    "trace": {"Notes", "Trace"},
}
TRACES = {"Trace", "Stage", "LazyTrace", "lazy_trace"}


def traces_by_hand(code: str) -> Iterator[int]:
    """The lines that make a trace or a stage, under whatever name of a module."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in TRACES:
            yield node.lineno


def forbidden_choices(code: str) -> Iterator[str]:
    """What is imported from engine/choice that is not for games."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name.startswith("automarium.engine.choice"))
        elif isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("automarium.engine.choice."):
            allowed = CHOICE.get(str(node.module).rpartition(".")[2], set())
            yield from (one.name for one in node.names if one.name not in allowed)
        elif isinstance(node, ast.ImportFrom) and node.module == "automarium.engine":
            yield from (one.name for one in node.names if one.name == "choice")


def loops_over_ranks(code: str) -> Iterator[int]:
    """The lines of a loop that compare something with the best so far and then replace the best."""
    orders = (ast.Lt, ast.Gt, ast.LtE, ast.GtE)
    for loop in ast.walk(ast.parse(code)):
        if not isinstance(loop, (ast.For, ast.While)):
            continue
        for node in ast.walk(loop):
            if not isinstance(node, ast.If):
                continue
            compared = {
                ast.unparse(side)
                for test in ast.walk(node.test)
                if isinstance(test, ast.Compare) and isinstance(test.ops[0], orders)
                for side in (test.left, *test.comparators)
            }
            bound = {
                ast.unparse(name)
                for line in node.body
                if isinstance(line, ast.Assign)
                for target in line.targets
                for name in (target.elts if isinstance(target, ast.Tuple) else [target])
            }
            if compared & bound:
                yield node.lineno


@pytest.mark.parametrize(
    "file", [f for f in FILES if find_layer(f) != "engine"], ids=lambda f: str(f.relative_to(SOURCE))
)
def test_only_the_engine_writes_a_trace(file: Path) -> None:
    """Nothing is decided by hand and explained as a narrowing afterwards."""
    assert list(traces_by_hand(file.read_text("utf-8"))) == []


@pytest.mark.parametrize("file", IN_A_ROOM, ids=lambda f: str(f.relative_to(SOURCE)))
def test_games_narrow_through_the_entries_of_the_engine(file: Path) -> None:
    code = file.read_text("utf-8")
    assert list(forbidden_choices(code)) == []
    if NOT_HERS.isdisjoint(file.relative_to(SOURCE).with_suffix("").parts):
        assert list(loops_over_ranks(code)) == []


LOOP = "for one in pieces:\n    if {}:\n        {}"


@pytest.mark.parametrize(
    ("check", "code", "found"),
    [
        (traces_by_hand, "notes.append(Trace('piece', (), (), None))", True),
        (traces_by_hand, "trace.Stage('only', 'SCY-MOVE-12', (), {})", True),
        (traces_by_hand, "lazy_trace('piece', None, '', write)", True),
        (traces_by_hand, "choose(pieces, notes=notes)", False),
        (forbidden_choices, "from automarium.engine.choice.trace import lazy_trace", True),
        (forbidden_choices, "from automarium.engine.choice.choose import keep_best", True),
        (forbidden_choices, "from automarium.engine.choice import choose", True),
        (forbidden_choices, "from automarium.engine import choice", True),
        (forbidden_choices, "import automarium.engine.choice.choose", True),
        (forbidden_choices, "from automarium.engine.choice.choose import Ranking, choose, only", False),
        (loops_over_ranks, LOOP.format("rank[one] < lowest", "lowest, chosen = rank[one], one"), True),
        (loops_over_ranks, LOOP.format("best is None or best < rank(one)", "best = rank(one)"), True),
        (loops_over_ranks, LOOP.format("rank[one] < limit", "chosen = one"), False),
        (loops_over_ranks, "if power < most:\n    most = power", False),
    ],
)
def test_the_checks_know_a_narrowing_by_hand(check: Callable[[str], Iterator[object]], code: str, found: bool) -> None:
    assert bool(list(check(code))) is found


def list_types(file: Path, *, aliases: bool) -> Iterator[str]:
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif aliases and isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            yield ast.unparse(node.target)


def find_types(*, aliases: bool) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for file in FILES:
        if file.name != "api.py":  # the public API: its Game, Step and Hand are simplified copies
            for name in list_types(file, aliases=aliases):
                found[name].add(file.relative_to(SOURCE).as_posix())
    return found


def test_outside_the_games_a_name_is_given_once() -> None:
    """Games use the same names for the same things: each has a ``Position``."""
    for name, files in find_types(aliases=True).items():
        assert len([file for file in files if not file.startswith("games/")]) <= 1, f"{name}: {sorted(files)}"


def test_the_terminal_command_knows_every_game_without_being_told() -> None:
    """A new game needs no change outside its folder."""
    for file in FILES:
        if find_layer(file) != "games":
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                assert "automarium.games." not in line, f"{file}:{number}"


PLAIN = {"dict", "list", "tuple"}


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(SOURCE)))
def test_a_struct_is_decoded_only_when_it_is_prepared(file: Path) -> None:
    """Two threads that decode the same struct for the first time crash the process (engine/validation.py)."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("msgspec.convert", "msgspec.json.decode"):
            types = [*node.args[1:2], *(one.value for one in node.keywords if one.arg == "type")]
            for type_ in types:
                plain = isinstance(type_, ast.Subscript) and getattr(type_.value, "id", "") in PLAIN
                assert plain or "prepare_type(" in ast.unparse(type_), f"{file}:{node.lineno}"


GAMES = sorted(file.parent for file in SOURCE.glob("games/*/rulings.py"))


def count_choices(file: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.AnnAssign) and (found := re.search(r"Literal\[(.*?)\]", ast.unparse(node.annotation))):
            yield ast.unparse(node.target), found[1].count(",") + 1


@pytest.mark.parametrize("definition", GAMES, ids=lambda definition: definition.name)
def test_a_ruling_that_can_be_switched_is_read_somewhere(definition: Path) -> None:
    """A ruling with a single choice only documents a reading of the rulebook: no code asks for it."""
    code = "\n".join(file.read_text("utf-8") for file in definition.rglob("*.py") if file.name != "rulings.py")
    switched = {name for name, choices in count_choices(definition / "rulings.py") if choices > 1}
    assert switched
    assert {name for name in switched if not re.search(rf"\.{name}\b", code)} == set()
