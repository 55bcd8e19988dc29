"""Whole evenings as a guest sees them: each prompt is answered as the transcript shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from puntobanco.announcer import WIDTH

FOLDER = Path(__file__).parent / "transcripts"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_evening_is_told_like_this(
    file: Path, replay: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    transcript = file.read_text(encoding="utf-8")
    assert replay(transcript) == transcript


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_transcript_fits_the_screen(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert all(len(line) <= WIDTH and line.isprintable() for line in lines)
