"""The socket for machines, as AsyncAPI. Its schemas are those of the frames themselves."""

from __future__ import annotations

from functools import cache
from typing import get_args

from puntobanco.web.http.socket import PATH
from puntobanco.wire.commands import Request
from puntobanco.wire.frames import PROTOCOL, AnyFrame
from puntobanco.wire.schemas import Schema, reference, socket_schemas


@cache
def asyncapi() -> Schema:
    """The socket as AsyncAPI 3.0."""
    frames = [each.__name__ for each in get_args(AnyFrame)]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Punto Banco",
            "version": str(PROTOCOL),
            "description": "One socket for each guest and table; docs/api.md says what happens.",
        },
        "defaultContentType": "application/json",
        "channels": {"table": _channel([*frames, Request.__name__])},
        "operations": {
            "tell": _operation("send", frames),
            "ask": _operation("receive", [Request.__name__]),
        },
        "components": {
            "schemas": socket_schemas(),
            "messages": {
                name: {"name": name, "payload": reference(name)}
                for name in (*frames, Request.__name__)
            },
        },
    }


def _channel(messages: list[str]) -> Schema:
    """The socket of a table, which its query names."""
    text, whole = {"type": "string"}, {"type": "integer", "minimum": 0}
    query = {
        "type": "object",
        "properties": {
            "table": {**text, "description": "The table's id."},
            "after": {**whole, "description": "The last event that was seen, if any."},
            "join": {**text, "description": "Frames that leave together may come as one list."},
        },
        "required": ["table"],
    }
    return {
        "address": PATH,
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
        "bindings": {"ws": {"method": "GET", "query": query, "bindingVersion": "0.1.0"}},
    }


def _operation(action: str, messages: list[str]) -> Schema:
    """What the server sends or receives."""
    return {
        "action": action,
        "channel": {"$ref": "#/channels/table"},
        "messages": [{"$ref": f"#/channels/table/messages/{name}"} for name in messages],
    }
