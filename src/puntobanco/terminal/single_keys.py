"""Single key presses, without Enter."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select

END = "\x04"
EARLY_END = "\0"
"""A Ctrl-D that was pressed before the terminal was switched from lines to keys."""
ESCAPE = "\x1b"


@contextmanager
def single_keys(terminal: int) -> Iterator[Callable[[], str]]:
    """Switch a terminal to single keys without echo, and restore it afterwards.

    Keys that were pressed earlier are read too; an arrow key counts as one press.
    """
    try:
        import termios  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        from click import getchar  # noqa: PLC0415 - only where it is needed

        yield getchar
        return
    before = termios.tcgetattr(terminal)
    without = termios.tcgetattr(terminal)
    without[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(terminal, termios.TCSANOW, without)
    try:
        yield _reader(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _reader(terminal: int) -> Callable[[], str]:
    early, _, _ = select([terminal], [], [], 0)
    waiting: list[str] = []

    def read() -> str:
        while not waiting:
            pressed = os.read(terminal, 1_024).decode(errors="replace")
            if not pressed:
                raise EOFError
            if early:
                early.clear()
                pressed = pressed.replace(EARLY_END, END)
            waiting.extend([pressed] if pressed.startswith(ESCAPE) else pressed)
        key = waiting.pop(0)
        if key == END:
            raise EOFError
        return key

    return read
