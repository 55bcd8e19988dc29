"""Any bet can be simulated: the coups of a kernel, settled one by one, have the same counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from puntobanco.analysis.odds import _any_coups
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation import _line_tables, simulate
from puntobanco.analysis.simulation._line_tables import LineTables
from puntobanco.analysis.simulation.blocks import block_seed
from puntobanco.analysis.simulation.specification import (
    CardsJob,
    KernelRules,
    Specification,
    lines_entry,
)
from puntobanco.bets import CARDS_BETS, CATALOGUE, MOST_LINES, OPENING_BETS, Bet, Line, Odds
from puntobanco.bets.quantities import Seen
from puntobanco.cards import DECK
from puntobanco.coup import Coup, Naturals
from puntobanco.house import CLASSIC, CLASSROOM
from tests.analysis.simulation_twin import CardTwin
from tests.rules.random_bets import random_bet, random_condition

HOUSE = replace(CLASSROOM, decks=2)
COUPS = 1_024
ON_CARDS: tuple[Bet, ...] = (*OPENING_BETS, *CARDS_BETS)


@pytest.fixture(scope="module")
def dealt() -> list[Coup]:
    """Deal coups of real cards, from the seed of the jobs below."""
    twin = CardTwin(block_seed("settled", "cards", 0, 4), DECK * HOUSE.decks)
    return [coup for _ in range(COUPS) for coup in twin.shoe(HOUSE)[1]]


def settled(bet: Bet, coups: list[Coup], naturals: Naturals) -> list[int]:
    """Count how often each line decides, and last how often none does."""
    lines = Counter(bet.line(Seen.of(coup, naturals)) for coup in coups)
    return [*(lines[place] for place in range(len(bet.lines))), lines[None]]


def simulated(bets: Sequence[Bet], naturals: Naturals) -> dict[str, list[int]]:
    job = CardsJob(KernelRules.at(HOUSE), "settled", 64 * COUPS, tuple(bets), naturals)
    assert job.size(0) == COUPS
    tally = job.play(0)
    return {bet.key: tally[lines_entry(bet)].tolist() for bet in bets}


@pytest.mark.parametrize("naturals", Naturals)
def test_the_simulated_cards_settled_one_by_one_give_the_counts(
    naturals: Naturals, dealt: list[Coup]
) -> None:
    chance = Random(f"simulated {naturals.value}")
    bets = (*CATALOGUE.values(), *(random_bet(chance, f"own_{n}") for n in range(60)))
    found = simulated(bets, naturals)
    for bet in bets:
        assert found[bet.key] == settled(bet, dealt, naturals), bet


@pytest.mark.parametrize("most_cells", [30, 200])
def test_a_bet_of_many_cells_is_decided_in_steps_to_the_same_counts(
    most_cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random("steps")
    bets = (*ON_CARDS, *(random_bet(chance, f"own_{n}") for n in range(60)))
    whole = simulated(bets, Naturals.HIGHER_WINS)
    monkeypatch.setattr(_line_tables, "MOST_SHARED_CELLS", 12)
    monkeypatch.setattr(_line_tables, "MOST_CELLS", most_cells)
    monkeypatch.setattr(_line_tables, "MOST_FEATURE_CELLS", most_cells)
    assert simulated(bets, Naturals.HIGHER_WINS) == whole


@pytest.mark.parametrize("naturals", Naturals)
def test_a_bet_of_forty_lines_looks_at_each_feature_once(
    naturals: Naturals, dealt: list[Coup]
) -> None:
    chance = Random(f"forty lines {naturals.value}")
    bets = [
        Bet(f"own_{n}", tuple(Line(random_condition(chance), Odds(1)) for _ in range(MOST_LINES)))
        for n in range(4)
    ]
    for bet in bets:
        tables = LineTables.of([bet], naturals).tables
        assert len(tables.first_cell) <= kernels.FEATURES
    assert simulated(bets, naturals) == {bet.key: settled(bet, dealt, naturals) for bet in bets}


def test_the_bets_of_the_catalogue_share_their_classifiers() -> None:
    tables = LineTables.of(ON_CARDS, Naturals.HIGHER_WINS).tables
    assert len(tables.first_cell) <= 8
    assert len(tables.feature) <= 32


def test_bets_of_a_house_are_simulated_beside_their_exact_edge() -> None:
    bets = (
        Bet.parse("red_pair", ["either pair red: 8"]),
        Bet.parse("two_aces", ["either opening ranks = {A, A}: 50"]),
        Bet.parse("suited_win", ["winner suited: 2"]),
        CATALOGUE["player_pair"],
    )
    found = simulate(Specification(CLASSIC, 3_000, bets), seed="own", threads=1)
    assert [each.bet for each in found.bets] == list(bets)
    assert all(abs(each.sigmas or 9) < 4 for each in found.bets)
    assert all(each.coups > 200_000 for each in found.bets)


def test_a_bet_without_exact_odds_is_simulated_without_an_exact_edge(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_any_coups, "LONGEST", 0.0)
    bet = Bet.parse("own", ["winner suited and all red: 2"])
    (found,) = simulate(Specification(CLASSIC, 100, (bet,)), seed="own", threads=1).bets
    assert found.json()["edge_expected"] is found.sigmas is None
    assert found.row()[4] == ""
