"""The examples of docs/api.md were sent by the program, or received by it."""

from __future__ import annotations

import json

from tools.generated import DOCUMENTS
from tools.wire_examples import exchanged, stray_json

PROTOCOL = (DOCUMENTS / "api.md").read_text(encoding="utf-8")


def never_sent(text: str) -> list[str]:
    """The JSON of a document that nobody sent in the session, neither whole nor as a part."""
    known = exchanged()
    return [example for example in stray_json(text) if json.loads(example) not in known]


def test_the_protocol_shows_no_json_that_was_never_sent() -> None:
    assert stray_json(PROTOCOL)
    assert never_sent(PROTOCOL) == []


def test_an_example_with_a_member_too_few_is_named() -> None:
    stale = '{"status": "ok", "tables": 1, "sockets": 1}'
    damaged = PROTOCOL.replace(', "damaged": []}', "}")
    assert never_sent(damaged) == [stale]
