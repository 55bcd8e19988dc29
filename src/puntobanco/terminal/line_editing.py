"""Edit a line as a shell does, and read single keys without Enter."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select
from typing import Any

CTRL_C = "\x03"
TERMINAL = 0


def read_edited_line(prompt: str) -> str:
    """Read a line after a prompt; `EOFError` at Ctrl-D and `KeyboardInterrupt` at Ctrl-C.

    Ctrl-C is read as a key, like Ctrl-D. As a signal it would be lost between the printing of the
    prompt and the moment when `readline` waits for a key.
    """
    try:
        import readline  # noqa: PLC0415 - slow to load, and importing it lets the line be edited
        import termios  # noqa: PLC0415 - there is none on Windows, whatever readline it has
    except ImportError:  # a Python may be built without them; the terminal's own editing is left
        return input(prompt)
    if "libedit" in (readline.__doc__ or ""):  # its key bindings have another syntax
        return input(prompt)

    def bind_nul() -> None:
        """Read a waiting NUL as Ctrl-D, and a later one as Ctrl-Space.

        The terminal turns a Ctrl-D into NUL if it was pressed before `readline` took over.
        """
        early, _, _ = select([TERMINAL], [], [], 0)
        readline.parse_and_bind(r'"\C-@": "\C-d"' if early else r'"\C-@": set-mark')

    readline.set_startup_hook(bind_nul)
    readline.parse_and_bind(r'"\C-c": "\C-v\C-c\C-m"')
    before = termios.tcgetattr(TERMINAL)
    try:
        termios.tcsetattr(TERMINAL, termios.TCSANOW, _without(before, termios.VINTR))
        line = input(prompt)
    finally:
        termios.tcsetattr(TERMINAL, termios.TCSANOW, before)
    if CTRL_C in line:
        raise KeyboardInterrupt
    return line


def _without(attributes: list[Any], special: int) -> list[Any]:
    *modes, keys = attributes
    none = bytes([os.fpathconf(TERMINAL, "PC_VDISABLE")])
    return [*modes, [none if each == special else key for each, key in enumerate(keys)]]


END = "\x04"
EARLY_END = "\0"
"""A Ctrl-D that was pressed before the terminal was switched from lines to keys."""
ESCAPE = "\x1b"


@contextmanager
def single_keys(terminal: int) -> Iterator[Callable[[], str]]:
    """Switch a terminal to single keys without echo, and restore it afterwards.

    Keys that were pressed earlier are read too. An arrow key counts as one press.
    """
    try:
        import termios  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        from click import getchar  # noqa: PLC0415 - only if needed

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
