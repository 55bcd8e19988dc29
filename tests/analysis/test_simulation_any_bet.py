"""Any bet is simulated: the coups that a kernel deals, settled one by one, give the same counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from puntobanco.analysis.odds import _any_coups
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation import simulate
from puntobanco.analysis.simulation._kernel_rules import KernelRules
from puntobanco.analysis.simulation.blocks import block_seed
from puntobanco.analysis.simulation.card_bins import bins_of
from puntobanco.analysis.simulation.shoe_jobs import CoupsJob, lines_entry
from puntobanco.analysis.simulation.specification import Specification
from puntobanco.bets import CARDS_BETS, CATALOGUE, OPENING_BETS, Bet
from puntobanco.bets.quantities import Seen
from puntobanco.cards import DECK
from puntobanco.coup import SCORES, Coup, Naturals, deal
from puntobanco.house import CLASSIC, CLASSROOM
from puntobanco.shoe import Shoe
from tests.rules.random_bets import random_bet

RULES = KernelRules.at(replace(CLASSROOM, decks=2))
SHOES = 4_000


def kernel_coups(seed: str, shoes: int) -> list[Coup]:
    """The coups of a job's first block, through the real `deal`."""
    _, tableau_bits, procedure = RULES.arguments
    coups = np.zeros((shoes * RULES.most_coups, kernels.COUP_COLUMNS), np.uint16)
    with np.errstate(over="ignore"):  # without compilation, wrapping integers would warn
        number = kernels.deal_coups(
            block_seed(seed, "coups", 0, 4), RULES.deck(), shoes, tableau_bits, procedure, coups
        )
    found = []
    for *places, score in coups[:number].tolist():
        cards = tuple(DECK[place] for place in places if place != kernels.NO_CARD)
        coup, rest = deal(Shoe(cards))
        assert rest.left == 0
        assert coup.score == SCORES[score]
        found.append(coup)
    return found


@pytest.mark.parametrize("naturals", Naturals)
def test_the_simulated_cards_settled_one_by_one_give_the_counts(naturals: Naturals) -> None:
    chance = Random(f"simulated {naturals.value}")
    bets = (*CATALOGUE.values(), *(random_bet(chance, f"own_{n}") for n in range(60)))
    job = CoupsJob(RULES, "settled", SHOES, bets, naturals)
    tally = job.play(0)
    coups = kernel_coups("settled", job.size(0))
    for bet in bets:
        lines = Counter(bet.line(Seen.of(coup, naturals)) for coup in coups)
        expected = [lines[place] for place in range(len(bet.lines))] + [lines[None]]
        assert tally[lines_entry(bet)].tolist() == expected, bet


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


def test_the_catalogue_keeps_the_histograms_that_are_fast() -> None:
    assert all(bins_of(bet) for bet in (*OPENING_BETS, *CARDS_BETS))


@pytest.mark.parametrize(
    "line",
    [
        "player suited: 1",
        "either pair red: 8",
        "player opening ranks = {A, A}: 9",
        "different opening ranks = 2: 1",
        "highest points <= 4: 1",
        "player third = 8: 1",
        "banker opening total = 3 or player third = 8: 1",
        "copies of A = 1 and copies of K = 1: 1",
        "all red and player pair: 1",
    ],
)
def test_what_no_histogram_tells_is_decided_coup_by_coup(line: str) -> None:
    assert bins_of(Bet.parse("own", [line])) is None
