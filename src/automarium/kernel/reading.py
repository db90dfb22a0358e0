"""Reading data from outside into our types, with errors that name the exact field and what would be right there.

msgspec does the work; only when it refuses do we walk the value beside its type, because its own message can neither
be translated nor names the key of a mapping.
"""

from __future__ import annotations

from threading import RLock
from typing import Any, TypeVar

import msgspec

from automarium.kernel.saying import Refused, Saying, refuse, saying, term

T = TypeVar("T")


_known: set[object] = set()
_one_at_a_time = RLock()


def known(type_: type[T]) -> type[T]:
    """The type itself, which msgspec knows by now. It gets to know a struct when one is first decoded, and a thread
    that decodes another one meanwhile ends the whole process: so types are got to know one at a time."""
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

        fault = _fault(inspect.type_info(type_), value, where)
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


_KINDS = {
    "IntType": "int",
    "BoolType": "bool",
    "NoneType": "null",
    "StrType": "text",
    "ListType": "list",
    "VarTupleType": "list",
    "TupleType": "list",
    "DictType": "object",
    "StructType": "object",
}


def _kinds(info: Any) -> set[str]:
    """The kinds of JSON value that a type takes."""
    name = type(info).__name__
    if name == "UnionType":
        return set().union(*(_kinds(member) for member in info.types))
    if name == "LiteralType":
        return {kind_of(value) for value in info.values}
    if name == "Metadata":
        return _kinds(info.type)
    return {_KINDS[name]} if name in _KINDS else set()


def _fault(info: Any, value: Any, where: str) -> Refused | None:
    """The first fault of ``value`` beside its type, or None if the walk finds none."""
    name = type(info).__name__
    if name in ("AnyType", "RawType"):
        return None
    if name == "Metadata":
        return _fault(info.type, value, where)
    kinds = _kinds(info)
    if kinds and kind_of(value) not in kinds:
        return refuse("read.kind", where, kind=term("kind", kind_of(value)), wanted=_either(sorted(kinds)))
    match name:
        case "UnionType":
            return _union_fault(info, value, where)
        case "LiteralType":
            if value not in info.values:
                return refuse("read.choice", where, given=value, options=sorted(info.values))
        case "IntType":
            return _range_fault(info, value, where)
        case "StrType":
            if info.min_length and len(value) < info.min_length:
                return refuse("read.empty", where)
            if info.max_length is not None and len(value) > info.max_length:
                return refuse("answer.letters", where, count=info.max_length)
        case "ListType" | "VarTupleType":
            return _list_fault(info, value, where)
        case "DictType":
            return _mapping_fault(info, value, where)
        case "StructType":
            return _struct_fault(info, value, where)
    return None


def _either(kinds: list[str]) -> Saying:
    """One kind, or one or another."""
    named = saying(f"kind.{kinds[0]}")
    return saying("either", one=named, other=_either(kinds[1:])) if len(kinds) > 1 else named


def _literals(info: Any) -> list[Any]:
    """The values of a literal type, or of a union of such."""
    if type(info).__name__ == "UnionType":
        return [value for member in info.types for value in _literals(member)]
    return sorted(info.values) if type(info).__name__ == "LiteralType" else []


def _union_fault(info: Any, value: Any, where: str) -> Refused | None:
    literals = _literals(info)
    if kind_of(value) in {kind_of(literal) for literal in literals}:
        return None if value in literals else refuse("read.choice", where, given=value, options=literals)
    fitting = [member for member in info.types if kind_of(value) in _kinds(member)]
    structs = [member for member in fitting if type(member).__name__ == "StructType"]
    if structs and structs[0].tag_field:
        return _tagged_fault(structs, value, where)
    faults = [_fault(member, value, where) for member in fitting]
    return None if None in faults else faults[0]


def _tagged_fault(structs: list[Any], value: Any, where: str) -> Refused | None:
    tag_field = structs[0].tag_field
    tags = {struct.tag: struct for struct in structs}
    if tag_field not in value:
        return refuse("read.missing", child(where, tag_field))
    tag = value[tag_field]
    if not isinstance(tag, str) or tag not in tags:
        return refuse("read.choice", child(where, tag_field), given=tag, options=sorted(tags))
    return _struct_fault(tags[tag], value, where)


def _range_fault(info: Any, value: int, where: str) -> Refused | None:
    if (info.ge is not None and value < info.ge) or (info.le is not None and value > info.le):
        if info.le is None:
            return refuse("read.low", where, given=value, low=info.ge)
        return refuse("read.range", where, given=value, low=info.ge, high=info.le)
    return None


def _list_fault(info: Any, value: Any, where: str) -> Refused | None:
    if info.max_length is not None and len(value) > info.max_length:
        return refuse("read.long", where, count=info.max_length)
    for index, element in enumerate(value):
        fault = _fault(info.item_type, element, child(where, index))
        if fault:
            return fault
    if info.min_length is not None and len(value) < info.min_length:
        return refuse("read.short", where, count=info.min_length)
    return None


def _mapping_fault(info: Any, value: dict[str, Any], where: str) -> Refused | None:
    for key, element in value.items():
        if _fault(info.key_type, key, where):
            return refuse("read.unknown", child(where, key), options=_literals(info.key_type))
        fault = _fault(info.value_type, element, child(where, key))
        if fault:
            return fault
    return None


def _struct_fault(info: Any, value: dict[str, Any], where: str) -> Refused | None:
    fields = {field.encode_name: field for field in info.fields}
    if info.forbid_unknown_fields:
        for key in value:
            if key not in fields and key != info.tag_field:
                return refuse("read.unknown", child(where, key), options=sorted(fields))
    for name, field in fields.items():
        if name in value:
            fault = _fault(field.type, value[name], child(where, name))
            if fault:
                return fault
        elif field.required:
            return refuse("read.missing", child(where, name))
    return None
