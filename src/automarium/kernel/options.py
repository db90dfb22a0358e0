"""The options a game is begun with, completed: what is given is checked, what is not takes its default."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from automarium.kernel.command import next_missing
from automarium.kernel.pack import Pack
from automarium.kernel.question import Answer, Field, check
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import refuse


def enter_chooses(field: Field) -> Answer | None:
    """What a person gets who simply presses Enter."""
    return field.question.default


def filled_options(
    room: AnyRoom,
    given: Mapping[str, Answer | None],
    rulings: object,
    pack: Pack,
    default: Callable[[Field], Answer | None] = enter_chooses,
) -> dict[str, Answer]:
    """Every option, the given one or its default, in the order in which they are asked."""
    for name in given:
        if name not in room.option_names:
            raise refuse("option.unknown", f"options.{name}", options=list(room.option_names))
    options: dict[str, Answer] = {}
    while (field := next_missing(room.option_fields(options, rulings, pack), options)) is not None:
        value = given.get(field.name, default(field))
        if value is None:
            raise refuse("answer.missing", f"options.{field.name}", name=field.name)
        options[field.name] = check(field.question, value, f"options.{field.name}")
    for name in given:
        if name not in options:
            raise refuse("option.unused", f"options.{name}")
    return options
