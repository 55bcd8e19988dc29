"""The real program in a process of its own, on a real terminal or behind a pipe."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from contextlib import AbstractContextManager
from typing import Any

Modes = Any
"""What `termios` gets and sets."""

PATIENCE = 60.0
"""Seconds that a busy machine may need for an answer."""

LONGEST_QUESTION = 1_000
"""Bytes, escapes among them, within which all that is waited for fits."""

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
"""Colour, and what line editing tells the terminal."""


TAKE_TERMINAL = (
    "import fcntl, os, signal, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "signal.signal(signal.SIGINT, signal.SIG_DFL);"
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
)
"""Makes standard input the terminal that sends Ctrl-C and the end of a window.

Ctrl-C works even if the tests run in the background, with the signal ignored.
"""


class Screen(AbstractContextManager["Screen"]):
    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        module: str = "puntobanco",
        modes: Modes = None,
        **environment: str,
    ) -> None:
        self.master, slave = pty.openpty()
        if modes:
            termios.tcsetattr(slave, termios.TCSANOW, modes)
        termios.tcsetwinsize(slave, (24, columns))
        clean = {"NO_COLOR", "ACCESSIBLE", "TERM", "COLORTERM"}
        inherited = {key: value for key, value in os.environ.items() if key not in clean}
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, "-m", module, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={"TERM": "xterm-256color", **inherited, **environment},
        )
        os.close(slave)
        self.raw = b""

    @property
    def text(self) -> str:
        """The output, without escapes, carriage returns and an incomplete character at the end."""
        written = getincrementaldecoder("utf-8")().decode(self.raw)
        return ESCAPES.sub("", written).replace("\r", "")

    def _ends_with(self, wanted: str | tuple[str, ...]) -> bool:
        """Whether the screen ends with a text; only its end is read."""
        end = self.raw[-LONGEST_QUESTION:].decode(errors="replace")
        return ESCAPES.sub("", end).replace("\r", "").endswith(wanted)

    def wait_for(self, wanted: str | tuple[str, ...], *, after: int = -1) -> None:
        """Read until the screen ends with a text, after so many bytes."""
        until = time.monotonic() + PATIENCE
        while not (len(self.raw) > after and self._ends_with(wanted)):
            assert time.monotonic() < until, f"no {wanted!r} in {self.raw!r}"
            self._read(0.1)

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def type(self, line: str, *, then: str | tuple[str, ...]) -> None:
        self.press(f"{line}\n")
        self.wait_for(then, after=len(self.raw) + len(line))

    def end(self, keys: str = "") -> int:
        """Press the last keys, and return the exit code."""
        self.press(keys)
        until = time.monotonic() + PATIENCE
        while self._read(0.1):
            assert time.monotonic() < until, f"does not end: {self.raw!r}"
        return self.process.wait(PATIENCE)

    def hang_up(self) -> int:
        os.close(self.master)
        self.master = -1
        return self.process.wait(PATIENCE)

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        if self.master >= 0:
            os.close(self.master)

    def _read(self, seconds: float) -> bool:
        """Read what there is; False when the program has closed its side."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return True
        try:
            chunk = os.read(self.master, 65_536)
        except OSError:  # Linux says so when the last process has let go of the terminal
            return False
        self.raw += chunk
        return bool(chunk)
