"""Commands and events ⇄ JSON.

codec     frozen values ⇄ plain data
events    events ⇄ JSON, versioned
commands  the frames of a guest, read strictly
"""

from __future__ import annotations

from puntobanco.wire.codec import built, plain
from puntobanco.wire.events import FORMAT, KINDS, event_data, event_text, kind_of, read_event

__all__ = [
    "FORMAT",
    "KINDS",
    "built",
    "event_data",
    "event_text",
    "kind_of",
    "plain",
    "read_event",
]
