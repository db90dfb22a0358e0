"""The final scoring and the levels (SCY-SCORE, SCY-LEVEL)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.message import Refused
from automarium.engine.play.score import ScoreSheet
from automarium.engine.question import Count, Pick
from automarium.games.scythe.commands import Next, PlacedStar, StructureBonus, Tally, TieBreak
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.map import FACTIONS, measure_bases
from automarium.games.scythe.position import LEVELS, STAR_CARDS, HumanScore, Level, Position, SchemeName
from automarium.games.scythe.score import count_territories
from automarium.i18n.translator import Translator
from tests.games.scythe.kit import CARDS, DEFINITION, card, find_next, find_option, game, play, position, rulings, tell

ENGLISH = Translator("en", [DEFINITION.folder])
NOBODY: dict[str, Any] = {"character": "mat", "mechs": [], "workers": []}


def sheet(table: Position, **switched: str) -> ScoreSheet:
    return DEFINITION.scoring.score(table, rulings(**switched))


def lines(scored: ScoreSheet, side: str = "automa") -> dict[str, tuple[int, int]]:
    return {line.what: (line.amount, line.each) for line in scored.lines if line.side == side}


def told_score(popularity: int = 10, stars: int = 0, **parts: int) -> Position:
    """A table whose human has told a side of the score sheet; she has nothing but what is given to the position."""
    given = {"coins": 0, "territories": 0, "resources": 0, "bonus": 0, **parts}
    table = position(**NOBODY, human_stars=stars)
    table.human_score = HumanScore(popularity=popularity, **given)
    return table


# ------------------------------------------------------------------------------------------------- the Automa's sum


@pytest.mark.clause("SCY-SCORE-01", "SCY-SCORE-02", "SCY-SCORE-03")
def test_coins_stars_and_territories_make_the_total() -> None:
    """Three primes, so that no two rates can be mixed up unnoticed."""
    table = position(coins=11, tracker=17, workers=["r3c6", "r4c6", "r4c5", "r3c5", "r2c5", "r2c6", "r1c6"])
    assert table.stars == 3
    scored = sheet(table)
    assert lines(scored) == {"coins": (11, 1), "stars": (3, 4), "territories": (7, 3)}
    assert scored.totals == {"automa": 11 + 12 + 21}
    clauses = {line.what: line.clause for line in scored.lines}
    assert clauses == {"coins": "SCY-SCORE-11", "stars": "SCY-SCORE-02", "territories": "SCY-SCORE-03"}


@pytest.mark.clause("SCY-SCORE-01")
@pytest.mark.parametrize("given", [{"coins": 9}, {"combat_stars": 2}, {"workers": ["r3c6"]}])
def test_each_part_alone(given: dict[str, Any]) -> None:
    expected = {"coins": 9, "combat_stars": 8, "workers": 3}[next(iter(given))]
    assert sheet(position(**{**NOBODY, **given})).totals == {"automa": expected}


@pytest.mark.clause("SCY-SCORE-02")
@pytest.mark.parametrize(
    ("given", "stars"),
    [
        ({"tracker": 8}, 0),
        ({"tracker": 9}, 1),
        ({"tracker": 21}, 6),
        ({"power_star": True}, 1),
        ({"combat_stars": 2}, 2),
        ({"tracker": 14, "power_star": True, "combat_stars": 1}, 4),
    ],
)
def test_every_star_counts_those_of_the_star_card_included(given: dict[str, Any], stars: int) -> None:
    assert lines(sheet(position(**NOBODY, **given)))["stars"] == (stars, 4)


@pytest.mark.clause("SCY-SCORE-03")
def test_a_territory_counts_once_however_many_pieces_stand_there() -> None:
    table = position(character="r3c5", mechs=["r2c5"], workers=["r3c5", "r2c5", "r4c6"])
    assert lines(sheet(table))["territories"] == (3, 3)


@pytest.mark.clause("SCY-SCORE-04")
@pytest.mark.parametrize("piece", [{"character": "r4c3"}, {"mechs": ["r4c3"]}, {"workers": ["r4c3"]}])
def test_the_factory_counts_as_three_territories(piece: dict[str, Any]) -> None:
    assert sheet(position(**{**NOBODY, **piece})).totals == {"automa": 9}
    assert sheet(position(**{**NOBODY, **piece, "workers": ["r4c3", "r4c4"]})).totals == {"automa": 12}


@pytest.mark.clause("SCY-SCORE-05")
def test_pieces_on_base_and_mat_score_nothing() -> None:
    assert sheet(position(character="base", mechs=["base", "base"], workers=["base"])).totals == {"automa": 0}
    assert sheet(position(character="mat", workers=["r3c6", "base"])).totals == {"automa": 3}


@pytest.mark.clause("SCY-SCORE-06")
def test_nothing_else_scores() -> None:
    """No resources, structures, power, combat cards or Factory card."""
    table = position(
        **NOBODY, power=15, combat_cards=9, factory_card=True, human_structures=["r3c6"], human_workers=["r4c5"]
    )
    scored = sheet(table)
    assert set(lines(scored)) == {"coins", "stars", "territories"}
    assert scored.totals == {"automa": 0}


@pytest.mark.clause("SCY-SCORE-09")
def test_she_controls_exactly_where_her_pieces_stand() -> None:
    table = position(**{**NOBODY, "workers": ["r3c6"]}, human_structures=["r3c6", "r4c6"], human_mechs=["r4c5"])
    assert lines(sheet(table))["territories"] == (1, 3), "a structure takes nothing away, and nothing is lent"
    table.automa.workers = []
    assert lines(sheet(table))["territories"] == (0, 3)


@pytest.mark.clause("SCY-SCORE-10")
@pytest.mark.parametrize("popularity", [7, 10, 12])
def test_her_rates_are_those_of_popularity_ten(popularity: int) -> None:
    table = told_score(popularity, stars=1, territories=1)
    table.automa.workers, table.automa.power_star = ["r3c6"], True
    scored = sheet(table)
    hers, theirs = lines(scored), lines(scored, "human")
    assert (hers["stars"], hers["territories"]) == ((1, 4), (1, 3))
    assert (hers["stars"], hers["territories"]) == (theirs["stars"], theirs["territories"])


@pytest.mark.clause("SCY-SCORE-11")
def test_her_coins_are_the_start_and_everything_from_cards() -> None:
    """Cards 2 and 17 by scheme I: one coin and two coins. Her moves, units and combats cost nothing."""
    live = game({"deck": "mine"})
    assert live.position.automa.coins == 5
    for number, coins in ((2, 6), (17, 8), (1, 8), (16, 8)):
        tell(live, Next(), number)
        assert live.position.automa.coins == coins
    assert lines(sheet(live.position))["coins"] == (8, 1)


# ---------------------------------------------------------------------------------------------- the human, the winner

RATES = {0: (3, 2, 1), 6: (3, 2, 1), 7: (4, 3, 2), 12: (4, 3, 2), 13: (5, 4, 3), 18: (5, 4, 3)}


@pytest.mark.clause("SCY-SCORE-07")
@pytest.mark.parametrize("popularity", sorted(RATES))
def test_the_human_scores_as_usual(popularity: int) -> None:
    star, territory, pair = RATES[popularity]
    table = told_score(popularity, stars=5, coins=17, territories=7, resources=22, bonus=6)
    scored = sheet(table)
    assert lines(scored, "human") == {
        "coins": (17, 1),
        "stars": (5, star),
        "territories": (7, territory),
        "resources": (11, pair),
        "bonus": (6, 1),
    }
    assert scored.totals["human"] == 17 + 5 * star + 7 * territory + 11 * pair + 6


@pytest.mark.clause("SCY-SCORE-07")
@pytest.mark.parametrize(("resources", "pairs"), [(0, 0), (1, 0), (2, 1), (13, 6)])
def test_resources_score_in_pairs(resources: int, pairs: int) -> None:
    assert lines(sheet(told_score(resources=resources)), "human")["resources"] == (pairs, 2)


@pytest.mark.clause("SCY-SCORE-07")
def test_the_human_is_asked_for_at_most_six_resources_a_territory() -> None:
    """The app sees no tokens: the question carries the rule, and 47 territories with six each are the most."""
    field = find_next(position(), "tally", {"coins": 0, "popularity": 0, "territories": 0})
    assert field is not None
    assert field.name == "resources"
    assert isinstance(field.question, Count)
    assert field.question.high == 47 * 6
    assert "At most six count on each territory" in ENGLISH.say(field.question.about)
    live = game()
    with pytest.raises(Refused) as refused:
        live.put(Tally(0, 0, 0, 283, 0))
    assert refused.value.where == "resources"


@pytest.mark.clause("SCY-SCORE-08")
@pytest.mark.parametrize(("coins", "verdict"), [(29, "automa"), (31, "human")])
def test_more_coins_win(coins: int, verdict: str) -> None:
    table = told_score(coins=coins)
    table.automa.coins = 30
    said = sheet(table).verdict
    assert said is not None
    assert said.key == f"verdict.{verdict}"


def tied(units: int, power: int, popularity: int, territories: int, stars: int, **switched: str) -> str:
    """Who wins with equal coins against her 3 units, power 5, popularity 10, 2 territories and 2 stars."""
    table = position(character="mat", mechs=["r3c6"], workers=["r4c6", "base"], power=5, combat_stars=2)
    table.human.stars = stars
    star, territory = (4, 3) if popularity < 13 else (5, 4)
    total = 40 + stars * star + territories * territory
    table.automa.coins = total - 2 * 4 - 2 * 3
    table.human_score = HumanScore(40, popularity, territories, 0, 0)
    asked = sheet(table).verdict
    assert asked is not None
    assert asked.key == "verdict.tie-asked"
    table.human_score = HumanScore(40, popularity, territories, 0, 0, units, power)
    scored = sheet(table, **switched)
    assert scored.totals["human"] == scored.totals["automa"]
    assert scored.verdict is not None
    return scored.verdict.key


@pytest.mark.clause("SCY-SCORE-08")
@pytest.mark.parametrize(
    ("theirs", "winner"),
    [
        ((4, 0, 7, 0, 0), "human"),
        ((2, 16, 18, 9, 5), "automa"),
        ((3, 6, 7, 0, 0), "human"),
        ((3, 4, 18, 9, 5), "automa"),
        ((3, 5, 11, 0, 0), "human"),
        ((3, 5, 9, 9, 5), "automa"),
        ((3, 5, 10, 3, 0), "human"),
        ((3, 5, 10, 1, 5), "automa"),
        ((3, 5, 10, 2, 3), "human"),
        ((3, 5, 10, 2, 1), "automa"),
    ],
)
def test_the_tie_breakers_in_their_order(theirs: tuple[int, int, int, int, int], winner: str) -> None:
    """Units and structures, power, popularity, territories, stars: each beats all that come after it."""
    assert tied(*theirs) == f"verdict.tie.{winner}"


@pytest.mark.clause("SCY-SCORE-08")
def test_resources_break_no_tie() -> None:
    """One resource more scores nothing and decides nothing."""
    table = told_score(coins=8, resources=1, stars=0)
    table.automa.coins = 8
    table.human_score = HumanScore(8, 10, 0, 1, 0, units=0, power=0)
    verdict = sheet(table).verdict
    assert verdict is not None
    assert verdict.key == "verdict.draw"


@pytest.mark.clause("SCY-SCORE-08")
def test_the_tie_breakers_are_told_after_the_tally() -> None:
    live = game()
    with pytest.raises(Refused) as refused:
        live.put(TieBreak(3, 4))
    assert refused.value.message.key == "tie.tally"
    tell(live, Tally(coins=11, popularity=10, territories=0, resources=0, bonus=0))
    assert sheet(live.position).totals == {"automa": 5 + 2 * 3, "human": 11}
    tell(live, TieBreak(units=3, power=0))
    verdict = sheet(live.position).verdict
    assert verdict is not None
    assert verdict.key == "verdict.tie.human", "three against her two workers"


@pytest.mark.clause("SCY-SCORE-08")
def test_structures_and_workers_on_the_base_count_among_the_units() -> None:
    assert tied(4, 5, 10, 2, 2) == "verdict.tie.human"
    assert tied(3, 5, 10, 2, 2) == "verdict.draw", "her worker on the base is the third"
    assert "structures" in ENGLISH.say("ask.units")


@pytest.mark.clause("SCY-SCORE-02", "SCY-SCORE-01")
def test_a_finished_game_is_scored_with_six_stars() -> None:
    live = game({"deck": "mine"})
    settings: dict[str, int | str] = {"tracker": 20, "scheme": "II"}
    for what, to in settings.items():
        live.put(Adjust(what=what, to=to))
    tell(live, Next(), 3)
    assert live.position.over
    assert lines(sheet(live.position))["stars"] == (6, 4)
    tell(live, Tally(coins=0, popularity=0, territories=0, resources=0, bonus=0))
    assert sheet(live.position).totals["human"] == 0


# ------------------------------------------------------------------------------------------------------------ levels


@pytest.mark.clause("SCY-LEVEL-01")
def test_the_four_levels_are_offered_from_easy_to_hard() -> None:
    field = find_option({})
    assert field is not None
    assert isinstance(field.question, Pick)
    assert (field.name, field.question.options) == ("level", ("autometta", "automa", "automaszyna", "ultimaszyna"))
    golden_cards_needed = [STAR_CARDS[level].stars[-1] for level in LEVELS]
    assert golden_cards_needed == sorted(golden_cards_needed, reverse=True), "harder is faster"
    with pytest.raises(Refused) as refused:
        game({"level": "ultramashyna"})
    assert refused.value.where == "options.level"


@pytest.mark.clause("SCY-LEVEL-02")
def test_level_and_distance_of_the_bases_are_what_is_chosen_first() -> None:
    """The advised faction is one of the farthest; either of them may be chosen freely."""
    chosen: dict[str, str] = {}
    for name, choice in (("level", "automa"), ("human", "crimea"), ("faction", "nordic")):
        asked = find_option(chosen)
        assert asked is not None
        assert asked.name == name
        chosen[name] = choice
    for human in FACTIONS:
        field = find_option({"level": "automa", "human": human})
        assert field is not None
        assert isinstance(field.question, Pick)
        assert set(field.question.options) == set(FACTIONS) - {human}
        base_box = [name for name in field.question.options if name not in ("albion", "togawa")]
        farthest = max(measure_bases(human, str(name)) for name in base_box)
        assert measure_bases(human, str(field.question.default)) == farthest


@pytest.mark.clause("SCY-LEVEL-03")
@pytest.mark.parametrize(
    ("level", "spaces", "restricted", "scheme_two", "stars"),
    [
        ("autometta", 24, 5, 10, (10, 15, 18, 20, 22, 23)),
        ("automa", 22, 4, 9, (9, 14, 17, 19, 20, 21)),
        ("automaszyna", 19, 3, 9, (9, 12, 14, 16, 17, 18)),
        ("ultimaszyna", 18, 0, 8, (8, 11, 13, 15, 16, 17)),
    ],
)
def test_a_game_of_each_level(
    level: Level, spaces: int, restricted: int, scheme_two: int, stars: tuple[int, ...]
) -> None:
    """Golden cards only, to the end: where the water became free, II was reached and stars were placed."""
    table = game({"level": level}).position
    free = [0] if not table.restricted else []
    placed, second = [], []
    for _ in range(spaces):
        played = play(table, card())
        free += [table.tracker] * ("water-free" in played.tags)
        placed += [table.tracker] * ("star" in played.tags)
        second += [table.tracker] * ("scheme" in played.tags)
        if played.stopped:
            break
    assert (table.tracker, free, second, tuple(placed)) == (spaces - 1, [restricted], [scheme_two], stars)


@pytest.mark.clause("SCY-LEVEL-04")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("number", sorted(CARDS))
@pytest.mark.parametrize("scheme", ["I", "II"])
def test_the_skip_symbol_works_at_autometta_only(level: Level, number: int, scheme: SchemeName) -> None:
    played = play(position(level=level, scheme=scheme, tracker=10), number)
    assert ("skip" in played.tags) is (level == "autometta" and number in (4, 7, 8, 17))


@pytest.mark.clause("SCY-LEVEL-05")
def test_several_options_may_be_added_and_are_remembered_at_the_set_up() -> None:
    added = {"options": "yes", "skipping": "yes", "coins": 1, "move_gate": "yes", "all_moves": "yes"}
    live = game(added)
    variants = live.position.variants
    assert (variants.skipping, variants.coins, variants.move_gate, variants.all_moves) == (True, 1, True, True)
    assert (variants.power, variants.placement_gate) == (0, False)
    keys = [
        said.key
        for said, clauses in DEFINITION.setup.checklist(live.position, live.rulings)
        if "SCY-LEVEL-05" in clauses
    ]
    assert keys == ["remind.optional"]
    plain = game()
    assert not any(
        "SCY-LEVEL-05" in clauses for _, clauses in DEFINITION.setup.checklist(plain.position, plain.rulings)
    )


@pytest.mark.clause("SCY-SCORE-02")
def test_the_humans_own_stars_are_not_hers() -> None:
    live = game()
    for _ in range(3):
        live.put(PlacedStar())
    assert lines(sheet(live.position))["stars"] == (0, 4)
    tell(live, Tally(0, 10, 0, 0, 0))
    assert lines(sheet(live.position), "human")["stars"] == (3, 4)


@pytest.mark.clause("SCY-SCORE-04", "SCY-SCORE-08")
def test_in_a_tie_the_factory_counts_as_three_for_both() -> None:
    """Her character on the Factory: 5 coins and three territories, 14 in all; the human the same, everything equal."""
    live = game()
    for place in ("r1c4", "r1c5"):
        live.put(Adjust("worker", "mat", place))
    tell(live, Adjust("character", "r4c3"), Tally(5, 10, 3, 0, 0), TieBreak(0, live.position.automa.power))
    scored = DEFINITION.scoring.score(live.position, live.rulings)
    assert scored.totals == {"automa": 14, "human": 14}
    assert count_territories(1, True, live.rulings) == 3
    assert scored.verdict is not None
    assert scored.verdict.key == "verdict.draw"


@pytest.mark.clause("SCY-SCORE-07")
@pytest.mark.parametrize(
    ("tile", "counted", "coins"),
    [("lakes_adjacent", 0, 0), ("lakes_adjacent", 1, 2), ("lakes_adjacent", 7, 9), ("structures_on_tunnels", 4, 6)],
)
def test_the_structure_bonus_by_its_tile(tile: str, counted: int, coins: int) -> None:
    live = game()
    live.put(StructureBonus(tile, counted))
    assert live.position.human.bonus == coins
    field = find_next(live.position, "tally", {"coins": 0, "popularity": 0, "territories": 0, "resources": 0})
    assert field is not None
    assert field.question.default == coins
