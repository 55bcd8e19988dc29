"""A house text costs the server a bounded amount of work, counted in calls and not in seconds."""

from __future__ import annotations

import pytest

from puntobanco.coup import Coup
from puntobanco.house import House
from puntobanco.settlement import Chips, earned
from puntobanco.web.http.requests import MAX_HOUSE_LENGTH, NewTable, Problem
from puntobanco.web.http.tables import requested_house
from puntobanco.web.room.views import house_view
from tests.work import calls

MOST_CALLS = 350_000
"""To read a house, put it on the felt and settle a coup: about a tenth of a second."""

COUP = Coup.parse("Ah 2h 3d / Kd Qd 8h")


def served(text: str) -> None:
    """Handle a text as the server does, whether it is a valid house or not."""
    try:
        house = requested_house(NewTable(house_text=text))
    except Problem:
        return
    house_view(house)
    _settle(house)


def _settle(house: House) -> None:
    for bet in house.bets:
        earned(Chips(100), bet, COUP)


def cost(text: str) -> int:
    house_view.cache_clear()
    return calls(lambda: served(text))


def filled(head: str, repeated: str, tail: str = "") -> str:
    """The longest text of this form that the server reads."""
    times = (MAX_HOUSE_LENGTH - len(head) - len(tail)) // len(repeated)
    return head + repeated * times + tail


def own_bets(lines: str) -> str:
    """As many bets with these lines as fit, all of them offered."""
    texts = [""]
    for number in range(100):
        keys = ", ".join(f"'x{each}'" for each in range(number + 1))
        bets = "".join(f"\n[bets.x{each}]\nlines = {lines}" for each in range(number + 1))
        texts.append(f"side_bets = [{keys}]{bets}")
    return max((text for text in texts if len(text) <= MAX_HOUSE_LENGTH), key=len)


def _lines(condition: str, joint: str, count: int) -> str:
    return f"['{joint.join([condition] * count)}: 8']"


LINE = "[bets.x]\nlines = ['"
TEXTS = {
    "many bets": own_bets("['tie: 8']"),
    "long lines": own_bets(_lines("tie", " and ", 40)),
    "long lines of openings": own_bets(_lines("winner opening ranks in {A,2,3}", " or ", 40)),
    "phrases": own_bets(_lines("one hand a pair", " or ", 20)),
    "many lines": own_bets(str(["tie: 8"] * 40)),
    "deep": own_bets(f"['{'not(' * 15}tie{')' * 15}: 8']"),
    "comparisons without end": filled(LINE, "tie or ", "tie: 8']"),
    "parentheses without end": filled(LINE, "(", "tie: 8']"),
    "numbers without end": filled(f"{LINE}totals add to 1", ",1", ": 8']"),
    "ranks without end": filled(f"{LINE}player opening ranks in {{A", ",A", "}: 8']"),
    "negations without end": filled(LINE, "not ", "tie: 8']"),
    "a word without end": filled(LINE, "p", ": 8']"),
    "letters without end": filled(LINE, "p ", ": 8']"),
    "a key without end": filled("", "k", " = 1"),
    "a bet without end": filled("side_bets = ['", "b", "']"),
    "bets without end": filled("side_bets = [", "'big',", "]"),
    "fields without end": "\n".join(f"x{number} = 1" for number in range(800)),
    "a dotted key without end": filled("", "a.", "a = 1"),
    "a quoted key without end": filled("x = {", "'a' . ", "a = 1}"),
    "a strange key without end": filled("", '"!".', "a = 1"),
    "brackets without end": filled("a = ", "["),
    "a number without end": filled("decks = ", "9"),
    "a pay without end": filled(f"{LINE}tie: ", "9", "']"),
    "tables without end": "\n".join(f"[bets.x{number}]" for number in range(600)),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_no_text_costs_more_than_so_many_calls(text: str) -> None:
    assert len(text) <= MAX_HOUSE_LENGTH
    assert cost(text) < MOST_CALLS


@pytest.mark.parametrize("name", ["many bets", "long lines", "phrases", "many lines", "deep"])
def test_the_dearest_texts_are_houses(name: str) -> None:
    assert len(requested_house(NewTable(house_text=TEXTS[name])).side_bets) > 2
