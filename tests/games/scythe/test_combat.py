"""Combat and the resources on conquered territories (SCY-COMBAT, SCY-RES)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.play.desk import Unanswered
from automarium.engine.question import Count, Form
from automarium.games.scythe.commands import Added, Built, Fought, Go, Next
from automarium.games.scythe.corrections import WHAT, Adjust
from automarium.games.scythe.events import PlaceResources, Sent
from automarium.games.scythe.map import TERRAIN
from automarium.games.scythe.position import Faction, Gain, Level, Position, Side, Symbol
from automarium.games.scythe.rules.combat import make_reckoning, may_place_star
from automarium.i18n.translator import Translator
from tests.games.scythe.kit import CARDS, DEFINITION, Played, battle, card, game, plain, play, position, tell, top_card

ENGLISH = Translator("en", [DEFINITION.folder])
AT = "r5c5"  # a village: no resources
TUNDRA = "r1c5"
BOTH = pytest.mark.parametrize("attacker", ["automa", "human"])
FOREST, FARM, MOUNTAIN = "r3c3", "r4c0", "r2c4"


def duel(top: int, at: str = AT, **changed: Any) -> Position:
    """A mech of each side on a territory, and the card that the combat will reveal."""
    table = position("rusviet", "crimea", **{"mechs": [at], "power": 9, "human_mechs": [at], **changed})
    top_card(table, top)
    return table


def live_duel(*, at: str = AT, **options: Any) -> Playthrough:
    """A live game, cards named by the person: her mech stands alone on a territory, the human's is on its base."""
    live = game({"deck": "mine", **options})
    live.put(Adjust(what="mech", at="mat", to=at))
    live.put(Added("mech", "base"))
    return live


def placed(played: Played) -> list[tuple[str, str, int]]:
    events = [step.event for step in played.told]
    return [(event.at, event.what, event.amount) for event in events if isinstance(event, PlaceResources)]


def sent(played: Played) -> list[tuple[str, str, int]]:
    events = [step.event for step in played.told]
    return [(event.side, event.at, event.workers) for event in events if isinstance(event, Sent)]


def outcome(played: Played) -> tuple[str, int, int]:
    event: Any = played.step("outcome").event
    return event.winner, event.automa, event.human


# ------------------------------------------------------------------------------------------- the order of a combat


@pytest.mark.clause("SCY-COMBAT-01")
def test_a_combat_of_the_human_is_told_from_the_move_to_the_outcome() -> None:
    live = live_duel()
    moved = tell(live, Go("mech", "base", AT))
    assert [(step.event.key(), step.clauses) for step in moved.told] == [("must-fight", ("SCY-COMBAT-01",))]
    with pytest.raises(Refused) as refused:
        live.put(Next())
    assert refused.value.message.key == "next.fight", "the fight comes first"
    fought = tell(live, Fought(AT), "ready", 15, 8, "no")
    assert fought.step("battle").clauses == ("SCY-COMBAT-01",)
    assert fought.tags == ["battle", "laid-sideways", "combat-card", "outcome", "retreat", "her-loser-card"]
    assert tell(live, Next(), 3).tags[0] == "draw", "and then the game goes on"


@pytest.mark.clause("SCY-COMBAT-01")
def test_there_is_a_fight_only_where_both_sides_have_combat_units() -> None:
    live = live_duel()
    for at in (AT, "r1c4", "base"):
        with pytest.raises(Refused) as refused:
            live.put(Fought(at))
        assert refused.value.message.key == "fight.none"


@pytest.mark.clause("SCY-COMBAT-03")
@BOTH
def test_the_human_commits_before_a_card_is_revealed(attacker: Side) -> None:
    table = duel(6)
    with pytest.raises(Unanswered) as unanswered:
        battle(table, AT, attacker, [])
    assert unanswered.value.question.about == "ask.ready"
    assert (table.deck.left, table.combat_discard) == (19, [])
    with pytest.raises(Unanswered) as unanswered:
        battle(table, AT, attacker, ["ready"])
    assert table.combat_discard == [6], "only then"


@pytest.mark.clause("SCY-COMBAT-03")
def test_with_a_deck_on_the_table_the_card_is_named_with_the_dials_set_and_then_comes_one_form() -> None:
    live = live_duel()
    live.put(Go("mech", "base", AT))
    live.put(Fought(AT))
    asked = []
    for answer in ({"card": 15}, {"total": 8}):
        assert isinstance(live.question, Form)
        asked.append((live.question.about, [field.name for field in live.question.fields]))
        live.put(Respond(answer))
    assert asked == [("ask.ready.own", ["ready", "card"]), ("ask.reckoning.power", ["total", "star"])]
    assert (live.question, live.position.human.stars) == (None, 1), "the star is as known: yes"


@pytest.mark.clause("SCY-DECK-11")
def test_ones_own_combat_card_is_laid_sideways_on_its_pile() -> None:
    live = live_duel()
    fought = tell(live, Go("mech", "base", AT), Fought(AT), "ready", 15, 8, "no")
    assert fought.step("laid-sideways").clauses == ("SCY-DECK-11",)
    assert ENGLISH.sentence(fought.step("laid-sideways").event) == "Put card 15 sideways on the combat discard pile."
    assert "laid-sideways" not in battle(duel(6), AT, "human", ["ready", 8]).tags, "the app's card lies nowhere"


@pytest.mark.clause("SCY-COMBAT-04")
@BOTH
def test_the_revealed_card_lies_on_the_combat_discard_and_only_its_table_counts(attacker: Side) -> None:
    """Card 1 would give power, a worker and a bonus, and its star is golden."""
    table = duel(1, tracker=10, combat_cards=0)
    table.deck.set_drawn([9], Chance(0))
    table.last_card = 9
    top_card(table, 1)
    played = battle(table, AT, attacker, ["ready", 3])
    assert (table.combat_discard, table.main_discard, table.last_card) == ([1], [9], 9)
    assert (table.automa.power, table.automa.workers, table.tracker) == (2, [], 10)
    assert {"gain", "recruit", "tracker", "move"}.isdisjoint(played.tags)


@pytest.mark.clause("SCY-COMBAT-05")
@pytest.mark.parametrize(
    ("power", "used"),
    [(2, 2), (3, 2), (7, 2), (8, 4), (13, 4), (14, 7), (15, 7), (16, 7)],
)
@BOTH
def test_her_power_selects_the_column(attacker: Side, power: int, used: int) -> None:
    """Card 5 reads 2 / 4 / 7."""
    table = duel(5, power=power)
    played = battle(table, AT, attacker, ["ready", 0])
    assert played.step("combat-card").event.params() == {"card": 5, "power": used, "count": 0}
    assert table.automa.power == power - used


@pytest.mark.clause("SCY-COMBAT-05")
def test_the_columns_are_the_same_on_every_card() -> None:
    """Each printed card read at both edges of all three columns."""
    for number, printed in CARDS.items():
        for column, powers in enumerate([(0, 7), (8, 13), (14, 16)]):
            for power in powers:
                table = duel(number, power=power)
                battle(table, AT, "automa", ["ready", 0])
                assert power - table.automa.power == min(power, printed.spend[column]), (number, power)


@pytest.mark.clause("SCY-COMBAT-06")
@pytest.mark.parametrize(("power", "used"), [(0, 0), (1, 1), (6, 6), (7, 7)])
def test_with_less_power_than_the_number_she_uses_all(power: int, used: int) -> None:
    """Card 6 wants seven in every column."""
    table = duel(6, power=power)
    played = battle(table, AT, "automa", ["ready", 0])
    assert (outcome(played), table.automa.power) == (("automa", used, 0), 0)
    assert "SCY-COMBAT-06" in played.step("combat-card").clauses


@pytest.mark.clause("SCY-COMBAT-07")
@pytest.mark.parametrize("number", sorted(CARDS))
def test_she_uses_as_many_combat_cards_as_the_symbols_show(number: int) -> None:
    icons = {0: (3, 7, 15, 18), 2: (2, 8, 11, 12, 17), 3: (13,)}
    used = next((count for count, cards in icons.items() if number in cards), 1)
    table = duel(number, combat_cards=5)
    answers: list[Any] = ["ready", 2 * used, 0] if used else ["ready", 0]
    played = battle(table, AT, "automa", answers)
    assert played.step("combat-card").event.params()["count"] == used
    assert table.automa.combat_cards == 5 - used
    assert "SCY-COMBAT-07" in played.step("combat-card").clauses


@pytest.mark.clause("SCY-COMBAT-07")
@pytest.mark.parametrize(("number", "low", "high"), [(6, 2, 5), (12, 4, 10), (13, 6, 15)])
def test_the_values_of_her_cards_are_asked_and_added(number: int, low: int, high: int) -> None:
    table = duel(number, combat_cards=5)
    with pytest.raises(Unanswered) as unanswered:
        battle(table, AT, "automa", ["ready"])
    form = unanswered.value.question
    assert isinstance(form, Form)
    assert [field.name for field in form.fields] == ["cards", "total", "star"]
    question = form.fields[0].question
    assert isinstance(question, Count)
    assert (question.about, question.low, question.high) == ("ask.her-cards", low, high)
    table = duel(number, combat_cards=5)
    assert outcome(battle(table, AT, "automa", ["ready", high, 0]))[1] == CARDS[number].spend[1] + high


@pytest.mark.clause("SCY-COMBAT-08")
@pytest.mark.parametrize(("held", "used"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_with_fewer_combat_cards_she_uses_all(held: int, used: int) -> None:
    table = duel(13, combat_cards=held)
    played = battle(table, AT, "automa", ["ready", *([used * 3] if used else []), 0])
    assert outcome(played) == ("automa", 5 + 3 * used, 0)
    assert table.automa.combat_cards == held - used


@pytest.mark.clause("SCY-COMBAT-09")
@BOTH
def test_one_unit_alone_uses_three_combat_cards(attacker: Side) -> None:
    table = duel(13, combat_cards=3)
    assert (table.automa.mechs, table.automa.character) == ([AT], "mat")
    assert outcome(battle(table, AT, attacker, ["ready", 15, 19])) == ("automa", 20, 19)


@pytest.mark.clause("SCY-COMBAT-10")
@pytest.mark.parametrize(
    ("attacker", "human", "winner"),
    [
        ("automa", 6, "automa"),
        ("automa", 7, "automa"),
        ("automa", 8, "human"),
        ("human", 6, "automa"),
        ("human", 7, "human"),
        ("human", 8, "human"),
    ],
)
def test_the_higher_total_wins_and_a_tie_goes_to_the_attacker(attacker: Side, human: int, winner: str) -> None:
    table = duel(6)
    played = battle(table, AT, attacker, ["ready", human, *(["no"] if winner == "human" else [])])
    assert outcome(played) == (winner, 7, human)
    assert played.step("outcome").clauses == ("SCY-COMBAT-10",)
    assert (table.human.mechs == [AT]) is (winner == "human")
    assert (table.automa.mechs == [AT]) is (winner == "automa")


@pytest.mark.clause("SCY-COMBAT-11")
@BOTH
@pytest.mark.parametrize("human", [0, 30])
def test_used_power_and_cards_are_gone_whoever_wins(attacker: Side, human: int) -> None:
    table = duel(11, power=12, combat_cards=4)
    answers: list[Any] = ["ready", 6, human, *(["no"] if human else [])]
    battle(table, AT, attacker, answers)
    assert table.automa.power == 12 - 7
    assert table.automa.combat_cards == 4 - 2 + (1 if human else 0), "the loser draws one"


@pytest.mark.clause("SCY-COMBAT-11")
@pytest.mark.parametrize(
    ("number", "power", "held", "values", "draws"),
    [(10, 9, 0, [], False), (10, 9, 1, [2], True), (6, 0, 0, [], False), (6, 1, 0, [], True), (15, 9, 3, [], True)],
)
def test_she_draws_as_loser_only_for_power_or_cards_used(
    number: int, power: int, held: int, values: list[int], draws: bool
) -> None:
    table = duel(number, power=power, combat_cards=held)
    played = battle(table, AT, "human", ["ready", *values, 20, "no"])
    assert ("her-loser-card" in played.tags) is draws
    assert table.automa.combat_cards == held - len(values) + draws
    if draws:
        told = played.step("her-loser-card")
        assert told.event.key() == ("her-loser-card.cards" if values else "her-loser-card")
        assert told.clauses == ("SCY-COMBAT-11",)
        assert told.event.remark, "with as many cards as before no hand says that they were replaced"


@pytest.mark.clause("SCY-COMBAT-11")
@pytest.mark.parametrize("human", [0, 1])
def test_the_human_draws_as_loser_only_for_something_revealed(human: int) -> None:
    played = battle(duel(6), AT, "human", ["ready", human])
    keys = [step.event.key() for step in played.told]
    assert ("loser-card" in keys) is bool(human)
    assert not any(key.startswith("her-loser-card") for key in keys)


# ------------------------------------------------------------------------------------------- the loser's pieces


@pytest.mark.clause("SCY-COMBAT-12")
@pytest.mark.parametrize("level", ["autometta", "automa", "automaszyna"])
@BOTH
def test_her_lost_units_go_to_the_mat(level: Level, attacker: Side) -> None:
    table = duel(10, level=level, mechs=[AT, "r4c6", "base"], character="r3c6")
    played = battle(table, AT, attacker, ["ready", 3, "no"])
    assert (table.automa.mechs, table.automa.character) == (["r4c6", "base"], "r3c6"), "only those of the territory"
    assert played.step("retreat").event.key() == "retreat.automa.mat"
    assert played.step("retreat").clauses == ("SCY-COMBAT-12",)
    table = duel(10, level=level, mechs=["r4c6"], character=AT)
    battle(table, AT, attacker, ["ready", 3, "no"])
    assert (table.automa.mechs, table.automa.character) == (["r4c6"], "mat")


@pytest.mark.clause("SCY-COMBAT-13")
def test_her_workers_go_to_her_base_with_the_lost_combat() -> None:
    table = duel(10, workers=[AT, "r3c6"])
    played = battle(table, AT, "human", ["ready", 3, "no"])
    assert table.automa.workers == ["base", "r3c6"]
    assert sent(played) == [("automa", AT, 1)]
    step = played.step("sent")
    assert step.clauses == ("SCY-COMBAT-13",)
    assert "you lose popularity" in ENGLISH.sentence(step.event)


@pytest.mark.clause("SCY-COMBAT-13")
def test_no_popularity_is_lost_when_she_attacked_herself() -> None:
    table = duel(10, workers=[AT])
    played = battle(table, AT, "automa", ["ready", 3, "no"])
    assert table.automa.workers == ["base"]
    assert "popularity" not in ENGLISH.sentence(played.step("sent").event)


@pytest.mark.clause("SCY-COMBAT-13")
@BOTH
def test_workers_stay_where_she_wins(attacker: Side) -> None:
    table = duel(6, workers=[AT])
    played = battle(table, AT, attacker, ["ready", 3])
    assert (table.automa.workers, sent(played)) == ([AT], [])


@pytest.mark.clause("SCY-COMBAT-15")
@BOTH
def test_the_humans_pieces_retreat_to_the_humans_base(attacker: Side) -> None:
    table = duel(
        6,
        human_character=AT,
        human_mechs=[AT, "r6c4", AT],
        human_workers=[AT, AT, "r7c3"],
        mechs=[AT, "r4c6"],
        human_structures=[AT],
    )
    played = battle(table, AT, attacker, ["ready", 5])
    human = table.human
    assert (human.character, human.mechs, human.workers) == (
        "base",
        ["base", "r6c4", "base"],
        ["base", "base", "r7c3"],
    )
    assert human.structures == [AT]
    assert table.automa.mechs == [AT, "r4c6"]
    assert played.step("retreat").event.key() == "retreat.human.base"
    assert played.step("retreat").clauses == ("SCY-COMBAT-15",)


@pytest.mark.clause("SCY-COMBAT-15")
def test_nothing_sets_her_popularity() -> None:
    assert "popularity" not in WHAT
    table = duel(6)
    told = [ENGLISH.sentence(step.event) for step in battle(table, AT, "automa", ["ready", 5]).told]
    assert not any("popularity" in sentence for sentence in told)


@pytest.mark.clause("SCY-COMBAT-16")
def test_each_combat_reveals_a_card_of_its_own_and_workers_alone_none() -> None:
    live = live_duel()
    live.put(Adjust(what="mech", at="mat", to="r4c6"))
    live.put(Added("mech", "base"))
    live.put(Added("mech", "base"))
    before = live.position.deck.left
    for at in (AT, "r4c6", "r1c4"):
        live.put(Go("mech", "base", at))
    assert (live.position.deck.left, live.position.combat_discard) == (before, []), "the workers' territory needed none"
    assert live.position.automa.workers == ["base", "r1c5"]
    live.put(Adjust(what="power", to=9))
    tell(live, Fought(AT), "ready", 15, 3)
    tell(live, Fought("r4c6"), "ready", 7, 1)
    assert live.position.deck.left == before - 2
    assert live.position.combat_discard == [15, 7]


@pytest.mark.clause("SCY-COMBAT-17")
def test_the_power_is_read_after_what_changed_it_before_the_reveal() -> None:
    """Power 8 is the second column of 2/4/7, six the first: an ability took two before the dials were set."""
    live = live_duel()
    tell(live, Adjust(what="power", to=8), Go("mech", "base", AT))
    tell(live, Adjust(what="power", to=6))
    played = tell(live, Fought(AT), "ready", 5, 2, 20, "no")
    assert played.step("combat-card").event.params() == {"card": 5, "power": 2, "count": 1}
    assert live.position.automa.power == 4


@pytest.mark.clause("SCY-COMBAT-18")
@BOTH
def test_units_on_the_mat_come_back_only_as_a_gain(attacker: Side) -> None:
    table = duel(10, mechs=[], character=AT, workers=["r4c6"])
    battle(table, AT, attacker, ["ready", 3, "no"])
    symbols = [Symbol("character_move"), Symbol("mech_move"), Symbol("encounter_or_factory")]
    symbols += [Symbol("attack_combat_unit", 0), Symbol("attack_workers")]
    others = [Gain("coin", 1), Gain("power", 1), Gain("worker", 1), Gain("combat_card", 1)]
    played = play(table, card(symbols, others))
    assert (table.automa.character, table.automa.mechs) == ("mat", [])
    assert "no-move" in played.tags
    play(table, card(gains=[Gain("character_or_mech", 1)]))
    assert (table.automa.character, table.automa.mechs) == ("base", [])


# --------------------------------------------------------------------------------------------------- workers only


@pytest.mark.clause("SCY-COMBAT-02")
@pytest.mark.parametrize("unit", ["mech", "character"])
def test_a_human_unit_sends_her_lone_workers_home_without_a_combat(unit: Any) -> None:
    live = game()
    if unit == "mech":
        live.put(Added("mech", "base"))
    played = tell(live, Go(unit, "base", "r1c4"))
    assert live.position.automa.workers == ["base", "r1c5"]
    assert sent(played) == [("automa", "r1c4", 1)]
    assert "you lose popularity" in ENGLISH.sentence(played.step("sent").event)
    assert "battle" not in played.tags
    assert live.question is None
    assert live.position.deck.left == 19
    assert (live.position.stars, live.position.human.stars) == (0, 0)


@pytest.mark.clause("SCY-COMBAT-02", "SCY-RES-01")
def test_then_resources_are_placed() -> None:
    live = game({"deck": "mine"})
    tell(live, Next(), 9)  # the worker from r1c4 goes to r2c4
    assert live.position.automa.workers[:2] == ["r2c4", "r1c5"]
    played = tell(live, Go("character", "base", "r1c5"))
    assert played.tags == ["sent", "place-resources"]
    assert placed(played) == [("r1c5", "oil", 3)]
    assert played.step("place-resources").clauses[0] == "SCY-RES-01"


@pytest.mark.clause("SCY-COMBAT-02")
def test_human_workers_cannot_enter_where_she_stands() -> None:
    live = live_duel()
    for at in ("r1c4", AT):
        with pytest.raises(Refused) as refused:
            live.put(Go("worker", "r7c3", at))
        assert (refused.value.where, refused.value.message.key) == ("to", "go.worker")
    assert live.position.automa.workers == ["r1c4", "r1c5"]


@pytest.mark.clause("SCY-COMBAT-02")
def test_workers_beside_a_combat_unit_stay_until_the_fight_is_over() -> None:
    live = live_duel(at="r1c4")
    played = tell(live, Go("mech", "base", "r1c4"))
    assert played.tags == ["must-fight"]
    assert live.position.automa.workers == ["r1c4", "r1c5"]
    tell(live, Fought("r1c4"), "ready", 6, 2, 3)
    assert live.position.automa.workers == ["r1c4", "r1c5"], "she won"


# ------------------------------------------------------------------------------------------------------ resources


@pytest.mark.clause("SCY-COMBAT-14", "SCY-RES-01")
def test_the_human_attacker_who_wins_gets_resources_on_the_territory() -> None:
    table = duel(10, at=TUNDRA)
    table.last_card = 16
    played = battle(table, TUNDRA, "human", ["ready", 3, "no"])
    assert placed(played) == [(TUNDRA, "oil", 4)]
    assert played.step("place-resources").clauses == ("SCY-RES-01", "SCY-RES-02", "SCY-RES-03")


@pytest.mark.clause("SCY-RES-12")
@pytest.mark.parametrize(
    ("attacker", "number", "answers"), [("automa", 10, [3, "no"]), ("automa", 6, [3]), ("human", 6, [3])]
)
def test_nothing_is_placed_in_any_other_outcome(attacker: Side, number: int, answers: list[Any]) -> None:
    table = duel(number, at=TUNDRA)
    table.last_card = 16
    assert placed(battle(table, TUNDRA, attacker, ["ready", *answers])) == []


@pytest.mark.clause("SCY-RES-12")
def test_nothing_is_placed_where_she_has_no_piece() -> None:
    live = game({"deck": "mine"})
    tell(live, Next(), 16)
    assert tell(live, Go("character", "base", "r2c3")).tags == []
    tell(live, Added("mech", "base"))
    assert tell(live, Go("mech", "base", "r7c4")).tags == []


@pytest.mark.clause("SCY-RES-02")
@pytest.mark.parametrize("number", sorted(CARDS))
def test_the_resource_box_of_the_last_main_card_says_how_many(number: int) -> None:
    boxes = {1: 1, 2: 2, 3: 0, 4: 0, 5: 4, 6: 0, 7: 2, 8: 1, 9: 3, 10: 1, 11: 0, 12: 1, 13: 0, 14: 0, 15: 2}
    boxes |= {16: 4, 17: 2, 18: 1, 19: 1}
    live = game({"deck": "mine"})
    tell(live, Next(), 5)
    tell(live, Next(), number) if number != 5 else None
    for at in set(live.position.automa.workers) - {TUNDRA, "base"}:
        live.put(Adjust(what="worker", at=at, to="mat"))
    if TUNDRA not in live.position.automa.workers:
        live.put(Adjust(what="worker", at="mat", to=TUNDRA))
    if live.position.automa.character == TUNDRA:
        live.put(Adjust(what="character", to="base"))
    played = tell(live, Go("character", "base", TUNDRA))
    assert placed(played) == ([(TUNDRA, "oil", boxes[number])] if boxes[number] else [])


@pytest.mark.clause("SCY-RES-03", "SCY-RES-04")
@pytest.mark.parametrize("at", sorted(TERRAIN))
def test_the_terrain_says_what_and_some_terrains_give_nothing(at: str) -> None:
    kinds = {"mountain": "metal", "farm": "food", "forest": "wood", "tundra": "oil"}
    table = duel(10, at=at)
    table.last_card = 9
    expected = [(at, kinds[TERRAIN[at]], 3)] if TERRAIN[at] in kinds else []
    assert placed(battle(table, at, "human", ["ready", 3, "no"])) == expected
    assert bool(expected) is (TERRAIN[at] not in ("lake", "village", "factory"))


@pytest.mark.clause("SCY-RES-03")
@pytest.mark.parametrize(("at", "what"), [(FOREST, "wood"), (FARM, "food"), (MOUNTAIN, "metal"), (TUNDRA, "oil")])
def test_one_territory_of_each_kind_by_hand(at: str, what: str) -> None:
    table = duel(10, at=at)
    table.last_card = 2
    assert placed(battle(table, at, "human", ["ready", 3, "no"])) == [(at, what, 2)]


@pytest.mark.clause("SCY-RES-04")
@pytest.mark.parametrize("at", ["r3c4", "r4c1", "r4c3"])
def test_lake_village_and_factory_stay_empty(at: str) -> None:
    table = duel(10, at=at)
    table.last_card = 5
    assert placed(battle(table, at, "human", ["ready", 3, "no"])) == []


@pytest.mark.clause("SCY-RES-05")
def test_cards_of_combats_are_never_used_and_one_card_serves_all_territories_of_a_turn() -> None:
    """Card 9 was her turn's; the combats reveal cards 5 and 16, whose boxes say four."""
    live = game({"deck": "mine"})
    tell(live, Next(), 9)
    for at in ("r2c3", FARM):
        live.put(Adjust(what="mech", at="mat", to=at))
        tell(live, Added("mech", "base"), Go("mech", "base", at))
    first = tell(live, Fought("r2c3"), "ready", 5, 2, 30, "no")
    second = tell(live, Fought(FARM), "ready", 16, 2, 30, "no")
    third = tell(live, Go("character", "base", TUNDRA))
    assert live.position.combat_discard == [5, 16]
    assert [placed(one) for one in (first, second, third)] == [
        [("r2c3", "oil", 3)],
        [(FARM, "food", 3)],
        [(TUNDRA, "oil", 3)],
    ]


@pytest.mark.clause("SCY-RES-06")
def test_before_her_first_turn_nothing_is_placed() -> None:
    live = live_duel(at=TUNDRA)
    played = tell(live, Go("mech", "base", TUNDRA), Fought(TUNDRA), "ready", 5, 2, 30, "no")
    assert outcome(played)[0] == "human"
    assert placed(played) == []
    assert placed(tell(live, Go("character", "base", "r1c4"))) == []


@pytest.mark.clause("SCY-RES-06")
def test_the_remembered_card_is_used_after_the_shuffle_for_scheme_two() -> None:
    live = game({"deck": "mine"})
    live.put(Adjust(what="tracker", to=8))
    tell(live, Next(), 9)
    assert live.position.main_discard == []
    assert placed(tell(live, Go("character", "base", TUNDRA))) == [(TUNDRA, "oil", 3)]


def with_empty_deck(at: str = FOREST) -> Playthrough:
    """All cards drawn, card 16 for the last turn; the human's mech stands where hers does."""
    live = live_duel(at=at)
    tell(live, Adjust(what="drawn", to=[number for number in range(1, 20) if number != 16] + [16]))
    tell(live, Adjust(what="last-card", to=16), Go("mech", "base", at))
    return live


@pytest.mark.clause("SCY-RES-07")
def test_a_reshuffle_forced_by_the_combat_loses_no_number() -> None:
    """The app remembers, so that nobody has to lay tokens out in advance; the result is the same."""
    live = with_empty_deck()
    played = tell(live, Fought(FOREST), "ready", 16, 2, 30, "no")
    assert "reshuffle" in played.tags
    assert live.position.main_discard == []
    assert placed(played) == [(FOREST, "wood", 4)]


@pytest.mark.clause("SCY-RES-08")
def test_nothing_of_the_advance_lies_there_when_she_wins_and_all_else_is_removed() -> None:
    live = with_empty_deck()
    played = tell(live, Fought(FOREST), "ready", 16, 5, 1)
    assert outcome(played)[0] == "automa"
    assert placed(played) == []
    assert "clear-resources" not in played.tags
    assert played.step("tokens-brought").clauses == ("SCY-RES-08",)
    assert played.step("tokens-brought").event.key() == "tokens-brought.removed"


@pytest.mark.clause("SCY-RES-09")
def test_her_won_attack_removes_all_resources_there() -> None:
    table = position(mechs=["r4c6"], workers=["r4c5"], power=9, human_mechs=[AT], scheme="II", tracker=10)
    top_card(table, 6)
    played = play(table, 14, ["ready", 3], combat=True)
    cleared = played.step("clear-resources")
    assert (plain(cleared.event.params()), cleared.clauses) == ({"at": AT}, ("SCY-RES-09",))
    assert "tokens-brought" not in played.tags


@pytest.mark.clause("SCY-RES-09")
def test_her_lost_attack_removes_nothing() -> None:
    table = position(mechs=["r4c6"], workers=["r4c5"], power=9, human_mechs=[AT], scheme="II", tracker=10)
    top_card(table, 10)
    assert "clear-resources" not in play(table, 14, ["ready", 3, "no"], combat=True).tags


@pytest.mark.clause("SCY-RES-09")
@pytest.mark.parametrize("structures", [[], ["r5c2"]])
def test_a_raid_removes_all_resources_there(structures: list[str]) -> None:
    table = position("saxony", workers=["r6c2"], mechs=["r6c1"], human_workers=["r5c2"], human_structures=structures)
    played = play(table, card([Symbol("attack_workers")]))
    assert plain(played.step("clear-resources").event.params()) == {"at": "r5c2"}
    assert played.step("clear-resources").clauses == ("SCY-RES-09",)


@pytest.mark.clause("SCY-RES-10", "SCY-RES-11")
def test_the_person_is_told_before_the_game_that_tokens_leave_wherever_her_pieces_go() -> None:
    """The app follows no tokens; it says the rule for every piece and every move once, at the set-up."""
    live = game()
    lines = {
        clause: said for said, clauses in DEFINITION.setup.checklist(live.position, live.rulings) for clause in clauses
    }
    for clause in ("SCY-RES-10", "SCY-RES-11"):
        assert ENGLISH.sentence(lines[clause]) == (
            "The Automa never holds resources. "
            "When one of its units enters a territory, return all resources there to the supply."
        )


@pytest.mark.clause("SCY-COMBAT-12", "SCY-COMBAT-03")
def test_her_attack_in_a_live_game_from_the_card_to_the_lost_combat() -> None:
    live = live_duel(at="r4c5")
    for one in (Adjust(what="scheme", to="II"), Adjust(what="tracker", to=10), Adjust(what="power", to=7)):
        live.put(one)
    tell(live, Go("mech", "base", AT))
    first = tell(live, Next(), 14)
    assert first.steps == [{"do": "attack", "unit": "character", "from": "base", "to": AT}]
    assert live.question is not None
    assert live.question.about == "ask.ready.own"
    rest = tell(live, "ready", 10, 2, 9, "yes")
    assert rest.tags[:4] == ["laid-sideways", "combat-card", "outcome", "retreat"]
    assert rest.step("retreat").clauses == ("SCY-COMBAT-12",)
    assert live.position.human.stars == 1
    assert [step["do"] for step in rest.steps] == ["gain", "recruit", "tracker"], "the rest of the card follows"


@pytest.mark.clause("SCY-COMBAT-01")
@pytest.mark.parametrize(("stars", "over"), [(4, False), (5, True)])
def test_the_humans_won_combat_may_bring_the_sixth_star(stars: int, over: bool) -> None:
    live = live_duel()
    tell(live, Adjust(what="your-stars", to=stars), Go("mech", "base", AT))
    tell(live, Fought(AT), "ready", 10, 2, 9, "yes")
    assert (live.position.human.stars, live.position.over) == (stars + 1, over)


@pytest.mark.clause("SCY-RES-10")
def test_a_structure_or_token_where_she_raids_hinders_nothing() -> None:
    table = position(
        "saxony",
        character="r6c1",
        workers=["r6c2"],
        human_workers=["r5c2"],
        human_structures=["r5c2"],
        encounters=["r5c2"],
    )
    played = play(table, card([Symbol("attack_workers")]))
    assert "clear-resources" in played.tags
    assert table.human.structures == ["r5c2"]


@pytest.mark.clause("SCY-RES-02")
def test_built_structures_change_nothing_about_the_resources() -> None:
    live = game({"deck": "mine"})
    tell(live, Next(), 9)
    tell(live, Built(TUNDRA))
    assert placed(tell(live, Go("character", "base", TUNDRA))) == [(TUNDRA, "oil", 3)]


@pytest.mark.clause("SCY-ENC-02")
def test_a_character_that_won_its_combat_takes_the_token_there() -> None:
    """And she never heads for it again."""
    live = game()
    tell(live, Adjust("mech", "r4c5", "mat"), Go("character", "base", "r4c5"))
    win(live, "r4c5")
    assert live.position.human.character == "r4c5"
    assert "r4c5" not in live.position.encounters


def win(live: Playthrough, at: str) -> list[str]:
    """Let the human attack and win, and return the tags of the events."""
    tags = tell(live, Fought(at), "ready").tags
    assert isinstance(live.question, Form)
    asked = [field.name for field in live.question.fields]
    answers = {name: value for name, value in (("cards", 3), ("total", 40), ("star", "no")) if name in asked}
    return [*tags, *tell(live, answers).tags]


@pytest.mark.clause("SCY-ENC-02", "SCY-COMBAT-01")
def test_a_won_combat_takes_no_token_where_another_combat_is_to_come() -> None:
    """The human's character meets her mech on D5, their mech another one on B3."""
    live = game()
    tell(live, Adjust("mech", "r4c5", "mat"), Adjust("mech", "r2c3", "mat"), Added("mech", "base"))
    tell(live, Go("character", "base", "r4c5"), Go("mech", "base", "r2c3"))
    tags = win(live, "r2c3")
    assert "retreat" in tags
    assert "token-taken" not in tags
    assert "r4c5" in live.position.encounters
    assert "token-taken" in win(live, "r4c5")
    assert "r4c5" not in live.position.encounters


@pytest.mark.clause("SCY-COMBAT-17", "SCY-A26")
def test_an_ability_may_change_her_power_before_the_reveal() -> None:
    table = position(mechs=["r4c4"], power=14, human_mechs=["r4c4"])
    top_card(table, 12)
    played = battle(table, "r4c4", "human", ["power", {"power": 3}, 9, "no"])
    assert played.step("combat-card").event.params()["power"] == min(3, CARDS[12].spend[0])


@pytest.mark.clause("SCY-COMBAT-17", "SCY-A26")
@BOTH
def test_a_stolen_combat_card_is_told_before_the_reveal_and_nobody_asks_for_it(attacker: Side) -> None:
    """Crimea's Scout: she held one card and has none left."""
    table = duel(6, combat_cards=1)
    with pytest.raises(Unanswered) as unanswered:
        battle(table, AT, attacker, ["power", {"stolen": "yes"}])
    assert isinstance(unanswered.value.question, Form)
    assert [field.name for field in unanswered.value.question.fields] == ["total", "star"]
    table = duel(6, combat_cards=1)
    played = battle(table, AT, attacker, ["power", {"stolen": "yes"}, {"total": 8, "star": "no"}])
    assert played.step("combat-card").event.params() == {"card": 6, "power": 7, "count": 0}
    assert table.automa.combat_cards == 1, "the loser draws one"


def test_the_star_is_asked_for_only_where_one_is_possible() -> None:
    """Two for combats, as always; Saxony's Dominate lifts the limit."""

    def fields(faction: Faction, placed: int) -> list[str]:
        table = position("rusviet", faction, mechs=[AT], power=9, human_mechs=[AT], human_combat_stars=placed)
        return [field.name for field in make_reckoning(AT, "human", 3, 0, may_place_star(table.human)).fields]

    assert fields("crimea", 1) == ["total", "star"]
    assert fields("crimea", 2) == ["total"]
    assert fields("saxony", 2) == ["total", "star"]
    live = live_duel()
    tell(live, Go("mech", "base", AT), Fought(AT), "ready", 15, 8, "yes")
    assert (live.position.human.combat_stars, live.position.human.stars) == (1, 1)


def test_what_a_form_would_bring_is_tried_with_the_same_rules() -> None:
    live = live_duel()
    tell(live, Go("mech", "base", AT), Fought(AT), "ready", 15)
    before = live.digest()
    with live.tried(Respond({"total": 8, "star": "yes"})) as steps:
        assert [step.event.key() for step in steps][:1] == ["outcome.human"]
        assert live.position.human.stars == 1
    assert (live.digest(), live.position.human.stars) == (before, 0)


@pytest.mark.clause("SCY-COMBAT-02")
def test_workers_that_are_driven_away_name_their_own_clause() -> None:
    live = game()
    steps = live.put(Go("character", "base", "r1c5"))
    assert [step.clauses for step in steps if step.event.__struct_config__.tag == "sent"] == [("SCY-COMBAT-02",)]


def test_after_a_combat_she_says_what_is_left() -> None:
    table = duel(12, power=12, combat_cards=4)
    played = battle(table, AT, "human", ["ready", 7, 12, "no"])
    spent = next(step.event for step in played.told if step.event.key() == "spent")
    assert spent.params() == {"power": 7, "cards": 2}
    assert "outcome.human.tie" in [step.event.key() for step in played.told], "12 to 12, and the human attacked"


@pytest.mark.clause("SCY-RES-10")
def test_a_plain_move_removes_the_tokens_that_were_put_there() -> None:
    live = game({"deck": "mine"})
    tell(live, Added("mech", "base"), Next(), 5)
    table = live.position
    at = next(place for place in table.automa.workers if TERRAIN.get(place) in ("forest", "tundra", "mountain"))
    steps = live.put(Go("mech", "base", at))
    assert [step.event.key().split(".")[0] for step in steps] == ["sent", "place-resources"]
    assert list(live.position.resources) == [at]
    lone = position("nordic", "crimea", workers=["r1c5"], restricted=True)
    lone.resources = {"r2c4": 1}
    played = play(lone, card([Symbol("worker_move")]))
    assert played.steps[0]["to"] == "r2c4"
    assert played.tags[:2] == ["move", "clear-resources"]
    assert not any(lone.resources.values())


def test_a_mech_carries_workers_into_its_combat() -> None:
    live = live_duel()
    tell(live, Go("mech", "base", AT), Go("worker", "r7c3", AT))
    assert AT in live.position.human.workers
    with pytest.raises(Refused) as refused:
        live.put(Added("worker", live.position.automa.workers[0]))
    assert refused.value.message.key == "add.occupied"


def test_a_correction_never_places_the_sixth_star() -> None:
    live = game()
    with pytest.raises(Refused) as refused:
        live.put(Adjust("tracker", 21))
    assert refused.value.message.key == "adjust.stars"
    assert live.position.tracker == 0
