"""Explanations as text: the clauses of a step, and each narrowing stage by stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from automarium.engine.choice.trace import Stage, Trace, compares, deciding, finalists
from automarium.engine.content.rulings import Ruling
from automarium.engine.message import capitalise, term
from automarium.engine.play.event import Step
from automarium.i18n.translator import Translator

MOST_MEASURES = 2  # columns that fit beside two names on a phone


def explain(step: Step, rulings: Sequence[Ruling], chosen: Mapping[str, str], translator: Translator) -> list[str]:
    """Return the lines that "why?" shows for a step: each narrowing, then the rules that the step follows."""
    lines: list[str] = []
    for trace in step.traces:
        lines += explain_trace(trace, rulings, chosen, translator)
    lines += [_cite_clause(clause, rulings, chosen, translator) for clause in step.clauses]
    return lines


def explain_trace(
    trace: Trace, rulings: Sequence[Ruling], chosen: Mapping[str, str], translator: Translator
) -> list[str]:
    """Return lines with the candidates, those that each clause threw out, and the choice."""
    about = f"why.about.{trace.about}"
    if not trace.candidates:
        return [translator.say(about, candidates=translator.say("why.none"))]
    lines = [translator.say(about, candidates=term(trace.family, trace.candidates))]
    before = trace.candidates
    telling = [stage for stage in trace.stages if stage.verb == "only" and stage.clause not in chosen][-1:]
    for stage in trace.stages:
        out = [candidate for candidate in before if candidate not in stage.kept]
        before = stage.kept
        if not out and stage.verb != "given" and stage not in telling:
            continue  # a rule that threw nothing out needs no line, except the last condition
        reason = _cite_clause(stage.clause, rulings, chosen, translator)
        if stage.verb == "given":
            lines.append(translator.say(f"why.given.{str(not out).lower()}", reason=reason))
        elif out:
            lines.append(translator.say("why.out", reason=reason, out=term(trace.family, out)))
        else:
            lines.append(translator.say("why.all", reason=reason))
    if trace.chosen is None:
        lines.append(translator.say("why.nobody"))
    else:
        lines.append(translator.say("why.chosen", chosen=term(trace.family, trace.chosen)))
    return lines


def sum_up(trace: Trace, chosen: Mapping[str, str], translator: Translator, stays: str = "") -> str:
    """Return one sentence without ids: "E2: nearest to your fighters; of those, closest to the Factory". It is empty
    if there was nothing to choose. ``stays`` is the sentence about a piece that stays; it replaces the place."""
    stages = deciding(trace)
    texts = dict.fromkeys(describe_rule(stage.clause, chosen, translator) for stage in stages)
    rules = [text for text in texts if text]
    if not rules:
        return ""
    first, *then = rules
    key = f"decided.about.{trace.about}"
    named = term(trace.family, trace.chosen)
    name = stays.rstrip(".") or (translator.say(key, chosen=named) if translator.look_up(key) else named)
    reasons = "; ".join([first, *(translator.say("why.of-those", reason=words) for words in then)])
    reason = compares(trace) or bool(translator.look_up(f"decided.{stages[-1].clause}"))  # or only what it had to meet
    because = "why.stays" if stays else "why.because"
    return capitalise(translator.say(because if reason else "why.fits", chosen=name, reasons=reasons))


class Comparison(msgspec.Struct, frozen=True):
    """The chosen candidate and the runner-up: what was measured, and the value of each; the last measure differs."""

    chosen: str
    second: str
    measures: tuple[tuple[str, str, str], ...]


def compare_finalists(trace: Trace, chosen: Mapping[str, str], translator: Translator) -> Comparison | None:
    """Return the two candidates that were left for the last rule side by side, or None."""
    two = finalists(trace)
    if two is None:
        return None
    measures = [
        (
            _name_measure(one.stage.clause, chosen, translator),
            _describe_score(one.stage, one.chosen, translator),
            _describe_score(one.stage, one.second, translator),
        )
        for one in two.measures[-MOST_MEASURES:]
    ]
    named = "why.name.short" if trace.family else "why.name"  # without a family a candidate is its own name
    names = [capitalise(translator.say(named, name=term(trace.family, one))) for one in (two.chosen, two.second)]
    return Comparison(names[0], names[1], tuple(measures))


def describe_rule(clause: str, chosen: Mapping[str, str], translator: Translator) -> str:
    """Return a rule as a reason: its own text for this use (``decided.<id>``), or its short text."""
    return translator.look_up(f"decided.{clause}") or _describe_clause(clause, chosen, translator)


def _name_measure(clause: str, chosen: Mapping[str, str], translator: Translator) -> str:
    """Return what a rule compares, as the heading of a column."""
    words = translator.look_up(f"measure.{clause}") or describe_rule(clause, chosen, translator)
    return capitalise(words)


def _describe_score(stage: Stage, value: object, translator: Translator) -> str:
    if isinstance(value, bool):
        return translator.say(f"why.met.{str(value).lower()}")
    if stage.verb == "first":
        return translator.say("why.rank", rank=value)
    if isinstance(value, int) and translator.look_up(f"measured.{stage.clause}", value):
        return translator.say(f"measured.{stage.clause}", count=value, roman=term("roman", value))
    return translator.say("why.name", name=value)


def _describe_clause(clause: str, chosen: Mapping[str, str], translator: Translator) -> str:
    """Return the short text of a clause, or of the choice of a ruling; empty if there is none."""
    return translator.look_up(f"ruling.{clause}.{chosen[clause]}" if clause in chosen else f"clause.{clause}")


def _cite_clause(clause: str, rulings: Sequence[Ruling], chosen: Mapping[str, str], translator: Translator) -> str:
    """Return a clause with its id and short text, and the choice of the ruling that settles it."""
    if clause in chosen:
        return translator.say("why.clause", id=clause, short=translator.term(f"ruling.{clause}", chosen[clause]))
    short = translator.look_up(f"clause.{clause}")
    text = translator.say("why.clause", id=clause, short=short) if short else clause
    for ruling in rulings:
        if clause in ruling.clauses and len(ruling.choices) > 1:
            choice = translator.term(f"ruling.{ruling.id}", chosen[ruling.id])
            text = translator.say("why.ruling", text=text, ruling=ruling.id, choice=choice)
    return text
