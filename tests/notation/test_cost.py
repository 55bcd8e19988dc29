"""Work and memory are bounded for any record or house file of 64 KB."""

from __future__ import annotations

import contextlib
import tracemalloc
from collections.abc import Callable

import pytest

from puntobanco.errors import HouseError, RecordError
from puntobanco.house import parse_house
from puntobanco.notation import check
from puntobanco.notation.parsing import LONGEST_LINE, locate_record
from tests.work import calls

SIZE = 64_000
MOST_CALLS = 400_000
"""About a tenth of a second."""
MOST_BYTES = 30_000_000

HEAD = "BGN: 1\nHouse: x\nDecks: 8\n"
COUP = "{}. Kc 7h Qs Jd Th     0-7 B  #1 player 5.00 -5.00\n"


def filled(head: str, repeated: str, tail: str = "\n") -> str:
    return head + repeated * ((SIZE - len(head) - len(tail)) // len(repeated)) + tail


RECORDS = {
    "a key of many parts": filled(f"{HEAD}Rule: ", "a.", "a=1\n"),
    "a key of many strange parts": filled(f"{HEAD}Rule: ", '"!".', "a=1\n"),
    "a key of long parts": filled(f"{HEAD}Rule: ", f'"{"x" * 41}".', "a=1\n"),
    "brackets": filled(f"{HEAD}Rule: a = ", "["),
    "tables in tables": filled(f"{HEAD}Rule: a = ", "{a="),
    "rules": HEAD + "".join(f"Rule: x{number} = 1\n" for number in range(4_000)),
    "escaped quotes": filled(f'{HEAD}Rule: a = "', '\\"'),
    "comments": filled(HEAD + COUP.format(1), "; x\n"),
    "coups": HEAD + "".join(COUP.format(number) for number in range(1, 1_300)),
    "bets": filled(HEAD + COUP.format(1).rstrip("\n"), ", player 5.00 -5.00"),
    "digits": filled(f"{HEAD}Shoe: ", "9"),
    "a coup of digits": filled(HEAD, "9"),
    "burned cards": filled(f"{HEAD}Burn: ", "Ah "),
    "cards": filled(f"{HEAD}1. ", "Ah "),
    "seats": HEAD + "".join(f"Seat: {number} 1.00 x\n" for number in range(4_000)),
    "blanks": filled(f"{HEAD}Table:", " ", "x\n"),
    "tabs": filled(HEAD, "\t", "x\n"),
}

HOUSES = {
    "a key of many parts": filled("", "a.", "a=1\n"),
    "a key of many strange parts": filled("", '"!".', "a=1\n"),
    "a table of many parts": filled("[", "a . ", "a]\n"),
    "brackets": filled("a = ", "["),
    "a long word": filled("", "a"),
    "escaped quotes": filled('a = "', '\\"'),
}


def verify(text: str) -> None:
    with contextlib.suppress(RecordError):
        check(*locate_record(text))


def read_house(text: str) -> None:
    with contextlib.suppress(HouseError):
        parse_house(text)


FILES: dict[str, tuple[Callable[[str], None], str]] = {
    **{f"record: {name}": (verify, text) for name, text in RECORDS.items()},
    **{f"house: {name}": (read_house, text) for name, text in HOUSES.items()},
}


@pytest.mark.parametrize("read, text", FILES.values(), ids=FILES)
def test_no_file_costs_more_than_so_many_calls_and_bytes(
    read: Callable[[str], None], text: str
) -> None:
    assert len(text) <= LONGEST_LINE * 2
    assert calls(lambda: read(text)) < MOST_CALLS
    tracemalloc.start()
    try:
        read(text)
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES
    finally:
        tracemalloc.stop()
