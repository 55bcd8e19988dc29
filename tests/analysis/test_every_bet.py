"""Every bet of the catalogue and 500 random conditions, on 40 small shoes of real cards.

Each coup that a shoe can deal is dealt by `deal` and settled by the bet itself. Exact odds must
give the same orders, and the simulation the same lines for the cards that it deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random

import numpy as np
import pytest

from puntobanco.analysis import odds, reference
from puntobanco.analysis._exact_sums import Integers
from puntobanco.analysis.composition import Composition
from puntobanco.analysis.simulation import _kernels as kernels
from puntobanco.analysis.simulation._features import faces
from puntobanco.analysis.simulation._kernel_rules import KernelRules
from puntobanco.analysis.simulation._line_tables import LineTables
from puntobanco.analysis.simulation.blocks import block_seed
from puntobanco.bets import CATALOGUE, LOSE, Bet
from puntobanco.bets.quantities import QUANTITIES, Seen, Value
from puntobanco.cards import DECK, Card
from puntobanco.coup import Coup, Naturals
from puntobanco.house import CLASSROOM
from puntobanco.tableau import Side
from tests.analysis.simulation_twin import CardTwin
from tests.rules.random_bets import random_bet

SHOES = 40
COUPS = 100
"""Coups that are simulated of each shoe."""


def random_shoe(chance: Random) -> tuple[Card, ...]:
    """Six to nine cards, or up to 20 of at most five faces."""
    if chance.random() < 0.5:
        return tuple(chance.choices(chance.sample(DECK, 4), k=chance.randint(6, 9)))
    faces = chance.sample(DECK, chance.randint(2, 5))
    return tuple(chance.choices(faces, k=chance.randint(6, 20)))


@cache
def bets() -> tuple[Bet, ...]:
    chance = Random("all of them")
    return (*CATALOGUE.values(), *(random_bet(chance, f"own_{number}") for number in range(500)))


@dataclass(frozen=True)
class SmallShoe:
    """A few cards, and how every bet settles every coup of them."""

    number: int

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return random_shoe(Random(f"shoe {self.number}"))

    @property
    def naturals(self) -> Naturals:
        return tuple(Naturals)[self.number % 2]

    @cached_property
    def orders(self) -> dict[Coup, int]:
        return dict(reference.coup_orders(Composition.of_cards(self.cards)))

    @cached_property
    def lines(self) -> dict[Coup, list[int]]:
        """For each coup, the line of every bet that decides it; their number where none does.

        Coups of which every quantity is the same are the same to every bet, so that one is settled
        for all of them.
        """
        known: dict[tuple[Value | None, ...], list[int]] = {}
        found = {}
        for coup in self.orders:
            seen = Seen.of(coup, self.naturals)
            values = tuple(each.read(seen, side) for each in QUANTITIES for side in Side)
            if values not in known:
                known[values] = list(self._settled(coup))
            found[coup] = known[values]
        return found

    def _settled(self, coup: Coup) -> Iterator[int]:
        seen = Seen.of(coup, self.naturals)
        for bet in bets():
            line = bet.line(seen)
            yield len(bet.lines) if line is None else line


QUICK = (12, 24, 30)
"""The shoes that every run of the tests tries: 8, 6 and 19 cards. All take minutes."""


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(number, marks=() if number in QUICK else pytest.mark.marathon)
        for number in range(SHOES)
    ],
)
def shoe(request: pytest.FixtureRequest) -> SmallShoe:
    return SmallShoe(request.param)


def test_exact_odds_are_those_of_every_order_of_real_cards(shoe: SmallShoe) -> None:
    orders = np.array(list(shoe.orders.values()))
    lines = np.array(list(shoe.lines.values()))
    composition = Composition.of_cards(shoe.cards)
    for at, price in enumerate(odds.prices(bets(), composition, naturals=shoe.naturals)):
        pays = [*(line.pays for line in price.bet.lines), LOSE]
        expected: Counter[object] = Counter()
        for pay, number in zip(pays, np.bincount(lines[:, at], orders, len(pays)), strict=True):
            expected[pay] += int(number)
        assert Counter(dict(price.ways)) == expected, (price.bet, shoe.cards)


@cache
def deciding(naturals: Naturals) -> LineTables:
    return LineTables.of(bets(), naturals)


def test_the_simulated_cards_settled_one_by_one_give_the_figures(shoe: SmallShoe) -> None:
    seed = block_seed("every bet", "cards", shoe.number, 4)
    twin = CardTwin(seed, shoe.cards)
    settled = np.array([shoe.lines[twin.shoe(CLASSROOM)[1][0]] for _ in range(COUPS)])
    counts = simulated(shoe, seed)
    for at, bet in enumerate(bets()):
        expected = np.bincount(settled[:, at], minlength=len(bet.lines) + 1)
        found = deciding(shoe.naturals).count(bet, counts)
        assert found.tolist() == expected.tolist(), (bet, shoe.cards)


def simulated(shoe: SmallShoe, seed: kernels.Words64) -> Integers:
    rules = KernelRules.at(CLASSROOM)
    with np.errstate(over="ignore"):  # without compilation, wrapping integers would warn
        return kernels.count_classes(
            seed,
            np.array([DECK.index(card) for card in shoe.cards], np.uint8),
            COUPS,
            rules.tableau_bits,
            rules.procedure,
            faces(),
            deciding(shoe.naturals).tables,
            deciding(shoe.naturals).classes,
        )
