"""JSON schemas of everything that crosses the wire, from the types themselves."""

from __future__ import annotations

from typing import Any

import msgspec

from puntobanco.wire.answers import ANSWERS
from puntobanco.wire.commands import Request
from puntobanco.wire.event_types import EVENT_TYPES, FACTS
from puntobanco.wire.frames import AnyFrame

Schema = dict[str, Any]

REFERENCE = "#/components/schemas/{name}"


def reference(name: str) -> Schema:
    """A schema by its name."""
    return {"$ref": REFERENCE.format(name=name)}


def schemas(*kinds: Any) -> Schema:  # noqa: ANN401 - a type may be a union
    """The schemas of these types and of all types within them, by name."""
    _, found = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    return found


def answer_schemas() -> Schema:
    """The schemas of all answers over HTTP."""
    return schemas(*ANSWERS)


def command_schemas() -> Schema:
    """The schemas of what guests send over the socket."""
    return schemas(Request)


def socket_schemas() -> Schema:
    """The schemas of all frames of the socket, to and from the server."""
    found = schemas(AnyFrame, Request, *EVENT_TYPES.values(), *FACTS.values())
    return {**found, "TableEvent": one_of(EVENT_TYPES.values(), "kind")}


def one_of(kinds: Any, tag_field: str) -> Schema:  # noqa: ANN401 - structs with a tag
    """One of several types, told apart by a member."""
    named = {each.__struct_config__.tag: reference(each.__name__) for each in kinds}
    mapping = {tag: schema["$ref"] for tag, schema in named.items()}
    return {
        "anyOf": list(named.values()),
        "discriminator": {"propertyName": tag_field, "mapping": mapping},
    }
