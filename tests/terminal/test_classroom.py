"""One round in class, and the game as a machine."""

from __future__ import annotations

from itertools import product

import pytest

from puntobanco.coup import Coup, Naturals, Outcome, deal
from puntobanco.fairness import Seed, shuffled
from puntobanco.house import CLASSIC, CLASSROOM, House
from puntobanco.shoe import Shoe
from puntobanco.tableau import Side
from puntobanco.terminal.machine import Machine

from .conftest import Typed

SAMPLE = "Jd Qh 5h Qd 9s 8h"


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


@pytest.mark.parametrize(
    "house,cards,said",
    [
        ("classroom", "Jd Qh Jd Qd 9s 8h", "Jd appears 2 times, but 1 deck has it once"),
        ("classroom", "9d 8h Kh Qd Kh", "Kh appears 2 times, but 1 deck has it once"),
        ("six_decks", "2c " * 7, "2c appears 7 times, but 6 decks have it 6 times"),
    ],
)
def test_given_cards_fit_the_decks_of_the_round(
    house: str, cards: str, said: str, run: Typed
) -> None:
    ran = run("round", "--house", house, "--cards", cards, typed="1\n")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"puntobanco: --cards: {said}\n"


def test_a_card_comes_as_often_as_there_are_decks(run: Typed) -> None:
    ran = run("round", "--house", "six_decks", "--cards", "2c " * 6, typed="1\n")
    assert ran.code == 0


FIFTH = (
    "Player Jd 5h 9s, score 4, light off; Banker Qh Qd --, score 0, light off; "
    "Banker draws on 0 against 9"
)
OVER = (
    "Player Jd 5h 9s, score 4, light off; Banker Qh Qd 8h, score 8, light on; "
    "Banker drew on 0 against 9; Banker wins, 8 over 4"
)
STEPS = f"""\
Player Jd -- --, score 0, light off; Banker -- -- --, score 0, light off
Player Jd -- --, score 0, light off; Banker Qh -- --, score 0, light off
Player Jd 5h --, score 5, light off; Banker Qh -- --, score 0, light off
Player Jd 5h --, score 5, light off; Banker Qh Qd --, score 0, light off; Player draws on 5
{FIFTH}
{OVER}
{OVER}; r resets, q leaves
Player -- -- --, score 0, light off; Banker -- -- --, score 0, light off; reset
Player Jd -- --, score 0, light off; Banker -- -- --, score 0, light off
"""


def test_through_a_pipe_every_line_is_a_step(run: Typed) -> None:
    typed = "\nx\n \nd\n7\n\n\nR\n\nq\n\n"
    assert run("step", "--cards", SAMPLE, typed=typed).out == STEPS


@pytest.mark.parametrize(
    "cards,player,banker,last",
    [
        ("6d 6h Kh Qd", "light on", "light on", "both stand, on 6 and 6; Tie, 6 all"),
        (
            "9d 8h Kh Qd",
            "light on",
            "light off",
            "naturals: Player 9, Banker 8; Player wins, 9 over 8",
        ),
        ("9d 7h Kh Qd", "light on", "light off", "natural: Player 9; Player wins, 9 over 7"),
        ("6d 3h Kh Qd", "light off", "light off", "Player stands on 6, Banker draws on 3"),
    ],
)
def test_the_fourth_card_decides_what_follows(
    cards: str, player: str, banker: str, last: str, run: Typed
) -> None:
    typed = "\n" * 4
    shown = run("step", "--cards", f"{cards} 2c 2d", typed=typed).lines[-1]
    first, second, rest = shown.split("; ", maxsplit=2)
    assert (first[:6], second[:6]) == ("Player", "Banker")
    assert first.endswith(player)
    assert second.endswith(banker)
    assert rest == last


def test_the_machine_ends_with_the_result_and_what_decided_it() -> None:
    for points in product(range(10), range(10), (0,), (0,), range(10), (7,)):
        cards = " ".join(f"{'TA23456789'[each]}s" for each in points)
        coup, _ = deal(Shoe.parse(cards))
        machine = Machine(coup)
        while not machine.is_over:
            assert not machine.won()
            machine = machine.step()
        rule, result = machine.line().split("; ")[2:]
        assert rule
        assert result.split(",")[0] == (
            "Tie" if coup.outcome() is Outcome.TIE else f"{Side(coup.outcome().value)} wins"
        )


def test_both_lights_are_lit_where_two_naturals_tie() -> None:
    machine = Machine(Coup.parse("9d Kh / 8h Qd"), 4, Naturals.TIE)
    assert all(machine.is_lit(side) for side in Side)
    assert machine.line().endswith("; Tie, 9 and 8")


def openings(house: House, seed: str, coups: int) -> list[tuple[str, ...]]:
    """The first four cards of so many coups, shoe after shoe, as the house ends them."""
    dealt: list[tuple[str, ...]] = []
    number = 0
    while len(dealt) < coups:
        number += 1
        _, before = house.open_shoe(shuffled(house.decks, Seed.of_text(seed, number)))
        is_last = False
        while not is_last:
            coup, after = deal(before)
            dealt.append(tuple(map(str, coup.cards[:4])))
            is_last, before = house.is_last_coup(before, after), after
    return dealt[:coups]


@pytest.mark.parametrize("house,coups", [(CLASSROOM, 20), (CLASSIC, 170)])
def test_the_machine_follows_the_cut_card_and_the_shuffles_of_the_house(
    house: House, coups: int, run: Typed
) -> None:
    ran = run("step", "--house", house.name, "--seed", "m", typed="\n\n\n\nr\n" * coups)
    fourths = ran.lines[3::5]
    shown = [
        (player.split()[1], banker.split()[1], player.split()[2], banker.split()[2])
        for player, banker, *_ in (line.replace(",", "").split("; ") for line in fourths)
    ]
    assert shown == openings(house, "m", coups)
