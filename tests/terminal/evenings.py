"""Evenings of the terminal in every language: typed as in the English transcripts."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from puntobanco.cli import main
from puntobanco.words import LANGUAGES
from tests.terminal.conftest import PROMPT

FOLDER = Path(__file__).parent / "transcripts"
ENGLISH = sorted(path for path in FOLDER.glob("*.txt") if path.stem != "round")
"""All transcripts but `round`, which is always in English."""

CHANGING = re.compile(r"[0-9a-f]{64}$|[^\s：]*\.bgn$", re.MULTILINE)
"""Text that contains the table's name, which changes every evening."""


def golden(transcript: Path, language: str) -> Path:
    return FOLDER / language / transcript.name


def commands(transcript: str) -> list[tuple[list[str], list[str]]]:
    found: list[tuple[list[str], list[str]]] = []
    for line in transcript.splitlines():
        if line.startswith("$ "):
            found.append((shlex.split(line)[2:], []))
        elif prompted := PROMPT.fullmatch(line):
            found[-1][1].append(prompted[2])
    return found


def told(transcript: Path, language: str) -> str:
    with TemporaryDirectory() as home:
        settings = {"HOME": home, "XDG_DATA_HOME": "", "PUNTOBANCO_LANGUAGE": language}
        with patch.dict(os.environ, settings), contextlib.chdir(FOLDER):
            texts = [_printed(*each) for each in commands(transcript.read_text("utf-8"))]
    return CHANGING.sub("…", "".join(texts))


def _printed(arguments: list[str], typed: list[str]) -> str:
    source = io.TextIOWrapper(io.BytesIO("".join(f"{line}\n" for line in typed).encode()), "utf-8")
    sink = io.StringIO()
    typing, printing = patch.object(sys, "stdin", source), contextlib.redirect_stdout(sink)
    with typing, printing, contextlib.suppress(SystemExit):
        main(arguments)
    return sink.getvalue()


def goldens() -> dict[Path, str]:
    others = [language for language in LANGUAGES if language != "en"]
    return {
        golden(transcript, language): told(transcript, language)
        for language in others
        for transcript in ENGLISH
    }
