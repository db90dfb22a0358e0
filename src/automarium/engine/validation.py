"""The first fault of a value that is not of its type: which field it is, and what would be right there.

The value is walked through along with its type, because msgspec's own message can neither be translated nor name the
key of a mapping. Nobody loads this before something is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import RLock
from typing import TypeVar

import msgspec
from msgspec import inspect

from automarium.engine.message import Message, Refused, message, refuse, term

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


_KINDS: Mapping[type[inspect.Type], str] = {
    inspect.IntType: "int",
    inspect.BoolType: "bool",
    inspect.NoneType: "null",
    inspect.StrType: "text",
    inspect.ListType: "list",
    inspect.VarTupleType: "list",
    inspect.TupleType: "list",
    inspect.DictType: "object",
    inspect.StructType: "object",
}


def fault_of(type_: inspect.Type, value: object, where: str) -> Refused | None:
    """What is wrong with ``value``, or None if the walk finds nothing."""
    if isinstance(type_, (inspect.AnyType, inspect.RawType)):
        return None
    if isinstance(type_, inspect.Metadata):
        return fault_of(type_.type, value, where)
    kinds = _kinds(type_)
    if kinds and kind_of(value) not in kinds:
        return refuse("read.kind", where, kind=term("kind", kind_of(value)), wanted=_either(sorted(kinds)))
    match type_, value:
        case inspect.UnionType(), _:
            return _in_union(type_, value, where)
        case inspect.LiteralType(), _:
            if value not in type_.values:
                return refuse("read.choice", where, given=value, options=_literals(type_))
        case inspect.IntType(), int():
            return _in_range(type_, value, where)
        case inspect.StrType(), str():
            if type_.min_length and len(value) < type_.min_length:
                return refuse("read.empty", where)
            if type_.max_length is not None and len(value) > type_.max_length:
                return refuse("answer.letters", where, count=type_.max_length)
        case inspect.ListType() | inspect.VarTupleType(), list() | tuple():
            return _in_list(type_, value, where)
        case inspect.DictType(), dict():
            return _in_mapping(type_, value, where)
        case inspect.StructType(), dict():
            return _in_struct(type_, value, where)
    return None


def _kinds(type_: inspect.Type) -> set[str]:
    """The kinds of JSON value that a type takes."""
    match type_:
        case inspect.UnionType():
            return set().union(*map(_kinds, type_.types))
        case inspect.LiteralType():
            return {kind_of(value) for value in type_.values}
        case inspect.Metadata():
            return _kinds(type_.type)
    return {_KINDS[type(type_)]} if type(type_) in _KINDS else set()


def _either(kinds: Sequence[str]) -> Message:
    """One kind, or one or another."""
    named = message(f"kind.{kinds[0]}")
    return message("either", one=named, other=_either(kinds[1:])) if len(kinds) > 1 else named


def _literals(type_: inspect.Type) -> list[str | int]:
    """The values of a literal type, or of a union of such."""
    match type_:
        case inspect.UnionType():
            return [value for member in type_.types for value in _literals(member)]
        case inspect.LiteralType():
            return sorted(value for value in type_.values if value is not None)
    return []


def _in_union(type_: inspect.UnionType, value: object, where: str) -> Refused | None:
    literals = _literals(type_)
    if kind_of(value) in {kind_of(literal) for literal in literals}:
        return None if value in literals else refuse("read.choice", where, given=value, options=literals)
    fitting = [member for member in type_.types if kind_of(value) in _kinds(member)]
    structs = [member for member in fitting if isinstance(member, inspect.StructType)]
    if structs and structs[0].tag_field and isinstance(value, dict):
        return _in_tagged(structs, structs[0].tag_field, value, where)
    faults = [fault_of(member, value, where) for member in fitting]
    return None if None in faults else faults[0]


def _in_tagged(
    structs: Sequence[inspect.StructType], tag_field: str, value: dict[str, object], where: str
) -> Refused | None:
    tags = {str(struct.tag): struct for struct in structs}
    if tag_field not in value:
        return refuse("read.missing", child(where, tag_field))
    tag = value[tag_field]
    if not isinstance(tag, str) or tag not in tags:
        return refuse("read.choice", child(where, tag_field), given=tag, options=sorted(tags))
    return _in_struct(tags[tag], value, where)


def _in_range(type_: inspect.IntType, value: int, where: str) -> Refused | None:
    if (type_.ge is not None and value < type_.ge) or (type_.le is not None and value > type_.le):
        if type_.le is None:
            return refuse("read.low", where, given=value, low=type_.ge)
        return refuse("read.range", where, given=value, low=type_.ge, high=type_.le)
    return None


def _in_list(type_: inspect.ListType | inspect.VarTupleType, value: Sequence[object], where: str) -> Refused | None:
    if type_.max_length is not None and len(value) > type_.max_length:
        return refuse("read.long", where, count=type_.max_length)
    for index, element in enumerate(value):
        fault = fault_of(type_.item_type, element, child(where, index))
        if fault:
            return fault
    if type_.min_length is not None and len(value) < type_.min_length:
        return refuse("read.short", where, count=type_.min_length)
    return None


def _in_mapping(type_: inspect.DictType, value: dict[str, object], where: str) -> Refused | None:
    for key, element in value.items():
        if fault_of(type_.key_type, key, where):
            return refuse("read.unknown", child(where, key), options=_literals(type_.key_type))
        fault = fault_of(type_.value_type, element, child(where, key))
        if fault:
            return fault
    return None


def _in_struct(type_: inspect.StructType, value: dict[str, object], where: str) -> Refused | None:
    fields = {field.encode_name: field for field in type_.fields}
    if type_.forbid_unknown_fields:
        for key in value:
            if key not in fields and key != type_.tag_field:
                return refuse("read.unknown", child(where, key), options=sorted(fields))
    for name, field in fields.items():
        if name in value:
            fault = fault_of(field.type, value[name], child(where, name))
            if fault:
                return fault
        elif field.required:
            return refuse("read.missing", child(where, name))
    return None
