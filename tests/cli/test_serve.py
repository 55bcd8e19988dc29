"""What `serve` refuses before it listens anywhere."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from puntobanco.store import Store
from tests.cli.conftest import Run, Start


@pytest.mark.parametrize(
    "options, said",
    [
        (("--host", "0.0.0.0"), "--host 0.0.0.0 lets others in, so --origin must say"),  # noqa: S104 - refused
        (("--lan", "--host", "0.0.0.0"), "--lan needs one address such as 192.168.1.5, not '0.0"),  # noqa: S104 - refused
        (("--lan", "--host", "cards.example.org"), "--lan needs one address such as 192.168.1.5"),
        (("--host", ""), "--host lets others in, so --origin must say"),
        (("--lan", "--host", ""), "--lan needs one address such as 192.168.1.5, not ''"),
        (("--lan", "--host", "a\nb"), "--lan needs one address such as 192.168.1.5"),
        (("--lan", "--origin", "http://cards.example.org"), "--lan is for one's own network"),
        (
            ("--host", "::", "--origin", "cards.example"),
            "Invalid value for '--origin': 'cards.exam",
        ),
        *(
            (("--proxy", text), f"Invalid value for '--proxy': {text!r} is not an address such as")
            for text in ("", "localhost", "127.0.0.1:80", "10.0.0.0/8", "*", "::1]")
        ),
    ],
)
def test_an_address_that_no_guest_could_come_by_is_refused(
    run: Run, options: tuple[str, ...], said: str
) -> None:
    assert run("serve", *options).refusal.startswith(said)


def test_a_port_or_a_file_that_another_server_has_is_named(
    run: Run, start: Start, tmp_path: Path
) -> None:
    path = tmp_path / "hall.db"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        with start("serve", "--port", port, "--db", str(path)) as process:
            _, said = process.communicate()
        assert (process.returncode, said.count("\n"), port in said) == (2, 1, True)
    with Store.open(path):
        assert "another puntobanco" in run("serve", "--port", "0", "--db", path).refusal


def test_without_a_network_one_is_told_how_to_name_an_address(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puntobanco.cli.commands.serve.own_address", lambda: None)
    assert run("serve", "--lan").refusal == (
        "no address of this machine in a network was found; --lan --host ADDRESS names one"
    )
