"""Every Python accepts the texts that another one stored, whatever its version of Unicode."""

from __future__ import annotations

import sys
import unicodedata
from dataclasses import replace

import pytest

from puntobanco.errors import HouseError, shown
from puntobanco.house import CLASSIC, format_house, parse_house, stored_house
from puntobanco.printable import csv_cells, is_line, is_printable, printable
from puntobanco.settlement import Currency

NEW = {
    "Unicode 15.0, as of Python 3.12": "\U0001fae8\U0001f6dc\U00011f50",
    "Unicode 15.1, as of Python 3.13": "\u2ffc\U0002ebf0",
    "Unicode 16.0, as of Python 3.14": "\U0001fae9\U0001fadc\u1c89",
    "Unicode 17.0": "\u20c1",
    "not assigned": "\u0378\U0001fb00\U0003fffd\U000efffd",
}
"""Characters that some or all supported Pythons don't know."""

REFUSED = {
    "lines": "\n\r\x85\u2028\u2029",
    "control": "\x00\x1b\x1f\x7f\x80\x9f",
    "surrogates": "\udfff\ud800",
    "spaces": "\xa0\u1680\u2000\u200a\u202f\u205f\u3000",
    "bidirectional": "\u061c\u200e\u200f\u202a\u202e\u2066\u2069",
    "invisible": "\xad\u180e\u200b\u200d\u2060\u2065\u206f\ufeff\ufff0\ufffb\U0001d173\U000e0041",
    "private": "\ue000\uf8ff\U000f0000\U0010fffd",
    "noncharacters": "\ufdd0\ufdef\ufffe\uffff\U0001fffe\U0010ffff",
}
"""Characters that no name may contain."""

VISIBLE = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
"""Format characters that are visible, around or below numbers."""

new = pytest.mark.parametrize("letter", [each for text in NEW.values() for each in text], ids=ascii)
refused = pytest.mark.parametrize(
    "letter", [each for text in REFUSED.values() for each in text], ids=ascii
)


@new
def test_a_character_that_is_new_or_still_to_come_is_printable(letter: str) -> None:
    assert is_printable(letter)
    assert is_line(letter)
    assert shown(f"a{letter}") == printable(f"a{letter}", "?") == f"a{letter}"


@refused
def test_what_breaks_a_line_or_is_not_seen_is_not_printable(letter: str) -> None:
    assert not is_printable(f"a{letter}b")
    assert shown(f"a{letter}b") == printable(f"a{letter}b", "?") == "a?b"
    assert printable(f"a{letter}b") == "ab"
    assert is_line(letter) == (letter not in "".join([*REFUSED.values()][:3]))


def test_every_character_that_this_python_knows_is_judged_as_it_judges_it() -> None:
    known = filter(lambda each: unicodedata.category(each) != "Cn", map(chr, range(sys.maxunicode)))
    assert {each for each in known if is_printable(each) != each.isprintable()} == set(VISIBLE)


@new
def test_a_house_with_a_new_character_is_read_everywhere(letter: str) -> None:
    text = f"""
        name = "corner {letter}"
        side_bets = ["own"]
        [bets.own]
        name = "My {letter} bet"
        lines = ["tie: 9"]
    """
    house = parse_house(text)
    assert house.name == f"corner {letter}"
    assert stored_house(format_house(house)) == house
    assert replace(CLASSIC, name=letter).name == letter


@refused
def test_no_name_of_a_house_or_a_bet_is_invisible(letter: str) -> None:
    with pytest.raises(HouseError, match=r"^name: "):
        replace(CLASSIC, name=f"a{letter}b")
    code = f"\\U{ord(letter):08x}"
    if not "\ud800" <= letter <= "\udfff":  # which TOML itself refuses
        with pytest.raises(HouseError, match=r"^name: .* is not text$"):
            stored_house(f'name = "a{code}b"')
        with pytest.raises(HouseError, match=r"^bets\.own\.name: .* is not text$"):
            stored_house(f'[bets.own]\nname = "a{code}b"\nlines = ["tie: 9"]')


@new
def test_a_sign_of_money_is_read_from_a_log_whether_it_is_known_or_not(letter: str) -> None:
    house = replace(CLASSIC, currency=Currency(f"{letter}."))
    assert stored_house(format_house(house)) == house


@pytest.mark.parametrize("sign", ["\u0661", "\u2212", "\u0301", "a\u3001", "\u0378"])
def test_a_new_sign_of_money_is_letters_and_signs_that_are_known(sign: str) -> None:
    with pytest.raises(HouseError, match=r"^currency\.sign: .* is not a sign such as"):
        parse_house(f'currency = {{ sign = "{sign}" }}')


@refused
def test_no_sign_of_money_is_invisible(letter: str) -> None:
    with pytest.raises(HouseError, match=r"^currency\.sign: "):
        Currency(letter)


def test_no_cell_of_a_csv_row_is_a_formula() -> None:
    assert csv_cells(["=1+1", "@SUM(A1)", "-5", "-1/2", -5, "tie"]) == [
        *("'=1+1", "'@SUM(A1)"),
        *("-5", "-1/2", -5, "tie"),
    ]
