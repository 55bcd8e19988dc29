"""docs/api.md says everything that the server can say, and nothing that it cannot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puntobanco.table.events import PRIVATE
from puntobanco.web.hall.sockets import POLICY_VIOLATION
from puntobanco.web.http.guard import POLICY
from puntobanco.web.http.openapi import description
from puntobanco.web.http.shutdown import SERVICE_RESTART
from puntobanco.web.http.socket import UNSUPPORTED_DATA
from puntobanco.web.room.outbox import TABLE_CLOSED, TOO_SLOW
from puntobanco.web.room.refusals import CODES
from puntobanco.wire import EVENT_KINDS
from puntobanco.wire.commands import COMMAND_KINDS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SOURCE = "".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "src" / "puntobanco" / "web").rglob("*.py")
)
PRIVATE_KINDS = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", each.__name__).lower() for each in PRIVATE}


@pytest.mark.parametrize("kind", [kind for kind in EVENT_KINDS if kind not in PRIVATE_KINDS])
def test_every_public_event_is_described(kind: str) -> None:
    assert f"| `{kind}` |" in TEXT


@pytest.mark.parametrize("kind", sorted(PRIVATE_KINDS))
def test_no_private_event_is_described(kind: str) -> None:
    assert kind not in TEXT


@pytest.mark.parametrize("kind", COMMAND_KINDS)
def test_every_command_is_described(kind: str) -> None:
    assert f"| `{kind}` |" in TEXT


@pytest.mark.parametrize(
    "kind", sorted(set(re.findall(r'"type": "([a-z]+)"', SOURCE)) - {"apiKey"})
)
def test_every_frame_is_described(kind: str) -> None:
    if kind not in {"object", "string", "integer", "number", "boolean", "array", "null", "http"}:
        assert f"**`{kind}`**" in TEXT


@pytest.mark.parametrize("code", sorted(set(re.findall(r'Refused\("([a-z_]+)"', SOURCE))))
def test_every_refusal_is_described(code: str) -> None:
    assert f"`{code}`" in TEXT


REFUSALS = {
    *re.findall(r'Refused\("([a-z_]+)"', SOURCE),
    *CODES.values(),
    *("illegal", "log", "unknown_command", "malformed"),
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
    (listed,) = re.findall(r"^\*\*`refused`\*\*.*?^$", TEXT, re.MULTILINE | re.DOTALL)
    http_only = {"not_yours", "occupied", "name", "full"}
    assert code in http_only or f"`{code}`" in listed


@pytest.mark.parametrize("status, code", sorted({*STATUSES}))
def test_every_error_is_listed_with_its_status(status: str, code: str) -> None:
    (row,) = re.findall(rf"^\| {status} \|.*$", TEXT, re.MULTILINE)
    assert f"`{code}`" in row


@pytest.mark.parametrize("code", sorted(CLOSINGS))
def test_every_closing_code_is_listed(code: int) -> None:
    assert re.search(rf"^\| (\d+, )?{code}(, \d+)? \|", TEXT, re.MULTILINE)


@pytest.mark.parametrize("path", description("cookie")["paths"])
def test_every_path_is_described(path: str) -> None:
    written = path.replace("{file}", "{n}.bgn")
    assert f"{written}`" in TEXT


def test_the_policy_is_the_one_described() -> None:
    assert POLICY in re.sub(r"\s+", " ", TEXT)
