"""One evening on terminals of several widths, typed in a pseudo-terminal, and through a pipe.

`python -m tests.terminal.widths FOLDER` plays it on the terminal that it is started at, once for
each width and language, which it sets itself: one process for all.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import termios
from collections.abc import Callable
from contextlib import chdir, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from puntobanco.announcer.catalogues import catalogue
from puntobanco.cli import main

from .evenings import FOLDER
from .live import Screen

PLAYED = ((20, "en"), (40, "en"), (80, "en"), (200, "en"), (20, "fr"), (20, "zh-Hant"))
"""The widths and languages of the evenings."""
KEPT = PLAYED[0], PLAYED[2]
"""The ones whose text is kept, to be read."""

LAUNCHER = ("play", "--make-launcher", "--sound", "--house", "ez")
PLAY = ("play", "--db", "tables.db", "--seed", "width", "--cards", "cards.txt", "--sound")
SHOE = ("shoe", "--seed", "width", "--cards", "cards.txt", "--decks", "1")
ROUND = ("round", "--house", "classroom_naturals_tie", "--cards", "9d 8s Kh Kc")
"""The commands of an evening; `round` is in English always."""

QUESTION, ROUND_QUESTION = ("? ", "？ "), "bet: "

TYPED = (
    *("lots", "1000", "p 25", "b 10", "t 5", "s 1 5", "x", "i", "x", "x", "r", "rr", "d", "m"),
    *("f", "v full", "p 5 t 5 pp 10", "m", "a", "aa", "w", "w dbp", "x 3", "z", "x", "=", "u", "z"),
    *("p 2.50", "p 100000", "nonsense", "?", "v terse", "x", "f rosebud", "v normal"),
    *("c felt y", "p", "ten", "10", "t", "", "p 5 d7 5", "q", "n", "b", "z", "p 20 dbp 5", "x 10"),
    *("z", "c", "c house ez", "s", "99", "1", "z", "e", "f", "d7 5 b 10", "x", "aa", "a"),
    *("c felt n", "z", "c level loud", "c sound n"),
)

CHANGING = re.compile(r"\b[0-9a-f]{64}\b|[^\s：]*\.(?:bgn|desktop)\b")
"""Text that contains the name of a table or folder, which changes every evening."""

BELL = "␇"
"""How the terminal's bell is kept."""


def on_terminal() -> dict[tuple[int, str], str]:
    module = "tests.terminal.widths"
    with TemporaryDirectory() as folder, Screen(folder, module=module, PATH=folder) as screen:
        for _ in PLAYED:
            _type(screen)
        assert screen.end() == 0
    _, *texts = re.split(r"^=== .*\n", screen.text, flags=re.MULTILINE)
    printed = (CHANGING.sub("…", text).replace("\a", BELL) for text in texts)
    return dict(zip(PLAYED, printed, strict=True))


def _type(screen: Screen) -> None:
    screen.wait_for(QUESTION)
    for line in TYPED:
        screen.type(line, then=QUESTION)
    screen.type("q", then=ROUND_QUESTION)
    screen.press("1\n")


def through_pipe(run: Callable[..., str]) -> str:
    typed = "".join(f"{line}\n" for line in (*TYPED, "q"))
    printed = (run(LAUNCHER), run(PLAY, typed=typed), run(SHOE), run(ROUND, typed="1\n"))
    return CHANGING.sub("…", "".join(printed))


def goldens(played: dict[tuple[int, str], str]) -> dict[Path, str]:
    return {
        FOLDER / "columns" / f"{language}-{columns}.txt": played[columns, language]
        for columns, language in KEPT
    }


def the_same(text: str, language: str) -> str:
    """Return a text without records and the felt, which a narrow terminal words differently."""
    texts = catalogue(language).texts
    for id_ in ("play.record.folder", "play.record", "play.felt.bets"):
        start = re.escape(texts[id_].partition("{")[0].strip())
        text = re.sub(rf"^{start}.*\n(?:[ \u3000].*\n)*", "", text, flags=re.MULTILINE)
    return text


def letters(text: str) -> str:
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
    """Count the letters before each sentence. A line that isn't indented starts a sentence."""
    ends = re.finditer(r"(?<=\S[.!?]) +(?=\S)|(?<=[。！？])(?=\S)", text)
    return {*line_starts(text), *(len(letters(text[: found.start()])) for found in ends)}


def prepare(folder: Path) -> None:
    (folder / "Desktop").mkdir(parents=True)
    shutil.copy(FOLDER / "columns" / "cards.txt", folder)


def _play(folder: Path) -> None:
    for columns, language in PLAYED:
        home = folder / f"{language}-{columns}"
        prepare(home)
        os.environ |= {"HOME": str(home), "PUNTOBANCO_LANGUAGE": language}
        termios.tcsetwinsize(0, (24, columns))
        sys.stdout.write(f"=== {columns} {language}\n")
        with chdir(home):
            for command in (LAUNCHER, (*PLAY, "--plain"), SHOE, ROUND):
                with suppress(SystemExit), open(0, encoding="utf-8", closefd=False) as sys.stdin:
                    main([*command])


if __name__ == "__main__":
    _play(Path(sys.argv[1]))
