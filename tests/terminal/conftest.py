"""The game in this process, with typed lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.running import Ran, Run, ran
from tests.terminal.live import Modes, Screen

Typed = Run
AtTable = Callable[..., AbstractContextManager[Screen]]

ASKS = "Player, Banker, Tie? "

PROMPT = re.compile(
    r"(Player, Banker, Tie\?|Deal\?|Bankroll in dollars\?|Buy in for how many dollars\?"
    r"|Amount on [\w ]+ \(Enter: none\)\?|Side bet and amount \(Enter: none\)\?"
    r"|Enter 1 or 2 to select your bet:|[A-Z][\w ,:$.]+ \(y/n\)\?) (.*)"
)
"""A prompt and the answer typed after it."""


def after(lines: list[str], prompt: str) -> list[str]:
    """Return the lines between an answer and the next prompt."""
    start = lines.index(prompt) + 1
    asked = (at for at, line in enumerate(lines[start:], start) if "? " in line)
    return lines[start : next(asked)]


@pytest.fixture
def at_table(tmp_path: Path) -> AtTable:
    """Play on a real terminal, at a table with $50; wait for a question."""
    game = ("play", "--db", str(tmp_path / "tables.db"), "--seed", "d", "--bank", "50")

    @contextmanager
    def seated(
        *arguments: str, asks: str = ASKS, columns: int = 80, modes: Modes = None, **env: str
    ) -> Iterator[Screen]:
        with Screen(*game, *arguments, columns=columns, modes=modes, **env) as screen:
            screen.wait_for(asks)
            yield screen

    return seated


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Play in a file of this test's own: the arguments, then the lines that are typed."""
    monkeypatch.chdir(tmp_path)

    def played(*arguments: str, typed: str | bytes = "") -> Ran:
        return ran("play", "--db", "tables.db", *arguments, typed=typed)

    return played
