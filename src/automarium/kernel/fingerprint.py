"""Fingerprints of positions: every line of a record carries one, so that a replay knows when it has gone astray."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec


def fingerprint(position: object, *, asked: bool) -> str:
    """A few letters that depend only on the position, and on whether a question is open."""
    from hashlib import sha256

    essential = [essence(position), asked]
    return sha256(msgspec.json.encode(essential, order="deterministic")).hexdigest()[:12]


def essence(value: object) -> object:
    """A position as plain data without what is as by default: a field that a later version adds changes nothing in
    the fingerprints of games that do not use it."""
    if isinstance(value, msgspec.Struct):
        told = {}
        for name, encoded, default, factory in _fields(type(value)):
            one = getattr(value, name)
            if one != (default if factory is None else factory()):
                told[encoded] = essence(one)
        return told
    if isinstance(value, dict):
        return {str(key): essence(one) for key, one in value.items()}  # a fingerprint is of JSON
    if isinstance(value, (list, tuple)):
        return [essence(one) for one in value]
    return value


@cache
def _fields(type_: type[msgspec.Struct]) -> tuple[tuple[str, str, object, Callable[[], object] | None], ...]:
    """Name, name in JSON, default and its maker of each field, kept because msgspec works them out every time. What a
    struct calls ``beside`` is remembered only to say more to the person: it is not part of the fingerprint."""
    fields = []
    beside = getattr(type_, "beside", ())
    for one in msgspec.structs.fields(type_):
        if one.name in beside:
            continue
        factory = None if one.default_factory is msgspec.NODEFAULT else one.default_factory
        fields.append((one.name, one.encode_name, one.default, factory))
    return tuple(fields)
