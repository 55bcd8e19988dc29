"""The JSON that is sent or stored, with one definition of each type.

events    events ⇄ JSON; frozen values ⇄ plain data
parts     the parts of frames and answers; messages as ids and facts
frames    every frame that the server sends over the WebSocket
answers   every answer over HTTP
commands  the frames of a guest, derived from the table's commands and validated
schemas   the types of events on the wire, and JSON Schemas

The terminal loads only the first module.
"""

from __future__ import annotations

from puntobanco.wire.events import EVENT_KINDS as EVENT_KINDS
from puntobanco.wire.events import FORMAT as FORMAT
from puntobanco.wire.events import from_json as from_json
from puntobanco.wire.events import kind_of as kind_of
from puntobanco.wire.events import plain as plain
from puntobanco.wire.events import read_event as read_event
from puntobanco.wire.events import to_json as to_json
