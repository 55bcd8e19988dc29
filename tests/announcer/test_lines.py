"""Lines broken at the width of a terminal."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.announcer.lines import MARKS, WIDTH, broken, columns_of, fitted

WIDTHS = st.integers(20, 200)
COLUMNS = {
    "Zoe\N{COMBINING DIAERESIS}": 3,
    "Zoë": 3,
    "ที่นี่": 2,
    "กำ": 2,
    "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}": 2,
    "莊家": 4,
    "（": 2,
    "9♥": 2,
    f"{MARKS[1]}莊{MARKS[0]}": 2,
    "".join(MARKS): 0,
    "a" + "\N{COMBINING ACUTE ACCENT}" * 100: 1,
}
LATIN = st.lists(st.text("abcé,:;.?$5", min_size=1, max_size=24), min_size=1, max_size=30)
CHINESE = st.text("莊閒贏，。：（」「25x", min_size=1, max_size=90)
NEVER_FIRST, NEVER_LAST = "，。：」", "（「"


@pytest.mark.parametrize("text", COLUMNS, ids=ascii)
def test_columns_are_those_of_the_terminal(text: str) -> None:
    assert columns_of(text) == COLUMNS[text]
    assert columns_of(f"{text} {text}") == 2 * COLUMNS[text] + 1


@pytest.mark.parametrize("text", [text for text in COLUMNS if COLUMNS[text]], ids=ascii)
def test_a_line_of_any_letters_is_fitted(text: str) -> None:
    lines = fitted(" ".join([text] * 60))
    assert "".join("".join(lines).split()) == text * 60
    assert all(columns_of(line) <= WIDTH for line in lines)
    full = " ".join([text] * ((WIDTH + 1) // (COLUMNS[text] + 1)))
    assert fitted(full) == [full]
    assert broken(full, WIDTH) == [full]


@given(LATIN, WIDTHS)
def test_no_word_is_broken_or_lost(words: list[str], width: int) -> None:
    lines = broken(" ".join(words), width)
    assert " ".join(lines).split() == words


@given(LATIN, WIDTHS)
def test_a_line_fits_the_terminal_unless_one_word_does_not(words: list[str], width: int) -> None:
    for line in broken(" ".join(words), width):
        assert columns_of(line) <= width or len(line.split()) == 1


@given(LATIN, WIDTHS)
def test_a_line_is_full_or_ends_a_clause(words: list[str], width: int) -> None:
    for line, following in pairwise(broken(" ".join(words), width)):
        if following.startswith("  "):
            is_full = columns_of(f"{line} {following.split()[0]}") > width
            is_clause = line.endswith((",", ":", ";")) and columns_of(line) >= width // 2
            assert is_full or is_clause


@given(LATIN, WIDTHS)
def test_a_line_begins_a_sentence_or_is_indented(words: list[str], width: int) -> None:
    first, *others = broken(" ".join(words), width)
    assert not first.startswith(" ")
    ended = first
    for line in others:
        assert line.startswith("  ") or ended.endswith((".", "?"))
        ended = line


@given(CHINESE, WIDTHS)
def test_chinese_is_broken_by_its_own_rules(text: str, width: int) -> None:
    lines = broken(text.strip(), width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    bodies = [line.strip() for line in lines]
    for before, after in pairwise(bodies):
        assert after[:1] not in NEVER_FIRST
        assert before[-1:] not in NEVER_LAST


def test_chinese_fills_two_columns_a_character() -> None:
    assert broken("莊" * 15 + "。", 20) == ["莊" * 10, "\u3000" + "莊" * 5 + "。"]
    assert broken("莊" * 10 + "。", 20) == ["莊" * 9, "\u3000莊。"]


def test_a_sentence_begins_a_line() -> None:
    greeting = "Punto banco. p 25 bets $25 on Player, x deals, ? lists the keys, q leaves."
    assert broken(greeting, 40) == [
        "Punto banco.",
        "p 25 bets $25 on Player, x deals,",
        "  ? lists the keys, q leaves.",
    ]
    assert broken("此局結束。押注者贏，同是六點。", 20) == ["此局結束。", "押注者贏，同是六點。"]


def test_a_path_stays_whole() -> None:
    path = "/home/anna/.local/share/puntobanco/records/20261117-1.bgn"
    assert broken(f"Record: {path}", 20) == ["Record:", f"  {path}"]


@pytest.mark.parametrize("line", ["", "x", "  Big road"])
def test_what_fits_is_left_alone(line: str) -> None:
    assert broken(line, 20) == [line]


@given(LATIN, WIDTHS)
def test_colour_does_not_move_a_break(words: list[str], width: int) -> None:
    coloured = " ".join(f"{MARKS[1]}{word}{MARKS[0]}" for word in words)
    bare = [line.translate(dict.fromkeys(map(ord, MARKS))) for line in broken(coloured, width)]
    assert " ".join(bare).split() == words
    assert all(columns_of(line) <= width or len(line.split()) == 1 for line in bare)
