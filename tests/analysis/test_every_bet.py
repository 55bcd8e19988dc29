"""Every bet of the catalogue and 500 random conditions, on 40 small shoes of real cards.

Each coup that a shoe can deal is dealt by `deal` and settled by the bet itself. Exact odds must
give the same orders, and the simulation the same lines for the cards that it deals.

`make test` tries each bet on a few of the shoes that deal few different coups; `make marathon`
tries every bet on every shoe.
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
from puntobanco.analysis.simulation._line_tables import LineTables
from puntobanco.analysis.simulation.blocks import block_seed
from puntobanco.analysis.simulation.specification import KernelRules, card_dealer
from puntobanco.bets import CATALOGUE, LOSE, Bet
from puntobanco.bets.quantities import QUANTITIES, Seen, Value
from puntobanco.cards import DECK, Card
from puntobanco.coup import Coup, Naturals
from puntobanco.house import CLASSROOM
from puntobanco.tableau import Side
from tests.analysis.simulation_twin import CardTwin
from tests.rules.random_bets import random_bet

SHOES, CONDITIONS, PARTS = 40, 500, 10
COUPS = 100
"""Coups to simulate per shoe."""


@cache
def every_bet() -> tuple[Bet, ...]:
    chance = Random("all of them")
    own = (random_bet(chance, f"own_{number}") for number in range(CONDITIONS))
    return (*CATALOGUE.values(), *own)


@cache
def tables(naturals: Naturals) -> LineTables:
    return LineTables.of(every_bet(), naturals)


@dataclass(frozen=True)
class SmallShoe:
    """A few cards, and how some bets settle every coup of them."""

    number: int
    bets: tuple[Bet, ...]

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Make a shoe of six to nine cards, or of up to 20 with at most five faces."""
        chance = Random(f"shoe {self.number}")
        if chance.random() < 0.5:
            return tuple(chance.choices(DECK, k=chance.randint(6, 9)))
        held = chance.sample(DECK, chance.randint(2, 5))
        return tuple(chance.choices(held, k=chance.randint(6, 20)))

    @property
    def naturals(self) -> Naturals:
        return tuple(Naturals)[self.number % 2]

    @cached_property
    def orders(self) -> dict[Coup, int]:
        """Count the orders of six cards that deal each coup."""
        return dict(reference.coup_orders(Composition.of_cards(self.cards)))

    @cached_property
    def lines(self) -> dict[Coup, list[int]]:
        """The line of every bet that decides each coup, or the number of lines if none does.

        Coups of which every quantity is the same are the same to every bet, so that one is settled
        for all of them.
        """
        known: dict[tuple[Value | None, ...], list[int]] = {}
        found = {}
        for coup in self.orders:
            seen = Seen.of(coup, self.naturals)
            values = tuple(each.read(seen, side) for each in QUANTITIES for side in Side)
            if values not in known:
                known[values] = list(self._settled(seen))
            found[coup] = known[values]
        return found

    def _settled(self, seen: Seen) -> Iterator[int]:
        for bet in self.bets:
            line = bet.line(seen)
            assert bet.earns(seen) == (LOSE if line is None else bet.lines[line].pays)
            yield len(bet.lines) if line is None else line

    def simulated(self, seed: kernels.Words64) -> Integers:
        """Return the classes of simulated coups."""
        rules, found = KernelRules.at(CLASSROOM), tables(self.naturals)
        order = np.array([DECK.index(card) for card in self.cards], np.uint8)
        with np.errstate(over="ignore"):  # without compilation, wrapping integers would warn
            dealer = card_dealer(rules, seed, found)._replace(order=order)
            counts = np.zeros(found.classes, np.int64)
            kernels.count_classes(dealer, COUPS, counts)
            return counts


def prove_exact_odds(shoe: SmallShoe) -> None:
    orders = np.array(list(shoe.orders.values()))
    lines = np.array(list(shoe.lines.values()))
    composition = Composition.of_cards(shoe.cards)
    for at, price in enumerate(odds.prices(shoe.bets, composition, naturals=shoe.naturals)):
        pays = [*(line.pays for line in price.bet.lines), LOSE]
        expected: Counter[object] = Counter()
        for pay, number in zip(pays, np.bincount(lines[:, at], orders, len(pays)), strict=True):
            expected[pay] += int(number)
        assert Counter(dict(price.ways)) == expected, (price.bet, shoe.cards)


def prove_simulation(shoe: SmallShoe) -> None:
    seed = block_seed("every bet", "cards", shoe.number, 4)
    twin = CardTwin(seed, shoe.cards)
    settled = np.array([shoe.lines[twin.shoe(CLASSROOM)[1][0]] for _ in range(COUPS)])
    counts = shoe.simulated(seed)
    for at, bet in enumerate(shoe.bets):
        expected = np.bincount(settled[:, at], minlength=len(bet.lines) + 1)
        found = tables(shoe.naturals).count(bet, counts)
        assert found.tolist() == expected.tolist(), (bet, shoe.cards)


@cache
def quick_shoes() -> tuple[SmallShoe, ...]:
    """Yield the shoes of six cards or of at most four faces, each with a tenth of all bets."""
    shoes = (SmallShoe(number, ()) for number in range(SHOES))
    quick = [each.number for each in shoes if len(each.cards) == 6 or len(set(each.cards)) <= 4]
    return tuple(
        SmallShoe(number, every_bet()[at % PARTS :: PARTS]) for at, number in enumerate(quick)
    )


def test_every_bet_is_tried_on_a_quick_shoe() -> None:
    assert {bet for shoe in quick_shoes() for bet in shoe.bets} == set(every_bet())


def test_exact_odds_are_those_of_every_order_of_real_cards() -> None:
    for shoe in quick_shoes():
        prove_exact_odds(shoe)


def test_the_simulated_cards_settled_one_by_one_give_the_figures() -> None:
    for shoe in quick_shoes():
        prove_simulation(shoe)


@pytest.mark.marathon
@pytest.mark.parametrize("number", range(SHOES))
def test_both_hold_for_every_bet_on_every_shoe(number: int) -> None:
    shoe = SmallShoe(number, every_bet())
    prove_exact_odds(shoe)
    prove_simulation(shoe)
