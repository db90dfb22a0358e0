"""What the Automa has and never has, and what holds in every game (GEN)."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.question import Count, Form
from automarium.games.scythe.commands import Added, Fought, Go, Next
from automarium.games.scythe.corrections import WHAT
from automarium.games.scythe.events import ClearResources, CombatCard, Outcome, Star
from automarium.games.scythe.position import (
    ACTIONS,
    LEVELS,
    STAR_CARDS,
    Action,
    Automa,
    Faction,
    Gain,
    Human,
    Level,
    Position,
    SchemeName,
    Symbol,
)
from automarium.games.scythe.rules.turn import play_card
from tests.games.scythe.kit import (
    CARDS,
    DEFINITION,
    FREE,
    battle,
    card,
    desk_of,
    find,
    game,
    human_and_automa,
    nothing,
    play,
    position,
    rulings,
    scattered,
    scores,
    shown,
    tell,
    top_card,
    whole_game,
)

HALVES = [(number, scheme) for number in CARDS for scheme in ("I", "II")]
TERRITORIES = {f"r{row}c{column}" for row in range(1, 9) for column in range(7)}
every_half = pytest.mark.parametrize(("number", "scheme"), HALVES)


def busy(**more: Any) -> Position:
    """A table in the middle of a game, nobody of the human's in reach of an attack."""
    pieces: dict[str, Any] = {
        "workers": ["r3c6", "r4c6"],
        "mechs": ["r4c5"],
        "character": "r3c5",
        "power": 9,
        "combat_cards": 3,
        "coins": 12,
        "human_mechs": ["r6c1"],
        "human_workers": ["r7c3", "r8c3"],
    }
    return position(**copy.deepcopy({**pieces, **more}))


def words_of(type_: type[msgspec.Struct]) -> set[str]:
    return {name for field in type_.__struct_fields__ for name in field.split("_")}


# ----------------------------------------------------------------------------------------------------- who plays


@pytest.mark.parametrize(
    "options",
    [{"faction": ["nordic", "saxony"]}, {"human": ["crimea", "polania"]}, {"automas": 2}, {"second": "polania"}],
)
@pytest.mark.clause("SCY-GEN-01")
def test_more_humans_or_automas_cannot_be_set_up(options: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        game(options)


@pytest.mark.clause("SCY-GEN-01")
def test_a_table_has_one_human_and_one_automa() -> None:
    table = game().position
    sides = [value for value in msgspec.structs.asdict(table).values() if isinstance(value, Automa | Human)]
    assert [type(side) for side in sides] == [Automa, Human]
    assert shown("SCY-GEN-01")


@every_half
@pytest.mark.clause("SCY-GEN-02")
def test_a_turn_without_an_attack_leaves_the_humans_side_alone(number: int, scheme: SchemeName) -> None:
    table = busy(scheme=scheme)
    before = copy.deepcopy(table.human)
    played = play(table, number)
    assert not {"attack", "raid"} & set(played.tags)
    assert table.human == before


@pytest.mark.clause("SCY-GEN-02")
def test_the_humans_own_moves_follow_the_normal_rules_not_hers() -> None:
    """Their units are not held by her water restriction or her one piece a turn; workers attack nobody."""
    live = game()
    assert live.position.restricted
    for at in ("r7c2", "r6c1", "r3c4"):
        live.put(Go("character", live.position.human.character, at))
        assert live.position.human.character == at
    live.put(Go("worker", "r7c3", "r7c4"))
    with pytest.raises(Refused, match=r"go\.worker"):
        live.put(Go("worker", "r7c4", "r1c4"))
    assert shown("SCY-GEN-02") == shown("SCY-SETUP-01")


@pytest.mark.clause("SCY-GEN-03")
def test_normal_rules_bind_her_where_nothing_replaces_them() -> None:
    """A tie goes to the attacker, the loser draws a card, power used is lost, the track ends at 16."""
    table = position(mechs=["r4c5"], power=9, human_mechs=["r4c5"])
    top_card(table, 15)  # 7 power, no cards
    played = battle(table, "r4c5", "human", ["ready", 7, "no"])
    assert played.the(Outcome).winner == "human"
    assert (table.automa.power, table.automa.combat_cards) == (2, 1)
    full = position(power=15)
    play(full, card(gains=[Gain("power", 4)]))
    assert full.automa.power == 16


@pytest.mark.clause("SCY-GEN-03")
def test_replaced_normal_rules_do_not_bind_her() -> None:
    """Three combat cards for one unit, retreat to the mat, a move across the map, no price."""
    table = position(mechs=["r4c5"], power=9, combat_cards=3, human_mechs=["r4c5"])
    top_card(table, 13)  # 5 power, three cards
    played = battle(table, "r4c5", "human", ["ready", 6, 20, "no"])
    assert played.the(CombatCard).cards == 3
    assert table.automa.mechs == []
    assert find(position(workers=["r5c2"], mechs=["base"]), "mech_move").answer == ("mech", "base", "r6c2")


@pytest.mark.clause("SCY-GEN-04")
def test_the_solo_set_and_its_reference_cards_without_state() -> None:
    assert len(CARDS) == 19
    assert len(STAR_CARDS) == len(LEVELS) == 4
    assert len(game().position.deck.cards) == 19
    known = words_of(Position) | words_of(Automa) | words_of(Human)
    known |= {*DEFINITION.setup.option_names, *WHAT, *DEFINITION.commands}
    assert not known & {"reference", "references", "reference-card", "help"}


# ------------------------------------------------------------------------------------------------ what she never has


@every_half
@pytest.mark.clause("SCY-GEN-05", "SCY-GEN-12")
def test_no_card_gives_her_more_than_pieces_coins_power_and_combat_cards(number: int, scheme: SchemeName) -> None:
    """The recruit row is the human's: with it taken off, her side is the same."""
    table, without = busy(scheme=scheme), busy(scheme=scheme)
    half = CARDS[number].scheme(scheme)
    bare = msgspec.structs.replace(half, recruit=None)
    played = play(table, number)
    play(without, msgspec.structs.replace(CARDS[number], **{scheme: bare}))
    assert table.automa == without.automa
    gained = {step["what"] for step in played.steps if step["do"] == "gain"}
    assert gained <= {"coin", "power", "combat_card", "worker", "character", "mech"}
    hers = words_of(Automa)
    assert not hers & {"recruits", "structures", "upgrades", "objectives", "objective", "mat", "player"}


@pytest.mark.clause("SCY-GEN-05")
def test_structures_recruits_upgrades_and_objectives_bring_her_nothing_at_the_end() -> None:
    sheet = DEFINITION.scoring.score(busy(), rulings())
    assert [line.what for line in sheet.lines] == ["coins", "stars", "territories"]
    assert "no objective cards" in shown("SCY-GEN-05")


@pytest.mark.clause("SCY-GEN-12")
def test_she_has_a_faction_mat_and_no_player_mat() -> None:
    assert "no player mat" in shown("SCY-GEN-12")
    offered = [name for name in DEFINITION.setup.option_names if "mat" in name]
    assert offered == []
    with pytest.raises(Refused):
        game({"mat": "industrial"})


@pytest.mark.clause("SCY-GEN-06")
def test_nothing_changes_her_popularity() -> None:
    """Raid, combat and the popularity symbol: her rates stay those of 10, and she keeps no popularity at all."""
    table = busy(human_workers=["r2c5", "r2c5"], human_mechs=["r4c5"], combat_cards=0)
    everything = card([Symbol("attack_workers")], [Gain("coin", 1), Gain("worker", 1)], recruit="popularity")
    assert play(table, everything).tags[0] == "raid"
    assert battle(table, "r4c5", "automa", ["ready", 0]).the(Outcome).winner == "automa"
    lines = {line.what: line.each for line in DEFINITION.scoring.score(table, rulings()).lines}
    assert (lines["stars"], lines["territories"]) == (4, 3)
    assert not any("popularity" in name for name in (*words_of(Automa), *WHAT))
    assert "popularity" in shown("SCY-GEN-06")


@every_half
@pytest.mark.clause("SCY-GEN-07", "SCY-GEN-08")
def test_no_card_makes_her_produce_or_own_resources(number: int, scheme: SchemeName) -> None:
    played = play(busy(scheme=scheme), number)
    assert "place-resources" not in played.tags
    kinds = {"oil", "metal", "wood", "food", "resource", "resources"}
    assert not {str(value) for step in played.steps for value in step.values()} & kinds
    assert not words_of(Automa) & kinds


@pytest.mark.clause("SCY-GEN-07", "SCY-GEN-08")
def test_the_reminder_about_resources() -> None:
    assert "The Automa never holds resources" in shown("SCY-GEN-07")
    assert "return all resources there to the supply" in shown("SCY-GEN-08")


@pytest.mark.clause("SCY-GEN-08")
def test_resources_leave_the_board_where_she_takes_a_territory_and_score_nothing() -> None:
    table = busy(human_workers=["r2c5"])
    raid = play(table, card([Symbol("attack_workers")]))
    assert raid.the(ClearResources).at == "r2c5"
    assert raid.step("clear-resources").clauses == ("SCY-RES-09",)
    attack = busy(human_mechs=["r5c5"], combat_cards=0)
    won = play(attack, card([Symbol("attack_combat_unit", 1)]), ["ready", 0], combat=True)
    assert won.the(ClearResources).at == "r5c5"
    assert "resources" not in {line.what for line in DEFINITION.scoring.score(table, rulings()).lines}


@every_half
@pytest.mark.clause("SCY-GEN-09")
def test_no_card_costs_her_anything(number: int, scheme: SchemeName) -> None:
    """Moves, raids and attacks up to the combat itself: coins, power and combat cards never go down."""
    for table in (busy(scheme=scheme), busy(scheme=scheme, human_mechs=["r5c5"], human_workers=["r2c5"])):
        play(table, number)
        her = table.automa
        assert (her.coins >= 12, her.power >= 9, her.combat_cards >= 3) == (True, True, True)
    assert "costs" in shown("SCY-GEN-09")


@pytest.mark.clause("SCY-GEN-09")
def test_a_penniless_automa_gains_like_a_rich_one() -> None:
    gains = [Gain("worker", 1), Gain("character_or_mech", 1), Gain("combat_card", 1), Gain("power", 2)]
    poor, rich = (play(busy(coins=coins, power=0, combat_cards=0), card(gains=gains)) for coins in (0, 50))
    assert poor.steps == rich.steps
    assert (poor.position.automa.coins, rich.position.automa.coins) == (0, 50)


@pytest.mark.parametrize("restricted", [True, False])
@pytest.mark.parametrize("tunnel", ["r2c3", "r3c2", "r3c5", "r5c2", "r5c5", "r6c3"])
@pytest.mark.clause("SCY-GEN-10")
def test_she_uses_no_tunnel(tunnel: str, restricted: bool) -> None:
    """The human on the far ends of the tunnels is out of reach, for a raid, an attack or an encounter."""
    far = [other for other in ("r2c3", "r3c2", "r3c5", "r5c2", "r5c5", "r6c3") if other not in near(tunnel)]
    table = position(
        restricted=restricted,
        mechs=[tunnel],
        character="base",
        power=16,
        human_workers=far[:1],
        human_mechs=far[1:],
        encounters=far,
    )
    for action in ("attack_workers", "attack_combat_unit", "encounter_or_factory"):
        assert find(table, action, 1).move is None
    assert "tunnels" in shown("SCY-GEN-10")


def near(at: str) -> set[str]:
    """Itself and all around it."""
    return set(find(position(character=at), "encounter_or_factory").trace("destination").candidates)


@pytest.mark.parametrize(("faction", "human"), human_and_automa())
@pytest.mark.clause("SCY-GEN-11")
def test_no_faction_or_mech_ability_lets_her_pieces_go_elsewhere(faction: Faction, human: Faction) -> None:
    """With all four mechs deployed, what her pieces reach under the restriction is the same for every faction."""
    for at in ("r5c1", "r2c4", "r6c3", "r3c1", "r4c5", "r7c4", "r3c6"):
        reached = [
            set(
                find(
                    position(who, foe, restricted=True, power=9, workers=[at], mechs=["base"] * 4, character="base"),
                    "attack_combat_unit",
                    1,
                )
                .trace("destination")
                .candidates
            )
            for who, foe in ((faction, human), ("togawa", "crimea"))
        ]
        assert reached[0] == reached[1]
        assert reached[0] < near(at)
    assert "ignore abilities" in shown("SCY-GEN-11")


@pytest.mark.parametrize(("faction", "human"), human_and_automa())
@pytest.mark.clause("SCY-GEN-11")
def test_no_faction_ability_changes_her_turn_or_her_combat(faction: Faction, human: Faction) -> None:
    """Gains, a raid and a lost combat of every faction are those of any other."""
    gains = card(gains=[Gain("coin", 1), Gain("power", 1), Gain("combat_card", 1), Gain("worker", 1)], recruit="coin")

    def does(who: Faction, foe: Faction) -> list[Any]:
        table = position(who, foe, mechs=["r4c3"], power=9, combat_cards=1, human_mechs=["r4c3"])
        top_card(table, 12)
        return [
            play(position(who, foe, workers=["r4c4"]), gains).steps,
            *battle(table, "r4c3", "human", ["ready", 4, 30, "no"]).told,
            table.automa.power,
        ]

    assert does(faction, human) == does("togawa", "crimea")


# ------------------------------------------------------------------------------------------------------------ water


@pytest.mark.parametrize("level", ["autometta", "automa", "automaszyna"])
@pytest.mark.clause("SCY-GEN-13")
def test_from_a_moment_on_all_her_pieces_cross_water(level: Level) -> None:
    table = position(level=level, tracker=FREE[level] - 1, workers=["r3c5"], mechs=["r3c5"], character="r3c5")
    peaceful: list[Action] = ["worker_move", "mech_move", "character_move", "encounter_or_factory"]
    wet = {"r3c4", "r2c4", "r3c6", "r4c5"}  # a lake and three territories across rivers

    def reached(action: Action) -> set[str]:
        return set(find(table, action).trace("destination").candidates)

    for action in peaceful:
        assert not {"r3c4", "r2c4", "r4c5"} & reached(action)
    assert "water-free" in play(table, card()).tags
    for action in peaceful:
        assert wet <= reached(action)
    for _ in range(3):  # and it never comes back
        assert "water-free" not in play(table, card()).tags
        assert wet <= reached("worker_move")


@pytest.mark.clause("SCY-GEN-13")
def test_once_free_a_piece_may_stand_on_a_lake() -> None:
    table = position(workers=["r3c6"], mechs=["r2c4"], character="base", human_mechs=["r4c4"])
    played = play(table, card([Symbol("mech_move")]))
    assert played.steps[0] == {"do": "move", "unit": "mech", "from": "r2c4", "to": "r3c4"}


# ------------------------------------------------------------------------------------------------------------ stars


@pytest.mark.clause("SCY-GEN-14")
def test_normal_achievements_give_her_no_star() -> None:
    """All eight workers, all four mechs, any number of coins and combat cards, a Factory card, a raid."""
    table = busy(workers=["r3c6"] + ["base"] * 6, mechs=["base"] * 3, human_workers=["r2c5"], human_mechs=[], power=3)
    table.automa.factory_card = True
    gains = [Gain("worker", 1), Gain("character_or_mech", 1), Gain("coin", 99), Gain("combat_card", 9)]
    played = play(table, card([Symbol("attack_workers")], gains, recruit="popularity"))
    assert (len(table.automa.workers), len(table.automa.mechs)) == (8, 4)
    assert "raid" in played.tags
    assert "star" not in played.tags
    assert table.stars == 0


@pytest.mark.clause("SCY-GEN-14")
def test_her_own_sources_do_give_stars() -> None:
    assert play(position(tracker=8), card()).the(Star).reason == "tracker"
    power = play(position(power=15), card(gains=[Gain("power", 1)], golden=False))
    assert power.the(Star).reason == "power"
    table = position(mechs=["r4c5"], power=9, human_mechs=["r4c5"])
    assert battle(table, "r4c5", "automa", ["ready", 0]).the(Star).reason == "combat"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.clause("SCY-GEN-14")
def test_in_whole_games_every_star_has_one_of_her_own_sources(seed: int) -> None:
    reasons: list[str] = []
    for table, told in whole_game({"level": "automaszyna", "faction": "rusviet"}, seed):
        reasons += [step.event.reason for step in told if isinstance(step.event, Star)]
        assert table.stars == len(reasons)
    assert set(reasons) <= {"tracker", "power", "combat"}
    assert reasons.count("power") <= 1
    assert reasons.count("combat") <= 2


# ------------------------------------------------------------------------------------------------------- the base


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.clause("SCY-GEN-15")
def test_a_base_is_never_valid_and_never_a_destination(seed: int) -> None:
    table = scattered(seed)
    for action in ACTIONS:
        for trace in find(table, action, 1).traces:
            if trace.about == "destination":
                assert set(trace.candidates) <= TERRITORIES
                assert trace.chosen is None or trace.chosen in TERRITORIES


@pytest.mark.clause("SCY-GEN-15")
def test_there_is_no_combat_on_a_base_and_nobody_is_sent_away_from_it() -> None:
    live = game()
    live.position.automa.workers.append("base")
    live.position.automa.mechs.append("base")
    live.put(Added("mech", "r7c3"))
    assert tell(live, Go("mech", "r7c3", "base")).tags == []
    assert live.position.automa.workers == ["r1c4", "r1c5", "base"]
    with pytest.raises(Refused):
        live.put(Fought("base"))
    live.put(Next())
    assert live.position.turn == 1


@pytest.mark.clause("SCY-GEN-15")
def test_units_on_their_base_are_no_target() -> None:
    table = position("saxony", mechs=["r7c3"], workers=["r8c3"], character="r7c2", power=16)
    table.human.mechs, table.human.workers = ["base", "base"], ["base"]
    assert find(table, "attack_combat_unit", 1).move is None
    assert find(table, "attack_workers").move is None


@pytest.mark.clause("SCY-GEN-15")
def test_pieces_on_the_base_score_nothing() -> None:
    def territories(table: Position) -> int:
        return next(
            line.amount for line in DEFINITION.scoring.score(table, rulings()).lines if line.what == "territories"
        )

    home = position(workers=["base"] * 8, mechs=["base"] * 4, character="base")
    assert territories(home) == 0
    home.automa.workers[0] = "r3c6"
    assert territories(home) == 1


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.clause("SCY-GEN-16", "SCY-GEN-15")
def test_her_pieces_never_crowd_a_territory(level: Level, seed: int) -> None:
    """In whole games: at most one worker and one combat unit of hers together, and always on a real territory."""
    together = 0
    for table, _ in whole_game({"level": level, "faction": "polania"}, seed):
        her = table.automa
        workers = [at for at in her.workers if at != "base"]
        units = [at for at in (her.character, *her.mechs) if at not in ("base", "mat")]
        assert len(set(workers)) == len(workers)
        assert len(set(units)) == len(units)
        assert {*workers, *units} <= TERRITORIES
        together += len({*workers} & {*units})
    assert together


@pytest.mark.clause("SCY-GEN-16")
def test_a_worker_and_a_unit_may_share_but_two_of_a_sort_may_not() -> None:
    """The best place of all is taken: by a worker it is open to a mech, by the character it is not."""
    open_ = position(workers=["r4c4"], mechs=["base"], character="base", human_mechs=["r5c5"])
    assert find(open_, "mech_move").answer == ("mech", "base", "r4c4")
    shut = position(character="r4c4", mechs=["base"], human_mechs=["r5c5"])
    assert find(shut, "mech_move").answer != ("mech", "base", "r4c4")
    worker = position(workers=["base", "r3c6"], mechs=["r4c6"], restricted=True)
    assert scores(find(worker, "worker_move").trace("destination"), "SCY-WORKER-06").keys() == {"r4c5", "r4c6"}


# ------------------------------------------------------------------------------------------------------------- chance


@every_half
@pytest.mark.clause("SCY-GEN-17")
def test_a_card_on_a_table_always_does_the_same_and_throws_no_dice(number: int, scheme: SchemeName) -> None:
    did = []
    for seed in (1, 2):
        chance = Chance(seed)
        state = chance.state()
        now = busy(scheme=scheme)
        table = desk_of(now, stand_in=nothing, chance=chance)
        play_card(table, CARDS[number], fights=False)
        assert chance.state() == state
        did.append((table.steps, now))
    assert did[0] == did[1]


@pytest.mark.clause("SCY-GEN-17")
def test_only_the_order_of_the_cards_depends_on_the_seed() -> None:
    """The same cards from the person's own deck: the same game, whatever the seed."""
    digests = set()
    for seed in range(4):
        live = game({"deck": "mine"}, seed=seed)
        for number in (5, 1, 16, 12, 8, 9, 3, 11, 14, 10):
            tell(live, Next(), number)
        digests.add(live.digest())
    assert len(digests) == 1
    shuffled = [game(seed=seed) for seed in (1, 1, 2)]
    for live in shuffled:
        live.put(Next())
    assert shuffled[0].digest() == shuffled[1].digest() != shuffled[2].digest()


@pytest.mark.clause("SCY-GEN-17")
def test_her_combat_cards_are_drawn_by_the_person() -> None:
    """What she holds is unknown; the sum of the cards drawn at random is asked for."""
    live = game({"faction": "rusviet"})
    live.position = position(mechs=["r5c5"], power=9, combat_cards=4, human_mechs=["r5c5"])
    top_card(live.position, 12)
    tell(live, Fought("r5c5"), "ready")
    assert isinstance(live.question, Form)
    cards = live.question.fields[0].question
    assert isinstance(cards, Count)
    assert (cards.about, cards.low, cards.high) == ("ask.her-cards", 4, 10)
