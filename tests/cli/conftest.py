"""Run the command `puntobanco` in this process or in its own."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from puntobanco.cli import main


@dataclass(frozen=True)
class Ran:
    """The exit code and output of a command."""

    code: int
    out: str
    err: str

    @property
    def refusal(self) -> str:
        """The one line on standard error of a refused command."""
        assert self.code == 2
        assert self.out == ""
        (line,) = self.err.splitlines()
        return line.removeprefix("puntobanco: ")


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the real `main` with these arguments and this standard input."""

    def ran(*arguments: str, typed: str = "") -> Ran:
        stdin = io.TextIOWrapper(io.BytesIO(typed.encode("utf-8", "surrogateescape")))
        monkeypatch.setattr("sys.stdin", stdin)
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
        out, err = capsys.readouterr()
        code = left.value.code
        assert isinstance(code, int)
        return Ran(code, out, err)

    return ran


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Start:
    """Start the command in its own process."""

    def started(*arguments: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", "puntobanco", *arguments]
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8")

    return started
