"""Expressions of a document: ``fish(it) > 0 and it != boat``. They are parsed and typed when the document is loaded,
then called with the state of a turn and the candidate ``it``.

The grammar is the part of Python's that needs no explanation: numbers, quoted texts, names, calls of the functions
below, ``card.field``, comparisons, ``in``, ``and``, ``or``, ``not``, ``+ - *``, ``a if b else c`` and lists. Nothing of
it is run as Python: each node becomes one of the small functions here.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from automarium.engine.message import Refused, refuse

if TYPE_CHECKING:
    from automarium.documents.rules import TurnState

# Kinds of values. The cards of each deck are a kind of their own, with the name of the deck.
NUMBER, TRUTH, TEXT = "number", "truth", "text"
PLACE, PIECE, TRACK, COUNTER, DECK, LEVEL = NAMED = "place", "piece", "track", "counter", "deck", "level"
RULING = "ruling"
UNKNOWN = ""  # of an expression with a fault: it fits everywhere, so that one mistake is one fault
LIST, ANY_LIST = "list of ", "list"
MOST_NODES = 80
DEEPEST = 12
LARGEST = 1_000_000_000  # a product is never larger: JSON numbers have 64 bits

Function: TypeAlias = Callable[["TurnState", Any], Any]


class Expression(msgspec.Struct, frozen=True):
    """What an expression yields, and the function that computes it. ``constant``: it looks at nothing. ``asks``: it may
    ask for a number that is not known. ``cost``: roughly how much work it is, in parts of an expression."""

    kind: str
    run: Function
    constant: bool = False
    asks: bool = False
    cost: int = 1


class Scope(msgspec.Struct):
    """The names that an expression may use: ``names`` with their expressions, ``functions`` with the kinds of their
    arguments, ``fields`` of values of a kind (cards, the level, rulings), and the texts that are ``things``, with their
    kind. ``long`` is the work of a part that goes through all places or pieces."""

    names: dict[str, Expression]
    functions: Mapping[str, BuiltIn]
    fields: Mapping[str, Mapping[str, ValueField]]
    things: Mapping[str, str]
    long: int
    it: str | None = None

    def with_it(self, kind: str) -> Scope:
        return msgspec.structs.replace(self, it=kind)


class BuiltIn(msgspec.Struct, frozen=True):
    """A function: the kinds of its arguments, what it yields (``{}`` in it is the deck that it is called with), and how
    it is computed from the state and the arguments. ``optional``: how many arguments may be left out."""

    takes: tuple[str, ...]
    kind: str
    run: Callable[..., Any]
    optional: int = 0
    asks: bool = False


class ValueField(msgspec.Struct, frozen=True):
    """A field of a value, such as ``card.reach``: what it yields, and how it is read from the state and the value."""

    kind: str
    read: Callable[[TurnState, Any], Any]


_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: lambda one, other: max(-LARGEST, min(one * other, LARGEST)),
}

# Signs of other languages, and what they are here.
NOT_OURS = ((r"<>", "!="), (r"&&", "and"), (r"\|\|", "or"), (r"!(?!=)", "not"), (r"(?<![=!<>])=(?!=)", "=="))


def compile_expression(source: str | int, scope: Scope, *wanted: str) -> Expression:
    """Return an expression of one of the ``wanted`` kinds. Raise Refused, without a place, if it is none."""
    if isinstance(source, int):
        return make_constant(source, NUMBER)
    tree = _parse(source)
    made = _Compiler(scope).compile(tree)
    if wanted and made.kind not in (*wanted, UNKNOWN) and not (TRUTH in wanted and is_condition(made.kind)):
        raise refuse("document.kind", given=source, kind=made.kind, options=list(wanted))
    parts = [scope.long if isinstance(one, (ast.Call, ast.In, ast.NotIn)) else 1 for one in ast.walk(tree)]
    return msgspec.structs.replace(made, cost=sum(parts))


def is_condition(kind: str) -> bool:
    """Return whether a value can be a condition. A number holds if it is not 0, a thing or a card if there is one."""
    return kind not in (TEXT, LEVEL, RULING) and not kind.startswith(LIST)


def are_alike(one: str, other: str) -> bool:
    """Return whether values of two kinds can be compared: a text may be the name of a thing."""
    return UNKNOWN in (one, other) or one == other or ({one, other} <= {TEXT, *NAMED} and TEXT in (one, other))


def _parse(source: str) -> ast.expr:
    try:
        tree = ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        for wrong, right in NOT_OURS:
            if re.search(wrong, source):
                raise refuse("document.sign", given=source, near=right) from None
        raise refuse("document.syntax", given=source) from None
    if sum(1 for _ in ast.walk(tree)) > MOST_NODES or _depth(tree) > DEEPEST:
        raise refuse("document.long", given=source)
    return tree


def _depth(tree: ast.AST) -> int:
    return 1 + max((_depth(child) for child in ast.iter_child_nodes(tree)), default=0)


def make_constant(value: object, kind: str) -> Expression:
    return Expression(kind, lambda state, it: value, constant=True)


def suggest(name: str, known: Sequence[str]) -> Refused:
    """Return a refusal for an unknown name, with the nearest one that is known."""
    near = get_close_matches(name, known, 1, 0.6)
    if near:
        return refuse("document.mean", given=name, near=near[0])
    return refuse("document.unknown", given=name, options=sorted(known))


class _Compiler:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def compile(self, node: ast.expr) -> Expression:
        match node:
            case ast.Constant(value=bool() as truth):
                return make_constant(truth, TRUTH)
            case ast.Constant(value=int() as number) if abs(number) <= 10_000:
                return make_constant(number, NUMBER)
            case ast.Constant(value=str() as text):
                return make_constant(text, self._scope.things.get(text, TEXT))
            case ast.Name(id=name):
                return self._name(name)
            case ast.Attribute(value=ast.Name(id=owner), attr=field):
                return self._field(owner, field)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(name, arguments)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._compare(left, op, right)
            case ast.BoolOp(op=op, values=values):
                return self._join([self._truth(one) for one in values], isinstance(op, ast.And))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self._unary(TRUTH, operator.not_, self._truth(operand))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._unary(NUMBER, operator.neg, self._of(operand, NUMBER))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
                return self._binary(NUMBER, _ARITHMETIC[type(op)], self._of(left, NUMBER), self._of(right, NUMBER))
            case ast.IfExp(test=test, body=body, orelse=other):
                return self._either(self._truth(test), self.compile(body), self.compile(other))
            case ast.List(elts=elements):
                return self._list([self.compile(one) for one in elements])
        raise refuse("document.grammar", given=ast.unparse(node))

    def _name(self, name: str) -> Expression:
        scope = self._scope
        if name == "it" and scope.it is not None:
            return Expression(scope.it, lambda state, it: it)
        if name in scope.names:
            return scope.names[name]
        if name in scope.things:
            raise refuse("document.counter", given=name)
        known = [*scope.names, *([] if scope.it is None else ["it"])]
        raise suggest(name, known)

    def _field(self, owner: str, field: str) -> Expression:
        scope = self._scope
        having = [name for name, one in scope.names.items() if one.kind in scope.fields]
        value = self._name(owner) if owner in (*scope.names, "it") else None
        if value is None or value.kind not in scope.fields:
            raise suggest(owner, having) if value is None else refuse("document.fields", given=owner, options=having)
        fields = scope.fields[value.kind]
        if field not in fields:
            raise suggest(field, [*fields])
        read, run = fields[field].read, value.run
        return Expression(fields[field].kind, lambda s, it: read(s, run(s, it)))

    def _call(self, name: str, arguments: list[ast.expr]) -> Expression:
        known = self._scope.functions
        if name not in known:
            raise suggest(name, [*known])
        built_in = known[name]
        least = len(built_in.takes) - built_in.optional
        if not least <= len(arguments) <= len(built_in.takes):
            raise refuse("document.arguments", given=name, count=least)
        made = [self._argument(one, kind, name) for one, kind in zip(arguments, built_in.takes, strict=False)]
        return _bind(built_in, made, built_in.kind.replace("{}", ast.unparse(arguments[0])))

    def _argument(self, node: ast.expr, kind: str, function: str) -> Expression:
        scope = self._scope
        if kind in (PIECE, TRACK, COUNTER, DECK) and isinstance(node, ast.Name):
            if scope.things.get(node.id) == kind:
                return make_constant(node.id, kind)  # itself, not its place or its value
            if node.id not in scope.names and node.id != "it":
                raise suggest(node.id, [name for name, its_kind in scope.things.items() if its_kind == kind])
        made = self.compile(node)
        if made.kind not in (kind, UNKNOWN) and not (kind == ANY_LIST and made.kind.startswith(LIST)):
            raise refuse("document.argument", given=ast.unparse(node), name=function, kind=made.kind, wanted=kind)
        return made

    def _of(self, node: ast.expr, kind: str) -> Expression:
        made = self.compile(node)
        if made.kind not in (kind, UNKNOWN):
            raise refuse("document.kind", given=ast.unparse(node), kind=made.kind, options=[kind])
        return made

    def _truth(self, node: ast.expr) -> Expression:
        made = self.compile(node)
        if not is_condition(made.kind):
            raise refuse("document.kind", given=ast.unparse(node), kind=made.kind, options=[TRUTH])
        return made

    def _compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Expression:
        if isinstance(op, (ast.In, ast.NotIn)):
            one, many = self.compile(left), self.compile(right)
            if not many.kind.startswith(LIST) or not are_alike(many.kind.removeprefix(LIST), one.kind):
                raise refuse("document.kind", given=ast.unparse(right), kind=many.kind, options=[f"{LIST}{one.kind}"])
            inside = isinstance(op, ast.In)
            return self._binary(TRUTH, lambda a, b: (a in b) is inside, one, many)
        if type(op) not in _COMPARE:
            raise refuse("document.grammar", given=ast.unparse(left))
        first, second = self.compile(left), self.compile(right)
        if isinstance(op, (ast.Eq, ast.NotEq)):
            if not are_alike(first.kind, second.kind):
                raise refuse("document.compare", one=ast.unparse(left), kind=first.kind, other=second.kind)
        else:
            first, second = self._of(left, NUMBER), self._of(right, NUMBER)
        return self._binary(TRUTH, _COMPARE[type(op)], first, second)

    @staticmethod
    def _unary(kind: str, change: Callable[[Any], Any], one: Expression) -> Expression:
        run = one.run
        return Expression(kind, lambda s, it: change(run(s, it)), asks=one.asks)

    @staticmethod
    def _binary(kind: str, combine: Callable[[Any, Any], Any], one: Expression, other: Expression) -> Expression:
        asks = one.asks or other.asks
        left, right = one.run, other.run
        if other.constant:
            value: Any = right(None, None)  # type: ignore[arg-type]
            return Expression(kind, lambda s, it: combine(left(s, it), value), asks=asks)
        return Expression(kind, lambda s, it: combine(left(s, it), right(s, it)), asks=asks)

    @staticmethod
    def _join(parts: list[Expression], every: bool) -> Expression:
        runs = [part.run for part in parts]
        asks = any(part.asks for part in parts)
        if len(runs) == 2:
            one, other = runs
            if every:
                return Expression(TRUTH, lambda s, it: one(s, it) and other(s, it), asks=asks)
            return Expression(TRUTH, lambda s, it: one(s, it) or other(s, it), asks=asks)
        if every:
            return Expression(TRUTH, lambda s, it: all(run(s, it) for run in runs), asks=asks)
        return Expression(TRUTH, lambda s, it: any(run(s, it) for run in runs), asks=asks)

    @staticmethod
    def _either(test: Expression, held: Expression, otherwise: Expression) -> Expression:
        if held.kind != otherwise.kind:
            raise refuse("document.compare", one="if", kind=held.kind, other=otherwise.kind)
        asks = test.asks or held.asks or otherwise.asks
        check, one, other = test.run, held.run, otherwise.run
        return Expression(held.kind, lambda s, it: one(s, it) if check(s, it) else other(s, it), asks=asks)

    @staticmethod
    def _list(elements: list[Expression]) -> Expression:
        kinds = {element.kind for element in elements}
        if len(kinds) > 1 and kinds <= {TEXT, *NAMED} and all(element.constant for element in elements):
            kinds = {TEXT}
        if len(kinds) != 1:
            raise refuse("document.list", options=sorted(kinds))
        kind, runs = f"{LIST}{kinds.pop()}", [element.run for element in elements]
        if all(element.constant for element in elements):
            return make_constant(tuple(run(None, None) for run in runs), kind)  # type: ignore[arg-type]
        return Expression(kind, lambda s, it: tuple(run(s, it) for run in runs))


def _bind(built_in: BuiltIn, arguments: list[Expression], kind: str) -> Expression:
    """Return the call of a built-in function. Calls with one or two arguments are written out: they are most calls."""
    run, runs = built_in.run, [one.run for one in arguments]
    asks = built_in.asks or any(one.asks for one in arguments)
    if len(runs) == 1:
        (one,) = runs
        return Expression(kind, lambda s, it: run(s, one(s, it)), asks=asks)
    if len(runs) == 2:
        first, second = runs
        return Expression(kind, lambda s, it: run(s, first(s, it), second(s, it)), asks=asks)
    return Expression(kind, lambda s, it: run(s, *(one(s, it) for one in runs)), asks=asks)
