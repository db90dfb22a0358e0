"""``automarium rules``: the clauses, the rulings and their coverage by tests, or by games of the lab for a document."""

from __future__ import annotations

import argparse

from automarium.engine.content.clauses import Coverage, OpenPoint, load_catalogue, text_in
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import refuse, term
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.screen import INDENT, Screen
from automarium.lab.simulated_game import PLAYED, measure_played_coverage
from automarium.views.rules import find_clauses, find_tests, list_basis, measure_game_coverage


def show_rules(parsed: argparse.Namespace, screen: Screen) -> int:
    definitions = [plugins.load_definition(name) for name in ([parsed.game] if parsed.game else plugins.names())]
    if parsed.coverage:
        if parsed.game is None:
            definitions = [one for one in definitions if find_tests(one) is not None] or definitions
        return print_coverage(screen, definitions, quiet=parsed.quiet)
    if parsed.rulings:
        print_rulings(screen, definitions)
    elif parsed.game is None:
        raise refuse("rules.game", options=plugins.names())
    else:
        print_clauses(screen, definitions[0], parsed.clause or "")
    return 0


def print_clauses(screen: Screen, definition: AnyDefinition, wanted: str) -> None:
    """Print the text and source of each clause, and the choices of a ruling."""
    lang = screen.translator.lang
    for entry in find_clauses(definition, wanted, lang):
        screen.line(f"{entry.id}. {text_in(entry.text, lang)}")
        rests = " ".join(screen.translator.sentence(said) for said in list_basis(entry))
        screen.line(rests, "dim", INDENT)
        if isinstance(entry, OpenPoint):
            print_choices(screen, entry)


def print_choices(screen: Screen, ruling: OpenPoint) -> None:
    lang = screen.translator.lang
    for number, choice in enumerate(ruling.choice):
        usual = f" {screen.translator.say('rules.usual')}" if number == 0 and len(ruling.choice) > 1 else ""
        screen.line(f"{choice.id}{usual}: {text_in(choice.text, lang)} {text_in(choice.changes, lang)}", indent=INDENT)
    screen.line(text_in(ruling.reason, lang), indent=INDENT)
    if ruling.other is not None:
        screen.line(text_in(ruling.other, lang), "dim", INDENT)


def print_rulings(screen: Screen, definitions: list[AnyDefinition]) -> None:
    """Print every ruling with its choices, the default first; then the editions."""
    for definition in definitions:
        for ruling in load_catalogue(definition.folder).rulings.values():
            screen.line(f"{ruling.id}. {text_in(ruling.text, screen.translator.lang)}", "bold")
            print_choices(screen, ruling)
        for edition in load_catalogue(definition.folder).editions.values():
            screen.line(f"{edition.id}. {text_in(edition.text, screen.translator.lang)}", "bold")
            screen.line(text_in(edition.reason, screen.translator.lang), indent=INDENT)


def print_coverage(screen: Screen, definitions: list[AnyDefinition], *, quiet: bool) -> int:
    """Print clause → code → test. Return 1 if a clause that must be proved is not."""
    unproved = 0
    for definition in definitions:
        if definition.document:
            print_played_coverage(screen, definition, quiet=quiet)
            continue
        rows = measure_game_coverage(definition)
        if not quiet:
            for row in rows:
                _print_row(screen, row)
        missing = [row.clause.id for row in rows if row.unproved]
        needed = sum(row.clause.must_be_proved for row in rows)
        screen.say("rules.proved", game=term("game", definition.name), proved=needed - len(missing), count=needed)
        for id_ in missing:
            screen.say("rules.unproved", "bold red", id=id_)
        unproved += len(missing)
    return 1 if unproved else 0


def print_played_coverage(screen: Screen, definition: AnyDefinition, *, quiet: bool) -> None:
    """Print how often each clause of a document was followed in games of the lab, and those that never were."""
    coverage = measure_played_coverage(definition)
    if not quiet:
        for id_, times in coverage.items():
            screen.line(f"{times:>8,}  {id_}")
    never = [id_ for id_, times in coverage.items() if not times]
    screen.translator = Translator(screen.translator.lang, [definition.folder])
    decided = len(coverage) - len(never)
    screen.say("rules.played", game=term("game", definition.name), games=PLAYED, count=decided, all=len(coverage))
    for id_ in never:
        screen.say("rules.never", "bold red", id=id_)


def _print_row(screen: Screen, row: Coverage) -> None:
    screen.line(row.clause.id)
    screen.raw(f"{INDENT}{place}" for place in row.code)
    screen.raw(f"{INDENT}{place}" for place in row.tests)
