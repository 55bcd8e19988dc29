"""Everything that crosses the wire or is stored, as JSON, typed once.

events    events ⇄ JSON; frozen values ⇄ plain data
parts     what frames and answers are made of
messages  messages as ids and facts
frames    every frame that the server sends over the WebSocket
answers   every answer over HTTP
commands  the frames of a guest, derived from the table's commands and read strictly
schemas   the types of events on the wire, and JSON Schemas

The terminal loads only the first two modules.
"""

from __future__ import annotations

from puntobanco.wire.events import (
    EVENT_KINDS,
    FORMAT,
    event_data,
    event_text,
    from_json,
    kind_of,
    plain,
    read_event,
)

__all__ = [
    "EVENT_KINDS",
    "FORMAT",
    "event_data",
    "event_text",
    "from_json",
    "kind_of",
    "plain",
    "read_event",
]
