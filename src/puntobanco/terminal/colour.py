"""Colour for lines that mean the same without it. Only this module imports rich."""

from __future__ import annotations

from io import StringIO

from rich.console import Console
from rich.text import Text

from puntobanco.terminal.console import Paint

_STYLES = {
    r"\bPlayer\b": "bold bright_blue",
    r"\bBanker\b": "bold bright_red",
    r"\b(Tie|Égalité)\b": "bold bright_green",
    r"^(Won|Paid):": "bold green",
    r"^Lost:": "bold red",
    r"^(Cut card|Last coup|Shuffle|Burn|Burn card)\b": "bold yellow",
    r"^Coup \d+": "bold",
    r"(?<=^Bankroll: )\S+(?=\.$)": "bold",
}


def painter() -> Paint:
    """A function that adds colour to a line; without its escape codes the line is the same."""
    sink = StringIO()
    console = Console(
        file=sink, force_terminal=True, highlight=False, markup=False, emoji=False, soft_wrap=True
    )

    def paint(line: str) -> str:
        text = Text(line)
        for pattern, style in _STYLES.items():
            text.highlight_regex(pattern, style)
        sink.seek(0)
        sink.truncate()
        console.print(text, end="")
        return sink.getvalue()

    return paint
