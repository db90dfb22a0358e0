"""Why, in words: the clauses of a step, and the narrowing stage by stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from automarium.engine.choice.trace import Stage, Trace, compares, deciding, finalists
from automarium.engine.content.rulings import Ruling
from automarium.engine.message import term
from automarium.engine.play.event import Step
from automarium.i18n.translator import Voice

MOST_MEASURES = 2  # columns that fit beside two names on a phone


def explain(step: Step, rulings: Sequence[Ruling], chosen: Mapping[str, str], voice: Voice) -> list[str]:
    """The lines that "why?" shows for a step: how each narrowing went, then the rules that the step follows."""
    lines: list[str] = []
    for trace in step.traces:
        lines += narrowing(trace, rulings, chosen, voice)
    lines += [_clause(clause, rulings, chosen, voice) for clause in step.clauses]
    return lines


def narrowing(trace: Trace, rulings: Sequence[Ruling], chosen: Mapping[str, str], voice: Voice) -> list[str]:
    """Who was in, which clause threw whom out, and who is left."""
    about = f"why.about.{trace.about}"
    if not trace.candidates:
        return [voice.say(about, candidates=voice.say("why.none"))]
    lines = [voice.say(about, candidates=term(trace.family, trace.candidates))]
    before = trace.candidates
    telling = [stage for stage in trace.stages if stage.verb == "only" and stage.clause not in chosen][-1:]
    for stage in trace.stages:
        out = [candidate for candidate in before if candidate not in stage.kept]
        before = stage.kept
        if not out and stage.verb != "given" and stage not in telling:
            continue  # a rule that threw nobody out is not worth a line, but for what was looked for
        reason = _clause(stage.clause, rulings, chosen, voice)
        if stage.verb == "given":
            lines.append(voice.say(f"why.given.{str(not out).lower()}", reason=reason))
        elif out:
            lines.append(voice.say("why.out", reason=reason, out=term(trace.family, out)))
        else:
            lines.append(voice.say("why.all", reason=reason))
    if trace.chosen is None:
        lines.append(voice.say("why.nobody"))
    else:
        lines.append(voice.say("why.chosen", chosen=term(trace.family, trace.chosen)))
    return lines


def decided(trace: Trace, chosen: Mapping[str, str], voice: Voice, stays: str = "") -> str:
    """What settled it, in one sentence without an id: "E2: nearest to your fighters; of those, closest to the Factory".
    Where there was nothing to choose, nothing. ``stays`` is what was told of a piece that stays where it is: that is
    said instead of the place."""
    stages = deciding(trace)
    told = [words for words in dict.fromkeys(settled(stage.clause, chosen, voice) for stage in stages) if words]
    if not told:
        return ""
    first, *then = told
    key = f"decided.about.{trace.about}"
    named = term(trace.family, trace.chosen)
    name = stays.rstrip(".") or (voice.say(key, chosen=named) if voice.look_up(key) else named)
    reasons = "; ".join([first, *(voice.say("why.of-those", reason=words) for words in then)])
    reason = compares(trace) or bool(voice.look_up(f"decided.{stages[-1].clause}"))  # or only what it had to meet
    because = "why.stays" if stays else "why.because"
    said = voice.say(because if reason else "why.fits", chosen=name, reasons=reasons)
    return said[:1].upper() + said[1:]


class Compared(msgspec.Struct, frozen=True):
    """The chosen one and the runner-up in words: what was measured, and what each came to; the last told them apart."""

    chosen: str
    second: str
    measures: tuple[tuple[str, str, str], ...]


def compared(trace: Trace, chosen: Mapping[str, str], voice: Voice) -> Compared | None:
    """The two that were left for the last rule, side by side."""
    two = finalists(trace)
    if two is None:
        return None
    measures = [
        (
            _measure(one.stage.clause, chosen, voice),
            _measured(one.stage, one.chosen, voice),
            _measured(one.stage, one.second, voice),
        )
        for one in two.measures[-MOST_MEASURES:]
    ]
    named = "why.name.short" if trace.family else "why.name"  # whoever says their own name has only that
    names = [voice.say(named, name=term(trace.family, one)) for one in (two.chosen, two.second)]
    return Compared(names[0][:1].upper() + names[0][1:], names[1][:1].upper() + names[1][1:], tuple(measures))


def settled(clause: str, chosen: Mapping[str, str], voice: Voice) -> str:
    """A rule as a reason: in words of its own where they read better, otherwise in its short ones."""
    return voice.look_up(f"decided.{clause}") or _short(clause, chosen, voice)


def _measure(clause: str, chosen: Mapping[str, str], voice: Voice) -> str:
    """What a rule looks at, as the head of a column."""
    words = voice.look_up(f"measure.{clause}") or settled(clause, chosen, voice)
    return words[:1].upper() + words[1:]


def _measured(stage: Stage, value: object, voice: Voice) -> str:
    if isinstance(value, bool):
        return voice.say(f"why.met.{str(value).lower()}")
    if stage.verb == "first":
        return voice.say("why.rank", rank=value)
    if isinstance(value, int) and voice.look_up(f"measured.{stage.clause}", value):
        return voice.say(f"measured.{stage.clause}", count=value, roman=term("roman", value))
    return voice.say("why.name", name=value)


def _short(clause: str, chosen: Mapping[str, str], voice: Voice) -> str:
    """A clause in short words, or the ruling that stands in its place; empty if there are none."""
    return voice.look_up(f"ruling.{clause}.{chosen[clause]}" if clause in chosen else f"clause.{clause}")


def _clause(clause: str, rulings: Sequence[Ruling], chosen: Mapping[str, str], voice: Voice) -> str:
    """A clause by its id and in short words, with the ruling that settles how it is read."""
    if clause in chosen:
        return voice.say("why.clause", id=clause, short=voice.term(f"ruling.{clause}", chosen[clause]))
    short = voice.look_up(f"clause.{clause}")
    text = voice.say("why.clause", id=clause, short=short) if short else clause
    for ruling in rulings:
        if clause in ruling.clauses and len(ruling.choices) > 1:
            choice = voice.term(f"ruling.{ruling.id}", chosen[ruling.id])
            text = voice.say("why.ruling", text=text, ruling=ruling.id, choice=choice)
    return text
