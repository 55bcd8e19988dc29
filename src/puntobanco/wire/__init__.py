"""Everything that crosses the wire or is stored, as JSON, typed once.

codec        frozen values ⇄ plain data, by their types
events       events ⇄ JSON, versioned
parts        what frames and answers are made of
messages     messages as ids and facts
frames       every frame that the server sends over the WebSocket
event_types  the type of every kind of event on the wire, derived from the table's
answers      every answer over HTTP
commands     the frames of a guest, derived from the table's commands and read strictly
schemas      JSON schemas of all of these types

The terminal loads only the first two modules.
"""

from __future__ import annotations

from puntobanco.wire.codec import from_json, plain
from puntobanco.wire.events import EVENT_KINDS, FORMAT, event_data, event_text, kind_of, read_event

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
