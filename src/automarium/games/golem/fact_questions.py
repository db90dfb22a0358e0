"""The questions for printed facts. A fact is named by its path: ``toll.8.knowledge``. The same question asks an owner
for a fact and checks it in a pack."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from automarium.engine.message import term
from automarium.engine.play.decision import YES_NO
from automarium.engine.question import AnyQuestion, Count, Pick, Series, Several
from automarium.games.golem.effects import PLAIN_VOCABULARY, TILE_VOCABULARY, VOCABULARY, Effects
from automarium.games.golem.position import BONUSES, COLOURS, CRITERIA, HIGH, LOW, ROMAN, TURN_TYPES

Asked = Callable[[str, dict[str, object], str], AnyQuestion]  # about, params, path → the question


def _count(low: int, high: int) -> Asked:
    return lambda about, params, path: Count(about=about, params=params, hole=path, low=low, high=high)


def _pick(options: tuple[str, ...], family: str) -> Asked:
    return lambda about, params, path: Pick(about=about, params=params, hole=path, options=options, family=family)


def _numbers(low: int, high: int) -> Asked:
    """Return a question for numbers of a column, each at most once."""
    once = tuple(range(low, high + 1))
    return lambda about, params, path: Series(
        about=about, params=params, hole=path, low=low, high=high, most=len(once), once=once, filled=True
    )


def _words(options: Effects) -> Asked:
    return lambda about, params, path: Several(
        about=about, params=params, hole=path, options=options, most=6, family="effect", default=[]
    )


_effects = _words(PLAIN_VOCABULARY)


def _criteria(about: str, params: dict[str, object], path: str) -> AnyQuestion:
    once: dict[str, int] = dict.fromkeys(CRITERIA, 1)
    return Several(
        about=about,
        params=params,
        hole=path,
        options=CRITERIA,
        most=len(CRITERIA),
        limits=once,
        family="criterion",
        filled=True,
    )


def _red_spaces(about: str, params: dict[str, object], path: str) -> AnyQuestion:
    return Series(about=about, params=params, hole=path, low=LOW, high=HIGH, most=HIGH - LOW + 1, rising=True)


UpgradePlace: TypeAlias = Literal["column-1", "column-2", "column-3", "column-4", "track", "other"]
UpgradePart: TypeAlias = Literal["leg", "torso", "other"]
_kinds = ("none", "grey", "special", "either")
_levels = range(1, 5)

# Section and field of every fact that may be unknown.
QUESTIONS: dict[tuple[str, str], Asked] = {
    ("card", "bonus"): _pick(BONUSES, "bonus"),
    ("card", "level"): _count(1, 4),
    ("card", "first"): _pick(TURN_TYPES, "turn-type"),
    ("card", "marble"): _criteria,
    ("card", "rabbi"): _numbers(1, 5),
    ("card", "books"): _numbers(1, 5),
    ("card", "left_half"): _pick(YES_NO, "answer"),
    ("card", "right_half"): _pick(YES_NO, "answer"),
    ("red_zone", "spaces"): _red_spaces,
    ("toll", "knowledge"): _count(0, 10),
    ("golem_track", "spaces"): _count(4, 20),
    ("golem_space", "level"): _count(0, 12),
    ("golem_space", "steps"): _count(0, 12),
    ("golem_space", "income"): _effects,
    ("study_track", "spaces"): _count(3, 20),
    ("study_space", "income"): _effects,
    ("study_space", "better"): _effects,
    ("study_space", "vp"): _count(0, 30),
    ("street", "income"): _effects,
    ("golem_upgrade", "cost"): _count(0, 12),
    ("golem_upgrade", "part"): _pick(get_args(UpgradePart), "part"),
    ("study_upgrade", "cost"): _count(0, 12),
    ("study_upgrade", "place"): _pick(get_args(UpgradePlace), "upgrade-place"),
    ("study_upgrade", "menorahs"): _count(0, 3),
    **{("artifact_tile", f"benefit_{level}"): _effects for level in _levels},
    **{("artifact_tile", f"{side}_{level}"): _pick(_kinds, "cell") for level in _levels for side in ("left", "right")},
    **{("artifact_tile", f"{side}_cost_{level}"): _count(0, 12) for level in _levels for side in ("left", "right")},
    ("cauldron", "ingots"): _count(1, 6),
    ("book", "cost"): _count(0, 12),
    ("book", "immediate"): _effects,
    ("book", "left"): _effects,
    ("book", "right"): _effects,
    ("library", "cost"): _count(0, 6),
    ("cemetery", "reward"): _effects,
    ("character", "left"): _pick(COLOURS, "marble"),
    ("character", "right"): _pick(COLOURS, "marble"),
    ("character", "steps"): _count(0, 9),
    ("character", "cost"): _count(0, 12),
    ("character", "effects"): _effects,
    ("neighbourhood", "effects"): _words(TILE_VOCABULARY),
    ("action_tile", "effects"): _words(VOCABULARY),
    ("lowest", "effects"): _effects,
    ("starting_tile", "effects"): _effects,
}


@lru_cache(4096)
def build_question(path: str) -> AnyQuestion:
    """Return the question for a fact."""
    section, id_, field = path.split(".")
    return QUESTIONS[section, field](f"fact.{section}.{field.rstrip('_1234')}", _params(section, id_, field), path)


def _params(section: str, id_: str, field: str) -> dict[str, object]:
    """Return what the words of a question may name: the entry, and the level of an artifact tile."""
    name, _, number = id_.partition("-")
    params: dict[str, object] = {"id": id_}
    if section == "street":
        params = {"district": term("district", name), "section": ROMAN[int(number)]}
    elif section == "toll":
        params = {"section": ROMAN[int(id_)]}
    elif section == "neighbourhood":
        params = {"district": term("district", name), "number": number}
    elif section == "book":
        params = {"book": term("book", name), "number": number}
    elif section.endswith("_upgrade"):
        params = {"upgrade": term("upgrade", id_)}
    if field[-1].isdigit():
        params["artifact"] = int(field[-1])
    return params
