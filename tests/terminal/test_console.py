from __future__ import annotations

from io import StringIO

import pytest

from puntobanco.terminal.console import Console, Look, look_for


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


XTERM = {"TERM": "xterm"}


@pytest.mark.parametrize(
    "environment,look",
    [
        (XTERM, Look.COLOUR),
        (XTERM | {"NO_COLOR": ""}, Look.COLOUR),
        (XTERM | {"NO_COLOR": "1"}, Look.PLAIN),
        (XTERM | {"ACCESSIBLE": "1"}, Look.PLAIN),
        ({"TERM": "dumb"}, Look.PLAIN),
        ({"TERM": ""}, Look.PLAIN),
        ({}, Look.PLAIN),
    ],
    ids=str,
)
def test_the_environment_chooses_the_look(environment: dict[str, str], look: Look) -> None:
    assert look_for(None, environment, Terminal(), Terminal()) is look


def test_pipes_and_a_wish_make_it_plain() -> None:
    assert look_for(Look.PLAIN, XTERM, Terminal(), Terminal()) is Look.PLAIN
    assert look_for(None, XTERM, StringIO(), Terminal()) is Look.PLAIN
    assert look_for(None, XTERM, Terminal(), StringIO()) is Look.PLAIN


def test_a_last_line_without_an_end_counts() -> None:
    assert Console(StringIO("q"), StringIO(), look=Look.PLAIN).ask("Bet?") == "q"
