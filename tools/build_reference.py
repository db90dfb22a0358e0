"""Write docs/reference.md from the source of automarium.sdk, and tests/sdk/surface.txt, the list of its names.

python -m tools.build_reference
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from automarium.engine.drawing.svg import list_names
from automarium.sdk import SDK_VERSION

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference.md"
SURFACE = ROOT / "tests" / "sdk" / "surface.txt"
MODULES = ("automarium.sdk", "automarium.sdk.drawing", "automarium.sdk.testing")
PARTS = ("GameDefinition", "Setup", "TableLayout", "Scoring", "GameWords", "Page", "Lab", "Content")
# The names of automarium.sdk by what they are for; a name that is in no list is under "Other".
TOPICS = {
    "Choices": [
        "choose",
        "first",
        "for_rest",
        "given",
        "in_turn",
        "least",
        "left_by",
        "most",
        "only",
        "prefer",
        "read_down",
        "Ranking",
        "Rule",
        "Trace",
    ],
    "The desk": ["Desk", "Table", "Chance", "Deck", "Event", "of", "PieceMove"],
    "Commands and questions": [
        "Command",
        "Given",
        "Input",
        "When",
        "collect_commands",
        "Field",
        "Pick",
        "Count",
        "Series",
        "Several",
        "Words",
        "Form",
        "Answer",
        "AnyQuestion",
    ],
    "The table": ["Layout", "Hand", "PlacedPieces", "TrackValue", "SUPPLY", "OUT", "BASE", "MAT", "PLENTY"],
    "Facts and rulings": ["Pack", "HOLE", "Kind", "Component", "Part", "Column", "convert", "RulingBook", "rests"],
    "Messages": ["Message", "message", "Term", "term", "Say", "Refused", "refuse"],
    "What a part returns": [
        "Status",
        "Checklist",
        "ScoreSheet",
        "ScoreLine",
        "Counting",
        "TOTAL",
        "Odds",
        "Threat",
        "try_cards",
        "Card",
        "Cell",
        "Icon",
        "Gauge",
        "DrawnTrack",
        "Chip",
        "Joint",
        "Rival",
        "Rivals",
    ],
    "Decisions without a game": ["Decision", "Decisions", "Facts", "Verdict", "asks", "make_form"],
}
ROLE = re.compile(r":(?:class|func|mod|meth):`~?(?:[\w.]+\.)?(\w+)`")


# ----------------------------------------------------------------------------------------------------- reading the code


@cache
def parse_module(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text("utf-8"))


def find_node(module: ModuleType, name: str) -> ast.stmt:
    """Return the statement that defines a name, in the module that it is imported from."""
    tree = parse_module(str(module.__file__))
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name:
            return join_overloads(tree, name)
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        for target in targets:
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            if any(isinstance(one, ast.Name) and one.id == name for one in names):
                return node
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return find_node(import_module(str(node.module)), alias.name)
    raise LookupError(f"{module.__name__} does not define {name}")


def join_overloads(tree: ast.Module, name: str) -> ast.stmt:
    """Return the definition of a name: of an overloaded function the first signature with the last body."""
    found = [node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name]
    found[0].body = found[-1].body
    return found[0]


def get_words(node: ast.AST) -> str:
    """Return a docstring as Markdown, in one line per paragraph."""
    text = ast.get_docstring(node) or "" if isinstance(node, (ast.ClassDef, ast.FunctionDef)) else ""
    text = ROLE.sub(r"`\1`", text).replace("``", "`")
    paragraphs = [one for one in re.split(r"\n\s*\n", text) if one.strip()]
    return "\n\n".join(
        textwrap.indent(textwrap.dedent(one), "") if one.startswith("    ") else " ".join(one.split())
        for one in paragraphs
    )


def format_signature(node: ast.FunctionDef) -> str:
    arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("cls, ")
    arguments = "" if arguments in ("self", "cls") else arguments
    result = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{node.name}({arguments}){result}"


def has_decorator(node: ast.FunctionDef, name: str) -> bool:
    return any(name in ast.unparse(one) for one in node.decorator_list)


def find_default(node: ast.FunctionDef) -> str:
    """Return what a method does if a game does not supply it: what it returns, or an empty text."""
    if has_decorator(node, "abstractmethod"):
        return "required"
    last = node.body[-1]
    return f"default: `{ast.unparse(last.value)}`" if isinstance(last, ast.Return) and last.value is not None else ""


GIVEN = ("folder", "option_names", "draw", "prefix", "rival")  # members that no game supplies


def list_members(node: ast.ClassDef) -> Iterator[ast.AnnAssign | ast.FunctionDef]:
    """Yield the public attributes and methods of a class."""
    for one in node.body:
        if isinstance(one, (ast.AnnAssign, ast.FunctionDef)) and not get_name(one).startswith("_"):
            yield one


def get_name(node: ast.AnnAssign | ast.FunctionDef) -> str:
    return node.name if isinstance(node, ast.FunctionDef) else ast.unparse(node.target)


def format_attribute(node: ast.AnnAssign) -> str:
    default = "" if node.value is None else f" = {ast.unparse(node.value)}"
    return f"{ast.unparse(node.target)}: {ast.unparse(node.annotation)}{default}"


def list_attributes(node: ast.ClassDef) -> Iterator[str]:
    """Yield the public attributes that a class keeps of what it is made with, and others with a type of their own."""
    for made in node.body:
        if isinstance(made, ast.FunctionDef) and made.name == "__init__":
            arguments = (*made.args.args, *made.args.kwonlyargs)
            types = {one.arg: ast.unparse(one.annotation) for one in arguments if one.annotation is not None}
            for one in made.body:
                target = one.targets[0] if isinstance(one, ast.Assign) else getattr(one, "target", None)
                if isinstance(target, ast.Attribute) and not target.attr.startswith("_"):
                    type_ = ast.unparse(one.annotation) if isinstance(one, ast.AnnAssign) else types.get(target.attr)
                    if type_ is not None and not type_.startswith(("Any", "list[")):
                        yield f"{target.attr}: {type_}"


def find_unlisted_base(module: ModuleType, name: str) -> ast.ClassDef | None:
    """Return the base of a class that is not listed itself and has attributes, as `Question` of `Pick`."""
    for base in inspect.getmro(getattr(module, name))[1:]:
        if base.__module__.startswith("automarium.") and not hasattr(module, base.__name__):
            node = find_node(import_module(base.__module__), base.__name__)
            if isinstance(node, ast.ClassDef) and any(isinstance(one, ast.AnnAssign) for one in list_members(node)):
                return node
    return None


# ------------------------------------------------------------------------------------------------------------ the pages


def render_reference() -> str:
    return "\n".join(_render_lines()).rstrip() + "\n"


def _render_lines() -> Iterator[str]:
    sdk = import_module("automarium.sdk")
    described: list[ast.ClassDef] = []
    yield "# Reference"
    yield ""
    yield (
        f"A game in its own package may import these modules: `automarium.sdk`, version {SDK_VERSION}, "
        "`automarium.sdk.drawing` and `automarium.sdk.testing`. These names keep their meaning until the first number "
        "of the version changes; the second grows when something is added. A definition states the version that it was "
        f'written for (`sdk = "{SDK_VERSION}"`); an Automarium without that version says so and leaves the game out. '
        "[adding-a-game.md](adding-a-game.md) is the tutorial; this page is made from the source by `make reference`."
    )
    yield ""
    yield "## The parts of a definition"
    yield ""
    yield "`P` is the type of the game's position, `R` that of its rulings. Parts that are not required have a default."
    for name in PARTS:
        node = find_node(sdk, name)
        assert isinstance(node, ast.ClassDef)
        yield from ("", f"### {name}", "", get_words(node), "")
        for member in list_members(node):
            if get_name(member) not in GIVEN:
                yield from _render_part(member)
    for module_name in MODULES:
        module = import_module(module_name)
        yield from ("", f"## {module_name}", "", " ".join((inspect.getdoc(module) or "").replace("``", "`").split()))
        names = [name for name in module.__all__ if name not in PARTS]
        if module_name != MODULES[0]:
            yield ""
            for name in names:
                yield from _render_name(module, name, described)
            if module_name.endswith("drawing"):
                icons = ", ".join(f"`{name}`" for name in sorted(list_names()))
                yield from ("", f"Icons, for `draw_icon`, `Page.signs` and `Icon.sign`: {icons}.")
            continue
        listed = {name for topic in TOPICS.values() for name in topic}
        for topic, of_topic in {**TOPICS, "Other": [name for name in names if name not in listed]}.items():
            yield from ("", f"### {topic}", "")
            # One statement may define several names.
            yield from dict.fromkeys("\n".join(_render_name(module, name, described)) for name in of_topic)


def _render_part(member: ast.AnnAssign | ast.FunctionDef) -> Iterator[str]:
    """Yield an attribute or a method of a part: its signature, whether it is required, when it is called."""
    if isinstance(member, ast.AnnAssign):
        yield f"- `{format_attribute(member)}`{'' if member.value is not None else ' (required)'}"
        return
    default = find_default(member)
    words = get_words(member)
    yield f"- `{format_signature(member)}`{f' ({default})' if default else ''}{': ' + words if words else ''}"


def _render_name(module: ModuleType, name: str, described: list[ast.ClassDef]) -> Iterator[str]:
    """Yield what a name is. The attributes of a base are described with the first class that has them."""
    node = find_node(module, name)
    if isinstance(node, ast.FunctionDef):
        words = get_words(node).replace("\n\n", " ")
        yield f"- `{format_signature(node)}`: {words}"
    elif isinstance(node, ast.ClassDef):
        first, *more = get_words(node).split("\n\n") or [""]
        yield f"- **{name}**{': ' + first if first else ''}"
        yield from (f"  {one}" for one in more if not one.startswith("    "))
        yield from (f"  - `{one}`" for one in list_attributes(node))
        if (base := find_unlisted_base(module, name)) is not None:
            shared = [f"`{format_attribute(one)}`" for one in list_members(base) if isinstance(one, ast.AnnAssign)]
            words = "" if base in described else f": {' '.join(get_words(base).split())}"
            described.append(base)
            yield f"  - {', '.join(shared)}{words}"
        for member in list_members(node):
            if isinstance(member, ast.AnnAssign):
                yield f"  - `{format_attribute(member)}`"
            elif has_decorator(member, "property"):
                words = get_words(member).replace("\n\n", " ")
                yield f"  - `{member.name}: {ast.unparse(member.returns or member)}`{': ' + words if words else ''}"
            else:
                words = get_words(member).replace("\n\n", " ")
                yield f"  - `{format_signature(member)}`{': ' + words if words else ''}"
    else:
        yield f"- `{ast.unparse(node)}`"


def render_surface() -> str:
    """Return every name of the SDK with its signature, one a line."""
    lines = [f"version {SDK_VERSION}"]
    for module_name in MODULES:
        module = import_module(module_name)
        for name in module.__all__:
            node = find_node(module, name)
            if isinstance(node, ast.FunctionDef):
                lines.append(f"{module_name}.{format_signature(node)}")
            elif isinstance(node, ast.ClassDef):
                bases = ", ".join(map(ast.unparse, node.bases))
                lines.append(f"{module_name}.{name}({bases})")
                for member in list_members(node):
                    said = format_attribute(member) if isinstance(member, ast.AnnAssign) else format_signature(member)
                    lines.append(f"{module_name}.{name}.{said}")
            else:
                lines.append(f"{module_name}.{ast.unparse(node)}")
    return "\n".join(lines) + "\n"


def main() -> None:
    REFERENCE.write_text(render_reference(), "utf-8")
    SURFACE.parent.mkdir(exist_ok=True)
    SURFACE.write_text(render_surface(), "utf-8")
    print(f"{REFERENCE.relative_to(ROOT)}, {SURFACE.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
