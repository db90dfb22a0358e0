"""Reading data from outside into our types, with errors that name the exact field and what would be right there.

msgspec does the work; only when it refuses do we look for the fault ourselves (:mod:`automarium.kernel.faults`).
"""

from __future__ import annotations

from threading import RLock
from typing import TypeVar

import msgspec

from automarium.kernel.saying import refuse

T = TypeVar("T")

_known: set[object] = set()
_one_at_a_time = RLock()


def known(type_: type[T]) -> type[T]:
    """The type itself, which msgspec knows by now. It examines a struct when one is first decoded, and a thread that
    decodes another one meanwhile ends the whole process: so types become known one at a time."""
    if type_ not in _known:
        with _one_at_a_time:
            msgspec.json.Decoder(type_)
            _known.add(type_)
    return type_


def read(type_: type[T], value: object, where: str = "") -> T:
    """``value`` (plain JSON data) as a ``type_``; otherwise :class:`Refused` with the path of the bad field."""
    try:
        return msgspec.convert(value, known(type_))
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # the latter: half a surrogate pair
        from msgspec import inspect

        from automarium.kernel.faults import fault_of

        fault = fault_of(inspect.type_info(type_), value, where)
        raise (fault or refuse("read.other", where, detail=str(error))) from None


def child(where: str, key: object) -> str:
    """The path of a field (``facts.human``) or of a list's element (``tokens[2]``)."""
    if isinstance(key, int):
        return f"{where}[{key}]"
    return f"{where}.{key}" if where else str(key)


def kind_of(value: object) -> str:
    """What kind of JSON value it is."""
    match value:
        case None:
            return "null"
        case bool():
            return "bool"
        case int():
            return "int"
        case float():
            return "float"
        case str():
            return "text"
        case list() | tuple():
            return "list"
        case _:
            return "object"
