"""Why, in words: the clauses of a step, and the narrowing stage by stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from automarium.engine.choice.trace import Stage, Trace, compares, deciding, finalists
from automarium.engine.content.rulings import Ruling
from automarium.engine.message import term
from automarium.engine.play.event import Step
from automarium.i18n.translator import Translator

MOST_MEASURES = 2  # columns that fit beside two names on a phone


def explain(step: Step, rulings: Sequence[Ruling], chosen: Mapping[str, str], translator: Translator) -> list[str]:
    """The lines that "why?" shows for a step: how each narrowing went, then the rules that the step follows."""
    lines: list[str] = []
    for trace in step.traces:
        lines += explain_trace(trace, rulings, chosen, translator)
    lines += [_cite_clause(clause, rulings, chosen, translator) for clause in step.clauses]
    return lines


def explain_trace(
    trace: Trace, rulings: Sequence[Ruling], chosen: Mapping[str, str], translator: Translator
) -> list[str]:
    """Who was in, which clause threw whom out, and who is left."""
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
            continue  # a rule that threw nobody out is not worth a line, but for what was looked for
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


def summarize_trace(trace: Trace, chosen: Mapping[str, str], translator: Translator, stays: str = "") -> str:
    """What settled it, in one sentence without an id: "E2: nearest to your fighters; of those, closest to the Factory".
    Where there was nothing to choose, nothing. ``stays`` is what was told of a piece that stays where it is: that is
    said instead of the place."""
    stages = deciding(trace)
    told = [
        words for words in dict.fromkeys(describe_rule(stage.clause, chosen, translator) for stage in stages) if words
    ]
    if not told:
        return ""
    first, *then = told
    key = f"decided.about.{trace.about}"
    named = term(trace.family, trace.chosen)
    name = stays.rstrip(".") or (translator.say(key, chosen=named) if translator.look_up(key) else named)
    reasons = "; ".join([first, *(translator.say("why.of-those", reason=words) for words in then)])
    reason = compares(trace) or bool(translator.look_up(f"decided.{stages[-1].clause}"))  # or only what it had to meet
    because = "why.stays" if stays else "why.because"
    said = translator.say(because if reason else "why.fits", chosen=name, reasons=reasons)
    return said[:1].upper() + said[1:]


class Comparison(msgspec.Struct, frozen=True):
    """The chosen one and the runner-up in words: what was measured, and what each came to; the last told them apart."""

    chosen: str
    second: str
    measures: tuple[tuple[str, str, str], ...]


def compare_finalists(trace: Trace, chosen: Mapping[str, str], translator: Translator) -> Comparison | None:
    """The two that were left for the last rule, side by side."""
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
    named = "why.name.short" if trace.family else "why.name"  # whoever says their own name has only that
    names = [translator.say(named, name=term(trace.family, one)) for one in (two.chosen, two.second)]
    return Comparison(names[0][:1].upper() + names[0][1:], names[1][:1].upper() + names[1][1:], tuple(measures))


def describe_rule(clause: str, chosen: Mapping[str, str], translator: Translator) -> str:
    """A rule as a reason: in words of its own where they read better, otherwise in its short ones."""
    return translator.look_up(f"decided.{clause}") or _describe_clause(clause, chosen, translator)


def _name_measure(clause: str, chosen: Mapping[str, str], translator: Translator) -> str:
    """What a rule looks at, as the head of a column."""
    words = translator.look_up(f"measure.{clause}") or describe_rule(clause, chosen, translator)
    return words[:1].upper() + words[1:]


def _describe_score(stage: Stage, value: object, translator: Translator) -> str:
    if isinstance(value, bool):
        return translator.say(f"why.met.{str(value).lower()}")
    if stage.verb == "first":
        return translator.say("why.rank", rank=value)
    if isinstance(value, int) and translator.look_up(f"measured.{stage.clause}", value):
        return translator.say(f"measured.{stage.clause}", count=value, roman=term("roman", value))
    return translator.say("why.name", name=value)


def _describe_clause(clause: str, chosen: Mapping[str, str], translator: Translator) -> str:
    """A clause in short words, or the ruling that stands in its place; empty if there are none."""
    return translator.look_up(f"ruling.{clause}.{chosen[clause]}" if clause in chosen else f"clause.{clause}")


def _cite_clause(clause: str, rulings: Sequence[Ruling], chosen: Mapping[str, str], translator: Translator) -> str:
    """A clause by its id and in short words, with the ruling that settles how it is read."""
    if clause in chosen:
        return translator.say("why.clause", id=clause, short=translator.term(f"ruling.{clause}", chosen[clause]))
    short = translator.look_up(f"clause.{clause}")
    text = translator.say("why.clause", id=clause, short=short) if short else clause
    for ruling in rulings:
        if clause in ruling.clauses and len(ruling.choices) > 1:
            choice = translator.term(f"ruling.{ruling.id}", chosen[ruling.id])
            text = translator.say("why.ruling", text=text, ruling=ruling.id, choice=choice)
    return text
