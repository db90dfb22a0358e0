"""The order of play, the decision deck (TURN), and the progress token with its glory (PROG)."""

from __future__ import annotations

import copy
import re

import msgspec
import pytest

from automarium.engine.content.rulings import settle
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.engine.play.command import Respond
from automarium.engine.question import Pick
from automarium.games.expeditions.commands import Boasted, Explored, Go, Next, Vanquished
from automarium.games.expeditions.corrections import Adjust
from automarium.games.expeditions.events import Cleanse, Cleanse20, Draw, Explore, Move, Progress, Sweep
from automarium.games.expeditions.position import PLACES, Position, ProgressCard
from automarium.games.expeditions.text import render_track
from automarium.i18n.translator import Translator
from tests.games.expeditions import kit
from tests.games.expeditions.kit import DEFINITION

ALL = list(range(1, 15))
ADVANCING = [id_ for id_, drawn in kit.CARDS.items() if drawn.advances_progress]
DECKS = pytest.mark.parametrize("deck", ["app", "mine"])


def keys(played: kit.Played) -> list[str]:
    return [step.event.key().removesuffix(".mine") for step in played.told]


def drawn_in(live: Playthrough, turns: int) -> list[int]:
    return [kit.let_play(live).the(Draw).card for _ in range(turns)]


def full_table() -> Position:
    """Return a position with every kind of target within reach of both mechs."""
    return kit.position({"N2": kit.MAP, "N3": [3, 5], "N4": [20], "C7": kit.MAP, "C6": [4]}, glory=7, progress=24)


# -------------------------------------------------------------------------------------------------------- whose turn


@pytest.mark.parametrize("starts", ["human", "automa"])
@pytest.mark.clause("EXP-TURN-01")
def test_human_and_automa_take_turns_alternately(starts: str) -> None:
    """Each ``next`` ends the human's turn (if it was theirs) and plays exactly one of hers."""
    live = kit.game({"starts": starts, "level": 1})
    assert live.position.to_move == starts
    for turn in range(1, 21):
        live.put(Go(next(place for place in PLACES if place not in live.position.mechs.values())))
        assert live.position.turn == turn - 1, "the human's own doings let her play nothing"
        assert keys(kit.let_play(live)).count("draw") == 1
        assert (live.position.turn, live.position.to_move) == (turn, "human")


@pytest.mark.clause("EXP-TURN-01")
def test_no_turn_is_played_when_the_game_is_over() -> None:
    live = kit.game()
    for _ in range(4):
        live.put(Boasted())
    kit.let_play(live)
    live.put(Next())
    assert (live.position.over, live.position.turn) == (True, 1)
    with pytest.raises(Refused, match=r"next\.over"):
        live.put(Next())


# --------------------------------------------------------------------------------------------------- order of a turn


@pytest.mark.clause("EXP-TURN-02", "EXP-TURN-11", "EXP-TURN-12")
def test_a_turn_runs_deck_draw_progress_north_central() -> None:
    """The deck is empty; card 4 sweeps and explores in the north and takes corruption in the centre."""
    live = kit.game({"deck": "mine", "level": 1})
    for what, to in (("drawn", ALL[:12]), ("glory", 4), ("progress", 18)):
        live.put(Adjust(what, to))
    live.put(Adjust("C6", "open", [5, 5, 3]))
    played = kit.let_play(live, 4)
    assert keys(played) == [
        "reshuffle",
        "draw",
        "progress",
        "sweep",
        "refill",
        "explore",
        "turned-up.none",
        "move",
        "cleanse",
    ]
    mechs = [step.event.mech for step in played.told if hasattr(step.event, "mech")]
    assert mechs == ["north", "north", "central", "central"]


@pytest.mark.parametrize("id_", kit.CARDS)
@pytest.mark.clause("EXP-TURN-02", "EXP-TURN-10", "EXP-TURN-11", "EXP-TURN-12", "EXP-TURN-13")
def test_each_part_of_a_card_is_carried_out_once_and_in_order(id_: int) -> None:
    played = kit.play(full_table(), kit.CARDS[id_])
    who = [step.get("mech", "progress") for step in played.steps]
    order = ["progress", "north", "central"]
    assert who == sorted(who, key=order.index)
    assert who.count("progress") == kit.CARDS[id_].advances_progress
    for mech in ("north", "central"):
        acts = [step.event for step in played.told if getattr(step.event, "mech", None) == mech]
        moves = [event for event in acts if isinstance(event, Move)]
        deeds = [event for event in acts if isinstance(event, Explore | Cleanse | Cleanse20)]
        sweeps = [event for event in acts if isinstance(event, Sweep)]
        assert len(moves) + len(deeds) > 0, "each mech acts"
        assert max(len(moves), len(deeds), len(sweeps)) <= 1, "and only once"
        assert acts == sweeps + moves + deeds


@pytest.mark.clause("EXP-TURN-11")
def test_the_north_mech_is_done_before_the_central_one_starts() -> None:
    """What the opened northern tile holds is asked, and put down, before anything central happens."""
    live = kit.game({"deck": "mine"})
    live.put(Adjust("glory", 2))
    live.put(Next())
    told = live.put(Respond(2))
    assert live.question is not None
    assert live.question.place == "N1"
    assert not any(getattr(step.event, "mech", None) == "central" for step in told)
    after = live.put(Respond([6]))
    assert [step.event.key() for step in after] == ["turned-up", "move"]
    moved = after[1].event
    assert isinstance(moved, Move)
    assert moved.mech == "central"


@pytest.mark.clause("EXP-TURN-10")
def test_the_progress_token_moves_only_if_the_card_says_so() -> None:
    for id_ in kit.CARDS:
        live = kit.game({"deck": "mine", "level": 1})
        played = kit.let_play(live, id_)
        assert live.position.progress == (id_ in ADVANCING)
        assert ("progress" in keys(played)) == (id_ in ADVANCING)
    assert 0 < len(ADVANCING) < 14


# ---------------------------------------------------------------------------------------------------------- the deck


@DECKS
@pytest.mark.clause("EXP-TURN-03", "EXP-TURN-04", "EXP-TURN-05", "EXP-TURN-06", "EXP-TURN-07", "EXP-TURN-14")
def test_the_deck_over_more_than_two_shuffles(deck: str) -> None:
    """Twelve different cards, then all 14 come together again and two of them lie aside."""
    live = kit.game({"deck": deck, "level": 1}, seed=7)
    since_shuffle: list[int] = []
    for turn in range(1, 28):
        assert live.position.deck.left == 12 - len(since_shuffle)
        played = kit.let_play(live)
        fresh = turn in (13, 25)
        assert keys(played).count("reshuffle") == fresh
        if fresh:
            since_shuffle = []
            shuffled = played.step("reshuffle")
            assert shuffled.clauses == ("EXP-TURN-03", "EXP-TURN-04")
        since_shuffle.append(played.the(Draw).card)
        pile = live.position.deck
        assert pile.drawn == since_shuffle
        assert len(set(since_shuffle)) == len(since_shuffle), "a drawn card is out until the next shuffle"
        assert pile.left == 12 - len(since_shuffle) == played.the(Draw).left
        assert pile.unseen == sorted(set(ALL) - set(since_shuffle)), "two more than can be drawn: it is not known which"
        assert len(pile.unseen) == pile.left + 2


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.clause("EXP-TURN-04", "EXP-TURN-05", "EXP-TURN-07")
def test_two_cards_lie_aside_from_shuffle_to_shuffle(seed: int) -> None:
    live = kit.game({"level": 1}, seed)
    for _ in range(2):
        aside = list(live.position.deck.aside)
        assert len(aside) == 2
        seen = set(live.position.deck.drawn)
        while live.position.deck.left:
            seen.add(kit.let_play(live).the(Draw).card)
            assert live.position.deck.aside == aside
        assert seen == set(ALL) - set(aside)
        kit.let_play(live)
    assert live.position.turn == 25


@DECKS
@pytest.mark.clause("EXP-TURN-06")
def test_the_shuffle_waits_for_the_next_automa_turn(deck: str) -> None:
    """After the 12th card nothing is shuffled, nor while the human plays."""
    live = kit.game({"deck": deck, "level": 1}, seed=4)
    drawn = drawn_in(live, 12)
    live.put(Go("S1"))
    live.put(Boasted())
    assert (live.position.deck.left, live.position.deck.drawn) == (0, drawn)
    assert keys(kit.let_play(live))[:2] == ["reshuffle", "draw"]


@pytest.mark.clause("EXP-TURN-03", "EXP-TURN-08")
def test_any_card_can_be_set_aside_by_a_reshuffle_even_twice_running() -> None:
    """Over many games: all 14 cards are set aside, some of them twice running, and all 14 come first."""
    again, aside, first = 0, set(), set()
    games = 120
    for seed in range(games):
        live = kit.game({"level": 1}, seed)
        before = set(live.position.deck.aside)
        live.put(Adjust("drawn", list(live.position.deck.pile)))
        assert (live.position.deck.left, set(live.position.deck.aside)) == (0, before)
        first.add(kit.let_play(live).the(Draw).card)
        now = live.position.deck.aside
        assert len(now) == 2
        again += bool(before & set(now))
        aside.update(now)
        assert sorted(live.position.deck.pile + live.position.deck.drawn + now) == ALL
    assert aside == first == set(ALL)
    assert 0.1 * games < again < 0.5 * games, "by chance in 27 of 100"


@pytest.mark.clause("EXP-TURN-03", "EXP-TURN-08")
def test_after_a_reshuffle_of_ones_own_deck_all_14_can_come() -> None:
    live = kit.game({"deck": "mine", "level": 1})
    never = set(ALL) - set(drawn_in(live, 12))
    live.put(Next())
    assert isinstance(live.question, Pick)
    assert list(live.question.options) == ALL
    assert len(never) == 2


@pytest.mark.clause("EXP-TURN-05", "EXP-TURN-14")
def test_a_card_of_ones_own_deck_is_not_offered_twice() -> None:
    live = kit.game({"deck": "mine", "level": 1})
    gone: list[int] = []
    for id_ in (14, 3, 8):
        live.put(Next())
        assert isinstance(live.question, Pick)
        assert list(live.question.options) == [one for one in ALL if one not in gone]
        live.undo()
        kit.let_play(live, id_)
        gone.append(id_)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.clause("EXP-TURN-09")
def test_the_top_card_alone_decides_the_turn(seed: int) -> None:
    """One card leaves the pile from its top, and the turn is what that card does on this table."""
    live = kit.game({"level": 1}, seed)
    for _ in range(12):
        pile, alone = list(live.position.deck.pile), copy.deepcopy(live.position)
        played = kit.let_play(live)
        assert live.position.deck.pile == pile[:-1]
        assert played.the(Draw).card == pile[-1]
        assert played.step("draw").clauses == ("EXP-TURN-09",)
        assert played.steps == kit.play(alone, kit.CARDS[pile[-1]]).steps


# ------------------------------------------------------------------------------------------------------ progress token


@pytest.mark.clause("EXP-PROG-01")
def test_nothing_but_the_track_gives_her_glory() -> None:
    """Exploring, cleansing, the special token; the human's own glory; none of them."""
    for target in (kit.map_token(), kit.corr(3), kit.lair()):
        table = kit.position({"N2": kit.MAP, "N3": [3, 5, 5], "N4": [20]}, glory=3, progress=12)
        played = kit.play(table, kit.card(kit.section(1, target)))
        assert len(played.of("north")) == 2
        assert (table.glory, table.progress) == (3, 12)
    live = kit.game()
    for input_ in (Go("N2"), Explored("N2", [4]), Vanquished("N2", 1), Boasted()):
        live.put(input_)
        assert live.position.glory == 0
    assert live.position.human_glory == 1


@pytest.mark.parametrize("space", range(28))
@pytest.mark.clause("EXP-PROG-02", "EXP-PROG-03")
def test_the_token_advances_one_space_or_stays(space: int) -> None:
    level = kit.LEVELS[2]
    for progress in (True, False):
        table = kit.position(progress=space, glory=level.glory_at(space))
        played = kit.play(table, kit.card(progress=progress))
        assert table.progress == space + progress
        assert [step["to"] for step in played.steps if step["do"] == "progress"] == [space + 1] * progress
        if progress:
            assert "EXP-PROG-02" in played.step("progress").clauses
        else:
            assert table.glory == level.glory_at(space)


@pytest.mark.parametrize("level", kit.LEVELS)
@pytest.mark.clause("EXP-PROG-02", "EXP-PROG-05", "EXP-PROG-06", "EXP-PROG-09", "EXP-PROG-10")
def test_a_walk_along_the_whole_track(level: int) -> None:
    """A glory token on each marked space, numbered 1 to 8 as they come, and none elsewhere."""
    marked = kit.LEVELS[level].glory_spaces
    table = kit.position(level=level)
    numbers: list[int | msgspec.UnsetType] = []
    for space in range(1, kit.LEVELS[level].last_space + 1):
        before = table.glory
        step = kit.play(table, kit.card(progress=True)).step("progress")
        assert isinstance(step.event, Progress)
        if space in marked:
            numbers.append(step.event.glory)
            assert step.clauses == ("EXP-PROG-02", "EXP-PROG-05", "EXP-PROG-07")
            assert table.glory == before + 1
        else:
            assert step.event.glory is msgspec.UNSET
            assert step.clauses == ("EXP-PROG-02",)
            assert table.glory == before
    assert numbers == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.clause("EXP-PROG-03", "EXP-PROG-05", "EXP-PROG-09")
def test_glory_comes_on_arriving_not_on_standing() -> None:
    """The token waits on a glory space: a card without the symbol brings nothing, and leaving it brings nothing."""
    table = kit.position(progress=6, glory=2)
    kit.play(table, kit.card(progress=False))
    assert (table.progress, table.glory) == (6, 2)
    kit.play(table, kit.card(progress=True))
    assert (table.progress, table.glory) == (7, 2)


@pytest.mark.parametrize(
    ("ruling", "second_line"),
    [("lines", [8, 9, 10, 11, 12, 13, 14, 15]), ("snake", [15, 14, 13, 12, 11, 10, 9, 8])],
)
@pytest.mark.clause("EXP-PROG-04", "EXP-AMB-09")
def test_the_track_is_drawn_in_reading_order(ruling: str, second_line: list[int]) -> None:
    """Left to right in every line, the lines from the top; switched, every other line runs back."""
    say = Translator("en", [DEFINITION.folder]).say
    lines = render_track(kit.position(progress=20), settle(DEFINITION.rulings, {"EXP-AMB-09": ruling}), say)
    numbers = [[int(number) for number in re.findall(r"\d+", line)] for line in lines]
    assert numbers == [[*range(8)], second_line, [*range(16, 24)], numbers[3]]
    assert sorted(numbers[3]) == [24, 25, 26, 27, 28]
    assert numbers[3][0] == (24 if ruling == "lines" else 28)
    assert "[20]" in lines[2]


@pytest.mark.clause("EXP-PROG-04")
def test_the_spaces_are_followed_one_after_another() -> None:
    table = kit.position(level=3)
    told = [kit.play(table, kit.card(progress=True)).the(Progress).to for _ in range(kit.LEVELS[3].last_space)]
    assert told == list(range(1, 25))


@pytest.mark.clause("EXP-PROG-07", "EXP-PROG-08", "EXP-AMB-16")
def test_a_glory_token_goes_to_the_corner_of_the_camp_and_on_no_category() -> None:
    step = kit.play(kit.position(progress=1), kit.card(progress=True)).step("progress")
    assert "EXP-PROG-07" in step.clauses
    sentence = Translator("en", [DEFINITION.folder]).sentence(step.event)
    assert "put glory token 1 on the top left corner of the Basecamp board" in sentence
    for clause in ("EXP-PROG-07", "EXP-PROG-08", "EXP-AMB-16"):
        assert "in the corner of the Basecamp board: they neither fulfil nor block a category" in kit.shown(
            kit.game(), clause
        )


@pytest.mark.parametrize("hers", range(8))
@pytest.mark.clause("EXP-PROG-08", "EXP-AMB-16")
def test_her_tokens_leave_all_of_the_humans_places_free(hers: int) -> None:
    live = kit.game()
    live.put(Adjust("glory", hers))
    for placed in range(1, 5):
        assert live.position.ended_by is None
        live.put(Boasted())
        assert (live.position.human_glory, live.position.glory) == (placed, hers)
    assert live.position.ended_by == "human"


@pytest.mark.parametrize("id_", kit.CARDS)
@pytest.mark.clause("EXP-PROG-10")
def test_at_most_one_glory_token_a_turn(id_: int) -> None:
    """Even where every space of the track is marked."""
    crowded = ProgressCard(2, 29, tuple(range(1, 9)), kit.LEVELS[2].coins)
    table = msgspec.structs.replace(full_table(), card=crowded, glory=2, progress=2)
    played = kit.play(table, kit.CARDS[id_])
    assert table.glory == 2 + (id_ in ADVANCING)
    assert sum(step["do"] == "progress" for step in played.steps) == (id_ in ADVANCING)


@pytest.mark.clause("EXP-PROG-11")
def test_a_token_just_placed_counts_for_both_mechs() -> None:
    tiles: dict[str, str | list[int]] = {"N2": [4], "C6": [5]}
    drawn = kit.card(kit.section(3, kit.corr(1, glory=1)), kit.section(3, kit.corr(1, glory=1)), progress=True)
    before, after = kit.position(tiles, progress=0), kit.position(tiles, progress=1)
    played = kit.play(after, drawn)
    assert [step["do"] for step in played.steps] == ["progress", "move", "cleanse", "move", "cleanse"]
    assert (after.glory, after.corruption) == (1, 2)
    assert [step["do"] for step in kit.play(before, drawn).steps] == ["progress", "move", "move"]


@pytest.mark.parametrize("placed", range(1, 9))
@pytest.mark.clause("EXP-PROG-12")
def test_the_first_four_and_the_last_four_tokens_are_worth_the_same(placed: int) -> None:
    """Four of each colour: whichever comes, it counts one towards thresholds and scores the same coins."""
    for needed in (placed, placed + 1):
        if needed <= 8:
            table = kit.position({"N2": [4]}, glory=placed)
            kit.play(table, kit.card(kit.section(3, kit.corr(1, glory=needed))))
            assert table.corruption == (needed == placed)
    live = kit.game()
    live.put(Adjust("glory", placed))
    assert DEFINITION.scoring.score(live.position, live.rulings).totals == {
        "automa": placed * kit.LEVELS[2].coins.glory_token
    }
    assert not [name for name in Position.__struct_fields__ + Progress.__struct_fields__ if "colour" in name]


@pytest.mark.parametrize("level", kit.LEVELS)
@pytest.mark.clause("EXP-PROG-13", "EXP-AMB-10")
def test_on_the_last_space_the_symbol_has_no_effect(level: int) -> None:
    last = kit.LEVELS[level].last_space
    table = kit.position(level=level, progress=last, glory=8)
    before = kit.plain(table)
    played = kit.play(table, kit.card(progress=True))
    assert kit.changes(before, table).keys() == {"mechs.north", "mechs.central"}
    assert [step["do"] for step in played.steps] == ["move", "move"]


@pytest.mark.clause("EXP-PROG-13", "EXP-AMB-10")
def test_on_the_last_space_by_the_other_ruling_the_token_starts_again() -> None:
    table = kit.position(progress=kit.LEVELS[2].last_space, glory=8)
    played = kit.play(table, kit.card(progress=True), AMB_10="start-again")
    assert (table.progress, table.glory) == (0, 8)
    assert played.steps[0] == {"do": "progress", "to": 0}
