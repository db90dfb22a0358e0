"""The table before the first turn, and the options that lead to it (SETUP)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from automarium.engine.message import Refused
from automarium.engine.play.command import Respond
from automarium.engine.play.event import Step
from automarium.engine.question import Pick
from automarium.games.scythe.commands import Added, Go, Next
from automarium.games.scythe.corrections import WHAT
from automarium.games.scythe.events import Draw, Tracker
from automarium.games.scythe.position import STAR_CARDS, Faction, Gain, Level, Position, SchemeName, Symbol
from automarium.games.scythe.setup import find_farthest
from automarium.i18n.translator import Translator
from automarium.views.question import build_question
from tests.games.scythe.kit import (
    CARDS,
    DEFINITION,
    FREE,
    card,
    find_option,
    game,
    human_and_automa,
    play,
    position,
    rulings,
    shown,
    whole_game,
)

# Written out by hand: power, combat cards, the two territories joined to the base by land.
START = {
    "nordic": (4, 1, ["r1c4", "r1c5"]),
    "rusviet": (3, 2, ["r3c6", "r4c6"]),
    "crimea": (5, 0, ["r7c3", "r8c3"]),
    "saxony": (1, 4, ["r6c0", "r7c1"]),
    "polania": (2, 3, ["r3c1", "r4c0"]),
    "albion": (3, 0, ["r1c1", "r1c2"]),
    "togawa": (0, 2, ["r6c6", "r7c6"]),
}
TOKENS = ["r1c3", "r2c1", "r2c4", "r2c6", "r4c1", "r4c5", "r5c0", "r6c1", "r6c2", "r6c5", "r7c4"]
LEVELS = ["autometta", "automa", "automaszyna", "ultimaszyna"]
FARTHEST = {
    "nordic": ["crimea", "saxony"],
    "rusviet": ["saxony"],
    "crimea": ["nordic"],
    "saxony": ["rusviet"],
    "polania": ["rusviet"],
}
all_pairs = pytest.mark.parametrize(("faction", "human"), human_and_automa())


def started(faction: str = "nordic", human: str = "crimea", level: str = "automa") -> Position:
    table: Position = game({"faction": faction, "human": human, "level": level}).position
    return table


def option(name: str, **given: Any) -> Pick:
    """The question that asks for an option, the ones before it given."""
    field = find_option(given)
    assert field is not None
    assert field.name == name
    assert isinstance(field.question, Pick)
    return field.question


# --------------------------------------------------------------------------------------------- the human and the board


@pytest.mark.parametrize("human", sorted(START))
@pytest.mark.clause("SCY-SETUP-01")
def test_the_humans_side_is_set_up_as_always_whatever_the_automa_is(human: Faction) -> None:
    for faction in (name for name in START if name != human):
        for level in LEVELS:
            side = started(faction, human, level).human
            assert (side.character, side.workers, side.mechs) == ("base", START[human][2], [])
            assert (side.stars, side.riverwalk, side.lakes, side.structures) == (0, False, False, [])
    assert "your own side" in shown("SCY-SETUP-01")


@pytest.mark.clause("SCY-SETUP-02")
def test_board_and_decks_are_those_of_two_players() -> None:
    assert started().encounters == TOKENS
    text = shown("SCY-SETUP-02")
    assert "as for two players" in text
    assert "the Factory deck has 3 cards" in text


# ------------------------------------------------------------------------------------------------------ the faction mat


@pytest.mark.parametrize("human", sorted(START))
@pytest.mark.clause("SCY-SETUP-03")
def test_her_faction_is_chosen_and_never_the_humans_own(human: Faction) -> None:
    offered = option("faction", level="automa", human=human).options
    assert sorted(offered) == sorted(set(START) - {human})
    with pytest.raises(Refused, match=r"setup\.same-faction") as refused:
        game({"faction": human, "human": human})
    assert refused.value.where == "options.faction"
    for faction in offered:
        assert started(str(faction), human).automa.faction == faction
    assert "faction mat" in shown("SCY-SETUP-03")


@pytest.mark.parametrize("human", sorted(FARTHEST))
@pytest.mark.clause("SCY-SETUP-04")
def test_for_a_first_game_the_farthest_base_is_offered(human: Faction) -> None:
    """Advice only: it is the default of the question, and every other faction can be taken."""
    assert find_farthest(human) == [name for name in START if name in FARTHEST[human]]
    question = option("faction", level="automa", human=human)
    assert question.default in FARTHEST[human]
    assert len(question.options) == len(START) - 1
    english = Translator("en", [DEFINITION.folder])
    named = ", ".join(english.term("faction", name) for name in find_farthest(human))
    assert (
        f"For a first game, the one whose home base is farthest away: {named}."
        in build_question(question, english).text
    )


@all_pairs
@pytest.mark.clause("SCY-SETUP-05")
def test_her_power_starts_at_the_value_of_her_mat(faction: Faction, human: Faction) -> None:
    table = started(faction, human)
    assert table.automa.power == START[faction][0]
    assert f"power to {START[faction][0]}" in shown("SCY-SETUP-05", table)


@all_pairs
@pytest.mark.clause("SCY-SETUP-06")
def test_she_is_dealt_the_combat_cards_of_her_mat_unseen(faction: Faction, human: Faction) -> None:
    """Their number is known and nothing else: what they are is asked only when they are used."""
    live = game({"faction": faction, "human": human})
    assert live.position.automa.combat_cards == START[faction][1]
    assert live.question is None
    text = shown("SCY-SETUP-06", live.position)
    if START[faction][1]:
        assert f"{START[faction][1]} combat card" in text
        assert "face down, unseen" in text
    else:
        assert "no combat card" in text


@all_pairs
@pytest.mark.clause("SCY-SETUP-07")
def test_she_starts_with_five_coins(faction: Faction, human: Faction) -> None:
    for level in LEVELS:
        table = started(faction, human, level)
        assert table.automa.coins == 5
        assert "5 coins" in shown("SCY-SETUP-07", table)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.clause("SCY-SETUP-08")
def test_her_popularity_is_10_from_the_start_to_the_end(level: Level) -> None:
    """Nothing can set it, and whatever happens in a game, her stars and territories are worth what 10 makes them."""
    assert "popularity to 10, where it stays" in shown("SCY-SETUP-08")
    assert not any("popularity" in name for name in (*WHAT, *msgspec.structs.asdict(position().automa)))
    for table, _ in whole_game({"level": level}, seed=5):
        lines = {
            line.what: line.each for line in DEFINITION.scoring.score(table, rulings()).lines if line.side == "automa"
        }
        assert lines == {"coins": 1, "stars": 4, "territories": 3}


@all_pairs
@pytest.mark.clause("SCY-SETUP-09")
def test_character_on_the_base_and_a_worker_on_both_joined_territories(faction: Faction, human: Faction) -> None:
    table = started(faction, human)
    assert (table.automa.character, table.automa.workers) == ("base", START[faction][2])
    text = shown("SCY-SETUP-09", table)
    assert "character on its home base" in text
    assert text.count("one worker each on") == 1


@all_pairs
@pytest.mark.clause("SCY-SETUP-10")
def test_four_mechs_six_workers_and_six_stars_lie_on_her_mat(faction: Faction, human: Faction) -> None:
    """None is in play; exactly so many can be gained, and the sixth star is the last."""
    table = started(faction, human)
    assert table.automa.mechs == []
    assert table.stars == 0
    text = shown("SCY-SETUP-10", table)
    assert all(part in text for part in ("4 mechs", "6 stars", "6 workers"))
    gained = play(table, card(gains=[Gain("worker", 1)] * 9 + [Gain("character_or_mech", 1)] * 6, golden=False))
    assert Counter(step["what"] for step in gained.steps) == {"worker": 6, "mech": 4}
    table.tracker = STAR_CARDS[table.level].spaces - 2  # five stars of the tracker
    assert table.stars == 5
    assert play(table, card()).stopped == "sixth star: automa"


# -------------------------------------------------------------------------------------------------- level and star card


@pytest.mark.clause("SCY-SETUP-11")
def test_exactly_one_of_the_four_star_cards_is_chosen() -> None:
    assert list(option("level").options) == LEVELS
    for wrong in ("easy", ["automa", "autometta"], None):
        with pytest.raises(Refused):
            game({"level": wrong})
    assert "star tracker card for this level" in shown("SCY-SETUP-11")


@pytest.mark.parametrize(("level", "stars"), [("autometta", 10), ("automa", 9), ("automaszyna", 9), ("ultimaszyna", 8)])
@pytest.mark.clause("SCY-SETUP-11")
def test_the_chosen_star_card_is_used_and_no_other(level: Level, stars: int) -> None:
    """The first star comes where this card has it, and nothing in play changes the level."""
    table = started(level=level)
    assert table.level == level
    for space in range(1, stars + 1):
        played = play(table, card())
        assert ("star" in played.tags) == (space == stars)
    assert table.level == level
    assert "level" not in (*WHAT, *DEFINITION.commands)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.clause("SCY-SETUP-12")
def test_the_cube_starts_on_the_space_one(level: Level) -> None:
    table = started(level=level)
    assert table.tracker == 0
    assert play(table, card()).the(Tracker).to == 1
    assert "Put a cube on space I." in shown("SCY-SETUP-12")


@pytest.mark.clause("SCY-SETUP-13")
def test_autometta_is_suggested_and_not_forced() -> None:
    question = option("level")
    assert question.default == "autometta"
    for level in question.options:
        assert started(level=str(level)).level == level
    assert shown("SCY-SETUP-13")
    assert (
        "Autometta until you have beaten it once"
        in build_question(question, Translator("en", [DEFINITION.folder])).text
    )


@pytest.mark.parametrize(
    ("options", "count"),
    [({}, 6), ({"deck": "mine"}, 7), ({"deck": "mine", "human": "albion", "cards": "expansion"}, 8)],
)
def test_six_to_eight_things_are_done_by_hand_and_the_rest_is_good_to_know(options: dict[str, str], count: int) -> None:
    live = game(options)
    know = list(DEFINITION.setup.reminders(live.position, live.rulings))
    items = list(DEFINITION.setup.checklist(live.position, live.rulings))
    assert items[-len(know) :] == know
    assert len(items) - len(know) == count


@pytest.mark.parametrize("number", [number for number, drawn in CARDS.items() if not drawn.skip])
@pytest.mark.parametrize("scheme", ["I", "II"])
@pytest.mark.clause("SCY-SETUP-14")
def test_the_names_of_the_levels_change_no_rule(number: int, scheme: SchemeName) -> None:
    """Water free and no star near: every card does the same at the three levels without rules of their own."""

    def at_level(level: Level) -> list[Step]:
        table = position(
            level=level,
            tracker=6,
            scheme=scheme,
            workers=["r3c6", "r4c6"],
            mechs=["r4c5"],
            character="r3c5",
            power=5,
            human_mechs=["r5c5"],
            human_workers=["r2c5"],
        )
        return play(table, number).told

    assert at_level("automa")
    assert at_level("autometta") == at_level("automa") == at_level("automaszyna")


# ------------------------------------------------------------------------------------------------------------- the deck


@pytest.mark.clause("SCY-SETUP-15")
def test_all_19_cards_are_shuffled_into_one_deck() -> None:
    orders = [tuple(game(seed=seed).position.deck.pile) for seed in range(30)]
    assert all(sorted(order) == list(range(1, 20)) for order in orders)
    assert len(set(orders)) == 30
    assert len({order[-1] for order in orders}) > 8
    assert tuple(game(seed=7).position.deck.pile) == orders[7]


@pytest.mark.parametrize("number", range(1, 20))
@pytest.mark.clause("SCY-SETUP-15")
def test_every_card_comes_with_side_one_up(number: int) -> None:
    live = game({"deck": "mine"})
    live.put(Next())
    draw = live.put(Respond(number))[0].event
    assert isinstance(draw, Draw)
    assert (draw.card, draw.scheme) == (number, "I")


@pytest.mark.clause("SCY-SETUP-15", "SCY-SETUP-16")
def test_a_deck_on_the_table_is_described_with_its_two_discards() -> None:
    text = shown("SCY-SETUP-15", game({"deck": "mine"}).position)
    assert "Shuffle the 19 Automa cards, all with Scheme I on top" in text
    assert "two discard piles" in shown("SCY-SETUP-16", game({"deck": "mine"}).position)


@pytest.mark.parametrize("deck", ["app", "mine"])
@pytest.mark.clause("SCY-SETUP-16")
def test_both_discards_start_empty(deck: str) -> None:
    table = game({"deck": deck}).position
    assert (table.main_discard, table.combat_discard) == ([], [])
    assert table.deck.left == 19


@all_pairs
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.clause("SCY-SETUP-17")
def test_the_start_values(faction: Faction, human: Faction, level: Level) -> None:
    table = started(faction, human, level)
    assert (table.scheme, table.stars, table.automa.factory_card, table.last_card) == ("I", 0, False, None)
    assert (table.automa.power_star, table.automa.combat_stars) == (False, 0)
    assert table.restricted is (level != "ultimaszyna")
    assert table.restricted is (FREE[level] > 0)
    assert not table.over


@pytest.mark.clause("SCY-SETUP-17")
def test_at_the_start_only_ultimaszyna_crosses_water() -> None:
    for level in LEVELS:
        table = started(level=level)
        played = play(table, card([Symbol("character_move")], golden=False))
        assert played.steps[0]["to"] == ("r2c3" if level == "ultimaszyna" else "r2c4")  # r2c3 is across a river


@pytest.mark.clause("SCY-SETUP-17")
def test_before_the_first_card_there_is_none_to_place_resources_by() -> None:
    live = game()
    live.put(Added("mech", "r2c4"))
    told = live.put(Go("mech", "r2c4", "r1c4"))  # her worker's forest
    assert [step.event.__struct_config__.tag for step in told] == ["sent"]
    assert live.position.last_card is None
