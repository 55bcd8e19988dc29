"""docs/api.md says everything that the server can say, and nothing that it cannot."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from puntobanco.errors import OutcomeUnknown, StoreError
from puntobanco.web.hall.sockets import POLICY_VIOLATION
from puntobanco.web.http.guard import POLICY
from puntobanco.web.http.openapi import openapi
from puntobanco.web.http.requests import Problem
from puntobanco.web.http.routes import problem_of
from puntobanco.web.http.socket import UNSUPPORTED_DATA
from puntobanco.web.room.audience import SERVICE_RESTART, TABLE_CLOSED, TOO_SLOW
from puntobanco.web.room.refusals import CODES, Refused
from puntobanco.wire import EVENT_KINDS
from puntobanco.wire.commands import COMMAND_TYPES
from puntobanco.wire.events import PUBLIC_EVENTS
from puntobanco.wire.frames import AnyFrame

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SOURCE = "".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "src" / "puntobanco" / "web").rglob("*.py")
)
PRIVATE_KINDS = set(EVENT_KINDS) - PUBLIC_EVENTS.keys()


FRAMES = [each.__struct_config__.tag for each in get_args(AnyFrame)]
DESCRIBED = [
    *(f"| `{kind}` |" for kind in (*PUBLIC_EVENTS, *COMMAND_TYPES)),
    *(f"**`{kind}`**" for kind in FRAMES),
    *(f"{path.replace('{file}', '{n}.bgn')}`" for path in openapi("cookie")["paths"]),
]


def test_every_event_command_frame_and_path_is_described_and_no_private_event() -> None:
    assert [each for each in DESCRIBED if each not in TEXT] == []
    assert [kind for kind in PRIVATE_KINDS if kind in TEXT] == []


REFUSALS = {
    *re.findall(r'Refused\("([a-z_]+)"', SOURCE),
    *CODES.values(),
    *("illegal", "log", "unknown", "unknown_command", "malformed"),
}
STATUSES = re.findall(r'Problem\(\s*(\d+), "([a-z_]+)"', SOURCE)
CLOSINGS = [TOO_SLOW, TABLE_CLOSED, SERVICE_RESTART, POLICY_VIOLATION, UNSUPPORTED_DATA]
CLOSINGS += [1002, 1007, 1009, 1011]


def test_every_code_of_a_refusal_is_listed() -> None:
    (listed,) = re.findall(r"^Its `code` is one of .*?^$", TEXT, re.MULTILINE | re.DOTALL)
    http_only = {"no_guest", "not_yours", "occupied", "name", "full", "not_asked"}
    codes = filter(None, REFUSALS)
    assert [c for c in codes if f"`{c}`" not in (TEXT if c in http_only else listed)] == []


def test_every_error_is_listed_with_its_status_and_every_code_that_closes_a_socket() -> None:
    rows = dict(re.findall(r"^\| (\d+) \|(.*)$", TEXT, re.MULTILINE))
    assert [code for status, code in STATUSES if f"`{code}`" not in rows[status]] == []
    closings = [rf"^\| (\d+, )?{code}(, \d+)? \|" for code in CLOSINGS]
    assert [each for each in closings if not re.search(each, TEXT, re.MULTILINE)] == []


def test_every_part_of_a_path_is_a_parameter_that_must_be_there() -> None:
    for path, described in openapi("cookie")["paths"].items():
        needed = {each["name"] for each in described.get("parameters", ()) if each.get("required")}
        assert needed == {*re.findall(r"{(\w+)}", path)}


def test_the_policy_is_the_one_described() -> None:
    assert POLICY in re.sub(r"\s+", " ", TEXT)


@pytest.mark.parametrize(
    "error, status, code",
    [
        (Problem(404, "nowhere", "Nothing is here."), 404, "nowhere"),
        (Refused("no_seat", "Sit down first."), 409, "no_seat"),
        (Refused("too_often", "Wait."), 429, "too_often"),
        (Refused("closing", "The house closes."), 503, "closing"),
        (OutcomeUnknown("the disk failed"), 503, "unknown"),
        (StoreError("the disk is full"), 503, "log"),
    ],
)
def test_an_error_is_answered_by_its_status_and_code(
    error: Exception, status: int, code: str
) -> None:
    answer = problem_of(error).response
    facts = json.loads(bytes(answer.body))["error"]
    assert (answer.status_code, facts["code"]) == (status, code)
    assert answer.headers.get("retry-after") == ("1" if status in {429, 503} else None)
