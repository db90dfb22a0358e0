"""The names of configurations in words: a label is ``level=4 rival=regular``, a name "Level 4, against a regular"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from automarium.engine.content.rulings import settle
from automarium.engine.message import Say, capitalise, term
from automarium.engine.question import Pick
from automarium.games import plugins
from automarium.lab.configuration import make_configuration
from automarium.lab.summary import RunSummary

YES_NO = "answer"  # the family of options whose value says nothing without their name
WITHOUT = " without "  # in the label of a configuration from which blame took a part away


def name_configurations(summaries: Sequence[RunSummary], say: Say) -> list[str]:
    """Return the name of each configuration, without what all of them have in common."""
    words = [_name_parts(one, say) for one in summaries]
    if len(summaries) == 1:  # the stand-in is said with the answer
        words = [[word for word in words[0] if word != _name_part(summaries[0].game, "rival", summaries[0].rival, say)]]
    common = set(words[0]).intersection(*words) if len(words) > 1 else set()
    names = [", ".join(word for word in mine if word not in common) for mine in words]
    return [
        capitalise(name or ", ".join(mine) or one.configuration)
        for name, mine, one in zip(names, words, summaries, strict=True)
    ]


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
        case _ if name.startswith(f"{plugins.load_definition(game).prefix}-"):
            return say(f"ruling.{name}.{value}")
        case _:
            family = _find_families(game).get(name)
            return (
                f"{name} {value}" if family in (None, YES_NO) else say("report.name.level", level=term(family, value))
            )


@cache
def _find_families(game: str) -> dict[str, str | None]:
    """Return the families of the options that are chosen from a list, by their names."""
    definition, usual = plugins.load_definition(game), make_configuration(game)
    fields = definition.setup.option_fields(usual.options, settle(definition.rulings, usual.rulings), usual.pack)
    return {field.name: field.question.family for field in fields if isinstance(field.question, Pick)}


def name_level(level: str, say: Say) -> str:
    """Return the name of a level without the remarks after it; of an added one its name."""
    words = say("report.name.level", level=term("level", level))
    short = words.partition(",")[0].partition(" (")[0]
    return say("report.name.added", level=level) if short == level and not level.isalpha() else short
