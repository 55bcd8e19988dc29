"""An evening on narrow and wide terminals: every line makes sense alone."""

from __future__ import annotations

import re
import termios
from collections.abc import Callable
from pathlib import Path

import pytest

from puntobanco.announcer.lines import WIDTH, columns_of

from . import widths
from .conftest import AtTable, Typed
from .live import Screen
from .widths import (
    BELL,
    PLAYED,
    goldens,
    letters,
    line_starts,
    on_terminal,
    sentence_starts,
    the_same,
)

PLAY = ("play", "--bank", "900", "--seed", "width", "--language", "en", "--db")


@pytest.fixture
def piped(run: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], str]:
    def said(language: str) -> str:
        home = tmp_path / language
        widths.prepare(home)
        monkeypatch.chdir(home)
        for name, value in (("HOME", home), ("PATH", home), ("PUNTOBANCO_LANGUAGE", language)):
            monkeypatch.setenv(name, str(value))
        return widths.through_pipe(lambda command, typed="": run(*command, typed=typed).out)

    return said


def test_an_evening_on_terminals_of_several_widths_breaks_lines_only_where_it_may(
    piped: Callable[[str], str],
) -> None:
    played = on_terminal()
    for place, text in goldens(played).items():
        assert text == place.read_text(encoding="utf-8"), f"{place.name}: make docs"
    pipes = {each: the_same(piped(each), each) for each in {language for _, language in PLAYED}}
    for (columns, language), text in played.items():
        said = text.replace(BELL, "")
        assert [line for line in said.splitlines() if is_too_wide(line, columns)] == []
        narrow, whole = the_same(said, language), pipes[language]
        assert letters(narrow) == letters(whole)
        begun = sentence_starts(whole)
        assert [line for at, line in line_starts(narrow).items() if at not in begun] == []


def is_too_wide(line: str, columns: int) -> bool:
    """Whether a line is wider than the terminal, and neither typed nor to be copied."""
    is_typed = re.search("[?？] ", line)
    is_copied = "…" in line or line.strip().startswith("puntobanco ")
    return columns_of(line) > columns and not (is_typed or is_copied)


def test_colour_and_editing_break_lines_in_the_same_places(tmp_path: Path) -> None:
    texts = []
    for look in ([], ["--plain"]):
        with Screen(*PLAY, str(tmp_path / f"{len(look)}.db"), *look, columns=20) as screen:
            screen.wait_for("Tie? ")
            for line in ("p 25 t 5", "x", "r", "f", "?", "nonsense"):
                screen.type(line, then="Tie? ")
            texts.append(screen.text)
    assert widths.CHANGING.sub("", texts[0]) == widths.CHANGING.sub("", texts[1])


def test_the_width_of_a_terminal_changes_nothing_in_a_pipe(
    piped: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    usual = piped("en")
    monkeypatch.setenv("COLUMNS", "20")
    (tmp_path / "en").rename(tmp_path / "before")
    assert piped("en") == usual
    assert max(map(columns_of, usual.splitlines())) <= WIDTH


def test_a_window_that_is_made_narrower_is_noticed(at_table: AtTable) -> None:
    with at_table("--plain") as screen:
        assert "\nSide bets: up to $1,000.\n" in screen.text
        termios.tcsetwinsize(screen.master, (24, 20))
        screen.type("m", then="Tie? ")
        screen.type("nonsense", then="Tie? ")
    assert "\nUnknown: nonsense.\nKeys: p b t s x e z\n  u = * ! m" in screen.text


def test_a_whole_shoe_and_given_cards_fit_the_terminal() -> None:
    for command in (("shoe", "--decks", "1", "--seed", "w"), ("deal", "Jd Qh 5h Qd 9s 8h")):
        with Screen(*command, "--language", "en", columns=40) as screen:
            assert screen.end() == 0
        assert max(map(columns_of, screen.text.splitlines())) <= 40
