"""The rulings A-21 to A-35, each in all of its choices."""

from __future__ import annotations

import pytest

from automarium.games.scythe.adjust import WHAT, Adjust
from automarium.games.scythe.commands import Added, Fought, Go, Next
from automarium.games.scythe.events import PlaceResources
from automarium.games.scythe.position import Faction, Gain, HumanScore, Level, Position, Side, Symbol, Variants
from automarium.games.scythe.room import ROOM
from automarium.kernel.chance import Chance
from automarium.kernel.game import Game
from automarium.kernel.question import Answer, Form, Pick
from automarium.kernel.saying import Refused
from automarium.voice import Voice
from tests.games.scythe.kit import Played, battle, card, game, plain, play, position, rulings, tell, top_card

ENGLISH = Voice("en", [ROOM.folder])
SECOND = {
    "SCY-A21": ("shuffle", "turn-only"),
    "SCY-A22": ("remembered", "top-of-pile"),
    "SCY-A23": ("all-19", "keep-out"),
    "SCY-A24": ("removed", "they-stay"),
    "SCY-A25": ("at-once", "finish-the-row"),
    "SCY-A26": ("applies", "immune"),
    "SCY-A27": ("ignored",),
    "SCY-A28": ("fresh",),
    "SCY-A29": ("after-the-move", "end-of-turn"),
    "SCY-A30": ("three", "one"),
    "SCY-A31": ("one-value",),
    "SCY-A32": ("combat-discard",),
    "SCY-A33": ("no", "yes"),
    "SCY-A34": ("each-piece", "once-a-turn"),
    "SCY-A35": ("draw", "automa"),
}


def units(played: Played) -> list[str]:
    return [step["unit"] for step in played.steps if step["do"] in ("move", "attack", "raid")]


def placed(played: Played) -> list[tuple[str, str, int]]:
    events = [step.event for step in played.told]
    return [(event.at, event.what, event.amount) for event in events if isinstance(event, PlaceResources)]


def default_and_switched(id_: str) -> pytest.MarkDecorator:
    """Both choices of a ruling: nothing said at all is the default."""
    default, switched = SECOND[f"SCY-{id_}"]
    return pytest.mark.parametrize(
        ("switches", "choice"), [({}, default), ({id_: default}, default), ({id_: switched}, switched)]
    )


@pytest.mark.parametrize("id_", SECOND)
def test_each_ruling_has_its_choices_default_first(id_: str) -> None:
    ruling = next(ruling for ruling in ROOM.rulings.rulings() if ruling.id == id_)
    assert ruling.choices == SECOND[id_]
    with pytest.raises(Refused) as refused:
        game(switches={id_.removeprefix("SCY-"): "otherwise"})
    assert refused.value.where == f"rulings.{id_}"


# ---------------------------------------------------------------------------------------------------------- the deck


@pytest.mark.clause("SCY-A21")
@default_and_switched("A21")
def test_a21_the_scheme_change_shuffles_or_only_turns(switches: dict[str, str], choice: str) -> None:
    table = position(tracker=8)
    table.deck.set_drawn([1, 2, 3, 8, 9], Chance(2))
    table.combat_discard = [8, 9]
    pile = list(table.deck.pile)
    play(table, card(), switches=switches)
    assert table.scheme == "II", "it is turned either way"
    if choice == "shuffle":
        assert (table.deck.left, table.main_discard, table.combat_discard) == (19, [], [])
    else:
        assert (table.deck.left, table.main_discard, table.combat_discard) == (14, [1, 2, 3], [8, 9])
        assert table.deck.pile == pile


@pytest.mark.clause("SCY-A22")
@default_and_switched("A22")
def test_a22_the_resource_box_after_the_scheme_change(switches: dict[str, str], choice: str) -> None:
    live = game({"deck": "mine"}, switches=switches)
    live.put(Adjust(what="tracker", to=8))
    tell(live, Next(), 9)
    assert live.position.main_discard == []
    played = tell(live, Go("character", "base", "r1c5"))
    assert placed(played) == ([("r1c5", "oil", 3)] if choice == "remembered" else [])


@pytest.mark.clause("SCY-A22")
@default_and_switched("A22")
def test_a22_with_a_card_on_the_pile_both_readings_agree(switches: dict[str, str], choice: str) -> None:
    live = game({"deck": "mine"}, switches=switches)
    tell(live, Next(), 9)
    assert placed(tell(live, Go("character", "base", "r1c5"))) == [("r1c5", "oil", 3)]


@pytest.mark.clause("SCY-A22")
@default_and_switched("A22")
def test_a22_no_card_yet_is_nothing(switches: dict[str, str], choice: str) -> None:
    live = game({"deck": "mine"}, switches=switches)
    played = tell(live, Go("character", "base", "r1c5"))
    assert played.tags == ["sent"]


def attacking(switches: dict[str, str]) -> Game:
    """Her turn's card is the last of the deck, and its attack needs another."""
    live = game({"deck": "mine"}, switches=switches)
    tell(live, Adjust(what="drawn", to=[number for number in range(1, 20) if number != 14]))
    tell(live, Adjust(what="scheme", to="II"), Adjust(what="tracker", to=10), Adjust(what="power", to=7))
    tell(live, Adjust(what="mech", at="mat", to="r4c5"), Added("mech", "base"), Go("mech", "base", "r5c5"))
    return live


def card_options(live: Game) -> tuple[str | int, ...]:
    """The cards that may be named for a combat."""
    assert isinstance(live.question, Form)
    card = live.question.fields[1].question
    assert isinstance(card, Pick)
    return card.options


@pytest.mark.clause("SCY-A23")
@default_and_switched("A23")
def test_a23_the_card_of_the_turn_is_shuffled_in_or_kept_out(switches: dict[str, str], choice: str) -> None:
    live = attacking(switches)
    tell(live, Next(), 14)
    options = card_options(live)
    assert (14 in options, len(options)) == ((True, 19) if choice == "all-19" else (False, 18))
    played = tell(live, "ready", 3, 0)
    now = live.position
    assert now.combat_discard == [3]
    assert now.main_discard == ([] if choice == "all-19" else [14])
    assert now.deck.left == (18 if choice == "all-19" else 17)
    assert [step["do"] for step in played.steps][-3:] == ["gain", "recruit", "tracker"], "the card is played on"


@pytest.mark.clause("SCY-A23")
@default_and_switched("A23")
def test_a23_in_the_humans_turn_all_19_are_shuffled_anyway(switches: dict[str, str], choice: str) -> None:
    live = game({"deck": "mine"}, switches=switches)
    tell(live, Adjust(what="drawn", to=list(range(1, 20))), Adjust(what="last-card", to=19))
    tell(live, Adjust(what="mech", at="mat", to="r5c5"), Added("mech", "base"), Go("mech", "base", "r5c5"))
    tell(live, Fought("r5c5"))
    assert len(card_options(live)) == 19


# ------------------------------------------------------------------------------------------------------------ combat


@pytest.mark.clause("SCY-A24")
@default_and_switched("A24")
def test_a24_tokens_the_human_brought_along_stay_or_go(switches: dict[str, str], choice: str) -> None:
    table = position(mechs=["r5c5"], power=9, human_mechs=["r5c5"])
    top_card(table, 6)
    played = battle(table, "r5c5", "human", ["ready", 3], switches=switches)
    said = ENGLISH.sentence(played.step("tokens-brought").event)
    assert ("stay" in said, "Remove" in said) == ((True, False) if choice == "they-stay" else (False, True))
    assert plain(played.step("tokens-brought").event.params())["at"] == "r5c5"


@pytest.mark.clause("SCY-A24")
@default_and_switched("A24")
def test_a24_is_about_her_victories_as_defender_only(switches: dict[str, str], choice: str) -> None:
    fights: list[tuple[Side, int, list[Answer]]] = [
        ("automa", 6, [3]),
        ("automa", 10, [3, "no"]),
        ("human", 10, [3, "no"]),
    ]
    for attacker, number, answers in fights:
        table = position(mechs=["r5c5"], power=9, human_mechs=["r5c5"])
        top_card(table, number)
        assert "tokens-brought" not in battle(table, "r5c5", attacker, ["ready", *answers], switches=switches).tags


@pytest.mark.clause("SCY-A25")
@default_and_switched("A25")
def test_a25_gains_after_the_sixth_star(switches: dict[str, str], choice: str) -> None:
    """The row is finished when switched; recruit bonus and cube come under neither reading."""
    table = position(tracker=19, power=15, combat_stars=1, scheme="II", coins=5)
    assert table.stars == 5
    drawn = card(gains=[Gain("power", 2), Gain("coin", 1), Gain("worker", 1)], recruit="coin")
    played = play(table, drawn, switches=switches)
    assert played.stopped == "sixth star: automa"
    finished = choice == "finish-the-row"
    assert (table.automa.coins, table.automa.workers) == ((6, ["base"]) if finished else (5, []))
    assert [step["do"] for step in played.steps] == ["gain", "star", *(["gain", "gain"] if finished else [])]
    assert table.tracker == 19


@pytest.mark.clause("SCY-A26")
def test_a26_abilities_act_on_power_and_hand_and_never_on_popularity() -> None:
    """What an ability does is set by hand, before the combat card is revealed; popularity cannot be set."""
    live = game({"deck": "mine"})
    tell(live, Adjust(what="mech", at="mat", to="r5c5"), Added("mech", "base"), Adjust(what="power", to=8))
    tell(live, Adjust(what="combat-cards", to=2), Go("mech", "base", "r5c5"))
    tell(live, Adjust(what="power", to=6), Adjust(what="combat-cards", to=1))
    played = tell(live, Fought("r5c5"), "ready", 8, 2, 9, "no")  # card 8: 0/5/7 and two cards
    assert played.step("combat-card").event.params() == {"card": 8, "power": 0, "count": 1}
    assert "popularity" not in WHAT
    with pytest.raises(Refused) as refused:
        live.put(Adjust(what="popularity", to=9))
    assert refused.value.where == "what"
    checklist = {clause: said for said, clauses in ROOM.checklist(live.position, live.rulings) for clause in clauses}
    assert "power and cards, never on her popularity" in ENGLISH.sentence(checklist["SCY-A26"])


@pytest.mark.clause("SCY-A27")
@pytest.mark.parametrize(("human", "faction"), [("albion", "nordic"), ("togawa", "nordic"), ("nordic", "togawa")])
def test_a27_expansion_tokens_are_ignored(human: Faction, faction: Faction) -> None:
    """Nobody can tell the app of flags and traps, and the set-up says so."""
    live = game({"human": human, "faction": faction})
    for what in ("flag", "trap"):
        assert what not in ROOM.commands
        with pytest.raises(Refused) as refused:
            live.put(Adjust(what=what, to="r5c5"))
        assert refused.value.where == "what"
    checklist = {clause: said for said, clauses in ROOM.checklist(live.position, live.rulings) for clause in clauses}
    assert "tokens of expansions are ignored" in ENGLISH.sentence(checklist["SCY-A27"])


# ---------------------------------------------------------------------------------------------------- several moves


@pytest.mark.clause("SCY-A28")
@pytest.mark.parametrize("level", ["ultimaszyna", "automa"])
def test_a28_piece_and_legality_are_looked_up_fresh_for_each_symbol(level: Level) -> None:
    """At the start of the row no symbol but the mech's is legal for the character's place; afterwards it is."""
    table = position(
        level=level, character="base", mechs=["base"], workers=["r4c5"], human_mechs=["r4c2"], encounters=[]
    )
    table.variants = Variants(all_moves=level == "automa")
    played = play(table, card([Symbol("encounter_or_factory"), Symbol("mech_move"), Symbol("encounter_or_factory")]))
    assert played.steps[:3] == [
        {"do": "move", "unit": "mech", "from": "base", "to": "r4c4"},
        {"do": "move", "unit": "character", "from": "base", "to": "r4c3"},
        {"do": "factory"},
    ]


@pytest.mark.clause("SCY-A28")
def test_a28_the_piece_closest_to_the_base_may_be_another_one_after_the_first_move() -> None:
    table = position(level="ultimaszyna", mechs=["r4c6", "r4c5"], workers=["r4c6"], human_mechs=["r4c1"])
    played = play(table, card([Symbol("mech_move"), Symbol("mech_move")]))
    assert [step["from"] for step in played.steps[:2]] == ["r4c6", "r4c5"]


@pytest.mark.clause("SCY-A29")
@pytest.mark.parametrize("level", ["autometta", "automa", "automaszyna", "ultimaszyna"])
def test_a29_the_factory_card_is_taken_directly_after_the_move(level: Level) -> None:
    table = position(level=level, character="r4c4", workers=["r4c5"], tracker=6)
    played = play(table, card([Symbol("encounter_or_factory")], [Gain("coin", 1)], recruit="coin"))
    assert [step["do"] for step in played.steps] == ["move", "factory", "gain", "recruit", "tracker"]


@pytest.mark.clause("SCY-A29")
def test_a29_a_character_that_moves_on_has_taken_it_all_the_same() -> None:
    table = position(level="ultimaszyna", character="r4c4", workers=["r4c4"], human_mechs=["r3c6"])
    played = play(table, card([Symbol("encounter_or_factory"), Symbol("character_move")]))
    assert table.automa.factory_card
    assert table.automa.character != "r4c3"
    assert played.tags.count("factory") == 1


@pytest.mark.clause("SCY-A34")
@default_and_switched("A34")
def test_a34_one_gate_for_each_piece_or_one_a_turn(switches: dict[str, str], choice: str) -> None:
    table = position(level="ultimaszyna", workers=["r3c6", "r4c6"], mechs=["base"], character="base")
    table.variants = Variants(move_gate=True)
    row = card([Symbol("worker_move"), Symbol("mech_move"), Symbol("character_move")])
    played = play(table, row, [2, 4], switches=switches)
    assert units(played) == (["worker"] if choice == "each-piece" else ["worker", "mech", "character"])
    assert played.tags.count("gate") == (2 if choice == "each-piece" else 1)


@pytest.mark.clause("SCY-A34")
@default_and_switched("A34")
def test_a34_the_first_card_may_end_the_row_under_both(switches: dict[str, str], choice: str) -> None:
    table = position(level="ultimaszyna", workers=["r3c6", "r4c6"], mechs=["base"], character="base")
    table.variants = Variants(move_gate=True)
    row = card([Symbol("mech_move", faction="nordic"), Symbol("worker_move"), Symbol("mech_move")])
    played = play(table, row, [4, 2, 2], switches=switches)
    assert (units(played), played.tags.count("gate")) == ([], 1)


# --------------------------------------------------------------------------------------------------- options, scores


@pytest.mark.clause("SCY-A30")
@default_and_switched("A30")
def test_a30_the_factory_is_three_territories_or_one(switches: dict[str, str], choice: str) -> None:
    table = position(character="r4c3", mechs=["r4c4"], workers=["r4c3"])
    assert ROOM.score(table, rulings(**switches)).totals == {"automa": 12 if choice == "three" else 6}


@pytest.mark.clause("SCY-A31")
@pytest.mark.parametrize("change", [-2, -1, 1, 2])
def test_a31_one_value_is_chosen_before_the_game_and_holds_for_every_card(change: int) -> None:
    live = game({"deck": "mine", "options": "yes", "coins": change, "power": change})
    coins, power = live.position.automa.coins, live.position.automa.power
    for number, gained_coins, gained_power in ((17, 2, 0), (12, 0, 4), (6, 0, 2), (2, 1, 0)):
        tell(live, Next(), number)
        assert live.question is None, "nothing is asked during the game"
        coins += max(0, gained_coins + change) if gained_coins else 0
        power += max(0, gained_power + change) if gained_power else 0
        assert (live.position.automa.coins, live.position.automa.power) == (coins, min(16, power))


@pytest.mark.clause("SCY-A32")
def test_a32_a_gate_touches_neither_the_automa_cards_nor_her_combat_cards() -> None:
    """The revealed card is one of the normal combat cards, and goes to their discard."""
    live = game({"deck": "mine", "options": "yes", "move_gate": "yes", "placement_gate": "yes"})
    held = live.position.automa.combat_cards
    tell(live, Next(), 1, 2, 5)
    now = live.position
    assert (now.automa.combat_cards, now.combat_discard, now.main_discard) == (held, [], [1])
    assert now.deck.left == 18


@pytest.mark.clause("SCY-A33")
@default_and_switched("A33")
def test_a33_the_extra_coin_at_the_final_scoring(switches: dict[str, str], choice: str) -> None:
    table = position(level="ultimaszyna", coins=20, workers=["r3c6", "r4c6"], tracker=17)
    table.over = True
    assert ROOM.score(table, rulings(**switches)).totals == {"automa": 20 + 24 + 6 + (choice == "yes")}
    table.level, table.tracker = "automa", 21
    assert ROOM.score(table, rulings(**switches)).totals == {"automa": 20 + 24 + 6}, "at no other level"


def complete_tie() -> Position:
    table = position(character="mat", mechs=["r3c6"], workers=["r4c6"], power=5, combat_stars=2, coins=20)
    table.human.stars = 2
    table.human_score = HumanScore(20, 10, 2, 0, 0, units=2, power=5)
    return table


@pytest.mark.clause("SCY-A35")
@default_and_switched("A35")
def test_a35_a_complete_tie_is_a_draw_or_hers(switches: dict[str, str], choice: str) -> None:
    scored = ROOM.score(complete_tie(), rulings(**switches))
    assert scored.totals["automa"] == scored.totals["human"]
    assert scored.verdict is not None
    assert ("the Automa wins" in ENGLISH.sentence(scored.verdict)) is (choice == "automa")
    assert scored.verdict.key == ("verdict.draw" if choice == "draw" else "verdict.draw-automa")


@pytest.mark.clause("SCY-A35")
@default_and_switched("A35")
def test_a35_any_difference_is_no_complete_tie(switches: dict[str, str], choice: str) -> None:
    table = complete_tie()
    table.human_score = HumanScore(20, 10, 2, 0, 0, units=2, power=6)
    verdict = ROOM.score(table, rulings(**switches)).verdict
    assert verdict is not None
    assert verdict.key == "verdict.tie.human"


@pytest.mark.clause("SCY-A26")
def test_a26_switched_no_ability_touches_her() -> None:
    for switched, options in (({}, ("ready", "power")), ({"A26": "immune"}, ("ready",))):
        live = game(switches=switched)
        for told in (Adjust("mech", "r4c4", "mat"), Added("mech", "base"), Go("mech", "base", "r4c4"), Fought("r4c4")):
            live.put(told)
        assert isinstance(live.question, Pick)
        assert live.question.options == options


@pytest.mark.clause("SCY-A29")
def test_a29_switched_the_factory_card_waits_for_the_end_of_the_turn() -> None:
    row = card([Symbol("encounter_or_factory")], [Gain("coin", 1)], golden=False)
    for switched, order in (({}, ["move", "factory", "gain"]), ({"A29": "end-of-turn"}, ["move", "gain", "factory"])):
        table = position(character="r4c4", encounters=[])
        assert play(table, row, switches=switched).tags == order
        assert table.automa.factory_card
