"""The 19 cards, the deck and its two discards (DECK)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from automarium.engine.game.playthrough import Playthrough
from automarium.games.scythe.commands import Added, Fought, Go, Next
from automarium.games.scythe.events import CombatCard, Draw, PlaceResources
from automarium.games.scythe.position import Action, Card, Faction, Gain, Level, Scheme, SchemeName, Symbol
from tests.games.scythe.kit import (
    CARDS,
    EXPANSION,
    Bonus,
    What,
    battle,
    card,
    game,
    play,
    position,
    shown,
    tell,
    top_card,
    whole_game,
)

# The table of the catalogue, copied: moves I | gains I | recruit I | moves II | gains II | recruit II | combat | box.
LISTED = """
1 | (Nor W) / E / C | P1 w | power | W | P4 | power | 6/7/7 + 1 | 1
2 | (Pol E) / W | (Cri $1) $1 | - | (Pol E) / W | (Cri $1) K u | coin | 5/6/7 + 2 | 2
3 | W | P3 | - | W | P2 w | popularity | 3/7/7 + 0 | 0
4 | W | (Cri $1) K | combat card | W | (Cri $1) $2 | power | 0/1/2 + 1 | 0
5 | W | w $1 | coin | M | P4 w | combat card | 2/4/7 + 1 | 4
6 | W | P2 | - | M | (Cri $1) P2 u | power | 7/7/7 + 1 | 0
7 | (Sax A5) / W | w $1 | popularity | (Sax A5) / M | (Rus u) u K | coin | 5/7/7 + 0 | 2
8 | M / W | (Rus u) u | - | M | (Sax P1) $1 u | coin | 0/5/7 + 2 | 1
9 | (Pol E) / M / W | w u | popularity | (Pol E) / M | P3 w | popularity | 4/7/7 + 1 | 3
10 | M / W | u P2 | - | M | $2 u | - | 0/0/0 + 1 | 1
11 | M / E / C | (Rus w) w $1 | - | (Nor W) / E / C | P3 w | combat card | 6/7/7 + 2 | 0
12 | (Nor W) / M | P4 | - | (Nor W) / M | K $1 u | power | 4/5/7 + 2 | 1
13 | (Sax A4) / E / C | $1 | - | (Sax A5) / E / C | K $2 | coin | 3/5/7 + 3 | 0
14 | E / C | w K | combat card | A7 / R / M | P3 | popularity | 1/1/1 + 1 | 0
15 | E / C | P3 $1 | coin | A1 / R / E / C | (Cri $1) $1 | combat card | 7/7/7 + 0 | 2
16 | E / C | u | - | A5 / R / M | (Sax P1) u $1 | - | 5/7/7 + 1 | 4
17 | A6 / R / W | $2 | power | A8 / W | (Cri $1) $1 w | popularity | 7/7/7 + 2 | 2
18 | E / C | w $1 | - | E / C | w $2 | - | 1/1/7 + 0 | 1
19 | R / W | w | - | R / W | P3 $1 | combat card | 7/7/7 + 1 | 1
"""
GREY = {4, 15, 17}
SKIPS = {4, 7, 8, 17}
FACTIONS: dict[str, Faction] = {"Nor": "nordic", "Rus": "rusviet", "Cri": "crimea", "Sax": "saxony", "Pol": "polania"}
MOVES: dict[str, Action] = {
    "W": "worker_move",
    "M": "mech_move",
    "C": "character_move",
    "E": "encounter_or_factory",
    "A": "attack_combat_unit",
    "R": "attack_workers",
}
GAINS: dict[str, What] = {"$": "coin", "P": "power", "K": "combat_card", "w": "worker", "u": "character_or_mech"}
NUMBERS = list(range(1, 20))


def bracket(entry: str) -> tuple[Faction | None, str]:
    """ "(Nor W)" -> nordic, W."""
    if not entry.startswith("("):
        return None, entry
    faction, inside = entry.strip("()").split()
    return FACTIONS[faction], inside


def symbol(entry: str) -> Symbol:
    faction, inside = bracket(entry.strip())
    return Symbol(MOVES[inside[0]], int(inside[1:]) if inside[1:] else None, faction)


def gain(entry: str) -> Gain:
    faction, inside = bracket(entry)
    return Gain(GAINS[inside[0]], int(inside[1:] or 1), faction)


def scheme(moves: str, gains: str, recruit: str) -> Scheme:
    entries = gains.replace("(Cri $1)", "(Cri_$1)").replace("(Rus ", "(Rus_").replace("(Sax ", "(Sax_").split()
    return Scheme(
        tuple(symbol(entry) for entry in moves.split("/")),
        tuple(gain(entry.replace("_", " ")) for entry in entries),
        None if recruit == "-" else msgspec.convert(recruit.replace(" ", "_"), Bonus),
    )


def listed() -> dict[int, Card]:
    cards = {}
    for line in LISTED.strip().splitlines():
        id_, *rest = (cell.strip() for cell in line.split("|"))
        table, icons = rest[6].split("+")
        low, middle, high = (int(number) for number in table.split("/"))
        number = int(id_)
        cards[number] = Card(
            number,
            number not in GREY,
            number in SKIPS,
            (low, middle, high),
            int(icons),
            int(rest[7]),
            scheme(*rest[:3]),
            scheme(*rest[3:6]),
        )
    return cards


def dealt(pile: Sequence[int], combat: Sequence[int] = (), **switched: str) -> Playthrough:
    """A live game whose deck holds these cards, the last on top; the others are out, ``combat`` of them sideways.

    Rusviet, water free; her mech r4c5 has the human's mech beside it on r5c5.
    """
    live = game({"faction": "rusviet"}, switches=switched)
    table = position(
        mechs=["r4c5"], character="r3c6", workers=["r4c6"], power=9, combat_cards=0, human_mechs=["r5c5"], scheme="II"
    )
    table.tracker = 10
    out = [number for number in NUMBERS if number not in pile]
    table.deck.pile, table.deck.drawn, table.combat_discard = list(pile), out, list(combat)
    table.last_card = [number for number in out if number not in combat][-1] if len(out) > len(combat) else None
    live.position = table
    return live


def piles(live: Playthrough) -> tuple[int, int, int]:
    """Deck, main discard, combat discard."""
    return live.position.deck.left, len(live.position.main_discard), len(live.position.combat_discard)


# ------------------------------------------------------------------------------------------------------------ the cards


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.clause("SCY-DECK-01", "SCY-DECK-02")
def test_the_printed_cards_are_those_of_the_catalogue(number: int) -> None:
    assert CARDS[number] == listed()[number]


@pytest.mark.clause("SCY-DECK-01")
def test_there_are_the_same_19_cards_in_every_game() -> None:
    assert sorted(CARDS) == NUMBERS
    for faction in ("nordic", "saxony", "togawa"):
        for level in ("autometta", "ultimaszyna"):
            assert sorted(game({"faction": faction, "level": level}).position.deck.cards) == NUMBERS
    icons = [drawn.combat_cards for drawn in CARDS.values()]
    assert [icons.count(count) for count in range(4)] == [4, 9, 5, 1]


def two_faced() -> Card:
    """Green: power; red: coins."""
    green = Scheme((Symbol("worker_move"),), (Gain("power", 2),), None)
    red = Scheme((Symbol("mech_move"),), (Gain("coin", 3),), "coin")
    return Card(99, False, False, (0, 0, 0), 0, 0, green, red)


@pytest.mark.clause("SCY-DECK-02", "SCY-DECK-03")
def test_only_the_half_of_the_active_scheme_is_played() -> None:
    green = play(position(scheme="I", workers=["r3c6"], mechs=["r4c6"]), two_faced())
    assert [(step["do"], step.get("unit") or step.get("what")) for step in green.steps] == [
        ("move", "worker"),
        ("gain", "power"),
    ]
    red = play(position(scheme="II", workers=["r3c6"], mechs=["r4c6"]), two_faced())
    assert red.tags == ["move", "gain", "recruit"]
    assert red.steps[0]["unit"] == "mech"
    assert red.steps[1] == {"do": "gain", "what": "coin", "amount": 3}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.clause("SCY-DECK-03")
def test_scheme_one_until_the_change_and_scheme_two_to_the_end(seed: int) -> None:
    """Through whole games, reshuffles and all: the card of a turn lies with the active scheme up."""
    drawn = []
    changed = 0
    for _, told in whole_game({}, seed):
        tags = [step.event.__struct_config__.tag for step in told]
        drawn += [step.event.scheme for step in told if isinstance(step.event, Draw)]
        if "scheme" in tags:
            changed = len(drawn)
    assert changed
    assert drawn == ["I"] * changed + ["II"] * (len(drawn) - changed)
    assert "Scheme I on top" in shown("SCY-DECK-03", game({"deck": "mine"}).position)


@pytest.mark.parametrize("scheme_", ["I", "II"])
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.clause("SCY-DECK-04")
def test_the_three_rows_are_read_from_top_to_bottom(number: int, scheme_: SchemeName) -> None:
    """Moves first, then gains, then the recruit bonus; the star in the middle comes last."""
    table = position(
        scheme=scheme_, workers=["r3c6"], mechs=["r4c6"], character="r4c5", power=9, human_workers=["r2c5"]
    )
    order = ["move", "attack", "raid", "no-move", "gain", "recruit", "tracker", "water-free"]
    tags = [tag for tag in play(table, number).tags if tag in order]
    rank = {tag: max(0, order.index(tag) - 3) for tag in order}
    assert tags == sorted(tags, key=rank.__getitem__)
    half = CARDS[number].scheme(scheme_)
    assert len(half.moves) >= 1
    assert ("recruit" in tags) == (half.recruit is not None)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.clause("SCY-DECK-05")
def test_the_star_in_the_middle_belongs_to_both_schemes(number: int) -> None:
    for scheme_ in ("I", "II"):
        table = position(scheme=scheme_, tracker=5, workers=["r3c6"])
        moved = "tracker" in play(table, number).tags
        assert moved == (number not in {4, 15, 17})
        assert table.tracker == 5 + moved


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.clause("SCY-DECK-06")
def test_combat_table_and_resource_box_are_the_same_in_both_schemes(number: int) -> None:
    used, boxes = [], []
    for scheme_ in ("I", "II"):
        table = position("nordic", scheme=scheme_, mechs=["r2c3"], power=9, human_mechs=["r2c3"])
        top_card(table, number)
        table.last_card = number
        played = battle(table, "r2c3", "human", ["ready", 20, "no"])
        used.append(played.the(CombatCard))
        boxes.append([placed.amount for placed in played.all(PlaceResources)])
    drawn = listed()[number]
    assert used[0] == used[1]
    assert used[0].power == drawn.spend[1]
    assert boxes[0] == boxes[1] == ([drawn.resources] if drawn.resources else [])


@pytest.mark.parametrize("scheme_", ["I", "II"])
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.clause("SCY-DECK-07")
def test_a_card_revealed_for_a_combat_gives_its_table_and_nothing_else(number: int, scheme_: SchemeName) -> None:
    """No move, no gain, no bonus, no cube, and the resource box stays that of the last turn."""
    table = position(
        scheme=scheme_, tracker=5, mechs=["r4c5", "r4c6"], workers=["r3c6"], power=9, coins=5, human_mechs=["r4c5"]
    )
    top_card(table, number)
    table.last_card = 5
    played = battle(table, "r4c5", "human", ["ready", 20, "no"])
    told = [tag for tag in played.tags if tag not in ("loser-card", "her-loser-card")]
    assert told == ["battle", "combat-card", "outcome", "retreat", "place-resources"]
    assert (table.automa.coins, table.tracker, table.automa.workers, table.automa.mechs) == (5, 5, ["r3c6"], ["r4c6"])
    assert played.the(PlaceResources).amount == 4
    assert table.last_card == 5


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.clause("SCY-DECK-14")
def test_the_skip_symbol_is_on_both_schemes_of_four_cards(number: int) -> None:
    for scheme_ in ("I", "II"):
        table = position(level="autometta", scheme=scheme_, tracker=6, workers=["r3c6"])
        assert ("skip" in play(table, number).tags) == (number in {4, 7, 8, 17})


@pytest.mark.clause("SCY-DECK-15")
def test_the_expansion_replaces_four_cards_and_no_other() -> None:
    assert sorted(EXPANSION) == NUMBERS
    assert {number for number in NUMBERS if EXPANSION[number] != CARDS[number]} == {5, 8, 18, 19}


def brackets(cards: dict[int, Card], faction: Faction) -> int:
    halves = [half for drawn in cards.values() for half in (drawn.I, drawn.II)]
    moves = sum(entry.faction == faction for half in halves for entry in half.moves)
    return moves + sum(entry.faction == faction for half in halves for entry in half.gains)


@pytest.mark.parametrize("faction", ["albion", "togawa"])
@pytest.mark.clause("SCY-DECK-15")
def test_with_the_base_deck_an_expansion_faction_has_no_brackets(faction: Faction) -> None:
    assert brackets(CARDS, faction) == 0
    assert brackets(EXPANSION, faction) > 0


@pytest.mark.parametrize(("cards", "gained"), [("base", ["worker", "coin"]), ("expansion", ["mech", "worker", "coin"])])
@pytest.mark.clause("SCY-DECK-15")
def test_a_game_plays_with_the_cards_it_was_set_up_with(cards: str, gained: list[str]) -> None:
    live = game({"faction": "togawa", "cards": cards, "deck": "mine"})
    played = tell(live, Next(), 5)
    assert [step["what"] for step in played.steps if step["do"] == "gain"] == gained


# --------------------------------------------------------------------------------------------- reshuffles and discards


@pytest.mark.clause("SCY-DECK-08", "SCY-DECK-09", "SCY-DECK-12")
def test_an_empty_deck_is_shuffled_when_a_turn_needs_a_card() -> None:
    live = dealt([], combat=NUMBERS[:4])
    live.position.human.mechs = []  # nobody to attack
    assert piles(live) == (0, 15, 4)
    told = live.put(Next())
    assert [step.event.__struct_config__.tag for step in told][:2] == ["reshuffle", "draw"]
    assert told[0].clauses == ("SCY-DECK-08", "SCY-DECK-09")
    assert piles(live) == (18, 1, 0)


@pytest.mark.parametrize("number", [3, 10, 12])
@pytest.mark.clause("SCY-DECK-08")
def test_the_last_card_of_the_deck_is_drawn_without_a_reshuffle(number: int) -> None:
    live = dealt([number], combat=[1, 2, 4, 5])
    assert piles(live) == (1, 14, 4)
    played = tell(live, Next())
    assert "reshuffle" not in played.tags
    assert piles(live) == (0, 15, 4)
    assert live.position.main_discard[-1] == number


@pytest.mark.clause("SCY-DECK-08", "SCY-DECK-12")
def test_an_empty_deck_is_shuffled_when_the_humans_combat_needs_a_card() -> None:
    live = dealt([], combat=NUMBERS[:4])
    live.position.automa.mechs = ["r5c5"]
    live.put(Fought("r5c5"))
    assert live.question is not None
    assert live.question.about == "ask.ready"
    assert live.shown.deck.left == 0  # not before the card is needed
    played = tell(live, "ready", 0)
    assert played.tags.count("reshuffle") == 1
    assert piles(live) == (18, 0, 1)


@pytest.mark.parametrize("pile", [[3], [3, 6, 9], NUMBERS])
@pytest.mark.clause("SCY-DECK-08")
def test_a_deck_with_cards_is_never_reshuffled_for_a_combat(pile: list[int]) -> None:
    live = dealt(pile)
    live.position.automa.mechs = ["r5c5"]
    played = tell(live, Fought("r5c5"), "ready")
    assert "reshuffle" not in played.tags
    assert live.shown.deck.left == len(pile) - 1
    assert live.shown.combat_discard == [pile[-1]]


@pytest.mark.clause("SCY-DECK-08", "SCY-DECK-12")
def test_in_whole_games_a_reshuffle_comes_only_with_an_empty_deck() -> None:
    """And at any time the three piles are the 19 cards. The change of scheme only turns the cards here (SCY-A21)."""
    reshuffles = 0
    for seed in range(6):
        left = 19
        for table, told in whole_game({"level": "autometta"}, seed, A21="turn-only"):
            tags = [step.event.__struct_config__.tag for step in told]
            needed = tags.count("draw") + tags.count("combat-card")
            assert tags.count("reshuffle") == (1 if needed > left else 0)
            reshuffles += tags.count("reshuffle")
            assert sorted([*table.deck.pile, *table.main_discard, *table.combat_discard]) == NUMBERS
            left = table.deck.left
            assert left == len(table.deck.pile)
    assert reshuffles


@pytest.mark.parametrize("switched", [{}, {"A23": "keep-out"}, {"A21": "turn-only"}])
@pytest.mark.parametrize("level", ["automa", "automaszyna", "ultimaszyna"])
@pytest.mark.clause("SCY-DECK-12")
def test_the_three_piles_are_always_the_19_cards(level: Level, switched: dict[str, str]) -> None:
    for table, _ in whole_game({"level": level, "faction": "saxony"}, 11, **switched):
        assert sorted([*table.deck.pile, *table.main_discard, *table.combat_discard]) == NUMBERS


@pytest.mark.parametrize("scheme_", ["I", "II"])
@pytest.mark.clause("SCY-DECK-09")
def test_a_reshuffle_keeps_the_scheme_and_empties_both_discards_first(scheme_: SchemeName) -> None:
    live = dealt([], combat=[1, 2])
    live.position.scheme = scheme_
    live.position.human.mechs = []  # nobody to attack
    live.position.tracker = 5
    played = tell(live, Next())
    draw = played.the(Draw)
    assert (draw.scheme, draw.left) == (scheme_, 18)
    assert live.position.scheme == scheme_
    assert live.position.main_discard == [draw.card]
    assert live.position.combat_discard == []


@pytest.mark.clause("SCY-DECK-10", "SCY-DECK-08")
def test_a_reshuffle_in_her_own_turn_takes_the_turns_card_in() -> None:
    """Card 14 II: attack at power 7 or more, then 3 power, popularity, golden star. It was the last of the deck."""
    live = dealt([14], combat=[1, 2, 3])
    played = tell(live, Next(), "ready", 0)
    assert played.tags[:5] == ["draw", "attack", "battle", "reshuffle", "combat-card"]
    assert piles(live) == (18, 0, 1)
    revealed = played.the(CombatCard).card
    assert (14 in live.position.deck.pile) or revealed == 14
    after = played.tags[played.tags.index("clear-resources") :]
    assert after == ["clear-resources", "star", "gain", "recruit", "tracker"]
    assert live.position.tracker == 11


@pytest.mark.clause("SCY-DECK-10")
def test_switched_the_turns_card_is_kept_out_of_the_reshuffle() -> None:
    live = dealt([14], combat=[1, 2, 3], A23="keep-out")
    played = tell(live, Next(), "ready", 0)
    assert piles(live) == (17, 1, 1)
    assert live.position.main_discard == [14]
    assert 14 not in live.position.deck.pile
    assert played.tags[-3:] == ["gain", "recruit", "tracker"]


@pytest.mark.clause("SCY-DECK-11")
def test_a_turns_card_goes_on_the_main_discard_and_a_combats_on_the_other() -> None:
    live = dealt([10, 6, 12, 14])  # 14 for the turn, 12 for its combat, 6 for the next turn
    tell(live, Next(), "ready", 0)
    assert live.position.main_discard[-1] == 14
    assert live.position.combat_discard == [12]
    tell(live, Next())
    assert live.position.main_discard[-2:] == [14, 6]
    assert live.position.combat_discard == [12]
    live.put(Added("mech", "r1c1"))
    place = live.position.automa.mechs[0]
    played = tell(live, Go("mech", "r1c1", place), Fought(place), "ready", 0, "no")
    assert played.the(CombatCard).card == 10
    assert live.position.combat_discard == [12, 10]
    assert live.position.main_discard[-1] == 6


@pytest.mark.clause("SCY-DECK-11")
def test_two_combats_and_one_conquest_of_workers_use_two_cards() -> None:
    live = dealt(NUMBERS[5:])
    live.position.automa.mechs = ["r5c5", "r4c4"]
    live.position.human.mechs = ["r5c5", "r4c4", "r5c6"]
    assert piles(live) == (14, 5, 0)
    tell(live, Fought("r5c5"), "ready", 40, "no")
    live.position.automa.combat_cards = 0
    tell(live, Fought("r4c4"), "ready", 40, "no")
    tell(live, Go("mech", "r5c6", "r4c6"))
    assert live.position.automa.workers == ["base"]
    assert piles(live) == (12, 5, 2)
    assert live.position.main_discard == NUMBERS[:5]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.clause("SCY-DECK-13")
def test_until_a_shuffle_the_cube_counts_the_golden_stars_of_the_main_discard(seed: int) -> None:
    live = game(seed=seed)
    for _ in range(9):
        before = live.position.scheme
        live.put(Next())
        assert live.question is None
        if live.position.scheme != before:
            break
        golden = [number for number in live.position.main_discard if number not in GREY]
        assert live.position.tracker == len(golden)


@pytest.mark.clause("SCY-DECK-13")
def test_the_authors_check_and_what_breaks_it() -> None:
    live = game({"deck": "mine"})
    for number in (1, 4, 2, 15, 9):
        tell(live, Next(), number)
    assert (live.position.main_discard, live.position.tracker) == ([1, 4, 2, 15, 9], 3)
    skipped = game({"deck": "mine", "level": "autometta"})
    for number in (7, 8, 1):
        tell(skipped, Next(), number)
    assert (skipped.position.main_discard, skipped.position.tracker) == ([7, 8, 1], 1)


@pytest.mark.clause("SCY-DECK-13")
def test_switched_skipped_cards_keep_the_authors_check() -> None:
    live = game({"deck": "mine", "level": "autometta"}, A14="cube-moves")
    for number in (7, 4, 8, 1):
        tell(live, Next(), number)
    assert live.position.tracker == 3


@pytest.mark.clause("SCY-DECK-11")
def test_a_card_with_nothing_to_do_lies_on_the_main_discard_too() -> None:
    """A skipped card, and one whose row is not legal."""
    live = game({"deck": "mine", "level": "autometta"})
    tell(live, Next(), 17)
    assert live.position.main_discard == [17]
    assert play(position(), card([Symbol("mech_move")], golden=False)).tags == ["no-move"]
    tell(live, Next(), 6)
    assert live.position.main_discard == [17, 6]
