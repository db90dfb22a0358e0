"""Aims of a designer and their distance from the results.

    median(automa, level=3) < median(automa, level=4) < median(automa, level=5)
    mean(turns, level=4) == mean(turns, level=3, pack=ours) - 2
    decided(level=4) <= 8 %
    share(slot=3, level=standard) >= 15 %
    fired(line=3.3, level=standard) > 0 %

Aims are untrusted input: they are parsed and looked up in tables, never executed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

import msgspec

from automarium.engine.message import refuse
from automarium.lab.statistics import Distribution, Moments
from automarium.lab.summary import RunSummary

Selection: TypeAlias = tuple[tuple[str, str], ...]  # options that select games: ("level", "4")
FindSummary: TypeAlias = Callable[[Selection], RunSummary]

SPREADS: dict[str, Callable[[RunSummary], Distribution]] = {
    "automa": lambda one: one.automa,
    "human": lambda one: one.human,
    "turns": lambda one: one.turns,
}
MEANS: dict[str, Callable[[RunSummary], Moments]] = {
    **{name: (lambda one, of=of: of(one).moments) for name, of in SPREADS.items()},  # type: ignore[misc]
    "lead": lambda one: one.leads.moments,
    "questions": lambda one: one.questions,
    "steps": lambda one: one.steps,
}
SHARES: dict[str, Callable[[RunSummary], float]] = {
    "wins": lambda one: one.wins.value,
    "decided": lambda one: one.decided(),
}
LISTS: dict[str, tuple[str, Callable[[RunSummary, str], float]]] = {  # the name of the argument, and the figure
    "share": ("slot", lambda one, slot: one.share(slot)),
    "fired": ("line", lambda one, line: one.fired(line)),
}
FUNCTIONS = ("mean", "median", "quantile", "mark", *SHARES, *LISTS)
CHOICE = re.compile(r"""(?<![=<>!])=\s*([^\s=<>!,()"']+)(?=\s*[,)])""")  # of games, of a slot or a line: level=2½
PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")
OPERATORS: dict[type, str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "=="}
LARGEST = 1e9  # number in an aim
LONGEST = 500  # letters of an aim: it is walked recursively
MET = 0.5  # half a point, turn or per cent: closer counts as met


class Aim(msgspec.Struct, frozen=True):
    """One comparison or a chain of them, as typed."""

    text: str

    @property
    def tree(self) -> ast.Compare:
        return _parse(self.text)

    def selections(self) -> Iterator[Selection]:
        """Return the selections of games that the aim measures."""
        return map(_parse_selection, self.calls())

    @property
    def counts_human(self) -> bool:
        """Whether it rests on the points of the simulated player."""
        return bool(re.search(r"\b(wins|decided|human|lead)\b", self.text))

    @property
    def counts_lines(self) -> bool:
        """Whether the aim is about lines and slots of lists."""
        return any(self.list_lines())

    @property
    def is_share(self) -> bool:
        """Whether its figures are shares, which are told in per cent."""
        return any(_is_share(call) for call in self.calls())

    def calls(self) -> Iterator[ast.Call]:
        """Yield the figures that it compares: ``mean(turns, level=4)``."""
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.Call))

    def list_lines(self) -> Iterator[tuple[str, str, Selection]]:
        """Yield what it names of lists: ``"slot", "3"`` or ``"line", "3.2"``, and of which games."""
        for call in self.calls():
            if (name := _get_name(call)) in LISTS:
                argument = LISTS[name][0]
                yield argument, _find_argument(call, argument), _parse_selection(call)

    def list_marks(self) -> Iterator[tuple[float, Selection]]:
        """Yield the marks that it names, and of which games."""
        for call in self.calls():
            if _get_name(call) == "mark":
                yield _evaluate(call.args[0], _nothing), _parse_selection(call)

    def sides(self, look: FindSummary) -> list[float]:
        """Return the figures on the sides of its comparisons."""
        return [_evaluate(side, look) for side in _list_sides(self.tree)]

    def loss(self, look: FindSummary) -> float:
        """Return how far the figures are from the aim, in points, turns or per cent; 0 if it is met."""
        scale = 100.0 if self.is_share else 1.0
        values = self.sides(look)
        off = 0.0
        for (low, high), operator in zip(pairwise(values), self.tree.ops, strict=True):
            match OPERATORS[type(operator)]:
                case "==":
                    off += abs(high - low)
                case "<" | "<=":
                    off += max(0.0, low - high)
                case _:
                    off += max(0.0, high - low)
        return off * scale


def parse_aims(texts: Sequence[str]) -> list[Aim]:
    """Parse aims. Raise Refused if one cannot be parsed or if they contradict each other."""
    found = [Aim(text) for text in texts]
    for one in found:
        if len(one.text) > LONGEST:
            raise refuse("aim.syntax", "--target", given=f"{one.text[:LONGEST]}…")
        _check(one)
    _check_together(found)
    return found


def _parse(text: str) -> ast.Compare:
    quoted = CHOICE.sub(r'="\1"', text.strip())
    try:
        tree = ast.parse(PERCENT.sub(r"(\1 / 100)", quoted), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise refuse("aim.syntax", "--target", given=text) from None
    if not isinstance(tree, ast.Compare) or any(type(one) not in OPERATORS for one in tree.ops):
        raise refuse("aim.comparison", "--target", given=text)
    return tree


def _list_sides(tree: ast.Compare) -> list[ast.expr]:
    return [tree.left, *tree.comparators]


def _check(aim: Aim) -> None:
    for side in _list_sides(aim.tree):
        _check_side(side)
    if not any(aim.calls()):
        raise refuse("aim.constant", "--target", given=aim.text)


def _check_side(node: ast.expr) -> None:
    """Raise Refused for anything but numbers, arithmetic and the functions listed here."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool) and abs(value) <= LARGEST:
            pass
        case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
            _check_side(node.operand)
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div()):
            _check_side(node.left)
            _check_side(node.right)
        case ast.Call(func=ast.Name()):
            _check_call(node)
        case ast.Name(id=name) if name in SHARES:
            raise refuse("aim.parentheses", "--target", given=name)
        case _:
            raise refuse("aim.part", "--target", given=ast.unparse(node), options=list(FUNCTIONS))


def _check_call(node: ast.Call) -> None:
    name = _get_name(node)
    if name not in FUNCTIONS:
        raise refuse("aim.function", "--target", given=name, options=list(FUNCTIONS))
    wanted = {"mean": 1, "median": 1, "quantile": 2, "mark": 1}.get(name, 0)
    if len(node.args) != wanted:
        raise refuse("aim.arguments", "--target", given=ast.unparse(node), count=wanted)
    if name in ("mean", "median", "quantile"):
        measures = MEANS if name == "mean" else SPREADS
        first = node.args[0]
        if not isinstance(first, ast.Name) or first.id not in measures:
            raise refuse("aim.measure", "--target", given=ast.unparse(first), options=list(measures))
    for argument in node.args[1 if name in ("mean", "median", "quantile") else 0 :]:
        _check_side(argument)
        if _find_constant(argument) is None:
            raise refuse("aim.part", "--target", given=ast.unparse(argument), options=list(FUNCTIONS))
    if name in LISTS and not _find_argument(node, LISTS[name][0]):
        raise refuse("aim.list", "--target", given=ast.unparse(node), name=LISTS[name][0])
    _parse_selection(node)


def _find_argument(node: ast.Call, name: str) -> str:
    """Return a named argument as text: ``slot=3`` or ``line=3.2``; empty if there is none."""
    for word in node.keywords:
        if word.arg == name and isinstance(word.value, ast.Constant):
            return str(word.value.value)
    return ""


def _get_name(call: ast.Call) -> str:
    assert isinstance(call.func, ast.Name)  # checked when the aim was parsed
    return call.func.id


def _is_share(call: ast.Call) -> bool:
    """Return whether the figure is a share, between 0 and 1."""
    return _get_name(call) in {*SHARES, *LISTS}


def _parse_selection(node: ast.Call) -> Selection:
    found = {}
    of_lists = LISTS.get(_get_name(node), ("",))[0]
    for word in node.keywords:
        if word.arg == of_lists:
            continue
        if word.arg is None or word.arg in found or not isinstance(word.value, ast.Constant):
            raise refuse("aim.part", "--target", given=ast.unparse(node), options=list(FUNCTIONS))
        found[word.arg] = str(word.value.value)
    return tuple(sorted(found.items()))


def _evaluate(node: ast.expr, look: FindSummary) -> float:
    match node:
        case ast.Constant():
            return float(node.value)  # type: ignore[arg-type]
        case ast.UnaryOp():
            inner = _evaluate(node.operand, look)
            return -inner if isinstance(node.op, ast.USub) else inner
        case ast.BinOp():
            return _apply_operator(node.op, _evaluate(node.left, look), _evaluate(node.right, look))
        case _:
            assert isinstance(node, ast.Call)
            return _evaluate_call(node, look(_parse_selection(node)))


def _apply_operator(operator: ast.operator, left: float, right: float) -> float:
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case _:
            return left / right if right else 0.0


def _evaluate_call(node: ast.Call, summary: RunSummary) -> float:
    name = _get_name(node)
    if name in SHARES:
        return SHARES[name](summary)
    if name in LISTS:
        argument, of = LISTS[name]
        return of(summary, _find_argument(node, argument))
    first = node.args[0]
    if name == "mark":
        spread = summary.pace.get(int(_evaluate(first, _nothing)))
        after_all = summary.turns.quantile(1) + 1  # for a mark that no game reached
        return float(after_all if spread is None else spread.quantile(0.5))
    assert isinstance(first, ast.Name)
    if name == "mean":
        return MEANS[first.id](summary).mean
    share = 0.5 if name == "median" else _evaluate(node.args[1], lambda _: summary)
    return float(SPREADS[first.id](summary).quantile(share))


# ------------------------------------------------------------------------------------------------------ contradictions

Node: TypeAlias = str
NUMBER: Node = ""  # the node of constants


def _check_together(found: Sequence[Aim]) -> None:
    """Raise Refused if aims form a cycle in which something must be less than itself. A share is between 0 and 1."""
    edges: list[tuple[Node, Node, float, Aim]] = []  # left + weight ≤ right
    for aim in found:
        tree = aim.tree
        for share in filter(_is_share, aim.calls()):
            edges += [(NUMBER, ast.dump(share), 0.0, aim), (ast.dump(share), NUMBER, -1.0, aim)]
        for (left, right), operator in zip(pairwise(_list_sides(tree)), tree.ops, strict=True):
            (one, plus), (two, more) = _split_constant(left), _split_constant(right)
            sign = OPERATORS[type(operator)]
            strict = 1e-9 if sign in ("<", ">") else 0.0
            if sign in ("<", "<=", "=="):
                edges.append((one, two, plus - more + strict, aim))
            if sign in (">", ">=", "=="):
                edges.append((two, one, more - plus + strict, aim))
    lowest: dict[Node, float] = {node: 0.0 for edge in edges for node in edge[:2]}
    for _ in range(len(lowest) + 1):
        moved: Aim | None = None
        for one, two, weight, aim in edges:
            if lowest[one] + weight > lowest[two] + 1e-12:
                lowest[two] = lowest[one] + weight
                moved = aim
        if moved is None:
            return
    raise refuse("aim.contradiction", "--target", given=moved.text if moved else "")


def _split_constant(node: ast.expr) -> tuple[Node, float]:
    """Split a side into an unknown and a constant added to it."""
    number = _find_constant(node)
    if number is not None:
        return NUMBER, number
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        right = _find_constant(node.right)
        if right is not None:
            unknown, plus = _split_constant(node.left)
            return unknown, plus + (right if isinstance(node.op, ast.Add) else -right)
    return ast.dump(node), 0.0


def _find_constant(node: ast.expr) -> float | None:
    if any(isinstance(one, ast.Call) for one in ast.walk(node)):
        return None
    return _evaluate(node, _nothing)


def _nothing(_: Selection) -> RunSummary:
    raise AssertionError("a number needs no games")


class AimResult(msgspec.Struct, frozen=True):
    """A measured aim: the figures of its sides and its loss."""

    aim: str
    figures: list[float]
    off: float

    @property
    def met(self) -> bool:
        return self.off <= MET


def measure_aim(aim: Aim, look: FindSummary) -> AimResult:
    return AimResult(aim.text, [round(side, 4) for side in aim.sides(look)], round(aim.loss(look), 4))
