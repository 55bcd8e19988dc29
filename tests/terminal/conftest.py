"""The game in this process, with typed lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.running import Ran, Run, ran

Typed = Run

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
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Play in a file of this test's own: the arguments, then the lines that are typed."""
    monkeypatch.chdir(tmp_path)

    def played(*arguments: str, typed: str | bytes = "") -> Ran:
        return ran("play", "--db", "tables.db", *arguments, typed=typed)

    return played
