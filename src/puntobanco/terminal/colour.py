"""Colour for words that mean the same without it.

Marks go into the templates of a catalogue, before anything is worded: no line is searched for what
to colour, and a guest may be called Banker. The console turns marks into escape codes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from puntobanco.announcer.lines import MARKS, columns_of
from puntobanco.words import Catalogue

_NAMES = {
    "1;94": ("side.player",),
    "1;91": ("side.banker",),
    "1;92": ("bet.tie", "coup.result.tie"),
}
"""Names that are coloured wherever they stand, by the code of their colour: bold and bright."""

_KEY_WORDS = {
    "1;32": ("settled.won",),
    "1;31": ("settled.lost",),
    "1;33": ("coup.cut_card", "coup.last", "shuffle", "burned", "burned.hidden"),
}
"""Messages whose key word is coloured."""

_BOLD, _OFF = "1", "0"
_CODES = (_OFF, _BOLD, *_NAMES, *_KEY_WORDS)
_MARKS = dict(zip(_CODES, MARKS, strict=False))

ESCAPE_CODES = str.maketrans({mark: f"\x1b[{code}m" for code, mark in _MARKS.items()})
"""What marks become on a terminal, for `str.translate`."""

_KEY_WORD = re.compile(r"[^:：,，{]*[^:：,，{\s]")
"""The beginning of a template up to the first sign or fact."""


def coloured(words: Catalogue) -> Catalogue:
    """Return a catalogue with marks for colour."""
    return Catalogue(words.language, _marked_texts(words.texts), words.currency)


def _marked_texts(texts: Mapping[str, str]) -> dict[str, str]:
    codes = {_key_word(texts[id_]): code for code, ids in _NAMES.items() for id_ in ids}
    names = re.compile("|".join(map(_whole_word, sorted(codes, key=len, reverse=True))))

    def with_names(text: str) -> str:
        return names.sub(lambda found: _marked(found[0], codes[found[0]]), text)

    marked = {id_: with_names(text) for id_, text in texts.items()}
    for code, ids in _KEY_WORDS.items():
        for id_ in ids:
            word = _key_word(texts[id_])
            marked[id_] = _marked(word, code) + with_names(texts[id_].removeprefix(word))
    before, coup, after = texts["coup.number"].partition("{coup}")
    marked["coup.number"] = _marked(before + coup, _BOLD) + after
    marked["bankroll"] = texts["bankroll"].replace("{bankroll}", _marked("{bankroll}", _BOLD))
    return marked


def _key_word(text: str) -> str:
    found = _KEY_WORD.match(text)
    return found[0] if found else ""


def _whole_word(name: str) -> str:
    """Return a regular expression for a name: a whole word, if the language separates words."""
    is_wide = columns_of(name) > len(name)
    return re.escape(name) if is_wide else rf"(?<!\w){re.escape(name)}(?!\w)"


def _marked(text: str, code: str) -> str:
    return f"{_MARKS[code]}{text}{_MARKS[_OFF]}"
