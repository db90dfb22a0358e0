"""The map as a picture: pieces, tokens, decisions and accessible texts, in three languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest

from automarium.engine.drawing.hexes import WIDTH, corners, shared_edge
from automarium.engine.drawing.svg import DARK, LIGHT, Theme
from automarium.games.scythe.commands import BONUSES
from automarium.games.scythe.map import ENCOUNTERS, FACTIONS, LABEL, PRINTED, TERRAIN, TERRITORIES, TUNNELS
from automarium.games.scythe.picture import CENTRE, TERRAINS, get_tint
from automarium.games.scythe.position import Action, Position
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.interfaces.web.static_files import FOLDER
from tests import traces
from tests.games.scythe import kit
from tests.games.scythe.kit import DEFINITION
from tests.pictures import SVG, check_alone, check_heard, contrast, having, texts, title

say = Translator("en", [DEFINITION.folder]).say


def table(**pieces: Any) -> Position:
    return kit.position(
        "rusviet",
        "crimea",
        **{
            "character": "r4c5",
            "mechs": ["r3c5", "r4c4"],
            "workers": ["r3c6", "r4c6", "base", "base", "base"],
            "human_character": "base",
            "human_mechs": ["r5c3"],
            "human_workers": ["r7c3", "r7c3", "r8c3"],
            **pieces,
        },
    )


def drawn(position: Position, *arguments: Any, **options: Any) -> ElementTree.Element:
    rulings, spoken = options.pop("rulings", kit.rulings()), options.pop("say", say)
    return ElementTree.fromstring(DEFINITION.draw(position, rulings, spoken, *arguments, **options))


def rivers() -> set[frozenset[str]]:
    """Both banks name each other, so every river is there once."""
    facts = PRINTED.printed["territory"]
    assert all(here in facts[there]["across"] for here in facts for there in facts[here].get("across", ()))
    return {frozenset((here, there)) for here in facts for there in facts[here].get("across", ())}


# ------------------------------------------------------------------------------------------------------------ the map


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("dark", [False, True])
def test_every_territory_has_its_label_its_letter_and_its_name(lang: str, dark: bool) -> None:
    spoken = Translator(lang, [DEFINITION.folder]).say
    places = having(drawn(table(), say=spoken, dark=dark), "place")
    assert set(places) == set(TERRITORIES)
    for id_, part in places.items():
        assert f"{LABEL[id_]} {spoken(f'letter.{TERRAIN[id_]}')}" in texts(part)
        assert title(part).startswith(spoken(f"place.{id_}"))


def test_terrain_is_told_by_a_pattern_of_its_own_not_by_colour() -> None:
    picture = drawn(table())
    patterns = {one.get("id"): ElementTree.tostring(one) for one in picture.iter(f"{SVG}pattern")}
    for id_, part in having(picture, "place").items():
        fills = {one.get("fill") for one in part.iter()}
        assert f"url(#{TERRAIN[id_]}-light)" in fills
        assert f"{TERRAIN[id_]}-light" in patterns
    drawings = [re.search(rb' d="([^"]+)"', patterns[f"{terrain}-light"]) for terrain in TERRAINS]
    assert len({one.group(1) for one in drawings if one}) == len(TERRAINS)


def test_all_rivers_lie_on_the_edges_they_belong_to() -> None:
    parts = having(drawn(table()), "river")
    assert {frozenset(pair.split()) for pair in parts} == rivers()
    assert len(parts) == len(rivers()) == 31
    for pair, part in parts.items():
        here, there = (CENTRE[id_] for id_ in pair.split())
        assert dist(here, there) == pytest.approx(WIDTH)
        start, end = shared_edge(here, there)
        for corner in (start, end):  # the edge is one of both hexes
            assert any(dist(corner, other) < 0.01 for other in corners(here))
            assert any(dist(corner, other) < 0.01 for other in corners(there))
        path = next(part.iter(f"{SVG}path")).get("d") or ""
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]
        assert dist((numbers[0], numbers[1]), start) < 0.2
        assert dist((numbers[-2], numbers[-1]), end) < 0.2


def test_even_rows_are_shifted_right_by_half_a_hex() -> None:
    assert CENTRE["r2c1"][0] - CENTRE["r1c1"][0] == WIDTH / 2
    assert CENTRE["r3c1"][0] == CENTRE["r1c1"][0]
    assert all(
        dist(CENTRE[id_], CENTRE[near]) == pytest.approx(WIDTH)
        for id_, facts in PRINTED.printed["territory"].items()
        for near in facts["near"]
    )


def test_tokens_and_tunnels_are_where_they_are() -> None:
    left = [token for token in ENCOUNTERS if token != "r2c4"]
    places = having(drawn(table(encounters=left)), "place")
    for id_, part in places.items():
        assert ("?" in texts(part)) == (id_ in left)
        assert (say("draw.tunnel") in title(part)) == (id_ in TUNNELS)
        assert (say("draw.token") in title(part)) == (id_ in left)


def test_every_home_base_is_a_round_marker_with_its_faction() -> None:
    bases = having(drawn(table()), "base")
    assert set(bases) == set(FACTIONS)
    for faction, part in bases.items():
        assert say(f"faction.{faction}") in texts(part)
        assert part.find(f"{SVG}circle") is not None
    assert say("mark.automa") in texts(bases["rusviet"])
    assert say("mark.human") in texts(bases["crimea"])


# ------------------------------------------------------------------------------------------------------------- pieces


def test_pieces_of_both_sides_with_their_numbers() -> None:
    standing = {place: texts(part) for place, part in having(drawn(table()), "pieces").items()}
    assert standing == {
        "r4c5": ["C"],
        "r3c5": ["M"],
        "r4c4": ["M"],
        "r3c6": ["W"],
        "r4c6": ["W"],
        "rusviet": ["W3"],
        "crimea": ["C"],
        "r5c3": ["M"],
        "r7c3": ["W2"],
        "r8c3": ["W"],
    }


def test_hers_are_filled_and_the_humans_outlined() -> None:
    standing = having(drawn(table()), "pieces")
    hers, theirs = (standing[place].find(f"{SVG}rect") for place in ("r3c5", "r5c3"))
    assert hers is not None
    assert theirs is not None
    assert (hers.get("fill"), hers.get("stroke")) == (LIGHT.automa, LIGHT.paper)
    assert (theirs.get("fill"), theirs.get("stroke")) == (LIGHT.human, LIGHT.human_edge)


def test_kinds_differ_in_shape() -> None:
    standing = having(drawn(table()), "pieces")
    for place, shape in (("r4c5", "polygon"), ("r3c5", "rect"), ("r4c6", "circle")):
        assert standing[place].find(f"{SVG}{shape}") is not None


def test_both_sides_in_one_territory_are_all_shown() -> None:
    full = table(
        character="r5c3",
        mechs=["r5c3", "r5c3"],
        workers=["r5c3"],
        human_character="r5c3",
        human_mechs=["r5c3"],
        human_workers=["r5c3"] * 8,
    )
    picture = drawn(full)
    assert texts(having(picture, "pieces")["r5c3"]) == ["C", "M2", "W", "C", "M", "W8"]
    assert title(having(picture, "place")["r5c3"]).endswith(
        "Automa: the character, 2 mechs, 1 worker; you: the character, 1 mech, 8 workers"
    )


def test_a_character_on_the_mat_is_on_no_base_and_is_told() -> None:
    picture = drawn(table(character="mat", workers=[]))
    assert "rusviet" not in having(picture, "pieces")
    assert say("overview.character-mat") in texts(picture)


def test_structures_are_shown_where_there_are_some() -> None:
    assert say("draw.structure") not in " ".join(texts(drawn(table())))
    picture = drawn(table(human_structures=["r7c3"]))
    assert say("draw.structure") in title(having(picture, "place")["r7c3"])
    assert say("draw.structure").split()[0] in " ".join(texts(picture))


# ---------------------------------------------------------------------------------------------------------- decisions


def decision(
    action: Action = "worker_move", about: str = "destination", **pieces: Any
) -> tuple[Position, Any, kit.Found]:
    position = table(**pieces)
    found = kit.find(position, action)
    return position, found.trace(about), found


def test_what_was_thrown_out_shows_the_clause_and_what_was_counted() -> None:
    position, trace, _ = decision()
    picture = drawn(position, trace)
    places = having(picture, "place")
    out = traces.thrown_out(trace)
    counted = {stage.clause: stage.scores for stage in trace.stages if stage.verb in ("most", "least")}
    assert len(set(out.values())) > 2, "a telling table"
    for id_ in TERRITORIES:
        shown = texts(places[id_])
        clauses = [text for text in shown if re.fullmatch(r"[A-Z]+-\d\d", text)]
        assert clauses == ([out[id_].removeprefix("SCY-")] if id_ in out else [])
        last_first = [str(scores[id_]) for scores in reversed(list(counted.values())) if id_ in scores]
        if last_first:
            assert any(re.fullmatch(rf"(#\d+·)?{'·'.join(last_first)}", text) for text in shown), (id_, shown)


def hexes(part: ElementTree.Element) -> list[ElementTree.Element]:
    return [one for one in part.iter(f"{SVG}polygon") if len((one.get("points") or "").split()) == 6]


def outlines(picture: ElementTree.Element) -> Iterator[tuple[str, str]]:
    """Each hex that was looked at, and its hatching."""
    for id_, part in having(picture, "place").items():
        for one in hexes(part):
            if (fill := one.get("fill") or "").startswith(("url(#out", "url(#beaten")):
                yield id_, fill


def test_candidates_are_outlined_and_hatched_by_how_they_fell() -> None:
    position, trace, _ = decision()
    hatched = dict(outlines(drawn(position, trace)))
    assert set(hatched) == set(trace.candidates) - {trace.chosen}
    by_condition = {"SCY-WORKER-03", "SCY-WORKER-07"}
    for id_, clause in traces.thrown_out(trace).items():
        assert hatched[id_] == ("url(#out-light)" if clause in by_condition else "url(#beaten-light)")


def rings(picture: ElementTree.Element) -> list[ElementTree.Element]:
    """Rings of the choice on the map itself; the legend's are small."""
    return [
        one
        for group in picture.findall(f"{SVG}g")
        if group.get("transform") is None
        for one in group.findall(f"{SVG}polygon")
        if one.get("fill") == "none" and one.get("stroke") == LIGHT.mark
    ]


def middle(one: ElementTree.Element) -> tuple[float, float]:
    points = [tuple(map(float, pair.split(","))) for pair in (one.get("points") or "").split()]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def test_the_chosen_one_has_a_double_ring_and_an_arrow_from_the_piece() -> None:
    position, trace, found = decision(workers=["r3c6", "r4c6", "base"])
    assert found.answer is not None
    _, origin, to = found.answer
    assert origin == "base"
    picture = drawn(position, trace, origin=origin)
    assert len(rings(picture)) == 2
    assert all(dist(middle(ring), CENTRE[to]) < 0.2 for ring in rings(picture))
    legend = " ".join(texts(picture))
    assert say("draw.chosen") in legend
    assert say("draw.way") in legend
    assert say("draw.way") not in " ".join(texts(drawn(position, trace))), "no origin, no arrow"
    assert say("draw.way") not in " ".join(texts(drawn(position, trace, origin=to))), "who stays goes no way"


def test_a_piece_is_marked_where_it_stands_the_base_among_it() -> None:
    position, trace, _ = decision(about="piece")
    assert trace.chosen.at == "base"
    picture = drawn(position, trace)
    assert title(picture) == "Which unit? → worker on the home base"
    places, bases = having(picture, "place"), having(picture, "base")
    assert {"MOVE-12", "1"} <= set(texts(places["r3c6"]))
    assert "0" in texts(bases["rusviet"])
    assert len(rings(picture)) == 2


def test_two_kinds_in_one_place_are_told_apart_by_their_letters() -> None:
    position = kit.position(
        "nordic", "crimea", character="base", mechs=["base", "r2c4"], power=7, human_character="r2c3"
    )
    trace = kit.find(position, "attack_combat_unit", 3).trace("piece")
    assert "C ATTACK-03 0" in texts(having(drawn(position, trace), "base")["nordic"])


def tie() -> tuple[Position, Any]:
    """A table where reading order has the last word, after a comparison that nobody lost."""
    position = kit.position(
        "nordic", "crimea", character="r2c4", mechs=["base"], workers=["base", "base", "r1c5", "r2c4"]
    )
    return position, kit.find(position, "worker_move").trace("destination")


def test_the_rules_of_the_decision_are_told_in_order() -> None:
    position, trace = tie()
    told = [text for text in texts(drawn(position, trace)) if re.match(r"[A-Z]+-\d\d: ", text)]
    assert [text.partition(":")[0] for text in told] == ["WORKER-03", "WORKER-06", "MOVE-13", "WORKER-09"]
    assert "WORKER-09: the first in reading order" in told


def test_a_rank_is_shown_where_only_the_order_decides() -> None:
    position, trace = tie()
    tied = trace.stages[-1].scores
    assert len(tied) == 2
    places = having(drawn(position, trace), "place")
    ranks = {id_: next(text for text in texts(places[id_]) if text.startswith("#")) for id_ in tied}
    assert sorted(rank.partition("·")[0] for rank in ranks.values()) == ["#1", "#2"]
    assert ranks[trace.chosen].startswith("#1·")


def test_a_switched_ruling_is_named_with_its_choice() -> None:
    position = table(human_structures=["r4c4", "r5c5"])
    trace = kit.find(position, "worker_move", A11="blocked").trace("destination")
    rulings = kit.rulings(A11="blocked")
    picture = drawn(position, trace, rulings=rulings)
    assert "A11" in texts(having(picture, "place")["r5c5"])
    assert any(text.startswith("A11: ") for text in texts(picture))


def test_an_impossible_choice_has_no_ring() -> None:
    position = table(human_mechs=[])
    trace = kit.find(position, "attack_combat_unit", 16).trace("destination")
    assert trace.chosen is None
    picture = drawn(position, trace, origin="r4c5")
    assert rings(picture) == []
    assert title(picture) == f"Where to? {say('draw.nobody')}"
    assert dict(outlines(picture)).keys() == set(trace.candidates)


# ------------------------------------------------------------------------------------------- for everybody, everywhere


def pictures() -> Iterator[str]:
    position, trace, _ = decision()
    _, piece, _ = decision(about="piece")
    for lang in LANGUAGES:
        spoken = Translator(lang, [DEFINITION.folder]).say
        for dark in (False, True):
            yield DEFINITION.draw(position, kit.rulings(), spoken, dark=dark)
            yield DEFINITION.draw(position, kit.rulings(), spoken, trace, origin="base", dark=dark)
            yield DEFINITION.draw(position, kit.rulings(), spoken, piece, dark=dark)


def test_it_stands_alone_in_three_languages() -> None:
    for picture in pictures():
        check_alone(picture)
        check_heard(picture, "draw|letter|place|faction|unit|clause|why")


def test_it_can_be_heard() -> None:
    position, trace, _ = decision()
    picture = drawn(position, trace)
    assert picture.get("role") == "img"
    assert title(picture).startswith("Where to? → ")
    description = picture.findtext(f"{SVG}desc") or ""
    assert "encounter tokens" in description.lower()
    assert "WORKER-03: no enemy or other Automa worker may be there: rules out " in description
    assert all(title(part) for part in (*having(picture, "place").values(), *having(picture, "base").values()))


def test_words_are_escaped() -> None:
    def nasty(key: str, /, **params: object) -> str:
        return f'<{key}> & "{params}" \'</svg>'

    position, trace, _ = decision()
    picture = drawn(position, trace, say=nasty, origin="base")
    assert nasty("faction.nordic") in texts(having(picture, "base")["nordic"])
    assert nasty("place.r1c1") in title(having(picture, "place")["r1c1"])


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=lambda colours: colours.name)
def test_letters_and_signs_stand_out(colours: Any) -> None:
    """As the accessibility guidelines ask: letters 4.5 to 1, signs 3 to 1."""
    grounds = [colours.paper, colours.human, *(get_tint(terrain, colours) for terrain in TERRAINS)]
    assert all(contrast(colours.ink, ground) >= 4.5 for ground in grounds)
    assert contrast(colours.on_automa, colours.automa) >= 4.5
    assert contrast(colours.faint, colours.paper) >= 4.5
    for sign in (colours.automa, colours.water, colours.mark, colours.out):
        assert all(contrast(sign, ground) >= 3 for ground in grounds), sign


def test_letters_are_large_enough_on_a_phone() -> None:
    picture = drawn(table())
    width = float((picture.get("viewBox") or "").split()[2])
    sizes = [float(one.get("font-size") or 0) * 360 / width for one in picture.iter(f"{SVG}text")]
    assert min(sizes) > 5.5  # the counts inside pieces on a base, which are told in words as well
    labels = [part.find(f"{SVG}text") for part in having(picture, "place").values()]
    assert all(float(label.get("font-size") or 0) * 360 / width >= 9 for label in labels if label is not None)


# -------------------------------------------------------------------------------------------------- alone, for the page


@pytest.mark.parametrize("place", ["base", "r3c5"])
def test_how_many_there_are_covers_no_piece(place: str) -> None:
    """The number stands beside its piece, on a base and on a territory, and no two pieces lie on each other."""
    crowd = table(character=place, mechs=[place] * 3, workers=[place] * 4)
    group = having(drawn(crowd, bare=True), "pieces")["rusviet" if place == "base" else place]
    discs = [(float(one.get("cx", 0)), float(one.get("cy", 0))) for one in group.iter(f"{SVG}circle")]
    squares = [
        (
            float(one.get("x", 0)) + float(one.get("width", 0)) / 2,
            float(one.get("y", 0)) + float(one.get("height", 0)) / 2,
        )
        for one in group.iter(f"{SVG}rect")
    ]
    numbers = [(float(one.get("x", 0)), float(one.get("y", 0)) - 10) for one in group.iter(f"{SVG}text")]
    assert [one.text for one in group.iter(f"{SVG}text")] == ["3", "4"]
    bodies = [discs[0], squares[0]]
    assert all(dist(number, body) > 20 for number in numbers for body in bodies)
    assert dist(*bodies) > 24


def test_where_her_combat_units_stand_a_move_would_mean_a_fight() -> None:
    """The page shows it while it offers the place for a move, and only then."""
    there = table(character="r3c5", mechs=["r4c4"], workers=["r5c2"])
    places = having(drawn(there, bare=True), "place")
    met = {id_: part.get("data-fight") for id_, part in places.items()}
    assert {id_: words for id_, words in met.items() if words} == {"r3c5": "combat", "r4c4": "combat"}


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_glow_is_visible_on_every_terrain(theme: Theme) -> None:
    style = (FOLDER / "style" / "base.css").read_text("utf-8")
    light, dark, *_ = re.findall(r"--glow: (#[0-9a-f]{6})", style)
    glow = dark if theme is DARK else light
    for terrain in TERRAINS:
        assert contrast(glow, get_tint(terrain, theme)) >= 3, terrain


@pytest.mark.parametrize("bonus", BONUSES)
def test_every_recruit_bonus_has_a_sign_of_its_own(bonus: str) -> None:
    signs = DEFINITION.page.signs
    assert signs[bonus] == signs[f"recruit-{bonus}"]
    assert len({signs[one] for one in BONUSES}) == len(BONUSES)
