"""What `serve` refuses before it listens anywhere."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


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
    ],
)
def test_an_address_that_no_guest_could_come_by_is_refused(
    run: Run, options: tuple[str, ...], said: str
) -> None:
    assert run("serve", *options).refusal.startswith(said)


def test_without_a_network_one_is_told_how_to_name_an_address(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puntobanco.cli.commands.serve.own_address", lambda: None)
    assert run("serve", "--lan").refusal == (
        "no address of this machine in a network was found; --lan --host ADDRESS names one"
    )
