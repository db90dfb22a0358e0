"""Everything that a document can say, each in a small game of its own."""

from __future__ import annotations

from functools import partial

import pytest

from automarium.documents.document import find_faults, load_document
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import Count, Pick
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from tests.documents.kit import begin_text, do, write_document

TWO_DECKS = """
[cards]
fields = { reach = "number" }
list = { 1 = { reach = 1 }, 2 = { reach = 2 }, 3 = { reach = 3 } }

[decks.weather]
name = "the weather"
fields = { wind = "number", calls = "stones|points" }
list = { 1 = { wind = 4, calls = "stones" }, 2 = { wind = 7, calls = "points" } }
"""


def step(**fields: object) -> str:
    """Return a step of the turn; texts are quoted."""
    given = {"clause": "SMA-A01", **fields}
    lines = [
        f"{name} = {str(value).lower() if isinstance(value, bool) else repr(value)}" for name, value in given.items()
    ]
    return "\n".join(["[[turn]]", *lines, ""])


def rules(**verbs: str) -> str:
    """Return the rules of a choice."""
    return ", ".join(f'{{ {verb.rstrip("_")} = "{source}", clause = "SMA-A01" }}' for verb, source in verbs.items())


def choose(among: str, *given: str, name: str = "target") -> str:
    return f'[[turn]]\nchoose = "{name}"\namong = "{among}"\nrules = [{", ".join(given)}]\n'


def keys(game: Playthrough) -> list[str]:
    return [step.event.key() for step in game.runs[-1].steps]


def say(game: Playthrough, lang: str = "en") -> list[str]:
    translator = Translator(lang, [game.definition.folder])
    return [translator.sentence(step.event) for step in game.runs[-1].steps]


# --------------------------------------------------------------------------------------------------------------- places


@pytest.mark.parametrize(
    ("places", "far", "near"),
    [
        ('kind = "ring"\nlist = ["P1", "P2", "P3", "P4", "P5", "P6"]', 2, ["P1", "P2", "P3"]),
        ('kind = "line"\nlist = ["P1", "P2", "P3", "P4", "P5", "P6"]', 4, ["P1", "P2", "P3"]),
        ('kind = "hex"\nhexes = { P1 = [0, 0], P2 = [1, 0], P3 = [0, 1], P6 = [1, 2] }', 2, ["P1", "P2", "P3"]),
    ],
)
def test_distance_on_each_kind_of_board(places: str, far: int, near: list[str]) -> None:
    turn = step(score="distance(pawn, P6)") + choose("within(pawn, 1)", name="one") + step(put="stones", at="one")
    game = begin_text(write_document("", turn=turn, places=f"[places]\n{places}\n"))
    do(game, "next")
    assert game.position.tracks["points"] == far
    assert list(load_document(game.definition.document).board.within("P2", 1)) == near


def test_group_of_places() -> None:
    places = '[places]\nkind = "line"\nlist = ["P1", "P2", "P3"]\ngroups = { shore = ["P1", "P3"] }\n'
    turn = choose("shore", rules(only="it != yours")) + step(move="pawn", to="target")
    game = begin_text(write_document("", turn=turn, places=places))
    do(game, "next")
    assert game.position.at["pawn"] == "P3"


# ------------------------------------------------------------------------------------------ pieces, counters and tracks


def test_piece_leaves_the_board_for_a_mat_and_a_marker_belongs_to_neither_side() -> None:
    body = '[pieces.flag]\nside = "table"\nname = "The flag"\n'
    turn = step(move="pawn", to="mat") + step(move="flag", to="P3") + step(score="occupied(P3)")
    game = begin_text(write_document(body, turn=turn))
    do(game, "next")
    assert (game.position.at["pawn"], game.position.at["flag"]) == ("mat", "P3")
    assert game.position.tracks["points"] == 1
    assert {hand.side for hand in game.hands if hand.piece} == {"automa", "table"}


def test_supply_runs_out_and_is_filled_again() -> None:
    text = write_document(
        "", turn=step(put="stones", at="P1", count=4, when="turn == 1") + step(remove="stones", at="P2", count=2)
    )
    game = begin_text(text.replace("start = 3\n", "start = 3\nsupply = 2\n", 1))
    do(game, "next")
    assert game.position.counts["stones"] == {"P1": 5, "P2": 1, "P3": 3, "mat": 0, "supply": 2}
    do(game, "adjust", what="stones", at="supply", to=9)
    assert game.position.counts["stones"]["supply"] == 9


def test_hands_say_what_to_move_without_a_word_of_the_document() -> None:
    turn = step(move="pawn", to="P3") + step(take="stones", from_="P3", to="mat", count=2) + step(score=4)
    game = begin_text(write_document("", turn=turn.replace("from_", "from")))
    do(game, "next")
    assert [(hand.piece or hand.track, hand.from_, hand.to, hand.count) for hand in game.hands] == [
        ("pawn", "P2", "P3", 1),
        ("stones", "P3", "mat", 2),
        ("points", 0, 4, 1),
    ]


def test_unknown_number_is_asked_only_if_it_can_decide() -> None:
    text = write_document("", turn=choose("places", rules(most="stones(it)")) + step(move="pawn", to="target"))
    unknown = text.replace("start = 3\n", 'start = 3\nunknown = ["P3"]\n', 1)
    game = begin_text(unknown)
    do(game, "next")
    assert isinstance(game.question, Count)
    assert game.question.place == "P3"
    single = begin_text(unknown.replace('among = "places"', 'among = "[P3]"'))
    do(single, "next")
    assert single.question is None


# ---------------------------------------------------------------------------------------------------------------- cards


def test_two_decks_have_fields_and_words_of_their_own() -> None:
    turn = step(draw=True) + step(draw="weather") + step(score="weather.wind + card.reach")
    game = begin_text(write_document(TWO_DECKS, turn=turn), deck="mine")
    do(game, "next")
    game.put(Respond(3))
    assert isinstance(game.question, Pick)
    assert "the weather" in Translator("en", [game.definition.folder]).say(game.question.about, **game.question.params)
    game.put(Respond(2))
    assert game.position.tracks["points"] == 10
    assert keys(game)[:2] == ["drew", "drew-from"]


def test_deck_that_is_not_shuffled_again_is_empty_for_good() -> None:
    text = write_document(
        TWO_DECKS.replace("[decks", "reshuffle = false\n\n[decks", 1), turn=step(draw=True) + step(score="card.reach")
    )
    game = begin_text(text)
    for _ in range(5):
        do(game, "next")
    assert game.position.tracks["points"] == 1 + 2 + 3
    assert game.position.decks["card"].left == 0


def test_discard_pile_is_shuffled_when_the_document_says_so() -> None:
    turn = step(draw=True) + step(shuffle="card", when="discarded(card) == 2") + step(score="left(card)")
    game = begin_text(write_document(TWO_DECKS, turn=turn))
    do(game, "next")
    assert game.position.tracks["points"] == 2
    do(game, "next")
    assert game.position.tracks["points"] == 2 + 3
    assert "shuffled" in keys(game)


def test_hand_of_cards_is_kept_chosen_from_and_discarded() -> None:
    turn = (
        step(draw=True)
        + step(keep="card")
        + choose("hand(card)", rules(most="it.reach"), name="best")
        + step(score="best.reach", when="count(hand(card)) == 2")
        + step(discard="best", when="count(hand(card)) == 2")
    )
    game = begin_text(write_document(TWO_DECKS, turn=turn), deck="mine")
    for card in (2, 3):
        do(game, "next")
        game.put(Respond(card))
    assert game.position.tracks["points"] == 3
    assert game.position.hands == {"card": [2]}
    assert game.runs[-1].steps[-2].traces[0].chosen == 3
    do(game, "next")
    game.put(Respond(1))
    assert sorted(game.position.decks["card"].drawn) == [1, 2, 3]
    do(game, "next")  # the kept card is not shuffled again
    assert isinstance(game.question, Pick)
    assert set(game.question.options) == {1, 2, 3} - set(game.position.hands["card"])


def test_card_names_a_thing_that_a_step_uses() -> None:
    body = TWO_DECKS.replace("stones|points", "points|gold").replace('calls = "stones"', 'calls = "gold"')
    body += '\n[tracks.gold]\nside = "automa"\nname = "Gold"\n'
    turn = step(draw="weather") + choose("[weather.calls]", name="which") + step(advance="which", by="2 + value(gold)")
    game = begin_text(write_document(body, turn=turn), deck="mine")
    do(game, "next")
    game.put(Respond(1))
    assert game.position.tracks == {"points": 0, "gold": 2}


def test_odds_show_no_card_after_the_first() -> None:
    turn = step(draw=True) + step(score="card.reach") + step(again=True, when="card.reach == 1")
    game = begin_text(write_document(TWO_DECKS, turn=turn))
    odds = game.definition.odds(game.position, game.pack, game.rulings)
    assert sorted(odds.cards) == [1, 2, 3]
    assert [len(odds.by_card[card]) for card in (1, 2, 3)] == [1, 1, 1]


def test_odds_leave_out_cards_that_are_kept() -> None:
    game = begin_text(write_document(TWO_DECKS, turn=step(draw=True) + step(keep="card")), deck="mine")
    do(game, "next")
    game.put(Respond(2))
    assert sorted(game.definition.odds(game.position, game.pack, game.rulings).cards) == [1, 3]


# -------------------------------------------------------------------------------------------------------------- choices


@pytest.mark.parametrize(
    ("rule", "chosen"),
    [
        ({"only": "it == P3"}, "P3"),
        ({"prefer": "it != P1"}, "P2"),
        ({"most": "stones(it)"}, "P3"),
        ({"least": "stones(it)"}, "P1"),
        ({"first": "3 - order(it)"}, "P3"),
        ({"least": "distance(it, yours)"}, "P1"),
        ({"most": "distance(it, yours)"}, "P3"),
        ({"most": "order(it)"}, "P3"),
        ({"most": "occupied(it, human)"}, "P1"),
        ({"only": "occupied(it) == 0"}, "P3"),
        ({"most": "points * order(it)"}, "P1"),
        ({"least": "steps(pawn, it)"}, "P2"),
        ({"most": "count(neighbours(it))"}, "P2"),
        ({"most": "level.load * order(it)"}, "P3"),
        ({"prefer": "level == 'hard' and it == P3"}, "P1"),
        ({"prefer": "it in ahead(pawn, 1) and it != pawn"}, "P3"),
        ({"most": "amount(stones, it)"}, "P3"),
    ],
)
def test_measure_of_a_choice(rule: dict[str, str], chosen: str) -> None:
    text = write_document("", turn=choose("places", rules(**rule)) + step(put="stones", at="target", count=9))
    game = begin_text(text.replace("start = 3\n", "start = 3\nstarts = { P1 = 1, P3 = 8 }\n", 1))
    do(game, "next")
    traces = [trace for one in game.runs[-1].steps for trace in one.traces]
    assert traces[0].chosen == chosen
    assert all(stage.clause == "SMA-A01" for stage in traces[0].stages)


def test_age_is_the_turns_since_a_piece_moved() -> None:
    body = '[pieces.old]\nside = "automa"\nstart = "P3"\nname = "The old one"\n'
    turn = choose("['pawn', 'old']", rules(most="age(it)"), name="who") + step(
        move="who", to="P1 if at(who) == P2 else P2"
    )
    game = begin_text(write_document(body, turn=turn))
    do(game, "next")
    assert (game.position.at["pawn"], game.position.at["old"]) == ("P1", "P3")
    do(game, "next")
    assert (game.position.at["pawn"], game.position.at["old"]) == ("P1", "P2")


def test_choice_without_a_candidate_is_nothing_for_later_steps() -> None:
    turn = choose("places", rules(only="no")) + step(move="pawn", to="target") + step(score=1, when="not target")
    game = begin_text(write_document("", turn=turn))
    do(game, "next")
    assert (game.position.at["pawn"], game.position.tracks["points"]) == ("P2", 1)


# -------------------------------------------------------------------------------------------------------------- effects


def test_take_is_at_most_what_is_there() -> None:
    turn = step(take="stones", **{"from": "P1"}, to="mat", count=5) + step(score="taken")
    game = begin_text(write_document("", turn=turn))
    do(game, "next")
    assert game.position.counts["stones"]["mat"] == game.position.tracks["points"] == 3


def test_reveal_and_questions() -> None:
    body = '[words.en]\n"ask.die" = "Roll a die."\n"ask.where" = "Which place is on the tile?"\n'
    turn = (
        step(reveal="stones", at="P3")
        + step(ask="die", low=1, high=6)
        + step(ask="where", among="places")
        + step(move="pawn", to="where", when="die > 3")
    )
    text = write_document(body, turn=turn).replace("start = 3\n", 'start = 3\nunknown = ["P3"]\n', 1)
    game = begin_text(text)
    do(game, "next")
    asked = []
    for answer in (4, 5, "P1"):
        assert game.question is not None
        asked.append(game.question.about)
        game.put(Respond(answer))
    assert asked == ["ask.number", "ask.die", "ask.where"]
    assert (game.position.counts["stones"]["P3"], game.position.at["pawn"]) == (4, "P1")
    assert "ask.die" in str(find_faults(text.replace('"ask.die"', '"ask.dice"'))[0])


def test_steps_can_end_the_turn_or_the_game() -> None:
    turn = step(score=1) + step(end_turn=True, when="turn == 1") + step(end_game=True) + step(score=9)
    game = begin_text(write_document("", turn=turn))
    do(game, "next")
    assert not game.position.over
    do(game, "next")
    assert game.position.over
    assert game.position.tracks["points"] == 2


# -------------------------------------------------------------------------------------------------- rounds, phases, end


def test_rounds_phases_and_the_end() -> None:
    body = """
[phases.day]
name = "Day"
turns = 2
clause = "SMA-A01"

[phases.night]
name = "Night"
turns = 1
clause = "SMA-A01"

[[round]]
score = "10 * round"
clause = "SMA-A01"
"""
    game = begin_text(
        write_document(body, turn=step(score=1, when="phase == 'night'"), game='end = "round == 2 and turn == 6"')
    )
    said = []
    while not game.position.over:
        do(game, "next")
        said += say(game)
    assert game.position.turn == 6
    assert game.position.tracks["points"] == 1 + 10 + 1 + 20
    assert [one for one in said if "Phase" in one] == ["Phase: Day.", "Phase: Night."] * 2
    assert said.count("Round 1 is over.") == 1
    both = write_document(body, game="round = 3")
    assert any("round" in str(fault) for fault in find_faults(both))


# ---------------------------------------------------------------------------------------- the player, score and rulings


def test_player_reports_only_what_the_document_allows() -> None:
    body = """
[human]
set = ["coins"]
look = ["stones"]

[human.move.yours]
to = "it != pawn and distance(it, yours) <= 2"

[human.take.stones]
from = "yours"
to = "mat"
most = "level.load"

[tracks.coins]
side = "human"
name = "Coins"
high = 5
"""
    game = begin_text(write_document(body))
    do(game, "move", to="P3")
    do(game, "take", count=1)
    do(game, "set", to=5)
    assert game.hands == []
    assert (game.position.at["yours"], game.position.counts["stones"]["P3"], game.position.tracks["coins"]) == (
        "P3",
        2,
        5,
    )
    for name, wrong in (("move", {"to": "P2"}), ("take", {"count": 2}), ("set", {"to": 6})):
        with pytest.raises(Refused):
            do(game, name, **wrong)
    assert not game.definition.commands["look"].matters(game.position)


def test_deck_hand_and_turn_can_be_corrected() -> None:
    game = begin_text(write_document(TWO_DECKS, turn=step(draw=True) + step(keep="card")))
    do(game, "adjust", what="card", drawn=[1, 3], kept=[3])
    assert (game.position.decks["card"].pile, game.position.hands["card"]) == ([2], [3])
    do(game, "adjust", what="turn", to=4)
    assert game.position.turn == 4
    for wrong in ({"drawn": [1, 1]}, {"drawn": [9]}, {"drawn": [1], "kept": [2]}):
        with pytest.raises(Refused):
            do(game, "adjust", what="card", **wrong)


@pytest.mark.parametrize(("stones", "winner"), [(4, "human"), (2, "automa"), (3, "both")])
def test_tie_is_broken_in_order(stones: int, winner: str) -> None:
    body = """
[[score]]
side = "human"
name = "points"
amount = "points"
clause = "SMA-A01"

[[tie_break]]
automa = "turn"
human = "turn"
clause = "SMA-A01"

[[tie_break]]
automa = "stones(P1)"
human = "stones(P3)"
clause = "SMA-A01"
"""
    game = begin_text('tie = "both"\n' + write_document(body, game="turns = 1"))
    do(game, "adjust", what="stones", at="P3", to=stones)
    do(game, "next")
    sheet = game.definition.scoring.score(game.position, game.rulings)
    assert sheet.winner == winner
    assert sheet.verdict is not None
    for lang in LANGUAGES:
        assert "{" not in Translator(lang, [game.definition.folder]).sentence(sheet.verdict)


RULING = """
[[ruling]]
id = "SMA-A02"
question = "Which?"
reason = "Open."
choices = [
    { id = "one", text = "One.", changes = "This." },
    { id = "other", text = "Other.", changes = "That." },
]

[human.take.stones]
from = "yours"
to = "mat"
most = "1 if ruling.a02 == 'one' else 3"
"""


@pytest.mark.parametrize(("choice", "rule", "measure", "number"), [("one", "P1", "P3", 2), ("other", "P3", "P1", 5)])
def test_ruling_switches_a_rule_a_measure_or_a_number(choice: str, rule: str, measure: str, number: int) -> None:
    switched = '{ only = "it != P1", when = "ruling.a02 == \'other\'", clause = "SMA-A02" }'
    turn = (
        choose("[P1, P3]", switched, name="by_rule")
        + choose("places", rules(most="order(it) if ruling.a02 == 'one' else 0 - order(it)"), name="by_measure")
        + step(move="pawn", to="by_rule")
        + step(move="yours", to="by_measure")
        + step(score="2 if ruling.a02 == 'one' else 5")
    )
    text = write_document(RULING, turn=turn).replace(
        'amount = "points"', "amount = \"points + (0 if ruling.a02 == 'one' else 100)\""
    )
    game = begin_text(text, rulings={"SMA-A02": choice})
    with_three = choice == "other"
    if with_three:
        do(game, "take", count=3)
    else:
        with pytest.raises(Refused):
            do(game, "take", count=3)
    do(game, "next")
    assert (game.position.at["pawn"], game.position.at["yours"], game.position.tracks["points"]) == (
        rule,
        measure,
        number,
    )
    assert game.definition.scoring.score(game.position, game.rulings).totals["automa"] == number + 100 * with_three


# ---------------------------------------------------------------------------------------------------------------- words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_stock_sentence_is_there_and_can_be_replaced(lang: str) -> None:
    turn = (
        step(draw=True)
        + step(keep="card")
        + step(discard="card")
        + step(shuffle="card")
        + step(draw="weather")
        + step(move="pawn", to="P3")
        + step(take="stones", **{"from": "P1"}, to="mat", count=1)
        + step(put="stones", at="P1")
        + step(remove="stones", at="P1")
        + step(score=1)
        + step(say="hello")
        + step(move="pawn", to="P1", words="flies")
    )
    body = TWO_DECKS + '\n[words.en]\n"say.hello" = "Hello."\n"say.flies" = "{piece} flies to {to}."\n'
    text = write_document(body, turn=turn, game='turns = 1\nround = 1\nlanguages = ["en", "uk", "ru"]')
    game = begin_text(text)
    do(game, "next")
    stock = dict(zip(keys(game), say(game, lang), strict=True))
    assert len(stock) == 14
    assert not [key for key, said in stock.items() if said == key or "{" in said]
    assert stock["say.flies"] == "The pawn flies to P1."
    for key in stock:
        if not key.startswith("say."):
            replaced = begin_text(
                text + f'\n[words.{lang}]\n"{key}" = "Other words."\n'
                if lang != "en"
                else text.replace("[words.en]", f'[words.en]\n"{key}" = "Other words."')
            )
            do(replaced, "next")
            assert "Other words." in say(replaced, lang), key


def test_form_of_a_noun() -> None:
    body = '[words.en]\n"moved" = "Move {piece:obj} to {to}."\n'
    text = write_document(body, turn=step(move="pawn", to="P1"))
    game = begin_text(text.replace('name = "The pawn"', 'name.en = { nom = "The pawn", obj = "that pawn" }'))
    do(game, "next")
    assert say(game)[0] == "Move that pawn to P1."


@pytest.mark.parametrize(
    ("key", "words", "fault"),
    [
        ("moved", "{peice} moves", "Did you mean “piece”?"),
        ("movde", "x", "Did you mean “moved”?"),
        ("moved", "{piece", "in braces"),
        ("moved", "{piece.__class__}", "Unknown name"),
        ("moved", "{piece._forms.__globals__}", "Unknown name"),
        ("moved", "{piece!r}", "in braces"),
        ("took", "{count:999999999d}", "in braces"),
        ("web.home", "x", "Unknown name"),
    ],
)
def test_sentence_names_only_what_it_is_given(key: str, words: str, fault: str) -> None:
    faults = find_faults(write_document(f'[words.en]\n"{key}" = "{words}"\n'))
    assert fault in Translator("en").refusal(faults[0])


# ------------------------------------------------------------------------------------------------- the simulated player

PLAYER = """
[human.move.yours]
to = "it != pawn"

[human.take.stones]
from = "yours"
to = "mat"
"""


def test_simulated_player_moves_at_random_or_as_the_document_says() -> None:
    greedy = (
        PLAYER
        + """
[[stand_in]]
choose = "spot"
among = "places"
rules = [{ only = "it != pawn" }, { most = "stones(it)" }]

[[stand_in]]
move = "yours"
to = "spot"
"""
    )
    seen = {"random": set[str](), "stand-in": set[str]()}
    for name, body in (("random", PLAYER), ("stand-in", greedy)):
        for seed in range(12):
            game = begin_text(write_document(body))
            do(game, "adjust", what="stones", at="P3", to=9)
            assert list(game.definition.lab.rivals) == [name]
            rival = game.definition.lab.rival(game.pack, Chance(seed))
            for told in rival.turn(partial(getattr, game, "position")):
                game.put(told)
            seen[name].add(game.position.at["yours"])
    assert seen == {"random": {"P1", "P3"}, "stand-in": {"P3"}}
