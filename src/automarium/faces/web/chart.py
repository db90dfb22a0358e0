"""A small chart of our own: points over the turns, a line a side. Never by colour alone: discs and squares, a plain
line and a dashed one, and every figure in a table for those who listen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from automarium.companion.course import Turning
from automarium.faces.web.html import Markup, h
from automarium.faces.web.page import Look
from automarium.kernel.drawing.svg import number as n

At = Callable[[int, int], tuple[float, float]]  # the place of a figure: of which turn, how much

WIDTH, HEIGHT = 366.0, 150.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 14.0, 12.0, 24.0
NAME = 42.0  # pixels that the name of a side takes
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)


def chart(look: Look, points: Sequence[Turning]) -> Markup:
    sides = list(dict.fromkeys(side for one in points for side in one.totals))
    low = min(0, *(value for one in points for value in one.totals.values()))
    high = max(1, *(value for one in points for value in one.totals.values()))
    last = max(1, len(points) - 1)

    def at(index: int, value: int) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * index / last
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    drawn = [*_scale(low, high, at), *_turns(points, at)]
    names: list[float] = []  # how high each name stands
    for side in sorted(sides, key=lambda one: -points[-1].totals.get(one, 0)):
        drawn.append(_line(look, side, points, at, names))
    svg = h(
        "svg",
        *drawn,
        viewBox=f"0 0 {n(WIDTH)} {n(HEIGHT)}",
        class_="chart",
        role="img",
        aria_label=look.say("web.course"),
    )
    return h("div", svg, _table(look, points, sides))


def _scale(low: int, high: int, at: At) -> list[Markup]:
    step = next((one for one in STEPS if (high - low) / one <= 4), STEPS[-1])
    rows = []
    for value in range(low - low % step, high + 1, step):
        _, y = at(0, value)
        rows.append(h("path", d=f"M{n(LEFT)} {n(y)}H{n(WIDTH - RIGHT)}", class_="grid"))
        rows.append(h("text", str(value).replace("-", "−"), x=n(LEFT - 6), y=n(y + 4), class_="end"))
    return rows


def _turns(points: Sequence[Turning], at: At) -> list[Markup]:
    every = max(1, round(len(points) / 6))
    return [
        h("text", str(one.turn), x=n(at(index, 0)[0]), y=n(HEIGHT - 6), class_="mid")
        for index, one in enumerate(points)
        if index % every == 0
    ]


def _line(look: Look, side: str, points: Sequence[Turning], at: At, names: list[float]) -> Markup:
    """One side; its name stands over the end of the line of whoever is ahead, under that of the other."""
    known = [(index, one.totals[side]) for index, one in enumerate(points) if side in one.totals]
    places = [at(index, value) for index, value in known]
    way = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in places)
    dots = [
        h("rect", x=n(x - 3.5), y=n(y - 3.5), width=7, height=7)
        if side == "automa"
        else h("circle", cx=n(x), cy=n(y), r=4)
        for x, y in places
    ]
    x = places[-1][0]
    beside = [y for at_x, y in places if at_x >= x - NAME]
    over = max(12.0, min(beside) - 9)
    under = max(max(beside) + 18, names[0] + 15 if names else 0)
    high = over if not names or (under > HEIGHT - BOTTOM and over >= names[0] + 15) else under
    names.append(high)
    name = h("text", look.say(f"web.side.{side}"), x=n(x - 6), y=n(high), class_="end")
    return h("g", h("path", d=way), *dots, name, class_=f"line {side}")


def _table(look: Look, points: Sequence[Turning], sides: Sequence[str]) -> Markup:
    head = h("tr", h("th", look.say("web.turn-number")), *(h("th", look.say(f"web.side.{side}")) for side in sides))
    rows = [h("tr", h("td", str(one.turn)), *(h("td", _known(one.totals, side)) for side in sides)) for one in points]
    return h("div", h("table", head, *rows), class_="unseen")


def _known(totals: Mapping[str, int], side: str) -> str:
    return str(totals[side]) if side in totals else "–"
