"""docs/api.md says everything that the server can say, and nothing that it cannot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puntobanco.table.events import PRIVATE
from puntobanco.web.guard import POLICY
from puntobanco.web.openapi import description
from puntobanco.wire import KINDS
from puntobanco.wire.commands import KINDS as COMMANDS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SOURCE = "".join(
    path.read_text(encoding="utf-8") for path in (ROOT / "src" / "puntobanco" / "web").glob("*.py")
)
PRIVATE_KINDS = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", each.__name__).lower() for each in PRIVATE}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in PRIVATE_KINDS])
def test_every_public_event_is_described(kind: str) -> None:
    assert f"| `{kind}` |" in TEXT


@pytest.mark.parametrize("kind", sorted(PRIVATE_KINDS))
def test_no_private_event_is_described(kind: str) -> None:
    assert kind not in TEXT


@pytest.mark.parametrize("kind", COMMANDS)
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


@pytest.mark.parametrize("path", description("cookie")["paths"])
def test_every_path_is_described(path: str) -> None:
    written = path.replace("{file}", "{n}.bgn")
    assert f"{written}`" in TEXT


def test_the_policy_is_the_one_described() -> None:
    assert POLICY in re.sub(r"\s+", " ", TEXT)
