"""A line that can be edited while it is typed, on a real terminal."""

from __future__ import annotations

import os
from select import select
from typing import Any

CTRL_C = "\x03"
TERMINAL = 0
"""Standard input."""


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
    """The attributes of a terminal with one special key disabled."""
    *modes, keys = attributes
    none = bytes([os.fpathconf(TERMINAL, "PC_VDISABLE")])
    return [*modes, [none if each == special else key for each, key in enumerate(keys)]]
