"""How often the clauses of a game are followed in simulated games."""

from __future__ import annotations

from automarium.engine.content.clauses import load_catalogue
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.question import Pick
from automarium.lab.configuration import make_configuration
from automarium.lab.result_rows import parse_counts
from automarium.lab.simulated_game import PreparedGame, play_game, simulate_game

PLAYED = 1000  # games


def measure_played_coverage(definition: AnyDefinition, games: int = PLAYED) -> dict[str, int]:
    """Return for each clause how often an event cited it or a choice lost candidates by it, in so many games, one level
    after the other. Those of the set-up and of the score count once a game."""
    found = dict.fromkeys(load_catalogue(definition.folder).clauses, 0)
    pack, rulings = PreparedGame(make_configuration(definition.name)).pack, settle(definition.rulings, {})
    level = next(iter(definition.setup.option_fields({}, rulings, pack))).question
    assert isinstance(level, Pick)
    prepared = [PreparedGame(make_configuration(definition.name, {"level": one})) for one in level.options]
    for index in range(games):
        row = simulate_game(prepared[index % len(prepared)], index, index, index, explain=True)
        counts = [*parse_counts(row.clauses), *((clause, (less,)) for clause, (_, less) in parse_counts(row.narrowed))]
        for clause, (times,) in counts:
            if clause in found:
                found[clause] += times
    last = play_game(definition, {"level": level.options[0]}, 0, pack)
    lines = [line.clause for line in definition.scoring.score(last, rulings).lines]
    for clause in {*lines, *(one for _, clauses in definition.setup.checklist(last, rulings) for one in clauses)}:
        found[clause] += games
    return found
