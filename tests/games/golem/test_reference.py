"""Her decisions written down a second time, plainly, from the catalogue; on random facts both must agree."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automarium import decide
from automarium.games.golem.position import Criterion
from tests.games.golem.strategies import (
    Plain,
    columns_of_criteria,
    displays,
    golems,
    numbers,
    orders,
    pairs,
    rows,
    shelves,
    students,
    tiles,
)
from tests.proof import scale

AREA = {"red": "golem", "yellow": "artifact", "blue": "study"}


def asked(ask: str, facts: Plain) -> Any:
    said = decide({"game": "golem", "ask": ask, "facts": facts})
    assert "error" not in said, said
    assert said["text"]
    return said["answer"]


# -------------------------------------------------------------------------------- the marble: the catalogue's own form


def accepts(criterion: Criterion, option: tuple[str, str], facts: Plain, left_over: set[tuple[str, str]]) -> bool:
    row, colour = option
    left, right = facts["character"]["left"], facts["character"]["right"]
    taken, there = facts["taken"], facts["rows"]
    standing = sum(not golem["lying"] for golem in facts["golems"])
    took = {side: own in taken and left != right for side, own in (("left", left), ("right", right))}
    match criterion:
        case "most":
            return len(there[row]) == max(len(there[other]) for other, _ in left_over)
        case "work":
            return standing > 0 and row in ("work", "mirror")
        case "strategy":
            return row == AREA[facts["order"][0]]
        case "black" | "white":
            return colour == criterion
        case "left":
            return bool(colour == (right if took["left"] else left))
        case "right":
            return bool(colour == (left if took["right"] else right))
        case _:
            return colour not in (left, right)


def plain_marble(facts: Plain) -> Plain | None:
    left, right = facts["character"]["left"], facts["character"]["right"]
    ignored = {colour for colour in facts["taken"] if colour in (left, right)}
    if left == right and facts["taken"].count(left) < 2:
        ignored = set()
    every = {(row, colour) for row, there in facts["rows"].items() for colour in there}
    options = {option for option in every if option[1] not in ignored} or every
    if not options:
        return None
    works = False
    for criterion in facts["column"]:
        hit = {option for option in options if accepts(criterion, option, facts, options)}
        if not hit:
            continue
        options = hit
        works = works or criterion == "work"
        if len(options) == 1:
            break
    if len(options) > 1:
        options = last_resort(options, facts)
    row, colour = min(options, key=lambda option: (*facts["order"], "black", "white").index(option[1]))
    performs = row
    if row == "mirror":
        performs = "work" if works else plain_mirror(facts)
    return {"row": row, "colour": colour, "performs": performs}


def last_resort(options: set[tuple[str, str]], facts: Plain) -> set[tuple[str, str]]:
    standing = sum(not golem["lying"] for golem in facts["golems"])
    left = {row for row, _ in options}
    if standing >= 2 and "work" in left:
        row = "work"
    elif coloured := [AREA[colour] for colour in facts["order"] if AREA[colour] in left]:
        row = coloured[0]
    else:
        row = "work" if "work" in left else "mirror"
    return {option for option in options if option[0] == row}


def plain_mirror(facts: Plain) -> str:
    standing = sum(not golem["lying"] for golem in facts["golems"])
    return "work" if standing >= 2 else AREA[facts["order"][0]]


@pytest.mark.clause("GOL-MARBLE-14", "GOL-MARBLE-16", "GOL-MARBLE-17", "GOL-MARBLE-18", "GOL-MARBLE-21")
@settings(max_examples=scale(160, 800))
@given(
    st.fixed_dictionaries(
        {
            "column": columns_of_criteria,
            "rows": rows,
            "order": orders,
            "golems": golems,
            "character": pairs,
            "taken": st.lists(st.sampled_from(("red", "yellow", "blue", "black", "white")), max_size=2),
        }
    )
)
def test_the_marble(facts: Plain) -> None:
    assert asked("marble", facts) == plain_marble(facts)


# ------------------------------------------------------------------------------------------------ golems and students


def plain_step(facts: Plain) -> Plain | None:
    there, order, direction = facts["golems"], facts["order"], facts["direction"]
    rank = order.index
    ahead = [golem for golem in there if golem["section"] < 10]
    behind = [golem for golem in there if golem["section"] > 1]

    def forward(candidates: list[Plain]) -> Plain | None:
        key = min(((not g["lying"], g["section"], rank(g["district"])) for g in candidates), default=None)
        return None if key is None else {"district": order[key[2]], "from": key[1], "to": key[1] + 1}

    def backward(candidates: list[Plain]) -> Plain | None:
        key = min(((not g["lying"], -g["section"], -rank(g["district"])) for g in candidates), default=None)
        return None if key is None else {"district": order[-key[2]], "from": -key[1], "to": -key[1] - 1}

    match direction:
        case "forward":
            return forward(ahead)
        case "backward":
            return backward(behind)
        case "either":
            fallen = [golem for golem in there if golem["lying"] and golem["section"] == 1]
            return forward(fallen) or backward(behind) or forward(ahead)
        case _:
            return forward([golem for golem in ahead if golem["lying"]])


@settings(max_examples=scale(100, 500))
@given(
    st.fixed_dictionaries(
        {
            "golems": golems,
            "order": orders,
            "direction": st.sampled_from(["forward", "backward", "either", "forward-or-stay"]),
        }
    )
)
def test_the_step(facts: Plain) -> None:
    assert asked("step", facts) == plain_step(facts)


def rightmost(there: list[Plain], order: list[str]) -> list[Plain]:
    """From the right; in one section the higher tile first."""
    ranked = sorted(there, key=lambda golem: (-golem["section"], order.index(golem["district"])))
    return [{"district": golem["district"], "section": golem["section"]} for golem in ranked]


@settings(max_examples=scale(50, 250))
@given(st.fixed_dictionaries({"golems": golems, "order": orders, "strength": st.integers(0, 12)}))
def test_the_work(facts: Plain) -> None:
    standing = [golem for golem in facts["golems"] if not golem["lying"]]
    prices = {1: 1, 2: 3, 3: 5, 4: 8}
    can = [n for n, price in prices.items() if n <= len(standing) and price - facts["strength"] <= 2]
    found = asked("work", facts)
    if not can:
        assert found is None
        assert not standing
    else:
        number = max(can)
        chosen = rightmost(standing, facts["order"])[:number]
        assert found == {"golems": chosen, "paid": prices[number] - facts["strength"]}


@settings(max_examples=scale(50, 250))
@given(st.fixed_dictionaries({"golems": golems, "order": orders}))
def test_the_kill_the_creation_and_the_mirror(facts: Plain) -> None:
    assert asked("kill", facts) == next(iter(rightmost(facts["golems"], facts["order"])), None)
    there = [golem["district"] for golem in facts["golems"]]
    fewest = min(there.count(district) for district in AREA)
    assert asked("create", facts) == next(d for d in facts["order"] if there.count(d) == fewest)
    assert asked("mirror", facts) == plain_mirror(facts)


@settings(max_examples=scale(50, 250))
@given(
    st.fixed_dictionaries(
        {"students": students, "order": orders, "direction": st.sampled_from(["forward", "backward"])}
    )
)
def test_the_student(facts: Plain) -> None:
    at, order = facts["students"], facts["order"]
    if facts["direction"] == "forward":
        able = sorted((at[d], order.index(d)) for d in order if at[d] < 10)
    else:
        able = sorted((-at[d], -order.index(d)) for d in order if at[d] > 1)
    assert asked("student", facts) == (order[abs(able[0][1])] if able else None)


# --------------------------------------------------------------------------------------------------- books and tiles


def plain_column(colour: str, shelves_: list[list[str]]) -> int | None:
    roomy = [n for n, shelf in enumerate(shelves_, 1) if len(shelf) < 5]
    empty = [n for n, shelf in enumerate(shelves_, 1) if not shelf]
    if colour == "black":
        if empty:
            return empty[0]
        return max(roomy, key=lambda n: (len(shelves_[n - 1]), -n), default=None)
    own = [n for n, shelf in enumerate(shelves_, 1) if colour in shelf]
    if own:
        return own[0] if own[0] in roomy else None
    if empty:
        return empty[0]
    black = [n for n in roomy if set(shelves_[n - 1]) == {"black"}]
    return black[0] if black else None


def plain_book(facts: Plain) -> Plain | None:
    for number in facts["numbers"]:
        colour = facts["display"][number - 1]
        if colour is None or (colour == "black" and max(facts["students"].values()) == 1):
            continue
        column = plain_column(colour, facts["columns"])
        if column is not None:
            return {"position": number, "column": column}
    return None


# Students mostly stand on the first space, so that black books are refused often enough.
near_students = st.one_of(st.just({"red": 1, "yellow": 1, "blue": 1}), students)


@settings(max_examples=scale(100, 500))
@given(
    st.fixed_dictionaries({"numbers": numbers, "display": displays, "columns": shelves(), "students": near_students})
)
def test_the_book(facts: Plain) -> None:
    assert asked("book", facts) == plain_book(facts)


@settings(max_examples=scale(60, 300))
@given(st.fixed_dictionaries({"numbers": numbers, "tiles": tiles, "golems": golems}))
def test_the_rabbi(facts: Plain) -> None:
    free = [n for n, tile in enumerate(facts["tiles"], 1) if not tile["occupied"]]
    wanted: int | str | None
    if any(golem["section"] >= 8 for golem in facts["golems"]):
        killing = [n for n in free if facts["tiles"][n - 1]["kills"]]
        by_card = [n for n in facts["numbers"] if n in killing] + killing
        wanted = by_card[0] if by_card else "lowest"
    else:
        wanted = next((n for n in facts["numbers"] if n in free), None)
    assert asked("rabbi", facts) == (None if wanted is None else {"tile": wanted})


# ------------------------------------------------------------------------------------- turns, upgrades, the track


cards = st.fixed_dictionaries(
    {"first": st.sampled_from(["marble", "rabbi"]), "left_half": st.booleans(), "right_half": st.booleans()}
)


@given(st.lists(cards, min_size=3, max_size=3))
def test_the_types_of_a_round(revealed: list[Plain]) -> None:
    one, two, _ = revealed
    if one["first"] == "rabbi":
        types = ["rabbi", "marble", "marble"]
    elif two["first"] == "rabbi" or (one["right_half"] and two["left_half"]):
        types = ["marble", "rabbi", "marble"]
    else:
        types = ["marble", "marble", "rabbi"]
    assert [asked("turn-type", {"cards": revealed[:n]}) for n in (1, 2, 3)] == types


left = st.fixed_dictionaries({area: st.integers(0, 2) for area in AREA.values()})


@given(
    st.fixed_dictionaries(
        {
            "created": st.integers(0, 4),
            "columns": st.integers(0, 4),
            "artifacts": st.integers(0, 4),
            "left": left,
            "order": orders,
        }
    )
)
def test_the_type_of_an_upgrade(facts: Plain) -> None:
    counts = {"golem": facts["created"], "study": facts["columns"], "artifact": facts["artifacts"]}
    open_ = [AREA[colour] for colour in facts["order"] if facts["left"][AREA[colour]]]
    assert asked("upgrade-type", facts) == (max(open_, key=counts.__getitem__) if open_ else None)


@given(st.integers(-5, 20), st.integers(-100, 100))
def test_the_track_step_by_step(marker: int, amount: int) -> None:
    at, vp = marker, 0
    step = 1 if amount > 0 else -1
    for _ in range(abs(amount)):
        if -5 <= at + step <= 20:
            at += step
        else:
            vp += step
    assert asked("pay", {"marker": marker, "amount": amount}) == {"marker": at, "vp": vp}
