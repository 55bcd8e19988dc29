"""docs/api.md says everything that the server can say, and nothing that it cannot."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from puntobanco.web.hall.sockets import POLICY_VIOLATION
from puntobanco.web.http.guard import POLICY
from puntobanco.web.http.openapi import openapi
from puntobanco.web.http.socket import UNSUPPORTED_DATA
from puntobanco.web.room.audience import SERVICE_RESTART, TABLE_CLOSED, TOO_SLOW
from puntobanco.web.room.refusals import CODES
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


@pytest.mark.parametrize("kind", PUBLIC_EVENTS)
def test_every_public_event_is_described(kind: str) -> None:
    assert f"| `{kind}` |" in TEXT


@pytest.mark.parametrize("kind", sorted(PRIVATE_KINDS))
def test_no_private_event_is_described(kind: str) -> None:
    assert kind not in TEXT


@pytest.mark.parametrize("kind", COMMAND_TYPES)
def test_every_command_is_described(kind: str) -> None:
    assert f"| `{kind}` |" in TEXT


@pytest.mark.parametrize("kind", [each.__struct_config__.tag for each in get_args(AnyFrame)])
def test_every_frame_is_described(kind: str) -> None:
    assert f"**`{kind}`**" in TEXT


REFUSALS = {
    *re.findall(r'Refused\("([a-z_]+)"', SOURCE),
    *CODES.values(),
    *("illegal", "log", "unknown", "unknown_command", "malformed"),
}
STATUSES = re.findall(r'Problem\(\s*(\d+), "([a-z_]+)"', SOURCE)
CLOSINGS = {
    TOO_SLOW,
    TABLE_CLOSED,
    SERVICE_RESTART,
    POLICY_VIOLATION,
    UNSUPPORTED_DATA,
    1002,
    1007,
    1009,
    1011,
}


@pytest.mark.parametrize("code", sorted(filter(None, REFUSALS)))
def test_every_code_of_a_refusal_is_listed(code: str) -> None:
    (listed,) = re.findall(r"^Its `code` is one of .*?^$", TEXT, re.MULTILINE | re.DOTALL)
    http_only = {"no_guest", "not_yours", "occupied", "name", "full"}
    assert f"`{code}`" in (TEXT if code in http_only else listed)


@pytest.mark.parametrize("status, code", sorted({*STATUSES}))
def test_every_error_is_listed_with_its_status(status: str, code: str) -> None:
    (row,) = re.findall(rf"^\| {status} \|.*$", TEXT, re.MULTILINE)
    assert f"`{code}`" in row


@pytest.mark.parametrize("code", sorted(CLOSINGS))
def test_every_closing_code_is_listed(code: int) -> None:
    assert re.search(rf"^\| (\d+, )?{code}(, \d+)? \|", TEXT, re.MULTILINE)


@pytest.mark.parametrize("path", openapi("cookie")["paths"])
def test_every_path_is_described(path: str) -> None:
    written = path.replace("{file}", "{n}.bgn")
    assert f"{written}`" in TEXT


def test_every_part_of_a_path_is_a_parameter_that_must_be_there() -> None:
    for path, described in openapi("cookie")["paths"].items():
        needed = {each["name"] for each in described.get("parameters", ()) if each.get("required")}
        assert needed == {*re.findall(r"{(\w+)}", path)}


def test_the_policy_is_the_one_described() -> None:
    assert POLICY in re.sub(r"\s+", " ", TEXT)
