from __future__ import annotations

from io import StringIO

import pytest

from puntobanco.errors import shown
from puntobanco.terminal.console import Console, Look, look_for


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


XTERM = {"TERM": "xterm"}


def test_a_real_terminal_gets_colour() -> None:
    assert look_for(None, XTERM, Terminal(), Terminal()) is Look.COLOUR


@pytest.mark.parametrize(
    "environment",
    [{}, {"TERM": ""}, {"TERM": "dumb"}, XTERM | {"NO_COLOR": "1"}, XTERM | {"ACCESSIBLE": "1"}],
    ids=str,
)
def test_the_environment_may_ask_for_plain_text(environment: dict[str, str]) -> None:
    assert look_for(None, environment, Terminal(), Terminal()) is Look.PLAIN


def test_an_empty_variable_asks_for_nothing() -> None:
    assert look_for(None, XTERM | {"NO_COLOR": ""}, Terminal(), Terminal()) is Look.COLOUR


def test_pipes_and_a_wish_make_it_plain() -> None:
    assert look_for(Look.PLAIN, XTERM, Terminal(), Terminal()) is Look.PLAIN
    assert look_for(None, XTERM, StringIO(), Terminal()) is Look.PLAIN
    assert look_for(None, XTERM, Terminal(), StringIO()) is Look.PLAIN


def test_what_comes_through_a_pipe_is_written_like_on_a_screen() -> None:
    sink = StringIO()
    console = Console(StringIO(" p 25 \n"), sink, look=Look.PLAIN)
    assert console.ask("Bet?") == "p 25"
    with pytest.raises(EOFError):
        console.ask("Bet?")
    assert sink.getvalue() == "Bet? p 25\nBet? \n"


def test_a_terminal_echoes_by_itself() -> None:
    sink = Terminal()
    assert Console(Terminal("x\n"), sink, look=Look.PLAIN).ask("Bet?") == "x"
    assert sink.getvalue() == "Bet? "


def test_a_last_line_without_an_end_counts() -> None:
    assert Console(StringIO("q"), StringIO(), look=Look.PLAIN).ask("Bet?") == "q"


def test_what_was_typed_is_safe_to_print() -> None:
    assert shown("\x1b[2Jhello\0") == "?[2Jhello?"
    assert shown("a" * 100) == "a" * 24 + "…"
