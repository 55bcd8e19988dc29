"""One round in class, and the game as a machine."""

from __future__ import annotations

import pytest

from puntobanco.announcer import WIDTH
from puntobanco.coup import Coup, Naturals, deal
from puntobanco.shoe import Shoe
from puntobanco.tableau import Side
from puntobanco.terminal.machine import Machine

from .conftest import Typed

SAMPLE = "Jd Qh 5h Qd 9s 8h"

TRANSCRIPT = """\
Welcome to Baccarat.
1. Player
2. Banker
Enter 1 or 2 to select your bet: 1

The Player hand is:
JACK of DIAMONDS
FIVE of HEARTS
For a score of 5

The Banker hand is:
QUEEN of HEARTS
QUEEN of DIAMONDS
For a score of 0

The Player draws another card:
NINE of SPADES
The Player's score is now 4

The Banker draws another card:
EIGHT of HEARTS
The Banker's score is now 8

The Banker's 8 beats the Player's 4
"""


def test_the_sample_round_is_told_line_for_line(run: Typed) -> None:
    ran = run("round", "--cards", SAMPLE, typed="1\n")
    assert ran.out == f"{TRANSCRIPT}\nYou chose the Player: you lost\n"


def test_the_chosen_hand_is_told_to_have_won(run: Typed) -> None:
    assert run("round", "--cards", SAMPLE, typed="2\n").lines[-1] == "You chose the Banker: you won"


@pytest.mark.parametrize("typed", ["", "\n", "3\n", "one\n12\n\0\n"])
def test_anything_but_1_or_2_is_asked_again_until_the_input_ends(typed: str, run: Typed) -> None:
    ran = run("round", typed=typed)
    asked = [line for line in ran.lines if line.startswith("Enter 1 or 2")]
    assert len(asked) == typed.count("\n") + 1
    assert ran.lines[-1] == "Goodbye."
    assert ran.code == 0


def test_a_fresh_deck_is_shuffled_for_every_round(run: Typed) -> None:
    rounds = {run("round", typed="1\n").out for _ in range(10)}
    assert len(rounds) > 1
    assert len({run("round", "--seed", "class", typed="1\n").out for _ in range(3)}) == 1


@pytest.mark.parametrize("command", ["round", "step"])
@pytest.mark.parametrize(
    "cards,named", [("Jd Qh 5h", "at least 1 more"), ("Jd 1x", "'1x'"), ("", "4")]
)
def test_cards_that_make_no_coup_are_refused(
    command: str, cards: str, named: str, run: Typed
) -> None:
    ran = run(command, "--cards", cards, typed="1\n")
    assert ran.code == 2
    assert ran.out == ""
    (line,) = ran.err.splitlines()
    assert named in line


STEPS = """\
Player Jd -- -- 0 off, Banker -- -- -- 0 off
Player Jd -- -- 0 off, Banker Qh -- -- 0 off
Player Jd 5h -- 5 off, Banker Qh -- -- 0 off
Player Jd 5h -- 5 off, Banker Qh Qd -- 0 off; Player draws on 5
Player Jd 5h 9s 4 off, Banker Qh Qd -- 0 off; Banker draws on 0 against 9
Player Jd 5h 9s 4 off, Banker Qh Qd 8h 8 lit; Banker wins
Player Jd 5h 9s 4 off, Banker Qh Qd 8h 8 lit; over: r resets, q leaves
Player -- -- -- 0 off, Banker -- -- -- 0 off; reset
Player Jd -- -- 0 off, Banker -- -- -- 0 off
"""


def test_through_a_pipe_every_line_is_a_step(run: Typed) -> None:
    typed = "\nx\n \nd\n7\n\n\nR\n\nq\n\n"
    assert run("step", "--cards", SAMPLE, typed=typed).out == STEPS


@pytest.mark.parametrize(
    "cards,last",
    [
        ("6d 6h Kh Qd", "Player 6d Kh -- 6 lit, Banker 6h Qd -- 6 lit; both stand, on 6 and 6"),
        (
            "9d 8h Kh Qd",
            "Player 9d Kh -- 9 lit, Banker 8h Qd -- 8 off; naturals: Player 9, Banker 8",
        ),
        ("9d 7h Kh Qd", "Player 9d Kh -- 9 lit, Banker 7h Qd -- 7 off; natural: Player 9"),
        (
            "6d 3h Kh Qd",
            "Player 6d Kh -- 6 off, Banker 3h Qd -- 3 off; Player stands, Banker draws on 3",
        ),
    ],
)
def test_the_fourth_card_decides_what_follows(cards: str, last: str, run: Typed) -> None:
    typed = "\n" * 4
    shown = run("step", "--cards", f"{cards} 2c 2d", typed=typed).lines[-1]
    assert shown == last


def test_no_line_of_the_machine_is_too_wide() -> None:
    for first in range(10):
        for second in range(10):
            for third in range(10):
                points = (first, second, 0, 0, third, 7)
                cards = " ".join(f"{'TA23456789'[each]}s" for each in points)
                machine = Machine(deal(Shoe.parse(cards))[0])
                while not machine.is_over:
                    machine = machine.step()
                    assert len(machine.line()) <= WIDTH


def test_both_lights_are_lit_where_two_naturals_tie() -> None:
    machine = Machine(Coup.parse("9d Kh / 8h Qd"), 4, Naturals.TIE)
    assert all(machine.is_lit(side) for side in Side)


def test_the_machine_goes_on_from_shoe_to_shoe(run: Typed) -> None:
    ran = run("step", "--house", "classroom", "--seed", "m", typed="\n\n\n\nr\n" * 20)
    assert len(ran.lines) == 100
    assert (
        ran.lines
        == run("step", "--house", "classroom", "--seed", "m", typed="\n\n\n\nr\n" * 20).lines
    )
