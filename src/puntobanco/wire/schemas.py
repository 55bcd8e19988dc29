"""The type of every kind of event on the wire, and the JSON Schemas of all types."""

from __future__ import annotations

from dataclasses import fields
from types import UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from puntobanco.cards import Card
from puntobanco.coup import Coup
from puntobanco.house import House
from puntobanco.table.events import BetPlaced, BetSettled, BetTakenBack, CoupDealt
from puntobanco.wire.answers import ANSWERS
from puntobanco.wire.commands import Request
from puntobanco.wire.events import PUBLIC_EVENTS
from puntobanco.wire.frames import AnyFrame, CoupStory, SettledStake, SpotAfter
from puntobanco.wire.parts import WireMessage, WireStruct

FACTS: dict[type, type[WireStruct]] = {
    CoupDealt: CoupStory,
    BetPlaced: SpotAfter,
    BetTakenBack: SpotAfter,
    BetSettled: SettledStake,
}
"""The facts beside the data of an event, for the kinds that have some."""


def _event_type(kind: str, event: type) -> type[Struct]:
    facts = [("facts", FACTS[event])] if event in FACTS else []
    return msgspec.defstruct(
        event.__name__,
        [
            ("number", int),
            ("at", int),
            ("data", _data_type(event)),
            *facts,
            ("said", list[WireMessage] | UnsetType, UNSET),
        ],
        bases=(WireStruct,),
        frozen=True,
        tag_field="kind",
        tag=kind,
        namespace={"__doc__": event.__doc__},
        module=__name__,
    )


def _data_type(event: type) -> type[Struct]:
    hints = get_type_hints(event)
    return msgspec.defstruct(
        f"{event.__name__}Data",
        [(each.name, _stored(hints[each.name])) for each in fields(event)],
        bases=(WireStruct,),
        frozen=True,
        namespace={"__doc__": event.__doc__},
        module=__name__,
    )


def _stored(hint: Any) -> Any:  # noqa: ANN401 - a type hint may be any object
    """Return the type of a field in the log: a value with a text form is a string."""
    if isinstance(hint, NewType):
        return hint.__supertype__
    if hint in (Card, Coup, House):
        return str
    if isinstance(hint, UnionType):
        return Union[tuple(map(_stored, get_args(hint)))]  # noqa: UP007 - made at run time
    if get_origin(hint) is tuple:
        return list[_stored(get_args(hint)[0])]  # type: ignore[misc] # a type at run time
    return hint


EVENT_TYPES = {kind: _event_type(kind, event) for kind, event in PUBLIC_EVENTS.items()}
"""The type of each kind of event on the wire."""

TableEvent: Any = Union[tuple(EVENT_TYPES.values())]  # noqa: UP007 - made at run time


Schema = dict[str, Any]

REFERENCE = "#/components/schemas/{name}"


def reference(name: str) -> Schema:
    """Return a reference to a schema."""
    return {"$ref": REFERENCE.format(name=name)}


def schemas(*kinds: Any) -> Schema:  # noqa: ANN401 - a type may be a union
    """Return the schemas of these types and of all types within them, by name."""
    _, found = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    return found


def answer_schemas() -> Schema:
    """Return the schemas of all answers over HTTP."""
    return _with_events(*ANSWERS)


def socket_schemas() -> Schema:
    """Return the schemas of all frames, to and from the server."""
    return _with_events(AnyFrame, Request, *FACTS.values())


def _with_events(*kinds: Any) -> Schema:  # noqa: ANN401 - as above
    found = schemas(*kinds, *EVENT_TYPES.values())
    return {**found, "TableEvent": one_of(EVENT_TYPES.values(), "kind")}


def one_of(kinds: Any, tag_field: str) -> Schema:  # noqa: ANN401 - structs with a tag
    """Return the schema of one of several types, distinguished by a field."""
    named = {each.__struct_config__.tag: reference(each.__name__) for each in kinds}
    mapping = {tag: schema["$ref"] for tag, schema in named.items()}
    return {
        "anyOf": list(named.values()),
        "discriminator": {"propertyName": tag_field, "mapping": mapping},
    }
