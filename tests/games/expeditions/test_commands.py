"""Commands of the human's turn: a move with its tokens, the command offered next, the options of the set-up."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.game.playthrough import parse_input
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond, find_field, find_next_field
from automarium.games.expeditions.commands import Explored, Go, Next, Tally, Total
from automarium.games.expeditions.odds import compute_odds, find_threats
from automarium.games.expeditions.position import PRINTED
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.views.game import View
from tests.games.expeditions.kit import DEFINITION, game, let_play
from tests.interfaces.terminal.kit import NEW, play_lines
from tests.proof import scale

# --------------------------------------------------------------------------------------------------------- go and tiles


@pytest.mark.clause("EXP-MOVE-21", "EXP-EXPLORE-03")
def test_a_move_onto_a_closed_tile_may_tell_what_lies_there() -> None:
    live = game({"starts": "human"})
    live.put(Go("N4", [4, 3]))
    tile = live.position.tiles["N4"]
    assert (tile.closed, tile.map, tile.corruption) == (False, False, [4, 3])
    assert live.position.human == "N4"
    assert live.position.entered == []
    assert live.hands == [], "the person has done it already"
    assert View(live, Translator("en", [DEFINITION.folder])).undo == "Your move to N4; you explored N4 (4, 3)"


def test_without_a_word_it_is_left_open_as_before() -> None:
    live = game({"starts": "human"})
    live.put(Go("N4"))
    assert live.position.entered == ["N4"]
    assert live.position.tiles["N4"].closed
    live.put(Explored("N4", [2]))
    assert live.position.entered == []
    assert parse_input(DEFINITION, {"do": "go", "to": "N4"}) == Go("N4")


def test_it_is_not_asked_for_but_taken_if_given() -> None:
    position = game({"starts": "human"}).position
    assert find_next_field(Go, position, {"to": "N4"}) is None
    heard = find_field(Go, position, {"to": "N4"})
    assert heard is not None
    assert heard.name == "tokens"
    assert find_field(Go, position, {"to": "S1"}) is None, "only a face-down tile holds something new"
    told = play_lines("go N4 4 3", "vanquish 2", new=NEW)
    assert "Your move to N4; you explored N4 (4, 3)" in told
    assert "You vanquished corruption at N4 (tokens: 2)" in told


@pytest.mark.parametrize(
    ("tell", "where"),
    [
        ({"do": "go", "to": "S1", "tokens": [3]}, "tokens"),
        ({"do": "go", "to": "N4", "tokens": [21]}, "tokens[0]"),
        ({"do": "go", "to": "N4", "tokens": [20, 20]}, "tokens"),
        ({"do": "go", "to": "N1", "tokens": [2]}, "tokens"),
        ({"do": "go", "to": "N1"}, "to"),
    ],
)
def test_what_cannot_lie_there_is_refused(tell: dict[str, Any], where: str) -> None:
    live = game({"starts": "human"})
    with pytest.raises(Refused) as refused:
        live.put(parse_input(DEFINITION, tell))
    assert refused.value.where == where
    assert live.position.human == "basecamp"


def test_a_tile_that_is_open_has_told_already() -> None:
    live = game({"starts": "human"})
    live.put(Go("N4", [4]))
    live.put(Go("S1"))
    with pytest.raises(Refused) as refused:
        live.put(Go("N4", [5]))
    assert refused.value.message.key == "explore.open"
    live.put(Go("N5", [20]))
    with pytest.raises(Refused) as refused:
        live.put(Go("N6", [20]))
    assert refused.value.message.key == "special.twice"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_after_a_closed_tile_the_button_asks_what_lies_there(lang: str) -> None:
    live = game({"starts": "human"})
    live.put(Go("C4"))
    status = DEFINITION.status(live.position)
    assert status.does == {"do": "explore", "at": "C4"}
    assert (View(live, Translator(lang, [DEFINITION.folder])).coming or "").endswith("C4?")
    live.put(Explored("C4", []))
    assert DEFINITION.status(live.position).does is None
    live.put(Go("C5"))
    let_play(live)
    live.put(Go("S1"))
    assert DEFINITION.status(live.position).does is None, "later it is asked for when it decides something"


# -------------------------------------------------------------------------------------------------- set-up, end, odds


@pytest.mark.parametrize("level", [1, 4])
@pytest.mark.parametrize("deck", ["app", "mine"])
def test_the_set_up_is_eight_things_at_most_and_the_rest_is_good_to_know(level: int, deck: str) -> None:
    live = game({"level": level, "deck": deck, "coin_change": 2})
    know = list(DEFINITION.setup.reminders(live.position, live.rulings))
    to_do = [item for item in DEFINITION.setup.checklist(live.position, live.rulings) if item not in know]
    assert 6 <= len(to_do) <= 8
    keys = [said.key for said, _ in to_do]
    assert keys[0] == "setup.removed.always", "before the main deck is shuffled"
    assert ("setup.progress" in keys) is (level == 1), "a house card has no track to put a token on"
    assert ("setup.deck.mine" in keys) is (deck == "mine")
    everything = keys + [said.key for said, _ in know]
    assert not [key for key in everything if key.startswith("starts.")], "who begins is told, and only once"
    assert "setup.coin-change" in [said.key for said, _ in know]


@pytest.mark.clause("EXP-SCORE-09")
def test_the_sheet_begins_with_what_was_told() -> None:
    live = game({"starts": "human"})
    (total,) = Total.fields(live.position, {})
    assert total.question.default is None
    live.position.over = True
    live.put(Tally(coins=5, quests=1, corruption=2, items=3, glory=2))
    (total,) = Total.fields(live.position, {})
    assert total.question.default == 5 + 2 * 6 + 2 * 2 + 3
    known = {field.name: field.question.default for field in Tally.fields(live.position, {})}
    assert known == {"coins": 5, "quests": 1, "corruption": 2, "items": 3, "glory": 2}


def test_threats_are_where_the_next_card_takes_something() -> None:
    live = game({"starts": "human"})
    odds = compute_odds(live.position, PRINTED, live.rulings)
    found = {threat.at: threat.cards for threat in find_threats(live.position, odds)}
    seen = compute_odds(live.position, PRINTED, live.rulings)
    for at, cards in found.items():
        for card in cards:
            assert any(getattr(event, "at", None) == at for event in seen.by_card[card])
    assert found, "some card explores at the beginning"
    assert live.position.mechs["north"] in found or found.keys() & {"C7", "N1"}


def test_a_turn_of_the_house_levels_speaks_of_no_token_that_is_not_there() -> None:
    live = game({"level": 5, "starts": "automa", "deck": "app"})
    live.put(Next())
    view = View(live, Translator("en", [DEFINITION.folder]))
    told = [*(step.text for step in view.steps(live.runs[-1].steps)), *(one.text for one in view.hands())]
    assert not [text for text in told if "progress token" in text]


@pytest.mark.parametrize(("deck", "most"), [("app", 1), ("mine", 2)])
@pytest.mark.parametrize("level", [1, 3, 5])
def test_the_budget_of_a_turn(level: int, deck: str, most: int) -> None:
    counts: list[int] = []
    for seed in range(scale(2, 30)):
        live = game({"level": level, "deck": deck})
        rival = DEFINITION.lab.rival(PRINTED, Chance(seed))
        while not live.position.over:
            for told in rival.turn(lambda: live.position):  # noqa: B023
                live.put(told)
                if told.name() == "next":
                    counts.append(0)
                while live.question is not None:
                    counts[-1] += 1
                    live.put(Respond(rival.answer(live.question)))
    assert sum(counts) / len(counts) <= most
    assert max(counts) <= 4
