"""Copies of positions: what can change is copied, what is frozen is shared.

Every input begins with a copy of the position, and every run keeps the one it began with. A card or a board that is
frozen is the same object in all of them, however large it is. Frozen structs and tuples must therefore hold nothing
that changes; a test looks through the positions of all rooms.
"""

from __future__ import annotations

import copy
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_FIXED: set[type] = {int, str, bool, float, bytes, type(None), tuple, frozenset}


def fresh(value: T) -> T:
    """The same value; whoever changes the copy does not change the original."""
    return value if type(value) in _FIXED else _copied(value)


def _copied(value: Any) -> Any:
    kind = type(value)
    if kind is list:
        return [one if type(one) in _FIXED else _copied(one) for one in value]
    if kind is dict:
        return {key: one if type(one) in _FIXED else _copied(one) for key, one in value.items()}
    if not isinstance(value, msgspec.Struct):
        return copy.deepcopy(value)
    if kind.__struct_config__.frozen:
        _FIXED.add(kind)
        return value
    copied = copy.copy(value)
    for name in kind.__struct_fields__:
        one = getattr(value, name)
        if type(one) not in _FIXED:
            setattr(copied, name, _copied(one))
    return copied
