"""Events ⇄ JSON, through frozen values ⇄ plain data."""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache, reduce
from operator import or_
from types import GenericAlias, NoneType, UnionType
from typing import Any, NewType, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import astuple

from puntobanco.cards import Card
from puntobanco.coup import Coup
from puntobanco.errors import FormatUnknown, PuntoBancoError, StoreError, shown
from puntobanco.house import House, format_house, stored_house
from puntobanco.shoe import Shoe
from puntobanco.table.events import PRIVATE, Event

Value = TypeVar("Value")

_UNREADABLE = (
    PuntoBancoError,
    msgspec.DecodeError,
    ArithmeticError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""The errors that decoding a malformed text can raise."""

_read_house = lru_cache(maxsize=64)(stored_house)
"""Cached, because most tables of a log have the same rules."""

_TEXTS: dict[Any, tuple[Callable[[Any], str], Callable[[str], object]]] = {
    Card: (str, Card.parse),
    Coup: (str, Coup.parse),
    Shoe: (str, Shoe.parse),
    House: (format_house, _read_house),
    bytes: (bytes.hex, bytes.fromhex),
}

_PLAIN = frozenset({NoneType, bool, int, str})


def plain(value: object) -> Any:  # noqa: ANN401 - JSON has no narrower type
    """Return a value as plain data for JSON."""
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
    return tuple(each.name for each in fields(kind))


# --- writing --------------------------------------------------------------------------------------

_encode = msgspec.json.Encoder().encode


def to_json(value: object) -> str:
    """Return a dataclass as compact JSON text of its `plain` form, without the kind of an event."""
    kind: type = type(value)
    return _encode(value if _is_native(kind) else plain(value)).decode()


@cache
def _is_native(hint: Any) -> bool:  # noqa: ANN401 - a type hint may be any object
    """Return whether msgspec writes values of a type in their plain form."""
    if isinstance(hint, NewType):
        return _is_native(hint.__supertype__)
    if hint in _TEXTS:
        return False
    if is_dataclass(hint):
        return all(map(_is_native, get_type_hints(hint).values()))
    return all(map(_is_native, get_args(hint)))


# --- reading --------------------------------------------------------------------------------------


def from_json(kind: type[Value], text: str) -> Value:
    """Read a value of this type from the JSON text of its `plain` form."""
    asked: type = kind
    try:
        return kind(*astuple(_decoder(asked).decode(text)))
    except _UNREADABLE as error:
        raise StoreError(f"not the text of a {kind.__name__}: {shown(str(error))}") from error


@cache
def _decoder(kind: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(_struct(kind), dec_hook=_read)


def _read(stand_in: Any, data: Any) -> object:  # noqa: ANN401 - any type, and any JSON
    """Read a value whose type has a stand-in."""
    kind = stand_in.kind
    if kind not in _TEXTS:
        struct = msgspec.convert(data, _struct(kind), dec_hook=_read, str_keys=True)
        return kind(*astuple(struct))
    if not isinstance(data, str):
        raise TypeError(f"Expected `str`, got `{type(data).__name__}`")
    return _TEXTS[kind][1](data)


@cache
def _struct(kind: type) -> Any:  # noqa: ANN401 - a type made here
    """Return a struct with exactly the fields of a dataclass."""
    hints = get_type_hints(kind)
    members = [(each.name, _on_wire(hints[each.name])) for each in fields(kind)]
    return msgspec.defstruct(kind.__name__, members, forbid_unknown_fields=True)


def _on_wire(hint: Any) -> Any:  # noqa: ANN401 - a type hint may be any object
    """Replace the types in a hint by their stand-ins."""
    if isinstance(hint, NewType):
        return _on_wire(hint.__supertype__)
    if hint in _TEXTS or is_dataclass(hint):
        return _stand_in(hint)
    if not get_args(hint):
        return hint
    parts = tuple(map(_on_wire, get_args(hint)))
    if get_origin(hint) is UnionType:
        return reduce(or_, parts)
    return GenericAlias(get_origin(hint), parts)


@cache
def _stand_in(kind: type) -> type:
    """Return an abstract class whose only instances are values of this type."""
    made = type(kind.__name__, (ABC,), {"kind": kind})
    made.register(kind)  # type: ignore[attr-defined]  # it is an ABC
    return made


FORMAT = 1
"""The version of the JSON of all kinds of events. Any other is refused."""


def kind_of(event: Event) -> str:
    """Return the name of an event on the wire: ``bet_placed``."""
    return _KIND_BY_TYPE[type(event)]


def read_event(kind: str, text: str, form: int = FORMAT) -> Event:
    """Read an event that `to_json` wrote."""
    try:
        event_type = _EVENTS[kind]
    except KeyError:
        raise FormatUnknown(
            f"an event of the unknown kind {kind!r}: a newer version wrote it"
        ) from None
    if form != FORMAT:
        raise FormatUnknown(f"an event {kind!r} of format {form}: a newer version wrote it")
    event: Event = from_json(event_type, text)
    return event


def wire_name(kind: type) -> str:
    """Return the name of a type of event or command in JSON: ``bet_placed``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


_EVENTS: dict[str, Any] = {wire_name(each): each for each in get_args(Event)}
_KIND_BY_TYPE: dict[type, str] = {event_type: kind for kind, event_type in _EVENTS.items()}

EVENT_KINDS = tuple(_EVENTS)
"""Every kind of event."""

PUBLIC_EVENTS: dict[str, type] = {
    kind: event_type for kind, event_type in _EVENTS.items() if event_type not in PRIVATE
}
"""The types of events that guests may see, by kind."""
