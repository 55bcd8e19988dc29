"""Evenings of the terminal in every language: typed as in the English transcripts."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from puntobanco.words import LANGUAGES
from tests.running import CHANGING, ran
from tests.terminal.conftest import PROMPT

FOLDER = Path(__file__).parent / "transcripts"
TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))
TRANSLATED = [path for path in TRANSCRIPTS if path.stem != "round"]
"""All transcripts but `round`, which is always in English."""

IN_OTHER_WORDS = re.compile(r"[0-9a-f]{64}$|[^\s：]*\.bgn$", re.MULTILINE)
"""`CHANGING`, in any language."""


def golden(transcript: Path, language: str) -> Path:
    return transcript if language == "en" else FOLDER / language / transcript.name


def told(transcript: Path, language: str) -> str:
    """Type what a transcript has after its prompts. Return the new one.

    Lines that begin with ``$`` start a command; all commands share one home.
    """
    said, parts = "", transcript.read_text("utf-8").split("$ puntobanco ")[1:]
    with TemporaryDirectory() as home:
        settings = {"HOME": home, "XDG_DATA_HOME": "", "PUNTOBANCO_LANGUAGE": language}
        with patch.dict(os.environ, settings), contextlib.chdir(FOLDER):
            for command, _, text in (part.partition("\n") for part in parts):
                typed = [
                    found[2] for line in text.splitlines() if (found := PROMPT.fullmatch(line))
                ]
                if "Interrupted" in text:
                    typed.pop()  # the end of input
                played = ran(*shlex.split(command), typed="".join(f"{line}\n" for line in typed))
                said += f"$ puntobanco {command}\n{played.out}{played.err}"
    return (CHANGING if language == "en" else IN_OTHER_WORDS).sub("…", said)


def goldens() -> dict[Path, str]:
    others = [language for language in LANGUAGES if language != "en"]
    return {
        golden(transcript, language): told(transcript, language)
        for language in others
        for transcript in TRANSLATED
    }
