"""Just ask: one decision, with only the facts that it needs, and no game kept."""

from __future__ import annotations

from typing import Any

from automarium.games.golem import oracle, oracle_books
from automarium.games.golem.facts import PARTS, PLACES
from automarium.games.golem.position import (
    ACTION_POSITIONS,
    ARTIFACTS,
    BOOK_COLOURS,
    COLOURS,
    COLUMN_LIMIT,
    COLUMNS,
    CRITERIA,
    DISPLAY,
    DISTRICTS,
    GOLEMS,
    HIGH,
    LOW,
    ROWS,
    SECTIONS,
    STARTING_GOLEMS,
    UPGRADES,
)
from automarium.kernel.pack import Pack
from automarium.kernel.reading import read
from automarium.kernel.room import Verdict
from automarium.kernel.table import Count, Pick, Series, Several, Table

YES_NO = ("no", "yes")
MOST_STRENGTH = 14  # as many marbles as there are


# ----------------------------------------------------------------------------------------------- facts that many need


def yes(table: Table, about: str, **params: Any) -> bool:
    return bool(table.ask(Pick(about=about, params=params, options=YES_NO, family="answer", default="no")) == "yes")


def order(table: Table) -> list[str]:
    once: dict[str, int] = dict.fromkeys(DISTRICTS, 1)
    asked = Several(about="just.order", options=DISTRICTS, most=3, exactly=3, limits=once, family="district")
    found: list[str] = table.ask(asked)
    return found


def golems(table: Table, *, postures: tuple[bool, ...] = (False, True)) -> list[dict[str, Any]]:
    """District by district the sections of the standing and of the lying ones, or of all if posture does not count."""
    found = []
    for district in DISTRICTS:
        for lying in postures:
            key = "just.golems" if len(postures) == 1 else "just.golems.lying" if lying else "just.golems.standing"
            params = {"district": district}
            asked = Series(about=key, params=params, low=1, high=SECTIONS, most=GOLEMS, default=[])
            found += [{"district": district, "section": at, "lying": lying} for at in table.ask(asked)]
    return found


def standing(table: Table) -> list[dict[str, Any]]:
    """Where only the number of standing golems counts."""
    number = table.ask(Count(about="just.standing", low=0, high=GOLEMS))
    return [{"district": "red", "section": 1, "lying": False}] * number


def far_golem(table: Table) -> list[dict[str, Any]]:
    """Where only counts whether a golem is in VIII–X."""
    return [{"district": "red", "section": 8, "lying": False}] if yes(table, "just.far") else []


def students(table: Table) -> dict[str, int]:
    return {
        district: table.ask(Count(about="just.student", params={"district": district}, low=1, high=SECTIONS))
        for district in DISTRICTS
    }


def criteria(table: Table) -> list[str]:
    once: dict[str, int] = dict.fromkeys(CRITERIA, 1)
    asked = Several(about="just.column", options=CRITERIA, most=len(CRITERIA), limits=once, family="criterion")
    found: list[str] = table.ask(asked)
    return found


def numbers(table: Table, about: str) -> list[int]:
    asked = Series(about=about, low=1, high=DISPLAY, most=DISPLAY, once=tuple(range(1, DISPLAY + 1)))
    found: list[int] = table.ask(asked)
    return found


def pair(table: Table) -> dict[str, str]:
    return {
        side: table.ask(Pick(about=f"just.character.{side}", options=COLOURS, family="marble"))
        for side in ("left", "right")
    }


def level(table: Table) -> int:
    found: int = table.ask(Pick(about="option.level", options=(1, 2, 3, 4), family="level"))
    return found


def marker(table: Table) -> int:
    found: int = table.ask(Count(about="just.marker", low=LOW, high=HIGH))
    return found


def marbles(table: Table, about: str, most: int, *, exactly: int | None = None, **params: Any) -> list[str]:
    default: list[str] | None = None if exactly else []
    found: list[str] = table.ask(
        Several(
            about=about, params=params, options=COLOURS, most=most, exactly=exactly, family="marble", default=default
        )
    )
    return found


# ----------------------------------------------------------------------------------------------------------- the asks


def ask_turn_type(table: Table, _: Pack) -> Verdict:
    """Edges are asked only where they meet (GOL-TURN-04)."""
    which = table.ask(Count(about="just.turn", low=1, high=3))
    cards: list[dict[str, Any]] = []
    for number in range(1, which + 1):
        first = table.ask(
            Pick(about="just.first", params={"count": number}, options=("marble", "rabbi"), family="turn-type")
        )
        cards.append({"first": first, "left_half": False, "right_half": False})
        if first == "rabbi" and number == 1:
            cards += [{"first": "marble", "left_half": False, "right_half": False}] * (which - 1)
            break
        if number == 2 and cards[0]["first"] == "marble" and first == "marble" and yes(table, "just.silhouette"):
            cards[0]["right_half"] = cards[1]["left_half"] = True
        if number == 2 and which == 3:
            cards.append({"first": "marble", "left_half": False, "right_half": False})
            break
    return oracle.turn_type(read(oracle.TurnTypeFacts, {"cards": cards}, "facts"), table.rulings)


def ask_marble(table: Table, _: Pack) -> Verdict:
    facts = {
        "column": criteria(table),
        "rows": {row: marbles(table, "ask.row", MOST_STRENGTH, row=row) for row in ROWS},
        "order": order(table),
        "golems": standing(table),
        "character": pair(table),
        "taken": marbles(table, "just.taken", 1),
    }
    return oracle.marble(read(oracle.MarbleFacts, facts, "facts"), table.rulings)


def ask_rabbi(table: Table, _: Pack) -> Verdict:
    far = far_golem(table)
    tiles = table.ask(Count(about="just.tiles", low=3, high=ACTION_POSITIONS))
    occupied = table.ask(Series(about="ask.occupied", low=1, high=tiles, most=3, rising=True, default=[]))
    killing = table.ask(Count(about="ask.kill-tile", low=0, high=tiles)) if far else 0
    facts = {
        "numbers": numbers(table, "just.rabbi"),
        "tiles": [{"occupied": at in occupied, "kills": at == killing} for at in range(1, tiles + 1)],
        "golems": far,
    }
    return oracle.rabbi(read(oracle.RabbiFacts, facts, "facts"), table.rulings)


def ask_step(table: Table, _: Pack) -> Verdict:
    directions = ("forward", "backward", "either", "forward-or-stay")
    direction = table.ask(Pick(about="just.direction", options=directions, family="direction"))
    facts = {"direction": direction, "golems": golems(table), "order": order(table)}
    return oracle.step(read(oracle.StepFacts, facts, "facts"), table.rulings)


def ask_work(table: Table, _: Pack) -> Verdict:
    strength = table.ask(Count(about="just.strength", low=1, high=MOST_STRENGTH))
    facts = {"strength": strength, "golems": golems(table, postures=(False,)), "order": order(table)}
    return oracle.work(read(oracle.WorkFacts, facts, "facts"), table.rulings)


def ask_create(table: Table, _: Pack) -> Verdict:
    there: list[dict[str, Any]] = []
    for district in DISTRICTS:
        asked = Count(about="just.many", params={"district": district}, low=0, high=GOLEMS)
        there += [{"district": district, "section": 1, "lying": False}] * table.ask(asked)
    return oracle.create(read(oracle.GolemsFacts, {"golems": there, "order": order(table)}, "facts"), table.rulings)


def ask_kill(table: Table, _: Pack) -> Verdict:
    facts = {"golems": golems(table, postures=(False,)), "order": order(table)}
    return oracle.kill(read(oracle.GolemsFacts, facts, "facts"), table.rulings)


def ask_student(table: Table, _: Pack) -> Verdict:
    direction = table.ask(Pick(about="just.student-way", options=("forward", "backward"), family="direction"))
    facts = {"direction": direction, "students": students(table), "order": order(table)}
    return oracle.student(read(oracle.StudentFacts, facts, "facts"), table.rulings)


def ask_book(table: Table, _: Pack) -> Verdict:
    """Her students matter only if a black book lies in the display (GOL-BOOK-06)."""
    shown = (*BOOK_COLOURS, "none")
    asked = Several(about="ask.display", options=shown, most=DISPLAY, exactly=DISPLAY, family="book")
    display = [None if colour == "none" else colour for colour in table.ask(asked)]
    columns = [
        table.ask(
            Several(
                about="just.shelf",
                params={"number": number},
                options=BOOK_COLOURS,
                most=COLUMN_LIMIT,
                family="book",
                default=[],
            )
        )
        for number in range(1, COLUMNS + 1)
    ]
    can_go_back = "black" not in display or yes(table, "just.can-go-back")
    at = 2 if can_go_back else 1
    facts = {
        "numbers": numbers(table, "just.books"),
        "display": display,
        "columns": columns,
        "students": dict.fromkeys(DISTRICTS, at),
    }
    return oracle_books.book(read(oracle_books.BookFacts, facts, "facts"), table.rulings)


def ask_mirror(table: Table, _: Pack) -> Verdict:
    there = standing(table)
    facts = {"golems": there, "order": list(DISTRICTS) if len(there) > 1 else order(table)}
    return oracle.mirror(read(oracle.MirrorFacts, facts, "facts"), table.rulings)


def ask_upgrade_type(table: Table, _: Pack) -> Verdict:
    facts = {
        "created": table.ask(Count(about="just.created", low=0, high=GOLEMS - STARTING_GOLEMS)),
        "columns": table.ask(Count(about="just.columns", low=0, high=COLUMNS)),
        "artifacts": table.ask(Count(about="just.artifacts", low=0, high=ARTIFACTS)),
        "left": {
            area: table.ask(Count(about=f"just.left.{area}", low=0, high=UPGRADES))
            for area in ("golem", "artifact", "study")
        },
        "order": order(table),
    }
    return oracle_books.upgrade_type(read(oracle_books.UpgradeTypeFacts, facts, "facts"), table.rulings)


def ask_upgrade(table: Table, pack: Pack) -> Verdict:
    """Of which type, and what is made already; the tiles are known, as far as they are."""
    area = table.ask(Pick(about="just.type", options=("golem", "artifact", "study"), family="area"))
    round_ = table.ask(Count(about="just.round", low=1, high=4))
    tiles = _open_cells(table) if area == "artifact" else _open_tiles(table, area)
    facts = {"type": area, "round": round_, "open": tiles}
    return oracle_books.upgrade(read(oracle_books.UpgradeFacts, facts, "facts"), table.rulings)  # type: ignore[arg-type]


def _open_tiles(table: Table, area: str) -> list[dict[str, Any]]:
    place, family = ("part", "part") if area == "golem" else ("place", "upgrade-place")
    places = PARTS if area == "golem" else PLACES
    count = table.ask(Count(about="just.open", low=0, high=UPGRADES))
    return [
        {
            "id": str(number),
            "cost": table.ask(Count(about="just.cost", params={"number": number}, low=0, high=12)),
            place: table.ask(Pick(about="just.place", params={"number": number}, options=places, family=family)),
            "menorahs": table.ask(Count(about="just.menorahs", params={"number": number}, low=0, high=3)),
        }
        for number in range(1, count + 1)
    ]


def _open_cells(table: Table) -> list[dict[str, Any]]:
    cells = tuple(f"{side}-{at}" for at in range(1, ARTIFACTS + 1) for side in ("right", "left"))
    once: dict[str, int] = dict.fromkeys((*cells, "large"), 1)
    asked = Several(
        about="just.cells", options=(*cells, "large"), most=len(cells) + 1, limits=once, family="cell-name", default=[]
    )
    found = []
    for name in table.ask(asked):
        side, _, at = name.partition("-")
        if name == "large":
            found.append({"id": name, "level": ARTIFACTS + 1, "side": "right", "menorahs": 3})
        else:
            found.append({"id": name, "level": int(at), "side": side, "menorahs": 1})
    return found


def ask_slash(table: Table, _: Pack) -> Verdict:
    facts: dict[str, Any] = {"golems": far_golem(table)}
    for side in ("left", "right"):
        possible = yes(table, f"just.possible.{side}")
        kills = possible and bool(facts["golems"]) and yes(table, f"just.kills.{side}")
        facts[side] = {"possible": possible, "kills": kills}
    settled = facts["left"] != facts["right"]
    facts["column"] = [] if settled else criteria(table)
    return oracle_books.slash(read(oracle_books.SlashFacts, facts, "facts"), table.rulings)


def ask_character(table: Table, _: Pack) -> Verdict:
    facts = {
        "marbles": marbles(table, "just.marbles", 2, exactly=2),
        "character": pair(table),
        "red_zone": yes(table, "just.red-zone"),
    }
    return oracle.character(read(oracle.CharacterFacts, facts, "facts"), table.rulings)


def ask_pay(table: Table, _: Pack) -> Verdict:
    facts = {"marker": marker(table), "amount": table.ask(Count(about="just.amount", low=-100, high=100))}
    return oracle.pay(read(oracle.PayFacts, facts, "facts"), table.rulings)


def ask_score(table: Table, _: Pack) -> Verdict:
    goals = table.ask(Count(about="just.goals", low=0, high=27, default=3))
    facts = {"level": level(table), "marker": marker(table), "goals": goals}
    return oracle.score(read(oracle.ScoreFacts, facts, "facts"), table.rulings)
