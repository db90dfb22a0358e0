"""What a run says in words: the names of its configurations, what its wins rest on, and the answer in one paragraph."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise

import msgspec

from automarium.engine.content.pack import FIRST_PACKS, Pack
from automarium.engine.content.rulings import settle
from automarium.engine.message import Message, Say, capitalise, message, term
from automarium.engine.question import AnyQuestion, Pick
from automarium.games import plugins
from automarium.lab.blame import FIRST, WITHOUT, Blame, Worth
from automarium.lab.configuration import OWNER, Configuration, find_latest_packs, make_configuration
from automarium.lab.statistics import Interval, format_interval, format_number, format_percent
from automarium.lab.summary import NamedSummaries, RunSummary

UNEVEN = 1.4  # times the smallest step between two levels: worth a remark
WIDE = 0.1  # an interval of a share that calls for more games
UNKNOWN: Mapping[str, Configuration] = {}
LONGEST_NAME = 30  # characters of a name that a chart has room for
LONGEST = 300  # characters of a list of names; of a longer one only the ends are named


class RunAnswer(msgspec.Struct, frozen=True):
    """``next`` is what to do, ``rests`` what it is based on; ``guesses`` are assumptions about the rival."""

    asked: str
    headline: str
    sentences: list[str]
    next: str
    rests: list[str]
    guesses: list[str]


def build_answer(
    named: NamedSummaries,
    say: Say,
    *,
    blame: Blame | None = None,
    games: int | None = None,
    missing: int = 0,
    target: tuple[float, float] | None = None,
    played: Mapping[str, Configuration] = UNKNOWN,
) -> RunAnswer:
    """Return the answer of a run. ``blame``: what parts are worth; ``games``: how many were played in all, also without
    these parts; ``missing``: how many an unfinished run has left; ``target``: the share of games that the Automa should
    win; ``played``: what was played, by its digest, where that is known."""
    summaries = [one for _, one in named]
    done = games or sum(one.games for one in summaries)
    name, first = named[0]
    if len(named) > 1:
        asked, headline, sentences, next_ = _describe_several(named, say)
    else:
        asked, headline, sentences, next_ = _describe_one(first, name, say)
    if target is not None and first.has_winners:
        sentences += _judge(named, target, say)
    if blame is not None and blame.first:
        asked = say("answer.asked.worth", what=name)
        sentences += _describe_worths(blame, say, is_sure=blame.more == 0 and not missing)
        most = blame.first[0]
        next_ = say("answer.next.more", count=first.games * 4)
        if not most.more:
            next_ = say("answer.next.worth", part=most.part.words)
    for name, one in named:
        if one.unused_slots:
            sentences.append(say("answer.unused", what=name, slots=one.unused_slots))
        if one.dead_lines:
            sentences.append(say("answer.dead", what=name, lines=one.dead_lines))
    if any(one.dead_lines or one.unused_slots for one in summaries):
        next_ = say("answer.next.unused")
    cut = say("answer.rests.cut", done=done, total=done + missing)
    rests = [cut if missing else say("answer.rests", count=sum(one.games for one in summaries))]
    if any(one.lines for one in summaries):
        rests.append(say("answer.rests.lines"))
    rests += [
        say("report.name.rival", rival=term("rival-name", rival))
        for rival in dict.fromkeys(one.rival for one in summaries)
    ]
    return RunAnswer(asked, headline, sentences, next_, rests, describe_assumptions(summaries, played, say))


def list_names(names: Sequence[str], between: str = " · ") -> str:
    """Return names as text; only the first and the last of a long list."""
    text = between.join(names)
    return text if len(text) <= LONGEST else between.join((names[0], "…", names[-1]))


def _describe_one(one: RunSummary, name: str, say: Say) -> tuple[str, str, list[str], str]:
    asked = say("answer.asked.one", what=name)
    points = say(
        "answer.points",
        points=format_interval(one.automa.moments.interval(), say),
        turns=format_number(one.turns.moments.mean, say),
    )
    if not one.has_winners:
        headline = say("answer.headline.points", points=f"{one.automa.moments.mean:.0f}")
        return asked, headline, [points], say("answer.next.rival")
    won = one.winners["automa"]
    band = one.win_band
    headline = say("answer.headline.wins", share=f"{100 * one.wins.value:.0f} %")
    wins = say(
        "answer.wins.owner" if one.rival == OWNER else "answer.wins",
        won=won,
        games=one.games,
        share=format_percent(one.wins, say),
        human=f"{one.human.moments.mean:.0f}",
    )
    sentences = [wins, points]
    if band is not None:
        verdict = f"answer.headline.{_find_verdict(one.wins)}"
        headline = say(f"{verdict}.owner" if one.rival == OWNER else verdict, even=f"{band.even.value:.0f}")
        sentences.append(say("answer.even", even=format_interval(band.even, say, 0)))
    if one.wins.high - one.wins.low > WIDE:
        next_ = say("answer.next.more", count=one.games * 4)
    else:
        next_ = say("answer.next.blame")
    return asked, headline, sentences, next_


def _find_verdict(wins: Interval) -> str:
    """Return what the headline says: an interval must carry it."""
    if wins.low > 0.6:
        return "hard"
    if wins.high < 0.4:
        return "easy"
    return "even"


def _describe_several(named: NamedSummaries, say: Say) -> tuple[str, str, list[str], str]:
    ranked = sorted(named, key=lambda pair: pair[1].automa.moments.mean)
    (low, weakest), (high, strongest) = ranked[0], ranked[-1]
    ends = {"low": low, "high": high}
    asked = say("answer.asked.several", what=list_names([name for name, _ in named]))
    gap = strongest.automa.moments.mean - weakest.automa.moments.mean
    headline = say("answer.headline.several", gap=f"{gap:.0f}", **ends)
    steps = [
        (two.automa.moments.mean - one.automa.moments.mean, name, other)
        for (name, one), (other, two) in pairwise(ranked)
    ]
    points = [f"{name} {format_number(one.automa.moments.mean, say)}" for name, one in ranked]
    sentences = [say("answer.steps", steps=list_names(points, "; "))]
    unsure = [
        (name, other)
        for (name, one), (other, two) in pairwise(ranked)
        if one.automa.moments.interval().high > two.automa.moments.interval().low
    ]
    if len(unsure) > FIRST:
        sentences.append(say("answer.unsure.many", count=len(unsure)))
    else:
        sentences += [say("answer.unsure", first=name, second=other) for name, other in unsure]
    if strongest.has_winners:
        shares = [f"{name} {format_percent(one.wins, say)}" for name, one in ranked if one.has_winners]
        sentences.append(say("answer.wins.several", shares=list_names(shares, "; ")))
    largest, smallest = max(steps), min(steps)
    if all(one.rival == OWNER for _, one in named):
        fair, _ = min(ranked, key=lambda pair: abs(pair[1].wins.value - 0.5))
        return asked, headline, sentences, say("answer.next.owner", what=fair)
    if unsure:
        return asked, headline, sentences, say("answer.next.compare", first=unsure[0][0], second=unsure[0][1])
    if len(steps) > 1 and largest[0] > UNEVEN * max(smallest[0], 0.1):
        params = {"first": largest[1], "second": largest[2], "step": f"{largest[0]:.0f}", "least": f"{smallest[0]:.0f}"}
        return asked, headline, [*sentences, say("answer.uneven", **params)], say("answer.next.tune")
    is_strong = not strongest.has_winners or _find_verdict(strongest.wins) == "hard"
    return asked, headline, sentences, say("answer.next.even" if is_strong else "answer.next.blame")


def _judge(named: NamedSummaries, target: tuple[float, float], say: Say) -> list[str]:
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
    aim = f"{100 * low:.0f} … {100 * high:.0f} %"
    return [say(f"answer.target.{key}", what=names, target=aim) for key, names in found.items() if names]


def _describe_worths(blame: Blame, say: Say, *, is_sure: bool) -> list[str]:
    """Return which parts are worth most, and which are near them."""

    def name(worth: Worth) -> str:
        return say(worth.part.words.key, **worth.part.words.params)

    figures = [f"{name(one)} {format_number(blame.get_figure(one).value, say, sign='+')}" for one in blame.first]
    most = f"{say('answer.worth', unit=say(f'blame.unit.{blame.measure}'))} {'; '.join(figures)}."
    if is_sure:
        return [most, say("blame.first.settled")]
    if len(blame.first) < FIRST:
        return [most]
    low = min(worth.get(blame.measure).low for worth in blame.first)
    rest = blame.worths[FIRST:]
    level = [name(one) for place, one in enumerate(rest) if one.get(blame.measure).high >= low or not place]
    named = level[:FIRST] if len("; ".join(level[:FIRST])) <= LONGEST // 2 else []  # rulings take whole sentences
    left = [say("report.worths.more", count=len(level) - len(named))] if level[len(named) :] else []
    return [most, f"{say('answer.worth.open')} {'; '.join([*named, *left])}."]


# ----------------------------------------------------------------------------------------------------------- names

YES_NO = "answer"  # the family of options whose value says nothing without their name


def name_configurations(summaries: Sequence[RunSummary], say: Say) -> NamedSummaries:
    """Return each configuration with its name, without what all names have in common."""
    words = [_name_parts(one, say) for one in summaries]
    if len(summaries) == 1:  # the stand-in is said with the answer
        words = [[word for word in words[0] if word != _name_part(summaries[0].game, "rival", summaries[0].rival, say)]]
    common = set(words[0]).intersection(*words) if len(words) > 1 else set()
    names = [", ".join(word for word in own if word not in common) for own in words]
    full = [
        capitalise(name or ", ".join(own) or one.configuration)
        for name, own, one in zip(names, words, summaries, strict=True)
    ]
    if len(full) > 1 and max(map(len, full)) > LONGEST_NAME:  # charts show only the beginning
        full = [f"{number}: {name}" for number, name in enumerate(full, 1)]
    return list(zip(full, summaries, strict=True))


def _name_parts(one: RunSummary, say: Say) -> list[str]:
    label, _, without = one.label.partition(WITHOUT)
    given = dict(word.partition("=")[::2] for word in label.split())
    given = {"level": one.level, "rival": one.rival, **{name: value for name, value in given.items() if value}}
    found = [_name_part(one.game, name, value, say) for name, value in (given | one.more).items() if value]
    return [*found, *([say("report.name.without", part=without)] if without else [])]


def _name_part(game: str, name: str, value: str, say: Say) -> str:
    match name:
        case "level":
            return name_level(value, say)
        case "rival":
            return say("report.name.rival", rival=term("rival-name", value))
        case "pack":
            return say("report.name.pack", pack=value)
        case _:
            word = name_value(game, name, value, say)
            question = _find_questions(game).get(name)
            if is_ruling(game, name) or (isinstance(question, Pick) and question.family not in (None, YES_NO)):
                return word
            return f"{word} ({name_option(game, name, say)})"  # the value first: it differs


def is_ruling(game: str, name: str) -> bool:
    return name.startswith(f"{plugins.load_definition(game).prefix}-")


def name_option(game: str, name: str, say: Say) -> str:
    """Return the name of an option; of a ruling its id."""
    question = _find_questions(game).get(name)
    return name if question is None else say(question.about, **question.params).partition("?")[0]


def name_value(game: str, name: str, value: str, say: Say) -> str:
    """Return the name of a choice of an option or ruling."""
    if is_ruling(game, name):
        return say(f"ruling.{name}.{value}")
    question = _find_questions(game).get(name)
    family = question.family if isinstance(question, Pick) else None
    return value if family is None else say("report.name.level", level=term(family, value))


@cache
def _find_questions(game: str) -> dict[str, AnyQuestion]:
    """Return the questions of the options, by their names."""
    definition, usual = plugins.load_definition(game), make_configuration(game)
    fields = definition.setup.option_fields(usual.options, settle(definition.rulings, usual.rulings), usual.pack)
    return {field.name: field.question for field in fields}


def name_level(level: str, say: Say) -> str:
    """Return the name of a level without the remarks after it."""
    return say("report.name.level", level=term("level", level)).partition(",")[0].partition(" (")[0]


# ----------------------------------------------------------------------------------------------------- assumptions


def describe_assumptions(summaries: Iterable[RunSummary], played: Mapping[str, Configuration], say: Say) -> list[str]:
    """Return what the wins against each rival rest on, each only once."""
    found = ((one.rival, find_assumptions(one, played.get(one.configuration))) for one in summaries)
    said = (say("answer.guess", rival=term("rival-name", rival), what=one) for rival, one in found if one is not None)
    return list(dict.fromkeys(said))


def find_assumptions(summary: RunSummary, played: Configuration | None = None) -> Message | None:
    """Return the assumptions behind the human's points; None if there are none. ``played``: what was played; if that is
    not known, the packs that the rows name say it."""
    if not summary.human.count:
        return None
    if summary.rival == OWNER:
        ends = {"low": summary.human.quantile(0), "high": summary.human.quantile(1)}
        if played is None:
            return message("assumed.owner", **ends)
        count = len(played.results)
        if not played.levels:
            return message("assumed.owner.games", count=count, **ends)
        levels = [term("level", level) for level in played.levels]
        return message("assumed.owner.levels", count=count, levels=levels, **ends)
    lab = plugins.load_definition(summary.game).lab
    pack, unknown = (played.pack, {}) if played is not None else find_packs(summary)
    missing = unknown.get("house") or (summary.rival if summary.rival not in lab.rivals else None)
    return lab.assumptions(pack, summary.rival) if missing is None else message("assumed.unknown", name=missing)


def find_packs(summary: RunSummary) -> tuple[Pack, dict[str, str]]:
    """Return Automarium's packs that the rows name, and those that are not Automarium's, by kind: its latest are in
    their place."""
    definition = plugins.load_definition(summary.game)
    folder = os.path.join(definition.folder, "pack")
    latest, named = find_latest_packs(definition), dict(zip(FIRST_PACKS, summary.packs.split(), strict=False))
    unknown = {
        kind: name
        for kind, name in named.items()
        if name != latest[kind] and not os.path.exists(os.path.join(folder, f"{name}.toml"))
    }
    ours = {kind: name for kind, name in named.items() if kind not in unknown}
    return Pack.of_folder(folder, names={**latest, **ours}), unknown
