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

from automarium.documents import schema
from automarium.documents.expressions import (
    COUNTER,
    DECK,
    LEVEL,
    LIST,
    NAMED,
    NUMBER,
    PIECE,
    PLACE,
    RULING,
    TEXT,
    TRACK,
    TRUTH,
    UNKNOWN,
    BuiltIn,
    Expression,
    Scope,
    ValueField,
    compile_expression,
    make_constant,
    suggest,
)
from automarium.documents.rules import (
    ANY_CARD,
    FUNCTIONS,
    GO_ON,
    MAIN_DECK,
    POINTS,
    RULE_VERBS,
    STAND_IN_VERBS,
    VERBS,
    WORDS,
    CompiledRule,
    CompiledStep,
    StepRunner,
    TurnState,
    choose_candidate,
)
from automarium.documents.words import check_words
from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.layout import OUT, SUPPLY
from automarium.engine.message import Message, Refused, message, refuse, term
from automarium.engine.place_map import PlaceMap
from automarium.engine.question import AnyQuestion, Count, Pick, Several, Words
from automarium.engine.strict_toml import find_value_line, parse_toml
from automarium.engine.validation import convert

NAME = re.compile(r"[a-z][a-z0-9_]{0,19}")
GAME_NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")
PLACE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,11}")
PREFIX = re.compile(r"[A-Z]{3}")
CLAUSE = re.compile(r"[A-Z]{3}-(?:[A-Z]+-\d{2}|[AC]\d{2})")
# Names that expressions have anyway, and words of their grammar.
OWN_NAMES = {"it", "yes", "no", "places", "turn", "round", "phase", "taken", "automa", "human", "level", "ruling"}
GRAMMAR = {"and", "or", "not", "in", "if", "else", "is", "for", "lambda", "True", "False", "None"}
RESERVED = frozenset({*OWN_NAMES, *GRAMMAR, MAIN_DECK, OUT, SUPPLY})


REQUIRED = ("game", "levels", "turn", "score", "clause")
TOML_FAULTS = {  # what tomllib says, and the message that explains it
    "Invalid value": "document.toml-value",
    "Cannot overwrite": "document.toml-twice",
    "Cannot declare": "document.toml-twice",
    "Illegal character": "document.toml-quote",
    "Unterminated string": "document.toml-quote",
}


class Fault(msgspec.Struct, frozen=True):
    """What is wrong, its path in the document and its line."""

    line: int
    where: str
    message: Message

    def refusal(self) -> Refused:
        return refuse("document.fault", line=self.line, where=self.where, fault=self.message)


class Document:
    """The content of a document. ``name`` ends with a hash of its text, so that a game that was begun with one version
    is never continued with another. ``trusted``: it is part of an installed package: its ``python`` steps are allowed,
    its name has no hash, and records do not hold it."""

    def __init__(self, text: str, *, trusted: bool = False) -> None:
        self.text = text
        self.trusted = trusted
        self.faults: list[Fault] = []
        self.cited: set[str] = set()
        self._cost = 0  # of all expressions so far
        self.file = file = self._read(text)
        self.name = file.game.name if trusted else f"{file.game.name}-{hash_text(text)}"
        self.pieces, self.counters, self.tracks = file.pieces, file.counters, file.tracks
        self.decks = ({} if file.cards is None else {MAIN_DECK: file.cards}) | file.decks
        places = file.places or schema.PlacesSection("line")
        self.groups = places.groups
        self.board = PlaceMap(places.kind, (places.hexes if places.kind == "hex" else places.list), places.hexes)
        self.levels = {name: level.numbers for name, level in file.levels.items()}
        self.mats = tuple(dict.fromkeys(mat for counter in self.counters.values() for mat in counter.mats))
        self.round_length = sum(phase.turns for phase in file.phases.values()) or file.game.round
        self.clauses = {entry.id for entry in (*file.clause, *file.ruling)}
        self.keeps = any(step.keep for step in (*file.turn, *file.round))
        self._check_names()
        self._scope = self._build_scope()
        self.turn = self._compile_steps(file.turn, "turn")
        self.round = self._compile_steps(file.round, "round")
        self.stand_in = self._compile_steps(file.stand_in, "stand_in")
        self.end = self._expression(file.game.end, "game.end", self._scope, TRUTH)
        self.amounts = [
            self._expression(line.amount, f"score[{index}].amount", self._scope, NUMBER)
            for index, line in enumerate(file.score)
        ]
        self.tie_breaks = [
            [self._expression(getattr(line, side), f"tie_break[{n}].{side}", self._scope, NUMBER) for side in SIDES]
            for n, line in enumerate(file.tie_break)
        ]
        self._compile_human()
        self._check_rest()

    def find_phase(self, turn: int) -> str:
        """Return the phase that a turn is part of; "" without phases."""
        if turn < 1 or not self.file.phases:
            return ""
        done = (turn - 1) % self.round_length
        for name, phase in self.file.phases.items():
            done -= phase.turns
            if done < 0:
                return name
        return ""

    def ruling_field(self, id_: str) -> str:
        """Return the name of a ruling in expressions: ``a01`` for FER-A01."""
        return id_.removeprefix(f"{self.file.game.prefix}-").lower().replace("-", "_")

    # --------------------------------------------------------------------------------------------------- finding faults

    def _read(self, text: str) -> schema.DocumentFile:
        if (size := len(text.encode("utf-8", "surrogatepass"))) > schema.MOST_BYTES:
            raise refuse("document.large", given=size, count=schema.MOST_BYTES)
        try:
            data = parse_toml(text)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            number = int(line[1]) if line else text.count("\n") + 1
            key = next((key for part, key in TOML_FAULTS.items() if part in str(error)), "document.toml")
            raise refuse(key, line=number, detail=str(error)) from None
        if missing := [name for name in REQUIRED if name not in data]:
            raise Fault(1, missing[0], refuse("document.missing", options=missing).message).refusal()
        try:
            return convert(schema.DocumentFile, data)
        except Refused as fault:
            words, key = fault.message, fault.where.rpartition(".")[2]
            if words.key == "read.missing":
                words = refuse("document.missing", options=[key]).message
            if words.key == "read.unknown":
                words = suggest(key, [str(one) for one in words.params["options"]]).message
            raise Fault(find_value_line(text, fault.where), fault.where, words).refusal() from None

    def _add(self, where: str, fault: Refused) -> None:
        found = Fault(find_value_line(self.text, where), where, fault.message)
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
        for where, pattern, name, key in (
            ("game.name", GAME_NAME, game.name, "document.game-name"),
            ("game.prefix", PREFIX, game.prefix, "document.prefix"),
            *(("places", PLACE_NAME, place, "document.place-name") for place in (*self.board.places, *self.mats)),
            *((f"phases.{phase}", NAME, phase, "document.name") for phase in self.file.phases),
        ):
            if not pattern.fullmatch(name):
                self._add(where, refuse(key, given=name))
        if "en" not in game.languages:
            self._add("game.languages", refuse("document.english"))
        taken = {*RESERVED, *FUNCTIONS, *self.board.places, *self.mats}
        for section, names in (
            ("pieces", self.pieces),
            ("counters", self.counters),
            ("tracks", self.tracks),
            ("decks", self.file.decks),
            ("places.groups", self.groups),
        ):
            for name in names:
                if not NAME.fullmatch(name):
                    self._add(f"{section}.{name}", refuse("document.name", given=name))
                elif name in taken:
                    self._add(f"{section}.{name}", refuse("document.twice", given=name))
                taken.add(name)

    def _check_rest(self) -> None:
        """Check what is not an expression: places that are named, clauses, cards, levels, words."""
        file, game = self.file, self.file.game
        places = {*self.board.places}
        for name, piece in self.pieces.items():
            self._check_known(piece.start, {*places, *self.mats, OUT}, f"pieces.{name}.start")
        for name, counter in self.counters.items():
            for place in (*counter.starts, *counter.unknown):
                self._check_known(place, places | {*counter.mats}, f"counters.{name}")
        for name, members in self.groups.items():
            for place in members:
                self._check_known(place, places, f"places.groups.{name}")
        if file.places is not None:
            for given in (file.places.names, {} if file.places.kind == "hex" else file.places.hexes):
                for place in given:
                    self._check_known(place, places, f"places.names.{place}")
            if len(places) < len(self.board.places):
                self._add("places.list", refuse("document.same-place"))
            if not places or (file.places.kind == "hex" and file.places.list):
                self._add("places", refuse("document.no-places", kind=file.places.kind))
            if len({*file.places.hexes.values()}) < len(file.places.hexes):
                self._add("places.hexes", refuse("document.same-hex"))
        for name, track in self.tracks.items():
            if not track.low <= track.start <= track.high:
                self._add(f"tracks.{name}", refuse("read.range", given=track.start, low=track.low, high=track.high))
        if file.phases and game.round:
            self._add("game.round", refuse("document.unused", given="[phases]", name="round"))
        self._check_clauses()
        every = dict.fromkeys(number for numbers in self.levels.values() for number in numbers)
        for level, numbers in self.levels.items():
            for missing in [number for number in every if number not in numbers]:
                self._add(f"levels.{level}", refuse("document.level-number", given=missing))
        for deck, cards in self.decks.items():
            self._check_cards(cards, "cards" if deck == MAIN_DECK else f"decks.{deck}")
        for where, fault in check_words(self):
            self._add(where, fault)

    def _check_known(self, name: str, known: Collection[str], where: str) -> None:
        if name not in known:
            self._add(where, suggest(name, sorted(known)))

    def _check_clauses(self) -> None:
        file, prefix, seen = self.file, self.file.game.prefix, set[str]()
        for section, entries in (("clause", file.clause), ("ruling", file.ruling)):
            for index, entry in enumerate(entries):
                where = f"{section}[{index}].id"
                if not CLAUSE.fullmatch(entry.id) or not entry.id.startswith(f"{prefix}-"):
                    self._add(where, refuse("document.clause-id", given=entry.id, prefix=prefix))
                if entry.id in seen:
                    self._add(where, refuse("document.twice", given=entry.id))
                seen.add(entry.id)
        self._check_clause(file.game.clause, "game.clause")
        self._check_clause(file.game.setup_clause, "game.setup_clause")
        for index, line in enumerate(file.score):
            self._check_clause(line.clause, f"score[{index}].clause")
        for index, tie in enumerate(file.tie_break):
            self._check_clause(tie.clause, f"tie_break[{index}].clause")
        for name, phase in file.phases.items():
            self._check_clause(phase.clause, f"phases.{name}.clause")
        for index, ruling in enumerate(file.ruling):
            for clause in ruling.clauses:
                self._check_clause(clause, f"ruling[{index}].clauses")

    def _check_clause(self, clause: str, where: str) -> None:
        self.cited.add(clause)
        if not clause:
            self._add(where, refuse("document.no-clause"))
        else:
            self._check_known(clause, self.clauses, where)

    def _check_cards(self, cards: schema.Cards, section: str) -> None:
        for id_, values in cards.list.items():
            where = f"{section}.list.{id_}"
            if not id_.isdecimal() or not 1 <= int(id_) <= 999:
                self._add(where, refuse("document.card-id", given=id_))
            for field in values:
                self._check_known(field, cards.fields, where)
            for field, type_ in cards.fields.items():
                if field not in values:
                    self._add(where, refuse("document.card-field", given=id_, name=field))
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
            made = compile_expression(source, scope, *wanted)
            self._cost += made.cost
            return made
        return Expression(UNKNOWN, lambda state, it: 0)

    def _condition(self, source: str | None, where: str, scope: Scope) -> Expression | None:
        return None if source is None else self._expression(source, f"{where}.when", scope, TRUTH)

    def _build_scope(self) -> Scope:
        """Return the names that every expression has."""
        beside = (*self.mats, OUT, *([SUPPLY] if any(one.supply is not None for one in self.counters.values()) else []))
        names = {place: make_constant(place, PLACE) for place in (*self.board.places, *beside)}
        for group, members in {**self.groups, "places": self.board.places}.items():
            names[group] = make_constant(members, LIST + PLACE)
        names |= {piece: Expression(PLACE, partial(_read_piece, piece)) for piece in self.pieces}
        names |= {track: Expression(NUMBER, partial(_read_track, track)) for track in self.tracks}
        names |= {
            "yes": make_constant(True, TRUTH),
            "no": make_constant(False, TRUTH),
            "automa": make_constant("automa", TEXT),
            "human": make_constant("human", TEXT),
            "turn": Expression(NUMBER, lambda s, it: s.position.turn),
            "round": Expression(NUMBER, lambda s, it: 1 + max(0, s.position.turn - 1) // (self.round_length or 999)),
            "phase": Expression(TEXT, lambda s, it: self.find_phase(s.position.turn)),
            "level": Expression(LEVEL, lambda s, it: s.position.level),
            "ruling": Expression(RULING, lambda s, it: s.position.rulings),
        }
        things = dict.fromkeys((*self.board.places, *beside), PLACE)
        for kind, known in ((PIECE, self.pieces), (TRACK, self.tracks), (COUNTER, self.counters), (DECK, self.decks)):
            things |= dict.fromkeys(known, kind)
        counting = {
            name: BuiltIn((PLACE,), NUMBER, partial(_read_counter, name), asks=bool(counter.unknown))
            for name, counter in self.counters.items()
        }
        long = 1 + max(len(self.board.places), len(self.pieces)) // 4
        return Scope(names, {**FUNCTIONS, **counting}, self._build_fields(), things, long)

    def _build_fields(self) -> dict[str, dict[str, ValueField]]:
        """Return what can be read of a level, of the rulings and of the cards of each deck."""
        numbers = dict.fromkeys(number for level in self.levels.values() for number in level)
        rulings = {self.ruling_field(ruling.id): ruling.choices[0].id for ruling in self.file.ruling}
        found = {
            LEVEL: {name: ValueField(NUMBER, partial(_read_level, name)) for name in numbers},
            RULING: {name: ValueField(TEXT, partial(_read_ruling, name)) for name in rulings},
        }
        for deck, cards in self.decks.items():
            found[deck] = {}
            for name, type_ in cards.fields.items():
                kind = self._field_type(type_)[0]
                nothing: Any = 0 if kind == NUMBER else () if kind.startswith(LIST) else ""
                found[deck][name] = ValueField(kind, partial(_read_card, deck, name, nothing))
        return found

    def _field_type(self, type_: str) -> tuple[str, tuple[str, ...]]:
        """Return the kind of a card's field, and its options."""
        if type_ in (NUMBER, TEXT):
            return type_, ()
        if type_ == PLACE:
            return PLACE, self.board.places
        options = tuple(option.strip() for option in type_.removeprefix(LIST).split("|"))
        known: dict[str, Collection[str]] = {
            PLACE: self.board.order,
            PIECE: self.pieces,
            TRACK: self.tracks,
            COUNTER: self.counters,
        }
        kind = next((kind for kind, names in known.items() if all(one in names for one in options)), TEXT)
        return (LIST + kind if type_.startswith(LIST) else kind), options

    # ------------------------------------------------------------------------------------------------------------ steps

    def _compile_steps(self, steps: Iterable[schema.StepEntry], where: str) -> tuple[CompiledStep, ...]:
        """Return steps, which add names to a scope of their own: what is chosen, drawn, asked or taken."""
        scope = msgspec.structs.replace(self._scope, names={**self._scope.names, "taken": _read_name("taken", NUMBER)})
        if where != "stand_in":
            scope.names |= {deck: _read_name(deck, deck) for deck in self.decks}
        made: list[CompiledStep] = []
        for index, step in enumerate(steps):
            here, before = f"{where}[{index}]", self._cost
            when = self._condition(step.when, here, scope)
            with self._noting(here):
                verb = self._find_verb(step, VERBS if where != "stand_in" else STAND_IN_VERBS)
                if where == "stand_in" and verb != "choose":
                    made.append(self._compile_report(step, verb, when, here, scope))
                else:
                    run = self._compile_step(step, verb, here, scope)
                    made.append(CompiledStep(run, when, STEP_COST + self._cost - before, verb))
        return tuple(made)

    @staticmethod
    def _find_verb(step: schema.StepEntry, known: Collection[str]) -> str:
        given = [verb for verb in VERBS if getattr(step, verb) not in (None, False)]
        if len(given) != 1 or given[0] not in known:
            raise refuse("document.one-verb", options=list(known))
        return given[0]

    def _compile_report(
        self, step: schema.StepEntry, verb: str, when: Expression | None, where: str, scope: Scope
    ) -> CompiledStep:
        """Return a step of the simulated player: what it reports of which thing, and the value."""
        human, field = self.file.human, STAND_IN_VERBS[verb]
        known = {"move": [*human.move], "take": [*human.take], "advance": [*human.set]}[verb]
        name = _check_name(getattr(step, verb), known)
        if getattr(step, field) is None:
            raise refuse("document.needs", given=verb, name=field)
        kind = PLACE if verb == "move" else NUMBER
        value = self._expression(getattr(step, field), f"{where}.{field}", scope, kind).run
        return CompiledStep(lambda state: value(state, None), when, verb=verb, name=name)

    def _compile_step(self, step: schema.StepEntry, name: str, where: str, scope: Scope) -> StepRunner:
        verb = VERBS[name]
        for part in verb.parts:
            if len(part) == 2 and _get(step, part[0]) is None:
                raise refuse("document.needs", given=name, name=part[0])
        for field in PART_FIELDS:
            if _get(step, field) is not None and field not in verb.fields:
                raise refuse("document.unused", given=name, name=field)
        if not verb.silent:
            self._check_clause(step.clause, f"{where}.clause")
        if step.words:
            self._check_sentence(f"say.{step.words}", f"{where}.words")
        if verb.run is None:
            special: Mapping[str, Callable[[schema.StepEntry, str, Scope], StepRunner]] = {
                "choose": self._make_choose,
                "ask": self._make_ask,
                "python": self._make_python,
            }
            return special[name](step, where, scope)
        do, parts = verb.run, [self._part(step, where, scope, *part) for part in verb.parts]
        if verb.thing:
            parts.insert(0, self._thing(getattr(step, name), verb.thing, f"{where}.{name}", scope))

        def run(state: TurnState) -> str:
            values = [part(state, None) for part in parts]
            return GO_ON if None in values else do(state, step, *values) or GO_ON  # None: nothing was chosen

        return run

    def _part(
        self, step: schema.StepEntry, where: str, scope: Scope, field: str, kind: str, default: object = None
    ) -> Callable[[TurnState, Any], Any]:
        """Return the function of a field of a step."""
        source = _get(step, field)
        if source is None:
            return lambda state, it: default
        return self._expression(source, f"{where}.{field}", scope, kind).run

    def _thing(self, given: Any, kind: str, where: str, scope: Scope) -> Callable[[TurnState, Any], Any]:
        """Return what a verb is about: a piece, a counter, a track or a deck by its name, one that an earlier step has
        chosen, a card, a number or a sentence."""
        if kind == NUMBER:
            if POINTS not in self.tracks:
                raise refuse("document.no-points")
            return self._expression(given, where, scope, NUMBER).run
        if kind == WORDS:
            self._check_sentence(f"say.{given}", where)
            return lambda state, it: given
        name = MAIN_DECK if given is True else str(given)
        chosen = scope.names.get(name)
        if kind == ANY_CARD:
            if chosen is None or chosen.kind not in (*self.decks, UNKNOWN):
                raise suggest(name, [one for one, value in scope.names.items() if value.kind in self.decks])
            deck, run = chosen.kind, chosen.run
            return lambda state, it: None if (card := run(state, None)) is None else (deck, card)
        if chosen is not None and chosen.kind in (kind, UNKNOWN):
            return chosen.run
        if kind == DECK and name not in self.decks and name == MAIN_DECK:
            raise refuse("document.no-cards")
        _check_name(name, [one for one, its_kind in scope.things.items() if its_kind == kind])
        return lambda state, it: name

    def _check_sentence(self, key: str, where: str) -> None:
        if not any(key in texts for texts in self.file.words.values()):
            self._add(where, refuse("document.no-words", given=key))

    def _add_name(self, name: str, kind: str, scope: Scope) -> None:
        if not NAME.fullmatch(name):
            raise refuse("document.name", given=name)
        if name in RESERVED or name in self._scope.names or name in scope.functions or name in scope.things:
            raise refuse("document.twice", given=name)
        scope.names[name] = _read_name(name, kind)

    def _list(self, source: str, where: str, scope: Scope) -> Expression:
        """Return an expression for a list."""
        made = self._expression(source, where, scope)
        if made.kind and not made.kind.startswith(LIST):
            raise refuse("document.kind", given=source, kind=made.kind, options=["list"])
        return made

    def _make_choose(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        name = str(step.choose)
        among = self._list(str(step.among), f"{where}.among", scope)
        kind = among.kind.removeprefix(LIST)
        inner, before = scope.with_it(kind), self._cost
        made = [
            rule
            for index, given in enumerate(step.rules or ())
            if (rule := self._compile_rule(given, f"{where}.rules[{index}]", inner)) is not None
        ]
        self._add_name(name, kind, scope)
        family = kind if kind in NAMED else "card" if kind in self.decks else ""
        cost = 1 + len(made) + self._cost - before  # for each candidate
        clause = step.clause or (made[-1].clause if made else self.file.game.clause)

        def run(state: TurnState) -> str:
            candidates = among.run(state, None)
            state.spend(len(candidates) * cost)
            state.names[name] = choose_candidate(state, candidates, made, clause, family)
            return GO_ON

        return run

    def _compile_rule(self, rule: schema.RuleEntry, where: str, scope: Scope) -> CompiledRule | None:
        given = [name for name in (*RULE_VERBS, "criteria") if getattr(rule, name) is not None]
        if len(given) != 1:
            self._add(where, refuse("document.one-verb", options=[*RULE_VERBS, "criteria"]))
            return None
        verb, when = given[0], self._condition(rule.when, where, scope)
        if verb == "criteria":
            key = self._expression(
                str(rule.criteria), f"{where}.criteria", scope, *(LIST + one for one in (TEXT, *NAMED))
            )
            compiled = {
                name: self._compile_rule(one, f"criteria.{name}", scope) for name, one in self.file.criteria.items()
            }
            return CompiledRule(0, key, "", when, {name: one for name, one in compiled.items() if one is not None})
        if not where.startswith("stand_in"):
            self._check_clause(rule.clause, f"{where}.clause")
        wanted = TRUTH if verb in ("only", "prefer") else NUMBER
        key = self._expression(getattr(rule, verb), f"{where}.{verb}", scope, wanted)
        return CompiledRule(RULE_VERBS[verb], key, rule.clause, when)

    def _make_ask(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        name, about = str(step.ask), f"ask.{step.ask}"
        self._check_sentence(about, f"{where}.ask")
        if step.among is not None:
            among = self._list(step.among, f"{where}.among", scope)
            kind = among.kind.removeprefix(LIST)
            family = kind if kind in NAMED else "option"
        elif step.low is None or step.high is None:
            raise refuse("document.needs", given="ask", name="low” + “high” / “among")
        else:
            kind = NUMBER
        low, high = (self._part(step, where, scope, field, NUMBER, 0) for field in ("low", "high"))
        self._add_name(name, kind, scope)

        def run(state: TurnState) -> str:
            if kind == NUMBER:
                least = low(state, None)
                question: AnyQuestion = Count(about=about, low=least, high=max(least, high(state, None)))
            else:
                options = tuple(dict.fromkeys(among.run(state, None)))
                question = Pick(about=about, options=options, family=family)
            state.names[name] = state.get_desk().ask(question) if kind == NUMBER or options else None
            return GO_ON

        return run

    def _make_python(self, step: schema.StepEntry, where: str, scope: Scope) -> StepRunner:
        if not self.trusted:
            raise refuse("document.python")
        module, _, function = str(step.python).partition(":")
        run: Callable[[TurnState], str | None] = getattr(import_module(module), function)
        return lambda state: run(state) or GO_ON

    # --------------------------------------------------------------------------------------------- what the player does

    def _compile_human(self) -> None:
        human, scope = self.file.human, self._scope
        self.human_moves: dict[str, Expression] = {}
        self.human_takes: dict[str, tuple[Expression, str, Expression]] = {}
        for field, names, known in (
            ("move", human.move, self.pieces),
            ("take", human.take, self.counters),
            ("look", human.look, self.counters),
            ("set", human.set, self.tracks),
        ):
            for name in names:
                self._check_known(name, known, f"human.{field}.{name}" if isinstance(names, dict) else f"human.{field}")
        for name, move in human.move.items():
            self.human_moves[name] = self._expression(move.to, f"human.move.{name}.to", scope.with_it(PLACE), TRUTH)
        for name, taking in human.take.items():
            where = f"human.take.{name}"
            self._check_known(taking.to, {*self.mats, *self.board.places}, f"{where}.to")
            self.human_takes[name] = (
                self._expression(taking.from_, f"{where}.from", scope, PLACE),
                taking.to,
                self._expression(taking.most, f"{where}.most", scope, NUMBER),
            )

    # ------------------------------------------------------------------------------------------------------------ cards

    def read_cards(self, pack: Pack) -> dict[str, dict[int, dict[str, Any]]]:
        """Return the values of all cards by deck and number; those that were never published are left out."""
        return {
            deck: {
                int(id_): {
                    name: tuple(value) if isinstance(value, list) else value
                    for name, value in pack.entry(deck, id_).items()
                    if value != HOLE
                }
                for id_ in pack.printed.get(deck, {})
            }
            for deck in self.decks
        }

    def card_question(self, deck: str, card: int, field: str) -> AnyQuestion:
        """Return the question for what is printed on a card."""
        kind, options = self._field_type(self.decks[deck].fields[field])
        about = "ask.printed"
        named = {"card": term("card", card), "what": message(f"card-field.{field}")}
        hole = f"{deck}.{card}.{field}"
        if kind == NUMBER:
            return Count(about=about, params=named, hole=hole, low=0, high=99)
        if kind.startswith(LIST):
            return Several(about=about, params=named, hole=hole, options=options, most=20, family="option")
        if not options:
            return Words(about=about, params=named, hole=hole, most=100)
        return Pick(about=about, params=named, hole=hole, options=options, family="option")


SIDES = ("automa", "human")
STEP_COST = 25  # the work of a step without its expressions: an event, a shuffle
PART_FIELDS = tuple(dict.fromkeys(field for verb in VERBS.values() for field in verb.fields))


def _get(step: schema.StepEntry, field: str) -> Any:
    return getattr(step, "from_" if field == "from" else field)


def _check_name(name: str | None, known: Collection[str]) -> str:
    if name is None or name not in known:
        raise suggest(str(name), [*known])
    return name


def _read_piece(name: str, state: TurnState, it: object) -> str:
    return state.position.at[name]


def _read_track(name: str, state: TurnState, it: object) -> int:
    return state.position.tracks[name]


def _read_level(name: str, state: TurnState, level: str) -> int:
    return state.document.levels[level].get(name, 0)


def _read_ruling(name: str, state: TurnState, rulings: Mapping[str, str]) -> str:
    return rulings[name]


def _read_card(deck: str, field: str, nothing: Any, state: TurnState, card: int | None) -> Any:
    value = None if card is None else state.card_field(deck, card, field)
    return nothing if value is None else value


def _read_counter(name: str, state: TurnState, place: str | None) -> int:
    return state.count_at(name, place)


def _read_name(name: str, kind: str) -> Expression:
    """Return the value that a step of this turn has stored under a name."""
    nothing = 0 if kind == NUMBER else None
    return Expression(kind, lambda state, it: state.names.get(name, nothing))


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
