"""Colour for lines that mean the same without it. Only this module imports rich."""

from __future__ import annotations

import re
from io import StringIO

from rich.console import Console
from rich.text import Text

from puntobanco.announcer.lines import columns_of
from puntobanco.announcer.words import Catalogue, catalogue
from puntobanco.terminal.console import Paint

_NAMES = {
    "bold bright_blue": ("side.player",),
    "bold bright_red": ("side.banker",),
    "bold bright_green": ("bet.tie", "coup.result.tie"),
}
"""Names that are coloured wherever they stand."""

_KEY_WORDS = {
    "bold green": ("settled.won",),
    "bold red": ("settled.lost",),
    "bold yellow": ("coup.cut_card", "coup.last", "shuffle", "burned", "burned.hidden"),
}
"""Lines whose key word is coloured."""

_KEY_WORD = re.compile(r"[^:：,，{]*[^:：,，{\s]")
"""The beginning of a template up to the first sign or fact."""


def _patterns(words: Catalogue) -> dict[str, str]:
    """Regular expressions with their styles, in the words of a language."""
    texts = words.texts
    coup, _, _ = texts["coup.number"].partition("{coup}")
    before, _, after = map(re.escape, texts["bankroll"].partition("{bankroll}"))
    return {
        **{_name(texts[id_]): style for style, ids in _NAMES.items() for id_ in ids},
        **{f"^{_start(texts[id_])}": style for style, ids in _KEY_WORDS.items() for id_ in ids},
        rf"^{re.escape(coup)}\d+": "bold",
        rf"(?<=^{before}).+(?={after}$)": "bold",
    }


def _name(text: str) -> str:
    """A name as a regular expression: a whole word, where the language parts words."""
    name = _start(text)
    return name if columns_of(name) > len(name) else rf"(?<!\w){name}(?!\w)"


def _start(text: str) -> str:
    """The key word of a template, as a regular expression."""
    found = _KEY_WORD.match(text)
    return re.escape(found[0]) if found else "(?!)"


def painter(language: str = "en") -> Paint:
    """A function that adds colour to a line; without its escape codes the line is the same."""
    patterns = _patterns(catalogue(language))
    sink = StringIO()
    console = Console(
        file=sink, force_terminal=True, highlight=False, markup=False, emoji=False, soft_wrap=True
    )

    def paint(line: str) -> str:
        text = Text(line)
        for pattern, style in patterns.items():
            text.highlight_regex(pattern, style)
        sink.seek(0)
        sink.truncate()
        console.print(text, end="")
        return sink.getvalue()

    return paint
