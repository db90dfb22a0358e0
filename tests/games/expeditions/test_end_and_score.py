"""The end of the game, the scoring and the levels (EXP-END, EXP-SCORE, EXP-LEVEL)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from automarium.engine.content.component import is_thing_form
from automarium.engine.content.rulings import settle
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.engine.play.command import Respond, find_next_field
from automarium.engine.play.score import ScoreSheet
from automarium.engine.question import Answer, Count, Field, Form, Pick
from automarium.games.expeditions.commands import Boasted, Explored, Go, Next, Tally, Total, Vanquished
from automarium.games.expeditions.corrections import WHAT, Adjust
from automarium.games.expeditions.position import PRINTED, Position
from automarium.i18n.translator import Translator
from tests.games.expeditions import kit
from tests.games.expeditions.kit import DEFINITION

ENGLISH = Translator("en", [DEFINITION.folder])
PROGRESS, NO_PROGRESS = 10, 8  # two printed cards: one advances the progress token, one does not


def endgame(progress: int = 26, glory: int = 7, **options: Any) -> Playthrough:
    """Return a game of level 2 with a physical deck; space 27 gives the eighth glory token."""
    live = kit.game({"deck": "mine", **options})
    live.put(Adjust(what="progress", to=progress))
    live.put(Adjust(what="glory", to=glory))
    return live


def keys(played: kit.Played) -> list[str]:
    return [step.event.key() for step in played.told]


def sheet(table: Position, **rulings: str) -> ScoreSheet:
    return DEFINITION.scoring.score(table, settle(DEFINITION.rulings, rulings))


def by_what(scored: ScoreSheet, side: str = "automa") -> dict[str, tuple[int, int]]:
    return {line.what: (line.amount, line.each) for line in scored.lines if line.side == side}


# -------------------------------------------------------------------------------------------------------------- end


@pytest.mark.clause("EXP-END-01")
def test_the_humans_fourth_glory_token_brings_the_end_about() -> None:
    live = kit.game()
    for _ in range(3):
        assert live.put(Boasted()) == []
        assert live.position.ended_by is None
    fourth = live.put(Boasted())
    assert [(step.event.key(), step.clauses) for step in fourth] == [("ending.human", ("EXP-END-01",))]
    assert live.position.ended_by == "human"


@pytest.mark.clause("EXP-END-02")
def test_the_automas_eighth_glory_token_brings_the_end_about() -> None:
    live = endgame(progress=25)
    assert "ending.automa" not in keys(kit.let_play(live, PROGRESS)), "space 26 brings none"
    eighth = kit.let_play(live, 11)
    assert eighth.position.glory == 8
    assert eighth.step("ending").clauses == ("EXP-END-02",)
    assert live.position.ended_by == "automa"


@pytest.mark.clause("EXP-END-02", "EXP-END-03")
@pytest.mark.parametrize("token", range(1, 8))
def test_none_of_her_first_seven_tokens_ends_the_game(token: int) -> None:
    """Her fourth is not what the human's fourth is."""
    live = endgame(progress=kit.LEVELS[2].glory_spaces[token - 1] - 1, glory=token - 1)
    played = kit.let_play(live, PROGRESS)
    assert live.position.glory == token
    assert {"ending.automa", "ending.human", "over"}.isdisjoint(keys(played))
    assert (live.position.ended_by, live.position.final_turns) == (None, [])


@pytest.mark.clause("EXP-END-03", "EXP-END-06")
def test_the_humans_fourth_first_then_her_eighth_changes_nothing() -> None:
    live = endgame()
    for _ in range(4):
        live.put(Boasted())
    played = kit.let_play(live, PROGRESS)
    assert live.position.glory == 8
    assert "ending.automa" not in keys(played)
    assert (live.position.ended_by, live.position.final_turns) == ("human", ["human"])
    assert keys(kit.Played(live.position, live.put(Next()))) == ["over"]


@pytest.mark.clause("EXP-END-03", "EXP-END-06")
def test_her_eighth_first_then_the_humans_fourth_changes_nothing() -> None:
    live = endgame()
    live.put(Adjust(what="human-glory", to=3))
    kit.let_play(live, PROGRESS)
    assert live.put(Boasted()) == [], "placed as usual, but no further end is triggered"
    assert live.position.human_glory == 4
    assert (live.position.ended_by, live.position.final_turns) == ("automa", ["human", "automa"])
    assert keys(kit.let_play(live, NO_PROGRESS))[-1] == "over"


@pytest.mark.clause("EXP-END-04")
def test_both_mechs_still_act_in_the_turn_of_her_eighth_token() -> None:
    """And the eighth token already counts: the north target needs eight."""
    table = kit.position({"N2": [3], "C6": [4]}, glory=7, progress=26)
    played = kit.play(table, kit.card(kit.section(1, kit.corr(glory=8)), kit.section(1, kit.corr()), progress=True))
    assert [step["do"] for step in played.steps] == ["progress", "move", "cleanse", "move", "cleanse"]
    assert (table.glory, table.corruption) == (8, 2)


@pytest.mark.clause("EXP-END-05")
def test_after_her_eighth_token_the_human_then_she_take_a_final_turn() -> None:
    live = endgame()
    assert keys(kit.let_play(live, PROGRESS))[-2:] == ["ending.automa", "final-turn.human"]
    assert (live.position.to_move, live.position.over, live.position.turn) == ("human", False, 1)
    last = kit.let_play(live, NO_PROGRESS)
    assert keys(last)[0] == "final-turn.automa"
    assert keys(last)[-1] == "over"
    assert (live.position.over, live.position.turn) == (True, 2)
    assert last.step("over").clauses == ("EXP-END-05",)
    with pytest.raises(Refused) as refused:
        live.put(Next())
    assert refused.value.message.key == "next.over"


@pytest.mark.clause("EXP-END-05")
@pytest.mark.parametrize("starts", ["human", "automa"])
def test_after_the_humans_fourth_token_she_then_the_human_take_a_final_turn(starts: str) -> None:
    """It does not matter who began the game, only who brought the end about."""
    live = endgame(progress=0, glory=0, starts=starts)
    if starts == "automa":
        kit.let_play(live, 1)
    for _ in range(4):
        live.put(Boasted())
    turns = live.position.turn
    played = kit.let_play(live, NO_PROGRESS)
    assert [key for key in keys(played) if key.startswith("final")] == ["final-turn.automa", "final-turn.human"]
    assert (live.position.turn, live.position.to_move, live.position.over) == (turns + 1, "human", False)
    assert keys(kit.let_play(live)) == ["over"], "his final turn ends the game; she plays no more"
    assert (live.position.over, live.position.turn) == (True, turns + 1)


@pytest.mark.clause("EXP-END-05")
def test_a_game_goes_on_until_a_last_token_is_placed() -> None:
    live = endgame(progress=0, glory=0)
    for _ in range(3):
        live.put(Boasted())
    for _ in range(20):
        assert "over" not in keys(kit.let_play(live, None))
    assert (live.position.over, live.position.turn) == (False, 20)


@pytest.mark.clause("EXP-END-06")
def test_in_the_final_turns_everything_works_as_usual() -> None:
    """The human moves, explores, takes and boasts; the Automa draws, advances, and both her mechs act."""
    live = endgame()
    kit.let_play(live, 6)
    assert live.position.final_turns == ["human", "automa"]
    for told in (Go(to="N5"), Explored(at="N5", tokens=[5, 4]), Vanquished(at="N5", count=1), Boasted(), Go(to="S1")):
        live.put(told)
    now = live.position
    assert (now.human, now.human_glory, now.tiles["N5"].corruption) == ("S1", 1, [4])
    last = kit.let_play(live, 10)
    assert last.steps == [
        {"do": "progress", "to": 28},
        {"do": "move", "mech": "north", "from": "N4", "to": "N5"},
        {"do": "cleanse", "mech": "north", "at": "N5", "tokens": [4]},
        {"do": "explore", "mech": "central", "at": "C6"},
    ]
    assert live.position.over


# ------------------------------------------------------------------------------------------------------------ score

# map, corruption and glory: printed on the progress cards 1 to 3, and of house design on 4 and 5
RATES = {1: (1, 1, 4), 2: (1, 2, 4), 3: (1, 2, 5), 4: (2, 2, 6), 5: (2, 3, 7)}


@pytest.mark.clause("EXP-SCORE-01", "EXP-SCORE-02", "EXP-SCORE-03", "EXP-SCORE-04")
@pytest.mark.parametrize("level", RATES)
def test_each_token_brings_the_coins_of_the_progress_card(level: int) -> None:
    """Three prime amounts, so that no two rates can be mixed up unnoticed."""
    per_map, per_corruption, per_glory = RATES[level]
    scored = sheet(kit.position(level=level, glory=7, maps=11, corruption=13))
    assert by_what(scored) == {"glory": (7, per_glory), "maps": (11, per_map), "corruption": (13, per_corruption)}
    assert scored.totals == {"automa": 7 * per_glory + 11 * per_map + 13 * per_corruption}


@pytest.mark.clause("EXP-SCORE-01", "EXP-SCORE-02", "EXP-SCORE-03")
@pytest.mark.parametrize(("held", "each"), [("glory", 4), ("maps", 1), ("corruption", 2)])
@pytest.mark.parametrize("count", [0, 1, 5])
def test_one_kind_of_token_alone(held: str, each: int, count: int) -> None:
    fields: dict[str, Any] = {held: count}
    assert sheet(kit.position(level=2, **fields)).totals == {"automa": count * each}


@pytest.mark.clause("EXP-SCORE-04", "EXP-LEVEL-01")
def test_the_rates_of_a_card_that_its_owner_enters() -> None:
    live = kit.game({"level": 4, "card": "printed"})
    answers: list[Answer] = [25, [1, 4, 7, 10, 13, 16, 19, 22], 3, 5, 9]
    for answer in answers:
        live.put(Respond(answer))
    for what, to in {"glory": 2, "maps": 7, "corruption": 11}.items():
        live.put(Adjust(what=what, to=to))
    assert sheet(live.position).totals == {"automa": 2 * 9 + 7 * 3 + 11 * 5}


def test_a_printed_card_is_entered_on_one_screen() -> None:
    """Spaces that the track does not have are refused, and what is in the box is not asked again."""
    live = kit.game({"level": 4, "card": "printed", "facts": "things"})
    form = live.question
    assert isinstance(form, Form)
    assert is_thing_form(form)
    rates = ("map_token", "corruption_token", "glory_token")
    entered: dict[str, Answer] = {
        "progress-4-spaces_including_start": 25,
        "progress-4-glory_spaces": [1, 4, 7, 10, 13, 16, 19, 22],
        **{f"progress-4-coins-{kind}": rate for kind, rate in zip(rates, (3, 5, 9), strict=True)},
    }
    with pytest.raises(Refused):
        live.put(Respond({**entered, "progress-4-glory_spaces": [1, 4, 7, 10, 13, 16, 19, 25]}))
    live.put(Respond(entered))
    assert live.question is None
    card = live.position.card
    assert (card.spaces_including_start, card.glory_spaces[-1], card.coins.glory_token) == (25, 22, 9)


@pytest.mark.clause("EXP-SCORE-05")
def test_nothing_else_brings_the_automa_coins() -> None:
    """Three lines, and nothing that may otherwise differ on the table changes their sum."""
    held: dict[str, Any] = {"glory": 5, "maps": 3, "corruption": 4}
    plainly = sheet(kit.position(**held))
    assert set(by_what(plainly)) == {"glory", "maps", "corruption"}
    table = kit.position(
        {"N1": [6, 6], "C7": [20]}, human="C3", progress=28, turn=30, human_glory=4, boxed=["017", "030"], **held
    )
    assert sheet(table).totals == plainly.totals == {"automa": 5 * 4 + 3 * 1 + 4 * 2}


@pytest.mark.clause("EXP-SCORE-06")
@pytest.mark.parametrize("placed", range(9))
def test_only_placed_glory_scores(placed: int) -> None:
    """The others still lie on the glory card."""
    assert by_what(sheet(kit.position(glory=placed)))["glory"] == (placed, 4)
    assert sheet(kit.position(glory=placed)).totals == {"automa": 4 * placed}


@pytest.mark.clause("EXP-SCORE-07")
@pytest.mark.parametrize("level", RATES)
def test_the_special_token_is_one_corruption_token(level: int) -> None:
    rate = RATES[level][1]
    assert sheet(kit.position(level=level, special=True)).totals == {"automa": rate}
    assert by_what(sheet(kit.position(level=level, corruption=3, special=True)))["corruption"] == (4, rate)
    assert sheet(kit.position(level=level, human_special=True)).totals == {"automa": 0}, "it is the human's"


@pytest.mark.clause("EXP-SCORE-08")
@pytest.mark.parametrize("lying", [[3, 3, 3], [6, 6, 6], [3, 4, 19]])
def test_the_numbers_on_corruption_tokens_do_not_matter(lying: list[int]) -> None:
    table = kit.position({"N1": lying})
    kit.play(table, kit.card(kit.section(1, kit.corr(3))))
    assert sheet(table).totals == {"automa": 3 * 2}


@pytest.mark.clause("EXP-SCORE-09")
@pytest.mark.parametrize(("quests", "per_glory"), [(0, 5), (1, 6), (2, 8), (3, 10), (4, 10), (7, 10)])
def test_the_human_scores_by_the_normal_rules(quests: int, per_glory: int) -> None:
    """Coins in hand, glory by solved quests, two per corruption token, and items."""
    live = kit.game()
    for _ in range(3):
        live.put(Boasted())
    kit.finished(live).put(Tally(coins=17, quests=quests, corruption=5, items=11))
    scored = sheet(live.position)
    assert scored.totals["human"] == 17 + 3 * per_glory + 2 * 5 + 11
    assert sum(line.points for line in scored.lines if line.side == "human") == scored.totals["human"]
    assert by_what(scored, "human")["glory"] == (3, per_glory)
    assert {line.clause for line in scored.lines if line.side == "human"} == {"EXP-SCORE-09"}


@pytest.mark.clause("EXP-SCORE-09")
def test_the_humans_own_sum_is_taken_as_it_is() -> None:
    live = kit.finished(kit.game())
    live.put(Tally(coins=17, quests=1, corruption=5, items=11))
    live.put(Total(coins=61))
    scored = sheet(live.position)
    assert scored.totals["human"] == 61
    assert by_what(scored, "human") == {}, "the parts told before are not left standing"


@pytest.mark.clause("EXP-SCORE-09", "EXP-SCORE-10")
def test_glory_corrected_after_the_tally_counts_in_total_and_verdict() -> None:
    """Regression: the tally froze the sum, so that a corrected glory token changed neither total nor winner."""
    live = kit.finished(kit.game())
    live.put(Adjust(what="maps", to=14))
    live.put(Tally(coins=4, quests=3, corruption=0, items=0))
    before = sheet(live.position)
    assert (before.totals, before.winner) == ({"automa": 14, "human": 4}, "automa")
    live.put(Adjust(what="human-glory", to=3))
    scored = sheet(live.position)
    assert scored.totals == {"automa": 14, "human": 4 + 3 * 10}
    assert sum(line.points for line in scored.lines if line.side == "human") == scored.totals["human"]
    assert scored.verdict is not None
    assert (scored.verdict.key, scored.winner) == ("verdict.human", "human")


@pytest.mark.clause("EXP-SCORE-09")
def test_the_tally_asks_for_the_humans_glory_and_begins_with_what_is_known() -> None:
    live = kit.game()
    live.put(Explored(at="N4", tokens=[20]))
    live.put(Explored(at="N5", tokens=[3, 4]))
    for told in (Vanquished(at="N4", count=1), Vanquished(at="N5", count=2), Boasted(), Boasted()):
        live.put(told)
    kit.finished(live)
    known = {field.name: field.question.default for field in tally_fields(live)}
    assert known == {"coins": None, "quests": None, "corruption": 3, "items": None, "glory": 2}
    live.put(Tally(coins=17, quests=1, corruption=3, items=0, glory=4))
    assert live.position.human_glory == 4
    assert by_what(sheet(live.position), "human")["glory"] == (4, 6)
    assert live.hands == [], "the tokens lie there already"
    assert {field.name: field.question.default for field in tally_fields(live)} == {
        "coins": 17,
        "quests": 1,
        "corruption": 3,
        "items": 0,
        "glory": 4,
    }, "told once more it starts from what was told"
    live.put(Tally(coins=18, quests=1, corruption=3, items=0))
    assert sheet(live.position).totals["human"] == 18 + 4 * 6 + 3 * 2, "what is left out stays as it was"


def tally_fields(live: Playthrough) -> list[Field]:
    given: dict[str, Any] = {}
    found = []
    while (field := find_next_field(Tally, live.position, given)) is not None:
        found.append(field)
        given[field.name] = 0
    return found


@pytest.mark.clause("EXP-SCORE-10")
@pytest.mark.parametrize(("coins", "verdict"), [(0, "automa"), (29, "automa"), (31, "human"), (99, "human")])
def test_more_coins_win(coins: int, verdict: str) -> None:
    live = kit.game()
    live.put(Adjust(what="maps", to=30))
    assert sheet(live.position).verdict is None, "no winner before the human's coins are known"
    kit.finished(live).put(Total(coins=coins))
    scored = sheet(live.position)
    assert scored.totals == {"automa": 30, "human": coins}
    assert scored.verdict is not None
    assert scored.verdict.key == f"verdict.{verdict}"


@pytest.mark.clause("EXP-SCORE-11")
@pytest.mark.parametrize("coins", [0, 1, 61])
@pytest.mark.parametrize("human_glory", [0, 4])
def test_equal_coins_are_the_automas_win(coins: int, human_glory: int) -> None:
    """Whatever else the human has: the normal tie-breaker is not used."""
    live = kit.game()
    live.put(Adjust(what="maps", to=coins))
    live.put(Adjust(what="human-glory", to=human_glory))
    kit.finished(live).put(Total(coins=coins))
    verdict = sheet(live.position).verdict
    assert verdict is not None
    assert verdict.key == "verdict.tie"
    assert "Automa wins" in ENGLISH.sentence(verdict)


# ------------------------------------------------------------------------------------------------------------ level


def whole_game(**options: Any) -> list[Any]:
    """Return the events of a game in which the human does nothing, as plain data."""
    live = kit.game(options, seed=5)
    told: list[Any] = []
    while not live.position.over:
        told += [msgspec.to_builtins(step.event) for step in kit.let_play(live).told]
    return told


@pytest.mark.clause("EXP-LEVEL-01")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_the_level_is_the_progress_card_and_nothing_else(level: int) -> None:
    """The same start but for the card: its track and its rates."""
    one, other = kit.plain(kit.game({"level": level}).position), kit.plain(kit.game({"level": 2}).position)
    assert {key: value for key, value in one.items() if not key.startswith(("card.", "house"))} == {
        key: value for key, value in other.items() if not key.startswith(("card.", "house"))
    }
    card_ = kit.game({"level": level}).position.card
    assert (card_.level, card_.spaces_including_start, card_.glory_spaces) == (
        level,
        kit.LEVELS[level].spaces_including_start,
        kit.LEVELS[level].glory_spaces,
    )
    assert card_.coins == kit.LEVELS[level].coins


@pytest.mark.clause("EXP-LEVEL-02")
def test_there_are_five_levels() -> None:
    field = kit.option({})
    assert field is not None
    assert isinstance(field.question, Pick)
    assert (field.name, field.question.options) == ("level", (1, 2, 3, 4, 5))
    for level in (0, 6):
        with pytest.raises(Refused):
            kit.game({"level": level})
    names = {level: PRINTED.printed["progress"][str(level)]["name"] for level in (1, 5)}
    assert names == {1: "Maszynette", 5: "Ultimaszyna"}


@pytest.mark.clause("EXP-LEVEL-02")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_next_level_is_harder(level: int) -> None:
    """Her glory comes no later, her eighth token sooner, and her tokens are worth more."""
    easier, harder = kit.game({"level": level}).position.card, kit.game({"level": level + 1}).position.card
    assert all(late >= early for late, early in zip(easier.glory_spaces, harder.glory_spaces, strict=True))
    assert easier.glory_spaces[7] > harder.glory_spaces[7]
    worth = [
        sheet(kit.position(level=one, glory=8, maps=6, corruption=6)).totals["automa"] for one in (level, level + 1)
    ]
    assert worth[0] < worth[1]


@pytest.mark.clause("EXP-LEVEL-03")
@pytest.mark.parametrize("change", [-2, -1, 0, 1, 2, 3])
def test_the_coins_per_glory_token_can_be_changed(change: int) -> None:
    """The score changes, the length of the game does not."""
    live = kit.game({"coin_change": change})
    live.put(Adjust(what="glory", to=5))
    assert by_what(sheet(live.position))["glory"] == (5, 4 + change)
    assert whole_game(coin_change=change) == whole_game()


@pytest.mark.clause("EXP-LEVEL-04")
def test_the_suggested_change_is_minus_two_to_plus_three() -> None:
    field = kit.option({"level": 2})
    assert field is not None
    assert isinstance(field.question, Count)
    assert (field.name, field.question.low, field.question.high) == ("coin_change", -2, 3)
    for change in (-3, 4):
        with pytest.raises(Refused) as refused:
            kit.game({"coin_change": change})
        assert refused.value.message.params == {"given": change, "low": -2, "high": 3}


@pytest.mark.clause("EXP-LEVEL-04")
def test_a_positive_change_is_harder_and_a_negative_one_easier() -> None:
    coins = [sheet(kit.position(glory=6, coin_change=change)).totals["automa"] for change in range(-2, 4)]
    assert coins == [12, 18, 24, 30, 36, 42]


@pytest.mark.clause("EXP-LEVEL-05")
@pytest.mark.parametrize("change", [-2, 3])
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_the_change_touches_nothing_but_the_coins_per_glory_token(level: int, change: int) -> None:
    """Not the rates for maps and corruption, not the track; and a whole game runs the same to its end."""
    with_it, without = (kit.game({"level": level, "coin_change": one}).position for one in (change, 0))
    assert with_it.card == without.card
    without.coin_change = change
    assert kit.plain(with_it) == kit.plain(without)
    held: dict[str, Any] = {"glory": 6, "maps": 5, "corruption": 4}
    changed = by_what(sheet(kit.position(level=level, coin_change=change, **held)))
    usual = by_what(sheet(kit.position(level=level, **held)))
    assert changed == usual | {"glory": (6, usual["glory"][1] + change)}
    assert whole_game(level=level, coin_change=change) == whole_game(level=level)


@pytest.mark.clause("EXP-LEVEL-06")
def test_level_and_change_are_chosen_before_the_game_and_stay() -> None:
    """They are options; no input and no correction names them."""
    assert {"level", "coin_change"} <= set(DEFINITION.setup.option_names)
    assert {"level", "coin_change", "card"}.isdisjoint(WHAT)
    live = kit.game({"level": 3, "coin_change": 2})
    for what, to in (("level", 1), ("coin_change", 0), ("card", "house")):
        with pytest.raises(Refused):
            live.put(Adjust(what=what, to=to))
    kit.let_play(live)
    assert (live.position.card, live.position.coin_change) == (kit.LEVELS[3], 2)
    fields = {name for input_ in DEFINITION.commands.values() for name in input_.__struct_fields__}
    assert {"level", "coin_change"}.isdisjoint(fields)
