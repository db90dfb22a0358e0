"""What the lab shows in the terminal: how far a run is, and its figures in lines that can also be read aloud."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence

from automarium.faces.terminal.screen import INDENT, Screen
from automarium.lab.comparing import Difference
from automarium.lab.simulating import Progress
from automarium.lab.statistics import Interval, figure, percent
from automarium.lab.summary import Results

EVERY = 0.2  # seconds between two looks on a terminal
LINES = 10  # of a run that writes into a file: one for each tenth


class Meter:
    """The progress of a run, on standard error: one line that changes, or ten where nobody sees it change."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._live = sys.stderr.isatty()
        self._shown = 0.0
        self._tenth = 0
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        tenth = progress.done * LINES // progress.total
        now = time.monotonic()
        if self._live:
            if now - self._shown >= EVERY or progress.done == progress.total:
                self._shown = now
                text = self._text(progress)
                sys.stderr.write("\r" + text.ljust(self._width))
                sys.stderr.flush()
                self._width = len(text)
        elif tenth > self._tenth:
            print(self._text(progress), file=sys.stderr, flush=True)
        self._tenth = tenth

    def close(self) -> None:
        if self._live and self._width:
            sys.stderr.write("\n")
            sys.stderr.flush()
            self._width = 0

    def _text(self, progress: Progress) -> str:
        say = self._screen.voice.say
        left = duration(progress.left)
        return say("lab.progress", done=progress.done, total=progress.total, rate=round(progress.rate), left=left)


def duration(seconds: float) -> str:
    """``1:02:03``, or ``2:03`` within the hour."""
    whole = round(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def show_summaries(summaries: Iterable[Results], screen: Screen) -> None:
    say = screen.voice.say
    for one in summaries:
        screen.say("lab.summary", "bold", label=one.label, count=one.games)
        screen.line(say("lab.points", figure=figure(one.automa.moments.interval()), median=_median(one)), indent=INDENT)
        screen.line(say("lab.turns", figure=figure(one.turns.moments.interval())), indent=INDENT)
        if one.has_winners:
            screen.line(say("lab.wins", figure=percent(one.wins)), indent=INDENT)
        upkeep = {"questions": f"{one.questions.mean:.1f}", "steps": f"{one.steps.mean:.1f}"}
        screen.line(say("lab.upkeep", **upkeep), indent=INDENT)


def _median(one: Results) -> str:
    return figure(one.automa.median(), 0)


def show_differences(differences: Sequence[Difference], labels: Sequence[str], screen: Screen) -> None:
    say = screen.voice.say
    screen.say("lab.compared", "bold", first=labels[0], second=labels[1], count=differences[0].games)
    for one in differences:
        scale = 100 if one.measure == "wins" else 1
        told = {
            "what": say(f"lab.measure.{one.measure}"),
            "first": f"{one.first * scale:.1f}",
            "second": f"{one.second * scale:.1f}",
            "figure": signed(one.difference, scale),
        }
        screen.line(say("lab.difference", **told), indent=INDENT)
        if one.difference.settled:
            verdict = say("lab.settled.more" if one.difference.value > 0 else "lab.settled.less")
        elif one.more is None:
            verdict = say("lab.no-difference")
        else:
            verdict = say("lab.open", count=one.more)
        screen.line(verdict, indent=INDENT * 2)


def signed(interval: Interval, scale: int = 1) -> str:
    value, low, high = (number * scale for number in (interval.value, interval.low, interval.high))
    return f"{value:+.2f} ({low:+.2f} … {high:+.2f})"
