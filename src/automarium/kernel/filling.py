"""Filling in: inputs and options are sets of questions, asked one after the other as far as they are not given yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from automarium.kernel.room import Field, Input
from automarium.kernel.table import check


def next_missing(fields: Iterable[Field], given: Mapping[str, Any]) -> Field | None:
    """The first field that is not given yet."""
    return next((field for field in fields if field.name not in given), None)


def check_filled(input_: Input, next_field: Callable[[Mapping[str, Any]], Field | None]) -> None:
    """Everything an input says must be an answer to the question that asks for it."""
    named = dict(zip(input_.__struct_encode_fields__, input_.__struct_fields__, strict=True))
    given: dict[str, Any] = {}
    while (field := next_field(given)) is not None:
        given[field.name] = check(field.question, getattr(input_, named[field.name]), field.name)
