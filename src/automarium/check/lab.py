"""The columns of the lab are complete: winner, points of both sides, cards, pace."""

from __future__ import annotations

from collections.abc import Iterator

from automarium.check.subject import SEED, Subject
from automarium.engine.definition import Lab
from automarium.engine.finding import Finding, finding
from automarium.engine.play.event import Event
from automarium.lab.configuration import make_configuration
from automarium.lab.result_rows import parse_counts
from automarium.lab.simulated_game import PreparedGame, simulate_game

GAMES = 3


def check_lab(subject: Subject) -> Iterator[Finding]:
    if not subject.levels:
        return
    definition = subject.definition
    rows = {}
    for rival in definition.lab.rivals:
        rows[rival] = [
            simulate_game(
                PreparedGame(make_configuration(definition.name, {"level": level}, rival=rival)),
                SEED + index,
                index,
                index,
                explain=index == 0,
            )
            for level in subject.levels
            for index in range(GAMES)
        ]
    scoring = subject.find_in_code("def score")
    # One rival that counts its points is enough.
    columns = {
        "no-verdict": lambda row: row.verdict,
        "no-winner": lambda row: row.winner,
        "no-human": lambda row: row.human is not None,
    }
    for key, has_value in columns.items():
        if not any(all(map(has_value, of_rival)) for of_rival in rows.values()):
            yield finding(key, *scoring)
    if not all(
        any(times for _, (times, _) in parse_counts(row.cards)) for of_rival in rows.values() for row in of_rival
    ):
        yield finding("no-cards", *subject.find_in_code("turns_on", "(Event"), event=Event.__name__)
    if type(definition.lab).pace is Lab.pace:
        yield finding("no-pace", *subject.find_in_code("(Lab["))
