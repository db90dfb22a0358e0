"""Valid facts for every ask of Golem's oracle, with the answer that the rules give."""

from __future__ import annotations

from typing import Any, NamedTuple

Plain = dict[str, Any]
ORDER = ["red", "yellow", "blue"]
CHARACTER = {"left": "red", "right": "yellow"}


def golems(*named: str) -> list[Plain]:
    found = []
    for one in named:
        district, section, *lying = one.split()
        found.append({"district": district, "section": int(section), "lying": bool(lying)})
    return found


def edges(first: str, *halves: str) -> Plain:
    return {"first": first, "left_half": "left" in halves, "right_half": "right" in halves}


def tiles(count: int, *occupied: int, kills: int = 0) -> list[Plain]:
    return [{"occupied": at in occupied, "kills": at == kills} for at in range(1, count + 1)]


class OracleRequest(NamedTuple):
    """``clauses`` are those of the trace in order; ``typed`` is the same at the prompt of "just ask", one line per
    question."""

    facts: Plain
    answer: Any
    clauses: list[str]
    text: tuple[str, str, str]
    typed: str


ASKS = {
    "turn-type": OracleRequest(
        {"cards": [edges("marble", "right"), edges("marble", "left")]},
        "rabbi",
        ["GOL-TURN-04"],
        ("The Automa takes a rabbi action.", "Автома виконує дію рабина.", "Автома выполняет действие раввина."),
        "2 marble marble yes",
    ),
    "marble": OracleRequest(
        {
            "column": ["work", "most", "black", "white", "right"],
            "rows": {"work": ["blue", "blue"], "mirror": ["yellow", "blue"]},
            "order": ORDER,
            "golems": golems("red 3"),
            "character": CHARACTER,
            "taken": [],
        },
        {"row": "mirror", "colour": "yellow", "performs": "work"},
        ["GOL-MARBLE-03", "GOL-MARBLE-01", "GOL-MARBLE-11"],
        ("yellow marble from the Mirror row", "жовту кульку", "жёлтый шар"),
        "work most black white right / red yellow blue / 1 red yellow|2blue////yellow blue",
    ),
    "rabbi": OracleRequest(
        {"numbers": [2, 1, 3, 5, 4], "tiles": tiles(3, 2), "golems": golems("red 4")},
        {"tile": 1},
        ["GOL-RABBI-08", "GOL-RABBI-07", "GOL-RABBI-05"],
        ("action tile 1 from the top", "плитку дії 1", "жетон действия 1"),
        "2 1 3 5 4 / 3 / 2",
    ),
    "step": OracleRequest(
        {"golems": golems("red 4 lying", "yellow 4 lying", "blue 1"), "order": ORDER, "direction": "either"},
        {"district": "yellow", "from": 4, "to": 3},
        ["GOL-MOVE-20", "GOL-MOVE-08", "GOL-MOVE-09", "GOL-MOVE-10"],
        (
            "yellow district stands up and moves back from IV to III",
            "жовтому районі встає та йде назад",
            "жёлтом районе встаёт и возвращается",
        ),
        "either / / / 1 / 4 / 4 / / red yellow blue",
    ),
    "work": OracleRequest(
        {"golems": golems("red 5", "yellow 5", "blue 3"), "order": ORDER, "strength": 2},
        {"golems": [{"district": "red", "section": 5}, {"district": "yellow", "section": 5}], "paid": 1},
        ["GOL-WORK-08", "GOL-WORK-04", "GOL-WORK-01", *["GOL-WORK-07", "GOL-WORK-05", "GOL-WORK-06"] * 2],
        ("activate 2 golems", "працюють 2 ґолеми", "работают 2 голема"),
        "2 / 5 / 5 / 3 / red yellow blue",
    ),
    "create": OracleRequest(
        {"golems": golems("red 4"), "order": ORDER},
        "yellow",
        ["GOL-GOLEM-05", "GOL-GOLEM-06"],
        ("created in the yellow district", "створено в жовтому районі", "создан в жёлтом районе"),
        "1 0 0 red yellow blue",
    ),
    "kill": OracleRequest(
        {"golems": golems("red 4", "blue 9 lying"), "order": ORDER},
        {"district": "blue", "section": 9},
        ["GOL-KILL-01", "GOL-KILL-02"],
        ("blue district, section IX, is killed", "секція IX, знищено", "секция IX, убит"),
        "4 / / 9 / red yellow blue",
    ),
    "student": OracleRequest(
        {"students": {"red": 1, "yellow": 2, "blue": 1}, "order": ORDER, "direction": "forward"},
        "red",
        ["GOL-STUDENT-07", "GOL-STUDENT-01", "GOL-STUDENT-02"],
        ("student in the red district moves forward", "червоному районі йде вперед", "красном районе шагает вперёд"),
        "forward 1 2 1 red yellow blue",
    ),
    "book": OracleRequest(
        {
            "numbers": [3, 1, 2, 4, 5],
            "display": ["blue", "red", "black", "green", None],
            "columns": [["blue"], [], [], []],
            "students": {"red": 1, "yellow": 1, "blue": 1},
        },
        {"position": 1, "column": 1},
        [f"GOL-BOOK-{number}" for number in ("08", "05", "08", "03", "05", "06", "07", "04")],
        ("buys the blue book from space 1", "купує синю книжку", "покупает синюю книгу"),
        "3 1 2 4 5 / blue red black green none / blue / / / / no",
    ),
    "mirror": OracleRequest(
        {"golems": golems("red 1", "red 2 lying"), "order": ["yellow", "red", "blue"]},
        "artifact",
        ["GOL-MIRROR-02", "GOL-MIRROR-03"],
        ("The mirror performs Artifact.", "артефактів", "артефактов"),
        "1 yellow red blue",
    ),
    "upgrade-type": OracleRequest(
        {
            "created": 2,
            "columns": 2,
            "artifacts": 1,
            "left": {"golem": 6, "artifact": 6, "study": 6},
            "order": ["blue", "red", "yellow"],
        },
        "study",
        ["GOL-UPGRADE-05", "GOL-UPGRADE-02", "GOL-UPGRADE-03"],
        ("research development", "досліджень", "обучения"),
        "2 2 1 6 6 6 blue red yellow",
    ),
    "upgrade": OracleRequest(
        {
            "type": "golem",
            "round": 2,
            "open": [
                {"id": "1", "cost": 3, "part": "torso", "menorahs": 1},
                {"id": "2", "cost": 3, "part": "leg", "menorahs": 1},
                {"id": "3", "cost": 8, "part": "other", "menorahs": 3},
            ],
        },
        "2",
        ["GOL-GOLEM-01", "GOL-GOLEM-02"],
        ("development: 2", "поліпшення 2", "улучшение 2"),
        "golem 2|leg-2 leg-3",
    ),
    "slash": OracleRequest(
        {
            "column": ["most", "right", "left"],
            "golems": [],
            "left": {"possible": True, "kills": False},
            "right": {"possible": True, "kills": False},
        },
        "right",
        ["GOL-BOOK-21", "GOL-BOOK-22"],
        ("right alternative", "правий", "правый"),
        "yes yes|most right left",
    ),
    "character": OracleRequest(
        {"marbles": ["white", "yellow"], "character": CHARACTER, "red_zone": False},
        "bonus",
        ["GOL-CHAR-01", "GOL-CHAR-03"],
        ("it pays and takes the bonus", "платить і бере", "платит и получает"),
        "wy red yellow",
    ),
    "pay": OracleRequest(
        {"marker": 18, "amount": 5},
        {"marker": 20, "vp": 3},
        [],
        ("marker is on 20; VP: 3.", "Маркер на 20", "Маркер на 20"),
        "18 5",
    ),
    "score": OracleRequest(
        {"level": 3, "marker": 14},
        17,
        [],
        ("17 VP", "17 ПО", "17 ПО"),
        "3 14",
    ),
}
