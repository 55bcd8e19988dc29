"""Frozen values ⇄ plain data: a value with a text form is a string, a dataclass a dictionary."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from types import UnionType
from typing import Any, NewType, TypeVar, get_args, get_origin, get_type_hints

from puntobanco.cards import Card
from puntobanco.coup import Coup
from puntobanco.errors import PuntoBancoError, StoreError, shown
from puntobanco.house import House, format_house, stored_house
from puntobanco.shoe import Shoe

Value = TypeVar("Value")

_UNREADABLE = (
    PuntoBancoError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""The errors that decoding a malformed text can raise."""

Read = Callable[[Any], Any]

_read_house = lru_cache(maxsize=64)(stored_house)
"""A log tells the rules of each table, and most tables have the same."""

_TEXTS: dict[type, tuple[Callable[[Any], str], Callable[[str], object]]] = {
    Card: (str, Card.parse),
    Coup: (str, Coup.parse),
    Shoe: (str, Shoe.parse),
    House: (format_house, _read_house),
    bytes: (bytes.hex, bytes.fromhex),
}


_PLAIN = frozenset({type(None), bool, int, str})


def plain(value: object) -> Any:  # noqa: ANN401 - JSON has no narrower type
    """A value as plain data, which JSON can hold."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind in _TEXTS:
        return _TEXTS[kind][0](value)
    if is_dataclass(kind):
        return {name: plain(getattr(value, name)) for name in _names(kind)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    raise TypeError(f"{kind.__name__} has no plain form")


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The field names of a dataclass."""
    return tuple(each.name for each in fields(kind))


def from_json(kind: type[Value], text: str) -> Value:
    """The value of this type that a JSON text of its `plain` form stands for."""
    try:
        value: Value = _reader(kind)(json.loads(text))
    except _UNREADABLE as error:
        raise StoreError(f"not the text of a {kind.__name__}: {shown(str(error))}") from error
    return value


def _reader(hint: Any) -> Read:  # noqa: ANN401 - a type hint may be any object
    """The function that reads a value of the hinted type."""
    if isinstance(hint, NewType):
        return _reader(hint.__supertype__)
    if hint in _TEXTS:
        return _TEXTS[hint][1]
    if hint in (int, str, bool) or (isinstance(hint, type) and issubclass(hint, Enum)):
        own: Read = hint
        return own
    if isinstance(hint, type) and is_dataclass(hint):
        return _dataclass_reader(hint)
    return _container_reader(hint)


def _container_reader(hint: Any) -> Read:  # noqa: ANN401 - a type hint may be any object
    """The function that reads an optional value, a tuple or a mapping."""
    arguments = get_args(hint)
    origin = get_origin(hint)
    if origin is UnionType:
        (only,) = (_reader(each) for each in arguments if each is not type(None))
        return lambda data: None if data is None else only(data)
    if origin is tuple:
        each = _reader(arguments[0])
        return lambda data: tuple(map(each, data))
    key, value = map(_reader, arguments)
    return lambda data: {key(name): value(each) for name, each in data.items()}


@cache
def _dataclass_reader(kind: type) -> Read:
    """Return the function that reads a dataclass, which must have exactly its own fields."""
    readers = {name: _reader(hint) for name, hint in get_type_hints(kind).items()}

    def read(data: dict[str, Any]) -> object:
        if len(data) != len(readers):
            raise LookupError(f"{kind.__name__} has the fields {', '.join(readers)}")
        return kind(**{name: readers[name](each) for name, each in data.items()})

    return read
