"""Drills on a terminal: the row of the tableau, and a clock that interrupts the question."""

from __future__ import annotations

import pytest

from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.lines import columns_of
from puntobanco.settlement import DOLLARS
from puntobanco.tableau import PUNTO_BANCO, SQUARES, Side, Square
from puntobanco.terminal.drilling import row_lines
from puntobanco.words import LANGUAGES
from tests.terminal.live import Screen

ASKS = "Does Player draw or stand (d/s)? "
BANKER_6_AGAINST_1 = Square(Side.BANKER, 6, 1)


def test_a_row_is_drawn_with_its_square_marked() -> None:
    assert row_lines(BANKER_6_AGAINST_1, catalogue("en", DOLLARS), width=80) == [
        "Banker's row with 6, by Player's third card (D draws, [ ] marks the square):",
        " 0 [1] 2  3  4  5  6  7  8  9",
        " . [.] .  .  .  .  D  D  .  .",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_square_is_marked_in_its_row_and_said_in_words(language: str) -> None:
    words = catalogue(language, DOLLARS)
    letter = words.texts["page.tableau.letter"]
    for square in SQUARES:
        _, numbers, marks = row_lines(square, words, width=80)
        assert columns_of(numbers[: numbers.index("[")]) == columns_of(marks[: marks.index("[")])
        place = square.holding if square.third is None else square.third
        assert f"[{place}" in numbers
        assert (f"[{letter}]" in marks) == PUNTO_BANCO.draws(square)
        assert len(row_lines(square, words)) == 1


def test_a_terminal_draws_the_row_and_plain_text_says_it() -> None:
    arguments = "drill", "player", "--seed", "a", "--questions", "2"
    with Screen(*arguments) as screen:
        screen.wait_for(ASKS)
        screen.type("d", then=ASKS)
        assert "Player's row (D draws, [ ] marks the square):\n 0 " in screen.text
    with Screen(*arguments, "--plain") as screen:
        screen.wait_for(ASKS)
        screen.type("d", then=ASKS)
        assert "Player's row: draws on 0 to 5, stands on 6 and 7. On " in screen.text


@pytest.mark.parametrize("more", [[], ["--plain"]])
def test_a_guest_who_does_not_answer_is_told_when_time_is_up(more: list[str]) -> None:
    asked = "drill", "player", "--seed", "a", "--test", "--seconds", "1", "--language", "en"
    with Screen(*asked, *more) as screen:
        screen.wait_for(ASKS)
        screen.press("dra")  # an answer that is not sent
        assert screen.end() == 0
        assert "\nTime is up.\n0 of 0 right" in screen.text
