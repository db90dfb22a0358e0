"""Conversion of JSON data to types, with a refusal that names the first wrong field and what would be right there.

If msgspec refuses a value, ``find_fault`` walks through the value and its type: msgspec's own message can neither be
translated nor does it name the key of a mapping.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import RLock
from typing import TypeVar

import msgspec
from msgspec import inspect

from automarium.engine.message import Message, Refused, message, refuse, term

T = TypeVar("T")

_prepared: set[object] = set()
_lock = RLock()


def prepare_type(type_: type[T]) -> type[T]:
    """Return the type after msgspec has examined it. msgspec does so when a struct is first decoded, and crashes if two
    threads do it at once: hence the lock."""
    if type_ not in _prepared:
        with _lock:
            msgspec.json.Decoder(type_)
            _prepared.add(type_)
    return type_


def convert(type_: type[T], value: object, where: str = "") -> T:
    """Return JSON data as a ``type_``; raise Refused with the path of the wrong field, which begins with ``where``."""
    try:
        return msgspec.convert(value, prepare_type(type_))
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # the latter: half a surrogate pair
        fault = find_fault(inspect.type_info(type_), value, where)
        raise (fault or refuse("read.other", where, detail=str(error))) from None


def join_path(where: str, key: object) -> str:
    """Return the path of a field (``facts.human``) or of a list's element (``tokens[2]``)."""
    if isinstance(key, int):
        return f"{where}[{key}]"
    return f"{where}.{key}" if where else str(key)


def get_kind(value: object) -> str:
    """Return the kind of a JSON value."""
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


def find_fault(type_: inspect.Type, value: object, where: str) -> Refused | None:
    """Return what is wrong with ``value``, or None if nothing is found."""
    if isinstance(type_, (inspect.AnyType, inspect.RawType)):
        return None
    if isinstance(type_, inspect.Metadata):
        return find_fault(type_.type, value, where)
    kinds = _get_kinds(type_)
    if kinds and get_kind(value) not in kinds:
        return refuse("read.kind", where, kind=term("kind", get_kind(value)), wanted=_join_kinds(sorted(kinds)))
    match type_, value:
        case inspect.UnionType(), _:
            return _check_union(type_, value, where)
        case inspect.LiteralType(), _:
            if value not in type_.values:
                return refuse("read.choice", where, given=value, options=_list_literals(type_))
        case inspect.IntType(), int():
            return _check_range(type_, value, where)
        case inspect.StrType(), str():
            if type_.min_length and len(value) < type_.min_length:
                return refuse("read.empty", where)
            if type_.max_length is not None and len(value) > type_.max_length:
                return refuse("answer.letters", where, count=type_.max_length)
        case inspect.ListType() | inspect.VarTupleType(), list() | tuple():
            return _check_list(type_, value, where)
        case inspect.DictType(), dict():
            return _check_mapping(type_, value, where)
        case inspect.StructType(), dict():
            return _check_struct(type_, value, where)
    return None


def _get_kinds(type_: inspect.Type) -> set[str]:
    """Return the kinds of JSON value that a type allows."""
    match type_:
        case inspect.UnionType():
            return set().union(*map(_get_kinds, type_.types))
        case inspect.LiteralType():
            return {get_kind(value) for value in type_.values}
        case inspect.Metadata():
            return _get_kinds(type_.type)
    return {_KINDS[type(type_)]} if type(type_) in _KINDS else set()


def _join_kinds(kinds: Sequence[str]) -> Message:
    """Return a message with the names of all kinds."""
    named = message(f"kind.{kinds[0]}")
    return message("either", one=named, other=_join_kinds(kinds[1:])) if len(kinds) > 1 else named


def _list_literals(type_: inspect.Type) -> list[str | int]:
    """Return the values of a literal type, or of a union of such."""
    match type_:
        case inspect.UnionType():
            return [value for member in type_.types for value in _list_literals(member)]
        case inspect.LiteralType():
            return sorted(value for value in type_.values if value is not None)
    return []


def _check_union(type_: inspect.UnionType, value: object, where: str) -> Refused | None:
    literals = _list_literals(type_)
    if get_kind(value) in {get_kind(literal) for literal in literals}:
        return None if value in literals else refuse("read.choice", where, given=value, options=literals)
    fitting = [member for member in type_.types if get_kind(value) in _get_kinds(member)]
    structs = [member for member in fitting if isinstance(member, inspect.StructType)]
    if structs and structs[0].tag_field and isinstance(value, dict):
        return _check_tagged(structs, structs[0].tag_field, value, where)
    faults = [find_fault(member, value, where) for member in fitting]
    return None if None in faults else faults[0]


def _check_tagged(
    structs: Sequence[inspect.StructType], tag_field: str, value: dict[str, object], where: str
) -> Refused | None:
    tags = {str(struct.tag): struct for struct in structs}
    if tag_field not in value:
        return refuse("read.missing", join_path(where, tag_field))
    tag = value[tag_field]
    if not isinstance(tag, str):
        kind = term("kind", get_kind(tag))
        return refuse("read.kind", join_path(where, tag_field), kind=kind, wanted=message("kind.text"))
    if tag not in tags:
        return refuse("read.choice", join_path(where, tag_field), given=tag, options=sorted(tags))
    return _check_struct(tags[tag], value, where)


def _check_range(type_: inspect.IntType, value: int, where: str) -> Refused | None:
    if (type_.ge is not None and value < type_.ge) or (type_.le is not None and value > type_.le):
        if type_.le is None:
            return refuse("read.low", where, given=value, low=type_.ge)
        return refuse("read.range", where, given=value, low=type_.ge, high=type_.le)
    return None


def _check_list(type_: inspect.ListType | inspect.VarTupleType, value: Sequence[object], where: str) -> Refused | None:
    if type_.max_length is not None and len(value) > type_.max_length:
        return refuse("read.long", where, count=type_.max_length)
    for index, element in enumerate(value):
        fault = find_fault(type_.item_type, element, join_path(where, index))
        if fault:
            return fault
    if type_.min_length is not None and len(value) < type_.min_length:
        return refuse("read.short", where, count=type_.min_length)
    return None


def _check_mapping(type_: inspect.DictType, value: dict[str, object], where: str) -> Refused | None:
    for key, element in value.items():
        if find_fault(type_.key_type, key, where):
            return refuse("read.unknown", join_path(where, key), options=_list_literals(type_.key_type))
        fault = find_fault(type_.value_type, element, join_path(where, key))
        if fault:
            return fault
    return None


def _check_struct(type_: inspect.StructType, value: dict[str, object], where: str) -> Refused | None:
    fields = {field.encode_name: field for field in type_.fields}
    if type_.forbid_unknown_fields:
        for key in value:
            if key not in fields and key != type_.tag_field:
                return refuse("read.unknown", join_path(where, key), options=sorted(fields))
    for name, field in fields.items():
        if name in value:
            fault = find_fault(field.type, value[name], join_path(where, name))
            if fault:
                return fault
        elif field.required:
            return refuse("read.missing", join_path(where, name))
    return None
