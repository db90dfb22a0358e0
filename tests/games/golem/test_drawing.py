"""Her table as a picture: every part of it, and every kind of decision, to be seen, read and heard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from automarium.engine.choice.choose import choose, first, most, only
from automarium.engine.choice.trace import Notes, Trace
from automarium.engine.drawing import trace_picture
from automarium.engine.drawing import trace_picture as small
from automarium.engine.drawing.svg import DARK, LIGHT, Theme
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.undo import rebuild_position
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.games.golem.commands import Next
from automarium.games.golem.picture.canvas import KIND
from automarium.games.golem.picture.drawing import PARTS
from automarium.games.golem.picture.icons import _GROUND, _SOLID, get_ground, get_solid
from automarium.games.golem.position import COLOURS, DISTRICTS, HIGH, LOW, PRINTED, ROMAN, ROWS, Area, Position
from automarium.games.golem.rules.books import Alternative, choose_book, choose_column, choose_side
from automarium.games.golem.rules.golems import choose_district
from automarium.games.golem.rules.marbles import Synagogue, choose_marble
from automarium.games.golem.rules.movement import choose_step
from automarium.games.golem.rules.rabbi import ActionSpot, choose_tile
from automarium.games.golem.rules.students import choose_student
from automarium.games.golem.rules.synagogue import choose_mirrored
from automarium.games.golem.rules.turn import Edge, choose_turn_type
from automarium.games.golem.rules.upgrades import Tile, choose_upgrade, choose_upgrade_type
from automarium.games.golem.rules.work import choose_worker
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from tests.games.golem import kit
from tests.games.golem.kit import DEFINITION, rulings
from tests.pictures import SVG, check_alone, check_heard, contrast, having, texts, title

RULINGS = kit.rulings()
say = Translator("en", [DEFINITION.folder]).say


def table(**fields: Any) -> Position:
    """Golems and students here and there, a red zone up to 1, books in two columns, a card, rows that were told."""
    filled: dict[str, Any] = {
        "order": ("yellow", "red", "blue"),
        "marker": 7,
        "students": {"red": 4, "yellow": 9},
        "rows": {"work": ["red", "white"], "golem": [], "artifact": ["black"], "study": [], "mirror": ["white"]},
        "columns": [[kit.book("red", 1), kit.book("red", 2)], [kit.book("black", 3)], [], []],
        "cards": [kit.card(bonus="gold", level=2, right_half=True, id_=5)],
        "types": ["marble"],
        "taken": ["blue"],
        "artifacts": 1,
        "ingots": 2,
    }
    return kit.position("red 4", "red 4", "red 4 lying", "blue 1 lying", "yellow 9", **{**filled, **fields})


def drawn(position: Position, trace: Trace | None = None, **options: Any) -> ElementTree.Element:
    rulings = options.pop("rulings", RULINGS)
    return ElementTree.fromstring(DEFINITION.draw(position, rulings, options.pop("say", say), trace, **options))


def fills(part: ElementTree.Element) -> set[str]:
    return {one.get("fill") or "" for one in part.iter()}


# ----------------------------------------------------------------------------------------------------------- the table


def test_the_strategy_column_from_the_top() -> None:
    tiles = having(drawn(table()), "strategy")
    assert list(tiles) == ["none", "yellow", "red", "blue"], "the main tile first"
    assert title(tiles["yellow"]) == "1. yellow: Artifact"
    assert texts(tiles["red"]) == ["Golem", "R"]


def test_the_resource_track_with_the_marker_and_the_red_zone_of_her_level() -> None:
    spaces = having(drawn(table(level=2)), "space")
    assert list(spaces) == [str(space) for space in range(LOW, HIGH + 1)]
    assert [space for space, part in spaces.items() if say("draw.marker") in title(part)] == ["7"]
    assert [space for space, part in spaces.items() if LIGHT.automa in fills(part)] == ["7"]
    red = [int(space) for space, part in spaces.items() if "url(#red-zone-light)" in fills(part)]
    assert red == PRINTED.house["red_zone"]["2"]["spaces"]
    assert texts(spaces["-5"]) == ["−5"]
    unknown = having(drawn(table(own_board=True)), "space")
    assert not [space for space, part in unknown.items() if "url(#red-zone-light)" in fills(part)]


def test_the_marker_in_the_red_zone_is_the_marker() -> None:
    space = having(drawn(table(marker=-5)), "space")["-5"]
    assert LIGHT.automa in fills(space)
    assert title(space) == f"−5; {say('draw.red-zone')}; {say('draw.marker')}"


def test_rows_of_the_synagogue_as_told() -> None:
    places = having(drawn(table()), "place")
    assert texts(places["work"])[1:] == ["R", "W"]
    assert title(places["work"]) == "Work: red, white"
    assert texts(places["golem"])[1:] == []
    assert title(places["golem"]) == "Golem: –"


def test_rows_nobody_told_of_are_unknown() -> None:
    places = having(drawn(table(rows=None)), "place")
    for row in ROWS:
        assert texts(places[row])[1:] == ["?"]
        assert title(places[row]).endswith(say("draw.untold"))


def test_action_tiles_with_rabbis() -> None:
    tiles = having(drawn(table(occupied=[2], actions={3: 7}, rabbi=3)), "tile")
    assert list(tiles) == ["1", "2", "3", "lowest"]
    assert texts(tiles["2"])[1:] == ["2: taken"]
    assert title(tiles["3"]) == f"3: tile 7; {say('draw.rabbi')}"
    assert len(having(drawn(table(humans=3)), "tile")) == 6


def test_districts_with_golems_and_students() -> None:
    picture = drawn(table())
    places = having(picture, "place")
    assert set(places) >= {f"{district}-{section}" for district in DISTRICTS for section in range(1, 11)}
    assert set(ROMAN[1:]) <= set(texts(picture))
    assert title(places["red-4"]) == "; ".join(
        ["red IV", say("draw.standing"), say("draw.standing"), say("draw.lying"), say("draw.student")]
    )
    assert texts(places["red-4"]) == ["×2"]
    assert title(places["yellow-9"]) == f"yellow IX; {say('draw.standing')}; {say('draw.student')}"
    assert title(places["blue-2"]) == "blue II"
    lying = [
        place for place, part in places.items() if any("rotate" in (one.get("transform") or "") for one in part.iter())
    ]
    assert lying == ["red-4", "blue-1"], "told by the posture, not by colour"
    tolls = [place for place, part in places.items() if "url(#toll-light)" in fills(part)]
    assert tolls == [f"{district}-{section}" for district in ("yellow", "red", "blue") for section in (8, 9, 10)]


def test_character_marbles_and_points() -> None:
    picture = drawn(table(character=kit.character("blue", "black", 2, 4, "gold-1", "vp-2")))
    sides = having(picture, "character")
    assert [title(sides[side]) for side in ("left", "right")] == ["left: blue", "right: black"]
    assert having(picture, "taken").keys() == {"blue"}
    words = " ".join(texts(picture))
    assert "Steps: 2. For 4: 1 gold ingot, 2 VP." in words
    assert "10 VP" in texts(picture)
    assert say("draw.no-character") in texts(drawn(table(character=None)))


def test_cards_of_the_round_and_the_column_that_was_not_used() -> None:
    cards = [kit.card(id_=1, first="rabbi", marble=("neither", "work")), kit.card(id_=2, left_half=True)]
    shown = having(drawn(table(cards=cards, types=["rabbi"])), "card")
    assert list(shown) == ["1", "2"]
    assert title(shown["1"]) == "Card 1"
    assert {say("draw.criterion.neither"), say("draw.criterion.work"), say("draw.bonus.none")} <= set(texts(shown["1"]))
    faint = {card: [one for one in part.iter() if one.get("opacity")] for card, part in shown.items()}
    assert [len(found) for found in faint.values()] == [1, 0]
    assert say("draw.criterion.neither") in texts(faint["1"][0])
    bonus = having(drawn(table()), "card")["5"]
    assert "ingot, level 2+" in texts(bonus)


def test_books_from_the_bottom() -> None:
    picture = drawn(table())
    columns, books = having(picture, "column"), having(picture, "book")
    assert texts(columns["1"]) == ["1", "R 1", "R 2"]
    assert texts(columns["4"]) == ["4"]

    def height(id_: str) -> float:
        moved = re.search(r"translate\([\d.]+ ([\d.]+)\)", ElementTree.tostring(books[id_], "unicode"))
        assert moved is not None
        return float(moved[1])

    assert height("red-1") > height("red-2")
    assert height("red-1") == height("black-3")


def test_upgrades_made_are_filled() -> None:
    position = table(
        upgrades={"golem": ["leg-2"], "artifact": ["right-1", "large"], "study": ["plain"]}, cells={"right-1": "grey"}
    )
    shown = having(drawn(position), "upgrade")
    made = {id_ for id_, part in shown.items() if LIGHT.automa in fills(part)}
    assert made == {"golem leg-2", "artifact right-1", "artifact large", "study plain"}
    assert all(say("draw.made") in title(shown[id_]) for id_ in made)
    assert title(shown["artifact right-1"]).startswith("a grey tile on the right cell of artifact 1")
    assert len(shown) == 6 + 6 + 1 + 5, "as many cells as her artifact tile has"
    unknown = having(drawn(table(own_board=True)), "upgrade")
    assert len(unknown) == 6 + 6 + 1 + 8, "nobody told which cells there are"


def test_tracks_artifacts_and_what_she_has() -> None:
    picture = drawn(table(golem_track=5, study_track=2, supply=1, buried=2, goals=4))
    counted = {name: texts(part)[0] for name, part in having(picture, "count").items()}
    assert counted == {"golem": "1", "grave": "2", "ingot": "2", "bonus": "4"}
    assert {title(part) for part in having(picture, "track").values()} == {"Golem track: 5", "Research track: 2"}
    done = [LIGHT.automa in fills(part) for part in having(picture, "artifact").values()]
    assert done == [True, False, False, False]


def test_a_table_before_the_first_round() -> None:
    position = kit.game().position
    assert position.round == 0
    picture = drawn(position)
    assert title(picture) == say("draw.title")
    assert picture.findtext(f"{SVG}desc")


# ----------------------------------------------------------------------------------------------------------- decisions


def noted(notes: Notes) -> Trace:
    """The only narrowing there is."""
    (trace,) = notes
    return trace


def marble_trace(position: Position, *column: Any, **switched: str) -> Trace:
    notes: Notes = []
    assert position.rows is not None
    rulings = kit.rulings(**switched)
    standing = position.count_standing()
    synagogue = Synagogue(position.rows, position.order, standing, "red", "yellow", position.taken, rulings)
    choose_marble(column, synagogue, notes)
    return noted(notes)


def badges(picture: ElementTree.Element) -> dict[str, str]:
    """Candidates on the table by their key: the number of the rule that threw each out, or "chosen"."""
    return {key: part.get("data-fate") or "" for key, part in having(picture, "mark").items()}


def strips(picture: ElementTree.Element) -> list[str]:
    return [value for one in picture.iter() if (value := one.get("data-candidate")) is not None]


def test_a_marble_with_the_number_of_the_rule_that_threw_it_out() -> None:
    position = table()
    trace = marble_trace(position, "white", "work")
    picture = drawn(position, trace)
    assert title(picture) == "Which marble? → white from Work"
    told = trace_picture.find_deciding_stages(trace)
    assert badges(picture) == {
        "marble:work red": "1",
        "marble:artifact black": "1",
        "marble:work white": "chosen",
        "marble:mirror white": str(len(told)),
    }
    shown = having(picture, "mark")
    assert texts(shown["marble:work red"]) == ["R", "1"]
    assert texts(shown["marble:work white"]) == ["W"]
    rings = [one for one in shown["marble:work white"].iter(f"{SVG}polygon") if one.get("stroke") == LIGHT.mark]
    assert len(rings) == 2
    words = " ".join(texts(picture))
    assert all(
        trace_picture.format_reason(stage.clause, say, RULINGS.chosen()).partition(":")[0] in words for stage in told
    )
    assert strips(picture)[:4] == [str(one) for one in trace.candidates]


def test_marbles_to_choose_from_are_drawn_before_they_are_told() -> None:
    """She asks for the rows and chooses at once: the table before the step knows nothing of them."""
    trace = marble_trace(table(), "white", "work")
    places = having(drawn(table(rows=None), trace), "place")
    assert texts(places["mirror"])[1:2] == ["W"]
    assert "?" not in texts(places["golem"])


def test_the_part_a_decision_is_about_comes_first() -> None:
    def order(trace: Trace | None) -> list[str]:
        names = {say(f"draw.{name}") for name in ("strategy", "synagogue", "districts", "books", "rules")}
        return [words for words in texts(drawn(table(), trace)) if words in names]

    usual = [say(f"draw.{name}") for name in ("strategy", "synagogue", "districts", "books")]
    assert order(None) == usual
    notes: Notes = []
    choose_worker(table().golems, table().order, notes)
    assert order(notes[0]) == [usual[2], say("draw.rules"), usual[0], usual[1], usual[3]]


def test_golems_of_a_kind_are_one_candidate() -> None:
    notes: Notes = []
    position = table()
    choose_worker(position.golems, position.order, notes)
    picture = drawn(position, noted(notes))
    assert badges(picture) == {
        "golem:red 4": "2",
        "golem:red 4 lying": "1",
        "golem:blue 1 lying": "1",
        "golem:yellow 9": "chosen",
    }


@pytest.mark.parametrize(("direction", "end"), [("forward", 1), ("backward", -1)])
def test_the_step_is_drawn_where_it_goes(direction: Any, end: int) -> None:
    position = kit.position("red 4 lying", "blue 4")
    notes: Notes = []
    choose_step(position.golems, position.order, direction, RULINGS, notes)
    way = [one for one in drawn(position, noted(notes)).iter(f"{SVG}polygon") if one.get("fill") == LIGHT.mark]
    assert len(way) == 1
    tip, *sides = [float(point.partition(",")[0]) for point in (way[0].get("points") or "").split()]
    assert all((tip - side) * end > 0 for side in sides)
    notes.clear()
    choose_student(position.students, position.order, "forward", notes)
    assert any(one.get("fill") == LIGHT.mark for one in drawn(position, noted(notes)).iter(f"{SVG}polygon"))


def test_districts_and_students_are_marked_apart() -> None:
    position = table()
    notes: Notes = []
    choose_district(position.golems, position.order, notes)
    choose_student(position.students, position.order, "forward", notes)
    assert set(badges(drawn(position, notes[0]))) == {f"district:{one}" for one in DISTRICTS}
    assert set(badges(drawn(position, notes[1]))) == {f"student:{one}" for one in DISTRICTS}


def test_numbers_without_a_tile_are_shown_where_it_would_be() -> None:
    notes: Notes = []
    choose_tile(
        (5, 2, 1), [ActionSpot(False, False), ActionSpot(True, False), ActionSpot(False, False)], (), RULINGS, notes
    )
    picture = drawn(table(), noted(notes))
    assert list(having(picture, "tile")) == ["1", "2", "3", "4", "5", "lowest"]
    assert badges(picture) == {"tile:1": "chosen", "tile:2": "2", "tile:5": "1"}


def test_the_kind_of_a_turn_is_marked_on_the_last_card() -> None:
    notes: Notes = []
    choose_turn_type((), [Edge("rabbi", False, False)], (), RULINGS, notes)
    assert badges(drawn(table(), noted(notes))) == {"card-column:marble": "1", "card-column:rabbi": "chosen"}
    assert badges(drawn(table(cards=[]), noted(notes))) == {}, "no card lies there; the strips still show it"


def test_books_are_chosen_from_the_display_and_go_into_a_column() -> None:
    position = table()
    notes: Notes = []
    columns = [[book.colour for book in column] for column in position.columns]
    choose_book((3, 1), [None, "red", "green", "blue", "blue"], columns, position.students, RULINGS, notes)
    assert badges(drawn(position, notes[0])) == {"display:1": "1", "display:3": "chosen"}
    assert badges(drawn(position, notes[1])) == {
        "column:1": "1",
        "column:2": "1",
        "column:3": "chosen",
        "column:4": "2",
    }
    notes.clear()
    choose_column("red", columns, RULINGS, notes)
    assert badges(drawn(position, noted(notes)))["column:1"] == "chosen"


@pytest.mark.parametrize(("area", "other"), [("golem", "study"), ("study", "golem")])
def test_the_plain_upgrade_is_marked_in_its_own_type(area: Any, other: str) -> None:
    notes: Notes = []
    choose_upgrade(area, 4, [Tile("plain", 4, "other", 3)], rulings(), notes)
    marked = having(drawn(table(), noted(notes)), "upgrade")
    assert having(marked[f"{area} plain"], "mark").keys() == {"upgrade:plain"}
    assert having(marked[f"{other} plain"], "mark") == {}


def test_types_of_upgrades_and_what_the_mirror_performs() -> None:
    position = table()
    notes: Notes = []
    worth: dict[Area, int] = {"golem": 1, "artifact": 3, "study": 2}
    choose_upgrade_type(worth, dict.fromkeys(worth, 2), position.order, notes)
    choose_mirrored(position.golems, position.order, notes)
    assert badges(drawn(position, notes[0])) == {"area:golem": "1", "area:artifact": "chosen", "area:study": "1"}
    assert badges(drawn(position, notes[1])) == {
        "row:work": "chosen",
        **dict.fromkeys(("row:golem", "row:artifact", "row:study"), "1"),
    }


def test_what_lies_nowhere_is_in_the_strips() -> None:
    notes: Notes = []
    choose_side(("right",), (), Alternative(True, False), Alternative(True, False), RULINGS, notes)
    picture = drawn(table(), noted(notes))
    assert badges(picture) == {}
    assert strips(picture) == ["left", "right"]
    assert title(picture).endswith(say("why.chosen", chosen="right"))


def test_nobody_is_left() -> None:
    notes: Notes = []
    choose_tile((1,), [ActionSpot(True, False)], (), RULINGS, notes)
    picture = drawn(table(), noted(notes))
    assert title(picture) == f"{say('draw.title.rabbi')} {say('draw.nobody')}"
    assert badges(picture) == {"tile:1": "1"}


# ------------------------------------------------------------------------------------------------------- every decision


@cache
def played() -> list[tuple[Position, Trace, dict[str, str]]]:
    """Every narrowing of whole games that a stand-in plays, each on the table as it was before."""
    found = []
    for seed, options in ((1, {"level": 1}), (2, {"level": 4, "humans": 3}), (3, {"level": 3, "humans": 2})):
        rival = DEFINITION.lab.rival(PRINTED, Chance(seed + 1))
        live = Playthrough(DEFINITION, options, {}, seed, PRINTED)
        while not live.position.over:
            live.put(Next())
            while live.question is not None:
                live.put(Respond(rival.answer(live.question)))
            run = live.runs[-1]
            for number, step in enumerate(run.steps, 1):
                for trace in step.traces:
                    found.append((rebuild_position(live, run, number), trace, live.rulings))
    return found


def test_every_decision_of_whole_games_is_drawn_with_all_its_candidates() -> None:
    abouts = set()
    for position, trace, settled in played():
        picture = drawn(position, trace, rulings=settled)
        abouts.add(trace.about)
        shown = strips(picture)
        assert shown[: len(trace.candidates)] == [str(one) for one in trace.candidates]
        told = trace_picture.find_deciding_stages(trace)
        looked_at = [trace.candidates, *(stage.kept for stage in told)][: len(told) or 1]
        assert len(shown) == sum(map(len, looked_at)), "each rule shows whom it looked at"
        fates = badges(picture)
        assert sum(fate == "chosen" for fate in fates.values()) <= (trace.chosen is not None)
        kinds = {kind for part in PARTS.values() for kind in part}
        if KIND.get(trace.about, trace.about) in kinds:
            assert set(fates) == {f"{KIND.get(trace.about, trace.about)}:{one}" for one in trace.candidates}
    assert len(abouts) >= 15


def test_every_kind_of_decision_has_its_title_in_every_language() -> None:
    abouts = re.findall(r'msgid "why\.about\.(.*)"', (Path(DEFINITION.folder) / "locale" / "en.po").read_text("utf-8"))
    assert len(abouts) > 20
    for lang in LANGUAGES:
        translator = Translator(lang, [DEFINITION.folder])
        assert [about for about in abouts if not translator.look_up(f"draw.title.{about}")] == []


# ------------------------------------------------------------------------------------------- for everybody, everywhere


def pictures() -> Iterator[str]:
    every = {trace.about: (position, trace) for position, trace, _ in played()}
    for lang in LANGUAGES:
        spoken = Translator(lang, [DEFINITION.folder]).say
        for dark in (False, True):
            yield DEFINITION.draw(table(), RULINGS, spoken, dark=dark)
            for position, trace in every.values():
                yield DEFINITION.draw(position, RULINGS, spoken, trace, dark=dark)


def test_it_stands_alone_in_three_languages() -> None:
    for picture in pictures():
        check_alone(picture)
        check_heard(picture, "draw|place|row|clause|why|edge|effect|upgrade|overview|ruling|action|district|marble")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_colours_have_the_same_letter(lang: str) -> None:
    spoken = Translator(lang, [DEFINITION.folder]).say
    letters = [spoken(f"draw.letter.{colour}") for colour in (*COLOURS, "green")]
    assert len(set(letters)) == len(letters)
    assert all(re.search(rf"\b{letter}\b", spoken("draw.letters")) for letter in letters)


def test_it_can_be_heard() -> None:
    position = table()
    trace = marble_trace(position, "white", "work")
    description = drawn(position, trace).findtext(f"{SVG}desc") or ""
    assert "Resource marker on 7; 10 VP." in description
    assert "out red from Work, black from Artifact." in description
    assert "white from Work." in description
    for name in ("space", "place", "tile", "card", "upgrade", "column", "book", "artifact", "strategy", "candidate"):
        assert all(title(part) for part in having(drawn(position, trace), name).values()), name


def test_words_are_escaped() -> None:
    def nasty(key: str, /, **params: object) -> str:
        return f'<{key}> & "{params}" \'</svg>'

    position = table()
    picture = drawn(position, marble_trace(position, "white", "work"), say=nasty)
    assert nasty("draw.card", number=5) == title(having(picture, "card")["5"])
    assert nasty("draw.synagogue") in texts(picture)


def test_dark_changes_colours_and_nothing_else() -> None:
    position = table()
    trace = marble_trace(position, "white", "work")
    light, dark = (DEFINITION.draw(position, RULINGS, say, trace, dark=dark) for dark in (False, True))
    assert light != dark
    assert re.sub(r"#[0-9a-f]{6}", "", light).replace("-light", "") == re.sub(r"#[0-9a-f]{6}", "", dark).replace(
        "-dark", ""
    )


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=lambda colours: colours.name)
def test_letters_and_signs_stand_out(colours: Theme) -> None:
    """As the accessibility guidelines ask: letters 4.5 to 1, signs 3 to 1."""
    grounds = [get_ground(name, colours) for name in _GROUND]
    assert all(contrast(colours.ink, one) >= 4.5 for one in grounds)
    assert all(contrast(fill, letter) >= 4.5 for fill, letter in map(get_solid, _SOLID))
    for sign in (colours.automa, colours.mark):
        assert all(contrast(sign, one) >= 3 for one in grounds), sign


def test_letters_are_large_enough_on_a_phone() -> None:
    """At 360 pixels nothing is smaller than nine; the legend is drawn to a scale."""
    picture = drawn(table())
    width = float((picture.get("viewBox") or "").split()[2])
    assert 360 <= width <= 420
    scale = 360 / width
    sizes = [float(one.get("font-size") or 0) * scale for one in picture.iter(f"{SVG}text")]
    small = [one.text for one in picture.iter(f"{SVG}text") if float(one.get("font-size") or 0) * scale < 9]
    assert set(small) <= {"×2", "resources", "cemetery"}, sizes


# ------------------------------------------------------------------------------------------------ strips, in any game


def narrowed(*rules: Any, candidates: tuple[str, ...] = ("a", "b", "c")) -> Trace:
    notes: Notes = []
    choose(candidates, *rules, notes=notes, about="x")
    return noted(notes)


def strip(trace: Trace, width: float = 400) -> tuple[ElementTree.Element, float]:
    sample = small.Sample(lambda one: f"<g>{one}</g>", lambda one: str(one).upper(), 100, 40)
    markup, end = small.draw_strips(trace, sample, (10, 20), width, LIGHT, say, {}, 12)
    return ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{markup}</svg>'), end


def test_rules_that_did_nothing_have_no_number() -> None:
    trace = narrowed(only(bool, "G-A-1"), only("b".__ne__, "G-A-2"), first(ord, "G-A-3"))
    assert small.number_candidates(trace) == {"b": 1, "c": 2}
    assert [stage.clause for stage in trace_picture.find_deciding_stages(trace)] == ["G-A-2", "G-A-3"]


def test_a_strip_for_each_rule_shows_whom_it_looked_at_and_what_it_counted() -> None:
    picture, _ = strip(narrowed(only("b".__ne__, "G-A-2"), most(ord, "G-A-3")))
    assert strips(picture) == ["a", "b", "c", "a", "c"]
    assert title(next(one for one in picture.iter() if one.get("data-candidate"))) == "A"
    assert texts(picture) == ["1", "A-2", "2", "A-3", "97", "99"]
    hatched = [
        [one.get("fill") for one in part.iter(f"{SVG}polygon")] for part in picture.iter() if part.get("data-candidate")
    ]
    assert hatched == [[], ["url(#out-light)"], [], ["url(#beaten-light)"], ["none", "none"]]


def test_a_single_candidate_has_its_ring_and_many_are_wrapped() -> None:
    one, low = strip(narrowed(first(ord, "G-A-1"), candidates=("a",)))
    assert strips(one) == ["a"]
    assert len(list(one.iter(f"{SVG}polygon"))) == 2
    many = narrowed(first(ord, "G-A-1"), candidates=("a", "b", "c", "d", "e"))
    assert strip(many, 250)[1] > strip(many, 550)[1] > low
    assert strip(narrowed(first(ord, "G-A-1"), candidates=()))[1] >= 20


def test_a_box_is_smaller_inside_by_the_same_on_each_side() -> None:
    border = small.make_border(100, 50)
    assert border((0, 0), 1.0) == [(-50, -25), (50, -25), (50, 25), (-50, 25)]
    (left, top), *_ = border((0, 0), 0.9)
    assert (left + 50, top + 25) == pytest.approx((4, 4))
