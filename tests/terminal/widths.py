"""One evening on terminals of several widths, typed in a pseudo-terminal, and through a pipe."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from .evenings import FOLDER
from .live import Screen, on_screen

KEPT = ((20, "en"), (40, "en"), (80, "en"), (200, "en"), (20, "fr"), (20, "zh-Hant"))
"""The widths and languages whose evening is kept."""

PLAY = ("play", "--seed", "width", "--language")

ASKS = {"en": "Tie? ", "fr": "Égalité\u00a0? ", "zh-Hant": "和？ "}
BANKROLL = {"en": "dollars? ", "fr": "dollars\u00a0? ", "zh-Hant": "元？ "}

TYPED = (
    *("p 25", "b 10", "t 5", "s 1 5", "x", "i", "x", "r", "rr", "d", "m", "f", "v full"),
    *("p 5 t 5 pp 10", "m", "a", "aa", "w", "w b", "x 3", "z"),
    *("x", "=", "u", "z", "p 2.50", "p 100000", "nonsense", "?", "v terse", "x", "f rosebud"),
)

CHANGING = re.compile(r"\b[0-9a-f]{64}\b|[^\s：]*\.bgn\b")
"""What the name of a table, which is another one every evening, gets into."""


def on_terminal(columns: int, language: str, *options: str) -> str:
    """What is on a terminal of this width at the end of the evening, without its colours."""
    with TemporaryDirectory() as home:
        settings = {"HOME": home, "XDG_DATA_HOME": ""}
        with on_screen(*PLAY, language, *options, columns=columns, **settings) as screen:
            _type(screen, language)
            return CHANGING.sub("…", screen.text)


def _type(screen: Screen, language: str) -> None:
    screen.wait_for(BANKROLL[language])
    screen.type("1000", then=ASKS[language])
    for line in TYPED:
        screen.type(line, then=ASKS[language])
    screen.press("q\n")
    assert screen.end() == 0


def through_pipe(run: Callable[..., str], language: str = "en") -> str:
    """What is printed when the same is typed through a pipe."""
    typed = "".join(f"{line}\n" for line in ("1000", *TYPED, "q"))
    return CHANGING.sub("…", run(*PLAY, language, typed=typed))


def golden(columns: int, language: str) -> Path:
    """Where the evening is kept."""
    return FOLDER / "columns" / f"{language}-{columns}.txt"


def goldens() -> dict[Path, str]:
    """Every evening that is kept."""
    return {golden(*each): on_terminal(*each, "--plain") for each in KEPT}


def letters(text: str) -> str:
    """A text without its spaces and line ends."""
    return "".join(text.split())


def line_starts(text: str) -> dict[int, str]:
    """The lines that are not indented, each by the number of letters before it."""
    starts, before = {}, 0
    for line in text.splitlines():
        if line[:1].strip():
            starts[before] = line
        before += len(letters(line))
    return starts


def sentence_starts(text: str) -> set[int]:
    """How many letters stand before each sentence, where a line that is not indented begins one."""
    ends = re.finditer(r"(?<=\S[.!?]) +(?=\S)|(?<=[。！？])(?=\S)", text)
    return {*line_starts(text), *(len(letters(text[: found.start()])) for found in ends)}


def until_leaving(text: str, language: str) -> str:
    """All that was said before the last question: what follows names files."""
    return text.rpartition(ASKS[language].strip())[0]
