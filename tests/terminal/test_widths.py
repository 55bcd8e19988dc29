"""An evening on narrow and wide terminals: every line makes sense alone."""

from __future__ import annotations

import termios
from collections.abc import Callable
from pathlib import Path

import pytest

from puntobanco.announcer.lines import WIDTH, columns_of

from . import widths
from .conftest import Typed
from .live import on_screen
from .widths import (
    ASKS,
    BANKROLL,
    KEPT,
    golden,
    letters,
    line_starts,
    sentence_starts,
    until_leaving,
)


@pytest.fixture
def piped(
    run: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], str]:
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)

    def said(language: str) -> str:
        return widths.through_pipe(lambda *words, typed: run(*words, typed=typed).out, language)

    return said


@pytest.mark.parametrize("columns,language", KEPT)
def test_an_evening_on_a_terminal_of_some_width_looks_like_this(
    columns: int, language: str
) -> None:
    kept = golden(columns, language).read_text(encoding="utf-8")
    assert widths.on_terminal(columns, language, "--plain") == kept


def test_colour_and_editing_break_lines_in_the_same_places() -> None:
    kept = golden(20, "en").read_text(encoding="utf-8")
    assert widths.on_terminal(20, "en") == kept


@pytest.mark.parametrize("columns,language", KEPT)
def test_no_line_begins_inside_a_sentence_unless_it_is_indented(
    columns: int, language: str, piped: Callable[[str], str]
) -> None:
    whole = until_leaving(piped(language), language)
    shown = until_leaving(golden(columns, language).read_text(encoding="utf-8"), language)
    assert letters(shown) == letters(whole)
    begun = sentence_starts(whole)
    assert [line for at, line in line_starts(shown).items() if at not in begun] == []


@pytest.mark.parametrize("columns,language", KEPT)
def test_a_line_is_as_wide_as_the_terminal_unless_it_is_to_be_copied(
    columns: int, language: str
) -> None:
    asked = (ASKS[language].strip(), BANKROLL[language].strip())
    for line in golden(columns, language).read_text(encoding="utf-8").splitlines():
        is_typed = any(question in line for question in asked)
        is_copied = "…" in line or line.strip().startswith(("~/", "puntobanco play "))
        assert columns_of(line) <= columns or is_typed or is_copied, line


def test_the_width_of_a_terminal_changes_nothing_in_a_pipe(
    piped: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = piped("en")
    monkeypatch.setenv("COLUMNS", "20")
    assert piped("en") == usual
    assert max(map(columns_of, usual.splitlines())) <= WIDTH


def test_a_window_that_is_made_narrower_is_noticed(tmp_path: Path) -> None:
    with on_screen("play", "--plain", "--bank", "50", "--db", str(tmp_path / "t.db")) as screen:
        screen.wait_for("Tie? ")
        assert "\nSide bets: up to $1,000.\n" in screen.text
        termios.tcsetwinsize(screen.master, (24, 20))
        screen.type("m", then="Tie? ")
        screen.type("nonsense", then="Tie? ")
    assert "\nNot a key: nonsense.\nKeys: p b t s x e z\n  u = m" in screen.text


def test_a_whole_shoe_and_given_cards_fit_the_terminal() -> None:
    for command in (("shoe", "--decks", "1", "--seed", "w"), ("deal", "Jd Qh 5h Qd 9s 8h")):
        with on_screen(*command, "--language", "en", columns=40) as screen:
            assert screen.end() == 0
        assert max(map(columns_of, screen.text.splitlines())) <= 40
