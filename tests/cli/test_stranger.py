"""A stranger puts a bet into a house file, and everything reads it.

What it comes to on the page is in tests/browser/test_stranger.py.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest

from tests.cli.conftest import Run

STRANGER = """
name = "stranger"
side_bets = ["red_pair"]

[bets.red_pair]
name = "Red pair"
lines = ["either pair red: 8"]
"""

RED = 208
"""The red cards of eight decks, 16 of each rank."""
WINS = Fraction(2 * RED * 15, 416 * 415) - Fraction(RED * 15, 416 * 415) * Fraction(
    14 * 13 + (RED - 16) * 15, 414 * 413
)
"""The chance of a red pair in either hand: in one and in the other, less in both."""


@pytest.fixture
def house(tmp_path: Path) -> str:
    path = tmp_path / "stranger.toml"
    path.write_text(STRANGER, "utf-8")
    return str(path)


@pytest.fixture
def evening(run: Run, house: str, tmp_path: Path) -> tuple[list[str], Path]:
    """The output of a shoe with five dollars on the bet in every coup, and its record."""
    database, record = str(tmp_path / "tables.db"), tmp_path / "shoe.bgn"
    options = ("--house", house, "--db", database, "--seed", "a stranger", "--bank", "1000")
    played = run("play", *options, typed="s 1 5\nx\n" * 85 + "q\n")
    assert (played.code, played.err) == (0, "")
    shoes = run("history", "--db", database, "--json").data
    first = shoes[-1]["shoe"]
    assert run("history", "export", first, record, "--db", database).code == 0
    assert run("audit", "--db", database).code == 0
    return played.out.splitlines(), record


def _is_red_pair(one: str, other: str) -> bool:
    return one[0] == other[0] and {one[1], other[1]} <= {"d", "h"}


def _coups(record: Path) -> list[tuple[bool, str]]:
    """Return for each coup whether its cards hold a red pair, and the result of the $5 bet."""
    line = re.compile(r"^ *\d+\. (.+?) {2,}.*#1 red_pair 5\.00 (\S+)", re.MULTILINE)
    hands = [(cards.split(), fate) for cards, fate in line.findall(record.read_text("utf-8"))]
    return [
        (_is_red_pair(cards[0], cards[2]) or _is_red_pair(cards[1], cards[3]), fate)
        for cards, fate in hands
    ]


def test_it_is_settled_spoken_recorded_and_verified(
    run: Run, evening: tuple[list[str], Path]
) -> None:
    said, record = evening
    coups = _coups(record)
    assert {fate for is_won, fate in coups if is_won} == {"+40.00"}
    assert {fate for is_won, fate in coups if not is_won} == {"-5.00"}
    assert said.count("Bet: $5 on Red pair.") >= len(coups) > 60
    assert said.count("You win $40 on Red pair.") >= sum(is_won for is_won, _ in coups)
    text = record.read_text("utf-8")
    assert text.startswith("BGN: 1\n")
    assert 'Rule: "either pair red: 8",\n' in text
    assert run("verify", record).code == 0


@pytest.mark.parametrize(
    "old, new, fault",
    [
        ('"either pair red: 8",', '"either pair black: 8",', "the house did not commit to this"),
        ('"either pair red: 8",', '"either pair red: 9",', "the house did not commit to this"),
        ("+40.00", "+45.00", "seat 1, red_pair: it earned +40.00, not +45.00"),
    ],
    ids=["definition", "pay", "settlement"],
)
def test_tampering_with_it_is_found(
    run: Run, evening: tuple[list[str], Path], old: str, new: str, fault: str
) -> None:
    _, record = evening
    record.write_text(record.read_text("utf-8").replace(old, new, 1), "utf-8")
    ran = run("verify", record)
    assert ran.code == 1
    assert fault in ran.out


def test_it_is_priced_exactly(run: Run, house: str) -> None:
    told = run("odds", "--house", house, "--bet", "red_pair", "--json")
    (bet,) = json.loads(told.out)["bets"]
    assert Fraction(bet["edge_exact"]) == 1 - 9 * WINS
    assert (bet["name"], bet["push"]) == ("Red pair", 0)
    assert bet["win"] == pytest.approx(float(WINS))


def test_it_is_simulated(run: Run, house: str) -> None:
    options = ("--bet", "red_pair", "--shoes", "5000", "--seed", "a stranger", "--json")
    facts = json.loads(run("simulate", "--house", house, *options).out)
    (bet,) = (each for each in facts["bets"] if each["key"] == "red_pair")
    sigma = 9 * sqrt(WINS * (1 - WINS) / facts["coups"])
    assert abs(bet["edge"] / 100 - float(1 - 9 * WINS)) < 5 * sigma


def test_the_removal_of_a_card_tells_on_it(run: Run, house: str) -> None:
    told = run("removal", "--house", house, "--bet", "red_pair", "--cards", "--json")
    (bet,) = json.loads(told.out)["bets"]
    effects = {each["card"]: Fraction(each["effect_exact"]) for each in bet["removals"]}
    assert len(effects) == 52
    assert sum(effects.values()) == 0
    assert all((effect < 0) is (card[1] in "dh") for card, effect in effects.items())
