"""Why, in words: the clauses of a step, and the narrowing stage by stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automarium.kernel.choice import Trace
from automarium.kernel.ruling import Ruling
from automarium.kernel.saying import term
from automarium.kernel.table import Step
from automarium.voice import Voice


def explain(step: Step, rulings: Sequence[Ruling], chosen: Mapping[str, str], voice: Voice) -> list[str]:
    """The lines that "why?" shows for a step: how each narrowing went, then the rules that the step follows."""
    lines: list[str] = []
    for trace in step.traces:
        lines += narrowing(trace, rulings, chosen, voice)
    lines += [_clause(clause, rulings, chosen, voice) for clause in step.clauses]
    return lines


def narrowing(trace: Trace, rulings: Sequence[Ruling], chosen: Mapping[str, str], voice: Voice) -> list[str]:
    """Who was in, which clause threw whom out, and who is left."""
    if not trace.candidates:
        return [voice.say("why.nobody")]
    lines = [voice.say(f"why.about.{trace.about}", candidates=term(trace.family, trace.candidates))]
    before = trace.candidates
    telling = [stage for stage in trace.stages if stage.verb == "only" and stage.clause not in chosen][-1:]
    for stage in trace.stages:
        out = [candidate for candidate in before if candidate not in stage.kept]
        before = stage.kept
        if not out and stage.verb != "given" and stage not in telling:
            continue  # a rule that threw nobody out is not worth a line, but for what was looked for
        reason = _clause(stage.clause, rulings, chosen, voice)
        if out:
            lines.append(voice.say("why.out", reason=reason, out=term(trace.family, out)))
        else:
            lines.append(voice.say("why.all", reason=reason))
    if trace.chosen is None:
        lines.append(voice.say("why.nobody"))
    else:
        lines.append(voice.say("why.chosen", chosen=term(trace.family, trace.chosen)))
    return lines


def because(trace: Trace, chosen: Mapping[str, str], voice: Voice) -> str:
    """The narrowing in one sentence without an id: who, and by what it was left. Where there was no choice, nothing."""
    if trace.chosen is None:
        return voice.say("why.nobody")
    named = term(trace.family, trace.chosen)
    if len(trace.candidates) == 1:
        return ""
    told, before = [], trace.candidates
    for stage in trace.stages:
        if len(stage.kept) < len(before):
            told.append(short(stage.clause, chosen, voice))
        before = stage.kept
    reasons = "; ".join(dict.fromkeys(one for one in told if one))
    text = voice.say("why.because", chosen=named, reasons=reasons) if reasons else ""
    return text[:1].upper() + text[1:]


def short(clause: str, chosen: Mapping[str, str], voice: Voice) -> str:
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
