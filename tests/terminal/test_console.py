from __future__ import annotations

from io import StringIO

import pytest

from puntobanco.terminal.console import Console, Style, style_for


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


XTERM = {"TERM": "xterm"}


@pytest.mark.parametrize(
    "environment,style",
    [
        (XTERM, Style.COLOUR),
        (XTERM | {"NO_COLOR": ""}, Style.COLOUR),
        (XTERM | {"NO_COLOR": "1"}, Style.PLAIN),
        (XTERM | {"ACCESSIBLE": "1"}, Style.PLAIN),
        ({"TERM": "dumb"}, Style.PLAIN),
        ({"TERM": ""}, Style.PLAIN),
        ({}, Style.PLAIN),
    ],
    ids=str,
)
def test_the_environment_chooses_the_style(environment: dict[str, str], style: Style) -> None:
    assert style_for(None, environment, Terminal(), Terminal()) is style


def test_pipes_and_a_wish_make_it_plain() -> None:
    assert style_for(Style.PLAIN, XTERM, Terminal(), Terminal()) is Style.PLAIN
    assert style_for(None, XTERM, StringIO(), Terminal()) is Style.PLAIN
    assert style_for(None, XTERM, Terminal(), StringIO()) is Style.PLAIN


def test_a_last_line_without_an_end_counts() -> None:
    assert Console(StringIO("q"), StringIO(), style=Style.PLAIN).ask("Bet?") == "q"
