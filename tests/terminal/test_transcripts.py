"""Whole evenings as a guest sees them: each prompt is answered as the transcript shows."""

from __future__ import annotations

import shlex
from itertools import pairwise
from pathlib import Path

import pytest

from puntobanco.announcer import WIDTH
from tests.running import CHANGING
from tests.terminal.conftest import PROMPT
from tests.terminal.evenings import FOLDER, TRANSCRIPTS, told
from tests.terminal.live import Screen


@pytest.mark.parametrize("file", TRANSCRIPTS, ids=lambda file: file.stem)
def test_an_evening_is_told_like_this(file: Path) -> None:
    transcript = file.read_text(encoding="utf-8")
    assert told(file, "en") == transcript
    assert all(len(line) <= WIDTH and line.isprintable() for line in transcript.splitlines())


@pytest.mark.parametrize("name", ["evening", "by_ear", "broke", "tie"])
def test_an_evening_is_told_like_this_on_a_real_terminal(name: str, tmp_path: Path) -> None:
    transcript = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    command, _, told = transcript.partition("\n")
    typed = [found for line in told.splitlines() if (found := PROMPT.fullmatch(line))]
    arguments = shlex.split(command.removeprefix("$ puntobanco "))
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": ""}
    with Screen(*arguments, "--plain", columns=WIDTH, **home) as screen:
        screen.wait_for(f"{typed[0][1]} ")
        for this, then in pairwise(typed):
            screen.type(this[2], then=f"{then[1]} ")
        assert screen.end(f"{typed[-1][2]}\n") == 0
    said = CHANGING.sub("…", screen.text)
    said = said.replace("Settings, saved", "Settings, for this evening")
    *said_before, way_back = said.splitlines()
    *told_before, named = told.splitlines()
    assert said_before == told_before
    chosen = {each for each in shlex.split(named) if each not in shlex.split(way_back)}
    assert chosen.isdisjoint(arguments), "what was chosen in the game is remembered, and not named"
    assert way_back.split() == [each for each in named.split() if each not in chosen]
