"""Console: prints lines and asks for one, on a terminal, plain or in colour, or through a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from enum import Enum
from io import TextIOWrapper
from typing import TextIO

from puntobanco.errors import shown
from puntobanco.terminal.line_editing import read_edited_line

LONGEST_ANSWER = 4_096
"""The most letters of an answer that are read; the rest of its line is skipped."""


class Look(Enum):
    """Plain text and nothing else, or decorated with colour."""

    PLAIN = "plain"
    COLOUR = "colour"


def look_for(wanted: Look | None, environment: Mapping[str, str], *streams: TextIO) -> Look:
    """Colour only where every stream is a real terminal and nobody has asked for plain text."""
    asked = any(environment.get(name) for name in ("ACCESSIBLE", "NO_COLOR"))
    dumb = environment.get("TERM", "dumb") in ("", "dumb")
    if wanted is Look.PLAIN or asked or dumb or not all(each.isatty() for each in streams):
        return Look.PLAIN
    return Look.COLOUR


class Console:
    """Where the game is printed. Append-only: nothing is ever moved, framed or erased."""

    def __init__(self, source: TextIO, sink: TextIO, *, look: Look) -> None:
        self._source = source
        self._sink = sink
        self.look = look
        for stream in (source, sink):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")

    @classmethod
    def here(cls, wanted: Look | None = None) -> Console:
        """The console that this process was started with."""
        look = look_for(wanted, os.environ, sys.stdin, sys.stdout)
        return cls(sys.stdin, sys.stdout, look=look)

    @property
    def is_terminal(self) -> bool:
        """Whether it is a terminal, with a person in front of it."""
        return self._source.isatty() and self._sink.isatty()

    @property
    def asks_freely(self) -> bool:
        """Whether it may ask optional questions: about seeds and records."""
        return self.look is Look.COLOUR

    def greet(self, line: str) -> None:
        """Print the first line at once, before anything slow is loaded for colour."""
        self._sink.write(f"{line}\n")
        self._sink.flush()

    def say(self, lines: Iterable[str]) -> None:
        """Print lines."""
        text = "".join(f"{line}\n" for line in lines)
        if self.look is Look.COLOUR:
            from puntobanco.terminal.colour import ESCAPE_CODES  # noqa: PLC0415 - few need colour

            text = text.translate(ESCAPE_CODES)
        self._sink.write(text)
        self._sink.flush()

    def ask(self, prompt: str) -> str:
        """Print a prompt and read a line, without the space around it; `EOFError` at the end.

        An answer that comes through a pipe is printed, so that the output reads like a terminal's.
        """
        if self.look is Look.COLOUR:
            return self._ask_with_editing(prompt)
        self._sink.write(f"{prompt} ")
        self._sink.flush()
        line = self._source.readline(LONGEST_ANSWER)
        if not self._source.isatty():
            self._sink.write(f"{shown(line, LONGEST_ANSWER)}\n")
        elif not line or not self._sink.isatty():
            self._sink.write("\n")
        if not line:
            self._sink.flush()
            raise EOFError
        self._skip_rest_of(line)
        return line.strip()

    def _skip_rest_of(self, line: str) -> None:
        while len(line) == LONGEST_ANSWER and not line.endswith("\n"):
            line = self._source.readline(LONGEST_ANSWER)

    def _ask_with_editing(self, prompt: str) -> str:
        try:
            return read_edited_line(f"{prompt} ").strip()
        except EOFError:
            self.say([""])
            raise
