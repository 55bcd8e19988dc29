"""A line that can be edited while it is typed, on a real terminal."""

from __future__ import annotations

from select import select


def edited_line(prompt: str) -> str:
    """What is typed after a prompt; `EOFError` at Ctrl-D, also at one that was pressed early.

    Line editing reads keys and not lines. A Ctrl-D that the terminal took before, as the end of a
    line, is handed over as NUL, which is otherwise the key Ctrl-Space. So NUL is Ctrl-D where it
    was waiting when line editing took over.
    """
    import readline  # noqa: PLC0415 - slow to load, and importing it lets the line be edited

    def took_over() -> None:
        early, _, _ = select([0], [], [], 0)
        readline.parse_and_bind(r'"\C-@": "\C-d"' if early else r'"\C-@": set-mark')

    readline.set_startup_hook(took_over)
    return input(prompt)
