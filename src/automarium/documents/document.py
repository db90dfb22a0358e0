"""A document, checked and compiled. :func:`load_document` makes one from the text of ``automa.toml``.

Everything that can be wrong is found here, before a game begins: names that do not exist, expressions of the wrong
kind, clauses that are not listed, cards with a missing field. Each fault has its line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from importlib import import_module
from typing import Any

import msgspec

from automarium.documents import rules, schema
from automarium.documents.board import FAR, DocumentBoard
from automarium.documents.expressions import (
    ANY_LIST,
    COUNTER,
    LIST,
    NUMBER,
    PIECE,
    PLACE,
    TEXT,
    TRUTH,
    BuiltIn,
    Expression,
    Function,
    Scope,
    compile_expression,
    make_constant,
    suggest,
)
from automarium.documents.rules import AGAIN, END, GO_ON, CompiledRule, CompiledStep, StepRunner, TurnState
from automarium.documents.source_lines import find_line
from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.layout import OUT
from automarium.engine.message import Message, Refused, message, refuse, term
from automarium.engine.question import AnyQuestion, Count, Pick, Several, Words
from automarium.engine.strict_toml import parse_toml
from automarium.engine.validation import convert

NAME = re.compile(r"[a-z][a-z0-9_]{0,19}")
GAME_NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")
PLACE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,11}")
PREFIX = re.compile(r"[A-Z]{3}")
CLAUSE = re.compile(r"[A-Z]{3}-(?:[A-Z]+-\d{2}|[AC]\d{2})")
RESERVED = frozenset(
    [
        "it",
        "yes",
        "no",
        "places",
        "turn",
        "round",
        "taken",
        "cards_left",
        "automa",
        "human",
        "card",
        "level",
        "ruling",
        "and",
        "or",
        "not",
        "in",
        "if",
        "else",
        "True",
        "False",
        "None",
        "lambda",
        "is",
        "for",
    ]
)

# The verbs of a step: the fields that each needs, and those that it may have.
VERBS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "draw": ((), ()),
    "choose": (("among",), ("rules",)),
    "move": (("to",), ()),
    "take": (("from", "to"), ("count",)),
    "put": (("at",), ("count",)),
    "remove": (("at",), ("count",)),
    "reveal": (("at",), ()),
    "advance": (("by",), ()),
    "score": ((), ()),
    "ask": (("low", "high"), ()),
    "say": ((), ("at",)),
    "again": ((), ()),
    "end_turn": ((), ()),
    "end_game": ((), ()),
    "python": ((), ()),
}


class Effect(msgspec.Struct, frozen=True):
    """What a step does with a counter or a track: the fields that it reads, with kind and default."""

    run: Callable[..., None]
    parts: tuple[tuple[str, str, Any], ...]
    on_track: bool = False


EFFECTS = {
    "take": Effect(rules.take, (("from", PLACE, None), ("to", PLACE, None), ("count", NUMBER, schema.MOST_NUMBER))),
    "put": Effect(rules.put, (("at", PLACE, None), ("count", NUMBER, 1))),
    "remove": Effect(rules.remove, (("at", PLACE, None), ("count", NUMBER, 1))),
    "reveal": Effect(rules.reveal, (("at", PLACE, None),)),
    "advance": Effect(rules.advance, (("by", NUMBER, 0),), on_track=True),
    "score": Effect(rules.advance, (("score", NUMBER, 0),), on_track=True),
}
SILENT = ("choose", "reveal", "ask", "again", "end_turn", "end_game", "python")  # cite no clause of their own
STAND_IN_VERBS = ("choose", "move", "take", "advance")


class Fault(msgspec.Struct, frozen=True):
    """What is wrong, its path in the document and its line."""

    line: int
    where: str
    message: Message

    def refusal(self) -> Refused:
        return refuse("document.fault", line=self.line, where=self.where, fault=self.message)


class StandInStep(msgspec.Struct, frozen=True):
    """A step of the simulated player: what it reports of which thing, and the value."""

    verb: str
    name: str
    run: Callable[[TurnState], Any]
    when: Expression | None = None


class Document:
    """The content of a document. ``name`` ends with a hash of its text, so that a game that was begun with one version
    is never continued with another. ``trusted``: its ``python`` steps are allowed; only installed packages are."""

    def __init__(self, text: str, *, trusted: bool = False) -> None:
        self.text = text
        self.faults: list[Fault] = []
        self._trusted = trusted
        self.file = self._read(text)
        game = self.file.game
        self.name = f"{game.name}-{hash_text(text)}"
        self.board = DocumentBoard(self.file.places)
        self.pieces, self.counters, self.tracks = self.file.pieces, self.file.counters, self.file.tracks
        self.levels = {name: level.numbers for name, level in self.file.levels.items()}
        self.mats = tuple(dict.fromkeys(mat for counter in self.counters.values() for mat in counter.mats))
        self.clauses = {clause.id for clause in self.file.clause} | {one.id for one in self.file.ruling}
        self._check_names()
        self._scope = self._build_scope()
        self.turn = self._compile_steps(self.file.turn, "turn", self._scope_of_turn())
        self.round = self._compile_steps(self.file.round, "round", self._scope_of_turn(cards=False))
        self.stand_in = self._compile_stand_in(self._scope_of_turn(cards=False))
        self.end = self._expression(game.end, "game.end", self._scope, TRUTH)
        self.amounts = [
            self._expression(line.amount, f"score[{index}].amount", self._scope, NUMBER)
            for index, line in enumerate(self.file.score)
        ]
        self._compile_human()
        self._check_rest()

    # --------------------------------------------------------------------------------------------------- finding faults

    def _read(self, text: str) -> schema.DocumentFile:
        if len(text.encode()) > schema.MOST_BYTES:
            raise refuse("document.large", count=schema.MOST_BYTES)
        try:
            data = parse_toml(text)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            end = text.count("\n") + 1
            raise refuse("document.toml", line=int(line[1]) if line else end, detail=str(error)) from None
        try:
            return convert(schema.DocumentFile, data)
        except Refused as fault:
            words, key = fault.message, fault.where.rpartition(".")[2]
            if words.key == "read.unknown":
                words = suggest(key, [str(one) for one in words.params["options"]]).message
            line_number = find_line(text, fault.where)
            raise Fault(line_number, fault.where, words).refusal() from None

    def _add(self, where: str, fault: Refused) -> None:
        found = Fault(find_line(self.text, where), where, fault.message)
        if found not in self.faults:  # criteria are compiled for each choice that uses them
            self.faults.append(found)

    @contextmanager
    def _noting(self, where: str) -> Iterator[None]:
        """Add a refusal to the faults and go on, so that one reading finds them all."""
        try:
            yield
        except Refused as fault:
            self._add(where, fault)

    def _check_names(self) -> None:
        game = self.file.game
        if not GAME_NAME.fullmatch(game.name):
            self._add("game.name", refuse("document.game-name", given=game.name))
        if not PREFIX.fullmatch(game.prefix):
            self._add("game.prefix", refuse("document.prefix", given=game.prefix))
        if "en" not in game.languages:
            self._add("game.languages", refuse("document.english"))
        for place in (*self.board.places, *self.mats):
            if not PLACE_NAME.fullmatch(place):
                self._add("places", refuse("document.place-name", given=place))
        taken: dict[str, str] = dict.fromkeys(RESERVED, "")
        given = self.file.places.groups if self.file.places else {}
        for section, names in (
            ("pieces", self.pieces),
            ("counters", self.counters),
            ("tracks", self.tracks),
            ("places.groups", given),
        ):
            for name in names:
                where = f"{section}.{name}"
                if not NAME.fullmatch(name):
                    self._add(where, refuse("document.name", given=name))
                elif name in taken:
                    self._add(where, refuse("document.twice", given=name))
                taken[name] = section

    def _check_rest(self) -> None:
        """Check what is not an expression: places that are named, clauses, cards, levels, rulings."""
        places = {*self.board.places}
        on_board = {*places, OUT}
        for name, piece in self.pieces.items():
            self._check_place(piece.start, on_board, f"pieces.{name}.start")
        for name, counter in self.counters.items():
            for place in (*counter.starts, *counter.unknown):
                self._check_place(place, places | {*counter.mats}, f"counters.{name}")
        for name, members in (self.file.places.groups if self.file.places else {}).items():
            for place in members:
                self._check_place(place, places, f"places.groups.{name}")
        if (
            self.file.places is not None
            and self.file.places.list
            and len({*self.file.places.list}) < len(self.file.places.list)
        ):
            self._add("places.list", refuse("document.same-place"))
        for name, track in self.tracks.items():
            if not track.low <= track.start <= track.high:
                self._add(f"tracks.{name}", refuse("read.range", given=track.start, low=track.low, high=track.high))
        self._check_clauses()
        self._check_levels()
        self._check_cards()
        for index, ruling in enumerate(self.file.ruling):
            for clause in ruling.clauses:
                self._check_clause(clause, f"ruling[{index}].clauses")

    def _check_place(self, place: str, known: set[str], where: str) -> None:
        if place not in known:
            self._add(where, suggest(place, sorted(known)))

    def _check_clauses(self) -> None:
        prefix, seen = self.file.game.prefix, set[str]()
        ids = [(f"clause[{index}].id", entry.id) for index, entry in enumerate(self.file.clause)]
        ids += [(f"ruling[{index}].id", entry.id) for index, entry in enumerate(self.file.ruling)]
        for where, id_ in ids:
            if not CLAUSE.fullmatch(id_) or not id_.startswith(f"{prefix}-"):
                self._add(where, refuse("document.clause-id", given=id_, prefix=prefix))
            if id_ in seen:
                self._add(where, refuse("document.twice", given=id_))
            seen.add(id_)
        game = self.file.game
        for where, clause in (("game.clause", game.clause), ("game.setup_clause", game.setup_clause)):
            self._check_clause(clause, where)
        for index, line in enumerate(self.file.score):
            self._check_clause(line.clause, f"score[{index}].clause")

    def _check_clause(self, clause: str, where: str) -> None:
        if not clause:
            self._add(where, refuse("document.no-clause"))
        elif clause not in self.clauses:
            self._add(where, suggest(clause, sorted(self.clauses)))

    def _check_levels(self) -> None:
        names = [set(numbers) for numbers in self.levels.values()]
        for level, numbers in self.levels.items():
            for missing in sorted(set().union(*names) - set(numbers)):
                self._add(f"levels.{level}", refuse("document.level-number", given=missing))

    def _check_cards(self) -> None:
        cards = self.file.cards
        if cards is None:
            return
        for id_, values in cards.list.items():
            where = f"cards.list.{id_}"
            if not id_.isdecimal() or not 1 <= int(id_) <= 999:
                self._add(where, refuse("document.card-id", given=id_))
            for field in values:
                if field not in cards.fields:
                    self._add(where, suggest(field, [*cards.fields]))
            for field, type_ in cards.fields.items():
                if field not in values:
                    self._add(where, refuse("read.missing", field))
                elif values[field] != HOLE and not self.fits(type_, values[field]):
                    self._add(f"{where}.{field}", refuse("document.card-value", given=values[field], wanted=type_))

    def fits(self, type_: str, value: object) -> bool:
        """Return whether a field of a card can have this value."""
        kind, options = self._field_type(type_)
        if kind == NUMBER:
            return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= schema.MOST_NUMBER
        if kind.startswith(LIST):
            return isinstance(value, list) and len(value) <= 20 and all(one in options for one in value)
        if kind == TEXT and not options:
            return isinstance(value, str) and len(value) <= 100
        return value in options

    # ------------------------------------------------------------------------------------------------------ expressions

    def _expression(self, source: str | int, where: str, scope: Scope, *wanted: str) -> Expression:
        with self._noting(where):
            return compile_expression(source, scope, *wanted)
        return Expression(wanted[0] if wanted else NUMBER, lambda state, it: 0)

    def _build_scope(self) -> Scope:
        names: dict[str, Expression] = {}
        for place in (*self.board.places, *self.mats, OUT):
            names[place] = make_constant(place, PLACE)
        groups = {} if self.file.places is None else self.file.places.groups
        for group, members in {**groups, "places": self.board.places}.items():
            names[group] = make_constant(members, LIST + PLACE)
        for piece in self.pieces:
            names[piece] = Expression(PLACE, partial(_read_piece, piece))
        for track in self.tracks:
            names[track] = Expression(NUMBER, partial(_read_track, track))
        names |= {
            "yes": make_constant(True, TRUTH),
            "no": make_constant(False, TRUTH),
            "automa": make_constant("automa", TEXT),
            "human": make_constant("human", TEXT),
            "turn": Expression(NUMBER, lambda s, it: s.position.turn),
            "round": Expression(NUMBER, lambda s, it: self.round_of(s.position.turn)),
            "cards_left": Expression(NUMBER, lambda s, it: s.position.deck.left),
        }
        return Scope(
            names,
            self._build_functions(),
            {"level": self._level_fields(), "ruling": self._ruling_fields()},
            frozenset((*self.board.places, *self.mats, OUT)),
            frozenset(self.pieces),
            frozenset(self.counters),
        )

    def round_of(self, turn: int) -> int:
        """Return the number of the round that a turn is part of, from 1; 1 without rounds."""
        length = self.file.game.round
        return 1 + max(0, turn - 1) // length if length else 1

    def _build_functions(self) -> dict[str, BuiltIn]:
        board, pieces = self.board, self.pieces

        def occupied(state: TurnState, place: str | None, side: str = "") -> int:
            return sum(at == place and side in ("", pieces[one].side) for one, at in state.position.at.items())

        def known_or(state: TurnState, counter: str, place: str | None, other: int) -> int:
            number = state.position.counts[counter].get(place or "", 0)
            return other if number is None else number

        def total(state: TurnState, counter: str) -> int:
            counts = state.position.counts[counter]
            return sum(counts.get(place) or 0 for place in board.places)

        def age(state: TurnState, piece: str | None) -> int:
            return state.position.turn - state.position.moved.get(piece or "", 0)

        functions = {
            "distance": BuiltIn((PLACE, PLACE), NUMBER, lambda s, one, other: board.distance(one, other)),
            "steps": BuiltIn((PLACE, PLACE), NUMBER, lambda s, one, other: board.steps_ahead(one, other)),
            "order": BuiltIn((PLACE,), NUMBER, lambda s, place: board.order.get(place, FAR)),
            "neighbours": BuiltIn((PLACE,), LIST + PLACE, lambda s, place: board.neighbours.get(place, ())),
            "within": BuiltIn((PLACE, NUMBER), LIST + PLACE, lambda s, place, steps: board.within(place, steps)),
            "ahead": BuiltIn((PLACE, NUMBER), LIST + PLACE, lambda s, place, steps: board.ahead(place, steps)),
            "occupied": BuiltIn((PLACE, TEXT), NUMBER, occupied, optional=1),
            "at": BuiltIn((PIECE,), PLACE, lambda s, piece: s.position.at.get(piece or "", OUT)),
            "age": BuiltIn((PIECE,), NUMBER, age),
            "known": BuiltIn(
                (COUNTER, PLACE), TRUTH, lambda s, counter, at: s.position.counts[counter].get(at, 0) is not None
            ),
            "known_or": BuiltIn((COUNTER, PLACE, NUMBER), NUMBER, known_or),
            "total": BuiltIn((COUNTER,), NUMBER, total),
            "count": BuiltIn((ANY_LIST,), NUMBER, lambda s, many: len(many)),
            "min": BuiltIn((NUMBER, NUMBER), NUMBER, lambda s, one, other: min(one, other)),
            "max": BuiltIn((NUMBER, NUMBER), NUMBER, lambda s, one, other: max(one, other)),
            "abs": BuiltIn((NUMBER,), NUMBER, lambda s, one: abs(one)),
        }
        for name, counter in self.counters.items():
            functions[name] = BuiltIn((PLACE,), NUMBER, _counter_at(name), asks=bool(counter.unknown))
        return functions

    def _level_fields(self) -> dict[str, Expression]:
        names = dict.fromkeys(name for numbers in self.levels.values() for name in numbers)
        return {name: Expression(NUMBER, partial(_read_level, name)) for name in names}

    def _ruling_fields(self) -> dict[str, Expression]:
        found = {}
        for ruling in self.file.ruling:
            field, default = self.ruling_field(ruling.id), ruling.choices[0].id

            def chosen(state: TurnState, it: object, field: str = field, default: str = default) -> str:
                return default if state.desk is None else str(getattr(state.desk.rulings, field))

            found[field] = Expression(TEXT, chosen)
        return found

    def ruling_field(self, id_: str) -> str:
        """Return the name of a ruling in expressions: ``a01`` for FER-A01."""
        return id_.removeprefix(f"{self.file.game.prefix}-").lower().replace("-", "_")

    def _scope_of_turn(self, *, cards: bool = True) -> Scope:
        """Return a scope of its own for the steps of a turn, which add names."""
        names = {**self._scope.names, "taken": _named("taken", NUMBER)}
        fields = {**self._scope.fields}
        if cards and self.file.cards is not None:
            fields["card"] = {
                name: self._card_field(name, self._field_type(type_)[0])
                for name, type_ in self.file.cards.fields.items()
            }
        return msgspec.structs.replace(self._scope, names=names, fields=fields)

    def _card_field(self, name: str, kind: str) -> Expression:
        nothing: Any = 0 if kind == NUMBER else () if kind.startswith(LIST) else ""

        def read(state: TurnState, it: object) -> Any:
            value = state.card.get(name)
            if value is None:
                value = state.card_field(name)
            return nothing if value is None else value

        return Expression(kind, read)

    def _field_type(self, type_: str) -> tuple[str, tuple[str, ...]]:
        """Return the kind of a card's field, and its options."""
        if type_ in (NUMBER, TEXT):
            return type_, ()
        if type_ == PLACE:
            return PLACE, self.board.places
        many = type_.startswith(LIST)
        options = tuple(option.strip() for option in type_.removeprefix(LIST).split("|"))
        kind = PIECE if all(one in self.pieces for one in options) else TEXT
        kind = PLACE if all(one in self.board.order for one in options) else kind
        return (LIST + kind if many else kind), options

    # ------------------------------------------------------------------------------------------------------------ steps

    def _compile_rule(self, rule: schema.RuleEntry, where: str, scope: Scope) -> CompiledRule | None:
        given = [name for name in (*rules.VERBS, "criteria") if getattr(rule, name) is not None]
        if len(given) != 1:
            self._add(where, refuse("document.one-verb", options=[*rules.VERBS, "criteria"]))
            return None
        verb = given[0]
        when = None if rule.when is None else self._expression(rule.when, f"{where}.when", scope, TRUTH)
        if verb == "criteria":
            key = self._expression(str(rule.criteria), f"{where}.criteria", scope, LIST + TEXT)
            return CompiledRule(0, key, "", when, self._compile_criteria(scope))
        if not where.startswith("stand_in"):
            self._check_clause(rule.clause, f"{where}.clause")
        wanted = (TRUTH,) if verb in ("only", "prefer") else (NUMBER,)
        key = self._expression(getattr(rule, verb), f"{where}.{verb}", scope, *wanted)
        return CompiledRule(rules.VERBS[verb], key, rule.clause, when)

    def _compile_criteria(self, scope: Scope) -> dict[str, CompiledRule]:
        """Return the criteria for one choice: they see the names of its turn."""
        return {
            name: rule
            for name, given in self.file.criteria.items()
            if (rule := self._compile_rule(given, f"criteria.{name}", scope)) is not None
        }

    def _compile_steps(self, steps: Iterable[schema.StepEntry], where: str, scope: Scope) -> tuple[CompiledStep, ...]:
        made: list[CompiledStep] = []
        for index, step in enumerate(steps):
            here = f"{where}[{index}]"
            when = None if step.when is None else self._expression(step.when, f"{here}.when", scope, TRUTH)
            with self._noting(here):
                made.append(CompiledStep(self._compile_step(step, here, scope), when))
        return tuple(made)

    def _compile_stand_in(self, scope: Scope) -> tuple[StandInStep, ...]:
        """Return the steps of the simulated player. All but ``choose`` are reports that it makes."""
        made: list[StandInStep] = []
        for index, step in enumerate(self.file.stand_in):
            where = f"stand_in[{index}]"
            when = None if step.when is None else self._expression(step.when, f"{where}.when", scope, TRUTH)
            with self._noting(where):
                verb = self._find_verb(step)
                if verb not in STAND_IN_VERBS:
                    raise refuse("document.one-verb", options=list(STAND_IN_VERBS))
                if verb == "choose":
                    made.append(StandInStep(verb, "", self._compile_step(step, where, scope), when))
                    continue
                human = self.file.human
                known = {"move": [*human.move], "take": [*human.take], "advance": [*human.set]}[verb]
                name = self._name_of(getattr(step, verb), known)
                field, kind = {"move": ("to", PLACE), "take": ("count", NUMBER), "advance": ("by", NUMBER)}[verb]
                if _get(step, field) is None:
                    raise refuse("document.needs", given=verb, name=field)
                value = self._part(step, field, where, scope, kind)
                made.append(StandInStep(verb, name, partial(_read_value, value), when))
        return tuple(made)

    def _compile_step(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        verb = self._find_verb(step)
        needed, allowed = VERBS[verb]
        for field in needed:
            if _get(step, field) is None:
                raise refuse("document.needs", given=verb, name=field)
        for field in ("among", "rules", "to", "at", "from", "by", "count", "low", "high"):
            if _get(step, field) is not None and field not in (*needed, *allowed):
                raise refuse("document.unused", given=verb, name=field)
        if verb not in SILENT and not where.startswith("stand_in"):
            self._check_clause(step.clause, f"{where}.clause")
        make: Callable[[schema.StepEntry, str, Scope], StepRunner] = getattr(self, f"_make_{verb}")
        return make(step, where, scope)

    @staticmethod
    def _find_verb(step: schema.StepEntry) -> str:
        given = [verb for verb in VERBS if getattr(step, verb) not in (None, False)]
        if len(given) != 1:
            raise refuse("document.one-verb", options=list(VERBS))
        return given[0]

    def _part(
        self, step: schema.StepEntry, field: str, where: str, scope: Scope, kind: str, default: object = 0
    ) -> Any:
        """Return the function of a field of a step."""
        source = _get(step, field)
        if source is None:
            return lambda state, it: default
        return self._expression(source, f"{where}.{field}", scope, kind).run

    def _name_of(self, name: str | None, known: Collection[str]) -> str:
        if name is None or name not in known:
            raise suggest(str(name), [*known])
        return name

    def _add_name(self, name: str, kind: str, scope: Scope) -> None:
        if not NAME.fullmatch(name):
            raise refuse("document.name", given=name)
        if name in RESERVED or name in self._scope.names or name in self._scope.functions:
            raise refuse("document.twice", given=name)
        scope.names[name] = _named(name, kind)

    def _make_draw(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        if self.file.cards is None:
            raise refuse("document.no-cards")

        def run(state: TurnState) -> str:
            rules.draw(state, step.clause, step.words)
            return GO_ON

        return run

    def _make_choose(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        name = str(step.choose)
        among = self._expression(str(step.among), f"{where}.among", scope)
        if not among.kind.startswith(LIST):
            raise refuse("document.kind", given=str(step.among), kind=among.kind, options=["list"])
        kind = among.kind.removeprefix(LIST)
        inner = scope.with_it(kind)
        made = [
            rule
            for index, given in enumerate(step.rules or ())
            if (rule := self._compile_rule(given, f"{where}.rules[{index}]", inner)) is not None
        ]
        self._add_name(name, kind, scope)
        family = kind if kind in (PLACE, PIECE) else ""
        clause = step.clause or (made[-1].clause if made else self.file.game.clause)

        def run(state: TurnState) -> str:
            candidates = among.run(state, None)
            state.names[name] = rules.choose_candidate(state, candidates, made, clause, family)
            return GO_ON

        return run

    def _make_move(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        piece, to = self._piece(str(step.move), scope), self._part(step, "to", where, scope, PLACE)

        def run(state: TurnState) -> str:
            moving, place = piece(state, None), to(state, None)
            if moving and place:
                rules.move_piece(state, moving, place, step.clause, step.words)
            return GO_ON

        return run

    def _piece(self, name: str, scope: Scope) -> Callable[[TurnState, Any], str | None]:
        """Return a piece by its name, or the one that an earlier step has chosen."""
        chosen = scope.names.get(name)
        if chosen is not None and chosen.kind == PIECE:
            return chosen.run
        self._name_of(name, self.pieces)
        return lambda state, it: name

    def _make_effect(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        """Return a step that changes a counter or a track."""
        verb = self._find_verb(step)
        effect = EFFECTS[verb]
        name = rules.POINTS if verb == "score" else str(getattr(step, verb))
        if verb == "score" and name not in self.tracks:
            raise refuse("document.no-points")
        self._name_of(name, self.tracks if effect.on_track else self.counters)
        parts = [self._part(step, field, where, scope, kind, default) for field, kind, default in effect.parts]

        def run(state: TurnState) -> str:
            values = [part(state, None) for part in parts]
            if None not in values:  # a place that was not found
                effect.run(state, name, *values, step.clause, step.words)
            return GO_ON

        return run

    _make_take = _make_put = _make_remove = _make_reveal = _make_advance = _make_score = _make_effect

    def _make_ask(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        name = str(step.ask)
        low, high = self._part(step, "low", where, scope, NUMBER), self._part(step, "high", where, scope, NUMBER)
        self._add_name(name, NUMBER, scope)

        def run(state: TurnState) -> str:
            assert state.desk is not None
            least = low(state, None)
            most = max(least, high(state, None))
            state.names[name] = state.desk.ask(Count(about=f"ask.{name}", low=least, high=most))
            return GO_ON

        return run

    def _make_say(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        from automarium.documents.events import Said

        words, at = str(step.say), self._part(step, "at", where, scope, PLACE, "")
        if not any(f"say.{words}" in texts for texts in self.file.words.values()):
            raise refuse("document.no-words", given=f"say.{words}")

        def run(state: TurnState) -> str:
            assert state.desk is not None
            state.desk.emit(Said, step.clause, at(state, None) or "", words=words)
            return GO_ON

        return run

    def _make_again(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        return lambda state: AGAIN

    def _make_end_turn(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        return lambda state: END

    def _make_end_game(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        def run(state: TurnState) -> str:
            state.position.over = True
            return END

        return run

    def _make_python(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        if not self._trusted:
            raise refuse("document.python")
        module, _, function = str(step.python).partition(":")
        run: Callable[[TurnState], str | None] = getattr(import_module(module), function)
        return lambda state: run(state) or GO_ON

    # --------------------------------------------------------------------------------------------- what the player does

    def _compile_human(self) -> None:
        human, scope = self.file.human, self._scope
        self.human_moves: dict[str, Expression] = {}
        self.human_takes: dict[str, tuple[Expression, str, Expression]] = {}
        for name, move in human.move.items():
            with self._noting(f"human.move.{name}"):
                self._name_of(name, self.pieces)
                self.human_moves[name] = self._expression(move.to, f"human.move.{name}.to", scope.with_it(PLACE), TRUTH)
        for name, taking in human.take.items():
            where = f"human.take.{name}"
            with self._noting(where):
                self._name_of(name, self.counters)
                start = self._expression(taking.from_, f"{where}.from", scope, PLACE)
                self._check_place(taking.to, {*self.mats, *self.board.places}, f"{where}.to")
                self.human_takes[name] = (
                    start,
                    taking.to,
                    self._expression(taking.most, f"{where}.most", scope, NUMBER),
                )
        for field, names, known in (("look", human.look, self.counters), ("set", human.set, self.tracks)):
            for index, name in enumerate(names):
                with self._noting(f"human.{field}[{index}]"):
                    self._name_of(name, known)

    # ------------------------------------------------------------------------------------------------------------ cards

    def read_cards(self, pack: Pack) -> dict[int, dict[str, Any]]:
        """Return the values of all cards; those that were never published are left out. ``""`` is the number."""
        found: dict[int, dict[str, Any]] = {}
        for id_ in pack.printed.get("card", {}):
            values = pack.entry("card", id_)
            found[int(id_)] = {"": int(id_)} | {
                name: tuple(value) if isinstance(value, list) else value
                for name, value in values.items()
                if value != HOLE
            }
        return found

    def card_question(self, card: int, field: str) -> AnyQuestion:
        """Return the question for what is printed on a card."""
        assert self.file.cards is not None
        kind, options = self._field_type(self.file.cards.fields[field])
        about = "ask.printed"
        named = {"card": term("card", card), "what": message(f"card-field.{field}")}
        hole = f"card.{card}.{field}"
        if kind == NUMBER:
            return Count(about=about, params=named, hole=hole, low=0, high=99)
        if kind.startswith(LIST):
            return Several(about=about, params=named, hole=hole, options=options, most=20, family="option")
        if not options:
            return Words(about=about, params=named, hole=hole, most=100)
        return Pick(about=about, params=named, hole=hole, options=options, family="option")


def _get(step: schema.StepEntry, field: str) -> Any:
    return getattr(step, "from_" if field == "from" else field)


def _read_piece(name: str, state: TurnState, it: object) -> str:
    return state.position.at[name]


def _read_track(name: str, state: TurnState, it: object) -> int:
    return state.position.tracks[name]


def _read_level(name: str, state: TurnState, it: object) -> int:
    return state.document.levels[state.position.level].get(name, 0)


def _read_value(value: Function, state: TurnState) -> Any:
    return value(state, None)


def _named(name: str, kind: str) -> Expression:
    """Return the value that a step of this turn has stored under a name."""
    nothing = 0 if kind == NUMBER else None
    return Expression(kind, lambda state, it: state.names.get(name, nothing))


def _counter_at(name: str) -> Callable[[TurnState, str | None], int]:
    return lambda state, place: state.count_at(name, place)


def hash_text(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def load_document(text: str, *, trusted: bool = False) -> Document:
    """Return the document that a text holds. Raise Refused, with its line, for the first thing that is wrong."""
    document = Document(text, trusted=trusted)
    if document.faults:
        raise min(document.faults, key=lambda fault: fault.line).refusal()
    return document


def find_faults(text: str) -> Sequence[Refused]:
    """Return everything that is wrong with a document, by line."""
    try:
        faults = Document(text).faults
    except Refused as fault:
        return [fault]
    return [fault.refusal() for fault in sorted(faults, key=lambda fault: fault.line)]
