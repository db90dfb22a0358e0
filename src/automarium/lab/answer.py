"""What a run says in one paragraph: what was asked, what came out, how sure it is, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from automarium.engine.message import Say, term
from automarium.lab.assumptions import find_assumptions
from automarium.lab.statistics import Interval, format_interval, format_percent
from automarium.lab.summary import RunSummary

UNEVEN = 1.4  # times the smallest step between two levels: worth a remark
WIDE = 0.1  # an interval of a share that calls for more games
FIRST = 3  # parts that are named


class RunAnswer(msgspec.Struct, frozen=True):
    """``next`` is what to do, ``rests`` what it is based on; ``guesses`` are assumptions about the rival."""

    asked: str
    headline: str
    sentences: list[str]
    next: str
    rests: list[str]
    guesses: list[str]


def build_answer(
    summaries: Sequence[RunSummary],
    names: Sequence[str],
    say: Say,
    *,
    worths: Sequence[tuple[str, Interval]] = (),
    planned: int | None = None,
    target: tuple[float, float] | None = None,
) -> RunAnswer:
    """Return the answer of a run. ``worths``: what parts are worth, the largest first; ``planned``: how many games an
    unfinished run has in all; ``target``: the share of games that the Automa should win."""
    games = sum(one.games for one in summaries)
    first = summaries[0]
    if len(summaries) > 1:
        asked, headline, sentences, next_ = _tell_several(summaries, names, say)
    else:
        asked, headline, sentences, next_ = _tell_one(first, names[0], say)
    if target is not None and first.has_winners:
        sentences += _judge(list(zip(names, summaries, strict=True)), target, say)
    if worths:
        asked = say("answer.asked.worth", what=names[0])
        sentences.append(_tell_worths(worths, say))
        next_ = say("answer.next.worth", part=worths[0][0])
    for one, name in zip(summaries, names, strict=True):
        if one.unused_slots:
            sentences.append(say("answer.unused", what=name, slots=one.unused_slots))
        if one.dead_lines:
            sentences.append(say("answer.dead", what=name, lines=one.dead_lines))
    if any(one.dead_lines or one.unused_slots for one in summaries):
        next_ = say("answer.next.unused")
    rests = [say("answer.rests.cut", done=games, total=planned) if planned else say("answer.rests", count=games)]
    if any(one.lines for one in summaries):
        rests.append(say("answer.rests.lines"))
    rests += [
        say("report.name.rival", rival=term("rival-name", rival))
        for rival in dict.fromkeys(one.rival for one in summaries)
    ]
    assumed = list(dict.fromkeys(filter(None, (_say_assumed(one, say) for one in summaries))))
    return RunAnswer(asked, headline, sentences, next_, rests, assumed)


def _say_assumed(one: RunSummary, say: Say) -> str:
    found = find_assumptions(one)
    return "" if found is None else say("answer.guess", what=found)


def _tell_one(one: RunSummary, name: str, say: Say) -> tuple[str, str, list[str], str]:
    asked = say("answer.asked.one", what=name)
    points = say(
        "answer.points", points=format_interval(one.automa.moments.interval()), turns=f"{one.turns.moments.mean:.1f}"
    )
    if not one.has_winners:
        headline = say("answer.headline.points", points=f"{one.automa.moments.mean:.0f}")
        return asked, headline, [points], say("answer.next.rival")
    won = one.winners["automa"]
    band = one.win_band
    headline = say("answer.headline.wins", share=f"{100 * one.wins.value:.0f} %")
    wins = say(
        "answer.wins", won=won, games=one.games, share=format_percent(one.wins), human=f"{one.human.moments.mean:.0f}"
    )
    sentences = [wins, points]
    if band is not None:
        headline = say(_find_verdict(one.wins), even=f"{band.even.value:.0f}")
        sentences.append(say("answer.even", even=format_interval(band.even, 0)))
    if one.wins.high - one.wins.low > WIDE:
        next_ = say("answer.next.more", count=one.games * 4)
    else:
        next_ = say("answer.next.blame")
    return asked, headline, sentences, next_


def _find_verdict(wins: Interval) -> str:
    """Return the message of the headline: an interval must carry what it says."""
    if wins.low > 0.6:
        return "answer.headline.hard"
    if wins.high < 0.4:
        return "answer.headline.easy"
    return "answer.headline.even"


def _tell_several(summaries: Sequence[RunSummary], names: Sequence[str], say: Say) -> tuple[str, str, list[str], str]:
    ranked = sorted(zip(summaries, names, strict=True), key=lambda pair: pair[0].automa.moments.mean)
    (weakest, low), (strongest, high) = ranked[0], ranked[-1]
    ends = {"low": low, "high": high}
    asked = say("answer.asked.several", what=" · ".join(names))
    gap = strongest.automa.moments.mean - weakest.automa.moments.mean
    headline = say("answer.headline.several", gap=f"{gap:.0f}", **ends)
    steps = [
        (two.automa.moments.mean - one.automa.moments.mean, name, other)
        for (one, name), (two, other) in pairwise(ranked)
    ]
    sentences = [say("answer.steps", steps=", ".join(f"{name} {one.automa.moments.mean:.1f}" for one, name in ranked))]
    unsure = [
        (name, other)
        for (one, name), (two, other) in pairwise(ranked)
        if one.automa.moments.interval().high > two.automa.moments.interval().low
    ]
    for name, other in unsure:
        sentences.append(say("answer.unsure", first=name, second=other))
    if strongest.has_winners:
        shares = ", ".join(f"{name} {format_percent(one.wins)}" for one, name in ranked if one.has_winners)
        sentences.append(say("answer.wins.several", shares=shares))
    largest, smallest = max(steps), min(steps)
    if unsure:
        return asked, headline, sentences, say("answer.next.compare", first=unsure[0][0], second=unsure[0][1])
    if len(steps) > 1 and largest[0] > UNEVEN * max(smallest[0], 0.1):
        told = {"first": largest[1], "second": largest[2], "step": f"{largest[0]:.0f}", "least": f"{smallest[0]:.0f}"}
        return asked, headline, [*sentences, say("answer.uneven", **told)], say("answer.next.tune")
    return asked, headline, sentences, say("answer.next.even")


def _judge(named: Sequence[tuple[str, RunSummary]], target: tuple[float, float], say: Say) -> list[str]:
    """Return which configurations meet the target, as far as their intervals carry it."""
    low, high = target
    found: dict[str, list[str]] = {"above": [], "below": [], "met": [], "open": []}
    for name, one in named:
        if one.wins.low > high:
            found["above"].append(name)
        elif one.wins.high < low:
            found["below"].append(name)
        elif low <= one.wins.low and one.wins.high <= high:
            found["met"].append(name)
        else:
            found["open"].append(name)
    told = f"{100 * low:.0f} … {100 * high:.0f} %"
    return [say(f"answer.target.{key}", what=names, target=told) for key, names in found.items() if names]


def _tell_worths(worths: Sequence[tuple[str, Interval]], say: Say) -> str:
    """Return which parts are worth most, as far as their intervals carry it."""
    first = worths[:FIRST]
    told = ", ".join(f"{name} {interval.value:+.1f}".replace("-", "−") for name, interval in first)
    rest = worths[FIRST:]
    if rest and min(interval.low for _, interval in first) > max(interval.high for _, interval in rest):
        return say("answer.worth.sure", parts=told)
    return say("answer.worth.open", parts=told)
