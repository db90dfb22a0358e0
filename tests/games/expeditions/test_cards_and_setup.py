"""The cards, and the table before the first turn: CARD, SETUP, and what must be chosen before the game (LEVEL-06)."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from automarium.engine.content.pack import Pack
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.engine.question import Pick
from automarium.engine.validation import convert
from automarium.games.expeditions.commands import Boasted, Next
from automarium.games.expeditions.corrections import Adjust
from automarium.games.expeditions.events import Draw, Starts
from automarium.games.expeditions.position import CENTRAL, NORTH, PRINTED, SOUTH, DecisionCard, Position
from automarium.i18n.translator import Translator
from tests.games.expeditions import kit
from tests.games.expeditions.kit import DEFINITION

SEEDS = range(300)
ENGLISH = Translator("en", [DEFINITION.folder])


def plain_card() -> dict[str, Any]:
    """Return a decision card as in a pack or in facts of the oracle."""
    built = kit.card(kit.section(2, kit.corr(2, glory=3)), kit.section(1, kit.map_token()), progress=True)
    plain: dict[str, Any] = msgspec.to_builtins(built)
    return plain


def rich_table() -> Position:
    """Return a position with every kind of target close to both mechs."""
    return kit.position({"N2": [3], "N3": kit.MAP, "N4": [20], "C6": [4, 5], "C5": kit.MAP}, glory=7, progress=25)


# ------------------------------------------------------------------------------------------------------------- cards


@pytest.mark.clause("EXP-CARD-01")
def test_the_solo_set_has_14_decision_cards_5_progress_cards_and_1_glory_card() -> None:
    assert sorted(kit.CARDS) == list(range(1, 15))
    assert [kit.CARDS[id_].id for id_ in kit.CARDS] == list(kit.CARDS)
    assert sorted(kit.game().position.deck.cards) == list(range(1, 15))
    assert sorted(PRINTED.printed["progress"]) == ["1", "2", "3", "4", "5"]
    assert list(PRINTED.printed["glory"]) == ["card"]
    level = kit.option({})
    assert level is not None
    assert isinstance(level.question, Pick)
    assert level.question.options == (1, 2, 3, 4, 5)


@pytest.mark.clause("EXP-CARD-02")
def test_a_card_is_three_sections_and_each_does_its_part() -> None:
    played = kit.play(kit.position(), kit.card(kit.section(1), kit.section(2), progress=True))
    assert played.steps == [
        {"do": "progress", "to": 1},
        {"do": "move", "mech": "north", "from": "N1", "to": "N2"},
        {"do": "move", "mech": "central", "from": "C7", "to": "C5"},
    ]


@pytest.mark.parametrize("missing", ["advances_progress", "north", "central"])
@pytest.mark.clause("EXP-CARD-02")
def test_a_card_without_one_of_its_three_sections_is_refused(missing: str) -> None:
    data = plain_card()
    assert convert(DecisionCard, data).north == kit.section(2, kit.corr(2, glory=3))
    del data[missing]
    with pytest.raises(Refused):
        convert(DecisionCard, data)


@pytest.mark.clause("EXP-CARD-02")
def test_a_card_with_a_fourth_section_is_refused() -> None:
    with pytest.raises(Refused):
        convert(DecisionCard, plain_card() | {"south": plain_card()["north"]})
    with pytest.raises(Refused):
        DEFINITION.content.check_pack(
            Pack(PRINTED.printed, PRINTED.house, {"decision": {"1": {"south": {"distance": 1}}}})
        )


@pytest.mark.parametrize("sweeping", ["north", "central"])
@pytest.mark.clause("EXP-CARD-03", "EXP-CARD-04")
def test_each_mech_section_has_a_sweep_column_of_its_own_that_may_be_empty(sweeping: str) -> None:
    north, central = (kit.section(1, sweep=mech == sweeping) for mech in ("north", "central"))
    played = kit.play(kit.position(), kit.card(north, central))
    assert [step["mech"] for step in played.steps if step["do"] == "sweep"] == [sweeping]
    assert [step["mech"] for step in played.steps if step["do"] == "move"] == ["north", "central"]


@pytest.mark.parametrize("id_", kit.CARDS)
@pytest.mark.clause("EXP-CARD-04")
def test_a_printed_card_sweeps_only_where_its_sweep_column_is_not_empty(id_: int) -> None:
    drawn = kit.CARDS[id_]
    played = kit.play(kit.position(), drawn)
    swept = [step["mech"] for step in played.steps if step["do"] == "sweep"]
    assert swept == [mech for mech, part in (("north", drawn.north), ("central", drawn.central)) if part.sweep]
    assert len(swept) < 2, "one column at least is empty on every printed card"


@pytest.mark.parametrize("mech", ["north", "central"])
@pytest.mark.parametrize("column", ["sweep", "distance"])
@pytest.mark.clause("EXP-CARD-03", "EXP-CARD-05")
def test_a_mech_section_without_one_of_its_columns_is_refused(mech: str, column: str) -> None:
    data = plain_card()
    del data[mech][column]
    with pytest.raises(Refused):
        convert(DecisionCard, data)


@pytest.mark.clause("EXP-CARD-05")
def test_the_move_column_has_a_target_line_and_a_distance_line() -> None:
    """Both lines are read: the target when it can be used, the distance when not."""
    drawn = kit.card(kit.section(3, kit.corr(1, glory=2)))
    assert kit.play(kit.position({"N2": [4]}, glory=2), drawn).of("north")[0]["to"] == "N2"
    assert kit.play(kit.position({"N2": [4]}, glory=1), drawn).of("north")[0]["to"] == "N4"


@pytest.mark.clause("EXP-CARD-05")
def test_only_the_central_sections_of_cards_7_to_9_lack_a_target_line() -> None:
    lacking = [
        (id_, mech)
        for id_, drawn in kit.CARDS.items()
        for mech in ("north", "central")
        if not getattr(drawn, mech).target
    ]
    assert lacking == [(7, "central"), (8, "central"), (9, "central")]
    assert all(1 <= part.distance <= 3 for drawn in kit.CARDS.values() for part in (drawn.north, drawn.central))


@pytest.mark.parametrize("id_", kit.CARDS)
@pytest.mark.clause("EXP-CARD-06")
def test_the_number_of_a_card_has_no_effect(id_: int) -> None:
    """The same content under all other numbers does the same."""
    expected = kit.play(rich_table(), kit.CARDS[id_])
    for number in (*kit.CARDS, 99):
        renumbered = msgspec.structs.replace(kit.CARDS[id_], id=number)
        played = kit.play(rich_table(), renumbered)
        assert played.steps == expected.steps
        assert played.position == expected.position


@pytest.mark.clause("EXP-CARD-07")
def test_the_player_aid_is_in_no_deck_and_in_no_score() -> None:
    live = kit.game({"level": 1}, seed=3)
    drawn = [kit.let_play(live).the(Draw).card for _ in range(28)]
    assert set(drawn) == set(range(1, 15)), "two whole decks and more: the 14 decision cards and nothing else"
    assert sorted(live.position.deck.unseen + live.position.deck.drawn) == list(range(1, 15))
    assert [line.what for line in DEFINITION.scoring.score(live.position, live.rulings).lines] == [
        "glory",
        "maps",
        "corruption",
    ]


# ------------------------------------------------------------------------------------------------------------ set-up


@pytest.mark.clause("EXP-SETUP-01")
def test_the_shared_area_is_that_of_two_players() -> None:
    live = kit.game()
    assert (len(NORTH), len(CENTRAL), len(SOUTH)) == (7, 7, 6)
    assert sorted(live.position.tiles) == sorted(NORTH + CENTRAL)
    assert all(tile.closed and tile.map and not tile.corruption for tile in live.position.tiles.values())
    assert "two players" in kit.shown(live, "EXP-SETUP-01")


@pytest.mark.clause("EXP-SETUP-02", "EXP-SETUP-03")
def test_player_components_are_for_the_human_alone() -> None:
    live = kit.game()
    assert "player components only for you" in kit.shown(live, "EXP-SETUP-03")
    assert "The Automa gets none" in kit.shown(live, "EXP-SETUP-02")
    hers = {name for name in Position.__struct_fields__ if not name.startswith("human")}
    assert not hers & {"hand", "cards", "items", "quests", "workers", "power", "guile", "coins", "base", "character"}
    assert sorted(live.position.mechs) == ["central", "north"], "two mechs, the progress token and 8 glory tokens"


@pytest.mark.parametrize("level", kit.LEVELS)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.clause("EXP-SETUP-04", "EXP-SETUP-05", "EXP-SETUP-07")
def test_the_mechs_start_at_their_ends_and_leave_the_tiles_alone(level: int, seed: int) -> None:
    set_up = kit.game({"level": level}, seed).position
    assert set_up.mechs == {"north": "N1", "central": "C7"}
    for start in ("N1", "C7"):
        assert set_up.tiles[start].closed
        assert set_up.tiles[start].map
    assert set_up.maps == 0


@pytest.mark.clause("EXP-SETUP-04", "EXP-SETUP-05", "EXP-SETUP-06", "EXP-SETUP-07", "EXP-AMB-15")
def test_the_checklist_puts_the_mechs_on_their_locations() -> None:
    live = kit.game()
    north, central = kit.shown(live, "EXP-SETUP-04"), kit.shown(live, "EXP-SETUP-05")
    assert "leftmost northern location (N1)" in north
    assert "rightmost central location (C7)" in central
    assert "an unused mech" in north
    assert "blue base" in north
    assert "black base" in central
    assert "stays face down" in kit.shown(live, "EXP-SETUP-07")


@pytest.mark.clause("EXP-SETUP-07")
def test_the_map_token_of_a_start_location_can_still_be_explored() -> None:
    live = kit.game({"deck": "mine"})
    played = kit.let_play(live, 10)  # central: a map token, no glory needed
    assert played.of("central") == [{"do": "explore", "mech": "central", "at": "C7"}]


@pytest.mark.parametrize("level", kit.LEVELS)
@pytest.mark.clause("EXP-SETUP-08", "EXP-SETUP-10")
def test_one_progress_card_is_laid_out_with_the_token_on_its_start_space(level: int) -> None:
    live = kit.game({"level": level})
    laid_out = live.position.card
    assert laid_out.level == level
    assert (laid_out.glory_spaces, laid_out.coins) == (kit.LEVELS[level].glory_spaces, kit.LEVELS[level].coins)
    assert live.position.progress == 0
    words = kit.shown(live, "EXP-SETUP-08")
    assert (
        f"progress card of level {level}" in words
        if level < 4
        else f"Level {level} uses Automarium's own card" in words
    )
    assert level >= 4 or "the other four aren't used" in words
    if level < 4:  # of a house card no track lies on the table
        assert "unused action token on the start space" in kit.shown(live, "EXP-SETUP-10")


@pytest.mark.parametrize("level", [0, 6, [1, 2]])
@pytest.mark.clause("EXP-SETUP-08")
def test_anything_but_exactly_one_of_the_five_progress_cards_is_refused(level: object) -> None:
    with pytest.raises(Refused):
        kit.game({"level": level})


@pytest.mark.clause("EXP-SETUP-09")
def test_level_2_is_suggested() -> None:
    level = kit.option({})
    assert level is not None
    assert (level.name, level.question.default) == ("level", 2)


@pytest.mark.clause("EXP-SETUP-11")
def test_all_14_cards_are_shuffled_together() -> None:
    """Over many games every card comes first in some, last in some, and lies aside in some."""
    decks = [kit.game(seed=seed).position.deck for seed in SEEDS]
    assert all(sorted(deck.pile + deck.aside) == list(range(1, 15)) for deck in decks)
    for pile in ([deck.pile[-1] for deck in decks], [deck.pile[0] for deck in decks]):
        assert set(pile) == set(range(1, 15))
    assert {aside for deck in decks for aside in deck.aside} == set(range(1, 15))
    assert len({tuple(deck.pile) for deck in decks}) == len(decks)


@pytest.mark.parametrize("deck", ["app", "mine"])
@pytest.mark.clause("EXP-SETUP-11", "EXP-SETUP-12", "EXP-SETUP-13")
def test_two_cards_lie_aside_and_twelve_are_the_deck(deck: str) -> None:
    live = kit.game({"deck": deck, "level": 1})
    assert live.position.deck.left == 12
    assert live.position.deck.drawn == []
    for turn in range(12):
        assert live.position.deck.left == 12 - turn
        assert not any(step.event.key().startswith("reshuffle") for step in kit.let_play(live).told)
    assert len(set(live.position.deck.drawn)) == 12
    assert live.position.deck.left == 0
    text = kit.shown(live, "EXP-SETUP-11")
    assert "14 decision cards" in text
    assert ("set two aside without looking; the other 12 are the deck" in text) == (deck == "mine")


@pytest.mark.parametrize("deck", ["app", "mine"])
@pytest.mark.clause("EXP-SETUP-12")
def test_the_cards_set_aside_stay_unknown(deck: str) -> None:
    """To the person any of the 14 can be next, and the set-up shows none."""
    live = kit.game({"deck": deck})
    assert live.position.deck.unseen == list(range(1, 15))
    assert sorted(DEFINITION.odds(live.position, live.pack, live.rulings).cards) == list(range(1, 15))
    assert not any(isinstance(step.event, Draw) for step in live.runs[0].steps)
    seen = kit.let_play(live).the(Draw).card
    assert live.position.deck.unseen == [id_ for id_ in range(1, 15) if id_ != seen]
    assert sorted(DEFINITION.odds(live.position, live.pack, live.rulings).cards) == live.position.deck.unseen


@pytest.mark.clause("EXP-SETUP-12")
def test_the_cards_aside_are_none_of_the_twelve() -> None:
    live = kit.game({"level": 1}, seed=5)
    aside = list(live.position.deck.aside)
    assert len(aside) == 2
    for _ in range(12):
        kit.let_play(live)
    assert sorted(live.position.deck.drawn + aside) == list(range(1, 15))


@pytest.mark.clause("EXP-SETUP-14", "EXP-SETUP-15")
def test_the_glory_card_holds_eight_tokens_of_two_colours() -> None:
    text = kit.shown(kit.game(), "EXP-SETUP-14")
    assert text == kit.shown(kit.game(), "EXP-SETUP-15")
    assert "Lay out the glory card" in text
    assert "8 glory tokens, four of each of two colours, on its spaces 1 to 8" in text
    assert (PRINTED.printed["glory"]["card"]["tokens"], PRINTED.printed["glory"]["card"]["colours"]) == (8, 2)


@pytest.mark.parametrize("level", kit.LEVELS)
@pytest.mark.clause("EXP-SETUP-16")
def test_the_automa_has_eight_glory_tokens(level: int) -> None:
    assert len(kit.LEVELS[level].glory_spaces) == 8
    table = kit.position(level=level)
    for _ in range(kit.LEVELS[level].last_space):
        kit.play(table, kit.card(progress=True))
    assert table.glory == 8
    crowded = msgspec.structs.replace(kit.LEVELS[level], glory_spaces=tuple(range(1, kit.LEVELS[level].last_space + 1)))
    table = msgspec.structs.replace(kit.position(), card=crowded)
    for _ in range(crowded.last_space):
        kit.play(table, kit.card(progress=True))
    assert table.glory == 8, "a track with more marks would find no ninth token"


@pytest.mark.clause("EXP-SETUP-16")
def test_the_human_keeps_four_glory_tokens() -> None:
    live = kit.game()
    for placed in range(1, 5):
        live.put(Boasted())
        assert live.position.human_glory == placed
    with pytest.raises(Refused, match=r"boast\.all"):
        live.put(Boasted())


@pytest.mark.parametrize("level", kit.LEVELS)
@pytest.mark.clause("EXP-SETUP-17")
def test_the_automa_starts_with_nothing(level: int) -> None:
    live = kit.game({"level": level, "coin_change": 3})
    hers = live.position
    assert (hers.glory, hers.maps, hers.corruption, hers.special) == (0, 0, 0, False)
    assert DEFINITION.scoring.score(hers, live.rulings).totals == {"automa": 0}


@pytest.mark.clause("EXP-SETUP-18")
def test_who_begins_is_a_matter_of_chance() -> None:
    begun = [kit.game({"starts": "random"}, seed) for seed in SEEDS]
    for live in begun:
        told = live.runs[0].steps
        assert [(step.event, step.clauses) for step in told] == [(Starts(live.position.to_move), ("EXP-SETUP-18",))]
        assert live.position.starts == live.position.to_move
        expected = "You go first." if live.position.starts == "human" else "The Automa goes first."
        assert ENGLISH.sentence(told[0].event) == expected
    first = sum(live.position.starts == "automa" for live in begun)
    assert 0.4 * len(begun) < first < 0.6 * len(begun)


@pytest.mark.clause("EXP-SETUP-18")
def test_random_is_what_the_game_offers_first() -> None:
    begins = kit.option({"level": 2, "coin_change": 0, "deck": "app"})
    assert begins is not None
    assert (begins.name, begins.question.default) == ("starts", "random")
    bare = [Playthrough(DEFINITION, {}, {}, seed, PRINTED).position.starts for seed in range(40)]
    assert set(bare) == {"human", "automa"}


@pytest.mark.clause("EXP-SETUP-18")
def test_the_automa_may_take_the_very_first_turn() -> None:
    live = kit.game({"starts": "automa", "deck": "mine"})
    assert (live.position.to_move, live.position.turn) == ("automa", 0)
    live.put(Next())
    assert live.question is not None
    assert live.question.about == "ask.card"


# ------------------------------------------------------------------------------------------------------------- level


@pytest.mark.clause("EXP-LEVEL-06", "EXP-AMB-13")
def test_level_and_coin_change_are_chosen_before_the_game_and_stay() -> None:
    live = kit.game({"level": 3, "coin_change": 2})
    assert (live.position.card.level, live.position.coin_change) == (3, 2)
    assert "level 3" in kit.shown(live, "EXP-LEVEL-06")
    for what in ("level", "card", "coin_change", "coin-change"):
        with pytest.raises(Refused):
            live.put(Adjust(what, 1))
    before = copy.deepcopy(live.position.card)
    for _ in range(3):
        kit.let_play(live)
    assert (live.position.card, live.position.coin_change) == (before, 2)


@pytest.mark.parametrize("change", [-3, 4])
@pytest.mark.clause("EXP-LEVEL-06", "EXP-AMB-13")
def test_a_coin_change_beyond_the_recommended_range_needs_its_ruling(change: int) -> None:
    with pytest.raises(Refused):
        kit.game({"coin_change": change})
    assert kit.game({"coin_change": change}, AMB_13="free").position.coin_change == change
