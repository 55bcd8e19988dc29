"""The game, run in this process through the real `main`, with typed lines or as a transcript."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from puntobanco.cli import main

Typed = Callable[..., "Ran"]

PROMPT = re.compile(
    r"(Player, Banker, Tie\?|Deal\?|Bankroll in dollars\?|Buy in for how many dollars\?"
    r"|Amount on [\w ]+ \(Enter: none\)\?|Side bet and amount \(Enter: none\)\?"
    r"|Enter 1 or 2 to select your bet:|[A-Z][\w ,:$.]+ \(y/n\)\?) (.*)"
)
"""A prompt and the answer typed after it."""

CHANGING = re.compile(r"(?<=^Commitment: )[0-9a-f]{64}$|(?<=^Record: ).*$", re.MULTILINE)
"""Text that contains the table's name, which changes every evening."""


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def printed(self) -> str:
        """The output, without the parts that change every evening."""
        return CHANGING.sub("…", self.out)

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def after(lines: list[str], prompt: str) -> list[str]:
    """Return the lines between an answer and the next prompt."""
    start = lines.index(prompt) + 1
    asked = (at for at, line in enumerate(lines[start:], start) if "? " in line)
    return lines[start : next(asked)]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    def ran(*arguments: str, typed: str | bytes = "") -> Ran:
        raw = typed if isinstance(typed, bytes) else typed.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
        out, err = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Ran(left.value.code, out, err)

    return ran


@pytest.fixture
def play(run: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Play in a file of this test's own: the arguments, then the lines that are typed."""
    monkeypatch.chdir(tmp_path)

    def ran(*arguments: str, typed: str | bytes = "") -> Ran:
        return run("play", "--db", "tables.db", *arguments, typed=typed)

    return ran


@pytest.fixture
def replay(run: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Type the answers of a transcript. Return the new transcript.

    Lines that begin with ``$`` start a command; all commands share one home.
    """
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)

    def replayed(transcript: str) -> str:
        printed = ""
        for part in re.split(r"^\$ puntobanco ", transcript, flags=re.MULTILINE)[1:]:
            command, _, text = part.partition("\n")
            answers = [found[2] for line in text.splitlines() if (found := PROMPT.fullmatch(line))]
            if text.splitlines()[-1:] and "Interrupted" in text:
                answers.pop()
            typed = "".join(f"{answer}\n" for answer in answers)
            ran = run(*shlex.split(command), typed=typed)
            printed += f"$ puntobanco {command}\n{ran.out}{ran.err}"
        return CHANGING.sub("…", printed)

    return replayed
