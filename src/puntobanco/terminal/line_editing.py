"""A line that can be edited while it is typed, on a real terminal."""

from __future__ import annotations

import os
from select import select
from typing import Any

CTRL_C = "\x03"
TERMINAL = 0
"""Standard input."""


def edited_line(prompt: str) -> str:
    """What is typed after a prompt; `EOFError` at Ctrl-D and `KeyboardInterrupt` at Ctrl-C.

    Both come as keys, in their turn, so that neither is lost in the moment in which the prompt is
    shown. A signal would not be heard between the prompt and the wait for a key.
    """
    import readline  # noqa: PLC0415 - slow to load, and importing it lets the line be edited

    if "libedit" in (readline.__doc__ or ""):  # which has other words for keys
        return input(prompt)
    import termios  # noqa: PLC0415 - there is none on Windows, nor readline

    def took_over() -> None:
        """A Ctrl-D that the terminal took before, as the end of a line, is waiting as NUL.

        Later, NUL is Ctrl-Space.
        """
        early, _, _ = select([TERMINAL], [], [], 0)
        readline.parse_and_bind(r'"\C-@": "\C-d"' if early else r'"\C-@": set-mark')

    readline.set_startup_hook(took_over)
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
    """The attributes of a terminal in which a special key is a key like others."""
    *modes, keys = attributes
    none = bytes([os.fpathconf(TERMINAL, "PC_VDISABLE")])
    return [*modes, [none if each == special else key for each, key in enumerate(keys)]]
