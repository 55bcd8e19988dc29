"""Colour for lines that mean the same without it. Only this module imports rich."""

from __future__ import annotations

import re
from io import StringIO

from rich.console import Console
from rich.text import Text

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
    key_word = {id_: _start(texts[id_]) for ids in _KEY_WORDS.values() for id_ in ids}
    names = {
        rf"(?<!\w){_start(texts[id_])}(?!\w)": style for style, ids in _NAMES.items() for id_ in ids
    }
    starts = {f"^{key_word[id_]}": style for style, ids in _KEY_WORDS.items() for id_ in ids}
    coup, bankroll = (texts[id_].partition("{") for id_ in ("coup.number", "bankroll"))
    return {
        **names,
        **starts,
        rf"^{re.escape(coup[0])}\d+": "bold",
        rf"(?<=^{re.escape(bankroll[0])})\S+(?=\.$)": "bold",
    }


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
