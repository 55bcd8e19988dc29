"""The examples of docs/api.md were sent by the program, or received by it."""

from __future__ import annotations

import json
import re

import pytest

from tools.generated import DOCUMENTS
from tools.wire_examples import EXAMPLES, exchanged, stray_json

PROTOCOL = (DOCUMENTS / "api.md").read_text(encoding="utf-8")
SHOWN = re.compile(r"<!-- example: (\w+) -->\n(.*?)<!-- end -->", re.DOTALL)


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


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_what_the_session_sends(name: str) -> None:
    shown = {found: body.strip() for found, body in SHOWN.findall(PROTOCOL)}
    assert shown[name] == EXAMPLES[name]().strip(), "write it again: make docs"
