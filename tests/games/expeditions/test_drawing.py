"""The board as a picture: tiles, tokens, mechs, the track, a decision, and their words for screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest

from automarium.engine.choice.trace import Trace
from automarium.engine.content.rulings import settle
from automarium.engine.drawing.hexes import WIDTH
from automarium.engine.drawing.svg import LIGHT
from automarium.games.expeditions.page_board import ACROSS, _draw_tokens
from automarium.games.expeditions.picture import CENTRE
from automarium.games.expeditions.position import BASECAMP, CENTRAL, NORTH, PLACES, SOUTH, Position
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from tests.games.expeditions import kit
from tests.games.expeditions.kit import DEFINITION
from tests.pictures import SVG, check_alone, check_heard, having, texts, title

RULINGS = settle(DEFINITION.rulings, {})
say = Translator("en", [DEFINITION.folder]).say


def table(**fields: Any) -> Position:
    tiles: dict[str, kit.Lying] = {
        "N2": kit.MAP,
        "N4": kit.MAP,
        "N6": kit.CLOSED,
        "N5": [5, 4, 3],
        "C5": [20, 4, 3, 2],
        "C6": [3],
    }
    return kit.position(tiles, level=1, progress=8, glory=2, **fields)


def drawn(position: Position, trace: Trace | None = None, **options: Any) -> ElementTree.Element:
    rulings = options.pop("rulings", RULINGS)
    return ElementTree.fromstring(DEFINITION.draw(position, rulings, options.pop("say", say), trace, **options))


def target(human: str = BASECAMP) -> tuple[Position, Trace]:
    """Return the trace of the central mech's search for corruption: two tiles match, one is nearer."""
    played = kit.play(table(human=human), kit.card(central=kit.section(2, kit.corr())))
    return table(human=human), played.trace("target", "central")


# ---------------------------------------------------------------------------------------------------------- the board


def test_every_location_has_its_label_in_three_staggered_rows() -> None:
    places = having(drawn(table()), "place")
    assert set(places) == set(PLACES)
    for place in (*NORTH, *CENTRAL, *SOUTH):
        assert place in texts(places[place])
    assert CENTRE["C1"][0] - CENTRE["N1"][0] == CENTRE["S1"][0] - CENTRE["C1"][0] == WIDTH / 2
    assert all(dist(CENTRE[one], CENTRE[other]) == WIDTH for one, other in pairwise(NORTH))
    assert {say(f"row.{row}") for row in ("north", "central", "south")} <= set(texts(drawn(table())))


def test_closed_tiles_have_a_pattern_and_open_ones_none() -> None:
    for place, part in having(drawn(table()), "place").items():
        patterned = "url(#closed-light)" in {one.get("fill") for one in part.iter()}
        assert patterned == (place in ("N2", "N4", "N6")), place
        if place in (*NORTH, *CENTRAL):
            assert (say("draw.closed") in title(part)) == patterned
            assert (say("draw.open") in title(part)) != patterned


def test_map_tokens_and_corruption_are_shown_from_the_top() -> None:
    places = having(drawn(table()), "place")
    assert say("mark.map") in texts(places["N2"])
    assert say("mark.map") not in texts(places["N6"]), "closed, but without its map token"
    assert texts(places["N5"]) == ["N5", "5", "4", "3"]
    assert texts(places["C5"]) == ["C5", "20", "4", "+2"]
    assert title(places["C5"]) == "C5; an open tile; corruption from the top: 20, 4, 3, 2"


def test_a_crowded_tile_shows_everything() -> None:
    position = table(north="N5", human="C5")
    position.tiles["N5"].map = True
    position.tiles["C5"].map = True
    places = having(drawn(position), "place")
    assert sorted(texts(places["N5"])) == ["3", "4", "5", "A", "M", "N5"]
    assert sorted(texts(places["C5"])) == ["+2", "20", "4", "C5", "M", "you"]


def test_her_mechs_are_filled_and_the_humans_is_outlined() -> None:
    places = having(drawn(table(human="S3")), "place")
    looks = {}
    for place in ("N1", "C7", "S3"):
        box = places[place].find(f".//{SVG}rect")
        assert box is not None
        looks[place] = (box.get("fill"), box.get("stroke"))
    assert looks["N1"] == looks["C7"] == (LIGHT.automa, LIGHT.paper)
    assert looks["S3"] == (LIGHT.human, LIGHT.human_edge)
    assert say("draw.yours") in title(places["S3"])
    assert texts(places[BASECAMP]) == [say("place.basecamp")]
    assert say("mark.human") in texts(having(drawn(table()), "place")[BASECAMP])


def test_the_track_with_its_glory_and_the_token() -> None:
    spaces = having(drawn(table()), "space")
    card = table().card
    assert list(map(int, spaces)) == list(range(card.spaces_including_start))
    for space, part in spaces.items():
        assert texts(part) == [space]
        assert (part.find(f"{SVG}g") is not None) == (int(space) in card.glory_spaces), "a star"
        assert (say("draw.token") in title(part)) == (space == "8")
    filled = [space for space, part in spaces.items() if LIGHT.automa in {one.get("fill") for one in part.iter()}]
    assert filled == ["8"]


def test_the_track_snakes_if_that_ruling_is_switched() -> None:
    def x(space: str, choice: str) -> float:
        rulings = settle(DEFINITION.rulings, {"EXP-AMB-09": choice})
        label = having(drawn(table(), rulings=rulings), "space")[space].find(f"{SVG}text")
        assert label is not None
        return float(label.get("x") or 0)

    default = RULINGS.amb_09
    assert x("9", default) == x("1", default)
    assert x("9", "snake") == x("6", "snake")
    assert x("14", "snake") == x("1", "snake")


# ---------------------------------------------------------------------------------------------------------- decisions


def hatching(picture: ElementTree.Element) -> dict[str, str]:
    return {
        place: fill
        for place, part in having(picture, "place").items()
        for one in part.iter(f"{SVG}polygon")
        if (fill := one.get("fill") or "").startswith(("url(#out", "url(#beaten"))
    }


def rings(picture: ElementTree.Element) -> int:
    return sum(
        1
        for group in picture.findall(f"{SVG}g")
        if group.get("transform") is None
        for one in group.findall(f"{SVG}polygon")
        if one.get("fill") == "none" and one.get("stroke") == LIGHT.mark
    )


def test_a_search_shows_who_fell_by_which_clause_and_who_was_nearer() -> None:
    position, trace = target()
    assert trace.candidates == ("C7", "C6", "C5", "C4")
    picture = drawn(position, trace, origin="C7")
    places = having(picture, "place")
    assert "TARGET-12" in texts(places["C7"])
    assert "TARGET-12" in texts(places["C4"])
    assert {"TARGET-16", "#2"} <= set(texts(places["C5"]))
    assert "#1" in texts(places["C6"])
    assert hatching(picture) == {"C7": "url(#out-light)", "C4": "url(#out-light)", "C5": "url(#beaten-light)"}
    assert rings(picture) == 2
    assert title(picture) == "What does the search find? → C6"
    assert say("draw.way") in texts(picture)
    assert any(text.startswith("TARGET-16: the nearest") for text in texts(picture))
    assert "out C7, C4." in (picture.findtext(f"{SVG}desc") or "")


def test_a_distance_shows_the_way() -> None:
    played = kit.play(table(human="N2"), kit.card(kit.section(2)))
    trace = played.trace("distance", "north")
    picture = drawn(table(human="N2"), trace, origin="N1")
    places = having(picture, "place")
    assert "MOVE-12" in texts(places["N2"])
    assert "MOVE-13" in texts(places["N3"])
    assert title(picture) == "Where does the distance lead? → N4"
    assert rings(picture) == 2


def test_too_little_glory_leaves_no_candidate() -> None:
    played = kit.play(table(), kit.card(kit.section(1, kit.map_token(7))))
    trace = played.trace("target", "north")
    assert trace.chosen is None
    picture = drawn(table(), trace)
    assert rings(picture) == 0
    assert set(hatching(picture)) == set(trace.candidates)
    assert title(picture).endswith(say("draw.nobody"))


# ------------------------------------------------------------------------------------------- for everybody, everywhere


def pictures() -> Iterator[str]:
    position, trace = target("C4")
    for lang in LANGUAGES:
        spoken = Translator(lang, [DEFINITION.folder]).say
        for dark in (False, True):
            yield DEFINITION.draw(position, RULINGS, spoken, dark=dark)
            yield DEFINITION.draw(position, RULINGS, spoken, trace, origin="C7", dark=dark)


def test_it_stands_alone_in_three_languages() -> None:
    for picture in pictures():
        check_alone(picture)
        check_heard(picture, "draw|place|mark|row|clause|why")


def test_languages_differ_and_dark_does_not_change_the_words() -> None:
    position, trace = target()
    words = {lang: texts(drawn(position, trace, say=Translator(lang, [DEFINITION.folder]).say)) for lang in LANGUAGES}
    assert "вибрано" in words["uk"]
    assert "выбрано" in words["ru"]
    assert texts(drawn(position, trace, dark=True)) == words["en"]


def test_words_are_escaped() -> None:
    def nasty(key: str, /, **_: object) -> str:
        return f'<{key}> & "quotes"'

    picture = drawn(table(), say=nasty)
    assert nasty("place.basecamp") in texts(having(picture, "place")[BASECAMP])


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_every_level_is_drawn_by_its_room(level: int) -> None:
    position = kit.position(level=level)
    assert len(having(drawn(position), "space")) == position.card.spaces_including_start


@pytest.mark.parametrize("tokens", [[13, 10], [5, 5, 5], [13, 10, 4, 4], [2]])
def test_numbers_of_corruption_do_not_run_into_each_other(tokens: list[int]) -> None:
    """Regression: 13 and 10 were read as 1310."""
    drawn = ElementTree.fromstring(f"<g>{_draw_tokens(tokens, LIGHT, ACROSS).drawn}</g>")
    discs = [(float(one.get("cx", 0)), float(one.get("r", 0))) for one in drawn.iter("circle")]
    written = [float(one.get("x", 0)) for one in drawn.iter("text")]
    shown = [disc for disc in discs if disc[0] in written]
    assert len(shown) == len(written) >= min(len(tokens), 2)
    assert all(other[0] - one[0] >= one[1] + other[1] for one, other in pairwise(shown))
