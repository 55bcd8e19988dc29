"""Commands and events ⇄ JSON.

codec     frozen values ⇄ plain data, by their types
events    events ⇄ JSON, versioned
commands  the frames of a guest, read strictly
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
