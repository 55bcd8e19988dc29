"""Messages about coups, money and fairness at each level."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.announcer import Level
from puntobanco.announcer.catalogues import catalogue
from puntobanco.announcer.lines import WIDTH, columns_of
from puntobanco.announcer.told import told_messages
from puntobanco.cards import DECK
from puntobanco.coup import deal
from puntobanco.settlement import Chips
from puntobanco.shoe import Shoe
from puntobanco.table import State, fold
from puntobanco.table.events import BetPlaced, BetSettled, BoughtIn, CoupDealt, Fate, GuestSat
from tests.terminal.conftest import Typed, after

ASKS = "Player, Banker, Tie?"


@given(st.permutations(DECK).map(lambda cards: Shoe(tuple(cards[:6]))))
def test_two_terse_lines_fit_the_screen_whatever_the_cards(shoe: Shoe) -> None:
    coup, _ = deal(shoe)
    bet = Chips(10_000_00)
    sat = (GuestSat(1, "Guest"), BoughtIn(1, Chips(1_000_000_00)), BetPlaced(1, "player", bet))
    events = (CoupDealt(1, coup), BetSettled(1, "player", bet, Chips(-bet), Fate.LOST))
    messages = told_messages(fold(sat, State()), events, Level.TERSE, listener=1)
    lines = [catalogue().render(each) for each in messages]
    assert len(lines) == 2
    assert all(columns_of(line) <= WIDTH for line in lines)


@pytest.mark.parametrize("level", ["terse", "normal", "full"])
def test_the_commitment_is_shown_before_the_guests_word(play: Typed, level: str) -> None:
    ran = play("--bank", "100", "--level", level, "--word", "rosebud", typed="f\nq\n")
    shuffled = next(at for at, line in enumerate(ran.lines) if line.startswith("Shuffle: "))
    commitment = re.fullmatch(r"Commitment: ([0-9a-f]{64})", ran.lines[shuffled + 1])
    assert commitment
    assert ran.lines.count(commitment[0]) == 2, "and the same as f shows"


RULES = {
    "ez": "House rule on Banker: Banker wins with a three-card 7, push.",
    "super_6": "House rule on Banker: Banker wins with 6, 1 to 2.",
}
CARDS = {"ez": "Kd 3h Kc Qd 5h 4s", "super_6": "Kd 6h Ac Qd 4h"}


@pytest.mark.parametrize("level", ["terse", "normal", "full"])
@pytest.mark.parametrize("house", RULES)
def test_a_bet_that_is_returned_or_paid_half_is_explained(
    play: Typed, tmp_path: Path, house: str, level: str
) -> None:
    (tmp_path / "cards.txt").write_text(f"Ac 2c {CARDS[house]}", encoding="utf-8")
    game = ("--house", house, "--cards", "cards.txt", "--bank", "100", "--level", level)
    ran = play(*game, typed="b 10 t 1\nx\ni\nq\n")
    assert RULES[house] in after(ran.lines, f"{ASKS} x")
    assert RULES[house] in after(ran.lines, f"{ASKS} i")


@pytest.mark.parametrize(
    "ties,line",
    [
        ("stand", "Banker, tie: your bet stays."),
        ("locked", "Banker, tie: your bet stays and is locked."),
        ("push", "Banker, tie: push."),
    ],
)
def test_what_a_bet_does_on_a_tie_is_what_the_house_does(
    play: Typed, tmp_path: Path, ties: str, line: str
) -> None:
    (tmp_path / "house.toml").write_text(f'ties = "{ties}"\n', encoding="utf-8")
    ran = play("--house", "house.toml", "--bank", "100", typed="w b\nq\n")
    assert after(ran.lines, f"{ASKS} w b")[0] == line
