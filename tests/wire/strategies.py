"""Hypothesis strategies for the JSON of a wire type, with or without a fault."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from puntobanco.wire.schemas import TableEvent

Data = Any  # any JSON
INTEGERS = st.integers(-(2**53), 2**53)


@cache
def values(kind: object) -> st.SearchStrategy[Data]:
    """Draw JSON of a type."""
    return _values(inspect.type_info(kind))


@st.composite
def faulty_values(draw: st.DrawFn, kind: object) -> Data:
    """Draw JSON of a type with one fault: a field is surplus, missing, or of another type."""
    return _with_fault(draw, inspect.type_info(kind), draw(values(kind)))


def _values(info: inspect.Type) -> st.SearchStrategy[Data]:
    match info:
        case inspect.StructType():
            return _structs(info)
        case inspect.Metadata(type=inspect.RawType()):
            return st.deferred(lambda: values(TableEvent))
        case inspect.UnionType(types=types):
            return st.one_of(*map(_values, types))
        case inspect.ListType(item_type=item, min_length=low, max_length=high):
            return st.lists(_values(item), min_size=low or 0, max_size=high or 2)
        case inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(_values(key), _values(value), max_size=2)
        case _:
            return _plain_values(info)


def _plain_values(info: inspect.Type) -> st.SearchStrategy[Data]:
    match info:
        case inspect.IntType(ge=low, le=high):
            return INTEGERS if low is None else st.integers(low, high)
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern)
        case inspect.StrType(min_length=low, max_length=high):
            return st.text(min_size=low or 0, max_size=high)
        case inspect.FloatType():
            return st.floats(allow_nan=False, allow_infinity=False)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.EnumType(cls=kind):
            return st.sampled_from([each.value for each in kind])
        case inspect.LiteralType(values=allowed):
            return st.sampled_from(allowed)
        case inspect.AnyType():
            return st.none() | st.booleans() | INTEGERS | st.text()
        case _:
            raise TypeError(info)


def _structs(info: inspect.StructType) -> st.SearchStrategy[Data]:
    members = [(each, _values(each.type)) for each in info.fields]
    if info.array_like:
        return st.tuples(*(member for _, member in members)).map(list)
    return _objects(info, members)


@st.composite
def _objects(
    draw: st.DrawFn,
    info: inspect.StructType,
    members: list[tuple[inspect.Field, st.SearchStrategy[Data]]],
) -> Data:
    tag = {info.tag_field: info.tag} if info.tag_field else {}
    chosen = [  # what is null by default is written as null
        (each, member)
        for each, member in members
        if each.required or each.default is None or draw(st.booleans())
    ]
    drawn = {each.encode_name: (draw(member), each.default) for each, member in chosen}
    return tag | {
        name: value
        for name, (value, default) in drawn.items()
        if default is None or value is not default  # other defaults are left out
    }


def _with_fault(draw: st.DrawFn, info: inspect.Type, value: Data) -> Data:
    """Put a fault into a struct, or into a struct within it."""
    assert isinstance(info, inspect.StructType)
    inner = [
        each
        for each in info.fields
        if isinstance(each.type, inspect.StructType)
        and isinstance(value.get(each.encode_name), dict)
    ]
    field = draw(st.none() | st.sampled_from(inner)) if inner else None
    if field:
        name = field.encode_name
        return value | {name: _with_fault(draw, field.type, value[name])}
    needed = [each.encode_name for each in info.fields if each.required]
    faults = ["surplus", *(["missing", "wrong"] if needed else [])]
    match draw(st.sampled_from(faults)):
        case "surplus":
            return value | {"surplus": draw(st.none() | INTEGERS)}
        case "missing":
            name = draw(st.sampled_from(needed))
            return {key: each for key, each in value.items() if key != name}
        case _:
            return value | {draw(st.sampled_from(needed)): {"surplus": [1.5]}}
