"""Lines that can never apply."""

from __future__ import annotations

from bisect import bisect_left
from random import Random

import pytest

from puntobanco import DECK, Naturals, Shoe, deal
from puntobanco.bets import CATALOGUE, Bet
from puntobanco.bets.bet import MOST_COUPS, unreachable_lines
from puntobanco.bets.quantities import Seen
from tests.rules.random_bets import random_bet


def found(*bets: Bet, naturals: Naturals = Naturals.HIGHER_WINS) -> dict[str, list[int]]:
    """Return the indexes of unreachable lines, by the keys of their bets."""
    places: dict[str, list[int]] = {}
    for bet, place in unreachable_lines(bets, naturals):
        places.setdefault(bet.key, []).append(place)
    return places


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "condition",
    [
        "player wins and banker wins",
        "tie and margin = 3",
        "winner total = 0",
        "player natural and player cards = 3",
        "player natural and banker third <= 9",
        "player opening total >= 6 and player third <= 9",
        "banker opening total = 3 and player third = 8 and banker cards = 3",
        "banker opening total = 7 and banker third <= 9",
        "all red and all black",
        "either pair red and all black",
        "player suited pair and not player pair",
        "player opening suits = {h, s} and player suited",
        "player opening ranks = {T, J} and player pair",
        "different opening ranks = 4 and either pair",
        "copies of A = 6 and copies of K = 1",
        "copies of 4 >= 5",
        "cards = 4 and copies of K = 5",
        "highest points = 3 and lowest points = 4",
        "highest points = 1 and sum = 18",
        "not (tie or not tie)",
    ],
)
def test_a_condition_that_contradicts_itself_is_found(condition: str) -> None:
    assert found(Bet.parse("own", ["tie: 8", f"{condition}: 50"])) == {"own": [1]}


@pytest.mark.parametrize(
    "above, line",
    [
        ("tie", "tie on 6"),
        ("copies of 4 >= 2", "copies of 4 = 3"),
        ("margin <= 9", "player wins"),
        pytest.param("either pair", "both pair red", marks=pytest.mark.no_cover),
        ("not tie", "winner natural"),
        pytest.param("cards <= 5", "cards = 4 and all red", marks=pytest.mark.no_cover),
    ],
)
def test_a_line_that_the_lines_above_leave_nothing_to_is_found(above: str, line: str) -> None:
    assert found(Bet.parse("own", [f"{above}: 2", f"{line}: 50"])) == {"own": [1]}
    assert found(Bet.parse("own", [f"{line}: 50", f"{above}: 2"])) == {}


def test_the_rule_for_two_naturals_decides() -> None:
    bet = Bet.parse("own", ["tie and margin = 1: 9", "both natural and not tie: 5"])
    assert found(bet) == {"own": [0]}
    assert found(bet, naturals=Naturals.TIE) == {"own": [1]}


@pytest.mark.no_cover
def test_of_the_catalogue_only_five_of_a_rank_that_stands_with_two_never_come() -> None:
    assert found(*CATALOGUE.values()) == {f"matching_dragon_{rank}": [4, 5] for rank in "3489"}


@pytest.mark.no_cover
def test_what_random_coups_come_to_is_never_called_unreachable() -> None:
    chance = Random("reached")
    faces = [chance.sample(DECK, 4) for _ in range(100)]
    coups = [deal(Shoe(tuple(chance.choices(few, k=6))))[0] for few in faces for _ in range(20)]
    seen = [Seen.of(coup, Naturals.HIGHER_WINS) for coup in coups]
    for number in range(40):
        bet = random_bet(chance, f"own_{number}")
        reached = {bet.line(each) for each in seen}
        places = [place for _, place in _answers([bet], within=5_000)]
        assert reached.isdisjoint(places), bet


def test_nothing_is_said_of_a_line_before_all_coups_were_tried() -> None:
    never = Bet.parse("never", ["tie: 8", "winner total = 0: 50"])
    assert _answers([never], within=100) == []


@pytest.mark.no_cover
def test_the_work_is_bounded_for_all_bets_together() -> None:
    never = Bet.parse("never", ["tie: 8", "winner total = 0: 50"])
    both = [never, Bet.parse("later", ["tie: 8", "tie and margin = 0: 9"])]
    needed = bisect_left(range(MOST_COUPS), 1, key=lambda most: len(_answers([never], most)))
    assert _answers(both, needed) == [("never", 1)]
    assert _answers(both, 2 * needed) == [("never", 1), ("later", 1)]


def _answers(bets: list[Bet], within: int) -> list[tuple[str, int]]:
    lines = unreachable_lines(bets, Naturals.HIGHER_WINS, within=within)
    return [(bet.key, place) for bet, place in lines]
