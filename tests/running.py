"""Run the command `puntobanco` in this process, with lines that are typed."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import pytest

from puntobanco.cli import main

CHANGING = re.compile(r"(?<=^Commitment: )[0-9a-f]{64}$|(?<=^Record: ).*$", re.MULTILINE)
"""Text that contains the table's name, which changes every evening."""


@dataclass(frozen=True)
class Ran:
    """The exit code and output of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def data(self) -> Any:  # noqa: ANN401 - JSON
        """The JSON of a command that succeeded and reported nothing else."""
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)

    @property
    def printed(self) -> str:
        """The output, without the parts that change every evening."""
        return CHANGING.sub("…", self.out)

    @property
    def refusal(self) -> str:
        """The one line on standard error of a refused command."""
        assert (self.code, self.out) == (2, "")
        (line,) = self.err.splitlines()
        return line.removeprefix("puntobanco: ")


Run = Callable[..., Ran]


def ran(*arguments: object, typed: str | bytes | None = "") -> Ran:
    """Call the real `main` with these arguments and this standard input. None closes it."""
    raw = typed.encode("utf-8", "surrogateescape") if isinstance(typed, str) else typed or b""
    source, out, err = (
        io.TextIOWrapper(io.BytesIO(each), "utf-8", write_through=True) for each in (raw, b"", b"")
    )
    typing = patch.object(sys, "stdin", None if typed is None else source)
    leaving = pytest.raises(SystemExit)
    with typing, redirect_stdout(out), redirect_stderr(err), leaving as left:
        main([str(each) for each in arguments])
    assert isinstance(left.value.code, int)
    return Ran(left.value.code, _text(out), _text(err))


def _text(stream: io.TextIOWrapper) -> str:
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()
